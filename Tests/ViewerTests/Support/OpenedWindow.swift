// OpenedWindow.swift
// A viewer's window off screen, for tests of what the window does.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

/// Opens the viewer's window with a sample.
///
/// - Parameter scale: Pixels per point. Default 0.25, for tests that look at no pixels.
@MainActor func openWindow(
  _ kind: any Sample.Type, size: CGSize = OffscreenStage.windowSize, scale: CGFloat = 0.25
) throws -> (OffscreenStage, MainViewController) {
  let stage = OffscreenStage(kind, size: size, scale: scale, showsWindow: true)
  return (stage, try #require(stage.viewer))
}

extension MainViewController {
  /// Presses the trigger of a name.
  func press(_ trigger: String) throws {
    press(triggerAt: try #require(triggers.firstIndex { $0.name == trigger }))
  }

  /// Where each layer of the stage is shown, and how. Sliders follow an animator by a display link.
  var shownValues: [[Double]] {
    func values(_ layer: CALayer) -> [[Double]] {
      if layer.delegate is UISlider { return [] }
      let shown = layer.presentation() ?? layer
      let (place, turn) = (shown.position, shown.transform)
      let own = [
        place.x, place.y, shown.bounds.width, shown.bounds.height, Double(shown.opacity),
        (shown as? HangingWeightLayer)?.stretch ?? 0, shown.cornerRadius, turn.m11, turn.m12,
        turn.m21, turn.m22, turn.m41, turn.m42,
      ]
      return [own.map { ($0 * 1e6).rounded() / 1e6 }] + (layer.sublayers ?? []).flatMap(values)
    }
    return values(stage.content.layer)
  }
}

extension OffscreenStage {
  /// Advances to a time, and returns the number of frames that were drawn meanwhile.
  func frames(until time: TimeInterval) -> Int {
    let before = host.records.count
    host.advance(to: time)
    return host.records.count - before
  }
}

extension UIView {
  /// The labels beneath the view that nothing hides.
  var shownLabels: [UILabel] {
    subviews.filter { !$0.isHidden }.flatMap { view in
      ((view as? UILabel).map { [$0] } ?? []) + view.shownLabels
    }
  }
}
