// NSTextTab.swift
// The places that tabs lead to.
//
// SPDX-License-Identifier: MIT

public import Foundation
import Typesetting

/// A place on a line to which a tab leads.
///
/// Source: Apple's `NSTextTab`. Of its options none has an effect.
public final class NSTextTab: NSObject, NSCopying, @unchecked Sendable {
  /// Where the text after the tab lies: behind the place (left), around or before it (right).
  public let alignment: NSTextAlignment
  /// Points from the edge where the line begins.
  public let location: CGFloat

  /// Creates a tab stop.
  ///
  /// - Parameters:
  ///   - alignment: Where the text after the tab lies.
  ///   - location: Points from the edge where the line begins.
  ///   - options: Without effect.
  public init(
    textAlignment alignment: NSTextAlignment, location: CGFloat,
    options: [NSTextTab.OptionKey: any Sendable] = [:]
  ) {
    self.alignment = alignment
    self.location = location
  }

  /// The name of an option.
  public struct OptionKey: RawRepresentable, Hashable, Sendable {
    /// The option's name.
    public let rawValue: String
    /// Creates an option's name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Tab stops are equal when alignment and location are.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSTextTab else { return false }
    return alignment == other.alignment && location == other.location
  }

  /// A hash of alignment and location.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(alignment)
    hasher.combine(location)
    return hasher.finalize()
  }

  /// Returns the tab stop, which does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  var stop: TabStops.Stop {
    TabStops.Stop(location: location, alignment: ParagraphSettings.Alignment(alignment))
  }
}

/// The direction of a paragraph.
public enum NSWritingDirection: Int, Sendable {
  /// That of the paragraph's first letter; left to right without one.
  case natural = -1
  /// From left to right.
  case leftToRight = 0
  /// From right to left.
  case rightToLeft = 1

  var direction: WritingDirection {
    switch self {
    case .natural: .natural
    case .leftToRight: .leftToRight
    case .rightToLeft: .rightToLeft
    }
  }
}
