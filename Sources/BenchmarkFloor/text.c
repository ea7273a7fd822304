// text.c
// Labels of eight digits that nearly all change in every frame: a quad for each digit, one draw call.
//
// SPDX-License-Identifier: MIT

#include "floor.h"

#define DIGITS 8
#define COLUMNS 10

static void place(int labels, int frame, int width, int height, Vertex *vertices) {
  const SDL_Color white = {255, 255, 255, 255};
  const float texel = 1.0f / ATLAS_SIDE;
  const int rows = (labels + COLUMNS - 1) / COLUMNS;
  const float cell_width = (float)width / COLUMNS, cell_height = (float)height / (float)rows;
  Vertex *v = vertices;
  for (int i = 0; i < labels; i++) {
    const float left = (float)(i % COLUMNS) * cell_width, top = (float)(i / COLUMNS) * cell_height;
    // The numbers of Sources/Viewer/Bench/Workers/BenchScenes.swift.
    int number = (int)(10000000 + (i * 1000003LL + frame * 7654321LL) % 90000000);
    for (int k = DIGITS - 1; k >= 0; k--, number /= 10) {
      int x, y;
      glyph_place(number % 10, &x, &y);
      const float x0 = left + (float)(k * GLYPH_WIDTH), x1 = x0 + GLYPH_WIDTH;
      const float y0 = top, y1 = y0 + GLYPH_HEIGHT;
      const float u0 = (float)x * texel, u1 = (float)(x + GLYPH_WIDTH) * texel;
      const float v0 = (float)y * texel, v1 = (float)(y + GLYPH_HEIGHT) * texel;
      *v++ = (Vertex){x0, y0, white, u0, v0};
      *v++ = (Vertex){x1, y0, white, u1, v0};
      *v++ = (Vertex){x1, y1, white, u1, v1};
      *v++ = (Vertex){x0, y1, white, u0, v1};
    }
  }
}

void run_text(const Arguments *arguments) {
  const int quads = arguments->n * DIGITS;
  Vertex *vertices = allocate((size_t)quads * 4, sizeof(Vertex));
  int *indices = quad_indices(quads);
  Stage stage = stage_open(arguments);
  Cost cost = {0};
  for (int frame = 0; frame < arguments->warmup + arguments->frames; frame++) {
    if (frame == arguments->warmup) cost = measure_begin(arguments);
    place(arguments->n, frame, arguments->width, arguments->height, vertices);
    stage_frame(&stage, vertices, indices, quads);
  }
  cost = measure_end(arguments, cost);
  report(arguments, cost, quads, 0);
  stage_close(&stage);
}
