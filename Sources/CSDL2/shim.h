// The SDL header that the renderer uses.
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>

// Xlib's XVisualInfo. SDL loads Xlib at run time; its headers may be missing.
typedef struct {
  void *visual;
  unsigned long id;
  int screen;
  int depth;
  int kind;
  unsigned long red;
  unsigned long green;
  unsigned long blue;
  int colormapSize;
  int bitsPerColor;
} XlibVisualInfo;
