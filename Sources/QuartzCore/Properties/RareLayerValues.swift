// RareLayerValues.swift
// The stock properties that few layers set, which copies of a layer's values share.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// The properties of a layer's values that few layers set.
package struct RareLayerValues: Hashable, Sendable {
  /// The layer's transform, if it is not planar; the identity if it is.
  var space = CATransform3DIdentity
  var isInSpace = false
  package var anchorPointZ: CGFloat = 0
  package var sublayerTransform = CATransform3DIdentity
  var border = StoredColor(.black)
  var shadow = StoredColor(.black)
  package var shadowOpacity = 0.0
  package var shadowOffset = CGSize(width: 0, height: -3)
  package var shadowRadius: CGFloat = 3
  package var shadowPath: CGPath?
  package var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  package var contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
  package var rasterizationScale: CGFloat = 1
  package var contentsGravity = CALayerContentsGravity.resize
  package var minificationFilter = CALayerContentsFilter.linear
  package var magnificationFilter = CALayerContentsFilter.linear
  package var maskedCorners: CACornerMask = .all
  package var minificationFilterBias = 0.0
  package var cornerCurve = CALayerCornerCurve.circular
  package var edgeAntialiasingMask: CAEdgeAntialiasingMask = .all
  package var allowsEdgeAntialiasing = false
  /// What the layer's filters do; nil without any.
  package var effects: LayerEffects?
  package var backdropRadius: CGFloat = 0
  /// The image that repeats over the background colour; nil for none.
  package var backgroundPattern: PatternImage?

  package var borderColor: CGColor? {
    get { border.color }
    set { border = StoredColor(newValue) }
  }
  package var shadowColor: CGColor? {
    get { shadow.color }
    set { shadow = StoredColor(newValue) }
  }
}

extension RareLayerValues: RareFields {
  static let defaults = RareMemory(Self())
}

extension RareLayerValues: PropertyStorage {
  typealias Layer = CALayer
  static var kind: LayerKind { .plain }
  static var block: PropertyPlace.Block { .rare }
}

extension LayerValues {
  /// A property that few layers set, by its name.
  package subscript<Value: Equatable>(
    dynamicMember path: WritableKeyPath<RareLayerValues, Value>
  ) -> Value {
    @inline(__always) get { rare.fields[keyPath: path] }
    @inline(__always) set {
      // Setting a property that has its default to the default takes no memory.
      if rare.fields[keyPath: path] != newValue { rare.change { $0[keyPath: path] = newValue } }
    }
  }
}

extension UnsafePointer<LayerValues> {
  /// The properties that few layers set, in place: their address holds as long as the values. An accessor that lends them
  /// would take memory for itself at each call from another module.
  package var rare: UnsafePointer<RareLayerValues> {
    pointee.rare.address
  }
}
