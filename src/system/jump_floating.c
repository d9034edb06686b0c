/* Angular momentum of freely floating parts under the energy-decaying scheme (see trm_Floating). */
#include <math.h>
#include <string.h>
#include "math/symmetric.h"
#include "math/vec3.h"
#include "system/jump.h"

static int root(int *group, int n) {
  while (group[n] != n) n = group[n] = group[group[n]];
  return n;
}

static void link_nodes(int *group, int a, int b) {
  a = root(group, a), b = root(group, b);
  group[a > b ? a : b] = a > b ? b : a; /* the ground is 0 and stays the root */
}

/* connected parts; only those with a spring inside matter, but a part without has e = 0 and costs little */
trm_Status trm_jump_find_floating(trm_JumpSystem *jump) {
  const trm_Model *model = jump->system->model;
  trm_Arena *arena = &jump->arena;
  int *group = TRM_ARENA_NEW(arena, int, model->node_count);
  jump->part_of = TRM_ARENA_NEW(arena, int, model->node_count);
  if (arena->failed) return TRM_NO_MEMORY;
  for (int n = 0; n < model->node_count; n++) group[n] = n, jump->part_of[n] = -1;
  for (int j = 0; j < model->joint_count; j++)
    link_nodes(group, model->joints[j].side[0].node, model->joints[j].side[1].node);
  for (int b = 0; b < model->beam_count; b++)
    for (int n = 1; n < model->beams[b].node_count; n++)
      link_nodes(group, model->beams[b].nodes[0], model->beams[b].nodes[n]);
  for (int s = 0; s < model->spring_count; s++)
    link_nodes(group, model->springs[s].side[0].node, model->springs[s].side[1].node);
  for (int n = 1; n < model->node_count; n++)
    if (root(group, n) == n && jump->floating_count < TRM_JUMP_PARTS) jump->part_of[n] = jump->floating_count++;
  for (int n = 1; n < model->node_count; n++) jump->part_of[n] = jump->part_of[root(group, n)];
  jump->floating = TRM_ARENA_NEW(arena, trm_Floating, jump->floating_count);
  jump->unit = TRM_ARENA_NEW(arena, double, trm_configuration_size(model));
  for (int p = 0; p < model->point_count && jump->unit; p++) jump->unit[trm_point_at(p)] = 1;
  for (int f = 0; f < jump->floating_count && jump->floating; f++)
    for (int a = 0; a < 3; a++) {
      jump->floating[f].x[a] = TRM_ARENA_NEW(arena, double, trm_configuration_size(model));
      jump->floating[f].momentum[a] = TRM_ARENA_NEW(arena, double, jump->system->numbering.count);
      jump->floating[f].projected[a] = TRM_ARENA_NEW(arena, double, jump->system->numbering.count);
    }
  return arena->failed ? TRM_NO_MEMORY : TRM_OK;
}

/* mean translation of a part and the yardstick of its angular momentum, from w_g = dq/h: the momenta of its elements */
static void translation(const trm_JumpSystem *jump, const trm_Pair *pair, int part, double mean[3], double *scale) {
  const trm_Model *model = jump->system->model;
  double mass = 0;
  mean[0] = mean[1] = mean[2] = *scale = 0;
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_ElementKind *kind = trm_element_kinds[k];
    for (int e = 0; kind->momentum && e < kind->count(model); e++) {
      double moving[TRM_LOCAL_UNKNOWNS], unit[TRM_LOCAL_UNKNOWNS];
      int nodes[TRM_LOCAL_NODES], count = kind->momentum(model, pair->q_m, pair->dq, e, nodes, moving);
      if (jump->part_of[nodes[0]] != part) continue;
      kind->momentum(model, pair->q_m, jump->unit, e, nodes, unit);
      for (int a = 0; a < count; a++) {
        mass += unit[6 * a];
        trm_add_scaled(mean, 1 / pair->h, moving + 6 * a);
        *scale += (trm_norm(moving + 6 * a) * model->size + trm_norm(moving + 6 * a + 3)) / fabs(pair->h);
      }
    }
  }
  for (int n = 0; n < 3 && mass > 0; n++) mean[n] /= mass;
}

/* X = direction x w_r on the vectors of the part */
static void cross_field(const trm_JumpSystem *jump, const trm_Pair *pair, int part, const double *direction,
                        const double mean[3], double *x) {
  const trm_Model *model = jump->system->model;
  memset(x, 0, sizeof(double) * (size_t)trm_configuration_size(model));
  for (int node = 1; node < model->node_count; node++) {
    if (jump->part_of[node] != part) continue;
    int p = trm_point_at(model->nodes[node].point), d = trm_triad_at(model, model->nodes[node].triad);
    double relative[3];
    for (int n = 0; n < 3; n++) relative[n] = pair->dq[p + n] / pair->h - mean[n];
    trm_cross(x + p, direction, relative);
    for (int j = 0; j < 3 && model->nodes[node].triad != 0; j++) {
      for (int n = 0; n < 3; n++) relative[n] = pair->dq[d + 3 * j + n] / pair->h;
      trm_cross(x + d + 3 * j, direction, relative);
    }
  }
}

static double kinematic_dot(const trm_System *system, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < system->numbering.count; i++)
    if (system->multiplier_of[i] < 0) sum += a[i] * b[i];
  return sum;
}

/* X, N^T M X and Z for the world axes; the Gram matrix X M Z tells in which directions G can act */
static trm_Status prepare_part(trm_JumpSystem *jump, const trm_Pair *pair, int part) {
  trm_System *system = jump->system;
  trm_Floating *f = &jump->floating[part];
  double mean[3], gram[9], values[3];
  int n = system->numbering.count;
  translation(jump, pair, part, mean, &f->scale);
  for (int a = 0; a < 3; a++) {
    for (int i = 0; i < 3; i++) f->directions[a][i] = a == i;
    cross_field(jump, pair, part, f->directions[a], mean, f->x[a]);
    trm_jump_momentum(system, pair->q_m, f->x[a], f->momentum[a]);
    memcpy(f->projected[a], f->momentum[a], sizeof(double) * (size_t)n);
    trm_Status status = trm_lu_solve(jump->lu, f->projected[a]);
    if (status != TRM_OK) return status;
  }
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) gram[3 * a + b] = kinematic_dot(system, f->momentum[a], f->projected[b]);
  trm_symmetric_eigen(gram, values, f->directions);
  for (int a = 0; a < 3; a++) f->active[a] = values[a] > 1e-8 * values[2] && values[2] > 0;
  return TRM_OK;
}

/* j = c (w_g - v - w_i) + theta_D x w_r as momentum, per unknown */
static void jump_momentum(trm_JumpSystem *jump, const trm_Pair *pair, double c, double *out) {
  const trm_System *system = jump->system;
  int size = trm_configuration_size(system->model);
  trm_jump_apply(system, pair->q_m, jump->y, jump->w);
  for (int i = 0; i < size; i++) jump->w[i] = c * (pair->dq[i] / pair->h - jump->w[i] - pair->w_i[i]);
  trm_jump_add_theta(jump, jump->w);
  trm_jump_momentum(system, pair->q_m, jump->w, out);
}

/* R_D,a = Z_a . N_m^T M j,   R_S,a = N_m^T M X_a . y, for the world axes */
static void residuals(trm_JumpSystem *jump, const trm_Pair *pair, double c) {
  jump_momentum(jump, pair, c, jump->right);
  for (int part = 0; part < jump->floating_count; part++) {
    trm_Floating *f = &jump->floating[part];
    for (int a = 0; a < 3; a++) {
      f->residual[0][a] = kinematic_dot(jump->system, f->projected[a], jump->right);
      f->residual[1][a] = kinematic_dot(jump->system, f->momentum[a], jump->y);
    }
  }
}

trm_Status trm_jump_prepare_floating(trm_JumpSystem *jump, const trm_Pair *pair, double alpha) {
  trm_Status status = trm_jump_factor_mean(jump, pair, alpha);
  for (int f = 0; f < jump->floating_count && status == TRM_OK; f++) status = prepare_part(jump, pair, f);
  if (status != TRM_OK)
    for (int f = 0; f < jump->floating_count; f++) memset(jump->floating[f].active, 0, sizeof jump->floating[f].active);
  else
    residuals(jump, pair, 2 / (1 + alpha));
  return status;
}

/* stage 1: -M (theta_D x w_r)/h;  stage 2: (3/h) M (theta_D x w_r) - M (theta_S x w_r) */
void trm_jump_add_floating(const trm_JumpSystem *jump, const trm_Pair *pair, double *residual) {
  const trm_System *system = jump->system;
  for (int part = 0; part < jump->floating_count; part++) {
    const trm_Floating *f = &jump->floating[part];
    for (int a = 0; a < 3; a++)
      for (int i = 0; i < system->numbering.count; i++) {
        if (system->multiplier_of[i] >= 0) continue;
        residual[jump->stage[0][i]] -= f->theta[0][a] / pair->h * f->momentum[a][i];
        residual[jump->stage[1][i]] += (3 / pair->h * f->theta[0][a] - f->theta[1][a]) * f->momentum[a][i];
      }
  }
}

void trm_jump_add_theta(const trm_JumpSystem *jump, double *w) {
  int size = trm_configuration_size(jump->system->model);
  for (int part = 0; part < jump->floating_count; part++)
    for (int a = 0; a < 3; a++)
      for (int i = 0; i < size; i++) w[i] += jump->floating[part].theta[0][a] * jump->floating[part].x[a][i];
}

/* Columns of direction t (their combination of the world axes') and rows, with X and Z frozen. */
static void border_direction(trm_JumpSystem *jump, const trm_Pair *pair, const trm_Floating *f, int t, double c,
                             double *vectors[4]) {
  const trm_System *system = jump->system;
  double *column_d = vectors[0], *column_s = vectors[1], *row_d = vectors[2], *row_s = vectors[3];
  for (int a = 0; a < 3; a++) {
    double part = f->directions[t][a];
    trm_jump_apply(system, pair->q_m, f->projected[a], jump->w);
    trm_jump_momentum(system, pair->q_m, jump->w, jump->right);
    for (int i = 0; i < system->numbering.count; i++) {
      if (system->multiplier_of[i] >= 0) continue;
      int first = jump->stage[0][i], second = jump->stage[1][i];
      column_d[first] -= part * f->momentum[a][i] / pair->h;
      column_d[second] += part * 3 / pair->h * f->momentum[a][i];
      column_s[second] -= part * f->momentum[a][i];
      row_d[first] += part * c / pair->h * jump->right[i];
      row_d[second] -= part * c * jump->right[i];
      row_s[second] += part * f->momentum[a][i];
    }
  }
}

static double along(const double direction[3], const double values[3]) { return trm_dot(direction, values); }

/* Z_t . N_m^T M X_u for two directions */
static double gram_entry(const trm_System *system, const trm_Floating *f, int t, int u) {
  double sum = 0;
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      sum += f->directions[t][a] * f->directions[u][b] * kinematic_dot(system, f->projected[a], f->momentum[b]);
  return sum;
}

void trm_jump_border(trm_JumpSystem *jump, const trm_Pair *pair, double alpha, double *columns, double *rows,
                     double *corner, double *residual) {
  size_t n = (size_t)jump->pattern->n, count = 6 * (size_t)jump->floating_count;
  memset(columns, 0, sizeof(double) * n * count);
  memset(rows, 0, sizeof(double) * n * count);
  memset(corner, 0, sizeof(double) * count * count);
  for (int part = 0; part < jump->floating_count; part++) {
    const trm_Floating *f = &jump->floating[part];
    for (int t = 0; t < 3; t++) {
      size_t d = 6 * (size_t)part + (size_t)t, s = d + 3;
      residual[d] = f->active[t] ? along(f->directions[t], f->residual[0]) : along(f->directions[t], f->theta[0]);
      residual[s] = f->active[t] ? along(f->directions[t], f->residual[1]) : along(f->directions[t], f->theta[1]);
      corner[count * d + d] = corner[count * s + s] = 1;
      if (!f->active[t]) continue;
      corner[count * s + s] = 0;
      border_direction(jump, pair, f, t, 2 / (1 + alpha),
                       (double *[4]){columns + n * d, columns + n * s, rows + n * d, rows + n * s});
      for (int u = 0; u < 3; u++) corner[count * d + 6 * (size_t)part + (size_t)u] = gram_entry(jump->system, f, t, u);
    }
  }
}

void trm_jump_correct_border(trm_JumpSystem *jump, const double *change) {
  for (int part = 0; part < jump->floating_count; part++) {
    trm_Floating *f = &jump->floating[part];
    for (int kind = 0; kind < 2; kind++)
      for (int t = 0; t < 3; t++) trm_add_scaled(f->theta[kind], change[6 * part + 3 * kind + t], f->directions[t]);
  }
}

double trm_jump_measure_floating(const trm_JumpSystem *jump) {
  double worst = 0;
  for (int part = 0; part < jump->floating_count; part++) {
    const trm_Floating *f = &jump->floating[part];
    for (int kind = 0; kind < 2; kind++)
      for (int t = 0; t < 3; t++)
        if (f->active[t] && f->scale > 0)
          worst = fmax(worst, fabs(along(f->directions[t], f->residual[kind])) / f->scale);
  }
  return worst;
}
