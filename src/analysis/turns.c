/* Who counts how much of the rotations a run with fixed steps loses (integrate/turns.h), and what is said of it. */
#include "analysis/turns.h"
#include <math.h>
#include <string.h>
#include "math/vec3.h"
#include "model/part_text.h"

static const double visible = 1e-3;     /* of the turns: worth a warning */
static const double least_turn = 6.283; /* rad, in all: less is no turning */

trm_Status trm_turns_new(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  trm_Equations equations = d->stepper->scheme->equations;
  bool wanted = equations == TRM_EQUATIONS_PAIR || equations == TRM_EQUATIONS_TWO_STAGE;
  d->stepper->turns = NULL;
  if (!wanted || !(s->analysis->step.size > 0)) return TRM_OK;
  size_t count = (size_t)s->model->node_count;
  if (!d->turns) d->turns = TRM_ARENA_NEW(&s->work, trm_Turns, count);
  if (!d->turns) return TRM_NO_MEMORY;
  memset(d->turns, 0, sizeof(trm_Turns) * count);
  d->stepper->turns = d->turns;
  return TRM_OK;
}

/* a response to a moment, over that of the whole model as one body: led but for round-off */
static const double feels_torques = 1e-9;

/* Does a moment on the node change its rate, or do joints and drives lead it? [M B^T; B 0] (nu, mu) = (moment; 0), nu
   of the node over what the whole model as one body would give. */
static bool leads_itself(trm_Simulation *s, int node, const double axis[3]) {
  int worst = -1, unknowns[6], n = s->system->numbering.count;
  double *response = s->snapshot->force_work, rate = 0, inertia = 0;
  if (trm_simulation_snapshot(s, &worst) != TRM_OK) return true;
  memset(response, 0, sizeof(double) * (size_t)n);
  trm_node_unknowns(s->model, &s->system->numbering, node, unknowns);
  for (int a = 0; a < 3; a++)
    if (unknowns[3 + a] >= 0) response[unknowns[3 + a]] = axis[a];
  if (trm_lu_solve(s->snapshot->lu, response) != TRM_OK) return true;
  for (int a = 0; a < 3; a++)
    if (unknowns[3 + a] >= 0) rate += axis[a] * response[unknowns[3 + a]];
  for (int b = 0; b < s->model->body_count; b++) {
    const trm_Body *body = &s->model->bodies[b];
    inertia += body->mass * s->model->size * s->model->size + 2 * (body->euler[0] + body->euler[4] + body->euler[8]);
  }
  return rate * inertia > feels_torques || s->model->beam_count > 0;
}

void trm_turns_judge(trm_Simulation *s) {
  const trm_Turns *all = s->dynamics->stepper->turns;
  int worst = 0;
  double most = 0;
  for (int n = 1; all && n < s->model->node_count; n++) {
    const trm_Turns *turns = &all[s->model->nodes[n].triad];
    double lost = trm_norm(turns->lost), turned = trm_norm(turns->turned);
    if (turned > least_turn && lost > visible * turned && lost > most) most = lost, worst = n;
  }
  if (worst == 0) return;
  const trm_Turns *turns = &all[s->model->nodes[worst].triad];
  double axis[3], turned = trm_norm(turns->turned);
  for (int a = 0; a < 3; a++) axis[a] = turns->turned[a] / turned;
  if (!leads_itself(s, worst, axis)) return;
  char part[200];
  trm_part_text(s->model, s->model->nodes[worst].name, part, sizeof part);
  trm_simulation_warn(
      s,
      "until t = %.6g s %s turned by %.6g rad and lost about %.2g rad of its turns, because the steps are "
      "long for it: take shorter ones, or none at all (then they are chosen for a tolerance)",
      *s->state->time, part, turned, most);
}
