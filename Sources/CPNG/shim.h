// libpng's simplified interface reads and writes whole pictures without setjmp.
#include <png.h>
