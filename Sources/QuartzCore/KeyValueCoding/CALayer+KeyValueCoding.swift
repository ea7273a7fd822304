// CALayer+KeyValueCoding.swift
// Values by key and key path (semantics 14). Linux has no Objective-C to do it.
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

  /// A stock property's value; by its getter where a subclass may have one of its own.
  private func stockValue(of property: LayerProperty) -> Any? {
    if property == .contents { return contents }
    guard type(of: self) != CALayer.self else { return values[property: property].any }
    switch property {
    case .bounds: return bounds
    case .position: return position
    case .transform: return transform
    case .opacity: return NSNumber(value: Double(opacity))
    case .backgroundColor: return backgroundColor
    case .cornerRadius: return NSNumber(value: cornerRadius)
    case .hidden: return NSNumber(value: isHidden)
    case .masksToBounds: return NSNumber(value: masksToBounds)
    case .zPosition: return NSNumber(value: zPosition)
    case .anchorPoint: return anchorPoint
    case .anchorPointZ: return NSNumber(value: anchorPointZ)
    case .sublayerTransform: return sublayerTransform
    case .borderWidth: return NSNumber(value: borderWidth)
    case .borderColor: return borderColor
    case .shadowColor: return shadowColor
    case .shadowOpacity: return NSNumber(value: Double(shadowOpacity))
    case .shadowOffset: return shadowOffset
    case .shadowRadius: return NSNumber(value: shadowRadius)
    case .shadowPath: return shadowPath
    case .contentsRect: return contentsRect
    case .contentsCenter: return contentsCenter
    case .contentsScale: return NSNumber(value: contentsScale)
    case .contentsGravity: return contentsGravity
    case .maskedCorners: return maskedCorners
    case .doubleSided: return NSNumber(value: isDoubleSided)
    case .geometryFlipped: return NSNumber(value: isGeometryFlipped)
    case .shouldRasterize: return NSNumber(value: shouldRasterize)
    case .rasterizationScale: return NSNumber(value: rasterizationScale)
    case .opaque: return NSNumber(value: isOpaque)
    default: return values[property: property].any
    }
  }

  /// What a caller gets of a value: a declared property that is nil is kept as `NSNull`.
  final func told(_ value: Any?, forKey key: String) -> Any? {
    value is NSNull && isAnimatableKey(key) ? nil : value
  }

  /// What a key holds that was never set: the style's value, the class's default, a declared one.
  func defaultStoredValue(_ key: String) -> Any? {
    Self.value(in: style, forKey: key) ?? type(of: self).defaultValue(forKey: key)
      ?? animatableDefault(forKey: key) ?? StoredOnlyProperty(rawValue: key)?.defaultValue
  }

  func storeValue(_ value: Any?, forKey key: String) {
    if let property = LayerProperty(key: key, for: values.kind) {
      if let fitted = property.fitted(value) {
        store(fitted, in: property)
      } else {
        refuse(value, forKey: key)
      }
    } else if let kept = StoredOnlyProperty(rawValue: key) {
      if let fitted = kept.fitted(value) { keep(fitted, kept) } else { refuse(value, forKey: key) }
    } else if !storeOther(value, forKey: key) {
      storeCustom(value, AnimatableValue(value), forKey: key)
    }
  }

  /// Says once that a key was given what it cannot hold.
  func refuse(_ value: Any?, forKey key: String) {
    let text = AnimatableValue(value).text
    Diagnostics.reportOnce(
      "\(label) \(key)",
      "\(label): \(key) cannot be \(text), of type \(value.map { "\(type(of: $0))" } ?? "nil"); "
        + "it stays as it was")
  }

  /// Stores a value that fits. Through the setters, which check numbers and lay out; a subclass may
  /// override some of them.
  private func store(_ value: AnimatableValue, in property: LayerProperty) {
    let v = value.lanes ?? .zero
    switch property {
    case .bounds: bounds = CGRect(lanes: v)
    case .position: position = CGPoint(x: v.x, y: v.y)
    case .transform: if case .transform(let value) = value { transform = value }
    case .opacity: opacity = Float(v.x)
    case .contents: contents = value.any
    case .backgroundColor: backgroundColor = value.color
    case .cornerRadius: cornerRadius = v.x
    case .hidden: isHidden = v.x != 0
    case .masksToBounds: masksToBounds = v.x != 0
    case .sublayerTransform: if case .transform(let value) = value { sublayerTransform = value }
    case .contentsScale: contentsScale = v.x
    case .shadowOpacity: shadowOpacity = Float(v.x)
    case .zPosition: zPosition = v.x
    case .anchorPoint: anchorPoint = CGPoint(x: v.x, y: v.y)
    case .anchorPointZ: anchorPointZ = v.x
    case .borderWidth: borderWidth = v.x
    case .borderColor: borderColor = value.color
    case .shadowColor: shadowColor = value.color
    case .shadowOffset: shadowOffset = CGSize(width: v.x, height: v.y)
    case .shadowRadius: shadowRadius = v.x
    case .shadowPath:
      if case .path(let path) = value { shadowPath = path } else { shadowPath = nil }
    case .contentsRect: contentsRect = CGRect(lanes: v)
    case .contentsCenter: contentsCenter = CGRect(lanes: v)
    case .contentsGravity:
      if let gravity = value.name(CALayerContentsGravity.self) { contentsGravity = gravity }
    case .maskedCorners: if let mask = value.mask(CACornerMask.self) { maskedCorners = mask }
    case .doubleSided: isDoubleSided = v.x != 0
    case .geometryFlipped: isGeometryFlipped = v.x != 0
    case .shouldRasterize: shouldRasterize = v.x != 0
    case .rasterizationScale: rasterizationScale = v.x
    case .opaque: isOpaque = v.x != 0
    default:
      precondition(value.isFinite, "\(property.key) must be finite, not \(value.text)")
      if property.row.owner == .plain {
        storeAsIs(value, in: property)
      } else {
        storeOwn(value, in: property)
      }
    }
  }

  /// Stores a value of a property whose setter does nothing but check that numbers are finite.
  private func storeAsIs(_ value: AnimatableValue, in property: LayerProperty) {
    var new = values
    new[property: property] = value
    guard new != values else { return }
    willChange(property)
    values[property: property] = value
    didChange(property)
  }

  /// Sets what is neither a stock property nor a key of the caller's own; returns false for any other.
  private func storeOther(_ value: Any?, forKey key: String) -> Bool {
    switch key {
    case "frame":
      if let lanes = value == nil ? .zero : AnimatableValue(value).numbers(as: .rect) {
        frame = CGRect(lanes: lanes)
      } else {
        refuse(value, forKey: key)
      }
    case "name": set(value, key) { name = $0 }
    case "delegate": set(value, key) { delegate = $0 }
    case "style": set(value, key) { style = $0 }
    case "actions": set(value, key) { actions = $0 }
    case "sublayers": set(value, key) { sublayers = $0 }
    case "mask": set(value, key) { mask = $0 }
    case "superlayer": refuse(value, forKey: key)
    case "beginTime": setNumber(value, key) { beginTime = $0 }
    case "duration": setNumber(value, key) { duration = $0 }
    case "speed": setNumber(value, key) { speed = Float($0) }
    case "timeOffset": setNumber(value, key) { timeOffset = $0 }
    case "repeatCount": setNumber(value, key) { repeatCount = Float($0) }
    case "repeatDuration": setNumber(value, key) { repeatDuration = $0 }
    case "autoreverses": setNumber(value, key) { autoreverses = $0 != 0 }
    case "fillMode":
      if let mode = value == nil
        ? .removed : AnimatableValue(value).name(CAMediaTimingFillMode.self)
      {
        fillMode = mode
      } else {
        refuse(value, forKey: key)
      }
    case "needsDisplayOnBoundsChange":
      setNumber(value, key) { needsDisplayOnBoundsChange = $0 != 0 }
    case "layoutManager": set(value, key) { layoutManager = $0 }
    case "autoresizingMask":
      if let mask = value == nil ? [] : AnimatableValue(value).mask(CAAutoresizingMask.self) {
        autoresizingMask = mask
      } else {
        refuse(value, forKey: key)
      }
    case "constraints": set(value, key) { constraints = $0 }
    default: return false
    }
    return true
  }

  /// Sets what can be nil, if the value is of its type.
  private func set<Value>(_ value: Any?, _ key: String, _ set: (Value?) -> Void) {
    if let fitted = value as? Value {
      set(fitted)
    } else if value == nil || value is NSNull {
      set(nil)
    } else {
      refuse(value, forKey: key)
    }
  }

  /// Sets a number, which may come as text; nil is 0.
  private func setNumber(_ value: Any?, _ key: String, _ set: (Double) -> Void) {
    let converted = AnimatableValue(value)
    if case .none = converted {
      set(0)
    } else if let lanes = converted.numbers(as: .number) {
      set(lanes.x)
    } else {
      refuse(value, forKey: key)
    }
  }

  /// Stores a value under a key of the caller's own; it goes through the search for an action.
  func storeCustom(_ value: Any?, _ new: AnimatableValue, forKey key: String) {
    refuseOnPresentation(key)
    let old = customValues[key]
    // Setting an equal value asks nobody; the first value of a key is always a change.
    if old != nil || value == nil, AnimatableValue(old).isEqual(to: new) { return }
    if context != nil { CATransaction.ensureOpen() }
    runAction(forKey: key)
    customValues[key] = value
    context?.mark(self, .custom)
    if !staged.isEmpty { resolveStaged(forKey: key) }
    if redraws(forKey: key) { setNeedsDisplay() }
  }

  // MARK: Key paths

  func storedValue(forKeyPath keyPath: String) -> Any? {
    let path = PropertyPath(keyPath)
    if path.rest.isEmpty { return value(forKey: keyPath) }
    return KeyPathTraversal.read(path.rest, of: value(forKey: path.key))
  }

  func storeValue(_ value: Any?, forKeyPath keyPath: String) {
    let path = PropertyPath(keyPath)
    if path.rest.isEmpty {
      setValue(value, forKey: keyPath)
      return
    }
    switch KeyPathTraversal.write(value, to: path.rest, of: self.value(forKey: path.key)) {
    case .taken: break
    case .replaced(let whole): setValue(whole, forKey: path.key)
    case .refused: refuse(value, forKey: keyPath)
    }
  }
}

extension AnimatableValue {
  /// Whether every number in the value is one.
  var isFinite: Bool {
    switch self {
    case .lanes(let v, _): (v.x + v.y + v.z + v.w).isFinite
    case .transform(let transform): transform.isFinite
    case .list(let list): list.allSatisfy(\.isFinite)
    default: true
    }
  }
}
