// NSLocalizedString.swift
// Strings in the user's language, under Foundation's names. Foundation's own search the folder of the program only.
//
// SPDX-License-Identifier: MIT

public import Foundation

// Swift prefers these to Foundation's, which have defaults for what a call leaves out.

/// Returns the text of a key in the table `Localizable` of the main bundle, which is the program with the resources of
/// its targets; the key itself where there is none, which is reported once.
///
/// The language is the desktop's: that of `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` or `LANG`.
public func NSLocalizedString(_ key: String, comment: String) -> String {
  localizedText(key)
}

/// Returns the text of a key in a table of the main bundle; the key itself where there is none.
public func NSLocalizedString(_ key: String, tableName: String?, comment: String) -> String {
  localizedText(key, table: tableName)
}

/// Returns the text of a key in a bundle; the key itself where there is none.
public func NSLocalizedString(_ key: String, bundle: Bundle, comment: String) -> String {
  localizedText(key, in: bundle)
}

/// Returns the text of a key in a table of a bundle; the key itself where there is none.
public func NSLocalizedString(
  _ key: String, tableName: String?, bundle: Bundle, comment: String
) -> String {
  localizedText(key, table: tableName, in: bundle)
}

/// Returns the text of a key in the main bundle, else a value.
public func NSLocalizedString(_ key: String, value: String, comment: String) -> String {
  localizedText(key, default: value)
}

/// Returns the text of a key in a bundle, else a value.
public func NSLocalizedString(
  _ key: String, bundle: Bundle, value: String, comment: String
) -> String {
  localizedText(key, in: bundle, default: value)
}

/// Returns the text of a key in a table of a bundle, else a value. The plug-in `UIKitSource` writes `table` where Apple's
/// function has `tableName`, as Foundation's own has all of these arguments.
public func NSLocalizedString(
  _ key: String, table: String?, bundle: Bundle, value: String, comment: String
) -> String {
  localizedText(key, table: table, in: bundle, default: value)
}

private func localizedText(
  _ key: String, table: String? = nil, in bundle: Bundle = .main, default value: String = ""
) -> String {
  LocalizedStrings.text(key, table: table, in: bundle) ?? (value.isEmpty ? key : value)
}

extension String {
  /// A key with values, as a string literal: `"\(count) files"` has the key `"%lld files"`.
  ///
  /// Source: Foundation's `String.LocalizationValue` on Apple's systems.
  public struct LocalizationValue: ExpressibleByStringInterpolation, Equatable, Sendable {
    var key: String
    var arguments: [LocalizedFormat.Argument] = []

    /// Creates a key without values.
    public init(_ value: String) { key = value.replacingOccurrences(of: "%", with: "%%") }

    /// Creates a key without values.
    public init(stringLiteral value: String) { key = value }

    /// Creates a key with values.
    public init(stringInterpolation: StringInterpolation) {
      (key, arguments) = (stringInterpolation.key, stringInterpolation.arguments)
    }

    /// The parts of a string literal.
    public struct StringInterpolation: StringInterpolationProtocol {
      var key = ""
      var arguments: [LocalizedFormat.Argument] = []

      /// Creates an empty literal.
      public init(literalCapacity: Int, interpolationCount: Int) {}

      /// Appends text.
      public mutating func appendLiteral(_ literal: String) {
        key += literal.replacingOccurrences(of: "%", with: "%%")
      }

      /// Appends a text: `%@` in the key.
      public mutating func appendInterpolation(_ string: String) { append("%@", .text(string)) }

      /// Appends a whole number: `%lld` in the key.
      public mutating func appendInterpolation<Value: BinaryInteger>(_ value: Value) {
        append("%lld", .whole(Int64(clamping: value)))
      }

      /// Appends a number: `%lf` in the key.
      public mutating func appendInterpolation<Value: BinaryFloatingPoint>(_ value: Value) {
        append("%lf", .number(Double(value)))
      }

      /// Appends any other value, as it describes itself: `%@` in the key.
      @_disfavoredOverload
      public mutating func appendInterpolation<Value>(_ value: Value) {
        append("%@", .text("\(value)"))
      }

      private mutating func append(_ specifier: String, _ argument: LocalizedFormat.Argument) {
        key += specifier
        arguments.append(argument)
      }
    }
  }

  /// Creates the text of a key in the user's language; see `NSLocalizedString(_:comment:)`.
  ///
  ///     String(localized: "\(count) files")   // of the table's "%lld files"
  ///
  /// - Parameters:
  ///   - key: A literal, with values. A table's text that does not fit the values shows them as they describe
  ///     themselves.
  ///   - table: The table; nil for `Localizable`.
  ///   - bundle: The bundle; nil for the main one.
  ///   - locale: Ignored: numbers are written as in source code.
  ///   - comment: For translators.
  public init(
    localized key: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    let found = LocalizedStrings.text(key.lookupKey, table: table, in: bundle ?? .main)
    self = LocalizedFormat.text(found ?? key.lookupKey, key)
  }

  /// Creates the text of a key in the user's language, else a default text; see ``init(localized:table:bundle:locale:comment:)``.
  public init(
    localized key: StaticString, defaultValue: LocalizationValue, table: String? = nil,
    bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil
  ) {
    let found = LocalizedStrings.text("\(key)", table: table, in: bundle ?? .main)
    self = LocalizedFormat.text(found ?? defaultValue.lookupKey, defaultValue)
  }
}

extension String.LocalizationValue {
  /// The key as tables have it: percent signs are doubled only beside values.
  var lookupKey: String {
    arguments.isEmpty ? key.replacingOccurrences(of: "%%", with: "%") : key
  }
}

/// Values in a text with specifiers such as `%@`, `%lld` and `%2$.1f`.
enum LocalizedFormat {
  enum Argument: Equatable, Sendable {
    case text(String)
    case whole(Int64)
    case number(Double)

    var description: String {
      switch self {
      case .text(let text): text
      case .whole(let value): "\(value)"
      case .number(let value): "\(value)"
      }
    }
  }

  static func text(_ format: String, _ value: String.LocalizationValue) -> String {
    value.arguments.isEmpty ? format : text(format, value.arguments)
  }

  /// Returns the text with its specifiers replaced. One without a value stays as it is.
  static func text(_ format: String, _ arguments: [Argument]) -> String {
    var result = ""
    var rest = Substring(format)
    var next = 0
    while let percent = rest.firstIndex(of: "%") {
      result += rest[..<percent]
      rest = rest[rest.index(after: percent)...]
      if rest.first == "%" {
        result += "%"
        rest.removeFirst()
        continue
      }
      guard let specifier = Specifier(rest) else {
        result += "%"
        continue
      }
      let index = specifier.position ?? next
      if specifier.position == nil { next += 1 }
      rest = rest.dropFirst(specifier.length)
      result +=
        arguments.indices.contains(index)
        ? specifier.text(of: arguments[index]) : "%" + specifier.written
    }
    return result + rest
  }

  /// What follows a percent sign: `2$.1lf` has a position, flags, and a letter.
  private struct Specifier {
    var position: Int?
    /// Flags, width and precision.
    var style = ""
    var letter: Character
    var written: String
    var length: Int { written.count }

    init?(_ text: Substring) {
      var rest = text
      if let dollar = rest.firstIndex(of: "$"), let number = Int(rest[..<dollar]), number > 0 {
        position = number - 1
        rest = rest[rest.index(after: dollar)...]
      }
      while let first = rest.first, "-+ #0123456789.".contains(first) {
        style.append(rest.removeFirst())
      }
      while let first = rest.first, "hlqzjtL".contains(first) { rest.removeFirst() }
      guard let last = rest.first, "@diuxXofFeEgGaAcsp".contains(last), style.count < 16 else {
        return nil
      }
      letter = last
      written = String(text[..<rest.index(after: rest.startIndex)])
    }

    func text(of argument: Argument) -> String {
      switch (argument, letter) {
      case (.whole(let value), "d"), (.whole(let value), "i"), (.whole(let value), "u"):
        String(format: "%\(style)lld", value)
      case (.whole(let value), "x"), (.whole(let value), "X"), (.whole(let value), "o"):
        String(format: "%\(style)ll\(letter)", value)
      case (.number(let value), let letter) where "fFeEgGaA".contains(letter):
        String(format: "%\(style)\(letter)", value)
      case (.whole(let value), let letter) where "fFeEgGaA".contains(letter):
        String(format: "%\(style)\(letter)", Double(value))
      default: argument.description
      }
    }
  }
}
