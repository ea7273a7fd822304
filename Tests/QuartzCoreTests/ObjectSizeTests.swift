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
    #expect(size(of: CALayer()) <= 392)
    #expect(MemoryLayout<LayerValues>.size <= 216)
    #expect(MemoryLayout<RenderNode>.stride <= 256)
  }

  @Test func animationIsSmall() {
    #expect(size(of: CABasicAnimation(keyPath: "position")) <= 216)
    let animation = CABasicAnimation(keyPath: "position")
    (animation.fromValue, animation.toValue) = (CGPoint.zero, CGPoint(x: 9, y: 9))
    let layer = CALayer()
    layer.add(animation, forKey: "move")
    #expect(layer.attachments.count == 1)
    #expect(MemoryLayout<AttachedAnimation>.size == 8)
    // The copy that the layer runs has no fields that this animation does not set.
    #expect(layer.attachments.allSatisfy { $0.animation.rare == nil })
  }

  /// Three animations of a layer: the object, and one array.
  @Test func tracksAreSmall() throws {
    var tracks = PackedTracks()
    let timing = MediaTiming().active
    tracks.append(
      PackedTrack(
        timing: timing, form: PackedNumber(from: 0, delta: 1, base: 0),
        offset: LayerValues.Offset.opacity, curve: 1))
    for offset in [LayerValues.Offset.position, LayerValues.Offset.anchorPoint] {
      let ends = LinearRamp(from: SIMD2(1, 2), delta: SIMD2(3, 4), base: .zero)
      tracks.append(
        PackedTrack(timing: timing, form: PackedPair(ends: ends), offset: offset, curve: 2))
    }
    func make() -> LayerTracks {
      LayerTracks(packed: tracks.trimmed, lanes: [], general: [], properties: 0, dependencies: 0)
    }
    #expect(size(of: make()) <= 88)
    let layerTracks = make()
    #expect(layerTracks.packed.count == 3)
    // One timing for all.
    #expect(layerTracks.packed.capacity <= 4 + 2 * 1 + 3 + 2 * 6 + 2)
  }
}
