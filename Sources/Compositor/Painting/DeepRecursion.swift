// DeepRecursion.swift
// Room on the call stack for work that goes as deep as the layer tree does.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Carries deep recursion on where the caller's stack would end.
enum DeepRecursion {
  /// How deep work goes on the stack that it begins on, and then on each of its own.
  ///
  /// One level is a layer with a mask, a shadow and a transition, or a group: at most 100 KiB in a debug
  /// build. What nobody touches of a stack takes no memory.
  private static let (levelsOnFirst, levelsOnOwn, ownSize) = (48, 512, 64 << 20)

  /// Does work that lies a number of levels deep, now and then on another stack.
  @inline(__always)
  static func run(at level: Int, _ body: () -> Void) {
    if level < levelsOnFirst || (level - levelsOnFirst) % levelsOnOwn != 0 {
      body()
    } else {
      extended(body)
    }
  }

  /// Does work on a stack of its own, while the caller waits.
  private static func extended(_ body: () -> Void) {
    withoutActuallyEscaping(body) { body in
      let work = Work(body)
      let thread = Thread { work.run() }
      thread.stackSize = ownSize
      thread.start()
      work.done.wait()
    }
  }

  /// What another thread does. The caller waits for it, so both never run at once.
  private final class Work: @unchecked Sendable {
    private var body: (() -> Void)?
    let done = DispatchSemaphore(value: 0)

    init(_ body: @escaping () -> Void) { self.body = body }

    func run() {
      body?()
      // The thread may outlive the call that it works for.
      body = nil
      done.signal()
    }
  }
}
