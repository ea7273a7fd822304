// CAEmitterLayer.swift
// A layer that emits particles.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// The shape from which an emitter layer emits.
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable {
  /// The shape's name.
  public let rawValue: String
  /// Creates a shape; an unknown name acts as ``point``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The emitter's position. The default.
  public static let point = CAEmitterLayerEmitterShape(rawValue: "point")
  /// A line along x about the position, of the emitter's width.
  public static let line = CAEmitterLayerEmitterShape(rawValue: "line")
  /// A rectangle of the emitter's size about the position.
  public static let rectangle = CAEmitterLayerEmitterShape(rawValue: "rectangle")
  /// A box of the emitter's size and depth about the position.
  public static let cuboid = CAEmitterLayerEmitterShape(rawValue: "cuboid")
  /// A circle about the position; the emitter's width is its radius.
  public static let circle = CAEmitterLayerEmitterShape(rawValue: "circle")
  /// A sphere about the position; the emitter's width is its radius.
  public static let sphere = CAEmitterLayerEmitterShape(rawValue: "sphere")
}

/// The part of the shape from which an emitter layer emits.
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable {
  /// The mode's name.
  public let rawValue: String
  /// Creates a mode; an unknown name acts as ``volume``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The corners; of a circle or sphere the centre.
  public static let points = CAEmitterLayerEmitterMode(rawValue: "points")
  /// The edges.
  public static let outline = CAEmitterLayerEmitterMode(rawValue: "outline")
  /// The faces.
  public static let surface = CAEmitterLayerEmitterMode(rawValue: "surface")
  /// The whole shape. The default.
  public static let volume = CAEmitterLayerEmitterMode(rawValue: "volume")
}

/// The order and the blending of an emitter layer's particles.
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable {
  /// The mode's name.
  public let rawValue: String
  /// Creates a mode; an unknown name acts as ``unordered``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Unspecified. The default.
  public static let unordered = CAEmitterLayerRenderMode(rawValue: "unordered")
  /// The oldest first, beneath younger ones.
  public static let oldestFirst = CAEmitterLayerRenderMode(rawValue: "oldestFirst")
  /// The oldest last, above younger ones.
  public static let oldestLast = CAEmitterLayerRenderMode(rawValue: "oldestLast")
  /// The farthest from the viewer first.
  public static let backToFront = CAEmitterLayerRenderMode(rawValue: "backToFront")
  /// Colours are added: overlapping particles become bright.
  public static let additive = CAEmitterLayerRenderMode(rawValue: "additive")
}

/// A layer that emits particles, drawn between its contents and its sublayers.
///
///     let snow = CAEmitterLayer()
///     snow.emitterShape = .line
///     snow.emitterPosition = CGPoint(x: 160, y: 0)
///     snow.emitterSize = CGSize(width: 320, height: 0)
///     let flake = CAEmitterCell()
///     flake.contents = image.cgImage
///     flake.birthRate = 40
///     flake.lifetime = 12
///     flake.velocity = 40
///     flake.emissionLongitude = .pi  // Down, from a line.
///     snow.emitterCells = [flake]
///
/// The same values, ``seed`` and time always show the same particles, whichever frames were shown before;
/// time may be paused or reversed. A particle's values are set at its birth: later changes affect
/// particles that are born later. Animated values are sampled 120 times per second of the layer's time. The
/// simulation starts at the layer's `beginTime`, or if that is 0, when the layer becomes live.
///
/// At most 16384 particles of a layer are drawn. Beyond that, the oldest are dropped, which is reported
/// once.
///
/// Source: Apple's `CAEmitterLayer`.
open class CAEmitterLayer: CALayer {
  private var cells: [CAEmitterCell]?

  /// Creates a layer without cells.
  public override init() {
    super.init()
    values.subclass = .emitter(EmitterValues())
  }

  /// Creates the presentation copy of a layer; called by the system only.
  public override init(layer: Any) {
    super.init(layer: layer)
    if values.kind != .emitter { values.subclass = .emitter(EmitterValues()) }
  }

  /// Creates a layer without cells. Layers are not archived, so nothing is decoded.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    values.subclass = .emitter(EmitterValues())
  }

  /// The kinds of particles; nil emits nothing. Default nil.
  ///
  /// The values of the cells are copied when they are set; see ``CAEmitterCell``.
  open var emitterCells: [CAEmitterCell]? {
    get {
      if presentedModel == nil { return cells }
      let shown = values.emitter.cells
      return shown.isEmpty ? nil : shown.map { .presenting($0) }
    }
    set {
      refuseOnPresentation("emitterCells")
      change(.emitterCells, \.emitter.cells, (newValue ?? []).compactMap { $0.snapshot() })
      cells = newValue
    }
  }

  /// A factor of the birth rates of the cells; 0 emits nothing. Default 1; animatable.
  open var birthRate: Float {
    get { Float(nearest: values.emitter.birthRate) }
    set { change(.emitterBirthRate, \.emitter.birthRate, newValue) }
  }

  /// A factor of the lifetimes of particles. Default 1; animatable.
  open var lifetime: Float {
    get { Float(nearest: values.emitter.lifetime) }
    set { change(.emitterLifetime, \.emitter.lifetime, newValue) }
  }

  /// The centre of the shape. Default the origin; animatable.
  open var emitterPosition: CGPoint {
    get { values.emitter.position }
    set { change(.emitterPosition, \.emitter.position, finite(newValue, .emitterPosition)) }
  }

  /// The z of the shape's centre. Default 0; animatable.
  open var emitterZPosition: CGFloat {
    get { values.emitter.zPosition }
    set { change(.emitterZPosition, \.emitter.zPosition, finite(newValue, .emitterZPosition)) }
  }

  /// The size of the shape, in points. Default zero; animatable.
  open var emitterSize: CGSize {
    get { values.emitter.size }
    set { change(.emitterSize, \.emitter.size, finite(newValue, .emitterSize)) }
  }

  /// The depth of the shape, in points. Default 0; animatable.
  open var emitterDepth: CGFloat {
    get { values.emitter.depth }
    set { change(.emitterDepth, \.emitter.depth, finite(newValue, .emitterDepth)) }
  }

  /// The shape from which particles are emitted. Default a point.
  open var emitterShape: CAEmitterLayerEmitterShape {
    get { values.emitter.shape }
    set { change(.emitterShape, \.emitter.shape, newValue) }
  }

  /// The part of the shape from which particles are emitted. Default volume.
  open var emitterMode: CAEmitterLayerEmitterMode {
    get { values.emitter.mode }
    set { change(.emitterMode, \.emitter.mode, newValue) }
  }

  /// The order and the blending of particles. Default unordered.
  open var renderMode: CAEmitterLayerRenderMode {
    get { values.emitter.renderMode }
    set { change(.renderMode, \.emitter.renderMode, newValue) }
  }

  /// Stored without an effect: particles are always flattened. Default false.
  open var preservesDepth: Bool {
    get { values.emitter.preservesDepth }
    set { change(.emitterPreservesDepth, \.emitter.preservesDepth, newValue) }
  }

  /// A factor of the velocities of particles. Default 1; animatable.
  open var velocity: Float {
    get { Float(nearest: values.emitter.velocity) }
    set { change(.emitterVelocity, \.emitter.velocity, newValue) }
  }

  /// A factor of the scales of particles. Default 1; animatable.
  open var scale: Float {
    get { Float(nearest: values.emitter.scale) }
    set { change(.emitterScale, \.emitter.scale, newValue) }
  }

  /// A factor of the spins of particles. Default 1; animatable.
  open var spin: Float {
    get { Float(nearest: values.emitter.spin) }
    set { change(.emitterSpin, \.emitter.spin, newValue) }
  }

  /// The seed of the random numbers. Default 0.
  open var seed: UInt32 {
    get { values.emitter.seed }
    set { change(.seed, \.emitter.seed, newValue) }
  }

  private func change(
    _ property: LayerProperty, _ path: WritableKeyPath<LayerValues, Double>, _ new: Float
  ) {
    change(property, path, Double(finite(CGFloat(new), property)))
  }

  // MARK: Key-value coding

  /// ``emitterCells`` in the table of properties, which neither reads nor sets them.
  final var opaqueCells: OpaqueCells {
    get { OpaqueCells() }
    set {}
  }

  /// Returns a value by its key.
  open override func value(forKey key: String) -> Any? {
    key == "emitterCells" ? emitterCells : super.value(forKey: key)
  }

  /// Sets a value by its key.
  open override func setValue(_ value: Any?, forKey key: String) {
    if key == "emitterCells" {
      emitterCells = value as? [CAEmitterCell]
    } else {
      super.setValue(value, forKey: key)
    }
  }

  /// Returns a value by its path, such as "emitterCells.fire.birthRate".
  open override func value(forKeyPath keyPath: String) -> Any? {
    guard let (path, member) = Self.cellPath(keyPath) else {
      return super.value(forKeyPath: keyPath)
    }
    return member.read(values.emitter.cells[path])?.any
  }

  /// Sets a value by its path, such as "emitterCells.fire.birthRate". Ignores a path to a cell that the layer
  /// does not have.
  open override func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let (path, member) = Self.cellPath(keyPath) else {
      super.setValue(value, forKeyPath: keyPath)
      return
    }
    refuseOnPresentation(keyPath)
    var new = values.emitter.cells
    guard let written = member.write(AnimatableValue(value), into: new[path]) else { return }
    new[path] = written
    change(.emitterCells, \.emitter.cells, new)
    let cell = cells?.first { $0.name == path.names[0] }
    let inCell = keyPath.dropFirst("emitterCells..".count + path.names[0].count)
    cell?.setValue(value, forKeyPath: String(inCell))
  }

  private static func cellPath(_ keyPath: String) -> (EmitterCellPath, ValueMember)? {
    let path = PropertyPath(keyPath)
    guard path.key == "emitterCells", !path.rest.isEmpty else { return nil }
    return EmitterCellPath.parse(path.rest)
  }
}
