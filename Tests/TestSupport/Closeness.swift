// Closeness.swift
// The comparison of numbers in tests.
//
// SPDX-License-Identifier: MIT

/// Whether two numbers differ by at most a tolerance.
package func isClose(_ a: Double, _ b: Double, within tolerance: Double = 1e-5) -> Bool {
  abs(a - b) <= tolerance
}
