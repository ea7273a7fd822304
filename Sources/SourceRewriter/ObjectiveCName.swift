// ObjectiveCName.swift
// The Objective-C names of Swift methods.
//
// SPDX-License-Identifier: MIT

/// Rules for the Objective-C names that the compiler gives to Swift methods.
enum ObjectiveCName {
  private static let prepositions: Set<String> = [
    "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for",
    "from", "given", "in", "including", "inside", "into", "matching", "of", "on", "passing",
    "preceding", "since", "to", "until", "using", "via", "when", "with", "within",
  ]

  /// The name of a method, such as `moveWithX:y:` for `move(x:y:)`.
  ///
  /// - Parameter labels: The arguments' labels; `_` for none.
  static func method(_ base: String, _ labels: [String]) -> String {
    let base = base.filter { $0 != "`" }
    guard let first = labels.first else { return base }
    var name = base
    if first != "_" {
      let hasPreposition =
        prepositions.contains(firstWord(first)) || prepositions.contains(lastWord(base))
      name += (hasPreposition ? "" : "With") + first.prefix(1).uppercased() + first.dropFirst()
    }
    name += ":"
    for label in labels.dropFirst() { name += (label == "_" ? "" : label) + ":" }
    return name
  }

  /// The name of a property's setter.
  static func setter(_ property: String) -> String {
    "set" + property.prefix(1).uppercased() + property.dropFirst() + ":"
  }

  private static func firstWord(_ name: String) -> String {
    String(name.prefix { !$0.isUppercase }).lowercased()
  }

  private static func lastWord(_ name: String) -> String {
    guard let start = name.lastIndex(where: \.isUppercase) else { return name.lowercased() }
    return name[start...].lowercased()
  }
}
