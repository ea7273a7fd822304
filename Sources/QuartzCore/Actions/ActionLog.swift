// ActionLog.swift
// Stage: action search. Counts of the searches, and the lines of the debug switch `actions`.
//
// SPDX-License-Identifier: MIT

/// The results of a tree's action searches since its last frame.
package struct ActionCounts: Hashable, Sendable {
  /// Searches that found an action.
  package var answered = 0
  /// Searches that found none, or `NSNull`.
  package var refused = 0

  package init() {}
}

extension LayerContext {
  func noteActionSearch(of layer: CALayer, answered: Bool) {
    if let actionCountRoot, !layer.isWithin(actionCountRoot) { return }
    if answered { actionCounts.answered += 1 } else { actionCounts.refused += 1 }
  }

  /// Returns the counts and starts again from zero.
  package func takeActionCounts() -> ActionCounts {
    defer { actionCounts = ActionCounts() }
    return actionCounts
  }
}

extension CALayer {
  /// Whether a layer is this one or one of its superlayers.
  func isWithin(_ ancestor: CALayer) -> Bool {
    var current: CALayer? = self
    while let layer = current, layer !== ancestor { current = layer.parent }
    return current != nil
  }
}

/// The lines of the debug switch `actions`.
enum ActionLog {
  /// The last place that returned an action; nil for the built-in one. Only searches of live layers
  /// are logged, which belong to the main thread.
  nonisolated(unsafe) static var answerer: String?

  static func write(_ answer: (any CAAction)?, to event: String, of layer: CALayer) {
    guard layer.context != nil else { return }
    let place = answerer.map { "by \($0)" } ?? (answer is CAAnimation ? "built in" : "no answer")
    let what = answer.map { "\(type(of: $0))" } ?? "none"
    DebugSwitches.actions.log("\(layer.label) \(event): \(what), \(place)")
  }
}
