// DynamicWorld.swift
// The world of an animator: which body belongs to which item, and what the behaviours made of them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// An animator's items as bodies.
@MainActor
struct DynamicWorld {
  /// Two items, or an item and a boundary, that touch in a collision behaviour.
  struct Touch {
    var item: any UIDynamicItem
    var other: (any UIDynamicItem)?
    /// The index of the behaviour's boundary.
    var boundary: Int
    var place: CGPoint
  }

  /// The item of a body, and how it looked without the turn that the world adds.
  private struct Member {
    var item: any UIDynamicItem
    var transform: CGAffineTransform
  }

  var world = RigidWorld()
  private var members: [Member] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  /// The collision behaviour of each of the world's groups.
  private var groupOwners: [UICollisionBehavior] = []

  var items: [any UIDynamicItem] { members.map(\.item) }

  func index(of item: any UIDynamicItem) -> Int? { indices[ObjectIdentifier(item)] }

  func body(of item: any UIDynamicItem) -> RigidBody? { index(of: item).map { world.bodies[$0] } }

  // MARK: Building

  /// Takes the items and settings of behaviours. Bodies that are known go on with their velocities.
  mutating func rebuild(_ behaviors: [UIDynamicBehavior]) {
    let old = self
    self = DynamicWorld()
    for behavior in behaviors {
      for item in behavior.actedItems where index(of: item) == nil {
        if let known = old.index(of: item) {
          add(old.members[known], old.world.bodies[known])
        } else {
          add(Member(item: item, transform: item.transform), Self.body(of: item))
        }
        world.bodies[members.count - 1].material = BodyMaterial()
      }
    }
    for behavior in behaviors { behavior.build(&self) }
  }

  private mutating func add(_ member: Member, _ body: RigidBody) {
    indices[ObjectIdentifier(member.item)] = members.count
    members.append(member)
    world.bodies.append(body)
  }

  mutating func add(_ group: RigidWorld.Group, of behavior: UICollisionBehavior) {
    world.groups.append(group)
    groupOwners.append(behavior)
  }

  /// Reads an item's place, turn and outline again. Its velocities stay.
  mutating func update(_ item: any UIDynamicItem) {
    guard let index = index(of: item) else { return }
    let (old, new) = (world.bodies[index], Self.body(of: item))
    members[index].transform = item.transform
    world.bodies[index].position = new.position
    world.bodies[index].angle = new.angle
    if old.shape != new.shape { world.bodies[index].shape = new.shape }
  }

  /// The body of an item at rest.
  private static func body(of item: any UIDynamicItem) -> RigidBody {
    let transform = item.transform
    let angle = atan2(Double(transform.b), Double(transform.a))
    let scale = SIMD2(
      hypot(Double(transform.a), Double(transform.b)),
      hypot(Double(transform.c), Double(transform.d)))
    let size = SIMD2(Double(item.bounds.width), Double(item.bounds.height)) * scale
    let box = CollisionShape.rectangle(width: max(size.x, 0), height: max(size.y, 0))
    let shape: CollisionShape =
      switch item.collisionBoundsType {
      case .rectangle: box
      case .ellipse: .ellipse(width: max(size.x, 0), height: max(size.y, 0))
      case .path:
        .hull(of: item.collisionBoundingPath.cgPath.flatPoints.map { $0 * scale }) ?? box
      }
    return RigidBody(
      position: SIMD2(item.center), angle: angle.isFinite ? angle : 0, shape: shape)
  }

  /// Moves on by a step, with the forces of behaviours.
  mutating func advance(_ behaviors: [UIDynamicBehavior]) {
    // Not the whole value, whose bodies would be copied in each step.
    let indices = indices
    world.advance { world in
      for behavior in behaviors {
        behavior.addForces(to: &world) { indices[ObjectIdentifier($0)] }
      }
    }
  }

  // MARK: Results

  /// Gives the items the places of their bodies.
  func write() {
    for (member, body) in zip(members, world.bodies) {
      let center = CGPoint(x: body.position.x, y: body.position.y)
      if member.item.center != center { member.item.center = center }
      let start = atan2(member.transform.b, member.transform.a)
      let transform = member.transform.concatenating(
        CGAffineTransform(rotationAngle: CGFloat(body.angle) - start))
      if body.angle != Double(start) || member.item.transform != transform {
        member.item.transform = body.angle == Double(start) ? member.transform : transform
      }
    }
  }

  /// Reports to each collision behaviour what touches.
  func report() {
    for (number, owner) in groupOwners.enumerated() {
      owner.report(
        world.touches.filter { $0.key.group == number }
          .sorted {
            ($0.key.body, $0.key.other, $0.key.boundary) < (
              $1.key.body, $1.key.other, $1.key.boundary
            )
          }
          .map { touch, place in
            Touch(
              item: members[touch.body].item,
              other: touch.other >= 0 ? members[touch.other].item : nil,
              boundary: touch.boundary, place: CGPoint(x: place.x, y: place.y))
          })
    }
  }
}

extension SIMD2<Double> {
  init(_ point: CGPoint) { self.init(Double(point.x), Double(point.y)) }
  init(_ offset: UIOffset) { self.init(Double(offset.horizontal), Double(offset.vertical)) }
  init(_ vector: CGVector) { self.init(Double(vector.dx), Double(vector.dy)) }
}
