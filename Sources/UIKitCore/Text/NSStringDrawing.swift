// NSStringDrawing.swift
// Measuring and drawing of text within bounds.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import Typesetting

/// How text is measured and drawn. Raw values are Apple's.
public struct NSStringDrawingOptions: OptionSet, Hashable, Sendable {
  /// Apple's raw value.
  public let rawValue: Int
  /// Creates options from their raw value.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// The rectangle's origin is the text's top left, and lines wrap at its width. Without it the text is one
  /// line with its baseline at the origin.
  public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1)
  /// The leading between lines is part of the height. It always is.
  public static let usesFontLeading = NSStringDrawingOptions(rawValue: 2)
  /// Stored without an effect.
  public static let usesDeviceMetrics = NSStringDrawingOptions(rawValue: 8)
  /// The last line that fits ends with an ellipsis when the text goes on.
  public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 32)
}

/// The result of measuring and drawing.
open class NSStringDrawingContext: NSObject {
  /// Stored without an effect: text is not scaled down. Default 0.
  open var minimumScaleFactor: CGFloat = 0
  /// 1: text is not scaled down.
  open private(set) var actualScaleFactor: CGFloat = 1
  /// The rectangle of the text measured or drawn last, in points. Default zero.
  open internal(set) var totalBounds = CGRect.zero

  /// Creates a context.
  public override init() {}
}

extension NSAttributedString {
  private func layout(in size: CGSize, _ options: NSStringDrawingOptions) -> TextLayout {
    var settings = (paragraphStyle ?? .default).settings
    let wraps = options.contains(.usesLineFragmentOrigin)
    let truncates = wraps && options.contains(.truncatesLastVisibleLine) && size.height > 0
    if truncates { settings.lineBreak = .truncatingTail }
    return TextLayout(
      runs(), width: wraps && size.width > 0 ? size.width : .infinity,
      height: truncates ? size.height : .infinity, paragraph: settings, fonts: Fonts.provider)
  }

  /// Returns the rectangle that the text covers, in points.
  ///
  /// - Parameters:
  ///   - size: The width at which lines wrap, and the height for truncation. 0 or less, or infinite, for no
  ///     limit.
  ///   - context: Receives the rectangle.
  /// - Returns: A rectangle whose origin is at the text's top left with `usesLineFragmentOrigin`; without it
  ///   the origin is relative to the baseline's left end.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
  ) -> CGRect {
    let layout = layout(in: size, options)
    let left = layout.lines.map(\.origin.x).min() ?? 0
    let right = layout.lines.map { $0.origin.x + $0.width }.max() ?? 0
    let isInLines = options.contains(.usesLineFragmentOrigin)
    let rect = CGRect(
      x: left, y: isInLines ? 0 : -(layout.lines.first?.ascent ?? 0), width: right - left,
      height: layout.size.height)
    context?.totalBounds = rect
    return rect
  }

  /// Draws the text in the current context.
  ///
  /// - Parameters:
  ///   - rect: The place of the text: its top left with `usesLineFragmentOrigin`, else the left end of its
  ///     baseline. Nothing is clipped.
  ///   - context: Receives the rectangle that the text covers.
  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
  ) {
    let bounds = boundingRect(with: rect.size, options: options, context: context)
    context?.totalBounds = bounds.offsetBy(dx: rect.minX, dy: rect.minY)
    guard let target = UIGraphicsGetCurrentContext() else { return }
    let top = options.contains(.usesLineFragmentOrigin) ? rect.minY : rect.minY + bounds.minY
    layout(in: rect.size, options).draw(in: target, at: CGPoint(x: rect.minX, y: top))
  }
}

extension String {
  /// Returns the rectangle that the text covers, in points; see `NSAttributedString`'s method.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
  ) -> CGRect {
    NSAttributedString(string: self, attributes: attributes)
      .boundingRect(with: size, options: options, context: context)
  }

  /// Draws the text in the current context; see `NSAttributedString`'s method.
  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
  ) {
    NSAttributedString(string: self, attributes: attributes)
      .draw(with: rect, options: options, context: context)
  }
}

extension NSString {
  /// Returns the rectangle that the text covers, in points; see `NSAttributedString`'s method.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
  ) -> CGRect {
    String(describing: self).boundingRect(
      with: size, options: options, attributes: attributes, context: context)
  }

  /// Draws the text in the current context; see `NSAttributedString`'s method.
  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [],
    attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
  ) {
    String(describing: self).draw(
      with: rect, options: options, attributes: attributes, context: context)
  }
}
