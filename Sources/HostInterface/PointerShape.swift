// PointerShape.swift
// The pointer's shape, chosen by the view beneath it and set by the host.
//
// SPDX-License-Identifier: MIT

/// The shape of the pointer.
package enum PointerShape: Hashable, Sendable {
  case arrow
  /// Over editable text.
  case text
  /// Over a control.
  case hand
}
