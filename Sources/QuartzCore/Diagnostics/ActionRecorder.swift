// ActionRecorder.swift
// The last changes of layers with the results of their action searches, for an inspector.
//
// SPDX-License-Identifier: MIT

/// The five steps of an action search, in order.
package enum ActionStep: Int, CaseIterable, Hashable, Sendable {
  case delegate, actions, style, defaultAction, implicit

  /// The step as it is written in code.
  package var name: String {
    switch self {
    case .delegate: "delegate"
    case .actions: "actions"
    case .style: "style"
    case .defaultAction: "defaultAction(forKey:)"
    case .implicit: "implicit action"
    }
  }
}

/// A change of a live layer, and the result of its action search.
package struct ActionReport {
  /// What came of the search.
  package enum Outcome: Hashable {
    /// A step returned an action.
    case action(ActionStep)
    /// A step returned `NSNull`, which ends the search without an action.
    case null(ActionStep)
    /// No step returned anything.
    case none
    /// The layer's class overrides `action(forKey:)`, and returned an action of its own.
    case overridden
    /// Actions are disabled in the transaction, so that nothing was searched.
    case disabled
  }

  package let layer: ObjectIdentifier
  /// The class of the layer.
  package let kind: Any.Type
  /// The class of the layer's delegate, such as a view's. Nil without one.
  package let delegate: Any.Type?
  package let key: String
  package let outcome: Outcome
  /// The class of the action. Nil without one.
  package let action: Any.Type?
  /// The duration of an action that is an animation, in seconds.
  package let duration: Double?
}

/// The last changes beneath a tree's ``LayerContext/actionCountRoot``. Layers are not retained.
package final class ActionRecorder {
  /// The older reports are dropped beyond these.
  package static let most = 32

  /// Oldest first; a layer's property has only its last change.
  package private(set) var reports: [ActionReport] = []
  /// Incremented with each change.
  package private(set) var version = 0

  package init() {}

  package func removeAll() {
    reports.removeAll()
    version += 1
  }

  func add(_ report: ActionReport) {
    reports.removeAll { $0.layer == report.layer && $0.key == report.key }
    reports.append(report)
    if reports.count > Self.most { reports.removeFirst() }
    version += 1
  }
}
