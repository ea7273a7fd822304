// UIView+Anchors.swift
// The anchors and layout guides of views.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension UIView {
  /// The system's spacing between views, in points.
  static let systemSpacing: CGFloat = 8

  // MARK: Anchors

  /// The left edge.
  public final var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
  /// The right edge.
  public final var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
  /// The left edge.
  public final var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
  /// The right edge.
  public final var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
  /// The top edge.
  public final var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
  /// The bottom edge.
  public final var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
  /// The width.
  public final var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
  /// The height.
  public final var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
  /// The horizontal centre.
  public final var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
  /// The vertical centre.
  public final var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
  /// The first line's baseline; without text, the bottom edge.
  public final var firstBaselineAnchor: NSLayoutYAxisAnchor {
    NSLayoutYAxisAnchor(self, .firstBaseline)
  }
  /// The last line's baseline; without text, the bottom edge.
  public final var lastBaselineAnchor: NSLayoutYAxisAnchor {
    NSLayoutYAxisAnchor(self, .lastBaseline)
  }

  // MARK: Guides

  /// The guides that were added to the view.
  public final var layoutGuides: [UILayoutGuide] { layoutState?.guides ?? [] }

  /// Adds a guide, removing it from its previous owner.
  public final func addLayoutGuide(_ layoutGuide: UILayoutGuide) {
    if let owner = layoutGuide.owningView {
      if owner === self { return }
      owner.removeLayoutGuide(layoutGuide)
    }
    ownLayoutState.guides.append(layoutGuide)
    layoutGuide.owningView = self
  }

  /// Removes a guide, and deactivates the constraints that use it.
  public final func removeLayoutGuide(_ layoutGuide: UILayoutGuide) {
    guard layoutGuide.owningView === self, layoutGuide.kind == .custom else { return }
    var view: UIView? = self
    while let some = view {
      for constraint in some.constraints where constraint.uses(layoutGuide) {
        some.release(constraint)
      }
      view = some.storedSuperview
    }
    layoutState?.guides.removeAll { $0 === layoutGuide }
    layoutGuide.owningView = nil
  }

  /// The rectangle inside ``layoutMargins``.
  public final var layoutMarginsGuide: UILayoutGuide {
    provided(.margins, "layoutMarginsGuide") { UILayoutGuide($0, of: self) }
  }

  /// The rectangle inside ``safeAreaInsets``.
  public final var safeAreaLayoutGuide: UILayoutGuide {
    provided(.safeArea, "safeAreaLayoutGuide") { UILayoutGuide($0, of: self) }
  }

  /// The rectangle inside ``layoutMargins``, in the middle and at most 672 points wide.
  public final var readableContentGuide: UILayoutGuide {
    provided(.readable, "readableContentGuide") { UILayoutGuide($0, of: self) }
  }

  /// Returns the guide of a kind that the view provides.
  final func provided(
    _ kind: UILayoutGuide.Kind, _ name: String, make: (UILayoutGuide.Kind) -> UILayoutGuide
  ) -> UILayoutGuide {
    let state = ownLayoutState
    if let guide = state.providedGuides.first(where: { $0.kind == kind }) { return guide }
    let guide = make(kind)
    guide.identifier = name
    state.providedGuides.append(guide)
    return guide
  }

  /// ``layoutMargins`` by their names in the direction of text.
  public final var directionalLayoutMargins: NSDirectionalEdgeInsets {
    get {
      let margins = layoutMargins
      return NSDirectionalEdgeInsets(
        top: margins.top, leading: margins.left, bottom: margins.bottom, trailing: margins.right)
    }
    set {
      layoutMargins = UIEdgeInsets(
        top: newValue.top, left: newValue.leading, bottom: newValue.bottom, right: newValue.trailing
      )
    }
  }
}

extension UIScrollView {
  /// The content. Its size, by constraints, becomes ``contentSize``.
  ///
  /// The edges of the scroll view itself are those of the content in constraints to its subviews.
  public final var contentLayoutGuide: UILayoutGuide {
    provided(.scrolledContent, "contentLayoutGuide") { UILayoutGuide($0, of: self) }
  }

  /// The part of the content that is visible: what is aligned to it does not scroll.
  public final var frameLayoutGuide: UILayoutGuide {
    provided(.scrollFrame, "frameLayoutGuide") { UILayoutGuide($0, of: self) }
  }
}

extension UIViewController {
  /// The strip above the safe area.
  @available(*, deprecated, message: "use view.safeAreaLayoutGuide.topAnchor")
  public final var topLayoutGuide: any UILayoutSupport { strip(.topStrip, "topLayoutGuide") }

  /// The strip below the safe area.
  @available(*, deprecated, message: "use view.safeAreaLayoutGuide.bottomAnchor")
  public final var bottomLayoutGuide: any UILayoutSupport {
    strip(.bottomStrip, "bottomLayoutGuide")
  }

  private func strip(_ kind: UILayoutGuide.Kind, _ name: String) -> EdgeLayoutGuide {
    let view: UIView = view
    let guide = view.provided(kind, name) { EdgeLayoutGuide($0, of: view) }
    guard let strip = guide as? EdgeLayoutGuide else { trap("\(name) is not a strip") }
    return strip
  }
}
