// SwiftCode.swift
// The code that makes an animation of a run: Copy as Swift.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import UIKit

/// An animation that is written as code.
@MainActor struct CodedAnimation {
  let layer: CALayer
  /// The key with which it was added; nil without one.
  let key: String?
  /// The animation with what was edited of it.
  let animation: CAAnimation
  let origin: AnimationOrigin
  let motion: Motion
  /// The value that it ends with; nil where that has no numbers with names.
  let end: EndValue?
}

/// Writes Swift for animations that share their motion, as what began them would be written by hand.
@MainActor enum SwiftCode {
  /// Returns lines of code, each with its line break.
  ///
  /// The code calls views and layers by the properties that hold them. What has no name there is `view` or `layer`.
  static func text(for animations: [CodedAnimation]) -> String {
    guard let first = animations.first else { return "" }
    let lines: [String]
    switch first.origin {
    case .block where animations.allSatisfy { $0.changesView && $0.motion.pace != .keyed }:
      lines = block(first, animations)
    case .animator where animations.allSatisfy(\.changesView):
      lines = animator(first, animations)
    case .implicit where first.motion.delay == 0 && animations.allSatisfy(\.isImplicit):
      lines = transaction(first, animations)
    default: lines = animations.flatMap(explicit)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The width of the lines, in characters.
  private static let width = 100

  /// A call in one line, or where that is too long with its arguments in a line of their own.
  private static func broken(_ call: String, _ end: String) -> [String] {
    guard call.count + end.count > width, let open = call.firstIndex(of: "(") else {
      return [call + end]
    }
    let arguments = call[call.index(after: open)...]
    return end == ")"
      ? [String(call[...open]), "  \(arguments)\(end)"]
      : [String(call[...open]), "  \(arguments)", end]
  }

  private static func changes(_ animations: [CodedAnimation]) -> [String] {
    animations.flatMap { animation -> [String] in
      let line = "  \(animation.change)"
      guard line.count > width, let call = line.range(of: ".rotated", options: .backwards) else {
        return [line]
      }
      return [String(line[..<call.lowerBound]), "    " + line[call.lowerBound...]]
    }
  }

  // MARK: Blocks

  private static func block(_ first: CodedAnimation, _ all: [CodedAnimation]) -> [String] {
    let motion = first.motion
    let repeats = first.animation.repeatCount > 1
    var options: [String] = []
    var call = "UIView.animate("
    let (duration, delay) = (number(motion.duration), number(motion.delay))
    switch motion.pace {
    case .curve(let curve):
      guard let option = option(for: curve) else {
        // A block has the named curves alone.
        return repeats || first.animation.autoreverses
          ? all.flatMap(explicit) : animator(first, all)
      }
      if let option { options.append(option) }
      call += "withDuration: \(duration)"
    case .filling(let ratio, let velocity):
      call += "withDuration: \(duration), delay: \(delay), "
      call += "usingSpringWithDamping: \(number(ratio)), initialSpringVelocity: \(number(velocity))"
    case .perceptual(let bounce, let velocity):
      call += "springDuration: \(duration), bounce: \(number(bounce))"
      if velocity != 0 { call += ", initialSpringVelocity: \(number(velocity))" }
      if motion.delay != 0 { call += ", delay: \(delay)" }
    case .physical, .keyed: return all.flatMap(explicit)
    }
    if repeats { options.append(".repeat") }
    if first.animation.autoreverses { options.append(".autoreverse") }
    if case .curve = motion.pace, motion.delay != 0 || !options.isEmpty {
      call += ", delay: \(delay)"
    }
    if !options.isEmpty { call += ", options: [\(options.joined(separator: ", "))]" }
    return broken(call, ") {") + changes(all) + ["}"]
  }

  /// The option of a block for a curve, which has none for that of blocks without one; nil for a curve without a name.
  private static func option(for curve: EasingCurve) -> String?? {
    switch curve {
    case CAMediaTimingFunction(name: .easeInEaseOut).curve: .some(nil)
    case CAMediaTimingFunction(name: .easeIn).curve: ".curveEaseIn"
    case CAMediaTimingFunction(name: .easeOut).curve: ".curveEaseOut"
    case .linear: ".curveLinear"
    default: nil
    }
  }

  private static func animator(_ first: CodedAnimation, _ all: [CodedAnimation]) -> [String] {
    let motion = first.motion
    var lines: [String] = []
    let duration = number(motion.duration)
    func velocity(_ value: Double) -> String {
      value == 0 ? "" : "initialVelocity: CGVector(dx: \(number(value)), dy: \(number(value)))"
    }
    func spring(_ parameters: [String]) {
      let list = parameters.filter { !$0.isEmpty }.joined(separator: ", ")
      lines += broken("let spring = UISpringTimingParameters(\(list)", ")")
      // A spring by its physics has its own.
      let duration = motion.hasDuration ? duration : "0"
      lines.append(
        "let animator = UIViewPropertyAnimator(duration: \(duration), timingParameters: spring)")
      lines.append("animator.addAnimations {")
    }
    switch motion.pace {
    case .curve(let curve):
      let (one, two) = (point(curve.c1), point(curve.c2))
      lines.append("let animator = UIViewPropertyAnimator(")
      lines.append("  duration: \(duration), controlPoint1: \(one), controlPoint2: \(two)")
      lines.append(") {")
    case .filling(let ratio, let value):
      spring(["dampingRatio: \(number(ratio))", velocity(value)])
    case .perceptual(let bounce, let value):
      spring(["duration: \(duration)", "bounce: \(number(bounce))", velocity(value)])
    case .physical(let mass, let stiffness, let damping, let value):
      let both = "initialVelocity: CGVector(dx: \(number(value)), dy: \(number(value)))"
      spring([
        "mass: \(number(mass))", "stiffness: \(number(stiffness))", "damping: \(number(damping))",
        both,
      ])
    case .keyed: return all.flatMap(explicit)
    }
    lines += changes(all) + ["}"]
    lines.append(
      motion.delay == 0
        ? "animator.startAnimation()"
        : "animator.startAnimation(afterDelay: \(number(motion.delay)))")
    return lines
  }

  // MARK: Layers

  private static func transaction(_ first: CodedAnimation, _ all: [CodedAnimation]) -> [String] {
    let motion = first.motion
    let usual = Motion(
      duration: 0.25, delay: 0, pace: .curve(CAMediaTimingFunction(name: .default).curve))
    if motion == usual { return all.map(\.change) }
    var lines = ["CATransaction.begin()"]
    if motion.duration != usual.duration {
      lines.append("CATransaction.setAnimationDuration(\(number(motion.duration)))")
    }
    if motion.pace != usual.pace, case .curve(let curve) = motion.pace {
      lines.append("CATransaction.setAnimationTimingFunction(\(function(curve)))")
    }
    return lines + all.map(\.change) + ["CATransaction.commit()"]
  }

  private static func explicit(_ coded: CodedAnimation) -> [String] {
    let animation = coded.animation
    guard var lines = create(animation, coded, named: "animation") else {
      return ["// \(coded.path) of \(coded.target): its values cannot be written as code"]
    }
    if coded.motion.delay != 0 {
      lines.append("animation.beginTime = CACurrentMediaTime() + \(number(coded.motion.delay))")
    }
    if coded.changesModel, coded.end != nil {
      lines =
        [
          "CATransaction.begin()", "CATransaction.setDisableActions(true)", coded.change,
          "CATransaction.commit()",
        ] + lines
    }
    let key = coded.key.map { "\"\($0)\"" } ?? "nil"
    return lines + ["\(coded.layerTarget).add(animation, forKey: \(key))"]
  }

  /// The lines that make an animation; nil for one with values that are no code.
  private static func create(
    _ animation: CAAnimation, _ coded: CodedAnimation?, named name: String
  ) -> [String]? {
    var lines: [String] = []
    func set(_ property: String, _ value: String) { lines.append("\(name).\(property) = \(value)") }
    switch animation {
    case let group as CAAnimationGroup:
      lines.append("let \(name) = CAAnimationGroup()")
      var names: [String] = []
      for (index, member) in (group.animations ?? []).enumerated() {
        let own = "part\(index + 1)"
        guard let made = create(member, nil, named: own) else { return nil }
        lines += made
        if member.beginTime != 0 { lines.append("\(own).beginTime = \(number(member.beginTime))") }
        names.append(own)
      }
      set("animations", "[\(names.joined(separator: ", "))]")
    case let transition as CATransition:
      lines.append("let \(name) = CATransition()")
      set("type", "CATransitionType(rawValue: \"\(transition.type.rawValue)\")")
      if let subtype = transition.subtype {
        set("subtype", "CATransitionSubtype(rawValue: \"\(subtype.rawValue)\")")
      }
    case let keyframes as CAKeyframeAnimation:
      lines.append("let \(name) = CAKeyframeAnimation(keyPath: \(path(of: keyframes)))")
      let values = (keyframes.values ?? []).map { code(of: AnimatableValue($0)) }
      guard keyframes.path == nil, values.count > 1, values.allSatisfy({ $0 != nil }) else {
        return nil
      }
      set("values", "[\(values.compactMap(\.self).joined(separator: ", "))]")
      if let times = keyframes.keyTimes {
        set("keyTimes", "[\(times.map { number($0.doubleValue) }.joined(separator: ", "))]")
      }
      if let functions = keyframes.timingFunctions {
        let all = functions.map { function($0.curve) }.joined(separator: ", ")
        set("timingFunctions", "[\(all)]")
      }
      if keyframes.calculationMode != .linear {
        set("calculationMode", ".\(keyframes.calculationMode.rawValue)")
      }
    case let basic as CABasicAnimation:
      let kind = basic is CASpringAnimation ? "CASpringAnimation" : "CABasicAnimation"
      lines.append("let \(name) = \(kind)(keyPath: \(path(of: basic)))")
      if let spring = basic as? CASpringAnimation {
        if spring.mass != 1 { set("mass", number(spring.mass)) }
        set("stiffness", number(spring.stiffness))
        set("damping", number(spring.damping))
        if spring.initialVelocity != 0 {
          set("initialVelocity", number(spring.initialVelocity))
        }
        if spring.allowsOverdamping { set("allowsOverdamping", "true") }
      }
      let ends = basic.ends
      for (property, end) in [("fromValue", ends.from), ("toValue", ends.to), ("byValue", ends.by)]
      where !end.isNone {
        var value = end.value
        if property == "toValue", !basic.isAdditive, let edited = coded?.end {
          value = edited.value
        }
        guard let code = code(of: value) else { return nil }
        set(property, code)
      }
    default: return nil
    }
    if let property = animation as? CAPropertyAnimation {
      if property.isAdditive { set("isAdditive", "true") }
      if property.isCumulative { set("isCumulative", "true") }
    }
    if let spring = animation as? CASpringAnimation, spring.lastsUntilSettled {
      set("duration", "\(name).settlingDuration")
    } else if animation.duration > 0 {
      set("duration", number(animation.duration))
    }
    if animation.repeatCount > 0 {
      set(
        "repeatCount",
        animation.repeatCount == .infinity ? ".infinity" : number(Double(animation.repeatCount)))
    }
    if animation.autoreverses { set("autoreverses", "true") }
    if animation.speed != 1 { set("speed", number(Double(animation.speed))) }
    if animation.timeOffset != 0 { set("timeOffset", number(animation.timeOffset)) }
    if let curve = animation.timingFunction?.curve { set("timingFunction", function(curve)) }
    if animation.fillMode != .removed { set("fillMode", ".\(animation.fillMode.rawValue)") }
    if !animation.isRemovedOnCompletion { set("isRemovedOnCompletion", "false") }
    return lines
  }

  // MARK: Values

  /// A number as Swift writes it: the shortest that is the same.
  static func number(_ value: Double) -> String {
    let text = "\(value.shortened)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func path(of animation: CAPropertyAnimation) -> String {
    animation.keyPath.map { "\"\($0)\"" } ?? "nil"
  }

  private static func single(_ value: Double) -> String {
    number(Double("\(Float(value))") ?? value)
  }

  private static func point(_ place: SIMD2<Double>) -> String {
    "CGPoint(x: \(single(place.x)), y: \(single(place.y)))"
  }

  static func function(_ curve: EasingCurve) -> String {
    let names: [CAMediaTimingFunctionName] = [.linear, .easeIn, .easeOut, .easeInEaseOut, .default]
    for name in names where CAMediaTimingFunction(name: name).curve == curve {
      return "CAMediaTimingFunction(name: .\(name.rawValue))"
    }
    let numbers = [curve.c1.x, curve.c1.y, curve.c2.x, curve.c2.y].map(single)
    return "CAMediaTimingFunction(controlPoints: \(numbers.joined(separator: ", ")))"
  }

  /// The code of a value; nil if it has none.
  static func code(of value: AnimatableValue, forView isOfView: Bool = false) -> String? {
    guard let end = EndValue(value) else {
      guard case .transform(let transform) = value else { return nil }
      return isOfView ? nil : matrix(transform)
    }
    let n = end.numbers.map(number)
    return switch end.kind {
    case .number: n[0]
    case .point: "CGPoint(x: \(n[0]), y: \(n[1]))"
    case .size: "CGSize(width: \(n[0]), height: \(n[1]))"
    case .rect: "CGRect(x: \(n[0]), y: \(n[1]), width: \(n[2]), height: \(n[3]))"
    case .color:
      "UIColor(red: \(n[0]), green: \(n[1]), blue: \(n[2]), alpha: \(n[3]))"
        + (isOfView ? "" : ".cgColor")
    case .turn: isOfView ? turn(end) : "CATransform3DMakeAffineTransform(\(turn(end)))"
    }
  }

  /// The calls that make a transform, without those that change nothing.
  private static func turn(_ end: EndValue) -> String {
    let (x, y, scale, turn) = (end.numbers[0], end.numbers[1], end.numbers[2], end.numbers[3])
    var calls: [(first: String, next: String)] = []
    if x != 0 || y != 0 {
      let move = "translationX: \(number(x)), y: \(number(y))"
      calls.append(("CGAffineTransform(\(move))", ""))
    }
    if scale != 1 {
      let both = "\(number(scale)), y: \(number(scale))"
      calls.append(("CGAffineTransform(scaleX: \(both))", ".scaledBy(x: \(both))"))
    }
    if turn != 0 {
      let angle = number(turn)
      calls.append(("CGAffineTransform(rotationAngle: \(angle))", ".rotated(by: \(angle))"))
    }
    guard let first = calls.first else { return "CGAffineTransform.identity" }
    return first.first + calls.dropFirst().map(\.next).joined()
  }

  private static func matrix(_ transform: CATransform3D) -> String {
    let rows = transform.rows
    let numbers = [rows.0, rows.1, rows.2, rows.3].flatMap { row in (0..<4).map { row[$0] } }
    let names = (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }
    let list = zip(names, numbers).map { "\($0): \(number($1))" }.joined(separator: ", ")
    return "CATransform3D(\(list))"
  }
}

@MainActor extension CodedAnimation {
  fileprivate var path: String {
    (animation as? CAPropertyAnimation)?.keyPath ?? "\(type(of: animation))"
  }

  private var view: UIView? { layer.delegate as? UIView }

  /// Whether it is made by a change of a property whose end can be written.
  fileprivate var changesView: Bool { view != nil && isImplicit }

  fileprivate var isImplicit: Bool { animation is CABasicAnimation && change != "" }

  /// Whether the model has the animation's end.
  fileprivate var changesModel: Bool {
    guard let basic = animation as? CABasicAnimation, let path = basic.keyPath, let end,
      !basic.isAdditive
    else { return (animation as? CABasicAnimation)?.isAdditive == true }
    return AnimatableValue(layer.value(forKeyPath: path)).isEqual(to: end.value)
  }

  /// The view, or else the layer, in code.
  fileprivate var target: String {
    if let view { return PropertyNames.name(of: view) ?? "view" }
    return layerTarget
  }

  fileprivate var layerTarget: String {
    if let view { return "\(PropertyNames.name(of: view) ?? "view").layer" }
    return PropertyNames.name(of: layer) ?? "layer"
  }

  /// The properties of views that are properties of their layers by other names.
  private static let ofViews = [
    "position": "center", "bounds": "bounds", "bounds.size": "bounds.size",
    "bounds.origin": "bounds.origin", "opacity": "alpha", "backgroundColor": "backgroundColor",
    "transform": "transform",
  ]

  /// The change of the model to its end; empty for one that cannot be written.
  fileprivate var change: String {
    let value = end?.value ?? AnimatableValue(layer.value(forKeyPath: path))
    if view != nil, let property = Self.ofViews[path],
      let code = SwiftCode.code(of: value, forView: true)
    {
      return "\(target).\(property) = \(code)"
    }
    guard let code = SwiftCode.code(of: value) else { return "" }
    // What a class has beside the stock properties is set by its key.
    let isStock =
      view == nil
      ? layer.isStock(path) : LayerProperty(key: path, for: .plain) != nil
    return path.contains(".") || !isStock
      ? "\(layerTarget).setValue(\(code), forKeyPath: \"\(path)\")"
      : "\(layerTarget).\(path) = \(code)"
  }
}
