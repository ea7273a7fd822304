// uikitcore_methods.c
// The addresses of UIKitCore's own methods, by their link names.
//
// SPDX-License-Identifier: MIT

#include "uikitcore_methods.h"

extern const char responder_init __asm__("$s9UIKitCore11UIResponderCACycfC");
extern const char view_draw __asm__("$s9UIKitCore6UIViewC4drawyy10Foundation6CGRectVF");

const void *responder_init_address(void) { return &responder_init; }
const void *view_draw_address(void) { return &view_draw; }
