// LayerValues.swift
// The stock properties of a layer as one value: in the model, in a commit, in a sampled frame.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// The stock properties of one layer. Lengths are points of the layer's own space or, for
/// `position`, its superlayer's.
///
/// Each layer has several copies, and each frame reads them all: the properties that nearly every layer
/// has are inline, in 224 bytes; the rare ones, such as shadows (``RareLayerValues``), are in a box that copies share until one is
/// changed.
@dynamicMemberLookup
package struct LayerValues: Hashable, Sendable {
  package var bounds = CGRect.zero
  package var position = CGPoint.zero
  package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  package var zPosition: CGFloat = 0
  package var opacity = 1.0
  package var cornerRadius: CGFloat = 0
  package var borderWidth: CGFloat = 0
  package var contentsScale: CGFloat = 1
  /// The transform if it is planar; the identity if the transform is in the box.
  package internal(set) var plane = PlaneMatrix()
  var background = StoredColor()
  package var isHidden = false
  package var masksToBounds = false
  package var isDoubleSided = true
  package var isGeometryFlipped = false
  package var allowsGroupOpacity = true
  package var shouldRasterize = false
  package var isOpaque = false
  package var contents: LayerContents?
  var rare = Rare<RareLayerValues>()
  /// The properties of the layer's class; nil for a plain layer.
  // Written only while uniquely referenced.
  nonisolated(unsafe) var own: SubclassBox?

  package init() {}

  package var transform: CATransform3D {
    get { isPlane ? plane.transform : rare.fields.space }
    set {
      if let plane = PlaneMatrix(newValue) {
        setPlane(plane)
      } else {
        plane = PlaneMatrix()
        rare.change { ($0.space, $0.isInSpace) = (newValue, true) }
      }
    }
  }

  /// Sets a transform without perspective. One in space is changed where it is, without a copy.
  @inline(__always)
  mutating func setTransform(_ rows: CATransform3D.Rows) {
    let isPlanar =
      rows.0.z == 0 && rows.1.z == 0 && rows.2.x == 0 && rows.2.y == 0 && rows.3.z == 0
    if isPlanar || isPlane {
      var whole = CATransform3D()
      whole.rows = rows
      transform = whole
    } else {
      rare.change { $0.space.rows = rows }
    }
  }

  @inline(__always)
  mutating func setPlane(_ plane: PlaneMatrix) {
    self.plane = plane
    if !isPlane { rare.change { ($0.space, $0.isInSpace) = (CATransform3DIdentity, false) } }
  }

  /// Whether ``plane`` is the whole transform.
  package var isPlane: Bool { rare[\.isInSpace] != true }

  package var backgroundColor: CGColor? {
    get { background.color }
    set { background = StoredColor(newValue) }
  }
}

/// The properties that are read of every layer in every frame, read in place: a call on the values
/// themselves would copy them.
extension UnsafePointer<LayerValues> {
  /// Whether any rare property is set.
  package var hasRareValues: Bool { !pointee.rare.isEmpty || pointee.own != nil }

  package var hasBackground: Bool { pointee.background.isPresent }

  package var hasContents: Bool { pointee.contents != nil }

  package var backgroundColor: CGColor? { pointee.background.color }

  /// The properties of the layer's subclass; nil for a plain layer.
  package var subclass: SubclassValues? { pointee.own?.values }

  /// Whether the layer draws nothing but its background and its sublayers. One call, as nearly every layer that moves is
  /// asked.
  package var isPlain: Bool {
    !hasRareValues && !hasContents && pointee.borderWidth == 0 && !pointee.shouldRasterize
  }
}

/// The matrix of a planar transform, with the scale in z that a uniform scale sets.
package struct PlaneMatrix: Hashable, Sendable {
  // Packed tracks write neighbouring fields at once, in this order.
  package var a = 1.0, b = 0.0, c = 0.0, d = 1.0
  var zScale = 1.0
  package var tx = 0.0, ty = 0.0

  init() {}

  /// Creates a planar matrix; nil for a transform that is not planar.
  init?(_ t: CATransform3D) {
    guard
      t.m13 == 0 && t.m14 == 0 && t.m23 == 0 && t.m24 == 0 && t.m31 == 0 && t.m32 == 0
        && t.m34 == 0 && t.m43 == 0 && t.m44 == 1
    else { return nil }
    (a, b, c, d, tx, ty, zScale) = (t.m11, t.m12, t.m21, t.m22, t.m41, t.m42, t.m33)
  }

  var transform: CATransform3D {
    var t = CATransform3D()
    (t.m11, t.m12, t.m21, t.m22, t.m41, t.m42, t.m33) = (a, b, c, d, tx, ty, zScale)
    return t
  }
}

// MARK: - Properties of the stock subclasses

extension LayerValues {
  /// The values of the layer's subclass; nil for a plain layer.
  package var subclass: SubclassValues? {
    get { own?.values }
    set { own = newValue.map { SubclassBox.make($0) } }
  }

  package var kind: LayerKind { own?.kind ?? .plain }

  /// Lends the box of the subclass's values, which nothing else refers to, so that it can be changed; does nothing for
  /// a plain layer.
  @inline(__always)
  mutating func withUniqueSubclass(_ body: (SubclassBox) -> Void) {
    if !isKnownUniquelyReferenced(&own) { own = own.map { SubclassBox.make($0.values) } }
    // The box lives as long as these values: retaining it would cost as much as most changes.
    own.map { Unmanaged.passUnretained($0) }?._withUnsafeGuaranteedRef(body)
  }

  /// The values of a class; the defaults in the values of a layer of another one.
  private func own<Own: SubclassStorage>(else defaults: @autoclosure () -> Own) -> Own {
    if let own, own.kind == Own.kind { own.pointer(to: Own.self).pointee } else { defaults() }
  }

  /// The properties of a shape layer; the defaults for any other layer.
  package var shape: ShapeValues {
    get { own(else: ShapeValues()) }
    set { ShapeValues.write(newValue, to: \.self, in: &self) }
  }

  /// The properties of a gradient layer; the defaults for any other layer.
  package var gradient: GradientValues {
    get { own(else: GradientValues()) }
    set { GradientValues.write(newValue, to: \.self, in: &self) }
  }

  /// The properties of a replicator layer; the defaults for any other layer.
  package var replicator: ReplicatorValues {
    get { own(else: ReplicatorValues()) }
    set { ReplicatorValues.write(newValue, to: \.self, in: &self) }
  }

  /// The properties of an emitter layer; the defaults for any other layer.
  package var emitter: EmitterValues {
    get { own(else: EmitterValues()) }
    set { EmitterValues.write(newValue, to: \.self, in: &self) }
  }
}
