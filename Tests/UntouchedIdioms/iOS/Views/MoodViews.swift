// MoodViews.swift
// Methods that the app adds to views and that its views override, and properties of an appearance.
//
// SPDX-License-Identifier: MIT

import UIKit

extension UIView {
  @objc func mood(_ prefix: String = "a ") -> String { prefix + "view" }
  @objc var moodLevel: Int {
    get { tag }
    set { tag = newValue }
  }
}

extension UILabel {
  @objc override func mood(_ prefix: String) -> String { "label of " + super.mood(prefix) }
}

class MoodCard: UIView {
  override func mood(_ prefix: String) -> String { "card of " + super.mood(prefix) }
  override var moodLevel: Int {
    get { super.moodLevel + 100 }
    set { super.moodLevel = newValue * 2 }
  }
}

class MoodRing: UIView {
  @objc dynamic var ringColor: UIColor? = .black
  @objc dynamic var ringWidth: CGFloat = 2 {
    didSet { setNeedsDisplay() }
  }
}

final class MoodBadge: MoodCard {
  override func mood(_ prefix: String) -> String { "badge of " + super.mood(prefix) }
}

final class MoodLabel: UILabel {
  override func mood(_ prefix: String) -> String { "own " + super.mood(prefix) }
}
