/* Loops, their rows as a matrix, rank by pivoted QR (dense where they are few, on fronts where they are many), sets of
   dependent rows (theory.md, "Redundant constraints"). */
#include "system/redundancy.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/groups.h"
#include "element/joint.h"
#include "linalg/dense.h"
#include "linalg/sparse_pivots.h"

void trm_constraint_name(const trm_System *system, int unknown, char *text, size_t size) {
  const trm_Unknown *u = &system->unknowns[unknown];
  const trm_Joint *joint = NULL;
  for (int j = 0; j < system->model->joint_count; j++)
    if (system->numbering.joint[j] <= unknown && unknown < system->numbering.joint[j] +
                                                               system->layout->joints[j].unknown_count +
                                                               system->layout->joints[j].multiplier_count)
      joint = &system->layout->joints[j];
  if (!joint || u->kind != TRM_UNKNOWN_MULTIPLIER) {
    snprintf(text, size, "%s", u->owner);
    return;
  }
  if (u->component >= joint->row_count) {
    int c = joint->drives[u->component - joint->row_count];
    bool driven = joint->laws[c].drive || joint->laws[c].drive_rate;
    snprintf(text, size, "%s: %s of %s", joint->name, driven ? "drive" : "value", joint->kind->coordinates[c].name);
    return;
  }
  const trm_Row *row = &joint->kind->rows[joint->rows[u->component]];
  const trm_RowForm *form = trm_row_form(row);
  char words[128];
  trm_row_words(joint->kind, row, row->a == row->b && form->name_of_same ? form->name_of_same : form->name, words,
                sizeof words);
  snprintf(text, size, "%s: %s", joint->name, words);
}

/* ---- the loops: joints that remain after leaves are pruned ---- */

/* A coordinate that is coupled to others can be held twice over wherever its joint stands. */
static bool coupled(const trm_Joint *joint) {
  return joint->term_count > 0 || joint->model->combined[0] || joint->model->combined[1] || joint->model->combined[2];
}

static bool is_led(const trm_Joint *joint, int coordinate) {
  for (int d = 0; d < joint->drive_count; d++)
    if (joint->drives[d] == coordinate) return true;
  return false;
}

/* So can the two coordinates that a joint ties to each other, as a screw does. */
static bool led_twice(const trm_Joint *joint) {
  for (int r = 0; r < joint->row_count; r++) {
    const trm_Row *row = &joint->kind->rows[joint->rows[r]];
    if (trm_row_form(row)->kernel == TRM_KERNEL_RELATION && is_led(joint, row->a) && is_led(joint, row->b)) return true;
  }
  return false;
}

/* A node is a part; nodes that share a point or a triad count as one. */
static void find_parts(const trm_Layout *layout, int *group, int *degree, bool *in_loop) {
  const trm_Model *model = layout->model;
  for (int n = 0; n < model->node_count; n++) group[n] = n, degree[n] = 0;
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &layout->joints[j];
    if (layout->sharing.joints[j].point || layout->sharing.joints[j].triad)
      group[trm_group_of(group, joint->side[0].node)] = trm_group_of(group, joint->side[1].node);
  }
  for (int b = 0; b < model->beam_count; b++) /* a beam is one part: joints at its two ends can close a loop */
    for (int n = 1; n < model->beams[b].node_count; n++)
      group[trm_group_of(group, model->beams[b].nodes[n])] = trm_group_of(group, model->beams[b].nodes[0]);
  for (int j = 0; j < model->joint_count; j++) {
    in_loop[j] = true;
    for (int s = 0; s < 2; s++) degree[trm_group_of(group, layout->joints[j].side[s].node)]++;
  }
}

/* Parts and their joints: those of part n are list[first[n]] .. list[first[n + 1] - 1]. */
typedef struct Neighbours {
  int *first, *list;
  int *waiting; /* parts with one joint left */
} Neighbours;

static bool list_neighbours(const trm_Layout *layout, int *group, trm_Arena *arena, Neighbours *out) {
  const trm_Model *model = layout->model;
  out->first = TRM_ARENA_NEW(arena, int, model->node_count + 2);
  out->list = TRM_ARENA_NEW(arena, int, 2 * model->joint_count);
  out->waiting = TRM_ARENA_NEW(arena, int, model->node_count);
  if (arena->failed) return false;
  for (int j = 0; j < model->joint_count; j++)
    for (int s = 0; s < 2; s++) out->first[trm_group_of(group, layout->joints[j].side[s].node) + 2]++;
  for (int n = 1; n <= model->node_count; n++) out->first[n + 1] += out->first[n];
  for (int j = 0; j < model->joint_count; j++)
    for (int s = 0; s < 2; s++) out->list[out->first[trm_group_of(group, layout->joints[j].side[s].node) + 1]++] = j;
  return true;
}

/* Joints to a part with no other joint are no loop; without them others are none. */
static bool prune(const trm_Layout *layout, int *group, int *degree, trm_Arena *arena, bool *in_loop) {
  const trm_Model *model = layout->model;
  Neighbours parts;
  int ground = trm_group_of(group, 0), count = 0;
  if (!list_neighbours(layout, group, arena, &parts)) return false;
  for (int n = 0; n < model->node_count; n++)
    if (n != ground && degree[n] == 1) parts.waiting[count++] = n;
  while (count > 0) {
    int n = parts.waiting[--count];
    for (int k = parts.first[n]; degree[n] == 1 && k < parts.first[n + 1]; k++) {
      int j = parts.list[k], other = trm_group_of(group, layout->joints[j].side[0].node);
      if (!in_loop[j] || coupled(&layout->joints[j]) || led_twice(&layout->joints[j])) continue;
      if (other == n) other = trm_group_of(group, layout->joints[j].side[1].node);
      in_loop[j] = false;
      degree[n]--, degree[other]--;
      if (other != ground && degree[other] == 1) parts.waiting[count++] = other;
    }
  }
  return true;
}

/* ---- the matrix of the loops ---- */

/* B^T: a column for each constraint, normalised */
typedef struct Loops {
  int rows, columns;  /* constraints, kinematic unknowns */
  int *row_unknown;   /* multiplier of each constraint */
  int *column_of;     /* unknown -> column, -1 */
  int groups, *first; /* constraints of a joint stand together: first[group] .. first[group + 1] - 1 */
  int *start, *entry; /* numbers of a constraint: start[r] .. start[r + 1] - 1, their unknowns' columns */
  double *value;
  double *length; /* of each constraint before, or what it is measured by where it vanishes */
} Loops;

/* Constraints of loops: so many at most are factored as one dense matrix, whose work goes with the cube (a second for
   2000); questions of how well they are conditioned, which pivots of all of them answer, are asked of so many at most.
   */
enum { FEW = 400, MOST_JUDGED = 3000 };
/* of pivots: what is above it asks for the conditioning, not for the rank */
static const double judges = 1e-3;

/* dropped: rows that are left out, per multiplier; NULL: none */
static trm_Status collect(trm_System *system, const bool *in_loop, const double *dropped, trm_Arena *arena,
                          Loops *loops) {
  int n = system->numbering.count, entries = 0;
  loops->row_unknown = TRM_ARENA_NEW(arena, int, n);
  loops->column_of = TRM_ARENA_NEW(arena, int, n);
  loops->first = TRM_ARENA_NEW(arena, int, system->model->joint_count + 1);
  if (arena->failed) return TRM_NO_MEMORY;
  for (int i = 0; i < n; i++) loops->column_of[i] = -1;
  for (int j = 0; j < system->model->joint_count; j++) {
    const trm_Joint *joint = &system->layout->joints[j];
    for (int r = 0; in_loop[j] && r < joint->multiplier_count; r++)
      if (!dropped || dropped[joint->first_multiplier + r] == 0)
        loops->row_unknown[loops->rows++] = system->numbering.joint[j] + joint->unknown_count + r;
    if (loops->rows > loops->first[loops->groups]) loops->first[++loops->groups] = loops->rows;
  }
  const trm_Pattern *pattern = system->pattern;
  for (int r = 0; r < loops->rows; r++) /* the pattern is symmetric: the row's unknowns are those of its column */
    for (int at = pattern->start[loops->row_unknown[r]]; at < pattern->start[loops->row_unknown[r] + 1]; at++) {
      int unknown = pattern->row[at];
      if (system->unknowns[unknown].kind == TRM_UNKNOWN_MULTIPLIER) continue;
      if (loops->column_of[unknown] < 0) loops->column_of[unknown] = loops->columns++;
      entries++;
    }
  loops->start = TRM_ARENA_NEW(arena, int, loops->rows + 1);
  loops->entry = TRM_ARENA_NEW(arena, int, entries), loops->value = TRM_ARENA_NEW(arena, double, entries);
  loops->length = TRM_ARENA_NEW(arena, double, loops->rows);
  return arena->failed ? TRM_NO_MEMORY : TRM_OK;
}

/* The share of a row in a combination of unit rows: those that have less do not carry it, but for what round-off of
   combinations of badly conditioned rows leaves. */
static const double no_share = 1e-7;
/* rad, and of the model's size: how far along its motion a position is looked at; and the tolerance of the rank there.
   What opens does so by about 1e-3, what truly redundant rows leave open is of the order of 1e-6: 3e-5 is between. */
static const double little_way = 1e-3, rank_tolerance_beside = 3e-5;

/* Rows are direction cosines, levers over the model's size, curvatures times it: what is smaller than this in all its
   entries is zero but for round-off, and constrains nothing here. Of unit length it would count as much as any
   other. */
static const double vanishes = 1e-10;

/* B^T with displacements in units of the model's size, each constraint of unit length */
static void fill(const trm_System *system, const double *values, Loops *loops) {
  const trm_Pattern *pattern = system->pattern;
  int next = 0;
  for (int r = 0; r < loops->rows; r++) {
    int multiplier = loops->row_unknown[r];
    double unit = system->unknowns[multiplier].angular ? 1 : system->model->size, sum = 0;
    loops->start[r] = next;
    for (int at = pattern->start[multiplier]; at < pattern->start[multiplier + 1]; at++) {
      int unknown = pattern->row[at], c = loops->column_of[unknown];
      if (c < 0) continue;
      trm_UnknownKind kind = system->unknowns[unknown].kind;
      bool length = kind == TRM_UNKNOWN_DISPLACEMENT || kind == TRM_UNKNOWN_LENGTH;
      loops->entry[next] = c;
      loops->value[next] = values[at] * (length ? system->model->size : 1); /* column of B^T = row of B */
      sum += loops->value[next] * loops->value[next];
      next++;
    }
    bool nothing = !(sqrt(sum) > vanishes * unit);
    loops->length[r] = nothing ? unit : sqrt(sum);
    for (int k = loops->start[r]; k < next; k++) loops->value[k] = nothing ? 0 : loops->value[k] / sqrt(sum);
  }
  loops->start[loops->rows] = next;
}

/* columns x rows */
static double *dense_of(trm_Arena *work, const Loops *loops) {
  double *out = TRM_ARENA_NEW(work, double, (size_t)loops->columns *(size_t)loops->rows);
  for (int r = 0; out && r < loops->rows; r++)
    for (int k = loops->start[r]; k < loops->start[r + 1]; k++)
      out[(size_t)r * (size_t)loops->columns + (size_t)loops->entry[k]] = loops->value[k];
  return out;
}

static void add_to_set(const Loops *loops, trm_DependentSet *set, int row, double share) {
  set->rows[set->whole] = loops->row_unknown[row];
  set->weights[set->whole++] = share / loops->length[row];
}

/* The set of a dropped row: sum of y times the rows of unit length = 0, of those in `kept`, with y = 1 at the dropped
   one. */
static bool make_set(const Loops *loops, int dropped, const int *kept, int count, const double *y,
                     trm_Redundancy *out) {
  trm_DependentSet *set = &out->sets[out->set_count++];
  int length = 1;
  for (int k = 0; k < count; k++) length += y[kept[k]] != 0;
  set->rows = TRM_ARENA_NEW(&out->arena, int, length);
  set->weights = TRM_ARENA_NEW(&out->arena, double, length);
  if (out->arena.failed) return false;
  add_to_set(loops, set, dropped, 1);
  for (int k = 0; k < count; k++)
    if (fabs(y[kept[k]]) > no_share) add_to_set(loops, set, kept[k], y[kept[k]]);
  set->count = set->whole;
  for (int k = 0; k < count; k++)
    if (fabs(y[kept[k]]) <= no_share && y[kept[k]] != 0) add_to_set(loops, set, kept[k], y[kept[k]]);
  return true;
}

/* Coefficients of the dropped rows on the kept ones, from the triangular factor of the pivoted QR: solved by least
   squares on the kept columns. */
static trm_Status find_sets(const Loops *loops, const double *dense, const int *pivots, trm_Redundancy *out) {
  int kept = out->rank, dropped = loops->rows - kept;
  size_t length = (size_t)loops->columns;
  double *basis = TRM_NEW(double, length *(size_t)kept), *right = TRM_NEW(double, length *(size_t)dropped);
  double *y = TRM_NEW(double, loops->rows);
  trm_Status status = basis && right && y ? TRM_OK : TRM_NO_MEMORY;
  for (int k = 0; k < kept && status == TRM_OK; k++)
    memcpy(basis + length * (size_t)k, dense + length * (size_t)pivots[k], sizeof(double) * length);
  for (int d = 0; d < dropped && status == TRM_OK; d++)
    memcpy(right + length * (size_t)d, dense + length * (size_t)pivots[kept + d], sizeof(double) * length);
  if (status == TRM_OK && kept) status = trm_dense_least_squares(basis, loops->columns, kept, right, dropped);
  out->sets = TRM_ARENA_NEW(&out->arena, trm_DependentSet, dropped);
  for (int d = 0; d < dropped && status == TRM_OK && out->sets; d++) {
    for (int k = 0; k < kept; k++) y[pivots[k]] = -right[length * (size_t)d + (size_t)k];
    if (!make_set(loops, pivots[kept + d], pivots, kept, y, out)) break;
  }
  trm_release(basis);
  trm_release(right);
  trm_release(y);
  return out->arena.failed ? TRM_NO_MEMORY : status;
}

static trm_SparseColumns columns_of(const Loops *loops) {
  return (trm_SparseColumns){loops->columns, loops->rows,  loops->groups, loops->start,
                             loops->entry,   loops->value, loops->first};
}

/* Of each set the row that is dropped, and no more: in the workspace. */
static trm_Status name_dropped(const Loops *loops, const int *dropped, trm_Arena *work, trm_Redundancy *out) {
  out->set_count = loops->rows - out->rank;
  out->sets = TRM_ARENA_NEW(work, trm_DependentSet, out->set_count);
  int *rows = TRM_ARENA_NEW(work, int, out->set_count);
  if (work->failed) return TRM_NO_MEMORY;
  for (int d = 0; d < out->set_count; d++) {
    rows[d] = loops->row_unknown[dropped[d]];
    out->sets[d] = (trm_DependentSet){.rows = rows + d, .count = 1};
  }
  return TRM_OK;
}

static trm_Status analyse_dense(trm_Arena *work, const Loops *loops, trm_RankRule rule, trm_Redundancy *out) {
  double *dense = dense_of(work, loops);
  int *pivots = TRM_ARENA_NEW(work, int, loops->rows);
  if (work->failed) return TRM_NO_MEMORY;
  trm_RankTask task = {dense, loops->columns, loops->rows, rule.tolerance};
  trm_Status status = trm_dense_rank_within(work, &task, pivots, &out->rank);
  if (rule.rank >= 0) out->rank = rule.rank;
  if (status != TRM_OK || out->rank == loops->rows) return status;
  return rule.no_sets ? name_dropped(loops, pivots + out->rank, work, out) : find_sets(loops, dense, pivots, out);
}

/* Where rows meet in as many pairs as there are of them, as those of joints to a frame that carries everything do,
   nothing is sparse. */
static bool meets_everywhere(trm_Arena *work, const Loops *loops) {
  int *count = TRM_ARENA_NEW(work, int, loops->columns);
  double pairs = 0;
  for (int k = 0; count && k < loops->start[loops->rows]; k++) pairs += 2.0 * count[loops->entry[k]]++ + 1;
  return pairs > (double)loops->rows * loops->rows;
}

static const double equal_rows = 1e-10; /* relative, of squares of what is left of them */

/* Asked in each step where it only matters how many rows are left: nothing but what rows have in common is
   multiplied. */
static trm_Status analyse_pivots(trm_Arena *work, const Loops *loops, trm_RankRule rule, trm_Redundancy *out) {
  int *order = TRM_ARENA_NEW(work, int, loops->rows);
  if (!order) return TRM_NO_MEMORY;
  trm_SparseColumns columns = columns_of(loops);
  trm_PivotRule pivots = {rule.tolerance, equal_rows};
  trm_Status status = trm_sparse_pivots(work, &columns, &pivots, order, &out->rank);
  return status == TRM_OK && out->rank < loops->rows ? name_dropped(loops, order + out->rank, work, out) : status;
}

/* Many rows. Independent are those that come first along the tree of the joints; what the others follow from is not
   chosen for its conditioning: weights in random sets go up to a hundred (test_sparse_rank). */
static trm_Status analyse_fronts(trm_Arena *work, const Loops *loops, trm_RankRule rule, trm_Redundancy *out) {
  trm_SparseColumns columns = columns_of(loops);
  trm_SparseRank found;
  trm_Status status = rule.rank >= 0 ? trm_sparse_rank_known(work, &columns, rule.rank, &found)
                                     : trm_sparse_rank(work, &columns, rule.tolerance, &found);
  if (status != TRM_OK) return status;
  if (found.too_large) return out->skipped = true, TRM_OK;
  int count = 0, next = 0, *kept = TRM_ARENA_NEW(work, int, loops->rows),
      *dropped = TRM_ARENA_NEW(work, int, loops->rows);
  double *y = TRM_ARENA_NEW(work, double, loops->rows);
  if (work->failed) return TRM_NO_MEMORY;
  for (int r = 0; r < loops->rows; r++)
    if (found.dependent[r])
      dropped[count++] = r;
    else
      kept[next++] = r;
  out->rank = found.rank;
  if (rule.no_sets || count == 0) return name_dropped(loops, dropped, work, out);
  out->sets = TRM_ARENA_NEW(&out->arena, trm_DependentSet, count);
  for (int d = 0; d < count && out->sets; d++) {
    memset(y, 0, sizeof(double) * (size_t)loops->rows);
    trm_sparse_combination(&found, dropped[d], y);
    if (!make_set(loops, dropped[d], kept, next, y, out)) break;
  }
  return out->arena.failed ? TRM_NO_MEMORY : TRM_OK;
}

static trm_Status analyse(trm_System *system, const trm_State *state, trm_RankRule rule, Loops *loops,
                          trm_Redundancy *out) {
  trm_Arena *work = &system->rank_work;
  int n = system->numbering.count;
  double *values = TRM_ARENA_NEW(work, double, system->pattern->start[n]), *residual = TRM_ARENA_NEW(work, double, n);
  double *w = TRM_ARENA_NEW(work, double, trm_configuration_size(system->model));
  if (work->failed) return TRM_NO_MEMORY;
  trm_Instant still = trm_state_instant(state, w);
  still.dropped = NULL, still.scale = 1;
  trm_system_instant(system, &still, residual, values);
  fill(system, values, loops);
  bool few = loops->rows <= FEW || rule.tolerance > judges, counts = rule.rank < 0 && rule.no_sets;
  if (few && counts && rule.tolerance >= trm_least_sparse_pivot && !meets_everywhere(work, loops))
    return analyse_pivots(work, loops, rule, out);
  return (few ? analyse_dense : analyse_fronts)(work, loops, rule, out);
}

static trm_Status find_within(trm_System *system, const trm_State *state, trm_RankRule rule, trm_Redundancy *out) {
  const trm_Model *model = system->model;
  trm_Arena *work = &system->rank_work;
  int *group = TRM_ARENA_NEW(work, int, model->node_count), *degree = TRM_ARENA_NEW(work, int, model->node_count);
  bool *in_loop = TRM_ARENA_NEW(work, bool, model->joint_count);
  if (work->failed) return TRM_NO_MEMORY;
  find_parts(system->layout, group, degree, in_loop);
  if (!prune(system->layout, group, degree, work, in_loop)) return TRM_NO_MEMORY;
  Loops loops = {0};
  if (collect(system, in_loop, rule.enforced ? state->dropped : NULL, work, &loops) != TRM_OK) return TRM_NO_MEMORY;
  out->loop_rows = out->rank = loops.rows;
  if (loops.rows == 0) return TRM_OK;
  if (rule.tolerance > judges && loops.rows > MOST_JUDGED) return out->skipped = true, TRM_OK;
  return analyse(system, state, rule, &loops, out);
}

/* The workspace stays where it is used in each step. */
static trm_Status find_at(trm_System *system, const trm_State *state, trm_RankRule rule, trm_Redundancy *out) {
  *out = (trm_Redundancy){.rows = system->layout->multiplier_count};
  trm_arena_rewind(&system->rank_work);
  trm_Status status = find_within(system, state, rule, out);
  if (!rule.no_sets) trm_arena_free(&system->rank_work);
  return status;
}

/* The state moved a little along its velocity. False when it is at rest. */
static bool moved_along(const trm_System *system, const trm_State *state, trm_State *moved, double *nu) {
  double fastest = 0;
  memset(nu, 0, sizeof(double) * (size_t)system->numbering.count);
  trm_state_velocity(system, state->q, state->w, nu);
  for (int i = 0; i < system->numbering.count; i++) {
    bool length = system->unknowns[i].kind == TRM_UNKNOWN_DISPLACEMENT;
    fastest = fmax(fastest, fabs(nu[i]) / (length ? system->model->size : 1));
  }
  if (!(fastest > 0)) return false;
  for (int i = 0; i < system->numbering.count; i++) nu[i] *= little_way / fastest;
  trm_state_copy(moved, state);
  trm_state_move(system, moved, nu);
  for (int j = 0; j < system->model->joint_count; j++)
    trm_joint_evaluate_all(system->model, &system->layout->joints[j], moved->q, moved->x);
  return true;
}

/* In a singular position the rank is lower than beside it. A little further along the motion the true rank shows: what
   opens there does so at the first order of the displacement, what a truly redundant row leaves open is of the
   second. */
static trm_Status look_beside(trm_System *system, const trm_State *state, trm_Redundancy *out) {
  trm_State *moved;
  trm_Redundancy beside;
  double *nu = TRM_NEW(double, system->numbering.count);
  trm_Status status = nu ? trm_state_new(&moved, system) : TRM_NO_MEMORY;
  if (status != TRM_OK) return trm_release(nu), status;
  if (moved_along(system, state, moved, nu)) {
    status = find_at(system, moved, (trm_RankRule){rank_tolerance_beside, TRM_RANK_BY_TOLERANCE, true, false}, &beside);
    if (status == TRM_OK && beside.rank > out->rank) {
      trm_redundancy_free(out);
      *out = beside;
    } else {
      trm_redundancy_free(&beside);
    }
  }
  trm_state_free(moved);
  trm_release(nu);
  return status;
}

trm_Status trm_redundancy_find(trm_System *system, const trm_State *state, trm_RankRule rule, trm_Redundancy *out) {
  assert(state->layout == system->layout && rule.tolerance >= 0 && rule.rank >= TRM_RANK_BY_TOLERANCE);
  trm_Status status = find_at(system, state, rule, out);
  if (status == TRM_OK && rule.rank < 0 && !rule.only_here && out->set_count > 0)
    status = look_beside(system, state, out);
  return status;
}

void trm_redundancy_free(trm_Redundancy *redundancy) { trm_arena_free(&redundancy->arena); }

void trm_redundancy_choose(trm_System *system, trm_State *state, const trm_Redundancy *redundancy) {
  assert(state->layout == system->layout);
  for (int i = 0; i < system->layout->multiplier_count; i++) state->dropped[i] = 0;
  for (int s = 0; s < redundancy->set_count; s++) {
    int multiplier = system->multiplier_of[redundancy->sets[s].rows[0]];
    state->dropped[multiplier] = 1;
    state->lambda[multiplier] = 0;
  }
  trm_state_count_dropped(state);
}

/* ---- the choice of a run ---- */

trm_Status trm_rows_find(trm_RowChoice *rows, trm_System *system, trm_State *state) {
  trm_RankRule rule = {.tolerance = trm_rank_tolerance, .rank = TRM_RANK_BY_TOLERANCE};
  trm_redundancy_free(&rows->redundancy);
  trm_Status status = trm_redundancy_find(system, state, rule, &rows->redundancy);
  if (status != TRM_OK) return status;
  rows->rank = rows->redundancy.rank;
  trm_redundancy_choose(system, state, &rows->redundancy);
  return TRM_OK;
}

trm_Status trm_rows_choose_again(const trm_RowChoice *rows, trm_System *system, trm_State *state) {
  trm_Redundancy redundancy;
  trm_RankRule rule = {.rank = rows->rank, .only_here = true, .no_sets = true};
  trm_Status status = trm_redundancy_find(system, state, rule, &redundancy);
  if (status == TRM_OK) trm_redundancy_choose(system, state, &redundancy);
  trm_redundancy_free(&redundancy);
  return status;
}

static bool fewer(const trm_RowChoice *rows, trm_System *system, const trm_State *state, trm_RankRule rule) {
  trm_Redundancy here;
  if (rows->redundancy.loop_rows == 0 || rows->redundancy.skipped) return false;
  trm_Status status = trm_redundancy_find(system, state, rule, &here);
  bool lost = status == TRM_OK && !here.skipped && here.rank < rows->rank;
  trm_redundancy_free(&here);
  return lost;
}

bool trm_rows_lose_rank(const trm_RowChoice *rows, trm_System *system, const trm_State *state, double pivot) {
  trm_RankRule rule = {.tolerance = pivot, .rank = TRM_RANK_BY_TOLERANCE, .only_here = true, .no_sets = true};
  return fewer(rows, system, state, rule);
}

bool trm_rows_chosen_badly(const trm_RowChoice *rows, trm_System *system, const trm_State *state, double pivot) {
  trm_RankRule rule = {
      .tolerance = pivot, .rank = TRM_RANK_BY_TOLERANCE, .only_here = true, .enforced = true, .no_sets = true};
  return *state->dropped_count > 0 && fewer(rows, system, state, rule) &&
         !trm_rows_lose_rank(rows, system, state, pivot);
}
