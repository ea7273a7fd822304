// UIContentContainer.swift
// What adapts its content to a size: controllers and presentations.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// An object that adapts its content to a size. A ``UIViewController`` is one.
@preconcurrency @MainActor
public protocol UIContentContainer: AnyObject {
  /// The size that the content would like to have, in points. Zero for none.
  var preferredContentSize: CGSize { get }
  /// A child has another preferred size.
  func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer)
  /// A child whose size constraints give has another one.
  func systemLayoutFittingSizeDidChange(forChildContentContainer container: any UIContentContainer)
  /// Returns the size that a child has in a parent of a size.
  func size(
    forChildContentContainer container: any UIContentContainer,
    withParentContainerSize parentSize: CGSize
  ) -> CGSize
  /// The size of the view is about to change.
  func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator)
  /// The traits are about to change.
  func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  )
}
