// RenderingAspect.swift
// What the stage can show about how it is painted.
//
// SPDX-License-Identifier: MIT

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
    case .ghosts: "Outlines of moving layers in the last \(GhostView.depth) frames"
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
