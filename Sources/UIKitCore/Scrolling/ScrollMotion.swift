// ScrollMotion.swift
// The motion of scrolled content: deceleration after a release, the spring back from beyond the edges or to a target, and
// how little a drag beyond an edge moves it (rubber-banding). Pure: times in, offsets out.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation

/// The motion of one coordinate of a scroll view's offset, in points, over time.
///
/// It decelerates until it stops or reaches an edge. Beyond the edge a critically damped spring brings
/// it back, without oscillation.
///
///     let motion = ScrollMotion(from: 0, velocity: 1000, limits: 0...5000, decelerationRate: 0.998)
///     motion.offset(at: motion.duration)  // about 499
package struct ScrollMotion: Hashable, Sendable {
  /// The distance from the end, in points, at which the motion is over.
  package static let tolerance: CGFloat = 0.5
  /// The spring's rate, per second: it covers 99 % of the distance in two thirds of a second.
  private static let springRate: Double = 10
  /// The fraction of a drag that content follows at the edge; less further out.
  private static let stiffness: CGFloat = 0.55

  private let start: CGFloat
  private let velocity: CGFloat
  /// The logarithm of the fraction of the velocity left after a second; negative.
  private let decay: Double
  /// The time at which the spring takes over, in seconds from the start; infinity for never.
  private let springBegin: TimeInterval
  private let springTarget: CGFloat
  private let springOffset: CGFloat
  private let springVelocity: CGFloat
  /// The final offset, in points.
  package let end: CGFloat
  /// The duration in seconds.
  package let duration: TimeInterval

  /// Creates the motion of released content.
  ///
  /// - Parameters:
  ///   - start: The offset. Beyond `limits` it springs back at once.
  ///   - velocity: Points per second.
  ///   - limits: The range of offsets between the edges.
  ///   - decelerationRate: The fraction of the velocity left after a millisecond, as in
  ///     `UIScrollView.DecelerationRate`.
  ///   - bounces: Whether content may move beyond the edges; otherwise it stops there.
  /// - Precondition: Finite numbers, a rate between 0 and 1.
  package init(
    from start: CGFloat, velocity: CGFloat, limits: ClosedRange<CGFloat>,
    decelerationRate rate: CGFloat, bounces: Bool = true
  ) {
    trap(
      unless: start.isFinite && velocity.isFinite && rate > 0 && rate < 1,
      "content cannot decelerate from \(start) at \(velocity) with a rate of \(rate)")
    let decay = log(Double(rate)) * 1000
    let rest = start - velocity / CGFloat(decay)
    if !limits.contains(start) {
      let edge = min(max(start, limits.lowerBound), limits.upperBound)
      self.init(springFrom: start, velocity: bounces ? velocity : 0, to: edge)
    } else if !limits.contains(rest) {
      // The time and velocity at the edge.
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

  /// Creates the motion of content that springs to a target.
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

  /// Returns the offset at a time in seconds from the start; ``end`` from ``duration`` on.
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

  /// Returns the offset of content that is dragged: it follows the pointer up to the edges, and less
  /// and less beyond, never by more than the view's length.
  package static func rubberBanded(
    at offset: CGFloat, limits: ClosedRange<CGFloat>, length: CGFloat
  ) -> CGFloat {
    guard length > 0 else { return min(max(offset, limits.lowerBound), limits.upperBound) }
    func beyond(_ distance: CGFloat) -> CGFloat {
      (1 - 1 / (distance * stiffness / length + 1)) * length
    }
    if offset < limits.lowerBound { return limits.lowerBound - beyond(limits.lowerBound - offset) }
    if offset > limits.upperBound { return limits.upperBound + beyond(offset - limits.upperBound) }
    return offset
  }

  /// Returns the inverse of ``rubberBanded(at:limits:length:)``, so that content caught beyond an edge stays
  /// under the pointer.
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
