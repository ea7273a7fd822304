// UIButton+Configuration.swift
// The look of a button as a value: title, image, colours, insets, corners.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// Edges by the direction of text.
///
/// Source: Apple's `NSDirectionalRectEdge`.
public struct NSDirectionalRectEdge: OptionSet, Hashable, Sendable {
  /// Apple's bits.
  public let rawValue: UInt
  /// Creates edges from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The top.
  public static let top = NSDirectionalRectEdge(rawValue: 1)
  /// The side where text begins.
  public static let leading = NSDirectionalRectEdge(rawValue: 2)
  /// The bottom.
  public static let bottom = NSDirectionalRectEdge(rawValue: 4)
  /// The side where text ends.
  public static let trailing = NSDirectionalRectEdge(rawValue: 8)
  /// All four.
  public static let all: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]
}

/// The background of a configuration.
///
/// Source: Apple's `UIBackgroundConfiguration`.
public struct UIBackgroundConfiguration: Hashable, @unchecked Sendable {
  /// The colour; nil for that of the configuration.
  public var backgroundColor: UIColor?
  /// The radius of the corners, in points, where the configuration's corner style is fixed. Default 6.
  public var cornerRadius: CGFloat = 6
  /// The colour of a line along the edge; nil for none.
  public var strokeColor: UIColor?
  /// The width of that line, in points. Default 0.
  public var strokeWidth: CGFloat = 0
  /// The distance of the background from the edges, in points. Default zero.
  public var backgroundInsets = NSDirectionalEdgeInsets.zero

  /// Creates a background of no colour.
  public init() {}

  /// Returns a background of no colour.
  public static func clear() -> UIBackgroundConfiguration {
    var clear = UIBackgroundConfiguration()
    clear.backgroundColor = .clear
    return clear
  }
}

extension UIButton {
  /// The look of a button. Set as ``UIButton/configuration``, it takes the place of titles and images by state.
  ///
  ///     var configuration = UIButton.Configuration.filled()
  ///     configuration.title = "Play"
  ///     configuration.image = UIImage(named: "triangle")
  ///     configuration.imagePadding = 6
  ///     configuration.cornerStyle = .capsule
  ///
  /// Source: Apple's `UIButton.Configuration`.
  public struct Configuration: Hashable, @unchecked Sendable {
    /// The size of text and insets.
    public enum Size: Int, Sendable {
      /// For most places.
      case medium
      /// Smaller.
      case small
      /// The smallest.
      case mini
      /// Larger.
      case large
    }

    /// The corners of the background.
    public enum CornerStyle: Int, Sendable {
      /// The background's radius.
      case fixed = -1
      /// The background's radius.
      case dynamic
      /// A small radius.
      case small
      /// A medium radius.
      case medium
      /// A large radius.
      case large
      /// Half the height.
      case capsule
    }

    /// The sides on which title and subtitle lie.
    public enum TitleAlignment: Int, Sendable {
      /// By the place of the image: beside one that lies at a side leading, else in the middle.
      case automatic
      /// Where text begins.
      case leading
      /// In the middle.
      case center
      /// Where text ends.
      case trailing
    }

    enum Style: Sendable { case plain, gray, tinted, filled }
    let style: Style

    /// The title. Default nil.
    public var title: String?
    /// A second line, smaller. Default nil.
    public var subtitle: String?
    /// The image; without a rendering mode of its own in the colour of the title. Default nil.
    public var image: UIImage?
    /// The side of the title on which the image lies. Default leading.
    public var imagePlacement = NSDirectionalRectEdge.leading
    /// Between image and title, in points. Default 0.
    public var imagePadding: CGFloat = 0
    /// Between title and subtitle, in points. Default 1.
    public var titlePadding: CGFloat = 1
    /// The alignment of the lines. Default automatic.
    public var titleAlignment = TitleAlignment.automatic
    /// Around the content, in points; nil for that of the size.
    private var ownInsets: NSDirectionalEdgeInsets?
    /// The colour of title and image; nil for the style's.
    public var baseForegroundColor: UIColor?
    /// The colour of the background; nil for that of the style.
    public var baseBackgroundColor: UIColor?
    /// The corners. Default dynamic.
    public var cornerStyle = CornerStyle.dynamic
    /// The size of text and insets. Default medium.
    public var buttonSize = Size.medium
    /// The background.
    public var background = UIBackgroundConfiguration()
    /// Whether a spinning wheel takes the place of the image. Default false.
    public var showsActivityIndicator = false

    private init(_ style: Style) { self.style = style }

    /// A title in the tint colour.
    public static func plain() -> Configuration { Configuration(.plain) }
    /// A title in the tint colour on grey.
    public static func gray() -> Configuration { Configuration(.gray) }
    /// A title in the tint colour on a light shade of it.
    public static func tinted() -> Configuration { Configuration(.tinted) }
    /// A white title on the tint colour.
    public static func filled() -> Configuration { Configuration(.filled) }
    /// As ``plain()``.
    public static func borderless() -> Configuration { Configuration(.plain) }
    /// As ``gray()``.
    public static func bordered() -> Configuration { Configuration(.gray) }
    /// As ``tinted()``.
    public static func borderedTinted() -> Configuration { Configuration(.tinted) }
    /// As ``filled()``.
    public static func borderedProminent() -> Configuration { Configuration(.filled) }

    /// Around the content, in points. Default: the size's.
    public var contentInsets: NSDirectionalEdgeInsets {
      get {
        if let ownInsets { return ownInsets }
        let (v, h): (CGFloat, CGFloat) =
          switch buttonSize {
          case .mini, .small: (5, 10)
          case .medium: (7, 12)
          case .large: (15, 20)
          }
        return NSDirectionalEdgeInsets(top: v, leading: h, bottom: v, trailing: h)
      }
      set { ownInsets = newValue }
    }

    /// Sets the insets to those of the size again.
    public mutating func setDefaultContentInsets() { ownInsets = nil }

    /// Returns the configuration for a button, which a handler may change. It has no values by state.
    @MainActor public func updated(for button: UIButton) -> Configuration { self }

    var fontSize: CGFloat { buttonSize == .mini || buttonSize == .small ? 15 : 17 }

    func radius(height: CGFloat) -> CGFloat {
      switch cornerStyle {
      case .fixed, .dynamic: min(background.cornerRadius, height / 2)
      case .small: min(4, height / 2)
      case .medium: min(8, height / 2)
      case .large: min(14, height / 2)
      case .capsule: height / 2
      }
    }
  }
}

/// What a configured button shows, and where.
@MainActor
final class ConfiguredContent {
  private(set) var configuration: UIButton.Configuration
  private let subtitle = UILabel()
  private lazy var wheel = UIActivityIndicatorView(style: .medium)

  init(_ configuration: UIButton.Configuration) { self.configuration = configuration }

  /// Shows a configuration in the parts of a button.
  func show(
    _ new: UIButton.Configuration, in button: UIButton, label: UILabel, image: UIImageView,
    fill: UIView
  ) {
    configuration = new
    let isOn = button.isEnabled
    let (tint, pressed) = (button.tintColor ?? .systemBlue, button.isHighlighted && isOn)
    var foreground = new.baseForegroundColor ?? (new.style == .filled ? .white : tint)
    var back: UIColor
    switch new.style {
    case .plain: back = new.baseBackgroundColor ?? .clear
    case .gray: back = new.baseBackgroundColor ?? .secondarySystemFill
    case .tinted: back = (new.baseBackgroundColor ?? tint).withAlphaComponent(0.18)
    case .filled: back = new.baseBackgroundColor ?? tint
    }
    if !isOn {
      foreground = .tertiaryLabel
      if new.style != .plain { back = .tertiarySystemFill }
    }
    label.text = new.title
    label.font = .systemFont(ofSize: new.fontSize)
    label.textColor = foreground
    label.alpha = pressed && new.style == .plain ? 0.35 : 1
    subtitle.text = new.subtitle
    subtitle.font = .systemFont(ofSize: new.fontSize - 5)
    subtitle.textColor = foreground
    subtitle.alpha = label.alpha
    if subtitle.superview == nil { button.addSubview(subtitle) }
    image.image = new.image.map {
      $0.renderingMode == .automatic ? $0.withRenderingMode(.alwaysTemplate) : $0
    }
    image.tintColor = foreground
    image.alpha = label.alpha
    image.isHidden = new.showsActivityIndicator
    if new.showsActivityIndicator {
      wheel.color = foreground
      if wheel.superview == nil { button.addSubview(wheel) }
      wheel.startAnimating()
    } else if wheel.superview != nil {
      wheel.removeFromSuperview()
    }
    fill.isHidden = false
    fill.backgroundColor = new.background.backgroundColor ?? back
    fill.alpha = pressed && new.style != .plain ? 0.7 : 1
    fill.layer.borderWidth = new.background.strokeWidth
    fill.layer.borderColor = new.background.strokeColor?.cgColor
  }

  /// Removes what the configuration alone shows.
  func remove(image: UIImageView, fill: UIView) {
    subtitle.removeFromSuperview()
    if configuration.showsActivityIndicator { wheel.removeFromSuperview() }
    image.isHidden = false
    (image.alpha, fill.alpha, fill.backgroundColor) = (1, 1, nil)
    (fill.layer.cornerRadius, fill.layer.borderWidth) = (0, 0)
  }

  // MARK: Layout

  private struct Sizes {
    var title: CGSize
    var subtitle: CGSize
    var image: CGSize
    var text: CGSize
    var isAbove: Bool
    var gap: CGFloat
    var all: CGSize
  }

  private func sizes(label: UILabel, image: UIImageView, within width: CGFloat) -> Sizes {
    func fit(_ label: UILabel) -> CGSize {
      guard !(label.text ?? "").isEmpty else { return .zero }
      let size = label.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude))
      return CGSize(width: min(size.width, width), height: size.height)
    }
    let (title, detail) = (fit(label), fit(subtitle))
    let picture =
      configuration.showsActivityIndicator
      ? CGSize(width: 20, height: 20) : image.image?.size ?? .zero
    let lineGap = title.height > 0 && detail.height > 0 ? configuration.titlePadding : 0
    let text = CGSize(
      width: max(title.width, detail.width), height: title.height + lineGap + detail.height)
    let isAbove = !configuration.imagePlacement.isDisjoint(with: [.top, .bottom])
    let gap = picture.width > 0 && text.width > 0 ? configuration.imagePadding : 0
    let all =
      isAbove
      ? CGSize(
        width: max(picture.width, text.width), height: picture.height + gap + text.height)
      : CGSize(
        width: picture.width + gap + text.width, height: max(picture.height, text.height))
    return Sizes(
      title: title, subtitle: detail, image: picture, text: text, isAbove: isAbove, gap: gap,
      all: all)
  }

  func preferredSize(label: UILabel, image: UIImageView) -> CGSize {
    let insets = configuration.contentInsets
    let all = sizes(label: label, image: image, within: .greatestFiniteMagnitude).all
    return CGSize(
      width: all.width + insets.leading + insets.trailing,
      height: all.height + insets.top + insets.bottom)
  }

  /// Places the parts of a button, from left to right; mirrored after.
  func layOut(in button: UIButton, label: UILabel, image: UIImageView, fill: UIView) {
    let (bounds, insets) = (button.bounds, configuration.contentInsets)
    let isMirrored = button.effectiveUserInterfaceLayoutDirection == .rightToLeft
    let around = configuration.background.backgroundInsets
    fill.frame = CGRect(
      x: around.leading, y: around.top,
      width: max(0, bounds.width - around.leading - around.trailing),
      height: max(0, bounds.height - around.top - around.bottom))
    fill.layer.cornerRadius = configuration.radius(height: fill.bounds.height)
    let rect = CGRect(
      x: insets.leading, y: insets.top,
      width: max(0, bounds.width - insets.leading - insets.trailing),
      height: max(0, bounds.height - insets.top - insets.bottom))
    let sizes = sizes(
      label: label, image: image,
      within: max(0, rect.width - (image.image == nil ? 0 : image.image?.size.width ?? 0)))
    let free = rect.width - sizes.all.width
    let start: CGFloat =
      switch button.contentHorizontalAlignment {
      case .center, .fill: free / 2
      case .leading: 0
      case .trailing: free
      case .left: isMirrored ? free : 0
      case .right: isMirrored ? 0 : free
      }
    let origin = CGPoint(x: rect.minX + start, y: rect.midY - sizes.all.height / 2)
    let imageFirst = !configuration.imagePlacement.isDisjoint(with: [.top, .leading])
    var (text, picture) = (origin, origin)
    if sizes.isAbove {
      text.x += (sizes.all.width - sizes.text.width) / 2
      picture.x += (sizes.all.width - sizes.image.width) / 2
      if imageFirst {
        text.y += sizes.image.height + sizes.gap
      } else {
        picture.y += sizes.text.height + sizes.gap
      }
    } else {
      text.y += (sizes.all.height - sizes.text.height) / 2
      picture.y += (sizes.all.height - sizes.image.height) / 2
      if imageFirst {
        text.x += sizes.image.width + sizes.gap
      } else {
        picture.x += sizes.text.width + sizes.gap
      }
    }
    func line(_ size: CGSize, y: CGFloat) -> CGRect {
      let rest = sizes.text.width - size.width
      let x: CGFloat =
        switch configuration.titleAlignment {
        case .leading: 0
        case .trailing: rest
        case .center: rest / 2
        case .automatic: sizes.image.width > 0 && !sizes.isAbove ? 0 : rest / 2
        }
      return CGRect(x: text.x + x, y: y, width: size.width, height: size.height)
    }
    func place(_ frame: CGRect) -> CGRect {
      isMirrored
        ? CGRect(
          x: bounds.width - frame.maxX, y: frame.minY, width: frame.width, height: frame.height)
        : frame
    }
    label.frame = place(line(sizes.title, y: text.y))
    subtitle.frame = place(
      line(sizes.subtitle, y: text.y + sizes.text.height - sizes.subtitle.height))
    image.frame = place(CGRect(origin: picture, size: sizes.image))
    if configuration.showsActivityIndicator { wheel.frame = image.frame }
  }
}
