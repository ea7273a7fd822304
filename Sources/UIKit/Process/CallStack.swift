// CallStack.swift
// Stage: start. Whether the main thread's stack is large enough.
//
// SPDX-License-Identifier: MIT

import Glibc

/// The limit on the main thread's stack (`ulimit -s`), beyond which the system ends the program without words.
enum CallStack {
  /// Bytes that layout and drawing of usual trees take, with some to spare.
  static let needed: rlim_t = 512 << 10

  /// Raises the limit to what the system allows, if it is too low. Returns why the program cannot run; nil when it can.
  static func reserve() -> String? {
    let resource = __rlimit_resource_t(RLIMIT_STACK.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < needed else { return nil }
    limit.rlim_cur = min(limit.rlim_max, 8 << 20)
    setrlimit(resource, &limit)
    if limit.rlim_cur >= needed { return nil }
    return """
      The limit of \(limit.rlim_cur >> 10) KiB on the stack is too low. Raise the limit, for example with \
      `ulimit -s 8192`.
      """
  }
}
