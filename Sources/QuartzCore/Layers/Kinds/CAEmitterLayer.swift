// CAEmitterLayer.swift
// A layer that emits particles (semantics 12).
//
// SPDX-License-Identifier: MIT

public import Foundation

/// What an emitter layer emits from.
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable {
  /// The shape's name.
  public let rawValue: String
  /// Creates a shape; an unknown name acts as ``point``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The emitter's position. The default.
  public static let point = CAEmitterLayerEmitterShape(rawValue: "point")
  /// A line along x, as long as the emitter is wide, about the position.
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

/// Which points of the shape an emitter layer emits from.
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable {
  /// The mode's name.
  public let rawValue: String
  /// Creates a mode; an unknown name acts as ``volume``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Its corners; of a circle or sphere the middle.
  public static let points = CAEmitterLayerEmitterMode(rawValue: "points")
  /// Its edges.
  public static let outline = CAEmitterLayerEmitterMode(rawValue: "outline")
  /// Its faces.
  public static let surface = CAEmitterLayerEmitterMode(rawValue: "surface")
  /// All of it. The default.
  public static let volume = CAEmitterLayerEmitterMode(rawValue: "volume")
}

/// In what order an emitter layer draws its particles, and how.
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable {
  /// The mode's name.
  public let rawValue: String
  /// Creates a mode; an unknown name acts as ``unordered``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// In no order that is promised. The default.
  public static let unordered = CAEmitterLayerRenderMode(rawValue: "unordered")
  /// The oldest first, so that younger ones lie over them.
  public static let oldestFirst = CAEmitterLayerRenderMode(rawValue: "oldestFirst")
  /// The oldest last, so that they lie over younger ones.
  public static let oldestLast = CAEmitterLayerRenderMode(rawValue: "oldestLast")
  /// Those farthest from the viewer first.
  public static let backToFront = CAEmitterLayerRenderMode(rawValue: "backToFront")
  /// As sums of light: where many lie over one another it becomes bright.
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
/// The same values, ``seed`` and time always show the same particles, however many frames were shown
/// before; time may stand still or run back. A particle takes everything it has at its birth: what
/// changes later is for those born later. Values that are animated are read 120 times a second of the
/// layer's time. The simulation starts at the layer's `beginTime`; where that is 0, when the layer
/// becomes live.
///
/// At most 16384 particles of a layer are shown; beyond that the oldest go, and are reported once.
///
/// Source: Apple's `CAEmitterLayer`; semantics 12.
open class CAEmitterLayer: CALayer {
  private var cells: [CAEmitterCell]?

  /// Creates a layer without cells.
  public override init() {
    super.init()
    values.subclass = .emitter(EmitterValues())
  }

  /// Creates the copy that presents a layer; used by the system alone.
  public override init(layer: Any) {
    super.init(layer: layer)
    if values.kind != .emitter { values.subclass = .emitter(EmitterValues()) }
  }

  /// Creates a layer; nothing is decoded, as layers are not archived here.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    values.subclass = .emitter(EmitterValues())
  }

  /// What is emitted; nil emits nothing. Default nil.
  ///
  /// What the cells say is taken when they are set; see ``CAEmitterCell``.
  open var emitterCells: [CAEmitterCell]? {
    get {
      if presentedModel == nil { return cells }
      let shown = values.emitter.cells
      return shown.isEmpty ? nil : shown.map { .showing($0) }
    }
    set {
      refuseOnPresentation("emitterCells")
      change(.emitterCells, \.emitter.cells, (newValue ?? []).compactMap { $0.snapshot() })
      cells = newValue
    }
  }

  /// Multiplied into the birth rates of the cells; 0 emits nothing. Default 1; animatable.
  open var birthRate: Float {
    get { Float(values.emitter.birthRate) }
    set { change(.emitterBirthRate, \.emitter.birthRate, newValue) }
  }

  /// Multiplied into the lifetimes of particles. Default 1; animatable.
  open var lifetime: Float {
    get { Float(values.emitter.lifetime) }
    set { change(.emitterLifetime, \.emitter.lifetime, newValue) }
  }

  /// Where the shape's middle is. Default the origin; animatable.
  open var emitterPosition: CGPoint {
    get { values.emitter.position }
    set {
      let point = CGPoint(
        x: finite(newValue.x, .emitterPosition), y: finite(newValue.y, .emitterPosition))
      change(.emitterPosition, \.emitter.position, point)
    }
  }

  /// Where the shape's middle is, towards the viewer. Default 0; animatable.
  open var emitterZPosition: CGFloat {
    get { values.emitter.zPosition }
    set { change(.emitterZPosition, \.emitter.zPosition, finite(newValue, .emitterZPosition)) }
  }

  /// How large the shape is. Default zero; animatable.
  open var emitterSize: CGSize {
    get { values.emitter.size }
    set {
      let size = CGSize(
        width: finite(newValue.width, .emitterSize), height: finite(newValue.height, .emitterSize))
      change(.emitterSize, \.emitter.size, size)
    }
  }

  /// How deep the shape is. Default 0; animatable.
  open var emitterDepth: CGFloat {
    get { values.emitter.depth }
    set { change(.emitterDepth, \.emitter.depth, finite(newValue, .emitterDepth)) }
  }

  /// What is emitted from. Default a point.
  open var emitterShape: CAEmitterLayerEmitterShape {
    get { values.emitter.shape }
    set { change(.emitterShape, \.emitter.shape, newValue) }
  }

  /// Which points of the shape are emitted from. Default volume.
  open var emitterMode: CAEmitterLayerEmitterMode {
    get { values.emitter.mode }
    set { change(.emitterMode, \.emitter.mode, newValue) }
  }

  /// In what order particles are drawn, and how. Default unordered.
  open var renderMode: CAEmitterLayerRenderMode {
    get { values.emitter.renderMode }
    set { change(.renderMode, \.emitter.renderMode, newValue) }
  }

  /// Whether particles keep their places in space; kept, as they are always flattened here. Default
  /// false.
  open var preservesDepth: Bool {
    get { values.emitter.preservesDepth }
    set { change(.emitterPreservesDepth, \.emitter.preservesDepth, newValue) }
  }

  /// Multiplied into the velocities of particles. Default 1; animatable.
  open var velocity: Float {
    get { Float(values.emitter.velocity) }
    set { change(.emitterVelocity, \.emitter.velocity, newValue) }
  }

  /// Multiplied into the scales of particles. Default 1; animatable.
  open var scale: Float {
    get { Float(values.emitter.scale) }
    set { change(.emitterScale, \.emitter.scale, newValue) }
  }

  /// Multiplied into the spins of particles. Default 1; animatable.
  open var spin: Float {
    get { Float(values.emitter.spin) }
    set { change(.emitterSpin, \.emitter.spin, newValue) }
  }

  /// Which random numbers are taken. Default 0.
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

  override func storeOwn(_ value: AnimatableValue, in property: LayerProperty) {
    let number = Float(value.number)
    switch property {
    case .emitterBirthRate: birthRate = number
    case .emitterLifetime: lifetime = number
    case .emitterPosition: emitterPosition = value.point
    case .emitterZPosition: emitterZPosition = value.number
    case .emitterSize:
      emitterSize = CGSize(width: value.lanes?.x ?? 0, height: value.lanes?.y ?? 0)
    case .emitterDepth: emitterDepth = value.number
    case .emitterShape:
      emitterShape = value.name(CAEmitterLayerEmitterShape.self) ?? emitterShape
    case .emitterMode: emitterMode = value.name(CAEmitterLayerEmitterMode.self) ?? emitterMode
    case .renderMode: renderMode = value.name(CAEmitterLayerRenderMode.self) ?? renderMode
    case .emitterPreservesDepth: preservesDepth = value.number != 0
    case .emitterVelocity: velocity = number
    case .emitterScale: scale = number
    case .emitterSpin: spin = number
    case .seed: seed = UInt32(min(max(value.number, 0), Double(UInt32.max)))
    default: super.storeOwn(value, in: property)
    }
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

  /// Sets a value by its path, such as "emitterCells.fire.birthRate"; a path to a cell that the layer
  /// has not is left alone.
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
