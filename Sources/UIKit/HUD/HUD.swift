// HUD.swift
// The overlay of frames in any program: requested by LAMELLA_HUD=1, shown and hidden by F3.
//
// SPDX-License-Identifier: MIT

package import Compositor
import CoreGraphics
import Foundation
package import HostInterface
import QuartzCore
package import UIKitCore

/// The overlays of a program's windows.
///
/// The environment variable is read once, at start. Without it there is no overlay, no observer of frames, and F3 is
/// a key as any other.
@MainActor package final class HUD {
  /// The name of the variable.
  package nonisolated static let variable = "LAMELLA_HUD"

  /// A corner of a window.
  enum Corner: Int, CaseIterable { case topRight, bottomRight, bottomLeft, topLeft }

  private struct Shown {
    weak var window: UIWindow?
    let view: HUDView
  }

  private var shown: [Shown] = []
  /// The window whose frames run.
  private var window: UIWindow? { FrameObservers.window }
  private var isVisible = true
  private var corner = Corner.topRight

  /// Creates the overlays, or none without the variable.
  package static func fromEnvironment(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> HUD? {
    let value = environment[variable] ?? ""
    return value.isEmpty || value == "0" ? nil : HUD()
  }

  package init() { FrameObservers.add(self) }

  /// Shows an overlay above a window's content.
  package func attach(to window: UIWindow) {
    shown.removeAll { $0.window == nil }
    guard !shown.contains(where: { $0.window === window }) else { return }
    let view = HUDView()
    shown.append(Shown(window: window, view: view))
    window.addSubview(view)
    place()
  }

  /// Handles a key of the overlay; returns false for any other event.
  package func handle(_ event: InputEvent.Kind) -> Bool {
    guard case .keyDown(.function(3), let modifiers, let isRepeat) = event else { return false }
    if isRepeat { return true }
    if modifiers.contains(.shift) {
      corner = Corner(rawValue: (corner.rawValue + 1) % Corner.allCases.count) ?? .topRight
    } else {
      isVisible.toggle()
    }
    place()
    return true
  }

  /// Places the overlays in their corner, above views that were added since.
  private func place() {
    for overlay in shown {
      guard let window = overlay.window else { continue }
      overlay.view.isHidden = !isVisible
      if window.subviews.last !== overlay.view { window.bringSubviewToFront(overlay.view) }
      let frame = corner.frame(of: HUDView.size, in: window.bounds)
      if overlay.view.frame != frame { overlay.view.frame = frame }
    }
  }
}

extension HUD.Corner {
  /// The frame of a size in the corner, 12 points from the edges.
  func frame(of size: CGSize, in bounds: CGRect) -> CGRect {
    let isLeft = self == .topLeft || self == .bottomLeft
    let isTop = self == .topLeft || self == .topRight
    return CGRect(
      x: isLeft ? bounds.minX + 12 : bounds.maxX - 12 - size.width,
      y: isTop ? bounds.minY + 12 : bounds.maxY - 12 - size.height, width: size.width,
      height: size.height)
  }
}

extension HUD: FrameObserver {
  package func frameWillRun(at time: TimeInterval) {
    guard isVisible else { return }
    place()
    for overlay in shown where overlay.window === window { overlay.view.refresh(at: time) }
  }

  package func frameDidFinish(_ record: FrameRecord) {
    for overlay in shown where overlay.window === window { overlay.view.add(record) }
  }
}
