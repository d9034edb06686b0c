/* Formulas over the channels of a simulation; how channels are named in them is the expressions' own (trm_Symbols). */
#include "system/formula.h"
#include <string.h>
#include "base/report.h"

/* where in the source a part of the text is, when it stands there as it is */
static trm_Place place_within(const trm_FormulaText *written, int offset, int span) {
  int width = (int)strlen(written->text), quote = written->place.span == width + 2;
  if (written->place.line == 0 || (written->place.span != width && !quote)) return written->place;
  return (trm_Place){written->place.line, written->place.column + quote + offset, span};
}

static void complain(const trm_FormulaText *written, const trm_ExpressionError *error, trm_Diagnostics *diagnostics) {
  bool channel = strncmp(error->message, "no channel", strlen("no channel")) == 0;
  trm_report(diagnostics, TRM_ERROR, place_within(written, error->offset, error->span), "%s: %s%s", written->owner,
             error->message, channel ? "; `trammel describe channel` says how they are named" : "");
}

static const trm_Expression *compile(const trm_Model *model, const char *const *channels, int known, const char *text,
                                     trm_Arena *arena, trm_ExpressionError *error) {
  static const char *const variables[] = {"t"};
  trm_Symbols symbols = model->inputs.symbols;
  symbols.variables = variables, symbols.variable_count = 1, symbols.inputs_known = true;
  symbols.channels = channels, symbols.channel_count = known;
  return trm_expression_compile(arena, text, strlen(text), &symbols, error);
}

static int channel_called(const char *name, const char *const *channels) {
  int k = 0;
  while (strcmp(channels[k], name) != 0) k++; /* it is one of them */
  return k;
}

static bool number_channels(trm_Formula *out, trm_ChannelList *list, const char *const *channels) {
  const trm_ExpressionName *names = trm_expression_names(out->expression, &out->count);
  out->channels = TRM_ARENA_NEW(&list->arena, int, out->count + 1);
  out->inputs = TRM_ARENA_NEW(&list->arena, double, out->count + 1);
  if (!out->channels || !out->inputs) return false;
  for (int k = 0; k < out->count; k++) {
    out->channels[k] = names[k].text ? channel_called(names[k].text, channels) : -1 - names[k].input;
    if (names[k].text) out->placed = out->placed && list->placed[out->channels[k]];
  }
  return true;
}

bool trm_formula_compile(const trm_Model *model, trm_ChannelList *list, int known, const trm_FormulaText *written,
                         trm_Formula *out, trm_Diagnostics *diagnostics) {
  trm_ExpressionError error = {0};
  *out = (trm_Formula){.placed = true};
  const char **channels = TRM_NEW(const char *, known + 1);
  if (!channels) return list->arena.failed = 1, false;
  for (int i = 0; i < known; i++) channels[i] = list->items[i].name;
  out->expression = compile(model, channels, known, written->text, &list->arena, &error);
  if (!out->expression && !list->arena.failed) complain(written, &error, diagnostics);
  bool good = out->expression && number_channels(out, list, channels);
  trm_release(channels);
  return good;
}

static double value_of(const trm_Formula *formula, const trm_State *state) {
  for (int k = 0; k < formula->count; k++)
    if (formula->channels[k] < 0) formula->inputs[k] = state->inputs[-1 - formula->channels[k]];
  return trm_expression_value(formula->expression, state->time, formula->count ? formula->inputs : state->inputs);
}

double trm_formula_value(const trm_Formula *formula, const trm_State *state, const double *channels) {
  for (int k = 0; k < formula->count; k++)
    if (formula->channels[k] >= 0) formula->inputs[k] = channels[formula->channels[k]];
  return value_of(formula, state);
}

double trm_formula_evaluate(const trm_Formula *formula, const trm_ChannelInput *input, const trm_ChannelList *list) {
  for (int k = 0; k < formula->count; k++)
    if (formula->channels[k] >= 0) formula->inputs[k] = trm_channels_one(input, list, formula->channels[k]);
  return value_of(formula, input->state);
}
