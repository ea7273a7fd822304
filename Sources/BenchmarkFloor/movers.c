// movers.c
// Rounded rectangles that move, fade and rotate forever: one textured quad each, one draw call.
//
// SPDX-License-Identifier: MIT

#include "floor.h"

#include <math.h>

// One rectangle. Each of its three animations goes from 0 to 1 and back, forever.
typedef struct {
  float x, y, dx, dy;      // centre and distance
  float opacity, dopacity;
  float angle;             // rotation in radians
  float rate;              // cycles per second
  float phase[3];          // of position, opacity and angle, in cycles
  float red, green, blue;  // 0...255
} Mover;

// The scene of Sources/Viewer/Bench/Workers/MoversScene.swift, with the same numbers.
static void make_movers(Mover *movers, int n, int width, int height) {
  Random random = {1};
  for (int i = 0; i < n; i++) {
    Mover *m = &movers[i];
    m->x = (float)(random_next(&random) * width);
    m->y = (float)(random_next(&random) * height);
    m->dx = (float)(random_next(&random) * width) - m->x;
    m->dy = (float)(random_next(&random) * height) - m->y;
    m->opacity = 1;
    m->dopacity = (float)(0.3 + 0.4 * random_next(&random)) - 1;
    m->angle = (float)((random_next(&random) * 2 - 1) * 3.0);
    m->rate = (float)(1 / (1 + 2 * random_next(&random)));
    for (int k = 0; k < 3; k++) m->phase[k] = (float)(2 * random_next(&random));
    m->red = (float)(64 + (i * 7) % 192);
    m->green = (float)(64 + (i * 13) % 192);
    m->blue = (float)(64 + (i * 29) % 192);
  }
}

// Eases a triangle wave in and out.
static inline float eased(float cycles) {
  const float p = cycles - 2 * (float)(int)(cycles * 0.5f);
  return 0.5f - 0.5f * cosf((float)M_PI * p);
}

static void place(const Mover *movers, int n, float time, Vertex *vertices) {
  const float half = RECT_SIDE / 2.0f + ATLAS_MARGIN;
  const float texture = (RECT_SIDE + 2 * ATLAS_MARGIN) / (float)ATLAS_SIDE;
  for (int i = 0; i < n; i++) {
    const Mover *m = &movers[i];
    const float cycles = time * m->rate;
    const float p = eased(cycles + m->phase[0]);
    const float opacity = m->opacity + m->dopacity * eased(cycles + m->phase[1]);
    const float angle = m->angle * eased(cycles + m->phase[2]);
    const float x = m->x + m->dx * p, y = m->y + m->dy * p;
    const float c = cosf(angle) * half, s = sinf(angle) * half;
    const SDL_Color color = {
        (uint8_t)(m->red * opacity), (uint8_t)(m->green * opacity), (uint8_t)(m->blue * opacity),
        (uint8_t)(255 * opacity)};
    Vertex *v = &vertices[i * 4];
    v[0] = (Vertex){x - c + s, y - s - c, color, 0, 0};
    v[1] = (Vertex){x + c + s, y + s - c, color, texture, 0};
    v[2] = (Vertex){x + c - s, y + s + c, color, texture, texture};
    v[3] = (Vertex){x - c - s, y - s + c, color, 0, texture};
  }
}

void run_movers(const Arguments *arguments) {
  const int n = arguments->n;
  Mover *movers = allocate((size_t)n, sizeof(Mover));
  Vertex *vertices = allocate((size_t)n * 4, sizeof(Vertex));
  int *indices = quad_indices(n);
  make_movers(movers, n, arguments->width, arguments->height);
  Stage stage = stage_open(arguments);

  const int64_t start = nanoseconds();
  int64_t first_frame = 0;
  Cost cost = {0};
  for (int frame = 0; frame < arguments->warmup + arguments->frames; frame++) {
    if (frame == arguments->warmup) cost = measure_begin(arguments);
    place(movers, n, (float)((double)(nanoseconds() - start) * 1e-9), vertices);
    stage_frame(&stage, vertices, indices, n);
    if (frame == 0) first_frame = nanoseconds();
  }
  if (arguments->frames > 0) cost = measure_end(arguments, cost);
  report(arguments, cost, n > 0 ? vertices[0].x : 0, first_frame);
  stage_close(&stage);
}
