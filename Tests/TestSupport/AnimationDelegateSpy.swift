// AnimationDelegateSpy.swift
// A delegate of animations that records its calls.
//
// SPDX-License-Identifier: MIT

package import QuartzCore

/// Records each call as a line: "start", "stop true" or "stop false", after its name.
package final class AnimationDelegateSpy: CAAnimationDelegate {
  package var log: [String] = []
  private let name: String

  package init(_ name: String = "") { self.name = name }

  package func animationDidStart(_ anim: CAAnimation) { log.append("\(name)start") }

  package func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    log.append("\(name)stop \(flag)")
  }
}
