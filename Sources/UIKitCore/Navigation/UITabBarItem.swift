// UITabBarItem.swift
// A button of a tab bar.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// What a tab bar shows for one controller.
@preconcurrency @MainActor
open class UITabBarItem: UIBarItem {
  /// Creates an item.
  public convenience init(title: String?, image: UIImage?, tag: Int) {
    self.init()
    self.title = title
    self.image = image
    self.tag = tag
  }

  /// Creates an item with another image while it is selected.
  public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
    self.init(title: title, image: image, tag: 0)
    self.selectedImage = selectedImage
  }

  /// The image while the item is selected. Default nil, for ``UIBarItem/image``.
  open var selectedImage: UIImage? { didSet { didChange?() } }

  /// The text in a badge. Default nil, for none.
  open var badgeValue: String? { didSet { if badgeValue != oldValue { didChange?() } } }

  /// The colour of the badge. Default nil, for red.
  open var badgeColor: UIColor? { didSet { didChange?() } }
}
