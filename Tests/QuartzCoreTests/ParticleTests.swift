// ParticleTests.swift
// Particles of an emitter layer at each time: births, randomness, motion, time, limits.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// A live emitter layer and its particles.
@MainActor private final class Fountain {
  let stage = LiveStage()
  let layer = CAEmitterLayer()
  let cell = CAEmitterCell()
  var system = ParticleSystem()

  init(at time: TimeInterval = 0, _ change: (CAEmitterLayer, CAEmitterCell) -> Void) {
    MediaClock.useVirtual(startingAt: time)
    cell.name = "cell"
    cell.contents = CGImage(width: 1, height: 1, premultipliedRGBA: [255, 255, 255, 255])
    (cell.birthRate, cell.lifetime) = (10, 1)
    change(layer, cell)
    layer.emitterCells = [cell]
    _ = stage.add(layer)
  }

  var log: EmitterTimeline {
    get throws { try #require(stage.context.tree.emissions[layer.slotInTree]) }
  }

  /// The particles at a time, advanced from the previous time.
  @discardableResult
  func step(to time: TimeInterval) throws -> [Particle] {
    system.advance(to: time, in: try log)
    return system.particles
  }

  /// The particles at a time, computed from scratch.
  func fresh(at time: TimeInterval) throws -> [Particle] {
    var system = ParticleSystem()
    system.advance(to: time, in: try log)
    return system.particles
  }

  /// Commits the changes of a closure, at a time.
  func change(at time: TimeInterval, _ body: () -> Void) {
    stage.advance(to: time)
    withoutActions(body)
    CATransaction.flush()
  }
}

extension LiveTree {
  @MainActor @Suite("Particles, semantics 12") struct ParticleTests {
    // MARK: Births

    @Test("Births are evenly spaced, at the cell's rate times the layer's, semantics 12")
    func birthsComeEvenly() throws {
      let fountain = Fountain { layer, cell in
        (cell.birthRate, layer.birthRate) = (5, 2)
        cell.lifetime = 100
      }
      let particles = try fountain.step(to: 2)
      #expect(particles.count == 21)
      for (k, particle) in particles.enumerated() {
        #expect(abs(particle.born - Double(k) / 10) < 1e-12)
      }
    }

    @Test("Lifetime is the cell's times the layer's, semantics 12") func lifetimeEnds() throws {
      let fountain = Fountain { layer, cell in
        (cell.lifetime, layer.lifetime) = (0.25, 2)
      }
      #expect(try fountain.step(to: 0.45).count == 5)
      #expect(try fountain.step(to: 10.05).count == 5)
      #expect(try fountain.step(to: 0.5).map(\.born).first == 0.1)
    }

    @Test(arguments: [-5, 0] as [Float]) func noRateNoParticles(rate: Float) throws {
      let fountain = Fountain { _, cell in cell.birthRate = rate }
      #expect(try fountain.step(to: 3).isEmpty && !fountain.system.isLive)
    }

    @Test func cellsThatAreOffOrDieAtOnceEmitNothing() throws {
      #expect(try Fountain { _, cell in cell.isEnabled = false }.step(to: 3).isEmpty)
      #expect(try Fountain { _, cell in cell.lifetime = -1 }.step(to: 3).isEmpty)
      #expect(try Fountain { _, cell in cell.speed = 0 }.step(to: 3).isEmpty)
      #expect(try Fountain { _, cell in cell.contents = nil }.step(to: 3).isEmpty)
    }

    // MARK: Time

    @Test("Simulation starts at the layer's beginTime, semantics 12") func startsAtBeginTime()
      throws
    {
      let past = Fountain(at: 100) { layer, cell in
        layer.beginTime = 98
        cell.lifetime = 100
      }
      #expect(try past.step(to: 2).count == 21, "two seconds old when it is shown first")
      let future = Fountain(at: 100) { layer, _ in layer.beginTime = 101 }
      #expect(try future.step(to: -0.5).isEmpty && future.step(to: 0).count == 1)
    }

    @Test func aLayerWithoutABeginStartsWhenItIsAdded() throws {
      let fountain = Fountain(at: 5000) { _, cell in cell.lifetime = 100 }
      #expect(try fountain.log.start == 5000)
      #expect(try fountain.step(to: 5000.05).count == 1 && fountain.step(to: 5001).count == 11)
    }

    @Test("A cell's beginTime, duration and speed, semantics 1") func cellsHaveTime() throws {
      let fountain = Fountain { _, cell in
        (cell.beginTime, cell.duration, cell.lifetime) = (1, 0.45, 100)
      }
      #expect(try fountain.step(to: 0.99).isEmpty && fountain.step(to: 1.25).count == 3)
      #expect(try fountain.step(to: 50).count == 5 && !fountain.system.isEmitting)
      let repeated = Fountain { _, cell in
        (cell.duration, cell.repeatCount, cell.lifetime) = (0.45, 2, 100)
      }
      #expect(try repeated.step(to: 50).count == 9)
      let fast = Fountain { _, cell in (cell.speed, cell.velocity) = (2, 10) }
      let particles = try fast.step(to: 0.49)
      #expect(particles.count == 10, "twenty a second, each for half a second")
      #expect(abs(particles[0].position(at: particles[0].age(at: 0.49)).x - 9.8) < 1e-9)
    }

    @Test("Setting the clock restarts the simulation, pausing it does not, semantics 1.10")
    func pauseAndRestart() throws {
      let fountain = Fountain(at: 10) { _, _ in }
      fountain.change(at: 11) {
        fountain.layer.timeOffset = fountain.layer.convertTime(CACurrentMediaTime(), from: nil)
        fountain.layer.speed = 0
      }
      #expect(try fountain.log.start == 10 && fountain.step(to: 11).count == 10)
      fountain.change(at: 20) {
        let paused = fountain.layer.timeOffset
        fountain.layer.speed = 1
        fountain.layer.timeOffset = 0
        fountain.layer.beginTime =
          fountain.layer.convertTime(CACurrentMediaTime(), from: nil) - paused
      }
      #expect(try fountain.log.start == 10)
      fountain.change(at: 30) { fountain.layer.beginTime = 30 }
      #expect(try fountain.log.start == 0)
      #expect(try fountain.step(to: 0.25).count == 3)
    }

    // MARK: Repeatable

    /// A seeded random emitter, children and ranges included.
    private static func random(_ seed: UInt64) -> Fountain {
      var generator = SeededRandom(seed: seed)
      func number(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &generator)
      }
      return Fountain { layer, cell in
        let shapes: [CAEmitterLayerEmitterShape] = [
          .point, .line, .rectangle, .cuboid, .circle, .sphere,
        ]
        layer.emitterShape = shapes[Int(number(0...5.99))]
        layer.emitterSize = CGSize(width: number(0...50), height: number(0...50))
        layer.seed = UInt32(number(0...1000))
        cell.birthRate = Float(number(1...80))
        cell.lifetime = Float(number(0.2...3))
        cell.lifetimeRange = Float(number(0...2))
        (cell.velocity, cell.velocityRange) = (number(-50...50), number(0...50))
        (cell.yAcceleration, cell.spinRange) = (number(-50...50), number(0...3))
        cell.emissionRange = number(0...6)
        let spark = CAEmitterCell()
        spark.contents = cell.contents
        (spark.birthRate, spark.lifetime) = (Float(number(0...9)), Float(number(0.1...2)))
        (spark.velocity, spark.beginTime) = (number(0...20), number(0...0.3))
        if number(0...1) < 0.6 { cell.emitterCells = [spark] }
      }
    }

    /// 60 or 240 frames a second, one jump, or time that runs back give the same particles, to the
    /// bit.
    @Test(
      "Law: particles follow from values and time alone", arguments: 1...12 as ClosedRange<UInt64>)
    func independentOfFrames(seed: UInt64) throws {
      let fountain = Self.random(seed)
      var generator = SeededRandom(seed: seed &+ 77)
      let end = Double.random(in: 1...6, using: &generator)
      let expected = try fountain.fresh(at: end)
      for rate in [60.0, 240] {
        fountain.system = ParticleSystem()
        for frame in 0..<Int(end * rate) { try fountain.step(to: Double(frame) / rate) }
        #expect(try fountain.step(to: end) == expected, "\(rate) frames a second")
      }
      for _ in 0..<10 {
        let time = Double.random(in: 0...end, using: &generator)
        #expect(try fountain.step(to: time) == fountain.fresh(at: time))
      }
      #expect(try fountain.step(to: end) == expected, "there and back")
      #expect(try Self.random(seed).fresh(at: end) == expected, "in another layer")
    }

    @Test func anotherSeedGivesOthers() throws {
      let one = Fountain { layer, cell in (layer.seed, cell.velocityRange) = (1, 10) }
      let particles = try one.fresh(at: 1)
      one.layer.seed = 2
      one.layer.beginTime = 0
      CATransaction.flush()
      let others = Fountain { layer, cell in (layer.seed, cell.velocityRange) = (2, 10) }
      #expect(try particles.map(\.velocity) != others.fresh(at: 1).map(\.velocity))
      #expect(try particles.map(\.born) == others.fresh(at: 1).map(\.born))
    }

    /// Changed values apply to particles born later, at any frame rate.
    @Test func changesOfTheModelAreForThoseBornLater() throws {
      let fountain = Fountain { _, cell in (cell.lifetime, cell.velocity) = (100, 1) }
      try fountain.step(to: 0.95)
      fountain.change(at: 0.98) {
        fountain.layer.setValue(3, forKeyPath: "emitterCells.cell.velocity")
        fountain.layer.birthRate = 2
      }
      let particles = try fountain.step(to: 1.5)
      #expect(try particles == fountain.fresh(at: 1.5))
      #expect(particles.filter { $0.velocity.x == 1 }.count == 10)
      #expect(
        particles.count == 21 && particles.allSatisfy { $0.velocity.x == ($0.born < 0.98 ? 1 : 3) })
      fountain.change(at: 1.5) { fountain.layer.birthRate = 0 }
      #expect(try fountain.step(to: 1.6).count == 21 && fountain.step(to: 50).count == 21)
      #expect(!fountain.system.isEmitting && fountain.system.isLive)
      // Births left out in a pause of years are not made up for.
      fountain.change(at: 90) { fountain.layer.birthRate = 1 }
      #expect(try fountain.step(to: 90.25).count == 23)
      #expect(try fountain.step(to: 90.25) == fountain.fresh(at: 90.25))
    }

    // MARK: Randomness

    @Test("Random values are uniform in [M - R/2, M + R/2], semantics 12") func uniform() throws {
      let fountain = Fountain { _, cell in
        (cell.birthRate, cell.lifetime) = (10_000, 10)
        (cell.scale, cell.scaleRange) = (3, 1)
        (cell.spin, cell.spinRange) = (-1, 4)
        (cell.velocity, cell.velocityRange) = (0, 10)
        cell.color = CGColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 0.5)
        (cell.redRange, cell.alphaRange) = (0.2, 1)
      }
      let particles = try fountain.fresh(at: 1)
      #expect(particles.count == 10_001)
      func check(_ name: String, _ mean: Double, _ range: Double, _ value: (Particle) -> Double) {
        var counts = [Int](repeating: 0, count: 10)
        for particle in particles {
          let part = (value(particle) - mean) / range + 0.5
          #expect(part >= 0 && part < 1, "\(name) \(value(particle))")
          counts[min(max(Int(part * 10), 0), 9)] += 1
        }
        // The standard deviation of a tenth of 10,001 is 30; a difference of six times that does
        // not occur.
        #expect(counts.allSatisfy { abs($0 - 1000) < 180 }, "\(name): \(counts)")
      }
      check("scale", 3, 1) { $0.scale }
      check("spin", -1, 4) { $0.spin }
      check("velocity", 0, 10) { $0.velocity.x }
      check("red", 0.5, 0.2) { $0.color.x }
      check("alpha", 0.5, 1) { $0.color.w }
      #expect(particles.allSatisfy { $0.color.y == 0.5 })
      // Values are independent of one another.
      let pairs = particles.map { (($0.scale - 3), ($0.spin + 1) / 4) }
      #expect(abs(pairs.reduce(0) { $0 + $1.0 * $1.1 } / 10_001 * 12) < 0.05)
    }

    @Test("Directions lie in the emission range, semantics 12") func directions() throws {
      let fountain = Fountain { _, cell in
        (cell.birthRate, cell.velocity) = (1000, 2)
        (cell.emissionLongitude, cell.emissionRange) = (.pi / 2, 1)
      }
      let particles = try fountain.fresh(at: 0.5)
      for particle in particles {
        #expect(abs(particle.direction - .pi / 2) <= 0.5)
        #expect(abs(hypot(particle.velocity.x, particle.velocity.y) - 2) < 1e-12)
      }
      #expect(particles.contains { $0.direction < .pi / 2 - 0.45 })
      let up = Fountain { _, cell in (cell.velocity, cell.emissionLatitude) = (2, .pi / 2) }
      #expect(try up.fresh(at: 0.5)[0].velocity == SIMD3(0, 0, 2))
    }

    // MARK: Places

    @Test(
      "Shapes and modes, semantics 12",
      arguments: [
        CAEmitterLayerEmitterShape.point, .line, .rectangle, .cuboid, .circle, .sphere,
      ], [CAEmitterLayerEmitterMode.points, .outline, .surface, .volume])
    func places(shape: CAEmitterLayerEmitterShape, mode: CAEmitterLayerEmitterMode) throws {
      let fountain = Fountain { layer, cell in
        (layer.emitterShape, layer.emitterMode) = (shape, mode)
        layer.emitterPosition = CGPoint(x: 100, y: 200)
        layer.emitterZPosition = 300
        (layer.emitterSize, layer.emitterDepth) = (CGSize(width: 20, height: 10), 6)
        cell.birthRate = 1000
      }
      let half = SIMD3(10.0, 5, 3)
      for particle in try fountain.fresh(at: 0.9) {
        let at = particle.position - SIMD3(100, 200, 300)
        let part = at / half
        let distance = (at * at).sum().squareRoot()
        func isEnd(_ value: Double) -> Bool { abs(abs(value) - 1) < 1e-12 }
        let ends = (0..<3).filter { isEnd(part[$0]) }.count
        switch (shape, mode) {
        case (.line, .points): #expect(isEnd(part.x) && at.y == 0 && at.z == 0)
        case (.line, _): #expect(abs(part.x) <= 1 && at.y == 0 && at.z == 0)
        case (.rectangle, .points): #expect(isEnd(part.x) && isEnd(part.y) && at.z == 0)
        case (.rectangle, .outline): #expect((isEnd(part.x) || isEnd(part.y)) && at.z == 0)
        case (.rectangle, _): #expect(abs(part.x) <= 1 && abs(part.y) <= 1 && at.z == 0)
        case (.cuboid, .points): #expect(ends == 3)
        case (.cuboid, .outline): #expect(ends >= 2)
        case (.cuboid, .surface): #expect(ends >= 1)
        case (.cuboid, _): #expect(part.max() <= 1 && part.min() >= -1)
        case (.circle, .outline): #expect(abs(distance - 20) < 1e-9 && at.z == 0)
        case (.circle, .points), (.sphere, .points): #expect(distance == 0)
        case (.circle, _): #expect(distance <= 20 && at.z == 0)
        case (.sphere, .surface): #expect(abs(distance - 20) < 1e-9)
        case (.sphere, .outline): #expect(abs(distance - 20) < 1e-9 && abs(at.z) < 1e-9)
        case (.sphere, _): #expect(distance <= 20 + 1e-9)
        default: #expect(distance == 0)
        }
      }
    }

    /// On a line π points towards greater y, which code for falling particles relies on; on a
    /// circle 0 points away from the centre.
    @Test func directionsAreThoseOfTheShape() throws {
      let line = Fountain { layer, cell in
        layer.emitterShape = .line
        (cell.velocity, cell.emissionLongitude) = (3, .pi)
      }
      for particle in try line.fresh(at: 0.9) {
        #expect(abs(particle.velocity.x) < 1e-12 && abs(particle.velocity.y - 3) < 1e-12)
      }
      let circle = Fountain { layer, cell in
        (layer.emitterShape, layer.emitterMode) = (.circle, .outline)
        layer.emitterSize = CGSize(width: 5, height: 0)
        cell.velocity = 10
      }
      for particle in try circle.fresh(at: 0.9) {
        #expect(abs(particle.velocity.x - particle.position.x * 2) < 1e-9)
        #expect(abs(particle.velocity.y - particle.position.y * 2) < 1e-9)
      }
    }

    @Test func motionIsThatOfAStone() throws {
      let fountain = Fountain { layer, cell in
        (cell.velocity, layer.velocity) = (10, 2)
        (cell.xAcceleration, cell.yAcceleration, cell.zAcceleration) = (2, -6, 1)
      }
      let particle = try fountain.fresh(at: 0.5)[0]
      #expect(particle.position(at: 0.5) == SIMD3(10 + 0.25, -0.75, 0.125))
    }

    // MARK: Cells of cells

    @Test("Particles emit the cells of their cell while they live, semantics 12") func children()
      throws
    {
      let fountain = Fountain { _, cell in
        (cell.birthRate, cell.lifetime, cell.velocity) = (1, 0.45, 100)
        cell.emissionLongitude = .pi / 2
        let spark = CAEmitterCell()
        spark.contents = cell.contents
        (spark.birthRate, spark.lifetime, spark.velocity) = (10, 3, 7)
        (spark.beginTime, spark.duration) = (0.1, 0.25)
        cell.emitterCells = [spark]
      }
      let sparks = try fountain.step(to: 0.9).filter { abs($0.velocity.y - 7) < 1e-9 }
      // From 0.1 to 0.35 after the birth of the first.
      #expect(sparks.count == 3)
      for (spark, born) in zip(sparks, [0.1, 0.2, 0.3]) {
        #expect(abs(spark.born - born) < 1e-9)
        #expect(abs(spark.position.y - born * 100) < 1e-6, "where the other was")
      }
      // They outlive it; a dead particle emits nothing.
      #expect(try fountain.step(to: 2.99).count == 9)
    }

    // MARK: Animation

    @Test("An animated birth rate is summed in steps, semantics 12 and 14") func animatedRate()
      throws
    {
      let fountain = Fountain { _, cell in (cell.birthRate, cell.lifetime) = (0, 100) }
      let ramp = CABasicAnimation(keyPath: "emitterCells.cell.birthRate")
      (ramp.fromValue, ramp.toValue, ramp.duration) = (0, 100, 2)
      fountain.layer.add(ramp, forKey: "ramp")
      CATransaction.flush()
      let expected = try fountain.fresh(at: 3)
      #expect(abs(expected.count - 100) <= 2, "the area under the ramp")
      for rate in [24.0, 60, 240] {
        fountain.system = ParticleSystem()
        for frame in 0..<Int(3 * rate) { try fountain.step(to: Double(frame) / rate) }
        #expect(try fountain.step(to: 3) == expected)
      }
      // After the animation, particles that were born live on.
      fountain.stage.advance(to: 2.5)
      #expect(fountain.layer.animation(forKey: "ramp") == nil)
      #expect(try fountain.step(to: 3) == expected && fountain.fresh(at: 3) == expected)
    }

    @Test func particlesStayWhereTheyWereBornWhenTheEmitterMoves() throws {
      let fountain = Fountain { _, cell in (cell.birthRate, cell.lifetime) = (1000, 100) }
      let move = CABasicAnimation(keyPath: "emitterPosition")
      (move.fromValue, move.toValue) = (CGPoint.zero, CGPoint(x: 100, y: 0))
      move.duration = 1
      fountain.layer.add(move, forKey: nil)
      CATransaction.flush()
      for particle in try fountain.fresh(at: 0.999) {
        #expect(abs(particle.position.x - particle.born * 100) < 1e-6)
      }
    }

    @Test("A cell's value is animated and presented by its path, semantics 13 and 14")
    func presentation() throws {
      let fountain = Fountain { _, cell in cell.velocity = 10 }
      let animation = CABasicAnimation(keyPath: "emitterCells.cell.velocity")
      (animation.toValue, animation.duration) = (30, 2)
      fountain.layer.add(animation, forKey: nil)
      let other = CABasicAnimation(keyPath: "birthRate")
      (other.fromValue, other.toValue, other.duration) = (0, 1, 2)
      fountain.layer.add(other, forKey: nil)
      fountain.stage.advance(to: 0)
      fountain.stage.advance(to: 1)
      let shown = try #require(fountain.layer.presentation())
      #expect(shown.value(forKeyPath: "emitterCells.cell.velocity") as? Double == 20)
      #expect(shown.emitterCells?.first?.velocity == 20 && shown.birthRate == 0.5)
      #expect(fountain.layer.value(forKeyPath: "emitterCells.cell.velocity") as? Double == 10)
    }

    @Test("Setters of a live layer animate, semantics 11.3") func implicit() {
      let fountain = Fountain { _, _ in }
      fountain.layer.birthRate = 0.5
      fountain.layer.emitterPosition = CGPoint(x: 9, y: 9)
      fountain.layer.emitterShape = .line
      fountain.layer.setValue(4, forKeyPath: "emitterCells.cell.birthRate")
      #expect(fountain.layer.animationKeys() == ["birthRate", "emitterPosition"])
    }

    // MARK: Limits

    @Test(arguments: [(1e9, 1.0), (1e9, 1e9), (1e38, 1e38), (20_000, 1), (100, 1e9)])
    func hugeCountsAreCapped(rate: Double, lifetime: Double) throws {
      let fountain = Fountain { _, cell in
        (cell.birthRate, cell.lifetime) = (Float(rate), Float(lifetime))
      }
      for time in [0.5, 3600, 1e7] {
        let count = try fountain.step(to: time).count
        #expect(count <= ParticleSystem.mostParticles)
        #expect(try fountain.fresh(at: time).count == count)
      }
      #expect(fountain.system.particles.count > 16_000 && fountain.system.isCapped)
    }

    /// The newest particles are kept, so the picture continues.
    @Test func theNewestOfTooManyStay() throws {
      let fountain = Fountain { _, cell in (cell.birthRate, cell.lifetime) = (100_000, 10) }
      let particles = try fountain.step(to: 5)
      #expect(particles.count == ParticleSystem.mostParticles)
      #expect(particles.last?.born ?? 0 > 4.999 && particles.first?.born ?? 0 > 4.8)
    }

    @Test func particlesThatEmitWithoutMeasureAreCapped() throws {
      let fountain = Fountain { _, cell in
        (cell.birthRate, cell.lifetime) = (1e9, 1e9)
        var inner = cell
        for _ in 0..<3 {
          let next = CAEmitterCell()
          next.contents = cell.contents
          (next.birthRate, next.lifetime) = (1e9, 1e9)
          inner.emitterCells = [next]
          inner = next
        }
      }
      for time in [0.1, 1e6] {
        #expect(try fountain.step(to: time).count <= ParticleSystem.mostParticles)
      }
    }

    /// In a great time births, and the steps of an animation, are no longer apart.
    @Test(arguments: [1e16, 1e30, 1e300], [false, true])
    func greatTimesEnd(time: TimeInterval, isAnimated: Bool) throws {
      let fountain = Fountain { _, cell in (cell.birthRate, cell.lifetime) = (1e9, 1e-6) }
      fountain.stage.root.timeOffset = time
      if isAnimated {
        let pulse = CABasicAnimation(keyPath: "birthRate")
        (pulse.fromValue, pulse.toValue, pulse.duration) = (0, 2, 1)
        pulse.repeatCount = .infinity
        fountain.layer.add(pulse, forKey: nil)
      }
      CATransaction.flush()
      for later in [0, time.ulp] {
        #expect(try fountain.step(to: time + later).count <= ParticleSystem.mostParticles)
        #expect(try fountain.fresh(at: time + later).count <= ParticleSystem.mostParticles)
        fountain.layer.birthRate += 1
        CATransaction.flush()
      }
    }

    /// A jump over many segments of an animated rate creates little more than the particles that stay.
    @Test func aJumpOverFastBirthsIsBounded() throws {
      let fountain = Fountain { _, cell in (cell.birthRate, cell.lifetime) = (2e5, 1000) }
      let pulse = CABasicAnimation(keyPath: "birthRate")
      (pulse.fromValue, pulse.toValue, pulse.duration) = (1, 2, 1)
      pulse.repeatCount = .infinity
      fountain.layer.add(pulse, forKey: nil)
      CATransaction.flush()
      let expected = try fountain.fresh(at: 50.3)
      #expect(expected.count == ParticleSystem.mostParticles)
      #expect(expected.allSatisfy { $0.born > 50 })
      var system = ParticleSystem()
      for quarter in 0...201 { system.advance(to: Double(quarter) / 4, in: try fountain.log) }
      system.advance(to: 50.3, in: try fountain.log)
      #expect(system.particles == expected)
      fountain.system = ParticleSystem()
      try fountain.step(to: 50.3)
      #expect(fountain.system.particles.capacity <= 8 * ParticleSystem.mostParticles)
    }

    /// A day without a frame gives the same as a day of frames, and creates only living particles.
    @Test func aLongPauseCostsNothing() throws {
      let fountain = Fountain { _, cell in (cell.birthRate, cell.velocityRange) = (100, 10) }
      let day = 86_400.0
      try fountain.step(to: 1)
      let particles = try fountain.step(to: day)
      #expect(try particles.count == 100 && particles == fountain.fresh(at: day))
      #expect(particles.allSatisfy { $0.born > day - 1 })
    }

    /// An endless animation, sampled after a day.
    @Test func aLongAnimatedPauseIsCutShort() throws {
      let fountain = Fountain { _, _ in }
      let pulse = CABasicAnimation(keyPath: "birthRate")
      (pulse.fromValue, pulse.toValue, pulse.duration) = (0, 2, 1)
      pulse.repeatCount = .infinity
      fountain.layer.add(pulse, forKey: nil)
      CATransaction.flush()
      let count = try fountain.step(to: 86_400).count
      #expect((8...12).contains(count))
      #expect(try fountain.fresh(at: 86_400).count == count)
    }
  }
}
