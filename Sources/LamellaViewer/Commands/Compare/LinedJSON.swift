// LinedJSON.swift
// JSON with the line of each value, so that an error in a file can be found.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A value of a JSON file, and its line.
struct LinedJSON {
  enum Value {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([LinedJSON])
    case object([String: LinedJSON])

    /// The value's kind, for messages.
    var kind: String {
      switch self {
      case .null: "null"
      case .bool: "true or false"
      case .number: "a number"
      case .text: "a text"
      case .list: "a list"
      case .object: "an object"
      }
    }
  }

  /// Why a file is not what it has to be.
  struct Failure: Error, Hashable {
    /// From 1.
    var line: Int
    /// A clause, without a full stop.
    var reason: String
  }

  var value: Value
  /// From 1.
  var line: Int

  /// Reads a file's text.
  init(_ text: String) throws(Failure) {
    var parser = JSONParser(text)
    self = try parser.value(depth: 0)
    try parser.end()
  }

  init(_ value: Value, line: Int) { (self.value, self.line) = (value, line) }

  private func failure(_ wanted: String) -> Failure {
    Failure(line: line, reason: "\(wanted) is needed, not \(value.kind)")
  }

  // MARK: Values of a kind

  /// The value of a key; nil when there is none.
  func member(_ key: String) throws(Failure) -> LinedJSON? {
    guard case .object(let members) = value else { throw failure("an object") }
    return members[key]
  }

  /// The value of a key that must be there.
  func needed(_ key: String) throws(Failure) -> LinedJSON {
    guard let found = try member(key) else {
      throw Failure(line: line, reason: "\"\(key)\" is missing")
    }
    return found
  }

  var list: [LinedJSON] {
    get throws(Failure) {
      guard case .list(let values) = value else { throw failure("a list") }
      return values
    }
  }

  var text: String {
    get throws(Failure) {
      guard case .text(let text) = value else { throw failure("a text") }
      return text
    }
  }

  var bool: Bool {
    get throws(Failure) {
      guard case .bool(let bool) = value else { throw failure("true or false") }
      return bool
    }
  }

  var number: Double {
    get throws(Failure) {
      guard case .number(let number) = value else { throw failure("a number") }
      return number
    }
  }

  /// Nil for null.
  var optionalNumber: Double? {
    get throws(Failure) {
      if case .null = value { return nil }
      return try number
    }
  }
}

/// Reads JSON by its grammar (RFC 8259).
private struct JSONParser {
  /// A file with deeper lists is damaged, and would need a deep stack.
  private static let mostDepth = 32
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  init(_ text: String) { bytes = Array(text.utf8) }

  private func failure(_ reason: String) -> LinedJSON.Failure {
    LinedJSON.Failure(line: line, reason: reason)
  }

  private mutating func skipSpace() {
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) {
      if bytes[place] == 0x0A { line += 1 }
      place += 1
    }
  }

  /// Takes a character if it is next, after spaces.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func need(_ character: Unicode.Scalar) throws(LinedJSON.Failure) {
    if !take(character) { throw unexpected("\"\(character)\"") }
  }

  private func unexpected(_ wanted: String) -> LinedJSON.Failure {
    place < bytes.count
      ? failure("\(wanted) is needed, not \"\(String(decoding: [bytes[place]], as: UTF8.self))\"")
      : failure("the file ends too early; \(wanted) is needed")
  }

  mutating func end() throws(LinedJSON.Failure) {
    skipSpace()
    if place < bytes.count { throw failure("there is more after the end") }
  }

  mutating func value(depth: Int) throws(LinedJSON.Failure) -> LinedJSON {
    guard depth < Self.mostDepth else { throw failure("lists are nested too deep") }
    skipSpace()
    let line = line
    if take("{") { return LinedJSON(.object(try members(depth)), line: line) }
    if take("[") { return LinedJSON(.list(try elements(depth)), line: line) }
    if place < bytes.count, bytes[place] == UInt8(ascii: "\"") {
      return LinedJSON(.text(try text()), line: line)
    }
    for (word, value) in [
      ("null", LinedJSON.Value.null), ("true", .bool(true)), ("false", .bool(false)),
    ] where bytes[place...].starts(with: word.utf8) {
      place += word.utf8.count
      return LinedJSON(value, line: line)
    }
    return LinedJSON(.number(try number()), line: line)
  }

  private mutating func members(_ depth: Int) throws(LinedJSON.Failure) -> [String: LinedJSON] {
    var members: [String: LinedJSON] = [:]
    if take("}") { return members }
    repeat {
      skipSpace()
      let key = try text()
      try need(":")
      guard members.updateValue(try value(depth: depth + 1), forKey: key) == nil else {
        throw failure("\"\(key)\" is there twice")
      }
    } while take(",")
    try need("}")
    return members
  }

  private mutating func elements(_ depth: Int) throws(LinedJSON.Failure) -> [LinedJSON] {
    var elements: [LinedJSON] = []
    if take("]") { return elements }
    repeat { elements.append(try value(depth: depth + 1)) } while take(",")
    try need("]")
    return elements
  }

  private mutating func number() throws(LinedJSON.Failure) -> Double {
    let start = place
    while place < bytes.count, "+-.0123456789eE".utf8.contains(bytes[place]) { place += 1 }
    guard place > start else { throw unexpected("a value") }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      throw failure("\(text) is not a number")
    }
    return number
  }

  /// Foundation decodes the characters of a text, whose end is found here.
  private mutating func text() throws(LinedJSON.Failure) -> String {
    let start = place
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else {
      throw unexpected("a text")
    }
    place += 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      if bytes[place] == 0x0A { throw failure("a text has no end") }
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard place < bytes.count else { throw failure("a text has no end") }
    place += 1
    let quoted = Data(Array("[".utf8) + bytes[start..<place] + Array("]".utf8))
    guard let decoded = try? JSONDecoder().decode([String].self, from: quoted) else {
      throw failure("a text has characters that JSON does not have")
    }
    return decoded[0]
  }
}
