// CompletionTableTests.swift
// Completion of a transaction's animations: callbacks, times and order (semantics 10.1).
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore
import TestSupport
import Testing

/// A live layer, and the log of all callbacks about its animations, with times.
@MainActor private final class Told {
  let stage = LiveStage()
  let layer: CALayer
  private(set) var log: [String] = []
  private var delegates: [Telling] = []

  private final class Telling: CAAnimationDelegate {
    let tell: (String) -> Void
    init(_ tell: @escaping (String) -> Void) { self.tell = tell }
    func animationDidStart(_ anim: CAAnimation) { tell("start") }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { tell("stop \(flag)") }
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
    let telling = Telling { [unowned self] in note("\(key) \($0)") }
    delegates.append(telling)
    let animation = blink(duration, delegate: telling)
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
      let body: @MainActor (Told) -> Void
      /// Runs at 0.5 s.
      var later: @MainActor (Told) -> Void = { _ in }
      let log: [String]
    }

    private static let cases: [Case] = [
      Case(
        name: "nothing to wait for",
        body: { told in told.transaction("block") {} },
        log: ["0 returned", "0 block"]),
      Case(
        name: "the block, then the delegate",
        body: { told in told.transaction("block") { told.add("a") } },
        log: ["0 returned", "0 a start", "1 block", "1 a stop true"]),
      Case(
        name: "what was added before does not count",
        body: { told in
          told.transaction {
            told.add("a")
            told.block("block")
          }
        },
        log: ["0 returned", "0 a start", "0 block", "1 a stop true"]),
      Case(
        name: "a second block adds",
        body: { told in
          told.transaction("first") {
            told.add("a", 1)
            told.block("second")
            told.add("b", 2)
          }
        },
        log: [
          "0 returned", "0 a start", "0 b start", "1 first", "1 a stop true", "2 second",
          "2 b stop true",
        ]),
      Case(
        name: "no block ends the set of the one before",
        body: { told in
          told.transaction("block") {
            told.add("a", 1)
            CATransaction.setCompletionBlock(nil)
            told.add("b", 2)
          }
        },
        log: [
          "0 returned", "0 a start", "0 b start", "1 block", "1 a stop true", "2 b stop true",
        ]),
      Case(
        name: "the outer one waits for the inner animations",
        body: { told in
          told.transaction("outer") {
            told.transaction("inner") { told.add("a", 1) }
            told.transaction { told.add("b", 2) }
          }
        },
        log: [
          "0 returned", "0 a start", "0 b start", "1 inner", "1 a stop true", "2 outer",
          "2 b stop true",
        ]),
      Case(
        name: "the inner one runs first when both are done",
        body: { told in told.transaction("outer") { told.transaction("inner") { told.add("a") } } },
        log: ["0 returned", "0 a start", "1 inner", "1 outer", "1 a stop true"]),
      Case(
        name: "an outer block set after the inner transaction does not wait for it",
        body: { told in
          told.transaction {
            told.transaction { told.add("a") }
            told.block("outer")
          }
        },
        log: ["0 returned", "0 a start", "0 outer", "1 a stop true"]),
      Case(
        name: "endless animations hold it until they are removed",
        body: { told in told.transaction("block") { told.add("a") { $0.repeatCount = .infinity } }
        },
        later: { told in told.layer.removeAnimation(forKey: "a") },
        log: ["0 returned", "0 a start", "0.5 block", "0.5 a stop false"]),
      Case(
        name: "what stays counts as done at its active end",
        body: { told in
          told.transaction("block") { told.add("a") { $0.isRemovedOnCompletion = false } }
        },
        log: ["0 returned", "0 a start", "1 block", "1 a stop true"]),
      Case(
        name: "outside of any tree: start, stop, block",
        body: { told in told.transaction("block") { told.add("a", to: CALayer()) } },
        log: ["0 returned", "0 a start", "0 a stop false", "0 block"]),
      Case(
        name: "added and removed in the transaction",
        body: { told in
          told.transaction("block") {
            told.add("a")
            told.layer.removeAnimation(forKey: "a")
          }
        },
        log: ["0 returned", "0 a start", "0 a stop false", "0 block"]),
      Case(
        name: "a layer that leaves ends it",
        body: { told in told.transaction("block") { told.add("a") } },
        later: { told in told.layer.removeFromSuperlayer() },
        log: ["0 returned", "0 a start", "0.5 block", "0.5 a stop false"]),
      Case(
        name: "a replaced animation is done, the new one belongs to no transaction",
        body: { told in told.transaction("block") { told.add("a") } },
        later: { told in told.add("a", 1) },
        log: [
          "0 returned", "0 a start", "0.5 block", "0.5 a stop false", "0.5 a start",
          "1.5 a stop true",
        ]),
      Case(
        name: "delays count",
        body: { told in told.transaction("block") { told.add("a") { $0.beginTime = 0.5 } } },
        log: ["0 returned", "0.5 a start", "1.5 block", "1.5 a stop true"]),
      Case(
        name: "a group is one animation",
        body: { told in
          told.transaction("block") {
            let group = CAAnimationGroup()
            (group.animations, group.duration) = ([blink(0.25), blink(9)], 1)
            told.layer.add(group, forKey: "g")
          }
        },
        log: ["0 returned", "1 block"]),
      Case(
        name: "implicit animations count, with no duration at once",
        body: { told in
          told.transaction("long") {
            CATransaction.setAnimationDuration(1.5)
            told.layer.opacity = 0.5
          }
          told.transaction("short") {
            CATransaction.setAnimationDuration(0)
            told.layer.zPosition = 1
          }
        },
        log: ["0 returned", "0 short", "1.5 long"]),
      Case(
        name: "the implicit transaction's block",
        body: { told in
          told.block("block")
          told.add("a")
        },
        log: ["0 returned", "0 a start", "1 block", "1 a stop true"]),
    ]

    /// semantics 10.1, case by case.
    @Test func blocksRun() {
      for entry in Self.cases {
        let told = Told()
        entry.body(told)
        told.note("returned")
        for time in [0, 0.5] { told.stage.advance(to: time) }
        entry.later(told)
        for time in [0.5, 1, 1.5, 2, 3] { told.stage.advance(to: time) }
        #expect(told.log == entry.log, "\(entry.name)")
      }
    }

    /// semantics 10.1: a block may open transactions, with blocks of their own.
    @Test func blocksMayLeadToBlocks() {
      let told = Told()
      told.transaction {
        CATransaction.setCompletionBlock {
          told.transaction("second") { told.add("a") }
          told.note("first")
        }
      }
      #expect(told.log.isEmpty)
      for time in [0, 0, 1, 2] as [TimeInterval] { told.stage.advance(to: time) }
      #expect(told.log == ["0 first", "0 a start", "1 second", "1 a stop true"])
    }

    /// semantics 10.1: a block that always sets another block does not stall the run loop.
    @Test func endlessBlocksHoldNobodyUp() {
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
