// NSLayoutConstraint+Types.swift
// Axes, attributes, relations, and the options of visual formats. Raw values are Apple's.
//
// SPDX-License-Identifier: MIT

/// An axis of layout. The raw values are Apple's.
public enum NSLayoutAxis: Int, Sendable {
  /// From left to right.
  case horizontal
  /// From top to bottom.
  case vertical
}

extension NSLayoutConstraint {
  /// An axis of layout.
  public typealias Axis = NSLayoutAxis

  /// A part of a view or layout guide that a constraint refers to.
  ///
  /// Text runs from left to right, so that leading is left and trailing is right.
  public enum Attribute: Int, Sendable {
    /// The left edge.
    case left = 1
    /// The right edge.
    case right = 2
    /// The top edge.
    case top = 3
    /// The bottom edge.
    case bottom = 4
    /// The left edge; the right one in a layout from right to left.
    case leading = 5
    /// The right edge; the left one in a layout from right to left.
    case trailing = 6
    /// The width.
    case width = 7
    /// The height.
    case height = 8
    /// The centre along the horizontal axis.
    case centerX = 9
    /// The centre along the vertical axis.
    case centerY = 10
    /// The baseline of the last line of text; without text, the bottom edge.
    case lastBaseline = 11
    /// The baseline of the first line of text; without text, the bottom edge.
    case firstBaseline = 12
    /// The left edge inside the view's layout margins.
    case leftMargin = 13
    /// The right edge inside the view's layout margins.
    case rightMargin = 14
    /// The top edge inside the view's layout margins.
    case topMargin = 15
    /// The bottom edge inside the view's layout margins.
    case bottomMargin = 16
    /// The left edge inside the view's layout margins.
    case leadingMargin = 17
    /// The right edge inside the view's layout margins.
    case trailingMargin = 18
    /// The centre between the left and right layout margins.
    case centerXWithinMargins = 19
    /// The centre between the top and bottom layout margins.
    case centerYWithinMargins = 20
    /// No attribute: the second one of a constraint with a constant.
    case notAnAttribute = 0

    /// The old name of ``lastBaseline``.
    public static let baseline = Attribute.lastBaseline
  }

  /// The relation of the first attribute to the second.
  public enum Relation: Int, Sendable {
    /// At most.
    case lessThanOrEqual = -1
    /// Equal.
    case equal = 0
    /// At least.
    case greaterThanOrEqual = 1
  }

  /// Alignments and the direction of a visual format.
  public struct FormatOptions: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt
    /// Creates options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Equal left edges.
    public static let alignAllLeft = FormatOptions(rawValue: 1 << 1)
    /// Equal right edges.
    public static let alignAllRight = FormatOptions(rawValue: 1 << 2)
    /// Equal top edges.
    public static let alignAllTop = FormatOptions(rawValue: 1 << 3)
    /// Equal bottom edges.
    public static let alignAllBottom = FormatOptions(rawValue: 1 << 4)
    /// Equal leading edges.
    public static let alignAllLeading = FormatOptions(rawValue: 1 << 5)
    /// Equal trailing edges.
    public static let alignAllTrailing = FormatOptions(rawValue: 1 << 6)
    /// Equal horizontal centres.
    public static let alignAllCenterX = FormatOptions(rawValue: 1 << 9)
    /// Equal vertical centres.
    public static let alignAllCenterY = FormatOptions(rawValue: 1 << 10)
    /// Equal last baselines.
    public static let alignAllLastBaseline = FormatOptions(rawValue: 1 << 11)
    /// Equal first baselines.
    public static let alignAllFirstBaseline = FormatOptions(rawValue: 1 << 12)
    /// From the leading edge to the trailing one. The default.
    public static let directionLeadingToTrailing: FormatOptions = []
    /// From left to right.
    public static let directionLeftToRight = FormatOptions(rawValue: 1 << 16)
    /// From right to left.
    public static let directionRightToLeft = FormatOptions(rawValue: 2 << 16)
  }
}

extension NSLayoutConstraint.Attribute {
  /// What an attribute is measured along, for the check of pairs.
  enum Group: Sendable { case horizontal, vertical, size, none }

  var group: Group {
    switch self {
    case .left, .right, .leading, .trailing, .centerX, .leftMargin, .rightMargin, .leadingMargin,
      .trailingMargin, .centerXWithinMargins:
      .horizontal
    case .top, .bottom, .centerY, .lastBaseline, .firstBaseline, .topMargin, .bottomMargin,
      .centerYWithinMargins:
      .vertical
    case .width, .height: .size
    case .notAnAttribute: .none
    }
  }

  /// Whether the attribute follows the direction of text.
  var isDirectional: Bool {
    switch self {
    case .leading, .trailing, .leadingMargin, .trailingMargin: true
    default: false
    }
  }

  /// Whether the attribute is one of the edges that do not follow the direction of text.
  var isAbsolute: Bool {
    switch self {
    case .left, .right, .leftMargin, .rightMargin: true
    default: false
    }
  }

  var name: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .top: "top"
    case .bottom: "bottom"
    case .leading: "leading"
    case .trailing: "trailing"
    case .width: "width"
    case .height: "height"
    case .centerX: "centerX"
    case .centerY: "centerY"
    case .lastBaseline: "lastBaseline"
    case .firstBaseline: "firstBaseline"
    case .leftMargin: "leftMargin"
    case .rightMargin: "rightMargin"
    case .topMargin: "topMargin"
    case .bottomMargin: "bottomMargin"
    case .leadingMargin: "leadingMargin"
    case .trailingMargin: "trailingMargin"
    case .centerXWithinMargins: "centerXWithinMargins"
    case .centerYWithinMargins: "centerYWithinMargins"
    case .notAnAttribute: "notAnAttribute"
    }
  }
}

extension NSLayoutConstraint.Relation {
  var sign: String {
    switch self {
    case .lessThanOrEqual: "<="
    case .equal: "=="
    case .greaterThanOrEqual: ">="
    }
  }
}
