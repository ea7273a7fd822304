// The SDL header that the renderer uses.
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
