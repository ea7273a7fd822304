// SpringMotion.swift
// Stage: commit → sample. A spring's motion through a duration, with its constants worked out: all that a frame
// computes, of four springs at a time.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A spring's motion through a duration.
package struct SpringMotion: Hashable, Sendable {
  /// Seconds of the spring at progress 1.
  private var duration: TimeInterval
  /// The rate at which the motion dies away, a second.
  private var decay: Double
  /// The frequency of the damped oscillation, in radians a second; 0 for a spring that does not oscillate.
  private var frequency = 0.0
  /// The factor of the oscillation's sine, whose cosine has the factor 1.
  private var sine = 0.0
  /// Of a critically damped spring, the factor of the term that is linear in time, per second.
  private var linear = 0.0
  /// Of an overdamped spring, the rate at which its faster part dies away beyond the slower one; 0 for others.
  private var fasterDecay = 0.0
  /// The faster part's share.
  private var faster = 0.0
  /// Whether the tables of ``Tables`` hold all of its motion.
  private var isTabulated = false

  /// The tables from which four springs are computed at a time.
  struct Tables {
    var sinCos: SinCosTable.Reader
    var exponentials: ExponentialTable.Reader
  }

  package init(_ spring: Spring, duration: TimeInterval) {
    // An animation without an end stays at its start.
    self.duration = duration.isFinite ? duration : 0
    let (w, z, v) = (spring.frequency, spring.dampingRatio, spring.initialVelocity)
    if z < 1 {
      frequency = w * (1 - z * z).squareRoot()
      decay = z * w
      sine = (z * w - v) / frequency
    } else if z > 1 && spring.allowsOverdamping {
      let root = w * (z * z - 1).squareRoot()
      // The slower exponent without subtracting nearly equal numbers, and the faster one relative
      // to it: accurate near the critical damping and far above it.
      decay = w / (z + (z * z - 1).squareRoot())
      fasterDecay = 2 * root
      faster = (v - decay) / (2 * root)
    } else {
      decay = w
      linear = w - v
    }
    isTabulated =
      fasterDecay == 0 && ExponentialTable.range.contains(-decay * self.duration)
      && frequency * self.duration < SinCosTable.largestAngle
  }

  /// Returns the fraction of the distance covered at a progress through the duration, bit for bit that of a frame.
  package func fraction(at progress: Double) -> Double {
    SinCosTable.shared.withReader { sinCos in
      ExponentialTable.shared.withReader {
        fraction(at: progress, Tables(sinCos: sinCos, exponentials: $0))
      }
    }
  }

  /// Returns the fraction of the distance covered at a progress through the duration.
  func fraction(at progress: Double, _ tables: Tables) -> Double {
    guard isTabulated, 0 <= progress, progress <= 1 else {
      return 1 - remainder(at: progress * duration)
    }
    return Self.tabulated((self, self, self, self), at: SIMD4(repeating: progress), tables).x
  }

  /// Returns the fractions of the distances covered by four springs, each at a progress of its own, 0...1.
  @inline(__always)
  static func fractions(
    _ springs: (Self, Self, Self, Self), at progresses: SIMD4<Double>, _ tables: Tables
  ) -> SIMD4<Double> {
    if springs.0.isTabulated, springs.1.isTabulated, springs.2.isTabulated, springs.3.isTabulated {
      return tabulated(springs, at: progresses, tables)
    }
    return SIMD4(
      springs.0.fraction(at: progresses.x, tables), springs.1.fraction(at: progresses.y, tables),
      springs.2.fraction(at: progresses.z, tables), springs.3.fraction(at: progresses.w, tables))
  }

  @inline(__always)
  private static func tabulated(
    _ springs: (Self, Self, Self, Self), at progresses: SIMD4<Double>, _ tables: Tables
  ) -> SIMD4<Double> {
    let (a, b, c, d) = springs
    let time = progresses * SIMD4(a.duration, b.duration, c.duration, d.duration)
    let envelope = tables.exponentials.exponentials(
      SIMD4(-a.decay, -b.decay, -c.decay, -d.decay) * time)
    let turn = tables.sinCos.cosinesAndSines(
      SIMD4(a.frequency, b.frequency, c.frequency, d.frequency) * time)
    let swing = turn.cosines + SIMD4(a.sine, b.sine, c.sine, d.sine) * turn.sines
    return 1 - envelope * (swing + SIMD4(a.linear, b.linear, c.linear, d.linear) * time)
  }

  /// Returns the remaining distance after some seconds.
  func remainder(at time: TimeInterval) -> Double {
    let envelope = exp(-decay * time)
    if fasterDecay != 0 { return envelope * (1 + faster * expm1(-fasterDecay * time)) }
    let angle = frequency * time
    return envelope * (cos(angle) + sine * sin(angle) + linear * time)
  }
}
