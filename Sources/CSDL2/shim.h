// The SDL headers that the renderer uses.
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
// GL's constants. Its functions come from SDL_GL_GetProcAddress.
#include <SDL2/SDL_opengl.h>
// Swift's module of the C library leaves it out.
#include <sys/epoll.h>

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

// The start of SDL's SDL_SysWMinfo for a window of an X server or a Wayland compositor. Its own declaration includes
// Xlib's headers.
typedef struct {
  SDL_version version;
  int subsystem;
  void *display;
  // SDL writes a union of 64 bytes.
  unsigned char rest[64];
} DisplayWindowInfo;

struct SDL_SysWMinfo;
extern DECLSPEC SDL_bool SDLCALL SDL_GetWindowWMInfo(SDL_Window *window,
                                                     struct SDL_SysWMinfo *info);

static inline void *windowDisplay(SDL_Window *window, int subsystem) {
  DisplayWindowInfo info = {0};
  SDL_VERSION(&info.version);
  if (!SDL_GetWindowWMInfo(window, (struct SDL_SysWMinfo *)&info) || info.subsystem != subsystem) return 0;
  return info.display;
}

// Returns the Display of a window; NULL with other drivers than x11.
static inline void *xlibDisplay(SDL_Window *window) { return windowDisplay(window, 2); } // SDL_SYSWM_X11

// Returns the wl_display of a window; NULL with other drivers than wayland.
static inline void *waylandDisplay(SDL_Window *window) { return windowDisplay(window, 6); } // SDL_SYSWM_WAYLAND
