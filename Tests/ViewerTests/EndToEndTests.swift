// EndToEndTests.swift
// The built program in a window on an X server without a screen: real pointer events and keys in,
// pixels and the trace out.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) struct EndToEndTests {
  /// The number of pixels that differ clearly between two regions.
  private func differing(_ a: [SIMD3<Int>], _ b: [SIMD3<Int>]) -> Int {
    zip(a, b).count { first, second in
      (0..<3).contains { abs(first[$0] - second[$0]) > 48 }
    }
  }

  /// The fraction of bright pixels in each row of the label, from its top.
  private func ink(_ picture: Screenshot, in place: CGRect) -> [Int] {
    (Int(place.minY)..<Int(place.maxY)).map { y in
      (Int(place.minX)..<Int(place.maxX)).count { picture[$0, y].x > 120 }
    }
  }

  @Test func typedTextPushesTheOldTextOut() throws {
    let viewer = try RunningViewer(["view", "FancyLabel"])
    let label = try viewer.place(of: "label")
    let before = try viewer.server.screenshot()
    try viewer.press("field")
    try viewer.server.xdotool("key", "ctrl+a")
    try viewer.server.xdotool("type", "--delay", "40", "WWWWWWWW")
    try viewer.advance(by: 0.3)
    #expect(
      differing(before.pixels(in: label), try viewer.server.screenshot().pixels(in: label)) == 0,
      "typing alone does not change the label")

    var pictures: [Screenshot] = []
    let completion = try viewer.after("completion") {
      try viewer.server.xdotool("key", "Return")
      pictures = try viewer.watch(for: 1.2).map(\.picture)
    }
    let after = try viewer.server.screenshot()
    #expect(completion.fields["finished"] == "true")
    #expect(abs((completion.number("elapsed") ?? 0) - 1) < 2.5 / 60)

    // The rows of the two texts differ: find both in one picture, the old
    // moved up and the new below it.
    let old = ink(before, in: label)
    let new = ink(after, in: label)
    #expect(old != new)
    let height = old.count
    let both = pictures.contains { picture in
      let rows = ink(picture, in: label)
      return (8...(height - 8)).contains { shift in
        let upper = zip(rows[..<(height - shift)], old[shift...])
        let lower = zip(rows[(height - shift)...], new[..<shift])
        let difference = (Array(upper) + Array(lower)).reduce(0) { $0 + abs($1.0 - $1.1) }
        let seesOld = old[shift...].reduce(0, +) > 200
        let seesNew = new[..<shift].reduce(0, +) > 200
        // A shift is rarely a whole pixel, so edges of rows may differ slightly.
        return seesOld && seesNew && difference * 5 < rows.reduce(0, +)
      }
    }
    #expect(both, "in none of \(pictures.count) pictures are both texts partly seen")
  }

  @Test func crossFadeShowsBothTexts() throws {
    let viewer = try RunningViewer(["view", "FancyLabel"])
    let label = try viewer.place(of: "label")
    let before = try viewer.server.screenshot().pixels(in: label)
    var pictures: [Screenshot] = []
    _ = try viewer.after("completion") {
      try viewer.press("trigger-fade")
      pictures = try viewer.watch(for: 1.2).map(\.picture)
    }
    let after = try viewer.server.screenshot().pixels(in: label)
    // Where only one text has ink, the mix is between its brightness and the background's.
    let onlyOld = before.indices.filter { before[$0].x > 200 && after[$0].x < 60 }
    let onlyNew = before.indices.filter { after[$0].x > 200 && before[$0].x < 60 }
    #expect(onlyOld.count > 100 && onlyNew.count > 100)
    let both = pictures.contains { picture in
      let pixels = picture.pixels(in: label)
      let isPartial = { (place: Int) in (70...195).contains(pixels[place].x) }
      return onlyOld.allSatisfy(isPartial) && onlyNew.allSatisfy(isPartial)
    }
    #expect(both, "in none of \(pictures.count) pictures are both texts partly seen")
  }

  @Test func popPeaksNear35Percent() throws {
    let viewer = try RunningViewer(["view", "Pop"])
    // The position's view is the first colour in its column, which gives its top edge.
    let color = UIColorBytes.position
    let stage = try viewer.place(of: "stage")
    func top(_ picture: Screenshot) -> Int? {
      (Int(stage.minY)..<Int(stage.maxY)).first { y in
        stride(from: Int(stage.minX), to: Int(stage.minX) + Int(stage.width / 4), by: 4)
          .contains { picture[$0, y] == color }
      }
    }
    let rest = try #require(top(viewer.server.screenshot()))
    let trigger = try viewer.after("trigger") { try viewer.press("trigger-all") }
    let pressed = try #require(trigger.number("time"))
    let heights = try viewer.watch(for: 1.1).compactMap { time, picture in
      top(picture).map { (time: time - pressed, height: rest - $0) }
    }
    let highest = try #require(heights.map(\.height).max())
    #expect((60...72).contains(highest), "the view rose by \(highest) of 72 points")
    let peak = heights.filter { $0.height == highest }.map(\.time)
    let middle = ((peak.first ?? 0) + (peak.last ?? 0)) / 2
    #expect(abs(middle - 0.245) < 1.5 / 60, "the extreme was at \(middle) s")
    #expect(try viewer.settle())
    #expect(try top(viewer.server.screenshot()) == rest)
    #expect(viewer.events("completion").count == 1)
  }

  @Test func barAndMarkerAgreeInEveryFrame() throws {
    let viewer = try RunningViewer(["view", "LoadingIndicator"])
    var pictures: [Screenshot] = []
    let stage = try viewer.place(of: "stage")
    _ = try viewer.after("completion") {
      try viewer.press("trigger-ease-out")
      pictures = try viewer.watch(for: 0.9).map(\.picture)
      try viewer.press("block")
      pictures += try viewer.watch(for: 1.5).map(\.picture)
    }
    let frames = viewer.events("frame").filter { ($0.number("percent") ?? 0) > 0 }
    #expect(frames.count > 20)
    for frame in frames {
      let percent = try #require(frame.number("percent"))
      let marker = try #require(frame.number("marker"))
      #expect(abs(percent - marker) < 1e-6)
    }
    // The same measured by pixels: bar and marker end in the same column.
    let bar = UIColorBytes.bar
    let marker = UIColorBytes.marker
    func lastColumn(_ picture: Screenshot, _ color: SIMD3<Int>) -> Int? {
      let xs = Int(stage.minX)..<Int(stage.maxX)
      return stride(from: Int(stage.minY), to: Int(stage.maxY), by: 6).compactMap { y in
        xs.last { picture[$0, y] == color }
      }.max()
    }
    var compared = 0
    for picture in pictures {
      guard let barEdge = lastColumn(picture, bar), let markerEdge = lastColumn(picture, marker)
      else { continue }
      compared += 1
      // Only pixels of the pure colour count: rounding may separate a common edge by one.
      #expect(abs(barEdge - markerEdge) <= 1)
    }
    #expect(compared > 10)
    #expect(viewer.events("block").count == 1)
  }

  @Test func closingDuringAnimationExitsCleanly() throws {
    let viewer = try RunningViewer(["view", "LoadingIndicator"])
    _ = try viewer.after("trigger") { try viewer.press("trigger-spring") }
    try viewer.advance(by: 0.4)
    #expect((viewer.events("frame").last?.number("animations") ?? 0) > 0)
    try viewer.server.closeWindow(viewer.window)
    #expect(viewer.waitForEnd(), "the program is still running")
    if !viewer.process.isRunning {
      #expect(viewer.process.terminationReason == .exit)
      #expect(viewer.process.terminationStatus == 0)
    }
  }

  @Test func controlQExitsCleanly() throws {
    let viewer = try RunningViewer(["view", "Pop"])
    try viewer.server.xdotool("key", "ctrl+q")
    #expect(viewer.waitForEnd(), "the program is still running")
    if !viewer.process.isRunning { #expect(viewer.process.terminationStatus == 0) }
  }

  @Test func samplesAreSelectedByPointerAndKeys() throws {
    let viewer = try RunningViewer([])
    let chosen = try viewer.after("sample") { try viewer.press("sample-Pop") }
    #expect(chosen.fields["name"] == "Pop")
    let next = try viewer.after("sample") { try viewer.server.xdotool("key", "Down") }
    #expect(next.fields["name"] == "LoadingIndicator")
    let trigger = try viewer.after("trigger") { try viewer.server.xdotool("key", "2") }
    #expect(trigger.fields["name"] == "autoreverse")
  }

  /// Xlib ends a program that lost its server with 1, which the help calls a failed check.
  @Test func lostServerEndsTheProgramWith69() throws {
    let viewer = try RunningViewer(["view", "Pop"])
    viewer.server.end()
    #expect(viewer.waitForEnd(), "the program is still running")
    if !viewer.process.isRunning { #expect(viewer.process.terminationStatus == 69) }
  }

  /// A sample is laid out before it has a size, and in a window of any size.
  @Test func keyframesIsOpenedAndResized() throws {
    let viewer = try RunningViewer(["view", "Keyframes"])
    _ = try viewer.after("trigger") { try viewer.press("trigger-linear") }
    for size in [100, 1, 600] {
      _ = try viewer.after("frame") {
        try viewer.server.xdotool("windowsize", "\(viewer.window)", "\(size)", "\(size)")
      }
      #expect(viewer.process.isRunning)
    }
    try viewer.advance(by: 4)
    #expect(viewer.events("completion").count == 1)
    try viewer.server.closeWindow(viewer.window)
    #expect(viewer.waitForEnd(), "the program is still running")
    if !viewer.process.isRunning { #expect(viewer.process.terminationStatus == 0) }
  }

  @Test func windowShowsStageButtonsAndDock() throws {
    let viewer = try RunningViewer(["view", "Pop"])
    #expect(try viewer.settle())
    let picture = try viewer.server.screenshot()
    for name in ["stage", "dock", "trigger-all", "play", "block", "sample-FancyLabel"] {
      let colors = Set(picture.pixels(in: try viewer.place(of: name)))
      #expect(colors.count > 3, "\(name) is empty")
    }
  }
}

/// Colours of the samples that the tests look for on the screen.
private enum UIColorBytes {
  static let position = SIMD3(0x88, 0xCC, 0xEE)
  static let bar = SIMD3(0x88, 0xCC, 0xEE)
  static let marker = SIMD3(0xE6, 0x9F, 0x00)
}
