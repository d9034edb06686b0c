/* Freely floating parts (joined to the ground by nothing) under the energy-decaying scheme: their momenta; the linear
   one of those that do not turn freely. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "base/groups.h"
#include "element/frame.h"
#include "element/joint_table.h"
#include "element/row_form.h"
#include "math/symmetric.h"
#include "math/vec3.h"
#include "integrate/energy_decaying/jump.h"

/* A coupling has neither sides nor a track: it joins nothing. */
static void link_parts(const trm_Model *model, const bool *parted, int *group) {
  for (int j = 0; j < model->joint_count; j++) {
    const trm_ModelJoint *joint = &model->joints[j];
    if (joint->kind->frame == TRM_FRAME_NONE || parted[j]) continue;
    trm_group_join(group, joint->side[0].node, joint->side[1].node);
    for (int e = 0; joint->track && e < joint->track->count; e++)
      trm_group_join(group, joint->side[0].node, model->mesh.elements[joint->track->elements[e].element].nodes[0]);
  }
  for (int b = 0; b < model->beam_count; b++)
    for (int n = 1; n < model->beams[b].node_count; n++)
      trm_group_join(group, model->beams[b].nodes[0], model->beams[b].nodes[n]);
  for (int s = 0; s < model->forces.spring_count; s++)
    trm_group_join(group, model->forces.springs[s].side[0].node, model->forces.springs[s].side[1].node);
}

/* Rows over absolute angular velocities leave a moment to the world, unless both shafts are in line: they hold against
   a rotation of the whole. */
static bool has_moments_of_world(const trm_JointKind *kind) {
  for (int r = 0; r < kind->row_count; r++)
    if (trm_row_form(&kind->rows[r])->kernel == TRM_KERNEL_SPEED) return true;
  return false;
}

static void mark_tied(trm_JumpSystem *jump) {
  const trm_Model *model = jump->system->model;
  for (int f = 0; f < jump->floating_count; f++) jump->floating[f].tied = false;
  for (int j = 0; j < model->joint_count; j++) {
    if (!has_moments_of_world(model->joints[j].kind)) continue;
    int part = jump->part_of[model->joints[j].side[1].node];
    if (part >= 0) jump->floating[part].tied = true;
  }
}

/* which unknowns are of which part, and which group a part is in */
static void mark_unknowns(trm_JumpSystem *jump) {
  const trm_System *system = jump->system;
  for (int i = 0; i < system->numbering.count; i++) jump->part_of_unknown[i] = -1;
  for (int node = 1; node < system->model->node_count; node++) {
    int unknowns[6];
    trm_node_unknowns(system->model, &system->numbering, node, unknowns);
    for (int i = 0; i < 6; i++)
      if (unknowns[i] >= 0 && jump->part_of[node] >= 0) {
        jump->part_of_unknown[unknowns[i]] = jump->part_of[node];
        jump->floating[jump->part_of[node]].group = jump->group_of[unknowns[i]];
      }
  }
  mark_tied(jump);
}

static void number_parts(trm_JumpSystem *jump) {
  const trm_Model *model = jump->system->model;
  int *group = jump->linked;
  jump->floating_count = 0;
  for (int n = 0; n < model->node_count; n++) group[n] = n, jump->part_of[n] = -1;
  link_parts(model, jump->parted, group);
  for (int n = 1; n < model->node_count; n++)
    if (trm_group_of(group, n) == n) jump->part_of[n] = jump->floating_count++;
  for (int n = 1; n < model->node_count; n++) jump->part_of[n] = jump->part_of[trm_group_of(group, n)];
}

void trm_jump_mark_floating(trm_JumpSystem *jump) {
  number_parts(jump);
  mark_unknowns(jump);
}

trm_Status trm_jump_find_floating(trm_JumpSystem *jump) {
  const trm_Model *model = jump->system->model;
  trm_Arena *arena = &jump->arena;
  jump->part_of = TRM_ARENA_NEW(arena, int, model->node_count);
  jump->part_of_unknown = TRM_ARENA_NEW(arena, int, jump->system->numbering.count);
  if (arena->failed) return TRM_NO_MEMORY;
  number_parts(jump);
  int most = jump->floating_count; /* a slider that is let go may become a part of its own, and so may what it leaves */
  for (int j = 0; j < model->joint_count; j++)
    most += jump->system->layout->joints[j].model->ends == TRM_ENDS_RELEASE ? model->node_count : 0;
  if (most > model->node_count) most = model->node_count;
  jump->floating = TRM_ARENA_NEW(arena, trm_Floating, most);
  jump->momenta = (double(*)[6])TRM_ARENA_NEW(arena, double, 6 * most);
  jump->gained = (double(*)[6])TRM_ARENA_NEW(arena, double, 6 * most);
  jump->unit = TRM_ARENA_NEW(arena, double, trm_configuration_size(model));
  for (int p = 0; p < model->node_count && jump->unit; p++) jump->unit[trm_point_at(p)] = 1;
  if (arena->failed) return TRM_NO_MEMORY;
  mark_unknowns(jump);
  return TRM_OK;
}

void trm_jump_momenta(const trm_JumpSystem *jump, const double *q, const double *w, double (*momenta)[6]) {
  const trm_System *system = jump->system;
  memset(momenta, 0, sizeof(double[6]) * (size_t)jump->floating_count);
  for (int k = 0; k < trm_element_kind_count; k++)
    for (int first = 0, n; (n = trm_system_momenta(system, k, first, q, w)) > 0; first += n)
      for (int e = 0; e < n; e++) {
        const trm_Local *local = &system->scatter[k].local[e];
        int part = jump->part_of[local->nodes[0]];
        for (int a = 0; part >= 0 && a < local->node_count; a++) {
          const double *own = local->residual + 6 * a;
          double moment[3];
          trm_cross(moment, q + trm_point_at(system->model->nodes[local->nodes[a]].point), own);
          trm_add_scaled(momenta[part], 1, own);
          trm_add_scaled(momenta[part] + 3, 1, moment);
          trm_add_scaled(momenta[part] + 3, 1, own + 3);
        }
      }
}

/* rigid motions of the parts: velocity of the centre, rate about it; to `field` */
static void move_parts(const trm_JumpSystem *jump, const double *q, double *field) {
  const trm_Model *model = jump->system->model;
  memset(field, 0, sizeof(double) * (size_t)trm_configuration_size(model));
  for (int node = 1; node < model->node_count; node++) {
    if (jump->part_of[node] < 0) continue;
    const trm_Floating *part = &jump->floating[jump->part_of[node]];
    int p = trm_point_at(model->nodes[node].point), d = trm_triad_at(model, model->nodes[node].triad);
    double arm[3];
    trm_subtract(arm, q + p, part->centre);
    trm_cross(field + p, part->rate, arm);
    trm_add_scaled(field + p, 1, part->velocity);
    for (int j = 0; j < 3 && model->nodes[node].triad != 0; j++)
      trm_cross(field + d + 3 * j, part->rate, q + d + 3 * j);
  }
}

/* sum (M q)_x = mass * centre */
void trm_jump_weigh(trm_JumpSystem *jump, const double *q) {
  trm_jump_momenta(jump, q, q, jump->momenta);
  for (int f = 0; f < jump->floating_count; f++) trm_copy(jump->floating[f].centre, jump->momenta[f], 3);
  trm_jump_momenta(jump, q, jump->unit, jump->momenta);
  for (int f = 0; f < jump->floating_count; f++) {
    jump->floating[f].mass = fmax(jump->momenta[f][0], DBL_MIN);
    for (int n = 0; n < 3; n++)
      jump->floating[f].centre[n] /= jump->floating[f].mass, jump->floating[f].velocity[n] = 0;
  }
  for (int a = 0; a < 3; a++) {
    for (int f = 0; f < jump->floating_count; f++)
      for (int n = 0; n < 3; n++) jump->floating[f].rate[n] = n == a;
    move_parts(jump, q, jump->field);
    trm_jump_momenta(jump, q, jump->field, jump->momenta);
    for (int f = 0; f < jump->floating_count; f++) trm_copy(jump->floating[f].inertia + 3 * a, jump->momenta[f] + 3, 3);
  }
}

/* of the largest moment of inertia of a part: about an axis with less (a rod along x) no rotation is known */
static const double no_inertia = 1e-12;

void trm_jump_rigid_motion(trm_JumpSystem *jump, const double *q, double (*momenta)[6], double *rigid) {
  for (int f = 0; f < jump->floating_count; f++) {
    trm_Floating *part = &jump->floating[f];
    double values[3], axes[3][3], about_centre[3], moved[3];
    trm_cross(moved, part->centre, momenta[f]);
    trm_subtract(about_centre, momenta[f] + 3, moved);
    trm_symmetric_eigen(part->inertia, values, axes);
    part->rate[0] = part->rate[1] = part->rate[2] = 0;
    for (int a = 0; a < 3; a++) {
      part->velocity[a] = momenta[f][a] / part->mass;
      if (!part->tied && values[a] > no_inertia * values[2])
        trm_add_scaled(part->rate, trm_dot(axes[a], about_centre) / values[a], axes[a]);
    }
  }
  move_parts(jump, q, rigid);
}
