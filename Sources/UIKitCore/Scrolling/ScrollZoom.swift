// ScrollZoom.swift
// Stage: events. A pinch comes in; the delegate's view of a scroll view is scaled.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The zooming of one scroll view; created on first use.
@MainActor
final class ScrollZoom {
  private unowned let scrollView: UIScrollView
  let pinch = UIPinchGestureRecognizer()
  var minimum: CGFloat = 1 {
    didSet {
      minimum = nearest(minimum, in: 1e-6...1e6, ifNaN: 1, "minimumZoomScale of a scroll view")
      limitsDidChange()
    }
  }
  var maximum: CGFloat = 1 {
    didSet {
      maximum = nearest(maximum, in: -1e6...1e6, ifNaN: 1, "maximumZoomScale of a scroll view")
      limitsDidChange()
    }
  }
  private(set) var scale: CGFloat = 1
  private(set) var isZooming = false
  private var scaleAtBegin: CGFloat = 1

  init(_ scrollView: UIScrollView) {
    self.scrollView = scrollView
    pinch.isEnabled = false
    pinch.addHandler { [weak self] _ in self?.pinchDidChange() }
    scrollView.addGestureRecognizer(pinch)
  }

  private func limitsDidChange() {
    pinch.isEnabled = maximum > minimum
  }

  private var view: UIView? { scrollView.delegate?.viewForZooming(in: scrollView) }

  /// Sets the scale, keeping a point of the scroll view's coordinates in place.
  func set(_ requested: CGFloat, around point: CGPoint) {
    let new = min(max(requested, minimum), max(minimum, maximum))
    guard new.isFinite, new != scale, let view else { return }
    let factor = new / scale
    let offset = scrollView.contentOffset
    scale = new
    view.transform = CGAffineTransform(scaleX: new, y: new)
    // The content's corner stays at the origin.
    let size = CGSize(width: view.bounds.width * new, height: view.bounds.height * new)
    view.center = CGPoint(x: size.width / 2, y: size.height / 2)
    scrollView.contentSize = size
    scrollView.zoomDidChange(
      offset: CGPoint(
        x: point.x * factor - (point.x - offset.x), y: point.y * factor - (point.y - offset.y)))
  }

  private func pinchDidChange() {
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
