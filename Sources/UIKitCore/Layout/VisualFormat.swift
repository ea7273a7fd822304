// VisualFormat.swift
// The visual format language of constraints, such as "H:|-[icon(24)]-8-[title]-|": text in, a list of views and
// spaces out. Pure: no views.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// A parsed visual format.
///
/// Source: the grammar in Apple's "Auto Layout Guide", appendix "Visual Format Language".
package struct VisualFormat: Hashable, Sendable {
  /// A limit of a length: a number, or in a view another view's length.
  package struct Predicate: Hashable, Sendable {
    /// -1, 0 or 1: at most, equal, at least.
    package var relation = 0
    package var constant: CGFloat = 0
    /// The view whose length counts; nil for a constant.
    package var view: String?
    package var priority: Float = 1000

    package init(
      relation: Int = 0, constant: CGFloat = 0, view: String? = nil, priority: Float = 1000
    ) {
      self.relation = relation
      self.constant = constant
      self.view = view
      self.priority = priority
    }
  }

  /// A view, or nil for the superview's edge, and the limits of its length.
  package struct Element: Hashable, Sendable {
    package var name: String?
    package var predicates: [Predicate] = []
  }

  /// The space between two elements.
  package enum Space: Hashable, Sendable {
    /// None.
    case flush
    /// The system's.
    case standard
    case limits([Predicate])
  }

  package var isVertical = false
  package var elements: [Element] = []
  /// One fewer than elements.
  package var spaces: [Space] = []

  /// A format that cannot be read.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    package var reason: String
    package var format: String
    /// Characters before the mistake.
    package var offset: Int

    /// The reason, the format, and a mark below the mistake.
    package var description: String {
      "\(reason)\n\(format)\n\(String(repeating: " ", count: offset))^"
    }
  }

  /// Reads a format.
  ///
  /// - Parameters:
  ///   - metrics: Numbers by their names.
  ///   - views: The names of views.
  package init(
    _ format: String, metrics: [String: CGFloat], views: Set<String>
  ) throws(Failure) {
    var parser = VisualFormatParser(format, metrics: metrics, views: views)
    self = try parser.parse()
  }

  init() {}
}

/// Reads a visual format from left to right.
private struct VisualFormatParser {
  private let format: String
  private let characters: [Character]
  private let metrics: [String: CGFloat]
  private let views: Set<String>
  private var place = 0

  init(_ format: String, metrics: [String: CGFloat], views: Set<String>) {
    self.format = format
    characters = Array(format)
    self.metrics = metrics
    self.views = views
  }

  mutating func parse() throws(VisualFormat.Failure) -> VisualFormat {
    var result = VisualFormat()
    if take("H") || take("V") {
      result.isVertical = characters[0] == "V"
      try expect(":", "a colon follows the orientation")
    }
    result.elements.append(try element())
    while place < characters.count {
      let isEnd = result.elements.last?.name == nil && result.elements.count > 1
      if isEnd { throw failure("nothing follows the superview's second edge") }
      result.spaces.append(try space())
      result.elements.append(try element())
    }
    if result.elements.allSatisfy({ $0.name == nil }) {
      throw failure("there is no view in the format")
    }
    return result
  }

  // MARK: Parts

  private mutating func element() throws(VisualFormat.Failure) -> VisualFormat.Element {
    if take("|") { return VisualFormat.Element() }
    try expect("[", "a view in brackets, or | for the superview, is expected")
    let start = place
    let name = identifier()
    if name.isEmpty { throw failure("the name of a view is expected") }
    guard views.contains(name) else { throw failure("there is no view named \(name)", at: start) }
    var element = VisualFormat.Element(name: name)
    if take("(") {
      element.predicates = try predicates(allowsViews: true)
      try expect(")", "a closing parenthesis is expected")
    }
    try expect("]", "a closing bracket is expected")
    return element
  }

  private mutating func space() throws(VisualFormat.Failure) -> VisualFormat.Space {
    guard take("-") else { return .flush }
    if peek == "[" || peek == "|" { return .standard }
    let limits: [VisualFormat.Predicate]
    if take("(") {
      limits = try predicates(allowsViews: false)
      try expect(")", "a closing parenthesis is expected")
    } else {
      limits = [try predicate(allowsViews: false, allowsRelation: false)]
    }
    try expect("-", "a hyphen ends the space")
    return .limits(limits)
  }

  private mutating func predicates(
    allowsViews: Bool
  ) throws(VisualFormat.Failure) -> [VisualFormat.Predicate] {
    var list = [try predicate(allowsViews: allowsViews, allowsRelation: true)]
    while take(",") {
      list.append(try predicate(allowsViews: allowsViews, allowsRelation: true))
    }
    return list
  }

  private mutating func predicate(
    allowsViews: Bool, allowsRelation: Bool
  ) throws(VisualFormat.Failure) -> VisualFormat.Predicate {
    var result = VisualFormat.Predicate()
    if allowsRelation {
      for (sign, relation) in [("==", 0), ("<=", -1), (">=", 1)] where take(sign) {
        result.relation = relation
        break
      }
    }
    let start = place
    if let number = try number(allowsSign: allowsRelation) {
      result.constant = number
    } else {
      let name = identifier()
      if let metric = metrics[name] {
        result.constant = metric
      } else if allowsViews && views.contains(name) {
        result.view = name
      } else {
        throw name.isEmpty
          ? failure("a number, a metric\(allowsViews ? " or a view" : "") is expected")
          : failure("there is no metric\(allowsViews ? " or view" : "") named \(name)", at: start)
      }
    }
    if take("@") { result.priority = try priority() }
    return result
  }

  private mutating func priority() throws(VisualFormat.Failure) -> Float {
    let start = place
    let name: String
    let value: CGFloat?
    if let number = try number(allowsSign: false) {
      (name, value) = ("", number)
    } else {
      name = identifier()
      value = metrics[name]
    }
    guard let value else { throw failure("there is no metric named \(name)", at: start) }
    guard value > 0, value <= 1000 else {
      throw failure("a priority lies above 0 and up to 1000", at: start)
    }
    return Float(value)
  }

  // MARK: Characters

  private var peek: Character? { place < characters.count ? characters[place] : nil }

  private mutating func take(_ text: String) -> Bool {
    let end = place + text.count
    guard end <= characters.count, String(characters[place..<end]) == text else { return false }
    place = end
    return true
  }

  private mutating func expect(_ text: String, _ reason: String) throws(VisualFormat.Failure) {
    if !take(text) { throw failure(reason) }
  }

  private mutating func identifier() -> String {
    let start = place
    while let character = peek,
      character == "_" || character.isLetter || (place > start && character.isNumber)
    {
      place += 1
    }
    return String(characters[start..<place])
  }

  private mutating func number(allowsSign: Bool) throws(VisualFormat.Failure) -> CGFloat? {
    let start = place
    if allowsSign, peek == "-" || peek == "+" { place += 1 }
    while let character = peek, character.isASCII, character.isNumber || character == "." {
      place += 1
    }
    guard place > start else { return nil }
    guard let value = Double(String(characters[start..<place])) else {
      throw failure("this is not a number", at: start)
    }
    return CGFloat(value)
  }

  private func failure(_ reason: String, at offset: Int? = nil) -> VisualFormat.Failure {
    VisualFormat.Failure(reason: reason, format: format, offset: offset ?? place)
  }
}
