// CALayer+KeyValueCoding.swift
// Values by key and key path (semantics 14). Linux has no Objective-C to do it.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension CALayer {
  func storedValue(forKey key: String) -> Any? {
    if let property = LayerProperty(key: key, for: values.kind) {
      switch property {
      case .contents: return contents
      default: return values[property: property].any
      }
    }
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
    default: return customValues[key] ?? defaultStoredValue(key)
    }
  }

  /// What a key holds that was never set: the style's value, the class's default, a declared one.
  func defaultStoredValue(_ key: String) -> Any? {
    style?[key] ?? type(of: self).defaultValue(forKey: key) ?? animatableDefault(forKey: key)
  }

  func storeValue(_ value: Any?, forKey key: String) {
    let converted = AnimatableValue(value)
    switch key {
    // Through the setters, which check numbers and lay out; a subclass may override them too.
    case "bounds": if let v = converted.lanes { bounds = CGRect(lanes: v) }
    case "position": if let v = converted.lanes { position = CGPoint(x: v.x, y: v.y) }
    case "transform": if case .transform(let v) = converted { transform = v }
    case "opacity": opacity = Float(converted.lanes?.x ?? 0)
    case "contents": contents = value
    case "backgroundColor":
      backgroundColor = converted.lanes.map { CGColor(lanes: $0) }
    case "cornerRadius": cornerRadius = converted.lanes?.x ?? 0
    case "hidden", "isHidden": isHidden = converted.lanes?.x ?? 0 != 0
    case "masksToBounds": masksToBounds = converted.lanes?.x ?? 0 != 0
    case "frame": if let v = converted.lanes { frame = CGRect(lanes: v) }
    case "name": name = value as? String
    case "delegate": delegate = value as? any CALayerDelegate
    case "style": style = value as? [AnyHashable: Any]
    case "actions": actions = value as? [String: any CAAction]
    case "sublayers": sublayers = value as? [CALayer]
    case "mask": mask = value as? CALayer
    case "beginTime": beginTime = converted.lanes?.x ?? 0
    case "duration": duration = converted.lanes?.x ?? 0
    case "speed": speed = Float(converted.lanes?.x ?? 0)
    case "timeOffset": timeOffset = converted.lanes?.x ?? 0
    case "needsDisplayOnBoundsChange":
      needsDisplayOnBoundsChange = converted.lanes?.x ?? 0 != 0
    default:
      if let property = LayerProperty(key: key, for: values.kind) {
        storeStock(converted, property)
      } else {
        storeCustom(value, converted, forKey: key)
      }
    }
  }

  private func storeStock(_ value: AnimatableValue, _ property: LayerProperty) {
    if let lanes = value.lanes {
      precondition(
        (lanes.x + lanes.y + lanes.z + lanes.w).isFinite,
        "\(property.key) must be finite, not \(lanes)")
    }
    var new = values
    new[property: property] = value
    guard new != values else { return }
    willChange(property)
    values[property: property] = value
    didChange(property)
  }

  /// Stores a value under a key of the caller's own; it goes through the search for an action.
  private func storeCustom(_ value: Any?, _ new: AnimatableValue, forKey key: String) {
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

  func storedValue(forKeyPath keyPath: String) -> Any? {
    let path = PropertyPath(keyPath)
    guard !path.rest.isEmpty else { return value(forKey: keyPath) }
    if let layer = value(forKey: path.key) as? CALayer {
      return layer.value(forKeyPath: path.rest)
    }
    if path.key == "animations" { return nil }
    return path.member.flatMap { $0.read(AnimatableValue(value(forKey: path.key)))?.any }
  }

  func storeValue(_ value: Any?, forKeyPath keyPath: String) {
    let path = PropertyPath(keyPath)
    if path.rest.isEmpty {
      setValue(value, forKey: keyPath)
    } else if let layer = self.value(forKey: path.key) as? CALayer {
      layer.setValue(value, forKeyPath: path.rest)
    } else if let member = path.member,
      let written = member.write(
        AnimatableValue(value), into: AnimatableValue(self.value(forKey: path.key)))
    {
      setValue(written.any, forKey: path.key)
    } else {
      // Not a member of any value: kept as a key of its own, so that nothing set is lost.
      storeCustom(value, AnimatableValue(value), forKey: keyPath)
    }
  }
}
