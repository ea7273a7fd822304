// CAEmitterCell.swift
// A kind of particle, emitted by an emitter layer or by other particles.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// A kind of particle: its birth rate, appearance and motion.
///
/// A value that varies has a mean and a range: each particle gets a random value at its birth, uniformly
/// distributed over [mean - range / 2, mean + range / 2]. Positions are functions of velocity, acceleration
/// and time, so any time can be shown without simulating the time before.
///
/// A layer copies the values of its cells when they are set. Afterwards, a cell is changed through the
/// layer, by its name:
///
///     fire.name = "fire"
///     layer.emitterCells = [fire]
///     layer.setValue(200, forKeyPath: "emitterCells.fire.birthRate")
///
/// A cell emits from ``beginTime`` for ``duration``, counted from the start of the simulation or, for a
/// particle's cells, from its birth. A duration of 0 has no end.
///
/// Source: Apple's `CAEmitterCell`.
open class CAEmitterCell: NSObject, CAMediaTiming {
  var values = EmitterCellValues()
  /// The contents as they were set.
  private var originalContents: Any?
  private var customValues: [String: Any] = [:]

  /// Creates a cell that emits nothing, as its birth rate is 0.
  public override init() {}

  /// Creates a cell that emits nothing. Cells are not archived, so nothing is decoded.
  public required init?(coder: NSCoder) {}

  private func checked(_ value: CGFloat, _ key: String = #function) -> Double {
    EmitterCellValues.checked(value, key)
  }

  private func checked(_ value: Float, _ key: String = #function) -> Double {
    EmitterCellValues.checked(Double(value), key)
  }

  // MARK: Identity

  /// The name of the cell in key paths. Default nil.
  open var name: String? {
    get { values.name }
    set { values.name = newValue }
  }

  /// Whether the cell emits. Default true.
  open var isEnabled: Bool {
    get { values.isEnabled }
    set { values.isEnabled = newValue }
  }

  /// The cells that each particle emits while it lives; a cell cannot emit itself. Default nil.
  open var emitterCells: [CAEmitterCell]?

  /// Values of keys that were never set. Default nil.
  open var style: [AnyHashable: Any]?

  // MARK: Births

  /// Particles per second; negative rates are 0. Default 0; animatable.
  open var birthRate: Float {
    get { Float(nearest: values.birthRate) }
    set { values.birthRate = checked(newValue) }
  }

  /// The lifetime of a particle, in seconds. Default 0; animatable.
  open var lifetime: Float {
    get { Float(nearest: values.lifetime) }
    set { values.lifetime = checked(newValue) }
  }

  /// The range of that value. Default 0; animatable.
  open var lifetimeRange: Float {
    get { Float(nearest: values.lifetimeRange) }
    set { values.lifetimeRange = checked(newValue) }
  }

  // MARK: Motion

  /// The angle of the direction out of the plane, towards the viewer, in radians. Default 0; animatable.
  open var emissionLatitude: CGFloat {
    get { values.emissionLatitude }
    set { values.emissionLatitude = checked(newValue) }
  }

  /// The angle of the direction in the plane, from x towards y, in radians. Default 0; animatable.
  ///
  /// 0 is towards smaller y from a line, away from the centre from a circle or sphere, and for a particle's
  /// own cells the particle's initial direction.
  open var emissionLongitude: CGFloat {
    get { values.emissionLongitude }
    set { values.emissionLongitude = checked(newValue) }
  }

  /// The angle of the cone of directions, in radians. Default 0; animatable.
  open var emissionRange: CGFloat {
    get { values.emissionRange }
    set { values.emissionRange = checked(newValue) }
  }

  /// The initial velocity, in points per second. Default 0; animatable.
  open var velocity: CGFloat {
    get { values.velocity }
    set { values.velocity = checked(newValue) }
  }

  /// The range of that value. Default 0; animatable.
  open var velocityRange: CGFloat {
    get { values.velocityRange }
    set { values.velocityRange = checked(newValue) }
  }

  /// The acceleration along x, in points per second squared. Default 0; animatable.
  open var xAcceleration: CGFloat {
    get { values.xAcceleration }
    set { values.xAcceleration = checked(newValue) }
  }

  /// The acceleration along y, in points per second squared. Default 0; animatable.
  open var yAcceleration: CGFloat {
    get { values.yAcceleration }
    set { values.yAcceleration = checked(newValue) }
  }

  /// The acceleration towards the viewer, in points per second squared. Default 0; animatable.
  open var zAcceleration: CGFloat {
    get { values.zAcceleration }
    set { values.zAcceleration = checked(newValue) }
  }

  // MARK: Appearance

  /// The scale of a particle; 1 is the size of its contents. Default 1; animatable.
  open var scale: CGFloat {
    get { values.scale }
    set { values.scale = checked(newValue) }
  }

  /// The range of that value. Default 0; animatable.
  open var scaleRange: CGFloat {
    get { values.scaleRange }
    set { values.scaleRange = checked(newValue) }
  }

  /// The change of the scale per second; the scale stops at 0. Default 0; animatable.
  open var scaleSpeed: CGFloat {
    get { values.scaleSpeed }
    set { values.scaleSpeed = checked(newValue) }
  }

  /// The rotation of a particle, in radians per second. Default 0; animatable.
  open var spin: CGFloat {
    get { values.spin }
    set { values.spin = checked(newValue) }
  }

  /// The range of that value. Default 0; animatable.
  open var spinRange: CGFloat {
    get { values.spinRange }
    set { values.spinRange = checked(newValue) }
  }

  /// The colour that the contents are multiplied by. Default opaque white; animatable.
  open var color: CGColor? {
    get { values.color }
    set { values.color = newValue }
  }

  /// The range of red. Default 0; animatable.
  open var redRange: Float {
    get { Float(nearest: values.colorRange.x) }
    set { values.colorRange.x = checked(newValue) }
  }

  /// The range of green. Default 0; animatable.
  open var greenRange: Float {
    get { Float(nearest: values.colorRange.y) }
    set { values.colorRange.y = checked(newValue) }
  }

  /// The range of blue. Default 0; animatable.
  open var blueRange: Float {
    get { Float(nearest: values.colorRange.z) }
    set { values.colorRange.z = checked(newValue) }
  }

  /// The range of alpha. Default 0; animatable.
  open var alphaRange: Float {
    get { Float(nearest: values.colorRange.w) }
    set { values.colorRange.w = checked(newValue) }
  }

  /// The change of red per second. Default 0; animatable.
  open var redSpeed: Float {
    get { Float(nearest: values.colorSpeed.x) }
    set { values.colorSpeed.x = checked(newValue) }
  }

  /// The change of green per second. Default 0; animatable.
  open var greenSpeed: Float {
    get { Float(nearest: values.colorSpeed.y) }
    set { values.colorSpeed.y = checked(newValue) }
  }

  /// The change of blue per second. Default 0; animatable.
  open var blueSpeed: Float {
    get { Float(nearest: values.colorSpeed.z) }
    set { values.colorSpeed.z = checked(newValue) }
  }

  /// The change of alpha per second. Default 0; animatable.
  open var alphaSpeed: Float {
    get { Float(nearest: values.colorSpeed.w) }
    set { values.colorSpeed.w = checked(newValue) }
  }

  /// The contents of a particle, usually a `CGImage`; nil is invisible. Default nil.
  open var contents: Any? {
    get { originalContents }
    set {
      originalContents = newValue
      values["contents"] = AnimatableValue(newValue)
      if case .none = values["contents"] { values.contents = nil }
    }
  }

  /// The visible part of the contents, in fractions of them. Default all; animatable.
  open var contentsRect: CGRect {
    get { values.contentsRect }
    set {
      func finite(_ value: CGFloat) -> CGFloat { nearest(value, "contentsRect of an emitter cell") }
      values.contentsRect = CGRect(
        x: finite(newValue.origin.x), y: finite(newValue.origin.y),
        width: finite(newValue.size.width), height: finite(newValue.size.height))
    }
  }

  /// Pixels of the contents per point. Default 1.
  open var contentsScale: CGFloat {
    get { values.contentsScale }
    set { values.contentsScale = checked(newValue) }
  }

  /// The filter for contents that are scaled down. Default linear.
  open var minificationFilter: String {
    get { values.minificationFilter.rawValue }
    set { values.minificationFilter = CALayerContentsFilter(rawValue: newValue) }
  }

  /// The filter for contents that are scaled up. Default linear.
  open var magnificationFilter: String {
    get { values.magnificationFilter.rawValue }
    set { values.magnificationFilter = CALayerContentsFilter(rawValue: newValue) }
  }

  /// Stored, without an effect. Default 0.
  open var minificationFilterBias: Float {
    get { Float(nearest: values.minificationFilterBias) }
    set { values.minificationFilterBias = checked(newValue) }
  }

  // MARK: Time

  /// The start of emission, in seconds. Default 0.
  open var beginTime: CFTimeInterval {
    get { values.timing.beginTime }
    set { values.timing.beginTime = MediaTiming.finite(newValue, "beginTime of an emitter cell") }
  }

  /// The duration of emission, in seconds of the cell's time; 0 has no end. Default 0.
  open var duration: CFTimeInterval {
    get { values.timing.duration }
    set { values.timing.duration = checked(newValue) }
  }

  /// Seconds of the cell and its particles per second of the layer. Default 1.
  open var speed: Float {
    get { values.timing.speed }
    set { values.timing.speed = MediaTiming.speed(newValue, of: "an emitter cell") }
  }

  /// Stored, without an effect. Default 0.
  open var timeOffset: CFTimeInterval {
    get { values.timing.timeOffset }
    set { values.timing.timeOffset = MediaTiming.finite(newValue, "timeOffset of an emitter cell") }
  }

  /// The number of times that ``duration`` repeats; 0 is once. Default 0.
  open var repeatCount: Float {
    get { values.timing.repeatCount }
    set { values.timing.repeatCount = Float(checked(newValue)) }
  }

  /// The total duration of emission, which overrides ``repeatCount``; 0 is unset. Default 0.
  open var repeatDuration: CFTimeInterval {
    get { values.timing.repeatDuration }
    set { values.timing.repeatDuration = checked(newValue) }
  }

  /// Whether ``duration`` is doubled. Default false.
  open var autoreverses: Bool {
    get { values.timing.autoreverses }
    set { values.timing.autoreverses = newValue }
  }

  /// Stored, without an effect. Default removed.
  open var fillMode: CAMediaTimingFillMode {
    get { values.timing.fillMode }
    set { values.timing.fillMode = newValue }
  }

  // MARK: Key-value coding

  /// Returns the value of a key that was never set: in this class, the default of a property, and nil for any
  /// other key.
  open class func defaultValue(forKey key: String) -> Any? {
    EmitterCellValues.hasKey(key) ? EmitterCellValues()[key].any : nil
  }

  /// Returns false: cells are not archived.
  open func shouldArchiveValue(forKey key: String) -> Bool { false }

  /// Returns a value by its key: a property of the cell, or a custom value.
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

  /// Sets a value by its key. Ignores a value of the wrong type.
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

  /// Sets a value by its path, such as "contentsRect.size.width". Ignores an unknown path.
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

  /// The maximum depth of nested cells.
  static let maximumDepth = 4

  /// The cell and its own cells, as values. Cells that contain themselves, and those nested too deeply, are
  /// left out.
  func snapshot(in outer: [CAEmitterCell] = []) -> EmitterCellValues? {
    if outer.contains(where: { $0 === self }) || outer.count >= Self.maximumDepth {
      Diagnostics.reportOnce(
        "CAEmitterCell \(name ?? "") in itself",
        "an emitter cell named \"\(name ?? "")\" emits itself, or is nested in more than "
          + "\(Self.maximumDepth - 1) others; it is left out")
      return nil
    }
    var result = values
    result.cells = (emitterCells ?? []).compactMap { $0.snapshot(in: outer + [self]) }
    return result
  }

  /// Creates a cell from values, for a presentation copy.
  static func presenting(_ values: EmitterCellValues) -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.values = values
    cell.originalContents = values["contents"].any
    cell.emitterCells = values.cells.isEmpty ? nil : values.cells.map { .presenting($0) }
    return cell
  }
}
