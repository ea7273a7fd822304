// HarfBuzz: shaping of text with OpenType tables.
#include <hb.h>
#include <hb-ot.h>
#include <hb-aat.h>
