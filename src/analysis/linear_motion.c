/* T(q(t)) z = 0-space of B, with unit rows of the chosen unknowns: T' = T_q q', T'' = T_qq q' q' + T_q q''. Any curve
   with the velocities and accelerations of the motion gives both; here q moved by tau nu + tau^2/2 nu', of whose T
   differences of sixth order are taken. */
#include "analysis/linear_motion.h"
#include <math.h>
#include <string.h>

enum { POINTS = 7 };
/* the present comes last: it leaves the matrices as they were */
static const int places[POINTS] = {-3, -2, -1, 1, 2, 3, 0};
static const double first[POINTS] = {-1.0 / 60, 3.0 / 20, -3.0 / 4, 3.0 / 4, -3.0 / 20, 1.0 / 60, 0};
static const double second[POINTS] = {1.0 / 90, -3.0 / 20, 3.0 / 2, 3.0 / 2, -3.0 / 20, 1.0 / 90, -49.0 / 18};
/* rad, or of a unknown's extent, that the motion covers between two places: sixth order leaves 1e-12 of T'', round-off
   the same */
static const double stride = 0.03;

static bool kinematic(const trm_System *system, int unknown) { return system->multiplier_of[unknown] < 0; }

/* s; a model at rest is followed over the time in which it falls as far */
static double time_between(const trm_Simulation *s, const trm_Steady *steady) {
  double rate = 0;
  for (int i = 0; i < s->system->numbering.count; i++) {
    if (!kinematic(s->system, i)) continue;
    rate = fmax(rate, fabs(steady->nu[i]) / s->system->extent[i]);
    rate = fmax(rate, sqrt(fabs(steady->nu_dot[i]) / s->system->extent[i]));
  }
  return rate > 0 ? stride / rate : stride * s->model->scales.time;
}

/* the motion, and its equations, tau from now */
static void go_to(trm_Simulation *s, double tau) {
  const trm_Steady *steady = &trm_simulation_modal(s)->steady;
  for (int i = 0; i < s->system->numbering.count; i++)
    steady->change[i] = kinematic(s->system, i) ? tau * (steady->nu[i] + 0.5 * tau * steady->nu_dot[i]) : 0;
  trm_state_copy(s->saved, s->state);
  trm_state_move(s->system, s->saved, steady->change);
  *s->saved->time += tau;
  trm_Operating then = trm_steady_operating(steady, s->saved);
  then.apart = true, then.settled = false;
  trm_linearize(steady->linear, &then);
}

trm_Status trm_linear_follow(void *who, const trm_Chosen *chosen, double *rate, double *change) {
  trm_Simulation *s = who;
  size_t entries = (size_t)s->system->numbering.count * (size_t)chosen->count;
  double tau = time_between(s, &trm_simulation_modal(s)->steady);
  trm_Arena arena = {0};
  double *basis = TRM_ARENA_NEW(&arena, double, entries + 1);
  trm_Status status = basis ? TRM_OK : TRM_NO_MEMORY;
  trm_passage_hold(
      s->system->layout,
      &(trm_PassageHold){s->saved->x, NULL, NULL}); /* beside a border the unknowns of a state are others */
  for (int k = 0; k < POINTS && status == TRM_OK; k++) {
    go_to(s, places[k] * tau);
    trm_Pencil pencil = trm_modal_pencil(s);
    memset(basis, 0, sizeof(double) * entries);
    status = trm_state_basis(&pencil, chosen, basis);
    for (size_t i = 0; i < entries && status == TRM_OK; i++)
      rate[i] += first[k] * basis[i] / tau, change[i] += second[k] * basis[i] / (tau * tau);
  }
  trm_passage_let_go(s->system->layout);
  trm_arena_free(&arena);
  return status;
}
