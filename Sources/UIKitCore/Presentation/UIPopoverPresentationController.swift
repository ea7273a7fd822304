// UIPopoverPresentationController.swift
// Where a popover points. Presentations here are sheets, so that no controller has one.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The directions in which a popover's arrow may point.
public struct UIPopoverArrowDirection: OptionSet, Hashable, Sendable {
  /// Apple's bits.
  public let rawValue: UInt
  /// Creates a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Upwards.
  public static let up = UIPopoverArrowDirection(rawValue: 1)
  /// Downwards.
  public static let down = UIPopoverArrowDirection(rawValue: 2)
  /// To the left.
  public static let left = UIPopoverArrowDirection(rawValue: 4)
  /// To the right.
  public static let right = UIPopoverArrowDirection(rawValue: 8)
  /// All.
  public static let any = UIPopoverArrowDirection(rawValue: 15)
}

/// The presentation as a popover, for source compatibility: `popoverPresentationController` of every controller is nil, as
/// it is on a phone for an alert.
@preconcurrency @MainActor
open class UIPopoverPresentationController: UIPresentationController {
  /// The view that the popover points to. Default nil.
  open var sourceView: UIView?

  /// The rectangle of the source view that the popover points to, in points. Default zero.
  open var sourceRect = CGRect.zero

  /// The bar's item that the popover points to. Default nil.
  open var barButtonItem: UIBarButtonItem?

  /// The directions in which the arrow may point. Default any.
  open var permittedArrowDirections = UIPopoverArrowDirection.any
}
