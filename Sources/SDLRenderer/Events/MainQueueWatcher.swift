// MainQueueWatcher.swift
// Stage: events. Wakes a main thread that sleeps in SDL when the main dispatch queue has work.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Synchronization

@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueHandle() -> Int32

/// The file descriptor that becomes readable when the main queue has work. CFRunLoop polls the same one.
var mainQueueDescriptor: Int32 { mainQueueHandle() }

/// A thread that sleeps until the main queue has work, wakes the main thread once, then sleeps until
/// the main thread has served the queue.
///
/// It polls the queue's descriptor and never reads it; CFRunLoop does.
final class MainQueueWatcher: Sendable {
  private let served = DispatchSemaphore(value: 0)
  private let isWaiting = Atomic(false)
  private let isStopping = Atomic(false)
  /// Raised to end the thread.
  private let stop = SignalPipe()
  private let ended = DispatchSemaphore(value: 0)

  /// Starts the thread, which calls `wake` from then on.
  init(wake: @escaping @Sendable () -> Void) {
    let queue = mainQueueDescriptor
    // Unowned, because deinit waits for the thread's end.
    let thread = Thread { [unowned(unsafe) self] in
      while true {
        var descriptors = [
          pollfd(fd: queue, events: Int16(POLLIN), revents: 0),
          pollfd(fd: self.stop.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        if poll(&descriptors, 2, -1) < 0 { continue }
        if descriptors[1].revents != 0 { break }
        self.isWaiting.store(true, ordering: .sequentiallyConsistent)
        wake()
        self.served.wait()
        if self.isStopping.load(ordering: .sequentiallyConsistent) { break }
      }
      self.ended.signal()
    }
    thread.name = "main queue watcher"
    thread.stackSize = 1 << 17
    thread.start()
  }

  /// Reports that the queue has been served. Called by the main thread after each iteration of its run
  /// loop.
  func didServe() {
    if isWaiting.exchange(false, ordering: .sequentiallyConsistent) { served.signal() }
  }

  /// Ends the thread and waits for its end.
  deinit {
    isStopping.store(true, ordering: .sequentiallyConsistent)
    stop.raise()
    served.signal()
    ended.wait()
  }
}
