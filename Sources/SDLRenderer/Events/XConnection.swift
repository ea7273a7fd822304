// XConnection.swift
// Stage: events. SDL's connection to the X server, which the main thread and a thread that draws both read.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import CoreGraphics
import Glibc

/// The connection of a session's windows.
///
/// A thread that waits for the answer to a request, as after showing a picture, also reads the events before the
/// answer. They are in Xlib's queue then, and the connection has nothing more to read: a main thread that sleeps until
/// the connection is readable, as it does in SDL 2.26, would not see them before the next event. So the main thread
/// sleeps on ``descriptor`` and on a signal of its own, and a thread that has drawn or shown a picture sends that signal
/// if ``hasEvents``.
///
/// The answer itself is no event, and would wake the main thread for nothing: ``awaitAnswers(to:)``.
final class XConnection: Sendable {
  private typealias Describe = @convention(c) (OpaquePointer) -> Int32
  private typealias Count = @convention(c) (OpaquePointer, Int32) -> Int32

  /// Readable when something has arrived that no thread has read, unless a thread awaits answers; then only when the
  /// connection is lost.
  let descriptor: Int32
  /// Readable when something has arrived that no thread has read.
  let socket: Int32
  nonisolated(unsafe) private let display: OpaquePointer
  private let count: Count
  /// The number of threads that await answers.
  private let waiting = Locked(0)

  /// - Returns: Nil with other drivers than x11.
  init?(of window: OpaquePointer) {
    // SDL loads Xlib at run time, so that its functions are looked up in the loaded library.
    guard let display = xlibDisplay(window),
      let library = dlopen("libX11.so.6", RTLD_NOLOAD | RTLD_LAZY),
      let describe = dlsym(library, "XConnectionNumber"),
      let count = dlsym(library, "XEventsQueued")
    else { return nil }
    self.display = OpaquePointer(display)
    self.count = unsafeBitCast(count, to: Count.self)
    socket = unsafeBitCast(describe, to: Describe.self)(self.display)
    // A set of one: what is looked for can be changed while the main thread sleeps on the set.
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    look(for: EPOLLIN, EPOLL_CTL_ADD)
  }

  deinit { close(descriptor) }

  /// Sets what makes ``descriptor`` readable; the loss of the connection always does.
  private func look(for events: EPOLL_EVENTS?, _ operation: Int32 = EPOLL_CTL_MOD) {
    var event = epoll_event()
    event.events = events?.rawValue ?? 0
    trap(
      unless: epoll_ctl(descriptor, operation, socket, &event) == 0,
      "watching the connection to the X server failed: \(String(cString: strerror(errno)))")
  }

  /// Whether events wait for the main thread. Reads what has arrived, without waiting, into the queue in which SDL
  /// looks. Callable from any thread: SDL makes Xlib lock its connections.
  var hasEvents: Bool {
    let afterReading: Int32 = 1
    return count(display, afterReading) > 0
  }

  /// Sends requests and awaits their answers. Neither they nor events make ``descriptor`` readable meanwhile, so that a
  /// look at ``hasEvents`` has to follow. Callable from any thread.
  func awaitAnswers<Result, Failure>(
    to requests: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    waiting.withLock {
      if $0 == 0 { look(for: nil) }
      $0 += 1
    }
    defer {
      waiting.withLock {
        $0 -= 1
        if $0 == 0 { look(for: EPOLLIN) }
      }
    }
    return try requests()
  }
}
