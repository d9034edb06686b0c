/* The path of equilibria  R(u, p) = 0  as the load factor p goes up and down. u are all unknowns, p multiplies gravity,
   loads and actuator forces. With the unit tangent (t, t_p) at the last point a step of length a solves

     R(u, p) = 0,   <t, u - u_0> + t_p (p - p_0)/P^2 = a                                           (pseudo-arc-length)

   by Newton's method on the bordered system, which stays regular at limit points, where K alone is singular. The
   product <,> is the mean over the points of displacements over the model's size squared plus the mean over the triads
   of rotations, rad;
   multipliers and relative coordinates have no weight. P is the load factor at the end, when given. The next tangent is
   (-K^-1 dR/dp, 1) up to its length, in the direction of the last one.

   t_p changes its sign at limit points. These, the end of the path, and the value of a channel at which it should stop
   are found by varying a within the step. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/free_motion.h"
#include "analysis/static_internal.h"
#include "base/text.h"

/* A direction of the path: change of all unknowns and of the load factor. */
typedef struct Direction {
  double *change;
  double factor;
} Direction;

struct trm_ArcLength {
  Direction tangent, next; /* at the last point, at the present one */
  Direction moved;         /* since the last point */
  double *weight;          /* of each unknown */
  double *load;            /* dR/dp */
  double *channels;        /* one row of values */
  int channel;             /* at whose value the path ends; -1: none */
  bool bounded;            /* it ends at the load factor `until` */
  double until, unit;      /* P */
  trm_Scales yardstick;    /* the loads at P */
  double from;             /* load factor of the last point */
  double channel_from;     /* value of the channel there */
  double arc, wanted;      /* next step; the one under way */
  int steps;
  int rising;        /* 1, -1: sign of t_p past the last point */
  bool at_limit;     /* the last point is a limit point */
  bool finished;     /* the present point is the last one */
  double *soft;      /* motion of the least stiffness, of unit mass */
  double *soft_last; /* the same at the last point */
  double stiffness;  /* its stiffness at the last point; NAN: not known */
};

static const double target_angle = 0.2, widest_angle = 0.7; /* rad, between the tangents of two points */
static const double farthest[2] = {0.2, 0.4};               /* predicted displacement / size, rotation */
enum { ITERATIONS = 12, DESIRED_ITERATIONS = 8, MOST_STEPS = 10000, LOCATE = 60, ROUNDS = 4 };

/* ---- geometry of the path ---- */

static double inner(const trm_Simulation *s, const Direction *a, const Direction *b) {
  const struct trm_ArcLength *p = s->statics->path;
  double sum = a->factor * b->factor / (p->unit * p->unit);
  for (int i = 0; i < s->system->numbering.count; i++) sum += p->weight[i] * a->change[i] * b->change[i];
  return sum;
}

static void find_weights(trm_Simulation *s) {
  const trm_System *system = s->system;
  double size = s->model->size, *weight = s->statics->path->weight;
  double count[TRM_UNKNOWN_MULTIPLIER + 1] = {0};
  for (int i = 0; i < system->numbering.count; i++) count[system->unknowns[i].kind]++;
  double points = count[TRM_UNKNOWN_DISPLACEMENT] / (s->model->space.planar ? 2 : 3);
  double triads = count[TRM_UNKNOWN_ROTATION] / (s->model->space.planar ? 1 : 3);
  for (int i = 0; i < system->numbering.count; i++) switch (system->unknowns[i].kind) {
    case TRM_UNKNOWN_DISPLACEMENT: weight[i] = 1 / (points * size * size); break;
    case TRM_UNKNOWN_ROTATION: weight[i] = 1 / triads; break;
    case TRM_UNKNOWN_LENGTH:
    case TRM_UNKNOWN_ANGLE:
    case TRM_UNKNOWN_MULTIPLIER: weight[i] = 0; break;
    }
}

/* of the unit of stiffness over mass: a pseudo-mass so small makes the matrix of a limit point regular and moves its
   solution by as little */
static const double beside_limit = 1e-12;

/* The tangent at the state, towards `along`; K stays factored. At a limit point itself K may have no inverse: then it
   is that of a neighbour. */
static trm_Status find_tangent(trm_Simulation *s, const Direction *along, Direction *out, trm_NewtonReport *report) {
  struct trm_Statics *e = s->statics;
  int n = s->system->numbering.count;
  trm_statics_evaluate(s, true, &report->worst);
  trm_statics_find_mass(s);
  trm_Status status = trm_statics_factor(s, 0, report);
  if (status == TRM_SINGULAR && along) status = trm_statics_factor(s, beside_limit * e->unit, report);
  if (status != TRM_OK) return status;
  trm_statics_find_load(s, out->change);
  for (int i = 0; i < n; i++) out->change[i] = -out->change[i];
  status = trm_lu_solve(s->newton->lu, out->change);
  if (status != TRM_OK) return status;
  out->factor = 1;
  double length = sqrt(inner(s, out, out));
  if (!isfinite(length)) return TRM_NOT_FINITE;
  if (along && inner(s, along, out) < 0) length = -length;
  for (int i = 0; i < n; i++) out->change[i] /= length;
  out->factor /= length;
  return TRM_OK;
}

/* ---- one step of given length ---- */

static void evaluate_problem(void *self, double *residual, double *values) {
  trm_statics_equations(self, residual, values);
}

/* Near no load at all the loads at the end of the path are the yardstick, not the forces of the moment. */
static double measure_problem(void *self, const double *residual, int *worst) {
  trm_Simulation *s = self;
  const struct trm_ArcLength *p = s->statics->path;
  s->statics->scales.force = fmax(s->statics->scales.force, p->yardstick.force);
  s->statics->scales.moment = fmax(s->statics->scales.moment, p->yardstick.moment);
  return trm_statics_measure(s, residual, worst);
}

static void correct_problem(void *self, const double *change) {
  trm_Simulation *s = self;
  Direction *moved = &s->statics->path->moved;
  trm_statics_apply(s, change);
  for (int i = 0; i < s->system->numbering.count; i++) moved->change[i] += change[i];
}

static void evaluate_border(void *self, double *columns, double *rows, double *corner, double *residual) {
  trm_Simulation *s = self;
  const struct trm_ArcLength *p = s->statics->path;
  trm_statics_find_load(s, columns);
  for (int i = 0; i < s->system->numbering.count; i++) rows[i] = p->weight[i] * p->tangent.change[i];
  *corner = p->tangent.factor / (p->unit * p->unit);
  *residual = inner(s, &p->tangent, &p->moved) - p->wanted;
}

static void correct_border(void *self, const double *change) {
  trm_Simulation *s = self;
  s->statics->share += *change;
  s->statics->path->moved.factor += *change;
}

static void predict(trm_Simulation *s) {
  struct trm_ArcLength *p = s->statics->path;
  int n = s->system->numbering.count;
  for (int i = 0; i < n; i++) p->moved.change[i] = 0, s->statics->change[i] = p->wanted * p->tangent.change[i];
  p->moved.factor = 0;
  correct_problem(s, s->statics->change);
  double factor = p->wanted * p->tangent.factor;
  correct_border(s, &factor);
}

static void go_back(trm_Simulation *s) {
  struct trm_Statics *e = s->statics;
  trm_state_copy(s->state, e->start);
  e->share = e->path->from;
}

static trm_Status solve(trm_Simulation *s, trm_NewtonReport *report) {
  static const trm_Border border = {1, evaluate_border, correct_border};
  trm_Problem problem = {s,   s->system->numbering.count, evaluate_problem, measure_problem, correct_problem, &border,
                         NULL};
  trm_NewtonOptions options = s->newton->options;
  s->newton->options.iterations = options.iterations < ITERATIONS ? options.iterations : ITERATIONS;
  trm_Status status = trm_newton_solve(s->newton, &problem, report);
  if (status == TRM_OK) status = trm_statics_close_joints(s, report);
  if (status == TRM_OK) status = trm_newton_solve(s->newton, &problem, report); /* no more than a look, mostly */
  s->newton->options = options;
  return status;
}

/* One more step of Newton's method with the factors of the tangent, on the same arc; *length: how long it was. */
static trm_Status refine(trm_Simulation *s, double *length, trm_NewtonReport *report) {
  struct trm_Statics *e = s->statics;
  struct trm_ArcLength *p = e->path;
  trm_statics_evaluate(s, false, &report->worst);
  for (int i = 0; i < s->system->numbering.count; i++) e->change[i] = -e->residual[i];
  trm_Status status = trm_lu_solve(s->newton->lu, e->change);
  if (status != TRM_OK) return status;
  Direction step = {e->change, 0};
  double back = inner(s, &p->tangent, &step) / inner(s, &p->tangent, &p->next), factor = -back * p->next.factor;
  for (int i = 0; i < s->system->numbering.count; i++) e->change[i] -= back * p->next.change[i];
  trm_StepSize size = trm_statics_step_size(s, e->change);
  *length = fmax(size.length, size.angle);
  if (!(*length <= 0.1)) return TRM_NEWTON_SLOW;
  correct_problem(s, e->change);
  correct_border(s, &factor);
  return TRM_OK;
}

/* From the last point by this arc; the tangent there is in path->next. > 0: not found, or far from where it was
   expected. */
static trm_Status follow(trm_Simulation *s, double arc, trm_NewtonReport *report) {
  struct trm_ArcLength *p = s->statics->path;
  double length = INFINITY;
  go_back(s);
  s->snapshot->seen = false;
  p->wanted = arc;
  predict(s);
  for (int round = 0; round < ROUNDS && length > trm_short_step; round++) {
    trm_Status status = solve(s, report);
    if (status == TRM_OK && !(inner(s, &p->moved, &p->moved) <= 4 * arc * arc)) status = TRM_NEWTON_DIVERGED;
    if (status == TRM_OK) status = find_tangent(s, &p->tangent, &p->next, report);
    if (status == TRM_OK) status = refine(s, &length, report);
    if (status != TRM_OK) return status;
  }
  return length <= trm_short_step ? TRM_OK : TRM_NEWTON_SLOW;
}

/* ---- points within a step ---- */

/* Has a sign that changes at the point looked for. */
typedef trm_Status (*Event)(trm_Simulation *s, double *value);

static trm_Status slope(trm_Simulation *s, double *value) {
  const struct trm_ArcLength *p = s->statics->path;
  *value = p->next.factor / p->unit;
  return TRM_OK;
}

static trm_Status distance_to_end(trm_Simulation *s, double *value) {
  const struct trm_ArcLength *p = s->statics->path;
  *value = (s->statics->share - p->until) / p->unit;
  return TRM_OK;
}

static trm_Status channel_value(trm_Simulation *s, double *value) {
  struct trm_ArcLength *p = s->statics->path;
  s->reached.share = s->statics->share;
  trm_Status status = trm_simulation_evaluate(s, p->channels);
  *value = p->channels[p->channel];
  return status;
}

static trm_Status distance_to_stop(trm_Simulation *s, double *value) {
  trm_Status status = channel_value(s, value);
  *value -= s->analysis->stop_at.value;
  return status;
}

typedef struct Bracket {
  double low, high;       /* arcs */
  double at_low, at_high; /* values of the event */
  double tolerance;       /* on the value */
} Bracket;

/* of an arc: 45 units of the last digit, a bracket cannot be narrower */
static const double narrowest = 1e-14;
/* Events: the slope of the load factor at a limit point, in units of P, where the load factor itself is a parabola
   and exact to the square of this; the load factor at the end of the path, in units of P, and within which it is the
   end; a channel, of its values. */
static const double limit_slope = 1e-7, end_factor = 1e-14, at_end = 1e-13, channel_part = 1e-13;

/* The arc at which the event is zero, by regula falsi with the retained value halved (Illinois); the state is left
   there. */
static trm_Status locate(trm_Simulation *s, Event event, Bracket b, double *arc, trm_NewtonReport *report) {
  int kept = 0;
  for (int i = 0; i < LOCATE; i++) {
    double value, middle = (b.low * b.at_high - b.high * b.at_low) / (b.at_high - b.at_low);
    if (!(middle > b.low && middle < b.high) || i % 8 == 7) middle = 0.5 * (b.low + b.high);
    trm_Status status = follow(s, middle, report);
    if (status == TRM_OK) status = event(s, &value);
    if (status != TRM_OK) return status;
    *arc = middle;
    if (fabs(value) <= b.tolerance || b.high - b.low <= narrowest * b.high) return TRM_OK;
    bool low = value * b.at_low > 0;
    *(low ? &b.low : &b.high) = middle, *(low ? &b.at_low : &b.at_high) = value;
    if (kept == (low ? 1 : -1)) *(low ? &b.at_high : &b.at_low) *= 0.5;
    kept = low ? 1 : -1;
  }
  return TRM_OK;
}

/* Shortens a step that passes a limit point. */
static trm_Status meet_limit(trm_Simulation *s, double *arc, bool *limit, trm_NewtonReport *report) {
  struct trm_ArcLength *p = s->statics->path;
  Bracket bracket = {0, *arc, p->tangent.factor / p->unit, p->next.factor / p->unit, limit_slope};
  *limit = false;
  if (bracket.at_high * p->rising >= 0) return TRM_OK;
  if (p->at_limit) { /* the slope is zero at the start too: that point is not looked for again */
    trm_Status status = follow(s, 0.1 * *arc, report);
    bracket.low = 0.1 * *arc, bracket.at_low = p->next.factor / p->unit;
    if (status != TRM_OK) return status;
    if (bracket.at_low * p->rising <= 0) return TRM_NEWTON_SLOW; /* very near one another: shorter steps */
  }
  *limit = true;
  return locate(s, slope, bracket, arc, report);
}

/* Shortens a step that passes the end of the path. */
static trm_Status meet_end(trm_Simulation *s, double *arc, trm_NewtonReport *report) {
  struct trm_ArcLength *p = s->statics->path;
  Bracket bracket = {0, *arc, (p->from - p->until) / p->unit, (s->statics->share - p->until) / p->unit, end_factor};
  if (!p->bounded || bracket.at_low * bracket.at_high > 0) return TRM_OK;
  p->finished = true;
  trm_Status status = bracket.at_high == 0 ? TRM_OK : locate(s, distance_to_end, bracket, arc, report);
  if (fabs(s->statics->share - p->until) <= at_end * p->unit) s->statics->share = p->until;
  return status;
}

static trm_Status meet_stop(trm_Simulation *s, double *arc, trm_NewtonReport *report) {
  struct trm_ArcLength *p = s->statics->path;
  double now, value = s->analysis->stop_at.value;
  if (p->channel < 0) return TRM_OK;
  trm_Status status = channel_value(s, &now);
  if (status != TRM_OK) return status;
  double tolerance = channel_part * fmax(fabs(value), fmax(fabs(now), fabs(p->channel_from)));
  Bracket bracket = {0, *arc, p->channel_from - value, now - value, tolerance};
  if (!(bracket.at_low * bracket.at_high <= 0) || bracket.at_low == 0) return TRM_OK;
  p->finished = true;
  return bracket.at_high == 0 ? TRM_OK : locate(s, distance_to_stop, bracket, arc, report);
}

/* ---- what is said about the path ---- */

/* Stiffness of the softest motion, by inverse iteration with the factors of the tangent and from the last one's motion.
   NAN: it is less than the round-off of what it is made of. */
static trm_Status find_softest(trm_Simulation *s, double *stiffness) {
  struct trm_Statics *e = s->statics;
  struct trm_ArcLength *p = e->path;
  int n = s->system->numbering.count, iterations = isfinite(p->stiffness) ? 3 : 12;
  memcpy(p->soft, p->soft_last, sizeof(double) * (size_t)n);
  for (int iteration = 0; iteration < iterations; iteration++) {
    trm_statics_multiply(s->system, e->mass, p->soft, e->residual);
    memcpy(p->soft, e->residual, sizeof(double) * (size_t)n);
    trm_Status status = trm_lu_solve(s->newton->lu, p->soft);
    if (status != TRM_OK) return status;
    trm_statics_multiply(s->system, e->mass, p->soft, e->residual);
    double size = sqrt(fabs(trm_statics_along(s->system, e->residual, p->soft)));
    if (!(size > 0) || !isfinite(size)) return TRM_SINGULAR;
    for (int i = 0; i < n; i++) p->soft[i] /= size;
  }
  trm_statics_multiply(s->system, e->stiffness, p->soft, e->residual);
  *stiffness = trm_statics_along(s->system, e->residual, p->soft);
  if (fabs(*stiffness) <= trm_statics_noise(s->system, e->stiffness, p->soft)) *stiffness = NAN;
  return TRM_OK;
}

static void remark_limit(trm_Simulation *s) {
  const struct trm_ArcLength *p = s->statics->path;
  snprintf(s->said.remark, sizeof s->said.remark, "limit point: the load factor is %s here, %.9g (path %.6g)",
           p->rising > 0 ? "largest" : "smallest", s->reached.share, s->reached.path);
}

/* The softest stiffness of one and the same motion changed its sign and the load factor did not turn: another path
   crosses. */
static void remark_branch(trm_Simulation *s, double before, double stiffness) {
  static const char *const verb[2] = {"turns", "moves"};
  const struct trm_ArcLength *p = s->statics->path;
  trm_Text text = {0};
  trm_state_copy(s->saved, s->state);
  trm_motion_text(s->system, s->saved, p->soft, verb, &text);
  double at = before + (s->reached.share - before) * p->stiffness / (p->stiffness - stiffness);
  snprintf(s->said.remark, sizeof s->said.remark,
           "bifurcation near load factor %.5g: another path crosses, on which %s; it is not followed", at,
           text.data ? text.data : "a body moves");
  trm_text_free(&text);
}

/* Softest motion of the present point, with a remark when it became unstable or stable without a limit point. */
static trm_Status watch_stability(trm_Simulation *s, double before, bool limit) {
  struct trm_Statics *e = s->statics;
  struct trm_ArcLength *p = e->path;
  double stiffness = NAN;
  trm_Status status = limit ? TRM_OK : find_softest(s, &stiffness);
  if (status < 0) return status;
  if (status != TRM_OK) stiffness = NAN;
  trm_statics_multiply(s->system, e->mass, p->soft_last, e->residual);
  bool same = fabs(trm_statics_along(s->system, e->residual, p->soft)) > 0.8;
  if (stiffness * p->stiffness < 0 && same) remark_branch(s, before, stiffness);
  p->stiffness = stiffness;
  double *soft = p->soft;
  if (isfinite(stiffness)) p->soft = p->soft_last, p->soft_last = soft;
  return TRM_OK;
}

static void explain(trm_Simulation *s, trm_Status status, const trm_NewtonReport *report) {
  char name[200];
  trm_system_equation_name(s->system, report->worst, name, sizeof name);
  snprintf(s->failure, sizeof s->failure,
           "the path of equilibria cannot be followed beyond load factor %.6g (path %.4g), also in short steps: %s; "
           "worst is the %s (relative residual %.3g)",
           s->reached.share, s->reached.path, trm_status_text(status), name, report->measure);
}

/* ---- steps ---- */

static const double nearly_none = 1e-30; /* sizes and angles of a step that are zero: no quotient becomes infinite */

static double angle_between(const trm_Simulation *s) {
  const struct trm_ArcLength *p = s->statics->path;
  return acos(fmin(1, fmax(-1, inner(s, &p->tangent, &p->next))));
}

/* of the arc of the analysis: shorter steps are given up; so short, a corner may be turned at once */
static const double shortest_arc = 1e-9, sharp_arc = 1e-4;

/* A step, shorter where the path bends or Newton's method does not converge. */
static trm_Status find_point(trm_Simulation *s, double *arc, bool *limit, trm_NewtonReport *report) {
  struct trm_ArcLength *p = s->statics->path;
  trm_StepSize size = trm_statics_step_size(s, p->tangent.change);
  double smallest = shortest_arc * s->analysis->arc, sharp = sharp_arc * s->analysis->arc;
  p->arc =
      fmin(p->arc, fmin(farthest[0] / fmax(size.length, nearly_none), farthest[1] / fmax(size.angle, nearly_none)));
  for (;; p->arc *= 0.5, s->summary.retries++) {
    *arc = p->arc;
    int iterations = report->iterations;
    trm_Status status = follow(s, *arc, report);
    iterations = report->iterations - iterations;
    double angle = status == TRM_OK ? angle_between(s) : 0;
    if (angle > widest_angle && *arc > sharp) continue; /* a corner, as at a stop, is turned in one short step */
    if (status == TRM_OK) status = meet_limit(s, arc, limit, report);
    if (status == TRM_OK) status = meet_end(s, arc, report);
    if (status == TRM_OK) status = meet_stop(s, arc, report);
    if (status == TRM_OK) {
      double growth =
          fmin(sqrt((double)DESIRED_ITERATIONS / fmax(iterations, 1)), target_angle / fmax(angle, nearly_none));
      p->arc = fmin(s->analysis->arc, p->arc * fmax(0.4, fmin(2, growth)));
      return TRM_OK;
    }
    p->finished = false;
    if (status < 0) return status;
    if (p->arc < smallest) {
      go_back(s);
      explain(s, status, report);
      return TRM_STEP_FAILED;
    }
  }
}

static void estimate_rest(trm_Simulation *s) {
  const struct trm_ArcLength *p = s->statics->path;
  s->reached.rest = p->bounded ? fabs(p->until - s->reached.share) / p->unit : 1;
  if (s->analysis->steps > 0 && p->steps > 0)
    s->reached.rest = s->reached.path * (s->analysis->steps - p->steps) / p->steps;
  if (p->finished) s->reached.rest = 0;
}

/* The present point becomes the last one. */
static trm_Status accept(trm_Simulation *s, bool limit, trm_NewtonReport *report) {
  struct trm_Statics *e = s->statics;
  struct trm_ArcLength *p = e->path;
  double before = p->from;
  s->reached.path += sqrt(inner(s, &p->moved, &p->moved));
  s->reached.share = p->from = e->share;
  Direction tangent = p->tangent;
  p->tangent = p->next, p->next = tangent;
  if (limit) remark_limit(s);
  p->at_limit = limit;
  if (limit) p->rising = -p->rising;
  trm_state_copy(e->start, s->state);
  p->steps++;
  if (s->analysis->steps > 0 && p->steps >= s->analysis->steps) p->finished = true;
  estimate_rest(s);
  trm_Status status = watch_stability(s, before, limit);
  if (status == TRM_OK && p->channel >= 0) status = channel_value(s, &p->channel_from);
  if (status == TRM_OK && p->finished && !s->said.remark[0]) status = trm_statics_judge(s, report);
  s->snapshot->seen = false;
  return status;
}

static trm_Status advance(trm_Simulation *s, trm_NewtonReport *report) {
  struct trm_ArcLength *p = s->statics->path;
  double arc;
  bool limit = false;
  if (p->steps >= MOST_STEPS && !(s->analysis->steps > 0)) {
    snprintf(s->failure, sizeof s->failure,
             "the path of equilibria has not come to its end after %d steps (load factor %.6g, path %.4g)", p->steps,
             s->reached.share, s->reached.path);
    return TRM_STEP_FAILED;
  }
  trm_Status status = find_point(s, &arc, &limit, report);
  if (status == TRM_OK) status = accept(s, limit, report);
  return status;
}

/* ---- the beginning of the path ---- */

/* of the way of the drives: as of increments of loads (static.c); not tested otherwise */
static const double least_part = 1e-4;

/* Drives go to their values at the time of the analysis; then the equilibrium there. */
static trm_Status settle(trm_Simulation *s, trm_NewtonReport *report) {
  struct trm_Statics *e = s->statics;
  double part = 1, done = 0;
  while (done < 1) {
    double next = fmin(1, done + part), from = *s->state->time, to = e->from + next * (e->at - e->from);
    trm_Status status = trm_statics_drive_move(s, from, next < 1 ? to : e->at) > 1 && part > least_part
                            ? TRM_NEWTON_SLOW
                            : trm_statics_settle(s, next < 1 ? to : e->at, e->share, report);
    if (status < 0) return status;
    if (status == TRM_OK) {
      done = next;
    } else if (part <= least_part || e->at == e->from) {
      trm_statics_explain(s, e->share, status, report);
      return TRM_STEP_FAILED;
    } else {
      part *= 0.5;
    }
  }
  return TRM_OK;
}

/* the largest force and moment of the loads at P; with levers of the model's size they are comparable */
static trm_Scales load_scales(const trm_Simulation *s, const double *load) {
  const struct trm_ArcLength *p = s->statics->path;
  double force = 0, moment = 0, size = s->model->size;
  for (int i = 0; i < s->system->numbering.count; i++) switch (s->system->unknowns[i].kind) {
    case TRM_UNKNOWN_DISPLACEMENT:
    case TRM_UNKNOWN_LENGTH: force = fmax(force, p->unit * fabs(load[i])); break;
    case TRM_UNKNOWN_ROTATION:
    case TRM_UNKNOWN_ANGLE: moment = fmax(moment, p->unit * fabs(load[i])); break;
    case TRM_UNKNOWN_MULTIPLIER: break;
    }
  return (trm_Scales){fmax(force, moment / size), fmax(moment, force * size)};
}

static trm_Status first_tangent(trm_Simulation *s, trm_NewtonReport *report) {
  struct trm_Statics *e = s->statics;
  struct trm_ArcLength *p = e->path;
  trm_statics_find_load(s, p->load);
  p->yardstick = load_scales(s, p->load);
  if (!(p->yardstick.force > 0)) {
    snprintf(s->failure, sizeof s->failure,
             "there is no path of equilibria to follow: the model has no loads, gravity or actuators");
    return TRM_STEP_FAILED;
  }
  trm_Status status = find_tangent(s, NULL, &p->tangent, report);
  if (status > 0) {
    char name[200];
    trm_system_equation_name(s->system, trm_lu_singular_unknown(s->newton->lu), name, sizeof name);
    snprintf(
        s->failure, sizeof s->failure,
        "the path of equilibria cannot begin at load factor %.6g: nothing holds the model there (%s, at the %s); let "
        "it go on from a static analysis by load steps, or lock that motion",
        e->share, trm_status_text(status), name);
    return TRM_STEP_FAILED;
  }
  if (p->rising < 0) {
    for (int i = 0; i < s->system->numbering.count; i++) p->tangent.change[i] = -p->tangent.change[i];
    p->tangent.factor = -p->tangent.factor;
  }
  return status;
}

static trm_Status set_out(trm_Simulation *s, trm_NewtonReport *report) {
  struct trm_Statics *e = s->statics;
  struct trm_ArcLength *p = e->path;
  trm_Status status = settle(s, report);
  if (status == TRM_OK) status = first_tangent(s, report);
  if (status != TRM_OK) return status;
  for (int i = 0; i < s->system->numbering.count; i++)
    p->soft_last[i] = (sin(12.9898 * (i + 1)) + 1.3) * s->system->extent[i];
  p->stiffness = NAN;
  s->reached.share = p->from = e->share;
  s->reached.path = 0;
  s->reached.at_rest = s->reached.has_row = true;
  trm_state_copy(e->start, s->state);
  estimate_rest(s);
  status = watch_stability(s, s->reached.share, false);
  if (status == TRM_OK && p->channel >= 0) status = channel_value(s, &p->channel_from);
  s->snapshot->seen = false;
  return status;
}

trm_Status trm_arc_length_step(trm_Simulation *s, bool *output) {
  double start = trm_cpu_seconds();
  trm_NewtonReport report = {.worst = -1, .timed = true};
  if (s->statics->path->finished) return TRM_FINISHED;
  trm_Status status = s->reached.at_rest ? advance(s, &report) : set_out(s, &report);
  if (status == TRM_OK) {
    s->summary.steps++;
    *output = true;
    status = trm_simulation_begin_ledger(s);
  }
  s->summary.iterations += report.iterations;
  s->summary.factorizations += report.factorizations;
  s->summary.seconds_assembly += report.seconds_assembly;
  s->summary.seconds_linear += report.seconds_linear;
  s->summary.seconds_total += trm_cpu_seconds() - start;
  return status;
}

static trm_Status allocate(trm_Simulation *s) {
  int n = s->system->numbering.count;
  struct trm_ArcLength *p = TRM_ARENA_NEW(&s->work, struct trm_ArcLength, 1);
  if (!p) return TRM_NO_MEMORY;
  double **vectors[] = {&p->tangent.change, &p->next.change, &p->moved.change, &p->weight,
                        &p->load,           &p->soft,        &p->soft_last};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) *vectors[i] = TRM_ARENA_NEW(&s->work, double, n);
  p->channels = TRM_ARENA_NEW(&s->work, double, s->channels.count);
  s->statics->path = p;
  return s->work.failed ? TRM_NO_MEMORY : TRM_OK;
}

static bool find_channel(trm_Simulation *s) {
  const trm_StopAtDef *stop = &s->analysis->stop_at;
  struct trm_ArcLength *p = s->statics->path;
  p->channel = -1;
  if (!stop->channel) return true;
  for (int i = 0; i < s->channels.count; i++)
    if (strcmp(s->channels.items[i].name, stop->channel) == 0) p->channel = i;
  if (p->channel < 0) snprintf(s->failure, sizeof s->failure, "stop-at: there is no channel \"%.100s\"", stop->channel);
  return p->channel >= 0;
}

trm_Status trm_arc_length_begin(trm_Simulation *s) {
  struct trm_Statics *e = s->statics;
  trm_Status status = e->path ? TRM_OK : allocate(s);
  if (status != TRM_OK) return status;
  struct trm_ArcLength *p = e->path;
  if (!find_channel(s)) return TRM_BAD_ARGUMENT;
  bool continues = s->current > 0 && s->model->analyses.items[s->current - 1]->type == TRM_ANALYSIS_STATIC;
  bool given = trm_given(s->analysis, offsetof(trm_AnalysisDef, until));
  p->until = given ? s->analysis->until : 1;
  p->unit = p->until;
  p->bounded = given || (p->channel < 0 && !(s->analysis->steps > 0));
  e->share = p->from = continues ? s->reached.share : 0;
  if (p->bounded && p->from == p->until) {
    snprintf(s->failure, sizeof s->failure,
             "the path begins at the load factor %.6g, where the analysis before ended, and ends there: give another "
             "\"until\"",
             p->from);
    return TRM_BAD_ARGUMENT;
  }
  p->rising = !p->bounded || p->until > p->from ? 1 : -1;
  p->arc = 0.25 * s->analysis->arc;
  p->steps = 0, p->at_limit = p->finished = false;
  s->reached.at_rest = s->reached.has_row = false, s->reached.path = 0, s->reached.rest = 1;
  find_weights(s);
  return TRM_OK;
}

/* Not in the state of trm_ArcLength: made anew `weight`, `channel`; filled by a step before it reads them
   `channels`. */
void trm_arc_length_bytes(trm_Simulation *s, trm_Bytes *bytes) {
  struct trm_ArcLength *p = s->statics->path;
  size_t n = (size_t)s->system->numbering.count;
  double *vectors[] = {p->tangent.change, p->next.change, p->moved.change, p->load, p->soft, p->soft_last};
  double *numbers[] = {&p->tangent.factor,  &p->next.factor,      &p->moved.factor, &p->until,        &p->unit,
                       &p->yardstick.force, &p->yardstick.moment, &p->from,         &p->channel_from, &p->arc,
                       &p->wanted,          &p->stiffness};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) trm_bytes_doubles(bytes, vectors[i], n);
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) trm_bytes_double(bytes, numbers[i]);
  trm_bytes_int(bytes, &p->steps, 0, INT32_MAX - 1);
  trm_bytes_int(bytes, &p->rising, -1, 1);
  trm_bytes_bool(bytes, &p->bounded);
  trm_bytes_bool(bytes, &p->at_limit);
  trm_bytes_bool(bytes, &p->finished);
  if (bytes->reading) trm_state_copy(s->statics->start, s->state); /* steps set out from the last point, which it is */
}
