// FramesPane.swift
// The Frames dock: the chart between its axis and its legend, and the figures.
//
// SPDX-License-Identifier: MIT

import Compositor
import UIKit

/// The chart, its axis and legend, and the figures of the run.
final class FramesPane: UIView {
  /// Before the axis and the legend, in points.
  private static let margin: CGFloat = 16
  /// The width of the names of lanes, in a column before the numbers of the axis, in points.
  private static let namesWidth: CGFloat = 52
  private static let numbersWidth: CGFloat = 40
  /// The height of the dock's header, beside which the figures begin.
  static let header: CGFloat = 44

  /// Called with the frame beneath the pointer; nil when the pointer left.
  var hover: (Int?) -> Void = { _ in }
  /// Called with the frame that was clicked.
  var choose: (Int) -> Void = { _ in }

  /// Called with the numbers of the frames over which was dragged.
  var select: (ClosedRange<Int>) -> Void = { _ in }

  /// The number of the frame at which a drag began.
  private var anchor: Int?
  let chart = FrameChart()
  let column = FigureColumn()
  private var axis: [UILabel] = []
  /// What the axis shows, so that it changes only when it must.
  private var shown: (period: TimeInterval, isServed: Bool) = (0, false)
  private let legend: [(swatch: UIView, name: UILabel)] =
    FrameStage.allCases.map { stage in
      let swatch = UIView()
      let color = Theme.color(of: stage)
      if stage == .present {
        swatch.layer.borderWidth = 1
        swatch.layer.borderColor = color.cgColor
      } else {
        swatch.backgroundColor = color
      }
      return (swatch, UILabel("", font: Theme.small, color: Theme.dimText))
    }
    + FrameChart.Mark.allCases.map {
      (MarkView($0), UILabel("", font: Theme.small, color: Theme.dimText))
    }

  override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(chart)
    addSubview(column)
    for entry in legend {
      addSubview(entry.swatch)
      addSubview(entry.name)
    }
    chart.addGestureRecognizer(
      UIHoverGestureRecognizer { [weak self] recognizer in
        guard let self else { return }
        let isOver = recognizer.state != .ended
        hover(isOver ? chart.frame(at: recognizer.location(in: chart)) : nil)
      })
    chart.addGestureRecognizer(
      UITapGestureRecognizer { [weak self] recognizer in
        guard let self, let frame = chart.frame(at: recognizer.location(in: chart)) else { return }
        choose(frame)
      })
    chart.addGestureRecognizer(
      UIPanGestureRecognizer { [weak self] recognizer in
        guard let drag = recognizer as? UIPanGestureRecognizer else { return }
        self?.drag(drag)
      })
  }

  required init?(coder: NSCoder) { nil }

  /// Selects the frames over which is dragged.
  private func drag(_ recognizer: UIPanGestureRecognizer) {
    let x = recognizer.location(in: chart).x
    guard let index = chart.nearestFrame(to: x) else { return }
    let history = chart.frames()
    let number = history[index].index
    if recognizer.state == .began {
      let start = chart.nearestFrame(to: x - recognizer.translation(in: chart).x)
      anchor = start.map { history[$0].index } ?? number
    }
    guard let anchor else { return }
    select(min(anchor, number)...max(anchor, number))
    if recognizer.state == .ended || recognizer.state == .cancelled { self.anchor = nil }
  }

  /// Redraws the chart, with the axis of the window's last frame.
  func show(axisOf last: FrameRecord?) {
    chart.layer.setNeedsDisplay()
    guard let last, last.period > 0 else { return }
    chart.period = last.period
    chart.isServed = last.isServed
    // Measured periods vary; the labels change by a tenth of a millisecond or more.
    guard abs(last.period - shown.period) >= 0.0001 || last.isServed != shown.isServed else {
      return
    }
    shown = (last.period, last.isServed)
    writeAxis()
    setNeedsLayout()
  }

  /// The room of the axis' labels, in points.
  private var gutter: CGFloat {
    Self.margin + (shown.isServed ? Self.namesWidth : 4) + Self.numbersWidth + 8
  }

  private func writeAxis() {
    axis.forEach { $0.removeFromSuperview() }
    axis = []
    for lane in FrameChart.lanes(isServed: shown.isServed, height: 100) {
      for refresh in 0..<FrameChart.refreshes {
        let time = Double(refresh) * shown.period * 1000
        axis.append(
          UILabel(
            refresh == 0 ? "0 ms" : Wording.fixed(time, 1), font: Theme.smallNumbers,
            color: Theme.dimText, alignment: .right))
      }
      let top = Wording.fixed(Double(FrameChart.refreshes) * shown.period * 1000, 1)
      axis.append(
        lane.title.map { UILabel($0, font: Theme.small) }
          ?? UILabel(
            top, font: Theme.smallNumbers, color: Theme.dimText, alignment: .right))
    }
    axis.forEach(addSubview)
  }

  override func layoutSubviews() {
    let columnWidth = min(FigureColumn.width(in: bounds.width), bounds.width - 48)
    column.frame = CGRect(
      x: bounds.width - columnWidth - 16, y: 8, width: columnWidth, height: bounds.height - 12)
    let width = column.frame.minX - 24 - gutter
    let slots = max(0, (width / FrameChart.slotWidth).rounded(.down))
    chart.frame = CGRect(
      x: gutter, y: Self.header + 4,
      width: slots * FrameChart.slotWidth,
      height: max(0, bounds.height - Self.header - 4 - 36))
    layOutAxis()
    layOutLegend()
  }

  private func layOutAxis() {
    var labels = axis[...]
    for lane in FrameChart.lanes(isServed: shown.isServed, height: chart.bounds.height) {
      let step = lane.height / CGFloat(FrameChart.refreshes)
      // Where there is no room for all labels, those of one refresh and of the top are shown.
      let isNarrow = step < 14
      func y(_ refresh: Int) -> CGFloat {
        (chart.frame.minY + lane.bottom - step * CGFloat(refresh)).rounded()
      }
      for refresh in 0...FrameChart.refreshes {
        guard let label = labels.popFirst() else { return }
        let isTop = refresh == FrameChart.refreshes
        if isTop, lane.title != nil {
          // A lane with a name has no number at its top, which is beside the bottom of the lane above. The name is in a
          // column of its own, beside the middle of the lane.
          let middle = (chart.frame.minY + lane.bottom - lane.height / 2).rounded()
          label.frame = CGRect(
            x: Self.margin, y: middle - 7, width: Self.namesWidth - 4, height: 14)
          continue
        }
        let hasRoom =
          !isNarrow || refresh == 1 || (isTop && step * CGFloat(refresh - 1) >= 12)
        label.isHidden = !hasRoom
        label.frame = CGRect(
          x: gutter - 8 - Self.numbersWidth, y: y(refresh) - 7, width: Self.numbersWidth,
          height: 14)
      }
    }
  }

  private static let fullNames =
    FrameStage.allCases.map(\.title) + ["Late", "Late on purpose", "Fault, not late"]
  /// For a narrow dock.
  private static let shortNames =
    FrameStage.allCases.map { $0 == .present ? "Wait" : $0.title } + ["Late", "Injected", "Fault"]

  private func layOutLegend() {
    // Below the axis and the chart.
    var x = Self.margin
    let end = chart.frame.maxX
    func widths() -> [CGFloat] {
      legend.map { $0.name.sizeThatFits(CGSize(width: 200, height: 18)).width.rounded(.up) }
    }
    // Closer together, and with shorter names, rather than cut off.
    var (indent, room): (CGFloat, CGFloat) = (16, 0)
    for (names, distance) in [
      (Self.fullNames, 16.0), (Self.shortNames, 14), (Self.shortNames, 12),
    ] {
      for (entry, name) in zip(legend, names) { entry.name.show(name) }
      indent = distance
      room = end - x - widths().reduce(0) { $0 + indent + $1 }
      if room >= 5 * CGFloat(legend.count - 1) { break }
    }
    let gap = min(20, max(2, (room / CGFloat(legend.count - 1)).rounded(.down)))
    for (entry, width) in zip(legend, widths()) {
      let fits = x + indent + width <= end
      (entry.swatch.isHidden, entry.name.isHidden) = (!fits, !fits)
      // Four points before the name.
      let size = min(10, indent - 4)
      entry.swatch.frame = CGRect(x: x, y: bounds.height - 24, width: size, height: size)
      entry.name.frame = CGRect(x: x + indent, y: bounds.height - 28, width: width, height: 18)
      x += indent + width + gap
    }
  }
}

/// A mark of the chart, in the legend.
private final class MarkView: UIView {
  private let mark: FrameChart.Mark

  init(_ mark: FrameChart.Mark) {
    self.mark = mark
    super.init(frame: .zero)
    isOpaque = false
    layer.setNeedsDisplay()
  }

  required init?(coder: NSCoder) { nil }

  override func draw(_ layer: CALayer, in context: CGContext) {
    FrameChart.draw(mark, at: CGPoint(x: 5, y: 1), in: context)
  }
}
