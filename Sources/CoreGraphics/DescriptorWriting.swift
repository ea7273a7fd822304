// DescriptorWriting.swift
// Writes bytes to an open file, however many calls it takes.
//
// SPDX-License-Identifier: MIT

import Glibc

/// Why bytes could not be written to an open file.
package struct WriteFailure: Error {
  /// The system's error.
  package var number: Int32
  /// The bytes that were written before.
  package var written: Int

  package init(number: Int32, written: Int = 0) {
    (self.number, self.written) = (number, written)
  }

  /// The system's reason.
  package var reason: String { String(cString: strerror(number)) }

  /// Whether there is no room for more.
  package var isFull: Bool { [ENOSPC, EDQUOT, EFBIG].contains(number) }
}

/// Writes bytes to an open file. Returns nil when all are written.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> WriteFailure? {
  bytes.withUnsafeBytes { buffer in
    var written = 0
    while written < buffer.count {
      let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        written += count
      } else if count == 0 || errno != EINTR {
        return WriteFailure(number: errno, written: written)
      }
    }
    return nil
  }
}
