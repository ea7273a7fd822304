// DepthOrder.swift
// The order in which layers are painted, back to front, and in which they are hit, front to back: by
// `zPosition` among siblings, by planes in a space that keeps depth.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
package import Foundation

extension SubclassValues {
  /// Whether sublayers keep their positions in space instead of being flattened into the layer's plane.
  package var keepsDepth: Bool {
    switch self {
    case .transform: true
    case .replicator(let values): values.preservesDepth
    case .shape, .gradient, .emitter, .tiled: false
    }
  }
}

extension Array {
  /// The elements by ascending `zPosition`; equal ones keep their order.
  package func backToFront(by zPosition: (Element) -> Double) -> [Element] {
    // Few layers have sublayers with a z position.
    guard contains(where: { zPosition($0) != 0 }) else { return self }
    return sorted { zPosition($0) < zPosition($1) }
  }
}

/// A flat layer in space, or the part of one that lies in front of or behind the layers that it cuts through.
package struct LayerPart {
  /// The index of the layer.
  package var index: Int
  /// The lines along which the layer is cut; none for a whole layer.
  package var cuts: [LayerCut] = []

  /// Whether the part covers a point of the plane through which the space is seen.
  package func contains(_ point: CGPoint) -> Bool {
    cuts.allSatisfy { $0.distance(to: SIMD2(point.x, point.y)) >= 0 }
  }
}

/// The painter's algorithm for flat layers in space.
package struct DepthOrder {
  /// Above this number, layers are ordered by their centres alone: comparing every pair would take too
  /// long.
  private static let maximumComparedCount = 64
  /// Layers that cut through each other are no longer cut when there are this many parts.
  private static let maximumPartCount = 192

  private var parts: [LayerPart]
  /// What each part covers; nil for one that covers no other.
  private var polygons: [ProjectedPolygon?]
  private var nearness: [Double]
  /// Of pairs of parts, by the larger index and then by the smaller one.
  private var relations: [[ProjectedPolygon.Relation]] = []

  /// Returns flat layers from back to front. Where two of them cut through each other, one is cut in two along
  /// the line in which they meet, and its parts lie before and after the other in the order.
  ///
  /// Of two layers of which one covers the other, the nearer one is later; layers in one plane keep the order
  /// of the tree. A layer that is part of a cycle, each of which covers the next, is cut too. All others are
  /// ordered by their centres. Of more than 64 layers none is cut, and all are ordered by their centres.
  ///
  /// - Parameters:
  ///   - nearness: How near each layer's centre is to the viewer, in the order of the tree; larger is nearer.
  ///   - polygons: What each layer covers; nil for one that covers no other.
  package static func backToFront(nearness: [Double], polygons: [ProjectedPolygon?]) -> [LayerPart]
  {
    let parts = nearness.indices.map { LayerPart(index: $0) }
    guard parts.count > 1, parts.count <= maximumComparedCount else {
      return parts.sorted { nearness[$0.index] < nearness[$1.index] }
    }
    var order = DepthOrder(parts: parts, polygons: polygons, nearness: nearness)
    order.relate(from: 0)
    order.cutThroughEachOther()
    return order.sorted()
  }

  private init(parts: [LayerPart], polygons: [ProjectedPolygon?], nearness: [Double]) {
    (self.parts, self.polygons, self.nearness) = (parts, polygons, nearness)
  }

  /// Works out how parts lie to all before them.
  private mutating func relate(from first: Int) {
    relations.removeLast(relations.count - first)
    for index in first..<parts.count {
      relations.append((0..<index).map { relation(of: index, to: $0) })
    }
  }

  private func relation(of index: Int, to other: Int) -> ProjectedPolygon.Relation {
    guard let own = polygons[index], let another = polygons[other],
      parts[index].index != parts[other].index
    else { return .apart }
    return own.relation(to: another)
  }

  /// Cuts layers until none cuts through another.
  private mutating func cutThroughEachOther() {
    var index = 1
    while index < parts.count {
      guard let other = relations[index].firstIndex(where: { $0 == .cutting }) else {
        index += 1
        continue
      }
      // Its second part is related to all before it, and cut in its turn.
      guard cut(index, by: other) else { return }
    }
  }

  /// Replaces a part by its two parts behind and in front of another's plane, the second of them at the end.
  private mutating func cut(_ index: Int, by other: Int) -> Bool {
    guard parts.count < Self.maximumPartCount, let own = polygons[index],
      let another = polygons[other]
    else { return false }
    let (behind, inFront) = own.parts(cutBy: another)
    let cuts = parts[index].cuts
    parts.append(LayerPart(index: parts[index].index, cuts: cuts + [inFront.1]))
    polygons.append(inFront.0)
    nearness.append(inFront.0.nearness)
    parts[index].cuts = cuts + [behind.1]
    (polygons[index], nearness[index]) = (behind.0, behind.0.nearness)
    relations[index] = (0..<index).map { relation(of: index, to: $0) }
    for later in index + 1..<parts.count - 1 {
      relations[later][index] = relation(of: later, to: index)
    }
    relate(from: parts.count - 1)
    return true
  }

  /// Whether one part has to be painted before another.
  private func isPainted(_ first: Int, before second: Int) -> Bool {
    let relation = first < second ? relations[second][first] : relations[first][second]
    switch relation {
    case .apart, .cutting: return false
    case .samePlane: return parts[first].index < parts[second].index
    case .behind: return first > second
    case .inFront: return first < second
    }
  }

  private mutating func sorted() -> [LayerPart] {
    var rest = parts.indices.sorted { nearness[$0] < nearness[$1] }
    var result: [LayerPart] = []
    result.reserveCapacity(parts.count)
    while !rest.isEmpty {
      if let next = rest.firstIndex(where: { blocker(of: $0, in: rest) == nil }) {
        result.append(parts[rest.remove(at: next)])
        continue
      }
      let cycle = cycle(in: rest)
      let isCut = cycle.contains { part in
        guard let other = blocker(of: part, in: cycle) else { return false }
        return cut(part, acrossPlaneOf: other) || cut(other, acrossPlaneOf: part)
      }
      if isCut {
        // One of the two parts no longer has to wait, or is no longer waited for.
        rest.append(parts.count - 1)
        rest.sort { nearness[$0] < nearness[$1] }
      } else if let farthest = rest.firstIndex(where: cycle.contains) {
        result.append(parts[rest.remove(at: farthest)])
      }
    }
    return result
  }

  /// A part that has to be painted before another; nil for none.
  private func blocker(of part: Int, in others: [Int]) -> Int? {
    others.first { $0 != part && isPainted($0, before: part) }
  }

  /// Parts each of which has to wait for the next one. All parts wait for one.
  private func cycle(in rest: [Int]) -> [Int] {
    var path: [Int] = []
    var next = rest.first
    while let part = next {
      if let begin = path.firstIndex(of: part) { return Array(path[begin...]) }
      path.append(part)
      next = blocker(of: part, in: rest)
    }
    return path
  }

  /// Cuts a part that lies on both sides of another's plane; returns whether it does.
  private mutating func cut(_ index: Int, acrossPlaneOf other: Int) -> Bool {
    guard let own = polygons[index], let another = polygons[other],
      own.relation(toPlaneOf: another) == .cutting
    else { return false }
    return cut(index, by: other)
  }
}
