// LostServer.swift
// The end of a program whose display server went away: a line on standard error and exit code 69.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Synchronization

/// Ends the program. Replaces Xlib's handlers of fatal errors, which end it with 1 and words of their own.
///
/// SDL loads Xlib at run time, so that the handlers are looked up in the loaded library.
enum LostServer {
  /// BSD's code for a service that is unavailable.
  private static let status: Int32 = 69

  private typealias LossHandler = @convention(c) (OpaquePointer?) -> Int32
  private typealias ErrorHandler = @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32

  /// The handlers run on any thread, in the middle of a call of Xlib: they write bytes and end.
  private static let name = ProcessInfo.processInfo.processName
  private static let lossMessage = Array("\(name): The connection to the X server was lost.\n".utf8)
  private static let errorMessage = Array(
    "\(name): The X server refused a request; the window may have been closed by another program.\n"
      .utf8)

  private static let compositorMessage = Array(
    "\(name): The connection to the Wayland compositor was lost.\n".utf8)

  /// Whether requests that the X server refuses do not end the program, as while GL is tried: a driver that is broken
  /// makes some.
  static let isTolerant = Atomic(false)

  /// Ends the program, as its Wayland compositor went away.
  static func endWithoutCompositor() { _ = end(compositorMessage) }

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
    _ = Glibc.write(STDERR_FILENO, message, message.count)
    // Not `exit`, whose handlers would run while other threads still draw.
    _exit(status)
  }
}
