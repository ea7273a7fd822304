// WindowScreen.swift
// Stage: present. An SDL window as the screen of frames: by the GPU, or drawn in memory.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import QuartzCore
import SDLRenderer

/// A window on the desktop.
final class WindowScreen: Screen {
  typealias Failure = SDLError

  let window: SDLWindow
  private var pacer: FramePacer
  private let gpu: SDLCanvas?
  private let memory: MemoryCanvas?
  /// Whether the last list was drawn into the window's own pixels, so that nothing is copied.
  private var isDrawnInPlace = false
  private var chosenAt: TimeInterval = 0
  private var target: TimeInterval = 0
  /// Whether the frame in work follows the one before without a pause.
  var isContinuous = false

  init(window: SDLWindow, coverage: any CoverageSource, isPaced: Bool) throws(SDLError) {
    self.window = window
    if window.rendererName == "memory" {
      memory = MemoryCanvas(source: coverage, order: .bgra)
      gpu = nil
    } else {
      gpu = try SDLCanvas(window: window, source: coverage)
      memory = nil
    }
    let mode: FramePacer.Mode =
      if !isPaced { .unpaced } else if window.waitsForScreen { .driver } else { .simulated }
    pacer = FramePacer(mode: mode, nominalRate: window.nominalRefreshRate)
  }

  var size: PixelSize { window.pixelSize }
  var scale: CGFloat { window.scale }
  var period: TimeInterval { pacer.period }
  var source: TimeSource { pacer.mode == .driver ? .presentReturn : .simulated }

  func predictedDisplay() -> TimeInterval {
    chosenAt = MediaClock.now
    target = pacer.nextDisplay(after: chosenAt)
    return target
  }

  func draw(_ list: borrowing DrawList) throws(SDLError) -> CanvasCounts {
    if let gpu { return try gpu.draw(list) }
    guard let memory else { return CanvasCounts() }
    isDrawnInPlace = false
    guard let surface = try window.surface(), surface.memory.size == list.size else {
      return memory.draw(list)
    }
    isDrawnInPlace = true
    if surface.isNew { memory.forget() }
    return memory.draw(list, into: surface.memory)
  }

  func present() throws(SDLError) -> TimeInterval {
    let drawn = MediaClock.now
    pacer.noteWork(drawn - chosenAt)
    if pacer.mode == .simulated {
      // Our own pace: wait for the refresh that the frame can reach, as a display would.
      target = drawn <= target ? target : pacer.refresh(notBefore: drawn)
      let rest = target - MediaClock.now
      if rest > 0 { Thread.sleep(forTimeInterval: rest) }
    }
    if let memory {
      if isDrawnInPlace {
        try window.show(memory.drawnRegions)
      } else {
        try copy(memory)
      }
    } else {
      window.present()
    }
    let display = pacer.mode == .simulated ? target : MediaClock.now
    pacer.noteDisplay(display, isContinuous: isContinuous)
    return display
  }

  /// Shows a picture whose pixels are not in the window's order.
  private func copy(_ memory: MemoryCanvas) throws(SDLError) {
    let size = memory.size
    // A rethrowing function loses the error's type; the result carries it out.
    let shown: Result<Void, SDLError> = memory.withPixels { pixels, bytesPerRow in
      guard let rows = pixels.baseAddress else { return .success(()) }
      return Result { () throws(SDLError) in
        try window.present(rows: rows, isBlueFirst: true, bytesPerRow: bytesPerRow, size: size)
      }
    }
    try shown.get()
  }
}
