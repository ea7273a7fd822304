// RenderingView.swift
// How the sample is painted, over the sample: ghosts, repainted areas, and the tints. Off by default, as it costs time.
//
// SPDX-License-Identifier: MIT

import Compositor
import QuartzCore
import UIKit

/// Shows how a view's content is painted. It looks at the content alone, so that it never shows itself.
final class RenderingView: UIView {
  private(set) var aspects: Set<RenderingAspect> = []
  var aspectsDidChange: () -> Void = {}
  private let tint = TintView()
  private let ghosts = GhostView()
  private let repaints = RepaintView()
  private let legend = TintLegend()
  /// The painting of the last frame.
  private var last: PaintReport?

  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    [tint, ghosts, repaints, legend].forEach(addSubview)
    showAspects()
  }

  required init?(coder: NSCoder) { nil }

  // MARK: Aspects

  /// The tint on show; nil for none.
  var shownTint: RenderingAspect? { aspects.first(where: \.isTint) }

  /// Shows an aspect, or no longer. A tint takes the place of another.
  func toggle(_ aspect: RenderingAspect) {
    if aspects.remove(aspect) == nil {
      if aspect.isTint, let shownTint { aspects.remove(shownTint) }
      aspects.insert(aspect)
    }
    showAspects()
  }

  /// Shows the next tint; after the last one, none.
  func toggleNextTint() {
    let tints = RenderingAspect.tints
    guard let shownTint, let index = tints.firstIndex(of: shownTint) else {
      return toggle(tints[0])
    }
    toggle(tints[index + 1 < tints.count ? index + 1 : index])
  }

  /// Shows the same aspects as another view.
  func takeOver(_ other: RenderingView) {
    aspects = other.aspects
    showAspects()
  }

  /// Shows nothing of it any longer.
  func clear() {
    guard !aspects.isEmpty else { return }
    aspects = []
    showAspects()
  }

  private func showAspects() {
    ghosts.isHidden = !aspects.contains(.ghosts)
    repaints.isHidden = !aspects.contains(.repaints)
    (tint.isHidden, legend.isHidden) = (shownTint == nil, shownTint == nil)
    if ghosts.isHidden { ghosts.removeAll() }
    if repaints.isHidden { repaints.removeAll() }
    last = nil
    isHidden = aspects.isEmpty
    tint.show(nil)
    setNeedsLayout()
    aspectsDidChange()
  }

  /// The report that the tint shows; nil without one.
  var shownReport: PaintReport? { tint.picture?.report }

  /// The figures of the tint in words; nil without one.
  var sentence: String? { isHidden || legend.isHidden ? nil : legend.sentence }

  // MARK: Frames

  /// Begins a run: the ghosts of the last one go.
  func beginRun() { ghosts.removeAll() }

  /// Begins another sample, or the same at another size: what was shown of the last one goes.
  func beginSample() {
    ghosts.removeAll()
    repaints.removeAll()
    last = nil
  }

  /// Shows a frame that is about to be drawn, before its commit.
  func frameWillRun(_ content: UIView, at time: TimeInterval) {
    guard let shownTint else { return }
    // What the frame is about to commit is part of it.
    CATransaction.flush()
    guard let report = report(of: content, at: time),
      report != tint.picture?.report || shownTint != tint.picture?.tint
    else { return }
    let picture = TintPicture(report, shownTint)
    tint.show(picture)
    if legend.show(picture) { setNeedsLayout() }
  }

  /// Follows a frame that has been shown.
  func frameDidFinish(_ content: UIView, at time: TimeInterval) {
    guard !isHidden else { return }
    if !ghosts.isHidden { ghosts.add(content, at: time) }
    guard !repaints.isHidden || shownTint != nil, let report = report(of: content, at: time) else {
      return
    }
    if let last, !repaints.isHidden {
      repaints.show(report.repainted(since: last).map { $0.points(at: contentScaleFactor) })
    }
    last = report
    // What was drawn for the frame after its commit is tinted in the next one.
    if shownTint != nil, report != tint.picture?.report { setNeedsLayout() }
  }

  private func report(of content: UIView, at time: TimeInterval) -> PaintReport? {
    let snapshot = MediaClock.withFrameTime(time) { content.layer.snapshot() }
    return PaintReport(snapshot, scale: contentScaleFactor)
  }

  override func layoutSubviews() {
    if ghosts.frame != bounds { beginSample() }
    for view in [tint, ghosts, repaints] { view.frame = bounds }
    let width = min(legend.fittingWidth, max(0, bounds.width - 24))
    // The bottom is where the stage has its hint otherwise: samples leave it free.
    legend.frame = CGRect(x: 12, y: bounds.height - 32, width: width, height: 24)
  }
}

extension PixelRect {
  /// The rectangle in points.
  ///
  /// - Parameter scale: Pixels per point.
  func points(at scale: CGFloat) -> CGRect {
    CGRect(
      x: CGFloat(minX) / scale, y: CGFloat(minY) / scale, width: CGFloat(width) / scale,
      height: CGFloat(height) / scale)
  }
}

// MARK: - Ghosts

/// The outlines of the moving layers in the last frames, fainter with age.
final class GhostView: UIView {
  /// Frames that are kept.
  nonisolated static let depth = 8
  /// More layers are not outlined.
  private static let mostLayers = 64

  private var frames: [[[CGPoint]]] = []

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
  }

  required init?(coder: NSCoder) { nil }

  func removeAll() {
    guard !frames.isEmpty else { return }
    frames = []
    layer.setNeedsDisplay()
  }

  /// Adds the layers that move in a frame. A frame like the last one adds nothing.
  func add(_ content: UIView, at time: TimeInterval) {
    guard let context = window?.context else { return }
    var layers: [CALayer] = []
    context.forEachAnimation(beneath: content.layer, at: time) { report in
      guard layers.count < Self.mostLayers, !report.isCaret,
        report.state == .running || report.state == .stepping,
        !layers.contains(where: { $0 === report.layer })
      else { return }
      layers.append(report.layer)
    }
    let outlines = MediaClock.withFrameTime(time) {
      layers.map { Self.outline(of: $0, in: content.layer) }
    }
    guard !outlines.isEmpty, outlines != frames.last else { return }
    frames.append(outlines)
    if frames.count > Self.depth { frames.removeFirst() }
    layer.setNeedsDisplay()
  }

  private static func outline(of layer: CALayer, in root: CALayer) -> [CGPoint] {
    let (shown, base) = (layer.presentation() ?? layer, root.presentation() ?? root)
    let box = shown.bounds
    return [
      CGPoint(x: box.minX, y: box.minY), CGPoint(x: box.maxX, y: box.minY),
      CGPoint(x: box.maxX, y: box.maxY), CGPoint(x: box.minX, y: box.maxY),
    ].map { shown.convert($0, to: base) }
  }

  override func draw(_ layer: CALayer, in context: CGContext) {
    context.setLineWidth(1)
    for (age, outlines) in frames.reversed().enumerated() {
      let alpha = 0.9 * (1 - CGFloat(age) / CGFloat(Self.depth))
      context.setStrokeColor(Theme.accent.withAlphaComponent(alpha).cgColor)
      for outline in outlines {
        context.beginPath()
        context.move(to: outline[0])
        outline.dropFirst().forEach(context.addLine)
        context.closePath()
        context.strokePath()
      }
    }
  }
}

// MARK: - Repainted areas

/// Outlines around what frames painted again, which fade away.
private final class RepaintView: UIView {
  /// Seconds in which an outline fades.
  private static let fading: TimeInterval = 0.3
  /// Outlines that are on show at once.
  private static let most = 64
  /// Large areas flash no more often than three times a second, as flicker can cause seizures (WCAG 2.3.1).
  private static let leastPause: TimeInterval = 0.34
  /// The part of the stage from which on an area is large.
  private static let large: CGFloat = 0.25

  private var outlines: [CALayer] = []
  private var place = 0
  private var lastLarge = -TimeInterval.infinity

  func show(_ rects: [CGRect]) {
    guard !rects.isEmpty else { return }
    // With less motion, nothing fades: the last areas stay.
    let isStill = UIAccessibility.isReduceMotionEnabled
    let area = rects.reduce(0) { $0 + $1.width * $1.height }
    if !isStill, area > Self.large * bounds.width * bounds.height {
      let now = CACurrentMediaTime()
      guard now - lastLarge >= Self.leastPause else { return }
      lastLarge = now
    }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    if isStill { outlines.forEach { $0.opacity = 0 } }
    for rect in rects {
      let outline = nextOutline()
      outline.frame = rect.insetBy(dx: -1, dy: -1)
      outline.opacity = isStill ? 1 : 0
      if isStill { continue }
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration) = (1, 0, Self.fading)
      outline.add(fade, forKey: "fade")
    }
    CATransaction.commit()
  }

  func removeAll() {
    outlines.forEach { $0.removeFromSuperlayer() }
    (outlines, place) = ([], 0)
  }

  private func nextOutline() -> CALayer {
    defer { place = (place + 1) % Self.most }
    if place < outlines.count { return outlines[place] }
    let outline = CALayer()
    outline.borderWidth = 1.5
    outline.borderColor = Theme.hitch.cgColor
    layer.addSublayer(outline)
    outlines.append(outline)
    return outline
  }
}
