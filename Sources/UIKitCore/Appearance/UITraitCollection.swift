// UITraitCollection.swift
// What surrounds a view: light or dark, pixels per point. Colours are asked in these terms.
//
// SPDX-License-Identifier: MIT

public import Foundation
import QuartzCore

/// Light or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
  /// Whatever is around.
  case unspecified
  /// Dark text on light ground.
  case light
  /// Light text on dark ground.
  case dark
}

/// The kind of device.
public enum UIUserInterfaceIdiom: Int, Sendable {
  /// None in particular.
  case unspecified = -1
  /// A phone.
  case phone = 0
  /// A tablet.
  case pad = 1
  /// A computer with windows.
  case mac = 5
}

/// How much room there is along an axis.
public enum UIUserInterfaceSizeClass: Int, Sendable {
  /// Not known.
  case unspecified
  /// Little.
  case compact
  /// Enough.
  case regular
}

/// The surroundings of a view; immutable.
public final class UITraitCollection: Hashable, Sendable {
  /// Light or dark.
  public let userInterfaceStyle: UIUserInterfaceStyle
  /// Pixels per point; 0 where it is not said.
  public let displayScale: CGFloat

  /// Creates surroundings that say light or dark and nothing else.
  public convenience init(userInterfaceStyle: UIUserInterfaceStyle) {
    self.init(style: userInterfaceStyle, scale: 0)
  }

  /// Creates surroundings that say the pixels per point and nothing else.
  public convenience init(displayScale: CGFloat) {
    self.init(style: .unspecified, scale: displayScale)
  }

  /// Creates surroundings that say nothing.
  public convenience init() { self.init(style: .unspecified, scale: 0) }

  /// Creates surroundings of others'; what later ones say wins.
  public convenience init(traitsFrom collections: [UITraitCollection]) {
    self.init(
      style: collections.last { $0.userInterfaceStyle != .unspecified }?.userInterfaceStyle
        ?? .unspecified,
      scale: collections.last { $0.displayScale != 0 }?.displayScale ?? 0)
  }

  package init(style: UIUserInterfaceStyle, scale: CGFloat) {
    userInterfaceStyle = style
    displayScale = scale
  }

  /// A computer with windows.
  public var userInterfaceIdiom: UIUserInterfaceIdiom { .mac }
  /// Enough room.
  public var horizontalSizeClass: UIUserInterfaceSizeClass { .regular }
  /// Enough room.
  public var verticalSizeClass: UIUserInterfaceSizeClass { .regular }

  /// Whether colours may look otherwise in these surroundings than in others.
  public func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
    userInterfaceStyle != traitCollection?.userInterfaceStyle
  }

  /// Whether these surroundings say all that others say.
  public func containsTraits(in trait: UITraitCollection?) -> Bool {
    guard let trait else { return true }
    return
      (trait.userInterfaceStyle == .unspecified
      || trait.userInterfaceStyle == userInterfaceStyle)
      && (trait.displayScale == 0 || trait.displayScale == displayScale)
  }

  /// Surroundings are equal when they say the same.
  public static func == (a: UITraitCollection, b: UITraitCollection) -> Bool {
    a === b || (a.userInterfaceStyle == b.userInterfaceStyle && a.displayScale == b.displayScale)
  }

  /// Hashes what is said.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(userInterfaceStyle)
    hasher.combine(displayScale)
  }

  // MARK: The current ones

  // Both are the main thread's alone; other threads are answered the screen's first look.
  nonisolated(unsafe) private static var storedCurrent: UITraitCollection?
  /// What the screen says.
  nonisolated(unsafe) static var ofScreen = UITraitCollection(style: .light, scale: 1)
  private static let light = UITraitCollection(style: .light, scale: 1)
  /// The screen's pixels per point.
  static var scaleOfScreen: CGFloat { ofScreen.displayScale }

  /// Whether everything is light, so that nobody has to ask around.
  nonisolated(unsafe) private(set) static var isUniform = true

  /// Something looks otherwise than light, or may.
  static func noteDifference() { isUniform = false }

  /// The surroundings in whose terms a colour's `cgColor` is answered.
  ///
  /// While a view draws, lays out or is told of a change, its own; otherwise the screen's. Setting it
  /// counts on the main thread, until a view is called again.
  public static var current: UITraitCollection {
    get { MainThread.isCurrent ? storedCurrent ?? ofScreen : light }
    set {
      guard MainThread.isCurrent else { return }
      storedCurrent = newValue
      noteDifference()
    }
  }

  /// Runs code with these surroundings as the current ones.
  public func performAsCurrent(_ actions: () -> Void) {
    guard MainThread.isCurrent else { return actions() }
    let outer = Self.storedCurrent
    Self.storedCurrent = self
    actions()
    Self.storedCurrent = outer
  }
}

/// Something that has surroundings.
@preconcurrency @MainActor
public protocol UITraitEnvironment: AnyObject {
  /// The surroundings.
  var traitCollection: UITraitCollection { get }
  /// The surroundings are others.
  func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}

extension UIView: UITraitEnvironment {}
