// SineAndCosine.swift
// Stage: sample. Sine and cosine of one angle at once, inline: half of what a turning layer costs.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Returns the cosine and the sine of an angle in radians, each within 3e-16 of the exact one.
///
/// Both polynomials, for angles within an eighth of a turn, run in the two halves of one register.
///
/// Source: the coefficients of Sun's fdlibm, `k_sin.c` and `k_cos.c`; the division of pi/2 into three
/// numbers is Cody and Waite's.
@inline(__always)
package func cosineAndSine(_ angle: Double) -> SIMD2<Double> {
  // Beyond this the quarters cannot be told exactly; NaN goes that way too.
  guard abs(angle) < 100_000 else { return SIMD2(cos(angle), sin(angle)) }
  // Adding 1.5 * 2^52 rounds to a whole number, and leaves it in the lowest bits.
  let rounded = angle * (2 / Double.pi) + 0x1.8p52
  let quarter = Int(truncatingIfNeeded: rounded.bitPattern)
  let quarters = rounded - 0x1.8p52
  let rest =
    ((angle - quarters * 0x1.921fb544p0) - quarters * 0x1.0b4611a6p-34)
    - quarters * 0x1.3198a2e037073p-69
  let square = rest * rest
  var sum = SIMD2(-1.13596475577881948265e-11, 1.58969099521155010221e-10)
  sum = sum * square + SIMD2(2.08757232129817482790e-09, -2.50507602534068634195e-08)
  sum = sum * square + SIMD2(-2.75573143513906633035e-07, 2.75573137070700676789e-06)
  sum = sum * square + SIMD2(2.48015872894767294178e-05, -1.98412698298579493134e-04)
  sum = sum * square + SIMD2(-1.38888888888741095749e-03, 8.33333333332248946124e-03)
  sum = sum * square + SIMD2(4.16666666666666019037e-02, -1.66666666666666324348e-01)
  // The cosine is 1 - z/2 + z^2 ..., the sine r + r z ...
  let cosine = 1 - (0.5 * square - square * square * sum.x)
  let sine = rest + rest * square * sum.y
  let turned = quarter & 1 == 0 ? SIMD2(cosine, sine) : SIMD2(-sine, cosine)
  return quarter & 2 == 0 ? turned : -turned
}
