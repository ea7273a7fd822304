// WindowScreen.swift
// Stage: present. A window as the screen of frames, drawn by any canvas and paced by refreshes.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import QuartzCore
import SDLRenderer

/// Creates the screen of a window, with the canvas of the window's renderer.
///
/// - Parameter isPaced: Whether frames are paced by refreshes.
func makeScreen(
  for window: SDLWindow, source: any CoverageSource, isPaced: Bool
) throws(SDLError) -> any PacedScreen<SDLError> {
  switch window.rendererKind {
  case .gl:
    WindowScreen(
      window: window, canvas: try FallbackCanvas(window: window, source: source), isPaced: isPaced)
  case .memory where !window.hasMemory:
    WindowScreen(
      window: window, canvas: try TextureCanvas(window: window, source: source), isPaced: isPaced)
  case .memory:
    WindowScreen(
      window: window, canvas: SurfaceCanvas(window: window, source: source), isPaced: isPaced)
  }
}

/// A desktop window drawn by a canvas.
final class WindowScreen<Output: WindowCanvas>: PacedScreen {
  typealias Failure = SDLError

  private let window: SDLWindow
  private let canvas: Output
  private var predictor: RefreshPredictor
  /// The media time at which the current frame's time was chosen.
  private var chosenAt: TimeInterval = 0
  /// The refresh that the current frame is for.
  private var target: TimeInterval = 0
  var isContinuous = false

  init(window: SDLWindow, canvas: Output, isPaced: Bool) {
    self.window = window
    self.canvas = canvas
    let mode: RefreshPredictor.Mode =
      if !isPaced { .unpaced } else if window.waitsForScreen { .driver } else { .simulated }
    predictor = RefreshPredictor(mode: mode, nominalRate: window.nominalRefreshRate)
  }

  var size: PixelSize { window.pixelSize }
  var scale: CGFloat { window.scale }
  var period: TimeInterval { predictor.period }
  var isPaced: Bool { predictor.mode != .unpaced }
  var isBoundToThread: Bool { Output.isBoundToThread }
  var source: TimeSource { predictor.mode == .driver ? .presentReturn : .simulated }

  func predictedDisplay() -> TimeInterval {
    chosenAt = MediaClock.now
    target = predictor.nextDisplay(after: chosenAt)
    return target
  }

  func drawingBegins() { chosenAt = MediaClock.now }

  func draw(_ list: borrowing DrawList) throws(SDLError) -> CanvasCounts { try canvas.draw(list) }

  func present() throws(SDLError) -> TimeInterval {
    let drawn = MediaClock.now
    predictor.noteWork(drawn - chosenAt)
    if predictor.mode == .simulated {
      // Wait for the refresh that the frame can reach, as a display would.
      target = drawn <= target ? target : predictor.refresh(notBefore: drawn)
      let rest = target - MediaClock.now
      if rest > 0 { Thread.sleep(forTimeInterval: rest) }
    }
    let presented = MediaClock.now
    try canvas.present()
    let display = predictor.mode == .simulated ? target : MediaClock.now
    predictor.noteDisplay(display, presented: presented, isContinuous: isContinuous)
    return display
  }
}
