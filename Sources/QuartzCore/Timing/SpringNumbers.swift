// SpringNumbers.swift
// The numbers of springs that callers give: others take the nearest that can be used, and are reported once.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation

/// The checked numbers of a spring, for animations and blocks.
package enum SpringNumbers {
  /// A perceptual duration, in seconds: positive. NaN is 0.5, the default.
  package static func duration(_ seconds: TimeInterval) -> TimeInterval {
    nearest(seconds, in: 1e-6...1e9, ifNaN: 0.5, "the perceptual duration of a spring")
  }

  /// A bounce: -1...1. NaN is 0.
  package static func bounce(_ bounce: Double) -> Double {
    nearest(bounce, in: -1...1, "the bounce of a spring")
  }

  /// A mass or a stiffness: positive.
  ///
  /// - Parameter usual: What NaN acts as.
  package static func positive(_ value: Double, ifNaN usual: Double, _ name: String) -> Double {
    nearest(value, in: 1e-6...1e12, ifNaN: usual, "the \(name) of a spring")
  }

  /// A damping: not negative. NaN is 10, Core Animation's default.
  package static func damping(_ value: Double) -> Double {
    nearest(value, in: 0...1e12, ifNaN: 10, "the damping of a spring")
  }
}
