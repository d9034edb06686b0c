/* Forces of formulas that jump where a velocity changes: sign(v), v > 0, v/abs(v). Where such a force drives the
   velocity back to the jump from either side, it has no value there that balances: the motion chatters (it should
   stick), steps are refused until they are as short as they may be, and Newton's method has nothing to find. */
#include <math.h>
#include <stdio.h>
#include "analysis/find.h"
#include "element/joint_table.h"
#include "element/law.h"
#include "element/named.h"
#include "math/expression_program.h"

enum { OTHERS = 3, PLACES = 26, BISECTIONS = 80 };
/* Velocities between which a jump is looked for, and what everything else is meanwhile: no values in particular. */
static const double speeds[PLACES] = {-100,  -30,   -10,   -3,    -1,   -0.3, -0.1, -0.03, -0.01,
                                      -1e-3, -1e-4, -1e-6, -1e-9, 1e-9, 1e-6, 1e-4, 1e-3,  0.01,
                                      0.03,  0.1,   0.3,   1,     3,    10,   30,   100};
static const double others[OTHERS] = {0.2340123, 0.7390851, -1.3112477};
/* of the largest value: a jump that is felt */
static const double felt = 1e-3;

/* A formula and the velocity in it that is looked at: an input (a name), or the variable number 1, a rate. A value of
   one call. */
typedef struct Formula {
  const trm_Function *function;
  int name; /* -1: the rate */
  double variables[4], named[TRM_EXPRESSION_NAMES];
  const double *inputs; /* of the model, where nothing is named */
} Formula;

/* from which value to which it jumps, and where */
typedef struct Jump {
  double speed, before, after;
} Jump;

static double value_at(Formula *formula, double speed) {
  *(formula->name < 0 ? &formula->variables[1] : &formula->named[formula->name]) = speed;
  const double *inputs = formula->function->named_count > 0 ? formula->named : formula->inputs;
  return trm_function_value(formula->function, formula->variables, inputs);
}

/* Of the halves the one over which it changes more, until nothing is between the ends. */
static bool find_between(Formula *formula, double from, double to, double least, Jump *out) {
  double low = value_at(formula, from), high = value_at(formula, to);
  for (int i = 0; i < BISECTIONS; i++) {
    double middle = 0.5 * (from + to), here = value_at(formula, middle);
    if (!isfinite(here)) middle = 0.75 * from + 0.25 * to, here = value_at(formula, middle); /* as v/abs(v) at 0 */
    if (!(fabs(high - low) > least)) return false;
    if (middle == from || middle == to) break;
    if (fabs(here - low) > fabs(high - here))
      to = middle, high = here;
    else
      from = middle, low = here;
  }
  *out = (Jump){fabs(from) < fabs(to) ? from : to, low, high};
  return fabs(high - low) > least;
}

static bool find_jump(Formula *formula, Jump *out) {
  double largest = 0;
  for (int p = 0; p < PLACES; p++) {
    double here = value_at(formula, speeds[p]);
    if (isfinite(here)) largest = fmax(largest, fabs(here));
  }
  for (int p = 0; p + 1 < PLACES; p++)
    if (find_between(formula, speeds[p], speeds[p + 1], felt * largest, out)) return true;
  return false;
}

/* with one choice of all else, or another */
static bool jumps(const trm_Model *model, const trm_Function *function, int name, Jump *out) {
  for (int o = 0; o < OTHERS; o++) {
    Formula formula = {.function = function, .name = name, .inputs = model->inputs.start};
    for (int i = 0; i < 4; i++) formula.variables[i] = others[(o + i) % OTHERS];
    for (int i = 0; i < function->named_count; i++) formula.named[i] = others[(o + i) % OTHERS];
    if (find_jump(&formula, out)) return true;
  }
  return false;
}

/* a formula that may jump at all; edges of tables are no jumps, and what is sampled goes by steps of its own */
static bool may_jump(const trm_Function *function) { return function->expression && function->expression->switches; }

/* Over the rate of the coordinate itself (joint j, c; -1: there is none) only what brakes on both sides of the jump
   holds the motion there. */
static bool holds(const trm_Named *named, int j, int c, const Jump *jump) {
  bool own = named->kind->of == TRM_NAMES_COORDINATE && named->joint == j && named->coordinate == c;
  return !own || jump->after < jump->before;
}

/* the first velocity among the names where it jumps; -1: none */
static int jumps_by_name(const trm_Model *model, const trm_Function *function, int j, int c, Jump *out) {
  for (int k = 0; k < function->named_count; k++) {
    const trm_NameableKind *kind = function->named[k].kind;
    bool velocity = kind->moves && kind->of != TRM_NAMES_SIGNAL && kind->of != TRM_NAMES_INPUT;
    if (velocity && jumps(model, function, k, out) && holds(&function->named[k], j, c, out)) return k;
  }
  return -1;
}

#define WHAT_IT_DOES                                                                                                   \
  "jumps from %.4g to %.4g where %s passes %.4g: a motion that is held there chatters, and steps become as short as "  \
  "they may; "

static void look_at_load(const trm_Examined *examined, const trm_Load *load) {
  for (int n = 0; n < 6; n++) {
    const trm_Function *functions = n < 3 ? load->force : load->moment;
    Jump jump;
    bool may = functions && may_jump(&functions[n % 3]);
    int k = may ? jumps_by_name(examined->model, &functions[n % 3], -1, -1, &jump) : -1;
    if (k < 0) continue;
    trm_found(examined, TRM_FIND_JUMPS_BY_RATE, load->place,
              "load \"%.100s\": %s %c " WHAT_IT_DOES "a steep ramp (tanh) instead of the jump has a value there",
              load->name, n < 3 ? "the force along" : "the moment about", "xyz"[n % 3], jump.before, jump.after,
              functions[n % 3].named[k].name, jump.speed);
    return;
  }
}

/* an actuator by formula, without a memory */
static void look_at_law(const trm_Examined *examined, int j, int c, const trm_Law *law) {
  const trm_Model *model = examined->model;
  const trm_ModelJoint *joint = &model->joints[j];
  trm_LawFunction found[TRM_LAW_FUNCTIONS];
  bool actuator = law->kind->supplies && law->kind->functions && law->kind->state_count == 0;
  int count = actuator ? law->kind->functions(law->data, found) : 0;
  const char *coordinate = joint->kind->coordinates[c].name;
  for (int i = 0; i < count; i++) {
    const trm_Function *function = found[i].function;
    Jump jump = {0};
    if (!may_jump(function)) continue;
    bool own = found[i].time == 2 && jumps(model, function, -1, &jump) && jump.after < jump.before;
    int k = own ? -1 : jumps_by_name(model, function, j, c, &jump);
    if (!own && k < 0) continue;
    trm_found(examined, TRM_FIND_JUMPS_BY_RATE, trm_law_place(&joint->laws[c], law),
              "joint \"%s\": the %s of %s " WHAT_IT_DOES
              "`friction` sticks and slips, and a steep ramp (tanh) instead of the jump has a value there",
              joint->name, law->kind->name, coordinate, jump.before, jump.after,
              own ? "its rate" : function->named[k].name, jump.speed);
    return;
  }
}

static bool goes_through_time(const trm_Model *model) {
  for (int a = 0; a < model->analyses.count; a++)
    if (model->analyses.items[a]->type == TRM_ANALYSIS_DYNAMIC) return true;
  return false;
}

void trm_find_jumps(const trm_Examined *examined) {
  const trm_Model *model = examined->model;
  if (!goes_through_time(model)) return;
  for (int l = 0; l < model->forces.load_count; l++) look_at_load(examined, &model->forces.loads[l]);
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++)
      TRM_EACH_LAW(law, &model->joints[j].laws[c]) look_at_law(examined, j, c, law);
}
