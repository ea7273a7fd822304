// BenchPlot.swift
// A plot of the cost of a frame against the number of elements, drawn off screen by views.
//
// SPDX-License-Identifier: MIT

import Compositor
import LamellaViewer
import UIKit

/// A line in the plot: the cost of one renderer or of the floor.
struct PlotSeries: Hashable {
  var name: String
  /// Numbers of elements, ascending, and milliseconds of processor time a frame.
  var points: [CGPoint]

  /// The cost of one element at the largest number, in microseconds.
  var microsecondsPerElement: Double? {
    points.last.flatMap { $0.x > 0 ? $0.y / $0.x * 1000 : nil }
  }
}

/// The plot of one work.
struct PlotPanel: Hashable {
  var title: String
  var series: [PlotSeries]
  /// The unit of the values. Default milliseconds, of which a line's slope is the cost of an element.
  var unit = "ms"

  /// The panels of works with a cost per frame, in the order of the rows.
  static func panels(_ rows: [BenchRow]) -> [PlotPanel] {
    BenchWork.allCases.compactMap { work in
      let drawn = rows.filter { $0.work == work && $0.figure == .cpuPerFrame }
        .sorted { $0.n < $1.n }
      guard !drawn.isEmpty else { return nil }
      var names: [String] = []
      for row in drawn where !names.contains(row.renderer) { names.append(row.renderer) }
      var series = names.map { name in
        PlotSeries(
          name: name,
          points: drawn.filter { $0.renderer == name }.map {
            CGPoint(x: Double($0.n), y: $0.ours.median)
          })
      }
      let floor = drawn.filter { $0.renderer == names[0] }.compactMap { row in
        row.floor.map { CGPoint(x: Double(row.n), y: $0.median) }
      }
      if !floor.isEmpty { series.append(PlotSeries(name: "floor in C, opengl", points: floor)) }
      return PlotPanel(title: "\(work.rawValue): processor time of a frame", series: series)
    }
  }
}

/// Draws panels in a column.
@MainActor enum BenchPlot {
  static let panelSize = CGSize(width: 960, height: 480)

  static func draw(_ rows: [BenchRow]) -> CGImage { draw(PlotPanel.panels(rows)) }

  static func draw(_ panels: [PlotPanel]) -> CGImage {
    let size = CGSize(
      width: panelSize.width, height: panelSize.height * CGFloat(max(1, panels.count)))
    return SheetRenderer.draw(size: size, background: Theme.panel) { sheet in
      for (place, panel) in panels.enumerated() {
        sheet.addSubview(
          PlotView(
            panel,
            frame: CGRect(
              origin: CGPoint(x: 0, y: CGFloat(place) * panelSize.height), size: panelSize)))
      }
    }
  }
}

/// A few round steps that reach a value: five steps of 2000 for 8700.
struct PlotScale: Hashable {
  var step: Double
  var count: Int
  var end: Double { step * Double(count) }

  /// - Parameter largest: The value to reach. A value that is not positive counts as 1.
  init(reaching largest: Double) {
    let largest = largest > 0 && largest.isFinite ? largest : 1
    var step = 1.0
    while step * 5 > largest { step /= 10 }
    while step * 10 * 5 <= largest { step *= 10 }
    self.step = [1, 2, 5, 10].map { $0 * step }.first { $0 * 6 >= largest } ?? step * 10
    count = max(1, Int((largest / self.step - 1e-9).rounded(.up)))
  }
}

/// One panel. Axes start at zero, so that a cost proportional to the number is a straight line from the
/// corner.
private final class PlotView: UIView {
  private let panel: PlotPanel
  private let across: PlotScale
  private let up: PlotScale
  private static let margins = UIEdgeInsets(top: 56, left: 72, bottom: 48, right: 288)
  private static let colors = [
    Theme.accent, Theme.color(of: .commit), Theme.hitch, Theme.color(of: .render),
  ]

  init(_ panel: PlotPanel, frame: CGRect) {
    self.panel = panel
    let points = panel.series.flatMap(\.points)
    across = PlotScale(reaching: points.map { Double($0.x) }.max() ?? 1)
    up = PlotScale(reaching: points.map { Double($0.y) }.max() ?? 1)
    super.init(frame: frame)
    backgroundColor = Theme.panel
    addText()
    setNeedsDisplay()
  }

  required init?(coder: NSCoder) { nil }

  private var area: CGRect { bounds.inset(by: Self.margins) }

  private func place(_ point: CGPoint) -> CGPoint {
    CGPoint(
      x: area.minX + point.x / across.end * area.width,
      y: area.maxY - point.y / up.end * area.height)
  }

  private static func color(of series: Int) -> UIColor { colors[series % colors.count] }

  // MARK: Text

  private func addText() {
    add(panel.title, at: CGRect(x: 24, y: 16, width: 600, height: 20), Theme.heading)
    for index in 0...across.count {
      let x = place(CGPoint(x: across.step * Double(index), y: 0)).x
      add(
        TextTable.number(across.step * Double(index)),
        at: CGRect(x: x - 48, y: area.maxY + 8, width: 96, height: 16), Theme.smallNumbers,
        .center)
    }
    for index in 0...up.count {
      let y = place(CGPoint(x: 0, y: up.step * Double(index))).y
      add(
        "\(TextTable.number(up.step * Double(index))) \(panel.unit)",
        at: CGRect(x: 0, y: y - 8, width: area.minX - 8, height: 16), Theme.smallNumbers, .right)
    }
    for (index, series) in panel.series.enumerated() {
      let y = area.minY + CGFloat(index) * 48
      let cost = series.microsecondsPerElement.map { cost in
        "\(TextTable.number(cost)) µs each at \(Int(series.points.last?.x ?? 0))"
      }
      add(
        series.name, at: CGRect(x: area.maxX + 48, y: y, width: 224, height: 20), Theme.body, .left,
        Self.color(of: index))
      add(
        panel.unit == "ms" ? cost ?? "" : "",
        at: CGRect(x: area.maxX + 48, y: y + 20, width: 236, height: 16),
        Theme.smallNumbers)
    }
  }

  private func add(
    _ text: String, at frame: CGRect, _ font: UIFont, _ alignment: NSTextAlignment = .left,
    _ color: UIColor = Theme.dimText
  ) {
    let label = UILabel(text, font: font, color: color, alignment: alignment)
    label.frame = frame
    addSubview(label)
  }

  // MARK: Lines

  override func draw(_ rect: CGRect) {
    let grid = UIBezierPath()
    for index in 0...across.count {
      let x = place(CGPoint(x: across.step * Double(index), y: 0)).x.rounded() + 0.5
      grid.move(to: CGPoint(x: x, y: area.minY))
      grid.addLine(to: CGPoint(x: x, y: area.maxY))
    }
    for index in 0...up.count {
      let y = place(CGPoint(x: 0, y: up.step * Double(index))).y.rounded() + 0.5
      grid.move(to: CGPoint(x: area.minX, y: y))
      grid.addLine(to: CGPoint(x: area.maxX, y: y))
    }
    Theme.hairline.setStroke()
    grid.stroke()
    for (index, series) in panel.series.enumerated() {
      let color = Self.color(of: index)
      color.setStroke()
      color.setFill()
      let line = UIBezierPath()
      line.lineWidth = 2
      for point in series.points.map(place) {
        if line.isEmpty { line.move(to: point) } else { line.addLine(to: point) }
        UIBezierPath(ovalIn: CGRect(x: point.x - 4, y: point.y - 4, width: 8, height: 8)).fill()
      }
      line.stroke()
      let y = area.minY + CGFloat(index) * 48 + 10
      UIBezierPath(ovalIn: CGRect(x: area.maxX + 28, y: y - 5, width: 10, height: 10)).fill()
    }
  }
}
