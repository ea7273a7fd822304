// UIBarButtonItemAppearance.swift
// The look of the items of bars, by state.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The look of a button in a bar, in one state.
///
/// Source: Apple's `UIBarButtonItemStateAppearance`.
@preconcurrency @MainActor
open class UIBarButtonItemStateAppearance: NSObject {
  /// The font and the colour of the title. Default empty.
  open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// How far the title is moved, in points. Kept, without effect. Default zero.
  open var titlePositionAdjustment = UIOffset.zero
  /// A picture behind the button. Kept, without effect. Default nil.
  open var backgroundImage: UIImage?
}

/// The look of a button in a bar, by state.
///
/// Source: Apple's `UIBarButtonItemAppearance`.
@preconcurrency @MainActor
open class UIBarButtonItemAppearance: NSObject {
  /// The usual look.
  open private(set) var normal = UIBarButtonItemStateAppearance()
  /// That of a pressed button. Kept, without effect.
  open private(set) var highlighted = UIBarButtonItemStateAppearance()
  /// That of a disabled button. Kept, without effect.
  open private(set) var disabled = UIBarButtonItemStateAppearance()
  /// That of a button with the keyboard. Kept, without effect.
  open private(set) var focused = UIBarButtonItemStateAppearance()

  /// Creates the look of plain buttons.
  public override convenience init() { self.init(style: .plain) }

  /// Creates the look of a style.
  public init(style: UIBarButtonItem.Style) {}

  /// Creates the look of plain buttons. There are no archives, so the coder is ignored.
  public required init?(coder: NSCoder) {}

  /// Drops what was set.
  open func configureWithDefault(for style: UIBarButtonItem.Style) {
    for state in [normal, highlighted, disabled, focused] { state.titleTextAttributes = [:] }
  }

  final var copied: UIBarButtonItemAppearance {
    let new = UIBarButtonItemAppearance(style: .plain)
    for (to, from) in zip(
      [new.normal, new.highlighted, new.disabled, new.focused],
      [normal, highlighted, disabled, focused])
    {
      to.titleTextAttributes = from.titleTextAttributes
      to.titlePositionAdjustment = from.titlePositionAdjustment
      to.backgroundImage = from.backgroundImage
    }
    return new
  }
}

/// The look of a tab bar's item, in one state.
///
/// Source: Apple's `UITabBarItemStateAppearance`.
@preconcurrency @MainActor
open class UITabBarItemStateAppearance: NSObject {
  /// The font and the colour of the title. Default empty.
  open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
  /// The colour of the image, and of a title without one. Default nil, for the bar's.
  open var iconColor: UIColor?
  /// How far the title is moved, in points. Kept, without effect. Default zero.
  open var titlePositionAdjustment = UIOffset.zero
  /// The colour of the badge. Default nil, for that of the item.
  open var badgeBackgroundColor: UIColor?
  /// The font and the colour of the badge's text. Kept, without effect. Default empty.
  open var badgeTextAttributes: [NSAttributedString.Key: Any] = [:]
}

/// The look of a tab bar's item, by state.
///
/// Source: Apple's `UITabBarItemAppearance`.
@preconcurrency @MainActor
open class UITabBarItemAppearance: NSObject {
  /// The arrangement of title and image.
  public enum Style: Int, Sendable {
    /// The title is below the image.
    case stacked
    /// The title is beside the image.
    case inline
    /// The title is beside a small image.
    case compactInline
  }

  /// The usual look.
  open private(set) var normal = UITabBarItemStateAppearance()
  /// That of the selected item.
  open private(set) var selected = UITabBarItemStateAppearance()
  /// That of a disabled item. Kept, without effect.
  open private(set) var disabled = UITabBarItemStateAppearance()
  /// That of an item with the keyboard. Kept, without effect.
  open private(set) var focused = UITabBarItemStateAppearance()

  /// Creates the look of items with titles below their images.
  public override convenience init() { self.init(style: .stacked) }

  /// Creates the look of a style.
  public init(style: Style) {}

  /// Creates the usual look. There are no archives, so the coder is ignored.
  public required init?(coder: NSCoder) {}

  final var copied: UITabBarItemAppearance {
    let new = UITabBarItemAppearance(style: .stacked)
    for (to, from) in zip(
      [new.normal, new.selected, new.disabled, new.focused],
      [normal, selected, disabled, focused])
    {
      to.titleTextAttributes = from.titleTextAttributes
      to.iconColor = from.iconColor
      to.titlePositionAdjustment = from.titlePositionAdjustment
      to.badgeBackgroundColor = from.badgeBackgroundColor
      to.badgeTextAttributes = from.badgeTextAttributes
    }
    return new
  }
}
