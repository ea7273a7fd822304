// SourceFile.swift
// A file to rewrite: its syntax tree, the edits, and the result. Edits never move a line.
//
// SPDX-License-Identifier: MIT

import Foundation
import SwiftParser
import SwiftSyntax

/// A file that is being rewritten.
final class SourceFile {
  /// The path that diagnostics name.
  let path: String
  let tree: SourceFileSyntax
  private let converter: SourceLocationConverter
  private let bytes: [UInt8]
  private var edits: [Edit] = []
  private(set) var diagnostics: [SourceDiagnostic] = []

  init(path: String, text: String) {
    self.path = path
    bytes = Array(text.utf8)
    tree = Parser.parse(source: text)
    converter = SourceLocationConverter(fileName: path, tree: tree)
  }

  // MARK: Edits

  private struct Edit {
    /// Offsets in UTF-8.
    var range: Range<Int>
    var replacement: String
    /// Breaks ties between insertions at one place.
    var order: Int
  }

  /// Replaces a node's own text, without the trivia around it. Lines that it loses are added as empty lines.
  func replace(_ node: some SyntaxProtocol, with text: String) {
    replace(
      node.positionAfterSkippingLeadingTrivia
        .utf8Offset..<node.endPositionBeforeTrailingTrivia
        .utf8Offset, with: text)
  }

  /// Removes a node with the spaces behind it.
  func remove(_ node: some SyntaxProtocol) {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    var end = node.endPositionBeforeTrailingTrivia.utf8Offset
    while end < bytes.count, bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t") {
      end += 1
    }
    replace(start..<end, with: "")
  }

  func replace(_ range: Range<Int>, with text: String) {
    let lost = newlines(range) - text.utf8.count { $0 == UInt8(ascii: "\n") }
    let padding = String(repeating: "\n", count: max(0, lost))
    edits.append(Edit(range: range, replacement: text + padding, order: edits.count))
  }

  /// Inserts text in front of a node.
  func insert(_ text: String, before node: some SyntaxProtocol) {
    let offset = node.positionAfterSkippingLeadingTrivia.utf8Offset
    replace(offset..<offset, with: text)
  }

  /// Inserts text behind a node, in front of spaces and comments.
  func insert(_ text: String, after node: some SyntaxProtocol) {
    let offset = node.endPositionBeforeTrailingTrivia.utf8Offset
    replace(offset..<offset, with: text)
  }

  private func newlines(_ range: Range<Int>) -> Int {
    bytes[range].count { $0 == UInt8(ascii: "\n") }
  }

  /// The text with all edits.
  var rewritten: String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 256)
    var end = 0
    let sorted = edits.sorted {
      ($0.range.lowerBound, $0.range.upperBound, $0.order)
        < ($1.range.lowerBound, $1.range.upperBound, $1.order)
    }
    // An edit inside a replaced part has lost its place.
    for edit in sorted where edit.range.lowerBound >= end {
      result += bytes[end..<edit.range.lowerBound]
      result += edit.replacement.utf8
      end = edit.range.upperBound
    }
    result += bytes[end...]
    return String(decoding: result, as: UTF8.self)
  }

  // MARK: Places

  func line(of node: some SyntaxProtocol) -> Int {
    converter.location(for: node.positionAfterSkippingLeadingTrivia).line
  }

  /// The line on which a node ends.
  func endLine(of node: some SyntaxProtocol) -> Int {
    converter.location(for: node.endPositionBeforeTrailingTrivia).line
  }

  /// Reports what could not be rewritten.
  ///
  /// - Parameter message: What it is, and what to do instead.
  func warn(_ node: some SyntaxProtocol, _ message: String) {
    let location = converter.location(for: node.positionAfterSkippingLeadingTrivia)
    diagnostics.append(
      SourceDiagnostic(
        path: path, line: location.line, column: location.column, message: message))
  }
}

/// A construct that could not be rewritten.
public struct SourceDiagnostic: Equatable, Sendable, CustomStringConvertible {
  /// The file's path.
  public var path: String
  /// The line, from 1.
  public var line: Int
  /// The column in UTF-8, from 1.
  public var column: Int
  /// What could not be rewritten, and what to do instead.
  public var message: String
  /// Whether the target cannot be rewritten at all.
  public var isError = false

  /// The form that SwiftPM and editors read.
  public var description: String {
    "\(path):\(line):\(column): \(isError ? "error" : "warning"): \(message)"
  }
}

extension SourceDiagnostic {
  /// An error at a place of a text, as an offset in UTF-8.
  init(path: String, offset: Int, of text: String, error: String) {
    let before = text.utf8.prefix(offset)
    let begin = before.lastIndex(of: UInt8(ascii: "\n")).map(before.index(after:))
    self.init(
      path: path, line: before.count { $0 == UInt8(ascii: "\n") } + 1,
      column: before.distance(from: begin ?? before.startIndex, to: before.endIndex) + 1,
      message: error, isError: true)
  }
}

extension SyntaxProtocol {
  /// The text without trivia at its ends, and with its inner trivia as single spaces.
  var plainText: String {
    var result = ""
    for token in tokens(viewMode: .sourceAccurate) {
      result += token.text
      result +=
        token.trailingTrivia.isEmpty && !Self.breaksLine(token.nextToken(viewMode: .sourceAccurate))
        ? "" : " "
    }
    return result.trimmingCharacters(in: .whitespaces)
  }

  private static func breaksLine(_ token: TokenSyntax?) -> Bool {
    token?.leadingTrivia.contains { $0.isNewline } ?? false
  }
}
