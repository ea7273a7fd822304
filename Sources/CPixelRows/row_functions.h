// row_functions.h
// What is drawn row by row: shapes and masks, each in one colour. Included once for each set of
// instructions.
//
// SPDX-License-Identifier: MIT

/// Draws a colour as far as a row is covered.
INLINE void NAME(blend_row)(uint32_t *row, const CoverageRow *cover, const PixelArea *area,
                            const Source *source) {
  const uint8_t *mask = cover->mask;
  const ptrdiff_t low = area->first_column, high = area->end_column;
  const ptrdiff_t left = larger_index(cover->left_start, low);
  const ptrdiff_t left_end = smaller_index(cover->left_end, high);
  if (left < left_end)
    NAME(blend_masked)(row + left, left_end - left, source, mask + left, area->writable_end - left);
  const ptrdiff_t middle = larger_index(cover->left_end, low);
  const ptrdiff_t middle_end = smaller_index(cover->right_start, high);
  if (middle < middle_end) {
    const uint32_t color =
        cover->full == 255 ? source->pixel : pixel_scaled(source->pixel, cover->full);
    NAME(blend_run)(row + middle, middle_end - middle, color);
  }
  const ptrdiff_t right = larger_index(cover->right_start, low);
  const ptrdiff_t right_end = smaller_index(cover->right_end, high);
  if (right < right_end)
    NAME(blend_masked)(row + right, right_end - right, source, mask + right,
                       area->writable_end - right);
}

static CoverageRow NAME(shape_row)(ShapeState *state, ptrdiff_t y) {
  return NAME(row_of_shape)(state, y);
}

static void NAME(draw_shape)(const PixelShape *shape, const PixelArea *area, uint32_t color) {
  if (shape->count > PIXEL_SHAPE_MAXIMUM_COUNT) __builtin_trap();
  ShapeState state;
  NAME(begin_shape)(&state, shape);
  const Source source = NAME(source)(color);
  uint32_t *row = area->row;
  for (ptrdiff_t y = area->first_row; y < area->end_row; y++) {
    const CoverageRow cover = NAME(row_of_shape)(&state, y);
    NAME(blend_row)(row, &cover, area, &source);
    row += area->stride;
  }
}

static void NAME(draw_mask)(const uint8_t *mask, ptrdiff_t mask_stride, const PixelArea *area,
                            uint32_t color) {
  const Source source = NAME(source)(color);
  const ptrdiff_t first = area->first_column, count = area->end_column - first;
  uint32_t *row = area->row + first;
  for (ptrdiff_t y = area->first_row; y < area->end_row; y++) {
    NAME(blend_masked)(row, count, &source, mask, area->writable_end - first);
    mask += mask_stride;
    row += area->stride;
  }
}

static void NAME(draw_row)(const CoverageRow *cover, const PixelArea *area, uint32_t color) {
  const Source source = NAME(source)(color);
  NAME(blend_row)(area->row, cover, area, &source);
}

static void NAME(draw_run)(uint32_t *pixels, ptrdiff_t count, uint32_t color) {
  NAME(blend_run)(pixels, count, color);
}

static const PixelRowFunctions NAME(functions) = {
    NAME(begin_shape), NAME(shape_row), NAME(draw_shape),
    NAME(draw_mask),   NAME(draw_row),  NAME(draw_run),
};
