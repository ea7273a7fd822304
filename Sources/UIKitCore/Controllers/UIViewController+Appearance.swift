// UIViewController+Appearance.swift
// The appearance of a controller's view, with that of its children: each callback once, in the order of UIKit.
//
// SPDX-License-Identifier: MIT

import Foundation

extension UIViewController {
  func appear() {
    guard !isReported else { return }
    willAppear(animated: false)
    didAppear(animated: false)
  }

  func disappear() {
    guard !isReported else { return }
    willDisappear(animated: false)
    didDisappear(animated: false)
  }

  func willAppear(animated: Bool) {
    guard appearance == .gone || appearance == .disappearing else { return }
    appearance = .appearing
    viewWillAppear(animated)
    for child in childrenOnScreen where !child.isInTransition {
      child.willAppear(animated: animated)
    }
    didForwardAppearance(isWill: true, animated: animated)
  }

  func didAppear(animated: Bool) {
    guard appearance == .appearing else { return }
    appearance = .visible
    viewDidAppear(animated)
    for child in childrenOnScreen where !child.isInTransition {
      child.didAppear(animated: animated)
    }
    didForwardAppearance(isWill: false, animated: animated)
  }

  func willDisappear(animated: Bool) {
    guard appearance == .visible || appearance == .appearing else { return }
    appearance = .disappearing
    viewWillDisappear(animated)
    for child in childrenOnScreen where !child.isInTransition {
      child.willDisappear(animated: animated)
    }
  }

  func didDisappear(animated: Bool) {
    guard appearance == .disappearing else { return }
    appearance = .gone
    viewDidDisappear(animated)
    for child in childrenOnScreen where !child.isInTransition {
      child.didDisappear(animated: animated)
    }
  }

  /// Whether the view is on the screen, or about to be.
  var isShown: Bool { appearance == .visible || appearance == .appearing }
}
