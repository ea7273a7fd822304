// UIKit+KeyValueObserving.swift
// What can be observed of views, recognisers and animators, and the names of the views' properties.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
public import QuartzCore

// A view's observers are its layer's, as most of its properties are the layer's.
extension UIView: @MainActor KeyValueObservable {
  package var keyValueObservers: KeyValueObservers? {
    get { storedLayer.keyValueObservers }
    set { storedLayer.keyValueObservers = newValue }
  }

  package func observedValue(forKey key: String) -> Any? { value(forKey: key) }

  /// Calls the observers after a change of a property that is not the layer's.
  final func notifyObservers() { storedLayer.notifyObservers() }

  /// The properties of views by their Objective-C names, where the layer has none of the name or another type.
  private static let readers: [String: @MainActor (UIView) -> Any?] = [
    "frame": { $0.frame },
    "bounds": { $0.bounds },
    "center": { $0.center },
    "transform": { $0.transform },
    "alpha": { NSNumber(value: Double($0.alpha)) },
    "hidden": { NSNumber(value: $0.isHidden) },
    "backgroundColor": { $0.backgroundColor },
    "tintColor": { $0.tintColor },
    "tag": { NSNumber(value: $0.tag) },
    "layer": { $0.layer },
    "superview": { $0.superview },
    "subviews": { $0.subviews },
    "window": { $0.window },
    "contentOffset": { ($0 as? UIScrollView)?.contentOffset },
    "contentSize": { ($0 as? UIScrollView)?.contentSize },
    "contentInset": { ($0 as? UIScrollView)?.contentInset },
    "zoomScale": { ($0 as? UIScrollView).map { NSNumber(value: Double($0.zoomScale)) } },
    "enabled": { ($0 as? UIControl).map { NSNumber(value: $0.isEnabled) } },
    "selected": { ($0 as? UIControl).map { NSNumber(value: $0.isSelected) } },
    "highlighted": { ($0 as? UIControl).map { NSNumber(value: $0.isHighlighted) } },
    "on": { ($0 as? UISwitch).map { NSNumber(value: $0.isOn) } },
    "value": { ($0 as? UISlider).map { NSNumber(value: $0.value) } },
    "progress": { ($0 as? UIProgressView).map { NSNumber(value: $0.progress) } },
    "image": { ($0 as? UIImageView)?.image },
    "text": { view in
      switch view {
      case let label as UILabel: label.text
      case let field as UITextField: field.text
      case let view as UITextView: view.text
      default: nil
      }
    },
    "attributedText": { view in
      switch view {
      case let label as UILabel: label.attributedText
      case let field as UITextField: field.attributedText
      case let view as UITextView: view.attributedText
      default: nil
      }
    },
  ]

  /// The value of a property by its name, as on Apple's systems or in Swift; nil for a name that the layer may know.
  final func ownValue(forKey key: String) -> Any? {
    if let reader = Self.readers[key] { return reader(self) }
    guard key.hasPrefix("is"), let first = key.dropFirst(2).first else { return nil }
    return Self.readers[first.lowercased() + key.dropFirst(3)]?(self)
  }
}

extension UIViewPropertyAnimator: @MainActor KeyValueObservable {
  package func observedValue(forKey key: String) -> Any? {
    switch key {
    case "running", "isRunning": NSNumber(value: isRunning)
    case "reversed", "isReversed": NSNumber(value: isReversed)
    case "fractionComplete": NSNumber(value: Double(fractionComplete))
    case "state": NSNumber(value: state.rawValue)
    default: nil
    }
  }
}

extension UIGestureRecognizer: @MainActor KeyValueObservable {
  package func observedValue(forKey key: String) -> Any? {
    switch key {
    case "state": NSNumber(value: state.rawValue)
    case "enabled", "isEnabled": NSNumber(value: isEnabled)
    case "view": view
    default: nil
    }
  }
}

extension UIResponder: @MainActor NSKeyValueObserving {}
