/* The beam kernel of cubic elements, the usual ones, in two lanes. */
#define NODES       4
#define WIDTH       2
#define PACK(p, at) ((V){p[0][at], p[1][at]})
#define LANES       trm_beam_lanes_cubic
#include "element/beam_lanes_template.h"
