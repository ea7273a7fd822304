// OffscreenScreen.swift
// Stage: present. An image in memory as the screen of frames, refreshed by the virtual clock.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore

/// A screen in memory, refreshed by the virtual clock.
final class OffscreenScreen: Screen {
  typealias Failure = Never
  let size: PixelSize
  let scale: CGFloat
  let period: TimeInterval
  var source: TimeSource { .virtual }
  private let canvas: MemoryCanvas
  private var lastDisplay: TimeInterval?
  private var target: TimeInterval = 0
  private var began: TimeInterval = 0
  private var display: TimeInterval = 0

  init(size: PixelSize, scale: CGFloat, period: TimeInterval, coverage: any CoverageSource) {
    self.size = size
    self.scale = scale
    self.period = period
    canvas = MemoryCanvas(source: coverage)
  }

  /// The first refresh after the last display.
  var nextRefresh: TimeInterval {
    guard let lastDisplay else { return 0 }
    return (((lastDisplay / period) + 1e-6).rounded(.down) + 1) * period
  }

  /// Chooses the refresh of the next frame, which begins now.
  func beginFrame(for refresh: TimeInterval) {
    target = refresh
    began = MediaClock.now
  }

  /// Lets the refresh pass without a frame, and with it those that a clock has passed that was advanced by hours.
  func skip() {
    let passed = ((MediaClock.now / period).rounded(.down) - 1) * period
    lastDisplay = max(target, passed)
  }

  func predictedDisplay() -> TimeInterval {
    let now = MediaClock.now
    let ready = now + OffscreenHost.normalWork
    // Without virtual time spent, the frame is in time. Otherwise it also needs the normal work.
    let isInTime = now - began <= 1e-9 ? now <= target + 1e-9 : ready <= target + 1e-9
    display = isInTime ? target : (ready / period - 1e-6).rounded(.up) * period
    return display
  }

  func draw(_ list: borrowing DrawList) -> CanvasCounts { canvas.draw(list) }

  func present() -> TimeInterval {
    // If the frame's time was predicted before its work, the work may have passed it. The normal work comes on
    // top of what was added to it.
    if MediaClock.now > display + 1e-9 {
      let ready = MediaClock.now + OffscreenHost.normalWork
      display = (ready / period - 1e-6).rounded(.up) * period
    }
    // As if waiting for the refresh: callbacks after the frame run at its display time.
    MediaClock.advance(to: display)
    lastDisplay = display
    return display
  }

  func image() -> CGImage {
    canvas.image()
      ?? CGImage(
        width: size.width, height: size.height,
        premultipliedRGBA: [UInt8](repeating: 0, count: size.width * size.height * 4))
  }
}
