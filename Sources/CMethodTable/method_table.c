// method_table.c
// Calls Swift methods by their addresses in a class's method table; see MethodTable.swift.
//
// SPDX-License-Identifier: MIT

#include "method_table.h"

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

// An entry point of the Swift runtime without a name in Swift.
extern bool swift_isDeallocating(const void *object);

bool is_deinitializing(const void *object) { return swift_isDeallocating(object); }
