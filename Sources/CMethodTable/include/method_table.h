// method_table.h
// Calls Swift methods by their addresses in a class's method table; see MethodTable.swift.
//
// SPDX-License-Identifier: MIT

#ifndef METHOD_TABLE_H
#define METHOD_TABLE_H

#include <stdbool.h>

/// Calls an allocating initialiser without arguments. Returns the new object, owned by the caller.
void *construct(void *initializer, const void *type);

/// Calls an allocating initialiser with one `Any`, which it consumes. Returns the object, owned by
/// the caller.
void *construct_with_any(void *initializer, void *argument, const void *type);

/// Whether an object's deinitialiser is running, so that it can no longer be retained.
bool is_deinitializing(const void *object);

#endif
