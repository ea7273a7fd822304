// CALayer+KeyValueCoding.swift
// Values by key and key path. There is no Objective-C runtime on Linux to provide them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension CALayer {
  func storedValue(forKey key: String) -> Any? {
    if let property = LayerProperty(key: key, for: values.kind) { return stockValue(of: property) }
    switch key {
    case "frame": return frame
    case "name": return name
    case "delegate": return delegate
    case "style": return style
    case "actions": return actions
    case "sublayers": return sublayers
    case "superlayer": return superlayer
    case "mask": return mask
    case "beginTime": return NSNumber(value: beginTime)
    case "duration": return NSNumber(value: duration)
    case "speed": return NSNumber(value: speed)
    case "timeOffset": return NSNumber(value: timeOffset)
    case "repeatCount": return NSNumber(value: repeatCount)
    case "repeatDuration": return NSNumber(value: repeatDuration)
    case "autoreverses": return NSNumber(value: autoreverses)
    case "fillMode": return fillMode
    case "needsDisplayOnBoundsChange": return NSNumber(value: needsDisplayOnBoundsChange)
    case "layoutManager": return layoutManager
    case "autoresizingMask": return autoresizingMask
    case "constraints": return constraints
    default: return customValues[key] ?? defaultStoredValue(key)
    }
  }

  /// The value of a stock property. A caller's subclass may override the getter, so there it is called.
  private func stockValue(of property: LayerProperty) -> Any? {
    type(of: self) == CALayer.self && property != .contents
      ? values[property: property].any : accessedValue(of: property)
  }

  /// The value as a caller gets it: an ``Animatable`` property that is nil is stored as `NSNull`.
  final func withoutNull(_ value: Any?, forKey key: String) -> Any? {
    value is NSNull && isAnimatableKey(key) ? nil : value
  }

  /// The value of a key that was never set: the style's, the class's default, a declared default.
  func defaultStoredValue(_ key: String) -> Any? {
    Self.value(in: style, forKey: key) ?? type(of: self).defaultValue(forKey: key)
      ?? animatableDefault(forKey: key) ?? StoredOnlyProperty(rawValue: key)?.defaultValue
  }

  func storeValue(_ value: Any?, forKey key: String) {
    if let property = LayerProperty(key: key, for: values.kind) {
      if let coerced = property.coerced(value) {
        setStockValue(coerced, of: property)
      } else {
        reportRefusal(of: value, forKey: key)
      }
    } else if let property = StoredOnlyProperty(rawValue: key) {
      if let coerced = property.coerced(value) {
        store(coerced, in: property)
      } else {
        reportRefusal(of: value, forKey: key)
      }
    } else if !storeOther(value, forKey: key) {
      storeCustom(value, AnimatableValue(value), forKey: key)
    }
  }

  /// Reports once that a value cannot be converted to a key's type.
  func reportRefusal(of value: Any?, forKey key: String) {
    let text = AnimatableValue(value).text
    Diagnostics.reportOnce(
      "\(label) \(key)",
      "\(label): \(key) cannot be \(text), of type \(value.map { "\(type(of: $0))" } ?? "nil"); "
        + "the value is unchanged")
  }

  /// Sets a stock property to a coerced value, by its setter: it checks ranges and marks layout, and a
  /// subclass may override it.
  private func setStockValue(_ value: AnimatableValue, of property: LayerProperty) {
    var value = value
    if !value.isFinite, property.row.isFiniteOnly {
      refuseAsGeometry(value.text, property)
      // The setters of scales have a number of their own for one that cannot be used.
      let isScale = property == .contentsScale || property == .rasterizationScale
      if !isScale { value = value.nearestFinite("\(label): \(property.key)") }
    }
    setAccessedValue(value, of: property)
  }

  /// Sets a property that is not in the table; returns false for a custom key.
  private func storeOther(_ value: Any?, forKey key: String) -> Bool {
    switch key {
    case "frame":
      if let lanes = value == nil ? .zero : AnimatableValue(value).numbers(as: .rect) {
        frame = CGRect(lanes: lanes)
      } else {
        reportRefusal(of: value, forKey: key)
      }
    case "name": set(value, key) { name = $0 }
    case "delegate": set(value, key) { delegate = $0 }
    case "style": set(value, key) { style = $0 }
    case "actions": set(value, key) { actions = $0 }
    case "sublayers": set(value, key) { sublayers = $0 }
    case "mask": set(value, key) { mask = $0 }
    case "superlayer": reportRefusal(of: value, forKey: key)
    case "beginTime": setNumber(value, key) { beginTime = $0 }
    case "duration": setNumber(value, key) { duration = $0 }
    case "speed": setNumber(value, key) { speed = Float(nearest: $0) }
    case "timeOffset": setNumber(value, key) { timeOffset = $0 }
    case "repeatCount": setNumber(value, key) { repeatCount = Float(nearest: $0) }
    case "repeatDuration": setNumber(value, key) { repeatDuration = $0 }
    case "autoreverses": setNumber(value, key) { autoreverses = $0 != 0 }
    case "fillMode":
      if let mode = value == nil
        ? .removed : AnimatableValue(value).name(CAMediaTimingFillMode.self)
      {
        fillMode = mode
      } else {
        reportRefusal(of: value, forKey: key)
      }
    case "needsDisplayOnBoundsChange":
      setNumber(value, key) { needsDisplayOnBoundsChange = $0 != 0 }
    case "layoutManager": set(value, key) { layoutManager = $0 }
    case "autoresizingMask":
      if let mask = value == nil ? [] : AnimatableValue(value).mask(CAAutoresizingMask.self) {
        autoresizingMask = mask
      } else {
        reportRefusal(of: value, forKey: key)
      }
    case "constraints": set(value, key) { constraints = $0 }
    default: return false
    }
    return true
  }

  /// Sets an optional property if the value is of its type.
  private func set<Value>(_ value: Any?, _ key: String, _ set: (Value?) -> Void) {
    if let converted = value as? Value {
      set(converted)
    } else if value == nil || value is NSNull {
      set(nil)
    } else {
      reportRefusal(of: value, forKey: key)
    }
  }

  /// Sets a number, which may be given as text; nil is 0.
  private func setNumber(_ value: Any?, _ key: String, _ set: (Double) -> Void) {
    let converted = AnimatableValue(value)
    if case .none = converted {
      set(0)
    } else if let lanes = converted.numbers(as: .number) {
      set(lanes.x)
    } else {
      reportRefusal(of: value, forKey: key)
    }
  }

  /// Stores the value of a custom key; a change searches an action.
  func storeCustom(_ value: Any?, _ new: AnimatableValue, forKey key: String) {
    refuseOnPresentation(key)
    var (value, new) = (value, new)
    if !new.isFinite, isAnimatableKey(key) {
      new = new.nearestFinite("\(label): \(key)")
      value = new.any
    }
    let old = customValues[key]
    // Setting an equal value searches no action; the first value of a key is always a change.
    if old != nil || value == nil, AnimatableValue(old).isEqual(to: new) { return }
    ensureTransaction()
    runAction(forKey: key)
    customValues[key] = value
    context?.mark(self, .custom)
    if !staged.isEmpty { resolveStaged(forKey: key) }
    if !isChangedByDisplay, redraws(forKey: key) { setNeedsDisplay() }
    notifyObservers()
  }

  // MARK: Key paths

  func storedValue(forKeyPath keyPath: String) -> Any? {
    let path = PropertyPath(keyPath)
    if path.rest.isEmpty { return value(forKey: keyPath) }
    if let property = StoredOnlyProperty(rawValue: path.key), property.isFilter {
      return filterInput(of: property, path.rest)
    }
    return KeyPathTraversal.read(path.rest, of: value(forKey: path.key))
  }

  func storeValue(_ value: Any?, forKeyPath keyPath: String) {
    let path = PropertyPath(keyPath)
    if path.rest.isEmpty {
      setValue(value, forKey: keyPath)
      return
    }
    if let property = StoredOnlyProperty(rawValue: path.key), property.isFilter,
      setFilterInput(value, of: property, path.rest)
    {
      return
    }
    switch KeyPathTraversal.write(value, to: path.rest, of: self.value(forKey: path.key)) {
    case .written: break
    case .replaced(let new) where AnimatableValue(value).isFinite && !AnimatableValue(new).isFinite:
      Diagnostics.reportOnce(
        "\(label) \(keyPath) overflow",
        "\(label): \(keyPath) cannot be \(AnimatableValue(value).text), as \(path.key) would not be finite; "
          + "the value is unchanged")
    case .replaced(let new): setValue(new, forKey: path.key)
    case .refused: reportRefusal(of: value, forKey: keyPath)
    }
  }
}
