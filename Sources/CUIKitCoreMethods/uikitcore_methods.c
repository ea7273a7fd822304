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

extern const char view_init_frame __asm__("$s9UIKitCore6UIViewC5frameAC10Foundation6CGRectV_tcfC");
extern const char cell_init
    __asm__("$s9UIKitCore15UITableViewCellC5style15reuseIdentifierA2C0E5StyleO_SSSgtcfC");
extern const char header_init
    __asm__("$s9UIKitCore023UITableViewHeaderFooterD0C15reuseIdentifierACSSSg_tcfC");

const void *view_init_frame_address(void) { return &view_init_frame; }
const void *cell_init_address(void) { return &cell_init; }
const void *header_init_address(void) { return &header_init; }

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

void *construct_with_frame(
    void *initializer, double x, double y, double width, double height, const void *type) {
  typedef SWIFT void *(*Initializer)(double, double, double, double, SELF const void *);
  return ((Initializer)initializer)(x, y, width, height, type);
}

void *construct_with_string(
    void *initializer, uint64_t first, uint64_t second, const void *type) {
  typedef SWIFT void *(*Initializer)(uint64_t, uint64_t, SELF const void *);
  return ((Initializer)initializer)(first, second, type);
}

void *construct_with_style(
    void *initializer, uint8_t style, uint64_t first, uint64_t second, const void *type) {
  typedef SWIFT void *(*Initializer)(uint8_t, uint64_t, uint64_t, SELF const void *);
  return ((Initializer)initializer)(style, first, second, type);
}
