/* Beams of the variants of a tile, in two lanes at a time, which every 64-bit processor has (SSE2, NEON). */
#define WIDTH 2
#define TILE  1
#define LANES trm_beam_tile_baseline
#include "element/beam_lanes_template.h"
