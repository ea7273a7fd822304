// ViewProgram.swift
// Random calls of views: hierarchies, geometry, constraints, input, and text.
//
// SPDX-License-Identifier: MIT

import HostInterface
import LamellaViewer
import UIKit

/// Random calls of `UIView`, controls, constraints and gesture recognizers, with random input.
@MainActor final class ViewProgram: FuzzProgram {
  let stage: FuzzStage
  var random: FuzzRandom { stage.random }
  private(set) var views: [UIView] = []
  private var constraints: [NSLayoutConstraint] = []
  private let motion: ViewMotion

  init(_ stage: FuzzStage) {
    self.stage = stage
    motion = ViewMotion(stage)
    motion.program = self
    for _ in 0..<5 { add() }
  }

  func step() {
    switch random.integer(0...21) {
    case 0, 1: add()
    case 2, 3: changeTree()
    case 4, 5, 6: if let view = any() { change(view) }
    case 7, 8, 9, 10: motion.step()
    case 11, 12: constrain()
    case 13, 14, 15: sendInput()
    case 16: read()
    case 17: any()?.layoutIfNeeded()
    default:
      stage.log("advance")
      stage.advance(by: random.pick([1 / 120, 1 / 60, 0.05, 0.3]) ?? 0)
    }
  }

  func any() -> UIView? { random.pick(views) }
  func index(_ view: UIView?) -> Int { views.firstIndex { $0 === view } ?? -1 }

  // MARK: Hierarchy

  private func add() {
    guard views.count < 20 else { return }
    let view = ViewKinds.make(random, self)
    stage.log("add \(type(of: view)) \(views.count)")
    stage.watch(view)
    view.frame = CGRect(
      x: random.plain(0...40), y: random.plain(0...30), width: random.plain(1...40),
      height: random.plain(1...30))
    views.append(view)
    put(view)
  }

  private func possibleParents(of view: UIView) -> [UIView] {
    // A mask is below the view that it masks, although it is no subview.
    let others = views.filter { other in
      !sequence(first: other.layer, next: { $0.superlayer }).contains { $0 === view.layer }
    }
    return others + [stage.window].compactMap(\.self)
  }

  private func put(_ view: UIView) {
    guard let parent = random.pick(possibleParents(of: view)) else { return }
    stage.log("put \(index(view)) into \(index(parent))")
    let sibling = random.pick(parent.subviews).flatMap { $0 === view ? nil : $0 }
    switch (random.integer(0...5), sibling, parent) {
    case (0, let sibling?, _): parent.insertSubview(view, belowSubview: sibling)
    case (1, let sibling?, _): parent.insertSubview(view, aboveSubview: sibling)
    case (2, _, _): parent.insertSubview(view, at: random.integer(0...9))
    case (3, _, let stack as UIStackView): stack.addArrangedSubview(view)
    case (4, _, let parent) where parent !== stage.window && parent.mask == nil:
      view.removeFromSuperview()
      if possibleParents(of: view).contains(where: { $0 === parent }) { parent.mask = view }
    default: parent.addSubview(view)
    }
  }

  private func changeTree() {
    guard let view = any() else { return }
    switch random.integer(0...6) {
    case 0, 1, 2: put(view)
    case 3:
      stage.log("remove \(index(view))")
      view.removeFromSuperview()
    case 4:
      stage.log("forget \(index(view))")
      view.removeFromSuperview()
      views.removeAll { $0 === view }
    case 5:
      stage.log("front \(index(view))")
      view.superview?.bringSubviewToFront(view)
    default:
      stage.log("exchange \(index(view))")
      let count = view.subviews.count
      if count > 1 { view.exchangeSubview(at: 0, withSubviewAt: random.integer(0...count - 1)) }
    }
  }

  // MARK: Properties

  func change(_ view: UIView) {
    let number = random.integer(0...ViewChanges.count)
    stage.log("\(index(view)) change \(number) of \(type(of: view))")
    ViewChanges.change(view, number, random)
  }

  private func read() {
    guard let view = any(), let other = any() else { return }
    stage.log("read \(index(view))")
    _ = view.hitTest(random.point(), with: nil)
    _ = view.convert(random.rect(), to: other)
    _ = view.convert(random.point(), from: nil)
    _ = view.sizeThatFits(random.size())
    _ = view.systemLayoutSizeFitting(random.size())
    _ = view.intrinsicContentSize
    _ = "\(view)"
    _ = view.viewWithTag(3)
    if random.chance(0.1), let copy = view.snapshotView(afterScreenUpdates: random.chance(0.5)) {
      stage.window?.addSubview(copy)
      copy.removeFromSuperview()
    }
  }

  // MARK: Constraints

  private func constrain() {
    guard let view = any(), view.superview != nil else { return }
    if random.chance(0.3), let old = random.pick(constraints) {
      stage.log("constraint changes")
      switch random.integer(0...2) {
      case 0: old.constant = random.number(-30...30)
      case 1: old.isActive = false
      default: constraints.removeAll { $0 === old }
      }
      return
    }
    guard
      let other = random.chance(0.4) ? view.superview : random.pick(view.superview?.subviews ?? [])
    else { return }
    stage.log("constraint \(index(view)) \(index(other))")
    if random.chance(0.8) { view.translatesAutoresizingMaskIntoConstraints = false }
    let attributes: [NSLayoutConstraint.Attribute] = [.left, .right, .centerX, .leading, .trailing]
    let vertical: [NSLayoutConstraint.Attribute] = [.top, .bottom, .centerY, .lastBaseline]
    let lengths: [NSLayoutConstraint.Attribute] = [.width, .height]
    let kind = random.pick([attributes, vertical, lengths]) ?? lengths
    guard let first = random.pick(kind) else { return }
    let isFixed = kind == lengths && (random.chance(0.5) || other === view)
    if !isFixed && other === view { return }
    let isLeading = [.leading, .trailing].contains(first)
    let second =
      random.pick(kind.filter { [.leading, .trailing].contains($0) == isLeading }) ?? first
    let constraint = NSLayoutConstraint(
      item: view, attribute: first, relatedBy: random.pick([.equal, .lessThanOrEqual]) ?? .equal,
      toItem: isFixed ? nil : other, attribute: isFixed ? .notAnAttribute : second,
      multiplier: random.chance(0.8) ? 1 : random.plain(0.2...2), constant: random.number(-20...40))
    constraint.priority = UILayoutPriority(random.chance(0.6) ? Float(random.plain(1...999)) : 1000)
    constraint.isActive = true
    constraints.append(constraint)
  }

  // MARK: Input

  private func sendInput() {
    let place = CGPoint(x: random.plain(-5...70), y: random.plain(-5...50))
    let key = random.pick([Key.left, .right, .space, .tab, .escape, .return, .backspace]) ?? .tab
    let events: [InputEvent.Kind] = [
      .pointerDown(place, button: random.integer(1...3), clicks: random.integer(1...3)),
      .pointerMoved(place), .pointerUp(place, button: 1), .pointerUp(place, button: 2),
      .pointerLeft,
      .scroll(
        place, deltaX: random.number(-50...50), deltaY: random.number(-50...50), modifiers: []),
      .keyDown(key, modifiers: [], isRepeat: false), .keyUp(key, modifiers: []),
      .text(random.text()), .composition(random.text()), .focusChanged(random.chance(0.5)),
      .visibilityChanged(random.chance(0.8)), .exposed,
    ]
    for _ in 0..<(random.chance(0.05) ? 500 : random.integer(1...3)) {
      guard let event = random.pick(events) else { return }
      stage.log("send \(event)")
      stage.host.send(event)
    }
    if random.chance(0.7) { stage.host.send(.pointerUp(place, button: 1)) }
  }

  // MARK: Laws

  func end() {
    stage.log("end")
    motion.end()
    stage.allowsInterference = false
    for view in views {
      stage.expect(
        view.superview?.subviews.contains(view) ?? true, "a superview does not contain its subview")
      for below in view.subviews {
        stage.expect(below.superview === view, "a subview has another superview")
        stage.expect(below.layer.superlayer != nil, "a subview's layer has no superlayer")
      }
    }
    stage.advance(by: 0.1)
    for constraint in constraints { constraint.isActive = false }
    constraints = []
    for view in views {
      view.removeFromSuperview()
      view.layer.removeAllAnimations()
    }
    for view in views {
      view.mask = nil
      view.subviews.forEach { if index($0) >= 0 { $0.removeFromSuperview() } }
    }
    views = []
    stage.window?.subviews.forEach { $0.removeFromSuperview() }
    // Completions of blocks without animations wait for their delay.
    stage.advance(by: 1.5)
  }
}

/// Views of every class.
@MainActor enum ViewKinds {
  static func make(_ random: FuzzRandom, _ program: ViewProgram) -> UIView {
    switch random.integer(0...17) {
    case 0: return UILabel()
    case 1: return UIButton(type: .system)
    case 2: return UISwitch()
    case 3: return UISlider()
    case 4: return UIProgressView()
    case 5: return UIActivityIndicatorView(style: .medium)
    case 6: return UISegmentedControl(items: ["a", "b"])
    case 7: return UITextField()
    case 8: return UIScrollView()
    case 9: return UIStackView()
    case 10: return UIImageView()
    case 11: return UIVisualEffectView(effect: UIBlurEffect(style: .light))
    case 12, 13: return MeddlingView(program)
    default: return UIView()
    }
  }
}

/// A view whose methods make calls of their own.
private final class MeddlingView: UIView {
  private weak var program: ViewProgram?

  init(_ program: ViewProgram) {
    self.program = program
    super.init(frame: .zero)
  }
  required init?(coder: NSCoder) { super.init(coder: coder) }

  private func meddle(_ share: Double) { program?.stage.interfere(share) { program?.step() } }

  override func layoutSubviews() {
    super.layoutSubviews()
    meddle(0.1)
  }
  override func draw(_ rect: CGRect) {
    UIColor.red.setFill()
    UIRectFill(rect)
    meddle(0.05)
  }
  override func didMoveToWindow() {
    super.didMoveToWindow()
    meddle(0.1)
  }
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { meddle(0.5) }
  override func tintColorDidChange() { meddle(0.05) }
}
