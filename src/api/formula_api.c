/* Formulas over the channels of a result file: "hypot(pin.force.x, pin.force.y)". */
#include <string.h>
#include "base/report.h"
#include "math/expression.h"
#include "trammel/trammel.h"

/* One formula and the file that it is over; on the stack of who asks. */
typedef struct Formula {
  trm_Results *results;
  trm_Diagnostics *diagnostics;
  trm_Arena arena;
  const trm_Expression *expression;
  int *channels; /* of its names */
  int count;
} Formula;

static bool find_channels(Formula *formula) {
  const trm_ExpressionName *names = trm_expression_names(formula->expression, &formula->count);
  formula->channels = TRM_ARENA_NEW(&formula->arena, int, formula->count + 1);
  for (int i = 0; i < formula->count && formula->channels; i++)
    formula->channels[i] = trm_results_find_channel(formula->results, names[i].text);
  return formula->channels != NULL;
}

static bool compile(Formula *formula, const char *text) {
  static const char *const variables[] = {"t"};
  trm_Symbols symbols = {.variables = variables, .variable_count = 1};
  trm_ExpressionError error = {0};
  int count = trm_results_channel_count(formula->results);
  const char **names = TRM_ARENA_NEW(&formula->arena, const char *, count + 1);
  if (!names) return false;
  for (int i = 0; i < count; i++) names[i] = trm_results_channel(formula->results, i).name;
  symbols.channels = names, symbols.channel_count = count;
  formula->expression = trm_expression_compile(&formula->arena, text, strlen(text), &symbols, &error);
  if (formula->expression) return find_channels(formula);
  trm_report(formula->diagnostics, TRM_ERROR, TRM_NO_PLACE, "%.80s: %s, at letter %d", text, error.message,
             error.offset + 1);
  return false;
}

/* block by block, so that a long file needs no more memory than a short one */
static trm_Status evaluate(Formula *formula, trm_RowRange rows, double *values) {
  enum { BLOCK = 1024 };
  double *time = TRM_ARENA_NEW(&formula->arena, double, BLOCK),
         *inputs = TRM_ARENA_NEW(&formula->arena, double, formula->count + 1);
  double *read = TRM_ARENA_NEW(&formula->arena, double, BLOCK *(formula->count + 1));
  trm_Status status = time && inputs && read ? TRM_OK : TRM_NO_MEMORY;
  int clock = -1;
  for (int64_t done = 0; done < rows.count && status == TRM_OK; done += BLOCK) {
    int64_t count = rows.count - done < BLOCK ? rows.count - done : BLOCK;
    trm_RowRange block = {rows.first + done * rows.stride, count, rows.stride};
    status = trm_results_read_channels(formula->results, &clock, 1, block, time);
    if (status == TRM_OK && formula->count > 0)
      status = trm_results_read_channels(formula->results, formula->channels, formula->count, block, read);
    for (int64_t i = 0; i < count && status == TRM_OK; i++) {
      for (int n = 0; n < formula->count; n++) inputs[n] = read[n * count + i];
      values[done + i] = trm_expression_value(formula->expression, &time[i], inputs);
    }
  }
  return status;
}

trm_Status trm_results_formula(trm_Results *results, const char *text, trm_RowRange rows, double *values,
                               trm_Diagnostics *diagnostics) {
  if (!results || !text || !values) return TRM_BAD_ARGUMENT;
  Formula formula = {.results = results, .diagnostics = diagnostics};
  trm_Status status = compile(&formula, text) ? evaluate(&formula, rows, values) : TRM_BAD_ARGUMENT;
  if (formula.arena.failed) status = TRM_NO_MEMORY;
  trm_arena_free(&formula.arena);
  return status;
}
