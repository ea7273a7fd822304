// CAReplicatorLayer.swift
// A layer that draws copies of its sublayers.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// A layer that draws its sublayers several times; each copy is transformed, tinted and delayed relative to
/// the previous one.
///
/// The copies are only drawn: `sublayers` and hit testing contain the originals.
///
///     let dots = CAReplicatorLayer()
///     dots.instanceCount = 3
///     dots.instanceTransform = CATransform3DMakeTranslation(20, 0, 0)
///     dots.instanceDelay = 0.2  // Each dot is 0.2 s behind the one before.
///
/// Source: Apple's `CAReplicatorLayer`.
open class CAReplicatorLayer: CALayer {
  /// Creates a layer that draws its sublayers once.
  public override init() {
    super.init()
    values.subclass = .replicator(ReplicatorValues())
  }

  /// Creates the presentation copy of a layer; called by the system only.
  public override init(layer: Any) {
    super.init(layer: layer)
    if values.kind != .replicator { values.subclass = .replicator(ReplicatorValues()) }
  }

  /// Creates a layer that draws its sublayers once. Layers are not archived, so nothing is decoded.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    values.subclass = .replicator(ReplicatorValues())
  }

  /// The number of copies, the original included; 0 and less draw nothing. Default 1; animatable.
  open var instanceCount: Int {
    get { values.replicator.instanceCount }
    set { change(.instanceCount, \.replicator.instanceCount, newValue) }
  }

  /// Whether the copies keep their depth instead of being flattened into the layer's plane. Default false.
  open var preservesDepth: Bool {
    get { values.replicator.preservesDepth }
    set { change(.replicatorPreservesDepth, \.replicator.preservesDepth, newValue) }
  }

  /// The delay of each copy's animations relative to the previous copy's, in seconds. Default 0; animatable.
  open var instanceDelay: CFTimeInterval {
    get { values.replicator.instanceDelay }
    set { change(.instanceDelay, \.replicator.instanceDelay, finite(newValue, .instanceDelay)) }
  }

  /// The transform from each copy to the next, about the middle of the bounds. Default identity;
  /// animatable.
  open var instanceTransform: CATransform3D {
    get { values.replicator.instanceTransform }
    set {
      change(
        .instanceTransform, \.replicator.instanceTransform, finite(newValue, .instanceTransform))
    }
  }

  /// Multiplied into the colours of the copies, before the offsets. Default opaque white; animatable.
  open var instanceColor: CGColor? {
    get { values.replicator.instanceColor }
    set { change(.instanceColor, \.replicator.instanceColor, newValue) }
  }

  /// Added to the red of ``instanceColor`` from each copy to the next. Default 0; animatable.
  open var instanceRedOffset: Float {
    get { Float(nearest: values.replicator.redOffset) }
    set { changeOffset(.instanceRedOffset, \.replicator.redOffset, newValue) }
  }

  /// Added to the green of ``instanceColor`` from each copy to the next. Default 0; animatable.
  open var instanceGreenOffset: Float {
    get { Float(nearest: values.replicator.greenOffset) }
    set { changeOffset(.instanceGreenOffset, \.replicator.greenOffset, newValue) }
  }

  /// Added to the blue of ``instanceColor`` from each copy to the next. Default 0; animatable.
  open var instanceBlueOffset: Float {
    get { Float(nearest: values.replicator.blueOffset) }
    set { changeOffset(.instanceBlueOffset, \.replicator.blueOffset, newValue) }
  }

  /// Added to the alpha of ``instanceColor`` from each copy to the next. Default 0; animatable.
  open var instanceAlphaOffset: Float {
    get { Float(nearest: values.replicator.alphaOffset) }
    set { changeOffset(.instanceAlphaOffset, \.replicator.alphaOffset, newValue) }
  }

  private func changeOffset(
    _ property: LayerProperty, _ path: WritableKeyPath<LayerValues, Double>, _ new: Float
  ) {
    change(property, path, finite(CGFloat(new), property))
  }
}
