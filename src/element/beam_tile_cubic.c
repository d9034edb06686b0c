/* Beams of the variants of a tile, cubic elements, in two lanes at a time. */
#define NODES 4
#define WIDTH 2
#define TILE  1
#define LANES trm_beam_tile_cubic
#include "element/beam_lanes_template.h"
