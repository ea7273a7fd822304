// LayerProperty.swift
// The one table of stock properties: key, kind, what a change gives, where it is stored.
// Key-value access, action search and sampling all read these rows.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation

/// One stock property of a layer.
package enum LayerProperty: UInt8, CaseIterable, Sendable {
  case bounds, position, zPosition, anchorPoint, anchorPointZ, transform, sublayerTransform
  case opacity, backgroundColor, cornerRadius, borderWidth, borderColor
  case shadowColor, shadowOpacity, shadowOffset, shadowRadius, shadowPath
  case contents, contentsRect, contentsCenter, contentsScale, rasterizationScale
  case contentsGravity, minificationFilter, magnificationFilter, maskedCorners
  case hidden, masksToBounds, doubleSided, geometryFlipped
  case allowsGroupOpacity, shouldRasterize, opaque
  case minificationFilterBias, cornerCurve, edgeAntialiasingMask, allowsEdgeAntialiasing
  // Of a shape layer.
  case path, fillColor, fillRule, strokeColor, strokeStart, strokeEnd, lineWidth, miterLimit
  case lineCap, lineJoin, lineDashPhase, lineDashPattern
  // Of a gradient layer.
  case colors, locations, startPoint, endPoint, gradientType
  // Of a replicator layer.
  case instanceCount, replicatorPreservesDepth, instanceDelay, instanceTransform, instanceColor
  case instanceRedOffset, instanceGreenOffset, instanceBlueOffset, instanceAlphaOffset
  // Of an emitter layer.
  case emitterCells, emitterBirthRate, emitterLifetime, emitterPosition, emitterZPosition
  case emitterSize, emitterDepth, emitterShape, emitterMode, renderMode, emitterPreservesDepth
  case emitterVelocity, emitterScale, emitterSpin, seed

  /// How a property's value is kept.
  package enum Kind: Hashable, Sendable {
    case lanes(LaneKind)
    case transform, path, contents
    /// Any number of values of one kind.
    case list(LaneKind)
    /// A name or an option set: never interpolated.
    case name
  }

  /// What changing a live layer's property gives when nobody else answers (semantics 11.3).
  package enum ImplicitAction: Hashable, Sendable { case animation, transition, nothing }

  package struct Row: Sendable {
    package let key: String
    package let kind: Kind
    package let implicit: ImplicitAction
    /// The layers that have it; plain for those of every class.
    package let owner: LayerKind
  }

  private static let rows: [Row] = allCases.map { property in
    let (kind, implicit): (Kind, ImplicitAction) =
      switch property {
      case .bounds, .contentsRect, .contentsCenter: (.lanes(.rect), .animation)
      case .position, .anchorPoint: (.lanes(.point), .animation)
      case .zPosition, .anchorPointZ, .opacity, .cornerRadius, .borderWidth, .shadowOpacity,
        .shadowRadius, .contentsScale:
        (.lanes(.number), .animation)
      case .rasterizationScale, .minificationFilterBias: (.lanes(.number), .nothing)
      case .transform, .sublayerTransform: (.transform, .animation)
      case .backgroundColor, .borderColor, .shadowColor: (.lanes(.color), .animation)
      case .shadowOffset: (.lanes(.size), .animation)
      case .shadowPath: (.path, .animation)
      case .contents: (.contents, .animation)
      case .hidden, .masksToBounds, .geometryFlipped: (.lanes(.bool), .transition)
      case .doubleSided, .allowsGroupOpacity, .shouldRasterize, .opaque, .allowsEdgeAntialiasing:
        (.lanes(.bool), .nothing)
      case .maskedCorners: (.name, .transition)
      case .contentsGravity, .minificationFilter, .magnificationFilter, .cornerCurve,
        .edgeAntialiasingMask:
        (.name, .nothing)
      case .path: (.path, .nothing)
      case .fillColor, .strokeColor, .instanceColor: (.lanes(.color), .animation)
      case .strokeStart, .strokeEnd, .lineWidth, .miterLimit, .lineDashPhase, .instanceCount,
        .instanceDelay, .instanceRedOffset, .instanceGreenOffset, .instanceBlueOffset,
        .instanceAlphaOffset:
        (.lanes(.number), .animation)
      case .fillRule, .lineCap, .lineJoin, .gradientType: (.name, .nothing)
      case .lineDashPattern: (.list(.number), .nothing)
      case .colors: (.list(.color), .animation)
      case .locations: (.list(.number), .animation)
      case .startPoint, .endPoint: (.lanes(.point), .animation)
      case .replicatorPreservesDepth: (.lanes(.bool), .nothing)
      case .instanceTransform: (.transform, .animation)
      case .emitterBirthRate, .emitterLifetime, .emitterZPosition, .emitterDepth,
        .emitterVelocity, .emitterScale, .emitterSpin:
        (.lanes(.number), .animation)
      case .emitterPosition: (.lanes(.point), .animation)
      case .emitterSize: (.lanes(.size), .animation)
      case .emitterPreservesDepth: (.lanes(.bool), .nothing)
      case .seed: (.lanes(.number), .nothing)
      case .emitterCells, .emitterShape, .emitterMode, .renderMode: (.name, .nothing)
      }
    return Row(
      key: otherKeys[property] ?? String(describing: property), kind: kind, implicit: implicit,
      owner: owner(of: property))
  }

  /// The keys that are not the names of their cases, as two classes have one of that name.
  private static let otherKeys: [LayerProperty: String] = [
    .gradientType: "type", .replicatorPreservesDepth: "preservesDepth",
    .emitterBirthRate: "birthRate", .emitterLifetime: "lifetime",
    .emitterPreservesDepth: "preservesDepth", .emitterVelocity: "velocity",
    .emitterScale: "scale", .emitterSpin: "spin",
  ]

  private static func owner(of property: LayerProperty) -> LayerKind {
    switch property {
    case .path, .fillColor, .fillRule, .strokeColor, .strokeStart, .strokeEnd, .lineWidth,
      .miterLimit, .lineCap, .lineJoin, .lineDashPhase, .lineDashPattern:
      .shape
    case .colors, .locations, .startPoint, .endPoint, .gradientType: .gradient
    case .instanceCount, .replicatorPreservesDepth, .instanceDelay, .instanceTransform,
      .instanceColor, .instanceRedOffset, .instanceGreenOffset, .instanceBlueOffset,
      .instanceAlphaOffset:
      .replicator
    case .emitterCells, .emitterBirthRate, .emitterLifetime, .emitterPosition, .emitterZPosition,
      .emitterSize, .emitterDepth, .emitterShape, .emitterMode, .renderMode,
      .emitterPreservesDepth, .emitterVelocity, .emitterScale, .emitterSpin, .seed:
      .emitter
    default: .plain
    }
  }

  /// The properties of each kind of layer besides those of every layer, by key.
  private static let bySubclassKey: [LayerKind: [String: LayerProperty]] = {
    var result: [LayerKind: [String: LayerProperty]] = [:]
    for property in allCases where property.row.owner != .plain {
      result[property.row.owner, default: [:]][property.key] = property
    }
    return result
  }()

  private static let byKey: [String: LayerProperty] = {
    var result = Dictionary(
      uniqueKeysWithValues: allCases.filter { $0.row.owner == .plain }.map { ($0.key, $0) })
    // The getters' names, by which Swift knows the flags.
    result["isHidden"] = .hidden
    result["isDoubleSided"] = .doubleSided
    result["isGeometryFlipped"] = .geometryFlipped
    result["isOpaque"] = .opaque
    return result
  }()

  /// Finds a property by its key; nil for a key that is not a stock one.
  ///
  /// - Parameter kind: The layer's: a key such as "path" is a property of some and any other key to
  ///   the rest.
  package init?(key: String, for kind: LayerKind = .plain) {
    guard let found = Self.byKey[key] ?? Self.bySubclassKey[kind]?[key] else { return nil }
    self = found
  }

  package var row: Row { Self.rows[Int(rawValue)] }
  package var key: String { Self.rows[Int(rawValue)].key }
  package var kind: Kind { Self.rows[Int(rawValue)].kind }
  package var implicit: ImplicitAction { Self.rows[Int(rawValue)].implicit }
}

extension LayerValues {
  /// The numbers of a property of lanes; nil for a colour that is not set.
  package subscript(lanes property: LayerProperty) -> SIMD4<Double>? {
    get {
      switch property {
      case .bounds: bounds.lanes
      case .position: SIMD4(position.x, position.y, 0, 0)
      case .zPosition: SIMD4(zPosition, 0, 0, 0)
      case .anchorPoint: SIMD4(anchorPoint.x, anchorPoint.y, 0, 0)
      case .anchorPointZ: SIMD4(anchorPointZ, 0, 0, 0)
      case .opacity: SIMD4(opacity, 0, 0, 0)
      case .backgroundColor: backgroundColor?.lanes
      case .cornerRadius: SIMD4(cornerRadius, 0, 0, 0)
      case .borderWidth: SIMD4(borderWidth, 0, 0, 0)
      case .borderColor: borderColor?.lanes
      case .shadowColor: shadowColor?.lanes
      case .shadowOpacity: SIMD4(shadowOpacity, 0, 0, 0)
      case .shadowOffset: SIMD4(shadowOffset.width, shadowOffset.height, 0, 0)
      case .shadowRadius: SIMD4(shadowRadius, 0, 0, 0)
      case .contentsRect: contentsRect.lanes
      case .contentsCenter: contentsCenter.lanes
      case .contentsScale: SIMD4(contentsScale, 0, 0, 0)
      case .rasterizationScale: SIMD4(rasterizationScale, 0, 0, 0)
      case .hidden: SIMD4(isHidden ? 1 : 0, 0, 0, 0)
      case .masksToBounds: SIMD4(masksToBounds ? 1 : 0, 0, 0, 0)
      case .doubleSided: SIMD4(isDoubleSided ? 1 : 0, 0, 0, 0)
      case .geometryFlipped: SIMD4(isGeometryFlipped ? 1 : 0, 0, 0, 0)
      case .allowsGroupOpacity: SIMD4(allowsGroupOpacity ? 1 : 0, 0, 0, 0)
      case .shouldRasterize: SIMD4(shouldRasterize ? 1 : 0, 0, 0, 0)
      case .opaque: SIMD4(isOpaque ? 1 : 0, 0, 0, 0)
      case .minificationFilterBias: SIMD4(minificationFilterBias, 0, 0, 0)
      case .allowsEdgeAntialiasing: SIMD4(allowsEdgeAntialiasing ? 1 : 0, 0, 0, 0)
      case .transform, .sublayerTransform, .shadowPath, .contents, .contentsGravity,
        .minificationFilter, .magnificationFilter, .maskedCorners, .cornerCurve,
        .edgeAntialiasingMask:
        nil
      default:
        if case .lanes(let lanes, _)? = subclass?[property] { lanes } else { nil }
      }
    }
    set {
      let color = newValue.map { CGColor(lanes: $0) }
      let v = newValue ?? .zero
      switch property {
      case .bounds: bounds = CGRect(lanes: v).standardized
      case .position: position = CGPoint(x: v.x, y: v.y)
      case .zPosition: zPosition = v.x
      case .anchorPoint: anchorPoint = CGPoint(x: v.x, y: v.y)
      case .anchorPointZ: anchorPointZ = v.x
      case .opacity: opacity = v.x
      case .backgroundColor: backgroundColor = color
      case .cornerRadius: cornerRadius = v.x
      case .borderWidth: borderWidth = v.x
      case .borderColor: borderColor = color
      case .shadowColor: shadowColor = color
      case .shadowOpacity: shadowOpacity = v.x
      case .shadowOffset: shadowOffset = CGSize(width: v.x, height: v.y)
      case .shadowRadius: shadowRadius = v.x
      case .contentsRect: contentsRect = CGRect(lanes: v)
      case .contentsCenter: contentsCenter = CGRect(lanes: v)
      case .contentsScale: contentsScale = v.x
      case .rasterizationScale: rasterizationScale = v.x
      case .hidden: isHidden = v.x != 0
      case .masksToBounds: masksToBounds = v.x != 0
      case .doubleSided: isDoubleSided = v.x != 0
      case .geometryFlipped: isGeometryFlipped = v.x != 0
      case .allowsGroupOpacity: allowsGroupOpacity = v.x != 0
      case .shouldRasterize: shouldRasterize = v.x != 0
      case .opaque: isOpaque = v.x != 0
      case .minificationFilterBias: minificationFilterBias = v.x
      case .allowsEdgeAntialiasing: allowsEdgeAntialiasing = v.x != 0
      case .transform, .sublayerTransform, .shadowPath, .contents, .contentsGravity,
        .minificationFilter, .magnificationFilter, .maskedCorners, .cornerCurve,
        .edgeAntialiasingMask:
        break
      default:
        guard case .lanes(let kind) = property.kind else { return }
        changeSubclass { $0[property] = newValue.map { .lanes($0, kind) } ?? .none }
      }
    }
  }

  /// Whether a property that a flat animation can have is the same in both.
  func hasSame(_ property: LayerProperty, as other: LayerValues) -> Bool {
    if property == .transform { return transform == other.transform }
    return self[lanes: property] == other[lanes: property]
  }

  /// Any property's value.
  package subscript(property property: LayerProperty) -> AnimatableValue {
    get {
      switch property {
      case .transform: return .transform(transform)
      case .sublayerTransform: return .transform(sublayerTransform)
      case .shadowPath: return shadowPath.map { .path($0) } ?? .none
      case .contents: return contents.map { .contents($0) } ?? .none
      case .contentsGravity: return .object(contentsGravity)
      case .minificationFilter: return .object(minificationFilter)
      case .magnificationFilter: return .object(magnificationFilter)
      case .maskedCorners: return .object(maskedCorners)
      case .cornerCurve: return .object(cornerCurve)
      case .edgeAntialiasingMask: return .object(edgeAntialiasingMask)
      default:
        if property.row.owner != .plain { return subclass?[property] ?? .none }
        guard case .lanes(let kind) = property.kind, let lanes = self[lanes: property] else {
          return .none
        }
        return .lanes(lanes, kind)
      }
    }
    set {
      switch (property, newValue) {
      case (.transform, .transform(let value)): transform = value
      case (.sublayerTransform, .transform(let value)): sublayerTransform = value
      case (.shadowPath, .path(let value)): shadowPath = value
      case (.shadowPath, .none): shadowPath = nil
      case (.contents, .contents(let value)): contents = value
      case (.contents, .none): contents = nil
      case (.contentsGravity, .object(let value)):
        if let value = value as? CALayerContentsGravity { contentsGravity = value }
        if let value = value as? String { contentsGravity = .init(rawValue: value) }
      case (.minificationFilter, .object(let value)):
        if let value = value as? CALayerContentsFilter { minificationFilter = value }
      case (.magnificationFilter, .object(let value)):
        if let value = value as? CALayerContentsFilter { magnificationFilter = value }
      case (.maskedCorners, .object(let value)):
        if let value = value as? CACornerMask { maskedCorners = value }
      case (.cornerCurve, .object(let value)):
        if let value = value as? CALayerCornerCurve { cornerCurve = value }
      case (.edgeAntialiasingMask, .object(let value)):
        if let value = value as? CAEdgeAntialiasingMask { edgeAntialiasingMask = value }
      case (_, _) where property.row.owner != .plain:
        changeSubclass { $0[property] = newValue }
      default:
        guard case .lanes(let kind) = property.kind else { return }
        // nil for a number is 0 (semantics 14); for a colour it is no colour.
        if case .none = newValue {
          self[lanes: property] = kind == .color ? nil : .zero
        } else if let lanes = newValue.lanes {
          self[lanes: property] = lanes
        }
      }
    }
  }
}

extension CGRect {
  package var lanes: SIMD4<Double> { SIMD4(origin.x, origin.y, size.width, size.height) }

  package init(lanes v: SIMD4<Double>) { self.init(x: v.x, y: v.y, width: v.z, height: v.w) }
}
