/* Forces along the ways of steps, one by one, and what is said of those that are over within them. */
#include "analysis/brief.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "element/frame.h"
#include "element/joint.h"
#include "element/named.h"
#include "math/vec3.h"

/* ---- the list ---- */

/* Not a velocity, an input or what a signal remembers: what changes by itself along the way of a step. */
static bool is_place(const trm_Named *named) {
  trm_NameableOf of = named->kind->of;
  return !named->kind->moves && !named->kind->reaction && of != TRM_NAMES_INPUT && of != TRM_NAMES_SIGNAL;
}

/* Reactions are those of a step, not of its ends; the parts of a loop of signals have values only together. */
static bool goes_by_places(const trm_Function *function, bool variable) {
  bool any = variable && function->expression && trm_expression_uses(function->expression, 0);
  for (int k = 0; k < function->named_count; k++) {
    if (function->named[k].kind->reaction || function->named[k].loop) return false;
    any = any || is_place(&function->named[k]);
  }
  return any || (variable && function->table && function->over == 0);
}

enum { VARIABLES = 3 };

/* items NULL: counts only */
static void add(trm_Brief *brief, trm_BriefForce force) {
  if (!force.stops && (!force.function || !goes_by_places(force.function, force.joint >= 0 || force.spring))) return;
  if (brief->items) brief->items[brief->count] = force;
  brief->count++;
}

static void add_laws(trm_Brief *brief, const trm_Model *model, int j) {
  const trm_ModelJoint *joint = &model->joints[j];
  for (int c = 0; c < joint->kind->coordinate_count; c++) TRM_EACH_LAW(law, &joint->laws[c]) {
      trm_BriefForce force = {.joint = j, .coordinate = c};
      trm_LawFunction found[TRM_LAW_FUNCTIONS];
      bool alone = law->kind->state_count == 0;
      if (law->kind->bounds) {
        force.stops = law->data;
        if (!force.stops->rigid) add(brief, force);
      } else if (alone && law->kind->of_coordinate) {
        force.function = law->kind->of_coordinate(law->data), force.conserves = true;
        add(brief, force);
      } else if (alone && law->kind->supplies && law->kind->functions) {
        int count = law->kind->functions(law->data, found);
        for (int i = 0; i < count; i++)
          if (found[i].time == 2) force.function = found[i].function, add(brief, force); /* of x, rate and t */
      }
    }
}

static void add_all(trm_Brief *brief, const trm_Model *model) {
  brief->count = 0;
  for (int j = 0; j < model->joint_count; j++) add_laws(brief, model, j);
  for (int s = 0; s < model->forces.spring_count; s++) {
    const trm_SpringDamper *spring = &model->forces.springs[s];
    add(brief, (trm_BriefForce){.function = spring->force, .joint = -1, .spring = spring});
  }
  for (int l = 0; l < model->forces.load_count; l++)
    for (int n = 0; n < 3; n++) {
      const trm_Load *load = &model->forces.loads[l];
      const trm_Function *function = load->force ? &load->force[n] : NULL;
      add(brief, (trm_BriefForce){.function = function, .joint = -1, .load = load, .axis = n});
    }
}

/* ---- now ---- */

static int name_count(const trm_BriefForce *force) { return force->function ? force->function->named_count : 0; }

static double length_of(const trm_Model *model, const trm_SpringDamper *spring, const double *q, double direction[3]) {
  double ends[2][3];
  for (int e = 0; e < 2; e++) trm_marker_place(model, &spring->side[e], q, ends[e]);
  trm_subtract(direction, ends[1], ends[0]);
  double length = trm_norm(direction);
  for (int n = 0; n < 3 && length > 0; n++) direction[n] /= length;
  return length;
}

/* what the force goes by, as it is in the state: variables, then names */
static void look_at(const trm_Simulation *s, const trm_BriefForce *force, double *out) {
  trm_Instant now = trm_state_instant(s->state, s->state->w);
  double room[TRM_EXPRESSION_NAMES], direction[3];
  now.signals = s->state->z;
  out[0] = out[2] = now.t, out[1] = 0;
  if (force->joint >= 0)
    out[0] = s->state->x[s->system->layout->joints[force->joint].first_coordinate + force->coordinate];
  if (force->spring) out[0] = length_of(s->model, force->spring, s->state->q, direction);
  if (name_count(force) == 0) return;
  const double *names = trm_named_now(s->model, force->function, &now, room);
  memcpy(out + VARIABLES, names, sizeof(double) * (size_t)name_count(force));
}

/* A unit of a force: where it is felt among the unknowns, and by how much. A value of one call. */
enum { FELT = 12 };
typedef struct UnitForce {
  int count, at[FELT];
  double by[FELT];
} UnitForce;

static void add_felt(UnitForce *unit, int unknown, double by) {
  if (unknown < 0 || by == 0) return;
  unit->at[unit->count] = unknown, unit->by[unit->count++] = by;
}

static void add_at_marker(const trm_Simulation *s, const trm_Marker *marker, const double direction[3], double by,
                          UnitForce *unit) {
  double arm[3], moment[3];
  int unknowns[6];
  trm_marker_arm(s->model, marker, s->state->q, arm);
  trm_cross(moment, arm, direction);
  trm_node_unknowns(s->model, &s->system->numbering, marker->node, unknowns);
  for (int n = 0; n < 3; n++) {
    add_felt(unit, unknowns[n], by * direction[n]);
    add_felt(unit, unknowns[3 + n], by * moment[n]);
  }
}

static UnitForce unit_force(const trm_Simulation *s, const trm_BriefForce *force) {
  UnitForce unit = {.count = 0};
  double direction[3] = {0, 0, 0};
  if (force->joint >= 0) {
    int unknown = s->system->layout->joints[force->joint].unknown_of[force->coordinate];
    add_felt(&unit, unknown < 0 ? -1 : s->system->numbering.joint[force->joint] + unknown, 1);
  } else if (force->load) {
    trm_Frame frame;
    trm_marker_frame(s->model, &force->load->marker, s->state->q, &frame);
    direction[force->axis] = 1;
    add_at_marker(s, &force->load->marker, force->load->follower ? frame.e[force->axis] : direction, 1, &unit);
  } else {
    length_of(s->model, force->spring, s->state->q, direction);
    for (int e = 0; e < 2; e++) add_at_marker(s, &force->spring->side[e], direction, e == 0 ? -1 : 1, &unit);
  }
  return unit;
}

/* of what a load acts on, along it */
static double speed_of_load(trm_Simulation *s, const trm_BriefForce *force) {
  UnitForce unit = unit_force(s, force);
  double *nu = s->snapshot->force_work, speed = 0;
  memset(nu, 0, sizeof(double) * (size_t)s->system->numbering.count);
  trm_state_velocity(s->system, s->state->q, s->state->w, nu);
  for (int i = 0; i < unit.count; i++) speed += unit.by[i] * nu[unit.at[i]];
  return speed;
}

/* f^T [M B^T; B 0]^-1 f, with the factors of the snapshot */
static double mobility_of(trm_Simulation *s, const trm_BriefForce *force) {
  UnitForce unit = unit_force(s, force);
  double *moved = s->snapshot->force_work, sum = 0;
  memset(moved, 0, sizeof(double) * (size_t)s->system->numbering.count);
  for (int i = 0; i < unit.count; i++) moved[unit.at[i]] += unit.by[i];
  if (trm_lu_solve(s->snapshot->lu, moved) != TRM_OK) return 0;
  for (int i = 0; i < unit.count; i++) sum += unit.by[i] * moved[unit.at[i]];
  return fmax(0, sum);
}

/* ---- along a step ---- */

static double stop_force(const trm_Stops *stops, double x) {
  return stops->stiffness * (fmax(0, stops->lower - x) - fmax(0, x - stops->upper));
}

/* with what it goes by at a part of the way */
static double force_at(const trm_BriefForce *force, const trm_Simulation *s, const double *to, double part) {
  const double *from = force->at;
  double variables[VARIABLES], room[TRM_EXPRESSION_NAMES];
  double x = from[0] + part * (to[0] - from[0]);
  if (force->stops) return stop_force(force->stops, x);
  double t = 0.5 * (from[2] + to[2]);
  variables[0] = force->load ? t : x;
  variables[1] = (to[0] - from[0]) / (to[2] - from[2]), variables[2] = t;
  for (int k = 0; k < name_count(force); k++) {
    double share = is_place(&force->function->named[k]) ? part : 0.5;
    room[k] = from[VARIABLES + k] + share * (to[VARIABLES + k] - from[VARIABLES + k]);
  }
  return trm_function_value(force->function, variables, name_count(force) ? room : s->state->inputs);
}

/* What the force does along a step. */
typedef struct Way {
  double change;   /* of the force */
  double steepest; /* of its changes, over the part of the way */
  double missed;   /* by the middle, of the mean */
} Way;

enum { PARTS = 16 };

static Way along(const trm_Simulation *s, const trm_BriefForce *force, const double *to) {
  double value[PARTS + 1], low = INFINITY, high = -INFINITY, mean = 0;
  Way way = {0};
  for (int i = 0; i <= PARTS; i++) {
    value[i] = force_at(force, s, to, (double)i / PARTS);
    low = fmin(low, value[i]), high = fmax(high, value[i]);
    if (i > 0) way.steepest = fmax(way.steepest, PARTS * fabs(value[i] - value[i - 1]));
    mean += value[i] / (3 * PARTS) * (i == 0 || i == PARTS ? 1 : i % 2 ? 4 : 2);
  }
  way.change = high - low, way.missed = value[PARTS / 2] - mean;
  return way;
}

/* one that goes by its coordinate alone, and surely stays what it is along the step: a wall that is far */
static bool stays(const trm_Simulation *s, const trm_BriefForce *force, const double *to) {
  const double *from = force->at, variables[VARIABLES] = {0, (to[0] - from[0]) / (to[2] - from[2]), to[2]};
  if (force->joint < 0 || name_count(force) > 0) return false;
  const trm_Along along = {0, variables, s->state->inputs, fmin(from[0], to[0]), fmax(from[0], to[0])};
  trm_Range range = trm_function_range(force->function, &along);
  return range.low == range.high;
}

/* Clear of stops at both ends, or nothing has moved: there is nothing to look at. */
static bool is_idle(const trm_Simulation *s, const trm_BriefForce *force, const double *to) {
  const trm_Stops *stops = force->stops;
  if (stops) return fmin(force->at[0], to[0]) >= stops->lower && fmax(force->at[0], to[0]) <= stops->upper;
  if (stays(s, force, to)) return true;
  return memcmp(force->at + VARIABLES, to + VARIABLES, sizeof(double) * (size_t)name_count(force)) == 0 &&
         (force->load || force->at[0] == to[0]);
}

/* dF h r over the speed, (omega h)^2 of a spring: where a contact begins to come out wrong. At 1 it lasts three steps,
   which keep the energy and are late by a part of one; energy-decaying steps take 5 % of the energy at 0.3; those of
   high order, which end at the kinks, follow more. */
static double over_within(const trm_Simulation *s) {
  switch (s->dynamics->stepper->scheme->equations) {
  case TRM_EQUATIONS_PAIR:
  case TRM_EQUATIONS_INSTANT: return 1;
  case TRM_EQUATIONS_TWO_STAGE: return 0.25;
  case TRM_EQUATIONS_RATES: return 3;
  }
  return 1;
}

/* of the energy: what is told */
static const double energy_told = 1e-3, brought_told = 1e-2;
/* what is less by this is not looked at closely: mobilities change with the position */
static const double less = 0.1;
/* of the largest found so far: what is hardly more is not looked at either */
static const double is_larger = 1.1;

/* Are the factors those of the present state? What is singular now is none of this file's business. */
static bool is_known_now(trm_Simulation *s) {
  int worst = -1;
  return s->snapshot->seen || trm_simulation_snapshot(s, &worst) == TRM_OK;
}

static void judge_step(trm_Simulation *s, int which, const double *to, const Way *way, double speed) {
  trm_Brief *brief = s->dynamics->brief;
  trm_BriefForce *force = &brief->items[which];
  double h = to[2] - force->at[2], v = fmax(fabs(force->speed), fabs(speed)), r = force->mobility;
  double turned = way->change * h / over_within(s); /* the change of an impulse */
  double most = fmax(energy_told * s->state->works->largest_energy, is_larger * brief->energy);
  if (!(way->change > 0) || (r >= 0 && (!(turned * r > less * v) || !(0.5 * v * v > less * r * most)))) return;
  if (!is_known_now(s)) return;
  r = force->mobility = mobility_of(s, force);
  double energy = r > 0 ? 0.5 * v * v / r : 0;
  if (!(turned * r > v) || !(energy > most)) return;
  double stiffness = force->stops ? force->stops->stiffness : way->steepest / (v * h);
  brief->worst = which, brief->energy = energy, brief->when = to[2], brief->step = h;
  brief->lasts = TRM_PI / sqrt(stiffness * r);
}

static void add_one(trm_Simulation *s, int which) {
  trm_Brief *brief = s->dynamics->brief;
  trm_BriefForce *force = &brief->items[which];
  double *to = brief->now, speed = force->speed;
  look_at(s, force, to);
  double h = to[2] - force->at[2];
  if (!(h > 0)) return;
  bool idle = is_idle(s, force, to);
  if (!force->load)
    speed = (to[0] - force->at[0]) / h;
  else if (!idle)
    speed = speed_of_load(s, force);
  if (!idle) {
    Way way = along(s, force, to);
    double moved = h * (force->load ? 0.5 * (speed + force->speed) : speed);
    if (force->middle) force->brought += way.missed * moved;
    judge_step(s, which, to, &way, speed);
  }
  force->speed = speed;
  memcpy(force->at, to, sizeof(double) * (size_t)(VARIABLES + name_count(force)));
}

void trm_brief_add(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  if (!d->brief || d->rehearsing) return;
  for (int i = 0; i < d->brief->count; i++) {
    int j = d->brief->items[i].joint;
    if (j < 0 || !(s->system->layout->released && s->system->layout->released[j])) add_one(s, i);
  }
}

/* ---- at the beginning ---- */

static trm_Status make(trm_Simulation *s, int count) {
  trm_Dynamics *d = s->dynamics;
  if (!d->brief) d->brief = TRM_ARENA_NEW(&s->work, trm_Brief, 1);
  if (!d->brief) return TRM_NO_MEMORY;
  trm_Brief *brief = d->brief;
  *brief = (trm_Brief){.items = TRM_ARENA_NEW(&s->work, trm_BriefForce, count), .worst = -1};
  brief->now = TRM_ARENA_NEW(&s->work, double, VARIABLES + TRM_EXPRESSION_NAMES);
  if (!brief->items || !brief->now) return TRM_NO_MEMORY;
  add_all(brief, s->model);
  for (int i = 0; i < brief->count; i++) {
    brief->items[i].at = TRM_ARENA_NEW(&s->work, double, VARIABLES + name_count(&brief->items[i]));
    if (!brief->items[i].at) return TRM_NO_MEMORY;
  }
  return TRM_OK;
}

trm_Status trm_brief_new(trm_Simulation *s) {
  trm_Equations equations = s->dynamics->stepper->scheme->equations;
  bool middles = equations == TRM_EQUATIONS_PAIR || equations == TRM_EQUATIONS_TWO_STAGE;
  trm_Brief counted = {0};
  add_all(&counted, s->model);
  if (counted.count == 0 || !(s->analysis->step.size > 0)) return s->dynamics->brief = NULL, TRM_OK;
  trm_Status status = make(s, counted.count);
  for (int i = 0; i < counted.count && status == TRM_OK; i++) {
    trm_BriefForce *force = &s->dynamics->brief->items[i];
    force->middle = middles && (force->load || (force->joint >= 0 && !force->stops && !force->conserves));
    force->mobility = -1;
    look_at(s, force, force->at);
  }
  return status;
}

/* ---- at the end ---- */

static void name_force(const trm_Simulation *s, const trm_BriefForce *force, char *text, size_t size) {
  if (force->joint >= 0) {
    const trm_ModelJoint *joint = &s->model->joints[force->joint];
    const char *what = force->stops ? "stops" : force->conserves ? "spring" : "force";
    snprintf(text, size, "the %s of joint \"%.100s\" (%s)", what, joint->name,
             joint->kind->coordinates[force->coordinate].name);
  } else if (force->spring) {
    snprintf(text, size, "spring \"%.100s\"", force->spring->name);
  } else {
    snprintf(text, size, "load \"%.100s\" (along %c)", force->load->name, "xyz"[force->axis]);
  }
}

/* of the time that it lasts: a step at which little is lost */
static const double advised = 0.1;

static void tell_brief(trm_Simulation *s, const trm_Brief *brief) {
  char name[200];
  name_force(s, &brief->items[brief->worst], name, sizeof name);
  trm_simulation_warn(
      s,
      "steps are too long for %s: at t = %.6g s it acted on %.3g J of the motion, %.3g %% of the energy that moved, "
      "for "
      "about %.2g s, and the step was %.2g s. What a step does not follow is lost or brought in, so the results may be "
      "wrong: take steps of about %.1g s, or `step: {tolerance: …}`",
      name, brief->when, brief->energy, 100 * brief->energy / s->state->works->largest_energy, brief->lasts,
      brief->step, fmin(advised * brief->lasts, 0.5 * brief->step));
}

static void tell_brought(trm_Simulation *s, const trm_BriefForce *force) {
  char name[200];
  name_force(s, force, name, sizeof name);
  trm_simulation_warn(
      s,
      "steps are too long for %s: its formula is taken at the middle of each, which until t = %.6g s "
      "%s %.3g J, %.3g %% of the energy that moved, so the results may be wrong: take shorter steps, or "
      "`step: {tolerance: …}`",
      name, *s->state->time, force->brought > 0 ? "brought in" : "lost", fabs(force->brought),
      100 * fabs(force->brought) / s->state->works->largest_energy);
}

void trm_brief_judge(trm_Simulation *s) {
  const trm_Brief *brief = s->dynamics->brief;
  if (!brief) return;
  double all = s->state->works->largest_energy;
  const trm_BriefForce *most = NULL;
  if (brief->worst >= 0 && brief->energy > energy_told * all && brief->energy > s->state->works->round_off) {
    tell_brief(s, brief);
    return;
  }
  for (int i = 0; i < brief->count; i++)
    if (!most || fabs(brief->items[i].brought) > fabs(most->brought)) most = &brief->items[i];
  if (fabs(most->brought) > brought_told * all && fabs(most->brought) > s->state->works->round_off)
    tell_brought(s, most);
}

void trm_brief_bytes(trm_Simulation *s, trm_Bytes *bytes) {
  trm_Brief *brief = s->dynamics->brief;
  trm_bytes_check(bytes, brief ? brief->count : 0, "other forces are looked at");
  if (!brief || !trm_bytes_good(bytes)) return;
  for (int i = 0; i < brief->count; i++) {
    trm_BriefForce *force = &brief->items[i];
    trm_bytes_raw(bytes, force->at, sizeof(double) * (size_t)(VARIABLES + name_count(force)));
    trm_bytes_double(bytes, &force->speed);
    trm_bytes_double(bytes, &force->mobility);
    trm_bytes_double(bytes, &force->brought);
  }
  trm_bytes_int(bytes, &brief->worst, -1, brief->count - 1);
  trm_bytes_double(bytes, &brief->energy);
  trm_bytes_double(bytes, &brief->when);
  trm_bytes_double(bytes, &brief->lasts);
  trm_bytes_double(bytes, &brief->step);
}
