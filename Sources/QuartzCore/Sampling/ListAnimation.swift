// ListAnimation.swift
// Stage: commit → sample. The animations of paths, and of lists of numbers or colours, from one value to another of the
// same structure.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// A compiled animation of a list or of a path, which no other is on top of. Immutable.
final class ListAnimation: TimelineAnimation {
  /// The values at the keys, all of one structure.
  enum Keys: Sendable {
    case numbers([[Double]])
    case colors([[CGColor]])
    case paths([CGPath])
  }

  let property: LayerProperty
  let timeline: Timeline
  private let place: PropertyPlace
  /// The numbers of all keys, one after another; four for a colour. Empty for paths.
  private let numbers: [Double]
  /// The numbers of one key.
  private let count: Int
  private let isOfColors: Bool
  private let paths: [CGPath]

  init(_ property: LayerProperty, _ timeline: Timeline, _ keys: Keys) {
    (self.property, self.timeline, place) = (property, timeline, property.row.place)
    switch keys {
    case .numbers(let lists): (numbers, isOfColors, paths) = (lists.flatMap { $0 }, false, [])
    case .colors(let lists):
      let lanes = lists.joined().flatMap { [$0.lanes.x, $0.lanes.y, $0.lanes.z, $0.lanes.w] }
      (numbers, isOfColors, paths) = (lanes, true, [])
    case .paths(let list): (numbers, isOfColors, paths) = ([], false, list)
    }
    switch keys {
    case .numbers(let lists): count = lists[0].count
    case .colors(let lists): count = lists[0].count * 4
    case .paths: count = 0
    }
  }

  /// Writes a track's value at a time within the stretch that it entered.
  ///
  /// - Parameters:
  ///   - track: Read in place, as a copy would retain its animation.
  ///   - model: The layer's values without animations.
  @inline(__always)
  static func apply(
    _ track: UnsafePointer<TimelineTrack<ListAnimation>>, at time: TimeInterval,
    curves: some EasingCurves,
    model: @autoclosure () -> LayerValues, to values: UnsafeMutablePointer<LayerValues>
  ) {
    Unmanaged.passUnretained(track.pointee.animation)._withUnsafeGuaranteedRef { animation in
      if track.pointee.stretch.segment.contributes {
        let position = animation.timeline.position(
          in: track.pointee.stretch, at: time, curves: curves)
        animation.write(position, to: values)
      } else {
        animation.restore(model(), to: values)
      }
    }
  }

  /// Writes the value at a position. A list is changed where it is, unless something else refers to it.
  private func write(_ position: KeyPosition, to values: UnsafeMutablePointer<LayerValues>) {
    LayerValues.write(place.block, in: values) { block in
      let target = block + place.offset
      if !paths.isEmpty {
        let (from, to) = (paths[position.from], paths[position.to])
        target.assumingMemoryBound(to: CGPath?.self).pointee =
          from.blended(to: to, by: position.fraction) ?? to
      } else if isOfColors {
        change(target, position, CGColor.black)
      } else {
        change(target, position, 0.0)
      }
    }
  }

  /// Writes the model's value.
  @inline(never)
  private func restore(_ model: LayerValues, to values: UnsafeMutablePointer<LayerValues>) {
    values.pointee[property: property] = model[property: property]
  }

  /// Blends the elements of a list, of a number or of four each.
  @inline(__always)
  private func change<Element>(
    _ target: UnsafeMutableRawPointer, _ position: KeyPosition, _ element: Element
  ) {
    let list = target.assumingMemoryBound(to: [Element]?.self)
    let length = count / (MemoryLayout<Element>.size / MemoryLayout<Double>.size)
    if list.pointee?.count != length {
      list.pointee = [Element](repeating: element, count: length)
    }
    list.pointee?.withUnsafeMutableBytes { bytes in
      numbers.withUnsafeBufferPointer { numbers in
        guard let bytes = bytes.baseAddress, let numbers = numbers.baseAddress else { return }
        let target = bytes.assumingMemoryBound(to: Double.self)
        let (from, to) = (numbers + position.from * count, numbers + position.to * count)
        for index in 0..<count {
          target[index] = from[index] + (to[index] - from[index]) * position.fraction
        }
      }
    }
  }
}
