// UIBarItem.swift
// The items of navigation bars and tab bars: title, image, and state.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// An item of a bar.
@preconcurrency @MainActor
open class UIBarItem: AccessibleObject {
  /// Called when what the item shows has changed.
  final var didChange: (() -> Void)?

  /// Creates an item without title or image.
  public override init() { super.init() }

  /// Creates an item. There are no archives, so the coder is ignored.
  public required init?(coder: NSCoder) { super.init() }

  /// The title. Default nil.
  open var title: String? { didSet { if title != oldValue { didChange?() } } }

  /// The image. Default nil.
  open var image: UIImage? { didSet { didChange?() } }

  /// Whether the item can be pressed. Default true.
  open var isEnabled = true { didSet { if isEnabled != oldValue { didChange?() } } }

  /// A number that identifies the item. Default 0.
  open var tag = 0

  override var accessibilityDefaults: AccessibilityDefaults {
    AccessibilityDefaults(label: title, traits: isEnabled ? .button : [.button, .notEnabled])
  }

  private var attributes: [UIControl.State: [NSAttributedString.Key: Any]] = [:]

  /// Sets the font and the colour of the title in a state. Other attributes have no effect.
  open func setTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
  ) {
    self.attributes[state] = attributes
    didChange?()
  }

  /// The attributes of the title in a state.
  open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    attributes[state]
  }
}
