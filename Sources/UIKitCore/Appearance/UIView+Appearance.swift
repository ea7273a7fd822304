// UIView+Appearance.swift
// Light and dark, dynamic background colours and tint, inherited down the view tree.
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

  // MARK: Light and dark

  final var currentTraitCollection: UITraitCollection {
    if UITraitCollection.isUniform { return .ofScreen }
    var view: UIView? = self
    while let some = view {
      let own = some.rareState?.style ?? .unspecified
      let style =
        own == .unspecified ? some.owningController?.overrideUserInterfaceStyle ?? own : own
      if style != .unspecified {
        return UITraitCollection(
          ofScreen: style, scale: UITraitCollection.ofScreen.displayScale)
      }
      view = some.storedSuperview
    }
    return .ofScreen
  }

  /// Runs code with the view's traits as the current ones, for resolving colours.
  final func withCurrentTraits<R>(_ body: () -> R) -> R {
    if UITraitCollection.isUniform { return body() }
    var result: R?
    currentTraitCollection.performAsCurrent { result = body() }
    // The body has run by now.
    return result ?? body()
  }

  final func setOverrideUserInterfaceStyle(_ style: UIUserInterfaceStyle) {
    guard style != rareState?.style ?? .unspecified else { return }
    changeTraits {
      ownRareState.style = style
      UITraitCollection.recordOverride()
    }
  }

  /// Makes a change, and notifies the view and its subviews if it changes their appearance.
  final func changeTraits(_ change: () -> Void) {
    let old = currentTraitCollection
    change()
    appearanceMayDiffer(from: old)
  }

  /// Notifies the view and its subviews if its appearance differs from the old one.
  final func appearanceMayDiffer(from old: UITraitCollection) {
    if UITraitCollection.isUniform { return }
    if currentTraitCollection.userInterfaceStyle != old.userInterfaceStyle {
      notifyTraitChange(from: old)
    }
  }

  private func notifyTraitChange(from previous: UITraitCollection) {
    forEachInTree(where: { $0.rareState?.style ?? .unspecified == .unspecified }) { view in
      view.withCurrentTraits {
        view.appearanceDidChange(from: previous)
        view.traitCollectionDidChange(previous)
        view.owningController?.traitCollectionDidChange(previous)
        view.tintColorDidChange()
      }
    }
  }

  /// The screen's appearance has changed.
  final func screenTraitsDidChange(from previous: UITraitCollection) {
    let hasOverride = rareState?.style ?? .unspecified != .unspecified
    if !hasOverride { notifyTraitChange(from: previous) }
  }

  /// The pixels per point of the screen, or the size classes of the window, have changed.
  final func traitsDidChangeInTree(from previous: UITraitCollection) {
    forEachInTree { view in
      view.traitCollectionDidChange(previous)
      view.owningController?.traitCollectionDidChange(previous)
    }
  }

  // MARK: Background

  final func setBackgroundColor(_ color: UIColor?) {
    if let color, color.isDynamic || color.pattern != nil {
      ownRareState.backgroundColor = color
      updateBackgroundColor()
    } else {
      rareState?.backgroundColor = nil
      layer.backgroundPattern = nil
      layer.backgroundColor = color?.cgColor
    }
  }

  /// Sets the layer's colour, resolved for the view's traits.
  final func updateBackgroundColor() {
    guard let color = rareState?.backgroundColor else { return }
    let resolved = color.resolvedColor(with: currentTraitCollection)
    layer.backgroundPattern = resolved.pattern
    layer.backgroundColor = resolved.pattern == nil ? resolved.cgColor : nil
  }

  // MARK: Tint

  private static var hasTintModes = false

  /// Whether a view ever had a tint of its own. Until then every view has the same.
  static var hasTints = false

  /// A tint, and whether it is dimmed.
  struct InheritedTint: Equatable {
    var color: UIColor
    var mode: TintAdjustmentMode
  }

  /// What the view shows as its tint; nil while all views show the same.
  final var inheritedTint: InheritedTint? {
    Self.hasTints ? InheritedTint(color: tintColor, mode: tintAdjustmentMode) : nil
  }

  /// Whether a change of the superview's tint affects the view.
  final var inheritsTint: Bool { storedTintColor == nil || Self.hasTintModes }

  final var shownTintAdjustmentMode: TintAdjustmentMode {
    guard Self.hasTintModes else { return .normal }
    var view: UIView? = self
    while let here = view {
      if let own = here.rareState?.tintMode, own != .automatic { return own }
      view = here.storedSuperview
    }
    return .normal
  }

  final func setTintAdjustmentMode(_ mode: TintAdjustmentMode) {
    (Self.hasTintModes, Self.hasTints) = (true, true)
    ownRareState.tintMode = mode
    tintColorTreeDidChange()
  }

  final var shownTintColor: UIColor {
    let color = plainTintColor
    return Self.hasTintModes && tintAdjustmentMode == .dimmed ? color.grey : color
  }

  /// A loop, as trees may be deep.
  private var plainTintColor: UIColor {
    var view: UIView? = self
    while let here = view {
      if let own = here.storedTintColor { return own }
      view = here.storedSuperview
    }
    return .accent
  }
}
