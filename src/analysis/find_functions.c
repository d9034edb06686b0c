/* Formulas and tables of time: values that are not finite, tables that end too early; whether steps see what they do is
   in find_steps.c. */
#include <math.h>
#include <stdio.h>
#include "analysis/find_timed.h"
#include "element/element_numbers.h"
#include "element/joint_table.h"
#include "element/law.h"
#include "math/expression_program.h"

/* ---- values that are not finite ---- */

enum { SAMPLES = 64, BISECTIONS = 48 };
/* Of the largest value at a sample: what grows beyond it within so little time has a pole. */
static const double pole = 1e9;

/* A pole between two samples: its bounds are infinite however near one looks, and values grow beyond all that samples
   show. */
static bool find_pole(const trm_Timed *timed, double from, double to, double largest, double *at) {
  for (int i = 0; i < BISECTIONS; i++) {
    double middle = 0.5 * (from + to);
    trm_Range left = trm_timed_range(timed, from, middle), right = trm_timed_range(timed, middle, to);
    double here = trm_timed_value(timed, middle);
    if (!isfinite(here)) return *at = middle, true;
    if (!isfinite(left.low) || !isfinite(left.high))
      to = middle;
    else if (!isfinite(right.low) || !isfinite(right.high))
      from = middle;
    else
      return false;
  }
  *at = 0.5 * (from + to);
  return fmax(fabs(trm_timed_value(timed, from)), fabs(trm_timed_value(timed, to))) > pole * fmax(largest, 0);
}

/* where the finite ends, between a finite and a not finite sample */
static double first_not_finite(const trm_Timed *timed, double from, double to) {
  for (int i = 0; i < BISECTIONS; i++) {
    double middle = 0.5 * (from + to);
    if (isfinite(trm_timed_value(timed, middle)))
      from = middle;
    else
      to = middle;
  }
  return to;
}

static void report_not_finite(const trm_Examined *examined, const trm_Timed *timed, double t) {
  const char *what = isnan(trm_timed_value(timed, t)) ? "no number" : "infinite";
  if (timed->signal)
    trm_found(
        examined, TRM_FIND_LATER_NOT_FINITE, timed->place,
        "%s is not finite at t = %.6g s: there it is %s; where a force uses it the run ends, else its channel has "
        "no number",
        timed->name, t, what);
  else if (t > 0)
    trm_found(examined, TRM_FIND_LATER_NOT_FINITE, timed->place,
              "%s is not finite at t = %.6g s: there it is %s, and the run ends", timed->name, t, what);
  else
    trm_found(examined, TRM_FIND_NOT_FINITE, timed->place, "%s is not finite at t = 0 s: there it is %s", timed->name,
              what);
}

/* false: nothing else is to be said of it */
static bool look_for_infinities(const trm_Examined *examined, const trm_Timed *timed) {
  double until = trm_examined_end(examined->model), largest = 0, before = 0, at;
  for (int i = 0; i <= SAMPLES; i++) {
    double t = until * i / SAMPLES, here = trm_timed_value(timed, t);
    if (!isfinite(here)) {
      report_not_finite(examined, timed, i == 0 ? 0 : first_not_finite(timed, before, t));
      return false;
    }
    largest = fmax(largest, fabs(here)), before = t;
    if (until == 0) return true;
  }
  trm_Range all = trm_timed_range(timed, 0, until);
  if (isfinite(all.low) && isfinite(all.high)) return true;
  for (int i = 0; i < SAMPLES; i++) {
    double from = until * i / SAMPLES, to = until * (i + 1) / SAMPLES;
    trm_Range r = trm_timed_range(timed, from, to);
    if (isfinite(r.low) && isfinite(r.high)) continue;
    if (find_pole(timed, from, to, largest, &at)) {
      report_not_finite(examined, timed, at);
      return false;
    }
  }
  return true;
}

/* ---- tables ---- */

/* of its length: a table that ends by so little before the analysis covers it */
static const double same_end = 1e-6;
enum { MEASURED = 5 }; /* points: fewer are a ramp, which is meant to stay where it ends */

/* A table, and what its variable goes through during the analyses. A value of one call. */
typedef struct Covered {
  const trm_Table *table;
  const char *name; /* of the table, NULL: it stands in its place */
  double low, high;
  const char *variable;
} Covered;

/* Is an end of a table left that is not level already? A single point has none. */
typedef struct Left {
  bool below, above;
} Left;

static Left ends_left(const Covered *c) {
  const trm_Table *table = c->table;
  int last = table->count - 1;
  if (table->count < 2) return (Left){false, false};
  double slack = same_end * (table->x[last] - table->x[0]);
  return (Left){.below = c->low < table->x[0] - slack && table->y[0] != table->y[1],
                .above = c->high > table->x[last] + slack && table->y[last] != table->y[last - 1]};
}

static trm_Finding finding_of(const trm_Table *table) {
  return table->count >= MEASURED ? TRM_FIND_TABLE_END : TRM_FIND_TABLE_HELD;
}

static void judge_table(const trm_Examined *examined, const trm_Timed *timed, const Covered *c) {
  const trm_Table *table = c->table;
  int last = table->count - 1;
  Left left = ends_left(c);
  trm_Finding finding = finding_of(table);
  if (left.above)
    trm_found(examined, finding, timed->place,
              "%s: its table%s%s%s ends at %s = %g, the analysis goes on to %g: from there on it stays at %g",
              timed->name, c->name ? " \"" : "", c->name ? c->name : "", c->name ? "\"" : "", c->variable,
              table->x[last], c->high, table->y[last]);
  else if (left.below)
    trm_found(examined, finding, timed->place,
              "%s: its table%s%s%s begins at %s = %g, the analysis at %g: until then it stays at %g", timed->name,
              c->name ? " \"" : "", c->name ? c->name : "", c->name ? "\"" : "", c->variable, table->x[0], c->low,
              table->y[0]);
}

static const char *name_of(const trm_Model *model, const trm_Table *table) {
  const trm_Symbols *symbols = &model->inputs.symbols;
  for (int f = 0; f < symbols->function_count; f++)
    if (symbols->functions[f].table == table) return symbols->functions[f].name;
  return NULL;
}

/* does a part of an expression depend on nothing but one variable, the time for one? */
static bool is_of_time(const trm_Expression *expression, int last, int variable) {
  for (int k = expression->code[last].first; k <= last; k++) {
    const trm_Instruction *instruction = &expression->code[k];
    if (instruction->step == TRM_STEP_INPUT) return false;
    if (instruction->step == TRM_STEP_VARIABLE && instruction->variable != variable) return false;
  }
  return true;
}

/* what a part of an expression, of the time alone, goes through during the analyses */
static trm_Range argument_over(const trm_Timed *timed, int last, double until) {
  trm_Range over = {INFINITY, -INFINITY};
  for (int i = 0; i <= SAMPLES; i++) {
    double at[TRM_EXPRESSION_VARIABLES] = {0};
    at[timed->variable] = until * i / SAMPLES;
    double x = trm_expression_part(timed->function->expression, last, at, timed->inputs);
    over.low = fmin(over.low, x), over.high = fmax(over.high, x);
  }
  return over;
}

/* Does a grid change towards its first (side 0) or last points in a direction? If not, it is meant to stay there. */
static bool grid_changes(const trm_Grid *grid, int direction, int side) {
  int last = grid->count[direction] - 1, ends[2] = {side ? last : 0, side ? last - 1 : 1};
  for (int i = 0; i < grid->count[1 - direction]; i++) {
    double value[2];
    for (int e = 0; e < 2; e++)
      value[e] = grid->value[direction == 0 ? ends[e] * grid->count[1] + i : i * grid->count[1] + ends[e]];
    if (value[0] != value[1]) return true;
  }
  return false;
}

static void judge_grid(const trm_Examined *examined, const trm_Timed *timed, const trm_Grid *grid, int direction,
                       trm_Range over) {
  int last = grid->count[direction] - 1;
  const double *x = grid->x[direction];
  double slack = same_end * (x[last] - x[0]);
  bool early = last > 0 && over.high > x[last] + slack && grid_changes(grid, direction, 1),
       late = last > 0 && over.low < x[0] - slack && grid_changes(grid, direction, 0);
  const trm_Symbols *symbols = &examined->model->inputs.symbols;
  const char *name = "";
  for (int f = 0; f < symbols->function_count; f++)
    if (symbols->functions[f].grid == grid) name = symbols->functions[f].name;
  if (early || late)
    trm_found(examined, last + 1 >= MEASURED ? TRM_FIND_TABLE_END : TRM_FIND_TABLE_HELD, timed->place,
              "%s: its table \"%s\" %s at %g of its %s argument, which is %g %s: beyond, the values of its border hold",
              timed->name, name, early ? "ends" : "begins", x[early ? last : 0], direction == 0 ? "first" : "second",
              early ? over.high : over.low, early ? "later in the analysis" : "at a time of the analysis");
}

/* tables that an expression of any variables calls with an argument of the time alone */
static void look_at_calls(const trm_Examined *examined, const trm_Timed *timed, double until) {
  const trm_Expression *expression = timed->function->expression;
  for (int k = 1; expression && k < expression->length; k++) {
    const trm_Instruction *call = &expression->code[k];
    int before = call->step == TRM_STEP_GRID ? expression->code[k - 1].first - 1 : k - 1;
    if (call->step == TRM_STEP_TABLE && is_of_time(expression, k - 1, timed->variable)) {
      trm_Range over = argument_over(timed, k - 1, until);
      judge_table(examined, timed,
                  &(Covered){call->table, name_of(examined->model, call->table), over.low, over.high, "its argument"});
    }
    for (int d = 0; d < 2 && call->step == TRM_STEP_GRID; d++) {
      int last = d == 0 ? before : k - 1;
      if (is_of_time(expression, last, timed->variable))
        judge_grid(examined, timed, call->grid, d, argument_over(timed, last, until));
    }
  }
}

/* A table over what moves: how it goes on is not known, but where it starts, and afterwards how far it went. */
static void judge_place(const trm_Examined *examined, const trm_Timed *timed, const Covered *c) {
  const trm_Table *table = c->table;
  int last = table->count - 1;
  Left left = ends_left(c);
  if (!left.below && !left.above) return;
  char when[80] = "at the start";
  if (timed->until > 0) snprintf(when, sizeof when, "on the way to t = %g s", timed->until);
  trm_found(examined, finding_of(table), timed->place,
            "%s: %s %s is %g, beyond its table%s%s%s, which %s at %g: there it stays at %g", timed->name, when,
            c->variable, left.above ? c->high : c->low, c->name ? " \"" : "", c->name ? c->name : "",
            c->name ? "\"" : "", left.above ? "ends" : "begins", table->x[left.above ? last : 0],
            table->y[left.above ? last : 0]);
}

/* tables of a function of what moves, and those that it calls with an argument of that alone, at x */
static void look_at_place(const trm_Examined *examined, const trm_Timed *timed, double x, const char *variable) {
  const trm_Expression *expression = timed->function->expression;
  double at[TRM_EXPRESSION_VARIABLES] = {0};
  at[timed->variable] = x;
  if (timed->function->table && timed->function->over == timed->variable)
    judge_place(examined, timed, &(Covered){timed->function->table, NULL, x, x, variable});
  for (int k = 1; expression && k < expression->length; k++) {
    if (expression->code[k].step != TRM_STEP_TABLE || !is_of_time(expression, k - 1, timed->variable)) continue;
    double there = trm_expression_part(expression, k - 1, at, timed->inputs);
    const trm_Table *table = expression->code[k].table;
    judge_place(examined, timed, &(Covered){table, name_of(examined->model, table), there, there, "its argument"});
  }
}

static void look_at_tables(const trm_Examined *examined, const trm_Timed *timed) {
  double until = trm_examined_end(examined->model);
  if (until == 0) return;
  if (timed->function->table && timed->function->over == timed->variable)
    judge_table(examined, timed, &(Covered){timed->function->table, NULL, 0, until, "t"});
  look_at_calls(examined, timed, until);
}

static void look(const trm_Examined *examined, const trm_Timed *timed) {
  if (!look_for_infinities(examined, timed)) return;
  trm_find_long_steps(examined, timed);
}

/* ---- all functions of a model ---- */

/* With time and with nothing that moves, which is not known yet; the place along a beam is. */
static bool changes(const trm_Function *function, int variable) {
  bool along = variable == 1;
  if (function->named_count > 0) return false;
  if (!function->expression) return function->table && variable == function->over;
  for (int v = 0; v < TRM_EXPRESSION_VARIABLES; v++)
    if (v != variable && !(along && v == 0) && trm_expression_uses(function->expression, v)) return false;
  return trm_expression_uses(function->expression, variable);
}

/* a number that was written is finite */
static void look_if_timed(const trm_Examined *examined, trm_Timed *timed) {
  timed->inputs = examined->model->inputs.start;
  look_at_tables(examined, timed);
  if (changes(timed->function, timed->variable)) look(examined, timed);
}

static void look_at_loads(const trm_Examined *examined) {
  const trm_ModelForces *forces = &examined->model->forces;
  for (int l = 0; l < forces->load_count; l++)
    for (int n = 0; n < 6; n++) {
      const trm_Load *load = &forces->loads[l];
      const trm_Function *functions = n < 3 ? load->force : load->moment;
      if (!functions) continue;
      trm_Timed timed = {.function = &functions[n % 3], .place = load->place, .impulse = true};
      snprintf(timed.name, sizeof timed.name, "load \"%.100s\": %s %c", load->name,
               n < 3 ? "the force along" : "the moment about", "xyz"[n % 3]);
      look_if_timed(examined, &timed);
    }
}

static void look_at_beam_loads(const trm_Examined *examined) {
  const trm_BeamMesh *mesh = &examined->model->mesh;
  for (int l = 0; l < mesh->load_count; l++)
    for (int n = 0; n < 6; n++) {
      const trm_BeamLoad *load = &mesh->loads[l];
      const trm_Function *functions = n < 3 ? load->force : load->moment;
      if (!functions) continue;
      trm_Timed timed = {
          .function = &functions[n % 3], .place = load->place, .variable = 1, .variables = {0.5}, .impulse = true};
      snprintf(timed.name, sizeof timed.name, "load \"%.100s\": %s %c, in the middle of the beam,", load->name,
               n < 3 ? "the force per length along" : "the moment per length about", "xyz"[n % 3]);
      look_if_timed(examined, &timed);
    }
}

/* ---- functions of a law, where they are written ---- */

/* What is written for a law. A value of one call. */
typedef struct Written {
  const void *def; /* a function, or a struct of `table`; NULL: nothing */
  const trm_FieldTable *table;
} Written;

static Written written(const trm_Laws *laws, const trm_Law *law) {
  for (int k = 0; k < trm_law_kind_count && laws->def; k++)
    if (trm_law_kinds[k] == law->kind)
      return (Written){laws->def->laws[k], law->kind->field.type == TRM_FIELD_TABLE ? law->kind->field.table : NULL};
  return (Written){0};
}

/* A field of a table that is a function and was written, or NULL. */
static const trm_Function *function_at(const Written *w, const trm_Field *field) {
  if (field->type != TRM_FIELD_FUNCTION || !trm_given(w->def, field->offset)) return NULL;
  const char *at = (const char *)w->def + field->offset;
  return field->flags & TRM_APART ? *(const trm_Function *const *)(const void *)at
                                  : (const trm_Function *)(const void *)at;
}

/* of a function of a law, which may be a copy */
static trm_Place place_of(const trm_Laws *laws, const trm_Law *law, const trm_Function *function) {
  Written w = written(laws, law);
  for (int i = 0; w.def && w.table && i < w.table->field_count; i++) {
    const trm_Function *own = function_at(&w, &w.table->fields[i]);
    if (own && own->expression == function->expression && own->table == function->table)
      return trm_place_of(w.def, w.table->fields[i].offset);
  }
  return trm_law_place(laws, law);
}

/* A function of a law whose first variable is the coordinate, and where it stands. */
typedef struct OfCoordinate {
  const trm_Function *function;
  trm_Place place;
} OfCoordinate;
enum { OF_COORDINATE = 8 }; /* in a law, at most */

static int functions_of_coordinate(const trm_Laws *laws, const trm_Law *law, OfCoordinate *out) {
  Written w = written(laws, law);
  int count = 0;
  if (w.def && !w.table) out[count++] = (OfCoordinate){w.def, trm_law_place(laws, law)};
  for (int i = 0; w.def && w.table && i < w.table->field_count && count < OF_COORDINATE; i++) {
    const trm_Field *field = &w.table->fields[i];
    const trm_Function *function = function_at(&w, field);
    if (function && field->variables[0] == '@')
      out[count++] = (OfCoordinate){function, trm_place_of(w.def, field->offset)};
  }
  return count;
}

/* tables over the coordinate at x: left already there? */
static void look_at_law_tables(const trm_Examined *examined, int j, int c, double x, double until) {
  const trm_ModelJoint *joint = &examined->model->joints[j];
  const char *coordinate = joint->kind->coordinates[c].name;
  TRM_EACH_LAW(law, &joint->laws[c]) {
    OfCoordinate own[OF_COORDINATE];
    int count = functions_of_coordinate(&joint->laws[c], law, own);
    trm_Timed timed = {.inputs = examined->model->inputs.start, .until = until};
    snprintf(timed.name, sizeof timed.name, "joint \"%.100s\": the %s of %s", joint->name, law->kind->name, coordinate);
    for (int i = 0; i < count; i++) {
      timed.function = own[i].function, timed.place = own[i].place;
      look_at_place(examined, &timed, x, coordinate);
    }
  }
}

static void look_at_spring_table(const trm_Examined *examined, int s, double length, double until) {
  const trm_SpringDamper *spring = &examined->model->forces.springs[s];
  trm_Timed timed = {.function = spring->force, .inputs = examined->model->inputs.start, .until = until};
  timed.place = spring->place;
  snprintf(timed.name, sizeof timed.name, "spring \"%.100s\"", spring->name);
  if (spring->force) look_at_place(examined, &timed, length, "its length");
}

void trm_find_tables_at(const trm_Examined *examined, const trm_TableOver *over, double x, double until) {
  if (over->spring < 0)
    look_at_law_tables(examined, over->joint, over->coordinate, x, until);
  else
    look_at_spring_table(examined, over->spring, x, until);
}

static bool has_table(const trm_Function *function) {
  const trm_Expression *expression = function->expression;
  for (int k = 0; expression && k < expression->length; k++)
    if (expression->code[k].step == TRM_STEP_TABLE) return true;
  return function->table != NULL;
}

static bool has_table_over(const trm_Laws *laws) {
  TRM_EACH_LAW(law, laws) {
    OfCoordinate own[OF_COORDINATE];
    for (int i = functions_of_coordinate(laws, law, own) - 1; i >= 0; i--)
      if (has_table(own[i].function)) return true;
  }
  return false;
}

int trm_tables_over(const trm_Model *model, trm_TableOver *out) {
  int count = 0;
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++)
      if (has_table_over(&model->joints[j].laws[c])) {
        if (out) out[count] = (trm_TableOver){j, c, -1};
        count++;
      }
  for (int s = 0; s < model->forces.spring_count; s++)
    if (model->forces.springs[s].force && has_table(model->forces.springs[s].force)) {
      if (out) out[count] = (trm_TableOver){-1, -1, s};
      count++;
    }
  return count;
}

static void look_at_laws(const trm_Examined *examined, int j, int c) {
  const trm_ModelJoint *joint = &examined->model->joints[j];
  const trm_Laws *laws = &joint->laws[c];
  const char *coordinate = joint->kind->coordinates[c].name;
  trm_Timed timed = {.function = laws->drive ? laws->drive : laws->drive_rate};
  if (timed.function) {
    timed.place = trm_place_of(laws->def, laws->drive ? offsetof(trm_CoordinateDef, drive)
                                                      : offsetof(trm_CoordinateDef, drive_rate));
    bool angular = joint->kind->coordinates[c].angular;
    timed.angle = angular && laws->drive, timed.rate = angular && !laws->drive;
    snprintf(timed.name, sizeof timed.name, "joint \"%.100s\": the prescribed %s%s", joint->name,
             laws->drive ? "" : "rate of ", coordinate);
    look_if_timed(examined, &timed);
  }
  TRM_EACH_LAW(law, laws) {
    trm_LawFunction found[TRM_LAW_FUNCTIONS];
    int count = law->kind->functions ? law->kind->functions(law->data, found) : 0;
    for (int i = 0; i < count; i++) {
      trm_Place place = place_of(laws, law, found[i].function);
      timed = (trm_Timed){
          .function = found[i].function, .variable = found[i].time, .place = place, .impulse = true, .law = true};
      snprintf(timed.name, sizeof timed.name, "joint \"%.100s\": the %s of %s", joint->name, law->kind->name,
               coordinate);
      look_if_timed(examined, &timed);
    }
  }
  if (laws->count > 0) look_at_law_tables(examined, j, c, laws->def->start, 0);
}

static void look_at_springs(const trm_Examined *examined) {
  const trm_ModelForces *forces = &examined->model->forces;
  for (int s = 0; s < forces->spring_count; s++)
    look_at_spring_table(examined, s, trm_spring_length(examined->model, &forces->springs[s]), 0);
}

void trm_find_functions(const trm_Examined *examined) {
  const trm_Model *model = examined->model;
  look_at_loads(examined);
  look_at_beam_loads(examined);
  look_at_springs(examined);
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++) look_at_laws(examined, j, c);
  for (int e = 0; e < model->forces.signals.count; e++) {
    const trm_Signal *signal = &model->forces.signals.items[e];
    trm_Timed timed = {.function = signal->input, .place = signal->place, .signal = true};
    snprintf(timed.name, sizeof timed.name, "signal \"%.100s\"", signal->name);
    look_if_timed(examined, &timed);
  }
}
