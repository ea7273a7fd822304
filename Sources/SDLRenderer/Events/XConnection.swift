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
/// sleeps on ``descriptor`` and on a signal of its own, and a thread that has shown a picture sends that signal if
/// ``hasEvents``.
///
/// The answer itself is no event, and would wake the main thread for nothing: ``awaitAnswers(to:)``.
final class XConnection: Sendable {
  private typealias Describe = @convention(c) (OpaquePointer) -> Int32
  private typealias Count = @convention(c) (OpaquePointer, Int32) -> Int32

  /// Readable when something has arrived that no thread has read, unless a thread awaits answers.
  let descriptor: Int32
  /// Readable when something has arrived that no thread has read.
  let socket: Int32
  nonisolated(unsafe) private let display: OpaquePointer
  private let count: Count
  /// The number of threads that await answers.
  private let waiting = Locked(0)

  /// - Returns: Nil with other drivers than x11, and where no more files can be opened.
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
    if !look(for: EPOLLIN, EPOLL_CTL_ADD) { return nil }
  }

  deinit { close(descriptor) }

  /// Sets what makes ``descriptor`` readable. Fails only where there is no such set.
  @discardableResult
  private func look(for events: EPOLL_EVENTS?, _ operation: Int32 = EPOLL_CTL_MOD) -> Bool {
    var event = epoll_event()
    event.events = events?.rawValue ?? 0
    return epoll_ctl(descriptor, operation, socket, &event) == 0
  }

  /// Whether events wait for the main thread. Reads what has arrived, without waiting, into the queue in which SDL
  /// looks. Callable from any thread: SDL makes Xlib lock its connections.
  var hasEvents: Bool {
    let afterReading: Int32 = 1
    return count(display, afterReading) > 0
  }

  /// Sends requests and awaits their answers, while ``descriptor`` is not readable: neither the answers nor events wake
  /// the main thread meanwhile. Follow it by a look at ``hasEvents``. Callable from any thread.
  ///
  /// - Parameter requests: Short: the main thread sees no input meanwhile.
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
