// RenderingAspect.swift
// What the stage can show about how it is painted.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation

/// One thing about painting that the stage shows over the sample.
enum RenderingAspect: CaseIterable {
  case ghosts, repaints, offscreenPasses, blending, overdraw

  /// Those that colour the stage, of which one is shown at a time, in the order of the key.
  static let tints: [RenderingAspect] = [.offscreenPasses, .blending, .overdraw]

  var isTint: Bool { Self.tints.contains(self) }

  /// The title of its row in the menu.
  var title: String {
    switch self {
    case .ghosts: "Ghosts"
    case .repaints: "Repainted areas"
    case .offscreenPasses: "Offscreen passes"
    case .blending: "Blending"
    case .overdraw: "Overdraw"
    }
  }

  /// What it shows, beneath its title in the menu.
  var effect: String {
    switch self {
    case .ghosts: "Outlines of moving layers in the last 8 frames"
    case .repaints: "An outline around what a frame painted again"
    case .offscreenPasses: "What is painted into a picture of its own first"
    case .blending: "What is mixed with what lies beneath it"
    case .overdraw: "How often each pixel is painted"
    }
  }

  /// The name of its row in the log of events.
  var controlName: String {
    switch self {
    case .ghosts: "ghosts"
    case .repaints: "repaints"
    case .offscreenPasses: "offscreen"
    case .blending: "blending"
    case .overdraw: "overdraw"
    }
  }
}

extension PaintReport {
  /// The figures of a tint in words; empty for what is no tint.
  func sentence(for tint: RenderingAspect) -> String {
    switch tint {
    case .offscreenPasses:
      let passes = offscreenPasses
      if passes.isEmpty { return "No offscreen pass" }
      let pixels = passes.reduce(0) { $0 + $1.area }
      let share = 100 * Double(pixels) / Double(size.width * size.height)
      return "\(passes.count) offscreen \(passes.count == 1 ? "pass" : "passes"), "
        + "\(Wording.fixed(share, share < 10 ? 1 : 0)) % of the stage's pixels"
    case .blending:
      let layers = layers
      let blended = layers.filter(\.isBlended).count
      return "\(blended) blended, \(layers.count - blended) opaque"
    case .overdraw:
      let counts = paintCounts
      let painted = counts.filter { $0 > 0 }.count
      if painted == 0 { return "Nothing is painted" }
      let sum = counts.reduce(0) { $0 + Int($1) }
      return "Painted \(Wording.fixed(Double(sum) / Double(painted), 1)) times on average, "
        + "\(counts.max() ?? 0) at most"
    case .ghosts, .repaints: return ""
    }
  }
}
