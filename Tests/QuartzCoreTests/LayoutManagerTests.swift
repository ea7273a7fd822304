// LayoutManagerTests.swift
// Layout managers, autoresizing and constraints (semantics 13).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

private final class Stacking: CALayoutManager {
  var laidOut = 0
  var invalidated = 0
  func layoutSublayers(of layer: CALayer) {
    laidOut += 1
    for (index, child) in (layer.sublayers ?? []).enumerated() {
      child.frame = CGRect(x: 0, y: CGFloat(index) * 10, width: layer.bounds.width, height: 10)
    }
  }
  func invalidateLayout(of layer: CALayer) { invalidated += 1 }
  func preferredSize(of layer: CALayer) -> CGSize {
    CGSize(width: 7, height: 10 * (layer.sublayers?.count ?? 0))
  }
}

private func sized(_ width: CGFloat, _ height: CGFloat, _ name: String? = nil) -> CALayer {
  let layer = CALayer()
  layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
  layer.name = name
  return layer
}

extension LiveTree {
  @MainActor @Suite struct LayoutManagerTests {
    /// semantics 13: the layout manager lays out sublayers if the delegate does not.
    @Test func managersPlaceSublayers() {
      final class Answering: CALayerDelegate {
        var laidOut = 0
        func layoutSublayers(of layer: CALayer) {
          laidOut += 1
          // Starts a search of its own that finds no action.
          layer.sublayers?.first?.setNeedsDisplay()
          layer.sublayers?.first?.displayIfNeeded()
        }
      }
      final class Silent: CALayerDelegate {}
      let stage = LiveStage()
      let (manager, layer) = (Stacking(), stage.add(sized(50, 50)))
      layer.layoutManager = manager
      layer.addSublayer(CALayer())
      layer.addSublayer(CALayer())
      CATransaction.flush()
      #expect(manager.laidOut == 1 && manager.invalidated > 0)
      #expect(layer.sublayers?[1].frame == CGRect(x: 0, y: 10, width: 50, height: 10))
      #expect(layer.presentation()?.layoutManager === manager)
      let (silent, answering) = (Silent(), Answering())
      layer.delegate = silent
      layer.bounds.size.width = 30
      CATransaction.flush()
      #expect(manager.laidOut == 2 && layer.sublayers?[0].frame.width == 30)
      layer.delegate = answering
      layer.setNeedsLayout()
      CATransaction.flush()
      #expect(manager.laidOut == 2 && answering.laidOut == 1)
    }

    /// semantics 13: a manager is notified once before each layout, and may request layout itself.
    @Test func managersAreNotifiedOncePerLayout() {
      final class Eager: CALayoutManager {
        var invalidated = 0
        func invalidateLayout(of layer: CALayer) {
          invalidated += 1
          layer.setNeedsLayout()
        }
      }
      for isLive in [false, true] {
        let (layer, manager) = (sized(10, 10), Eager())
        let stage = LiveStage()
        if isLive { _ = stage.add(layer) }
        layer.layoutIfNeeded()
        layer.layoutManager = manager
        layer.layoutIfNeeded()
        manager.invalidated = 0
        layer.setNeedsLayout()
        layer.setNeedsLayout()
        layer.bounds.size.width += 1
        #expect(manager.invalidated == 1)
        layer.layoutIfNeeded()
        layer.addSublayer(CALayer())
        #expect(manager.invalidated == 2)
      }
    }

    @Test func preferredSizesComeFromTheManager() {
      final class Plain: CALayoutManager {}
      let layer = sized(20, 30)
      #expect(layer.preferredFrameSize() == CGSize(width: 20, height: 30))
      layer.transform = CATransform3DMakeScale(2, 2, 1)
      #expect(layer.preferredFrameSize() == CGSize(width: 40, height: 60))
      layer.layoutManager = Stacking()
      layer.addSublayer(CALayer())
      #expect(layer.preferredFrameSize() == CGSize(width: 7, height: 10))
      layer.layoutManager = Plain()
      #expect(layer.preferredFrameSize() == CGSize(width: 40, height: 60))
    }

    /// semantics 13: bounds and transform request layout of the layer and its superlayer, but not
    /// during its own layout; position and opacity do not.
    @Test func layoutIsAskedFor() {
      final class Counting: CALayer {
        var count = 0
        override func layoutSublayers() {
          count += 1
          sublayers?.first?.bounds.size.width += 1
          setNeedsLayout()
        }
      }
      let stage = LiveStage()
      let (parent, child) = (stage.add(Counting()), Counting())
      parent.addSublayer(child)
      CATransaction.flush()
      func counts(_ change: () -> Void) -> [Int] {
        (parent.count, child.count) = (0, 0)
        change()
        CATransaction.flush()
        return [parent.count, child.count]
      }
      #expect(counts { child.transform = CATransform3DMakeScale(2, 2, 1) } == [1, 1])
      #expect(counts { child.bounds.size.height += 1 } == [1, 1])
      #expect(counts { parent.bounds.size.height += 1 } == [1, 1])
      #expect(counts { child.position.x += 1 } == [0, 0])
      #expect(counts { child.opacity -= 0.25 } == [0, 0])
      #expect(counts { child.addSublayer(CALayer()) } == [0, 1])
    }

    /// Masks in trees that are not live are laid out like sublayers.
    @Test func masksAreLaidOutEverywhere() {
      final class Counting: CALayer {
        var count = 0
        override func layoutSublayers() { count += 1 }
      }
      let (layer, mask, inner) = (CALayer(), Counting(), Counting())
      layer.mask = mask
      mask.addSublayer(inner)
      mask.setNeedsLayout()
      inner.setNeedsLayout()
      layer.layoutIfNeeded()
      #expect(mask.count == 1 && inner.count == 1 && !mask.needsLayout())
    }

    // MARK: Autoresizing

    /// Flexible margins and sizes share the change in proportion.
    @Test func layersFollow() {
      typealias Row = (
        x: CGFloat, width: CGFloat, old: CGFloat, new: CGFloat, mask: CAAutoresizingMask,
        toX: CGFloat, toWidth: CGFloat
      )
      let all: CAAutoresizingMask = [.layerMinXMargin, .layerWidthSizable, .layerMaxXMargin]
      let table: [Row] = [
        (10, 20, 100, 200, [], 10, 20),
        (10, 20, 100, 200, .layerMaxXMargin, 10, 20),
        (10, 20, 100, 200, .layerMinXMargin, 110, 20),
        (10, 20, 100, 200, .layerWidthSizable, 10, 120),
        (10, 20, 100, 200, [.layerMinXMargin, .layerMaxXMargin], 22.5, 20),
        (10, 20, 100, 200, all, 20, 40),
        (10, 20, 100, 50, .layerWidthSizable, 10, 0),
        (0, 0, 0, 30, [.layerMinXMargin, .layerWidthSizable], 15, 15),
      ]
      for row in table {
        let (parent, child) = (sized(row.old, row.old), CALayer())
        child.frame = CGRect(x: row.x, y: 5, width: row.width, height: 6)
        child.autoresizingMask = row.mask
        parent.addSublayer(child)
        parent.bounds.size.width = row.new
        #expect(child.frame == CGRect(x: row.toX, y: 5, width: row.toWidth, height: 6))
        // The same along y, and with a mask set after the superlayer.
        let (second, other) = (sized(row.old, row.old), CALayer())
        other.frame = CGRect(x: 5, y: row.x, width: 6, height: row.width)
        second.addSublayer(other)
        other.autoresizingMask = CAAutoresizingMask(rawValue: row.mask.rawValue << 3)
        second.bounds.size.height = row.new
        #expect(other.frame == CGRect(x: 5, y: row.toX, width: 6, height: row.toWidth))
      }
    }

    /// A subclass may resize by itself; without masks and subclasses no sublayer is called.
    @Test func subclassesFollowByThemselves() {
      final class Following: CALayer {
        nonisolated(unsafe) static var asked: [CGSize] = []
        override func resize(withOldSuperlayerSize size: CGSize) { Self.asked.append(size) }
      }
      let parent = sized(10, 10)
      parent.addSublayer(CALayer())
      parent.bounds.size.width = 20
      parent.addSublayer(Following())
      parent.bounds.size.width = 30
      parent.bounds.origin.x = 3
      parent.frame.size.height = 40
      #expect(
        Following.asked == [CGSize(width: 20, height: 10), CGSize(width: 30, height: 10)])
    }

    // MARK: Constraints

    private func constrained(
      _ parent: CALayer, _ name: String, _ constraints: [CAConstraint], width: CGFloat = 10
    ) -> CALayer {
      let layer = sized(width, 10, name)
      layer.constraints = constraints
      parent.addSublayer(layer)
      return layer
    }

    /// Every pair of attributes along an axis, and each one alone.
    @Test func constraintsSetFrames() {
      let parent = sized(100, 60)
      parent.bounds.origin = CGPoint(x: 2, y: 3)
      parent.layoutManager = CAConstraintLayoutManager()
      func rule(
        _ attribute: CAConstraintAttribute, _ source: CAConstraintAttribute, _ offset: CGFloat = 0,
        _ scale: CGFloat = 1, to name: String = "superlayer"
      ) -> CAConstraint {
        CAConstraint(
          attribute: attribute, relativeTo: name, attribute: source, scale: scale, offset: offset)
      }
      let table: [([CAConstraint], CGRect)] = [
        ([], CGRect(x: 0, y: 0, width: 10, height: 10)),
        ([rule(.minX, .minX, 5)], CGRect(x: 7, y: 0, width: 10, height: 10)),
        ([rule(.midX, .midX)], CGRect(x: 47, y: 0, width: 10, height: 10)),
        ([rule(.maxX, .maxX)], CGRect(x: 92, y: 0, width: 10, height: 10)),
        ([rule(.width, .width, 0, 0.5)], CGRect(x: 0, y: 0, width: 50, height: 10)),
        ([rule(.minX, .minX), rule(.maxX, .maxX)], CGRect(x: 2, y: 0, width: 100, height: 10)),
        ([rule(.midX, .midX), rule(.width, .width)], CGRect(x: 2, y: 0, width: 100, height: 10)),
        ([rule(.minX, .minX), rule(.midX, .midX)], CGRect(x: 2, y: 0, width: 100, height: 10)),
        ([rule(.midX, .midX), rule(.maxX, .maxX)], CGRect(x: 2, y: 0, width: 100, height: 10)),
        ([rule(.maxX, .maxX), rule(.width, .height)], CGRect(x: 42, y: 0, width: 60, height: 10)),
        ([rule(.minX, .maxX), rule(.maxX, .minX)], CGRect(x: 102, y: 0, width: 0, height: 10)),
        (
          [rule(.minY, .minY), rule(.height, .height, -10)],
          CGRect(x: 0, y: 3, width: 10, height: 50)
        ),
        ([rule(.minX, .minX, .nan)], CGRect(x: 0, y: 0, width: 10, height: 10)),
        ([rule(.minX, .minX, 0, 1, to: "unknown")], CGRect(x: 0, y: 0, width: 10, height: 10)),
        ([rule(.maxX, .maxX, 1e308, 1e308)], CGRect(x: 0, y: 0, width: 10, height: 10)),
      ]
      let layers = table.map { constrained(parent, "", $0.0) }
      parent.setNeedsLayout()
      parent.layoutIfNeeded()
      for (layer, row) in zip(layers, table) { #expect(layer.frame == row.1) }
    }

    /// Siblings in any order, in a long chain, in a cycle: each is placed, and layout terminates.
    @Test func chainsAndCirclesEnd() {
      let parent = sized(100, 100)
      parent.layoutManager = CAConstraintLayoutManager.layoutManager()
      let count = 20_000
      let chain = (0..<count).map { index in
        constrained(
          parent, "\(index)",
          [
            CAConstraint(
              attribute: .minX, relativeTo: index == 0 ? "superlayer" : "\(index - 1)",
              attribute: index == 0 ? .minX : .maxX, offset: 1)
          ])
      }
      parent.sublayers = chain.reversed()
      let (a, b, own) = (
        constrained(
          parent, "a", [CAConstraint(attribute: .minX, relativeTo: "b", attribute: .maxX)]),
        constrained(
          parent, "b", [CAConstraint(attribute: .minX, relativeTo: "a", attribute: .maxX)]),
        constrained(
          parent, "own", [CAConstraint(attribute: .width, relativeTo: "own", attribute: .width)])
      )
      parent.layoutIfNeeded()
      #expect(chain[count - 1].frame.minX == CGFloat((count - 1) * 11 + 1))
      #expect(b.frame.minX == 10 && a.frame.minX == 20 && own.frame.width == 10)
    }

    /// Adding a constraint requests layout of the superlayer.
    @Test func newConstraintsAskForLayout() {
      let stage = LiveStage()
      let parent = stage.add(sized(100, 100))
      parent.layoutManager = CAConstraintLayoutManager()
      let child = sized(10, 10)
      parent.addSublayer(child)
      CATransaction.flush()
      child.addConstraint(
        CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .midX))
      child.addConstraint(
        CAConstraint(attribute: .midY, relativeTo: "superlayer", attribute: .midY, offset: 4))
      #expect(child.constraints?.count == 2)
      CATransaction.flush()
      #expect(child.frame == CGRect(x: 45, y: 49, width: 10, height: 10))
    }
  }
}
