// idle.c
// A hundred static rectangles: the process sleeps until an event arrives.
//
// SPDX-License-Identifier: MIT

#include "floor.h"

void run_idle(const Arguments *arguments) {
  Vertex *vertices = allocate((size_t)arguments->n * 4, sizeof(Vertex));
  int *indices = quad_indices(arguments->n);
  const float texture = (RECT_SIDE + 2 * ATLAS_MARGIN) / (float)ATLAS_SIDE;
  Random random = {1};
  for (int i = 0; i < arguments->n; i++) {
    const SDL_Color color = {200, (uint8_t)(i * 7), (uint8_t)(i * 13), 255};
    const float x = (float)(random_next(&random) * arguments->width);
    const float y = (float)(random_next(&random) * arguments->height);
    const float side = RECT_SIDE + 2 * ATLAS_MARGIN;
    Vertex *v = &vertices[i * 4];
    v[0] = (Vertex){x, y, color, 0, 0};
    v[1] = (Vertex){x + side, y, color, texture, 0};
    v[2] = (Vertex){x + side, y + side, color, texture, texture};
    v[3] = (Vertex){x, y + side, color, 0, texture};
  }
  Stage stage = stage_open(arguments);
  // The desktop's events for a new window end within a second.
  const int64_t settled = nanoseconds() + 1000000000;
  do {
    stage_frame(&stage, vertices, indices, arguments->n);
    SDL_WaitEventTimeout(NULL, 250);
  } while (nanoseconds() < settled);

  const Cost begin = measure_begin(arguments);
  const int64_t end = nanoseconds() + (int64_t)(arguments->seconds * 1e9);
  Arguments result = *arguments;
  result.frames = 0;
  for (int64_t now = nanoseconds(); now < end; now = nanoseconds())
    if (SDL_WaitEventTimeout(NULL, (int)((end - now) / 1000000) + 1)) {
      stage_frame(&stage, vertices, indices, arguments->n);
      result.frames++;
    }
  report(&result, measure_end(arguments, begin), 0, 0);
  stage_close(&stage);
}
