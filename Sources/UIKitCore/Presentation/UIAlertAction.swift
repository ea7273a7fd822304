// UIAlertAction.swift
// A choice of an alert or an action sheet.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A choice of an alert or an action sheet.
@preconcurrency @MainActor
open class UIAlertAction: NSObject {
  /// The look of a choice.
  public enum Style: Int, Sendable {
    /// An ordinary choice.
    case `default`
    /// The choice that changes nothing. It is set apart, and a controller has one at most.
    case cancel
    /// The choice that may delete something. It is red.
    case destructive
  }

  /// The title.
  open var title: String? { storedTitle }

  /// The look.
  open var style: Style { storedStyle }

  /// Whether the choice can be made. Default true.
  open var isEnabled = true { didSet { if isEnabled != oldValue { didChange?() } } }

  private let storedTitle: String?
  private let storedStyle: Style
  final let handler: (@MainActor (UIAlertAction) -> Void)?
  final var didChange: (@MainActor () -> Void)?

  /// Creates a choice.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - style: The look.
  ///   - handler: Called with the action after the alert was dismissed by it.
  public init(
    title: String?, style: Style, handler: (@MainActor (UIAlertAction) -> Void)? = nil
  ) {
    storedTitle = title
    storedStyle = style
    self.handler = handler
  }
}
