// StoredOnlyProperty.swift
// Properties that are kept and given back, and change nothing that is drawn (semantics 12).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// How the contents of a layer are stored.
public struct CALayerContentsFormat: RawRepresentable, Hashable, Sendable {
  /// The format's name.
  public let rawValue: String
  /// Creates a format from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Eight bits for each component of a colour. The default.
  public static let RGBA8Uint = CALayerContentsFormat(rawValue: "RGBA8")
  /// Sixteen bits for each component of a colour.
  public static let RGBA16Float = CALayerContentsFormat(rawValue: "RGBAh")
  /// Eight bits of grey.
  public static let gray8Uint = CALayerContentsFormat(rawValue: "Gray8")
}

/// How colours brighter than the screen's white are brought down to it.
public struct CAToneMapMode: RawRepresentable, Hashable, Sendable {
  /// The mode's name.
  public let rawValue: String
  /// Creates a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// As the system finds best. The default.
  public static let automatic = CAToneMapMode(rawValue: "automatic")
  /// Not at all.
  public static let never = CAToneMapMode(rawValue: "never")
  /// Wherever it can be done.
  public static let ifSupported = CAToneMapMode(rawValue: "ifSupported")
}

/// A property that is kept under its key and has no effect.
enum StoredOnlyProperty: String, CaseIterable {
  case contentsFormat, drawsAsynchronously, compositingFilter, filters, backgroundFilters
  case wantsExtendedDynamicRangeContent, toneMapMode, contentsHeadroom

  /// What it holds that was never set.
  var defaultValue: Any? {
    switch self {
    case .contentsFormat: CALayerContentsFormat.RGBA8Uint
    case .toneMapMode: CAToneMapMode.automatic
    case .drawsAsynchronously, .wantsExtendedDynamicRangeContent: NSNumber(value: false)
    case .contentsHeadroom: NSNumber(value: 0)
    case .compositingFilter, .filters, .backgroundFilters: nil
    }
  }

  /// Whether it would change what is drawn, so that setting it is told about.
  var isFilter: Bool {
    switch self {
    case .compositingFilter, .filters, .backgroundFilters: true
    default: false
    }
  }

  /// Returns a value in the property's own type, in two optionals: the outer one is nil for a value
  /// that cannot stand for it.
  func fitted(_ any: Any?) -> Any?? {
    let value = AnimatableValue(any)
    if case .none = value { return .some(defaultValue) }
    switch self {
    case .contentsFormat: return value.name(CALayerContentsFormat.self).map { .some($0) }
    case .toneMapMode: return value.name(CAToneMapMode.self).map { .some($0) }
    case .drawsAsynchronously, .wantsExtendedDynamicRangeContent:
      return value.numbers(as: .bool).map { .some(NSNumber(value: $0.x != 0)) }
    case .contentsHeadroom: return value.numbers(as: .number).map { .some(NSNumber(value: $0.x)) }
    case .compositingFilter: return .some(any)
    case .filters, .backgroundFilters: return any is [Any] ? .some(any) : nil
    }
  }
}

extension CALayer {
  /// Keeps a value that fits; a change searches an action like that of any key.
  func keep(_ value: Any?, _ property: StoredOnlyProperty) {
    if property.isFilter && value != nil {
      Diagnostics.reportOnce(
        "\(label) \(property)", "\(label): \(property) is kept, but no filter is drawn here")
    }
    storeCustom(value, AnimatableValue(value), forKey: property.rawValue)
  }

  final func kept<Value>(_ property: StoredOnlyProperty, else usual: Value) -> Value {
    storedValue(forKey: property.rawValue) as? Value ?? usual
  }
}
