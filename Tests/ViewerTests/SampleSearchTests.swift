// SampleSearchTests.swift
// The groups of the sample list, and the search field above it.
//
// SPDX-License-Identifier: MIT

import Foundation
import HostInterface
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct SampleSearchTests {
  private func open(
    size: CGSize = OffscreenStage.windowSize
  ) throws -> (OffscreenStage, MainViewController) {
    try openWindow(FancyLabelSample.self, size: size)
  }

  private func press(_ stage: OffscreenStage, _ key: Key, _ modifiers: KeyModifiers = []) {
    stage.host.send(.keyDown(key, modifiers: modifiers, isRepeat: false))
    stage.host.advance(to: MediaClock.now + 0.1)
  }

  private func type(_ stage: OffscreenStage, _ text: String) {
    for letter in text {
      stage.host.send(.keyDown(.character(letter), modifiers: [], isRepeat: false))
      stage.host.send(.text(String(letter)))
    }
    stage.host.advance(to: MediaClock.now + 0.1)
  }

  @Test func everySampleIsInOneGroup() {
    let names = SampleCatalogue.groups.flatMap { $0.samples.map { $0.name } }
    #expect(names.count == Set(names).count && names.count == SampleCatalogue.all.count)
    #expect(SampleCatalogue.groups.allSatisfy { !$0.samples.isEmpty && !$0.title.isEmpty })
  }

  @Test func searchFindsNamesTitlesSummariesAndGroups() {
    func names(_ text: String) -> [String] { SampleCatalogue.search(text).map { $0.name } }
    #expect(names("").count == SampleCatalogue.all.count)
    #expect(names("POP") == names("pop") && names("pop").contains("Pop"))
    #expect(names("which of these").contains("Quiz"))
    #expect(names("depth particles").contains("Card3D"), "a group's heading")
    // Of a group's title whole words count, or its beginning.
    #expect(names("ollers").isEmpty)
    #expect(Set(names("controllers")).isSuperset(of: ["Transitions", "ExpandingCell"]))
    #expect(names("lists and con").contains("ExpandingCell"))
    #expect(names("marker percent") == ["LoadingIndicator"], "every word of a summary")
    #expect(names("zzz").isEmpty)
    #expect(!names("withDuration").isEmpty, "a word of the sources")
  }

  @Test func returnChoosesTheFirstTitleThatIsFound() throws {
    let (stage, viewer) = try open()
    defer { stage.close() }
    press(stage, .character("f"), .control)
    #expect(viewer.list.field.isFirstResponder)
    type(stage, "spring")
    let found = viewer.list.found
    #expect(!found.isEmpty && found.count < SampleCatalogue.all.count)
    #expect(viewer.list.controls.map(\.control.isHidden).filter { !$0 }.count == found.count)
    press(stage, .return)
    #expect(viewer.sample is SpringsSample, "not the property animator, whose summary has the word")
    #expect(!viewer.list.field.isFirstResponder && viewer.list.field.text == "")
    #expect(viewer.list.found.count == SampleCatalogue.all.count)
  }

  @Test func arrowsMoveThroughWhatIsFoundAndEscapeLeaves() throws {
    let (stage, viewer) = try open()
    defer { stage.close() }
    press(stage, .character("/"))
    #expect(viewer.list.field.isFirstResponder)
    type(stage, "spring")
    press(stage, .down)
    press(stage, .return)
    #expect(viewer.sample is ConstraintsSample)
    let shown = Swift.type(of: viewer.sample)
    press(stage, .character("/"))
    type(stage, "zzz")
    #expect(viewer.list.found.isEmpty)
    press(stage, .return)
    press(stage, .escape)
    #expect(Swift.type(of: viewer.sample) == shown && viewer.list.field.text == "")
    #expect(viewer.list.found.count == SampleCatalogue.all.count)
  }

  /// Keys are commands again after a press on a button, or beside everything.
  @Test func pressElsewhereLeavesTheField() throws {
    let (stage, viewer) = try open()
    defer { stage.close() }
    for view in [viewer.transport.controls[0].control, viewer.stage] as [UIView] {
      press(stage, .character("/"))
      type(stage, "spring")
      stage.host.press(view)
      stage.host.advance(to: MediaClock.now + 0.1)
      #expect(!viewer.list.field.isFirstResponder && viewer.list.field.text == "spring")
      press(stage, .character("f"), .control)
      press(stage, .escape)
    }
  }

  @Test func searchOpensAFoldedList() throws {
    let (stage, viewer) = try open(size: CGSize(width: 800, height: 600))
    defer { stage.close() }
    #expect(viewer.list.isHidden)
    press(stage, .character("f"), .control)
    #expect(!viewer.list.isHidden && viewer.list.field.isFirstResponder)
  }
}
