// UIBarAppearance.swift
// The look of a bar as a value: its background, and the line at its edge.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The look of a bar's background. A bar takes a copy.
///
/// Source: Apple's `UIBarAppearance`.
@preconcurrency @MainActor
open class UIBarAppearance: NSObject {
  /// Creates the look of the system's bars.
  public required override init() {}

  /// Creates a copy of another bar's background.
  public required convenience init(barAppearance: UIBarAppearance) {
    self.init()
    takeBackground(of: barAppearance)
  }

  /// Creates the look of the system's bars. There are no archives, so the coder is ignored.
  public required init?(coder: NSCoder) {}

  /// The colour of the background. Default nil, for the system's.
  open var backgroundColor: UIColor?

  /// The blur behind the bar. Default nil. Kept, without effect: bars are drawn opaque.
  open var backgroundEffect: UIBlurEffect?

  /// A picture over the colour, as large as the bar. Default nil.
  open var backgroundImage: UIImage?

  /// The place of the picture. Default fills the bar.
  open var backgroundImageContentMode = UIView.ContentMode.scaleToFill

  /// The colour of the line at the bar's edge; nil for none. Default that of separators.
  open var shadowColor: UIColor? = .separator

  /// A picture in place of the line. Kept, without effect. Default nil.
  open var shadowImage: UIImage?

  /// Takes the look of the system's bars.
  open func configureWithDefaultBackground() {
    (backgroundColor, backgroundEffect, backgroundImage) = (nil, nil, nil)
    shadowColor = .separator
  }

  /// Takes the look of the system's bars without a blur, which is the same here.
  open func configureWithOpaqueBackground() { configureWithDefaultBackground() }

  /// Takes no background, and no line.
  open func configureWithTransparentBackground() {
    configureWithDefaultBackground()
    (backgroundColor, shadowColor) = (.clear, nil)
  }

  /// Returns a copy.
  nonisolated open override func copy() -> Any {
    nonisolated(unsafe) var result: UIBarAppearance?
    MainActor.assumeIsolated { result = self.copied }
    return result as Any
  }

  private var copied: UIBarAppearance {
    let new = type(of: self).init()
    new.take(self)
    return new
  }

  final func takeBackground(of other: UIBarAppearance) {
    (backgroundColor, backgroundEffect) = (other.backgroundColor, other.backgroundEffect)
    (backgroundImage, shadowImage) = (other.backgroundImage, other.shadowImage)
    backgroundImageContentMode = other.backgroundImageContentMode
    shadowColor = other.shadowColor
  }

  /// Takes all values of another look of the class.
  func take(_ other: UIBarAppearance) { takeBackground(of: other) }

  /// A copy of a look, of its class.
  static func copied<Look: UIBarAppearance>(_ look: Look?) -> Look? { look?.copied as? Look }
}

/// The look of a navigation bar.
///
///     let look = UINavigationBarAppearance()
///     look.backgroundColor = .systemIndigo
///     look.titleTextAttributes = [.foregroundColor: UIColor.white]
///     navigationController?.navigationBar.standardAppearance = look
///
/// Source: Apple's `UINavigationBarAppearance`.
@preconcurrency @MainActor
open class UINavigationBarAppearance: UIBarAppearance {
  /// The font and the colour of the title. Default empty.
  open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]

  /// The font and the colour of a large title. Kept, without effect: titles are small. Default empty.
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]

  /// How far the title is moved, in points. Default zero.
  open var titlePositionAdjustment = UIOffset.zero

  /// The look of plain buttons. A change is taken when the bar takes the look.
  open var buttonAppearance = UIBarButtonItemAppearance(style: .plain)

  /// The look of buttons that are done.
  open var doneButtonAppearance = UIBarButtonItemAppearance(style: .done)

  /// The look of the back button.
  open var backButtonAppearance = UIBarButtonItemAppearance(style: .plain)

  override func take(_ other: UIBarAppearance) {
    super.take(other)
    guard let other = other as? UINavigationBarAppearance else { return }
    titleTextAttributes = other.titleTextAttributes
    largeTitleTextAttributes = other.largeTitleTextAttributes
    titlePositionAdjustment = other.titlePositionAdjustment
    buttonAppearance = other.buttonAppearance.copied
    doneButtonAppearance = other.doneButtonAppearance.copied
    backButtonAppearance = other.backButtonAppearance.copied
  }
}

/// The look of a toolbar.
///
/// Source: Apple's `UIToolbarAppearance`.
@preconcurrency @MainActor
open class UIToolbarAppearance: UIBarAppearance {
  /// The look of plain buttons.
  open var buttonAppearance = UIBarButtonItemAppearance(style: .plain)

  /// The look of buttons that are done.
  open var doneButtonAppearance = UIBarButtonItemAppearance(style: .done)

  override func take(_ other: UIBarAppearance) {
    super.take(other)
    guard let other = other as? UIToolbarAppearance else { return }
    buttonAppearance = other.buttonAppearance.copied
    doneButtonAppearance = other.doneButtonAppearance.copied
  }
}

/// The look of a tab bar.
///
/// Source: Apple's `UITabBarAppearance`.
@preconcurrency @MainActor
open class UITabBarAppearance: UIBarAppearance {
  /// The look of the items, whose titles are below their images.
  open var stackedLayoutAppearance = UITabBarItemAppearance(style: .stacked)

  /// The look of items with titles beside their images. Kept, without effect: there are none.
  open var inlineLayoutAppearance = UITabBarItemAppearance(style: .inline)

  /// As ``inlineLayoutAppearance``, for small bars.
  open var compactInlineLayoutAppearance = UITabBarItemAppearance(style: .compactInline)

  override func take(_ other: UIBarAppearance) {
    super.take(other)
    guard let other = other as? UITabBarAppearance else { return }
    stackedLayoutAppearance = other.stackedLayoutAppearance.copied
    inlineLayoutAppearance = other.inlineLayoutAppearance.copied
    compactInlineLayoutAppearance = other.compactInlineLayoutAppearance.copied
  }
}
