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
// SPDX-License-Identifier: MIT

import CoreGraphics
internal import CMethodTable
internal import CQuartzCoreMethods

/// A slot in the method table of a class and of all its subclasses.
package struct MethodSlot: Sendable {
  private let wordIndex: Int

  /// Finds the slot of a class's initialiser or method.
  ///
  /// - Precondition: The method table contains the address, as that of every open class does.
  package init(of type: AnyClass, address: UnsafeRawPointer?) {
    let words = unsafeBitCast(type, to: UnsafePointer<UnsafeRawPointer?>.self)
    // On Linux, the class's size and address point are at byte 32 of the class metadata; the method table
    // begins after the descriptor and the field destroyer.
    let sizes = UnsafeRawPointer(words).advanced(by: 32).assumingMemoryBound(to: UInt32.self)
    let wordCount = (Int(sizes[0]) - Int(sizes[1])) / MemoryLayout<UnsafeRawPointer>.size
    guard let index = (7..<wordCount).first(where: { words[$0] == address }) else {
      trap("the method table of \(type) does not contain the address")
    }
    wordIndex = index
  }

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
  static func own<Object: AnyObject>(_ pointer: UnsafeMutableRawPointer?) -> Object {
    guard let pointer else { trap("an initialiser returned no object") }
    return Unmanaged<Object>.fromOpaque(pointer).takeRetainedValue()
  }

  static func pointer(to type: AnyClass) -> UnsafeRawPointer {
    unsafeBitCast(type, to: UnsafeRawPointer.self)
  }
}

extension CALayer {
  private static let plainSlot = MethodSlot(of: CALayer.self, address: layer_init_address())
  private static let copySlot = MethodSlot(
    of: CALayer.self, address: layer_init_layer_address())

  /// Returns a new layer of a class, created by its `init()`.
  package static func make(_ type: CALayer.Type) -> CALayer {
    plainSlot.make(type)
  }

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
        copySlot.method(in: type), argument, MethodSlot.pointer(to: type)))
  }
}

extension CAAnimation {
  private static let plainSlot = MethodSlot(
    of: CAAnimation.self, address: animation_init_address())

  /// Returns a new animation of a class, created by its `init()`.
  static func make(_ type: CAAnimation.Type) -> CAAnimation {
    plainSlot.make(type)
  }
}
