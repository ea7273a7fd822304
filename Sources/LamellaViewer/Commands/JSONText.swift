// JSONText.swift
// What commands write as JSON: documents with sorted keys, and single lines.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Values as JSON.
package enum JSONText {
  /// The content of a JSON string, without its quotation marks.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "\"": result += "\\\(scalar)"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A document of several lines, with sorted keys: equal values give equal bytes. A number that is not finite is a
  /// text.
  package static func of(_ value: some Encodable) -> String {
    encoded(value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
  }

  /// One line, for another process that reads lines.
  package static func line(of value: some Encodable) -> String { encoded(value, []) }

  private static func encoded(
    _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting
  ) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    // A measured number is no reason to lose a result.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      trap("strings and numbers can always be encoded: \(error)")
    }
  }
}
