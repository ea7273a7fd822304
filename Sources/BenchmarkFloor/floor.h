// floor.h
// Declarations shared by the floors: arguments, clocks, the window with its atlas, and the report.
//
// A floor is the minimal cost of a piece of work: written for it alone, in C on SDL2's own renderer.
// `lamella-workbench bench` compares the program with it, so nothing here may be slower than necessary.
//
// SPDX-License-Identifier: MIT

#ifndef LAMELLA_FLOOR_H
#define LAMELLA_FLOOR_H

#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
#include <stdbool.h>
#include <stdint.h>

// Arguments.

typedef struct {
  const char *work;
  int n;           // rectangles, labels or properties
  int frames;      // measured frames, or passes
  int warmup;      // frames before the measured ones
  double seconds;  // how long to idle
  int width, height;
  const char *renderer;  // SDL's name
  int64_t since;         // the caller's start, nanoseconds of the monotonic clock; 0 for none
  bool marks;            // whether to report the begin and end of measuring, waiting for a line each time
} Arguments;

// measure.c

// The cost of a run: seconds of the process, all threads, from begin to end.
typedef struct {
  double user, system, wall;
} Cost;

int64_t nanoseconds(void);
Cost cost_now(void);
// Reports to the caller, if requested, and starts counting.
Cost measure_begin(const Arguments *arguments);
// Returns the cost since `begin`.
Cost measure_end(const Arguments *arguments, Cost begin);
// Prints one line of JSON. The caller checks `result` to verify that the work was done.
void report(const Arguments *arguments, Cost cost, double result, int64_t first_frame);

// Numbers 0..<1, the same as in `lamella`.
typedef struct {
  uint32_t state;
} Random;
double random_next(Random *random);

// stage.c

typedef struct {
  SDL_Window *window;
  SDL_Renderer *renderer;
  SDL_Texture *atlas;
} Stage;

#define ATLAS_SIDE 256
#define RECT_SIDE 40
#define RECT_RADIUS 8
// Transparent pixels around each picture, so that rotated edges stay smooth.
#define ATLAS_MARGIN 1
#define GLYPH_WIDTH 14
#define GLYPH_HEIGHT 20

// A vertex in SDL's layout.
typedef struct {
  float x, y;
  SDL_Color color;  // premultiplied
  float u, v;
} Vertex;

// Opens the window and draws the atlas. On failure, exits with a reason.
Stage stage_open(const Arguments *arguments);
// Clears, draws quads of four vertices each in one call, presents.
void stage_frame(Stage *stage, const Vertex *vertices, const int *indices, int quads);
void stage_close(Stage *stage);
// Two triangles for each quad.
int *quad_indices(int quads);
// The position of a glyph's picture in the atlas, in pixels.
void glyph_place(int glyph, int *x, int *y);

// The floors, one file each.

void run_movers(const Arguments *arguments);
void run_text(const Arguments *arguments);
void run_tick(const Arguments *arguments);
void run_idle(const Arguments *arguments);

// Writes a reason to standard error and exits.
_Noreturn void fail(int status, const char *format, ...);
void *allocate(size_t count, size_t size);

#endif
