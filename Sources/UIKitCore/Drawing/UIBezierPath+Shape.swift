// UIBezierPath+Shape.swift
// Paths asked for points inside, turned round and copied.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

extension UIBezierPath {
  /// Whether a point lies inside, by the path's own rule.
  public func contains(_ point: CGPoint) -> Bool {
    cgPath.contains(point, using: usesEvenOddFillRule ? .evenOdd : .winding)
  }

  /// Returns the path drawn from its end to its start, each subpath for itself, the last one first.
  public func reversing() -> UIBezierPath {
    var subpaths: [[CGPath.Element]] = []
    for element in cgPath.elements {
      if case .move = element { subpaths.append([]) }
      if subpaths.isEmpty { subpaths.append([.move(.zero)]) }
      subpaths[subpaths.count - 1].append(element)
    }
    var turned: [CGPath.Element] = []
    for subpath in subpaths.reversed() {
      let isClosed = subpath.last == .close
      let steps = isClosed ? subpath.dropLast() : subpath[...]
      let ends = steps.compactMap(\.end)
      guard let last = ends.last else { continue }
      turned.append(.move(last))
      for (step, begin) in zip(steps.dropFirst(), ends).reversed() {
        switch step {
        case .move, .line: turned.append(.line(begin))
        case .quad(let control, _): turned.append(.quad(control: control, end: begin))
        case .cubic(let c1, let c2, _):
          turned.append(.cubic(control1: c2, control2: c1, end: begin))
        case .close: turned.append(.close)
        }
      }
      if isClosed { turned.append(.close) }
    }
    return like(CGPath(elements: turned))
  }

  /// Returns a copy, a `UIBezierPath`.
  public func copy() -> Any { like(cgPath) }

  /// Another outline with this path's line and rule.
  private func like(_ outline: CGPath) -> UIBezierPath {
    let path = UIBezierPath(cgPath: outline)
    (path.lineWidth, path.lineCapStyle, path.lineJoinStyle) =
      (lineWidth, lineCapStyle, lineJoinStyle)
    (path.miterLimit, path.flatness, path.usesEvenOddFillRule) =
      (miterLimit, flatness, usesEvenOddFillRule)
    return path
  }
}
