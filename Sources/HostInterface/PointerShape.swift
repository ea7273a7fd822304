// PointerShape.swift
// The shape of the pointer, which a view asks of the host.
//
// SPDX-License-Identifier: MIT

/// The shape of the pointer.
package enum PointerShape: Hashable, Sendable {
  case arrow
  /// Over text that can be edited.
  case text
  /// Over something to press.
  case hand
}
