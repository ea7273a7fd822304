// ActionSearchTests.swift
// Actions found in each of the five places of the search (semantics 11.1).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct ActionSearchTests {
  private let all: [(trigger: String, duration: Double)] = [
    ("delegate", 1), ("actions", 0.85), ("style", 0.7), ("class", 0.55), ("built-in", 0.25),
  ]

  /// semantics 11.1: earlier places had no action, later places are not searched.
  @Test(arguments: 0..<5) func placeOfTheActionIsMarked(step: Int) throws {
    let played = try PlayedSample(ActionSearchSample.self)
    defer { played.close() }
    let (trigger, duration) = all[step]
    try played.press(trigger)
    let row = played.sample.rows[step]
    for (place, mark) in row.marks.enumerated() {
      #expect(mark == (place < step ? .noAnswer : place == step ? .answered : .notAsked))
    }
    let animation = try #require(row.moving.animation(forKey: "position"))
    #expect(animation.duration == duration)
    #expect(row.note.text?.hasSuffix("\(Wording.fixed(duration, 2)) s") == true)
    for other in played.sample.rows where other !== row {
      #expect(other.marks.allSatisfy { $0 == .unknown })
      #expect(other.moving.animationKeys() ?? [] == [])
    }
    played.advance(to: 2)
    #expect(played.reports.count == 1)
    let elapsed = try #require(played.reports.first).elapsed
    #expect((-0.001...2.5 / 60).contains(elapsed - duration), "completed after \(elapsed) s")
  }

  /// semantics 11.1: `NSNull` ends the search, though every other place has an action.
  @Test func nullEndsTheSearch() throws {
    let played = try PlayedSample(ActionSearchSample.self)
    defer { played.close() }
    let row = try #require(played.sample.rows.last)
    let before = row.moving.position.x
    try played.press("null")
    #expect(row.marks == [.refused, .notAsked, .notAsked, .notAsked, .notAsked])
    #expect(row.moving.animationKeys() ?? [] == [])
    played.advance(to: 1.0 / 60)
    #expect(row.moving.presentation()?.position.x == row.moving.position.x)
    #expect(row.moving.position.x > before)
    played.advance(to: 1)
    #expect(played.reports.count == 1)
  }

  @Test func layersMoveForTheirActionsDuration() throws {
    let played = try PlayedSample(ActionSearchSample.self)
    defer { played.close() }
    let moving = played.sample.rows.map(\.moving)
    let start = moving[0].position.x
    try played.press("all")
    for time in [0.1, 0.3, 0.6, 0.8, 0.9, 1.1] {
      played.advance(to: time)
      for (layer, duration) in zip(moving, all.map(\.duration) + [0]) {
        let x = try #require(layer.presentation()).position.x
        #expect(x > start && (x == layer.position.x) == (time >= duration), "at \(time) s")
      }
    }
    played.advance(to: 2)
    played.expect("All six", finished: nil, after: 1)
  }

  /// The search begins with the delegate, with the key that changes.
  @Test func delegateIsSearchedForEveryKey() {
    let delegate = SearchDelegate(NSNull())
    let layer = DefaultingLayer()
    #expect(delegate.action(for: layer, forKey: "position") is NSNull)
    #expect(delegate.action(for: layer, forKey: "opacity") == nil)
    #expect(DefaultingLayer.defaultAction(forKey: "position") is StepAction)
    #expect(DefaultingLayer.defaultAction(forKey: "opacity") == nil)
  }

  /// A layout neither searches for an action nor animates.
  @Test func layoutDoesNotSearch() throws {
    let played = try PlayedSample(ActionSearchSample.self)
    defer { played.close() }
    try played.press("style")
    played.advance(to: 1)
    let marks = played.sample.rows.map(\.marks)
    let stage = try #require(played.sample.rows[0].superview)
    stage.frame.size = CGSize(width: 560, height: 260)
    played.advance(to: 1.1)
    #expect(played.sample.rows.map(\.marks) == marks)
    for row in played.sample.rows {
      #expect(row.moving.animationKeys() ?? [] == [])
      #expect(stage.bounds.contains(row.frame), "it fits the smallest stage")
      #expect(row.bounds.contains(row.note.frame))
    }
  }

  @Test func movingDotsAreDrawn() throws {
    let played = try PlayedSample(ActionSearchSample.self, scale: 1)
    defer { played.close() }
    let row = played.sample.rows[4]
    let color = try #require(row.moving.backgroundColor).lanes
    try played.press("built-in")
    let picture = played.pixels(of: row, at: 1)
    let place = row.moving.position
    let pixel = picture[Int(place.y)][Int(place.x)]
    for lane in 0..<3 { #expect(abs(Double(pixel[lane]) - color[lane] * 255) < 1.5) }
  }
}
