// UILayoutGuide.swift
// Rectangles for layout that are not views, and those that a view provides: margins, safe area, scrolled
// content.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// A rectangle that constraints can refer to, without a view.
///
///     let gap = UILayoutGuide()
///     view.addLayoutGuide(gap)
///     gap.widthAnchor.constraint(equalTo: view.widthAnchor, multiplier: 0.25).isActive = true
@preconcurrency @MainActor
open class UILayoutGuide: NSObject {
  /// What determines a guide's rectangle.
  enum Kind {
    /// Constraints alone.
    case custom
    /// The owner's bounds without its layout margins.
    case margins
    /// The owner's bounds without its safe area's insets.
    case safeArea
    /// As the margins, but not wider than text can be read well.
    case readable
    /// A scroll view's content. Its size becomes the `contentSize`.
    case scrolledContent
    /// The part of a scroll view's content that is visible.
    case scrollFrame
    /// The strips that the safe area's insets leave at the top and bottom.
    case topStrip, bottomStrip
  }

  private(set) final var kind = Kind.custom

  /// Creates a guide without an owner.
  public override init() {}

  convenience init(_ kind: Kind, of view: UIView) {
    self.init()
    self.kind = kind
    owningView = view
  }

  /// The view that the guide was added to; nil for none.
  open internal(set) weak var owningView: UIView?

  /// A name for reports. Default empty.
  open var identifier: String = ""

  /// The rectangle in the owner's coordinates, in points, as of the last layout.
  open var layoutFrame: CGRect {
    guard let owningView else { return .zero }
    if let rect = LayoutEngine.of(owningView)?.rect(of: self) { return rect }
    let insets = owningView.insets(of: kind)
    return owningView.layoutArea(of: kind).inset(by: insets)
  }

  // MARK: Anchors

  /// The left edge; the right one in a layout from right to left.
  open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
  /// The right edge; the left one in a layout from right to left.
  open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
  /// The left edge.
  open var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
  /// The right edge.
  open var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
  /// The top edge.
  open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
  /// The bottom edge.
  open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
  /// The width.
  open var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
  /// The height.
  open var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
  /// The horizontal centre.
  open var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
  /// The vertical centre.
  open var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }

  /// Whether the rectangle could be another with the same constraints.
  open var hasAmbiguousLayout: Bool {
    [NSLayoutConstraint.Attribute.left, .top, .width, .height].contains {
      NSLayoutAnchor<NSLayoutDimension>(self, $0).hasAmbiguousLayout
    }
  }

  /// The active constraints along an axis that mention the guide.
  open func constraintsAffectingLayout(
    for axis: NSLayoutConstraint.Axis
  ) -> [NSLayoutConstraint] {
    owningView?.constraintsAffecting(self, axis) ?? []
  }
}

/// The area of a controller's view beyond a bar.
@preconcurrency @MainActor
public protocol UILayoutSupport: AnyObject {
  /// Points from the edge of the view.
  var length: CGFloat { get }
  /// The top edge.
  var topAnchor: NSLayoutYAxisAnchor { get }
  /// The bottom edge.
  var bottomAnchor: NSLayoutYAxisAnchor { get }
  /// The height.
  var heightAnchor: NSLayoutDimension { get }
}

/// A strip at the top or bottom of a controller's view.
final class EdgeLayoutGuide: UILayoutGuide, UILayoutSupport {
  var length: CGFloat {
    guard let owningView else { return 0 }
    return kind == .topStrip ? owningView.safeAreaInsets.top : owningView.safeAreaInsets.bottom
  }
}

extension UIView {
  /// The widest text that can be read well, in points.
  private static let readableWidth: CGFloat = 672

  /// The insets of a guide's rectangle from ``layoutArea(of:)``, in points.
  final func insets(of kind: UILayoutGuide.Kind) -> UIEdgeInsets {
    switch kind {
    case .margins: return layoutMargins
    case .safeArea: return safeAreaInsets
    case .readable:
      var insets = layoutMargins
      let excess = bounds.width - insets.left - insets.right - Self.readableWidth
      if excess > 0 {
        insets.left += excess / 2
        insets.right += excess / 2
      }
      return insets
    case .topStrip:
      return UIEdgeInsets(top: 0, left: 0, bottom: bounds.height - safeAreaInsets.top, right: 0)
    case .bottomStrip:
      return UIEdgeInsets(top: bounds.height - safeAreaInsets.bottom, left: 0, bottom: 0, right: 0)
    case .custom, .scrolledContent, .scrollFrame: return .zero
    }
  }

  /// The rectangle that a guide's insets apply to, in the view's coordinates.
  final func layoutArea(of kind: UILayoutGuide.Kind) -> CGRect {
    switch kind {
    case .custom: .zero
    case .scrolledContent:
      CGRect(origin: .zero, size: (self as? UIScrollView)?.contentSize ?? bounds.size)
    case .scrollFrame: bounds
    case .margins, .safeArea, .readable, .topStrip, .bottomStrip:
      CGRect(origin: .zero, size: bounds.size)
    }
  }
}
