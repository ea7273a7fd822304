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

/// What is known of each search: the lines of the debug switch `actions`, and the reports of recorders.
enum ActionLog {
  // Only searches of live layers are logged, which belong to the main thread.

  /// The last step that returned an action or `NSNull`; nil without one.
  @exclusivity(unchecked) nonisolated(unsafe) static var answerer: ActionStep?
  /// The number of trees with a recorder.
  @exclusivity(unchecked) nonisolated(unsafe) static var recorders = 0

  /// Whether searches are logged or recorded.
  static var isOn: Bool { recorders > 0 || DebugSwitches.on.contains(.actions) }

  /// Logs and records the result of a search.
  static func write(_ answer: (any CAAction)?, to event: String, of layer: CALayer) {
    guard layer.context != nil else { return }
    record(answer, outcome(of: answer), to: event, of: layer)
    guard DebugSwitches.on.contains(.actions) else { return }
    let place =
      switch answerer {
      case .implicit: "built in"
      case .some(let step): "by \(step.name)"
      case nil: answer == nil ? "no answer" : "by action(forKey:)"
      }
    let what = answer.map { "\(type(of: $0))" } ?? "none"
    DebugSwitches.actions.log("\(layer.label) \(event): \(what), \(place)")
  }

  /// Records that actions were disabled when an event happened.
  static func writeDisabled(_ event: String, of layer: CALayer) {
    record(nil, .disabled, to: event, of: layer)
  }

  private static func outcome(of answer: (any CAAction)?) -> ActionReport.Outcome {
    switch (answerer, answer) {
    case (let step?, .some): .action(step)
    case (let step?, nil): .null(step)
    case (nil, .some): .overridden
    case (nil, nil): .none
    }
  }

  private static func record(
    _ answer: (any CAAction)?, _ outcome: ActionReport.Outcome, to event: String, of layer: CALayer
  ) {
    guard let context = layer.context, let recorder = context.actionRecorder else { return }
    if let root = context.actionCountRoot, !layer.isWithin(root) { return }
    recorder.add(
      ActionReport(
        layer: ObjectIdentifier(layer), kind: type(of: layer),
        delegate: layer.delegate.map { type(of: $0) }, key: event, outcome: outcome,
        action: answer.map { type(of: $0) }, duration: (answer as? CAAnimation)?.duration))
  }
}
