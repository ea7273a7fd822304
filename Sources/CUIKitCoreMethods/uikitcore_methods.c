// uikitcore_methods.c
// The addresses of UIKitCore's own methods, by their link names.
//
// SPDX-License-Identifier: MIT

#include "uikitcore_methods.h"

extern const char responder_init __asm__("$s9UIKitCore11UIResponderCACycfC");
extern const char view_draw __asm__("$s9UIKitCore6UIViewC4drawyy10Foundation6CGRectVF");
extern const char view_update_constraints __asm__("$s9UIKitCore6UIViewC17updateConstraintsyyF");
extern const char controller_update_constraints
    __asm__("$s9UIKitCore16UIViewControllerC21updateViewConstraintsyyF");

const void *responder_init_address(void) { return &responder_init; }
const void *view_draw_address(void) { return &view_draw; }
const void *view_update_constraints_address(void) { return &view_update_constraints; }
const void *controller_update_constraints_address(void) { return &controller_update_constraints; }
