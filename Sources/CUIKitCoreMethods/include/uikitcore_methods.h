// uikitcore_methods.h
// The addresses of UIKitCore's own methods, by which their slots are found; see MethodTable.swift.
//
// SPDX-License-Identifier: MIT

#ifndef UIKITCORE_METHODS_H
#define UIKITCORE_METHODS_H

/// `UIResponder.init()`, `UIView.draw(_:)`, `UIView.updateConstraints()` and
/// `UIViewController.updateViewConstraints()`.
const void *responder_init_address(void);
const void *view_draw_address(void);
const void *view_update_constraints_address(void);
const void *controller_update_constraints_address(void);

#endif
