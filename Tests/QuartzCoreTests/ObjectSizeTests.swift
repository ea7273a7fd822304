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
  /// The bytes that the allocator gives to an object: of many alike the least, as it adds what is left of a block and is
  /// too small for another object.
  private func size(of make: @autoclosure () -> AnyObject) -> Int {
    typealias UsableSize = @convention(c) (UnsafeMutableRawPointer?) -> Int
    // The module Glibc leaves it out.
    guard let address = dlsym(nil, "malloc_usable_size") else {
      Issue.record("the C library has no malloc_usable_size")
      return .max
    }
    let usableSize = unsafeBitCast(address, to: UsableSize.self)
    let objects = (0..<64).map { _ in make() }
    return objects.map { usableSize(Unmanaged.passUnretained($0).toOpaque()) }.min() ?? .max
  }

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
