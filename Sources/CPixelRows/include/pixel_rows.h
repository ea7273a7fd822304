// pixel_rows.h
// Rows of shapes and of masks drawn into premultiplied pixels, with the vector instructions that the
// processor has. The same bytes as ConvexCoverage.swift and Spans.swift, which are the reference.
//
// SPDX-License-Identifier: MIT

#ifndef PIXEL_ROWS_H
#define PIXEL_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A point of an outline and the edge from there to the next point, as `OutlinePoint` in Swift.
typedef struct {
  double x, y, slope, half_inverse;
} OutlineVertex;

/// A convex outline, as `ConvexOutline` in Swift, and the columns in which it is drawn.
typedef struct {
  const OutlineVertex *_Nonnull ring;
  int32_t count, top, bottom;
  bool is_clockwise;
  double min_x, max_x, min_y, max_y;
  /// The rows between the two upright edges alone.
  ptrdiff_t upright_first, upright_end;
  /// The region's columns, on which coverage depends.
  ptrdiff_t first_column, end_column;
  /// The mask's byte of the first column, followed by one for each column and 24 more.
  uint8_t *_Nonnull mask;
} PixelShape;

/// The pixels that a shape or a mask may change.
typedef struct {
  /// Pixel 0 of the first row, even if there is no such pixel.
  uint32_t *_Nonnull row;
  /// Pixels from one row to the next.
  ptrdiff_t stride;
  ptrdiff_t first_row, end_row;
  ptrdiff_t first_column, end_column;
  /// Up to there, pixels may be written as they are.
  ptrdiff_t writable_end;
} PixelArea;

/// Functions for one set of instructions.
typedef struct {
  /// Draws a shape in one premultiplied colour over the pixels.
  void (*_Nonnull draw_shape)(const PixelShape *_Nonnull shape, const PixelArea *_Nonnull area,
                              uint32_t color);
  /// Draws one premultiplied colour over the pixels, as far as a mask covers each. The first byte of the
  /// mask belongs to the first pixel; seven bytes after the last are readable.
  void (*_Nonnull draw_mask)(const uint8_t *_Nonnull mask, ptrdiff_t mask_stride,
                             const PixelArea *_Nonnull area, uint32_t color);
} PixelRowFunctions;

enum {
  /// The most points of an outline.
  PIXEL_SHAPE_MAXIMUM_COUNT = 268
};

/// Returns the functions for any processor of this architecture.
const PixelRowFunctions *_Nonnull pixel_row_functions_baseline(void);

/// Returns the functions for vectors of 256 bits; NULL where the processor lacks them.
const PixelRowFunctions *_Nullable pixel_row_functions_wide(void);

#endif
