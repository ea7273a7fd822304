// OpenedWindow.swift
// A viewer's window off screen, for tests of what the window does.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Testing

@testable import Viewer

/// Opens the viewer's window with a sample.
///
/// - Parameter scale: Pixels per point. Default 0.25, for tests that look at no pixels.
@MainActor func openWindow(
  _ kind: any Sample.Type, size: CGSize = OffscreenStage.windowSize, scale: CGFloat = 0.25
) throws -> (OffscreenStage, MainViewController) {
  let stage = OffscreenStage(kind, size: size, scale: scale, showsWindow: true)
  return (stage, try #require(stage.viewer))
}
