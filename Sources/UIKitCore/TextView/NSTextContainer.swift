// NSTextContainer.swift
// The region in which a text view lays out its text.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// The region of a text view's text.
@preconcurrency @MainActor
open class NSTextContainer: NSObject {
  /// Called after a change.
  var didChange: () -> Void = {}

  /// The region's size in points, which the text view sets.
  open internal(set) var size = CGSize.zero

  /// Creates a region of a size in points.
  public init(size: CGSize) { self.size = size }

  /// Creates a region of no size.
  public convenience override init() { self.init(size: .zero) }

  /// Points between the region's left and right edges and the text. Default 5.
  open var lineFragmentPadding: CGFloat = 5 {
    didSet { if lineFragmentPadding != oldValue { didChange() } }
  }

  /// The maximum number of lines; 0 for no limit. Default 0. A negative number is 0, which is reported once.
  open var maximumNumberOfLines = 0 {
    didSet {
      maximumNumberOfLines = nearest(
        maximumNumberOfLines, atLeast: 0, "maximumNumberOfLines of a text container")
      if maximumNumberOfLines != oldValue { didChange() }
    }
  }

  /// The handling of long lines, and of the last line that fits. Default wraps words.
  open var lineBreakMode = NSLineBreakMode.byWordWrapping {
    didSet { if lineBreakMode != oldValue { didChange() } }
  }
}
