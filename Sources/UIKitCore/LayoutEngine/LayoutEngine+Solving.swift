// LayoutEngine+Solving.swift
// Stage: layout. Solving, and what happens when constraints contradict each other: one of them is dropped, with
// a report.
//
// SPDX-License-Identifier: MIT

import LayoutSolver
import QuartzCore

extension LayoutEngine {
  /// Solves; drops constraints until the others can hold.
  func solve() {
    while let conflict = solver.solve() {
      guard let dropped = choose(from: conflict) else { return }
      drop(dropped, conflict)
    }
  }

  /// Returns the constraint to drop: the latest that the program made, else the latest of a stack, else of
  /// the system.
  private func choose(from conflict: [LinearSolver.Constraint]) -> LinearSolver.Constraint? {
    func latest(_ isIncluded: (NSLayoutConstraint) -> Bool) -> LinearSolver.Constraint? {
      conflict.last { handle in
        guard case .constraint(let constraint)? = sources[handle] else { return false }
        return isIncluded(constraint)
      }
    }
    return latest { !$0.isInternal } ?? latest { _ in true } ?? conflict.last
  }

  private func drop(
    _ handle: LinearSolver.Constraint, _ conflict: [LinearSolver.Constraint]
  ) {
    let words = conflict.map(words)
    let source = sources[handle]
    solver.remove(handle)
    sources[handle] = nil
    switch source {
    case .constraint(let constraint):
      if let entry = installed.removeValue(forKey: ObjectIdentifier(constraint)) {
        for item in entry.items { release(item, by: constraint) }
      }
      dropped.append((constraint, Set(conflict).subtracting([handle])))
      guard !constraint.wasReported, !isMeasuring else { return }
      constraint.wasReported = true
      Diagnostics.write(
        "constraints contradict each other; \(constraint) is ignored. All of them:\n"
          + words.map { "  \($0)" }.joined(separator: "\n"))
    case .frame(let item), .guide(let item):
      item.fixed.removeAll { $0.handle == handle }
      for axis in 0...1 { item.content[axis]?.handles.removeAll { $0 == handle } }
    case nil: break
    }
  }

  private func words(_ handle: LinearSolver.Constraint) -> String {
    switch sources[handle] {
    case .constraint(let constraint): return "\(constraint)"
    case .frame(let item):
      let name = LayoutWords.name(of: item.view)
      return item.view === root
        ? "\(name), the topmost view, keeps its size"
        : "\(name) keeps its frame (translatesAutoresizingMaskIntoConstraints is true)"
    case .guide(let item): return "\(LayoutWords.name(of: item.guide)) keeps its distances"
    case nil: return "a constraint that is gone"
    }
  }
}
