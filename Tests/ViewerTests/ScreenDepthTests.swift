// ScreenDepthTests.swift
// Windows on X screens whose pixel format SDL cannot write.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) struct ScreenDepthTests {
  /// The X server converts the pixels of a window with 8 bits per colour.
  @Test(arguments: ["auto", "memory", "software"])
  func windowOnAScreenOf30BitsHasItsColours(renderer: String) throws {
    let server = try XServer(depth: 30)
    let viewer = try RunningViewer(
      ["view", "Pop"], server: server, environment: ["LAMELLA_RENDERER": renderer])
    let plain = try RunningViewer(["view", "Pop"], environment: ["LAMELLA_RENDERER": renderer])
    let (deep, usual) = (try server.screenshot(), try plain.server.screenshot())
    #expect(deep.depth == 30)
    let stage = try viewer.place(of: "stage")
    let there = deep.pixels(in: stage)
    let here = usual.pixels(in: try plain.place(of: "stage"))
    #expect(here.count == there.count && Set(here).count > 5)
    let differences = zip(here, there).map { $0 &- $1 }
    #expect(differences.allSatisfy { max(abs($0.x), abs($0.y), abs($0.z)) <= 1 })
  }

  @Test func glInSoftwareIsTakenWhereMemoryCannotDraw() throws {
    // Without the extension the server has no visual of 24 or 32 bits.
    let server = try XServer(depth: 30, options: ["-extension", "Composite"])
    let viewer = try RunningViewer(["view", "Pop"], server: server)
    #expect(!viewer.events("ready").isEmpty)
  }

  /// The reason is that of GL, whatever is wrong with the letters of the window's title.
  @Test func glThatIsMissingIsReportedWithItsReason() throws {
    let server = try XServer(options: ["-extension", "GLX"])
    let result = try Program.run(
      ["view", "Pop", "--renderer", "gl"],
      environment: [
        "DISPLAY": server.display, "SDL_VIDEODRIVER": "x11", "LANG": "C", "LC_ALL": "C",
      ])
    #expect(result.status == 69 && result.errors.contains("GL 3.3 core: "), "\(result.errors)")
    #expect(!result.errors.contains("title"), "\(result.errors)")
  }

  @Test func screenOf8BitsIsRefusedWithTheReason() throws {
    let server = try XServer(depth: 8)
    for renderer in ["auto", "memory", "software"] {
      let result = try Program.run(
        ["view", "Pop"],
        environment: [
          "DISPLAY": server.display, "SDL_VIDEODRIVER": "x11", "LAMELLA_RENDERER": renderer,
        ])
      #expect(result.status == 69)
      #expect(result.errors.contains("Use a screen of 24 or 30 bits per pixel"), "\(result.errors)")
    }
  }
}
