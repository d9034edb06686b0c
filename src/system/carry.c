/* From one layout of a model to another: what both have is carried over, what only the new one has begins at 0. */
#include <assert.h>
#include <string.h>
#include "math/potential.h"
#include "system/state.h"

/* where row r of the kind (drive: coordinate r) stands among the multipliers of a joint; -1: it is not there */
static int row_of(const trm_Joint *joint, bool drive, int r) {
  int count = drive ? joint->drive_count : joint->row_count;
  const int *list = drive ? joint->drives : joint->rows;
  for (int i = 0; i < count; i++)
    if (list[i] == r) return drive ? joint->row_count + i : i;
  return -1;
}

typedef void (*Move)(void *data, int to, int from);

/* calls move for every multiplier that both joints have, by its number among those of the joint */
static void walk_multipliers(const trm_Joint *to, const trm_Joint *from, Move move, void *data) {
  for (int i = 0; i < to->multiplier_count; i++) {
    bool drive = i >= to->row_count;
    int other = row_of(from, drive, drive ? to->drives[i - to->row_count] : to->rows[i]);
    if (other >= 0) move(data, i, other);
  }
}

typedef struct Vectors {
  double *to;
  const double *from;
  int to_first, from_first;
} Vectors;

static void move_one(void *data, int to, int from) {
  const Vectors *v = data;
  v->to[v->to_first + to] = v->from[v->from_first + from];
}

/* per multiplier */
static void carry_multipliers(const trm_Layout *to, const trm_Layout *from, double *out, const double *in) {
  int stresses = to->model->mesh.stress_count;
  if (stresses) memcpy(out, in, sizeof(double) * (size_t)stresses);
  for (int j = 0; j < to->model->joint_count; j++) {
    Vectors v = {out, in, to->joints[j].first_multiplier, from->joints[j].first_multiplier};
    walk_multipliers(&to->joints[j], &from->joints[j], move_one, &v);
  }
}

static void carry_triples(const int (*to)[3], const int (*from)[3], int count, double *out, const double *in) {
  for (int p = 0; p < count; p++)
    for (int n = 0; n < 3; n++)
      if (to[p][n] >= 0 && from[p][n] >= 0) out[to[p][n]] = in[from[p][n]];
}

/* per unknown */
static void carry_unknowns(const trm_System *to, const trm_System *from, double *out, const double *in) {
  const trm_Model *model = to->model;
  const trm_Numbering *a = &to->numbering, *b = &from->numbering;
  carry_triples((const int(*)[3])a->point, (const int(*)[3])b->point, model->node_count, out, in);
  carry_triples((const int(*)[3])a->triad, (const int(*)[3])b->triad, model->node_count, out, in);
  for (int p = 0; p < model->mesh.stress_point_count; p++)
    for (int k = 0; k < model->mesh.stress_points[p].count; k++) out[a->stress[p] + k] = in[b->stress[p] + k];
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *own = &to->layout->joints[j], *other = &from->layout->joints[j];
    for (int c = 0; c < 3; c++)
      if (own->unknown_of[c] >= 0 && other->unknown_of[c] >= 0)
        out[a->joint[j] + own->unknown_of[c]] = in[b->joint[j] + other->unknown_of[c]];
    Vectors v = {out, in, a->joint[j] + own->unknown_count, b->joint[j] + other->unknown_count};
    walk_multipliers(own, other, move_one, &v);
  }
}

void trm_state_carry(const trm_System *to_system, trm_State *to, const trm_System *from_system, const trm_State *from) {
  assert(to->layout == to_system->layout && from->layout == from_system->layout);
  const trm_Model *model = to_system->model;
  if (model->forces.potential_count)
    memcpy(to_system->potentials, from_system->potentials,
           sizeof(trm_PotentialMemory) * (size_t)model->forces.potential_count);
  size_t configuration = sizeof(double) * (size_t)trm_configuration_size(model);
  *to->time = *from->time, *to->scale = *from->scale, *to->works = *from->works, *to->history = *from->history;
  memcpy(to->q, from->q, configuration), memcpy(to->w, from->w, configuration);
  if (model->coordinate_count) memcpy(to->x, from->x, sizeof(double) * (size_t)model->coordinate_count);
  if (model->on_joints.law_state_count)
    memcpy(to->z, from->z, sizeof(double) * (size_t)model->on_joints.law_state_count);
  if (model->inputs.count) memcpy(to->inputs, from->inputs, sizeof(double) * (size_t)model->inputs.count);
  size_t pasts = (size_t)model->forces.signals.past_count;
  if (pasts) memcpy(to->past, from->past, sizeof(double) * pasts);
  carry_multipliers(to_system->layout, from_system->layout, to->lambda, from->lambda);
  carry_multipliers(to_system->layout, from_system->layout, to->dropped, from->dropped);
  for (int k = 0; k < TRM_REMEMBERED; k++)
    carry_unknowns(to_system, from_system, trm_state_rates(to, k), trm_state_rates(from, k));
  carry_unknowns(to_system, from_system, to->nu, from->nu);
  carry_unknowns(to_system, from_system, to->nu_dot, from->nu_dot);
  carry_unknowns(to_system, from_system, to->a, from->a);
}
