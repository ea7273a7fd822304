// Screen.swift
// The interface of frames to what shows them.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// A target for frames, and the times at which it shows them.
package protocol Screen: AnyObject {
  /// Why a frame could not be shown; `Never` in memory.
  associatedtype Failure: Error
  /// Device pixels of the target.
  var size: PixelSize { get }
  /// Device pixels per point.
  var scale: CGFloat { get }
  /// The refresh period, in seconds; measured where possible.
  var period: TimeInterval { get }
  /// The source of ``FrameRecord/display``.
  var source: TimeSource { get }
  /// Returns the media time at which a frame that is drawn now will be on the screen.
  func predictedDisplay() -> TimeInterval
  /// Draws a list; it is not on the screen yet.
  func draw(_ list: borrowing DrawList) throws(Failure) -> CanvasCounts
  /// Shows the drawn list; returns the media time at which it was on the screen.
  func present() throws(Failure) -> TimeInterval
}

/// A screen that measures or simulates refreshes.
package protocol PacedScreen<Failure>: Screen {
  /// Whether the next frame follows the previous one without a pause, so that the time between them
  /// measures the refresh period.
  var isContinuous: Bool { get set }
  /// Whether frames wait for refreshes, which they can miss. Without, each follows the one before at once. Default true.
  var isPaced: Bool { get }
  /// Whether one thread alone can draw and show, as with a graphics context. Default true.
  var isBoundToThread: Bool { get }
  /// Reports that work on the frame begins only now, after a wait since ``predictedDisplay()``. By default it
  /// has no effect.
  func drawingBegins()
}

extension PacedScreen {
  package var isPaced: Bool { true }
  package var isBoundToThread: Bool { true }
  package func drawingBegins() {}
}
