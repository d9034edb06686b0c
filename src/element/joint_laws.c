/* Forces of laws on coordinates, with the normal load of friction and its derivatives (theory.md, "Friction and laws
   with states"). */
#include "element/joint_laws.h"
#include <math.h>
#include "element/contact.h"
#include "element/element_numbers.h"
#include "element/joint_load.h"
#include "element/law.h"
#include "math/potential.h"

int trm_joint_coordinate_at(const trm_Joint *joint, int c) {
  return c >= joint->kind->coordinate_count || joint->unknown_of[c] < 0 ? -1 : 12 + joint->unknown_of[c];
}

/* The laws of a joint over a pair, one after the other. */
typedef struct Acting {
  const trm_Model *model;
  const trm_Joint *joint;
  const trm_Pair *over;
  const trm_FramePair *frames; /* NULL: not known yet, and nothing is to be differentiated */
  /* the one that acts */
  int c;
  trm_LawPair pair;
  bool loaded; /* its normal load is that of the pair's multipliers */
  trm_NormalLoad load;
} Acting;

/* Has the slider of a joint left what it slides on before the pair? Then no law of its coordinates acts. */
static bool has_left(const trm_Joint *joint, const trm_Pair *pair) {
  return trm_contact_released(joint, pair->x_start ? pair->x_start : pair->x_i);
}

/* The multipliers of a step whose velocities are then put onto the constraints lack what that takes: of order h, and
   nearly the same from one step to the next. At most half of the load of the step before, where something jumps.
   theta = 1 is the scheme that settles. */
static double settled_load(const trm_Law *law, const trm_LawPair *pair) {
  if (law->kind->settled_state == 0 || pair->theta != 1) return 0;
  double most = 0.5 * pair->z_i[law->kind->load_state];
  return fmax(-most, fmin(most, fabs(pair->h) * pair->z_i[law->kind->settled_state]));
}

/* The next to act is this law on coordinate c; false: it has states, and the pair has none. */
static bool acts(Acting *acting, int c, const trm_Law *law) {
  const trm_Pair *pair = acting->over;
  int at = acting->joint->first_coordinate + c, states = law->kind->state_count;
  if (states > 0 && !pair->z_i) return false;
  acting->c = c, acting->loaded = false;
  acting->pair = (trm_LawPair){.x_i = pair->x_i[at],
                               .x_f = pair->x_f[at],
                               .t_i = pair->t_i,
                               .inputs = pair->inputs,
                               .h = pair->h,
                               .z_i = states > 0 ? pair->z_i + law->state : NULL,
                               .theta = pair->theta > 0 ? pair->theta : 0.5};
  const trm_LawContact *contact = pair->h == 0 ? NULL : trm_law_contact(law);
  if (!contact) return true;
  if (pair->held) {
    acting->pair.normal = pair->held[law->state + law->kind->load_state];
    return true;
  }
  trm_FramePair own;
  if (!acting->frames) trm_joint_frames(acting->model, acting->joint, pair, &own);
  trm_joint_normal_load(acting->model, acting->joint, (trm_ContactAt){c, contact}, pair,
                        acting->frames ? acting->frames : &own, &acting->load);
  acting->loaded = true, acting->pair.normal = acting->load.value + settled_load(law, &acting->pair);
  return true;
}

/* the force's derivatives through the normal load: with respect to multipliers and motion */
static void add_load_tangent(const Acting *acting, double by_normal, trm_Local *out) {
  const trm_Joint *joint = acting->joint;
  int row = out->n * trm_joint_coordinate_at(joint, acting->c), first = 12 + joint->unknown_count;
  double motion[TRM_ROW_UNKNOWNS];
  for (int i = 0; i < TRM_ROW_UNKNOWNS; i++) motion[i] = acting->load.by_motion[i];
  for (int s = 0; s < 2; s++) {
    double arm[3];
    trm_marker_arm(acting->model, &joint->side[s], acting->over->q_f, arm);
    trm_lever_gradient(arm, motion + 6 * s);
  }
  for (int r = 0; r < joint->row_count; r++) out->tangent[row + first + r] += by_normal * acting->load.by_row[r];
  for (int i = 0; i < 12; i++) out->tangent[row + i] += by_normal * motion[i];
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    int x = trm_joint_coordinate_at(joint, c);
    if (x >= 0) out->tangent[row + x] += by_normal * motion[12 + c];
  }
}

static void note_force(const trm_Joint *joint, int c, trm_LawForce law, double x, trm_Local *out) {
  double force = fmax(fabs(law.force), trm_law_yardstick * fabs(law.slope * x));
  double *largest = joint->kind->coordinates[c].angular ? &out->moment_scale : &out->force_scale;
  *largest = fmax(*largest, force);
}

void trm_joint_laws_pair(const trm_Model *model, const trm_Joint *joint, const trm_Pair *pair,
                         const trm_FramePair *frames, bool tangent, trm_Local *out) {
  if (has_left(joint, pair)) return;
  Acting acting = {.model = model, .joint = joint, .over = pair, .frames = tangent ? frames : NULL};
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    int x = trm_joint_coordinate_at(joint, c);
    if (x < 0) continue;
    TRM_EACH_LAW(law, &joint->laws[c]) {
      if (law->naming || !acts(&acting, c, law)) continue;
      double share = law->kind->supplies ? 1 - pair->unloaded : 1;
      trm_LawForce force = law->kind->pair(law->data, &acting.pair);
      out->residual[x] += share * force.force;
      note_force(joint, c, force, acting.pair.x_f, out);
      if (!tangent) continue;
      out->tangent[out->n * x + x] += share * force.slope;
      if (acting.loaded) add_load_tangent(&acting, force.by_normal, out);
    }
  }
}

void trm_joint_laws_instant(const trm_Joint *joint, const trm_Instant *now, trm_Local *out) {
  if (trm_contact_released(joint, now->x_start ? now->x_start : now->x)) return;
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    int x = trm_joint_coordinate_at(joint, c), at = joint->first_coordinate + c;
    if (x < 0) continue;
    TRM_EACH_LAW(law, &joint->laws[c]) {
      if (law->naming || (law->kind->state_count > 0 && !now->z)) continue;
      trm_LawInstant instant = {.x = now->x[at],
                                .rate = now->x_rate ? now->x_rate[at] : 0,
                                .t = now->t,
                                .inputs = now->inputs,
                                .z = law->kind->state_count > 0 ? now->z + law->state : NULL};
      out->residual[x] += law->kind->instant(law->data, &instant, NULL) * (law->kind->supplies ? 1 - now->unloaded : 1);
    }
  }
}

static trm_PotentialMemory *memory_of(const trm_Pair *pair, const trm_Law *law) {
  return pair->potentials && law->potential >= 0 ? &pair->potentials[law->potential] : NULL;
}

/* After a release the coordinate stands still: what laws store there stays stored, but a contact that is gone springs
   back, and what was in its bristles is lost. */
static void terms_left(const trm_Joint *joint, const trm_Pair *pair, trm_Terms *sum) {
  for (int c = 0; c < joint->kind->coordinate_count; c++) TRM_EACH_LAW(law, &joint->laws[c]) {
      bool states = law->kind->state_count > 0;
      if (!law->kind->stored || (states && !pair->z_i)) continue;
      double stored = law->kind->stored(law->data, pair->x_f[joint->first_coordinate + c],
                                        states ? pair->z_i + law->state : NULL, memory_of(pair, law));
      bool lost = law->kind->load_state > 0 && pair->h != 0;
      *(lost ? &sum->dissipated : &sum->spring) += stored;
    }
}

void trm_joint_laws_terms(const trm_Model *model, const trm_Joint *joint, const trm_Pair *pair, trm_Terms *sum) {
  if (has_left(joint, pair)) {
    terms_left(joint, pair, sum);
    return;
  }
  Acting acting = {.model = model, .joint = joint, .over = pair};
  for (int c = 0; c < joint->kind->coordinate_count; c++) TRM_EACH_LAW(law, &joint->laws[c]) {
      if (law->naming || !acts(&acting, c, law)) continue;
      const trm_LawPair *p = &acting.pair;
      trm_LawStates end = {.z = {0}};
      if (law->kind->advance) law->kind->advance(law->data, p, &end);
      if (law->kind->stored) sum->spring += law->kind->stored(law->data, p->x_f, end.z, memory_of(pair, law));
      if (pair->h == 0) continue;
      if (law->kind->dissipated) sum->dissipated += law->kind->dissipated(law->data, p);
      if (law->kind->supplies) sum->load_work -= law->kind->pair(law->data, p).force * (p->x_f - p->x_i);
    }
}

/* contacts are at rest, other laws keep their states */
static void advance_left(const trm_Joint *joint, const trm_Pair *pair, double *z_f) {
  for (int c = 0; c < joint->kind->coordinate_count; c++) TRM_EACH_LAW(law, &joint->laws[c])
  for (int i = 0; i < law->kind->state_count; i++)
    z_f[law->state + i] = law->kind->load_state > 0 ? 0 : pair->z_i[law->state + i];
}

void trm_joint_advance(const trm_Model *model, const trm_Pair *pair, int e, double *z_f) {
  const trm_Joint *joint = &pair->layout->joints[e];
  if (has_left(joint, pair)) {
    advance_left(joint, pair, z_f);
    return;
  }
  Acting acting = {.model = model, .joint = joint, .over = pair};
  for (int c = 0; c < joint->kind->coordinate_count; c++) TRM_EACH_LAW(law, &joint->laws[c]) {
      trm_LawStates end;
      if (!law->kind->advance || law->naming || !acts(&acting, c, law)) continue;
      law->kind->advance(law->data, &acting.pair, &end);
      for (int i = 0; i < law->kind->state_count; i++) z_f[law->state + i] = end.z[i];
    }
}

void trm_joint_settled_loads(const trm_Model *model, const trm_Joint *joint, const trm_Pair *pair,
                             const double *settled, double *z) {
  trm_Pair after = *pair;
  trm_FramePair frames;
  trm_NormalLoad loads[2];
  bool known = false;
  after.lambda = settled;
  if (has_left(joint, pair)) return;
  for (int c = 0; c < joint->kind->coordinate_count; c++) TRM_EACH_LAW(law, &joint->laws[c]) {
      const trm_LawContact *contact = trm_law_contact(law);
      if (!contact || law->kind->settled_state == 0) continue;
      if (!known) trm_joint_frames(model, joint, pair, &frames), known = true;
      trm_joint_normal_load(model, joint, (trm_ContactAt){c, contact}, pair, &frames, &loads[0]);
      trm_joint_normal_load(model, joint, (trm_ContactAt){c, contact}, &after, &frames, &loads[1]);
      z[law->state + law->kind->settled_state] = (loads[1].value - loads[0].value) / fabs(pair->h);
    }
}

void trm_joint_memory(const trm_Model *model, const trm_Pair *pair, const trm_EndRates *rates, int e, trm_Local *out) {
  const trm_Joint *joint = &pair->layout->joints[e];
  trm_FramePair frames;
  if (has_left(joint, pair)) return;
  trm_joint_frames(model, joint, pair, &frames);
  Acting acting = {.model = model, .joint = joint, .over = pair, .frames = &frames};
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    int x = trm_joint_coordinate_at(joint, c), at = joint->first_coordinate + c;
    if (x < 0) continue;
    TRM_EACH_LAW(law, &joint->laws[c]) {
      trm_LawStates end;
      double gradient[TRM_LAW_GRADIENT];
      if (law->kind->state_count == 0 || law->naming || !acts(&acting, c, law)) continue;
      law->kind->advance(law->data, &acting.pair, &end);
      trm_LawInstant now = {
          .x = pair->x_f[at], .rate = rates->x_rate[at], .t = pair->t_i + pair->h, .z = end.z, .inputs = pair->inputs};
      double force = law->kind->instant(law->data, &now, gradient), by_normal = 0;
      double slope = gradient[0] + rates->slope * gradient[1];
      for (int i = 0; i < law->kind->state_count; i++) {
        slope += gradient[2 + i] * end.by_x[i];
        by_normal += gradient[2 + i] * end.by_normal[i];
      }
      out->residual[x] += force;
      note_force(joint, c, (trm_LawForce){.force = force, .slope = slope}, now.x, out);
      out->tangent[out->n * x + x] += slope;
      if (acting.loaded) add_load_tangent(&acting, by_normal, out);
    }
  }
}
