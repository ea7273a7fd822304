// libwebp: still pictures and, by its demultiplexer, animations. The encoder is for tests.
#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>
