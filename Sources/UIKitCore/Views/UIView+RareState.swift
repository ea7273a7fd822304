// UIView+RareState.swift
// What few views have: an appearance of their own, colours that know appearances, priorities. And how
// appearance and tint come down the tree.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
  /// Whether the tint colour is shown or a grey in its place.
  public enum TintAdjustmentMode: Int, Sendable {
    /// As in the superview.
    case automatic
    /// The colour.
    case normal
    /// A grey.
    case dimmed
  }

  /// What few views have, behind one reference.
  final class RareState {
    /// A background colour that knows appearances; the layer has it as it looks here.
    var backgroundColor: UIColor?
    var style = UIUserInterfaceStyle.unspecified
    var tintMode = TintAdjustmentMode.automatic
    var hugging = (horizontal: UILayoutPriority.defaultLow, vertical: UILayoutPriority.defaultLow)
    var resistance = (
      horizontal: UILayoutPriority.defaultHigh, vertical: UILayoutPriority.defaultHigh
    )
  }

  private var ownTraits: RareState {
    if let traits { return traits }
    let new = RareState()
    traits = new
    return new
  }

  // MARK: Light and dark

  final var currentTraitCollection: UITraitCollection {
    if UITraitCollection.isUniform { return .ofScreen }
    var view: UIView? = self
    while let some = view {
      let own = some.traits?.style ?? .unspecified
      let style =
        own == .unspecified ? some.owningController?.overrideUserInterfaceStyle ?? own : own
      if style != .unspecified {
        return UITraitCollection(style: style, scale: UITraitCollection.ofScreen.displayScale)
      }
      view = some.storedSuperview
    }
    return .ofScreen
  }

  /// Runs code in whose course colours are those of the view's appearance.
  final func withCurrentTraits<R>(_ body: () -> R) -> R {
    if UITraitCollection.isUniform { return body() }
    var result: R?
    currentTraitCollection.performAsCurrent { result = body() }
    // It ran, whatever the surroundings.
    return result ?? body()
  }

  final func setOverrideUserInterfaceStyle(_ style: UIUserInterfaceStyle) {
    guard style != traits?.style ?? .unspecified else { return }
    changeTraits {
      ownTraits.style = style
      UITraitCollection.noteDifference()
    }
  }

  /// Makes a change that may give the view another appearance, and tells it and those in it if so.
  final func changeTraits(_ change: () -> Void) {
    let old = currentTraitCollection
    change()
    appearanceMayDiffer(from: old)
  }

  /// Tells the view and those in it if its appearance is another.
  final func appearanceMayDiffer(from old: UITraitCollection) {
    if UITraitCollection.isUniform { return }
    if currentTraitCollection.userInterfaceStyle != old.userInterfaceStyle {
      tellOfTraits(from: old)
    }
  }

  private func tellOfTraits(from previous: UITraitCollection) {
    withCurrentTraits {
      appearanceDidChange(from: previous)
      traitCollectionDidChange(previous)
      owningController?.traitCollectionDidChange(previous)
      tintColorDidChange()
    }
    for view in storedSubviews where view.traits?.style ?? .unspecified == .unspecified {
      view.tellOfTraits(from: previous)
    }
  }

  /// The screen has another appearance.
  final func screenTraitsDidChange(from previous: UITraitCollection) {
    let isOwn = traits?.style ?? .unspecified != .unspecified
    if !isOwn { tellOfTraits(from: previous) }
  }

  // MARK: Background

  final func setBackgroundColor(_ color: UIColor?) {
    if let color, color.isDynamic {
      ownTraits.backgroundColor = color
      updateBackgroundColor()
    } else {
      if let traits { traits.backgroundColor = nil }
      layer.backgroundColor = color?.cgColor
    }
  }

  /// Gives the layer the colour as it looks here.
  final func updateBackgroundColor() {
    guard let color = traits?.backgroundColor else { return }
    layer.backgroundColor = color.components(in: currentTraitCollection)
  }

  // MARK: Tint

  private static var hasTintModes = false

  /// Whether a change of the tint around the view is one for the view.
  final var inheritsTint: Bool { storedTintColor == nil || Self.hasTintModes }

  final var shownTintAdjustmentMode: TintAdjustmentMode {
    guard Self.hasTintModes else { return .normal }
    let own = traits?.tintMode ?? .automatic
    return own == .automatic ? storedSuperview?.tintAdjustmentMode ?? .normal : own
  }

  final func setTintAdjustmentMode(_ mode: TintAdjustmentMode) {
    Self.hasTintModes = true
    ownTraits.tintMode = mode
    tintColorTreeDidChange()
  }

  final var shownTintColor: UIColor {
    guard Self.hasTintModes else { return storedTintColor ?? superview?.tintColor ?? .systemBlue }
    let color = plainTintColor
    return tintAdjustmentMode == .dimmed ? color.grey : color
  }

  private var plainTintColor: UIColor {
    storedTintColor ?? superview?.plainTintColor ?? .systemBlue
  }

  // MARK: Priorities

  /// How much the view minds being made larger than it asks to be; stack views share room by it. 250
  /// unless set.
  public final func contentHuggingPriority(
    for axis: NSLayoutConstraint.Axis
  ) -> UILayoutPriority {
    guard let traits else { return .defaultLow }
    return axis == .horizontal ? traits.hugging.horizontal : traits.hugging.vertical
  }

  /// Sets how much the view minds being made larger than it asks to be.
  public final func setContentHuggingPriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    let traits = ownTraits
    if axis == .horizontal {
      traits.hugging.horizontal = priority
    } else {
      traits.hugging.vertical = priority
    }
    superview?.setNeedsLayout()
  }

  /// How much the view minds being made smaller than it asks to be. 750 unless set.
  public final func contentCompressionResistancePriority(
    for axis: NSLayoutConstraint.Axis
  ) -> UILayoutPriority {
    guard let traits else { return .defaultHigh }
    return axis == .horizontal ? traits.resistance.horizontal : traits.resistance.vertical
  }

  /// Sets how much the view minds being made smaller than it asks to be.
  public final func setContentCompressionResistancePriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    let traits = ownTraits
    if axis == .horizontal {
      traits.resistance.horizontal = priority
    } else {
      traits.resistance.vertical = priority
    }
    superview?.setNeedsLayout()
  }

  // MARK: For stack views

  /// Whether the view is the higher the narrower it is.
  final var contentDependsOnWidth: Bool {
    switch self {
    case let label as UILabel: label.numberOfLines != 1
    case let stack as UIStackView: stack.axis == .vertical
    default: false
    }
  }

  /// Points from the top of the view, of a height, to the first line of its text; its height without
  /// text.
  final func firstBaseline(height: CGFloat) -> CGFloat {
    let font: UIFont? =
      switch self {
      case let label as UILabel: label.font
      case let field as UITextField: field.font
      case let button as UIButton: button.titleLabel?.font
      default: nil
      }
    guard let font else { return height }
    return (height - font.lineHeight) / 2 + font.ascender
  }
}
