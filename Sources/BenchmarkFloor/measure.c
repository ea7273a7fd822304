// measure.c
// Clocks, memory, and the report of a run as one line of JSON.
//
// SPDX-License-Identifier: MIT

#include "floor.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

int64_t nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static double seconds_of(struct timeval time) {
  return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

Cost cost_now(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (Cost){seconds_of(usage.ru_utime), seconds_of(usage.ru_stime), (double)nanoseconds() * 1e-9};
}

static void mark(const Arguments *arguments, const char *name) {
  if (!arguments->marks) return;
  puts(name);
  fflush(stdout);
  int character;
  do character = getchar();
  while (character != '\n' && character != EOF);
}

Cost measure_begin(const Arguments *arguments) {
  mark(arguments, "begin");
  return cost_now();
}

Cost measure_end(const Arguments *arguments, Cost begin) {
  const Cost end = cost_now();
  mark(arguments, "end");
  return (Cost){end.user - begin.user, end.system - begin.system, end.wall - begin.wall};
}

// A line of /proc/self/status, in KiB.
static long memory_in_kibibytes(const char *name) {
  FILE *file = fopen("/proc/self/status", "r");
  if (!file) return 0;
  char line[256];
  long value = 0;
  while (fgets(line, sizeof line, file))
    if (strncmp(line, name, strlen(name)) == 0) sscanf(line + strlen(name), ": %ld", &value);
  fclose(file);
  return value;
}

void report(const Arguments *arguments, Cost cost, double result, int64_t first_frame) {
  const double first_frame_seconds =
      arguments->since > 0 && first_frame > 0 ? (double)(first_frame - arguments->since) * 1e-9 : 0;
  const Cost whole = cost_now();
  printf(
      "{\"work\":\"%s\",\"renderer\":\"%s\",\"n\":%d,\"frames\":%d,\"cpu\":%.9f,\"wall\":%.9f,"
      "\"processCPU\":%.9f,\"firstFrame\":%.9f,\"residentKiB\":%ld,\"peakKiB\":%ld,"
      "\"result\":%.17g}\n",
      arguments->work, arguments->renderer, arguments->n, arguments->frames,
      cost.user + cost.system, cost.wall, whole.user + whole.system, first_frame_seconds,
      memory_in_kibibytes("VmRSS"), memory_in_kibibytes("VmHWM"), result);
}

double random_next(Random *random) {
  random->state = random->state * 1664525u + 1013904223u;
  return (double)(random->state >> 8) / 16777216.0;
}
