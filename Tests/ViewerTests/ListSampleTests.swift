// ListSampleTests.swift
// The samples of navigation, tables and collections: what each trigger shows, and its completion.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct ListSampleTests {
  private func run(_ name: String, _ stage: OffscreenStage) throws {
    stage.run(try SampleCatalogue.trigger(named: name, of: stage.sample))
  }

  @Test func pagesArePushedAndPopped() throws {
    let stage = OffscreenStage(SwipeBackSample.self, scale: 0.25)
    defer { stage.close() }
    let sample = try #require(stage.sample as? SwipeBackSample)
    var reports: [SampleReport] = []
    sample.onCompletion = { reports.append($0) }
    try run("push", stage)
    #expect(sample.navigation.viewControllers.count == 2 && reports.isEmpty)
    stage.host.advance(to: 0.175)
    let page = try #require(sample.navigation.topViewController?.view)
    let shown = try #require(page.layer.presentation()).position.x
    #expect(shown > page.center.x + 100, "half of the way is left")
    stage.host.advance(to: 0.5)
    #expect(reports.map(\.finished) == [true])
    try run("pop", stage)
    stage.host.advance(to: 1)
    #expect(sample.navigation.viewControllers.count == 1 && reports.count == 2)
  }

  @Test func pressedRowOpensAndClosesAgain() throws {
    let stage = OffscreenStage(ExpandingCellSample.self, scale: 0.25)
    defer { stage.close() }
    let sample = try #require(stage.sample as? ExpandingCellSample)
    let row = IndexPath(row: 1, section: 0)
    for (height, time) in [(CGFloat(110), 0.5), (40, 1.0)] {
      try run("open", stage)
      stage.host.advance(to: time)
      #expect(sample.table.rectForRow(at: row).height == height)
      #expect(sample.table.cellForRow(at: row)?.frame.height == height)
    }
    try run("insert", stage)
    stage.host.advance(to: 1.5)
    #expect((sample.table.cellForRow(at: row) as? PlanetCell)?.name == "Planet 1")
    try run("delete", stage)
    stage.host.advance(to: 2)
    #expect((sample.table.cellForRow(at: row) as? PlanetCell)?.name == "Venus")
  }

  @Test func itemsMoveFromGridToCircle() throws {
    let stage = OffscreenStage(CollectionLayoutSample.self, scale: 0.25)
    defer { stage.close() }
    let sample = try #require(stage.sample as? CollectionLayoutSample)
    let first = try #require(sample.collection.cellForItem(at: IndexPath(item: 0, section: 0)))
    let start = first.center
    #expect(sample.collection.visibleCells.count == 12)
    try run("layout", stage)
    stage.host.advance(to: 0.15)
    let shown = try #require(first.layer.presentation()).position
    #expect(abs(shown.x - (start.x + first.center.x) / 2) < 20 && first.center != start)
    stage.host.advance(to: 0.5)
    #expect(sample.collection.visibleCells.count == 12)
    #expect(abs(first.center.x - sample.collection.bounds.midX) < 1, "the first is at the top")
    try run("insert", stage)
    stage.host.advance(to: 1)
    #expect(sample.collection.visibleCells.count == 13)
    try run("delete", stage)
    try run("layout", stage)
    stage.host.advance(to: 2)
    #expect(sample.collection.visibleCells.count == 12 && first.center == start)
  }
}
