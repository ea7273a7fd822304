// PointerShape.swift
// The pointer's shape, chosen by the view beneath it and set by the host.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics

/// The shape of the pointer.
package enum PointerShape: Hashable, Sendable {
  case arrow
  /// Over editable text.
  case text
  /// Over a control.
  case hand
  /// None is shown.
  case hidden
  /// A picture of the program's own.
  case drawn(PointerPicture)

  package var isDrawn: Bool { if case .drawn = self { true } else { false } }
}

/// A picture as the pointer. Compared by identity.
package final class PointerPicture: Hashable, Sendable {
  package let image: CGImage
  /// The pixel that is at the pointer's place.
  package let hotSpot: CGPoint

  package init(image: CGImage, hotSpot: CGPoint) { (self.image, self.hotSpot) = (image, hotSpot) }

  package static func == (a: PointerPicture, b: PointerPicture) -> Bool { a === b }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
