// MethodTable.swift
// Makes a layer or an animation of a class known only at run time.
//
// `UIView.layerClass`, `presentation()` and the copy that `add(_:forKey:)` keeps need an instance of
// the caller's own subclass. Swift calls an initialiser through a metatype only if it is `required`,
// which would break every subclass written for Apple's frameworks: those say `override init()` and
// `override init(layer: Any)`. But allocating initialisers stand in the class's method table, at the
// slot where the base class keeps its own. The slot is found once, by the base's address, and called
// by a few lines of C that know Swift's calling convention.
//
// SPDX-License-Identifier: MIT

internal import CMethodTable
internal import CQuartzCoreMethods

/// A slot in the method table of a class and of all its subclasses.
package struct MethodSlot: Sendable {
  private let wordIndex: Int

  /// Finds the slot in which a class keeps an initialiser or a method.
  ///
  /// - Precondition: The class has it in its method table, as every open class does.
  package init(of type: AnyClass, address: UnsafeRawPointer?) {
    let words = unsafeBitCast(type, to: UnsafePointer<UnsafeRawPointer?>.self)
    // The class's size and its address point stand 32 bytes into class metadata on Linux; the
    // method table begins behind the descriptor and the field destroyer.
    let sizes = UnsafeRawPointer(words).advanced(by: 32).assumingMemoryBound(to: UInt32.self)
    let wordCount = (Int(sizes[0]) - Int(sizes[1])) / MemoryLayout<UnsafeRawPointer>.size
    guard let index = (7..<wordCount).first(where: { words[$0] == address }) else {
      preconditionFailure("\(type) does not have it in its method table")
    }
    wordIndex = index
  }

  /// Calls the slot's initialiser, which takes nothing, of a class.
  package func make<Object: AnyObject>(_ type: AnyClass) -> Object {
    Self.own(construct(method(in: type), Self.pointer(to: type)))
  }

  /// What a class has in the slot.
  package func method(in type: AnyClass) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(
      mutating: unsafeBitCast(type, to: UnsafePointer<UnsafeRawPointer?>.self)[wordIndex])
  }

  /// Takes over the object that an initialiser returned.
  static func own<Object: AnyObject>(_ pointer: UnsafeMutableRawPointer?) -> Object {
    guard let pointer else { preconditionFailure("an initialiser returned no object") }
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

  /// Returns a new layer of a class, made by its `init()`.
  package static func make(_ type: CALayer.Type) -> CALayer {
    plainSlot.make(type)
  }

  /// Returns a new layer of a layer's own class, made by its `init(layer:)`.
  static func makeCopy(of layer: CALayer) -> CALayer {
    let type = type(of: layer)
    // The initialiser consumes its argument, so it is moved out of here and not released again.
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

  /// Returns a new animation of a class, made by its `init()`.
  static func make(_ type: CAAnimation.Type) -> CAAnimation {
    plainSlot.make(type)
  }
}
