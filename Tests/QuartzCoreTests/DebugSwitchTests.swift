// DebugSwitchTests.swift
// Debug switches: how they are parsed, and their output.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct DebugSwitchRequestTests {
  @Test(arguments: [
    ("", DebugSwitches.Request.switches([])),
    ("actions", .switches(.actions)),
    ("actions,commits", .switches([.actions, .commits])),
    (" slow , damage,,", .switches([.slow, .damage])),
    ("frames,help", .help),
    ("help,nonsense", .help),
    ("actions,acitons", .unknown("acitons")),
    ("Actions", .unknown("Actions")),
  ])
  func namesAreRead(text: String, request: DebugSwitches.Request) {
    #expect(DebugSwitches.request(text) == request)
  }

  /// The help lists every switch once, and so does the message for an unknown name, which repeats
  /// it.
  @Test func theListNamesThemAll() {
    for row in DebugSwitches.rows {
      #expect(DebugSwitches.help.contains("\n  \(row.name) ") && !row.meaning.isEmpty)
      #expect(DebugSwitches.request(row.name) == .switches(row.option))
    }
    #expect(Set(DebugSwitches.rows.map(\.option)).count == DebugSwitches.rows.count)
    #expect(DebugSwitches.refusal(of: "x").contains("\"x\""))
    #expect(DebugSwitches.refusal(of: "x").contains(DebugSwitches.help))
  }

  /// A message is reported once for each subject.
  @Test func reportsComeOnce() {
    let lines = Diagnostics.collecting {
      for _ in 0..<3 { Diagnostics.reportOnce("a", "first") }
      Diagnostics.reportOnce("b", "second")
    }.lines
    #expect(lines == ["first", "second"])
  }
}

extension LiveTree {
  @MainActor @Suite struct DebugSwitchTests {
    private func lines(_ switches: DebugSwitches, _ body: () -> Void) -> [String] {
      let before = DebugSwitches.on
      DebugSwitches.on = switches
      defer { DebugSwitches.on = before }
      return Diagnostics.collecting(body).lines
    }

    private func named<Layer: CALayer>(_ layer: Layer) -> Layer {
      layer.name = "card"
      return layer
    }

    /// semantics 11.1: each search, and the place that returned an action.
    @Test func actionsSayWhoAnswered() {
      final class Delegate: CALayerDelegate {
        func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
          event == "opacity" ? NSNull() : nil
        }
      }
      let stage = LiveStage()
      let (plain, asked) = (stage.add(named(CALayer())), stage.add(named(CALayer())))
      let delegate = Delegate()
      asked.delegate = delegate
      asked.actions = ["zPosition": NamedAction("mine")]
      asked.style = ["actions": ["borderWidth": NSNull()]]
      let written = lines(.actions) {
        plain.opacity = 0
        plain.name = "other"
        plain.isDoubleSided = false
        asked.opacity = 0
        asked.zPosition = 1
        asked.borderWidth = 2
        asked.cornerRadius = 3
        CATransaction.setDisableActions(true)
        asked.cornerRadius = 4
      }
      #expect(
        written == [
          "actions: CALayer \"card\" opacity: CABasicAnimation, built in",
          "actions: CALayer \"other\" doubleSided: none, no answer",
          "actions: CALayer \"card\" opacity: none, by delegate",
          "actions: CALayer \"card\" zPosition: NamedAction, by actions",
          "actions: CALayer \"card\" borderWidth: none, by style",
          "actions: CALayer \"card\" cornerRadius: CABasicAnimation, built in",
        ])
    }

    @Test func animationsSayWhatBecomesOfThem() {
      let stage = LiveStage()
      let layer = stage.add(named(CALayer()))
      let written = lines(.animations) {
        layer.opacity = 0
        stage.advance(to: 0)
        stage.advance(to: 1)
        layer.zPosition = 4
        layer.removeAllAnimations()
      }
      #expect(
        written == [
          "animations: CALayer \"card\" gets CABasicAnimation of opacity under \"opacity\"",
          "animations: CALayer \"card\" begins CABasicAnimation of opacity under \"opacity\"",
          "animations: CALayer \"card\" ends CABasicAnimation of opacity under \"opacity\"",
          "animations: CALayer \"card\" gets CABasicAnimation of zPosition under \"zPosition\"",
          "animations: CALayer \"card\" loses CABasicAnimation of zPosition under \"zPosition\"",
        ])
    }

    @Test func commitsSayWhatTheyTouch() {
      let stage = LiveStage()
      let layer = stage.add(named(CALayer()))
      let written = lines(.commits) {
        layer.opacity = 0
        layer.addSublayer(CALayer())
        CATransaction.flush()
        CATransaction.flush()
      }
      #expect(
        written == ["commits: at 0.000 s: CALayer \"card\" (values, sublayers, animations)"])
    }

    /// A switch that is off writes nothing.
    @Test func nothingIsWrittenUnasked() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      #expect(
        lines([]) {
          layer.opacity = 0
          stage.advance(to: 1)
        } == [])
    }
  }
}
