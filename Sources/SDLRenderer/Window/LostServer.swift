// LostServer.swift
// The end of a program whose display server went away: a line on standard error, what the program still saves, and exit
// code 69.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import CoreGraphics
import Foundation
import Glibc
import Synchronization

/// Ends the program. Replaces Xlib's handlers of fatal errors, which end it with 1 and words of their own.
///
/// SDL loads Xlib at run time, so that the handlers are looked up in the loaded library.
package enum LostServer {
  /// BSD's code for a service that is unavailable.
  private static let status: Int32 = 69

  private typealias LossHandler = @convention(c) (OpaquePointer?) -> Int32
  private typealias ErrorHandler = @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32

  /// The handlers run on any thread, in the middle of a call of Xlib. Their messages are prepared.
  private static let name = ProcessInfo.processInfo.processName
  private static let lossMessage = Array("\(name): The connection to the X server was lost.\n".utf8)
  private static let errorMessage = Array(
    "\(name): The X server refused a request; the window may have been closed by another program.\n"
      .utf8)

  private static let compositorMessage = Array(
    "\(name): The connection to the Wayland compositor was lost.\n".utf8)

  /// What is done before the program ends, in order.
  private static let lastActions = Locked<[@Sendable () -> Void]>([])
  /// Whether a thread ends the program.
  private static let isEnding = Atomic(false)

  /// Adds an action before the end of a program that has lost its display server, such as saving a file.
  ///
  /// The action runs on the thread that notices the loss, while Xlib locks the connection. It must neither call Xlib
  /// nor wait for a thread that may, such as the main thread.
  package static func beforeEnd(_ action: @escaping @Sendable () -> Void) {
    lastActions.withLock { $0.append(action) }
  }

  /// Whether requests that the X server refuses do not end the program, as while GL is tried: a driver that is broken
  /// makes some.
  static let isTolerant = Atomic(false)

  /// Ends the program if its Wayland compositor went away, which SDL reports as a wish to quit.
  ///
  /// SDL loads Wayland's library at run time, so that the function is looked up in the loaded library.
  static func endIfCompositorIsLost(_ window: OpaquePointer) {
    guard let display = waylandDisplay(window),
      let library = dlopen("libwayland-client.so.0", RTLD_NOLOAD | RTLD_LAZY),
      let error = dlsym(library, "wl_display_get_error")
    else { return }
    typealias Status = @convention(c) (UnsafeMutableRawPointer) -> Int32
    if unsafeBitCast(error, to: Status.self)(display) != 0 { _ = end(compositorMessage) }
  }

  /// Installs the handler of a lost server before there is a connection, as the server may go away while SDL opens the
  /// display. Xlib is loaded for it.
  static func installBeforeConnecting() {
    if let library = dlopen("libX11.so.6", RTLD_LAZY) { installLossHandler(in: library) }
  }

  /// Installs the handlers, if Xlib is loaded.
  static func install() {
    _ = errorMessage
    guard let library = dlopen("libX11.so.6", RTLD_NOLOAD | RTLD_LAZY) else { return }
    installLossHandler(in: library)
    if let set = dlsym(library, "XSetErrorHandler") {
      typealias Setter = @convention(c) (ErrorHandler?) -> UnsafeRawPointer?
      _ = unsafeBitCast(set, to: Setter.self)({ _, _ in
        LostServer.isTolerant.load(ordering: .relaxed)
          ? 0 : LostServer.end(LostServer.errorMessage)
      })
    }
  }

  private static func installLossHandler(in library: UnsafeMutableRawPointer) {
    _ = lossMessage
    if let set = dlsym(library, "XSetIOErrorHandler") {
      typealias Setter = @convention(c) (LossHandler?) -> UnsafeRawPointer?
      _ = unsafeBitCast(set, to: Setter.self)({ _ in LostServer.end(LostServer.lossMessage) })
    }
  }

  private static func end(_ message: [UInt8]) -> Int32 {
    // Another thread may notice the loss meanwhile, and must not end the program before everything is saved.
    while isEnding.exchange(true, ordering: .relaxed) { pause() }
    _ = Glibc.write(STDERR_FILENO, message, message.count)
    for action in lastActions.withLock({ $0 }) { action() }
    // Not `exit`, whose handlers would run while other threads still draw.
    _exit(status)
  }
}
