// RigidWorldTests.swift
// Rigid bodies: the laws of mechanics, in tables and over random worlds.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@Suite struct RigidWorldTests {
  private static let gravity = SIMD2(0.0, 1000.0)

  private func ball(
    _ x: Double, _ y: Double, velocity: SIMD2<Double> = .zero, elasticity: Double = 1,
    density: Double = 1
  ) -> RigidBody {
    var body = RigidBody(
      position: SIMD2(x, y), angle: 0, shape: .ellipse(width: 40, height: 40))
    body.velocity = velocity
    body.material.elasticity = elasticity
    body.material.friction = 0
    body.material.density = density
    return body
  }

  private func box(_ x: Double, _ y: Double, width: Double = 40, height: Double = 40) -> RigidBody {
    RigidBody(
      position: SIMD2(x, y), angle: 0, shape: .rectangle(width: width, height: height))
  }

  /// A world with a floor at 400, and walls at 0 and 400.
  private func room(_ bodies: [RigidBody]) -> RigidWorld {
    var world = RigidWorld()
    world.bodies = bodies
    let corners = [SIMD2(0.0, 0), SIMD2(400, 0), SIMD2(400, 400), SIMD2(0, 400)]
    world.groups = [
      RigidWorld.Group(
        bodies: Array(bodies.indices),
        walls: corners.indices.map {
          RigidWorld.Wall(shape: .segment(corners[$0], corners[($0 + 1) % 4]), boundary: $0)
        })
    ]
    return world
  }

  private func run(
    _ world: inout RigidWorld, _ seconds: Double, gravity: SIMD2<Double> = .zero,
    each: (RigidWorld) -> Void = { _ in }
  ) {
    for _ in 0..<Int((seconds / RigidWorld.step).rounded()) {
      world.advance { world in
        for index in world.bodies.indices where world.bodies[index].inverseMass > 0 {
          world.bodies[index].acceleration += gravity
        }
      }
      each(world)
    }
  }

  private func energy(_ world: RigidWorld, gravity: SIMD2<Double>) -> Double {
    world.bodies.reduce(0) { sum, body in
      let mass = 1 / body.inverseMass
      let turning =
        body.inverseInertia > 0
        ? body.angularVelocity * body.angularVelocity / body.inverseInertia : 0
      return sum + mass * body.velocity.dot(body.velocity) / 2 + turning / 2
        - mass * gravity.dot(body.position)
    }
  }

  // MARK: Shapes

  @Test func areasAndInertiaAreThoseOfTheShapes() throws {
    let box = CollisionShape.rectangle(width: 30, height: 40)
    #expect(abs(box.area - 1200) < 1e-9 && abs(box.unitInertia - 2500.0 / 12) < 1e-9)
    let circle = CollisionShape.ellipse(width: 20, height: 20)
    #expect(abs(circle.area - .pi * 100) < 1e-9 && abs(circle.unitInertia - 50) < 1e-9)
    let ellipse = CollisionShape.ellipse(width: 40, height: 20)
    #expect(abs(ellipse.area / (.pi * 200) - 1) < 0.01)
    let hull = try #require(
      CollisionShape.hull(of: [
        SIMD2(0, 0), SIMD2(10, 0), SIMD2(5, 5), SIMD2(10, 10), SIMD2(0, 10), SIMD2(5, 0),
      ]))
    #expect(hull.corners.count == 4 && abs(hull.area - 100) < 1e-9)
    #expect(CollisionShape.hull(of: [SIMD2(0, 0), SIMD2(5, 5), SIMD2(9, 9)]) == nil)
    #expect(CollisionShape.hull(of: []) == nil)
  }

  // MARK: Free motion

  @Test(arguments: [0.25, 0.5, 1, 2])
  func fallsHaveTheLengthOfGalileis(seconds: Double) {
    var world = RigidWorld()
    world.bodies = [ball(0, 0)]
    run(&world, seconds, gravity: Self.gravity)
    #expect(abs(world.bodies[0].position.y - 500 * seconds * seconds) < 1e-6)
    #expect(abs(world.bodies[0].velocity.y - 1000 * seconds) < 1e-6)
  }

  @Test func resistanceLeavesAnEthAfterASecond() {
    var world = RigidWorld()
    world.bodies = [ball(0, 0, velocity: SIMD2(100, 0))]
    world.bodies[0].material.resistance = 1
    run(&world, 1)
    #expect(abs(world.bodies[0].velocity.x - 100 * exp(-1)) < 1e-6)
  }

  // MARK: Collisions

  /// The relative speed after a straight collision is the elasticity's part of that before; momentum stays.
  @Test(arguments: [(0.0, 1.0), (0.5, 1), (1, 1), (0.8, 4), (1, 0.25), (0.3, 100)])
  func collisionsKeepTheirPartOfTheSpeed(elasticity: Double, density: Double) {
    var world = RigidWorld()
    world.bodies = [
      ball(0, 0, velocity: SIMD2(300, 0), elasticity: elasticity),
      ball(100, 0, elasticity: elasticity, density: density),
    ]
    world.groups = [RigidWorld.Group(bodies: [0, 1])]
    let before = world.bodies.reduce(SIMD2<Double>.zero) { $0 + $1.velocity / $1.inverseMass }
    run(&world, 1)
    let after = world.bodies.reduce(SIMD2<Double>.zero) { $0 + $1.velocity / $1.inverseMass }
    let speed = world.bodies[1].velocity.x - world.bodies[0].velocity.x
    #expect(abs(speed - elasticity * 300) < 3, "\(speed)")
    #expect((after - before).length < 1e-6 * before.length)
    #expect(world.bodies.allSatisfy { abs($0.position.y) < 1e-6 })
  }

  /// A ball that falls 300 points rises to the square of the elasticity's part of it.
  @Test(arguments: [0.0, 0.5, 0.8, 1])
  func ballsRiseToTheSquareOfTheElasticity(elasticity: Double) {
    var world = room([ball(200, 80, elasticity: elasticity)])
    var (hasHit, top) = (false, 400.0)
    run(&world, 1.8, gravity: Self.gravity) { world in
      if !world.touches.isEmpty { hasHit = true }
      if hasHit { top = min(top, world.bodies[0].position.y) }
    }
    #expect(hasHit && abs((380 - top) - 300 * elasticity * elasticity) < 12, "rose \(380 - top)")
  }

  /// A block that slides stops after v² / 2μg.
  @Test(arguments: [0.2, 0.5, 0.9])
  func slidersStopWhereFrictionSays(friction: Double) {
    var block = box(60, 385, width: 60, height: 30)
    block.velocity = SIMD2(250, 0)
    block.material.friction = friction
    block.material.elasticity = 0
    var world = room([block])
    run(&world, 2, gravity: Self.gravity)
    let way = world.bodies[0].position.x - 60
    #expect(abs(way - 250 * 250 / (2 * friction * 1000)) < 6, "\(way)")
    #expect(abs(world.bodies[0].velocity.x) < 1)
  }

  @Test func stacksRest() {
    var world = room((0..<6).map { box(200, 379 - 41 * Double($0)) })
    run(&world, 3, gravity: Self.gravity)
    for (index, body) in world.bodies.enumerated() {
      #expect(abs(body.position.y - (380 - 40 * Double(index))) < 1.5, "\(index): \(body.position)")
      #expect(abs(body.position.x - 200) < 1 && abs(body.angle) < 0.02)
      #expect(body.velocity.length < 1 && abs(body.angularVelocity) < 0.02)
    }
  }

  /// Nothing gains energy, and nothing leaves the room, whatever is thrown into it.
  @Test func randomWorldsLoseEnergyAndStayInside() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<25 {
      var bodies: [RigidBody] = []
      for index in 0..<Int.random(in: 1...6, using: &random) {
        let size = Double.random(in: 10...60, using: &random)
        let place = SIMD2(60 + 90 * Double(index % 3), 80 + 120 * Double(index / 3))
        let shape: CollisionShape =
          switch index % 3 {
          case 0: .rectangle(width: size, height: 40)
          case 1: .ellipse(width: size, height: size)
          default: .ellipse(width: size, height: 30)
          }
        var body = RigidBody(position: place, angle: Double(index), shape: shape)
        body.velocity = SIMD2(
          .random(in: -2000...2000, using: &random), .random(in: -2000...2000, using: &random))
        body.angularVelocity = .random(in: -10...10, using: &random)
        body.material.elasticity = .random(in: 0...1, using: &random)
        body.material.friction = .random(in: 0...1, using: &random)
        bodies.append(body)
      }
      var world = room(bodies)
      let start = energy(world, gravity: Self.gravity)
      run(&world, 2, gravity: Self.gravity) { world in
        #expect(
          world.bodies.allSatisfy {
            $0.position.x > 0 && $0.position.x < 400 && $0.position.y > 0 && $0.position.y < 400
          })
      }
      let end = energy(world, gravity: Self.gravity)
      // What a step adds in a fall is within a thousandth.
      #expect(end <= start + abs(start) * 0.02 + 2000, "\(start) became \(end)")
    }
  }

  @Test func fastBodiesDoNotPassThroughWalls() {
    for speed in [1000.0, 5000, 20_000] {
      var world = room([ball(200, 200, velocity: SIMD2(speed, speed / 3))])
      run(&world, 1) { world in
        #expect(world.bodies[0].position.x < 400 && world.bodies[0].position.y < 400)
      }
    }
  }

  // MARK: Ties

  @Test func pendulumsKeepTheirLengthAndPeriod() {
    var world = RigidWorld()
    world.bodies = [ball(10, 100)]
    world.joints = [
      RigidJoint(
        kind: .distance(100.4988), first: -1, firstArm: .zero, second: 0, secondArm: .zero)
    ]
    var crossings: [Double] = []
    var (time, last) = (0.0, 10.0)
    run(&world, 4, gravity: Self.gravity) { world in
      time += RigidWorld.step
      #expect(abs(world.bodies[0].position.length - 100.5) < 0.5)
      if last > 0, world.bodies[0].position.x <= 0 { crossings.append(time) }
      last = world.bodies[0].position.x
    }
    let period = (crossings[crossings.count - 1] - crossings[0]) / Double(crossings.count - 1)
    #expect(abs(period - 2 * .pi * (100.5 / 1000).squareRoot()) < 0.02, "\(period)")
  }

  @Test(arguments: [1.0, 2, 4])
  func springsSwingWithTheirFrequency(frequency: Double) {
    var world = RigidWorld()
    world.bodies = [ball(150, 0)]
    var joint = RigidJoint(
      kind: .distance(100), first: -1, firstArm: .zero, second: 0, secondArm: .zero)
    joint.frequency = frequency
    world.joints = [joint]
    var crossings: [Double] = []
    var (time, last) = (0.0, 150.0)
    run(&world, 3) { world in
      time += RigidWorld.step
      if last > 100, world.bodies[0].position.x <= 100 { crossings.append(time) }
      last = world.bodies[0].position.x
    }
    let period = (crossings[crossings.count - 1] - crossings[0]) / Double(crossings.count - 1)
    #expect(abs(period * frequency - 1) < 0.03, "\(period)")
  }

  /// What each tie keeps, while gravity pulls and both bodies were pushed.
  @Test func tiesKeepWhatTheySay() {
    func tied(_ kind: RigidJoint.Kind, range: ClosedRange<Double>? = nil) -> RigidWorld {
      var world = RigidWorld()
      world.bodies = [box(0, 0), box(100, 0)]
      world.bodies[0].material.isAnchored = true
      world.bodies[1].angularVelocity = 2
      var joint = RigidJoint(
        kind: kind, first: 0, firstArm: SIMD2(50, 0), second: 1, secondArm: SIMD2(-50, 0))
      if let range { joint.range = range }
      world.joints = [joint]
      return world
    }
    func gap(_ world: RigidWorld) -> Double {
      (world.bodies[1].position + world.bodies[1].arm(SIMD2(-50, 0)) - SIMD2(50, 0)).length
    }
    var fixed = tied(.fixed(angle: 0))
    run(&fixed, 2, gravity: Self.gravity) { world in
      #expect(gap(world) < 1 && abs(world.bodies[1].angle) < 0.05)
    }
    var pin = tied(.pin(angle: 0))
    run(&pin, 2, gravity: Self.gravity) { #expect(gap($0) < 1.5) }
    var limited = tied(.pin(angle: 0), range: -0.3...0.3)
    run(&limited, 2, gravity: Self.gravity) { #expect(abs($0.bodies[1].angle) < 0.35) }
    #expect(abs(limited.bodies[1].angle - 0.3) < 0.02)
    var slide = tied(.slide(SIMD2(0, 1), angle: 0), range: -10...80)
    run(&slide, 2, gravity: Self.gravity) { world in
      #expect(abs(world.bodies[1].position.x - 100) < 0.5 && abs(world.bodies[1].angle) < 0.05)
    }
    #expect(abs(slide.bodies[1].position.y - 80) < 1)
    var rope = RigidWorld()
    rope.bodies = [ball(30, 0)]
    rope.joints = [
      RigidJoint(kind: .rope(100), first: -1, firstArm: .zero, second: 0, secondArm: .zero)
    ]
    run(&rope, 3, gravity: Self.gravity) { #expect($0.bodies[0].position.length < 101) }
  }

  @Test func equalWorldsMoveEqually() {
    func places() -> [SIMD2<Double>] {
      var world = room((0..<5).map { box(100 + 30 * Double($0), 50 + 50 * Double($0)) })
      run(&world, 2, gravity: Self.gravity)
      return world.bodies.map(\.position)
    }
    #expect(places() == places())
  }
}
