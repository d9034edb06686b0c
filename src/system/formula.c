/* Names of channels may have dashes and numbers in them (energy.load-work, hinge.lambda.4), which expressions read as
   signs: the longest channel that stands at a place is meant, and is handed to the expression under a short name. */
#include "system/formula.h"
#include <stdio.h>
#include <string.h>
#include "base/report.h"
#include "base/text.h"

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_word(char c) { return is_letter(c) || (c >= '0' && c <= '9'); }

enum { MOST_CHANNELS = 64, SHORT_NAME = 4 };

/* A formula under way. */
typedef struct Reading {
  const trm_ChannelList *list;
  int known;
  char *text; /* with short names, blanks where the rest of long ones was: places stay the same */
  int count, channels[MOST_CHANNELS];
  char names[MOST_CHANNELS][SHORT_NAME];
} Reading;

/* the channel whose name stands here, -1: none; the longest */
static int channel_at(const Reading *reading, const char *text, size_t *length) {
  int found = -1;
  *length = 0;
  for (int i = 0; i < reading->known; i++) {
    const char *name = reading->list->items[i].name;
    if (name[0] != text[0]) continue;
    size_t size = strlen(name);
    if (size <= *length || strncmp(text, name, size) != 0 || is_word(text[size])) continue;
    if (text[size] == '.' && is_letter(text[size + 1])) continue; /* of a longer name, which is not known */
    found = i, *length = size;
  }
  return found;
}

/* the number of a channel among those that are named; -1: there are too many */
static int number_of(Reading *reading, int channel) {
  for (int k = 0; k < reading->count; k++)
    if (reading->channels[k] == channel) return k;
  if (reading->count == MOST_CHANNELS) return -1;
  int k = reading->count++;
  reading->channels[k] = channel;
  snprintf(reading->names[k], SHORT_NAME, "_%c%c", 'a' + k / 26, 'a' + k % 26);
  return k;
}

/* Long names become short ones. False: too many. */
static bool shorten(Reading *reading) {
  char *text = reading->text;
  for (size_t at = 0; text[at];) {
    size_t length = 0;
    bool begins = is_letter(text[at]) && (at == 0 || (!is_word(text[at - 1]) && text[at - 1] != '.'));
    int channel = begins ? channel_at(reading, text + at, &length) : -1;
    if (channel < 0) {
      at++;
      continue;
    }
    int k = number_of(reading, channel);
    if (k < 0) return false;
    memset(text + at, ' ', length);
    memcpy(text + at, reading->names[k], SHORT_NAME - 1); /* a channel has three letters at least: a.b */
    at += length;
  }
  return true;
}

/* where in the source a part of the text is, when it stands there as it is */
static trm_Place place_within(const trm_FormulaText *written, int offset, int span) {
  int width = (int)strlen(written->text), quote = written->place.span == width + 2;
  if (written->place.line == 0 || (written->place.span != width && !quote)) return written->place;
  return (trm_Place){written->place.line, written->place.column + quote + offset, span};
}

static const char *nearest_channel(const Reading *reading, const char *word) {
  const char **names = TRM_NEW(const char *, reading->known + 1);
  for (int i = 0; names && i < reading->known; i++) names[i] = reading->list->items[i].name;
  const char *near = names ? trm_nearest(word, names, reading->known) : NULL;
  trm_release(names);
  return near;
}

/* A word with a point that is no channel is told by what channels there are. */
static void complain(const Reading *reading, const trm_FormulaText *written, const trm_ExpressionError *error,
                     trm_Diagnostics *diagnostics) {
  trm_Place place = place_within(written, error->offset, error->span);
  char word[120];
  snprintf(word, sizeof word, "%.*s", error->span, written->text + error->offset);
  if (!strchr(word, '.') || strncmp(error->message, "unknown name", 12) != 0) {
    trm_report(diagnostics, TRM_ERROR, place, "%s: %s", written->owner, error->message);
    return;
  }
  const char *near = nearest_channel(reading, word);
  trm_report(diagnostics, TRM_ERROR, place,
             "%s: no channel is called \"%s\"%s%s%s; `trammel describe channel` says how they are named",
             written->owner, word, near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
}

static const trm_Expression *compile(const trm_Model *model, Reading *reading, trm_Arena *arena,
                                     trm_ExpressionError *error) {
  static const char *const variables[] = {"t"};
  int own = model->inputs.symbols.input_count;
  const char **names = TRM_NEW(const char *, own + reading->count + 1);
  if (!names) return arena->failed = 1, NULL;
  for (int i = 0; i < own; i++) names[i] = model->inputs.symbols.inputs[i];
  for (int k = 0; k < reading->count; k++) names[own + k] = reading->names[k];
  trm_Symbols symbols = model->inputs.symbols;
  symbols.variables = variables, symbols.variable_count = 1;
  symbols.inputs = names, symbols.input_count = own + reading->count, symbols.inputs_known = true;
  const trm_Expression *expression =
      trm_expression_compile(arena, reading->text, strlen(reading->text), &symbols, error);
  trm_release(names);
  return expression;
}

bool trm_formula_compile(const trm_Model *model, trm_ChannelList *list, int known, const trm_FormulaText *written,
                         trm_Formula *out, trm_Diagnostics *diagnostics) {
  trm_Arena *arena = &list->arena;
  Reading reading = {.list = list, .known = known, .text = trm_arena_copy(arena, written->text, strlen(written->text))};
  trm_ExpressionError error = {0};
  *out = (trm_Formula){.placed = true};
  if (!reading.text) return false;
  if (!shorten(&reading)) {
    trm_report(diagnostics, TRM_ERROR, written->place, "%s: a formula names at most %d channels", written->owner,
               MOST_CHANNELS);
    return false;
  }
  out->expression = compile(model, &reading, arena, &error);
  if (!out->expression) {
    if (!arena->failed) complain(&reading, written, &error, diagnostics);
    return false;
  }
  out->count = reading.count;
  out->channels = TRM_ARENA_NEW(arena, int, reading.count);
  out->inputs = TRM_ARENA_NEW(arena, double, model->inputs.symbols.input_count + reading.count);
  for (int k = 0; out->channels && k < reading.count; k++) {
    out->channels[k] = reading.channels[k];
    out->placed = out->placed && list->placed[reading.channels[k]];
  }
  return !arena->failed;
}

static double value_of(const trm_Formula *formula, const trm_State *state, int own) {
  for (int i = 0; i < own; i++) formula->inputs[i] = state->inputs[i];
  return trm_expression_value(formula->expression, state->time, formula->inputs);
}

double trm_formula_value(const trm_Formula *formula, const trm_State *state, const double *channels) {
  int own = state->layout->model->inputs.count;
  for (int k = 0; k < formula->count; k++) formula->inputs[own + k] = channels[formula->channels[k]];
  return value_of(formula, state, own);
}

double trm_formula_evaluate(const trm_Formula *formula, const trm_ChannelInput *input, const trm_ChannelList *list) {
  int own = input->system->model->inputs.count;
  for (int k = 0; k < formula->count; k++)
    formula->inputs[own + k] = trm_channels_one(input, list, formula->channels[k]);
  return value_of(formula, input->state, own);
}
