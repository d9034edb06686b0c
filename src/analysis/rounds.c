/* The two ways, step by step, and what is said of their difference. */
#include "analysis/rounds.h"
#include <math.h>
#include <string.h>
#include "element/passage.h"

static const double visible = 1e-3; /* of the way: worth a warning */
/* of the sum of all differences: what is lost step by step has one sign; where rates come and go, the signs change */
static const double one_sided = 0.5;
/* of 1/mass of all bodies: a slider that is led has round-off of this size */
static const double led_response = 1e-10;

trm_Status trm_rounds_new(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  size_t count = (size_t)s->model->joint_count;
  bool any = false;
  for (int j = 0; j < s->model->joint_count; j++) any = any || trm_slide_closed(&s->system->layout->joints[j]);
  if (!any) return TRM_OK;
  if (!d->round_start) d->round_start = TRM_ARENA_NEW(&s->work, trm_RoundStart, count);
  if (!d->rounds) d->rounds = TRM_ARENA_NEW(&s->work, trm_Rounds, count);
  if (!d->rounds || !d->round_start) return TRM_NO_MEMORY;
  memset(d->rounds, 0, sizeof *d->rounds * count);
  return TRM_OK;
}

/* of s; what let go of its curve or track has none */
static double rate_of(const trm_Simulation *s, const trm_Joint *joint) {
  double rates[TRM_JOINT_COORDINATES] = {0};
  trm_Instant now = trm_state_instant(s->state, s->state->w);
  trm_joint_rates(s->model, joint, &now, NULL, rates, NULL);
  return rates[0];
}

void trm_rounds_begin(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  if (!d->rounds || d->rehearsing) return;
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    if (!trm_slide_closed(joint)) continue;
    d->round_start[j] = (trm_RoundStart){*s->state->time, s->state->x[joint->first_coordinate], rate_of(s, joint)};
  }
}

void trm_rounds_add(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  if (!d->rounds || d->rehearsing) return;
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    if (!trm_slide_closed(joint)) continue;
    const trm_RoundStart *start = &d->round_start[j];
    trm_Rounds *rounds = &d->rounds[j];
    double way = s->state->x[joint->first_coordinate] - start->s, h = *s->state->time - start->time;
    double lost = 0.5 * h * (start->rate + rate_of(s, joint)) - way;
    rounds->way += way, rounds->lost += lost, rounds->differences += fabs(lost);
  }
}

/* Does a force along s change its rate, or do joints and drives lead it? */
static bool leads_itself(trm_Simulation *s, int j) {
  const trm_Joint *joint = &s->system->layout->joints[j];
  int worst = -1, n = s->system->numbering.count;
  double *response = s->snapshot->force_work, mass = 0;
  if (joint->unknown_of[0] < 0) return joint->drive_count == 0;
  if (trm_simulation_snapshot(s, &worst) != TRM_OK) return false;
  int unknown = s->system->numbering.joint[j] + joint->unknown_of[0];
  memset(response, 0, sizeof(double) * (size_t)n);
  response[unknown] = 1;
  if (trm_lu_solve(s->snapshot->lu, response) != TRM_OK) return false;
  for (int b = 0; b < s->model->body_count; b++) mass += s->model->bodies[b].mass;
  return response[unknown] * mass > led_response;
}

void trm_rounds_judge(trm_Simulation *s) {
  const trm_Rounds *all = s->dynamics->rounds;
  int worst = -1;
  double most = 0;
  for (int j = 0; all && j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    if (!trm_slide_closed(joint)) continue;
    double lost = fabs(all[j].lost), far = fabs(all[j].way + all[j].lost), length = trm_slide_length(joint);
    bool counts = far > length && lost > visible * far && lost > one_sided * all[j].differences;
    if (counts && lost / length > most) most = lost / length, worst = j;
  }
  if (worst < 0 || !leads_itself(s, worst)) return;
  trm_simulation_warn(
      s,
      "until t = %.6g s joint \"%s\" went %.6g m along its closed %s, and lost about %.2g m of its way: by its rates "
      "it would be %.6g m. The steps are long for it: take shorter ones, or none at all (then they are chosen for a "
      "tolerance)",
      *s->state->time, s->model->joints[worst].name, all[worst].way,
      s->system->layout->joints[worst].track ? "track" : "curve", all[worst].lost, all[worst].way + all[worst].lost);
}

void trm_rounds_bytes(trm_Simulation *s, trm_Bytes *bytes) {
  trm_Dynamics *d = s->dynamics;
  bool counted = d->rounds != NULL;
  trm_bytes_bool(bytes, &counted);
  if (counted != (d->rounds != NULL)) trm_bytes_refuse(bytes, "other sliders go round");
  if (trm_bytes_good(bytes) && counted)
    trm_bytes_raw(bytes, d->rounds, sizeof *d->rounds * (size_t)s->model->joint_count);
}
