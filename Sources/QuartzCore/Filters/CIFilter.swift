// CIFilter.swift
// Filters of layers, by Core Image's names.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The key of a filter's radius, in points.
public let kCIInputRadiusKey = "inputRadius"
/// The key of a filter's saturation.
public let kCIInputSaturationKey = "inputSaturation"
/// The key of a filter's brightness.
public let kCIInputBrightnessKey = "inputBrightness"
/// The key of a filter's contrast.
public let kCIInputContrastKey = "inputContrast"
/// The key of a filter's exposure, in stops.
public let kCIInputEVKey = "inputEV"
/// The key of a filter's intensity.
public let kCIInputIntensityKey = "inputIntensity"
/// The key of a filter's angle, in radians.
public let kCIInputAngleKey = "inputAngle"
/// The key of a filter's colour.
public let kCIInputColorKey = "inputColor"

/// A filter of a layer: for ``CALayer/filters``, ``CALayer/backgroundFilters`` and
/// ``CALayer/compositingFilter``.
///
/// A layer takes a filter's values when the filter is set. Afterwards its numbers change, and animate, by the key
/// paths of the layer, such as "filters.blur.inputRadius". Colours are filtered in sRGB, with its transfer
/// function; Core Image filters most of them in linear light.
///
/// Source: Apple's Core Image Filter Reference.
open class CIFilter: NSObject {
  /// Core Image's name of the filter, such as "CIGaussianBlur".
  open private(set) var filterName: String
  /// The name of the filter in key paths of its layer, such as "filters.blur.inputRadius". Default the filter's
  /// own name.
  open var name: String
  /// Whether the layer applies the filter. Default true.
  open var isEnabled = true
  private(set) var inputs: [String: Any] = [:]

  /// Creates a filter with the default values; nil for a name that layers do not support.
  ///
  /// - Parameter name: "CIGaussianBlur", "CIBoxBlur", "CIColorControls", "CIColorInvert", "CIColorMatrix",
  ///   "CIColorMonochrome", "CIExposureAdjust", "CIHueAdjust", "CIPhotoEffectMono", "CISepiaTone", and the blend
  ///   modes and Porter-Duff operators, such as "CIMultiplyBlendMode" and "CISourceInCompositing".
  public convenience init?(name: String) { self.init(name: name, parameters: nil) }

  /// Creates a filter with some values; nil for a name that layers do not support.
  public init?(name: String, parameters: [String: Any]?) {
    guard FilterKind.all[name] != nil || LayerFilter.blendMode(named: name) != nil else {
      return nil
    }
    (filterName, self.name) = (name, name)
    inputs = parameters ?? [:]
  }

  /// Sets all inputs to their defaults.
  open func setDefaults() { inputs = [:] }

  /// Sets an input. Layers to which the filter belongs already keep the value of before.
  open func setValue(_ value: Any?, forKey key: String) { inputs[key] = value }

  /// An input; nil for its default.
  open func value(forKey key: String) -> Any? { inputs[key] }

  /// An input as a number.
  func number(_ key: String, default value: Double) -> Double {
    guard let found = AnimatableValue(inputs[key]).numbers(as: .number)?.x else { return value }
    return found.isFinite ? found : value
  }

  /// A copy with another input.
  func setting(_ value: Any?, forKey key: String) -> CIFilter? {
    let copy = CIFilter(name: filterName, parameters: inputs)
    copy?.name = name
    copy?.isEnabled = isEnabled
    copy?.setValue(value, forKey: key)
    return copy
  }
}
