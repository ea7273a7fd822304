// RareLayerValues.swift
// The stock properties that few layers set, in a box that copies of a layer's values share.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// The properties that few layers set, behind one reference. Without a box, all have their defaults.
struct RareLayerValues: Hashable, Sendable {
  struct Fields: Hashable, Sendable {
    /// The layer's transform, if it is not planar; the identity if it is.
    var space = CATransform3DIdentity
    var isInSpace = false
    var anchorPointZ: CGFloat = 0
    var sublayerTransform = CATransform3DIdentity
    var border = StoredColor(.black)
    var shadow = StoredColor(.black)
    var shadowOpacity = 0.0
    var shadowOffset = CGSize(width: 0, height: -3)
    var shadowRadius: CGFloat = 3
    var shadowPath: CGPath?
    var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    var contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
    var rasterizationScale: CGFloat = 1
    var contentsGravity = CALayerContentsGravity.resize
    var minificationFilter = CALayerContentsFilter.linear
    var magnificationFilter = CALayerContentsFilter.linear
    var maskedCorners: CACornerMask = .all
    var minificationFilterBias = 0.0
    var cornerCurve = CALayerCornerCurve.circular
    var edgeAntialiasingMask: CAEdgeAntialiasingMask = .all
    var allowsEdgeAntialiasing = false
    var effects: LayerEffects?
    var backdropRadius: CGFloat = 0
    var backgroundPattern: PatternImage?
  }

  // Written only while uniquely referenced, so it can be shared between threads.
  final class Box: @unchecked Sendable {
    @exclusivity(unchecked) var fields: Fields
    init(_ fields: Fields) { self.fields = fields }
  }

  fileprivate static let defaults = Box(Fields())

  private(set) var box: Box?

  @inline(__always)
  subscript<Value: Equatable>(path: WritableKeyPath<Fields, Value>) -> Value {
    get { (box ?? Self.defaults).fields[keyPath: path] }
    set {
      // Setting a property that has its default to the default needs no box.
      if (box ?? Self.defaults).fields[keyPath: path] != newValue {
        change { $0[keyPath: path] = newValue }
      }
    }
  }

  @inline(__always)
  mutating func change(_ change: (inout Fields) -> Void) {
    if !isKnownUniquelyReferenced(&box) { box = Box((box ?? Self.defaults).fields) }
    // The box lives as long as these values: retaining it would cost more than most changes.
    guard let box else { return }
    Unmanaged.passUnretained(box)._withUnsafeGuaranteedRef { change(&$0.fields) }
  }

  /// Lends the fields' memory for reading.
  @inline(__always)
  func read<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result {
    withUnsafePointer(to: &(box ?? Self.defaults).fields) { body($0) }
  }

  static func == (a: RareLayerValues, b: RareLayerValues) -> Bool {
    a.box === b.box || (a.box ?? defaults).fields == (b.box ?? defaults).fields
  }

  func hash(into hasher: inout Hasher) { hasher.combine((box ?? Self.defaults).fields) }
}

extension RareLayerValues.Fields: PropertyStorage {
  typealias Layer = CALayer
  static var kind: LayerKind { .plain }
  static var block: PropertyPlace.Block { .rare }

  static func read<Field>(
    _ field: WritableKeyPath<Self, Field>, from values: UnsafePointer<LayerValues>
  ) -> Field? {
    (values.pointee.rare.box ?? RareLayerValues.defaults).fields[keyPath: field]
  }

  static func write<Field>(
    _ new: Field, to field: WritableKeyPath<Self, Field>,
    in values: UnsafeMutablePointer<LayerValues>
  ) {
    values.pointee.rare.change { $0[keyPath: field] = new }
  }
}

extension LayerValues {
  package var anchorPointZ: CGFloat {
    get { rare[\.anchorPointZ] }
    set { rare[\.anchorPointZ] = newValue }
  }
  package var sublayerTransform: CATransform3D {
    get { rare[\.sublayerTransform] }
    set { rare[\.sublayerTransform] = newValue }
  }
  package var borderColor: CGColor? {
    get { rare[\.border].color }
    set { rare[\.border] = StoredColor(newValue) }
  }
  package var shadowColor: CGColor? {
    get { rare[\.shadow].color }
    set { rare[\.shadow] = StoredColor(newValue) }
  }
  package var shadowOpacity: Double {
    get { rare[\.shadowOpacity] }
    set { rare[\.shadowOpacity] = newValue }
  }
  package var shadowOffset: CGSize {
    get { rare[\.shadowOffset] }
    set { rare[\.shadowOffset] = newValue }
  }
  package var shadowRadius: CGFloat {
    get { rare[\.shadowRadius] }
    set { rare[\.shadowRadius] = newValue }
  }
  package var shadowPath: CGPath? {
    get { rare[\.shadowPath] }
    set { rare[\.shadowPath] = newValue }
  }
  package var contentsRect: CGRect {
    get { rare[\.contentsRect] }
    set { rare[\.contentsRect] = newValue }
  }
  package var contentsCenter: CGRect {
    get { rare[\.contentsCenter] }
    set { rare[\.contentsCenter] = newValue }
  }
  package var rasterizationScale: CGFloat {
    get { rare[\.rasterizationScale] }
    set { rare[\.rasterizationScale] = newValue }
  }
  package var contentsGravity: CALayerContentsGravity {
    get { rare[\.contentsGravity] }
    set { rare[\.contentsGravity] = newValue }
  }
  package var minificationFilter: CALayerContentsFilter {
    get { rare[\.minificationFilter] }
    set { rare[\.minificationFilter] = newValue }
  }
  package var magnificationFilter: CALayerContentsFilter {
    get { rare[\.magnificationFilter] }
    set { rare[\.magnificationFilter] = newValue }
  }
  package var maskedCorners: CACornerMask {
    get { rare[\.maskedCorners] }
    set { rare[\.maskedCorners] = newValue }
  }
  package var minificationFilterBias: Double {
    get { rare[\.minificationFilterBias] }
    set { rare[\.minificationFilterBias] = newValue }
  }
  package var cornerCurve: CALayerCornerCurve {
    get { rare[\.cornerCurve] }
    set { rare[\.cornerCurve] = newValue }
  }
  package var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { rare[\.edgeAntialiasingMask] }
    set { rare[\.edgeAntialiasingMask] = newValue }
  }
  package var allowsEdgeAntialiasing: Bool {
    get { rare[\.allowsEdgeAntialiasing] }
    set { rare[\.allowsEdgeAntialiasing] = newValue }
  }
  /// What the layer's filters do; nil without any.
  package var effects: LayerEffects? {
    get { rare[\.effects] }
    set { rare[\.effects] = newValue }
  }
  package var backdropRadius: CGFloat {
    get { rare[\.backdropRadius] }
    set { rare[\.backdropRadius] = newValue }
  }
  /// The image that repeats over the background colour; nil for none.
  package var backgroundPattern: PatternImage? {
    get { rare[\.backgroundPattern] }
    set { rare[\.backgroundPattern] = newValue }
  }
}
