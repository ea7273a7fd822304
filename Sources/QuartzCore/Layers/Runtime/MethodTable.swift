// MethodTable.swift
// Creates layers and animations of classes that are known only at run time.
//
// `UIView.layerClass`, `presentation()` and the copy that `add(_:forKey:)` attaches need an instance of
// the caller's subclass. Swift calls an initialiser through a metatype only if it is `required`, which
// would break every subclass written for Apple's frameworks: these declare `override init()` and
// `override init(layer: Any)`. But the class's method table contains its allocating initialisers, in the
// slots of the base class's. A slot is found once, by the address of the base class's initialiser, and
// called by a few lines of C with Swift's calling convention.
//
// This folder: what Swift needs instead of an Objective-C runtime: objects of a class that is known at run time,
// overridden methods, custom properties.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
internal import CMethodTable
internal import CQuartzCoreMethods

/// A slot in the method table of a class and of all its subclasses.
package struct MethodSlot: Sendable {
  private let owner: AnyClass
  private let wordIndex: Int

  /// Finds the slot of a class's initialiser or method.
  ///
  /// - Precondition: The method table contains the address, as that of every open class does.
  package init(of type: AnyClass, _ name: String, at address: UnsafeRawPointer?) {
    let indices = Self.indices(of: address, in: type)
    guard let index = indices.first else {
      trap(
        """
        the method table of \(type) has no \(name): this compiler lays classes out in another way than the \
        one that Lamella was made with; see the page Hazards of QuartzCore
        """)
    }
    (owner, wordIndex) = (type, index)
  }

  /// The words of a class's method table that contain an address, counted from the start of the class.
  package static func indices(of address: UnsafeRawPointer?, in type: AnyClass) -> [Int] {
    let words = unsafeBitCast(type, to: UnsafePointer<UnsafeRawPointer?>.self)
    // On Linux, the class's size and address point are at byte 32 of the class metadata; the method table
    // begins after the descriptor and the field destroyer.
    let sizes = UnsafeRawPointer(words).advanced(by: 32).assumingMemoryBound(to: UInt32.self)
    let (size, start) = (Int(sizes[0]), Int(sizes[1]))
    // Memory beyond a class is not read, whatever is at that byte.
    guard start < size, size < 1 << 16 else { return [] }
    return (7..<(size - start) / MemoryLayout<UnsafeRawPointer>.size).filter {
      words[$0] == address
    }
  }

  /// Whether a class has another method in the slot than the class of the slot.
  package func isOverridden(in type: AnyClass) -> Bool { method(in: type) != method(in: owner) }

  /// Calls a class's initialiser in the slot, which takes no arguments.
  package func make<Object: AnyObject>(_ type: AnyClass) -> Object {
    Self.own(construct(method(in: type), Self.pointer(to: type)))
  }

  /// The address in a class's slot.
  package func method(in type: AnyClass) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(
      mutating: unsafeBitCast(type, to: UnsafePointer<UnsafeRawPointer?>.self)[wordIndex])
  }

  /// Takes ownership of the object that an initialiser returned.
  package static func own<Object: AnyObject>(_ pointer: UnsafeMutableRawPointer?) -> Object {
    guard let pointer else { trap("an initialiser returned no object") }
    return Unmanaged<Object>.fromOpaque(pointer).takeRetainedValue()
  }

  package static func pointer(to type: AnyClass) -> UnsafeRawPointer {
    unsafeBitCast(type, to: UnsafeRawPointer.self)
  }
}

extension MethodSlot {
  static let layerInit = MethodSlot(of: CALayer.self, "init()", at: layer_init_address())
  static let layerCopy = MethodSlot(
    of: CALayer.self, "init(layer:)", at: layer_init_layer_address())
  static let layerAction = MethodSlot(
    of: CALayer.self, "action(forKey:)", at: layer_action_address())
  static let layerDefaultAction = MethodSlot(
    of: CALayer.self, "defaultAction(forKey:)", at: layer_default_action_address())
  static let layerAdd = MethodSlot(of: CALayer.self, "add(_:forKey:)", at: layer_add_address())
  static let layerNeedsDisplay = MethodSlot(
    of: CALayer.self, "needsDisplay(forKey:)", at: layer_needs_display_address())
  static let layerHitTest = MethodSlot(
    of: CALayer.self, "hitTest(_:)", at: layer_hit_test_address())
  static let layerResize = MethodSlot(
    of: CALayer.self, "resize(withOldSuperlayerSize:)", at: layer_resize_address())
  static let animationInit = MethodSlot(
    of: CAAnimation.self, "init()", at: animation_init_address())

  /// The slots of layers and animations. A program finds them with its first live tree, so that one of a compiler
  /// that moves them ends at its start.
  static let ofLayers = [
    layerInit, layerCopy, layerAction, layerDefaultAction, layerAdd, layerNeedsDisplay,
    layerHitTest, layerResize, animationInit,
  ]
}

extension CALayer {
  /// Returns a new layer of a class, created by its `init()`.
  package static func make(_ type: CALayer.Type) -> CALayer { MethodSlot.layerInit.make(type) }

  /// Returns a new layer of a layer's own class, created by its `init(layer:)`, which may set properties: no
  /// action is searched for them.
  static func makePresentationCopy(of layer: CALayer) -> CALayer {
    nextIsPresentation = true
    defer { nextIsPresentation = false }
    let type = type(of: layer)
    // The initialiser consumes its argument, so it is not released here.
    let argument = UnsafeMutablePointer<Any>.allocate(capacity: 1)
    argument.initialize(to: layer)
    defer { argument.deallocate() }
    return MethodSlot.own(
      construct_with_any(
        MethodSlot.layerCopy.method(in: type), argument, MethodSlot.pointer(to: type)))
  }
}

extension CAAnimation {
  /// Returns a new animation of a class, created by its `init()`.
  static func make(_ type: CAAnimation.Type) -> CAAnimation { MethodSlot.animationInit.make(type) }
}
