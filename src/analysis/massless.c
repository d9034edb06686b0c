/* Bodies without inertia about an axis: rods, which may lie in any direction, so that no entry of the matrix tells. */
#include "analysis/massless.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/find.h"
#include "math/vec3.h"

enum { POWERS = 8 };

/* J = tr(E) 1 - E, so that the axis of the least inertia is that of the largest of E: power iteration, which each time
   leaves that inertia over the whole of what is beside the axis, and only what is far less is of interest. */
double trm_least_inertia(const trm_Body *body, double axis[3]) {
  const double *e = body->euler;
  double whole = e[0] + e[4] + e[8], along = 0;
  int largest = 0;
  for (int n = 1; n < 3; n++)
    if (e[4 * n] > e[4 * largest]) largest = n;
  for (int n = 0; n < 3; n++) axis[n] = e[3 * largest + n];
  for (int k = 0; k < POWERS; k++) {
    double size = trm_norm(axis), next[3];
    if (!(size > 0)) break;
    for (int n = 0; n < 3; n++) axis[n] /= size;
    for (int n = 0; n < 3; n++) next[n] = trm_dot(e + 3 * n, axis);
    along = trm_dot(axis, next);
    if (k + 1 < POWERS) trm_copy(axis, next, 3);
  }
  return whole - along;
}

void trm_axis_text(const double axis[3], char *text, size_t size) {
  static const double straight = 1e-6; /* rad: less is not told */
  for (int n = 0; n < 3; n++)
    if (hypot(axis[(n + 1) % 3], axis[(n + 2) % 3]) < straight) {
      snprintf(text, size, "%c", "xyz"[n]);
      return;
    }
  snprintf(text, size, "the axis (%.3g, %.3g, %.3g)", axis[0], axis[1], axis[2]);
}

/* Of the inertia about other axes: less is the round-off of a tensor that was turned. */
static const double round_off = 1e-13;

/* 1/(kg m2): how fast the body begins to turn under a unit moment about that axis, with all that it carries along */
static double mobility(trm_Snapshot *snapshot, const int triad[3], const double axis[3]) {
  double *turned = snapshot->force_work, sum = 0;
  memset(turned, 0, sizeof(double) * (size_t)snapshot->system->numbering.count);
  trm_spread3(triad, axis, turned);
  if (trm_lu_solve(snapshot->lu, turned) != TRM_OK) return INFINITY;
  for (int n = 0; n < 3; n++) sum += triad[n] >= 0 ? axis[n] * turned[triad[n]] : 0;
  return fabs(sum);
}

bool trm_blame_massless(const trm_Simulation *s, trm_Diagnostics *diagnostics) {
  for (int b = 0; b < s->model->body_count; b++) {
    const trm_Body *body = &s->model->bodies[b];
    const int *triad = s->system->numbering.triad[s->model->nodes[body->node].triad];
    double axis[3], whole = body->euler[0] + body->euler[4] + body->euler[8], least;
    char words[80];
    if (body->is_point || !(whole > 0) || triad[0] < 0 || triad[1] < 0 || triad[2] < 0) continue;
    least = trm_least_inertia(body, axis);
    if (!(least <= round_off * whole) || !(mobility(s->snapshot, triad, axis) * round_off * whole > 1)) continue;
    trm_axis_text(axis, words, sizeof words);
    trm_find(diagnostics, TRM_FIND_MASSLESS, body->place,
             "body \"%s\" is free to turn about %s but has no inertia about it: give it one, or lock the rotation",
             body->name, words);
    return true;
  }
  return false;
}
