/* The loss of each substep, by series where it is small. */
#include "integrate/turns.h"
#include <math.h>
#include "math/vec3.h"

void trm_turn_add(trm_Turns *turns, const double r[3]) {
  double square = trm_dot(r, r), root = sqrt(square);
  /* 1 - 2 atan(|r|/2)/|r| */
  double share = square < trm_small_turn ? square * (1. / 12 - square * (1. / 80 - square / 448))
                                         : 1 - 2 * atan(0.5 * root) / root;
  trm_add_scaled(turns->turned, 1 - share, r);
  trm_add_scaled(turns->lost, share, r);
}

void trm_turns_add(trm_Turns *turns, const trm_Trial *trial) {
  for (int t = 1; t < trial->system->model->node_count; t++) trm_turn_add(&turns[t], trial->turn + 3 * t);
}
