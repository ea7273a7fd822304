// UIVisualEffectView.swift
// Views that blur and tint what is behind them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// An effect of a visual effect view. Use a subclass.
@preconcurrency @MainActor
open class UIVisualEffect: NSObject {
  /// Creates no effect.
  public override init() { super.init() }
}

/// A blur of what is behind a view, with a tint.
@preconcurrency @MainActor
open class UIBlurEffect: UIVisualEffect {
  /// The lightness and the strength of a blur.
  public enum Style: Int, Sendable {
    /// Very light.
    case extraLight
    /// Light.
    case light
    /// Dark.
    case dark
    /// Light or dark, as the traits are.
    case regular = 4
    /// Light or dark, more visible.
    case prominent
    /// Light or dark; the thinnest.
    case systemUltraThinMaterial
    /// Light or dark; thin.
    case systemThinMaterial
    /// Light or dark; of medium strength.
    case systemMaterial
    /// Light or dark; strong.
    case systemThickMaterial
    /// Light or dark; as a bar.
    case systemChromeMaterial
  }

  let style: Style

  /// Creates a blur of a style.
  public init(style: Style) {
    self.style = style
    super.init()
  }

  /// The standard deviation of the blur, in points.
  var radius: CGFloat {
    switch style {
    case .systemUltraThinMaterial, .systemThinMaterial: 15
    default: 20
    }
  }

  /// The tint above the blur.
  var tint: UIColor {
    switch style {
    case .extraLight: UIColor(white: 1, alpha: 0.82)
    case .light: UIColor(white: 1, alpha: 0.5)
    case .dark: UIColor(white: 0.11, alpha: 0.73)
    case .regular: Self.material(0.7)
    case .prominent: Self.material(0.85)
    case .systemUltraThinMaterial: Self.material(0.5)
    case .systemThinMaterial: Self.material(0.65)
    case .systemMaterial: Self.material(0.8)
    case .systemThickMaterial: Self.material(0.9)
    case .systemChromeMaterial: Self.material(0.85)
    }
  }

  private static func material(_ alpha: CGFloat) -> UIColor {
    UIColor(light: UIColor(white: 0.97, alpha: alpha), dark: UIColor(white: 0.15, alpha: alpha))
  }
}

/// Emphasis of content on a blur. It is drawn without an effect.
@preconcurrency @MainActor
open class UIVibrancyEffect: UIVisualEffect {
  /// Creates an effect for content on a blur.
  public init(blurEffect: UIBlurEffect) { super.init() }
}

/// A view with a visual effect.
///
/// Changes of ``effect`` in an animation block blur and tint gradually.
@preconcurrency @MainActor
open class UIVisualEffectView: UIView {
  private let backdrop = UIView()
  private let content = UIView()

  /// Creates a view with an effect; nil for none.
  public init(effect: UIVisualEffect?) {
    self.effect = effect
    super.init(frame: .zero)
  }

  /// Creates a view without an effect, with a frame in its superview's coordinates.
  public override convenience init(frame: CGRect) {
    self.init(effect: nil)
    self.frame = frame
  }

  /// Creates a view without an effect. There are no archives, so the coder is ignored.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  override func setUp() {
    for view in [backdrop, content] {
      view.frame = bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      addSubview(view)
    }
    backdrop.isUserInteractionEnabled = false
    showEffect()
  }

  /// The effect. Default nil.
  open var effect: UIVisualEffect? { didSet { if effect !== oldValue { showEffect() } } }

  /// The view for content. Subviews of the effect view itself are covered by it.
  open var contentView: UIView { content }

  private func showEffect() {
    if let blur = effect as? UIBlurEffect {
      if (backdrop.backgroundColor?.cgColor.alpha ?? 0) == 0 {
        // A tint grows from its own colour, without any.
        UIView.performWithoutAnimation {
          backdrop.backgroundColor = blur.tint.withAlphaComponent(0)
        }
      }
      backdrop.backgroundColor = blur.tint
      backdrop.layer.backdropRadius = blur.radius
    } else {
      // An effect that fades out keeps the colour of its tint.
      backdrop.backgroundColor = backdrop.backgroundColor?.withAlphaComponent(0)
      backdrop.layer.backdropRadius = 0
    }
  }
}
