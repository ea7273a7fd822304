// LiveLawTests.swift
// Incremental drawing of any live tree: a frame drawn over the previous one, with the caches of
// sampler, painter and canvas, equals a frame drawn from scratch.
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// A layer that draws a custom property.
private final class Gauge: CALayer {
  @Animatable var level: CGFloat = 0.5

  override func draw(in ctx: CGContext) {
    ctx.setFillColor(CGColor(red: 0, green: level, blue: 1, alpha: 1))
    ctx.fill(CGRect(x: 0, y: 0, width: bounds.width * level, height: bounds.height))
    ctx.addEllipse(in: bounds.insetBy(dx: 2, dy: 2))
    ctx.strokePath()
  }
}

/// A layer that places its sublayers in rows.
private final class Rows: CALayer {
  override func layoutSublayers() {
    for (index, layer) in (sublayers ?? []).enumerated() where layer.name == "row" {
      layer.frame = CGRect(x: 1, y: CGFloat(index) * 7, width: bounds.width - 2, height: 6)
    }
  }
}

/// Random changes of layers through public API.
@MainActor private struct LiveScene {
  let stage = LiveStage()
  let loop: FrameLoop
  let screen = MemoryScreen()
  var random: SeededRandom
  var layers: [CALayer] = []
  var time = 0.0

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    loop = FrameLoop(context: stage.context)
    stage.root.bounds = CGRect(x: 0, y: 0, width: 72, height: 64)
    stage.root.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    for _ in 0..<12 { add() }
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &random)
  }
  mutating func chance(_ share: Double) -> Bool { number(0...1) < share }
  mutating func point() -> CGPoint { CGPoint(x: number(-8...80), y: number(-8...72)) }
  mutating func color() -> CGColor {
    CGColor(
      red: number(0...1), green: number(0...1), blue: number(0...1),
      alpha: chance(0.6) ? 1 : number(0...1))
  }
  mutating func rect() -> CGRect {
    CGRect(
      x: chance(0.7) ? 0 : number(-9...9), y: chance(0.7) ? 0 : number(-9...9),
      width: number(3...40), height: number(3...40))
  }
  mutating func transform() -> CATransform3D {
    switch Int.random(in: 0..<7, using: &random) {
    case 0, 1: return CATransform3DIdentity
    case 2: return CATransform3DMakeRotation(number(-3...3), 0, 0, 1)
    case 3: return CATransform3DMakeScale(number(-1.5...1.5), number(0.2...1.5), 1)
    case 4: return CATransform3DMakeTranslation(number(-9...9), number(-9...9), 0)
    case 5: return CATransform3DMakeRotation(number(-3...3), 1, 0.5, 0)
    default:
      var t = CATransform3DIdentity
      t.m34 = -1 / number(100...400)
      return CATransform3DRotate(t, number(-1...1), 0, 1, 0)
    }
  }
  mutating func picture() -> Any? {
    if chance(0.2) { return nil }
    if chance(0.4) {
      let (width, height) = (Int(number(1...9)), Int(number(1...9)))
      let bytes = (0..<width * height * 4).map { index -> UInt8 in
        index % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: random.next())
      }
      return CGImage(width: width, height: height, premultipliedRGBA: bytes)
    }
    let context = CGContext(size: CGSize(width: 20, height: 16))
    for _ in 0..<Int(number(0...3)) {
      context.setFillColor(color())
      if chance(0.5) {
        context.fill(CGRect(x: number(0...9), y: number(0...9), width: 8, height: 5))
      } else {
        context.fillEllipse(in: CGRect(x: number(0...9), y: number(0...9), width: 9, height: 6))
      }
    }
    return context.drawing
  }

  mutating func add() {
    let layer: CALayer =
      switch Int.random(in: 0..<16, using: &random) {
      case 0: Gauge()
      case 1: Rows()
      case 2: shape()
      case 3: gradient()
      case 4: replicator()
      case 5, 6: CATransformLayer()
      case 7: emitter()
      case 8: text()
      default: CALayer()
      }
    layer.bounds = rect()
    layer.position = point()
    layer.backgroundColor = chance(0.8) ? color() : nil
    if chance(0.3) { layer.name = "row" }
    put(layer)
    layers.append(layer)
  }

  mutating func path() -> CGPath {
    let path = CGMutablePath()
    path.move(to: point())
    for _ in 0..<2 { path.addLine(to: point()) }
    path.addQuadCurve(to: point(), control: point())
    return path
  }

  mutating func shape() -> CAShapeLayer {
    let layer = CAShapeLayer()
    layer.path = chance(0.5) ? path() : CGPath(ellipseIn: rect(), transform: nil)
    layer.fillColor = chance(0.7) ? color() : nil
    layer.strokeColor = chance(0.7) ? color() : nil
    layer.lineWidth = number(0...6)
    return layer
  }

  mutating func gradient() -> CAGradientLayer {
    let layer = CAGradientLayer()
    layer.colors = [color(), color(), color()]
    layer.startPoint = CGPoint(x: number(0...1), y: number(0...1))
    return layer
  }

  mutating func replicator() -> CAReplicatorLayer {
    let layer = CAReplicatorLayer()
    layer.instanceCount = Int(number(1...3))
    layer.instanceTransform = transform()
    layer.instanceDelay = chance(0.5) ? 0 : number(0...0.2)
    layer.instanceRedOffset = chance(0.5) ? 0 : Float(number(-0.3...0))
    layer.preservesDepth = chance(0.2)
    return layer
  }

  mutating func emitter() -> CAEmitterLayer {
    let layer = CAEmitterLayer()
    layer.seed = UInt32(random.next() % 1000)
    layer.emitterShape = chance(0.5) ? .line : .circle
    layer.emitterSize = CGSize(width: number(0...20), height: number(0...20))
    layer.emitterPosition = CGPoint(x: number(0...30), y: number(0...30))
    layer.renderMode = chance(0.3) ? .additive : .oldestFirst
    let cell = CAEmitterCell()
    cell.name = "cell"
    cell.contents =
      chance(0.7)
      ? CGImage(width: 3, height: 3, premultipliedRGBA: .init(repeating: 200, count: 36))
      : picture()
    (cell.birthRate, cell.lifetime) = (Float(number(5...60)), Float(number(0.05...0.4)))
    (cell.velocity, cell.velocityRange) = (number(0...60), number(0...20))
    (cell.emissionRange, cell.spin) = (number(0...6), chance(0.5) ? 0 : number(-3...3))
    cell.color = color()
    cell.alphaSpeed = Float(number(-2...0))
    layer.emitterCells = [cell]
    return layer
  }

  mutating func text() -> CATextLayer {
    let layer = CATextLayer()
    layer.string = chance(0.8) ? "layer" : "x"
    layer.fontSize = number(5...20)
    layer.foregroundColor = color()
    layer.isWrapped = chance(0.4)
    return layer
  }

  /// Changes a property of a subclass.
  mutating func changeSubclass(of layer: CALayer) {
    switch layer {
    case let shape as CAShapeLayer:
      switch Int.random(in: 0..<4, using: &random) {
      case 0: shape.path = path()
      case 1: shape.strokeEnd = number(0...1)
      case 2: shape.fillColor = color()
      default: shape.lineWidth = number(0...6)
      }
    case let gradient as CAGradientLayer:
      if chance(0.5) {
        gradient.colors = [color(), color()]
      } else {
        gradient.endPoint = CGPoint(x: number(0...1), y: number(0...1))
      }
    case let replicator as CAReplicatorLayer:
      switch Int.random(in: 0..<5, using: &random) {
      case 0: replicator.instanceCount = Int(number(0...4))
      case 1: replicator.instanceTransform = transform()
      case 2: replicator.instanceDelay = number(0...0.2)
      case 3: replicator.instanceColor = color()
      default: replicator.preservesDepth.toggle()
      }
    case let emitter as CAEmitterLayer:
      switch Int.random(in: 0..<5, using: &random) {
      case 0: emitter.birthRate = chance(0.3) ? 0 : Float(number(0...2))
      case 1: emitter.emitterPosition = point()
      case 2: emitter.setValue(color(), forKeyPath: "emitterCells.cell.color")
      case 3: emitter.renderMode = chance(0.5) ? .oldestLast : .additive
      default: emitter.emitterCells = chance(0.2) ? nil : self.emitter().emitterCells
      }
    case let text as CATextLayer:
      switch Int.random(in: 0..<4, using: &random) {
      case 0: text.string = chance(0.2) ? nil : "\(Int(number(0...999)))"
      case 1: text.fontSize = number(4...20)
      case 2: text.foregroundColor = color()
      default: text.alignmentMode = chance(0.5) ? .right : .center
      }
    default: break
    }
  }

  /// Moves a layer to one that is not its descendant.
  mutating func put(_ layer: CALayer) {
    let others =
      [stage.root]
      + layers.filter { other in
        var current: CALayer? = other
        while let some = current, some !== layer { current = some.superlayer }
        return current == nil
      }
    let parent = others.randomElement(using: &random) ?? stage.root
    if chance(0.12), parent !== stage.root, parent.mask == nil {
      layer.removeFromSuperlayer()
      parent.mask = layer
    } else {
      let count = parent.sublayers?.filter { $0 !== layer }.count ?? 0
      parent.insertSublayer(layer, at: UInt32(Int.random(in: 0...count, using: &random)))
    }
  }

  /// A rotation, move or scale by components.
  mutating func functionAnimation() -> CAPropertyAnimation {
    let animation = CABasicAnimation(keyPath: chance(0.8) ? "transform" : "sublayerTransform")
    let names: [CAValueFunctionName] = [.rotateX, .rotateY, .rotateZ, .scaleX, .translateY]
    if chance(0.3) {
      animation.valueFunction = CAValueFunction(name: chance(0.5) ? .scale : .translate)
      animation.fromValue = [number(0...2), number(0...2), 1]
      animation.toValue = [number(-2...2), number(0...9), 1]
    } else {
      animation.valueFunction = names.randomElement(using: &random).flatMap {
        CAValueFunction(name: $0)
      }
      if chance(0.7) { animation.fromValue = number(-4...4) }
      if chance(0.7) { animation.toValue = number(-4...4) }
    }
    return animation
  }

  /// Along a path, rotating with it.
  mutating func pathAnimation() -> CAPropertyAnimation {
    let animation = CAKeyframeAnimation(keyPath: "position")
    animation.path = path()
    animation.rotationMode = chance(0.5) ? .rotateAuto : nil
    animation.calculationMode =
      [.linear, .paced, .discrete].randomElement(using: &random) ?? .linear
    return animation
  }

  /// Of subclass properties, on any layer.
  mutating func subclassEnds() -> (String, Any, Any) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: ("strokeEnd", number(0...1), number(0...1))
    case 1: ("path", path(), path())
    case 2: ("lineWidth", number(0...6), number(0...6))
    case 3: ("colors", [color(), color(), color()], [color(), color(), color()])
    case 4: ("startPoint", CGPoint(x: number(0...1), y: 0), CGPoint(x: 1, y: number(0...1)))
    case 5: ("instanceTransform", transform(), transform())
    case 6: ("instanceDelay", number(0...0.2), number(0...0.2))
    case 7: ("emitterPosition", point(), point())
    case 8: ("emitterCells.cell.birthRate", number(0...60), number(0...60))
    case 9: ("fontSize", number(4...20), number(4...20))
    case 10: ("foregroundColor", color(), color())
    default: ("contents", picture() ?? NSNull(), picture() ?? NSNull())
    }
  }

  mutating func animation() -> CAAnimation {
    let basic: (String, Any, Any)
    switch Int.random(in: 0..<20, using: &random) {
    case 14...18: basic = subclassEnds()
    case 0: basic = ("position", point(), point())
    case 1: basic = ("position.x", number(0...70), number(0...70))
    case 2: basic = ("opacity", number(0...1), number(0...1))
    case 3: basic = ("transform.rotation.z", number(-3...3), number(-3...3))
    case 4: basic = ("transform.scale", number(0...2), number(0...2))
    case 5: basic = ("transform", transform(), transform())
    case 6: basic = ("bounds", rect(), rect())
    case 7: basic = ("bounds.origin.y", number(-9...9), number(-9...9))
    case 8: basic = ("backgroundColor", color(), color())
    case 9: basic = ("cornerRadius", number(0...9), number(0...9))
    case 10: basic = ("level", number(0...1), number(0...1))
    case 11: basic = ("zPosition", number(-2...2), number(-2...2))
    case 12: basic = ("shadowOpacity", number(0...1), number(0...1))
    default: basic = ("transform.translation.x", number(-9...9), number(-9...9))
    }
    let animation: CAPropertyAnimation
    switch Int.random(in: 0..<8, using: &random) {
    case 5: animation = functionAnimation()
    case 6: animation = pathAnimation()
    case 0:
      let keyframes = CAKeyframeAnimation(keyPath: basic.0)
      keyframes.values = [basic.1, basic.2, basic.1]
      if chance(0.3) { keyframes.calculationMode = .discrete }
      animation = keyframes
    case 1:
      let spring = CASpringAnimation(keyPath: basic.0)
      (spring.fromValue, spring.toValue) = (basic.1, basic.2)
      animation = spring
    default:
      let plain = CABasicAnimation(keyPath: basic.0)
      if chance(0.7) { plain.fromValue = basic.1 }
      if chance(0.7) { plain.toValue = basic.2 }
      animation = plain
    }
    animation.isAdditive = chance(0.2)
    animation.isCumulative = chance(0.1)
    var result: CAAnimation = animation
    if chance(0.15) {
      let group = CAAnimationGroup()
      let other = CABasicAnimation(keyPath: "opacity")
      other.toValue = 0.2
      other.beginTime = 0.05
      group.animations = [animation, other]
      result = group
    }
    result.duration = chance(0.1) ? 0 : number(0.02...0.5)
    if chance(0.2) { result.repeatCount = chance(0.3) ? .infinity : 1.5 }
    result.autoreverses = chance(0.2)
    if chance(0.1) { result.timeOffset = number(0...0.3) }
    if chance(0.1) { result.speed = [0, -1, 2, 0.5].randomElement(using: &random) ?? 1 }
    if chance(0.2) { result.beginTime = time + number(-0.1...0.2) }
    if chance(0.3) {
      result.fillMode = [.forwards, .backwards, .both].randomElement(using: &random) ?? .both
    }
    result.isRemovedOnCompletion = chance(0.8)
    if chance(0.3) { result.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut) }
    return result
  }

  mutating func transition() -> CATransition {
    let transition = CATransition()
    transition.type = [.fade, .push, .moveIn, .reveal].randomElement(using: &random) ?? .fade
    transition.subtype =
      [.fromLeft, .fromTop, .fromRight, .fromBottom].randomElement(using: &random) ?? .fromLeft
    transition.duration = number(0.02...0.3)
    return transition
  }

  /// Makes one random change to one layer.
  mutating func change() {
    guard let layer = layers.randomElement(using: &random) else { return }
    CATransaction.begin()
    defer { CATransaction.commit() }
    CATransaction.setDisableActions(chance(0.5))
    CATransaction.setAnimationDuration(number(0.02...0.3))
    switch Int.random(in: 0..<40, using: &random) {
    case 0, 1: layer.position = point()
    case 2: layer.opacity = chance(0.3) ? 1 : Float(number(0...1))
    case 3: layer.backgroundColor = chance(0.2) ? nil : color()
    case 4: layer.bounds = rect()
    case 5: layer.bounds.origin.y += number(-4...4)
    case 6: layer.transform = transform()
    case 7: layer.sublayerTransform = transform()
    case 8: layer.cornerRadius = chance(0.4) ? 0 : number(0...12)
    case 9:
      layer.borderWidth = chance(0.5) ? 0 : number(0...4)
      layer.borderColor = color()
    case 10: layer.isHidden.toggle()
    case 11: layer.zPosition = chance(0.5) ? 0 : number(-2...2)
    case 12: layer.masksToBounds.toggle()
    case 13:
      layer.shadowOpacity = chance(0.4) ? 0 : Float(number(0...1))
      layer.shadowRadius = number(0...4)
      layer.shadowOffset = CGSize(width: number(-5...5), height: number(-5...5))
    case 14: layer.shadowColor = chance(0.3) ? nil : color()
    case 15:
      layer.shadowPath =
        chance(0.5) ? nil : CGPath(rect: rect(), transform: nil)
    case 16, 17: layer.contents = picture()
    case 18: layer.contentsScale = number(0.5...2)
    case 19:
      layer.contentsGravity =
        [.resize, .center, .topLeft, .resizeAspect].randomElement(using: &random) ?? .resize
    case 20: layer.anchorPoint = CGPoint(x: number(0...1), y: number(0...1))
    case 21: layer.isDoubleSided.toggle()
    case 22: layer.allowsGroupOpacity.toggle()
    case 23: layer.setValue(number(0...60), forKeyPath: "position.x")
    case 24: layer.setValue(number(-3...3), forKeyPath: "transform.rotation")
    case 25: (layer as? Gauge)?.level = number(0...1)
    case 26, 27: layer.add(animation(), forKey: chance(0.5) ? "a" : nil)
    case 28: layer.add(transition(), forKey: nil)
    case 29: layer.removeAllAnimations()
    case 30: put(layer)
    case 31:
      layer.speed = Float([0, 1, 1, 2, 0.5, -1].randomElement(using: &random) ?? 1)
      layer.timeOffset = chance(0.5) ? 0 : number(0...1)
    case 32: layer.setNeedsDisplay()
    case 34: layer.mask?.add(animation(), forKey: nil)
    case 35: layer.shouldRasterize.toggle()
    case 36: layer.maskedCorners = chance(0.5) ? [.layerMinXMinYCorner] : [.layerMaxXMaxYCorner]
    case 33: layer.isGeometryFlipped.toggle()
    default: changeSubclass(of: layer)
    }
  }

  mutating func structure() {
    if chance(0.1) { add() }
    if chance(0.1), layers.count > 6, let layer = layers.randomElement(using: &random) {
      layer.removeFromSuperlayer()
      if chance(0.5) { layers.removeAll { $0 === layer } } else { put(layer) }
    }
    if chance(0.05), let parent = layers.randomElement(using: &random) {
      parent.sublayers = parent.sublayers?.shuffled(using: &random)
    }
    if chance(0.02) { screen.size = PixelSize(width: Int(number(40...80)), height: 60) }
    if chance(0.02) { screen.scale = chance(0.5) ? 1 : 1.5 }
    if chance(0.02) { loop.setNeedsRedraw() }
  }

  /// The frame without caches.
  func afresh() -> (picture: CGImage?, values: [LayerValues]) {
    stage.context.afresh(on: screen, at: time, background: loop.background)
  }
}

extension LiveTree {
  @MainActor @Suite struct LiveLawTests {
    @Test(arguments: 1...50) func aFrameIsTheFrameThatNothingIsKeptOf(seed: UInt64) throws {
      var scene = LiveScene(seed: seed)
      for frame in 0..<24 {
        scene.time += scene.chance(0.8) ? 1.0 / 60 : scene.number(0...0.4)
        MediaClock.advance(to: scene.time)
        scene.screen.time = scene.time
        for _ in 0..<Int(scene.number(0...4)) { scene.change() }
        scene.structure()
        _ = scene.loop.runFrame(on: scene.screen)
        let (picture, values) = scene.afresh()
        for layer in scene.layers where layer.slotInTree >= 0 {
          let shown = try #require(scene.loop.sampledValues(of: layer))
          try #require(shown == values[Int(layer.slotInTree)], "frame \(frame)")
        }
        let isSame = scene.screen.canvas.image()?.pixels == picture?.pixels
        try #require(isSame, "frame \(frame)")
      }
      // The comparison only means something where something was cached.
      #expect(scene.screen.keptPixels > 0)
    }
  }
}
