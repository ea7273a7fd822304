// LostServer.swift
// The end of a program whose X server went away: a line on standard error and exit code 69.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// Replaces Xlib's handlers of fatal errors, which end a program with 1 and words of their own.
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

  /// Installs the handlers, if Xlib is loaded.
  static func install() {
    _ = (lossMessage, errorMessage)
    guard let library = dlopen("libX11.so.6", RTLD_NOLOAD | RTLD_LAZY) else { return }
    if let set = dlsym(library, "XSetIOErrorHandler") {
      typealias Setter = @convention(c) (LossHandler?) -> UnsafeRawPointer?
      _ = unsafeBitCast(set, to: Setter.self)({ _ in LostServer.end(LostServer.lossMessage) })
    }
    if let set = dlsym(library, "XSetErrorHandler") {
      typealias Setter = @convention(c) (ErrorHandler?) -> UnsafeRawPointer?
      _ = unsafeBitCast(set, to: Setter.self)({ _, _ in LostServer.end(LostServer.errorMessage) })
    }
  }

  private static func end(_ message: [UInt8]) -> Int32 {
    _ = Glibc.write(STDERR_FILENO, message, message.count)
    // Not `exit`, whose handlers would run while other threads still draw.
    _exit(status)
  }
}
