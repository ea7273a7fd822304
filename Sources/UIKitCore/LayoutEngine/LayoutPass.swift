// LayoutPass.swift
// Stage: layout. Before views are laid out: views update their constraints, and engines find their solution.
//
// SPDX-License-Identifier: MIT

import QuartzCore

/// What has to happen before the next layout of views with constraints.
@MainActor enum LayoutPass {
  private struct WeakView { weak var view: UIView? }
  private struct WeakEngine { weak var engine: LayoutEngine? }

  private static var viewsToUpdate: [WeakView] = []
  private static var engines: [WeakEngine] = []

  /// Whether any view tree needs layout.
  private(set) static var isPending = false

  /// Whether a constraint was ever active. Views in a program without constraints do not look for engines.
  static var isInUse = false

  static func add(_ view: UIView) {
    viewsToUpdate.append(WeakView(view: view))
    isPending = true
  }

  static func add(_ engine: LayoutEngine) {
    engines.append(WeakEngine(engine: engine))
    isPending = true
  }

  /// Updates the constraints and the solution of a view's tree.
  static func update(for view: UIView) {
    guard isPending else { return }
    let root = view.topmost
    // Updates may change constraints, and a solution may need other constraints.
    var rounds = 0
    while rounds < 20, runUpdates(in: root) || solve(root) { rounds += 1 }
    isPending = !viewsToUpdate.isEmpty || !engines.isEmpty
  }

  /// Calls `updateConstraints()` of the marked views in a tree, the deepest first.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  static func runUpdates(in root: UIView) -> Bool {
    guard !viewsToUpdate.isEmpty else { return false }
    var marked: [(view: UIView, depth: Int)] = []
    viewsToUpdate.removeAll { entry in
      guard let view = entry.view, view.layoutState?.needsUpdate == true else { return true }
      guard view.isDescendant(of: root) else { return false }
      marked.append((view, view.depth))
      return true
    }
    for (view, _) in marked.sorted(by: { $0.depth > $1.depth }) {
      guard let state = view.layoutState, state.needsUpdate else { continue }
      state.needsUpdate = false
      view.runConstraintUpdate()
    }
    return !marked.isEmpty
  }

  /// Whether an engine or a view of a tree waits for an update.
  static func hasWork(in root: UIView) -> Bool {
    engines.contains { $0.engine?.root === root }
      || viewsToUpdate.contains { $0.view?.isDescendant(of: root) ?? false }
  }

  private static func solve(_ root: UIView) -> Bool {
    guard let index = engines.firstIndex(where: { $0.engine?.root === root }) else {
      engines.removeAll { $0.engine?.root == nil }
      return false
    }
    let engine = engines.remove(at: index).engine
    engine?.update()
    return true
  }
}

extension UIView {
  fileprivate final var depth: Int {
    var (count, view) = (0, storedSuperview)
    while let some = view {
      count += 1
      view = some.storedSuperview
    }
    return count
  }

  fileprivate final func runConstraintUpdate() {
    if let owningController {
      owningController.updateViewConstraints()
    } else {
      updateConstraints()
    }
  }
}
