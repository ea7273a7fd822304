// LayerProperty.swift
// The table of stock properties. Key-value coding, styles, the action search, the commit, sampling and
// descriptions all read these rows. A row without an implicit action has the default one, an animation:
// ImplicitActions makes it, and decides for keys without a row and for the exceptions.
//
// This folder: the table of stock properties, the structures that store their values, and the check of numbers.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// A stock property of a layer.
///
/// To add one, see *How to add* in <doc:Architecture>.
///
/// As a coding key a case has its name at no cost; reflection of all of them would be a hundredth of the time to a small
/// program's first frame.
package enum LayerProperty: Int, CodingKey, CaseIterable {
  // Every layer.
  case bounds, position, zPosition, anchorPoint, anchorPointZ, transform, sublayerTransform
  case opacity, backgroundColor, cornerRadius, borderWidth, borderColor
  case shadowColor, shadowOpacity, shadowOffset, shadowRadius, shadowPath
  case contents, contentsRect, contentsCenter, contentsScale, rasterizationScale
  case contentsGravity, minificationFilter, magnificationFilter, maskedCorners
  case hidden, masksToBounds, doubleSided, geometryFlipped
  case allowsGroupOpacity, shouldRasterize, opaque
  case minificationFilterBias, cornerCurve, edgeAntialiasingMask, allowsEdgeAntialiasing
  case backdropRadius, filterInputs
  // CAShapeLayer.
  case path, fillColor, fillRule, strokeColor, strokeStart, strokeEnd, lineWidth, miterLimit
  case lineCap, lineJoin, lineDashPhase, lineDashPattern
  // CAGradientLayer.
  case colors, locations, startPoint, endPoint, gradientType
  // CAReplicatorLayer.
  case instanceCount, replicatorPreservesDepth, instanceDelay, instanceTransform, instanceColor
  case instanceRedOffset, instanceGreenOffset, instanceBlueOffset, instanceAlphaOffset
  // CAEmitterLayer.
  case emitterCells, emitterBirthRate, emitterLifetime, emitterPosition, emitterZPosition
  case emitterSize, emitterDepth, emitterShape, emitterMode, renderMode, emitterPreservesDepth
  case emitterVelocity, emitterScale, emitterSpin, seed

  /// The representation of a property's values.
  package enum Kind: Hashable, Sendable {
    case lanes(LaneKind)
    case transform, path, contents
    /// Any number of values of one kind.
    case list(LaneKind)
    /// A name or an option set: never interpolated.
    case name
  }

  /// The built-in action for a change of a live layer's property.
  package enum ImplicitAction: Hashable, Sendable { case animation, transition, nothing }

  /// Applies an operation to the property's row.
  ///
  /// A row is the field that stores the value, the accessor that callers and subclasses see, and the
  /// built-in action for a change. Kind and coercion follow from the field's type, the owner from the
  /// struct that holds it, the key from the case's name unless the row gives another.
  func apply<Operation: PropertyOperation>(_ row: Operation) -> Operation.Result {
    switch self {
    case .bounds: row(\LayerValues.bounds, \.bounds, form: .box)
    case .position: row(\LayerValues.position, \.position)
    case .zPosition: row(\LayerValues.zPosition, \.zPosition)
    case .anchorPoint: row(\LayerValues.anchorPoint, \.anchorPoint)
    case .anchorPointZ: row(\RareLayerValues.anchorPointZ, \.anchorPointZ)
    case .transform: row(\LayerValues.transform, \.transform)
    case .sublayerTransform: row(\RareLayerValues.sublayerTransform, \.sublayerTransform)
    case .opacity: row(\LayerValues.opacity, \.opacity, isFiniteOnly: false)
    case .backgroundColor: row(\LayerValues.background, \.backgroundColor)
    case .cornerRadius: row(\LayerValues.cornerRadius, \.cornerRadius, isFiniteOnly: false)
    case .borderWidth: row(\LayerValues.borderWidth, \.borderWidth)
    case .borderColor: row(\RareLayerValues.border, \.borderColor)
    case .shadowColor: row(\RareLayerValues.shadow, \.shadowColor)
    case .shadowOpacity:
      row(\RareLayerValues.shadowOpacity, \.shadowOpacity, isFiniteOnly: false)
    case .shadowOffset: row(\RareLayerValues.shadowOffset, \.shadowOffset)
    case .shadowRadius: row(\RareLayerValues.shadowRadius, \.shadowRadius)
    case .shadowPath: row(\RareLayerValues.shadowPath, \.shadowPath)
    case .contents: row(\LayerValues.contents, \.anyContents)
    case .contentsRect: row(\RareLayerValues.contentsRect, \.contentsRect)
    case .contentsCenter: row(\RareLayerValues.contentsCenter, \.contentsCenter)
    case .contentsScale: row(\LayerValues.contentsScale, \.contentsScale)
    case .rasterizationScale:
      row(\RareLayerValues.rasterizationScale, \.rasterizationScale, .nothing)
    case .contentsGravity: row(\RareLayerValues.contentsGravity, \.contentsGravity, .nothing)
    case .minificationFilter:
      row(\RareLayerValues.minificationFilter, \.minificationFilter, .nothing)
    case .magnificationFilter:
      row(\RareLayerValues.magnificationFilter, \.magnificationFilter, .nothing)
    case .maskedCorners: row(\RareLayerValues.maskedCorners, \.maskedCorners, .transition)
    case .hidden: row(\LayerValues.isHidden, \.isHidden, .transition, alias: "isHidden")
    case .masksToBounds: row(\LayerValues.masksToBounds, \.masksToBounds, .transition)
    case .doubleSided:
      row(\LayerValues.isDoubleSided, \.isDoubleSided, .nothing, alias: "isDoubleSided")
    case .geometryFlipped:
      row(
        \LayerValues.isGeometryFlipped, \.isGeometryFlipped, .transition,
        alias: "isGeometryFlipped")
    case .allowsGroupOpacity: row(\LayerValues.allowsGroupOpacity, \.allowsGroupOpacity, .nothing)
    case .shouldRasterize: row(\LayerValues.shouldRasterize, \.shouldRasterize, .nothing)
    case .opaque: row(\LayerValues.isOpaque, \.isOpaque, .nothing, alias: "isOpaque")
    case .minificationFilterBias:
      row(\RareLayerValues.minificationFilterBias, \.minificationFilterBias, .nothing)
    case .cornerCurve: row(\RareLayerValues.cornerCurve, \.cornerCurve, .nothing)
    case .edgeAntialiasingMask:
      row(\RareLayerValues.edgeAntialiasingMask, \.edgeAntialiasingMask, .nothing)
    case .allowsEdgeAntialiasing:
      row(\RareLayerValues.allowsEdgeAntialiasing, \.allowsEdgeAntialiasing, .nothing)
    case .backdropRadius: row(\RareLayerValues.backdropRadius, \.backdropRadius)
    case .filterInputs: row(\LayerValues.filterInputs, \.filterInputs, .nothing)

    case .path: row(\ShapeValues.path, \.path, .nothing)
    case .fillColor: row(\ShapeValues.fill, \.fillColor)
    case .fillRule: row(\ShapeValues.fillRule, \.fillRule, .nothing)
    case .strokeColor: row(\ShapeValues.stroke, \.strokeColor)
    case .strokeStart: row(\ShapeValues.strokeStart, \.strokeStart)
    case .strokeEnd: row(\ShapeValues.strokeEnd, \.strokeEnd)
    case .lineWidth: row(\ShapeValues.lineWidth, \.lineWidth)
    case .miterLimit: row(\ShapeValues.miterLimit, \.miterLimit)
    case .lineCap: row(\ShapeValues.lineCap, \.lineCap, .nothing)
    case .lineJoin: row(\ShapeValues.lineJoin, \.lineJoin, .nothing)
    case .lineDashPhase: row(\ShapeValues.lineDashPhase, \.lineDashPhase)
    case .lineDashPattern: row(\ShapeValues.lineDashPattern, \.dashLengths, .nothing)

    case .colors: row(\GradientValues.colors, \.cgColors)
    case .locations: row(\GradientValues.locations, \.colorLocations)
    case .startPoint: row(\GradientValues.startPoint, \.startPoint)
    case .endPoint: row(\GradientValues.endPoint, \.endPoint)
    case .gradientType: row(\GradientValues.type, \.type, .nothing, key: "type")

    case .instanceCount: row(\ReplicatorValues.instanceCount, \.instanceCount)
    case .replicatorPreservesDepth:
      row(\ReplicatorValues.preservesDepth, \.preservesDepth, .nothing, key: "preservesDepth")
    case .instanceDelay: row(\ReplicatorValues.instanceDelay, \.instanceDelay)
    case .instanceTransform: row(\ReplicatorValues.instanceTransform, \.instanceTransform)
    case .instanceColor: row(\ReplicatorValues.instance, \.instanceColor)
    case .instanceRedOffset: row(\ReplicatorValues.redOffset, \.instanceRedOffset)
    case .instanceGreenOffset: row(\ReplicatorValues.greenOffset, \.instanceGreenOffset)
    case .instanceBlueOffset: row(\ReplicatorValues.blueOffset, \.instanceBlueOffset)
    case .instanceAlphaOffset: row(\ReplicatorValues.alphaOffset, \.instanceAlphaOffset)

    case .emitterCells: row(\EmitterValues.opaqueCells, \.opaqueCells, .nothing)
    case .emitterBirthRate: row(\EmitterValues.birthRate, \.birthRate, key: "birthRate")
    case .emitterLifetime: row(\EmitterValues.lifetime, \.lifetime, key: "lifetime")
    case .emitterPosition: row(\EmitterValues.position, \.emitterPosition)
    case .emitterZPosition: row(\EmitterValues.zPosition, \.emitterZPosition)
    case .emitterSize: row(\EmitterValues.size, \.emitterSize)
    case .emitterDepth: row(\EmitterValues.depth, \.emitterDepth)
    case .emitterShape: row(\EmitterValues.shape, \.emitterShape, .nothing)
    case .emitterMode: row(\EmitterValues.mode, \.emitterMode, .nothing)
    case .renderMode: row(\EmitterValues.renderMode, \.renderMode, .nothing)
    case .emitterPreservesDepth:
      row(\EmitterValues.preservesDepth, \.preservesDepth, .nothing, key: "preservesDepth")
    case .emitterVelocity: row(\EmitterValues.velocity, \.velocity, key: "velocity")
    case .emitterScale: row(\EmitterValues.scale, \.scale, key: "scale")
    case .emitterSpin: row(\EmitterValues.spin, \.spin, key: "spin")
    case .seed: row(\EmitterValues.seed, \.seed, .nothing)
    }
  }
}

// MARK: - Descriptions of rows

extension LayerProperty {
  /// The description of a property: its row without field and accessor.
  package struct Row: Sendable {
    package let key: String
    /// The Swift name of a flag, which key-value coding accepts too.
    let alias: String?
    package let kind: Kind
    package let implicit: ImplicitAction
    /// The class that declares the property; plain for `CALayer`.
    package let owner: LayerKind
    /// Whether key-value coding refuses numbers that are not finite. False where the setter accepts
    /// them.
    let isFiniteOnly: Bool
    /// Where it is stored. A layer's own transform has no offset: it is stored as a planar one.
    let place: PropertyPlace
    /// The form of its numbers; nil for a property that is not of up to four numbers.
    let form: NumberForm?
    /// Converts a name or an option set to the property's type; nil for any other value.
    let coerceName: @Sendable (AnimatableValue) -> AnimatableValue?
  }

  private static let rows: [Row] = allCases.map { $0.apply(DescribeRow(property: $0)) }

  /// The properties that a subclass declares, by key.
  private static let bySubclassKey: [LayerKind: [String: LayerProperty]] = {
    var result: [LayerKind: [String: LayerProperty]] = [:]
    for property in allCases where property.row.owner != .plain {
      result[property.row.owner, default: [:]][property.key] = property
    }
    return result
  }()

  /// The properties of every layer, by key and by alias.
  private static let byKey: [String: LayerProperty] = {
    var result: [String: LayerProperty] = [:]
    for property in allCases where property.row.owner == .plain {
      result[property.key] = property
      if let alias = property.row.alias { result[alias] = property }
    }
    return result
  }()

  /// Finds a property by its key; nil for a key that is not a stock one.
  ///
  /// - Parameter kind: The kind of the layer. "path", for example, is a stock key of a shape layer
  ///   only.
  package init?(key: String, for kind: LayerKind = .plain) {
    guard let found = Self.byKey[key] ?? Self.bySubclassKey[kind]?[key] else { return nil }
    self = found
  }

  package var row: Row { Self.rows[rawValue] }
  package var key: String { Self.rows[rawValue].key }
  package var kind: Kind { Self.rows[rawValue].kind }
  package var implicit: ImplicitAction { Self.rows[rawValue].implicit }
}

/// Reads a row's description.
private struct DescribeRow: PropertyOperation {
  typealias Result = LayerProperty.Row
  let property: LayerProperty

  func perform<Storage: PropertyStorage, Field: PropertyValue, Accessor: PropertyValue>(
    _ field: WritableKeyPath<Storage, Field>,
    _ accessor: ReferenceWritableKeyPath<Storage.Layer, Accessor>, _ attributes: RowAttributes
  ) -> LayerProperty.Row {
    LayerProperty.Row(
      key: attributes.key ?? property.stringValue, alias: attributes.alias,
      kind: Field.kind, implicit: attributes.implicit, owner: Storage.kind,
      isFiniteOnly: attributes.isFiniteOnly,
      place: PropertyPlace(
        block: Storage.block, offset: MemoryLayout<Storage>.offset(of: field) ?? 0),
      form: attributes.form ?? Field.form, coerceName: { Field.coercedName($0) })
  }
}
