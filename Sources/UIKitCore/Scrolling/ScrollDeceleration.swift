// ScrollDeceleration.swift
// Where content goes that was let go: it coasts, is pulled back from beyond its edges, or is taken to
// a place. Pure: times in, offsets out.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// The way of one coordinate of a scroll view's offset, in points, over time.
///
/// It coasts until it stands or comes to an edge, and swings back from there once, without a bounce of
/// its own: the edge is a critically damped spring.
///
///     let motion = ScrollDeceleration(from: 0, velocity: 1000, limits: 0...5000, decelerationRate: 0.998)
///     motion.offset(at: motion.duration)  // about 499
package struct ScrollDeceleration: Hashable, Sendable {
  /// Below this distance, in points, content stands where it is going to.
  package static let tolerance: CGFloat = 0.5
  /// The spring's rate, per second: 99 % of the way back take two thirds of a second.
  private static let springRate: Double = 10
  /// How much of a drag beyond an edge content follows; 0.55 at the edge, less further out.
  private static let stiffness: CGFloat = 0.55

  private let start: CGFloat
  private let velocity: CGFloat
  /// The logarithm of the part of the speed that is left after a second; negative.
  private let decay: Double
  /// When the spring takes over, in seconds from the start; infinite for never.
  private let springBegin: TimeInterval
  private let springTarget: CGFloat
  private let springOffset: CGFloat
  private let springVelocity: CGFloat
  /// Where the motion ends, in points.
  package let end: CGFloat
  /// Seconds until it stands.
  package let duration: TimeInterval

  /// The motion of content that was let go.
  ///
  /// - Parameters:
  ///   - start: The offset; beyond `limits` it is pulled back at once.
  ///   - velocity: Points a second.
  ///   - limits: The offsets between the edges.
  ///   - decelerationRate: The part of the speed that is left after a millisecond, as
  ///     `UIScrollView.DecelerationRate` has it.
  ///   - bounces: Whether content may go beyond the edges; otherwise it stops there.
  /// - Precondition: Finite numbers, a rate between 0 and 1.
  package init(
    from start: CGFloat, velocity: CGFloat, limits: ClosedRange<CGFloat>,
    decelerationRate rate: CGFloat, bounces: Bool = true
  ) {
    precondition(
      start.isFinite && velocity.isFinite && rate > 0 && rate < 1,
      "content cannot coast from \(start) at \(velocity) with a rate of \(rate)")
    let decay = log(Double(rate)) * 1000
    let rest = start - velocity / CGFloat(decay)
    if !limits.contains(start) {
      let edge = min(max(start, limits.lowerBound), limits.upperBound)
      self.init(springFrom: start, velocity: bounces ? velocity : 0, to: edge)
    } else if !limits.contains(rest) {
      // The time at which it passes the edge, and how fast it still is.
      let edge = rest < limits.lowerBound ? limits.lowerBound : limits.upperBound
      let left = max(0, Double(1 - (edge - start) / (rest - start)))
      let time = left > 0 ? log(left) / decay : 0
      self.init(
        start: start, velocity: velocity, decay: decay, springBegin: time, springTarget: edge,
        springOffset: 0, springVelocity: bounces ? velocity * CGFloat(left) : 0)
    } else {
      self.init(
        start: start, velocity: velocity, decay: decay, springBegin: .infinity,
        springTarget: rest, springOffset: 0, springVelocity: 0)
    }
  }

  /// The motion of content that is drawn to a place.
  package init(springFrom start: CGFloat, velocity: CGFloat, to target: CGFloat) {
    self.init(
      start: start, velocity: 0, decay: -1, springBegin: 0, springTarget: target,
      springOffset: start - target, springVelocity: velocity)
  }

  private init(
    start: CGFloat, velocity: CGFloat, decay: Double, springBegin: TimeInterval,
    springTarget: CGFloat, springOffset: CGFloat, springVelocity: CGFloat
  ) {
    self.start = start
    self.velocity = velocity
    self.decay = decay
    self.springBegin = springBegin
    self.springTarget = springTarget
    self.springOffset = springOffset
    self.springVelocity = springVelocity
    end = springTarget
    guard springBegin.isFinite else {
      let distance = abs(Double(springTarget - start))
      duration =
        distance > Double(Self.tolerance) ? log(Double(Self.tolerance) / distance) / decay : 0
      return
    }
    // The spring's distance is below (|a| + |b| t) e^(-rate t), which falls once t passes 1 / rate.
    let speed = Double(springVelocity) + Self.springRate * Double(springOffset)
    var time = 0.0
    while time < 10,
      (abs(Double(springOffset)) + abs(speed) * time) * exp(-Self.springRate * time)
        > Double(Self.tolerance) || (time < 1 / Self.springRate && speed != 0)
    {
      time += 1.0 / 120
    }
    duration = springBegin + time
  }

  /// The offset some seconds after the start; the place where it ends, from ``duration`` on.
  package func offset(at time: TimeInterval) -> CGFloat {
    guard time < duration else { return end }
    guard time >= springBegin else {
      return start + velocity * CGFloat((exp(decay * time) - 1) / decay)
    }
    let time = time - springBegin
    let speed = springVelocity + CGFloat(Self.springRate) * springOffset
    return springTarget
      + (springOffset + speed * CGFloat(time)) * CGFloat(exp(-Self.springRate * time))
  }

  /// Where content lies that is dragged to an offset: as far as the edges with the pointer, beyond
  /// them ever less, never further than the view is long.
  package static func dragged(
    to offset: CGFloat, limits: ClosedRange<CGFloat>, length: CGFloat
  ) -> CGFloat {
    guard length > 0 else { return min(max(offset, limits.lowerBound), limits.upperBound) }
    func beyond(_ distance: CGFloat) -> CGFloat {
      (1 - 1 / (distance * stiffness / length + 1)) * length
    }
    if offset < limits.lowerBound { return limits.lowerBound - beyond(limits.lowerBound - offset) }
    if offset > limits.upperBound { return limits.upperBound + beyond(offset - limits.upperBound) }
    return offset
  }

  /// The drag that ``dragged(to:limits:length:)`` shows as an offset: content that is caught beyond an
  /// edge stays under the pointer.
  package static func drag(
    showing offset: CGFloat, limits: ClosedRange<CGFloat>, length: CGFloat
  ) -> CGFloat {
    guard length > 0 else { return offset }
    func pulled(_ distance: CGFloat) -> CGFloat {
      (1 / max(1 - distance / length, 0.01) - 1) * length / stiffness
    }
    if offset < limits.lowerBound { return limits.lowerBound - pulled(limits.lowerBound - offset) }
    if offset > limits.upperBound { return limits.upperBound + pulled(offset - limits.upperBound) }
    return offset
  }
}
