// UIBezierPath+Shape.swift
// Containment, reversal and copies of paths.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

extension UIBezierPath {
  /// Whether the path contains a point, by its fill rule.
  public func contains(_ point: CGPoint) -> Bool {
    cgPath.contains(point, using: usesEvenOddFillRule ? .evenOdd : .winding)
  }

  /// Returns the path from its end to its start: subpaths in reverse order, each reversed.
  public func reversing() -> UIBezierPath {
    var subpaths: [[CGPath.Element]] = []
    for element in cgPath.elements {
      if case .move = element { subpaths.append([]) }
      if subpaths.isEmpty { subpaths.append([.move(.zero)]) }
      subpaths[subpaths.count - 1].append(element)
    }
    var reversed: [CGPath.Element] = []
    for subpath in subpaths.reversed() {
      let isClosed = subpath.last == .close
      let steps = isClosed ? subpath.dropLast() : subpath[...]
      let ends = steps.compactMap(\.end)
      guard let last = ends.last else { continue }
      reversed.append(.move(last))
      for (step, begin) in zip(steps.dropFirst(), ends).reversed() {
        switch step {
        case .move, .line: reversed.append(.line(begin))
        case .quad(let control, _): reversed.append(.quad(control: control, end: begin))
        case .cubic(let c1, let c2, _):
          reversed.append(.cubic(control1: c2, control2: c1, end: begin))
        case .close: reversed.append(.close)
        }
      }
      if isClosed { reversed.append(.close) }
    }
    return withOutline(CGPath(elements: reversed))
  }

  /// Returns a path with another outline and this path's line style, dashes and fill rule.
  func withOutline(_ outline: CGPath) -> UIBezierPath {
    let path = UIBezierPath(cgPath: outline)
    (path.lineWidth, path.lineCapStyle, path.lineJoinStyle) =
      (lineWidth, lineCapStyle, lineJoinStyle)
    (path.miterLimit, path.flatness, path.usesEvenOddFillRule) =
      (miterLimit, flatness, usesEvenOddFillRule)
    path.dash = dash
    return path
  }
}
