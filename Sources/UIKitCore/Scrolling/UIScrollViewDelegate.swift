// UIScrollViewDelegate.swift
// Callbacks for scrolling, dragging, deceleration and zooming.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Receives the scroll view's changes. Every method is optional.
///
/// A drag calls `willBeginDragging`, then `willEndDragging` and `didEndDragging`; a deceleration after
/// it calls `willBeginDecelerating` and `didEndDecelerating`. An animated change by code ends with
/// `didEndScrollingAnimation`. `didScroll` is called for every change of the offset.
@preconcurrency @MainActor
public protocol UIScrollViewDelegate: AnyObject {
  /// The content offset has changed.
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  /// The zoom scale has changed.
  func scrollViewDidZoom(_ scrollView: UIScrollView)
  /// A drag begins.
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  /// A drag is about to end.
  ///
  /// - Parameters:
  ///   - scrollView: The view.
  ///   - velocity: The velocity of the offset, in points per millisecond.
  ///   - targetContentOffset: The final offset, which may be changed.
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>)
  /// A drag has ended.
  ///
  /// - Parameters:
  ///   - scrollView: The view.
  ///   - decelerate: Whether the content decelerates.
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  /// Deceleration begins.
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
  /// Deceleration has ended.
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  /// An animated change of the offset has ended.
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
  /// ``UIScrollView/adjustedContentInset`` has changed with the safe area.
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView)
  /// Whether a press of the status bar scrolls to the top. Never called: there is none. Default true.
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
  /// A press of the status bar has scrolled to the top. Never called: there is none.
  func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
  /// Returns the view to zoom. Default nil.
  func viewForZooming(in scrollView: UIScrollView) -> UIView?
  /// Zooming begins.
  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?)
  /// Zooming has ended.
  func scrollViewDidEndZooming(
    _ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat)
}

extension UIScrollViewDelegate {
  /// Does nothing.
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  /// Does nothing.
  public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
  /// Does nothing.
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  /// Does nothing.
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
  /// Does nothing.
  public func scrollViewDidEndDragging(
    _ scrollView: UIScrollView, willDecelerate decelerate: Bool
  ) {}
  /// Does nothing.
  public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
  /// Does nothing.
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  /// Does nothing.
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
  /// Does nothing.
  public func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
  /// Returns true.
  public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
  /// Does nothing.
  public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
  /// Returns nil.
  public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
  /// Does nothing.
  public func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {}
  /// Does nothing.
  public func scrollViewDidEndZooming(
    _ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat
  ) {}
}
