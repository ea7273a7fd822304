// LayoutEngine+Items.swift
// Stage: layout. The variables of views and guides, what fixes them, and intrinsic sizes.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import LayoutSolver
import QuartzCore

extension LayoutEngine {
  /// A topmost view that follows constraints keeps its size unless they determine it.
  private static let keepsSize: Float = 25

  // MARK: Items

  /// Returns a view's variables, made on first use.
  func item(for view: UIView) -> LayoutItem {
    let id = ObjectIdentifier(view)
    if let item = items[id] { return item }
    let item = makeItem(id, view: view)
    if !isMeasuring {
      view.ownLayoutState.item = item
      view.storedSuperview?.ownLayoutState.positionsSubviews = true
    }
    if view === root {
      if !isMeasuring { fixRoot(item, view) }
    } else if view.keepsFrame {
      fixFrame(of: item, view)
    }
    updateContent(of: item)
    return item
  }

  /// Returns a guide's variables, made on first use.
  func item(for guide: UILayoutGuide) -> LayoutItem {
    let id = ObjectIdentifier(guide)
    if let item = items[id] { return item }
    let item = makeItem(id, guide: guide)
    guard let owner = guide.owningView else { return item }
    if !isMeasuring, guide.kind == .scrolledContent {
      owner.ownLayoutState.positionsSubviews = true
    }
    fixGuide(item, guide.kind, owner)
    return item
  }

  private func makeItem(
    _ id: ObjectIdentifier, view: UIView? = nil, guide: UILayoutGuide? = nil
  ) -> LayoutItem {
    let variables = [
      solver.makeVariable(), solver.makeVariable(), solver.makeVariable(isNonnegative: true),
      solver.makeVariable(isNonnegative: true),
    ]
    let item = LayoutItem(view: view, guide: guide, variables)
    items[id] = item
    for variable in variables {
      while itemsByVariable.count <= Int(variable.index) { itemsByVariable.append(nil) }
      itemsByVariable[Int(variable.index)] = item
    }
    return item
  }

  /// A constraint no longer uses an item.
  func release(_ item: LayoutItem, by constraint: NSLayoutConstraint?) {
    item.uses -= 1
    if let constraint { item.baselineUsers.removeAll { $0 === constraint } }
    guard item.uses == 0 else { return }
    clear(item)
    for variable in item.variables {
      solver.remove(variable)
      itemsByVariable[Int(variable.index)] = nil
    }
    if let view = item.view {
      if items[ObjectIdentifier(view)] === item { items[ObjectIdentifier(view)] = nil }
      if view.layoutState?.item === item { view.layoutState?.item = nil }
    } else if let guide = item.guide {
      items[ObjectIdentifier(guide)] = nil
    } else {
      items = items.filter { $0.value !== item }
    }
    let owner = item.guide?.owningView
    if let owner, let used = items[ObjectIdentifier(owner)], item.usesOwner {
      release(used, by: nil)
    }
  }

  /// Removes the constraints that an item has for itself.
  private func clear(_ item: LayoutItem) {
    for fixed in item.fixed { removeFromSolver(fixed.handle) }
    item.fixed = []
    for axis in 0...1 { removeContent(of: item, axis) }
  }

  /// The view follows its frame or constraints from now on.
  func translationDidChange(of view: UIView) {
    guard let item = items[ObjectIdentifier(view)], view !== root || !isMeasuring else { return }
    clear(item)
    if view === root {
      fixRoot(item, view)
    } else if view.keepsFrame {
      fixFrame(of: item, view)
    }
    updateContent(of: item)
    setNeedsUpdate()
  }

  // MARK: Fixed parts

  private func fix(
    _ variable: LayoutVariable, _ terms: [(LayoutVariable, Double)] = [], of item: LayoutItem,
    _ source: Source, priority: Float = 1000, to constant: @escaping () -> Double
  ) {
    let handle = solver.add(
      LinearExpression([(variable, 1)] + terms, constant: -constant()), .equal, priority: priority)
    sources[handle] = source
    item.fixed.append(Fixed(handle: handle, constant: constant))
  }

  private func fixFrame(of item: LayoutItem, _ view: UIView) {
    let source = Source.frame(item)
    fix(item.minX, of: item, source) { [weak view] in Double(view?.untransformedFrame.minX ?? 0) }
    fix(item.minY, of: item, source) { [weak view] in Double(view?.untransformedFrame.minY ?? 0) }
    fix(item.width, of: item, source) { [weak view] in max(0, view?.bounds.width ?? 0) }
    fix(item.height, of: item, source) { [weak view] in max(0, view?.bounds.height ?? 0) }
  }

  private func fixRoot(_ item: LayoutItem, _ view: UIView) {
    let isFixed = view.translatesAutoresizingMaskIntoConstraints || view is UIWindow
    let priority = isFixed ? 1000 : Self.keepsSize
    let source = Source.frame(item)
    fix(item.width, of: item, source, priority: priority) { [weak view] in
      max(0, view?.bounds.width ?? 0)
    }
    fix(item.height, of: item, source, priority: priority) { [weak view] in
      max(0, view?.bounds.height ?? 0)
    }
  }

  private func fixGuide(_ item: LayoutItem, _ kind: UILayoutGuide.Kind, _ owner: UIView) {
    let source = Source.guide(item)
    func inset(_ edge: KeyPath<UIEdgeInsets, CGFloat>) -> () -> Double {
      { [weak owner] in owner.map { Double($0.insets(of: kind)[keyPath: edge]) } ?? 0 }
    }
    switch kind {
    case .custom: return
    case .scrolledContent:
      fix(item.minX, of: item, source) { 0 }
      fix(item.minY, of: item, source) { 0 }
      return
    case .scrollFrame:
      fix(item.minX, of: item, source) { [weak owner] in Double(owner?.bounds.minX ?? 0) }
      fix(item.minY, of: item, source) { [weak owner] in Double(owner?.bounds.minY ?? 0) }
    case .margins, .safeArea, .readable, .topStrip, .bottomStrip:
      fix(item.minX, of: item, source, to: inset(\.left))
      fix(item.minY, of: item, source, to: inset(\.top))
    }
    let size = self.item(for: owner)
    size.uses += 1
    item.usesOwner = true
    let (left, right) = (inset(\.left), inset(\.right))
    let (top, bottom) = (inset(\.top), inset(\.bottom))
    fix(item.width, [(size.width, -1)], of: item, source) { -left() - right() }
    fix(item.height, [(size.height, -1)], of: item, source) { -top() - bottom() }
  }

  // MARK: Intrinsic sizes

  /// The nearest priority that the solver takes; the least for one that is no number.
  nonisolated static func priority(_ value: Float) -> Float {
    value.isNaN ? 0.001 : min(max(value, 0.001), 1000)
  }

  private func removeContent(of item: LayoutItem, _ axis: Int) {
    for handle in item.content[axis]?.handles ?? [] { removeFromSolver(handle) }
    item.content[axis] = nil
  }

  /// Measures a view, and adds or changes the constraints for its size.
  func updateContent(of item: LayoutItem) {
    guard let view = item.view else { return }
    // A view that keeps its frame has no use for its content's size.
    let isFixed = view.keepsFrame && !(view === root && isMeasuring)
    let size =
      isFixed
      ? CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
      : view.layoutContentSize
    let insets = view.alignmentRectInsets
    setContent(of: item, view, .horizontal, to: size.width, margin: insets.left + insets.right)
    setContent(of: item, view, .vertical, to: size.height, margin: insets.top + insets.bottom)
  }

  private func setContent(
    of item: LayoutItem, _ view: UIView, _ axis: NSLayoutConstraint.Axis, to length: CGFloat,
    margin: CGFloat
  ) {
    guard length >= 0, length.isFinite else { return removeContent(of: item, axis.rawValue) }
    let length = Double(length + margin)
    let priorities = view.contentPriorities(for: axis)
    if let known = item.content[axis.rawValue], known.priorities == priorities {
      setLength(of: item, axis.rawValue, to: length)
      return
    }
    removeContent(of: item, axis.rawValue)
    let variable = axis == .horizontal ? item.width : item.height
    let expression = LinearExpression([(variable, 1)], constant: -length)
    let handles = [
      solver.add(expression, .lessThanOrEqual, priority: priorities[0]),
      solver.add(expression, .greaterThanOrEqual, priority: priorities[1]),
    ]
    for handle in handles { sources[handle] = .frame(item) }
    item.content[axis.rawValue] = Content(
      length: length, priorities: priorities, handles: handles)
  }

  private func setLength(of item: LayoutItem, _ axis: Int, to length: Double) {
    guard let content = item.content[axis], content.length != length else { return }
    for handle in content.handles { solver.setConstant(of: handle, to: -length) }
    item.content[axis]?.length = length
  }

  /// Gives views whose height depends on their width the height for the width they got.
  ///
  /// - Returns: Whether a height changed.
  func measureWrappedContent() -> Bool {
    var hasChanged = false
    for index in itemsByVariable.indices {
      guard let item = itemsByVariable[index], Int(item.width.index) == index, let view = item.view,
        view.contentDependsOnWidth, let content = item.content[1],
        let natural = item.content[0]?.length
      else { continue }
      let insets = view.alignmentRectInsets
      let width = rect(of: item).width
      let height =
        width < natural - 1e-6 && width > 0
        ? Double(
          view.sizeThatFits(CGSize(width: width - insets.left - insets.right, height: 0)).height
            + insets.top + insets.bottom)
        : Double(view.layoutContentSize.height + insets.top + insets.bottom)
      guard abs(height - content.length) > 1e-6 else { continue }
      hasChanged = true
      setLength(of: item, 1, to: height)
    }
    return hasChanged
  }
}

extension UIView {
  /// The frame that the view would have without its transform.
  final var untransformedFrame: CGRect {
    let (size, anchor) = (layer.bounds.size, layer.anchorPoint)
    return CGRect(
      x: layer.position.x - size.width * anchor.x, y: layer.position.y - size.height * anchor.y,
      width: size.width, height: size.height)
  }

  /// The priorities against growing and against shrinking, with differences between equal ones in a stack.
  fileprivate final func contentPriorities(
    for axis: NSLayoutConstraint.Axis
  ) -> [Float] {
    var hugging = contentHuggingPriority(for: axis).rawValue
    var resistance = contentCompressionResistancePriority(for: axis).rawValue
    if let stack = storedSuperview as? UIStackView, let order = stack.fillOrder(of: self, axis) {
      // Of equal ones the first grows and the last shrinks.
      if hugging < 1000 { hugging += Float(order) / 1024 }
      if resistance < 1000 { resistance -= Float(order) / 1024 }
    }
    // A required one yields to the program's required constraints, which it would contradict.
    return [hugging, resistance].map { min(LayoutEngine.priority($0), 999.9) }
  }
}
