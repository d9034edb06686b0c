/* Bounds of an expression over an interval of one variable: the program is run with intervals in the place of numbers.
   Nothing that the expression does in between is outside of them; they may be too wide where a variable occurs more
   than once. Round-off is not bounded. */
#include <math.h>
#include "math/expression_program.h"
#include "math/vec3.h"

static const trm_Range everything = {-INFINITY, INFINITY}, truth_unknown = {0, 1};

static trm_Range hull(double a, double b) {
  if (isnan(a) || isnan(b)) return everything;
  return a < b ? (trm_Range){a, b} : (trm_Range){b, a};
}

static trm_Range hull_of(trm_Range a, trm_Range b) { return (trm_Range){fmin(a.low, b.low), fmax(a.high, b.high)}; }

static bool holds(trm_Range r, double x) { return r.low <= x && x <= r.high; }

/* of a function that rises with |x| */
static trm_Range of_size(trm_Range x, trm_Unary unary, double number) {
  double a = trm_unary_value(unary, x.low, number), b = trm_unary_value(unary, x.high, number);
  trm_Range ends = hull(a, b);
  return holds(x, 0) ? hull_of(ends, hull(trm_unary_value(unary, 0, number), ends.low)) : ends;
}

/* of a sine, shifted: peaks where (x - peak)/(2 pi) is an integer, the deepest points half way between */
static trm_Range of_wave(trm_Range x, trm_Unary unary, double peak) {
  if (!(x.high - x.low < 2 * TRM_PI)) return (trm_Range){-1, 1};
  trm_Range range = hull(trm_unary_value(unary, x.low, 0), trm_unary_value(unary, x.high, 0));
  double first = (x.low - peak) / (2 * TRM_PI), last = (x.high - peak) / (2 * TRM_PI);
  if (floor(last) >= first) range.high = 1;
  if (floor(last - 0.5) >= first - 0.5) range.low = -1;
  return range;
}

static trm_Range of_power(trm_Range x, double number) {
  bool whole = number == floor(number), even = whole && fmod(number, 2) == 0;
  if (number < 0 && holds(x, 0)) return everything;
  if (even && number > 0) return of_size(x, TRM_POWER_CONSTANT, number);
  if (!whole && x.high < 0) return everything;
  double low = whole ? x.low : fmax(x.low, 0);
  return hull(trm_unary_value(TRM_POWER_CONSTANT, low, number), trm_unary_value(TRM_POWER_CONSTANT, x.high, number));
}

trm_Range trm_unary_range(trm_Unary unary, trm_Range x, double number) {
  bool pole = floor((x.low + TRM_PI / 2) / TRM_PI) != floor((x.high + TRM_PI / 2) / TRM_PI); /* of the tangent */
  if (unary == TRM_NOT) return holds(x, 0) ? (x.low == x.high ? (trm_Range){1, 1} : truth_unknown) : (trm_Range){0, 0};
  if (unary == TRM_POWER_CONSTANT) return of_power(x, number);
  if (unary == TRM_SIN) return of_wave(x, unary, TRM_PI / 2);
  if (unary == TRM_COS) return of_wave(x, unary, 0);
  if (unary == TRM_COSH || unary == TRM_ABS) return of_size(x, unary, number);
  if (unary == TRM_TAN && pole) return everything;
  /* all others rise or fall */
  return hull(trm_unary_value(unary, x.low, number), trm_unary_value(unary, x.high, number));
}

static trm_Range corners(trm_Binary binary, trm_Range a, trm_Range b) {
  trm_Range first = hull(trm_binary_value(binary, a.low, b.low), trm_binary_value(binary, a.low, b.high));
  return hull_of(first, hull(trm_binary_value(binary, a.high, b.low), trm_binary_value(binary, a.high, b.high)));
}

static trm_Range truth(bool surely, bool surely_not) {
  return surely ? (trm_Range){1, 1} : surely_not ? (trm_Range){0, 0} : truth_unknown;
}

static bool is_true(trm_Range r) { return !holds(r, 0); }
static bool is_false(trm_Range r) { return r.low == 0 && r.high == 0; }

static trm_Range mod_range(trm_Range a, trm_Range b) {
  if (b.low == b.high && b.low != 0 && trm_mod_quotient(a.low, b.low) == trm_mod_quotient(a.high, b.low))
    return hull(trm_binary_value(TRM_MOD, a.low, b.low), trm_binary_value(TRM_MOD, a.high, b.low));
  return (trm_Range){fmin(b.low, 0), fmax(b.high, 0)};
}

trm_Range trm_binary_range(trm_Binary binary, trm_Range a, trm_Range b) {
  switch (binary) {
  case TRM_ADD: return hull(a.low + b.low, a.high + b.high);
  case TRM_SUBTRACT: return hull(a.low - b.high, a.high - b.low);
  case TRM_MULTIPLY: return corners(binary, a, b);
  case TRM_DIVIDE: return holds(b, 0) ? everything : corners(binary, a, b);
  case TRM_POWER: return a.low > 0 ? corners(binary, a, b) : everything;
  case TRM_LESS: return truth(a.high < b.low, a.low >= b.high);
  case TRM_LESS_EQUAL: return truth(a.high <= b.low, a.low > b.high);
  case TRM_GREATER: return truth(a.low > b.high, a.high <= b.low);
  case TRM_GREATER_EQUAL: return truth(a.low >= b.high, a.high < b.low);
  case TRM_EQUAL: return truth(false, a.high < b.low || a.low > b.high);
  case TRM_NOT_EQUAL: return truth(a.high < b.low || a.low > b.high, false);
  case TRM_AND: return truth(is_true(a) && is_true(b), is_false(a) || is_false(b));
  case TRM_OR: return truth(is_true(a) || is_true(b), is_false(a) && is_false(b));
  case TRM_MIN: return (trm_Range){fmin(a.low, b.low), fmin(a.high, b.high)};
  case TRM_MAX: return (trm_Range){fmax(a.low, b.low), fmax(a.high, b.high)};
  case TRM_ATAN2: return (trm_Range){-TRM_PI, TRM_PI};
  case TRM_MOD: return mod_range(a, b);
  case TRM_HYPOT: {
    trm_Range x = of_size(a, TRM_ABS, 0), y = of_size(b, TRM_ABS, 0);
    return (trm_Range){hypot(x.low, y.low), hypot(x.high, y.high)};
  }
  }
  return everything;
}

static trm_Range point(double value) { return (trm_Range){value, value}; }

trm_Range trm_expression_range(const trm_Expression *expression, const trm_Along *along) {
  trm_Range stack[TRM_EXPRESSION_STACK + 1], *top = stack;
  for (int k = 0; k < expression->length; k++) {
    const trm_Instruction *at = &expression->code[k];
    switch (at->step) {
    case TRM_STEP_NUMBER: *++top = (trm_Range){at->number, at->number}; break;
    case TRM_STEP_INPUT: *++top = point(along->inputs[at->variable]); break;
    case TRM_STEP_VARIABLE:
      *++top =
          at->variable == along->variable ? (trm_Range){along->from, along->to} : point(along->variables[at->variable]);
      break;
    case TRM_STEP_UNARY: *top = trm_unary_range(at->unary, *top, at->number); break;
    case TRM_STEP_BINARY:
      top--;
      *top = trm_binary_range(at->binary, top[0], top[1]);
      break;
    case TRM_STEP_SELECT:
      top -= 2;
      *top = is_true(top[0]) ? top[1] : is_false(top[0]) ? top[2] : hull_of(top[1], top[2]);
      break;
    case TRM_STEP_TABLE: *top = trm_table_range(at->table, *top); break;
    case TRM_STEP_GRID:
      top--;
      *top = trm_grid_range(at->grid, top[0], top[1]);
      break;
    }
  }
  return isnan(top->low) || isnan(top->high) ? everything : *top;
}
