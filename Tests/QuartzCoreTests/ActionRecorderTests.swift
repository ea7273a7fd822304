// ActionRecorderTests.swift
// What an inspector learns of action searches: the step that ended each, and why.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

extension LiveTree {
  @MainActor @Suite struct ActionRecorderTests {
    private final class Stopping: CALayerDelegate {
      func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }
    }

    private final class WithDefault: CALayer {
      override class func defaultAction(forKey event: String) -> (any CAAction)? {
        event == "zPosition" ? NamedAction("class") : nil
      }
    }

    private final class Overriding: CALayer {
      override func action(forKey event: String) -> (any CAAction)? { NamedAction("own") }
    }

    /// Each step in turn ends the search.
    @Test func outcomeIsTheStepThatEndedTheSearch() throws {
      let stage = LiveStage()
      let recorder = ActionRecorder()
      stage.context.actionRecorder = recorder
      let (plain, classed) = (stage.add(CALayer()), stage.add(WithDefault()))
      let (styled, delegated) = (stage.add(CALayer()), stage.add(CALayer()))
      let own = stage.add(Overriding())
      let delegate = Stopping()
      delegated.delegate = delegate
      styled.actions = ["opacity": NamedAction("mine")]
      styled.style = ["actions": ["borderWidth": NSNull()]]
      recorder.removeAll()
      func outcome(_ layer: CALayer, _ change: () -> Void) throws -> ActionReport {
        change()
        let report = try #require(recorder.reports.last)
        #expect(report.layer == ObjectIdentifier(layer) && report.kind == type(of: layer))
        return report
      }
      let implicit = try outcome(plain) { plain.cornerRadius = 8 }
      #expect(implicit.outcome == .action(.implicit) && implicit.key == "cornerRadius")
      #expect(implicit.action == CABasicAnimation.self && implicit.duration == 0.25)
      let none = try outcome(plain) { plain.isDoubleSided = false }
      #expect(none.outcome == .none && none.action == nil)
      let stopped = try outcome(delegated) { delegated.cornerRadius = 8 }
      #expect(stopped.outcome == .null(.delegate) && stopped.delegate == Stopping.self)
      #expect(try outcome(styled) { styled.opacity = 0.5 }.outcome == .action(.actions))
      #expect(try outcome(styled) { styled.borderWidth = 2 }.outcome == .null(.style))
      #expect(try outcome(classed) { classed.zPosition = 2 }.outcome == .action(.defaultAction))
      #expect(try outcome(own) { own.opacity = 0.5 }.outcome == .overridden)
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      #expect(try outcome(plain) { plain.opacity = 0.5 }.outcome == .disabled)
      #expect(try outcome(plain) { plain.setValue(1, forKey: "mine") }.outcome == .disabled)
      CATransaction.commit()
    }

    @Test func lastChangeOfAPropertyReplacesItsEarlierOne() {
      let stage = LiveStage()
      let recorder = ActionRecorder()
      stage.context.actionRecorder = recorder
      let layer = stage.add(CALayer())
      recorder.removeAll()
      layer.opacity = 0.5
      layer.cornerRadius = 4
      layer.opacity = 0.2
      #expect(recorder.reports.map(\.key) == ["cornerRadius", "opacity"])
      for index in 0..<100 { layer.setValue(index, forKey: "key\(index)") }
      #expect(recorder.reports.count == ActionRecorder.most)
      #expect(recorder.reports.last?.key == "key99")
    }

    /// Without a recorder nothing is recorded, and with one only what lies beneath the root.
    @Test func onlyTheRecordedTreeIsRecorded() {
      let stage = LiveStage()
      let (inside, outside) = (stage.add(CALayer()), stage.add(CALayer()))
      let recorder = ActionRecorder()
      inside.opacity = 0.9
      stage.context.actionRecorder = recorder
      stage.context.actionCountRoot = inside
      outside.opacity = 0.5
      #expect(recorder.reports.isEmpty)
      inside.opacity = 0.5
      #expect(recorder.reports.count == 1)
      stage.context.actionRecorder = nil
      inside.opacity = 0.4
      #expect(recorder.reports.count == 1)
    }
  }
}
