// InequalityTests.swift
// Layout by inequalities alone: a position lies at the bound.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Testing
import UIKitCore

@MainActor @Suite struct InequalityTests {
  typealias Attribute = NSLayoutConstraint.Attribute
  typealias Relation = NSLayoutConstraint.Relation

  private let container = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
  private let view = UIView()

  init() {
    setWholePixels()
    view.translatesAutoresizingMaskIntoConstraints = false
    container.addSubview(view)
  }

  private func fixSize() {
    view.widthAnchor.constraint(equalToConstant: 100).isActive = true
    view.heightAnchor.constraint(equalToConstant: 50).isActive = true
  }

  private func relate(
    _ attribute: Attribute, _ relation: Relation, _ constant: CGFloat, to other: Attribute? = nil,
    times multiplier: CGFloat = 1, at priority: Float = 1000
  ) -> NSLayoutConstraint {
    let constraint = NSLayoutConstraint(
      item: view, attribute: attribute, relatedBy: relation, toItem: container,
      attribute: other ?? attribute, multiplier: multiplier, constant: constant)
    constraint.priority = UILayoutPriority(priority)
    constraint.isActive = true
    return constraint
  }

  /// semantics 21.12: a position that only an inequality touches lies at its bound, whatever its relation and priority.
  @Test(arguments: [Relation.lessThanOrEqual, .greaterThanOrEqual], [Float(1000), 750, 1])
  func positionLiesAtItsBound(relation: Relation, priority: Float) {
    let cases: [(Attribute, CGFloat, KeyPath<CGRect, CGFloat>, CGFloat)] = [
      (.left, 10, \.minX, 10), (.leading, 10, \.minX, 10), (.left, -10, \.minX, -10),
      (.right, -20, \.maxX, 280), (.trailing, -20, \.maxX, 280), (.top, 10, \.minY, 10),
      (.bottom, -20, \.maxY, 180), (.centerX, 30, \.midX, 180), (.centerY, -5, \.midY, 95),
      (.leftMargin, 0, \.minX, 0), (.bottomMargin, 0, \.maxY, 200),
    ]
    fixSize()
    for (attribute, constant, edge, value) in cases {
      let constraint = relate(attribute, relation, constant, at: priority)
      container.layoutIfNeeded()
      #expect(view.frame[keyPath: edge] == value, "\(constraint)")
      #expect(view.frame.size == CGSize(width: 100, height: 50))
      #expect(view.hasAmbiguousLayout)
      constraint.isActive = false
      container.layoutIfNeeded()
      #expect(view.frame.origin == .zero, "without \(constraint)")
    }
  }

  /// semantics 21.12, with a multiplier, and between two views that nothing else places.
  @Test func boundsWithMultipliersAndOfNeighbours() {
    fixSize()
    _ = relate(.left, .greaterThanOrEqual, 5, to: .right, times: 0.5)
    _ = relate(.top, .lessThanOrEqual, 0, to: .bottom, times: 0.25)
    let neighbour = UIView()
    neighbour.translatesAutoresizingMaskIntoConstraints = false
    container.addSubview(neighbour)
    neighbour.leftAnchor.constraint(greaterThanOrEqualTo: view.rightAnchor, constant: 8).isActive =
      true
    neighbour.topAnchor.constraint(lessThanOrEqualTo: view.bottomAnchor).isActive = true
    container.layoutIfNeeded()
    #expect(view.frame.origin == CGPoint(x: 155, y: 50))
    #expect(neighbour.frame.origin == CGPoint(x: 263, y: 100))
  }

  /// semantics 21.12: of several inequalities the narrower bound holds; between two sides, the first one does.
  @Test(arguments: [
    ([(Relation.greaterThanOrEqual, CGFloat(5)), (.greaterThanOrEqual, 20)], CGFloat(20)),
    ([(.greaterThanOrEqual, 20), (.greaterThanOrEqual, 5)], 20),
    ([(.lessThanOrEqual, 30), (.lessThanOrEqual, 10)], 10),
    ([(.lessThanOrEqual, 10), (.lessThanOrEqual, 30)], 10),
    ([(.greaterThanOrEqual, 8), (.lessThanOrEqual, 100)], 8),
    ([(.lessThanOrEqual, 100), (.greaterThanOrEqual, 8)], 100),
  ])
  func severalInequalities(bounds: [(Relation, CGFloat)], left: CGFloat) {
    fixSize()
    for (relation, constant) in bounds { _ = relate(.left, relation, constant) }
    container.layoutIfNeeded()
    #expect(view.frame.minX == left)
  }

  /// A bound that is removed or moved leaves the position at what is left.
  @Test func boundsThatChange() {
    fixSize()
    let low = relate(.left, .greaterThanOrEqual, 8)
    let high = relate(.left, .lessThanOrEqual, 100)
    container.layoutIfNeeded()
    #expect(view.frame.minX == 8)
    low.constant = 12
    container.layoutIfNeeded()
    #expect(view.frame.minX == 12)
    low.isActive = false
    container.layoutIfNeeded()
    #expect(view.frame.minX == 100)
    high.constant = 90
    container.layoutIfNeeded()
    #expect(view.frame.minX == 90)
  }

  /// What else determines a position prevails, however weak it is; a size without another constraint is the least.
  @Test func determinedLayoutsAreUnchanged() {
    fixSize()
    _ = relate(.left, .lessThanOrEqual, 50)
    _ = relate(.left, .equal, 5, at: 1)
    _ = relate(.bottom, .lessThanOrEqual, -10)
    _ = relate(.top, .equal, 30)
    let bounded = UIView()
    bounded.translatesAutoresizingMaskIntoConstraints = false
    container.addSubview(bounded)
    bounded.widthAnchor.constraint(lessThanOrEqualToConstant: 50).isActive = true
    bounded.heightAnchor.constraint(greaterThanOrEqualToConstant: 20).isActive = true
    container.layoutIfNeeded()
    #expect(view.frame == CGRect(x: 5, y: 30, width: 100, height: 50))
    #expect(bounded.frame.size == CGSize(width: 0, height: 20))
  }
}
