// tick.c
// One sample of each of many eased properties: plain arrays, Newton's method.
//
// SPDX-License-Identifier: MIT

#include "floor.h"

// A cubic Bezier curve from (0, 0) to (1, 1) as two polynomials of its parameter.
typedef struct {
  double ax, bx, cx, ay, by, cy;
} Curve;

static Curve curve_make(double x1, double y1, double x2, double y2) {
  const double cx = 3 * x1, bx = 3 * (x2 - x1) - cx;
  const double cy = 3 * y1, by = 3 * (y2 - y1) - cy;
  return (Curve){1 - cx - bx, bx, cx, 1 - cy - by, by, cy};
}

typedef struct {
  int n;
  double *from, *to, *begin, *rate, *values;
  int *curve;
  Curve curves[4];
} Properties;

static inline double eased(const Curve *curve, double x) {
  // Four steps are accurate to 2e-6 for any curve, and the loop has no branch.
  double s = x;
  for (int step = 0; step < 4; step++) {
    const double error = ((curve->ax * s + curve->bx) * s + curve->cx) * s - x;
    // Where a curve is flat, its slope and the error are 0.
    const double slope = (3 * curve->ax * s + 2 * curve->bx) * s + curve->cx + 1e-12;
    s -= error / slope;
  }
  return ((curve->ay * s + curve->by) * s + curve->cy) * s;
}

// `restrict`: results and curves do not overlap, so that the compiler can vectorise.
static void sample_into(
    double *restrict values, const Curve *restrict curves, const int *restrict curve,
    const double *restrict from, const double *restrict to, const double *restrict begin,
    const double *restrict rate, int n, double time) {
  for (int i = 0; i < n; i++) {
    double progress = (time - begin[i]) * rate[i];
    progress = progress < 0 ? 0 : progress;
    progress = progress > 1 ? 1 : progress;
    values[i] = from[i] + (to[i] - from[i]) * eased(&curves[curve[i]], progress);
  }
}

static void sample(const Properties *p, double time) {
  sample_into(p->values, p->curves, p->curve, p->from, p->to, p->begin, p->rate, p->n, time);
}

// The properties of Sources/Viewer/Bench/Workers/TickWork.swift, with the same numbers.
static Properties make_properties(int n) {
  // One block: arrays that all begin at a page boundary would compete for the same cache lines.
  const size_t count = (size_t)n;
  double *block = allocate(count * 5 + (count + 1) / 2, sizeof(double));
  Properties p = {
      n,         block, block + count, block + 2 * count, block + 3 * count, block + 4 * count,
      (int *)(block + 5 * count), {{0}}};
  p.curves[0] = curve_make(0.42, 0, 1, 1);
  p.curves[1] = curve_make(0, 0, 0.58, 1);
  p.curves[2] = curve_make(0.42, 0, 0.58, 1);
  p.curves[3] = curve_make(0.25, 0.1, 0.25, 1);
  for (int i = 0; i < n; i++) {
    p.from[i] = (i % 97) / 97.0;
    p.to[i] = (i * 31 % 89) / 89.0;
    p.begin[i] = 1 + (i % 50) * 0.01;
    p.rate[i] = 1.0 / (8 + i % 7);
    p.curve[i] = i % 4;
  }
  return p;
}

void run_tick(const Arguments *arguments) {
  const Properties properties = make_properties(arguments->n);
  Cost cost = {0};
  for (int frame = 0; frame < arguments->warmup + arguments->frames; frame++) {
    if (frame == arguments->warmup) cost = measure_begin(arguments);
    // Times at which every animation is active.
    sample(&properties, 2 + (frame % 256) * 0.02);
  }
  cost = measure_end(arguments, cost);
  sample(&properties, 4);
  double sum = 0;
  for (int i = 0; i < properties.n; i++) sum += properties.values[i];
  report(arguments, cost, sum, 0);
}
