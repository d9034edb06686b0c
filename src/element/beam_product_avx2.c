/* Four numbers a vector; compiled with -mavx2. */
#define WIDTH    4
#define PRODUCTS const trm_BeamProducts trm_beam_products_avx2
#include "element/beam_product_template.h"
