/* Force or moment W = -s sum lambda_r g_r of the rows of a joint, g_r their gradients at the second frame, along an
   axis n of the first (theory.md, "Names in formulas"). Over a pair the multipliers are unknowns:
     d(n . W) = -s (n . g_r) dlambda_r - s lambda_r n . dg_r + (e_f x W) . dpsi/2.
   What drives a coordinate, and what a coupling exerts, is the multiplier of the drive times a number. */
#include "element/named_reaction.h"
#include <math.h>
#include "element/contact.h"
#include "element/joint.h"
#include "element/named.h"
#include "element/named_track.h"
#include "math/vec3.h"

static const trm_Row *row_of(const trm_Joint *joint, int r) { return &joint->kind->rows[joint->rows[r]]; }

static const trm_NamedReaction *reaction_of(const trm_Model *model, const trm_Named *named) {
  return &model->forces.reactions[named->reaction];
}

/* row += motion, the weighted derivatives with respect to both frames and the coordinates */
static void add_motion(const trm_Model *model, const trm_Named *named, const trm_Joint *joint, const double *q_f,
                       double motion[TRM_ROW_UNKNOWNS], double *row) {
  for (int s = 0; s < 2; s++) {
    double arm[3];
    trm_marker_arm(model, &joint->side[s], q_f, arm);
    trm_lever_gradient(arm, motion + 6 * s);
    for (int i = 0; i < 6; i++) row[named->at[s] + i] += motion[6 * s + i];
  }
  for (int c = 0; c < joint->kind->coordinate_count; c++) row[named->at_joint + c] += motion[12 + c];
}

static double rows_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                        double *row) {
  const trm_Joint *joint = &pair->layout->joints[named->joint];
  int component = reaction_of(model, named)->component, first = component < 3 ? 6 : 9;
  double wrench[3] = {0, 0, 0}, k[TRM_ROW_UNKNOWNS * TRM_ROW_UNKNOWNS] = {0}, motion[TRM_ROW_UNKNOWNS], turned[3];
  trm_FramePair frames;
  trm_joint_frames(model, joint, pair, &frames);
  const double *n = frames.m[0].e[component % 3];
  for (int r = 0; r < joint->row_count; r++) {
    double g[TRM_ROW_UNKNOWNS], lambda = pair->scale * pair->lambda[joint->first_multiplier + r];
    trm_row_gradient(row_of(joint, r), joint->parameters, &frames, g);
    trm_add_scaled(wrench, -lambda, g + first);
    if (!row) continue;
    row[named->at_joint + TRM_DEPENDENCE_ROWS + r] -= weight * pair->scale * trm_dot(n, g + first);
    trm_row_stiffness(row_of(joint, r), joint->parameters, &frames, lambda, k);
  }
  if (!row) return trm_dot(n, wrench);
  for (int i = 0; i < TRM_ROW_UNKNOWNS; i++) {
    motion[i] = 0;
    for (int b = 0; b < 3; b++) motion[i] -= weight * n[b] * k[TRM_ROW_UNKNOWNS * (first + b) + i];
  }
  trm_cross(turned, frames.f[0].e[component % 3], wrench);
  trm_add_scaled(motion + 3, 0.5 * weight, turned);
  add_motion(model, named, joint, pair->q_f, motion, row);
  return trm_dot(n, wrench);
}

/* which of the joint's drives is that of the coordinate; -1: none is, its joint is released */
static int drive_of(const trm_Joint *joint, int coordinate) {
  for (int d = 0; d < joint->drive_count; d++)
    if (joint->drives[d] == coordinate) return d;
  return -1;
}

static double drive_value(const trm_Joint *joint, int coordinate, double scale, const double *lambda) {
  int d = drive_of(joint, coordinate);
  return d < 0 ? 0 : -scale * lambda[joint->first_multiplier + joint->row_count + d];
}

static double drive_pair(const trm_Named *named, int coordinate, const trm_Pair *pair, double weight, double *row) {
  const trm_Joint *joint = &pair->layout->joints[named->joint];
  if (row && drive_of(joint, coordinate) >= 0)
    row[named->at_joint + TRM_DEPENDENCE_DRIVES + coordinate] -= weight * named->factor * pair->scale;
  return named->factor * drive_value(joint, coordinate, pair->scale, pair->lambda);
}

static const double *start_of(const trm_Pair *pair) { return pair->x_start ? pair->x_start : pair->x_i; }

/* The multipliers of a step whose velocities are then put onto the constraints lack what that takes: of order h, and
   nearly the same from one step to the next. */
static double lacking(const trm_Named *named, const trm_Pair *pair) {
  return pair->lacking ? named->factor * fabs(pair->h) * pair->lacking[named->reaction] : 0;
}

double trm_named_reaction_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                               double *row) {
  const trm_Joint *joint = &pair->layout->joints[named->joint];
  int component = reaction_of(model, named)->component;
  double value;
  if (!pair->lambda) return 0;
  if (component < TRM_REACTION_DRIVES && trm_contact_released(joint, start_of(pair))) return 0;
  if (component >= TRM_REACTION_DRIVES)
    value = drive_pair(named, component - TRM_REACTION_DRIVES, pair, weight, row);
  else
    value = (joint->track ? trm_named_track_pair : rows_pair)(model, named, pair, weight, row);
  return value + lacking(named, pair);
}

double trm_reaction_lacks(const trm_Model *model, int reaction, const trm_Pair *pair, const double *settled) {
  trm_Named named = {.reaction = reaction, .joint = model->forces.reactions[reaction].joint, .factor = 1};
  trm_Pair before = *pair, after = *pair;
  before.lacking = after.lacking = NULL, after.lambda = settled;
  return (trm_named_reaction_pair(model, &named, &after, 0, NULL) -
          trm_named_reaction_pair(model, &named, &before, 0, NULL)) /
         fabs(pair->h);
}

double trm_reaction_value(const trm_Model *model, const trm_NamedReaction *reaction, const trm_Instant *now,
                          const double *lambda) {
  const trm_Joint *joint = &now->layout->joints[reaction->joint];
  if (reaction->component >= TRM_REACTION_DRIVES)
    return drive_value(joint, reaction->component - TRM_REACTION_DRIVES, now->scale, lambda);
  trm_Wrench wrench = trm_joint_wrench(model, joint, now, lambda);
  trm_Frame frame;
  if (joint->track)
    trm_contact_section(model, joint, now->q, now->x, frame.e);
  else
    trm_marker_frame(model, &joint->side[0], now->q, &frame);
  return trm_dot(frame.e[reaction->component % 3], reaction->component < 3 ? wrench.force : wrench.moment);
}

double trm_named_reaction_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now) {
  if (now->reactions) return named->factor * now->reactions[named->reaction];
  return now->lambda ? named->factor * trm_reaction_value(model, reaction_of(model, named), now, now->lambda) : 0;
}
