#include "element/joint_laws.h"
#include <math.h>
#include "element/contact.h"
#include "element/joint_load.h"
#include "element/law.h"

int trm_joint_coordinate_at(const trm_Joint *joint, int c) {
  return c >= joint->kind->coordinate_count || joint->unknown_of[c] < 0 ? -1 : 12 + joint->unknown_of[c];
}

/* One law over a pair, with the normal load where it needs one. */
typedef struct Acting {
  const trm_Joint *joint;
  int c;
  const trm_Laws *laws;
  const trm_LawKind *law;
  trm_LawPair pair;
  bool loaded; /* the load is that of the pair's multipliers */
  trm_NormalLoad load;
} Acting;

/* Has the slider of a joint left what it slides on before the pair? Then no law of its coordinates acts. */
static bool has_left(const trm_Joint *joint, const trm_Pair *pair) {
  return trm_contact_released(joint, pair->x_start ? pair->x_start : pair->x_i);
}

/* The next law of a coordinate that acts; frames may be NULL where it is not to be differentiated. */
static bool next_acting(const trm_Model *model, const trm_Joint *joint, const trm_Pair *pair,
                        const trm_FramePair *frames, trm_LawWalk *walk, Acting *out) {
  do
    if (!trm_law_next(walk)) return false;
  while (walk->law->state_count > 0 && !pair->z_i);
  int c = (int)(walk->laws - joint->laws), at = joint->first_coordinate + c;
  out->joint = joint, out->c = c, out->laws = walk->laws, out->law = walk->law;
  out->pair = (trm_LawPair){.x_i = pair->x_i[at],
                            .x_f = pair->x_f[at],
                            .t_i = pair->t_i,
                            .inputs = pair->inputs,
                            .h = pair->h,
                            .z_i = walk->law->state_count > 0 ? pair->z_i + walk->state : NULL,
                            .theta = pair->theta > 0 ? pair->theta : 0.5};
  out->loaded = false;
  if (walk->law->load_state == 0 || pair->h == 0 || !trm_laws_need_reactions(walk->laws)) return true;
  if (pair->held) {
    out->pair.normal = pair->held[walk->state + walk->law->load_state];
    return true;
  }
  trm_FramePair own;
  if (!frames) trm_joint_frames(model, joint, pair, &own);
  trm_joint_normal_load(model, joint, c, pair, frames ? frames : &own, &out->load);
  out->loaded = true, out->pair.normal = out->load.value;
  return true;
}

/* the force's derivatives through the normal load: with respect to multipliers and motion */
static void add_load_tangent(const trm_Model *model, const Acting *acting, const trm_Pair *pair, double by_normal,
                             trm_Local *out) {
  const trm_Joint *joint = acting->joint;
  int row = out->n * trm_joint_coordinate_at(joint, acting->c), first = 12 + joint->unknown_count;
  double motion[TRM_ROW_UNKNOWNS];
  for (int i = 0; i < TRM_ROW_UNKNOWNS; i++) motion[i] = acting->load.by_motion[i];
  for (int s = 0; s < 2; s++) {
    double arm[3];
    trm_marker_arm(model, &joint->side[s], pair->q_f, arm);
    trm_lever_gradient(arm, motion + 6 * s);
  }
  for (int r = 0; r < joint->row_count; r++) out->tangent[row + first + r] += by_normal * acting->load.by_row[r];
  for (int i = 0; i < 12; i++) out->tangent[row + i] += by_normal * motion[i];
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    int x = trm_joint_coordinate_at(joint, c);
    if (x >= 0) out->tangent[row + x] += by_normal * motion[12 + c];
  }
}

/* A law knows x to round-off, so its force to slope * 2e-16 |x| and no better: the yardstick is such that this counts as converged. */
static void note_force(const trm_Joint *joint, int c, trm_LawForce law, double x, trm_Local *out) {
  double force = fmax(fabs(law.force), 2e-7 * fabs(law.slope * x));
  double *largest = joint->kind->coordinates[c].angular ? &out->moment_scale : &out->force_scale;
  *largest = fmax(*largest, force);
}

void trm_joint_laws_pair(const trm_Model *model, const trm_Joint *joint, const trm_Pair *pair,
                         const trm_FramePair *frames, bool tangent, trm_Local *out) {
  if (has_left(joint, pair)) return;
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    int x = trm_joint_coordinate_at(joint, c);
    if (x < 0) continue;
    Acting acting;
    for (trm_LawWalk walk = trm_law_walk(&joint->laws[c]);
         next_acting(model, joint, pair, tangent ? frames : NULL, &walk, &acting);) {
      double share = walk.law->supplies ? 1 - pair->unloaded : 1;
      trm_LawForce law = walk.law->pair(walk.laws, &acting.pair);
      out->residual[x] += share * law.force;
      note_force(joint, c, law, acting.pair.x_f, out);
      if (!tangent) continue;
      out->tangent[out->n * x + x] += share * law.slope;
      if (acting.loaded) add_load_tangent(model, &acting, pair, law.by_normal, out);
    }
  }
}

void trm_joint_laws_instant(const trm_Joint *joint, const trm_Instant *now, trm_Local *out) {
  if (trm_contact_released(joint, now->x_start ? now->x_start : now->x)) return;
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    int x = trm_joint_coordinate_at(joint, c), at = joint->first_coordinate + c;
    if (x < 0) continue;
    for (trm_LawWalk walk = trm_law_walk(&joint->laws[c]); trm_law_next(&walk);) {
      if (walk.law->state_count > 0 && !now->z) continue;
      trm_LawInstant instant = {.x = now->x[at],
                                .rate = now->x_rate ? now->x_rate[at] : 0,
                                .t = now->t,
                                .inputs = now->inputs,
                                .z = walk.law->state_count > 0 ? now->z + walk.state : NULL};
      out->residual[x] += walk.law->instant(walk.laws, &instant, NULL) * (walk.law->supplies ? 1 - now->unloaded : 1);
    }
  }
}

/* After a release the coordinate stands still: what laws store there stays stored, but a contact that is gone springs back, and what was in
   its bristles is lost. */
static void terms_left(const trm_Joint *joint, const trm_Pair *pair, trm_Terms *sum) {
  for (int c = 0; c < joint->kind->coordinate_count; c++)
    for (trm_LawWalk walk = trm_law_walk(&joint->laws[c]); trm_law_next(&walk);) {
      if (!walk.law->stored || (walk.law->state_count > 0 && !pair->z_i)) continue;
      double stored = walk.law->stored(walk.laws, pair->x_f[joint->first_coordinate + c],
                                       walk.law->state_count > 0 ? pair->z_i + walk.state : NULL);
      bool lost = walk.law->load_state > 0 && pair->h != 0;
      *(lost ? &sum->dissipated : &sum->spring) += stored;
    }
}

void trm_joint_laws_terms(const trm_Model *model, const trm_Joint *joint, const trm_Pair *pair, trm_Terms *sum) {
  if (has_left(joint, pair)) {
    terms_left(joint, pair, sum);
    return;
  }
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    Acting acting;
    for (trm_LawWalk walk = trm_law_walk(&joint->laws[c]); next_acting(model, joint, pair, NULL, &walk, &acting);) {
      const trm_LawPair *p = &acting.pair;
      trm_LawStates end = {.z = {0}};
      if (walk.law->advance) walk.law->advance(walk.laws, p, &end);
      if (walk.law->stored) sum->spring += walk.law->stored(walk.laws, p->x_f, end.z);
      if (pair->h == 0) continue;
      if (walk.law->dissipated) sum->dissipated += walk.law->dissipated(walk.laws, p);
      if (walk.law->supplies) sum->load_work -= walk.law->pair(walk.laws, p).force * (p->x_f - p->x_i);
    }
  }
}

/* contacts are at rest, other laws keep their states */
static void advance_left(const trm_Joint *joint, const trm_Pair *pair, double *z_f) {
  for (int c = 0; c < joint->kind->coordinate_count; c++)
    for (trm_LawWalk walk = trm_law_walk(&joint->laws[c]); trm_law_next(&walk);)
      for (int i = 0; i < walk.law->state_count; i++)
        z_f[walk.state + i] = walk.law->load_state > 0 ? 0 : pair->z_i[walk.state + i];
}

void trm_joint_advance(const trm_Model *model, const trm_Pair *pair, int e, double *z_f) {
  const trm_Joint *joint = &pair->layout->joints[e];
  if (has_left(joint, pair)) {
    advance_left(joint, pair, z_f);
    return;
  }
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    Acting acting;
    for (trm_LawWalk walk = trm_law_walk(&joint->laws[c]); next_acting(model, joint, pair, NULL, &walk, &acting);) {
      trm_LawStates end;
      if (!walk.law->advance) continue;
      walk.law->advance(walk.laws, &acting.pair, &end);
      for (int i = 0; i < walk.law->state_count; i++) z_f[walk.state + i] = end.z[i];
    }
  }
}

void trm_joint_memory(const trm_Model *model, const trm_Pair *pair, const trm_EndRates *rates, int e, trm_Local *out) {
  const trm_Joint *joint = &pair->layout->joints[e];
  trm_FramePair frames;
  if (has_left(joint, pair)) return;
  trm_joint_frames(model, joint, pair, &frames);
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    int x = trm_joint_coordinate_at(joint, c), at = joint->first_coordinate + c;
    if (x < 0) continue;
    Acting acting;
    for (trm_LawWalk walk = trm_law_walk(&joint->laws[c]); next_acting(model, joint, pair, &frames, &walk, &acting);) {
      if (walk.law->state_count == 0) continue;
      trm_LawStates end;
      double gradient[2 + TRM_LAW_STATES];
      walk.law->advance(walk.laws, &acting.pair, &end);
      trm_LawInstant now = {
          .x = pair->x_f[at], .rate = rates->x_rate[at], .t = pair->t_i + pair->h, .z = end.z, .inputs = pair->inputs};
      double force = walk.law->instant(walk.laws, &now, gradient), by_normal = 0;
      double slope = gradient[0] + rates->slope * gradient[1];
      for (int i = 0; i < walk.law->state_count; i++) {
        slope += gradient[2 + i] * end.by_x[i];
        by_normal += gradient[2 + i] * end.by_normal[i];
      }
      out->residual[x] += force;
      note_force(joint, c, (trm_LawForce){force, slope, 0}, now.x, out);
      out->tangent[out->n * x + x] += slope;
      if (acting.loaded) add_load_tangent(model, &acting, pair, by_normal, out);
    }
  }
}
