// CAEmitterCell.swift
// One kind of particle that an emitter layer, or another particle, emits (semantics 12).
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// A kind of particle: how many are born, how they look, and how they move.
///
/// A value that differs from particle to particle has a mean and a range: each particle gets a random
/// one, evenly spread over [mean - range / 2, mean + range / 2], at its birth, and keeps it. Positions
/// then follow from velocity and acceleration, so that any moment can be shown without those before.
///
/// A layer takes what its cells say when they are set. Afterwards a cell is changed through the layer,
/// by its name:
///
///     fire.name = "fire"
///     layer.emitterCells = [fire]
///     layer.setValue(200, forKeyPath: "emitterCells.fire.birthRate")
///
/// Cells are in time as layers are: ``beginTime`` and ``duration`` say when the cell emits, counted from
/// the start of the simulation, or for a particle's cells from its birth. A duration of 0 has no end.
///
/// Source: Apple's `CAEmitterCell`; semantics 12.
open class CAEmitterCell: CAMediaTiming {
  var values = EmitterCellValues()
  /// What was set as the contents.
  private var givenContents: Any?
  private var customValues: [String: Any] = [:]

  /// Creates a cell that emits nothing, as its birth rate is 0.
  public init() {}

  /// Creates a cell; nothing is decoded, as cells are not archived here.
  public required init?(coder: NSCoder) {}

  private func checked(_ value: CGFloat, _ key: String = #function) -> Double {
    EmitterCellValues.checked(value, key)
  }

  private func checked(_ value: Float, _ key: String = #function) -> Double {
    EmitterCellValues.checked(Double(value), key)
  }

  // MARK: What it is

  /// By what key paths find the cell. Default nil.
  open var name: String? {
    get { values.name }
    set { values.name = newValue }
  }

  /// Whether the cell is used. Default true.
  open var isEnabled: Bool {
    get { values.isEnabled }
    set { values.isEnabled = newValue }
  }

  /// The cells that each particle emits while it lives; a cell cannot emit itself. Default nil.
  open var emitterCells: [CAEmitterCell]?

  /// Further values, as of a layer's style; kept, without an effect. Default nil.
  open var style: [AnyHashable: Any]?

  // MARK: Births

  /// Particles a second; below 0 as 0. Default 0; animatable.
  open var birthRate: Float {
    get { Float(values.birthRate) }
    set { values.birthRate = checked(newValue) }
  }

  /// How long a particle lives, in seconds. Default 0; animatable.
  open var lifetime: Float {
    get { Float(values.lifetime) }
    set { values.lifetime = checked(newValue) }
  }

  /// By how much that differs. Default 0; animatable.
  open var lifetimeRange: Float {
    get { Float(values.lifetimeRange) }
    set { values.lifetimeRange = checked(newValue) }
  }

  // MARK: Motion

  /// The direction's angle out of the plane, towards the viewer, in radians. Default 0; animatable.
  open var emissionLatitude: CGFloat {
    get { values.emissionLatitude }
    set { values.emissionLatitude = checked(newValue) }
  }

  /// The direction's angle in the plane, from x towards y, in radians. Default 0; animatable.
  ///
  /// From a line 0 is away from it, towards smaller y; from a circle or sphere, away from the middle; and
  /// of a particle's own cells, the direction in which the particle set out.
  open var emissionLongitude: CGFloat {
    get { values.emissionLongitude }
    set { values.emissionLongitude = checked(newValue) }
  }

  /// The width of the angle, in radians, within which directions differ. Default 0; animatable.
  open var emissionRange: CGFloat {
    get { values.emissionRange }
    set { values.emissionRange = checked(newValue) }
  }

  /// Points a second at birth. Default 0; animatable.
  open var velocity: CGFloat {
    get { values.velocity }
    set { values.velocity = checked(newValue) }
  }

  /// By how much that differs. Default 0; animatable.
  open var velocityRange: CGFloat {
    get { values.velocityRange }
    set { values.velocityRange = checked(newValue) }
  }

  /// Points per second squared, along x. Default 0; animatable.
  open var xAcceleration: CGFloat {
    get { values.xAcceleration }
    set { values.xAcceleration = checked(newValue) }
  }

  /// Points per second squared, along y. Default 0; animatable.
  open var yAcceleration: CGFloat {
    get { values.yAcceleration }
    set { values.yAcceleration = checked(newValue) }
  }

  /// Points per second squared, towards the viewer. Default 0; animatable.
  open var zAcceleration: CGFloat {
    get { values.zAcceleration }
    set { values.zAcceleration = checked(newValue) }
  }

  // MARK: Look

  /// How large a particle is, 1 being the size of its contents. Default 1; animatable.
  open var scale: CGFloat {
    get { values.scale }
    set { values.scale = checked(newValue) }
  }

  /// By how much that differs. Default 0; animatable.
  open var scaleRange: CGFloat {
    get { values.scaleRange }
    set { values.scaleRange = checked(newValue) }
  }

  /// How much the scale grows in a second; it ends at 0. Default 0; animatable.
  open var scaleSpeed: CGFloat {
    get { values.scaleSpeed }
    set { values.scaleSpeed = checked(newValue) }
  }

  /// How fast a particle turns, in radians a second. Default 0; animatable.
  open var spin: CGFloat {
    get { values.spin }
    set { values.spin = checked(newValue) }
  }

  /// By how much that differs. Default 0; animatable.
  open var spinRange: CGFloat {
    get { values.spinRange }
    set { values.spinRange = checked(newValue) }
  }

  /// Multiplied into the contents. Default opaque white; animatable.
  open var color: CGColor? {
    get { values.color }
    set { values.color = newValue }
  }

  /// By how much red differs. Default 0; animatable.
  open var redRange: Float {
    get { Float(values.colorRange.x) }
    set { values.colorRange.x = checked(newValue) }
  }

  /// By how much green differs. Default 0; animatable.
  open var greenRange: Float {
    get { Float(values.colorRange.y) }
    set { values.colorRange.y = checked(newValue) }
  }

  /// By how much blue differs. Default 0; animatable.
  open var blueRange: Float {
    get { Float(values.colorRange.z) }
    set { values.colorRange.z = checked(newValue) }
  }

  /// By how much alpha differs. Default 0; animatable.
  open var alphaRange: Float {
    get { Float(values.colorRange.w) }
    set { values.colorRange.w = checked(newValue) }
  }

  /// By how much red grows in a second. Default 0; animatable.
  open var redSpeed: Float {
    get { Float(values.colorSpeed.x) }
    set { values.colorSpeed.x = checked(newValue) }
  }

  /// By how much green grows in a second. Default 0; animatable.
  open var greenSpeed: Float {
    get { Float(values.colorSpeed.y) }
    set { values.colorSpeed.y = checked(newValue) }
  }

  /// By how much blue grows in a second. Default 0; animatable.
  open var blueSpeed: Float {
    get { Float(values.colorSpeed.z) }
    set { values.colorSpeed.z = checked(newValue) }
  }

  /// By how much alpha grows in a second. Default 0; animatable.
  open var alphaSpeed: Float {
    get { Float(values.colorSpeed.w) }
    set { values.colorSpeed.w = checked(newValue) }
  }

  /// What a particle shows, usually a `CGImage`; without any it cannot be seen. Default nil.
  open var contents: Any? {
    get { givenContents }
    set {
      givenContents = newValue
      values["contents"] = AnimatableValue(newValue)
      if case .none = values["contents"] { values.contents = nil }
    }
  }

  /// The part of the contents to show, in fractions of them. Default all; animatable.
  open var contentsRect: CGRect {
    get { values.contentsRect }
    set {
      precondition(newValue.isFinite, "contentsRect must be finite, not \(newValue)")
      values.contentsRect = newValue
    }
  }

  /// Pixels of the contents per point. Default 1.
  open var contentsScale: CGFloat {
    get { values.contentsScale }
    set { values.contentsScale = checked(newValue) }
  }

  /// How contents are filtered when they shrink. Default linear.
  open var minificationFilter: String {
    get { values.minificationFilter.rawValue }
    set { values.minificationFilter = CALayerContentsFilter(rawValue: newValue) }
  }

  /// How contents are filtered when they grow. Default linear.
  open var magnificationFilter: String {
    get { values.magnificationFilter.rawValue }
    set { values.magnificationFilter = CALayerContentsFilter(rawValue: newValue) }
  }

  /// Kept, without an effect. Default 0.
  open var minificationFilterBias: Float {
    get { Float(values.minificationFilterBias) }
    set { values.minificationFilterBias = checked(newValue) }
  }

  // MARK: Time

  /// When the cell begins to emit, in seconds. Default 0.
  open var beginTime: CFTimeInterval {
    get { values.timing.beginTime }
    set { values.timing.beginTime = MediaTiming.checked(newValue, "beginTime") }
  }

  /// For how long it emits, in seconds of its own; 0, the default, has no end.
  open var duration: CFTimeInterval {
    get { values.timing.duration }
    set { values.timing.duration = checked(newValue) }
  }

  /// Seconds of the cell and its particles per second of the layer. Default 1.
  open var speed: Float {
    get { values.timing.speed }
    set { values.timing.speed = Float(MediaTiming.checked(Double(newValue), "speed")) }
  }

  /// Kept, without an effect: what a cell emits is alike at all times. Default 0.
  open var timeOffset: CFTimeInterval {
    get { values.timing.timeOffset }
    set { values.timing.timeOffset = MediaTiming.checked(newValue, "timeOffset") }
  }

  /// How many times ``duration`` it emits. Default 0, which means once.
  open var repeatCount: Float {
    get { values.timing.repeatCount }
    set { values.timing.repeatCount = Float(checked(newValue)) }
  }

  /// For how long it emits; wins over ``repeatCount``. Default 0, which means unset.
  open var repeatDuration: CFTimeInterval {
    get { values.timing.repeatDuration }
    set { values.timing.repeatDuration = checked(newValue) }
  }

  /// Whether ``duration`` counts twice. Default false.
  open var autoreverses: Bool {
    get { values.timing.autoreverses }
    set { values.timing.autoreverses = newValue }
  }

  /// Kept, without an effect. Default removed.
  open var fillMode: CAMediaTimingFillMode {
    get { values.timing.fillMode }
    set { values.timing.fillMode = newValue }
  }

  // MARK: Key-value coding

  /// Returns what a key of a cell has when it was never set; nil in this class.
  open class func defaultValue(forKey key: String) -> Any? { nil }

  /// Returns whether a key is archived; nothing is archived here.
  open func shouldArchiveValue(forKey key: String) -> Bool { false }

  /// Returns a value by its key: a property of the cell, or what was set under the key.
  open func value(forKey key: String) -> Any? {
    switch key {
    case "contents": contents
    case "emitterCells": emitterCells
    case "style": style
    default:
      EmitterCellValues.hasKey(key)
        ? values[key].any
        : customValues[key] ?? style?[key] ?? type(of: self).defaultValue(forKey: key)
    }
  }

  /// Sets a value by its key; a value of another kind does nothing.
  open func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "contents": contents = value
    case "emitterCells": emitterCells = value as? [CAEmitterCell]
    case "style": style = value as? [AnyHashable: Any]
    default:
      if EmitterCellValues.hasKey(key) {
        values[key] = AnimatableValue(value)
      } else {
        customValues[key] = value
      }
    }
  }

  /// Returns a value by its path, such as "emitterCells.spark.birthRate".
  open func value(forKeyPath keyPath: String) -> Any? {
    let path = PropertyPath(keyPath)
    if path.rest.isEmpty { return value(forKey: keyPath) }
    if path.key == "emitterCells" {
      return emitterCells?.first { path.rest.hasPrefix(($0.name ?? "") + ".") }
        .flatMap { $0.value(forKeyPath: String(path.rest.dropFirst(($0.name ?? "").count + 1))) }
    }
    return path.member.flatMap { $0.read(AnimatableValue(value(forKey: path.key)))?.any }
  }

  /// Sets a value by its path, such as "contentsRect.size.width"; a path that leads nowhere is left
  /// alone.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    let path = PropertyPath(keyPath)
    if path.rest.isEmpty {
      setValue(value, forKey: keyPath)
    } else if path.key == "emitterCells" {
      for cell in emitterCells ?? [] where path.rest.hasPrefix((cell.name ?? "") + ".") {
        cell.setValue(
          value, forKeyPath: String(path.rest.dropFirst((cell.name ?? "").count + 1)))
        return
      }
    } else if let written = path.member?.write(
      AnimatableValue(value), into: AnimatableValue(self.value(forKey: path.key)))
    {
      setValue(written.any, forKey: path.key)
    }
  }

  // MARK: Values

  /// How deep cells may lie in one another.
  static let deepest = 4

  /// The cell and those that it emits, as values. One that comes around to itself is left out, as are
  /// those that lie too deep.
  func snapshot(in outer: [CAEmitterCell] = []) -> EmitterCellValues? {
    if outer.contains(where: { $0 === self }) || outer.count >= Self.deepest {
      Diagnostics.reportOnce(
        "CAEmitterCell \(name ?? "") in itself",
        "an emitter cell named \"\(name ?? "")\" emits itself, or lies in more than "
          + "\(Self.deepest - 1) others: it is left out there")
      return nil
    }
    var result = values
    result.cells = (emitterCells ?? []).compactMap { $0.snapshot(in: outer + [self]) }
    return result
  }

  /// Creates a cell from values, as a presentation copy of a layer shows it.
  static func showing(_ values: EmitterCellValues) -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.values = values
    cell.givenContents = values["contents"].any
    cell.emitterCells = values.cells.isEmpty ? nil : values.cells.map { .showing($0) }
    return cell
  }
}

extension CAEmitterCell: Hashable {
  /// Cells are equal when they are the same object.
  public static func == (a: CAEmitterCell, b: CAEmitterCell) -> Bool { a === b }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
