// TintView.swift
// The tints of the stage: offscreen passes, blending, overdraw. And the line with the meaning of their colours.
//
// SPDX-License-Identifier: MIT

import Compositor
import UIKit

/// What a tint shows of a paint report.
struct TintPicture {
  let report: PaintReport
  let tint: RenderingAspect
  /// The figures in words.
  let sentence: String
  /// The coloured places, in painting order. Empty for ``RenderingAspect/overdraw``.
  private(set) var places: [(rect: PixelRect, isBlended: Bool)] = []
  /// The number of times that each pixel is painted, for ``RenderingAspect/overdraw``.
  private(set) var counts: [UInt8] = []

  /// - Parameter name: The name of a layer by its path from the content on.
  init(_ report: PaintReport, _ tint: RenderingAspect, name: ([Int]) -> String? = { _ in nil }) {
    (self.report, self.tint) = (report, tint)
    switch tint {
    case .offscreenPasses:
      let passes = report.offscreenPasses
      places = passes.map { ($0.rect, true) }
      let pixels = places.reduce(0) { $0 + $1.rect.area }
      let share = 100 * Double(pixels) / Double(report.size.width * report.size.height)
      sentence =
        places.isEmpty
        ? "No offscreen pass"
        : "\(places.count) offscreen \(places.count == 1 ? "pass" : "passes"), "
          + "\(Wording.fixed(share, share < 10 ? 1 : 0)) % of the stage's pixels: "
          + Self.reasons(for: passes, name)
    case .blending:
      places = report.draws
      sentence = "\(places.count(where: \.isBlended)) of \(places.count) draws are blended"
    case .overdraw:
      counts = report.paintCounts
      let painted = counts.count { $0 > 0 }
      let sum = counts.reduce(0) { $0 + Int($1) }
      let average = Wording.fixed(Double(sum) / Double(max(painted, 1)), 1)
      sentence =
        painted == 0
        ? "Nothing is painted"
        : "Painted \(average) times on average, \(counts.max() ?? 0) at most"
    case .ghosts, .repaints: sentence = ""
    }
  }
}

extension TintPicture {
  /// The number of reasons that the sentence names at most.
  private static let mostReasons = 3

  /// What is painted apart and why, each once: "a mask of card (Card), a shadow without a path of badge (UIView)".
  private static func reasons(
    for passes: [OffscreenPass], _ name: ([Int]) -> String?
  ) -> String {
    var reasons: [String] = []
    for pass in passes {
      let words = pass.reason.rawValue + (name(pass.layer).map { " of \($0)" } ?? "")
      if !reasons.contains(words) { reasons.append(words) }
    }
    let rest = reasons.count - mostReasons
    return reasons.prefix(mostReasons).joined(separator: ", ")
      + (rest > 0 ? ", and \(Wording.count(rest, "other"))" : "")
  }
}

/// Colours the stage.
final class TintView: UIView {
  private(set) var picture: TintPicture?

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
  }

  required init?(coder: NSCoder) { nil }

  /// The colours of pixels that are painted once, twice, three, four, and more times.
  private static var overdrawColors: [UIColor] {
    [.clear]
      + [Theme.color(of: .events), Theme.color(of: .commit), Theme.color(of: .render)]
      .map { $0.withAlphaComponent(0.7) } + [Theme.hitch]
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

  /// Shows a picture; nil for none.
  func show(_ picture: TintPicture?) {
    self.picture = picture
    layer.setNeedsDisplay()
  }

  override func draw(_ layer: CALayer, in context: CGContext) {
    guard let picture else { return }
    if picture.tint == .overdraw { return drawCounts(picture, in: context) }
    for (place, isBlended) in picture.places {
      let rect = place.points(at: contentScaleFactor)
      if picture.tint == .blending {
        let color = isBlended ? Theme.hitch : Theme.color(of: .events)
        context.setFillColor(color.withAlphaComponent(0.35).cgColor)
        context.fill(rect)
      } else {
        let color = Theme.color(of: .commit)
        context.setFillColor(color.withAlphaComponent(0.3).cgColor)
        context.setStrokeColor(color.cgColor)
        context.setLineWidth(1)
        context.fill(rect)
        context.stroke(rect.insetBy(dx: 0.5, dy: 0.5))
      }
    }
  }

  /// Draws a colour for each count.
  private func drawCounts(_ picture: TintPicture, in context: CGContext) {
    let palette = Self.overdrawColors.map { color -> [UInt8] in
      // Premultiplied.
      let alpha = color.cgColor.alpha
      let lanes = color.cgColor.lanes * alpha
      return [lanes.x, lanes.y, lanes.z, alpha].map { UInt8(($0 * 255).rounded()) }
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(picture.counts.count * 4)
    for count in picture.counts {
      pixels += palette[min(max(0, Int(count) - 1), palette.count - 1)]
    }
    // The content's own colours would be taken for the tint's.
    context.setFillColor(Theme.stage.withAlphaComponent(0.75).cgColor)
    context.fill(bounds)
    let size = picture.report.size
    let rect = PixelRect(size).points(at: contentScaleFactor)
    // A context of Core Graphics draws images upside down where y grows downwards.
    context.translateBy(x: 0, y: rect.height)
    context.scaleBy(x: 1, y: -1)
    context.draw(
      CGImage(width: size.width, height: size.height, premultipliedRGBA: pixels), in: rect)
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

  /// Shows the figures of a picture. Returns whether they differ from those on show.
  func show(_ picture: TintPicture) -> Bool {
    guard picture.tint != tint || picture.sentence != text.text else { return false }
    if picture.tint != tint { writeKeys(of: picture.tint) }
    tint = picture.tint
    text.show(picture.sentence)
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
