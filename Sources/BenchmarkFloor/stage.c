// stage.c
// The window, the atlas with one rounded rectangle and ten glyphs, and the one draw call of a frame.
//
// SPDX-License-Identifier: MIT

#include "floor.h"

#include <math.h>
#include <string.h>

static const int glyphs_top = 64;

void glyph_place(int glyph, int *x, int *y) {
  *x = ATLAS_MARGIN + glyph * (GLYPH_WIDTH + 2 * ATLAS_MARGIN);
  *y = glyphs_top + ATLAS_MARGIN;
}

// The coverage of the pixel at (x, y) by a rounded rectangle with its corner at (0, 0).
static double rect_coverage(int x, int y) {
  const double half = RECT_SIDE / 2.0, inner = half - RECT_RADIUS;
  const double dx = fmax(0, fabs(x + 0.5 - half) - inner);
  const double dy = fmax(0, fabs(y + 0.5 - half) - inner);
  return fmin(1, fmax(0, RECT_RADIUS - sqrt(dx * dx + dy * dy) + 0.5));
}

// A block with a hole that differs from digit to digit.
static bool glyph_covers(int glyph, int x, int y) {
  const bool is_edge = x < 3 || x >= GLYPH_WIDTH - 3 || y < 3 || y >= GLYPH_HEIGHT - 3;
  return is_edge || y == 3 + glyph;
}

static SDL_Texture *make_atlas(SDL_Renderer *renderer) {
  // White, premultiplied: every channel is the coverage.
  static uint32_t pixels[ATLAS_SIDE * ATLAS_SIDE];
  for (int y = 0; y < RECT_SIDE; y++)
    for (int x = 0; x < RECT_SIDE; x++) {
      const uint32_t level = (uint32_t)lround(rect_coverage(x, y) * 255);
      pixels[(y + ATLAS_MARGIN) * ATLAS_SIDE + x + ATLAS_MARGIN] = level * 0x01010101u;
    }
  for (int glyph = 0; glyph < 10; glyph++) {
    int left, top;
    glyph_place(glyph, &left, &top);
    for (int y = 0; y < GLYPH_HEIGHT; y++)
      for (int x = 0; x < GLYPH_WIDTH; x++)
        if (glyph_covers(glyph, x, y)) pixels[(top + y) * ATLAS_SIDE + left + x] = 0xFFFFFFFFu;
  }
  SDL_Texture *atlas = SDL_CreateTexture(
      renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC, ATLAS_SIDE, ATLAS_SIDE);
  if (!atlas) fail(69, "creating a texture failed: %s", SDL_GetError());
  SDL_UpdateTexture(atlas, NULL, pixels, ATLAS_SIDE * 4);
  SDL_SetTextureScaleMode(atlas, SDL_ScaleModeLinear);
  SDL_SetTextureBlendMode(
      atlas, SDL_ComposeCustomBlendMode(
                 SDL_BLENDFACTOR_ONE, SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA, SDL_BLENDOPERATION_ADD,
                 SDL_BLENDFACTOR_ONE, SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA, SDL_BLENDOPERATION_ADD));
  return atlas;
}

static int driver_index(const char *name) {
  for (int i = 0; i < SDL_GetNumRenderDrivers(); i++) {
    SDL_RendererInfo info;
    if (SDL_GetRenderDriverInfo(i, &info) == 0 && strcmp(info.name, name) == 0) return i;
  }
  return -1;
}

Stage stage_open(const Arguments *arguments) {
  SDL_SetMainReady();
  SDL_SetHint(SDL_HINT_RENDER_BATCHING, "1");
  // A signal ends the program instead of becoming an unread event.
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) fail(69, "there is no display: %s", SDL_GetError());
  Stage stage;
  stage.window = SDL_CreateWindow(
      "lamella-floor", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, arguments->width,
      arguments->height, SDL_WINDOW_HIDDEN);
  if (!stage.window) fail(69, "creating the window failed: %s", SDL_GetError());
  const int index = driver_index(arguments->renderer);
  if (index < 0) fail(69, "this SDL has no renderer %s", arguments->renderer);
  // Without SDL_RENDERER_PRESENTVSYNC, frames are not paced.
  stage.renderer = SDL_CreateRenderer(stage.window, index, 0);
  SDL_RendererInfo info;
  if (!stage.renderer || SDL_GetRendererInfo(stage.renderer, &info) != 0)
    fail(69, "starting the renderer %s failed: %s", arguments->renderer, SDL_GetError());
  if (strcmp(info.name, arguments->renderer) != 0)
    fail(69, "this video driver only has the renderer %s", info.name);
  stage.atlas = make_atlas(stage.renderer);
  SDL_ShowWindow(stage.window);
  return stage;
}

void stage_frame(Stage *stage, const Vertex *vertices, const int *indices, int quads) {
  SDL_Event event;
  while (SDL_PollEvent(&event)) {
  }
  SDL_SetRenderDrawColor(stage->renderer, 0, 0, 0, 255);
  SDL_RenderClear(stage->renderer);
  if (quads > 0 &&
      SDL_RenderGeometryRaw(
          stage->renderer, stage->atlas, &vertices->x, sizeof(Vertex), &vertices->color,
          sizeof(Vertex), &vertices->u, sizeof(Vertex), quads * 4, indices, quads * 6, 4) != 0)
    fail(70, "drawing failed: %s", SDL_GetError());
  SDL_RenderPresent(stage->renderer);
}

void stage_close(Stage *stage) {
  SDL_DestroyTexture(stage->atlas);
  SDL_DestroyRenderer(stage->renderer);
  SDL_DestroyWindow(stage->window);
  SDL_Quit();
}

int *quad_indices(int quads) {
  static const int corners[] = {0, 1, 2, 0, 2, 3};
  int *indices = allocate((size_t)quads * 6, sizeof(int));
  for (int i = 0; i < quads * 6; i++) indices[i] = i / 6 * 4 + corners[i % 6];
  return indices;
}
