// floor.h
// What the floors share: arguments, clocks, the window and its atlas, and the report.
//
// A floor is the least that a piece of work costs when it is written for it alone, in C on SDL2's own
// renderer. `lamella bench` measures the program beside it, so nothing here may be slower than it has
// to be.
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
  int warmup;      // frames before them
  double seconds;  // how long to idle
  int width, height;
  const char *renderer;  // SDL's name
  int64_t since;         // nanoseconds of the monotonic clock at which the caller began; 0 for none
  bool marks;            // tell when measuring begins and ends, and wait for a line each time
} Arguments;

// measure.c

// What a run cost. Seconds of the process, all threads, from begin to end.
typedef struct {
  double user, system, wall;
} Cost;

int64_t nanoseconds(void);
Cost cost_now(void);
// Tells the caller, if it asked for it, and starts counting.
Cost measure_begin(const Arguments *arguments);
// Returns what was used since `begin`.
Cost measure_end(const Arguments *arguments, Cost begin);
// Prints one line of JSON; `result` lets the caller check that the work was done.
void report(const Arguments *arguments, Cost cost, double result, int64_t first_frame);

// Numbers 0..<1, the same in `lamella`.
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
// Transparent pixels around each picture, so that edges stay smooth when they are turned.
#define ATLAS_MARGIN 1
#define GLYPH_WIDTH 14
#define GLYPH_HEIGHT 20

// A vertex as SDL takes them.
typedef struct {
  float x, y;
  SDL_Color color;  // premultiplied
  float u, v;
} Vertex;

// Opens the window and draws the atlas; ends the program with a reason where that fails.
Stage stage_open(const Arguments *arguments);
// Clears, draws quads of four vertices each in one call, presents.
void stage_frame(Stage *stage, const Vertex *vertices, const int *indices, int quads);
void stage_close(Stage *stage);
// Two triangles for each quad.
int *quad_indices(int quads);
// Where a glyph's picture stands in the atlas, in pixels.
void glyph_place(int glyph, int *x, int *y);

// One file each.

void run_movers(const Arguments *arguments);
void run_text(const Arguments *arguments);
void run_tick(const Arguments *arguments);
void run_idle(const Arguments *arguments);

// Writes a reason to standard error and ends the program.
_Noreturn void fail(int status, const char *format, ...);
void *allocate(size_t count, size_t size);

#endif
