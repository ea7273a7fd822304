// ObjectSizeTests.swift
// The memory of the objects that a program has by the thousand. A new field of theirs belongs with the rare ones,
// unless most objects set it.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Glibc
@testable import QuartzCore
import Testing

@Suite struct ObjectSizeTests {
  /// The bytes that the allocator gave to an object.
  private func size(of object: AnyObject) -> Int {
    typealias UsableSize = @convention(c) (UnsafeMutableRawPointer?) -> Int
    // The module Glibc leaves it out.
    guard let address = dlsym(nil, "malloc_usable_size") else {
      Issue.record("the C library has no malloc_usable_size")
      return .max
    }
    let usableSize = unsafeBitCast(address, to: UsableSize.self)
    return usableSize(Unmanaged.passUnretained(object).toOpaque())
  }

  @Test func layerIsSmall() {
    #expect(size(of: CALayer()) <= 392)
    #expect(MemoryLayout<LayerValues>.size <= 216)
    #expect(MemoryLayout<RenderNode>.stride <= 256)
  }

  @Test func animationIsSmall() {
    let animation = CABasicAnimation(keyPath: "position")
    #expect(size(of: animation) <= 216)
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
    let layerTracks = LayerTracks(
      packed: tracks.trimmed, lanes: [], general: [], properties: 0, dependencies: 0)
    #expect(size(of: layerTracks) <= 88)
    #expect(layerTracks.packed.count == 3)
    // One timing for all.
    #expect(layerTracks.packed.capacity <= 4 + 2 * 1 + 3 + 2 * 6 + 2)
  }
}
