// Particle.swift
// One particle: its values at birth, and its position and appearance at any later time.
// Pure arithmetic: reads no clock, holds no state.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation
import QuartzCore

/// Random numbers that depend on a seed alone: equal in every run, on every machine.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
struct ParticleRandom {
  private var state: UInt64

  init(_ number: UInt64) { state = number }

  /// Mixes two numbers into one that is unrelated to either.
  static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var random = ParticleRandom(a ^ (b &* 0xD6E8_FEB8_6659_FD93))
    return random.bits()
  }

  mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The next number, uniform over 0..<1.
  mutating func fraction() -> Double { Double(bits() >> 11) * 0x1p-53 }

  /// The next number, uniform over [mean - range / 2, mean + range / 2].
  mutating func spread(_ mean: Double, _ range: Double) -> Double {
    mean + (fraction() - 0.5) * range
  }
}

/// One particle. Times are the layer's, in seconds, lengths points of its space.
package struct Particle: Equatable {
  package var born: TimeInterval
  /// Identifies the particle; the same one has it whenever it is created again.
  var number: UInt64
  /// The number of earlier particles of its cell with the same emitter.
  var index: Int
  /// Index of its cell in ``EmissionPlan/cells``.
  var cell: Int32
  /// Index into ``ParticleSystem/contents``.
  var contents: Int32
  /// In seconds of the particle's own time.
  package var lifetime: Double
  /// Seconds of its own time per second of the layer's.
  var speed: Double
  package var position: SIMD3<Double>
  package var velocity: SIMD3<Double>
  var acceleration: SIMD3<Double>
  /// The angle of its initial velocity in the plane.
  package var direction: Double
  package var scale: Double
  var scaleSpeed: Double
  package var spin: Double
  /// Red, green, blue, alpha.
  package var color: SIMD4<Double>
  var colorSpeed: SIMD4<Double>

  /// The layer time of its death.
  package var death: TimeInterval { born + lifetime / speed }

  /// Seconds of its own time since its birth.
  package func age(at time: TimeInterval) -> Double { (time - born) * speed }

  package func position(at age: Double) -> SIMD3<Double> {
    position + (velocity + acceleration * (age / 2)) * age
  }
}

extension Particle {
  /// Creates a particle of a cell.
  ///
  /// - Parameters:
  ///   - number: Identifies it; all that is random follows from this.
  ///   - parent: The particle that emitted it; nil for the layer.
  ///   - origin: The emitter's centre.
  init(
    of cell: EmitterCellValues, _ emitter: EmitterValues, born: TimeInterval, number: UInt64,
    index: Int, cellNumber: Int32, contents: Int32, parent: Particle?, origin: SIMD3<Double>
  ) {
    var random = ParticleRandom(number)
    // Each is drawn whether it is used or not, so that a change of one value leaves the others alone.
    let (u, v, w) = (random.fraction(), random.fraction(), random.fraction())
    let lifetime = random.spread(cell.lifetime, cell.lifetimeRange) * emitter.lifetime
    let longitude = random.spread(cell.emissionLongitude, cell.emissionRange)
    let velocity = random.spread(cell.velocity, cell.velocityRange) * emitter.velocity
    let scale = random.spread(cell.scale, cell.scaleRange) * emitter.scale
    let spin = random.spread(cell.spin, cell.spinRange) * emitter.spin
    var color = cell.color?.lanes ?? .zero
    for lane in 0..<4 { color[lane] = random.spread(color[lane], cell.colorRange[lane]) }

    self.born = born
    self.number = number
    self.index = index
    self.cell = cellNumber
    self.contents = contents
    self.lifetime = Self.bounded(lifetime)
    speed = Double(max(cell.timing.speed, 0)) * (parent?.speed ?? 1)
    var base: Double
    if let parent {
      position = parent.position(at: parent.age(at: born))
      base = parent.direction
    } else {
      let point = EmissionPoint(emitter, u, v, w)
      position = origin + point.offset
      base = point.direction
    }
    base += Self.bounded(longitude)
    direction = base
    let latitude = Self.bounded(cell.emissionLatitude)
    let along = SinCos(base), up = SinCos(latitude)
    self.velocity =
      SIMD3(up.cosine * along.cosine, up.cosine * along.sine, up.sine) * Self.bounded(velocity)
    acceleration = SIMD3(
      Self.bounded(cell.xAcceleration), Self.bounded(cell.yAcceleration),
      Self.bounded(cell.zAcceleration))
    self.scale = Self.bounded(scale)
    scaleSpeed = Self.bounded(cell.scaleSpeed * emitter.scale)
    self.spin = Self.bounded(spin)
    self.color = color
    colorSpeed = cell.colorSpeed
  }

  /// Returns a value clamped to ±10^9; 0 for NaN.
  static func bounded(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, -1e9), 1e9)
  }
}

/// Sine and cosine; exact for right angles, so that motion along an axis stays on it.
struct SinCos {
  var sine: Double, cosine: Double

  init(_ angle: Double) {
    let quarters = angle / (.pi / 2)
    if quarters == quarters.rounded(), abs(quarters) < 1e6 {
      let turn = Int(quarters) & 3
      (sine, cosine) = ([0, 1, 0, -1][turn], [1, 0, -1, 0][turn])
    } else {
      (sine, cosine) = (sin(angle), cos(angle))
    }
  }
}

/// A point of an emitter's shape, relative to its centre, and the direction away from the shape there.
struct EmissionPoint {
  var offset: SIMD3<Double>
  /// The angle to which the cells' longitudes are added.
  var direction: Double

  /// Finds a point of the shape.
  ///
  /// - Parameters u, v, w: Random numbers, 0..<1.
  init(_ emitter: EmitterValues, _ u: Double, _ v: Double, _ w: Double) {
    let (width, height, depth) = (
      abs(emitter.size.width), abs(emitter.size.height), abs(emitter.depth)
    )
    let mode = emitter.mode
    direction = 0
    switch emitter.shape {
    case .line:
      let x = mode == .points ? Self.end(u) : u - 0.5
      offset = SIMD3(x * width, 0, 0)
      // Perpendicular to the line: programs make snow fall from one with a longitude of π.
      direction = -.pi / 2
    case .rectangle:
      offset = Self.inBox(SIMD3(u, v, 0.5), SIMD3(width, height, 0), mode, w, isFlat: true)
    case .cuboid:
      offset = Self.inBox(SIMD3(u, v, w), SIMD3(width, height, depth), mode, w, isFlat: false)
    case .circle:
      let angle = 2 * Double.pi * u
      let around = SinCos(angle)
      let radius =
        mode == .points ? 0 : mode == .outline ? width : width * v.squareRoot()
      offset = SIMD3(around.cosine * radius, around.sine * radius, 0)
      direction = angle
    case .sphere:
      let angle = 2 * Double.pi * u
      let around = SinCos(angle)
      let z = mode == .outline ? 0 : 2 * v - 1
      let across = (1 - z * z).squareRoot()
      let radius = mode == .points ? 0 : mode == .volume ? width * cbrt(w) : width
      offset = SIMD3(around.cosine * across, around.sine * across, z) * radius
      direction = angle
    default: offset = .zero
    }
  }

  private static func end(_ fraction: Double) -> Double { fraction < 0.5 ? -0.5 : 0.5 }

  /// A point of a box or, where it is flat, of a rectangle.
  private static func inBox(
    _ fractions: SIMD3<Double>, _ size: SIMD3<Double>, _ mode: CAEmitterLayerEmitterMode,
    _ choice: Double, isFlat: Bool
  ) -> SIMD3<Double> {
    var at = fractions - 0.5
    let axes = isFlat ? 2 : 3
    // The random number of the axis that is fixed chooses the edge or face.
    var random = ParticleRandom((fractions.x * 0x1p53).bitPattern ^ choice.bitPattern)
    switch mode {
    case .points:
      for axis in 0..<axes { at[axis] = end(fractions[axis]) }
    case .outline:
      // Along one axis, at an end of all others; longer edges get more points.
      var place = random.fraction() * (isFlat ? size.x + size.y : size.sum())
      var free = 0
      while free < axes - 1, place >= size[free] {
        place -= size[free]
        free += 1
      }
      for axis in 0..<axes where axis != free { at[axis] = end(fractions[axis]) }
    case .surface where !isFlat:
      let areas = SIMD3(size.y * size.z, size.x * size.z, size.x * size.y)
      var place = random.fraction() * areas.sum()
      var cut = 0
      while cut < 2, place >= areas[cut] {
        place -= areas[cut]
        cut += 1
      }
      at[cut] = end(fractions[cut])
    default: break
    }
    return at * size
  }
}
