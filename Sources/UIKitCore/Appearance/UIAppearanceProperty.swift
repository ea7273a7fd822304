// UIAppearanceProperty.swift
// The properties of views that stand-ins of their classes have.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// A property that a stand-in has for views; see ``UIView/appearanceProperties()``.
@preconcurrency @MainActor
public struct UIAppearanceProperty {
  /// Sets a view's value to the stand-in's where that is not the class's and the view's still is.
  let copy: (_ standIn: UIView, _ plain: UIView, _ view: UIView) -> Void

  /// Creates a property by its key path.
  public init<View: UIView, Value: Equatable>(_ path: ReferenceWritableKeyPath<View, Value>) {
    copy = { standIn, plain, view in
      guard let standIn = standIn as? View, let plain = plain as? View, let view = view as? View,
        standIn[keyPath: path] != plain[keyPath: path], view[keyPath: path] == plain[keyPath: path]
      else { return }
      view[keyPath: path] = standIn[keyPath: path]
    }
  }

  /// Creates a property whose values cannot be compared but by their descriptions.
  @_disfavoredOverload
  public init<View: UIView, Value>(_ path: ReferenceWritableKeyPath<View, Value>) {
    copy = { standIn, plain, view in
      guard let standIn = standIn as? View, let plain = plain as? View, let view = view as? View
      else { return }
      let usual = "\(plain[keyPath: path])"
      guard "\(standIn[keyPath: path])" != usual, "\(view[keyPath: path])" == usual else { return }
      view[keyPath: path] = standIn[keyPath: path]
    }
  }

  /// A property that is nil until it is set.
  init<View: UIView, Value>(optional path: ReferenceWritableKeyPath<View, Value?>) {
    copy = { standIn, _, view in
      guard let standIn = standIn as? View, let view = view as? View,
        let value = standIn[keyPath: path], view[keyPath: path] == nil
      else { return }
      view[keyPath: path] = value
    }
  }

  private init(copy: @escaping (UIView, UIView, UIView) -> Void) { self.copy = copy }

  /// The tint, which a view has of its own or of a superview.
  private static let tint = UIAppearanceProperty { standIn, _, view in
    guard let tint = standIn.storedTintColor, view.storedTintColor == nil else { return }
    view.tintColor = tint
  }

  /// Titles of buttons by state.
  private static let titleColors = UIAppearanceProperty { standIn, _, view in
    guard let standIn = standIn as? UIButton, let button = view as? UIButton else { return }
    for state: UIControl.State in [.normal, .highlighted, .disabled, .selected] {
      if let color = standIn.titleColor(for: state), button.titleColor(for: state) == nil {
        button.setTitleColor(color, for: state)
      }
    }
  }

  static let all: [UIAppearanceProperty] = [
    tint, titleColors,
    UIAppearanceProperty(\UIView.backgroundColor),
    UIAppearanceProperty(\UIView.semanticContentAttribute),
    UIAppearanceProperty(\UILabel.textColor), UIAppearanceProperty(\UILabel.font),
    UIAppearanceProperty(\UITextField.textColor), UIAppearanceProperty(\UITextField.font),
    UIAppearanceProperty(\UITextView.textColor), UIAppearanceProperty(\UITextView.font),
    UIAppearanceProperty(\UIButton.contentEdgeInsets),
    UIAppearanceProperty(optional: \UISwitch.onTintColor),
    UIAppearanceProperty(optional: \UISwitch.thumbTintColor),
    UIAppearanceProperty(optional: \UISlider.minimumTrackTintColor),
    UIAppearanceProperty(optional: \UISlider.maximumTrackTintColor),
    UIAppearanceProperty(optional: \UISlider.thumbTintColor),
    UIAppearanceProperty(optional: \UIProgressView.progressTintColor),
    UIAppearanceProperty(optional: \UIProgressView.trackTintColor),
    UIAppearanceProperty(\UIActivityIndicatorView.color),
    UIAppearanceProperty(optional: \UISegmentedControl.selectedSegmentTintColor),
    UIAppearanceProperty(\UITableView.separatorColor),
    UIAppearanceProperty(\UITableViewCell.selectionStyle),
    UIAppearanceProperty(\UINavigationBar.barStyle),
    UIAppearanceProperty(optional: \UINavigationBar.barTintColor),
    UIAppearanceProperty(\UINavigationBar.isTranslucent),
    UIAppearanceProperty(optional: \UINavigationBar.ownStandardAppearance),
    UIAppearanceProperty(optional: \UINavigationBar.scrollEdgeAppearance),
    UIAppearanceProperty(optional: \UITabBar.ownStandardAppearance),
    UIAppearanceProperty(optional: \UITabBar.scrollEdgeAppearance),
    UIAppearanceProperty(optional: \UIToolbar.ownStandardAppearance),
    UIAppearanceProperty(optional: \UIToolbar.scrollEdgeAppearance),
    UIAppearanceProperty(optional: \UIToolbar.barTintColor),
    UIAppearanceProperty(optional: \UIPageControl.pageIndicatorTintColor),
    UIAppearanceProperty(optional: \UIPageControl.currentPageIndicatorTintColor),
    UIAppearanceProperty(optional: \UINavigationBar.titleTextAttributes),
    UIAppearanceProperty(\UITabBar.barStyle),
    UIAppearanceProperty(optional: \UITabBar.barTintColor),
    UIAppearanceProperty(optional: \UITabBar.unselectedItemTintColor),
    UIAppearanceProperty(\UITabBar.isTranslucent),
  ]
}
