// layer_construction.c
// Calls of Swift initialisers through a class's method table; see ConstructionByType.swift.
//
// SPDX-License-Identifier: MIT

#include "layer_construction.h"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

void *construct(void *initializer, const void *type) {
  typedef SWIFT void *(*Initializer)(SELF const void *);
  return ((Initializer)initializer)(type);
}

void *construct_with_any(void *initializer, void *argument, const void *type) {
  typedef SWIFT void *(*Initializer)(void *, SELF const void *);
  return ((Initializer)initializer)(argument, type);
}

extern const char layer_init __asm__("$s10QuartzCore7CALayerCACycfC");
extern const char layer_init_layer __asm__("$s10QuartzCore7CALayerC5layerACyp_tcfC");
extern const char animation_init __asm__("$s10QuartzCore11CAAnimationCACycfC");

const void *layer_init_address(void) { return &layer_init; }
const void *layer_init_layer_address(void) { return &layer_init_layer; }
const void *animation_init_address(void) { return &animation_init; }

// Programs that use QuartzCore alone have no UIKit; there the address is null.
extern const char responder_init __asm__("$s9UIKitCore11UIResponderCACycfC") __attribute__((weak));

const void *responder_init_address(void) { return &responder_init; }
