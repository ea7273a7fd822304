// ClassInstances.swift
// Instances of classes that are known only at run time. On iOS every initialiser can be called on a class object; Swift
// allows that only of required ones. UIKitSource rewrites `type.init(frame:)` to these.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import QuartzCore

extension UIResponder {
  /// Returns a new instance of the class, created by its `init()`.
  public static func instantiate() -> Self {
    let object: UIResponder = MethodSlot.responderInit.make(Self.self)
    return unsafeDowncast(object, to: Self.self)
  }
}

extension UIView {
  /// Returns a new instance of the class, created by its `init(frame:)`.
  ///
  /// - Parameter frame: In points of the later superview.
  public static func instantiate(frame: CGRect) -> Self {
    ListClasses.make(Self.self, frame: frame)
  }
}

extension UIButton {
  /// Returns a new instance of the class, created by its `init(frame:)`, with a type.
  public static func instantiate(type: ButtonType) -> Self {
    let button = instantiate(frame: .zero)
    button.buttonType = type
    button.stateDidChange()
    return button
  }
}

extension UITableViewCell {
  /// Returns a new instance of the class, created by its `init(style:reuseIdentifier:)`.
  public static func instantiate(style: CellStyle, reuseIdentifier: String?) -> Self {
    let cell = ListClasses.makeCell(Self.self, reuseIdentifier, style: style)
    return unsafeDowncast(cell, to: Self.self)
  }
}

extension CALayer {
  /// Returns a new instance of the class, created by its `init()`.
  public static func instantiate() -> Self {
    unsafeDowncast(CALayer.make(Self.self), to: Self.self)
  }
}
