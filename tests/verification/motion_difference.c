/* Channels of two runs, compared by kind. */
#include "verification/motion_difference.h"
#include <math.h>
#include <string.h>

/* 0: a position, 1: a velocity, 2: an angular velocity; -1: something else */
static int kind_of(const char *name) {
  return strstr(name, ".position.") ? 0 : strstr(name, ".velocity.") ? 1 : strstr(name, ".omega.") ? 2 : -1;
}

double motion_difference(Run *a, Run *b) {
  int count = trm_simulation_channel_count(a->simulation);
  double worst = 0, largest[3] = {1, 1, 1};
  for (int pass = 0; pass < 2; pass++)
    for (int c = 0; c < count; c++) {
      const char *name = trm_simulation_channel(a->simulation, c).name;
      int kind = kind_of(name);
      if (kind < 0) continue;
      double ours = run_channel(a, name), theirs = run_channel(b, name);
      if (pass == 0)
        largest[kind] = fmax(largest[kind], fabs(theirs));
      else if (!(fabs(ours - theirs) / largest[kind] <= worst))
        worst = fabs(ours - theirs) / largest[kind];
    }
  return worst;
}
