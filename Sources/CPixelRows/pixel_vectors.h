// pixel_vectors.h
// Eight pixels as vectors: coverage, and blending in one colour. Included once for each set of instructions.
//
// SPDX-License-Identifier: MIT

#ifndef PIXEL_VECTORS_H
#define PIXEL_VECTORS_H

#define INLINE static inline __attribute__((always_inline))

typedef float Floats __attribute__((vector_size(32)));
typedef int32_t Integers __attribute__((vector_size(32)));
typedef uint32_t Pixels __attribute__((vector_size(32)));
/// Sixteen channels in two halves: a pixel's bytes 0 and 2, or its bytes 1 and 3.
typedef uint16_t Lanes __attribute__((vector_size(32)));
typedef uint32_t WideLanes __attribute__((vector_size(64)));
typedef uint8_t Bytes __attribute__((vector_size(8)));

/// One colour, in all lanes.
typedef struct {
  uint32_t pixel;
  Lanes even, odd;
} Source;

#endif

// MARK: Coverage

INLINE Floats NAME(repeating)(float x) { return (Floats){x, x, x, x, x, x, x, x}; }

/// Returns `yes` where the mask is set, else `no`.
INLINE Floats NAME(select)(Integers mask, Floats yes, Floats no) {
  return (Floats)(((Integers)yes & mask) | ((Integers)no & ~mask));
}

INLINE Floats NAME(clamped)(Floats value, Floats high) {
  const Floats zero = NAME(repeating)(0);
  const Floats low = NAME(select)(value < zero, zero, value);
  return NAME(select)(low > high, high, low);
}

/// Returns how much of each pixel lies right of a segment, at its distance from the segment's left end.
INLINE Floats NAME(area)(Floats at, float width, float half_inverse, float height) {
  const Floats one = NAME(repeating)(1), end = NAME(repeating)(width);
  const Floats next = at + one;
  const Floats a = NAME(clamped)(at, end), b = NAME(clamped)(next, end);
  // A triangle or a part of one, then the area beyond the segment.
  return (b - a) * (b + a) * NAME(repeating)(half_inverse) +
         NAME(clamped)(next - end, one) * NAME(repeating)(height);
}

/// Returns the distances of eight pixels, from a first one. Rounded as two vectors of four.
INLINE Floats NAME(distances)(float first) {
  const Floats at = (Floats){0, 1, 2, 3, 0, 1, 2, 3} + NAME(repeating)(first);
  return at + (Floats){0, 0, 0, 0, 4, 4, 4, 4};
}

/// Writes eight bytes of coverage 0...1.
INLINE void NAME(store_coverage)(Floats coverage, uint8_t *mask) {
  // Adding 2^23 leaves the rounded number in the lowest bits; the 0.001 rounds halves up.
  const Floats scaled =
      NAME(clamped)(coverage * NAME(repeating)(255) + NAME(repeating)(0.001f),
                    NAME(repeating)(255)) +
      NAME(repeating)(8388608);
  const Bytes bytes = __builtin_convertvector((Integers)scaled & 0xFF, Bytes);
  memcpy(mask, &bytes, sizeof bytes);
}

// MARK: Blending

INLINE Lanes NAME(load)(const uint32_t *at) {
  Lanes lanes;
  memcpy(&lanes, at, sizeof lanes);
  return lanes;
}

INLINE void NAME(store)(Lanes lanes, uint32_t *at) { memcpy(at, &lanes, sizeof lanes); }

/// Divides products of two bytes by 255, rounded.
INLINE Lanes NAME(divided)(Lanes products) {
  // 257 / 65536 is 1 / 255 less a part that the rounding hides. The upper halves of 32-bit products are one instruction.
  const WideLanes rounded = __builtin_convertvector((Lanes)(products + 128), WideLanes);
  return __builtin_convertvector((rounded * 257) >> 16, Lanes);
}

INLINE Source NAME(source)(uint32_t color) {
  const Lanes lanes = (Lanes)(Pixels){color, color, color, color, color, color, color, color};
  return (Source){color, lanes & 0xFF, lanes >> 8};
}

/// Draws a colour over eight pixels, each as far as a byte covers it.
INLINE void NAME(blend_eight)(uint32_t *row, const Source *source, uint64_t cover) {
  Bytes bytes;
  memcpy(&bytes, &cover, sizeof bytes);
  const Pixels wide = __builtin_convertvector(bytes, Pixels);
  const Lanes factors = (Lanes)(wide | wide << 16);
  const Lanes even = NAME(divided)(source->even * factors);
  const Lanes odd = NAME(divided)(source->odd * factors);
  const Lanes keep =
      255 - __builtin_shufflevector(odd, odd, 1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11, 13, 13, 15, 15);
  const Lanes below = NAME(load)(row);
  const Lanes low = NAME(divided)((below & 0xFF) * keep) + even;
  const Lanes high = NAME(divided)((below >> 8) * keep) + odd;
  NAME(store)(low | high << 8, row);
}

/// Draws a colour over a run.
INLINE void NAME(blend_run)(uint32_t *row, ptrdiff_t count, uint32_t color) {
  const uint32_t alpha = color >> 24;
  const Source source = NAME(source)(color);
  const Lanes pixels = source.even | source.odd << 8;
  ptrdiff_t x = 0;
  if (alpha == 255) {
    for (; x + 8 <= count; x += 8) NAME(store)(pixels, row + x);
    for (; x < count; x++) row[x] = color;
    return;
  }
  if (color == 0) return;
  const uint16_t keep = (uint16_t)(255 - alpha);
  for (; x + 8 <= count; x += 8) {
    const Lanes below = NAME(load)(row + x);
    const Lanes low = NAME(divided)((below & 0xFF) * keep);
    const Lanes high = NAME(divided)((below >> 8) * keep);
    NAME(store)((low | high << 8) + pixels, row + x);
  }
  for (; x < count; x++) row[x] = color + pixel_scaled(row[x], 255 - alpha);
}

/// Draws a colour over a run, as far as the mask covers each pixel. Opaque sources replace, transparent ones leave
/// alone. Where `room` has eight pixels for the
/// last few of the run, all eight are written, those beyond the run as they were.
INLINE void NAME(blend_masked)(uint32_t *row, ptrdiff_t count, const Source *source,
                               const uint8_t *mask, ptrdiff_t room) {
  const Lanes pixels = source->even | source->odd << 8;
  const bool is_opaque = source->pixel >> 24 == 255;
  ptrdiff_t x = 0;
  uint64_t cover;
  for (; x + 8 <= count; x += 8) {
    memcpy(&cover, mask + x, sizeof cover);
    if (cover == UINT64_MAX && is_opaque) {
      NAME(store)(pixels, row + x);
    } else if (cover != 0) {
      NAME(blend_eight)(row + x, source, cover);
    }
  }
  if (x >= count) return;
  if (x + 8 <= room) {
    memcpy(&cover, mask + x, sizeof cover);
    cover &= UINT64_MAX >> (8 * (8 - (count - x)));
    if (cover != 0) NAME(blend_eight)(row + x, source, cover);
    return;
  }
  for (; x < count; x++) row[x] = pixel_over(pixel_scaled(source->pixel, mask[x]), row[x]);
}
