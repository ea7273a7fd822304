// PictureMemory.swift
// Memory for pictures whose size comes from a user or a file.
//
// SPDX-License-Identifier: MIT

import Glibc

/// Memory for pictures. An array that cannot be allocated would end the program.
package enum PictureMemory {
  /// Whether the system can provide memory, in one piece. It is not kept.
  ///
  /// Memory that is mapped and not used takes no time. Unlike `malloc`, a mapping is not left out by the optimiser.
  ///
  /// - Parameter bytes: At least 1.
  package static func isAvailable(_ bytes: Int) -> Bool {
    let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { return false }
    munmap(memory, bytes)
    return true
  }
}
