/* What can move, what cannot, and what holds it: locked mechanisms, coordinates that are held, singular starts, more
   drives than motions. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/find.h"
#include "base/groups.h"
#include "element/joint.h"
#include "integrate/singular.h"
#include "math/vec3.h"
#include "system/dependent_text.h"
#include "system/instant.h"

/* ---- coordinates that cannot move ---- */

/* The response of an unknown to a unit force, over that of the model's mass: held but for round-off. The share of a
   constraint in holding it, of the unit force: it takes part. */
static const double held_response = 1e-9, takes_part_force = 1e-7;

static double mass_of_bodies(const trm_Model *model) {
  double mass = 0;
  for (int b = 0; b < model->body_count; b++) mass += model->bodies[b].mass;
  return mass;
}

/* what a force is over a moment that moves the model as much, or a length over an angle */
static double unit_of(const trm_Simulation *s, int unknown) {
  trm_UnknownKind kind = s->system->unknowns[unknown].kind;
  return kind == TRM_UNKNOWN_LENGTH || kind == TRM_UNKNOWN_DISPLACEMENT ? 1 : s->model->size;
}

/* Accelerations of all unknowns under forces on all of them. A value of one call. */
typedef struct Shaken {
  bool known;
  double mass; /* of all bodies, kg */
  const double *acceleration;
} Shaken;

/* Forces of sizes that have nothing to do with the model (multiples of the golden section, without what is whole of
   them; others each time): what moves under them is not held, and is not asked one by one. */
static Shaken shake(const trm_Simulation *s, trm_Snapshot *snapshot, int time) {
  static const double golden_section = 0.61803398874989485;
  double *motion = snapshot->force_work;
  for (int i = 0; i < s->system->numbering.count; i++) {
    double part = fmod(golden_section * (i + 1) * (time + 1), 1);
    bool force = s->system->unknowns[i].kind != TRM_UNKNOWN_MULTIPLIER;
    motion[i] = force ? unit_of(s, i) * (part < 0.5 ? part - 1 : part) : 0;
  }
  return (Shaken){trm_lu_solve(snapshot->lu, motion) == TRM_OK, mass_of_bodies(s->model), motion};
}

/* of the motion of what is held nothing is left but round-off, far less than this */
static bool may_be_held(const trm_Simulation *s, const Shaken *shaken, int unknown) {
  double response = fabs(shaken->acceleration[unknown]) * shaken->mass * unit_of(s, unknown);
  return !shaken->known || !(response > 1e3 * held_response);
}

/* Accelerations and constraint forces under a unit force on an unknown, [M B^T; B 0](a, y) = (e, 0): where it does not
   move, B^T y = e tells which constraints hold it. */
static bool holds(const trm_Simulation *s, trm_Snapshot *snapshot, int unknown) {
  double mass = mass_of_bodies(s->model), *y = snapshot->solution;
  memset(y, 0, sizeof(double) * (size_t)s->system->numbering.count);
  y[unknown] = 1;
  if (trm_lu_solve(snapshot->lu, y) != TRM_OK) return false;
  double unit = unit_of(s, unknown);
  return mass > 0 && fabs(y[unknown]) * mass * unit * unit < held_response;
}

/* by the model; the sum of a coupling is held by its own equation */
static bool is_driven(const trm_JointKind *kind, const trm_Laws *laws) {
  return kind->frame != TRM_FRAME_NONE && (laws->drive || laws->drive_rate);
}

/* "pin" and "rod": the joints whose constraints are in y, but for the owner of the coordinate; false: drives are among
   them, or none */
static bool list_holders(const trm_Simulation *s, const double *y, const trm_Joint *held, trm_Text *text) {
  enum { NAMED = 8 };
  const trm_Joint *names[NAMED];
  int count = 0;
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    bool takes_part = false;
    for (int r = 0; r < joint->multiplier_count; r++) {
      int row = s->system->numbering.joint[j] + joint->unknown_count + r;
      double force = *s->state->scale * fabs(y[row]) * (s->system->unknowns[row].angular ? 1 / s->model->size : 1);
      if (!(force > takes_part_force)) continue;
      if (r >= joint->row_count && is_driven(joint->kind, &joint->laws[joint->drives[r - joint->row_count]]))
        return false;
      takes_part = true;
    }
    if (takes_part && joint != held && count < NAMED) names[count++] = joint;
  }
  for (int i = 0; i < count; i++)
    trm_text_format(text, "%s\"%s\"", i == 0 ? "" : i == count - 1 ? " and " : ", ", names[i]->name);
  return count > 0;
}

/* laws act on a coordinate that is an unknown: is it held? */
static bool is_asked(const trm_Joint *joint, int c) { return joint->unknown_of[c] >= 0 && joint->laws[c].count > 0; }

static bool any_asked(const trm_Simulation *s) {
  for (int j = 0; j < s->model->joint_count; j++)
    for (int c = 0; c < s->system->layout->joints[j].kind->coordinate_count; c++)
      if (is_asked(&s->system->layout->joints[j], c)) return true;
  return false;
}

/* ---- a little beside ---- */

enum { MOST_ROWS = 300 }; /* of loops: the rank of so many is quickly found once more */
/* rad, and of the model's size: how far along a motion that is free at first the constraints are looked at; and the
   tolerance of the rank there, between what opens (of the first order) and what does not (of the second) */
static const double little_way = 1e-3, rank_beside = 3e-5;

/* by `little_way` at most; false: nothing moves */
static bool shorten(const trm_System *system, double *nu) {
  double fastest = 0;
  for (int i = 0; i < system->numbering.count; i++) {
    trm_UnknownKind kind = system->unknowns[i].kind;
    if (kind == TRM_UNKNOWN_MULTIPLIER) nu[i] = 0;
    fastest = fmax(fastest, fabs(nu[i]) / (kind == TRM_UNKNOWN_DISPLACEMENT ? system->model->size : 1));
  }
  for (int i = 0; i < system->numbering.count && fastest > 0; i++) nu[i] *= little_way / fastest;
  return fastest > 0;
}

/* A way that the constraints allow at first: that of the velocities; from rest, that under forces that have nothing to
   do with the model. */
static bool free_motion(const trm_Simulation *s, trm_Snapshot *snapshot, double *nu) {
  size_t bytes = sizeof(double) * (size_t)s->system->numbering.count;
  memset(nu, 0, bytes);
  trm_state_velocity(s->system, s->state->q, s->state->w, nu);
  if (shorten(s->system, nu)) return true;
  Shaken shaken = shake(s, snapshot, 0);
  if (!shaken.known || trm_simulation_freedom(s) <= 0) return false;
  memcpy(nu, shaken.acceleration, bytes);
  return shorten(s->system, nu);
}

/* The state a little along such a motion; NULL: there is none, or no memory. */
static trm_State *state_beside(const trm_Examined *examined, trm_Snapshot *snapshot) {
  const trm_Simulation *s = examined->simulation;
  trm_State *moved = NULL;
  double *nu = TRM_NEW(double, s->system->numbering.count);
  if (trm_examined_good(examined, nu ? TRM_OK : TRM_NO_MEMORY) && free_motion(s, snapshot, nu) &&
      trm_examined_good(examined, trm_state_new(&moved, s->system))) {
    trm_state_copy(moved, s->state);
    trm_state_move(s->system, moved, nu);
    for (int j = 0; j < s->model->joint_count; j++)
      trm_joint_evaluate_all(s->model, &s->system->layout->joints[j], moved->q, moved->x);
  }
  trm_release(nu);
  return moved;
}

static int drives_of(const trm_Simulation *s) {
  int drives = 0;
  for (int j = 0; j < s->model->joint_count; j++)
    for (int c = 0; c < s->model->joints[j].kind->coordinate_count; c++)
      drives += is_driven(s->model->joints[j].kind, &s->model->joints[j].laws[c]);
  return drives;
}

/* Is an unknown that is held here free to move beside, or moved by drives? At a dead centre it is. */
static bool moves_beside(const trm_Examined *examined, trm_Snapshot *snapshot, const trm_Joint *joint, int unknown) {
  const trm_Simulation *s = examined->simulation;
  trm_Snapshot *there = NULL;
  trm_State *beside = state_beside(examined, snapshot);
  bool moves = !beside && drives_of(s) > 0; /* it is about to be moved, nobody knows yet how */
  if (beside && trm_examined_good(examined, trm_snapshot_new(&there, s->system)) &&
      trm_examined_good(examined, trm_snapshot_factor(there, beside, NULL))) {
    trm_Text by = {0};
    moves = !holds(s, there, unknown) || !list_holders(s, there->solution, joint, &by);
    trm_examined_good(examined, by.failed ? TRM_NO_MEMORY : TRM_OK);
    trm_text_free(&by);
  }
  trm_snapshot_free(there);
  trm_state_free(beside);
  return moves;
}

/* ---- what is held ---- */

static void find_held(const trm_Examined *examined, trm_Snapshot *snapshot) {
  enum { LINES = 8 };
  const trm_Simulation *s = examined->simulation;
  int lines = 0;
  Shaken shaken = shake(s, snapshot, 0);
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    for (int c = 0; c < joint->kind->coordinate_count && lines < LINES; c++) {
      int unknown = s->system->numbering.joint[j] + joint->unknown_of[c];
      if (!is_asked(joint, c) || !may_be_held(s, &shaken, unknown) || !holds(s, snapshot, unknown)) continue;
      trm_Text by = {0};
      if (list_holders(s, snapshot->solution, joint, &by)) {
        trm_found(examined, moves_beside(examined, snapshot, joint, unknown) ? TRM_FIND_DEAD_CENTRE : TRM_FIND_HELD,
                  joint->model->place,
                  "joint \"%s\": %s cannot move in this position, whatever acts on it: it is held by %s", joint->name,
                  joint->kind->coordinates[c].name, by.data ? by.data : "");
        lines++;
      }
      trm_examined_good(examined, by.failed ? TRM_NO_MEMORY : TRM_OK);
      trm_text_free(&by);
    }
  }
}

/* ---- nothing can move ---- */

/* "a", "b" and others */
static void name_joints(const trm_Simulation *s, trm_Text *text) {
  enum { NAMED = 8 };
  int count = s->model->joint_count;
  trm_text_add(text, count > 1 ? "joints" : "joint");
  for (int j = 0; j < count && j < NAMED; j++)
    trm_text_format(text, "%s \"%s\"", j == 0 ? "" : ",", s->system->layout->joints[j].name);
  if (count > NAMED) trm_text_add(text, " and others");
}

/* rad: axes are parallel; one is meant to be so and is not, by a typing error or a tolerance */
static const double parallel = 1e-7, astray = 0.3;

/* the angle between the axes of two joints, whatever their senses */
static double between_axes(const trm_ModelJoint *a, const trm_ModelJoint *b) {
  double first[3], second[3], across[3];
  for (int n = 0; n < 3; n++) first[n] = a->side[0].triad[3 * n + 2], second[n] = b->side[0].triad[3 * n + 2]; /* e3 */
  trm_cross(across, first, second);
  return atan2(trm_norm(across), fabs(trm_dot(first, second)));
}

static bool has_axis(const trm_ModelJoint *joint) { return joint->kind->frame == TRM_FRAME_AXIS && !joint->path; }

/* The joint with an axis to which most others are parallel, how many: -1: none has two of them. */
static int common_axis(const trm_Model *model, int *most) {
  enum { LOOKED_AT = 200 }; /* each with each: the first of a large mechanism */
  int count = model->joint_count < LOOKED_AT ? model->joint_count : LOOKED_AT, common = -1;
  *most = 1;
  for (int a = 0; a < count; a++) {
    int same = 0;
    for (int b = 0; has_axis(&model->joints[a]) && b < count; b++)
      same += b != a && has_axis(&model->joints[b]) && between_axes(&model->joints[a], &model->joints[b]) < parallel;
    if (same > *most) *most = same, common = a;
  }
  return common;
}

/* "; the axis of "b3" is 5 degrees off that of "base0" and 11 others, which are parallel": what most often locks a
   plane mechanism in space. The first such joint; NULL: none. */
static const trm_ModelJoint *name_astray(const trm_Model *model, trm_Text *text) {
  int most, common = common_axis(model, &most);
  for (int j = 0; j < model->joint_count && common >= 0; j++) {
    double angle = has_axis(&model->joints[j]) ? between_axes(&model->joints[common], &model->joints[j]) : 0;
    if (!(angle > parallel && angle < astray)) continue;
    trm_text_format(text, "; the axis of \"%s\" is %.3g degrees off that of \"%s\" and %d others, which are parallel",
                    model->joints[j].name, angle * 180 / TRM_PI, model->joints[common].name, most);
    return &model->joints[j];
  }
  return NULL;
}

/* A sum of coordinates that is held, at a value that is prescribed: a gear, a coupling. */
static bool is_tie(const trm_ModelJoint *joint) { return joint->term_count > 0 && joint->laws[0].drive; }

static int coordinate_of(const trm_Model *model, const trm_JointTerm *term) {
  return model->joints[term->joint].first_coordinate + term->coordinate;
}

/* Finds a set of coordinates with as many sums of them that are held, and marks it in tied (per coordinate). Work:
   three numbers per coordinate. -1: there is none; else how many. */
static int find_tied(const trm_Model *model, int *work, bool *tied) {
  int n = model->coordinate_count, *group = work, *size = work + n, *sums = work + 2 * n;
  for (int i = 0; i < n; i++) group[i] = i, size[i] = sums[i] = 0, tied[i] = false;
  for (int j = 0; j < model->joint_count; j++)
    for (int k = 0; is_tie(&model->joints[j]) && k < model->joints[j].term_count; k++) {
      tied[coordinate_of(model, &model->joints[j].terms[k])] = true;
      trm_group_join(group, coordinate_of(model, &model->joints[j].terms[0]),
                     coordinate_of(model, &model->joints[j].terms[k]));
    }
  for (int i = 0; i < n; i++) size[trm_group_of(group, i)] += tied[i];
  for (int j = 0; j < model->joint_count; j++)
    if (is_tie(&model->joints[j])) sums[trm_group_of(group, coordinate_of(model, &model->joints[j].terms[0]))]++;
  for (int i = 0; i < n; i++) {
    if (group[i] != i || sums[i] == 0 || sums[i] < size[i]) continue;
    for (int k = 0; k < n; k++) tied[k] = tied[k] && trm_group_of(group, k) == i;
    return size[i];
  }
  return -1;
}

/* "; "mesh1", "mesh2" tie 2 coordinates to each other, and leave them no motion". The first of these; NULL: none. */
static const trm_ModelJoint *name_ties(const trm_Examined *examined, trm_Text *text) {
  const trm_Model *model = examined->model;
  const trm_ModelJoint *first = NULL;
  int n = model->coordinate_count, *work = TRM_NEW(int, 3 * n + 1);
  bool *tied = TRM_NEW(bool, n + 1);
  int count = trm_examined_good(examined, work && tied ? TRM_OK : TRM_NO_MEMORY) ? find_tied(model, work, tied) : -1;
  for (int j = 0; count > 0 && j < model->joint_count; j++) {
    const trm_ModelJoint *joint = &model->joints[j];
    if (!is_tie(joint) || !tied[coordinate_of(model, &joint->terms[0])]) continue;
    trm_text_format(text, "%s\"%s\"", first ? ", " : "; ", joint->name);
    if (!first) first = joint;
  }
  if (first)
    trm_text_format(text, " tie %d coordinate%s to each other by as many conditions, and leave no motion", count,
                    count == 1 ? "" : "s");
  trm_release(work);
  trm_release(tied);
  return first;
}

static void find_locked(const trm_Examined *examined, int freedom) {
  const trm_Simulation *s = examined->simulation;
  bool shall_move = trm_examined_end(s->model) > 0; /* a truss at rest is to give its reactions */
  if (freedom != 0 || drives_of(s) > 0 || s->model->joint_count == 0 || !shall_move) return;
  trm_Text names = {0};
  name_joints(s, &names);
  const trm_ModelJoint *blamed = name_astray(s->model, &names);
  if (!blamed) blamed = name_ties(examined, &names);
  trm_found(examined, TRM_FIND_LOCKED, blamed ? blamed->place : s->model->joints[0].place,
            "the mechanism is locked: nothing can move, by %s", names.data ? names.data : "");
  trm_examined_good(examined, names.failed ? TRM_NO_MEMORY : TRM_OK);
  trm_text_free(&names);
}

/* ---- what can move only at first ---- */

/* How many constraints that depend on others here do not a little beside, along a motion that is free at first. */
static int opens_beside(const trm_Examined *examined, trm_Snapshot *snapshot) {
  const trm_Simulation *s = examined->simulation;
  trm_State *moved = state_beside(examined, snapshot);
  trm_Redundancy beside = {0};
  trm_RankRule rule = {rank_beside, TRM_RANK_BY_TOLERANCE, true, false};
  int opens = 0;
  if (moved && trm_examined_good(examined, trm_redundancy_find(s->system, moved, rule, &beside)))
    opens = beside.rank - s->rows.redundancy.rank;
  trm_redundancy_free(&beside);
  trm_state_free(moved);
  return opens;
}

/* the first joint of a set of constraints that depend on each other */
static trm_Place place_of_set(const trm_Simulation *s, const trm_DependentSet *set) {
  for (int j = 0; j < s->model->joint_count; j++)
    if (trm_dependent_joint(s->system, set, s->model->joints[j].name)) return s->model->joints[j].place;
  return TRM_NO_PLACE;
}

/* of the first of them */
static trm_Place place_of_sets(const trm_Simulation *s) {
  const trm_Redundancy *redundancy = &s->rows.redundancy;
  return redundancy->set_count > 0 ? place_of_set(s, &redundancy->sets[0]) : TRM_NO_PLACE;
}

/* of rows of unit length: as trm_singular_here has it */
static const double nearly_dependent = 1e-4;

/* How many velocities are asked what second derivatives make of them: as many ways that end are told apart. */
enum { WAYS = 6 };

/* Along free motions of constant velocities v a set of constraints that depend on each other opens by g(v) t^2/2, a
   quadratic form: zero where they depend on each other everywhere. Where it has one sign, the motions with g = 0 are
   those with grad g = 0, and the others end at once. A workspace. */
typedef struct Forms {
  trm_Arena arena;
  trm_Redundancy here; /* sets of this position */
  int n, ways;         /* unknowns; velocities that are asked */
  double *velocities;  /* ways x n */
  double *changes;     /* of constraints */
  double *form;        /* ways x ways */
  double terms;        /* the largest sum of what its constraints open by, without signs */
} Forms;

/* Of what its constraints open by one by one; and of constraints of unit length at velocities of the size 1, of which
   a part may have but little beside others that are light: a form that is round-off. */
static const double no_form = 1e-6, still_form = 1e-11;

static double form_at(const trm_Simulation *s, trm_Snapshot *snapshot, Forms *f, const trm_DependentSet *set, int a,
                      int b) {
  double sum = 0, terms = 0;
  for (int i = 0; i < f->n; i++)
    snapshot->nu[i] = a < 0 ? 0 : f->velocities[a * f->n + i] + (b == a ? 0 : f->velocities[b * f->n + i]);
  trm_snapshot_speed_changes(snapshot, s->state, f->changes);
  for (int i = 0; i < set->whole; i++) {
    double term = set->weights[i] * f->changes[set->rows[i]] / *s->state->scale;
    sum += term, terms += fabs(term);
  }
  f->terms = fmax(f->terms, terms);
  return sum;
}

/* its matrix over the velocities */
static void find_form(const trm_Simulation *s, trm_Snapshot *snapshot, Forms *f, const trm_DependentSet *set) {
  int m = f->ways;
  f->terms = 0;
  double still = form_at(s, snapshot, f, set, -1, -1);
  for (int a = 0; a < m; a++) f->form[m * a + a] = form_at(s, snapshot, f, set, a, a) - still;
  for (int a = 0; a < m; a++)
    for (int b = 0; b < a; b++)
      f->form[m * a + b] = f->form[m * b + a] =
          0.5 * (form_at(s, snapshot, f, set, a, b) - still - f->form[m * a + a] - f->form[m * b + b]);
}

/* the largest element of the diagonal from k on */
static int next_pivot(const double *form, int m, int k) {
  int pivot = k;
  for (int i = k; i < m; i++)
    if (fabs(form[m * i + i]) > fabs(form[m * pivot + pivot])) pivot = i;
  return pivot;
}

/* Rank of a form of one sign, by symmetric elimination; 0: it has both, or is none. The form is used up. */
static int rank_of_one_sign(double *form, int m, double round_off) {
  double sign = 0;
  for (int k = 0; k < m; k++) {
    int pivot = next_pivot(form, m, k);
    double largest = 0, diagonal = form[m * pivot + pivot];
    for (int i = k; i < m; i++)
      for (int j = k; j < m; j++) largest = fmax(largest, fabs(form[m * i + j]));
    if (largest <= round_off) return k;
    /* what has one sign is largest on its diagonal */
    if (fabs(diagonal) < 0.5 * largest || diagonal * sign < 0) return 0;
    sign = diagonal;
    for (int i = 0; i < m; i++) { /* exchanges k and pivot */
      double row = form[m * k + i];
      form[m * k + i] = form[m * pivot + i], form[m * pivot + i] = row;
    }
    for (int i = 0; i < m; i++) {
      double column = form[m * i + k];
      form[m * i + k] = form[m * i + pivot], form[m * i + pivot] = column;
    }
    for (int i = k + 1; i < m; i++)
      for (int j = k + 1; j < m; j++) form[m * i + j] -= form[m * i + k] * form[m * k + j] / diagonal;
  }
  return m;
}

/* free velocities of the size 1; false: there are none */
static bool take_velocities(const trm_Simulation *s, trm_Snapshot *snapshot, Forms *f) {
  for (int a = 0; a < f->ways; a++) {
    double *v = f->velocities + (size_t)a * (size_t)f->n;
    Shaken shaken = shake(s, snapshot, a);
    if (!shaken.known) return false;
    memcpy(v, shaken.acceleration, sizeof(double) * (size_t)f->n);
    if (!shorten(s->system, v)) return false;
    for (int i = 0; i < f->n; i++) v[i] /= little_way;
  }
  return true;
}

/* of so many ways so many end */
static void tell_ways(const trm_Examined *examined, const trm_DependentSet *set, int freedom, int lost) {
  const trm_Simulation *s = examined->simulation;
  trm_Text rows = {0}, ways = {0};
  trm_dependent_text(s->system, set, &rows);
  if (lost >= freedom)
    trm_text_format(&ways, "it can move in %d way%s here and in none a little further", freedom,
                    freedom == 1 ? "" : "s");
  else
    trm_text_format(&ways, "of the %d ways in which it can move here %s%d end%s at once", freedom,
                    lost == WAYS ? "at least " : "", lost, lost == 1 ? "s" : "");
  trm_found(examined, TRM_FIND_SHAKY, place_of_set(s, set),
            "%s: constraints that depend on each other in this position do not beside it (%s); they give way at first, "
            "and then hold with forces without bound",
            ways.data ? ways.data : "", rows.data ? rows.data : "");
  trm_examined_good(examined, rows.failed || ways.failed ? TRM_NO_MEMORY : TRM_OK);
  trm_text_free(&rows);
  trm_text_free(&ways);
}

/* Tells of motions that are free at first, and which constraints end. True: there are some. */
static bool find_ends(const trm_Examined *examined, trm_Snapshot *snapshot, int freedom) {
  const trm_Simulation *s = examined->simulation;
  Forms f = {.n = s->system->numbering.count, .ways = freedom < WAYS ? freedom : WAYS};
  size_t n = (size_t)f.n, m = (size_t)f.ways;
  trm_RankRule rule = {trm_rank_tolerance, TRM_RANK_BY_TOLERANCE, true, false};
  bool found = false;
  f.velocities = TRM_ARENA_NEW(&f.arena, double, m *n), f.changes = TRM_ARENA_NEW(&f.arena, double, n);
  f.form = TRM_ARENA_NEW(&f.arena, double, m *m);
  if (trm_examined_good(examined, f.arena.failed ? TRM_NO_MEMORY : TRM_OK) &&
      trm_examined_good(examined, trm_redundancy_find(s->system, s->state, rule, &f.here)) &&
      take_velocities(s, snapshot, &f))
    for (int k = 0; k < f.here.set_count; k++) {
      find_form(s, snapshot, &f, &f.here.sets[k]);
      int lost = rank_of_one_sign(f.form, f.ways, fmax(no_form * f.terms, still_form));
      if (lost == 0) continue;
      tell_ways(examined, &f.here.sets[k], freedom, lost);
      found = true;
    }
  trm_redundancy_free(&f.here);
  trm_arena_free(&f.arena);
  return found;
}

/* freedom: in this position */
static void find_shaky(const trm_Examined *examined, trm_Snapshot *snapshot, int freedom) {
  const trm_Simulation *s = examined->simulation;
  const trm_Redundancy *redundancy = &s->rows.redundancy;
  if (redundancy->set_count == 0 || redundancy->skipped || freedom <= 0) return;
  if (redundancy->loop_rows > MOST_ROWS && !examined->dear) return;
  if (drives_of(s) == 0 && find_ends(examined, snapshot, freedom)) return;
  int opens = opens_beside(examined, snapshot);
  if (opens > 0 && freedom > opens && !s->said.doubt[0])
    trm_found(examined, TRM_FIND_SINGULAR_START, place_of_sets(s),
              "it starts in a singular position: constraints that depend on each other here do not beside, and from %d "
              "ways in which it can move here %d are left there",
              freedom, freedom - opens);
  if (opens <= 0 || freedom > opens || drives_of(s) > 0) return;
  tell_ways(examined, &redundancy->sets[0], freedom, freedom);
}

/* A singular position that the rates given lead through: the constraints that depend on each other here alone. */
static void tell_branching(const trm_Examined *examined) {
  const trm_Simulation *s = examined->simulation;
  trm_Redundancy here = {0};
  trm_RankRule rule = {nearly_dependent, TRM_RANK_BY_TOLERANCE, true, false};
  trm_Text rows = {0};
  trm_Place place = TRM_NO_PLACE;
  if (trm_examined_good(examined, trm_redundancy_find(s->system, s->state, rule, &here)) && here.set_count > 0) {
    place = place_of_set(s, &here.sets[0]);
    trm_text_add(&rows, ", where constraints depend on each other (");
    trm_dependent_text(s->system, &here.sets[0], &rows);
    trm_text_add(&rows, ")");
  }
  trm_found(examined, TRM_FIND_SINGULAR_START, place,
            "it starts in a singular position: motions branch here%s, and the rates given are those of one",
            rows.data ? rows.data : "");
  trm_examined_good(examined, rows.failed ? TRM_NO_MEMORY : TRM_OK);
  trm_text_free(&rows);
  trm_redundancy_free(&here);
}

static void find_singular_start(const trm_Examined *examined, int freedom) {
  const trm_Simulation *s = examined->simulation;
  if (s->said.doubt[0])
    trm_found(examined, TRM_FIND_STUCK, place_of_sets(s), "it cannot set off: %s", s->said.doubt);
  else if ((freedom > 0 || drives_of(s) > 0) && examined->hints && trm_singular_here(&s->rows, s->system, s->state))
    tell_branching(examined);
}

/* ---- drives ---- */

static void find_overdriven(const trm_Examined *examined) {
  const trm_Simulation *s = examined->simulation;
  for (int i = 0; i < s->rows.redundancy.set_count; i++) {
    trm_Told told = trm_dependent_told(s->system, &s->rows.redundancy, i);
    int drives = told.drives;
    trm_Place place = told.place;
    const char *driven = told.text.data ? told.text.data : "";
    if (drives > 1)
      trm_found(examined, TRM_FIND_DRIVES_AGREE, place,
                "%d drives prescribe one motion: %s. They agree at the start; unless they always do the run fails, and "
                "how they share the load is not determined: leave %s out",
                drives, driven, drives == 2 ? "one of them" : "all but one");
    else if (drives == 1)
      trm_found(examined, TRM_FIND_DRIVES_AGREE, place,
                "a drive, %s, prescribes what joints hold already: nothing can move there but as they allow", driven);
    trm_examined_good(examined, told.text.failed ? TRM_NO_MEMORY : TRM_OK);
    trm_text_free(&told.text);
  }
}

static void find_skipped(const trm_Examined *examined) {
  const trm_Redundancy *redundancy = &examined->simulation->rows.redundancy;
  if (redundancy->skipped)
    trm_found(examined, TRM_FIND_NOT_LOOKED, TRM_NO_PLACE,
              "redundant constraints were not looked for: %d constraints in loops are more than memory was allowed for",
              redundancy->loop_rows);
}

void trm_find_motion(const trm_Examined *examined) {
  const trm_Simulation *s = examined->simulation;
  int freedom = trm_simulation_freedom(s);
  find_locked(examined, freedom);
  find_singular_start(examined, freedom);
  find_overdriven(examined);
  find_skipped(examined);
  bool asked = any_asked(s), sets = s->rows.redundancy.set_count > 0 && freedom > 0;
  trm_Snapshot *snapshot = NULL;
  if (!(asked || sets) || (s->system->numbering.count > TRM_EXAMINED_UNKNOWNS && !examined->dear)) return;
  if (!trm_examined_good(examined, trm_snapshot_new(&snapshot, s->system))) return;
  if (trm_examined_good(examined, trm_snapshot_factor(snapshot, s->state, NULL))) {
    if (asked) find_held(examined, snapshot);
    find_shaky(examined, snapshot, freedom);
  }
  trm_snapshot_free(snapshot);
}
