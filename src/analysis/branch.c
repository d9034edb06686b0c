/* In a singular position the rows of B are dependent, mu^T B = 0, though beside it they are not. The motions that meet
   there have velocities v with
     B v + C_t = 0   and   g(v) = mu^T d(B v + C_t)/dt = 0 at constant v,
   for along a motion B a = -d(B v + C_t)/dt must have a solution a. g is a quadratic form on the v with B v = 0, and
   zero for rows that are redundant in every position: that tells the two apart. Velocities that are not given are those
   of least kinetic energy on a branch: v_0, found without regard to g, is projected onto the planes tangent to g = 0
   until they hold it. Different starts find different branches. */
#include "analysis/branch.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/findings.h"
#include "base/numbers.h"
#include "linalg/dense.h"
#include "math/symmetric.h"
#include "math/vec3.h"
#include "system/redundancy.h"

/* ---- velocities as given ---- */

/* largest difference between given velocities and those found, relative to the largest given; the unknown that has
   it */
static double mismatch(const trm_GivenRates *rates, bool homogeneous, int *worst) {
  double largest = 0, size = 0;
  const double *nu = rates->snapshot->nu;
  int n = rates->snapshot->system->numbering.count;
  for (int i = 0; i < n; i++) {
    double value = homogeneous ? 0 : rates->value[i], extent = rates->snapshot->system->extent[i];
    if (rates->snapshot->system->multiplier_of[i] >= 0) continue;
    size = fmax(size, fabs(nu[i]) / extent);
    if (!rates->given[i]) continue;
    size = fmax(size, fabs(value) / extent);
    if (fabs(nu[i] - value) > largest * extent) largest = fabs(nu[i] - value) / extent, *worst = i;
  }
  return size > 0 ? largest / size : 0;
}

enum { VELOCITY_ITERATIONS = 6 };
/* of the rates: what is met so well is met to round-off */
static const double met = 1e-13;

trm_Status trm_given_rates_meet(const trm_GivenRates *rates, bool homogeneous, double *off, int *worst) {
  trm_Snapshot *s = rates->snapshot;
  const trm_Model *model = s->system->model;
  int n = s->system->numbering.count;
  double *aim = rates->aim, *still = s->x_acceleration; /* a workspace here: rates of coordinates, all zero */
  if (model->coordinate_count) memset(still, 0, sizeof(double) * (size_t)model->coordinate_count);
  for (int i = 0; i < n; i++)
    aim[i] = s->system->multiplier_of[i] >= 0 ? 0 : !rates->given[i] ? s->nu[i] : homogeneous ? 0 : rates->value[i];
  for (int iteration = 0; iteration < VELOCITY_ITERATIONS; iteration++) {
    memcpy(s->nu, aim, sizeof(double) * (size_t)n);
    trm_Status status = trm_snapshot_project(s, rates->state, homogeneous ? still : rates->targets);
    if (status != TRM_OK) return status;
    *off = mismatch(rates, homogeneous, worst);
    if (*off < met) break;
    for (int i = 0; i < n; i++)
      if (rates->given[i]) aim[i] += (homogeneous ? 0 : rates->value[i]) - s->nu[i];
  }
  return TRM_OK;
}

/* ---- the search ---- */

enum { STARTS = 30, ITERATIONS = 80, NAMED = 6 };

typedef struct Search {
  trm_Arena arena;
  const trm_GivenRates *rates;
  trm_System *system;
  trm_State *state, *moved; /* of the model: its own, and a workspace */
  trm_Snapshot *snapshot;
  trm_Redundancy here; /* constraints that depend on each other in this position */
  int n, given_n;      /* unknowns of the model, and of the system with given rates */
  int *in_given;       /* unknown of the model -> of that system */
  int count, *forms;   /* independent forms g: numbers of dependent sets */
  bool *
      one_sided; /* per form: it never changes its sign, so that g = 0 is one plane (or point), not several that meet */
  double *values[2], *changes;
  double *constant;  /* g at rest, per set: drives that accelerate */
  double *g;         /* of all sets at a velocity */
  double *gradient;  /* count x n: rows of d(g)/dv / 2 */
  double *push;      /* count x given_n: what they turn least energy into */
  double *least, *v; /* v_0 and the iterate, in the order of the system with given rates */
  double speed;      /* yardstick of velocities: the size of v_0, or what accelerating drives make of a rest */
  double *found;     /* the first branch */
  double *matrix, *right, *chosen, *sign_room;
  double reference; /* square of a form's gradient at velocities by chance, for comparison */
  int *pivots;
  unsigned state_of_chance;
} Search;

static double chance(Search *s) {
  s->state_of_chance = s->state_of_chance * 1664525u + 1013904223u;
  return (double)(s->state_of_chance >> 8) / 8388608.0 - 1;
}

static bool length_kind(trm_UnknownKind kind) { return kind == TRM_UNKNOWN_DISPLACEMENT || kind == TRM_UNKNOWN_LENGTH; }

/* largest velocity of an unknown, lengths in units of the model's size */
static double size_of(const trm_System *system, const double *nu) {
  double largest = 0;
  for (int i = 0; i < system->numbering.count; i++)
    if (system->multiplier_of[i] < 0)
      largest = fmax(largest, fabs(nu[i]) / (length_kind(system->unknowns[i].kind) ? system->model->size : 1));
  return largest;
}

/* unknowns of the model are among those of the system with given rates, in which more coordinates are unknowns */
static void map_unknowns(Search *s) {
  const trm_System *given = s->rates->snapshot->system;
  const trm_Model *model = s->system->model;
  const trm_Numbering *from = &s->system->numbering, *to = &given->numbering;
  for (int i = 0; i < s->n; i++) s->in_given[i] = -1;
  for (int p = 0; p < model->node_count; p++)
    for (int k = 0; k < 3; k++)
      if (from->point[p][k] >= 0) s->in_given[from->point[p][k]] = to->point[p][k];
  for (int t = 0; t < model->node_count; t++)
    for (int k = 0; k < 3; k++)
      if (from->triad[t][k] >= 0) s->in_given[from->triad[t][k]] = to->triad[t][k];
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < s->system->layout->joints[j].kind->coordinate_count; c++)
      if (s->system->layout->joints[j].unknown_of[c] >= 0)
        s->in_given[from->joint[j] + s->system->layout->joints[j].unknown_of[c]] =
            to->joint[j] + given->layout->joints[j].unknown_of[c];
}

/* snapshot->nu of the model from velocities of the system with given rates */
static void take_over(Search *s, const double *v, double factor) {
  for (int i = 0; i < s->n; i++) s->snapshot->nu[i] = s->in_given[i] < 0 ? 0 : factor * v[s->in_given[i]];
}

/* g of every set at snapshot->nu */
static void forms_at(Search *s, double *g) {
  trm_snapshot_speed_changes(s->snapshot, s->state, s->changes);
  for (int k = 0; k < s->here.set_count; k++) {
    const trm_DependentSet *set = &s->here.sets[k];
    g[k] = 0;
    for (int i = 0; i < set->whole; i++) g[k] += set->weights[i] * s->changes[set->rows[i]] / *s->state->scale;
  }
}

/* a velocity by chance with B v = 0 (given: also 0 where the model gives one), in snapshot->nu of its system */
static trm_Status by_chance(Search *s, bool given) {
  trm_Snapshot *snapshot = given ? s->rates->snapshot : s->snapshot;
  const trm_System *system = snapshot->system;
  double off;
  int worst;
  for (int i = 0; i < system->numbering.count; i++)
    snapshot->nu[i] = system->multiplier_of[i] >= 0
                          ? 0
                          : chance(s) * (length_kind(system->unknowns[i].kind) ? system->model->size : 1);
  if (given) return trm_given_rates_meet(s->rates, true, &off, &worst);
  if (system->model->coordinate_count)
    memset(snapshot->x_acceleration, 0, sizeof(double) * (size_t)system->model->coordinate_count);
  return trm_snapshot_project(snapshot, s->state, snapshot->x_acceleration);
}

/* of forms at velocities of the size 1: rows that are redundant everywhere give round-off */
static const double no_form = 1e-6;
/* of velocities by chance of the size 1: what the constraints leave of them where nothing can move is round-off */
static const double no_motion = 1e-9;

enum { GLANCES = 3 };

/* g - g(0) of every set at a velocity by chance of the size 1, in s->g; *moves: there is one */
static trm_Status probe(Search *s, bool *moves) {
  trm_Status status = by_chance(s, false);
  if (status != TRM_OK) return status;
  double size = size_of(s->system, s->snapshot->nu);
  *moves = size > no_motion;
  if (!*moves) return TRM_OK;
  for (int i = 0; i < s->n; i++) s->snapshot->nu[i] /= size;
  forms_at(s, s->g);
  for (int k = 0; k < s->here.set_count; k++) {
    s->g[k] -= s->constant[k];
    if (fabs(s->g[k]) <= no_form) s->g[k] = 0;
  }
  return TRM_OK;
}

/* A first look, by a few velocities: has any set a form at all? Most often not, and large mechanisms have many sets. */
static trm_Status glance(Search *s, bool *any) {
  *any = false;
  memset(s->snapshot->nu, 0, sizeof(double) * (size_t)s->n);
  forms_at(s, s->constant);
  for (int p = 0; p < GLANCES && !*any; p++) {
    bool moves;
    trm_Status status = probe(s, &moves);
    if (status != TRM_OK || !moves) return status;
    for (int k = 0; k < s->here.set_count; k++) *any = *any || s->g[k] != 0;
  }
  return TRM_OK;
}

/* Picks the sets whose forms are independent of each other, by their values at velocities by chance. None: the position
   is not singular. */
static trm_Status find_forms(Search *s) {
  bool any;
  trm_Status status = glance(s, &any);
  if (status != TRM_OK || !any) return status;
  int sets = s->here.set_count, probes = sets + 2;
  double *values = TRM_ARENA_NEW(&s->arena, double, (size_t)sets *(size_t)probes);
  if (!values) return TRM_NO_MEMORY;
  for (int p = 0; p < probes; p++) {
    bool moves;
    status = probe(s, &moves);
    if (status != TRM_OK || !moves) return status;
    for (int k = 0; k < sets; k++) values[(size_t)k * (size_t)probes + (size_t)p] = s->g[k];
  }
  return trm_dense_rank(values, probes, sets, no_form, s->forms, &s->count);
}

enum { SUBSPACES = 4 };

/* signs that the forms take on three velocities by chance and all between them, by the eigenvalues there */
static trm_Status look_at_signs(Search *s, bool *rises, bool *falls) {
  size_t n = (size_t)s->n, sets = (size_t)s->here.set_count;
  double *base = s->sign_room, *values = base + 3 * n;
  for (int i = 0; i < 3; i++) {
    trm_Status status = by_chance(s, false);
    if (status != TRM_OK) return status;
    double size = size_of(s->system, s->snapshot->nu);
    for (size_t k = 0; k < n; k++) base[(size_t)i * n + k] = s->snapshot->nu[k] / size;
  }
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++) { /* q(u_i + u_j) or q(u_i) */
      for (size_t k = 0; k < n; k++)
        s->snapshot->nu[k] = base[(size_t)i * n + k] + (j > i ? base[(size_t)j * n + k] : 0);
      forms_at(s, values + (size_t)(3 * i + j) * sets);
    }
  for (int f = 0; f < s->count; f++) {
    double form[9], eigenvalues[3], q[9];
    for (int i = 0; i < 3; i++)
      for (int j = i; j < 3; j++)
        q[3 * i + j] = values[(size_t)(3 * i + j) * sets + (size_t)s->forms[f]] - s->constant[s->forms[f]];
    for (int i = 0; i < 3; i++)
      for (int j = i; j < 3; j++)
        form[3 * i + j] = form[3 * j + i] = j == i ? q[3 * i + i] : 0.5 * (q[3 * i + j] - q[3 * i + i] - q[3 * j + j]);
    trm_symmetric_eigen(form, eigenvalues, NULL);
    rises[f] = rises[f] || eigenvalues[2] > no_form;
    falls[f] = falls[f] || eigenvalues[0] < -no_form;
  }
  return TRM_OK;
}

static trm_Status find_one_sided(Search *s) {
  size_t n = (size_t)s->n, sets = (size_t)s->here.set_count;
  bool *rises = TRM_ARENA_NEW(&s->arena, bool, sets), *falls = TRM_ARENA_NEW(&s->arena, bool, sets);
  s->sign_room = TRM_ARENA_NEW(&s->arena, double, 3 * n + 9 * sets);
  s->one_sided = TRM_ARENA_NEW(&s->arena, bool, sets);
  if (s->arena.failed) return TRM_NO_MEMORY;
  for (int subspace = 0; subspace < SUBSPACES; subspace++) {
    trm_Status status = look_at_signs(s, rises, falls);
    if (status != TRM_OK) return status;
  }
  for (int f = 0; f < s->count; f++) s->one_sided[f] = !(rises[f] && falls[f]);
  return TRM_OK;
}

/* B^T at the state moved by `way` times velocities of the model */
static void constraints_beside(Search *s, double way, double *values) {
  const trm_Model *model = s->system->model;
  trm_State *moved = s->moved;
  trm_state_copy(moved, s->state);
  for (int i = 0; i < s->n; i++) s->changes[i] = way * s->snapshot->nu[i];
  trm_state_move(s->system, moved, s->changes);
  for (int j = 0; j < model->joint_count; j++)
    trm_joint_evaluate_all(model, &s->system->layout->joints[j], moved->q, moved->x);
  memset(moved->w, 0, sizeof(double) * (size_t)trm_configuration_size(model));
  trm_Instant still = trm_state_instant(s->state, moved->w);
  still.dropped = NULL, still.q = moved->q, still.x = moved->x, still.scale = 1;
  trm_system_instant(s->system, &still, s->changes, values);
}

/* Of the model's size, and rad: steps of central differences of B. Their error is of the order of the square, 1e-8,
   which the choices below are well above; round-off is 1e-16/1e-4. */
static const double difference_step = 1e-4;

/* mu^T dB/dt at snapshot->nu, in the columns of the model's unknowns: half the gradient of g there */
static void gradients(Search *s) {
  const trm_Pattern *pattern = s->system->pattern;
  double size = size_of(s->system, s->snapshot->nu), way = size > 0 ? difference_step / size : 0;
  memset(s->gradient, 0, sizeof(double) * (size_t)s->count * (size_t)s->n);
  if (way == 0) return;
  constraints_beside(s, way, s->values[0]);
  constraints_beside(s, -way, s->values[1]);
  for (int k = 0; k < s->count; k++) {
    const trm_DependentSet *set = &s->here.sets[s->forms[k]];
    double *row = s->gradient + (size_t)k * (size_t)s->n;
    for (int i = 0; i < set->whole; i++)
      for (int at = pattern->start[set->rows[i]]; at < pattern->start[set->rows[i] + 1]; at++)
        if (s->system->multiplier_of[pattern->row[at]] < 0)
          row[pattern->row[at]] += set->weights[i] * (s->values[0][at] - s->values[1][at]) / (2 * way);
  }
}

static double along(const Search *s, int k, const double *v) {
  double sum = 0;
  for (int i = 0; i < s->n; i++)
    if (s->in_given[i] >= 0) sum += 2 * s->gradient[(size_t)k * (size_t)s->n + (size_t)i] * v[s->in_given[i]];
  return sum;
}

/* velocities that change g_k and nothing that is given, with the least energy */
static trm_Status find_pushes(Search *s) {
  double *nu = s->rates->snapshot->nu, off;
  int worst;
  for (int k = 0; k < s->count; k++) {
    memset(nu, 0, sizeof(double) * (size_t)s->given_n);
    for (int i = 0; i < s->n; i++)
      if (s->in_given[i] >= 0) nu[s->in_given[i]] = 2 * s->gradient[(size_t)k * (size_t)s->n + (size_t)i];
    trm_Status status = trm_lu_solve(s->rates->snapshot->lu, nu);
    if (status == TRM_OK) status = trm_given_rates_meet(s->rates, true, &off, &worst);
    if (status != TRM_OK) return status;
    memcpy(s->push + (size_t)k * (size_t)s->given_n, nu, sizeof(double) * (size_t)s->given_n);
  }
  return TRM_OK;
}

/* Squares of gradients, of the strongest by chance: what is given leaves forms that are weaker no choice; pivots of the
   matrix of their products, of the first: smaller ones are round-off. */
static const double no_choice = 1e-12, form_rank = 1e-9;
/* Of a velocity: iterations stand still; a change that falls no more is round-off if it is below the second; squares of
   it: forms are zero, a branch is met. */
static const double settled_change = 1e-15, falling_change = 1e-10, met_form = 1e-9;
/* Where the gradients of the forms are independent: pivots of products that were found by differences, of the first;
   squares of the gradients, of the strongest by chance. */
static const double regular_rank = 1e-7, regular_strength = 1e-8;

/* Solves matrix c = right on as many rows as are independent; c of the others is 0. */
static trm_Status solve_independent(Search *s) {
  int m = s->count, rank = 0;
  double strongest = 0, size = size_of(s->rates->snapshot->system, s->v);
  for (int k = 0; k < m; k++) strongest = fmax(strongest, s->matrix[k * m + k]);
  bool settled = !(strongest > no_choice * s->reference * size * size); /* what is given leaves the forms no choice */
  trm_Status status = settled ? TRM_OK : trm_dense_rank(s->matrix, m, m, form_rank, s->pivots, &rank);
  if (status != TRM_OK || rank == 0) return memset(s->right, 0, sizeof(double) * (size_t)m), status;
  double *b = s->chosen + (size_t)m * (size_t)m;
  for (int i = 0; i < rank; i++) {
    b[i] = s->right[s->pivots[i]];
    for (int j = 0; j < rank; j++) s->chosen[j * rank + i] = s->matrix[s->pivots[j] * m + s->pivots[i]];
  }
  status = trm_dense_least_squares(s->chosen, rank, rank, b, 1);
  memset(s->right, 0, sizeof(double) * (size_t)m);
  for (int i = 0; i < rank; i++) s->right[s->pivots[i]] = b[i];
  return status;
}

/* one projection of v_0 onto the planes tangent to g = 0 at v; *change: how far that is from v */
static trm_Status project_once(Search *s, double *change) {
  const trm_System *given = s->rates->snapshot->system;
  int m = s->count;
  take_over(s, s->v, 1);
  gradients(s);
  forms_at(s, s->g);
  trm_Status status = find_pushes(s);
  if (status != TRM_OK) return status;
  for (int k = 0; k < m; k++) {
    s->right[k] = -s->g[s->forms[k]] - along(s, k, s->least) + along(s, k, s->v);
    for (int l = 0; l < m; l++) s->matrix[l * m + k] = along(s, k, s->push + (size_t)l * (size_t)s->given_n);
  }
  status = solve_independent(s);
  if (status != TRM_OK) return status;
  double *next = s->rates->snapshot->nu;
  memcpy(next, s->least, sizeof(double) * (size_t)s->given_n);
  for (int l = 0; l < m; l++)
    for (int i = 0; i < s->given_n; i++) next[i] += s->right[l] * s->push[(size_t)l * (size_t)s->given_n + (size_t)i];
  for (int i = 0; i < s->given_n; i++) s->v[i] = next[i] - s->v[i];
  *change = size_of(given, s->v);
  memcpy(s->v, next, sizeof(double) * (size_t)s->given_n);
  return TRM_OK;
}

/* Is v, from where it is, led to a branch? */
static trm_Status follow(Search *s, bool *arrives) {
  const trm_System *given = s->rates->snapshot->system;
  double last = INFINITY, size = s->speed;
  *arrives = false;
  for (int iteration = 0; iteration < ITERATIONS; iteration++) {
    double change;
    trm_Status status = project_once(s, &change);
    if (status != TRM_OK) return status;
    double now = size_of(given, s->v);
    if (!(now <= 1e4 * size)) return TRM_OK;
    if (change <= settled_change * now || (change <= falling_change * now && change > 0.25 * last)) break;
    last = change;
  }
  take_over(s, s->v, 1);
  forms_at(s, s->g);
  double now = size_of(given, s->v), worst = 0;
  for (int k = 0; k < s->count; k++) worst = fmax(worst, fabs(s->g[s->forms[k]]));
  *arrives = worst <= met_form * now * now;
  return TRM_OK;
}

/* Products of the first m forms' gradients at snapshot->nu, over all velocities with B v = 0 in the norm of kinetic
   energy, at velocities of the size 1; the largest square. */
static trm_Status strengths(Search *s, int m, double *largest) {
  double size = fmax(size_of(s->system, s->snapshot->nu), trm_not_zero);
  gradients(s);
  *largest = 0;
  for (int k = 0; k < m; k++) {
    const double *row = s->gradient + (size_t)k * (size_t)s->n;
    for (int i = 0; i < s->n; i++) s->changes[i] = s->system->multiplier_of[i] < 0 ? row[i] / size : 0;
    trm_Status status = trm_lu_solve(s->snapshot->lu, s->changes);
    if (status != TRM_OK) return status;
    for (int l = 0; l < m; l++) {
      double sum = 0;
      for (int i = 0; i < s->n; i++)
        if (s->system->multiplier_of[i] < 0)
          sum += s->gradient[(size_t)l * (size_t)s->n + (size_t)i] / size * s->changes[i];
      s->matrix[k * m + l] = sum;
      if (k == l) *largest = fmax(*largest, sum);
    }
  }
  return TRM_OK;
}

/* The forms' gradients at v, over all velocities with B v = 0: where they are independent, one smooth motion has the
   velocity v, and only one. Where several branches have it, as a mechanism at rest does, they are not. One-sided forms
   make no branches. */
static trm_Status is_regular(Search *s, const double *v, bool *regular) {
  double strongest = 0;
  int rank = 0, m = 0;
  for (int f = 0; f < s->count; f++) { /* those that are not come first */
    if (s->one_sided[f]) continue;
    int kept = s->forms[m];
    s->forms[m] = s->forms[f], s->forms[f] = kept;
    s->one_sided[f] = s->one_sided[m], s->one_sided[m++] = false;
  }
  *regular = true;
  if (m == 0) return TRM_OK;
  take_over(s, v, 1);
  trm_Status status = strengths(s, m, &strongest);
  if (status == TRM_OK) status = trm_dense_rank(s->matrix, m, m, regular_rank, s->pivots, &rank);
  *regular = rank == m && strongest > regular_strength * s->reference;
  return status;
}

/* ---- what is said ---- */

/* "a", "b", "c" and "d": joints whose constraints take part */
static void name_joints(const Search *s, trm_Text *text) {
  const char *names[NAMED];
  int count = 0, more = 0;
  for (int k = 0; k < s->count; k++) {
    const trm_DependentSet *set = &s->here.sets[s->forms[k]];
    for (int i = 0; i < set->count; i++) {
      const char *owner = s->system->unknowns[set->rows[i]].owner;
      bool known = false;
      for (int c = 0; c < count; c++) known = known || strcmp(names[c], owner) == 0;
      if (known) continue;
      if (count < NAMED)
        names[count++] = owner;
      else
        more = 1;
    }
  }
  for (int c = 0; c < count; c++)
    trm_text_format(text, "%s\"%s\"", c == 0 ? "" : c == count - 1 && !more ? " and " : ", ", names[c]);
  if (more) trm_text_add(text, " and others");
}

/* the position, what is wrong with the start, what to do */
static void explain(const Search *s, const char *what, trm_Text *text) {
  trm_text_add(text, "the mechanism starts in a singular position: constraints of joints ");
  name_joints(s, text);
  trm_text_format(
      text, " depend on each other here, and not beside, so that motions branch; %s, or start a little beside", what);
}

static trm_Status refuse(Search *s, trm_Diagnostics *diagnostics, const char *what) {
  trm_Text text = {0};
  explain(s, what, &text);
  const char *first = s->system->unknowns[s->here.sets[s->forms[0]].rows[0]].owner;
  trm_Place place = TRM_NO_PLACE;
  for (int j = 0; j < s->system->model->joint_count; j++)
    if (strcmp(s->system->layout->joints[j].name, first) == 0) place = s->system->layout->joints[j].model->place;
  if (!text.failed) trm_find(diagnostics, TRM_FIND_BRANCHES, place, "%s", text.data);
  trm_Status status = text.failed ? TRM_NO_MEMORY : TRM_INCONSISTENT_START;
  trm_text_free(&text);
  return status;
}

/* rates of all coordinates at velocities v, in snapshot->x_rate */
static void coordinate_rates(Search *s, const double *v) {
  take_over(s, v, 1);
  trm_snapshot_speed_changes(s->snapshot, s->state, s->changes);
}

static const double equal_rates =
    1e-9; /* relative: of differences that are equal but for round-off the first is told */

static trm_Status refuse_two(Search *s, trm_Diagnostics *diagnostics) {
  const trm_Model *model = s->system->model;
  double most = 0, first = 0, second = 0, *other = s->snapshot->x_acceleration;
  const trm_Joint *where = NULL;
  int which = 0;
  char what[400];
  coordinate_rates(s, s->found);
  if (model->coordinate_count) memcpy(other, s->snapshot->x_rate, sizeof(double) * (size_t)model->coordinate_count);
  coordinate_rates(s, s->v);
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < s->system->layout->joints[j].kind->coordinate_count; c++) {
      int at = s->system->layout->joints[j].first_coordinate + c;
      double unit = s->system->layout->joints[j].kind->coordinates[c].angular ? 1 : model->size;
      double apart = fabs(other[at] - s->snapshot->x_rate[at]) / unit;
      if (!(apart > most * (1 + equal_rates))) continue;
      most = apart, where = &s->system->layout->joints[j], which = c, first = other[at],
      second = s->snapshot->x_rate[at];
    }
  if (where)
    snprintf(
        what, sizeof what,
        "the rates given fit several of them (the rate of \"%s\" of joint \"%s\" may be %.12g or %.12g): give it too",
        where->kind->coordinates[which].name, where->name, first, second);
  else
    snprintf(what, sizeof what, "the rates given fit several of them: give more");
  return refuse(s, diagnostics, what);
}

/* ---- the decision ---- */

/* Squares of forces: those that constraints leave are 1e-9 of all, round-off, in equilibrium. Forms at accelerations of
   the size 1, which are zero along a motion. Sizes of velocities: at rest, with which nothing is to be divided. */
static const double balanced = 1e-18, along_motion = 1e-9, at_rest = 1e-200;

/* May a mechanism at rest start here? In equilibrium it stays: F . M^-1 F of the forces against what of it is left with
   the constraints of this position.
   Otherwise it sets off along the acceleration that they leave it, if that is one of a motion. */
static trm_Status may_rest(Search *s, bool *one_sided, bool *may) {
  trm_Status status = trm_snapshot_take(s->snapshot, s->state, NULL);
  double free = 0, left = 0;
  for (int i = 0; i < s->n && status == TRM_OK; i++) {
    int diagonal = trm_pattern_find(s->system->pattern, i, i);
    double mass = s->system->multiplier_of[i] >= 0 || diagonal < 0 ? 0 : s->snapshot->values[diagonal];
    if (!(mass > 0)) continue;
    free += s->snapshot->residual[i] * s->snapshot->residual[i] / mass;
    left += s->snapshot->solution[i] * s->snapshot->solution[i] * mass;
  }
  *may = left <= balanced * free, *one_sided = true;
  if (status != TRM_OK || *may) return status;
  for (int i = 0; i < s->n; i++) s->snapshot->nu[i] = s->system->multiplier_of[i] < 0 ? s->snapshot->solution[i] : 0;
  double size = size_of(s->system, s->snapshot->nu);
  for (int i = 0; i < s->n; i++) s->snapshot->nu[i] /= size;
  forms_at(s, s->g);
  *may = true;
  for (int f = 0; f < s->count; f++) {
    *one_sided = *one_sided && s->one_sided[f];
    *may = *may && fabs(s->g[s->forms[f]] - s->constant[s->forms[f]]) <= along_motion;
  }
  return TRM_OK;
}

static double apart(const Search *s, const double *a, const double *b, double *work) {
  const trm_System *given = s->rates->snapshot->system;
  for (int i = 0; i < s->given_n; i++) work[i] = a[i] - b[i];
  return size_of(given, work);
}

/* how far from v_0 starts are, in its own size: another branch may have much larger rates */
static const double reaches[] = {0.3, 1, 4, 20, 100};
enum { REACHES = sizeof reaches / sizeof reaches[0] };

/* Velocities that differ by less are on one branch: where g = 0 is a double root, it is found to the root of round-off
   only. */
static const double same_branch = 1e-3;

/* Looks for branches from many starts: *count = 0, 1, or 2 for several; the first is in found, another in v. */
static trm_Status find_branches(Search *s, int *count) {
  const trm_System *given = s->rates->snapshot->system;
  double *nu = s->rates->snapshot->nu, size = s->speed;
  *count = 0;
  for (int start = 0; start < STARTS && *count < 2; start++) {
    bool arrives;
    trm_Status status = start > 0 ? by_chance(s, true) : TRM_OK;
    if (status != TRM_OK) return status;
    double far = size_of(given, nu), reach = reaches[start % REACHES];
    for (int i = 0; i < s->given_n; i++)
      s->v[i] = s->least[i] + (start > 0 && far > 0 ? reach * size / far * nu[i] : 0);
    status = follow(s, &arrives);
    if (status != TRM_OK) return status;
    if (!arrives) continue;
    bool first = *count == 0;
    if (first)
      memcpy(s->found, s->v, sizeof(double) * (size_t)s->given_n);
    else if (apart(s, s->found, s->v, nu) <= same_branch * size_of(given, s->v))
      continue;
    ++*count;
  }
  return TRM_OK;
}

static trm_Status choose_at_rest(Search *s, trm_Text *doubt) {
  bool may = false, one_sided = false;
  trm_Status status = may_rest(s, &one_sided, &may);
  if (status != TRM_OK || may) return status;
  explain(s,
          one_sided
              ? "it is at rest, and forces act where constraints give way without letting it move, so that no finite "
                "reaction balances them: take them away"
              : "at rest it is not said along which it sets off: give a rate",
          doubt);
  return doubt->failed ? TRM_NO_MEMORY : TRM_OK;
}

/* of what drives accelerate in a set: what is left of it where they agree */
static const double agreed = 1e-9;

/* At rest g(v) = mu^T C_tt + (a form of v) is zero only where drives do not accelerate across the dependent constraints
   (a piston that is driven off its dead centre): else the motion sets off at once, with velocities whose form balances
   that. Their size; 0: rest is on all branches. */
static trm_Status speed_from_rest(Search *s, double *speed) {
  double driven = 0, form = 0;
  bool moves = false;
  memset(s->snapshot->nu, 0, sizeof(double) * (size_t)s->n);
  forms_at(s, s->g);
  for (int f = 0; f < s->count; f++) {
    const trm_DependentSet *set = &s->here.sets[s->forms[f]];
    double sum = 0;
    for (int i = 0; i < set->whole; i++) sum += fabs(set->weights[i] * s->changes[set->rows[i]]) / *s->state->scale;
    if (fabs(s->g[s->forms[f]]) > agreed * sum) driven = fmax(driven, fabs(s->g[s->forms[f]]));
  }
  *speed = 0;
  if (driven == 0) return TRM_OK;
  trm_Status status = probe(s, &moves);
  for (int f = 0; moves && f < s->count; f++) form = fmax(form, fabs(s->g[s->forms[f]]));
  if (form > 0) *speed = sqrt(driven / form);
  return status;
}

static trm_Status choose(Search *s, trm_Text *doubt, trm_Diagnostics *diagnostics) {
  bool regular = false, resting;
  int count;
  trm_Status status = TRM_OK;
  s->speed = size_of(s->rates->snapshot->system, s->least);
  resting = !(s->speed > at_rest);
  if (resting) status = speed_from_rest(s, &s->speed);
  if (status == TRM_OK && !(s->speed > at_rest)) return choose_at_rest(s, doubt);
  if (status == TRM_OK) status = find_branches(s, &count);
  if (status != TRM_OK) return status;
  if (count == 0)
    return refuse(s, diagnostics,
                  resting ? "its drives set off in a way that none of them goes: turn them round"
                          : "the rates given are those of none of them: give others");
  if (count > 1) return refuse_two(s, diagnostics);
  status = is_regular(s, s->found, &regular);
  if (status != TRM_OK) return status;
  if (!regular)
    return refuse(s, diagnostics, "the rates given do not say along which of them it moves: give more of them");
  take_over(s, s->found, 1);
  trm_state_set_velocity(s->system, s->state, s->snapshot->nu);
  return TRM_OK;
}

static bool room_to_look(Search *s) {
  trm_Arena *arena = &s->arena;
  int sets = s->here.set_count;
  s->in_given = TRM_ARENA_NEW(arena, int, s->n), s->changes = TRM_ARENA_NEW(arena, double, s->n);
  s->forms = TRM_ARENA_NEW(arena, int, sets), s->pivots = TRM_ARENA_NEW(arena, int, sets);
  s->constant = TRM_ARENA_NEW(arena, double, sets), s->g = TRM_ARENA_NEW(arena, double, sets);
  s->least = TRM_ARENA_NEW(arena, double, s->given_n);
  return !arena->failed;
}

/* where there are forms */
static bool room_to_search(Search *s) {
  trm_Arena *arena = &s->arena;
  size_t forms = (size_t)s->count, n = (size_t)s->n, given = (size_t)s->given_n;
  for (int k = 0; k < 2; k++) s->values[k] = TRM_ARENA_NEW(arena, double, s->system->pattern->start[s->n]);
  s->gradient = TRM_ARENA_NEW(arena, double, forms *n), s->push = TRM_ARENA_NEW(arena, double, forms *given);
  s->v = TRM_ARENA_NEW(arena, double, given), s->found = TRM_ARENA_NEW(arena, double, given);
  s->matrix = TRM_ARENA_NEW(arena, double, forms *forms), s->right = TRM_ARENA_NEW(arena, double, forms);
  s->chosen = TRM_ARENA_NEW(arena, double, forms *forms + forms);
  return !arena->failed;
}

/* with the constraints of this position that are independent enforced */
static trm_Status search(Search *s, trm_Text *doubt, trm_Diagnostics *diagnostics) {
  if (!room_to_look(s)) return TRM_NO_MEMORY;
  map_unknowns(s);
  memcpy(s->least, s->rates->snapshot->nu, sizeof(double) * (size_t)s->given_n);
  trm_redundancy_choose(s->system, s->state, &s->here);
  trm_Status status = trm_snapshot_factor(s->snapshot, s->state, NULL);
  if (status == TRM_OK) status = find_forms(s);
  if (status == TRM_OK && s->count > 0) status = find_one_sided(s);
  if (status == TRM_SINGULAR)
    return TRM_OK; /* not for the constraints: for a part without mass, which is said elsewhere */
  if (status != TRM_OK || s->count == 0) return status;
  if (!room_to_search(s)) return TRM_NO_MEMORY;
  status = by_chance(s, false);
  if (status == TRM_OK) status = strengths(s, s->count, &s->reference);
  return status != TRM_OK ? status : choose(s, doubt, diagnostics);
}

trm_Status trm_branch_choose(const trm_GivenRates *rates, trm_System *system, trm_State *state, trm_Text *doubt,
                             trm_Diagnostics *diagnostics) {
  Search s = {.rates = rates, .system = system, .state = state, .state_of_chance = 20261115u};
  s.n = system->numbering.count, s.given_n = rates->snapshot->system->numbering.count;
  trm_RankRule here = {.tolerance = trm_rank_tolerance, .rank = TRM_RANK_BY_TOLERANCE, .only_here = true};
  trm_Status status = trm_redundancy_find(system, state, here, &s.here);
  if (status == TRM_OK && s.here.set_count > 0 && !s.here.skipped) {
    size_t bytes = sizeof(double) * (size_t)system->layout->multiplier_count;
    double *dropped = TRM_ARENA_NEW(&s.arena, double, system->layout->multiplier_count);
    double *lambda = TRM_ARENA_NEW(&s.arena, double, system->layout->multiplier_count);
    status = dropped && lambda ? trm_state_new(&s.moved, system) : TRM_NO_MEMORY;
    if (status == TRM_OK) status = trm_snapshot_new(&s.snapshot, system);
    if (status == TRM_OK) {
      memcpy(dropped, state->dropped, bytes), memcpy(lambda, state->lambda, bytes);
      status = search(&s, doubt, diagnostics);
      memcpy(state->dropped, dropped, bytes), memcpy(state->lambda, lambda, bytes);
      trm_state_count_dropped(state);
    }
  }
  trm_snapshot_free(s.snapshot);
  trm_state_free(s.moved);
  trm_redundancy_free(&s.here);
  trm_arena_free(&s.arena);
  return status;
}
