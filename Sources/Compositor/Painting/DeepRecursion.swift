// DeepRecursion.swift
// Room on the call stack for recursion that is as deep as the layer tree.
//
// SPDX-License-Identifier: MIT

/// Continues deep recursion on further stacks.
enum DeepRecursion {
  /// The levels on the first stack and on each further one, and the size of a further stack in bytes.
  ///
  /// A level is a layer with a mask, a shadow and a transition, or a group: at most 100 KiB in a debug
  /// build. Pages of a stack that are not touched take no memory.
  private static let (levelsOnFirst, levelsOnOwn, ownSize) = (48, 512, 64 << 20)

  /// Runs work at a level of the recursion; at some levels on another stack.
  @inline(__always)
  static func run(at level: Int, _ body: () -> Void) {
    if level < levelsOnFirst || (level - levelsOnFirst) % levelsOnOwn != 0 {
      body()
    } else {
      extended(body)
    }
  }

  /// Runs work on a stack of its own, while the caller waits.
  private static func extended(_ body: () -> Void) {
    withoutActuallyEscaping(body) { body in
      let work = Work(body: body)
      JoinableThread(name: "Lamella paint", stackSize: ownSize) { work.body() }.join()
    }
  }

  /// Work for another thread. The caller waits for it, so both never run at once.
  private struct Work: @unchecked Sendable {
    let body: () -> Void
  }
}
