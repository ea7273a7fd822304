// BidiLevels.swift
// Stage: display. Embedding levels of a paragraph by FriBidi: the direction of each character.
//
// SPDX-License-Identifier: MIT

internal import CFriBidi
import Foundation
import Typesetting

enum BidiLevels {
  /// Returns the levels of a paragraph; see ``FontProvider/embeddingLevels(of:direction:)``.
  static func levels(of text: String, direction: WritingDirection) -> EmbeddingLevels {
    let scalars = limitingIsolates(text.unicodeScalars.map(\.value))
    let isRightToLeft = direction == .rightToLeft
    let fallback = EmbeddingLevels(
      base: isRightToLeft ? 1 : 0,
      levels: Array(repeating: isRightToLeft ? 1 : 0, count: text.utf16.count))
    guard let count = Int32(exactly: scalars.count), count > 0 else { return fallback }
    var levels = [Int8](repeating: 0, count: scalars.count)
    let base = lamella_levels(
      scalars, count, direction == .natural ? 1 : 0, isRightToLeft ? 1 : 0, &levels)
    guard base >= 0 else { return fallback }
    var result: [UInt8] = []
    result.reserveCapacity(fallback.levels.count)
    for (scalar, level) in zip(scalars, levels) {
      let level = UInt8(clamping: level)
      result.append(level)
      if scalar > 0xFFFF { result.append(level) }
    }
    return EmbeddingLevels(base: UInt8(base), levels: result)
  }

  /// The most isolates of a paragraph. FriBidi's time grows with the square of their number.
  private static let mostIsolates = 512

  /// Replaces the characters that begin or end isolates beyond the limit by spaces without width.
  private static func limitingIsolates(_ scalars: [UInt32]) -> [UInt32] {
    var count = 0
    var result = scalars
    for index in scalars.indices where 0x2066...0x2069 ~= scalars[index] {
      count += 1
      if count > mostIsolates { result[index] = 0x200B }
    }
    return result
  }
}
