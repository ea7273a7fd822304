// CrashLine.swift
// A line that is written when a signal ends the program by a fault.
//
// SPDX-License-Identifier: MIT

import Glibc

/// A line for standard error, or for a file, when the program ends by a fault.
///
/// A signal handler may neither allocate nor lock: the bytes are prepared when the line is set, and the handler
/// writes them and lets the signal take its usual course.
package enum CrashLine {
  private static let capacity = 512
  nonisolated(unsafe) private static let bytes: UnsafeMutablePointer<UInt8> = {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    bytes.initialize(repeating: 0, count: capacity)
    return bytes
  }()
  nonisolated(unsafe) private static var count = 0
  nonisolated(unsafe) private static var file = STDERR_FILENO
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
  /// The handlers that were there before, such as those of Swift's backtraces.
  nonisolated(unsafe) private static let previous: UnsafeMutablePointer<sigaction> = {
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: signals.count)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { CrashLine.write($0) }
    // On a stack of its own: the usual one may have overflowed.
    action.sa_flags = Int32(bitPattern: UInt32(SA_ONSTACK))
    let size = 1 << 16
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    var known = stack_t()
    if sigaltstack(nil, &known) == 0, known.ss_sp == nil { sigaltstack(&stack, nil) }
    for (place, signal) in signals.enumerated() {
      previous.advanced(by: place).initialize(to: sigaction())
      sigaction(signal, &action, previous.advanced(by: place))
    }
    return previous
  }()

  /// Sets the line. An empty one is not written.
  ///
  /// - Parameter file: The descriptor to write to. Default standard error.
  package static func set(_ line: String, file: Int32 = STDERR_FILENO) {
    _ = previous
    count = 0
    Self.file = file
    guard !line.isEmpty else { return }
    let text = Array((line + "\n").utf8.suffix(capacity))
    for (place, byte) in text.enumerated() { bytes[place] = byte }
    count = text.count
  }

  private static func write(_ signal: Int32) {
    if count > 0 { _ = Glibc.write(file, bytes, count) }
    for place in 0..<6 where signals[place] == signal {
      sigaction(signal, previous.advanced(by: place), nil)
    }
    // Delivered to the handler that was there before, when this one has returned.
    raise(signal)
  }
}
