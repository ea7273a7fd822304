// FrameChartTests.swift
// The chart of frames: which frames it has, and where.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import TestSupport
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite @MainActor struct FrameChartTests {
  /// Frames of which each is shown a number of refreshes after the one before it.
  private func history(held: [Int]) -> FrameHistory {
    var history = FrameHistory()
    var refresh = 0
    for (index, held) in held.enumerated() {
      refresh += held
      var record = FrameRecord()
      (record.index, record.period, record.isAnimating) = (index, 1.0 / 60, true)
      record.display = Double(refresh) / 60
      history.append(record)
    }
    return history
  }

  /// A chosen frame is in the chart, however long ago it was and however late frames were.
  @Test func chartHasTheChosenFrame() {
    var random = SeededRandom(seed: 14)
    for round in 0..<300 {
      let most = round % 3 == 0 ? 1 : round % 3 == 1 ? 4 : 200
      let held = (0..<400).map { _ in Int.random(in: 1...most, using: &random) }
      let (history, count) = (history(held: held), Int.random(in: 10...300, using: &random))
      var slots = ChartSlots()
      slots.place(history, count: count)
      #expect(slots.frames.upperBound == 400)
      let shown = round % 10 == 0 ? 0 : Int.random(in: 0..<400, using: &random)
      slots.place(history, count: count, showing: shown)
      let all = slots.slots
      #expect(slots.slot(ofFrame: shown) != nil, "\(shown) of \(slots.frames)")
      #expect(all.allSatisfy((0..<count).contains) && zip(all, all.dropFirst()).allSatisfy(<))
      for (index, slot) in zip(slots.frames, all).dropFirst() {
        #expect(slot - all[index - 1 - slots.first] == held[index])
      }
      // There is no room for another one.
      let end = slots.frames.upperBound
      if slots.first > 0 { #expect(all.last == count - 1) }
      if slots.first == 0, end < 400 { #expect((all.last ?? 0) + held[end] >= count) }
    }
  }

  /// A hatched slot is three points wide. Were its lines as long as the chart is high, a chart with a hundred missed
  /// refreshes would cost more than the frames that it shows.
  @Test func hatchingReachesNoFartherThanItsArea() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<200 {
      let area = CGRect(
        x: Double(Int.random(in: 0...500, using: &random)), y: 4,
        width: Double(Int.random(in: 1...40, using: &random)),
        height: Double(Int.random(in: 1...200, using: &random)))
      let lines = Hatching.lines(in: area, step: 6)
      let bounds = area.insetBy(dx: -1.001, dy: -0.001)
      #expect(lines.allSatisfy { bounds.contains($0.from) && bounds.contains($0.to) })
      // Where a diagonal crosses the area, there is a line.
      for _ in 0..<40 {
        let start = Double(Int.random(in: -40...90, using: &random)) * 6
        let along = Double.random(in: 0...area.height, using: &random)
        let point = CGPoint(x: start + along, y: area.maxY - along)
        guard area.contains(point) else { continue }
        #expect(
          lines.contains {
            abs($0.from.x + $0.from.y - start - area.maxY) < 1e-9 && $0.from.x <= point.x
              && $0.to.x >= point.x
          })
      }
    }
  }

  /// Lanes are named beside the chart, where no number and no mark is; whatever its height, no label is on another.
  @Test func lanesAreNamedBesideTheChart() {
    for height in stride(from: 150.0, through: 260, by: 10) {
      let pane = FramesPane(frame: CGRect(x: 0, y: 0, width: 1000, height: height))
      var record = FrameRecord()
      (record.period, record.isServed) = (1.0 / 60, true)
      pane.show(axisOf: record)
      pane.layoutIfNeeded()
      let labels = pane.subviews.compactMap { $0 as? UILabel }
        .filter { !$0.isHidden && $0.frame.maxX <= pane.chart.frame.minX }
      let texts = labels.compactMap(\.text)
      #expect(Set(["Main", "Render", "16.7"]).isSubset(of: texts), "\(height): \(texts)")
      // The letters of a label are lower than its line.
      let frames = labels.map { $0.frame.insetBy(dx: 0, dy: 2) }
      for (index, frame) in frames.enumerated() {
        #expect(frames[..<index].allSatisfy { !$0.intersects(frame) }, "\(height): \(texts)")
      }
      // A name among the numbers would look like a value.
      let axis = labels.filter { $0.frame.midY <= pane.chart.frame.maxY + 7 }
      let names = axis.filter { $0.text == "Main" || $0.text == "Render" }.map(\.frame.maxX)
      let numbers = axis.filter { $0.text?.first?.isNumber == true }.map(\.frame.minX)
      #expect(names.count == 2 && names.count + numbers.count == axis.count, "\(texts)")
      #expect(numbers.allSatisfy { $0 >= (names.max() ?? .infinity) }, "\(height): \(texts)")
    }
  }

  /// What the main thread draws for custom properties is in its lane, and sampling in the render server's.
  @Test func stagesAreInTheLaneOfTheirThread() {
    var record = FrameRecord()
    record.isServed = true
    for (index, stage) in FrameStage.allCases.enumerated() { record[stage] = Double(index + 1) }
    record.animatedOnMain = 2
    let lanes = FrameChart.lanes(isServed: true, height: 100)
    let seconds = lanes.map { lane in
      FrameStage.allCases.map { lane.seconds(of: $0, in: record) }
    }
    #expect(lanes.map(\.title) == ["Main", "Render"])
    #expect(seconds == [[1, 2, 2, 0, 0], [0, 0, 1, 4, 5]])
    let only = FrameChart.lanes(isServed: false, height: 100)
    #expect(only.count == 1 && only[0].seconds(of: .animate, in: record) == 3)
  }

  /// Every mark of the chart has its name in the legend, in a narrow dock too.
  @Test(arguments: [(1048.0, "Fault, not late"), (800, "Fault"), (768, "Fault")])
  func legendNamesEveryMark(width: Double, fault: String) {
    let pane = FramesPane(frame: CGRect(x: 0, y: 0, width: width, height: 260))
    var record = FrameRecord()
    (record.period, record.isServed) = (1.0 / 60, true)
    pane.show(axisOf: record)
    pane.layoutIfNeeded()
    let texts = pane.shownLabels.compactMap(\.text)
    #expect(texts.contains("Late") && texts.contains(fault), "\(texts)")
  }

  /// Marks have room side by side: late frames always, as they are two refreshes apart; a fault beside one gives way.
  @Test func marksDoNotOverlap() {
    let marks: [(x: CGFloat, mark: FrameChart.Mark)] = [
      (10, .fault), (13, .late), (19, .lateOnPurpose), (22, .fault), (30, .fault), (31, .late),
      (90, .fault),
    ]
    let kept = FrameChart.separate(marks).sorted { $0.x < $1.x }
    #expect(kept.map(\.x) == [13, 19, 31, 90])
    #expect(kept.map(\.mark) == [.late, .lateOnPurpose, .late, .fault])
    #expect(FrameChart.markWidth <= 2 * FrameChart.slotWidth)
  }

  /// The pointer over a frame moves nothing, and what it marks is drawn; a click on one keeps it in the chart.
  @Test func pointerMovesNoFrames() throws {
    let history = history(held: .init(repeating: 1, count: 1000))
    let chart = FrameChart(frame: CGRect(x: 0, y: 0, width: 600, height: 90))
    chart.frames = { history }
    func draw() -> CGImage? {
      UIGraphicsImageRenderer(bounds: chart.bounds).image { context in
        chart.draw(chart.layer, in: context.cgContext)
      }.cgImage
    }
    let plain = try #require(draw())
    let left = try #require(chart.frame(at: CGPoint(x: 30, y: 10)))
    #expect(left == 810)
    for _ in 0..<3 {
      chart.marked = left
      let marked = try #require(draw())
      #expect(marked.pixels != plain.pixels)
      #expect(chart.frame(at: CGPoint(x: 30, y: 10)) == left)
    }
    (chart.marked, chart.chosen) = (500, 500)
    _ = draw()
    let slots = (0..<200).compactMap { chart.frame(at: CGPoint(x: Double($0) * 3 + 1, y: 10)) }
    #expect(slots.contains(500) && slots == Array(slots[0]...(slots[0] + 199)))
    #expect(chart.nearestFrame(to: 600) == slots.last && chart.nearestFrame(to: -5) == slots[0])
  }
}
