// MethodSlot+UIKit.swift
// The method slots of UIKit's classes that are called or compared by address.
//
// SPDX-License-Identifier: MIT

internal import CUIKitCoreMethods
package import QuartzCore

extension MethodSlot {
  /// `UIResponder.init()`, which creates an application delegate from its class.
  @MainActor package static let responderInit = MethodSlot(
    of: UIResponder.self, "init()", at: responder_init_address())

  /// `UIView.draw(_:)`. A class with another method in this slot draws its own content.
  @MainActor static let viewDraw = MethodSlot(
    of: UIView.self, "draw(_:)", at: view_draw_address())

  /// `UIView.updateConstraints()`, which a class with another method needs to be called once.
  @MainActor static let viewUpdateConstraints = MethodSlot(
    of: UIView.self, "updateConstraints()", at: view_update_constraints_address())

  /// `UIViewController.updateViewConstraints()`, likewise.
  @MainActor static let controllerUpdateConstraints = MethodSlot(
    of: UIViewController.self, "updateViewConstraints()",
    at: controller_update_constraints_address())

  /// The initialisers of registered classes of lists, and of views as list supplements.
  @MainActor static let viewInitFrame = MethodSlot(
    of: UIView.self, "init(frame:)", at: view_init_frame_address())
  @MainActor static let cellInit = MethodSlot(
    of: UITableViewCell.self, "init(style:reuseIdentifier:)", at: cell_init_address())
  @MainActor static let headerInit = MethodSlot(
    of: UITableViewHeaderFooterView.self, "init(reuseIdentifier:)", at: header_init_address())

  /// The slots of views. A program finds them with its application object, at its start.
  @MainActor static let ofViews = [
    responderInit, viewDraw, viewUpdateConstraints, controllerUpdateConstraints, viewInitFrame,
    cellInit, headerInit,
  ]
}
