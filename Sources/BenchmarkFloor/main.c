// main.c
// The program `lamella-floor`: reads its arguments and runs one floor.
//
// SPDX-License-Identifier: MIT

#include "floor.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: lamella-floor movers|text|tick|start|idle [--n N] [--frames N] [--warmup N]\n"
    "         [--seconds S] [--size WxH] [--renderer NAME] [--since NANOSECONDS] [--marks]\n"
    "Measures the work of `lamella-workbench bench` in plain C on SDL2. Prints one line of JSON.\n";

void fail(int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("lamella-floor: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(status);
}

void *allocate(size_t count, size_t size) {
  void *memory = calloc(count > 0 ? count : 1, size);
  if (!memory) fail(70, "out of memory for %zu of %zu bytes", count, size);
  return memory;
}

static int whole_number(const char *name, const char *text) {
  char *end;
  const long value = strtol(text, &end, 10);
  if (*text == 0 || *end != 0 || value < 0 || value > 10000000)
    fail(64, "%s cannot be \"%s\"", name, text);
  return (int)value;
}

static Arguments parse(int count, char **words) {
  Arguments result = {
      .n = 1000, .frames = 200, .warmup = 20, .seconds = 5, .width = 1280, .height = 720,
      .renderer = "opengl"};
  if (count < 2 || words[1][0] == '-') {
    fputs(usage, stderr);
    exit(64);
  }
  result.work = words[1];
  for (int i = 2; i < count; i++) {
    const char *name = words[i];
    if (strcmp(name, "--marks") == 0) {
      result.marks = true;
      continue;
    }
    if (i + 1 == count) fail(64, "%s needs a value", name);
    const char *value = words[++i];
    if (strcmp(name, "--n") == 0) {
      result.n = whole_number(name, value);
    } else if (strcmp(name, "--frames") == 0) {
      result.frames = whole_number(name, value);
    } else if (strcmp(name, "--warmup") == 0) {
      result.warmup = whole_number(name, value);
    } else if (strcmp(name, "--seconds") == 0) {
      result.seconds = atof(value);
    } else if (strcmp(name, "--renderer") == 0) {
      result.renderer = value;
    } else if (strcmp(name, "--since") == 0) {
      result.since = strtoll(value, NULL, 10);
    } else if (strcmp(name, "--size") == 0) {
      if (sscanf(value, "%dx%d", &result.width, &result.height) != 2 || result.width < 1 ||
          result.height < 1)
        fail(64, "--size cannot be \"%s\"", value);
    } else {
      fail(64, "there is no option %s", name);
    }
  }
  return result;
}

int main(int count, char **words) {
  Arguments arguments = parse(count, words);
  if (strcmp(arguments.work, "movers") == 0) {
    run_movers(&arguments);
  } else if (strcmp(arguments.work, "start") == 0) {
    // Only the time to the first frame is measured.
    arguments.frames = 0;
    arguments.warmup = 1;
    run_movers(&arguments);
  } else if (strcmp(arguments.work, "text") == 0) {
    run_text(&arguments);
  } else if (strcmp(arguments.work, "tick") == 0) {
    run_tick(&arguments);
  } else if (strcmp(arguments.work, "idle") == 0) {
    run_idle(&arguments);
  } else {
    fail(64, "there is no work named \"%s\"", arguments.work);
  }
  return 0;
}
