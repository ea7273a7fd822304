// NestingScan.swift
// Limits on nesting, found before a file is parsed: the parser and every walk of its tree recurse.
//
// SPDX-License-Identifier: MIT

/// Looks through a file, without recursion and in one pass, for what is nested deeper than any code that is written by
/// hand. Brackets are not counted, as the parser limits them itself.
struct NestingScan {
  /// The most open `#if`.
  static let mostConditions = 1000
  /// The most string interpolations inside each other.
  static let mostInterpolations = 100
  /// The most links, operators and words in one expression or type, such as `a.b.c`.
  static let mostLinks = 20_000

  /// What is between the innermost quotes or brackets.
  private enum Mode: Equatable {
    /// Code, with the links of the current expression.
    case code(links: Int)
    /// A string: the number of `#` before its quotes, and whether it may have several lines.
    case string(pounds: Int, isMultiline: Bool)
  }

  private let bytes: [UInt8]
  private var place = 0
  private var modes: [Mode] = [.code(links: 0)]
  private var conditions = 0
  /// The brackets that were opened by an interpolation, by their places in ``modes``.
  private var interpolations: [Int] = []

  /// Returns what is nested too deeply in a file, and its place in UTF-8; nil if nothing is.
  static func problem(in bytes: [UInt8]) -> (offset: Int, message: String)? {
    var scan = NestingScan(bytes)
    while scan.place < bytes.count {
      let start = scan.place
      if let message = scan.readToken() { return (start, message) }
    }
    return nil
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func starts(_ text: StaticString) -> Bool {
    guard place + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { bytes[place..<(place + $0.count)].elementsEqual($0) }
  }

  /// Reads a token, or a part of a string.
  private mutating func readToken() -> String? {
    guard case .code(let links) = modes[modes.count - 1] else { return readString() }
    switch bytes[place] {
    case UInt8(ascii: "/") where starts("//"):
      while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
    case UInt8(ascii: "/") where starts("/*"): skipComment()
    case UInt8(ascii: "#") where !isStringAhead: return readDirective()
    case UInt8(ascii: "\""), UInt8(ascii: "#"): openString()
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      modes.append(.code(links: 0))
      place += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): closeBracket()
    case UInt8(ascii: ","), UInt8(ascii: ";"): endExpression()
    case UInt8(ascii: "\n"):
      let isEnded = isExpressionEnded
      while place + 1 < bytes.count, Self.isSpace(bytes[place + 1]) { place += 1 }
      if isEnded { endExpression() } else { place += 1 }
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): place += 1
    case let byte where Self.isOfWord(byte):
      while place < bytes.count, Self.isOfWord(bytes[place]) { place += 1 }
      modes[modes.count - 1] = .code(links: links + 1)
    default:
      place += 1
      modes[modes.count - 1] = .code(links: links + 1)
    }
    return links < Self.mostLinks
      ? nil : "this expression has more than \(Self.mostLinks) links; split it"
  }

  private mutating func endExpression() {
    modes[modes.count - 1] = .code(links: 0)
    place += 1
  }

  private mutating func closeBracket() {
    place += 1
    guard modes.count > 1 else { return }
    modes.removeLast()
    if interpolations.last == modes.count { interpolations.removeLast() }
    // A call is a link as well.
    if case .code(let links) = modes[modes.count - 1] {
      modes[modes.count - 1] = .code(links: links + 1)
    }
  }

  /// Whether a statement ends at the line's end: neither this line nor the next one goes on with a sign.
  private var isExpressionEnded: Bool {
    let before = bytes[..<place].last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }
    let after = bytes[place...].first { !Self.isSpace($0) }
    return !Self.isSign(before) && !Self.isSign(after)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 9 || byte == 10 || byte == 13 || byte == 32
  }

  private static func isSign(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return ".?!<>&|-+*/%=:^~".utf8.contains(byte)
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// Comments are nested, without a limit, as they are skipped here and by the parser in a loop.
  private mutating func skipComment() {
    var depth = 0
    while place < bytes.count {
      if starts("/*") {
        depth += 1
        place += 2
      } else if starts("*/") {
        depth -= 1
        place += 2
        if depth == 0 { return }
      } else {
        place += 1
      }
    }
  }

  // MARK: Conditions

  private mutating func readDirective() -> String? {
    let (opens, closes) = (starts("#if"), starts("#endif"))
    place += 1
    while place < bytes.count, Self.isOfWord(bytes[place]) { place += 1 }
    if closes { conditions = max(0, conditions - 1) }
    if opens { conditions += 1 }
    return conditions <= Self.mostConditions
      ? nil : "more than \(Self.mostConditions) #if are open here; move code into other files"
  }

  // MARK: Strings

  /// Whether the `#` here are those of a string.
  private var isStringAhead: Bool {
    bytes[place...].prefix(256).first { $0 != UInt8(ascii: "#") } == UInt8(ascii: "\"")
  }

  private mutating func openString() {
    var pounds = 0
    while bytes[place] == UInt8(ascii: "#") {
      pounds += 1
      place += 1
    }
    let isMultiline = starts("\"\"\"")
    place += isMultiline ? 3 : 1
    modes.append(.string(pounds: pounds, isMultiline: isMultiline))
  }

  /// Whether the `#` of a string follow a place.
  private func hasPounds(_ count: Int, at start: Int) -> Bool {
    start + count <= bytes.count
      && bytes[start..<(start + count)].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  private mutating func readString() -> String? {
    guard case .string(let pounds, let isMultiline) = modes[modes.count - 1] else { return nil }
    switch bytes[place] {
    // A string that is not closed ends with its line.
    case UInt8(ascii: "\n") where !isMultiline: modes.removeLast()
    case UInt8(ascii: "\\") where hasPounds(pounds, at: place + 1):
      place += 1 + pounds
      guard place < bytes.count else { return nil }
      if bytes[place] == UInt8(ascii: "(") {
        interpolations.append(modes.count)
        modes.append(.code(links: 0))
      }
      if bytes[place] != UInt8(ascii: "\n") { place += 1 }
    case UInt8(ascii: "\"")
    where (!isMultiline || starts("\"\"\"")) && hasPounds(pounds, at: place + (isMultiline ? 3 : 1)):
      place += (isMultiline ? 3 : 1) + pounds
      modes.removeLast()
    default: place += 1
    }
    return interpolations.count <= Self.mostInterpolations
      ? nil
      : "more than \(Self.mostInterpolations) string interpolations are inside each other; "
        + "give the inner ones names"
  }
}
