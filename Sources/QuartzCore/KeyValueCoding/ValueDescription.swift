// ValueDescription.swift
// Values as text, for descriptions and the tree as text: short, without addresses.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension BinaryFloatingPoint {
  /// At most six significant digits, without trailing zeros.
  var asText: String { String(format: "%g", Double(self)) }
}

extension Double {
  /// A duration, such as "0.250 s".
  var inSeconds: String { isFinite ? String(format: "%.3f s", self) : "\(asText) s" }
}

extension AnimatableValue {
  /// The value as text: "80,80", "120 x 80", "#FF0000", "scale 2 rotation 0.5".
  package var text: String {
    switch self {
    case .none: return "none"
    case .lanes(let v, let kind):
      switch kind {
      case .number: return v.x.asText
      case .bool: return v.x != 0 ? "yes" : "no"
      case .point, .vector: return "\(v.x.asText),\(v.y.asText)"
      case .size: return "\(v.x.asText) x \(v.y.asText)"
      case .rect:
        let size = "\(v.z.asText) x \(v.w.asText)"
        return v.x == 0 && v.y == 0 ? size : "\(v.x.asText),\(v.y.asText) \(size)"
      case .color: return Self.text(ofColor: v)
      }
    case .transform(let transform): return transform.text
    case .path(let path):
      return
        "path \(AnimatableValue.rect(path.boundingBox).text) of \(path.elements.count) elements"
    case .contents(let contents): return contents.text
    case .list(let values): return "(" + values.map(\.text).joined(separator: ", ") + ")"
    default: return any.map { Self.text(ofObject: $0) } ?? "none"
    }
  }

  private static func text(ofColor v: SIMD4<Double>) -> String {
    // Components outside of 0...1 have no hexadecimal form.
    guard [v.x, v.y, v.z, v.w].allSatisfy({ $0 >= 0 && $0 <= 1 }) else {
      return "(\(v.x.asText) \(v.y.asText) \(v.z.asText) \(v.w.asText))"
    }
    let lanes = v.w < 1 ? [v.x, v.y, v.z, v.w] : [v.x, v.y, v.z]
    return "#" + lanes.map { String(format: "%02X", Int(($0 * 255).rounded())) }.joined()
  }

  private static func text(ofObject any: Any) -> String {
    switch any {
    case let text as String: return "\"\(text)\""
    case let mask as CACornerMask: return "\(mask.rawValue)"
    case let mask as CAEdgeAntialiasingMask: return "\(mask.rawValue)"
    case let name as any RawRepresentable where name.rawValue is String: return "\(name.rawValue)"
    case let layer as CALayer: return layer.label
    case let animation as CAAnimation: return animation.summary
    // An object's own description may contain its address, which differs between runs.
    default:
      return type(of: any) is AnyClass ? "<\(type(of: any))>" : String(describing: any)
    }
  }
}

extension CATransform3D {
  /// The components where they define the transform, else the sixteen numbers.
  fileprivate var text: String {
    if isIdentity { return "identity" }
    let parts = TransformDecomposition(self)
    let pairs = zip(numbers, parts.transform.numbers)
    guard pairs.allSatisfy({ abs($0 - $1) <= 1e-9 * max(1, abs($0)) }) else {
      return "[" + numbers.map(\.asText).joined(separator: " ") + "]"
    }
    var words: [String] = []
    let (scale, rotation, translation) = (parts.scale, parts.rotation, parts.translation)
    func lanes(_ v: SIMD3<Double>) -> String {
      v.z == 0 ? "\(v.x.asText),\(v.y.asText)" : "\(v.x.asText),\(v.y.asText),\(v.z.asText)"
    }
    if scale != SIMD3(repeating: 1) {
      let isUniform = scale.x == scale.y && (scale.z == scale.x || scale.z == 1)
      let planar = "\(scale.x.asText),\(scale.y.asText)"
      words.append(
        "scale " + (isUniform ? scale.x.asText : scale.z == 1 ? planar : lanes(scale)))
    }
    if rotation.x != 0 || rotation.y != 0 {
      words.append("rotation \(rotation.x.asText),\(rotation.y.asText),\(rotation.z.asText)")
    } else if rotation.z != 0 {
      words.append("rotation \(rotation.z.asText)")
    }
    if translation != .zero { words.append("translation \(lanes(translation))") }
    return words.joined(separator: " ")
  }

  private var numbers: [Double] {
    [
      m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44,
    ]
  }
}

extension LayerContents {
  fileprivate var text: String {
    switch self {
    case .image(let image): "image \(image.width) x \(image.height)"
    case .drawing(let drawing): "drawing of \(drawing.items.count)"
    case .object(let object): "\(type(of: object.value))"
    case .mix(let from, let to, let progress):
      "\(progress.asText) from \(from?.text ?? "none") to \(to?.text ?? "none")"
    }
  }
}
