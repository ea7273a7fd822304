// uikitcore_methods.h
// The addresses of UIKitCore's own methods, by which their slots are found; see MethodTable.swift.
//
// SPDX-License-Identifier: MIT

#ifndef UIKITCORE_METHODS_H
#define UIKITCORE_METHODS_H

#include <stdint.h>

/// `UIResponder.init()`, `UIView.draw(_:)`, `UIView.updateConstraints()` and
/// `UIViewController.updateViewConstraints()`.
const void *responder_init_address(void);
const void *view_draw_address(void);
const void *view_update_constraints_address(void);
const void *controller_update_constraints_address(void);

/// `UIView.init(frame:)`, `UITableViewCell.init(style:reuseIdentifier:)` and
/// `UITableViewHeaderFooterView.init(reuseIdentifier:)`.
const void *view_init_frame_address(void);
const void *cell_init_address(void);
const void *header_init_address(void);

/// Calls an allocating initialiser with a rectangle. Returns the new object, owned by the caller.
void *construct_with_frame(
    void *initializer, double x, double y, double width, double height, const void *type);

/// Calls an allocating initialiser with the two words of an optional string, which it consumes. Returns
/// the new object, owned by the caller.
void *construct_with_string(void *initializer, uint64_t first, uint64_t second, const void *type);

/// Calls an allocating initialiser with the number of a case, and the two words of an optional string,
/// which it consumes. Returns the new object, owned by the caller.
void *construct_with_style(
    void *initializer, uint8_t style, uint64_t first, uint64_t second, const void *type);

#endif
