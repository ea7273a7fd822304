// pixel_rows.c
// The two sets of functions, compiled from one text, and the choice between them. The text: blending is in
// pixel_vectors.h, coverage of shapes in shape_rows.h, the functions that Swift calls in row_functions.h.
//
// SPDX-License-Identifier: MIT

#include "pixel_rows.h"

#include <stdlib.h>
#include <string.h>

// A fused multiplication and addition would round differently.
#pragma STDC FP_CONTRACT OFF

// All functions with vectors are inlined.
#pragma clang diagnostic ignored "-Wpsabi"

#define JOIN_NAMES(a, b) a##b
#define JOIN(a, b) JOIN_NAMES(a, b)
#define NAME(name) JOIN(name, SUFFIX)

#define SUFFIX _baseline
#include "pixel_vectors.h"
#include "shape_rows.h"
#include "row_functions.h"
#undef SUFFIX

ShapeState *pixel_shape_state_create(void) {
  ShapeState *state = malloc(sizeof(ShapeState));
  if (state == NULL) abort();
  return state;
}

const PixelRowFunctions *pixel_row_functions_baseline(void) { return &functions_baseline; }

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define SUFFIX _wide
#include "pixel_vectors.h"
#include "shape_rows.h"
#include "row_functions.h"
#undef SUFFIX
#pragma clang attribute pop

const PixelRowFunctions *pixel_row_functions_wide(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") ? &functions_wide : NULL;
}

#else

const PixelRowFunctions *pixel_row_functions_wide(void) { return NULL; }

#endif
