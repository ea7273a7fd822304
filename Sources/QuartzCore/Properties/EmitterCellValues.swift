// EmitterCellValues.swift
// The stored properties of `CAEmitterCell`, and the table of their keys.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// The stored properties of a `CAEmitterCell`. Lengths are points of the layer's space, times seconds,
/// angles radians.
package struct EmitterCellValues: Hashable, Sendable {
  package var name: String?
  package var isEnabled = true
  package var contents: LayerContents?
  package var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  /// Pixels of the contents per point.
  package var contentsScale = 1.0
  package var minificationFilter = CALayerContentsFilter.linear
  package var magnificationFilter = CALayerContentsFilter.linear
  package var minificationFilterBias = 0.0
  /// Particles per second.
  package var birthRate = 0.0
  package var lifetime = 0.0, lifetimeRange = 0.0
  package var emissionLatitude = 0.0, emissionLongitude = 0.0, emissionRange = 0.0
  package var velocity = 0.0, velocityRange = 0.0
  package var xAcceleration = 0.0, yAcceleration = 0.0, zAcceleration = 0.0
  package var scale = 1.0, scaleRange = 0.0, scaleSpeed = 0.0
  package var spin = 0.0, spinRange = 0.0
  /// Multiplied into the contents; nil is invisible.
  package var color: CGColor? = .white
  /// Red, green, blue, alpha.
  package var colorRange = SIMD4<Double>.zero
  /// Per second.
  package var colorSpeed = SIMD4<Double>.zero
  /// In the layer's time, or in the time since the birth of the emitting particle.
  package var timing = MediaTiming()
  /// The kinds of particles that each particle emits.
  package var cells: [EmitterCellValues] = []

  package init() {}

  /// The time of emission, from the start of the simulation or the emitting particle's birth. A duration
  /// of 0 has no end.
  package var emission: ClosedRange<TimeInterval> {
    let active = timing.active
    let length =
      active.activeDuration > 0 && timing.speed != 0
      ? active.activeDuration / Double(abs(timing.speed)) : .infinity
    return timing.beginTime...timing.beginTime + length
  }
}

// MARK: - Keys

extension EmitterCellValues {
  private typealias Path = WritableKeyPath<EmitterCellValues, Double> & Sendable

  /// The properties that are single numbers, by key.
  private static let numbers: [String: any Path] = [
    "birthRate": \.birthRate, "lifetime": \.lifetime, "lifetimeRange": \.lifetimeRange,
    "emissionLatitude": \.emissionLatitude, "emissionLongitude": \.emissionLongitude,
    "emissionRange": \.emissionRange, "velocity": \.velocity, "velocityRange": \.velocityRange,
    "xAcceleration": \.xAcceleration, "yAcceleration": \.yAcceleration,
    "zAcceleration": \.zAcceleration, "scale": \.scale, "scaleRange": \.scaleRange,
    "scaleSpeed": \.scaleSpeed, "spin": \.spin, "spinRange": \.spinRange,
    "redRange": \.colorRange.x, "greenRange": \.colorRange.y, "blueRange": \.colorRange.z,
    "alphaRange": \.colorRange.w, "redSpeed": \.colorSpeed.x, "greenSpeed": \.colorSpeed.y,
    "blueSpeed": \.colorSpeed.z, "alphaSpeed": \.colorSpeed.w, "contentsScale": \.contentsScale,
    "minificationFilterBias": \.minificationFilterBias, "beginTime": \.timing.beginTime,
    "duration": \.timing.duration, "timeOffset": \.timing.timeOffset,
    "repeatDuration": \.timing.repeatDuration,
  ]

  /// Whether a key is a property of cells.
  package static func hasKey(_ key: String) -> Bool {
    numbers[key] != nil || others.contains(key)
  }

  private static let others: Set<String> = [
    "name", "enabled", "isEnabled", "contents", "contentsRect", "color", "minificationFilter",
    "magnificationFilter", "speed", "repeatCount", "autoreverses", "fillMode",
  ]

  /// Whether a key can be animated.
  package static func isAnimatable(_ key: String) -> Bool {
    switch key {
    case "beginTime", "duration", "timeOffset", "repeatDuration": false
    case "color", "contents", "contentsRect", "enabled", "isEnabled": true
    default: numbers[key] != nil
    }
  }

  /// The value of a key; none for an unknown key. Setting a value of another kind does nothing; none is 0
  /// for a number.
  package subscript(key: String) -> AnimatableValue {
    get {
      if let path = Self.numbers[key] { return .number(self[keyPath: path]) }
      switch key {
      case "name": return name.map { .object($0) } ?? .none
      case "enabled", "isEnabled": return .flag(isEnabled)
      case "contents": return contents.map { .contents($0) } ?? .none
      case "contentsRect": return .rect(contentsRect)
      case "color": return .color(color)
      case "minificationFilter": return .object(minificationFilter.rawValue)
      case "magnificationFilter": return .object(magnificationFilter.rawValue)
      case "speed": return .number(Double(timing.speed))
      case "repeatCount": return .number(Double(timing.repeatCount))
      case "autoreverses": return .flag(timing.autoreverses)
      case "fillMode": return .object(timing.fillMode)
      default: return .none
      }
    }
    set {
      let isNone = if case .none = newValue { true } else { false }
      if let path = Self.numbers[key] {
        guard let number = isNone ? 0 : newValue.numbers(as: .number)?.x else { return }
        self[keyPath: path] = Self.checked(number, key)
        return
      }
      switch key {
      case "name": if case .object(let object) = newValue { name = object as? String }
      case "enabled", "isEnabled": isEnabled = newValue.number != 0
      case "contents":
        if case .contents(let value) = newValue {
          contents = value
        } else if isNone {
          contents = nil
        }
      case "contentsRect":
        if let lanes = newValue.numbers(as: .rect) { contentsRect = CGRect(lanes: lanes) }
      case "color": if isNone || newValue.color != nil { color = newValue.color }
      case "minificationFilter":
        minificationFilter = newValue.name(CALayerContentsFilter.self) ?? minificationFilter
      case "magnificationFilter":
        magnificationFilter = newValue.name(CALayerContentsFilter.self) ?? magnificationFilter
      case "speed": timing.speed = Float(nearest: Self.checked(newValue.number, key))
      case "repeatCount": timing.repeatCount = Float(nearest: Self.checked(newValue.number, key))
      case "autoreverses": timing.autoreverses = newValue.number != 0
      case "fillMode":
        timing.fillMode = newValue.name(CAMediaTimingFillMode.self) ?? timing.fillMode
      default: break
      }
    }
  }

  /// Returns a number, which may be infinite, as a lifetime can be; NaN is 0, with a report.
  package static func checked(_ value: Double, _ key: String) -> Double {
    MediaTiming.number(value, "\(key) of an emitter cell")
  }
}

/// The path to a property of a cell: "fire.birthRate", or "rocket.emitterCells.flare.birthRate".
package struct EmitterCellPath: Hashable, Sendable {
  /// The names of the cells, outermost first.
  package var names: [String]
  package var key: String

  /// Parses the part after "emitterCells."; nil when it names no property of a cell.
  package init?(_ rest: String) {
    let parts = rest.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    guard parts.count >= 2, parts.count % 2 == 0, EmitterCellValues.hasKey(parts[parts.count - 1])
    else { return nil }
    names = []
    for index in stride(from: 0, to: parts.count, by: 2) {
      names.append(parts[index])
      if index + 2 < parts.count && parts[index + 1] != "emitterCells" { return nil }
    }
    key = parts[parts.count - 1]
  }

  /// Parses the part after "emitterCells." into a cell's property and a member of its value, such as
  /// "fire.contentsRect.size.width"; nil when it names neither.
  package static func parse(_ rest: String) -> (path: EmitterCellPath, member: ValueMember)? {
    if let path = EmitterCellPath(rest) { return (path, .whole) }
    var end = rest.endIndex
    while let dot = rest[..<end].lastIndex(of: ".") {
      if let path = EmitterCellPath(String(rest[..<dot])) {
        return ValueMember(name: String(rest[rest.index(after: dot)...])).map { (path, $0) }
      }
      end = dot
    }
    return nil
  }
}

extension [EmitterCellValues] {
  /// The value at a path; none where no cell has the name. Of several cells of one name, the first is used.
  package subscript(path: EmitterCellPath) -> AnimatableValue {
    get {
      find(path.names[...]).map { $0[path.key] } ?? .none
    }
    set { change(path.names[...]) { $0[path.key] = newValue } }
  }

  private func find(_ names: ArraySlice<String>) -> EmitterCellValues? {
    guard let name = names.first, let cell = first(where: { $0.name == name }) else { return nil }
    return names.count == 1 ? cell : cell.cells.find(names.dropFirst())
  }

  private mutating func change(
    _ names: ArraySlice<String>, _ change: (inout EmitterCellValues) -> Void
  ) {
    guard let name = names.first, let index = firstIndex(where: { $0.name == name }) else { return }
    if names.count == 1 {
      change(&self[index])
    } else {
      self[index].cells.change(names.dropFirst(), change)
    }
  }
}
