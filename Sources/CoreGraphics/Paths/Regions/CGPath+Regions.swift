// CGPath+Regions.swift
// Unions, intersections and differences of the areas that paths fill.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The areas of one or two paths, as outlines that do not cross.
private struct PathRegions {
  var contours: [PathContour] = []
  private var sources = PieceSources()
  private var grid: PathGrid?

  /// Combines the areas of two paths.
  ///
  /// - Parameter keeps: Whether the result contains a point, given whether the first and the second path do.
  init(
    _ first: CGPath, _ second: CGPath?, _ rule: CGPathFillRule, keeps: (Bool, Bool) -> Bool
  ) {
    let bounds = CGRect(enclosing: first.finitePoints + (second?.finitePoints ?? []))
    guard let grid = PathGrid(covering: bounds) else { return }
    let tolerance = max(bounds.width, bounds.height) * CGPath.regionTolerance
    var arrangement = PathArrangement(grid)
    arrangement.add(first, asSecond: false, within: tolerance)
    if let second { arrangement.add(second, asSecond: true, within: tolerance) }
    arrangement.cut()
    func isInside(_ winding: Int) -> Bool { rule == .winding ? winding != 0 : winding % 2 != 0 }
    contours = PathWindings(arrangement.edges).contours { pair in
      keeps(isInside(pair.first), isInside(pair.second))
    }
    sources = arrangement.sources
    self.grid = grid
  }

  func path(_ contours: [PathContour]) -> CGPath {
    guard let grid else { return CGPath() }
    return CGPath(elements: contours.flatMap { $0.elements(sources.curves, grid) })
  }

  var path: CGPath { path(contours) }

  /// Each outer contour with its holes.
  var components: [CGPath] {
    var groups = contours.filter { $0.area > 0 }.map { [$0] }
    for hole in contours where hole.area <= 0 {
      let owner = groups.indices.filter { groups[$0][0].contains(hole) }
        .min { groups[$0][0].area < groups[$1][0].area }
      if let owner { groups[owner].append(hole) }
    }
    return groups.map(path)
  }
}

extension CGPath {
  /// The distance of a chord from its curve in area operations, as a part of the larger side of all control points.
  static let regionTolerance = 0x1p-14

  fileprivate var finitePoints: [CGPoint] {
    var start = [CGPoint]()
    // A path that begins without a move begins at zero.
    if let first = elements.first, case .move = first {
    } else if !elements.isEmpty {
      start = [.zero]
    }
    return start + elements.flatMap(\.points).filter { $0.x.isFinite && $0.y.isFinite }
  }

  /// Returns a path with the same area, by a fill rule, that has no crossings or overlaps: both fill rules fill it
  /// alike.
  ///
  /// In this and the other operations on areas, open subpaths are treated as closed, and subpaths with coordinates
  /// that are not finite are left out. Outlines stay lines and curves; they cross where chords cross that are
  /// within 1/16384 of the larger side of all points. Coordinates are rounded to 2^-28 of that side.
  public func normalized(using rule: CGPathFillRule = .winding) -> CGPath {
    PathRegions(self, nil, rule) { first, _ in first }.path
  }

  /// Returns the area inside either path; see ``normalized(using:)`` for the accuracy.
  ///
  /// - Parameters:
  ///   - other: The path of the other area.
  ///   - rule: The fill rule of both paths. The result is the same by both.
  public func union(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    PathRegions(self, other, rule) { $0 || $1 }.path
  }

  /// Returns the area inside both paths; see ``normalized(using:)`` for the accuracy.
  public func intersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    PathRegions(self, other, rule) { $0 && $1 }.path
  }

  /// Returns the area inside this path and outside the other; see ``normalized(using:)`` for the accuracy.
  public func subtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    PathRegions(self, other, rule) { $0 && !$1 }.path
  }

  /// Returns the area inside exactly one of the paths; see ``normalized(using:)`` for the accuracy.
  public func symmetricDifference(
    _ other: CGPath, using rule: CGPathFillRule = .winding
  ) -> CGPath {
    PathRegions(self, other, rule) { $0 != $1 }.path
  }

  /// Returns the connected parts of the area, each with its holes. Parts that touch at a point are separate.
  public func componentsSeparated(using rule: CGPathFillRule = .winding) -> [CGPath] {
    PathRegions(self, nil, rule) { first, _ in first }.components
  }

  /// Whether the areas of two paths overlap. Areas that only touch do not.
  public func intersects(_ other: CGPath, using rule: CGPathFillRule = .winding) -> Bool {
    let (a, b) = (boundingBox, other.boundingBox)
    if a.isFinite, b.isFinite, a.overlap(with: b).isNull { return false }
    return !PathRegions(self, other, rule) { $0 && $1 }.contours.isEmpty
  }
}
