// UIView+Anchors.swift
// The layout guides that views provide.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension UIView {
  /// The system's spacing between views, in points.
  static let systemSpacing: CGFloat = 8

  // MARK: Guides

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
}

extension UIViewController {
  final func strip(_ kind: UILayoutGuide.Kind, _ name: String) -> EdgeLayoutGuide {
    let view: UIView = view
    let guide = view.provided(kind, name) { EdgeLayoutGuide($0, of: view) }
    guard let strip = guide as? EdgeLayoutGuide else { trap("\(name) is not a strip") }
    return strip
  }
}
