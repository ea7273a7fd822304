// UIHoverGestureRecognizer.swift
// Recognises the pointer over a view, without a press.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Recognises the pointer over a view and its subviews.
///
/// It begins when the pointer comes over the view, changes with each movement, and ends when the pointer leaves.
/// While the button is down there is no change. It neither prevents nor is prevented by another recogniser.
///
/// Source: Apple's `UIHoverGestureRecognizer`.
@preconcurrency @MainActor
open class UIHoverGestureRecognizer: UIGestureRecognizer {
  override var receivesTouches: Bool { false }

  /// The pointer moved over the view.
  final func pointerMoved(to touch: UITouch) {
    lastTouch = touch
    state = state == .possible ? .began : .changed
  }

  /// The pointer left the view.
  final func pointerLeft() {
    state = .ended
    finish()
  }
}

/// The views beneath the pointer of a window.
@MainActor
final class HoverTracker {
  private struct Weak { weak var recognizer: UIHoverGestureRecognizer? }

  private weak var control: UIControl?
  /// The recognisers that have begun.
  private var active: [Weak] = []

  /// Hides the words beneath the pointer.
  func hideToolTip() { control?.storedToolTip?.hide() }

  /// Notifies the control and the recognisers of the view beneath the pointer and of its superviews, and those
  /// that the pointer has left.
  ///
  /// - Parameters:
  ///   - view: Nil when the pointer is over no view.
  ///   - touch: The pointer's place. Not part of a press.
  func move(over view: UIView?, at touch: UITouch) {
    var (found, innermost): ([UIHoverGestureRecognizer], UIControl?) = ([], nil)
    var current = view
    while let some = current {
      if innermost == nil, let control = some as? UIControl { innermost = control }
      for case let hover as UIHoverGestureRecognizer in some.gestureRecognizers ?? []
      where hover.isEnabled {
        found.append(hover)
      }
      current = some.superview
    }
    innermost?.storedToolTip?.pointer = touch.location(in: nil)
    if innermost !== control {
      control?.isHovered = false
      control = innermost
      innermost?.isHovered = true
    }
    guard !found.isEmpty || !active.isEmpty else { return }
    for weak in active {
      if let old = weak.recognizer, !found.contains(old) { old.pointerLeft() }
    }
    active = found.map { Weak(recognizer: $0) }
    for hover in found { hover.pointerMoved(to: touch) }
  }
}
