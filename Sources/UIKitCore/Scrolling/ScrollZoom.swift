// ScrollZoom.swift
// Stage: events. A pinch comes in; the delegate's view of a scroll view gets larger or smaller.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The zooming of one scroll view; made when somebody asks for it.
@MainActor
final class ScrollZoom {
  private unowned let scrollView: UIScrollView
  let pinch = UIPinchGestureRecognizer()
  var minimum: CGFloat = 1 { didSet { limitsDidChange() } }
  var maximum: CGFloat = 1 { didSet { limitsDidChange() } }
  private(set) var scale: CGFloat = 1
  private(set) var isZooming = false
  private var scaleAtBegin: CGFloat = 1

  init(_ scrollView: UIScrollView) {
    self.scrollView = scrollView
    pinch.isEnabled = false
    pinch.addHandler { [weak self] _ in self?.pinched() }
    scrollView.addGestureRecognizer(pinch)
  }

  private func limitsDidChange() {
    precondition(
      minimum > 0 && minimum.isFinite && maximum.isFinite,
      "zoom scales are finite and above zero, not \(minimum)...\(maximum)")
    pinch.isEnabled = maximum > minimum
  }

  private var view: UIView? { scrollView.delegate?.viewForZooming(in: scrollView) }

  /// Sets the scale, a point of the scroll view's coordinates staying where it is.
  func set(_ wanted: CGFloat, around point: CGPoint) {
    let new = min(max(wanted, minimum), max(minimum, maximum))
    guard new.isFinite, new != scale, let view else { return }
    let factor = new / scale
    let offset = scrollView.contentOffset
    scale = new
    view.transform = CGAffineTransform(scaleX: new, y: new)
    // The content's corner stays the origin.
    let size = CGSize(width: view.bounds.width * new, height: view.bounds.height * new)
    view.center = CGPoint(x: size.width / 2, y: size.height / 2)
    scrollView.contentSize = size
    scrollView.zoomDidChange(
      offset: CGPoint(
        x: point.x * factor - (point.x - offset.x), y: point.y * factor - (point.y - offset.y)))
  }

  private func pinched() {
    switch pinch.state {
    case .began:
      isZooming = true
      scaleAtBegin = scale
      scrollView.delegate?.scrollViewWillBeginZooming(scrollView, with: view)
      set(scaleAtBegin * pinch.scale, around: pinch.location(in: scrollView))
    case .changed: set(scaleAtBegin * pinch.scale, around: pinch.location(in: scrollView))
    case .ended, .cancelled:
      isZooming = false
      scrollView.delegate?.scrollViewDidEndZooming(scrollView, with: view, atScale: scale)
    case .possible, .failed: break
    }
  }
}
