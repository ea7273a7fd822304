// pixel_rows.h
// The coverage of convex shapes, row by row, and rows of one colour drawn into premultiplied pixels, with the
// vector instructions that the processor has. The bytes are the same with all of them.
//
// SPDX-License-Identifier: MIT

#ifndef PIXEL_ROWS_H
#define PIXEL_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A point of an outline, in device pixels, and the edge from there to the next point.
typedef struct {
  double x, y;
  /// The change of x per pixel down; not a number on a horizontal edge.
  double slope;
  /// Half of the change of y per pixel across; 0 on an upright edge. Computed when the outline is traced, where
  /// one edge's division does not wait for another's.
  double half_inverse;
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

/// One row of a shape: a run of pixels of equal coverage, between two runs with a mask.
typedef struct {
  /// Masked on the left up to `left_end`, of equal coverage up to `right_start`, masked on the right.
  ptrdiff_t left_start, left_end, right_start, right_end;
  /// The mask's byte of column 0, even if there is none. Eight bytes may be read from any pixel of a masked run.
  uint8_t *_Nonnull mask;
  /// Coverage between the masks.
  uint8_t full;
} CoverageRow;

/// A shape whose rows are being read.
typedef struct ShapeState ShapeState;

/// Returns memory for a state, which `free` frees.
ShapeState *_Nonnull pixel_shape_state_create(void);

/// Functions for one set of instructions.
typedef struct {
  /// Begins a shape, whose rows are then read from the top down.
  void (*_Nonnull begin_shape)(ShapeState *_Nonnull state, const PixelShape *_Nonnull shape);
  /// Returns a row's coverage, which is valid until the next call.
  CoverageRow (*_Nonnull shape_row)(ShapeState *_Nonnull state, ptrdiff_t y);
  /// Draws a shape in one premultiplied colour over the pixels.
  void (*_Nonnull draw_shape)(const PixelShape *_Nonnull shape, const PixelArea *_Nonnull area,
                              uint32_t color);
  /// Draws one premultiplied colour over the pixels, as far as a mask covers each. The first byte of the
  /// mask belongs to the first pixel; seven bytes after the last are readable.
  void (*_Nonnull draw_mask)(const uint8_t *_Nonnull mask, ptrdiff_t mask_stride,
                             const PixelArea *_Nonnull area, uint32_t color);
  /// Draws one premultiplied colour over the first row of the pixels, as far as it is covered.
  void (*_Nonnull draw_row)(const CoverageRow *_Nonnull cover, const PixelArea *_Nonnull area,
                            uint32_t color);
  /// Draws one premultiplied colour over a run of pixels.
  void (*_Nonnull draw_run)(uint32_t *_Nonnull pixels, ptrdiff_t count, uint32_t color);
} PixelRowFunctions;

enum {
  /// The most points of an outline.
  PIXEL_SHAPE_MAXIMUM_COUNT = 268
};

/// Returns the functions for any processor of this architecture.
const PixelRowFunctions *_Nonnull pixel_row_functions_baseline(void);

/// Returns the functions for vectors of 256 bits; NULL where the processor lacks them.
const PixelRowFunctions *_Nullable pixel_row_functions_wide(void);

/// Returns a pixel with each channel times `factor` / 255, rounded to nearest; the factor is 0...255.
static inline __attribute__((always_inline)) uint32_t pixel_scaled(uint32_t pixel,
                                                                   uint32_t factor) {
  uint32_t even = (pixel & 0x00FF00FF) * factor + 0x00800080;
  even = ((even + ((even >> 8) & 0x00FF00FF)) >> 8) & 0x00FF00FF;
  uint32_t odd = ((pixel >> 8) & 0x00FF00FF) * factor + 0x00800080;
  odd = (odd + ((odd >> 8) & 0x00FF00FF)) & 0xFF00FF00;
  return even | odd;
}

/// Returns a pixel drawn over another.
static inline __attribute__((always_inline)) uint32_t pixel_over(uint32_t source,
                                                                 uint32_t destination) {
  return source + pixel_scaled(destination, 255 - (source >> 24));
}

#endif
