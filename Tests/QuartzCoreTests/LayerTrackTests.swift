// LayerTrackTests.swift
// Compiled animations compared with a plain evaluation of the same animations, one after another.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import QuartzCore

extension LiveTree {
  @MainActor @Suite struct LayerTrackTests {
    private static let keys = [
      "position", "position.x", "position.y", "anchorPoint", "anchorPoint.y", "opacity",
      "zPosition", "cornerRadius", "borderWidth", "contentsScale", "bounds", "bounds.origin",
      "bounds.origin.y", "bounds.size", "bounds.size.width", "backgroundColor",
      "transform.rotation", "transform.rotation.z", "transform.scale", "transform.scale.x",
      "transform.scale.y", "transform.translation", "transform.translation.x",
      "transform.translation.y", "transform.rotation.x", "transform.rotation.y",
      "transform.scale.z", "transform.translation.z", "transform", "sublayerTransform",
      "borderColor", "shadowOpacity", "shadowOffset", "shadowOffset.width", "shadowRadius",
      "contentsRect", "contentsRect.size", "contentsRect.origin.x",
    ]

    private static func value(_ key: String, _ random: inout SeededRandom) -> Any {
      func number() -> Double { .random(in: -10...10, using: &random) }
      switch key {
      case "position", "anchorPoint", "bounds.origin", "contentsRect.origin":
        return CGPoint(x: number(), y: number())
      case "bounds", "contentsRect":
        return CGRect(x: number(), y: number(), width: number(), height: number())
      case "bounds.size", "transform.translation", "shadowOffset", "contentsRect.size":
        return CGSize(width: number(), height: number())
      case "transform", "sublayerTransform":
        let turn = CATransform3DMakeRotation(number(), 0, 0, 1)
        let scaled = CATransform3DScale(turn, 1 + abs(number()), 1 + abs(number()), 1)
        if number() > 0 { return CATransform3DTranslate(scaled, number(), number(), 0) }
        return CATransform3DRotate(scaled, number(), 1, number(), 0)
      case "backgroundColor", "borderColor":
        return CGColor(red: number(), green: number(), blue: number(), alpha: number())
      default: return number()
      }
    }

    /// A basic animation of a key with any ends and any timing.
    private static func animation(
      _ key: String, _ random: inout SeededRandom
    ) -> AttachedAnimation {
      func isTrue() -> Bool { Bool.random(using: &random) }
      let animation = CABasicAnimation(keyPath: key)
      if isTrue() { animation.fromValue = value(key, &random) }
      if isTrue() { animation.toValue = value(key, &random) }
      if isTrue() { animation.byValue = value(key, &random) }
      animation.isAdditive = isTrue() && isTrue()
      animation.timingFunction =
        isTrue()
        ? nil
        : CAMediaTimingFunction(
          controlPoints: .random(in: 0...1, using: &random), .random(in: -1...2, using: &random),
          .random(in: 0...1, using: &random), .random(in: -1...2, using: &random))
      let attached = AttachedAnimation(
        key: nil, animation: animation, observers: [], redraws: false)
      attached.timing = TimingSegmentTests.timing(&random)
      return attached
    }

    /// Heads share the numbers of the first one's timing: each is read as it was written, whichever of them differ.
    @Test(arguments: 0..<200) func timingsAreKept(seed: Int) {
      var random = SeededRandom(seed: UInt64(seed))
      func isTrue() -> Bool { Bool.random(using: &random) }
      let first = isTrue() ? MediaTiming().active : TimingSegmentTests.timing(&random)
      var (tracks, contents) = (NumberTracks(), [NumberContent]())
      var timings = [ActiveTiming]()
      for index in 0..<6 {
        let other = TimingSegmentTests.timing(&random)
        var timing = first
        if index > 0 {
          if isTrue() { timing.map.beginTime = other.map.beginTime }
          if isTrue() { timing.map.speed = other.map.speed }
          if isTrue() { timing.map.timeOffset = isTrue() ? 0 : other.map.timeOffset }
          if isTrue() { timing.duration = other.duration }
          if isTrue() { timing.activeDuration = isTrue() ? .infinity : other.activeDuration }
          if isTrue() { timing.autoreverses.toggle() }
          if isTrue() { timing.fillsForwards.toggle() }
        }
        timings.append(timing)
        var track = NumberTrack(
          timeline: Timeline(timing: timing, curve: 300 * index),
          place: PropertyPlace(block: .rare, offset: 40), form: .one,
          from: SIMD4(Double(index), 0, 0, 0), delta: SIMD4(1, 0, 0, 0))
        if index % 3 == 2 {
          track.keys = KeyframeTimeline(
            values: [.zero, SIMD4(1, 0, 0, 0)], keyTimes: nil, easings: [], mode: .linear)
        }
        if index % 2 == 1 { track.base.x = 7 }
        if index % 4 == 3 { track.beneath = (1, -1) }
        tracks.append(track, contents: &contents)
      }
      var read = 0
      tracks.trimmed.forEach { index in
        #expect(tracks.timing(at: index) == timings[read])
        #expect(tracks.curve(at: index) == 300 * read)
        #expect(tracks.place(at: index) == PropertyPlace(block: .rare, offset: 40))
        var numbers = [Double](repeating: .nan, count: 5)
        numbers.withUnsafeMutableBufferPointer {
          tracks.copyNumbers(at: index, to: $0.baseAddress.unsafelyUnwrapped)
        }
        let expected =
          [Double(read), 1] + (read % 2 == 1 ? [7] : []) + (read % 4 == 3 ? [1, -1] : [])
        #expect(Array(numbers.prefix(tracks.numberCount(at: index))) == expected)
        read += 1
      }
      #expect(read == timings.count && contents.count == 2)
    }

    private static func model(_ random: inout SeededRandom) -> LayerValues {
      func number(_ range: ClosedRange<Double> = -10...10) -> Double {
        .random(in: range, using: &random)
      }
      var values = LayerValues()
      values.bounds = CGRect(x: number(), y: number(), width: number(0...9), height: number(0...9))
      values.position = CGPoint(x: number(), y: number())
      values.opacity = number()
      if number() > 0 {
        values.backgroundColor = CGColor(red: number(), green: 0, blue: 0.5, alpha: 1)
      }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: values.transform = CATransform3DMakeRotation(number(), 0, 0, 1)
      case 1: values.transform = CATransform3DMakeScale(number(0.1...3), number(-3...3), 1)
      case 2: values.transform = CATransform3DMakeRotation(number(), 0, 1, 0)
      case 3:
        values.transform = CATransform3D(
          CGAffineTransform(a: number(), b: number(), c: number(), d: 1, tx: 3, ty: number()))
      default: break
      }
      return values
    }

    /// The values of a plain evaluation: every animation boxed, one after another.
    private static func general(
      _ animations: [AttachedAnimation], _ model: LayerValues, _ curves: EasingIndex,
      at time: TimeInterval
    ) -> LayerValues {
      var values = model
      // Members of one transform are numbers beside each other, until the whole transform is set.
      var parts: [LayerProperty: TransformDecomposition] = [:]
      for attached in animations {
        let group = attached.animation as? CAAnimationGroup
        guard
          let animation = (group?.animations?.first ?? attached.animation) as? CAPropertyAnimation,
          let path = animation.keyPath,
          let property = LayerProperty(key: PropertyPath(path).key),
          let member = PropertyPath(path).member,
          let underlying = parts[property].flatMap({ parts in
            member == .whole
              ? nil
              : parts[member].map { .lanes($0, member == .translation ? .size : .number) }
          }) ?? member.read(values[property: property]),
          let body = TrackFunction<AnimatableValue>(animation, playback: nil, convert: { $0 })
        else { continue }
        if case .none = underlying, body.needsUnderlying || animation.isAdditive { continue }
        guard
          let value = value(
            of: animation, in: group, attached.timing, body, over: underlying, at: time, curves)
        else { continue }
        let current = values[property: property]
        if case .transform(let transform) = current {
          if member == .whole {
            parts[property] = nil
          } else {
            var own = parts[property] ?? TransformDecomposition(transform)
            own.set(member, to: value.lanes ?? .zero)
            parts[property] = own
            values[property: property] = .transform(own.transform)
            continue
          }
        }
        guard
          let written = member.write(
            value, into: { if case .none = current { value } else { current } }())
        else { continue }
        values[property: property] = written
      }
      return values
    }

    /// The value of one animation, by its definition; nil where it contributes nothing.
    private static func value(
      of animation: CAPropertyAnimation, in group: CAAnimationGroup?, _ timing: ActiveTiming,
      _ body: TrackFunction<AnimatableValue>, over underlying: AnimatableValue,
      at time: TimeInterval, _ curves: EasingIndex
    ) -> AnimatableValue? {
      var (time, timing) = (time, timing)
      var curves: EasingIndex? = curves
      if let group {
        var inner = animation.timing
        if inner.duration <= 0 { inner.duration = timing.duration }
        guard let sample = timing.sample(atParentTime: time) else { return nil }
        time = timing.duration * group.easing.value(at: sample.progress)
        timing = inner.active
      }
      guard let sample = timing.sample(atParentTime: time) else { return nil }
      let current = animation.isAdditive ? underlying.additiveIdentity : underlying
      func value(at progress: Double) -> AnimatableValue {
        let eased =
          curves?.number(of: animation.easing).flatMap { curves?.value(of: $0, at: progress) }
          ?? animation.easing.value(at: progress)
        switch body {
        case .keyframes(var timeline):
          timeline.number(in: &curves)
          return timeline.value(
            at: timeline.times.position(at: eased, curves: curves ?? .linearOnly))
        case .ends(let ends):
          let motion = (animation as? CABasicAnimation)?.springMotion(
            duration: timing.duration, playback: nil)
          return ends.value(at: motion?.fraction(at: eased) ?? eased, underlying: current)
        }
      }
      var result = value(at: sample.progress)
      if animation.isCumulative && sample.cycle > 0 && result.hasSums {
        result = value(at: timing.autoreverses ? 0 : 1).scaled(by: sample.cycle).adding(result)
      }
      return animation.isAdditive ? result.adding(underlying) : result
    }

    /// The first property in which values differ, with both values; nil if none does.
    private func difference(_ a: LayerValues, _ b: LayerValues) -> String? {
      func isNear(_ property: LayerProperty) -> Bool {
        switch (a[property: property], b[property: property]) {
        case (.lanes(let x, _), .lanes(let y, _)):
          let size = max(1, (x * x).sum().squareRoot())
          return x.distance(to: y) <= 1e-11 * size
        case (.transform(let x), .transform(let y)):
          let (p, q) = (x.rows, y.rows)
          let size = max(1, p.0.distance(to: .zero) + p.1.distance(to: .zero))
          return p.0.distance(to: q.0) + p.1.distance(to: q.1) + p.2.distance(to: q.2)
            + p.3.distance(to: q.3) <= 1e-11 * size
        case (let x, let y): return x.isEqual(to: y)
        }
      }
      return LayerProperty.allCases.first { !isNear($0) }
        .map { "\($0): \(a[property: $0]) is not \(b[property: $0])" }
    }

    /// Additions to a model's value follow it when it changes, whatever the property's place in the table.
    @Test(arguments: LayerProperty.allCases.filter { $0.row.owner == .replicator })
    func animationsWithOneEndFollowTheModel(_ property: LayerProperty) throws {
      guard property.kind == .lanes(.number) else { return }
      let stage = LiveStage()
      let layer = CAReplicatorLayer()
      layer.actions = [property.key: NSNull()]
      _ = stage.add(layer)
      layer.setValue(0, forKey: property.key)
      let animation = CABasicAnimation(keyPath: property.key)
      (animation.fromValue, animation.duration) = (0, 1)
      animation.timingFunction = CAMediaTimingFunction(name: .linear)
      layer.add(animation, forKey: nil)
      stage.advance(to: 0.25)
      layer.setValue(4, forKey: property.key)
      stage.advance(to: 0.5)
      #expect(layer.presentation()?.value(forKey: property.key) as? Double == 2)
    }

    /// Additions to a transform follow the model's when it changes, wherever it is stored.
    @Test(arguments: ["transform", "sublayerTransform", "instanceTransform"])
    func additionsToTransformsFollowTheModel(_ key: String) throws {
      let stage = LiveStage()
      let layer = CAReplicatorLayer()
      layer.actions = [key: NSNull()]
      _ = stage.add(layer)
      let animation = CABasicAnimation(keyPath: key)
      animation.fromValue = CATransform3DIdentity
      animation.toValue = CATransform3DMakeTranslation(8, 0, 0)
      (animation.duration, animation.isAdditive) = (1, true)
      animation.timingFunction = CAMediaTimingFunction(name: .linear)
      layer.add(animation, forKey: nil)
      func shown(at time: TimeInterval) throws -> CATransform3D {
        stage.advance(to: time)
        var sampler = Sampler()
        let values = sampler.sample(
          stage.context.tree, RenderTreeChanges(everythingIn: stage.context.tree), at: time
        ).values
        let shown = values[Int(layer.slotInTree)]
        let property = try #require(LayerProperty(key: key, for: .replicator))
        let presented = try #require(layer.presentation()?.value(forKey: key) as? CATransform3D)
        guard case .transform(let transform) = shown[property: property] else {
          return CATransform3D()
        }
        #expect(transform == presented)
        return transform
      }
      #expect(try shown(at: 0.25).m41 == 2)
      layer.setValue(CATransform3DMakeTranslation(100, 0, 0), forKey: key)
      #expect(try shown(at: 0.5).m41 == 104)
      // In space: the sum is one of matrices.
      layer.setValue(CATransform3DMakeRotation(.pi, 0, 1, 0), forKey: key)
      #expect(abs(try shown(at: 0.75).m41 + 6) < 1e-9)
      layer.setValue(CATransform3DMakeTranslation(1, 2, 0), forKey: key)
      #expect(try shown(at: 1.5).m42 == 2)
    }

    /// Compares frames and presentation copies at some times with a plain evaluation of the animations.
    ///
    /// - Returns: The number of tracks of numbers that the animations are compiled to.
    private func compare(
      _ animations: [AttachedAnimation], over model: LayerValues, at times: [TimeInterval]
    ) -> Int {
      var tree = RenderTree()
      let slot = tree.allocate()
      tree.update(slot) { $0.values = model }
      _ = tree.setAnimations(slot, animations)
      var sampler = Sampler()
      for time in times {
        let shown = sampler.sample(&tree, at: time).values[Int(slot)]
        let expected = Self.general(animations, model, tree.easings, at: time)
        #expect(
          difference(shown, expected) == nil, "\(animations.map(\.animation)) at \(time)")
        #expect(Sampler.present(slot, in: tree, at: time) == shown)
      }
      return tree.nodes[Int(slot)].tracks?.numbers.count ?? 0
    }

    /// Random basic animations at any time: a frame shows the result of applying them one after
    /// another, however they were compiled; presentation copies agree with the frame.
    @Test func flatTracksAreTheGeneralOnes() {
      var (random, sharing) = (SeededRandom(seed: 51), SeededRandom(seed: 52))
      var flat = 0
      for _ in 0..<1500 {
        let model = Self.model(&random)
        let animations = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          Self.animation(Self.keys.randomElement(using: &random) ?? "opacity", &random)
        }
        // Animations that begin together have one timing.
        for animation in animations.dropFirst() where Bool.random(using: &sharing) {
          let own = animation.timing
          animation.timing = animations[0].timing
          if Bool.random(using: &sharing) { animation.timing.fillsForwards = own.fillsForwards }
        }
        var times = TimingSegmentTests.times(animations[0].timing, &random)
        times.shuffle(using: &random)
        if compare(animations, over: model, at: times) > 0 { flat += 1 }
      }
      // The comparison means little if no track is packed.
      #expect(flat > 1000)
    }

    /// A spring, keyframes, or a group with one member, of a key, with any values and any timing.
    private static func nested(
      _ key: String, _ random: inout SeededRandom
    ) -> AttachedAnimation {
      func isTrue() -> Bool { Bool.random(using: &random) }
      func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
      func setEnds(_ animation: CABasicAnimation) {
        animation.fromValue = value(key, &random)
        if isTrue() { animation.toValue = value(key, &random) }
      }
      func spring() -> CASpringAnimation {
        let spring = CASpringAnimation(keyPath: key)
        setEnds(spring)
        (spring.stiffness, spring.damping) = (number(1...400), number(0...60))
        spring.initialVelocity = isTrue() ? 0 : number(-5...5)
        spring.allowsOverdamping = isTrue()
        return spring
      }
      /// Lines, curves and jumps, closed or not.
      func path() -> CGPath {
        func point() -> CGPoint { CGPoint(x: number(-50...50), y: number(-50...50)) }
        let path = CGMutablePath()
        path.move(to: point())
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          switch Int.random(in: 0..<6, using: &random) {
          case 0: path.move(to: point())
          case 1: path.closeSubpath()
          case 2: path.addLine(to: point())
          default: path.addCurve(to: point(), control1: point(), control2: point())
          }
        }
        return path
      }
      func keyframes() -> CAKeyframeAnimation {
        let keyframes = CAKeyframeAnimation(keyPath: key)
        // Many are a polyline.
        let count = Int.random(in: isTrue() ? 2...6 : 33...70, using: &random)
        keyframes.values = (0..<count).map { _ in value(key, &random) }
        let modes: [CAAnimationCalculationMode] = [.linear, .linear, .discrete, .paced]
        keyframes.calculationMode = modes.randomElement(using: &random) ?? .linear
        if isTrue() {
          var times = (0..<count).map { _ in number(0...1) }.sorted()
          if isTrue() { times[0] = 0 }
          if isTrue() { times[count - 1] = 1 }
          // Two keys at one time.
          if isTrue() { times[1] = times[0] }
          keyframes.keyTimes = times.map { NSNumber(value: $0) }
        }
        if key == "position" && isTrue() { keyframes.path = path() }
        if isTrue() {
          // Half of them pass beyond both ends.
          let low = isTrue() ? 0 : Float(-0.5)
          keyframes.timingFunction = CAMediaTimingFunction(controlPoints: 0.3, low, 0.6, 1 - low)
        }
        if isTrue() {
          keyframes.timingFunctions = (1..<count).map { _ in
            CAMediaTimingFunction(name: isTrue() ? .easeIn : .linear)
          }
        }
        return keyframes
      }
      var animation: CAAnimation
      switch Int.random(in: 0..<3, using: &random) {
      case 0: animation = spring()
      case 1: animation = keyframes()
      default:
        let member = isTrue() ? spring() : CABasicAnimation(keyPath: key)
        if !(member is CASpringAnimation) { setEnds(member) }
        member.timingFunction =
          isTrue() || member is CASpringAnimation ? nil : CAMediaTimingFunction(name: .easeOut)
        member.duration = isTrue() ? 0 : number(0.05...1)
        member.beginTime = isTrue() ? 0 : number(-0.5...1)
        member.speed = isTrue() ? 1 : Float(number(-2...3))
        member.timeOffset = isTrue() ? 0 : number(0...1)
        (member.autoreverses, member.repeatCount) = (isTrue(), isTrue() ? 0 : 2.5)
        member.fillMode = [.removed, .both, .forwards].randomElement(using: &random) ?? .both
        let group = CAAnimationGroup()
        group.animations = [member]
        animation = group
      }
      if let property = (animation as? CAPropertyAnimation) { property.isAdditive = isTrue() }
      let attached = AttachedAnimation(
        key: nil, animation: animation, observers: [], redraws: false)
      attached.timing = TimingSegmentTests.timing(&random)
      return attached
    }

    /// Springs, keyframes and members of groups, in packed form, are what general sampling makes of them.
    @Test func nestedTracksAreTheGeneralOnes() {
      var random = SeededRandom(seed: 53)
      var packed = 0
      for _ in 0..<2000 {
        let model = Self.model(&random)
        let key = Self.keys.randomElement(using: &random) ?? "opacity"
        let animation = Self.nested(key, &random)
        var times = TimingSegmentTests.times(animation.timing, &random)
        times += (0...40).map { animation.timing.map.beginTime + Double($0) / 20 }
        times.shuffle(using: &random)
        if compare([animation], over: model, at: times) > 0 { packed += 1 }
      }
      #expect(packed > 1000)
    }

    /// The same animation of a property of one's own has the same bits in every frame.
    @Test func ownPropertiesHaveTheBitsOfNestedTracks() throws {
      var random = SeededRandom(seed: 54)
      for _ in 0..<500 {
        var tree = RenderTree()
        let slot = tree.allocate()
        var model = LayerValues()
        model.opacity = 3
        tree.update(slot) { $0.values = model }
        let animation = Self.nested("opacity", &random)
        let own = AttachedAnimation(
          key: nil, animation: animation.animation.copied(), observers: [], redraws: false)
        own.timing = animation.timing
        let property =
          (own.animation as? CAAnimationGroup)?.animations?.first ?? own.animation
        try #require(property as? CAPropertyAnimation).keyPath = "own"
        let custom = try #require(tree.setAnimations(slot, [animation, own]).first)
        #expect(try #require(tree.nodes[Int(slot)].tracks).numbers.count == 1)
        var sampler = Sampler()
        for time in TimingSegmentTests.times(animation.timing, &random).sorted() {
          let shown = sampler.sample(&tree, at: time).values[Int(slot)].opacity
          let value = custom.track.value(
            atLayerTime: time, underlying: AnimatableValue(3.0), curves: tree.easings)
          #expect(value?.lanes?.x ?? 3 == shown, "\(animation.animation) at \(time)")
        }
      }
    }

    /// Springs are computed four at a time, those beyond the tables' ranges and those beyond the number that the index
    /// holds one by one: each has the values that it has alone.
    @Test func springsAreShownAsEachIsAlone() throws {
      var tree = RenderTree()
      var packed = 0
      let slots = (0..<EasingIndex.springCapacity + 20).map { index in
        let slot = tree.allocate()
        let animation = CASpringAnimation(keyPath: "opacity")
        (animation.fromValue, animation.toValue) = (0, 1)
        animation.initialVelocity = Double(index) / 10
        if index % 7 == 3 { (animation.damping, animation.allowsOverdamping) = (60, true) }
        if index % 11 == 5 { animation.stiffness = 1e12 }
        if index % 13 == 6 { animation.damping = 2000 }
        let attached = AttachedAnimation(
          key: nil, animation: animation, observers: [], redraws: false)
        attached.timing = ActiveTiming(map: .identity, duration: 1)
        _ = tree.setAnimations(slot, [attached])
        if tree.nodes[Int(slot)].tracks?.contents.isEmpty == true { packed += 1 }
        return (slot, animation.spring)
      }
      #expect(packed == EasingIndex.springCapacity)
      var sampler = Sampler()
      for time in [1e-6, 0.3, 0.71] {
        let values = sampler.sample(&tree, at: time).values
        for (slot, spring) in slots {
          let shown = values[Int(slot)].opacity
          #expect(shown == SpringMotion(spring, duration: 1).fraction(at: time))
          let size = 1 + abs(spring.initialVelocity)
          #expect(abs(shown - spring.progress(at: time)) < 1e-14 * size, "\(spring) at \(time)")
        }
      }
    }

    /// Additive animations on top of each other, or of one that is not, are what general sampling makes of them.
    @Test func stackedTracksAreTheGeneralOnes() {
      var random = SeededRandom(seed: 55)
      var stacks = 0
      for _ in 0..<1500 {
        let model = Self.model(&random)
        let key = Self.keys.randomElement(using: &random) ?? "opacity"
        let animations = (0..<Int.random(in: 2...4, using: &random)).map { index in
          let attached =
            Bool.random(using: &random)
            ? Self.animation(key, &random) : Self.nested(key, &random)
          let isAdditive = index > 0 || Bool.random(using: &random)
          (attached.animation as? CAPropertyAnimation)?.isAdditive = isAdditive
          return attached
        }
        var times = animations.flatMap { TimingSegmentTests.times($0.timing, &random) }
        times.shuffle(using: &random)
        if compare(animations, over: model, at: times) > animations.count { stacks += 1 }
      }
      #expect(stacks > 300)
    }

    /// A stack on a paused layer is shown once, at the time of the pause; the model moves beneath it.
    @Test func stackOnAPausedLayerIsShown() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      layer.actions = ["opacity": NSNull()]
      for _ in 0..<2 {
        let animation = CABasicAnimation(keyPath: "opacity")
        (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 1)
        animation.isAdditive = true
        layer.add(animation, forKey: nil)
      }
      layer.opacity = 3
      stage.advance(to: 0)
      var sampler = Sampler()
      sampler.sample(&stage.context.tree, at: 0.25)
      #expect(sampler.lastValues(of: layer.slotInTree)?.opacity == 3.5)
      (layer.speed, layer.timeOffset) = (0, 0.5)
      layer.opacity = 5
      CATransaction.flush()
      sampler.sample(&stage.context.tree, at: 0.75)
      #expect(sampler.lastValues(of: layer.slotInTree)?.opacity == 6)
      sampler.sample(&stage.context.tree, at: 9)
      #expect(sampler.lastValues(of: layer.slotInTree)?.opacity == 6)
    }

    /// Between two keys a frame evaluates no timing; each key is evaluated once.
    @Test func framesBetweenKeysLookAtNothing() {
      let stage = LiveStage()
      for _ in 0..<100 {
        let animation = CAKeyframeAnimation(keyPath: "opacity")
        (animation.values, animation.keyTimes) = ([0, 1, 0.5, 1], [0, 0.25, 0.5, 1])
        animation.duration = 4
        stage.add(CALayer()).add(animation, forKey: "a")
      }
      stage.advance(to: 0)
      var sampler = Sampler()
      sampler.sample(&stage.context.tree, at: 0.1)
      for second in 0..<4 {
        let before = sampler.refreshCount
        for frame in 1..<40 {
          sampler.sample(&stage.context.tree, at: Double(second) + 0.1 + Double(frame) / 50)
        }
        #expect(sampler.refreshCount == before)
        sampler.sample(&stage.context.tree, at: Double(second) + 1.1)
        #expect(sampler.refreshCount - before == (second == 2 ? 0 : 100))
      }
    }

    /// An animation without both ends reads the model's current value, whatever was compiled.
    @Test func changesOfTheModelBendFlatTracks() throws {
      let stage = LiveStage()
      stage.root.actions = ["sublayers": NSNull()]
      let layer = stage.add(CALayer())
      layer.actions = ["position": NSNull(), "transform": NSNull(), "backgroundColor": NSNull()]
      let move = CABasicAnimation(keyPath: "position")
      (move.fromValue, move.duration) = (CGPoint(x: 0, y: 0), 1)
      let turn = CABasicAnimation(keyPath: "transform.rotation.z")
      (turn.fromValue, turn.toValue, turn.duration) = (0, 1, 1)
      let tint = CABasicAnimation(keyPath: "backgroundColor")
      (tint.fromValue, tint.duration) = (CGColor.black, 1)
      for (key, animation) in [("p", move), ("t", turn), ("b", tint)] {
        layer.add(animation, forKey: key)
      }
      var sampler = Sampler()
      stage.advance(to: 0)
      sampler.sample(&stage.context.tree, at: 0)
      stage.advance(to: 0.5)
      sampler.sample(&stage.context.tree, at: 0.5)
      #expect(sampler.lastValues(of: layer.slotInTree)?.backgroundColor == nil)
      layer.position = CGPoint(x: 40, y: 0)
      layer.backgroundColor = .white
      layer.transform = CATransform3DMakeScale(3, 3, 1)
      CATransaction.flush()
      sampler.sample(&stage.context.tree, at: 0.5)
      let bent = try #require(sampler.lastValues(of: layer.slotInTree))
      #expect(bent.position == CGPoint(x: 20, y: 0))
      #expect(bent.backgroundColor == CGColor(gray: 0.5, alpha: 1))
      #expect(abs(bent.transform.m12 - 3 * sin(0.5)) < 1e-12)
      // A 3D model value has no packed form; running animations continue.
      layer.transform = CATransform3DMakeRotation(1, 0, 1, 0)
      CATransaction.flush()
      sampler.sample(&stage.context.tree, at: 0.5)
      let turned = try #require(sampler.lastValues(of: layer.slotInTree))
      #expect(!turned.isPlane)
      #expect(turned == Sampler.present(layer.slotInTree, in: stage.context.tree, at: 0.5))
    }

    /// A layer that turns out of the plane is planar where its transform is, before and after it is not.
    @Test func turnsThroughThePlaneArePlanarThere() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let turn = CABasicAnimation(keyPath: "transform.rotation.x")
      (turn.fromValue, turn.toValue, turn.duration) = (-1, 1, 1)
      layer.add(turn, forKey: "t")
      var sampler = Sampler()
      stage.advance(to: 0)
      for time in [0.25, 0.5, 0.75, 0.5, 0.125] {
        sampler.sample(&stage.context.tree, at: time)
        let values = try #require(sampler.lastValues(of: layer.slotInTree))
        #expect(values.isPlane == (time == 0.5))
        let expected = CATransform3DMakeRotation(2 * time - 1, 1, 0, 0)
        let (a, b) = (values.transform.rows, expected.rows)
        for (a, b) in [(a.0, b.0), (a.1, b.1), (a.2, b.2), (a.3, b.3)] {
          #expect((a - b).indices.allSatisfy { abs(a[$0] - b[$0]) < 1e-12 })
        }
        #expect(values == Sampler.present(layer.slotInTree, in: stage.context.tree, at: time))
      }
    }

    /// Between reversals a frame evaluates no timing; each reversal is evaluated once.
    @Test func framesBetweenTurnsLookAtNothing() {
      let stage = LiveStage()
      for index in 0..<100 {
        let animation = blink(1 + Double(index) / 100)
        animation.repeatCount = .infinity
        stage.add(CALayer()).add(animation, forKey: "a")
      }
      stage.advance(to: 0)
      var sampler = Sampler()
      sampler.sample(&stage.context.tree, at: 0.1)
      let before = sampler.refreshCount
      for frame in 0..<80 { sampler.sample(&stage.context.tree, at: 0.1 + Double(frame) / 100) }
      #expect(sampler.refreshCount == before)
      for frame in 80..<190 { sampler.sample(&stage.context.tree, at: 0.1 + Double(frame) / 100) }
      #expect(sampler.refreshCount <= before + 300)
    }
  }
}
