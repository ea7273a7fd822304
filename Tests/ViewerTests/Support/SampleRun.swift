// SampleRun.swift
// A sample on the virtual clock, with its completions.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import UIKit

@testable import Viewer

/// One sample off screen. Close it at the end of the test.
@MainActor final class SampleRun<Shown: Sample> {
  let stage: OffscreenStage
  let sample: Shown
  private(set) var reports: [SampleReport] = []

  init(_ type: Shown.Type, size: CGSize = CGSize(width: 560, height: 260), scale: CGFloat = 0.25)
    throws
  {
    stage = OffscreenStage(
      type, size: size, scale: scale,
      framesPerSecond: 30)
    guard let sample = stage.sample as? Shown else {
      stage.close()
      throw MissingTool(description: "the catalogue has another sample under \(type.name)")
    }
    self.sample = sample
    sample.onCompletion = { [weak self] in self?.reports.append($0) }
  }

  /// Fires a trigger at the time of the last frame.
  func run(_ trigger: String) throws {
    stage.run(try SampleCatalogue.trigger(named: trigger, of: sample))
  }

  func advance(to time: TimeInterval) { stage.host.advance(to: time) }

  /// The current picture.
  func image() -> CGImage { stage.host.image() }

  func close() { stage.close() }
}

extension CGImage {
  /// The number of pixels in a region with nearly a colour.
  func count(of color: SIMD3<Int>, in rect: CGRect, tolerance: Int = 24) -> Int {
    rows(in: rect).joined().count { pixel in
      (0..<3).allSatisfy { abs(pixel[$0] - color[$0]) <= tolerance }
    }
  }

  /// The mean column of the pixels in a region with nearly a colour; nil without such pixels.
  func middleColumn(of color: SIMD3<Int>, in rect: CGRect, tolerance: Int = 24) -> Double? {
    var (sum, count) = (0, 0)
    for row in rows(in: rect) {
      for (x, pixel) in row.enumerated()
      where (0..<3).allSatisfy({ abs(pixel[$0] - color[$0]) <= tolerance }) {
        sum += x
        count += 1
      }
    }
    return count == 0 ? nil : Double(rect.minX) + Double(sum) / Double(count)
  }
}
