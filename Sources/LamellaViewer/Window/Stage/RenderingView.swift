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
    let picture = TintPicture(report, shownTint) { content.layer.descendant(at: $0)?.titleInRows }
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
