// MethodSlot+UIKit.swift
// The method slots of UIKit's classes that are called or compared by address.
//
// SPDX-License-Identifier: MIT

internal import CUIKitCoreMethods
package import QuartzCore

extension MethodSlot {
  /// `UIResponder.init()`, which creates an application delegate from its class.
  @MainActor package static let responderInit = MethodSlot(
    of: UIResponder.self, address: responder_init_address())

  /// `UIView.draw(_:)`. A class with another method in this slot draws its own content.
  @MainActor static let viewDraw = MethodSlot(of: UIView.self, address: view_draw_address())

  /// `UIView.updateConstraints()`, which a class with another method needs to be called once.
  @MainActor static let viewUpdateConstraints = MethodSlot(
    of: UIView.self, address: view_update_constraints_address())

  /// `UIViewController.updateViewConstraints()`, likewise.
  @MainActor static let controllerUpdateConstraints = MethodSlot(
    of: UIViewController.self, address: controller_update_constraints_address())
}
