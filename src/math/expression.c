/* Compiling, and evaluation of the program on a stack of values with gradients and Hessians. */
#include "math/expression_program.h"
#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------ operations */

double trm_unary_value(trm_Unary unary, double x, double number) {
  switch (unary) {
  case TRM_NEGATE: return -x;
  case TRM_NOT: return isnan(x) ? x : x == 0;
  case TRM_POWER_CONSTANT: return number == 2 ? x * x : pow(x, number);
  case TRM_SIN: return sin(x);
  case TRM_COS: return cos(x);
  case TRM_TAN: return tan(x);
  case TRM_ASIN: return asin(x);
  case TRM_ACOS: return acos(x);
  case TRM_ATAN: return atan(x);
  case TRM_SINH: return sinh(x);
  case TRM_COSH: return cosh(x);
  case TRM_TANH: return tanh(x);
  case TRM_ASINH: return asinh(x);
  case TRM_ACOSH: return acosh(x);
  case TRM_ATANH: return atanh(x);
  case TRM_EXP: return exp(x);
  case TRM_LOG: return log(x);
  case TRM_LOG10: return log10(x);
  case TRM_SQRT: return sqrt(x);
  case TRM_CBRT: return cbrt(x);
  case TRM_ABS: return fabs(x);
  case TRM_SIGN: return isnan(x) ? x : (x > 0) - (x < 0);
  case TRM_FLOOR: return floor(x);
  case TRM_CEIL: return ceil(x);
  case TRM_ROUND: return round(x);
  case TRM_ERF: return erf(x);
  }
  return NAN;
}

/* the floored remainder from the exact truncated one */
static double floored_mod(double a, double b) {
  double remainder = fmod(a, b);
  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

double trm_mod_quotient(double a, double b) { return round((a - floored_mod(a, b)) / b); }

/* not-a-number is neither true nor false and stays what it is */
static double logical(trm_Binary binary, double a, double b) {
  if (isnan(a) || isnan(b)) return NAN;
  return binary == TRM_AND ? a != 0 && b != 0 : a != 0 || b != 0;
}

double trm_binary_value(trm_Binary binary, double a, double b) {
  switch (binary) {
  case TRM_ADD: return a + b;
  case TRM_SUBTRACT: return a - b;
  case TRM_MULTIPLY: return a * b;
  case TRM_DIVIDE: return a / b;
  case TRM_POWER: return pow(a, b);
  case TRM_LESS: return a < b;
  case TRM_LESS_EQUAL: return a <= b;
  case TRM_GREATER: return a > b;
  case TRM_GREATER_EQUAL: return a >= b;
  case TRM_EQUAL: return a == b;
  case TRM_NOT_EQUAL: return a != b;
  case TRM_AND:
  case TRM_OR: return logical(binary, a, b);
  case TRM_MIN: return a <= b || isnan(a) ? a : b;
  case TRM_MAX: return a >= b || isnan(a) ? a : b;
  case TRM_ATAN2: return atan2(a, b);
  case TRM_MOD: return floored_mod(a, b);
  case TRM_HYPOT: return hypot(a, b);
  }
  return NAN;
}

static double select_value(double condition, double a, double b) {
  return isnan(condition) ? condition : condition != 0 ? a : b;
}

bool trm_unary_switches(trm_Unary unary) {
  return unary == TRM_ABS || unary == TRM_SIGN || unary == TRM_FLOOR || unary == TRM_CEIL || unary == TRM_ROUND ||
         unary == TRM_CBRT;
}

bool trm_binary_switches(trm_Binary binary) {
  bool smooth = binary == TRM_ADD || binary == TRM_SUBTRACT || binary == TRM_MULTIPLY || binary == TRM_DIVIDE ||
                binary == TRM_POWER || binary == TRM_AND || binary == TRM_OR || binary == TRM_HYPOT;
  return !smooth;
}

/* ------------------------------------------------------------------------------------------------ evaluation */

double trm_expression_part(const trm_Expression *expression, int last, const double *variables, const double *inputs) {
  double stack[TRM_EXPRESSION_STACK];
  int top = -1;
  for (int k = expression->code[last].first; k <= last; k++) {
    const trm_Instruction *instruction = &expression->code[k];
    switch (instruction->step) {
    case TRM_STEP_NUMBER: stack[++top] = instruction->number; break;
    case TRM_STEP_VARIABLE: stack[++top] = variables[instruction->variable]; break;
    case TRM_STEP_INPUT: stack[++top] = inputs[instruction->variable]; break;
    case TRM_STEP_UNARY: stack[top] = trm_unary_value(instruction->unary, stack[top], instruction->number); break;
    case TRM_STEP_BINARY:
      top--;
      stack[top] = trm_binary_value(instruction->binary, stack[top], stack[top + 1]);
      break;
    case TRM_STEP_SELECT:
      top -= 2;
      stack[top] = select_value(stack[top], stack[top + 1], stack[top + 2]);
      break;
    case TRM_STEP_TABLE: stack[top] = trm_table_value(instruction->table, stack[top], NULL, NULL); break;
    case TRM_STEP_GRID:
      top--;
      stack[top] = trm_grid_value(instruction->grid, stack[top], stack[top + 1]).value;
      break;
    }
  }
  return stack[0];
}

double trm_expression_value(const trm_Expression *expression, const double *variables, const double *inputs) {
  return trm_expression_part(expression, expression->length - 1, variables, inputs);
}

bool trm_expression_uses(const trm_Expression *expression, int variable) {
  return variable >= 0 && variable < expression->variable_count && expression->slot[variable] >= 0;
}

bool trm_expression_constant(const trm_Expression *expression, double *value) {
  if (expression->active_count > 0 || expression->reads_inputs) return false;
  if (value) *value = trm_expression_value(expression, NULL, NULL);
  return true;
}

/* ------------------------------------------------------------------------------------------------ compilation */

static void note_instruction(trm_Expression *expression, const trm_Instruction *instruction) {
  if (instruction->step == TRM_STEP_UNARY && trm_unary_switches(instruction->unary)) expression->switches = true;
  if (instruction->step == TRM_STEP_BINARY && trm_binary_switches(instruction->binary)) expression->switches = true;
  if (instruction->step == TRM_STEP_TABLE || instruction->step == TRM_STEP_GRID) expression->switches = true;
  if (instruction->step == TRM_STEP_INPUT) expression->reads_inputs = true;
  if (instruction->step != TRM_STEP_VARIABLE || expression->slot[instruction->variable] >= 0) return;
  expression->slot[instruction->variable] = expression->active_count;
  expression->active[expression->active_count++] = instruction->variable;
}

/* The most values waiting at one time: bodies of functions with the code of their arguments may need more than the
   text has operands open. */
static int deepest_stack(const trm_Instruction *code, int count) {
  int depth = 0, deepest = 0;
  for (int k = 0; k < count; k++) {
    trm_Step step = code[k].step;
    if (step == TRM_STEP_NUMBER || step == TRM_STEP_VARIABLE || step == TRM_STEP_INPUT) depth++;
    if (step == TRM_STEP_BINARY || step == TRM_STEP_GRID) depth--;
    if (step == TRM_STEP_SELECT) depth -= 2;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

const trm_ExpressionName *trm_expression_names(const trm_Expression *expression, int *count) {
  *count = expression->name_count;
  return expression->names;
}

const char *trm_expression_name_frame(const char *text, size_t *length) {
  static const char blanks[] = " \t\r\n";
  *length = strcspn(text, blanks);
  const char *in = text + *length + strspn(text + *length, blanks);
  return *in ? in + 2 + strspn(in + 2, blanks) : NULL;
}

/* Inputs stand behind the names, each once. False: too many, or no memory. */
static bool number_names(trm_Arena *arena, trm_Expression *expression, const trm_NamesFound *found,
                         trm_ExpressionError *error) {
  trm_ExpressionName *names = TRM_ARENA_NEW(arena, trm_ExpressionName, TRM_EXPRESSION_NAMES);
  int count = found->count;
  if (!names) return *error = (trm_ExpressionError){0, 1, "out of memory"}, false;
  for (int k = 0; k < count; k++)
    names[k] = (trm_ExpressionName){trm_arena_copy(arena, found->at[k].text, (size_t)found->at[k].length), -1,
                                    found->at[k].offset, found->at[k].span, found->at[k].inner};
  for (int k = 0; k < expression->length; k++) {
    trm_Instruction *at = &expression->code[k];
    if (at->step != TRM_STEP_INPUT) continue;
    int place = at->variable < 0 ? -1 - at->variable : found->count;
    while (at->variable >= 0 && place < count && names[place].input != at->variable) place++;
    if (place == TRM_EXPRESSION_NAMES)
      return *error = (trm_ExpressionError){0, 1, "the expression names more than 64 things"}, false;
    if (place == count) names[count++] = (trm_ExpressionName){NULL, at->variable, 0, 1, false};
    at->variable = place;
  }
  expression->names = names, expression->name_count = count;
  return !arena->failed;
}

trm_Expression *trm_expression_compile(trm_Arena *arena, const char *text, size_t length, const trm_Symbols *symbols,
                                       trm_ExpressionError *error) {
  static const trm_Symbols none = {0};
  trm_ExpressionError ignored;
  if (!error) error = &ignored;
  *error = (trm_ExpressionError){0};
  if (!symbols) symbols = &none;
  trm_Instruction *code = NULL;
  trm_Expression *expression = NULL;
  if (symbols->variable_count > TRM_EXPRESSION_VARIABLES) {
    *error = (trm_ExpressionError){0, 1, "more variables than an expression can have"};
    return NULL;
  }
  trm_NamesFound names = {.count = 0};
  int count = trm_expression_parse(text, length, symbols, &code, &names, error);
  if (count > 0 && deepest_stack(code, count) > TRM_EXPRESSION_STACK) {
    *error = (trm_ExpressionError){0, 1, "calls of functions in calls of functions nest too deeply"};
    count = -1;
  }
  if (count > 0) {
    expression = trm_arena_alloc(arena, 1, sizeof *expression + (size_t)count * sizeof *code);
    if (!expression) *error = (trm_ExpressionError){0, 1, "out of memory"};
  }
  if (expression) {
    expression->length = count;
    expression->variable_count = symbols->variable_count;
    for (int k = 0; k < TRM_EXPRESSION_VARIABLES; k++) expression->slot[k] = -1;
    memcpy(expression->code, code, (size_t)count * sizeof *code);
    for (int k = 0; k < count; k++) note_instruction(expression, &code[k]);
  }
  trm_release(code);
  return expression && names.count > 0 && !number_names(arena, expression, &names, error) ? NULL : expression;
}
