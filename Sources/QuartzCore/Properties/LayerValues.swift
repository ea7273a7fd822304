// LayerValues.swift
// Every stock property of a layer as one value: the model, what a commit carries, what a frame shows.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// The stock properties of one layer. Lengths are points of the layer's own space or, for
/// `position`, its superlayer's.
///
/// There are several of them for each layer, and a frame walks them all: what nearly every layer has
/// stands inline, in 224 bytes, and what few have in a box that copies share until one is changed.
package struct LayerValues: Hashable, Sendable {
  package var bounds = CGRect.zero
  package var position = CGPoint.zero
  package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  package var zPosition: CGFloat = 0
  package var opacity = 1.0
  package var cornerRadius: CGFloat = 0
  package var borderWidth: CGFloat = 0
  package var contentsScale: CGFloat = 1
  /// The transform where it is one of the plane; the identity where it stands in the box.
  var plane = PlaneMatrix()
  /// The background, as four numbers; all 0 without one.
  var background = ColorLanes()
  /// Directly behind the colour, as animations write both.
  var hasBackground = false
  package var isHidden = false
  package var masksToBounds = false
  package var isDoubleSided = true
  package var isGeometryFlipped = false
  package var allowsGroupOpacity = true
  package var shouldRasterize = false
  package var isOpaque = false
  package var contents: LayerContents?
  fileprivate var rare = RareValues()

  package init() {}

  package var transform: CATransform3D {
    get { rare.box?.fields.spaceTransform ?? plane.transform }
    set {
      if let plane = PlaneMatrix(newValue) {
        self.plane = plane
        if rare.box?.fields.spaceTransform != nil { rare.change { $0.spaceTransform = nil } }
      } else {
        plane = PlaneMatrix()
        rare.change { $0.spaceTransform = newValue }
      }
    }
  }

  /// Whether the transform is inline, so that ``plane`` is all of it.
  package var isPlane: Bool { rare.box?.fields.spaceTransform == nil }

  package var backgroundColor: CGColor? {
    get { hasBackground ? CGColor(lanes: background.lanes) : nil }
    set {
      hasBackground = newValue != nil
      background = newValue.map { ColorLanes($0.lanes) } ?? ColorLanes()
    }
  }
}

/// What is asked of every layer in every frame, read where the values stand: to ask the values
/// themselves would copy them.
extension UnsafePointer<LayerValues> {
  /// Whether anything is set that few layers set; if not, all of it has its default.
  package var hasRareValues: Bool { pointee.rare.box != nil }

  package var hasBackground: Bool { pointee.hasBackground }

  package var backgroundColor: CGColor? {
    pointee.hasBackground ? CGColor(lanes: pointee.background.lanes) : nil
  }

  /// What the layer's subclass has; nil for a plain layer.
  package var subclass: SubclassValues? { pointee.rare.box?.fields.subclass?.values }

  /// The transform; meaningful without rare values.
  package var plane: PlaneMatrix { pointee.plane }
}

/// The matrix of a transform of the plane, with the scale in z that comes along with an even scale.
package struct PlaneMatrix: Hashable, Sendable {
  // Animations write into runs of these, in this order.
  package var a = 1.0, b = 0.0, c = 0.0, d = 1.0
  var zScale = 1.0
  package var tx = 0.0, ty = 0.0

  init() {}

  /// Nil when the matrix holds more than fits here.
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

/// A colour's numbers, aligned as any number is.
struct ColorLanes: Hashable, Sendable {
  var red = 0.0, green = 0.0, blue = 0.0, alpha = 0.0

  init() {}
  init(_ v: SIMD4<Double>) { (red, green, blue, alpha) = (v.x, v.y, v.z, v.w) }

  var lanes: SIMD4<Double> { SIMD4(red, green, blue, alpha) }
}

// MARK: - What the layers of a stock subclass have

extension LayerValues {
  /// The values of the layer's subclass; nil for a plain layer.
  package var subclass: SubclassValues? {
    get { rare.box?.fields.subclass?.values }
    set { rare.change { $0.subclass = newValue.map { SubclassBox($0) } } }
  }

  package var kind: LayerKind { rare.box?.fields.subclass?.values.kind ?? .plain }

  /// Changes the values of the layer's subclass; a plain layer has none.
  mutating func changeSubclass(_ change: (inout SubclassValues) -> Void) {
    guard rare.box?.fields.subclass != nil else { return }
    rare.change { fields in
      if !isKnownUniquelyReferenced(&fields.subclass) {
        fields.subclass = fields.subclass.map { SubclassBox($0.values) }
      }
      if let box = fields.subclass { change(&box.values) }
    }
  }

  /// A shape layer's own values; those of a new one for any other layer.
  package var shape: ShapeValues {
    get { if case .shape(let values)? = subclass { values } else { ShapeValues() } }
    set { changeSubclass { $0 = .shape(newValue) } }
  }

  /// A gradient layer's own values; those of a new one for any other layer.
  package var gradient: GradientValues {
    get { if case .gradient(let values)? = subclass { values } else { GradientValues() } }
    set { changeSubclass { $0 = .gradient(newValue) } }
  }

  /// A replicator layer's own values; those of a new one for any other layer.
  package var replicator: ReplicatorValues {
    get { if case .replicator(let values)? = subclass { values } else { ReplicatorValues() } }
    set { changeSubclass { $0 = .replicator(newValue) } }
  }

  /// An emitter layer's own values; those of a new one for any other layer.
  package var emitter: EmitterValues {
    get { if case .emitter(let values)? = subclass { values } else { EmitterValues() } }
    set { changeSubclass { $0 = .emitter(newValue) } }
  }
}

// MARK: - What few layers have

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
    get { rare[\.borderColor] }
    set { rare[\.borderColor] = newValue }
  }
  package var shadowColor: CGColor? {
    get { rare[\.shadowColor] }
    set { rare[\.shadowColor] = newValue }
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
}

/// The properties that few layers set, behind one reference; without a box all have their defaults.
fileprivate struct RareValues: Hashable, Sendable {
  struct Fields: Hashable, Sendable {
    var spaceTransform: CATransform3D?
    var anchorPointZ: CGFloat = 0
    var sublayerTransform = CATransform3DIdentity
    var borderColor: CGColor? = .black
    var shadowColor: CGColor? = .black
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
    var subclass: SubclassBox?
  }

  // Written only where nobody else holds it, so that sharing it between threads is safe.
  final class Box: @unchecked Sendable {
    var fields: Fields
    init(_ fields: Fields) { self.fields = fields }
  }

  private static let defaults = Box(Fields())

  private(set) var box: Box?

  @inline(__always)
  subscript<Value: Equatable>(path: WritableKeyPath<Fields, Value>) -> Value {
    get { (box ?? Self.defaults).fields[keyPath: path] }
    set {
      // What has its default, and is given it, needs no box.
      if (box ?? Self.defaults).fields[keyPath: path] != newValue {
        change { $0[keyPath: path] = newValue }
      }
    }
  }

  @inline(__always)
  mutating func change(_ change: (inout Fields) -> Void) {
    if isKnownUniquelyReferenced(&box), let box {
      change(&box.fields)
      return
    }
    let new = Box(box?.fields ?? Self.defaults.fields)
    change(&new.fields)
    box = new
  }

  static func == (a: RareValues, b: RareValues) -> Bool {
    a.box === b.box || (a.box ?? defaults).fields == (b.box ?? defaults).fields
  }

  func hash(into hasher: inout Hasher) { hasher.combine((box ?? Self.defaults).fields) }
}

/// How contents are fitted into the bounds (semantics 15).
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  /// The gravity's name.
  public let rawValue: String
  /// Creates a gravity; an unknown name acts as ``center``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Centred, not scaled.
  public static let center = CALayerContentsGravity(rawValue: "center")
  /// At the top edge, not scaled.
  public static let top = CALayerContentsGravity(rawValue: "top")
  /// At the bottom edge, not scaled.
  public static let bottom = CALayerContentsGravity(rawValue: "bottom")
  /// At the left edge, not scaled.
  public static let left = CALayerContentsGravity(rawValue: "left")
  /// At the right edge, not scaled.
  public static let right = CALayerContentsGravity(rawValue: "right")
  /// In the corner, not scaled.
  public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
  /// In the corner, not scaled.
  public static let topRight = CALayerContentsGravity(rawValue: "topRight")
  /// In the corner, not scaled.
  public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
  /// In the corner, not scaled.
  public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
  /// Stretched over the bounds. The default.
  public static let resize = CALayerContentsGravity(rawValue: "resize")
  /// As large as fits inside the bounds with its proportions.
  public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
  /// As small as covers the bounds with its proportions.
  public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

extension CALayerContentsGravity {
  /// Returns where contents of a size, in points, lie in the bounds (semantics 15).
  package func place(_ size: CGSize, in bounds: CGRect) -> CGRect {
    var fitted = size
    switch self {
    case .resize: return bounds
    case .resizeAspect, .resizeAspectFill:
      let ratios = (bounds.width / size.width, bounds.height / size.height)
      let ratio = self == .resizeAspect ? min(ratios.0, ratios.1) : max(ratios.0, ratios.1)
      fitted = CGSize(width: size.width * ratio, height: size.height * ratio)
    default: break
    }
    let x: CGFloat =
      switch self {
      case .left, .topLeft, .bottomLeft: bounds.minX
      case .right, .topRight, .bottomRight: bounds.maxX - fitted.width
      default: bounds.midX - fitted.width / 2
      }
    let y: CGFloat =
      switch self {
      case .top, .topLeft, .topRight: bounds.minY
      case .bottom, .bottomLeft, .bottomRight: bounds.maxY - fitted.height
      default: bounds.midY - fitted.height / 2
      }
    return CGRect(origin: CGPoint(x: x, y: y), size: fitted)
  }
}

/// How contents are filtered when they are scaled.
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
  /// The filter's name.
  public let rawValue: String
  /// Creates a filter; an unknown name acts as ``linear``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Between pixels, their mix. The default.
  public static let linear = CALayerContentsFilter(rawValue: "linear")
  /// The nearest pixel.
  public static let nearest = CALayerContentsFilter(rawValue: "nearest")
  /// Linear, in the smallest version of the picture, halved again and again, that is not too small.
  public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")
}

/// The corners that `cornerRadius` rounds.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  /// One bit a corner.
  public let rawValue: UInt
  /// Creates a set of corners.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Smallest x, smallest y.
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
  /// Largest x, smallest y.
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  /// Smallest x, largest y.
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
  /// Largest x, largest y.
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
  package static let all = CACornerMask(rawValue: 15)

  /// A radius for each corner of the set and 0 for the others: top left, top right, bottom right, bottom
  /// left.
  package func radii(_ radius: Double) -> SIMD4<Double> {
    SIMD4(
      contains(.layerMinXMinYCorner) ? radius : 0, contains(.layerMaxXMinYCorner) ? radius : 0,
      contains(.layerMaxXMaxYCorner) ? radius : 0, contains(.layerMinXMaxYCorner) ? radius : 0)
  }
}

/// The edges of a layer that are smoothed.
public struct CAEdgeAntialiasingMask: OptionSet, Hashable, Sendable {
  /// One bit an edge.
  public let rawValue: UInt32
  /// Creates a set of edges.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Smallest x.
  public static let layerLeftEdge = CAEdgeAntialiasingMask(rawValue: 1)
  /// Largest x.
  public static let layerRightEdge = CAEdgeAntialiasingMask(rawValue: 2)
  /// Smallest y in a world whose y points up.
  public static let layerBottomEdge = CAEdgeAntialiasingMask(rawValue: 4)
  /// Largest y in a world whose y points up.
  public static let layerTopEdge = CAEdgeAntialiasingMask(rawValue: 8)
  package static let all = CAEdgeAntialiasingMask(rawValue: 15)
}

/// The line that rounded corners follow.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  /// The curve's name.
  public let rawValue: String
  /// Creates a curve; an unknown name acts as ``circular``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A quarter of a circle. The default.
  public static let circular = CALayerCornerCurve(rawValue: "circular")
  /// A curve that bends little by little, and so begins further from the corner.
  public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}
