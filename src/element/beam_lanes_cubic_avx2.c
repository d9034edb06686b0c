/* The beam kernel of cubic elements, the usual ones, in four lanes; compiled with -mavx2. */
#define NODES       4
#define WIDTH       4
#define PACK(p, at) ((V){p[0][at], p[1][at], p[2][at], p[3][at]})
#define LANES       trm_beam_lanes_cubic_avx2
#include "element/beam_lanes_template.h"
