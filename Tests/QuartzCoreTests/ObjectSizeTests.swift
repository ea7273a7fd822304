// ObjectSizeTests.swift
// The memory of the objects that a program has by the thousand. A new field of theirs belongs with the rare ones,
// unless most objects set it.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
@testable import QuartzCore
import Testing

@Suite struct ObjectSizeTests {
  /// The bytes of an object, from its class's metadata: the third word has the flags and the offset of the address
  /// point, the fourth begins with the size. The allocator rounds it up, by how much depends on what is free.
  private func size(of object: AnyObject) -> Int {
    let metadata = unsafeBitCast(type(of: object) as AnyClass, to: UnsafeRawPointer.self)
    return Int(metadata.load(fromByteOffset: 24, as: UInt32.self))
  }

  /// A class whose size is known: two words of every object, one of its own, and a byte after it.
  private final class Known {
    var word = 0
    var byte: UInt8 = 0
  }

  @Test func sizeIsThatOfTheFields() { #expect(size(of: Known()) == 25) }

  @Test func layerIsSmall() {
    #expect(size(of: CALayer()) <= 400)
    #expect(MemoryLayout<LayerValues>.size <= 224)
    #expect(MemoryLayout<RenderNode>.stride <= 48)
  }

  /// Copies of a node share its values until one of them changes its own.
  @Test func copiesOfNodesAreIndependent() {
    var node = RenderNode()
    (node.values.opacity, node.values.cornerRadius) = (0.5, 3)
    var copy = node
    copy.values.opacity = 0.25
    #expect(node.values.opacity == 0.5)
    #expect(copy.values.opacity == 0.25 && copy.values.cornerRadius == 3)
    node.values = LayerValues()
    #expect(copy.values.cornerRadius == 3)
    #expect(RenderNode().values == LayerValues())
  }

  @Test func animationIsSmall() {
    #expect(size(of: CABasicAnimation(keyPath: "position")) <= 200)
    let animation = CABasicAnimation(keyPath: "position")
    (animation.fromValue, animation.toValue) = (CGPoint.zero, CGPoint(x: 9, y: 9))
    let layer = CALayer()
    layer.add(animation, forKey: "move")
    #expect(layer.attachments.count == 1)
    #expect(MemoryLayout<AttachedAnimation>.size == 8)
    // The copy that the layer runs has no fields that this animation does not set.
    #expect(layer.attachments.allSatisfy { $0.animation.rare.isEmpty })
  }

  /// The usual key takes no memory, and another one is kept.
  @Test func keysOfAnimationsAreKept() {
    let layer = CALayer()
    for key in ["position", "move", "a key that is longer than a short string", nil] {
      layer.add(CABasicAnimation(keyPath: "position"), forKey: key)
    }
    layer.add(CAAnimationGroup(), forKey: "position.group")
    #expect(
      layer.attachments.map(\.key)
        == ["position", "move", "a key that is longer than a short string", nil, "position.group"])
  }

  /// Names of one's own are kept, and act as the default.
  @Test func fillModesKeepTheirNames() {
    for name in ["removed", "backwards", "forwards", "both", "", "frozen", "thawed"] {
      let mode = CAMediaTimingFillMode(rawValue: name)
      #expect(mode.rawValue == name)
      #expect(mode == CAMediaTimingFillMode(rawValue: name))
    }
    let own = CAMediaTimingFillMode(rawValue: "frozen")
    #expect(own != CAMediaTimingFillMode(rawValue: "thawed") && own != .removed)
    #expect(!own.fillsBackwards && !own.fillsForwards)
    #expect(CAMediaTimingFillMode(rawValue: "both") == .both)
  }

  /// Three animations of a layer: the object, and one array.
  @Test func tracksAreSmall() throws {
    var (tracks, contents) = (NumberTracks(), [NumberContent]())
    var media = MediaTiming()
    (media.beginTime, media.duration, media.repeatCount) = (1, 2, .infinity)
    let timing = media.active
    media.timeOffset = 0.5
    func append(_ timing: ActiveTiming, _ form: NumberForm) {
      let (from, delta) = (SIMD4<Double>(1, 2, 0, 0), SIMD4<Double>(3, 4, 0, 0))
      tracks.append(
        NumberTrack(
          timeline: Timeline(timing: timing, curve: 1),
          place: PropertyPlace(block: .layer, offset: 8), form: form,
          from: from, delta: delta), contents: &contents)
    }
    append(timing, .one)
    for _ in 0..<2 { append(media.active, .two) }
    func make() -> LayerTracks {
      LayerTracks(numbers: tracks.trimmed, properties: 0, dependencies: 0)
    }
    #expect(size(of: make()) <= 64)
    let layerTracks = make()
    #expect(layerTracks.numbers.count == 3 && contents.isEmpty)
    // The first one's timing, and the offset of the others.
    #expect(layerTracks.numbers.capacity <= 4 + 2 * 2 + 2 + 2 * 4 + 2)
  }
}
