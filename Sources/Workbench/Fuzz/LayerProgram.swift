// LayerProgram.swift
// Random calls of layers: trees, properties, transactions, time, and callbacks that change all of them.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// Random calls of `CALayer`, its subclasses, and `CATransaction`.
@MainActor final class LayerProgram: FuzzProgram {
  let stage: FuzzStage
  var random: FuzzRandom { stage.random }
  private(set) var layers: [CALayer] = []
  private let delegate = MeddlingDelegate()

  init(_ stage: FuzzStage) {
    self.stage = stage
    delegate.program = self
    for _ in 0..<5 { add() }
  }

  func step() {
    switch random.integer(0...19) {
    case 0, 1: add()
    case 2, 3, 4: changeTree()
    case 5, 6, 7, 8, 9: changeProperty()
    case 10, 11, 12: changeAnimations()
    case 13: runTransaction()
    case 14: changeTime()
    case 15: read()
    case 16:
      stage.log("flush")
      CATransaction.flush()
    default:
      stage.log("advance")
      stage.advance(by: random.pick([1 / 120, 1 / 60, 0.05, 0.3]) ?? 0)
    }
  }

  /// Makes a call from inside a callback, with a probability.
  func meddle(_ share: Double) { stage.interfere(share) { step() } }

  func any() -> CALayer? { random.pick(layers) }

  private func index(_ layer: CALayer?) -> Int { layers.firstIndex { $0 === layer } ?? -1 }

  // MARK: The tree

  private func add() {
    guard layers.count < 24 else { return }
    let layer: CALayer =
      switch random.integer(0...14) {
      case 0: CAShapeLayer()
      case 1: CAGradientLayer()
      case 2: CAReplicatorLayer()
      case 3: CATransformLayer()
      case 4: CATextLayer()
      case 5: CAScrollLayer()
      case 6: CATiledLayer()
      case 7: CAEmitterLayer()
      case 8, 9, 10: MeddlingLayer(self)
      default: CALayer()
      }
    stage.log("add \(type(of: layer)) \(layers.count)")
    stage.watch(layer)
    layers.append(layer)
    layer.frame = CGRect(
      x: random.plain(0...40), y: random.plain(0...30), width: random.plain(1...30),
      height: random.plain(1...20))
    layer.backgroundColor = random.color().cgColor
    if random.chance(0.3) { layer.delegate = delegate }
    if random.chance(0.9) { put(layer) }
  }

  /// The root, and the layers that are not below a layer.
  private func possibleParents(of layer: CALayer) -> [CALayer] {
    let others = layers.filter { other in
      !sequence(first: other, next: { $0.superlayer }).contains { $0 === layer }
    }
    return others + [stage.window?.layer].compactMap(\.self)
  }

  private func put(_ layer: CALayer) {
    guard let parent = random.pick(possibleParents(of: layer)) else { return }
    let sibling = random.pick(parent.sublayers ?? []).flatMap { $0 === layer ? nil : $0 }
    stage.log("put \(index(layer)) into \(index(parent))")
    switch random.integer(0...5) {
    case 0: parent.insertSublayer(layer, at: UInt32(random.integer(0...30)))
    case 1: parent.insertSublayer(layer, below: sibling)
    case 2: parent.insertSublayer(layer, above: sibling)
    case 3 where parent !== stage.window?.layer:
      layer.removeFromSuperlayer()
      // The removal's callbacks may have moved the parent below the layer.
      if possibleParents(of: layer).contains(where: { $0 === parent }) { parent.mask = layer }
    case 4:
      guard let sibling, !sequence(first: sibling, next: { $0.superlayer }).contains(layer) else {
        return parent.addSublayer(layer)
      }
      parent.replaceSublayer(sibling, with: layer)
    default: parent.addSublayer(layer)
    }
  }

  private func changeTree() {
    guard let layer = any() else { return }
    switch random.integer(0...6) {
    case 0, 1, 2: put(layer)
    case 3:
      stage.log("remove \(index(layer))")
      layer.removeFromSuperlayer()
    case 4:
      stage.log("forget \(index(layer))")
      layer.removeFromSuperlayer()
      layers.removeAll { $0 === layer }
    case 5:
      stage.log("shuffle \(index(layer))")
      layer.sublayers = random.shuffled(layer.sublayers ?? [])
    default:
      stage.log("sublayers nil \(index(layer))")
      layer.sublayers = nil
    }
  }

  // MARK: Properties

  private func changeProperty() {
    guard let layer = any() else { return }
    if random.chance(0.35) {
      let (path, value) = FuzzValues.keyPath(random)
      stage.log("\(index(layer)) setValue \(String(describing: value)) \(path)")
      layer.setValue(value, forKeyPath: path)
    } else if random.chance(0.4) {
      let number = random.integer(0...LayerChanges.ofSubclasses)
      stage.log("\(index(layer)) change \(number) of \(type(of: layer))")
      LayerChanges.changeSubclass(of: layer, number, random)
    } else {
      let number = random.integer(0...LayerChanges.ofAll)
      stage.log("\(index(layer)) change \(number)")
      LayerChanges.change(layer, number, random)
    }
  }

  private func changeAnimations() {
    guard let layer = any() else { return }
    switch random.integer(0...5) {
    case 0:
      stage.log("\(index(layer)) removeAllAnimations")
      layer.removeAllAnimations()
    case 1:
      stage.log("\(index(layer)) removeAnimation")
      layer.removeAnimation(forKey: random.pick(layer.animationKeys() ?? ["a"]) ?? "")
    default:
      let animation = FuzzAnimations.animation(random)
      stage.log("\(index(layer)) add \(FuzzAnimations.name(of: animation))")
      if random.chance(0.3) { animation.delegate = delegate }
      layer.add(
        animation, forKey: random.pick([nil, "a", "position", "transition", "opacity"]) ?? nil)
    }
  }

  private func runTransaction() {
    stage.log("transaction")
    CATransaction.begin()
    if random.chance(0.7) {
      let completion = stage.completion("a transaction's completion") { [weak self] in
        self?.stage.interfere(0.3) { self?.step() }
      }
      CATransaction.setCompletionBlock { completion.run() }
    }
    CATransaction.setAnimationDuration(max(0, random.plain(-0.1...1)))
    if random.chance(0.3) { CATransaction.setDisableActions(true) }
    if random.chance(0.2) {
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeOut))
    }
    for _ in 0..<random.integer(0...4) {
      random.chance(0.1) ? runTransaction() : random.chance(0.5) ? changeProperty() : changeTree()
    }
    CATransaction.commit()
  }

  private func changeTime() {
    guard let layer = any() else { return }
    stage.log("\(index(layer)) time")
    switch random.integer(0...4) {
    case 0: layer.speed = random.float(-2...3)
    case 1: layer.timeOffset = random.number(-2...2)
    case 2: layer.beginTime = random.number(-2...2)
    case 3:
      let paused = layer.convertTime(CACurrentMediaTime(), from: nil)
      layer.speed = 0
      layer.timeOffset = paused
    default:
      (layer.speed, layer.timeOffset, layer.beginTime) = (1, 0, 0)
    }
  }

  private func read() {
    guard let layer = any(), let other = any() else { return }
    stage.log("read \(index(layer)) \(index(other))")
    _ = layer.presentation()?.frame
    _ = layer.hitTest(random.point())
    _ = layer.contains(random.point())
    _ = layer.convert(random.rect(), to: other)
    _ = layer.convert(random.point(), from: other)
    _ = layer.convertTime(random.number(0...9), to: other)
    _ = "\(layer) \(layer.debugDescription)"
    _ = layer.value(forKeyPath: FuzzValues.keyPath(random).0)
    layer.scrollRectToVisible(random.rect())
    if random.chance(0.2) {
      let context = CGContext(size: CGSize(width: 20, height: 20))
      layer.render(in: context)
    }
  }

  // MARK: Laws

  func end() {
    delegate.program = nil
    stage.log("end")
    for layer in layers {
      (layer.speed, layer.timeOffset, layer.beginTime) = (1, 0, 0)
      stage.expect(
        layer.superlayer.map { above in
          above.mask === layer || above.sublayers?.contains { $0 === layer } == true
        } ?? true, "a superlayer does not contain its sublayer")
      for below in (layer.sublayers ?? []) + [layer.mask].compactMap(\.self) {
        stage.expect(below.superlayer === layer, "a sublayer has another superlayer")
      }
    }
    // Animations with an end finish within this time; those without one are removed.
    stage.advance(by: 0.1)
    for layer in layers { layer.removeAllAnimations() }
    CATransaction.flush()
    stage.advance(by: 1 / 60)
    for layer in layers {
      layer.removeAllAnimations()
      stage.expect(layer.animationKeys() == nil, "\(layer) has animations after their removal")
    }
    CATransaction.flush()
    stage.advance(by: 1 / 60)
    for layer in layers { checkPresentation(of: layer) }
    stage.allowsInterference = false
    for layer in layers { layer.removeFromSuperlayer() }
    // A callback may have forgotten a layer before it was put into the window.
    stage.window?.layer.sublayers = nil
    for layer in layers {
      layer.mask = nil
      layer.sublayers = nil
      layer.delegate = nil
    }
    layers = []
    CATransaction.flush()
  }

  /// Without animations a presentation layer equals its layer.
  private func checkPresentation(of layer: CALayer) {
    guard let shown = layer.presentation(), layer.animationKeys() == nil else { return }
    stage.expect(
      shown.position == layer.position && shown.bounds == layer.bounds
        && shown.opacity == layer.opacity && shown.isHidden == layer.isHidden
        && CATransform3DEqualToTransform(shown.transform, layer.transform)
        && shown.backgroundColor == layer.backgroundColor
        && shown.cornerRadius == layer.cornerRadius && shown.zPosition == layer.zPosition,
      "without animations the presentation of \(layer) differs")
  }
}

/// A layer whose methods make calls of their own.
private final class MeddlingLayer: CALayer {
  private weak var program: LayerProgram?
  @Animatable var level: CGFloat = 0

  init(_ program: LayerProgram) {
    self.program = program
    super.init()
  }
  override init(layer: Any) { super.init(layer: layer) }
  required init?(coder: NSCoder) { super.init(coder: coder) }

  private func meddle(_ share: Double) {
    let program = program
    MainActor.assumeIsolated { program?.meddle(share) }
  }

  override func action(forKey event: String) -> (any CAAction)? {
    meddle(0.03)
    return super.action(forKey: event)
  }
  override func layoutSublayers() {
    super.layoutSublayers()
    meddle(0.1)
  }
  override func draw(in ctx: CGContext) {
    ctx.fill(bounds)
    meddle(0.1)
  }
}

/// A delegate of layers and animations whose methods make calls of their own.
private final class MeddlingDelegate: NSObject, CALayerDelegate, CAAnimationDelegate {
  nonisolated(unsafe) weak var program: LayerProgram?

  private func meddle(_ share: Double) {
    let program = program
    MainActor.assumeIsolated { program?.meddle(share) }
  }

  func animationDidStart(_ anim: CAAnimation) { meddle(0.2) }
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { meddle(0.3) }
  func layerWillDraw(_ layer: CALayer) { meddle(0.1) }
  func layoutSublayers(of layer: CALayer) { meddle(0.1) }
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    meddle(0.03)
    return nil
  }
}
