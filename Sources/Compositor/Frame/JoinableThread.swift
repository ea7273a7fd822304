// JoinableThread.swift
// A thread whose end can be waited for.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// A thread whose end can be waited for: that of its code, and that of what libraries keep for each thread.
///
/// The second comes last, and needs the libraries: where a graphics driver is unloaded before a thread that used it is
/// gone, the process crashes. Foundation's threads report neither.
final class JoinableThread: Sendable {
  private final class Work: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
      (self.name, self.body) = (name, body)
    }

    func run() {
      Thread.current.name = name
      body()
    }
  }

  private let handle: Locked<pthread_t?>

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - name: At most 15 bytes, for debuggers.
  ///   - stackSize: Bytes.
  init(name: String, stackSize: Int, _ body: @escaping @Sendable () -> Void) {
    var handle: pthread_t = 0
    let work = Unmanaged.passRetained(Work(name, body))
    let status = withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { buffer in
      guard let attributes = buffer.baseAddress else { return ENOMEM }
      pthread_attr_init(attributes)
      defer { pthread_attr_destroy(attributes) }
      pthread_attr_setstacksize(attributes, stackSize)
      return pthread_create(&handle, attributes, Self.main, work.toOpaque())
    }
    trap(
      unless: status == 0,
      "the thread \(name) cannot be started: \(String(cString: strerror(status)))")
    self.handle = Locked(handle)
  }

  private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    work in
    if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
    return nil
  }

  /// Waits until the thread is gone. A second call returns at once.
  func join() {
    guard let handle = handle.withLock({ $0.take() }) else { return }
    pthread_join(handle, nil)
  }

  deinit {
    if let handle = handle.withLock({ $0.take() }) { pthread_detach(handle) }
  }
}
