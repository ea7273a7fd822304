// quartzcore_methods.h
// The addresses of QuartzCore's own methods. A method's slot is found by the base class's address in
// it, and a class without an override is detected by it; see MethodTable.swift.
//
// SPDX-License-Identifier: MIT

#ifndef QUARTZCORE_METHODS_H
#define QUARTZCORE_METHODS_H

/// `CALayer.init()`, `CALayer.init(layer:)` and `CAAnimation.init()`.
const void *layer_init_address(void);
const void *layer_init_layer_address(void);
const void *animation_init_address(void);

/// `CALayer`'s `action(forKey:)`, `defaultAction(forKey:)`, `add(_:forKey:)` and
/// `needsDisplay(forKey:)`.
const void *layer_action_address(void);
const void *layer_default_action_address(void);
const void *layer_add_address(void);
const void *layer_needs_display_address(void);

/// `CALayer`'s `hitTest(_:)` and `resize(withOldSuperlayerSize:)`.
const void *layer_hit_test_address(void);
const void *layer_resize_address(void);

#endif
