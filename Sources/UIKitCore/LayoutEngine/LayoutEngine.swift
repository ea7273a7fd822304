// LayoutEngine.swift
// Stage: layout. The constraints of one view tree go into a solver; the views whose rectangles changed are
// marked for layout.
//
// This folder: what brings the constraints of a view tree to the solver, and its solution to the views.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import LayoutSolver
import QuartzCore

typealias LayoutVariable = LayoutSolver.Variable

/// The solver of a view tree, owned by its topmost view.
@MainActor final class LayoutEngine {
  /// A constraint in the solver.
  struct Installed {
    var handle: LinearSolver.Constraint
    /// The expression's constant without the constraint's.
    var base: Double
    var items: [LayoutItem]
  }

  /// A constraint of an item alone.
  struct Fixed {
    var handle: LinearSolver.Constraint
    /// Reads the constant.
    var constant: () -> Double
  }

  /// The intrinsic size along an axis.
  struct Content {
    var length: Double
    var priorities: [Float]
    var handles: [LinearSolver.Constraint]
  }

  /// What a constraint in the solver was made from.
  enum Source {
    case constraint(NSLayoutConstraint)
    /// A view's frame, because it translates its autoresizing mask, or is the topmost view.
    case frame(LayoutItem)
    case guide(LayoutItem)
  }

  private struct WeakStack { weak var stack: UIStackView? }

  weak var root: UIView?
  /// Whether the engine only measures, and views are not laid out by it.
  let isMeasuring: Bool
  var solver = LinearSolver()
  var items: [ObjectIdentifier: LayoutItem] = [:]
  /// Items by the indices of their variables.
  var itemsByVariable: [LayoutItem?] = []
  private var waiting: [NSLayoutConstraint] = []
  var installed: [ObjectIdentifier: Installed] = [:]
  var sources: [LinearSolver.Constraint: Source] = [:]
  /// Constraints that contradict others, and what they contradict.
  var dropped: [(constraint: NSLayoutConstraint, others: Set<LinearSolver.Constraint>)] = []
  private var itemsToMeasure: [LayoutItem] = []
  /// The stacks to arrange again. Weak, as the topmost view owns the engine and may be a stack itself.
  private var stacks: [WeakStack] = []
  private var isDirty = false
  var framesMayDiffer = false
  private var isUpdating = false

  init(root: UIView, isMeasuring: Bool = false) {
    self.root = root
    self.isMeasuring = isMeasuring
  }

  /// Returns the engine of a view's tree; nil if there is none.
  static func of(_ view: UIView) -> LayoutEngine? {
    LayoutPass.isInUse ? view.topmost.layoutState?.engine : nil
  }

  /// Returns the engine of a view's tree, created on first use.
  static func make(for view: UIView) -> LayoutEngine {
    LayoutPass.isInUse = true
    let top = view.topmost
    let state = top.ownLayoutState
    if let engine = state.engine { return engine }
    let engine = LayoutEngine(root: top)
    state.engine = engine
    return engine
  }

  // MARK: Changes

  /// Requests an update before the next layout.
  func setNeedsUpdate() {
    guard !isDirty, !isMeasuring else { return }
    isDirty = true
    LayoutPass.add(self)
    root?.layer.setNeedsLayout()
  }

  func add(_ constraint: NSLayoutConstraint) {
    waiting.append(constraint)
    setNeedsUpdate()
  }

  func remove(_ constraint: NSLayoutConstraint) {
    let id = ObjectIdentifier(constraint)
    guard let entry = installed.removeValue(forKey: id) else {
      waiting.removeAll { $0 === constraint }
      dropped.removeAll { $0.constraint === constraint }
      return
    }
    removeFromSolver(entry.handle)
    for item in entry.items { release(item, by: constraint) }
    setNeedsUpdate()
  }

  /// Installs a constraint again, with another priority.
  func reinstall(_ constraint: NSLayoutConstraint) {
    remove(constraint)
    add(constraint)
  }

  func constantDidChange(of constraint: NSLayoutConstraint) {
    guard let entry = installed[ObjectIdentifier(constraint)] else {
      setNeedsUpdate()
      return
    }
    solver.setConstant(of: entry.handle, to: entry.base - Double(constraint.constant))
    retry(after: entry.handle)
    setNeedsUpdate()
  }

  /// The view's own frame or bounds changed.
  func frameDidChange(of view: UIView) {
    guard !isUpdating else { return }
    framesMayDiffer = true
    setNeedsUpdate()
  }

  /// The intrinsic size, its priorities or a baseline may have changed.
  func contentDidChange(of view: UIView) {
    guard let item = items[ObjectIdentifier(view)] else { return }
    itemsToMeasure.append(item)
    setNeedsUpdate()
  }

  func stackDidChange(_ stack: UIStackView) {
    mark(stack)
    setNeedsUpdate()
  }

  private func mark(_ stack: UIStackView) {
    if !stacks.contains(where: { $0.stack === stack }) { stacks.append(WeakStack(stack: stack)) }
  }

  /// Takes over the constraints of another tree's engine.
  func adopt(_ other: LayoutEngine) {
    for constraint in other.activeConstraints { waiting.append(constraint) }
    for entry in other.stacks { entry.stack.map(mark) }
    other.dissolve()
    setNeedsUpdate()
  }

  /// All constraints, installed or not, in the order of their installation.
  private var activeConstraints: [NSLayoutConstraint] {
    let known = sources.sorted { $0.key < $1.key }.compactMap { _, source in
      if case .constraint(let constraint) = source { constraint } else { nil }
    }
    return known + dropped.map(\.constraint) + waiting
  }

  private func dissolve() {
    for item in items.values {
      if let state = item.view?.layoutState, state.item === item { state.item = nil }
    }
    (items, installed, sources) = ([:], [:], [:])
    (waiting, dropped, itemsByVariable, stacks) = ([], [], [], [])
    solver = LinearSolver()
  }

  // MARK: Updating

  /// Brings the solver up to date, and marks the superviews of views whose rectangles changed.
  func update() {
    isDirty = false
    isUpdating = true
    defer { isUpdating = false }
    arrangeStacks()
    installWaiting()
    if framesMayDiffer { refreshFixed() }
    measureContent()
    solve()
    for _ in 0..<4 where measureWrappedContent() { solve() }
    if !isMeasuring { publish() }
  }

  func arrangeStacks() {
    // A stack in a stack may be marked meanwhile.
    while let entry = stacks.popLast() { entry.stack?.arrangeByConstraints(in: self) }
  }

  private func installWaiting() {
    let constraints = waiting
    waiting = []
    for constraint in constraints { install(constraint) }
  }

  /// Adds a constraint to the solver.
  func install(_ constraint: NSLayoutConstraint) {
    let id = ObjectIdentifier(constraint)
    guard installed[id] == nil, let lowered = lower(constraint) else { return }
    let relation = LinearRelation(rawValue: constraint.relation.rawValue) ?? .equal
    var expression = lowered.expression
    let base = expression.constant
    expression.constant -= Double(constraint.constant)
    let handle = solver.add(expression, relation, priority: constraint.priority.rawValue)
    sources[handle] = .constraint(constraint)
    for item in lowered.items { item.uses += 1 }
    installed[id] = Installed(handle: handle, base: base, items: lowered.items)
  }

  func removeFromSolver(_ handle: LinearSolver.Constraint) {
    solver.remove(handle)
    sources[handle] = nil
    retry(after: handle)
  }

  /// Gives constraints that contradicted another one another chance.
  private func retry(after handle: LinearSolver.Constraint) {
    guard !dropped.isEmpty else { return }
    dropped.removeAll { entry in
      guard entry.others.contains(handle) else { return false }
      waiting.append(entry.constraint)
      return true
    }
  }

  /// Writes changed frames, insets and offsets into their constraints.
  private func refreshFixed() {
    framesMayDiffer = false
    for index in itemsByVariable.indices {
      guard let item = itemsByVariable[index], Int(item.minX.index) == index else { continue }
      for fixed in item.fixed {
        let constant = -fixed.constant()
        guard constant != solver.constant(of: fixed.handle) else { continue }
        solver.setConstant(of: fixed.handle, to: constant)
        retry(after: fixed.handle)
      }
    }
    if !waiting.isEmpty { installWaiting() }
  }

  private func measureContent() {
    let marked = itemsToMeasure
    itemsToMeasure = []
    for item in marked where item.uses > 0 {
      updateContent(of: item)
      // The height of the text is part of a baseline's expression.
      let users = item.baselineUsers
      item.baselineUsers = []
      for constraint in users where installed[ObjectIdentifier(constraint)] != nil {
        reinstall(constraint)
      }
    }
    if !waiting.isEmpty { installWaiting() }
  }

  // MARK: Results

  /// Returns an item's rectangle in whole pixels, in the coordinates of its superview or owner.
  func rect(of item: LayoutItem) -> CGRect {
    let scale = UIScreen.main.scale
    // Halves go up on both sides of zero, so that a view keeps its size where it is moved; rounding errors of
    // the solution do not matter.
    func pixels(_ value: Double) -> Double { (value * scale + 0.5 + 1e-6).rounded(.down) / scale }
    let (x, y) = (solver.value(of: item.minX), solver.value(of: item.minY))
    let (left, top) = (pixels(x), pixels(y))
    return CGRect(
      x: left, y: top, width: pixels(x + solver.value(of: item.width)) - left,
      height: pixels(y + solver.value(of: item.height)) - top)
  }

  /// Returns the rectangle of a view in this engine; nil for a view without variables in it.
  func rect(ofPlaced view: UIView) -> CGRect? {
    guard let item = view.layoutState?.item else { return nil }
    let index = item.minX.index
    return itemsByVariable.indices.contains(index) && itemsByVariable[index] === item
      ? rect(of: item) : nil
  }

  func rect(of guide: UILayoutGuide) -> CGRect? {
    items[ObjectIdentifier(guide)].map { rect(of: $0) }
  }

  /// Marks the superviews of views whose rectangles changed.
  private func publish() {
    for variable in solver.takeChangedVariables() {
      guard let item = itemsByVariable[Int(variable.index)] else { continue }
      let rect = rect(of: item)
      guard rect != item.published else { continue }
      item.published = rect
      if let view = item.view {
        guard !view.keepsFrame else { continue }
        (view.storedSuperview ?? view).setNeedsLayout()
      } else if let guide = item.guide, guide.kind == .scrolledContent || guide.kind == .custom {
        guide.owningView?.setNeedsLayout()
      }
    }
  }
}
