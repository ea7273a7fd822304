// ArgumentTests.swift
// Arguments of the command line, and suggestions for unknown names.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples
import HostInterface

@Suite struct ArgumentTests {
  @Test(arguments: [
    ("0.35", 0.35), ("0.35s", 0.35), ("350ms", 0.35), ("0", 0), ("2s", 2), (".5", 0.5), ("1.", 1),
    ("3600", 3600),
  ])
  func times(text: String, seconds: Double) throws {
    let argument = try #require(SecondsArgument(argument: text))
    #expect(abs(argument.seconds - seconds) < 1e-12)
  }

  @Test(arguments: [
    "", "s", "ms", "soon", "-1", "-1s", "nan", "inf", "infinity", "1e9", "0x10", "1..2", "1 s",
    "3601", "1m", "+1",
  ])
  func invalidTimes(text: String) { #expect(SecondsArgument(argument: text) == nil) }

  @Test(arguments: ["", "x", "1280", "0x10", "10x0", "-1x5", "1x2x3", "1280 x 800", "99999x1"])
  func invalidSizes(text: String) { #expect(SizeArgument(argument: text) == nil) }

  @Test func sizes() {
    #expect(SizeArgument(argument: "1280x800") == SizeArgument(width: 1280, height: 800))
  }

  @Test func scalesAndSpeeds() {
    #expect(ScaleArgument(argument: "1.5")?.scale == 1.5)
    for text in ["0", "-1", "nan", "9"] { #expect(ScaleArgument(argument: text) == nil) }
    #expect(SpeedArgument(argument: "25%")?.percent == 25)
    #expect(SpeedArgument(argument: "100")?.percent == 100)
    for percent in [1, 33, 400] {
      #expect(SpeedArgument(argument: "\(percent)%")?.percent == percent)
    }
    for text in ["0", "401%", "-5", "+5", "2.5", "50%%", "fast", "%", ""] {
      #expect(SpeedArgument(argument: text) == nil, "\(text)")
    }
  }

  @Test func limitsOfSkew() {
    #expect(SkewArgument(argument: "0.5px") == .distance(0.5))
    #expect(SkewArgument(argument: "2ms") == .time(0.002))
    #expect(SkewArgument(argument: "1") == .time(1))
    for text in ["", "px", "-1px", "nanpx", "1 px", "16385px", "1pt", "5%"] {
      #expect(SkewArgument(argument: text) == nil, "\(text)")
    }
  }

  @Test func tabsOfTheInspector() {
    #expect(
      InspectorTab.allValueStrings.map(InspectorTab.init(argument:)) == InspectorTab.allCases)
    for text in ["", "log", "Source"] { #expect(InspectorTab(argument: text) == nil, "\(text)") }
  }
}

@Suite struct EditDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("pop", "", 3), ("pop", "pop", 0), ("pop", "top", 1), ("opp", "pop", 1),
    ("kitten", "sitting", 3), ("FancyLable", "FancyLabel", 1),
  ])
  func distances(a: String, b: String, distance: Int) {
    #expect(editDistance(a, b) == distance)
    #expect(editDistance(b, a) == distance)
  }

  @Test func nearestNameIgnoresCase() {
    let names = ["FancyLabel", "Pop", "LoadingIndicator"]
    #expect(nearestName(to: "fancylable", among: names) == "FancyLabel")
    #expect(nearestName(to: "poop", among: names) == "Pop")
    #expect(nearestName(to: "loading", among: names) == "LoadingIndicator")
    #expect(nearestName(to: "x", among: []) == nil)
    for unlike in ["frobnicate", "Nope", "P", "spring"] {
      #expect(nearestName(to: unlike, among: names) == nil)
    }
  }
}

@Suite @MainActor struct WindowCommandTests {
  @Test(
    arguments: [
      (.space, [], .togglePlay),
      (.character(","), [], .step(frames: -1)), (.character("."), [], .step(frames: 1)),
      (.character("."), .shift, .step(frames: 10)), (.character("r"), [], .replay),
      (.character("1"), [], .trigger(0)), (.character("9"), [], .trigger(8)),
      (.character("0"), [], nil), (.function(3), [], .toggleHUD), (.function(4), [], .toggleDock),
      (.character("1"), .control, .speed(percent: 100)),
      (.character("4"), .control, .speed(percent: 10)), (.character("5"), .control, nil),
      (.character("["), [], .changeSpeed(slower: true)), (.up, [], .sample(offset: -1)),
      (.down, [], .sample(offset: 1)), (.character("q"), .control, .quit),
      (.character("q"), [], nil), (.tab, [], nil), (.return, [], nil), (.function(5), [], nil),
      (.character("d"), .shift, .inject(.mainThread)), (.character("d"), [], .inject(.dropFrame)),
      (.home, [], .toStart), (.end, [], .toEnd), (.home, .shift, .loopEdge(isStart: true)),
      (.character("b"), [], .backwards), (.character("o"), [], .loop),
      (.character("t"), [], .dock(.animations)), (.character("l"), [], .inspector(.layers)),
      (.character("l"), .shift, .inject(.mainThreadLong)), (.function(1), [], .keys),
      (.escape, [], .cancel), (.character("/"), [], .search), (.character("/"), .shift, .keys),
      (.character("f"), .control, .search), (.character("a"), [], .inspector(.actions)),
      (.character("m"), [], .stutterMenu), (.character("c"), .control, .copyText),
      (.character("d"), .control, nil), (.character("b"), [.control, .shift], nil),
    ] as [(Key, UIKeyModifierFlags, WindowCommand?)])
  func keys(key: Key, modifiers: UIKeyModifierFlags, command: WindowCommand?) {
    #expect(WindowCommand(UIKey(key: key, modifierFlags: modifiers)) == command)
  }

  @Test func lettersAreTextWhileTyping() {
    for key in [Key.space, .character("r"), .character("1"), .up, .return] {
      #expect(WindowCommand(UIKey(key: key, modifierFlags: []), isTyping: true) == nil)
    }
    #expect(
      WindowCommand(UIKey(key: .function(3), modifierFlags: []), isTyping: true) == .toggleHUD)
    #expect(WindowCommand(UIKey(key: .home, modifierFlags: []), isTyping: true) == nil)
    #expect(WindowCommand(UIKey(key: .escape, modifierFlags: []), isTyping: true) == .cancel)
    // The field copies its own text.
    let copy = UIKey(key: .character("c"), modifierFlags: .control)
    #expect(WindowCommand(copy, isTyping: true) == nil)
  }
}

@Suite @MainActor struct SampleCatalogueTests {
  @Test func holdsTheArticlesSamples() {
    let names = SampleCatalogue.all.map { $0.name }
    #expect(names.prefix(3) == ["FancyLabel", "Pop", "LoadingIndicator"])
    #expect(Set(names.map { $0.lowercased() }).count == names.count)
  }

  @Test func triggerNamesAreUnique() {
    for sample in SampleCatalogue.all {
      let triggers = sample.init().triggers
      #expect((1...9).contains(triggers.count), "keys 1 to 9 press the triggers")
      #expect(Set(triggers.map(\.name)).count == triggers.count)
      for trigger in triggers {
        #expect(trigger.name == trigger.name.lowercased() && !trigger.name.contains(" "))
        #expect(trigger.duration >= 0 && trigger.duration.isFinite)
      }
    }
  }

  @Test func unknownNamesSuggestTheNearest() throws {
    let failure = try #require(throws: CommandFailure.self) {
      _ = try SampleCatalogue.sample(named: "FancyLable")
    }
    #expect(failure.status == .noSuchSample)
    #expect(failure.message.contains("Did you mean \"FancyLabel\"?"))
    let trigger = try #require(throws: CommandFailure.self) {
      try SampleCatalogue.trigger(named: "colour", of: PopSample())
    }
    #expect(trigger.status == .noSuchSample)
    #expect(trigger.message.contains("Did you mean \"color\"?"))
    #expect(try SampleCatalogue.sample(named: "pop") == PopSample.self)
  }
}
