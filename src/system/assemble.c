/* Assembly: batches of elements, scattered through precomputed positions. Nothing is allocated here. */
#include <assert.h>
#include <math.h>
#include <string.h>
#include "element/elements.h"
#include "element/joint.h"
#include "element/law.h"
#include "math/vec3.h"
#include "base/team.h"
#include "system/pieces.h"

static void scatter_residual(const trm_Scatter *scatter, int e, const trm_Local *local, double *residual) {
  const int *unknowns = scatter->unknowns + scatter->first_unknown[e];
  const double *own = local->residual;
  for (int i = 0, n = local->n; i < n; i++)
    if (unknowns[i] >= 0) residual[unknowns[i]] += own[i];
}

/* Those in rows and columns of unknowns: of a planar model's elements few have one. */
static void add_present(const int *unknowns, int n, const int *positions, const double *own, double *values) {
  enum { ROOM = 4 * TRM_LOCAL_UNKNOWNS };
  int present[ROOM], count = 0;
  for (int i = 0; i < n && n <= ROOM; i++)
    if (unknowns[i] >= 0) present[count++] = i;
  for (int a = 0; a < count; a++)
    for (int b = 0, row = n * present[a]; b < count; b++) values[positions[row + present[b]]] += own[row + present[b]];
  for (int i = 0; i < n * n && n > ROOM; i++)
    if (positions[i] >= 0) values[positions[i]] += own[i];
}

static void scatter_tangent(const trm_Scatter *scatter, int e, const trm_Local *local, double *values) {
  const int *positions = scatter->positions + scatter->first_position[e];
  const double *own = local->tangent;
  int entries = local->n * local->n;
  if (scatter->complete[e]) {
    for (int i = 0; i < entries; i++) values[positions[i]] += own[i];
    return;
  }
  add_present(scatter->unknowns + scatter->first_unknown[e], local->n, positions, own, values);
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

static int batch_size(const trm_Scatter *scatter, int first, int end) {
  return end - first < scatter->batch ? end - first : scatter->batch;
}

typedef struct Sums {
  trm_System *system;
  const trm_Pair *pair;
  double *residual, *values, *parts; /* the tangent as a matrix, or as its parts; both NULL: it is not wanted */
} Sums;

static void begin_piece(void *self, int piece) {
  const Sums *sums = self;
  trm_bundle_clear(&sums->system->bundles[sums->system->bundle_count + piece], sums->values);
}

static void evaluate_bundle(void *self, const trm_Unit *unit, int r) {
  const Sums *sums = self;
  const trm_UnitRoom *room = &sums->system->pieces->room[r];
  const trm_PlacedBundle *placed = &sums->system->bundles[unit->first];
  room->bundle->residual = (double(*)[TRM_ABREAST])(sums->system->bundle_residual + placed->first_residual);
  room->bundle->tangent = sums->parts ? (double(*)[TRM_ABREAST])(sums->parts + unit->part) : room->tangent;
  placed->kind->pair_abreast(&placed->bundle, sums->pair, sums->values || sums->parts, room->bundle);
}

static void add_bundle(void *self, const trm_Unit *unit, int r) {
  const Sums *sums = self;
  trm_bundle_add(&sums->system->bundles[unit->first], sums->system->pieces->room[r].bundle, false, sums->values);
}

static void sum_residual(void *self, int piece) {
  const Sums *sums = self;
  trm_bundles_residual(sums->system, piece, sums->residual);
}

static void evaluate_alone(void *self, const trm_Unit *unit, int r) {
  const Sums *sums = self;
  trm_Local *local = sums->system->pieces->room[r].local[unit->kind];
  trm_element_kinds[unit->kind]->pair(sums->system->model, sums->pair, unit->first, unit->count,
                                      sums->values || sums->parts, local);
}

static void add_alone(void *self, const trm_Unit *unit, int r) {
  const Sums *sums = self;
  trm_UnitRoom *room = &sums->system->pieces->room[r];
  double *parts = sums->parts ? sums->parts + unit->part : NULL;
  const trm_Scatter *scatter = &sums->system->scatter[unit->kind];
  for (int i = 0; i < unit->count; i++) {
    const trm_Local *local = &room->local[unit->kind][i];
    size_t entries = (size_t)(local->n * local->n);
    scatter_residual(scatter, unit->first + i, local, sums->residual);
    if (sums->values) scatter_tangent(scatter, unit->first + i, local, sums->values);
    if (parts) parts = (double *)memcpy(parts, local->tangent, sizeof(double) * entries) + entries;
    room->scales.force = fmax(room->scales.force, local->force_scale);
    room->scales.moment = fmax(room->scales.moment, local->moment_scale);
  }
}

static void begin_scales(trm_Pieces *pieces) {
  for (int p = 0; p < pieces->count; p++) {
    trm_UnitRoom *room = &pieces->room[p];
    room->scales = (trm_Scales){0, 0};
    memset(room->bundle->force_square, 0, sizeof room->bundle->force_square);
    memset(room->bundle->moment_square, 0, sizeof room->bundle->moment_square);
  }
}

/* lanes that are not in use hold the last element again */
static trm_Scales largest_scales(const trm_Pieces *pieces) {
  double force = 0, moment = 0;
  trm_Scales largest = {0, 0};
  for (int p = 0; p < pieces->count; p++) {
    const trm_UnitRoom *room = &pieces->room[p];
    largest.force = fmax(largest.force, room->scales.force);
    largest.moment = fmax(largest.moment, room->scales.moment);
    for (int l = 0; l < TRM_ABREAST; l++) {
      force = room->bundle->force_square[l] > force ? room->bundle->force_square[l] : force;
      moment = room->bundle->moment_square[l] > moment ? room->bundle->moment_square[l] : moment;
    }
  }
  return (trm_Scales){fmax(largest.force, sqrt(force)), fmax(largest.moment, sqrt(moment))};
}

/* Bundles, then what is not in one. */
static void sum_pair(Sums *sums, trm_Scales *scales) {
  trm_System *system = sums->system;
  trm_Pieces *pieces = system->pieces;
  assert(sums->pair->layout == system->layout);
  memset(sums->residual, 0, sizeof(double) * (size_t)system->numbering.count);
  begin_scales(pieces);
  system->look = sums->values || sums->parts ? 0 : sums->pair->look, system->looked_at = sums->pair->q_f;
  if (sums->values)
    trm_pieces_walk(system, &pieces->bundles, &(trm_Walk){begin_piece, evaluate_bundle, add_bundle, sums});
  else
    trm_pieces_visit(system, &pieces->bundles, evaluate_bundle, sums);
  trm_team_run(system->team, pieces->count, sum_residual, sums);
  trm_pieces_walk(system, &pieces->alone, &(trm_Walk){NULL, evaluate_alone, add_alone, sums});
  *scales = largest_scales(pieces);
}

void trm_system_pair(trm_System *system, const trm_Pair *pair, double *residual, double *values, trm_Scales *scales) {
  Sums sums = {system, pair, residual, values, NULL};
  sum_pair(&sums, scales);
  drop_rows(system, pair->dropped, pair->scale, pair->lambda, residual, values);
}

void trm_system_pair_parts(trm_System *system, const trm_Pair *pair, double *residual, double *parts,
                           trm_Scales *scales) {
  assert(system->pattern->parts);
  Sums sums = {system, pair, residual, NULL, parts};
  sum_pair(&sums, scales);
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

typedef struct InstantSums {
  trm_System *system;
  const trm_Instant *now;
  double *residual, *values; /* the matrix; NULL: it is not wanted */
} InstantSums;

static void begin_instant(void *self, int piece) {
  const InstantSums *sums = self;
  if (sums->values) trm_bundle_clear(&sums->system->bundles[sums->system->bundle_count + piece], sums->values);
}

static void instant_of_bundle(void *self, const trm_Unit *unit, int r) {
  const InstantSums *sums = self;
  const trm_UnitRoom *room = &sums->system->pieces->room[r];
  const trm_PlacedBundle *placed = &sums->system->bundles[unit->first];
  room->bundle->residual = (double(*)[TRM_ABREAST])(sums->system->bundle_residual + placed->first_residual);
  room->bundle->tangent = room->tangent;
  placed->kind->instant_abreast(&placed->bundle, sums->now, sums->values, room->bundle);
}

static void add_instant(void *self, const trm_Unit *unit, int r) {
  const InstantSums *sums = self;
  const trm_PlacedBundle *placed = &sums->system->bundles[unit->first];
  if (sums->values) trm_bundle_add(placed, sums->system->pieces->room[r].bundle, true, sums->values);
}

/* what is not in a bundle, of those that have something to add */
static void add_others(const InstantSums *sums, int k) {
  const trm_ElementKind *kind = trm_element_kinds[k];
  const trm_Scatter *scatter = &sums->system->scatter[k];
  trm_Coordinates x = trm_coordinates_of_instant(sums->now);
  for (int s = 0; s < scatter->alone_count; s++) {
    int e = scatter->alone[s].first, end = e + scatter->alone[s].count;
    for (int n; (e = trm_element_next(kind, sums->now->layout, e, &x)) < end; e += n) {
      n = batch_size(scatter, e, end);
      kind->instant(sums->system->model, sums->now, e, n, scatter->local);
      for (int i = 0; i < n; i++) {
        scatter_residual(scatter, e + i, &scatter->local[i], sums->residual);
        if (sums->values && !kind->only_forces) scatter_tangent(scatter, e + i, &scatter->local[i], sums->values);
      }
    }
  }
}

void trm_system_instant(trm_System *system, const trm_Instant *instant, double *residual, double *values) {
  assert(instant->layout == system->layout);
  const trm_Pieces *pieces = system->pieces;
  InstantSums sums = {system, instant, residual, values};
  memset(residual, 0, sizeof(double) * (size_t)system->numbering.count);
  trm_pieces_walk(system, &pieces->bundles, &(trm_Walk){begin_instant, instant_of_bundle, add_instant, &sums});
  for (int p = 0; p < pieces->count; p++) trm_bundles_residual(system, p, residual);
  for (int k = 0; k < trm_element_kind_count; k++) add_others(&sums, k);
  drop_rows(system, instant->dropped, instant->scale, NULL, residual, values);
  if (values && only_at_rest(system->model)) complete_masses(system, values);
}

/* residual + tangent * (accelerations, multipliers) of one element, its node rows only; motion: workspace */
static void add_node_forces(const trm_Local *local, const int *unknowns, const double *nu_dot_nodes,
                            const double *solution, double *motion, double *node_forces) {
  for (int j = 0; j < local->n; j++) {
    if (j < 6 * local->node_count)
      motion[j] = nu_dot_nodes[6 * local->nodes[j / 6] + j % 6];
    else
      motion[j] = unknowns[j] >= 0 ? solution[unknowns[j]] : 0; /* what nobody has does not move */
  }
  for (int i = 0; i < 6 * local->node_count; i++) {
    double sum = local->residual[i];
    for (int j = 0; j < local->n; j++) sum += local->tangent[local->n * i + j] * motion[j];
    node_forces[6 * local->nodes[i / 6] + i % 6] += sum;
  }
}

void trm_system_node_forces(trm_System *system, const trm_Instant *instant, const double *nu_dot_nodes,
                            const double *solution, double *node_forces) {
  memset(node_forces, 0, sizeof(double) * 6 * (size_t)system->model->node_count);
  trm_Coordinates x = trm_coordinates_of_instant(instant);
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_ElementKind *kind = trm_element_kinds[k];
    const trm_Scatter *scatter = &system->scatter[k];
    int count = kind->count(system->model);
    for (int first = 0, n; (first = trm_element_next(kind, instant->layout, first, &x)) < count; first += n) {
      n = batch_size(scatter, first, count);
      kind->instant(system->model, instant, first, n, scatter->local);
      for (int i = 0; i < n; i++)
        add_node_forces(&scatter->local[i], scatter->unknowns + scatter->first_unknown[first + i], nu_dot_nodes,
                        solution, system->room.vector, node_forces);
    }
  }
}

/* Sums of the parts of a walk; the last is that of elements that ask the program. */
typedef struct Ends {
  const trm_System *system;
  const trm_Pair *pair;
  double *x_f;
  bool works; /* nothing but works is wanted */
  trm_BundleEnd part[TRM_MOST_PIECES + 1];
  trm_Terms terms[TRM_MOST_PIECES + 1];
} Ends;

static void end_bundle(void *self, const trm_Unit *unit, int part) {
  Ends *ends = self;
  const trm_PlacedBundle *placed = &ends->system->bundles[unit->first];
  if (ends->works && placed->kind == &trm_rigid_body_element) return; /* it has none */
  placed->kind->end_abreast(&placed->bundle, ends->pair, &ends->part[part]);
}

/* before the energies, which depend on coordinates of others */
static void find_coordinates(void *self, const trm_Unit *unit, int part) {
  (void)part;
  Ends *ends = self;
  const trm_System *system = ends->system;
  if (&system->scatter[unit->kind] != system->joints) return;
  for (int e = 0; e < unit->count; e++)
    trm_joint_passive(system->model, &system->layout->joints[unit->first + e], ends->pair->q_f, ends->x_f);
}

static void add_terms(void *self, const trm_Unit *unit, int part) {
  Ends *ends = self;
  const trm_Model *model = ends->system->model;
  const trm_ElementKind *kind = trm_element_kinds[unit->kind];
  if (kind->many_terms) kind->many_terms(model, ends->pair, unit->first, unit->count, &ends->terms[part]);
  for (int e = 0; !kind->many_terms && e < unit->count; e++)
    kind->terms(model, ends->pair, unit->first + e, &ends->terms[part]);
}

static void sum_terms(trm_Terms *sum, const trm_Terms *part) {
  sum->kinetic += part->kinetic, sum->potential += part->potential;
  sum->spring += part->spring, sum->strain += part->strain;
  sum->load_work += part->load_work, sum->drive_work += part->drive_work;
  sum->dissipated += part->dissipated, sum->constraint_work += part->constraint_work;
}

/* by pieces, then these one after the other */
static double end(Ends *ends, trm_Terms *sum) {
  const trm_System *system = ends->system;
  trm_Pair with = *ends->pair;
  const trm_Pair *pair = ends->pair = &with;
  with.potentials = system->potentials;
  const trm_Pieces *pieces = system->pieces;
  bool seen = ends->x_f && pair->look != 0 && pair->look == system->look && pair->q_f == system->looked_at;
  double violation = 0;
  for (int p = 0; p <= pieces->count; p++)
    ends->part[p] = (trm_BundleEnd){.terms = &ends->terms[p], .x_f = ends->x_f, .seen = seen};
  if (ends->x_f) trm_pieces_visit(system, &pieces->alone, find_coordinates, ends);
  trm_pieces_visit(system, &pieces->bundles, end_bundle, ends);
  trm_pieces_visit(system, &pieces->alone, add_terms, ends);
  *sum = ends->terms[0];
  for (int p = 0; p <= pieces->count; p++) {
    if (p > 0) sum_terms(sum, &ends->terms[p]);
    if (ends->part[p].violation > violation) violation = ends->part[p].violation;
  }
  return violation;
}

void trm_system_terms(const trm_System *system, const trm_Pair *pair, trm_Terms *sum) {
  end(&(Ends){.system = system, .pair = pair}, sum);
}

void trm_system_works(const trm_System *system, const trm_Pair *pair, trm_Terms *sum) {
  end(&(Ends){.system = system, .pair = pair, .works = true}, sum);
}

double trm_system_end(const trm_System *system, const trm_Pair *pair, double *x_f, trm_Terms *sum) {
  return end(&(Ends){.system = system, .pair = pair, .x_f = x_f}, sum);
}

static double stop_slope(const trm_Laws *laws, double x, double t, double h) {
  double slope = 0;
  TRM_EACH_LAW(law, laws)
  if (trm_law_sets_in(law))
    slope += law->kind->pair(law->data, &(trm_LawPair){.x_i = x, .x_f = x, .t_i = t, .h = h}).slope;
  return slope;
}

bool trm_system_without_stops(const trm_System *system, double t, double h, const double *x, double *values) {
  const trm_Model *model = system->model;
  bool any = false;
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &system->layout->joints[j];
    for (int c = 0; c < joint->kind->coordinate_count; c++) {
      if (!trm_laws_set_in(&joint->laws[c]) || joint->unknown_of[c] < 0) continue;
      int unknown = system->numbering.joint[j] + joint->unknown_of[c];
      double slope = stop_slope(&joint->laws[c], x[joint->first_coordinate + c], t, h);
      values[trm_pattern_find(system->pattern, unknown, unknown)] -= slope;
      any = any || slope != 0;
    }
  }
  return any;
}
