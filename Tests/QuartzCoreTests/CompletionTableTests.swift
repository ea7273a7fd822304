// CompletionTableTests.swift
// Completion of a transaction's animations: callbacks, times and order (semantics 10.1).
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore
import TestSupport
import Testing

/// A live layer, and the log of all callbacks about its animations, with times.
@MainActor private final class LoggedStage {
  let stage = LiveStage()
  let layer: CALayer
  private(set) var log: [String] = []
  private var delegates: [CallbackDelegate] = []

  private final class CallbackDelegate: CAAnimationDelegate {
    let report: (String) -> Void
    init(_ report: @escaping (String) -> Void) { self.report = report }
    func animationDidStart(_ anim: CAAnimation) { report("start") }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { report("stop \(flag)") }
  }

  init() { layer = stage.add(CALayer()) }

  func note(_ what: String) {
    let time = MediaClock.now
    log.append("\(time == time.rounded() ? "\(Int(time))" : "\(time)") \(what)")
  }

  /// Adds an animation whose start and stop are logged under its key.
  func add(
    _ key: String, _ duration: Double = 1, to layer: CALayer? = nil,
    _ change: (CAAnimation) -> Void = { _ in }
  ) {
    let delegate = CallbackDelegate { [unowned self] in note("\(key) \($0)") }
    delegates.append(delegate)
    let animation = blink(duration, delegate: delegate)
    change(animation)
    (layer ?? self.layer).add(animation, forKey: key)
  }

  func transaction(_ name: String? = nil, _ body: () -> Void) {
    CATransaction.begin()
    if let name { block(name) }
    body()
    CATransaction.commit()
  }

  func block(_ name: String) { CATransaction.setCompletionBlock { [unowned self] in note(name) } }
}

extension LiveTree {
  @MainActor @Suite struct CompletionTableTests {
    private struct Case {
      let name: String
      let body: @MainActor (LoggedStage) -> Void
      /// Runs at 0.5 s.
      var later: @MainActor (LoggedStage) -> Void = { _ in }
      let log: [String]
    }

    private static let cases: [Case] = [
      Case(
        name: "nothing to wait for",
        body: { stage in stage.transaction("block") {} },
        log: ["0 returned", "0 block"]),
      Case(
        name: "the block, then the delegate",
        body: { stage in stage.transaction("block") { stage.add("a") } },
        log: ["0 returned", "0 a start", "1 block", "1 a stop true"]),
      Case(
        name: "what was added before does not count",
        body: { stage in
          stage.transaction {
            stage.add("a")
            stage.block("block")
          }
        },
        log: ["0 returned", "0 a start", "0 block", "1 a stop true"]),
      Case(
        name: "a second block adds",
        body: { stage in
          stage.transaction("first") {
            stage.add("a", 1)
            stage.block("second")
            stage.add("b", 2)
          }
        },
        log: [
          "0 returned", "0 a start", "0 b start", "1 first", "1 a stop true", "2 second",
          "2 b stop true",
        ]),
      Case(
        name: "no block ends the set of the one before",
        body: { stage in
          stage.transaction("block") {
            stage.add("a", 1)
            CATransaction.setCompletionBlock(nil)
            stage.add("b", 2)
          }
        },
        log: [
          "0 returned", "0 a start", "0 b start", "1 block", "1 a stop true", "2 b stop true",
        ]),
      Case(
        name: "the outer one waits for the inner animations",
        body: { stage in
          stage.transaction("outer") {
            stage.transaction("inner") { stage.add("a", 1) }
            stage.transaction { stage.add("b", 2) }
          }
        },
        log: [
          "0 returned", "0 a start", "0 b start", "1 inner", "1 a stop true", "2 outer",
          "2 b stop true",
        ]),
      Case(
        name: "the inner one runs first when both are done",
        body: { stage in
          stage.transaction("outer") { stage.transaction("inner") { stage.add("a") } }
        },
        log: ["0 returned", "0 a start", "1 inner", "1 outer", "1 a stop true"]),
      Case(
        name: "an outer block set after the inner transaction does not wait for it",
        body: { stage in
          stage.transaction {
            stage.transaction { stage.add("a") }
            stage.block("outer")
          }
        },
        log: ["0 returned", "0 a start", "0 outer", "1 a stop true"]),
      Case(
        name: "endless animations hold it until they are removed",
        body: { stage in
          stage.transaction("block") { stage.add("a") { $0.repeatCount = .infinity } }
        },
        later: { stage in stage.layer.removeAnimation(forKey: "a") },
        log: ["0 returned", "0 a start", "0.5 block", "0.5 a stop false"]),
      Case(
        name: "what stays counts as done at its active end",
        body: { stage in
          stage.transaction("block") { stage.add("a") { $0.isRemovedOnCompletion = false } }
        },
        log: ["0 returned", "0 a start", "1 block", "1 a stop true"]),
      Case(
        name: "outside of any tree: start, stop, block",
        body: { stage in stage.transaction("block") { stage.add("a", to: CALayer()) } },
        log: ["0 returned", "0 a start", "0 a stop false", "0 block"]),
      Case(
        name: "added and removed in the transaction",
        body: { stage in
          stage.transaction("block") {
            stage.add("a")
            stage.layer.removeAnimation(forKey: "a")
          }
        },
        log: ["0 returned", "0 a start", "0 a stop false", "0 block"]),
      Case(
        name: "a layer that leaves ends it",
        body: { stage in stage.transaction("block") { stage.add("a") } },
        later: { stage in stage.layer.removeFromSuperlayer() },
        log: ["0 returned", "0 a start", "0.5 block", "0.5 a stop false"]),
      Case(
        name: "a replaced animation is done, the new one belongs to no transaction",
        body: { stage in stage.transaction("block") { stage.add("a") } },
        later: { stage in stage.add("a", 1) },
        log: [
          "0 returned", "0 a start", "0.5 block", "0.5 a stop false", "0.5 a start",
          "1.5 a stop true",
        ]),
      Case(
        name: "delays count",
        body: { stage in stage.transaction("block") { stage.add("a") { $0.beginTime = 0.5 } } },
        log: ["0 returned", "0.5 a start", "1.5 block", "1.5 a stop true"]),
      Case(
        name: "a group is one animation",
        body: { stage in
          stage.transaction("block") {
            let group = CAAnimationGroup()
            (group.animations, group.duration) = ([blink(0.25), blink(9)], 1)
            stage.layer.add(group, forKey: "g")
          }
        },
        log: ["0 returned", "1 block"]),
      Case(
        name: "implicit animations count, with no duration at once",
        body: { stage in
          stage.transaction("long") {
            CATransaction.setAnimationDuration(1.5)
            stage.layer.opacity = 0.5
          }
          stage.transaction("short") {
            CATransaction.setAnimationDuration(0)
            stage.layer.zPosition = 1
          }
        },
        log: ["0 returned", "0 short", "1.5 long"]),
      Case(
        name: "the implicit transaction's block",
        body: { stage in
          stage.block("block")
          stage.add("a")
        },
        log: ["0 returned", "0 a start", "1 block", "1 a stop true"]),
    ]

    /// semantics 10.1, case by case.
    @Test func blocksRun() {
      for entry in Self.cases {
        let stage = LoggedStage()
        entry.body(stage)
        stage.note("returned")
        for time in [0, 0.5] { stage.stage.advance(to: time) }
        entry.later(stage)
        for time in [0.5, 1, 1.5, 2, 3] { stage.stage.advance(to: time) }
        #expect(stage.log == entry.log, "\(entry.name)")
      }
    }

    /// semantics 10.1: a block may open transactions, with blocks of their own.
    @Test func blocksMayLeadToBlocks() {
      let stage = LoggedStage()
      stage.transaction {
        CATransaction.setCompletionBlock {
          stage.transaction("second") { stage.add("a") }
          stage.note("first")
        }
      }
      #expect(stage.log.isEmpty)
      for time in [0, 0, 1, 2] as [TimeInterval] { stage.stage.advance(to: time) }
      #expect(stage.log == ["0 first", "0 a start", "1 second", "1 a stop true"])
    }

    /// semantics 10.1: a block that always sets another block does not stall the run loop.
    @Test func endlessBlocksDoNotStallTheRunLoop() {
      let stage = LiveStage()
      var count = 0
      var isOver = false
      @MainActor func again() {
        CATransaction.setCompletionBlock {
          MainActor.assumeIsolated {
            count += 1
            if !isOver { again() }
          }
        }
        CATransaction.flush()
      }
      again()
      CallbackQueue.drain()
      let first = count
      #expect(first > 1 && !CallbackQueue.isEmpty)
      CallbackQueue.drain()
      #expect(count > first)
      isOver = true
      CallbackQueue.drain()
      #expect(CallbackQueue.isEmpty)
      _ = stage
    }
  }
}
