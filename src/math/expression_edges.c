/* Where an expression switches: the arguments of the instructions that jump or have a kink, and between which values of
   them none does. Unlike breakpoints, which follow one variable through an interval, edges are looked at wherever the
   motion happens to be. */
#include <math.h>
#include <string.h>
#include "math/expression_program.h"

/* ---- which there are ---- */

/* Does the subexpression that ends there depend on what moves: a variable of the set (bit k: number k), or a name? */
static bool moves(const trm_Expression *expression, int last, unsigned variables) {
  for (int k = last < 0 ? 0 : expression->code[last].first; k <= last; k++) {
    const trm_Instruction *at = &expression->code[k];
    if (at->step == TRM_STEP_VARIABLE && (variables >> at->variable & 1)) return true;
    if (at->step == TRM_STEP_INPUT && expression->name_count > 0 && expression->names[at->variable].text) return true;
  }
  return false;
}

/* the two operands of a binary instruction, by their last instructions */
static int left_of(const trm_Expression *expression, int at) { return expression->code[at - 1].first - 1; }

static bool same(const trm_Expression *expression, int a, int b) {
  const trm_Instruction *code = expression->code;
  int length = a - code[a].first;
  if (length != b - code[b].first) return false;
  for (int k = 0; k <= length; k++) {
    const trm_Instruction *x = &code[a - k], *y = &code[b - k];
    if (x->step != y->step) return false;
    bool numbers = x->step == TRM_STEP_NUMBER || (x->step == TRM_STEP_UNARY && x->unary == TRM_POWER_CONSTANT);
    if (numbers && x->number != y->number) return false;
    if ((x->step == TRM_STEP_VARIABLE || x->step == TRM_STEP_INPUT) && x->variable != y->variable) return false;
    if (x->step == TRM_STEP_UNARY && x->unary != y->unary) return false;
    if (x->step == TRM_STEP_BINARY && x->binary != y->binary) return false;
    if (x->step == TRM_STEP_TABLE && x->table != y->table) return false;
    if (x->step == TRM_STEP_GRID && x->grid != y->grid) return false;
  }
  return true;
}

/* To which power of the subexpression `argument` the one that ends at `last` is proportional, as a product shows. */
static double power_of(const trm_Expression *expression, int last, int argument) {
  const trm_Instruction *at = &expression->code[last];
  if (same(expression, last, argument)) return 1;
  if (at->step == TRM_STEP_UNARY && at->unary == TRM_NEGATE) return power_of(expression, last - 1, argument);
  if (at->step == TRM_STEP_UNARY && at->unary == TRM_ABS) return power_of(expression, last - 1, argument);
  if (at->step == TRM_STEP_UNARY && at->unary == TRM_POWER_CONSTANT)
    return at->number * power_of(expression, last - 1, argument);
  if (at->step == TRM_STEP_BINARY && at->binary == TRM_MULTIPLY)
    return power_of(expression, left_of(expression, last), argument) + power_of(expression, last - 1, argument);
  return 0;
}

/* Is the kink of abs(x), or the jump of sign(x), one of a higher derivative only, since a product has x as another
   factor: abs(x)*x, sign(x)*x^2? */
static bool is_smoothed(const trm_Expression *expression, int at) {
  const trm_Instruction *code = expression->code;
  int argument = at - 1, needed = code[at].unary == TRM_ABS ? 1 : code[at].unary == TRM_SIGN ? 2 : 0;
  double power = 0;
  if (code[at].step != TRM_STEP_UNARY || needed == 0) return false;
  for (int k = at + 1, inner = at; k < expression->length; k++) {
    if (code[k].first > inner) continue; /* part of what comes next to it */
    bool negated = code[k].step == TRM_STEP_UNARY && code[k].unary == TRM_NEGATE;
    bool product = code[k].step == TRM_STEP_BINARY && code[k].binary == TRM_MULTIPLY;
    if (!negated && !product) break;
    if (product) {
      int left = left_of(expression, k), other = left == inner ? k - 1 : left;
      power += power_of(expression, other, argument);
    }
    inner = k;
  }
  return power >= needed;
}

static bool is_edge(const trm_Expression *expression, int at, unsigned variables) {
  const trm_Instruction *instruction = &expression->code[at];
  if (instruction->step == TRM_STEP_UNARY)
    return trm_unary_switches(instruction->unary) && moves(expression, at - 1, variables) &&
           !is_smoothed(expression, at);
  if (instruction->step != TRM_STEP_BINARY || !trm_binary_switches(instruction->binary)) return false;
  if (instruction->binary == TRM_EQUAL || instruction->binary == TRM_NOT_EQUAL) return false; /* for an instant only */
  if (instruction->binary == TRM_ATAN2) return moves(expression, left_of(expression, at), variables);
  return moves(expression, at - 1, variables) || moves(expression, left_of(expression, at), variables);
}

int trm_expression_edges(const trm_Expression *expression, unsigned variables, int *at, int room) {
  int count = 0;
  for (int k = 0; expression->switches && k < expression->length; k++) {
    if (!is_edge(expression, k, variables)) continue;
    if (count < room) at[count] = k;
    count++;
  }
  return count;
}

/* ---- where they are ---- */

static trm_Edge about(double value, double low, double high) {
  bool inside = value >= low && value < high; /* not what is no number */
  return (trm_Edge){value, inside ? low : -INFINITY, inside ? high : INFINITY};
}

static trm_Edge about_zero(double value) { return about(value, value < 0 ? -INFINITY : 0, value < 0 ? 0 : INFINITY); }

static trm_Edge between_integers(double value, double shift) {
  double low = floor(value - shift) + shift;
  return about(value, low, low + 1);
}

static trm_Edge edge_of(const trm_Instruction *instruction, const double *operand) {
  if (instruction->step == TRM_STEP_UNARY) {
    if (instruction->unary == TRM_FLOOR || instruction->unary == TRM_CEIL) return between_integers(operand[0], 0);
    if (instruction->unary == TRM_ROUND) return between_integers(operand[0], 0.5);
    return about_zero(operand[0]);
  }
  if (instruction->binary == TRM_MOD) return between_integers(operand[0] / operand[1], 0);
  if (instruction->binary == TRM_ATAN2) /* the cut is where the second one is negative */
    return operand[1] < 0 ? about_zero(operand[0]) : about(operand[0], -INFINITY, INFINITY);
  return about_zero(operand[0] - operand[1]);
}

void trm_expression_edge_values(const trm_Expression *expression, const trm_EdgesAt *edges, const double *variables,
                                const double *inputs, trm_Edge *out) {
  for (int k = 0; k < edges->count; k++) {
    const trm_Instruction *at = &expression->code[edges->at[k]];
    int last = edges->at[k] - 1;
    double operand[2] = {0};
    if (at->step == TRM_STEP_UNARY) {
      operand[0] = trm_expression_part(expression, last, variables, inputs);
    } else {
      operand[0] = trm_expression_part(expression, left_of(expression, edges->at[k]), variables, inputs);
      operand[1] = trm_expression_part(expression, last, variables, inputs);
    }
    out[k] = edge_of(at, operand);
  }
}
