// UITraitCollection.swift
// The traits of a view: light or dark, pixels per point, and the space of its window.
//
// This folder: traits, colours that follow them, and appearance proxies.
//
// SPDX-License-Identifier: MIT

public import Foundation
import QuartzCore
import Synchronization

/// Light or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
  /// Inherited.
  case unspecified
  /// Dark text on a light background.
  case light
  /// Light text on a dark background.
  case dark
}

/// The kind of device.
public enum UIUserInterfaceIdiom: Int, Sendable {
  /// Unspecified.
  case unspecified = -1
  /// A phone.
  case phone = 0
  /// A tablet.
  case pad = 1
  /// A desktop computer.
  case mac = 5
}

/// The available space along an axis.
public enum UIUserInterfaceSizeClass: Int, Sendable {
  /// Unspecified.
  case unspecified
  /// Little space.
  case compact
  /// Enough space.
  case regular
}

/// Whether text is bold for legibility.
public enum UILegibilityWeight: Int, Sendable {
  /// Unspecified.
  case unspecified = -1
  /// As designed.
  case regular
  /// Bolder, by a setting of the user.
  case bold
}

/// The traits of a view. Immutable.
public final class UITraitCollection: NSObject, Sendable {
  /// Light or dark.
  public let userInterfaceStyle: UIUserInterfaceStyle
  /// Pixels per point; 0 if unspecified.
  public let displayScale: CGFloat
  /// Whether text is bold for legibility. The screen's is unspecified: there is no such setting on Linux that all
  /// desktops share.
  public let legibilityWeight: UILegibilityWeight
  /// The space from side to side. Of a view compact where its window is narrower than 640 points, else regular: the widths
  /// at which an iPad's are. The screen's is regular.
  public let horizontalSizeClass: UIUserInterfaceSizeClass
  /// The space from top to bottom. Of a view compact where its window is lower than 480 points, else regular. The screen's
  /// is regular.
  public let verticalSizeClass: UIUserInterfaceSizeClass

  /// Creates traits with a light or dark style only.
  public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
    self.init(style: userInterfaceStyle, scale: 0)
  }

  /// Creates traits with pixels per point only.
  public convenience init(displayScale: CGFloat) {
    self.init(style: .unspecified, scale: displayScale)
  }

  /// Creates traits with a weight of text only.
  public convenience init(legibilityWeight: UILegibilityWeight) {
    self.init(style: .unspecified, scale: 0, legibility: legibilityWeight)
  }

  /// Creates traits with a horizontal size class only.
  public convenience init(horizontalSizeClass: UIUserInterfaceSizeClass) {
    self.init(style: .unspecified, scale: 0, sizes: (horizontalSizeClass, .unspecified))
  }

  /// Creates traits with a vertical size class only.
  public convenience init(verticalSizeClass: UIUserInterfaceSizeClass) {
    self.init(style: .unspecified, scale: 0, sizes: (.unspecified, verticalSizeClass))
  }

  /// Creates traits with every value unspecified.
  public override convenience init() { self.init(style: .unspecified, scale: 0) }

  /// Creates traits from others. Specified values of later ones win.
  public convenience init(traitsFrom collections: [UITraitCollection]) {
    func last<Value: Equatable>(
      _ trait: KeyPath<UITraitCollection, Value>, unless unspecified: Value
    ) -> Value {
      collections.last { $0[keyPath: trait] != unspecified }?[keyPath: trait] ?? unspecified
    }
    self.init(
      style: last(\.userInterfaceStyle, unless: .unspecified),
      scale: last(\.displayScale, unless: 0),
      legibility: last(\.legibilityWeight, unless: .unspecified),
      sizes: (
        last(\.horizontalSizeClass, unless: .unspecified),
        last(\.verticalSizeClass, unless: .unspecified)
      ))
  }

  /// The size classes, from side to side and from top to bottom.
  typealias Sizes = (
    horizontal: UIUserInterfaceSizeClass, vertical: UIUserInterfaceSizeClass
  )

  init(
    style: UIUserInterfaceStyle, scale: CGFloat, legibility: UILegibilityWeight = .unspecified,
    sizes: Sizes = (.unspecified, .unspecified)
  ) {
    userInterfaceStyle = style
    displayScale = scale
    legibilityWeight = legibility
    (horizontalSizeClass, verticalSizeClass) = sizes
  }

  /// Creates the traits of a screen.
  package convenience init(ofScreen style: UIUserInterfaceStyle, scale: CGFloat) {
    self.init(style: style, scale: scale, sizes: (.regular, .regular))
  }

  /// These traits in a window of a size.
  func inWindow(_ size: CGSize) -> UITraitCollection {
    let sizes = Self.sizes(in: size)
    guard sizes != (horizontalSizeClass, verticalSizeClass) else { return self }
    return UITraitCollection(
      style: userInterfaceStyle, scale: displayScale, legibility: legibilityWeight, sizes: sizes)
  }

  /// The size classes in a window of a size.
  static func sizes(in size: CGSize) -> Sizes {
    (size.width < 640 ? .compact : .regular, size.height < 480 ? .compact : .regular)
  }

  /// A desktop computer.
  public var userInterfaceIdiom: UIUserInterfaceIdiom { .mac }

  /// Whether dynamic colours may differ between these traits and others.
  public func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
    userInterfaceStyle != traitCollection?.userInterfaceStyle
  }

  /// Whether these traits have all specified values of others.
  public func containsTraits(in trait: UITraitCollection?) -> Bool {
    guard let trait else { return true }
    return
      (trait.userInterfaceStyle == .unspecified
      || trait.userInterfaceStyle == userInterfaceStyle)
      && (trait.displayScale == 0 || trait.displayScale == displayScale)
      && (trait.legibilityWeight == .unspecified || trait.legibilityWeight == legibilityWeight)
      && (trait.horizontalSizeClass == .unspecified
        || trait.horizontalSizeClass == horizontalSizeClass)
      && (trait.verticalSizeClass == .unspecified || trait.verticalSizeClass == verticalSizeClass)
  }

  /// Traits are equal when their values are.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UITraitCollection else { return false }
    return self === other
      || (userInterfaceStyle == other.userInterfaceStyle && displayScale == other.displayScale
        && legibilityWeight == other.legibilityWeight
        && horizontalSizeClass == other.horizontalSizeClass
        && verticalSizeClass == other.verticalSizeClass)
  }

  /// The hash of the values.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(userInterfaceStyle)
    hasher.combine(displayScale)
    hasher.combine(legibilityWeight)
    hasher.combine(horizontalSizeClass)
    hasher.combine(verticalSizeClass)
    return hasher.finalize()
  }

  // MARK: Current traits

  private static let storedCurrent = MainThreadValue<UITraitCollection?>(nil)
  /// The traits of the screen. Other threads get its initial ones, by ``current``.
  static var ofScreen: UITraitCollection {
    get { storedOfScreen.value }
    set {
      storedOfScreen.value = newValue
      scaleBits.store(Double(newValue.displayScale).bitPattern, ordering: .relaxed)
    }
  }
  private static let storedOfScreen = MainThreadValue(light)
  private static let light = UITraitCollection(ofScreen: .light, scale: 1)
  /// The screen's pixels per point, which any thread asks for that makes pictures.
  static var scaleOfScreen: CGFloat {
    CGFloat(Double(bitPattern: scaleBits.load(ordering: .relaxed)))
  }
  private static let scaleBits = Atomic(Double(1).bitPattern)

  /// True while no view or screen overrides the light style; lets lookups stop early.
  static var isUniform: Bool { storedIsUniform.value }
  private static let storedIsUniform = MainThreadValue(true)

  /// Records that some view or the screen may not be light.
  static func recordOverride() { storedIsUniform.value = false }

  /// The traits for which a colour's `cgColor` is resolved.
  ///
  /// During a view's drawing, layout and change callbacks, the view's; otherwise the screen's. A value
  /// set on the main thread lasts until the next such callback.
  public static var current: UITraitCollection {
    get { MainThread.isCurrent ? storedCurrent.value ?? ofScreen : light }
    set {
      guard MainThread.isCurrent else { return }
      storedCurrent.value = newValue
      recordOverride()
    }
  }

  /// Runs code with these traits as the current ones.
  public func performAsCurrent(_ actions: () -> Void) {
    guard MainThread.isCurrent else { return actions() }
    let outer = Self.storedCurrent.value
    Self.storedCurrent.value = self
    actions()
    Self.storedCurrent.value = outer
  }
}

/// An object with traits.
@preconcurrency @MainActor
public protocol UITraitEnvironment: AnyObject {
  /// The current traits.
  var traitCollection: UITraitCollection { get }
  /// The traits have changed.
  func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}

extension UIView: UITraitEnvironment {}
