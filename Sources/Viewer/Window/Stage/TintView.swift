// TintView.swift
// The tints of the stage: offscreen passes, blending, overdraw. And the line that says what their colours mean.
//
// SPDX-License-Identifier: MIT

import Compositor
import UIKit

/// Colours the places of a paint report.
final class TintView: UIView {
  private(set) var report: PaintReport?
  private var tint = RenderingAspect.offscreenPasses

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
  }

  required init?(coder: NSCoder) { nil }

  /// The colours of pixels that are painted once, twice, three, four, and more times.
  private static var overdrawColors: [UIColor] {
    [.clear]
      + [Theme.color(of: .events), Theme.color(of: .commit), Theme.color(of: .render)]
      .map { $0.withAlphaComponent(0.5) } + [Theme.hitch.withAlphaComponent(0.6)]
  }

  /// The colours of a tint and what they mean.
  static func keys(of tint: RenderingAspect) -> [(color: UIColor, name: String)] {
    switch tint {
    case .offscreenPasses: [(Theme.color(of: .commit), "Off screen")]
    case .blending: [(Theme.hitch, "Blended"), (Theme.color(of: .events), "Opaque")]
    case .overdraw: Array(zip(overdrawColors.dropFirst(), ["2", "3", "4", "5 or more"]))
    case .ghosts, .repaints: []
    }
  }

  /// Shows a report, if it is another one. Nil for nothing.
  func show(_ report: PaintReport?, as tint: RenderingAspect) {
    guard report != self.report || tint != self.tint else { return }
    (self.report, self.tint) = (report, tint)
    layer.setNeedsDisplay()
  }

  override func draw(_ layer: CALayer, in context: CGContext) {
    guard let report else { return }
    func rect(_ pixels: PixelRect) -> CGRect { pixels.points(at: contentScaleFactor) }
    switch tint {
    case .offscreenPasses:
      let color = Theme.color(of: .commit)
      context.setFillColor(color.withAlphaComponent(0.3).cgColor)
      context.setStrokeColor(color.cgColor)
      context.setLineWidth(1)
      for pass in report.offscreenPasses {
        context.fill(rect(pass))
        context.stroke(rect(pass).insetBy(dx: 0.5, dy: 0.5))
      }
    case .blending:
      for (place, isBlended) in report.layers {
        let color = isBlended ? Theme.hitch : Theme.color(of: .events)
        context.setFillColor(color.withAlphaComponent(0.35).cgColor)
        context.fill(rect(place))
      }
    case .overdraw:
      guard let image = overdraw(report) else { return }
      // A context of Core Graphics draws images upside down where y grows downwards.
      context.translateBy(x: 0, y: rect(PixelRect(report.size)).height)
      context.scaleBy(x: 1, y: -1)
      context.draw(image, in: rect(PixelRect(report.size)))
    case .ghosts, .repaints: break
    }
  }

  /// A picture with a colour for each count.
  private func overdraw(_ report: PaintReport) -> CGImage? {
    let palette = Self.overdrawColors.map { color -> [UInt8] in
      // Premultiplied.
      let alpha = color.cgColor.alpha
      let lanes = color.cgColor.lanes * alpha
      return [lanes.x, lanes.y, lanes.z, alpha].map { UInt8(($0 * 255).rounded()) }
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(report.size.width * report.size.height * 4)
    for count in report.paintCounts {
      pixels += palette[min(max(0, Int(count) - 1), palette.count - 1)]
    }
    return CGImage(
      width: report.size.width, height: report.size.height, premultipliedRGBA: pixels)
  }
}

/// The colours of a tint, and its figures.
final class TintLegend: UIView {
  private let text = UILabel("", font: Theme.small)
  private var keys: [(swatch: UIView, name: UILabel)] = []
  private var tint: RenderingAspect?

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = Theme.panel.withAlphaComponent(0.9)
    layer.cornerRadius = 4
    addSubview(text)
  }

  required init?(coder: NSCoder) { nil }

  /// The figures in words.
  var sentence: String { text.text ?? "" }

  /// Shows the figures of a report. Returns whether they differ from those on show.
  func show(_ report: PaintReport, as tint: RenderingAspect) -> Bool {
    let sentence = report.sentence(for: tint)
    guard tint != self.tint || sentence != text.text else { return false }
    if tint != self.tint { writeKeys(of: tint) }
    self.tint = tint
    text.show(sentence)
    setNeedsLayout()
    return true
  }

  private func writeKeys(of tint: RenderingAspect) {
    keys.forEach {
      $0.swatch.removeFromSuperview()
      $0.name.removeFromSuperview()
    }
    keys = TintView.keys(of: tint).map { color, name in
      let swatch = UIView()
      swatch.backgroundColor = color
      return (swatch, UILabel(name, font: Theme.small, color: Theme.dimText))
    }
    for key in keys { [key.swatch, key.name].forEach(addSubview) }
  }

  /// The width of the keys and the figures, in points.
  var fittingWidth: CGFloat {
    keys.reduce(16 + width(of: text)) { $0 + 28 + width(of: $1.name) }
  }

  private func width(of label: UILabel) -> CGFloat {
    label.sizeThatFits(CGSize(width: 1000, height: 18)).width.rounded(.up)
  }

  override func layoutSubviews() {
    var x: CGFloat = 8
    for key in keys {
      key.swatch.frame = CGRect(x: x, y: 7, width: 10, height: 10)
      key.name.frame = CGRect(x: x + 14, y: 3, width: width(of: key.name), height: 18)
      x = key.name.frame.maxX + 14
    }
    text.frame = CGRect(x: x, y: 3, width: max(0, bounds.width - x - 8), height: 18)
  }
}
