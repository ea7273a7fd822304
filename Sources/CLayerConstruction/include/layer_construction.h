// layer_construction.h
// Calls of Swift initialisers through a class's method table; see ConstructionByType.swift.
//
// SPDX-License-Identifier: MIT

#ifndef LAYER_CONSTRUCTION_H
#define LAYER_CONSTRUCTION_H

#include <stdbool.h>

/// Calls an allocating initialiser without arguments and returns the new object, owned.
void *construct(void *initializer, const void *type);

/// Calls an allocating initialiser with one `Any`, which it consumes; returns the object, owned.
void *construct_with_any(void *initializer, void *argument, const void *type);

/// Addresses of QuartzCore's own initialisers, by which their slots are found.
extern const void *layer_init_address(void);
extern const void *layer_init_layer_address(void);
extern const void *animation_init_address(void);

/// Addresses of QuartzCore's own methods, by which a class that overrides none of them is known:
/// `action(forKey:)`, `defaultAction(forKey:)`, `add(_:forKey:)`, `needsDisplay(forKey:)`.
extern const void *layer_action_address(void);
extern const void *layer_default_action_address(void);
extern const void *layer_add_address(void);
extern const void *layer_needs_display_address(void);

/// The same for `hitTest(_:)` and `resize(withOldSuperlayerSize:)`.
extern const void *layer_hit_test_address(void);
extern const void *layer_resize_address(void);

/// Whether an object's deinitialiser runs, so that nobody may keep it any more.
bool is_going(const void *object);

/// Addresses of `UIResponder.init()` and `UIView.draw(_:)`; null in a program without UIKit.
extern const void *responder_init_address(void);
extern const void *view_draw_address(void);

#endif
