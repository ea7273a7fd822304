#include "layer_construction.h"
