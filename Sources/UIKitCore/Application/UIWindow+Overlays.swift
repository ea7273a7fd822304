// UIWindow+Overlays.swift
// Windows of a higher level than the normal one, which lie within another window of their scene.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore

/// Removes the layer of a window that is shown above another, also when the window is released.
final class OverlayHold {
  private let layer: CALayer

  init(_ layer: CALayer) { self.layer = layer }

  deinit {
    nonisolated(unsafe) let layer = layer
    if MainThread.isCurrent {
      layer.removeFromSuperlayer()
    } else {
      DispatchQueue.main.async { layer.removeFromSuperlayer() }
    }
  }
}

/// A window above another.
struct WeakOverlay { weak var window: UIWindow? }

extension UIWindow {
  /// The window that a window of a higher level is shown above: the frontmost one of the scene whose level is normal or
  /// lower. Nil where there is none: then it has a frame of the desktop's own.
  final var windowBelow: UIWindow? {
    guard windowLevel > .normal else { return nil }
    return UIApplication.shared.windows.last {
      $0 !== self && !$0.isOverlay && $0.windowLevel <= .normal && $0.windowScene === windowScene
    }
  }

  /// The windows above this one, from front to back.
  final var overlaysFromFront: [UIWindow] {
    overlays.compactMap(\.window).sortedByLevel.reversed()
  }

  /// Gives windows above this one its scale, and its size to those that had its old one.
  final func resizeOverlays(from old: CGSize, scale: CGFloat) {
    for window in overlaysFromFront {
      let size = window.bounds.size == old ? bounds.size : window.bounds.size
      window.deliver(InputEvent(time: MediaClock.now, kind: .resized(size, scale: scale)))
    }
  }

  // MARK: Events

  /// Passes an event on to the window above that it is for: the frontmost one that the pointer hits, until it is released;
  /// for keys, the key window. Returns whether there is one.
  final func passOn(_ event: InputEvent) -> Bool {
    guard !overlays.isEmpty else { return false }
    switch event.kind {
    case .pointerDown(let point, _, _), .pointerMoved(let point), .pointerUp(let point, _),
      .scroll(let point, _, _, _):
      let target = pointerOwner ?? overlaysFromFront.first { $0.isHit(at: point, from: self) }
      if case .pointerDown = event.kind { pointerOwner = target ?? self }
      if case .pointerUp = event.kind { pointerOwner = nil }
      guard let target, target !== self else { return false }
      target.deliver(
        InputEvent(
          time: event.time,
          kind: event.kind.moved { target.layer.convert($0, from: self.layer) }))
      return true
    case .keyDown, .keyUp, .text, .composition:
      guard let key = overlaysFromFront.first(where: \.isKeyWindow) else { return false }
      key.deliver(event)
      return true
    case .resized, .focusChanged, .visibilityChanged, .pointerLeft, .exposed, .closeRequested,
      .dropped:
      return false
    }
  }

  private func isHit(at point: CGPoint, from window: UIWindow) -> Bool {
    hitTest(layer.convert(point, from: window.layer), with: nil) != nil
  }
}

extension InputEvent.Kind {
  /// The event at another place.
  fileprivate func moved(_ place: (CGPoint) -> CGPoint) -> InputEvent.Kind {
    switch self {
    case .pointerDown(let point, let button, let clicks):
      .pointerDown(place(point), button: button, clicks: clicks)
    case .pointerMoved(let point): .pointerMoved(place(point))
    case .pointerUp(let point, let button): .pointerUp(place(point), button: button)
    case .scroll(let point, let deltaX, let deltaY, let modifiers):
      .scroll(place(point), deltaX: deltaX, deltaY: deltaY, modifiers: modifiers)
    default: self
    }
  }
}
