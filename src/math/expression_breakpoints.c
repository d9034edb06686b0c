/* Jumps and kinks. Each instruction that can switch has an argument g (a - b of a comparison, x of abs, a/b of mod,
   ...) and levels at which it does: 0, the integers, the halves, or the points of a table. Where g is affine in the
   variable, by the structure of its subexpression, the points follow in closed form; elsewhere g is sampled with its
   slope and the brackets are bisected. */
#include <float.h>
#include <limits.h>
#include <math.h>
#include "math/expression_program.h"

typedef enum Levels { LEVEL_ZERO, LEVEL_INTEGERS, LEVEL_HALVES, LEVEL_KNOTS } Levels;

/* g = a, a - b or a/b of two subexpressions, given by their last instructions. */
typedef struct Switch {
  int a, b; /* b = -1: none */
  bool quotient;
  Levels levels;
  const double *knots; /* LEVEL_KNOTS: increasing */
  int knot_count;
  int cut; /* subexpression that must be negative for the switch to act (branch cut of atan2), or -1 */
} Switch;

typedef struct Search {
  const trm_Expression *expression;
  const trm_BreakpointSearch *request;
  int samples;
  double *points;
  int room, stored;
  double total;
} Search;

/* g and its slope at one place */
typedef struct Sample {
  double x, g, slope;
} Sample;

/* ------------------------------------------------------------------------------------------------ points */

static void add_point(Search *search, double x) {
  double end = 4 * DBL_EPSILON * fabs(x), near = end + DBL_EPSILON * (search->request->to - search->request->from);
  if (!(x - search->request->from > end && search->request->to - x > end)) return;
  int place = search->stored;
  while (place > 0 && search->points[place - 1] > x) place--;
  if (place > 0 && x - search->points[place - 1] <= near) return;
  if (place < search->stored && search->points[place] - x <= near) return;
  search->total++;
  if (place >= search->room) return;
  if (search->stored < search->room) search->stored++;
  for (int k = search->stored - 1; k > place; k--) search->points[k] = search->points[k - 1];
  search->points[place] = x;
}

/* ------------------------------------------------------------------------------------------------ arguments */

static void place_variable(const Search *search, double x, double *at) {
  for (int k = 0; k < search->expression->variable_count; k++)
    if (k == search->request->variable)
      at[k] = x;
    else
      at[k] = search->expression->slot[k] >= 0 ? search->request->variables[k] : 0;
}

static Sample sample(const Search *search, const Switch *sw, double x) {
  double at[TRM_EXPRESSION_VARIABLES], slope = 0, other = 0;
  place_variable(search, x, at);
  double a = trm_expression_part_slope(search->expression, sw->a, at, search->request->inputs,
                                       search->request->variable, &slope);
  if (sw->b < 0) return (Sample){x, a, slope};
  double b = trm_expression_part_slope(search->expression, sw->b, at, search->request->inputs,
                                       search->request->variable, &other);
  if (!sw->quotient) return (Sample){x, a - b, slope - other};
  return (Sample){x, a / b, (slope - a / b * other) / b};
}

static void add_crossing(Search *search, const Switch *sw, double x) {
  if (sw->cut >= 0) {
    double at[TRM_EXPRESSION_VARIABLES];
    place_variable(search, x, at);
    if (!(trm_expression_part(search->expression, sw->cut, at, search->request->inputs) < 0)) return;
  }
  add_point(search, x);
}

/* ------------------------------------------------------------------------------------------------ affine arguments */

/* x with c + m x = level, where origin holds c and m */
static double affine_root(Sample origin, double level) { return (level - origin.g) / origin.slope; }

static void search_affine_grid(Search *search, const Switch *sw, Sample origin) {
  double offset = sw->levels == LEVEL_HALVES ? 0.5 : 0;
  double begin = origin.g + origin.slope * search->request->from - offset;
  double end = origin.g + origin.slope * search->request->to - offset;
  if (!(fabs(begin) < 4e15 && fabs(end) < 4e15)) return; /* beyond, every double is an integer */
  double direction = end > begin ? 1 : -1, count = fabs(end - begin);
  double level = direction > 0 ? floor(begin) : ceil(begin), taken = 0;
  for (; taken <= count + 1 && taken <= (double)search->room + 2; taken++)
    add_crossing(search, sw, affine_root(origin, level + direction * taken + offset));
  if (count > taken) search->total += floor(count - taken);
}

/* the first knot at or above a level */
static int knot_above(const Switch *sw, double level) {
  int low = 0, high = sw->knot_count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (sw->knots[middle] < level)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void search_affine_knots(Search *search, const Switch *sw, Sample origin) {
  double ends[2] = {origin.g + origin.slope * search->request->from, origin.g + origin.slope * search->request->to};
  double most = fmax(ends[0], ends[1]);
  for (int k = knot_above(sw, fmin(ends[0], ends[1])); k < sw->knot_count && sw->knots[k] <= most; k++)
    add_crossing(search, sw, affine_root(origin, sw->knots[k]));
}

static void search_affine(Search *search, const Switch *sw) {
  Sample origin = sample(search, sw, 0);
  if (!isfinite(origin.g) || !isfinite(origin.slope) || origin.slope == 0) return;
  if (sw->levels == LEVEL_ZERO)
    add_crossing(search, sw, affine_root(origin, 0));
  else if (sw->levels == LEVEL_KNOTS)
    search_affine_knots(search, sw, origin);
  else
    search_affine_grid(search, sw, origin);
}

/* ------------------------------------------------------------------------------------------------ other arguments */

enum { BISECTIONS = 200 };

/* g - level has different signs at the two ends */
static double bisect_level(const Search *search, const Switch *sw, Sample low, Sample high, double level) {
  bool below = low.g < level;
  for (int k = 0; k < BISECTIONS; k++) {
    double middle = low.x + (high.x - low.x) / 2;
    if (middle <= low.x || middle >= high.x) break;
    Sample here = sample(search, sw, middle);
    if (here.g == level) return middle;
    if ((here.g < level) == below)
      low = here;
    else
      high = here;
  }
  return fabs(low.g - level) <= fabs(high.g - level) ? low.x : high.x;
}

/* the slope has different signs at the two ends */
static Sample bisect_slope(const Search *search, const Switch *sw, Sample low, Sample high) {
  for (int k = 0; k < 60; k++) {
    double middle = low.x + (high.x - low.x) / 2;
    if (middle <= low.x || middle >= high.x) break;
    Sample here = sample(search, sw, middle);
    if ((here.slope < 0) == (low.slope < 0))
      low = here;
    else
      high = here;
  }
  return low;
}

static void cross_knots(Search *search, const Switch *sw, Sample low, Sample high) {
  double most = fmax(low.g, high.g);
  for (int k = knot_above(sw, fmin(low.g, high.g)); k < sw->knot_count && sw->knots[k] <= most; k++)
    add_crossing(search, sw, bisect_level(search, sw, low, high, sw->knots[k]));
}

static void cross_levels(Search *search, const Switch *sw, Sample low, Sample high) {
  if (sw->levels == LEVEL_KNOTS) {
    cross_knots(search, sw, low, high);
    return;
  }
  if (sw->levels == LEVEL_ZERO) {
    if ((low.g < 0) != (high.g < 0)) add_crossing(search, sw, bisect_level(search, sw, low, high, 0));
    return;
  }
  double offset = sw->levels == LEVEL_HALVES ? 0.5 : 0;
  double least = fmin(low.g, high.g) - offset, most = fmax(low.g, high.g) - offset;
  if (!(fabs(least) < 4e15 && fabs(most) < 4e15)) return;
  double direction = high.g > low.g ? 1 : -1, count = floor(most) - floor(least), taken = 0;
  double level = direction > 0 ? floor(least) + 1 : floor(most);
  for (; taken < count && taken <= (double)search->room; taken++)
    add_crossing(search, sw, bisect_level(search, sw, low, high, level + direction * taken + offset));
  search->total += count - taken;
}

/* between two samples g may turn back before it reaches the other one: look at the extremum as well */
static void search_interval(Search *search, const Switch *sw, Sample low, Sample high) {
  bool turns = (low.slope < 0 && high.slope > 0) || (low.slope > 0 && high.slope < 0);
  bool away = sw->levels == LEVEL_ZERO && ((low.g < 0) != (high.g < 0) || (low.g < 0) == (low.slope < 0));
  if (turns && !away) {
    Sample extremum = bisect_slope(search, sw, low, high);
    cross_levels(search, sw, low, extremum);
    cross_levels(search, sw, extremum, high);
  } else {
    cross_levels(search, sw, low, high);
  }
}

static double next_point(const Search *search, double left) {
  for (int k = 0; k < search->stored; k++)
    if (search->points[k] > left) return search->points[k];
  return search->request->to;
}

/* pieces between the points known so far, which are those of the subexpressions inside */
static void search_sampled(Search *search, const Switch *sw) {
  double from = search->request->from, to = search->request->to, left = from;
  while (left < to) {
    double right = next_point(search, left);
    int count = (int)ceil(search->samples * ((right - left) / (to - from)));
    if (count < 2) count = 2;
    Sample low = sample(search, sw, left);
    for (int k = 1; k <= count; k++) {
      Sample high = sample(search, sw, k == count ? right : left + (right - left) * k / count);
      search_interval(search, sw, low, high);
      low = high;
    }
    left = right;
  }
}

/* ------------------------------------------------------------------------------------------------ structure */

enum { CONSTANT, AFFINE, GENERAL };

static int larger(int a, int b) { return a > b ? a : b; }

static int unary_degree(const trm_Instruction *instruction, int degree) {
  bool linear =
      instruction->unary == TRM_NEGATE || (instruction->unary == TRM_POWER_CONSTANT && instruction->number == 1);
  return linear || degree == CONSTANT ? degree : GENERAL;
}

static int binary_degree(trm_Binary binary, int a, int b) {
  if (binary == TRM_ADD || binary == TRM_SUBTRACT) return larger(a, b);
  if (binary == TRM_MULTIPLY) return a + b > GENERAL || (a && b) ? GENERAL : a + b;
  if (binary == TRM_DIVIDE && b == CONSTANT) return a;
  return a == CONSTANT && b == CONSTANT ? CONSTANT : GENERAL;
}

/* Does the subexpression that ends there name what moves? When it switches is then no matter of the variable. */
static bool names_motion(const trm_Expression *expression, int last) {
  for (int k = last < 0 || expression->name_count == 0 ? last + 1 : expression->code[last].first; k <= last; k++)
    if (expression->code[k].step == TRM_STEP_INPUT && expression->names[expression->code[k].variable].text) return true;
  return false;
}

static void search_switch(Search *search, Switch sw, int degree) {
  if (names_motion(search->expression, sw.a) || names_motion(search->expression, sw.b)) return;
  if (degree == AFFINE)
    search_affine(search, &sw);
  else if (degree == GENERAL)
    search_sampled(search, &sw);
}

static void search_unary(Search *search, int at, int degree) {
  trm_Unary unary = search->expression->code[at].unary;
  Switch sw = {.a = at - 1, .b = -1, .cut = -1};
  if (!trm_unary_switches(unary)) return;
  if (unary == TRM_FLOOR || unary == TRM_CEIL) sw.levels = LEVEL_INTEGERS;
  if (unary == TRM_ROUND) sw.levels = LEVEL_HALVES;
  search_switch(search, sw, degree);
}

static void search_binary(Search *search, int at, int degree_a, int degree_b) {
  const trm_Instruction *code = search->expression->code;
  trm_Binary binary = code[at].binary;
  Switch sw = {.a = code[at - 1].first - 1, .b = at - 1, .cut = -1};
  int degree = larger(degree_a, degree_b);
  if (!trm_binary_switches(binary)) return;
  if (binary == TRM_MOD) {
    sw.quotient = true;
    sw.levels = LEVEL_INTEGERS;
    if (degree_b != CONSTANT) degree = GENERAL;
  }
  if (binary == TRM_ATAN2) {
    sw.cut = sw.b;
    sw.b = -1;
    degree = degree_a;
  }
  search_switch(search, sw, degree);
}

/* Points of a table; of a smooth one only the ends, unless higher derivatives are asked for. */
static void search_knots(Search *search, Switch sw, int degree, bool smooth) {
  double ends[2] = {sw.knots[0], sw.knots[sw.knot_count - 1]};
  if (smooth && !search->request->smooth) sw.knots = ends, sw.knot_count = 2;
  search_switch(search, sw, degree);
}

static void search_table(Search *search, int at, int degree) {
  const trm_Table *table = search->expression->code[at].table;
  Switch sw = {at - 1, -1, false, LEVEL_KNOTS, table->x, table->count, -1};
  search_knots(search, sw, degree, table->curvature || table->slope);
}

static void search_grid(Search *search, int at, const int degree[2]) {
  const trm_Instruction *code = search->expression->code;
  const trm_Grid *grid = code[at].grid;
  int argument[2] = {code[at - 1].first - 1, at - 1};
  for (int k = 0; k < 2; k++) {
    Switch sw = {argument[k], -1, false, LEVEL_KNOTS, grid->x[k], grid->count[k], -1};
    search_knots(search, sw, degree[k], grid->bend != NULL);
  }
}

/* one pass over the program with the degrees of the values on the stack */
static void search_program(Search *search) {
  int degree[TRM_EXPRESSION_STACK + 1], *top = degree;
  for (int k = 0; k < search->expression->length; k++) {
    const trm_Instruction *instruction = &search->expression->code[k];
    switch (instruction->step) {
    case TRM_STEP_NUMBER:
    case TRM_STEP_INPUT: *++top = CONSTANT; break;
    case TRM_STEP_VARIABLE: *++top = instruction->variable == search->request->variable ? AFFINE : CONSTANT; break;
    case TRM_STEP_UNARY:
      search_unary(search, k, *top);
      *top = unary_degree(instruction, *top);
      break;
    case TRM_STEP_BINARY:
      top--;
      search_binary(search, k, top[0], top[1]);
      *top = binary_degree(instruction->binary, top[0], top[1]);
      break;
    case TRM_STEP_SELECT:
      top -= 2;
      *top = top[0] || top[1] || top[2] ? GENERAL : CONSTANT;
      break;
    case TRM_STEP_TABLE:
      search_table(search, k, *top);
      *top = *top ? GENERAL : CONSTANT;
      break;
    case TRM_STEP_GRID:
      top--;
      search_grid(search, k, top);
      *top = top[0] || top[1] ? GENERAL : CONSTANT;
      break;
    }
  }
}

/* the work is bounded: fewer samples where the program is long and has many switches */
static int affordable_samples(const trm_Expression *expression, int wanted) {
  double switches = 0;
  for (int k = 0; k < expression->length; k++) {
    const trm_Instruction *instruction = &expression->code[k];
    if (instruction->step == TRM_STEP_UNARY) switches += trm_unary_switches(instruction->unary);
    if (instruction->step == TRM_STEP_BINARY) switches += trm_binary_switches(instruction->binary);
    if (instruction->step == TRM_STEP_TABLE) switches++;
    if (instruction->step == TRM_STEP_GRID) switches += 2;
  }
  double most = 4e6 / (switches * expression->length + 1);
  return most >= wanted ? wanted : most < 4 ? 4 : (int)most;
}

int trm_expression_search(const trm_Expression *expression, const trm_BreakpointSearch *request, double *points,
                          int room) {
  if (!expression->switches || !trm_expression_uses(expression, request->variable)) return 0;
  if (!(request->from < request->to) || !isfinite(request->to - request->from)) return 0;
  Search search = {.expression = expression, .request = request, .points = points, .room = room};
  search.samples = affordable_samples(expression, request->samples);
  search_program(&search);
  return search.total < INT_MAX ? (int)search.total : INT_MAX;
}

int trm_expression_breakpoints(const trm_Expression *expression, const trm_Along *along, double *points, int room) {
  trm_BreakpointSearch request = {along->variable, along->variables, along->inputs, along->from, along->to, 512, false};
  return trm_expression_search(expression, &request, points, room);
}
