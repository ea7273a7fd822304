// MethodSlotTests.swift
// The slots of the method tables by which layers are created and overrides are found: a compiler that lays out classes
// in another way fails here.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import QuartzCore

private final class Plain: CALayer {}
private final class OwnAction: CALayer {
  override func action(forKey event: String) -> (any CAAction)? { nil }
}
private final class OwnDefaultAction: CALayer {
  override class func defaultAction(forKey event: String) -> (any CAAction)? { nil }
}
private final class OwnAdd: CALayer {
  override func add(_ anim: CAAnimation, forKey key: String?) {}
}
private final class OwnNeedsDisplay: CALayer {
  override class func needsDisplay(forKey key: String) -> Bool { true }
}
private final class OwnHitTest: CALayer {
  override func hitTest(_ p: CGPoint) -> CALayer? { nil }
}
private final class OwnResize: CALayer {
  override func resize(withOldSuperlayerSize size: CGSize) {}
}
private final class Copied: CALayer {
  var source: Any?
  var isPlain = false
  override init() {
    isPlain = true
    super.init()
  }
  override init(layer: Any) {
    source = layer
    super.init(layer: layer)
  }
  required init?(coder: NSCoder) { super.init(coder: coder) }
}
private final class OwnAnimation: CABasicAnimation {
  var isPlain = false
  override init() {
    isPlain = true
    super.init()
  }
  required init?(coder: NSCoder) { super.init(coder: coder) }
}

@Suite struct MethodSlotTests {
  /// Each method's slot, with a class that overrides this method alone.
  private static let methods: [(slot: MethodSlot, name: String, overriding: AnyClass)] = [
    (.layerAction, "action(forKey:)", OwnAction.self),
    (.layerDefaultAction, "defaultAction(forKey:)", OwnDefaultAction.self),
    (.layerAdd, "add(_:forKey:)", OwnAdd.self),
    (.layerNeedsDisplay, "needsDisplay(forKey:)", OwnNeedsDisplay.self),
    (.layerHitTest, "hitTest(_:)", OwnHitTest.self),
    (.layerResize, "resize(withOldSuperlayerSize:)", OwnResize.self),
  ]

  @Test func aSlotDiffersInTheClassThatOverridesItsMethodAlone() {
    for method in Self.methods {
      let (slot, name) = (method.slot, method.name)
      #expect(!slot.isOverridden(in: Plain.self), "the slot found for \(name) is not its own")
      for other in Self.methods {
        #expect(
          slot.isOverridden(in: other.overriding) == (name == other.name),
          "the slot found for \(name), in a class that overrides \(other.name)")
      }
    }
  }

  /// Of two methods with one address, the slot could be the other's.
  @Test func aMethodTableHasEachAddressOnce() {
    for (index, slot) in MethodSlot.ofLayers.enumerated() {
      let type: AnyClass = index < MethodSlot.ofLayers.count - 1 ? CALayer.self : CAAnimation.self
      #expect(MethodSlot.indices(of: slot.method(in: type), in: type).count == 1, "slot \(index)")
    }
  }

  @Test @MainActor func theSlotsOfInitialisersCreateAnObjectOfTheGivenClass() throws {
    let made = CALayer.make(Copied.self)
    #expect((made as? Copied)?.isPlain == true, "the slot found for init() is not its own")
    let copy = try #require(
      CALayer.makePresentationCopy(of: made) as? Copied,
      "the slot found for init(layer:) is not its own")
    #expect(copy.source as? CALayer === made && !copy.isPlain)
    let animation = CAAnimation.make(OwnAnimation.self)
    #expect((animation as? OwnAnimation)?.isPlain == true)
  }

  @Test func aTableWithoutTheMethodEndsTheProgramWithItsName() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = MethodSlot(of: CALayer.self, "frobnicate()", at: UnsafeRawPointer(bitPattern: 1))
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("the method table of CALayer has no frobnicate()"))
  }
}
