// Trap.swift
// Stops the program on a caller's mistake, with words in every build.
//
// SPDX-License-Identifier: MIT

/// Stops the program with a message unless a condition holds.
///
/// In place of `precondition`, whose message an optimised build drops.
///
/// - Parameter message: What was wrong, with what value, and what would be right.
package func trap(
  unless condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
  file: StaticString = #fileID, line: UInt = #line
) {
  if !condition() { trap(message(), file: file, line: line) }
}

/// Stops the program with a message.
///
/// Not inlined, which keeps call sites short.
@inline(never)
package func trap(
  _ message: String, file: StaticString = #fileID, line: UInt = #line
) -> Never {
  fatalError(message, file: file, line: line)
}
