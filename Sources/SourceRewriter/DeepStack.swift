// DeepStack.swift
// Room on the call stack for code that is nested as deeply as NestingScan lets it be.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A call stack for deep recursion.
enum DeepStack {
  /// Bytes. Pages that are not touched take no memory.
  private static let size = 1 << 30

  /// A function for another thread, and its result. The caller waits, so both never run at once.
  private final class Work<Result>: @unchecked Sendable {
    var body: (() -> Result)?
    var result: Result?
  }

  /// Runs a function on a thread with a deep stack; on this one's stack where the system grants no such.
  static func run<Result>(_ body: () -> Result) -> Result {
    withoutActuallyEscaping(body) { body in
      let work = Work<Result>()
      work.body = body
      defer { work.body = nil }
      guard start({ work.result = work.body?() }), let result = work.result else { return body() }
      return result
    }
  }

  /// Runs a function on a thread, and waits for its end. Returns whether the thread could be started.
  private static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    final class Box {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    // The system grants any size that is not promised to be there.
    guard
      let stack = mmap(
        nil, size, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0), stack != MAP_FAILED
    else { return false }
    defer { munmap(stack, size) }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstack(&attributes, stack, size)
    let box = Unmanaged.passRetained(Box(body))
    var thread: pthread_t = 0
    let code = pthread_create(
      &thread, &attributes,
      { pointer in
        if let pointer { Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      box.release()
      return false
    }
    pthread_join(thread, nil)
    return true
  }
}
