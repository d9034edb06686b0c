/* What the steps of all schemes are made of: a trial that is begun, solved by Newton's method, accepted or taken
   back. */
#include "integrate/stepper.h"
#include <float.h>
#include <math.h>
#include "math/vec3.h"

bool trm_given_step(const trm_StepDef *step, size_t offset) { return step->bound.table && trm_given(step, offset); }

trm_Status trm_stepper_open(trm_Stepper *stepper, const trm_Scheme *scheme, trm_StepTools *tools, trm_State *state) {
  *stepper = (trm_Stepper){.scheme = scheme, .tools = tools, .state = state};
  trm_Status status = scheme->open ? scheme->open(stepper) : TRM_OK;
  if (status != TRM_OK) trm_stepper_close(stepper);
  return status;
}

void trm_stepper_close(trm_Stepper *stepper) {
  if (stepper->scheme && stepper->scheme->close) stepper->scheme->close(stepper);
  *stepper = (trm_Stepper){0};
}

/* A step whose sliders stay on the elements of their tracks that they begin on, or end on the next ones: there its
   equations are smooth. */
static trm_Status step_held(trm_Stepper *stepper, const trm_StepOptions *options, trm_StepReport *report) {
  const trm_Layout *layout = stepper->tools->system->layout;
  trm_State *state = stepper->state;
  bool may_cross = options->order == 2 && stepper->scheme->equations != TRM_EQUATIONS_INSTANT, held, goes_on = false;
  trm_passage_hold(layout, &(trm_PassageHold){state->x, NULL, NULL});
  trm_Status status = stepper->scheme->step(stepper, options, report);
  held = status != TRM_OK || trm_passage_is_held(layout, state->x);
  if (!held) {
    goes_on = trm_passage_hold(layout, &(trm_PassageHold){stepper->tools->saved->x, state->x, NULL}) && may_cross;
    trm_step_restore(stepper);
  }
  if (goes_on) {
    status = stepper->scheme->step(stepper, options, report);
    held = status != TRM_OK || trm_passage_is_held(layout, state->x);
    if (!held) trm_step_restore(stepper);
  }
  trm_passage_let_go(layout);
  return held ? status : TRM_NEWTON_SLOW;
}

trm_Status trm_stepper_step(trm_Stepper *stepper, trm_State *state, const trm_StepOptions *options,
                            trm_StepReport *report) {
  const trm_Trial *trial = stepper->tools->trial;
  const trm_Layout *layout = stepper->tools->system->layout;
  stepper->state = state;
  /* a slider that went back over the border of two elements is going to do so again */
  if (trial->watches && trm_passage_turned(layout->model, trial->to_and_fro))
    return step_held(stepper, options, report);
  trm_Status status = stepper->scheme->step(stepper, options, report);
  bool at_border = status > 0 && status != TRM_PASSES && trial->watches;
  return at_border && trm_passage_near(layout, state->x, trial->x_f) ? step_held(stepper, options, report) : status;
}

enum { DEEPEST_HALVING = 12, LONGEST_WAIT = 64 };

/* What a step came to that was tried before, as if it were tried here. */
static trm_Status was_tried(trm_Stepper *stepper, trm_State *state, trm_StepReport *report) {
  trm_TriedStep tried = stepper->tried;
  stepper->state = state, stepper->tried = (trm_TriedStep){0};
  report->newton.iterations += tried.iterations, report->newton.factorizations += tried.factorizations;
  report->newton.measure = tried.measure, report->substeps++;
  trm_step_save(stepper);
  if (tried.status > 0) trm_step_restore(stepper);
  return tried.status;
}

/* The parts of a halved step, as a counter of the smallest pieces: each success may double the piece again. Where that
   fails it is not tried again before so many more pieces, twice as many each time. */
trm_Status trm_stepper_step_safely(trm_Stepper *stepper, trm_State *state, const trm_StepOptions *options,
                                   trm_StepReport *report) {
  trm_StepOptions part = *options;
  int depth = 0, wait = 0, left = 0;
  bool longer = false; /* the piece was doubled: it has not been seen to succeed */
  long done = 0;       /* in units of h / 2^depth */
  while (done < 1L << depth) {
    part.h = options->h / (double)(1L << depth);
    bool known = stepper->tried.h == part.h && depth == 0;
    trm_Status status = known ? was_tried(stepper, state, report) : trm_stepper_step(stepper, state, &part, report);
    report->tried = part.h;
    if (status < 0 || status == TRM_PASSES) return status;
    if (status > 0) {
      if (depth == DEEPEST_HALVING) return status;
      report->retries++;
      depth++, done *= 2;
      if (longer) wait = wait > 0 ? (wait < LONGEST_WAIT ? 2 * wait : wait) : 2, left = wait;
      longer = false;
      continue;
    }
    done++;
    if (longer) wait = 0, longer = false;
    if (left > 0) left--;
    while (left == 0 && depth > 0 && done % 2 == 0 && done < 1L << depth) depth--, done /= 2, longer = true;
  }
  return TRM_OK;
}

/* ---- the equations over a pair, as Newton sees them ---- */

static void evaluate(void *self, double *residual, double *values) {
  trm_Stepper *stepper = self;
  trm_StepTools *tools = stepper->tools;
  trm_Pair pair = trm_trial_pair(tools->trial, stepper->state);
  trm_system_pair(tools->system, &pair, residual, values, &tools->scales);
}

static void evaluate_parts(void *self, double *residual, double *parts) {
  trm_Stepper *stepper = self;
  trm_StepTools *tools = stepper->tools;
  trm_Pair pair = trm_trial_pair(tools->trial, stepper->state);
  trm_system_pair_parts(tools->system, &pair, residual, parts, &tools->scales);
}

double trm_step_measure(void *self, const double *residual, int *worst) {
  const trm_Stepper *stepper = self;
  return trm_residual_size(stepper->tools->system, stepper->state, &stepper->tools->scales, residual, worst);
}

void trm_step_correct(void *self, const double *change) {
  trm_Stepper *stepper = self;
  trm_trial_correct(stepper->tools->trial, stepper->state, change);
}

/* Of a length, or rad: constraints that are violated by more are so by more than round-off. */
static const double met = 1e-12;

static bool meets_constraints(const trm_Stepper *stepper, const int *at, const double *residual) {
  const trm_System *system = stepper->tools->system;
  const double *dropped = trm_state_dropped(stepper->state);
  for (int i = 0; i < system->numbering.count; i++) {
    if (system->kinds[i] != TRM_UNKNOWN_MULTIPLIER || (dropped && dropped[system->multiplier_of[i]] != 0)) continue;
    if (!(fabs(residual[at ? at[i] : i]) * system->inverse_extent[i] <= met * *stepper->state->scale)) return false;
  }
  return true;
}

/* Positions are known to round-off: what the stiffest equation of motion makes of it, against the largest force. Forces
   next to nothing are no yardstick: constraints are looked at by themselves. */
double trm_step_noise(const trm_Stepper *stepper, const trm_Pattern *pattern, const int *at, const double *values,
                      const double *residual) {
  static const double round_off = 64 * DBL_EPSILON;
  const trm_System *system = stepper->tools->system;
  double size = system->model->size, force = 0, moment = 0;
  if (system->model->on_joints.law_state_count > 0)
    return 0; /* at a kink of friction the residual does not fall either, and is no round-off */
  if (!meets_constraints(stepper, at, residual)) return 0;
  for (int i = 0; i < system->numbering.count; i++) {
    int place = at ? at[i] : i;
    trm_UnknownKind kind = system->unknowns[i].kind;
    if (kind == TRM_UNKNOWN_MULTIPLIER) continue;
    int diagonal = trm_pattern_find(pattern, place, place);
    double stiffness = diagonal < 0 ? 0 : fabs(values[diagonal]);
    if (kind == TRM_UNKNOWN_DISPLACEMENT || kind == TRM_UNKNOWN_LENGTH)
      force = fmax(force, stiffness * size * round_off);
    else
      moment = fmax(moment, stiffness * round_off);
  }
  force = fmax(force, moment / size), moment = force * size;
  double largest = stepper->tools->scales.force, turning = stepper->tools->scales.moment;
  if (!(largest > 0)) largest = turning / size;
  if (!(turning > 0)) turning = largest * size;
  return fmax(force / largest, moment / turning);
}

/* |r| = 2 tan(angle/2) of what a step turns: 152 degrees. Steps that turn by more than a right angle are refused, and
   beyond half a turn r runs away. */
static const double lost_turn = 8;

static bool is_lost(void *self) {
  const trm_Stepper *stepper = self;
  const double *turn = stepper->tools->trial->turn;
  for (int t = 0; t < stepper->tools->system->model->node_count; t++)
    if (!(trm_dot(turn + 3 * t, turn + 3 * t) <= lost_turn * lost_turn)) return true;
  return false;
}

/* the largest force */
static double yardstick(void *self) {
  const trm_Stepper *stepper = self;
  const trm_Scales *scales = &stepper->tools->scales;
  return scales->force > 0 ? scales->force : scales->moment / stepper->tools->system->model->size;
}

static double noise(void *self, const double *values, const double *residual) {
  const trm_Stepper *stepper = self;
  return trm_step_noise(stepper, stepper->tools->system->pattern, NULL, values, residual);
}

void trm_step_place(void *self, double *place) {
  const trm_Stepper *stepper = self;
  const trm_System *system = stepper->tools->system;
  for (int i = 0; i < system->turning_count; i++)
    trm_copy(place + 9 * i, stepper->tools->trial->q_f + system->turning[i].triad, 9);
}

/* sum to_j from_j^T, whose first column tells the angle about z that all there is turns by in a plane */
static inline void turn_in_plane(const double *from, const double *to, const int unknowns[3], const int *at,
                                 double *vector) {
  double cosine = from[0] * to[0] + from[3] * to[3] + from[6] * to[6];
  double sine = from[0] * to[1] + from[3] * to[4] + from[6] * to[7];
  double *x = unknowns[0] < 0 ? NULL : vector + (at ? at[unknowns[0]] : unknowns[0]);
  double *y = unknowns[1] < 0 ? NULL : vector + (at ? at[unknowns[1]] : unknowns[1]);
  double v[2] = {x ? *x : 0, y ? *y : 0};
  if (x) *x = cosine * v[0] - sine * v[1];
  if (y) *y = sine * v[0] + cosine * v[1];
}

static inline void turn_in_space(const double *from, const double *to, const int given[3], const int *at,
                                 double *vector) {
  double v[3], turned[3] = {0};
  int unknowns[3];
  for (int n = 0; n < 3; n++) unknowns[n] = at && given[n] >= 0 ? at[given[n]] : given[n];
  bool side_by_side = unknowns[0] >= 0 && unknowns[1] == unknowns[0] + 1 && unknowns[2] == unknowns[0] + 2;
  double *own = side_by_side ? vector + unknowns[0] : v;
  if (!side_by_side) trm_gather3(unknowns, vector, v);
  for (int j = 0; j < 3; j++) {
    double part = trm_dot(from + 3 * j, own);
    for (int n = 0; n < 3; n++) turned[n] += part * to[3 * j + n];
  }
  for (int n = 0; n < 3; n++) own[n] = turned[n];
  if (!side_by_side) trm_spread3(unknowns, own, vector);
}

/* A vector that turns, some of it by one thread. */
typedef struct Turn {
  const trm_System *system;
  const int *at;
  const double *then, *now; /* place; configuration */
  double *vector;
  bool back;
} Turn;

/* chosen; and of how many it is work enough to be shared out */
enum { TURNED_OF_PART = 512, TURNED_SHARED = 2048 };

static void turn_some(void *self, int part) {
  const Turn *it = self;
  bool planar = it->system->model->space.planar;
  int first = part * TURNED_OF_PART, last = first + TURNED_OF_PART, count = it->system->turning_count;
  for (int i = first; i < last && i < count; i++) {
    const trm_Turning *one = &it->system->turning[i];
    const double *then = it->then + 9 * i, *now = it->now + one->triad;
    if (planar)
      turn_in_plane(it->back ? now : then, it->back ? then : now, one->unknowns, it->at, it->vector);
    else
      turn_in_space(it->back ? now : then, it->back ? then : now, one->unknowns, it->at, it->vector);
  }
}

void trm_step_turn(const trm_Stepper *stepper, const int *at, const double *place, double *vector, bool back) {
  const trm_System *system = stepper->tools->system;
  Turn turn = {system, at, place, stepper->tools->trial->q_f, vector, back};
  int count = system->turning_count;
  trm_team_run(count < TURNED_SHARED ? NULL : system->team, (count + TURNED_OF_PART - 1) / TURNED_OF_PART, turn_some,
               &turn);
}

static void turn(void *self, const double *place, double *vector, bool back) {
  trm_step_turn(self, NULL, place, vector, back);
}

static double work(void *self, const double *residual, double *energy) {
  const trm_Stepper *stepper = self;
  *energy = stepper->state->works->largest_energy;
  return trm_trial_work(stepper->tools->trial, stepper->state, residual);
}

trm_StepEquations trm_step_pair(trm_Stepper *stepper) {
  const trm_StepTools *tools = stepper->tools;
  trm_Problem problem = {stepper, tools->system->numbering.count, evaluate, trm_step_measure, trm_step_correct, NULL,
                         noise};
  if (*stepper->state->dropped_count == 0) problem.evaluate_parts = evaluate_parts;
  problem.unit = tools->system->unit, problem.place = trm_step_place, problem.turn = turn, problem.work = work;
  return (trm_StepEquations){problem, tools->newton, NULL};
}

/* ---- a step ---- */

static void begin_again(trm_Stepper *stepper, const trm_StepEquations *equations) {
  trm_Trial *trial = stepper->tools->trial;
  trm_trial_begin(trial, stepper->state, trial->h, trial->rule);
  if (equations->begun) equations->begun(stepper);
}

/* Where nothing is remembered relative coordinates begin without their rates. One whole correction brings them to where
   the constraints have them; halves of it, which make the residual smaller, may stay where forces that go by rates have
   their peak: the slip of a tyre that seems to stand. */
static trm_Status solve_in_whole_corrections(trm_Stepper *stepper, const trm_StepEquations *equations,
                                             const trm_Problem *problem, trm_NewtonReport *report) {
  trm_NewtonOptions *options = &equations->newton->options, usual = *options;
  options->backtrack = false, options->tangent_work = 0;
  begin_again(stepper, equations);
  trm_Status status = trm_newton_solve(equations->newton, problem, report);
  *options = usual;
  return status;
}

trm_Problem trm_step_series(const trm_Stepper *stepper, const trm_StepEquations *equations) {
  trm_Problem series = equations->problem;
  series.yardstick = yardstick, series.step = stepper->tools->trial->h;
  series.team = stepper->tools->system->team;
  series.lost = is_lost;
  return series;
}

trm_Status trm_step_solve(trm_Stepper *stepper, const trm_StepEquations *equations, trm_NewtonReport *report) {
  trm_Newton *newton = equations->newton;
  trm_Problem series = trm_step_series(stepper, equations), *problem = &series;
  bool kinks = stepper->tools->system->model->on_joints.law_state_count > 0; /* friction and the like */
  newton->options.backtrack = kinks;
  newton->options.tangent_work = stepper->tools->system->tangent_work;
  trm_Status status = trm_newton_solve(newton, problem, report);
  if (status > 0 && kinks && stepper->state->history->count == 0)
    status = solve_in_whole_corrections(stepper, equations, problem, report);
  if (status > 0 && kinks) { /* loads that depend on reactions are held at what is expected of them */
    begin_again(stepper, equations);
    trm_trial_hold(stepper->tools->trial, stepper->state);
    status = trm_newton_solve(newton, problem, report);
    if (status == TRM_OK) trm_trial_hold(stepper->tools->trial, stepper->state);
    if (status == TRM_OK) status = trm_newton_solve(newton, problem, report);
  }
  newton->options.backtrack = false, newton->options.tangent_work = 0;
  return status;
}

/* Redundant constraints follow from the enforced ones; where they do not, the choice has become a bad one. */
trm_Status trm_step_accept(trm_Stepper *stepper, trm_Settled settled) {
  trm_StepTools *tools = stepper->tools;
  int row = -1;
  tools->contradicted = -1;
  if (*stepper->state->dropped_count > 0) {
    tools->contradiction = trm_trial_redundant_violation(tools->trial, stepper->state, &row);
    if (tools->contradiction > trm_closed * tools->system->model->size)
      return tools->contradicted = row, TRM_NEWTON_SLOW;
  }
  trm_Status status = trm_trial_accept(tools->trial, stepper->state, settled);
  /* Another choice of rows enforces those that the last one has left open: closing them does work. */
  if (status == TRM_UNBALANCED && tools->trial->by_constraints) tools->contradicted = row;
  if (status == TRM_OK && stepper->turns) trm_turns_add(stepper->turns, tools->trial); /* of what is taken only */
  return status;
}

void trm_step_save(trm_Stepper *stepper) { trm_state_keep(stepper->tools->saved, stepper->state); }

void trm_step_restore(trm_Stepper *stepper) {
  trm_State *state = stepper->state;
  trm_state_keep(state, stepper->tools->saved);
  state->history->count = 0;
  if (*state->dropped_count > 0) trm_rows_choose_again(stepper->tools->rows, stepper->tools->system, state);
}
