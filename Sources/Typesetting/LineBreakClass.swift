// LineBreakClass.swift
// Stage: display. Where a line may end, by the classes of its characters.
//
// SPDX-License-Identifier: MIT

/// How a character takes part in line breaks: a class of Unicode's line breaking algorithm.
///
/// [UAX #14](https://www.unicode.org/reports/tr14/) defines the classes and the rules, whose numbers are below. Classes
/// of scripts that break by a dictionary are letters.
enum LineBreakClass: UInt8 {
  /// AL, and what is none of the others.
  case letter
  /// SP, and other spaces that hang over the end of a line.
  case space
  /// ZW.
  case zeroWidthSpace
  /// GL and WJ: no line ends beside it.
  case glue
  /// BA: dashes and marks that end a word.
  case breakAfter
  /// HY.
  case hyphen
  /// B2.
  case emDash
  /// OP.
  case opening
  /// OP of full width, which a letter may precede in another line.
  case wideOpening
  /// CL.
  case closing
  /// CP: `)` and `]`, which a letter follows in the same line.
  case closingParenthesis
  /// QU of the general category Pi.
  case initialQuote
  /// QU of the general category Pf.
  case finalQuote
  /// QU of neither.
  case quote
  /// EX.
  case exclamation
  /// IS: `,` and `.` and the like.
  case infixSeparator
  /// SY.
  case slash
  /// NS and CJ: small kana, and marks that begin no line.
  case nonstarter
  /// IN.
  case ellipsis
  /// NU.
  case digit
  /// PR: signs of currencies.
  case prefix
  /// PO: `%` and the like.
  case postfix
  /// ID: ideographs, kana, Hangul and emoji; and CB, an attachment.
  case ideograph

  /// Whether a line may end between two characters.
  static func allowsBreak(after first: Self, before second: Self) -> Bool {
    switch (first, second) {
    case (_, .space), (_, .zeroWidthSpace): false  // LB 7
    case (.space, _), (.zeroWidthSpace, _): true  // LB 8, 18
    case (.glue, _), (_, .glue): false  // LB 11, 12
    case (_, .closing), (_, .closingParenthesis), (_, .exclamation), (_, .infixSeparator),
      (_, .slash):
      false  // LB 13
    case (.opening, _), (.wideOpening, _): false  // LB 14
    case (.ideograph, .initialQuote), (.nonstarter, .initialQuote), (.closing, .initialQuote),
      (.exclamation, .initialQuote), (.finalQuote, .ideograph), (.finalQuote, .wideOpening):
      true  // LB 19a
    case (.quote, _), (_, .quote), (.initialQuote, _), (_, .initialQuote), (.finalQuote, _),
      (_, .finalQuote):
      false  // LB 19
    case (.emDash, .emDash): false  // LB 17
    case (_, .breakAfter), (_, .hyphen), (_, .nonstarter): false  // LB 21
    case (_, .ellipsis): false  // LB 22
    case (.letter, .digit), (.digit, .letter): false  // LB 23
    case (.prefix, .ideograph), (.ideograph, .postfix): false  // LB 23a
    case (.prefix, .letter), (.postfix, .letter), (.letter, .prefix), (.letter, .postfix):
      false  // LB 24
    case (.prefix, .prefix): false  // beyond the rules: `C++`
    case (.closing, .prefix), (.closing, .postfix), (.closingParenthesis, .prefix),
      (.closingParenthesis, .postfix), (.digit, .prefix), (.digit, .postfix), (.prefix, .opening),
      (.postfix, .opening), (.prefix, .digit), (.postfix, .digit), (.hyphen, .digit),
      (.infixSeparator, .digit), (.slash, .digit), (.digit, .digit):
      false  // LB 25
    case (.letter, .letter): false  // LB 28
    case (.infixSeparator, .letter): false  // LB 29
    case (.letter, .opening), (.digit, .opening), (.closingParenthesis, .letter),
      (.closingParenthesis, .digit):
      false  // LB 30
    default: true  // LB 31
    }
  }
}

extension LineBreakClass {
  /// The class of a character: of its first scalar.
  init(_ character: Character) {
    guard let scalar = character.unicodeScalars.first else {
      self = .letter
      return
    }
    if character.isBreakingSpace {
      self = .space
    } else if scalar.value < 0x180 {
      self.init(latin: scalar.value)
    } else if 0x2190...0x2BFF ~= scalar.value, character.isEmoji {
      self = .ideograph
    } else {
      self.init(scalar)
    }
  }

  /// The class of a scalar below U+0180.
  init(latin scalar: UInt32) {
    self =
      switch scalar {
      case 0x61...0x7A, 0x41...0x5A: .letter
      case 0x20, 0x09...0x0D: .space
      case 0x30...0x39: .digit
      case 0x2D: .hyphen
      case 0x2C, 0x2E, 0x3A, 0x3B: .infixSeparator
      case 0x21, 0x3F: .exclamation
      case 0x22, 0x27: .quote
      case 0x2F: .slash
      case 0x28, 0x5B, 0x7B, 0xA1, 0xBF: .opening
      case 0x29, 0x5D: .closingParenthesis
      case 0x7D: .closing
      case 0x7C: .breakAfter
      case 0x24, 0x2B, 0x5C, 0xA3...0xA5, 0xB1: .prefix
      case 0x25, 0xA2, 0xB0: .postfix
      case 0xAB: .initialQuote
      case 0xBB: .finalQuote
      case 0xA0: .glue
      default: .letter
      }
  }

  /// The class of a scalar from U+0180.
  private init(_ scalar: Unicode.Scalar) {
    self =
      switch scalar.value {
      case 0x200B: .zeroWidthSpace
      case 0x2007, 0x2011, 0x202F, 0x2060, 0xFEFF: .glue
      case 0x2010, 0x2012, 0x2013, 0x2027, 0x2056, 0x2058...0x205B, 0x964, 0x965, 0x58A, 0x5BE:
        .breakAfter
      case 0x2014, 0x2E3A, 0x2E3B: .emDash
      case 0x2024...0x2026, 0xFE19: .ellipsis
      case 0x5C6, 0x61B, 0x61D...0x61F, 0x6D4, 0xFE15, 0xFE16, 0xFE56, 0xFE57, 0xFF01, 0xFF1F:
        .exclamation
      case 0x37E, 0x589, 0x60C, 0x60D, 0x2044, 0xFE10, 0xFE13, 0xFE14: .infixSeparator
      case 0x201A, 0x201E: .opening
      case 0x2030...0x2037, 0x2103, 0x2109, 0x66A, 0xFE6A, 0xFF05, 0xFFE0: .postfix
      case 0x2116, 0x2212, 0x2213: .prefix
      case 0x3001, 0x3002, 0xFE11, 0xFE12, 0xFE50, 0xFE52, 0xFF0C, 0xFF0E, 0xFF61, 0xFF64: .closing
      // NS.
      case 0x203C, 0x203D, 0x2047...0x2049, 0x3005, 0x301C, 0x303B, 0x303C, 0x309B...0x309E, 0x30A0,
        0x30FB, 0x30FD, 0x30FE, 0xFE54, 0xFE55, 0xFF1A, 0xFF1B, 0xFF65, 0xFF9E, 0xFF9F:
        .nonstarter
      // CJ.
      case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x3095,
        0x3096, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE,
        0x30F5,
        0x30F6, 0x30FC, 0x31F0...0x31FF, 0xFF67...0xFF70:
        .nonstarter
      case 0x1100...0x115F, 0x2E80...0x2FFF, 0x3003, 0x3004, 0x3006, 0x3007, 0x3012, 0x3013,
        0x3020...0x3029, 0x3030...0x303A, 0x303D...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1F000...0x1FBEF, 0x20000...0x3FFFD:
        .ideograph
      default: Self(category: scalar.properties.generalCategory, scalar.value)
      }
  }

  private init(category: Unicode.GeneralCategory, _ scalar: UInt32) {
    self =
      switch category {
      case .openPunctuation: scalar >= 0x3000 ? .wideOpening : .opening
      case .closePunctuation: .closing
      case .initialPunctuation: .initialQuote
      case .finalPunctuation: .finalQuote
      case .decimalNumber: .digit
      case .currencySymbol: .prefix
      // Letters and signs of full width, and Tangut and Khitan.
      default: 0xFF00...0xFFEE ~= scalar || 0x17000...0x18DFF ~= scalar ? .ideograph : .letter
      }
  }
}

extension Character {
  /// Whether a line may end here with the character hanging over the edge.
  var isBreakingSpace: Bool {
    if let ascii = asciiValue { return ascii == 0x20 || 0x09...0x0D ~= ascii }
    return isWhitespace && self != "\u{A0}" && self != "\u{202F}" && self != "\u{2007}"
  }

  /// Whether it is drawn as a picture in colour.
  fileprivate var isEmoji: Bool {
    guard let first = unicodeScalars.first else { return false }
    return first.properties.isEmojiPresentation
      || first.properties.isEmoji && unicodeScalars.dropFirst().first == "\u{FE0F}"
  }
}
