/* Assembly: batches of elements, scattered through precomputed positions. Nothing is allocated here. */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "element/joint.h"
#include "element/law.h"
#include "math/vec3.h"
#include "system/bundles.h"

static void scatter_residual(const trm_Scatter *scatter, int e, const trm_Local *local, double *residual) {
  const int *unknowns = scatter->unknowns + scatter->first_unknown[e];
  const double *own = local->residual;
  for (int i = 0, n = local->n; i < n; i++)
    if (unknowns[i] >= 0) residual[unknowns[i]] += own[i];
}

static void scatter_tangent(const trm_Scatter *scatter, int e, const trm_Local *local, double *values) {
  const int *positions = scatter->positions + scatter->first_position[e];
  const double *own = local->tangent;
  int entries = local->n * local->n;
  if (scatter->complete[e]) {
    for (int i = 0; i < entries; i++) values[positions[i]] += own[i];
    return;
  }
  for (int i = 0; i < entries; i++)
    if (positions[i] >= 0) values[positions[i]] += own[i];
}

/* The row and the column go; the pattern is symmetric. */
void trm_system_drop_matrix(const trm_System *system, const double *dropped, double scale, double *values) {
  const trm_Pattern *pattern = system->pattern;
  for (int m = 0, unknown; (unknown = trm_system_dropped(system, dropped, &m)) >= 0;) {
    for (int at = pattern->start[unknown]; at < pattern->start[unknown + 1]; at++) {
      values[at] = 0;
      values[trm_pattern_find(pattern, unknown, pattern->row[at])] = 0;
    }
    values[trm_pattern_find(pattern, unknown, unknown)] = scale;
  }
}

/* A redundant row becomes scale * lambda = 0. */
static void drop_rows(const trm_System *system, const double *dropped, double scale, const double *lambda,
                      double *residual, double *values) {
  for (int m = 0, unknown; (unknown = trm_system_dropped(system, dropped, &m)) >= 0;)
    residual[unknown] = lambda ? scale * lambda[m - 1] : 0;
  if (values) trm_system_drop_matrix(system, dropped, scale, values);
}

static int batch_size(const trm_Scatter *scatter, int first, int count) {
  return count - first < scatter->batch ? count - first : scatter->batch;
}

static void clear(const trm_System *system, double *residual, double *values) {
  memset(residual, 0, sizeof(double) * (size_t)system->numbering.count);
  if (values) memset(values, 0, sizeof(double) * (size_t)system->pattern->start[system->pattern->n]);
}

/* parts: where those of the batch begin, NULL: the matrix is wanted as such, or not at all. Returns their end. */
static double *add_batch(trm_System *system, const trm_Pair *pair, int k, trm_Stretch batch, const trm_PairSums *sums) {
  const trm_Scatter *scatter = &system->scatter[k];
  double *parts = sums->parts;
  trm_element_kinds[k]->pair(system->model, pair, batch.first, batch.count, sums->values || parts, scatter->local);
  for (int i = 0; i < batch.count; i++) {
    const trm_Local *local = &scatter->local[i];
    scatter_residual(scatter, batch.first + i, local, sums->residual);
    if (sums->values) scatter_tangent(scatter, batch.first + i, local, sums->values);
    if (parts)
      parts =
          (double *)memcpy(parts, local->tangent, sizeof(double) * (size_t)(local->n * local->n)) + local->n * local->n;
    sums->scales->force = fmax(sums->scales->force, local->force_scale);
    sums->scales->moment = fmax(sums->scales->moment, local->moment_scale);
  }
  return parts;
}

static void sum_pair(trm_System *system, const trm_Pair *pair, trm_PairSums sums) {
  assert(pair->layout == system->layout);
  clear(system, sums.residual, NULL);
  *sums.scales = (trm_Scales){0, 0};
  trm_bundles_pair(system, pair, &sums);
  if (sums.parts) sums.parts += system->first_alone_part;
  for (int k = 0; k < trm_element_kind_count; k++)
    for (int s = 0; s < system->scatter[k].alone_count; s++) {
      trm_Stretch stretch = system->scatter[k].alone[s];
      for (int done = 0; done < stretch.count; done += system->scatter[k].batch) {
        trm_Stretch batch = {stretch.first + done, batch_size(&system->scatter[k], done, stretch.count)};
        sums.parts = add_batch(system, pair, k, batch, &sums);
      }
    }
}

void trm_system_pair(trm_System *system, const trm_Pair *pair, double *residual, double *values, trm_Scales *scales) {
  sum_pair(system, pair, (trm_PairSums){residual, values, NULL, scales});
  drop_rows(system, pair->dropped, pair->scale, pair->lambda, residual, values);
}

void trm_system_pair_parts(trm_System *system, const trm_Pair *pair, double *residual, double *parts,
                           trm_Scales *scales) {
  assert(system->pattern->parts);
  sum_pair(system, pair, (trm_PairSums){residual, NULL, parts, scales});
}

static bool only_at_rest(const trm_Model *model) {
  for (int a = 0; a < model->analyses.count; a++)
    if (model->analyses.items[a]->type != TRM_ANALYSIS_STATIC) return false;
  return model->analyses.count > 0;
}

/* In equilibria masses are no more than a measure of motions, and beams may have none: what is missing is made equal to
   the mean of what there is. */
static void complete_masses(const trm_System *system, double *values) {
  double sum[TRM_UNKNOWN_MULTIPLIER + 1] = {0}, size = system->model->size;
  int count[TRM_UNKNOWN_MULTIPLIER + 1] = {0};
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < system->numbering.count; i++) {
      trm_UnknownKind kind = system->unknowns[i].kind;
      if (kind != TRM_UNKNOWN_DISPLACEMENT && kind != TRM_UNKNOWN_ROTATION) continue;
      double *mass = &values[trm_pattern_find(system->pattern, i, i)];
      double mean = count[kind] ? sum[kind] / count[kind] : kind == TRM_UNKNOWN_ROTATION ? size * size : 1;
      if (pass == 0 && *mass > 0) sum[kind] += *mass, count[kind]++;
      if (pass == 1 && !(*mass > 0)) *mass = mean;
    }
}

void trm_system_instant(trm_System *system, const trm_Instant *instant, double *residual, double *values) {
  assert(instant->layout == system->layout);
  clear(system, residual, values);
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_ElementKind *kind = trm_element_kinds[k];
    const trm_Scatter *scatter = &system->scatter[k];
    int count = kind->count(system->model);
    for (int first = 0; first < count; first += scatter->batch) {
      int n = batch_size(scatter, first, count);
      kind->instant(system->model, instant, first, n, scatter->local);
      for (int i = 0; i < n; i++) {
        scatter_residual(scatter, first + i, &scatter->local[i], residual);
        if (values) scatter_tangent(scatter, first + i, &scatter->local[i], values);
      }
    }
  }
  drop_rows(system, instant->dropped, instant->scale, NULL, residual, values);
  if (values && only_at_rest(system->model)) complete_masses(system, values);
}

/* residual + tangent * (accelerations, multipliers) of one element, its node rows only */
static void add_node_forces(const trm_Local *local, const double *motion, double *node_forces) {
  for (int i = 0; i < 6 * local->node_count; i++) {
    double sum = local->residual[i];
    for (int j = 0; j < local->n; j++) sum += local->tangent[local->n * i + j] * motion[j];
    node_forces[6 * local->nodes[i / 6] + i % 6] += sum;
  }
}

void trm_system_node_forces(trm_System *system, const trm_Instant *instant, const double *nu_dot_nodes,
                            const double *solution, double *node_forces) {
  memset(node_forces, 0, sizeof(double) * 6 * (size_t)system->model->node_count);
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_ElementKind *kind = trm_element_kinds[k];
    int count = kind->count(system->model);
    for (int e = 0; e < count; e++) {
      trm_Local *local = system->scatter[k].local;
      double *motion = system->room.vector;
      const int *unknowns = system->scatter[k].unknowns + system->scatter[k].first_unknown[e];
      kind->instant(system->model, instant, e, 1, local);
      for (int j = 0; j < local->n; j++) {
        if (j < 6 * local->node_count)
          motion[j] = nu_dot_nodes[6 * local->nodes[j / 6] + j % 6];
        else
          motion[j] = solution[unknowns[j]];
      }
      add_node_forces(local, motion, node_forces);
    }
  }
}

static void add_terms(const trm_System *system, const trm_Pair *pair, trm_Terms *sum) {
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_ElementKind *kind = trm_element_kinds[k];
    for (int s = 0; s < system->scatter[k].alone_count; s++) {
      trm_Stretch stretch = system->scatter[k].alone[s];
      if (kind->many_terms) kind->many_terms(system->model, pair, stretch.first, stretch.count, sum);
      for (int e = 0; !kind->many_terms && e < stretch.count; e++)
        kind->terms(system->model, pair, stretch.first + e, sum);
    }
  }
}

void trm_system_terms(const trm_System *system, const trm_Pair *pair, trm_Terms *sum) {
  *sum = (trm_Terms){0};
  trm_bundles_end(system, pair, &(trm_BundleEnd){.terms = sum});
  add_terms(system, pair, sum);
}

double trm_system_end(const trm_System *system, const trm_Pair *pair, double *x_f, trm_Terms *sum) {
  const trm_Scatter *joints = system->joints;
  trm_BundleEnd end = {.terms = sum, .x_f = x_f};
  end.seen = pair->look != 0 && pair->look == system->look && pair->q_f == system->looked_at;
  *sum = (trm_Terms){0};
  for (int s = 0; s < joints->alone_count; s++)
    for (int e = 0; e < joints->alone[s].count; e++)
      trm_joint_passive(system->model, &system->layout->joints[joints->alone[s].first + e], pair->q_f, x_f);
  trm_bundles_end(system, pair, &end);
  add_terms(system, pair, sum);
  return end.violation;
}

static double stop_slope(const trm_Laws *laws, double x, double t, double h) {
  double slope = 0;
  TRM_EACH_LAW(law, laws)
  if (law->kind->bounds)
    slope += law->kind->pair(law->data, &(trm_LawPair){.x_i = x, .x_f = x, .t_i = t, .h = h}).slope;
  return slope;
}

bool trm_system_without_stops(const trm_System *system, double t, double h, const double *x, double *values) {
  const trm_Model *model = system->model;
  bool any = false;
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &system->layout->joints[j];
    for (int c = 0; c < joint->kind->coordinate_count; c++) {
      if (!trm_laws_bound(&joint->laws[c]) || joint->unknown_of[c] < 0) continue;
      int unknown = system->numbering.joint[j] + joint->unknown_of[c];
      double slope = stop_slope(&joint->laws[c], x[joint->first_coordinate + c], t, h);
      values[trm_pattern_find(system->pattern, unknown, unknown)] -= slope;
      any = any || slope != 0;
    }
  }
  return any;
}
