// XConnection.swift
// Stage: events. SDL's connection to the X server, which the main thread and a thread that draws both read.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Glibc

/// The connection of a window.
///
/// A thread that waits for the answer to a request, as after showing a picture, also reads the events before the
/// answer. They are in Xlib's queue then, and the connection has nothing more to read: a main thread that sleeps until
/// the connection is readable, as it does in SDL 2.26, would not see them before the next event. So the main thread
/// sleeps on ``descriptor`` and on a signal of its own, and a thread that has shown a picture sends that signal if
/// ``hasEvents``.
struct XConnection: Sendable {
  private typealias Describe = @convention(c) (OpaquePointer) -> Int32
  private typealias Count = @convention(c) (OpaquePointer, Int32) -> Int32

  /// Readable when something has arrived that no thread has read.
  let descriptor: Int32
  nonisolated(unsafe) private let display: OpaquePointer
  private let count: Count

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
    descriptor = unsafeBitCast(describe, to: Describe.self)(self.display)
  }

  /// Whether events wait for the main thread. Reads what has arrived, without waiting, into the queue in which SDL
  /// looks. Callable from any thread: SDL makes Xlib lock its connections.
  var hasEvents: Bool {
    let afterReading: Int32 = 1
    return count(display, afterReading) > 0
  }
}
