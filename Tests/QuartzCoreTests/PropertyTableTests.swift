// PropertyTableTests.swift
// Every row of the table of properties: key, default, field and accessor.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite("The table of properties") struct PropertyTableTests {
  /// The cells of an emitter have no value in the table: the layer's own key-value coding reaches them. The
  /// inputs of filters are those of the filters that a layer has.
  static let properties = LayerProperty.allCases.filter {
    $0 != .emitterCells && $0 != .filterInputs
  }

  @Test(
    "A property is found by its key and its Swift name, in layers of its class",
    arguments: properties)
  func key(property: LayerProperty) {
    #expect(LayerProperty(key: property.key, for: property.row.owner) == property)
    if property.row.owner != .plain {
      #expect(LayerProperty(key: property.key) == nil)
    }
  }

  @Test(
    "Flags are found by their Swift names",
    arguments: [
      ("isHidden", LayerProperty.hidden), ("isDoubleSided", .doubleSided),
      ("isGeometryFlipped", .geometryFlipped), ("isOpaque", .opaque),
    ])
  func alias(name: String, property: LayerProperty) {
    #expect(LayerProperty(key: name) == property)
  }

  @Test("A new layer returns the default that its values hold", arguments: properties)
  func defaultValue(property: LayerProperty) {
    for layer in layers(of: property.row.owner) {
      let stored = values(of: layer)[property: property]
      #expect(AnimatableValue(layer.value(forKey: property.key)).isEqual(to: stored))
      #expect(stored.isEqual(to: defaults(of: property.row.owner)[property: property]))
    }
  }

  @Test("A value set by key is stored in the row's field and returned", arguments: properties)
  func roundTrip(property: LayerProperty) {
    for layer in layers(of: property.row.owner) {
      let old = values(of: layer)
      let sample = sample(of: property, besides: old[property: property])
      layer.setValue(sample, forKey: property.key)
      let new = values(of: layer)
      #expect(!new[property: property].isEqual(to: old[property: property]), "\(property)")
      #expect(
        AnimatableValue(layer.value(forKey: property.key)).isEqual(to: new[property: property]))
      for other in Self.properties where other != property {
        #expect(new[property: other].isEqual(to: old[property: other]), "\(property) set \(other)")
      }
    }
  }

  @Test("A value written to the values is read back, as lanes too", arguments: properties)
  func fields(property: LayerProperty) {
    let old = defaults(of: property.row.owner)
    let layer = layers(of: property.row.owner)[0]
    layer.setValue(
      sample(of: property, besides: old[property: property]), forKey: property.key)
    let value = values(of: layer)[property: property]
    var new = old
    new[property: property] = value
    #expect(new[property: property].isEqual(to: value))
    #expect(new[lanes: property] == value.lanes)
    var byLanes = old
    byLanes[lanes: property] = value.lanes
    if case .lanes = property.kind {
      #expect(byLanes == new)
    } else {
      #expect(byLanes == old)
    }
  }

  @Test("A property has no value in layers of another class", arguments: properties)
  func otherClasses(property: LayerProperty) {
    guard property.row.owner != .plain else { return }
    var values = LayerValues()
    #expect(values[property: property].isEqual(to: .none) && values[lanes: property] == nil)
    values[property: property] = defaults(of: property.row.owner)[property: property]
    #expect(values == LayerValues())
  }

  @Test("Key-value coding calls the accessors that a subclass overrides") func overriddenAccessors()
  {
    final class Doubled: CAShapeLayer {
      override var lineWidth: CGFloat {
        get { super.lineWidth * 2 }
        set { super.lineWidth = newValue / 2 }
      }
      override var cornerCurve: CALayerCornerCurve {
        get { .continuous }
        set { super.cornerCurve = newValue }
      }
    }
    let layer = Doubled()
    layer.setValue(8, forKey: "lineWidth")
    #expect(values(of: layer).shape.lineWidth == 4)
    #expect(layer.value(forKey: "lineWidth") as? Double == 8)
    #expect(layer.value(forKey: "cornerCurve") as? CALayerCornerCurve == .continuous)
  }

  // MARK: Samples

  /// A layer of the stock class, whose values are read directly, and one of a subclass, which is
  /// read through its accessors.
  private func layers(of kind: LayerKind) -> [CALayer] {
    final class OwnLayer: CALayer {}
    final class OwnShape: CAShapeLayer {}
    final class OwnGradient: CAGradientLayer {}
    final class OwnReplicator: CAReplicatorLayer {}
    final class OwnEmitter: CAEmitterLayer {}
    return switch kind {
    case .shape: [CAShapeLayer(), OwnShape()]
    case .gradient: [CAGradientLayer(), OwnGradient()]
    case .replicator: [CAReplicatorLayer(), OwnReplicator()]
    case .emitter: [CAEmitterLayer(), OwnEmitter()]
    case .plain, .transform, .tiled: [CALayer(), OwnLayer()]
    }
  }

  private func defaults(of kind: LayerKind) -> LayerValues {
    var values = LayerValues()
    switch kind {
    case .shape: values.subclass = .shape(ShapeValues())
    case .gradient: values.subclass = .gradient(GradientValues())
    case .replicator: values.subclass = .replicator(ReplicatorValues())
    case .emitter: values.subclass = .emitter(EmitterValues())
    case .plain, .transform, .tiled: break
    }
    return values
  }

  private func values(of layer: CALayer) -> LayerValues { layer.snapshot().nodes[0].values }

  /// A value that is not the default.
  private func sample(of property: LayerProperty, besides old: AnimatableValue) -> Any {
    switch property.kind {
    case .lanes(.bool): old.lanes?.x == 0
    case .lanes(.number): 2.0
    case .lanes(.point), .lanes(.vector): CGPoint(x: 0.25, y: 0.75)
    case .lanes(.size): CGSize(width: 3, height: 4)
    case .lanes(.rect): CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.25)
    case .lanes(.color): CGColor(red: 0.5, green: 0.25, blue: 0, alpha: 1)
    case .transform: CATransform3DMakeScale(2, 3, 1)
    case .path: CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4))
    case .contents: Drawing(size: CGSize(width: 5, height: 6), items: [])
    case .list(.color): [CGColor.white, .black]
    case .list: [NSNumber(value: 1), NSNumber(value: 2)]
    case .name:
      switch old {
      case .object(let object) where object is any OptionSet: 1
      default: "sample"
      }
    }
  }
}
