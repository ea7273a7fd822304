// host_defaults.c
// The fonts and the rasteriser of a program that has not started an application.
//
// SPDX-License-Identifier: MIT

#include "host_defaults.h"

#include <stddef.h>

// Weak, as a program may link QuartzCore alone.
extern void *lamella_make_font_provider(void) __attribute__((weak));
extern void *lamella_make_drawing_rasterizer(void) __attribute__((weak));

void *default_font_provider(void) {
  return lamella_make_font_provider ? lamella_make_font_provider() : NULL;
}

void *default_drawing_rasterizer(void) {
  return lamella_make_drawing_rasterizer ? lamella_make_drawing_rasterizer() : NULL;
}
