// shape_rows.h
// The coverage of a convex outline, row by row. Included once for each set of instructions.
//
// A shape lies between a chain of left edges and a chain of right ones, from the top down. The part of an edge in one
// row is a segment. A row's coverage is the area right of its left segments, less the area right of its right ones:
//
//            /      \
//         __/________\__
//          /          \      one row: left segment, full pixels, right segment
//         ______________
//        /              \
//
// A pixel's coverage depends on the shape and on the region's columns alone, not on the rows or the part of the row
// that are drawn.
//
// SPDX-License-Identifier: MIT

#ifndef SHAPE_ROWS_H
#define SHAPE_ROWS_H

/// The part of an edge that lies within one row.
typedef struct {
  /// The pixel in which it begins, and the first pixel that lies completely right of it.
  ptrdiff_t first, end;
  /// Where it begins within the first pixel, and how far it extends to the right.
  float start, width;
  /// Half of the rows that it descends per pixel across, and its rows in total. Negative for a right edge.
  float half_inverse, height;
} EdgeSegment;

/// The edges of a shape from the top down, on the left or on the right.
typedef struct {
  int32_t at, step, left;
  double x0, y0, y1, slope;
  /// Over a whole row.
  float width, half_inverse;
} EdgeChain;

/// The sums over the segments of one chain in a row.
typedef struct {
  ptrdiff_t low, end;
  /// The height of edges left of all columns, and of all edges.
  float outside, height;
} RowSums;

struct ShapeState {
  PixelShape shape;
  /// The mask's byte of column 0, even if there is none.
  uint8_t *mask;
  EdgeChain left, right;
  CoverageRow full_upright_row;
  bool has_upright_row;
  int segment_count;
  EdgeSegment segments[2 * PIXEL_SHAPE_MAXIMUM_COUNT];
};

static inline double smaller(double a, double b) { return b < a ? b : a; }
static inline double larger(double a, double b) { return b >= a ? b : a; }
static inline ptrdiff_t smaller_index(ptrdiff_t a, ptrdiff_t b) { return b < a ? b : a; }
static inline ptrdiff_t larger_index(ptrdiff_t a, ptrdiff_t b) { return b > a ? b : a; }

#endif

static void NAME(begin_shape)(ShapeState *state, const PixelShape *shape) {
  state->shape = *shape;
  state->mask = shape->mask - shape->first_column;
  state->has_upright_row = false;
  const int32_t down = shape->bottom - shape->top;
  const int32_t forward = down >= 0 ? down : down + shape->count;
  EdgeChain clockwise = {.at = shape->top, .step = 1, .left = forward, .y1 = -__builtin_inf()};
  EdgeChain other = {
      .at = shape->top, .step = -1, .left = shape->count - forward, .y1 = -__builtin_inf()};
  state->left = shape->is_clockwise ? other : clockwise;
  state->right = shape->is_clockwise ? clockwise : other;
}

// MARK: Upright sides

static inline uint8_t NAME(coverage_byte)(double coverage) {
  return (uint8_t)smaller(larger(coverage * 255 + 0.5, 0), 255);
}

INLINE CoverageRow NAME(upright_row_of_height)(ShapeState *state, double height) {
  const PixelShape *shape = &state->shape;
  uint8_t *mask = state->mask;
  CoverageRow row = {.mask = mask, .full = NAME(coverage_byte)(height)};
  const double from = larger(shape->min_x, (double)shape->first_column);
  const double to = smaller(shape->max_x, (double)shape->end_column);
  if (!(from < to)) return row;
  const ptrdiff_t first = (ptrdiff_t)__builtin_floor(from), last = (ptrdiff_t)__builtin_ceil(to);
  row.left_start = first;
  row.right_end = last;
  row.left_end = (double)first == from ? first : first + 1;
  row.right_start = (double)last == to ? last : last - 1;
  if (row.left_end > row.right_start) {
    // Both edges lie within one pixel.
    mask[first] = NAME(coverage_byte)((to - from) * height);
    row.left_end = last;
    row.right_start = last;
    return row;
  }
  if (row.left_end > first)
    mask[first] = NAME(coverage_byte)(((double)(first + 1) - from) * height);
  if (row.right_start < last)
    mask[last - 1] = NAME(coverage_byte)((to - (double)(last - 1)) * height);
  // Masked runs are filled up to multiples of eight from the middle.
  const ptrdiff_t middle = row.right_start - row.left_end;
  const ptrdiff_t taken_left = row.left_end > first ? smaller_index(7, middle) : 0;
  const ptrdiff_t taken_right = row.right_start < last ? (middle - taken_left) & 7 : 0;
  for (ptrdiff_t x = row.left_end; x < row.left_end + taken_left; x++) mask[x] = row.full;
  for (ptrdiff_t x = row.right_start - taken_right; x < row.right_start; x++) mask[x] = row.full;
  row.left_end += taken_left;
  row.right_start -= taken_right;
  return row;
}

INLINE CoverageRow NAME(upright_row)(ShapeState *state, ptrdiff_t y) {
  const double top = (double)y, bottom = (double)(y + 1);
  const double min_y = state->shape.min_y, max_y = state->shape.max_y;
  const bool is_inner = top >= min_y && bottom <= max_y;
  if (is_inner && state->has_upright_row) return state->full_upright_row;
  const CoverageRow row =
      NAME(upright_row_of_height)(state, smaller(bottom, max_y) - larger(top, min_y));
  state->has_upright_row = is_inner;
  if (is_inner) state->full_upright_row = row;
  return row;
}

// MARK: Slanted sides

/// Advances to the next edge that descends; returns whether there is one.
static inline bool NAME(advance)(const ShapeState *state, EdgeChain *chain) {
  const OutlineVertex *ring = state->shape.ring;
  const int32_t count = state->shape.count;
  while (chain->left > 0) {
    chain->left -= 1;
    const OutlineVertex *from = &ring[chain->at];
    chain->at += chain->step;
    if (chain->at < 0) chain->at = count - 1;
    if (chain->at == count) chain->at = 0;
    const OutlineVertex *to = &ring[chain->at];
    // A flatter edge covers less than a mask can express, and its slope would be noise.
    if (to->y - from->y < 1e-9) continue;
    const OutlineVertex *edge = chain->step > 0 ? from : to;
    chain->x0 = from->x;
    chain->y0 = from->y;
    chain->y1 = to->y;
    chain->slope = edge->slope;
    chain->width = (float)__builtin_fabs(edge->slope);
    chain->half_inverse = (float)edge->half_inverse;
    return true;
  }
  return false;
}

/// Finds the segment of a row that is part of one edge and lies within the columns.
static inline bool NAME(full_segment)(const ShapeState *state, EdgeChain *chain, ptrdiff_t y,
                                      EdgeSegment *segment) {
  const ptrdiff_t first_column = state->shape.first_column;
  const double top = (double)y, bottom = (double)(y + 1);
  while (chain->y1 <= top) {
    if (!NAME(advance)(state, chain)) return false;
  }
  if (!(chain->y0 <= top && chain->y1 >= bottom)) return false;
  const double from = chain->x0 + (top - chain->y0) * chain->slope - (double)first_column;
  const double to = from + chain->slope;
  const double a = smaller(from, to), b = larger(from, to);
  if (!(a >= 0 && b < (double)(state->shape.end_column - first_column))) return false;
  const ptrdiff_t first = (ptrdiff_t)a;
  segment->first = first + first_column;
  segment->end = (ptrdiff_t)b + 1 + first_column;
  segment->start = (float)(a - (double)first);
  segment->width = chain->width;
  segment->half_inverse = chain->half_inverse;
  return true;
}

/// Adds an edge that runs from `a` to `b ≥ a` over a height; parts outside of the columns count at their
/// ends.
static inline void NAME(add)(ShapeState *state, double a, double b, double height,
                             float half_inverse, RowSums *result) {
  const ptrdiff_t low = state->shape.first_column, columns = state->shape.end_column - low;
  const double width = (double)columns;
  a -= (double)low;
  b -= (double)low;
  if (a < 0 || b > width) {
    if (a >= width) return;
    if (b <= 0) {
      result->outside += (float)height;
      return;
    }
    if (a < 0) {
      const double outside = height * a / (a - b);
      result->outside += (float)outside;
      height -= outside;
      a = 0;
    }
    if (b > width) {
      height *= (width - a) / (b - a);
      b = width;
    }
  }
  // Not negative, so that truncating rounds down.
  const ptrdiff_t first = (ptrdiff_t)a, end = smaller_index((ptrdiff_t)b + 1, columns);
  state->segments[state->segment_count++] = (EdgeSegment){
      .first = first + low,
      .end = end + low,
      .start = (float)(a - (double)first),
      .width = (float)(b - a),
      .half_inverse = half_inverse,
      .height = (float)height,
  };
  result->low = smaller_index(result->low, first + low);
  result->end = larger_index(result->end, end + low);
  result->height += (float)height;
}

/// Collects the segments of a chain in a row, and advances to the edge at the row's end.
static inline RowSums NAME(collect)(ShapeState *state, EdgeChain *chain, ptrdiff_t y, double sign) {
  RowSums result = {.low = PTRDIFF_MAX, .end = PTRDIFF_MIN};
  const double top = (double)y, bottom = (double)(y + 1);
  while (true) {
    if (chain->y1 > top) {
      const double from = larger(chain->y0, top), to = smaller(chain->y1, bottom);
      if (to > from) {
        const double xa = chain->x0 + (from - chain->y0) * chain->slope;
        const double xb = chain->x0 + (to - chain->y0) * chain->slope;
        NAME(add)(state, smaller(xa, xb), larger(xa, xb), (to - from) * sign,
                  chain->half_inverse * (float)sign, &result);
      }
      if (chain->y1 >= bottom || chain->y0 >= bottom) return result;
    }
    if (!NAME(advance)(state, chain)) return result;
  }
}

/// Writes the mask of a run, up to seven bytes more.
static void NAME(write)(ShapeState *state, ptrdiff_t start, ptrdiff_t end, int first, int last,
                        float base) {
  for (ptrdiff_t x = start; x < end; x += 8) {
    Floats sum = NAME(repeating)(base);
    for (int index = first; index < last; index++) {
      const EdgeSegment *segment = &state->segments[index];
      if (x + 8 <= segment->first) continue;
      if (x >= segment->end) {
        sum += NAME(repeating)(segment->height);
        continue;
      }
      const Floats at = NAME(distances)((float)(x - segment->first) - segment->start);
      sum += NAME(area)(at, segment->width, segment->half_inverse, segment->height);
    }
    NAME(store_coverage)(sum, state->mask + x);
  }
}

/// A row that is not between two single edges.
INLINE CoverageRow NAME(general_row)(ShapeState *state, ptrdiff_t y) {
  CoverageRow row = {.mask = state->mask};
  state->segment_count = 0;
  const RowSums l = NAME(collect)(state, &state->left, y, 1);
  const int middle = state->segment_count;
  const RowSums r = NAME(collect)(state, &state->right, y, -1);
  const int count = state->segment_count;
  // Edges right of all columns have no segment.
  if (l.low == PTRDIFF_MAX && l.outside == 0) return row;
  const ptrdiff_t end_column = state->shape.end_column;
  const ptrdiff_t start = l.low == PTRDIFF_MAX ? state->shape.first_column : l.low;
  const ptrdiff_t end = r.end == PTRDIFF_MIN ? (r.outside < 0 ? start : end_column) : r.end;
  if (!(start < end)) return row;
  const float outside = l.outside + r.outside;
  row.left_start = start;
  row.right_end = end;
  const ptrdiff_t left_end =
      l.end == PTRDIFF_MIN ? start : start + ((l.end - start + 7) & ~(ptrdiff_t)7);
  const ptrdiff_t right_start = r.low == PTRDIFF_MAX ? end : r.low;
  if (left_end >= right_start) {
    NAME(write)(state, start, end, 0, count, outside);
    row.left_end = end;
    row.right_start = end;
    return row;
  }
  NAME(write)(state, start, left_end, 0, middle, outside);
  // The middle's length is a multiple of eight.
  const ptrdiff_t begin = left_end + ((right_start - left_end) & ~(ptrdiff_t)7);
  const float full = outside + l.height;
  row.left_end = left_end;
  row.right_start = r.low == PTRDIFF_MAX ? end : begin;
  row.full = (uint8_t)(int32_t)(full * 255 + 0.501f);
  if (r.low != PTRDIFF_MAX) NAME(write)(state, begin, end, middle, count, full);
  return row;
}

/// A row between slanted edges: the exact area right of each left edge, less that of the right ones.
INLINE CoverageRow NAME(slanted_row)(ShapeState *state, ptrdiff_t y) {
  EdgeSegment l, r;
  if (!NAME(full_segment)(state, &state->left, y, &l) ||
      !NAME(full_segment)(state, &state->right, y, &r) || r.first < l.first + 8 ||
      l.end > l.first + 8)
    return NAME(general_row)(state, y);
  // Most rows of most shapes lie between two edges.
  const ptrdiff_t left_end = l.first + 8;
  const ptrdiff_t begin = left_end + ((r.first - left_end) & ~(ptrdiff_t)7);
  NAME(store_coverage)(NAME(area)(NAME(distances)(0 - l.start), l.width, l.half_inverse, 1),
                       state->mask + l.first);
  for (ptrdiff_t x = begin; x < r.end; x += 8) {
    const Floats at = NAME(distances)((float)(x - r.first) - r.start);
    NAME(store_coverage)(NAME(repeating)(1) - NAME(area)(at, r.width, r.half_inverse, 1),
                         state->mask + x);
  }
  return (CoverageRow){l.first, left_end, begin, r.end, state->mask, 255};
}

INLINE CoverageRow NAME(row_of_shape)(ShapeState *state, ptrdiff_t y) {
  if (state->shape.upright_first <= y && y < state->shape.upright_end)
    return NAME(upright_row)(state, y);
  return NAME(slanted_row)(state, y);
}
