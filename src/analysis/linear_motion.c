/* T(q(t)) z = 0-space of B, with unit rows of the chosen unknowns: T' = T_q q', T'' = T_qq q' q' + T_q q''. Any curve
   with the velocities and accelerations of the motion gives both; here q moved by tau nu + tau^2/2 nu', of whose T
   differences of sixth order are taken. What inputs drive, z_u, follows from q and t alike; of what depends on
   velocities, memory and multipliers first derivatives are enough, and so are their rates. */
#include "analysis/linear_motion.h"
#include <math.h>
#include <string.h>
#include "system/linear_memory.h"

enum { POINTS = 7 };
/* the present comes last: it leaves the matrices as they were */
static const int places[POINTS] = {-3, -2, -1, 1, 2, 3, 0};
static const double first[POINTS] = {-1.0 / 60, 3.0 / 20, -3.0 / 4, 3.0 / 4, -3.0 / 20, 1.0 / 60, 0};
static const double second[POINTS] = {1.0 / 90, -3.0 / 20, 3.0 / 2, 3.0 / 2, -3.0 / 20, 1.0 / 90, -49.0 / 18};
/* rad, or of a unknown's extent, that the motion covers between two places: sixth order leaves 2e-14 of T'' (100 times
   that in B of light links that inputs drive: 2e-9, and 1e-7 with a stride of 0.03), round-off 1e-12 */
static const double stride = 0.015;

static bool kinematic(const trm_System *system, int unknown) { return system->multiplier_of[unknown] < 0; }

/* s; a model at rest is followed over the time in which it falls as far */
static double time_between(const trm_Simulation *s, const trm_Steady *steady) {
  double rate = 0;
  for (int i = 0; i < s->system->numbering.count; i++) {
    if (!kinematic(s->system, i)) continue;
    rate = fmax(rate, fabs(steady->nu[i]) / s->system->extent[i]);
    rate = fmax(rate, sqrt(fabs(steady->nu_dot[i]) / s->system->extent[i]));
  }
  return rate > 0 ? stride / rate : stride * s->model->scales.time;
}

/* What is taken along the motion, and where the differences go. */
typedef struct Way {
  trm_Simulation *s;
  const trm_LinearDrives *drives;
  const trm_Chosen *chosen;
  trm_Arena arena;
  double *nu, *jerk;                   /* at the point; nu'' of the present, 0 where nobody needs it */
  double *memory_rate, *memory_change; /* of what is remembered, likewise */
  double *force, *carried;             /* n x inputs; memory x inputs: V z_u */
  trm_PencilMemory memory;             /* at the point */
  trm_StateAlong here;
} Way;

static trm_Status new_way(Way *way) {
  const trm_Simulation *s = way->s;
  size_t n = (size_t)s->system->numbering.count, d = (size_t)way->chosen->count, inputs = (size_t)way->drives->count;
  trm_Arena *arena = &way->arena;
  way->nu = TRM_ARENA_NEW(arena, double, n + 1), way->here.basis = TRM_ARENA_NEW(arena, double, n *d + 1);
  way->jerk = TRM_ARENA_NEW(arena, double, n + 1);
  way->memory_rate = TRM_ARENA_NEW(arena, double, s->model->on_joints.law_state_count + 1);
  way->memory_change = TRM_ARENA_NEW(arena, double, s->model->on_joints.law_state_count + 1);
  if (way->drives->any) {
    size_t memory = (size_t)trm_simulation_modal(s)->steady.memory.count;
    way->here.momenta = TRM_ARENA_NEW(arena, double, n *d + 1);
    way->here.driven = TRM_ARENA_NEW(arena, double, n *inputs + 1);
    way->here.damped = TRM_ARENA_NEW(arena, double, d *inputs + 1);
    way->force = TRM_ARENA_NEW(arena, double, n *inputs + 1);
    way->carried = TRM_ARENA_NEW(arena, double, memory *inputs + 1);
  }
  return arena->failed ? TRM_NO_MEMORY : TRM_OK;
}

/* the motion tau from now: s->saved, way->nu */
static trm_Operating go_to(Way *way, double tau) {
  trm_Simulation *s = way->s;
  const trm_Steady *steady = &trm_simulation_modal(s)->steady;
  for (int i = 0; i < s->system->numbering.count; i++) {
    steady->change[i] = kinematic(s->system, i) ? tau * (steady->nu[i] + 0.5 * tau * steady->nu_dot[i]) : 0;
    way->nu[i] = steady->nu[i] + (kinematic(s->system, i) ? tau * (steady->nu_dot[i] + 0.5 * tau * way->jerk[i]) : 0);
  }
  trm_state_copy(s->saved, s->state);
  trm_state_move(s->system, s->saved, steady->change);
  trm_state_set_velocity(s->system, s->saved, way->nu);
  for (int i = 0; i < s->model->on_joints.law_state_count; i++)
    s->saved->z[i] += tau * (way->memory_rate[i] + 0.5 * tau * way->memory_change[i]);
  *s->saved->time += tau;
  trm_Operating then = trm_steady_operating(steady, s->saved);
  then.nu = way->nu, then.settled = false;
  return then;
}

trm_Status trm_linear_driven(trm_Simulation *s, const trm_Operating *now, const trm_LinearDrives *drives,
                             const double *force, double *driven) {
  const trm_Steady *steady = &trm_simulation_modal(s)->steady;
  int n = s->system->numbering.count, entries = s->system->pattern->start[n];
  trm_linearize(steady->linear, now);
  double rate = 1 / s->model->scales.time;
  for (int i = 0; i < entries; i++)
    steady->matrix[i] = steady->linear->stiffness[i] + rate * rate * steady->linear->mass[i];
  trm_Status status = trm_lu_factor(s->newton->lu, steady->matrix);
  for (int k = 0; k < drives->count && status == TRM_OK; k++) {
    double *z = driven + (size_t)k * (size_t)n;
    for (int i = 0; i < n; i++)
      z[i] = kinematic(s->system, i) || !drives->drives[k] ? 0 : force[(size_t)k * (size_t)n + (size_t)i];
    if (drives->drives[k]) status = trm_lu_solve(s->newton->lu, z);
    for (int i = 0; i < n; i++)
      if (!kinematic(s->system, i)) z[i] = 0;
  }
  return status;
}

static void add(const double *from, size_t count, double factor, double *to) {
  for (size_t i = 0; i < count; i++) to[i] += factor * from[i];
}

/* Accelerations and multipliers at the point. */
static trm_Status react(Way *way) {
  trm_Simulation *s = way->s;
  int worst = -1;
  trm_Status status = trm_snapshot_take(s->snapshot, s->saved, &worst);
  memcpy(s->saved->lambda, s->snapshot->multipliers, sizeof(double) * (size_t)s->system->layout->multiplier_count);
  s->snapshot->seen = false;
  return status;
}

/* Forces that name reactions may do so by factors that depend on velocities and memory, as friction does. What they
   leave of the inertia of what is driven then does too, and its second derivatives know those of both. */
static trm_Status find_changes(Way *way, double tau) {
  trm_Simulation *s = way->s;
  const trm_Steady *steady = &trm_simulation_modal(s)->steady;
  size_t n = (size_t)s->system->numbering.count, remembered = (size_t)s->model->on_joints.law_state_count;
  double *jerk = TRM_ARENA_NEW(&way->arena, double, n + 1), *rate = TRM_ARENA_NEW(&way->arena, double, remembered + 1);
  double *change = TRM_ARENA_NEW(&way->arena, double, remembered + 1);
  trm_Status status = way->arena.failed ? TRM_NO_MEMORY : TRM_OK;
  for (int k = 0; k < POINTS && status == TRM_OK; k++) {
    trm_Operating then = go_to(way, places[k] * tau);
    status = react(way);
    if (status == TRM_OK) status = trm_linear_memory_rates(steady->linear, &then, &way->arena, rate);
    add(s->snapshot->solution, n, first[k] / tau, jerk), add(rate, remembered, first[k] / tau, change);
  }
  way->jerk = jerk, way->memory_change = change;
  return status;
}

/* What inputs drive at the point, and the memory there. */
static trm_Status find_driven(Way *way, const trm_Operating *then) {
  trm_Simulation *s = way->s;
  const trm_Steady *steady = &trm_simulation_modal(s)->steady;
  size_t n = (size_t)s->system->numbering.count;
  trm_LinearInputs all = {.count = 0};
  trm_Arena arena = {0};
  way->memory = (trm_PencilMemory){0};
  trm_Status status = s->model->forces.reaction_count > 0 ? react(way) : TRM_OK;
  if (status == TRM_OK && steady->memory.count > 0)
    status = trm_linear_memory(steady->linear, then, &way->arena, &way->memory);
  if (status == TRM_OK) status = trm_linear_inputs(steady->linear, then, &arena, &all);
  for (int k = 0; k < way->drives->count && status == TRM_OK; k++)
    memcpy(way->force + (size_t)k * n, all.force + (size_t)way->drives->inputs[k] * n, sizeof(double) * n);
  if (status == TRM_OK) status = trm_linear_driven(s, then, way->drives, way->force, way->here.driven);
  trm_arena_free(&arena);
  return status;
}

/* V z_u */
static void carry(Way *way) {
  int n = way->s->system->numbering.count, count = way->memory.count;
  for (int k = 0; k < way->drives->count; k++)
    for (int m = 0; m < count; m++) {
      double *sum = &way->carried[(size_t)k * (size_t)count + (size_t)m];
      const double *row = way->memory.input_rate + (size_t)m * (size_t)n;
      const double *z = way->here.driven + (size_t)k * (size_t)n;
      *sum = 0;
      for (int i = 0; i < n; i++) *sum += row[i] * z[i];
    }
}

/* the equations at a point; those of the modes in the end */
static trm_Status look(Way *way, double tau) {
  trm_Simulation *s = way->s;
  size_t n = (size_t)s->system->numbering.count;
  trm_Operating then = go_to(way, tau);
  trm_Status status = way->drives->any ? find_driven(way, &then) : TRM_OK;
  then.apart = true;
  if (status != TRM_OK) return status;
  trm_linearize(trm_simulation_modal(s)->steady.linear, &then);
  trm_Pencil pencil = trm_modal_pencil(s);
  memset(way->here.basis, 0, sizeof(double) * n * (size_t)way->chosen->count);
  status = trm_state_along(&pencil, way->chosen, way->drives->count, &way->here);
  if (status == TRM_OK && way->drives->any) carry(way);
  return status;
}

trm_Status trm_linear_follow(void *who, const trm_Chosen *chosen, const trm_StateRates *out) {
  const trm_LinearMotion *motion = who;
  trm_Simulation *s = motion->simulation;
  const trm_Steady *steady = &trm_simulation_modal(s)->steady;
  Way way = {.s = s, .drives = motion->drives, .chosen = chosen};
  size_t n = (size_t)s->system->numbering.count, d = (size_t)chosen->count, inputs = (size_t)motion->drives->count;
  double tau = time_between(s, steady);
  trm_Status status = new_way(&way);
  trm_Operating now = trm_steady_operating(steady, s->state);
  if (status == TRM_OK && motion->drives->any)
    status = trm_linear_memory_rates(steady->linear, &now, &way.arena, way.memory_rate);
  trm_passage_hold(
      s->system->layout,
      &(trm_PassageHold){s->saved->x, NULL, NULL}); /* beside a border the unknowns of a state are others */
  if (status == TRM_OK && motion->drives->any && s->model->forces.reaction_count > 0) status = find_changes(&way, tau);
  for (int k = 0; k < POINTS && status == TRM_OK; k++) {
    double once = first[k] / tau, twice = second[k] / (tau * tau);
    status = look(&way, places[k] * tau);
    if (status != TRM_OK) break;
    add(way.here.basis, n * d, once, out->basis), add(way.here.basis, n * d, twice, out->basis_change);
    if (!motion->drives->any) continue;
    add(way.here.driven, n * inputs, once, out->driven), add(way.here.driven, n * inputs, twice, out->driven_change);
    add(way.here.momenta, n * d, once, out->momenta), add(way.here.damped, d * inputs, once, out->damped);
    add(way.carried, (size_t)way.memory.count * inputs, once, out->carried);
  }
  trm_passage_let_go(s->system->layout);
  trm_arena_free(&way.arena);
  return status;
}
