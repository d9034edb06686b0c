/* Formulas over the channels of a simulation; how channels are named in them is the expressions' own (trm_Symbols). */
#include "system/formula.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/report.h"
#include "base/text.h"
#include "element/named.h"
#include "math/vec3.h"
#include "system/quantity.h"

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

/* Signals by their own names: their channels. NULL: no memory. */
static const trm_OwnFunction *signals_of(const trm_Model *model, trm_Arena *arena) {
  const trm_Signals *signals = &model->forces.signals;
  trm_OwnFunction *list = TRM_ARENA_NEW(arena, trm_OwnFunction, signals->count + 1);
  for (int s = 0; list && s < signals->count; s++) {
    const char *name = signals->items[s].name;
    list[s] = (trm_OwnFunction){.name = name, .path = trm_arena_text(arena, "signal.%s", name)};
  }
  return arena->failed ? NULL : list;
}

static const trm_Expression *compile(const trm_Model *model, const char *const *channels, int known, const char *text,
                                     trm_Arena *arena, trm_ExpressionError *error) {
  static const char *const variables[] = {"t"};
  trm_Symbols symbols = model->inputs.symbols;
  symbols.variables = variables, symbols.variable_count = 1, symbols.inputs_known = symbols.names_known = true;
  symbols.channels = channels, symbols.channel_count = known;
  symbols.signals = signals_of(model, arena), symbols.signal_count = model->forces.signals.count;
  return symbols.signals ? trm_expression_compile(arena, text, strlen(text), &symbols, error) : NULL;
}

/* -1: none is called so */
static int channel_called(const char *name, const char *const *channels, int known) {
  for (int k = 0; k < known; k++)
    if (strcmp(channels[k], name) == 0) return k;
  return -1;
}

static const trm_ShownName *shown_called(const trm_Model *model, const char *name) {
  for (int k = 0; k < model->shown.named_count; k++)
    if (strcmp(model->shown.named[k].named.name, name) == 0) return &model->shown.named[k];
  return NULL;
}

/* a word that is neither a channel nor anything that moves */
static bool unknown(const trm_ExpressionName *name, const char *const *channels, int known,
                    trm_ExpressionError *error) {
  enum { SHOWN = 60 };
  const char *near = trm_nearest(name->text, channels, known);
  error->offset = name->offset, error->span = name->span;
  snprintf(error->message, sizeof error->message, "no channel is called \"%.*s\"%s%.*s%s", SHOWN, name->text,
           near ? " (did you mean \"" : "", SHOWN, near ? near : "", near ? "\"?)" : "");
  return false;
}

void trm_formula_leads_back(const trm_FormulaText *written, const char *name, trm_Diagnostics *diagnostics) {
  enum { SHOWN = 60 };
  int span = (int)(strstr(name, ".value") + strlen(".value") - name);
  trm_ExpressionError error = {.offset = (int)(name - written->text), .span = span};
  snprintf(error.message, sizeof error.message,
           "\"%.*s\" leads back to this output: outputs cannot be written with themselves", span < SHOWN ? span : SHOWN,
           name);
  complain(written, &error, diagnostics);
}

/* "bob.velocity.x in bobb": what stands behind "in" and is no place of the model; NULL: nothing. near: what is meant */
static const char *unknown_axes(const trm_Model *model, const char *word, trm_Arena *arena, const char **near) {
  size_t length;
  const char *frame = trm_expression_name_frame(word, &length);
  const char **known = TRM_ARENA_NEW(arena, const char *, model->body_count + model->shown.marker_count);
  int count = 0;
  if (!frame || !known || strpbrk(frame, ".@")) return NULL; /* points of beams are told by themselves */
  for (int b = 0; b < model->body_count; b++) known[count++] = model->bodies[b].name;
  for (int m = 0; m < model->shown.marker_count; m++) known[count++] = model->shown.markers[m].name;
  for (int k = 0; k < count; k++)
    if (strcmp(known[k], frame) == 0) return NULL;
  *near = trm_nearest(frame, known, count);
  return frame;
}

/* What is wrong with a word that is no channel, where that is known better. */
static void tell_better(const trm_Model *model, const trm_FormulaText *written, trm_Arena *arena,
                        trm_ExpressionError *error) {
  enum { SHOWN = 60 };
  if (strncmp(error->message, "no channel", strlen("no channel")) != 0) return;
  const char *word = trm_arena_copy(arena, written->text + error->offset, (size_t)error->span), *near = NULL;
  if (!word) return;
  const char *frame = unknown_axes(model, word, arena, &near);
  const trm_ModelJoint *wheel = trm_channel_wants_radius(model, word);
  if (frame) {
    error->offset += (int)(frame - word), error->span = (int)strlen(frame);
    snprintf(error->message, sizeof error->message,
             "no body, marker or point of a beam is called \"%.*s\"%s%.*s%s: \"in\" is followed by the one along "
             "whose axes the component is meant",
             SHOWN, frame, near ? " (did you mean \"" : "", SHOWN, near ? near : "", near ? "\"?)" : "");
  } else if (wheel) {
    snprintf(error->message, sizeof error->message,
             "no channel is called \"%.*s\"; give \"%.*s\" a radius, the pitch radius of the wheel of its first term",
             SHOWN, word, SHOWN, wheel->name);
  }
}

/* NULL: the channel is no signal, or one with memory */
static const trm_Signal *signal_called(const trm_Model *model, const char *channel) {
  static const char before[] = "signal.";
  bool one = strncmp(channel, before, strlen(before)) == 0;
  for (int s = 0; one && s < model->forces.signals.count; s++) {
    const trm_Signal *signal = &model->forces.signals.items[s];
    if (strcmp(signal->name, channel + strlen(before)) == 0) return signal->memory.kind ? NULL : signal;
  }
  return NULL;
}

static bool number_channels(const trm_Model *model, trm_Formula *out, trm_ChannelList *list,
                            const char *const *channels, int known, trm_ExpressionError *error) {
  const trm_ExpressionName *names = trm_expression_names(out->expression, &out->count);
  out->channels = TRM_ARENA_NEW(&list->arena, int, out->count + 1);
  out->inputs = TRM_ARENA_NEW(&list->arena, double, out->count + 1);
  out->named = TRM_ARENA_NEW(&list->arena, const trm_ShownName *, out->count + 1);
  out->signals = TRM_ARENA_NEW(&list->arena, const trm_Signal *, out->count + 1);
  if (!out->channels || !out->inputs || !out->named || !out->signals) return false;
  for (int k = 0; k < out->count; k++) {
    out->channels[k] = names[k].text ? channel_called(names[k].text, channels, known) : -1 - names[k].input;
    out->signals[k] = names[k].text ? signal_called(model, names[k].text) : NULL;
    if (!names[k].text) continue;
    out->named[k] = out->channels[k] < 0 ? shown_called(model, names[k].text) : NULL;
    if (out->channels[k] < 0 && !out->named[k]) return unknown(&names[k], channels, known, error);
    const trm_ShownName *named = out->named[k];
    out->placed = out->placed && (named ? named->what == TRM_SHOWN_QUANTITY && !named->named.kind->moves
                                        : list->placed[out->channels[k]]);
  }
  return true;
}

bool trm_formula_compile(const trm_Model *model, trm_ChannelList *list, int known, const trm_FormulaText *written,
                         trm_Formula *out, trm_Diagnostics *diagnostics) {
  trm_ExpressionError error = {0};
  *out = (trm_Formula){.placed = true};
  int more = model->shown.named_count; /* what else moves stands behind the channels */
  const char **channels = TRM_NEW(const char *, known + more + 1);
  if (!channels) return list->arena.failed = 1, false;
  for (int i = 0; i < known; i++) channels[i] = list->items[i].name;
  for (int i = 0; i < more; i++) channels[known + i] = model->shown.named[i].named.name;
  out->expression = compile(model, channels, known + more, written->text, &list->arena, &error);
  bool good = out->expression && number_channels(model, out, list, channels, known, &error);
  if (!good && !list->arena.failed) {
    tell_better(model, written, &list->arena, &error);
    complain(written, &error, diagnostics);
  }
  trm_release(channels);
  return good;
}

/* Something that moves at the state; the snapshot is that of the state, but where it is known from the state alone. */
static double shown_value(const trm_ShownName *shown, const trm_ChannelInput *input) {
  const trm_Model *model = input->system->model;
  const trm_Named *named = &shown->named;
  trm_Instant now = trm_snapshot_instant(input->snapshot, input->state);
  if (shown->what == TRM_SHOWN_QUANTITY) return named->kind->instant(model, named, &now);
  trm_MarkerMotion motion;
  trm_Frame frame;
  trm_marker_motion(model, &named->marker[0], input, &motion);
  const double *vector = shown->what == TRM_SHOWN_ALPHA ? motion.alpha : motion.acceleration;
  if (!named->framed) return vector[named->part];
  trm_marker_frame(model, &named->marker[1], input->state->q, &frame);
  return trm_dot(frame.e[named->part], vector);
}

/* those of its inputs that are no channels, then its value */
static double value_of(const trm_Formula *formula, const trm_ChannelInput *input) {
  const trm_State *state = input->state;
  for (int k = 0; k < formula->count; k++) {
    if (formula->channels[k] >= 0) continue;
    formula->inputs[k] =
        formula->named[k] ? shown_value(formula->named[k], input) : state->inputs[-1 - formula->channels[k]];
  }
  return trm_expression_value(formula->expression, state->time, formula->count ? formula->inputs : state->inputs);
}

double trm_formula_value(const trm_Formula *formula, const trm_ChannelInput *input, const double *channels) {
  for (int k = 0; k < formula->count; k++)
    if (formula->channels[k] >= 0) formula->inputs[k] = channels[formula->channels[k]];
  return value_of(formula, input);
}

double trm_formula_evaluate(const trm_Formula *formula, const trm_ChannelInput *input, const trm_ChannelList *list) {
  for (int k = 0; k < formula->count; k++)
    if (formula->channels[k] >= 0) formula->inputs[k] = trm_channels_one(input, list, formula->channels[k]);
  return value_of(formula, input);
}

/* ---- round-off ---- */

/* of a number with this unit: a length is a difference of positions, an angle one of directions */
static double size_of(const trm_Model *model, const char *unit, double value) {
  double least = strcmp(unit, "m") == 0 ? model->scales.length : strcmp(unit, "rad") == 0;
  return fmax(fabs(value), least);
}

static const char *unit_of(const trm_Model *model, const trm_Named *named) {
  if (named->kind->unit[0] != 'x') return named->kind->unit;
  return model->joints[named->joint].kind->coordinates[named->coordinate].angular ? "rad" : "m";
}

static double signal_terms(const trm_Model *model, const trm_Signal *signal, const trm_Instant *now) {
  double room[TRM_EXPRESSION_NAMES], slopes[TRM_EXPRESSION_NAMES], sum = 0;
  const double *values = trm_named_now(model, signal->input, now, room);
  trm_named_gradient(signal->input, &now->t, values, slopes);
  for (int k = 0; k < signal->input->named_count; k++) {
    const trm_Named *named = &signal->input->named[k];
    sum += fabs(slopes[k]) * size_of(model, unit_of(model, named), values[k]);
  }
  return sum;
}

double trm_formula_terms(const trm_Formula *formula, const trm_ChannelInput *input, const trm_ChannelList *list) {
  const trm_Model *model = input->system->model;
  double slopes[TRM_EXPRESSION_NAMES], sum = 0;
  if (formula->count == 0) return 0;
  trm_expression_input_gradient(formula->expression, input->state->time, formula->inputs, formula->count, slopes);
  for (int k = 0; k < formula->count; k++) {
    double value = formula->inputs[k], size = fabs(value);
    if (formula->signals[k]) {
      trm_Instant now = trm_snapshot_instant(input->snapshot, input->state);
      size = fmax(size, signal_terms(model, formula->signals[k], &now));
    } else if (formula->named[k]) {
      size = size_of(model, unit_of(model, &formula->named[k]->named), value);
    } else if (formula->channels[k] >= 0) {
      size = size_of(model, list->items[formula->channels[k]].unit, value);
    }
    if (slopes[k] != 0 && isfinite(slopes[k])) sum += fabs(slopes[k]) * size;
  }
  return sum;
}
