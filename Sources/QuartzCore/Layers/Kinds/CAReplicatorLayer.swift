// CAReplicatorLayer.swift
// A layer that shows its sublayers many times (semantics 12).
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// A layer that shows its sublayers several times, each time moved, tinted and delayed further.
///
/// The copies are pictures: `sublayers` and hit testing know the first ones alone.
///
///     let dots = CAReplicatorLayer()
///     dots.instanceCount = 3
///     dots.instanceTransform = CATransform3DMakeTranslation(20, 0, 0)
///     dots.instanceDelay = 0.2  // Each dot is 0.2 s behind the one before.
///
/// Source: Apple's `CAReplicatorLayer`; semantics 12.
open class CAReplicatorLayer: CALayer {
  /// Creates a layer that shows its sublayers once.
  public override init() {
    super.init()
    values.subclass = .replicator(ReplicatorValues())
  }

  /// Creates the copy that presents a layer; used by the system alone.
  public override init(layer: Any) {
    super.init(layer: layer)
    if values.kind != .replicator { values.subclass = .replicator(ReplicatorValues()) }
  }

  /// Creates a layer; nothing is decoded, as layers are not archived here.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    values.subclass = .replicator(ReplicatorValues())
  }

  /// How often the sublayers show, the first time included; none for 0 and less. Default 1;
  /// animatable.
  open var instanceCount: Int {
    get { values.replicator.instanceCount }
    set { change(.instanceCount, \.replicator.instanceCount, newValue) }
  }

  /// Whether the copies keep their places in space instead of being flattened. Default false.
  open var preservesDepth: Bool {
    get { values.replicator.preservesDepth }
    set { change(.replicatorPreservesDepth, \.replicator.preservesDepth, newValue) }
  }

  /// Seconds by which each copy's animations are behind those of the copy before. Default 0;
  /// animatable.
  open var instanceDelay: CFTimeInterval {
    get { values.replicator.instanceDelay }
    set { change(.instanceDelay, \.replicator.instanceDelay, finite(newValue, .instanceDelay)) }
  }

  /// From each copy to the next, about the middle of the bounds. Default identity; animatable.
  open var instanceTransform: CATransform3D {
    get { values.replicator.instanceTransform }
    set {
      precondition(newValue.isFinite, "instanceTransform must be finite, not \(newValue)")
      change(.instanceTransform, \.replicator.instanceTransform, newValue)
    }
  }

  /// Multiplied into the colours of the copies, before the offsets. Default opaque white; animatable.
  open var instanceColor: CGColor? {
    get { values.replicator.instanceColor }
    set { change(.instanceColor, \.replicator.instanceColor, newValue) }
  }

  /// Added to the red of ``instanceColor`` from each copy to the next. Default 0; animatable.
  open var instanceRedOffset: Float {
    get { Float(values.replicator.colorOffset.x) }
    set { changeOffset(.instanceRedOffset, \.replicator.colorOffset.x, newValue) }
  }

  /// Added to the green of ``instanceColor`` from each copy to the next. Default 0; animatable.
  open var instanceGreenOffset: Float {
    get { Float(values.replicator.colorOffset.y) }
    set { changeOffset(.instanceGreenOffset, \.replicator.colorOffset.y, newValue) }
  }

  /// Added to the blue of ``instanceColor`` from each copy to the next. Default 0; animatable.
  open var instanceBlueOffset: Float {
    get { Float(values.replicator.colorOffset.z) }
    set { changeOffset(.instanceBlueOffset, \.replicator.colorOffset.z, newValue) }
  }

  /// Added to the alpha of ``instanceColor`` from each copy to the next. Default 0; animatable.
  open var instanceAlphaOffset: Float {
    get { Float(values.replicator.colorOffset.w) }
    set { changeOffset(.instanceAlphaOffset, \.replicator.colorOffset.w, newValue) }
  }

  private func changeOffset(
    _ property: LayerProperty, _ path: WritableKeyPath<LayerValues, Double>, _ new: Float
  ) {
    change(property, path, finite(CGFloat(new), property))
  }

  override func storeOwn(_ value: AnimatableValue, in property: LayerProperty) {
    switch property {
    // No more than can be counted; how many are drawn is the painter's business.
    case .instanceCount: instanceCount = Int(min(max(value.number.rounded(), -1e9), 1e9))
    case .replicatorPreservesDepth: preservesDepth = value.number != 0
    case .instanceDelay: instanceDelay = value.number
    case .instanceTransform: if case .transform(let new) = value { instanceTransform = new }
    case .instanceColor: instanceColor = value.color
    case .instanceRedOffset: instanceRedOffset = Float(value.number)
    case .instanceGreenOffset: instanceGreenOffset = Float(value.number)
    case .instanceBlueOffset: instanceBlueOffset = Float(value.number)
    case .instanceAlphaOffset: instanceAlphaOffset = Float(value.number)
    default: super.storeOwn(value, in: property)
    }
  }
}
