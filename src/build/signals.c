/* Signals: their formulas compiled in the order in which they follow from each other, loops together; integral, lag,
   filter, transfer function and state space as ds/dt = A s + B u, y = C s + D u; what is sampled, delayed or
   switched. */
#include "build/signals.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "element/signal.h"
#include "model/fields_read.h"
#include "model/model.h"

/* ---- how they are written ---------------------------------------------------------------------------------------- */

typedef struct SignalForm {
  trm_Bound bound;
  const char *value, *integral, *lag, *filter, *delay, *hysteresis, *noise, *of;
  double time, frequency, damping, start, every, rate, lower, upper;
  int seed;
  trm_Numbers numerator, denominator, b, c, states, values;
  trm_Rows a;
  double d;
} SignalForm;

#define KEY(member, name, kind) TRM_KEY(SignalForm, member, name, kind)

static const trm_Field signal_fields[] = {
    {KEY(value, "value", TRM_FIELD_TEXT), .unit = "", .doc = "a formula of t, inputs, other signals and what moves"},
    {KEY(every, "every", TRM_FIELD_NUMBER), .unit = "s", .flags = TRM_POSITIVE,
     .doc = "the formula is sampled at multiples of this time and held between them, as a digital controller does; "
            "steps end there"},
    {KEY(integral, "integral", TRM_FIELD_TEXT), .unit = "", .doc = "the integral of this formula over time"},
    {KEY(lag, "lag", TRM_FIELD_TEXT), .unit = "", .doc = "follows this formula: time * dy/dt + y = formula"},
    {KEY(time, "time", TRM_FIELD_NUMBER), .unit = "s", .flags = TRM_POSITIVE,
     .doc = "time constant of a lag; how long a delay is; with `every`: how much later samples come, a multiple of "
            "`every`"},
    {KEY(rate, "rate", TRM_FIELD_NUMBER), .unit = "1/s", .flags = TRM_POSITIVE,
     .doc = "rate limit of a lag or of a sampled signal: the largest change of its value per second"},
    {KEY(delay, "delay", TRM_FIELD_TEXT), .unit = "",
     .doc = "this formula as it was `time` ago; steps are no longer than that. Before the start it was `start`, or "
            "what it is there"},
    {KEY(hysteresis, "hysteresis", TRM_FIELD_TEXT), .unit = "",
     .doc = "a relay: the second of `values` once this formula is above `upper`, the first once it is below `lower`; "
            "steps end where it switches"},
    {KEY(lower, "lower", TRM_FIELD_NUMBER), .unit = "", .doc = "threshold below which a relay switches off"},
    {KEY(upper, "upper", TRM_FIELD_NUMBER), .unit = "", .doc = "... above which it switches on"},
    {KEY(values, "values", TRM_FIELD_NUMBERS), .unit = "",
     .doc = "of a relay, off and on; default: [0, 1]. At the start it is off, unless `start` is the second"},
    {KEY(noise, "noise", TRM_FIELD_TEXT), .unit = "",
     .doc = "random numbers, normal with this formula as their deviation, another one at each multiple of `every`; "
            "they depend on `seed` and on the signal's name alone"},
    {KEY(seed, "seed", TRM_FIELD_INTEGER), .unit = "1", .fallback = "1", .doc = "of noise"},
    {KEY(filter, "filter", TRM_FIELD_TEXT), .unit = "", .doc = "this formula behind a low-pass filter of second order"},
    {KEY(frequency, "frequency", TRM_FIELD_NUMBER), .unit = "1/s", .flags = TRM_POSITIVE,
     .doc = "corner of a filter, Hz"},
    {KEY(damping, "damping", TRM_FIELD_NUMBER), .unit = "1", .flags = TRM_POSITIVE, .fallback = "0.7",
     .doc = "damping ratio of a filter"},
    {KEY(start, "start", TRM_FIELD_NUMBER), .unit = "", .fallback = "0",
     .doc = "value of an integral, a lag or a filter at the start; of a formula in a loop: near which value it is "
            "sought there"},
    {KEY(of, "of", TRM_FIELD_TEXT), .unit = "", .doc = "input u of a transfer function or a state space, a formula"},
    {KEY(numerator, "numerator", TRM_FIELD_NUMBERS), .unit = "",
     .doc =
         "coefficients of the transfer function's numerator, highest power of s first; no more than the denominator"},
    {KEY(denominator, "denominator", TRM_FIELD_NUMBERS), .unit = "", .doc = "... of its denominator"},
    {KEY(a, "A", TRM_FIELD_ROWS), .unit = "", .doc = "state space: ds/dt = A s + B u, rows of A"},
    {KEY(b, "B", TRM_FIELD_NUMBERS), .unit = "", .doc = "... the column B"},
    {KEY(c, "C", TRM_FIELD_NUMBERS), .unit = "", .doc = "... the row C of the signal y = C s + D u"},
    {KEY(d, "D", TRM_FIELD_NUMBER), .unit = "", .fallback = "0", .doc = "... what goes through at once"},
    {KEY(states, "states", TRM_FIELD_NUMBERS), .unit = "",
     .doc = "states of a transfer function or a state space at the start; default: 0"},
};

static const trm_Rule signal_rules[] = {{TRM_RULE_ONE, "value integral lag filter delay hysteresis noise of"},
                                        {TRM_RULE_NEEDS, "lag time"},
                                        {TRM_RULE_NEEDS, "delay time"},
                                        {TRM_RULE_NEEDS, "hysteresis lower"},
                                        {TRM_RULE_NEEDS, "hysteresis upper"},
                                        {TRM_RULE_NEEDS, "lower hysteresis"},
                                        {TRM_RULE_NEEDS, "upper hysteresis"},
                                        {TRM_RULE_NEEDS, "values hysteresis"},
                                        {TRM_RULE_NEEDS, "noise every"},
                                        {TRM_RULE_NEEDS, "seed noise"},
                                        {TRM_RULE_NEEDS, "filter frequency"},
                                        {TRM_RULE_NEEDS, "frequency filter"},
                                        {TRM_RULE_NEEDS, "numerator denominator"},
                                        {TRM_RULE_NEEDS, "denominator numerator"},
                                        {TRM_RULE_NEEDS, "A B"},
                                        {TRM_RULE_NEEDS, "B C"},
                                        {TRM_RULE_NEEDS, "C A"},
                                        {TRM_RULE_NEEDS, "denominator of"},
                                        {TRM_RULE_NEEDS, "A of"},
                                        {TRM_RULE_NEEDS, "states of"},
                                        {TRM_RULE_EXCLUSIVE, "numerator A"}};

const trm_FieldTable trm_signal_table = {
    .name = "signal",
    .doc =
        "A named quantity that forces of coordinates, loads and other signals use by its name; its channel is "
        "signal.<name>. With memory (integral, lag, filter, transfer function, state space) its states go with the "
        "scheme: the middle of the step in implicit ones. Saturation and dead zone are formulas: clamp(u, -1, 1), "
        "u - clamp(u, -1, 1); tables of one and two variables are used as functions. Signals may be written with each "
        "other in loops, with memory or without: their values are found together.",
    .size = sizeof(SignalForm),
    .fields = signal_fields,
    .field_count = TRM_COUNT(signal_fields),
    .shorthand = "value",
    .example = "signals:\n"
               "  error: 0.3 - rail.delta\n"
               "  sum: {integral: error}\n"
               "  smooth: {lag: rail.delta.rate, time: 0.02}\n"
               "  command: {value: 5*error, every: 0.01, time: 0.02, rate: 40}\n"
               "  heater: {hysteresis: error, lower: -0.1, upper: 0.1, values: [0, 20]}\n"
               "  lead: {of: error, numerator: [0.5, 1], denominator: [0.05, 1]}",
    .rules = signal_rules,
    .rule_count = TRM_COUNT(signal_rules)};

/* ---- what they do with their input ------------------------------------------------------------------------------- */

/* Room for n states. */
static bool make_states(trm_Arena *arena, int n, trm_SignalMemory *out) {
  out->count = n;
  out->a = TRM_ARENA_NEW(arena, double, n *n), out->b = TRM_ARENA_NEW(arena, double, n);
  out->c = TRM_ARENA_NEW(arena, double, n), out->start = TRM_ARENA_NEW(arena, double, n);
  return !arena->failed;
}

/* The numbers while they are made: those of the memory are constant. */
static double *made(const double *numbers) { return (double *)numbers; }

static bool complain(const trm_Binding *binding, const trm_SignalDef *signal, trm_Place place, const char *what) {
  trm_Path path = {NULL, "signal", signal->name, 0};
  return trm_complain(binding, &path, place, ": %s", what);
}

/* (b0 s^n + ... + bn)/(a0 s^n + ... + an) as s1' = s2, ..., sn' = -(an s1 + ... + a1 sn)/a0 + u */
static bool transfer_function(const trm_Binding *binding, const SignalForm *form, trm_SignalDef *out) {
  const double *a = form->denominator.values;
  int n = form->denominator.count - 1, skip = n + 1 - form->numerator.count;
  trm_Place place = trm_place_of(form, offsetof(SignalForm, denominator));
  if (n < 1 || n > TRM_SIGNAL_STATES)
    return complain(binding, out, place, "the denominator must have from 2 to 13 coefficients");
  if (a[0] == 0 || skip < 0)
    return complain(
        binding, out, place,
        "the first coefficient of the denominator must not be 0, and the numerator not be of higher degree");
  trm_SignalMemory *memory = &out->memory;
  if (!make_states(binding->arena, n, memory)) return false;
  memory->d = skip == 0 ? form->numerator.values[0] / a[0] : 0;
  for (int i = 0; i < n; i++) {
    if (i + 1 < n) made(memory->a)[n * i + i + 1] = 1;
    made(memory->a)[n * (n - 1) + i] = -a[n - i] / a[0];
    int power = n - i; /* the numerator's coefficient of s^i has this place */
    double coefficient = power >= skip ? form->numerator.values[power - skip] : 0;
    made(memory->c)[i] = (coefficient - memory->d * a[n - i]) / a[0];
  }
  made(memory->b)[n - 1] = 1;
  return true;
}

static bool state_space(const trm_Binding *binding, const SignalForm *form, trm_SignalDef *out) {
  int n = form->a.rows;
  if (n < 1 || n > TRM_SIGNAL_STATES || form->a.columns != n || form->b.count != n || form->c.count != n)
    return complain(binding, out, trm_place_of(form, offsetof(SignalForm, a)),
                    "A must be n rows of n numbers, B and C n numbers each, n at most 12");
  if (!make_states(binding->arena, n, &out->memory)) return false;
  memcpy(made(out->memory.a), form->a.values, sizeof(double) * (size_t)(n * n));
  memcpy(made(out->memory.b), form->b.values, sizeof(double) * (size_t)n);
  memcpy(made(out->memory.c), form->c.values, sizeof(double) * (size_t)n);
  out->memory.d = form->d;
  return true;
}

static bool given_states(const trm_Binding *binding, const SignalForm *form, trm_SignalDef *out) {
  if (form->states.count == 0) return true;
  if (form->states.count != out->memory.count)
    return complain(binding, out, trm_place_of(form, offsetof(SignalForm, states)),
                    "`states` must be as many numbers as there are states");
  memcpy(made(out->memory.start), form->states.values, sizeof(double) * (size_t)out->memory.count);
  return true;
}

/* One state of which the signal is the value, ds/dt = a s + b u. */
static bool one_state(const trm_Binding *binding, const SignalForm *form, double a, double b, trm_SignalMemory *out) {
  if (!make_states(binding->arena, 1, out)) return false;
  made(out->a)[0] = a, made(out->b)[0] = b, made(out->c)[0] = 1, made(out->start)[0] = form->start;
  out->start_given = trm_given(form, offsetof(SignalForm, start));
  return true;
}

static bool integral(const trm_Binding *binding, const SignalForm *form, trm_SignalDef *out) {
  return one_state(binding, form, 0, 1, &out->memory);
}

static bool lag(const trm_Binding *binding, const SignalForm *form, trm_SignalDef *out) {
  out->memory.rate = form->rate;
  if (form->rate > 0) out->memory.kind = &trm_signal_limited;
  return one_state(binding, form, -1 / form->time, 1 / form->time, &out->memory);
}

static bool filter(const trm_Binding *binding, const SignalForm *form, trm_SignalDef *out) {
  const double pi = 3.14159265358979323846;
  double omega = 2 * pi * form->frequency;
  trm_SignalMemory *memory = &out->memory;
  if (!make_states(binding->arena, 2, memory)) return false;
  made(memory->a)[1] = 1, made(memory->a)[2] = -omega * omega, made(memory->a)[3] = -2 * form->damping * omega;
  made(memory->b)[1] = omega * omega, made(memory->c)[0] = 1, made(memory->start)[0] = form->start;
  return true;
}

/* most samples that may be on their way */
enum { LATEST = 10000 };
/* of the number of samples: times are written with some digits */
static const double whole_number = 1e-9;

static bool sampled(const trm_Binding *binding, const SignalForm *form, trm_SignalDef *out) {
  double late = form->time / form->every;
  if (!(form->every > 0)) { /* none, unless it is written with itself */
    if (!one_state(binding, form, 0, 0, &out->memory)) return false;
    out->memory.kind = NULL, out->memory.count = 0;
    return true;
  }
  if (fabs(late - rint(late)) > whole_number * late || late > LATEST)
    return complain(binding, out, trm_place_of(form, offsetof(SignalForm, time)),
                    "`time` must be a multiple of `every`, at most 10000 of them: samples come some samples later");
  out->memory.every = form->every, out->memory.delay = form->time, out->memory.rate = form->rate;
  return one_state(binding, form, 0, 0, &out->memory);
}

static bool delay(const trm_Binding *binding, const SignalForm *form, trm_SignalDef *out) {
  if (!one_state(binding, form, 0, 0, &out->memory)) return false;
  out->memory.delay = form->time, out->memory.count = 0; /* what it remembers are no states */
  return true;
}

static bool noise(const trm_Binding *binding, const SignalForm *form, trm_SignalDef *out) {
  out->memory.every = form->every, out->memory.seed = form->seed;
  return one_state(binding, form, 0, 0, &out->memory);
}

static bool hysteresis(const trm_Binding *binding, const SignalForm *form, trm_SignalDef *out) {
  trm_SignalMemory *memory = &out->memory;
  if (!(form->upper > form->lower))
    return complain(binding, out, trm_place_of(form, offsetof(SignalForm, upper)), "`upper` must be above `lower`");
  if (form->values.count != 0 && (form->values.count != 2 || form->values.values[0] == form->values.values[1]))
    return complain(binding, out, trm_place_of(form, offsetof(SignalForm, values)),
                    "`values` are two different numbers, off and on");
  if (!one_state(binding, form, 0, 0, memory)) return false;
  memory->bound[0] = form->lower, memory->bound[1] = form->upper, memory->held[1] = 1;
  for (int i = 0; i < form->values.count; i++) memory->held[i] = form->values.values[i];
  bool on = memory->start_given && form->start == memory->held[1];
  made(memory->start)[0] = memory->held[on];
  if (memory->start_given && !on && form->start != memory->held[0])
    return complain(binding, out, trm_place_of(form, offsetof(SignalForm, start)),
                    "`start` of a relay is one of its `values`");
  return true;
}

static bool transfer(const trm_Binding *binding, const SignalForm *form, trm_SignalDef *out) {
  bool rational = form->denominator.count > 0;
  if (!rational && form->a.rows == 0)
    return complain(binding, out, trm_place_of(form, offsetof(SignalForm, of)),
                    "missing key \"denominator\" or \"A\": `of` is the input of a transfer function (numerator and "
                    "denominator) or of a "
                    "state space (A, B and C)");
  return (rational ? transfer_function : state_space)(binding, form, out) && given_states(binding, form, out);
}

/* A way to write a signal: constant. */
typedef struct Way {
  const char *key; /* under which its formula stands */
  size_t text;     /* ... and where in SignalForm */
  const trm_SignalKind *kind;
  bool (*make)(const trm_Binding *binding, const SignalForm *form, trm_SignalDef *out);
  const char *takes; /* of the keys that several have: those that it takes */
} Way;

#define WAY(member, ...)                                                                                               \
  { #member, offsetof(SignalForm, member), __VA_ARGS__ }

static const Way ways[] = {
    WAY(value, &trm_signal_sampled, sampled, "every time rate start"),
    WAY(integral, &trm_signal_linear, integral, "start"),
    WAY(lag, &trm_signal_linear, lag, "time rate start"),
    WAY(filter, &trm_signal_linear, filter, "start"),
    WAY(delay, &trm_signal_delay, delay, "time start"),
    WAY(hysteresis, &trm_signal_hysteresis, hysteresis, "start"),
    WAY(noise, &trm_signal_noise, noise, "every"),
    WAY(of, &trm_signal_linear, transfer, ""),
};

static const struct {
  const char *key;
  size_t at;
} shared[] = {{"every", offsetof(SignalForm, every)},
              {"time", offsetof(SignalForm, time)},
              {"rate", offsetof(SignalForm, rate)},
              {"start", offsetof(SignalForm, start)}};

/* Keys that say nothing to this way; a signal without memory takes `every` alone, which gives it one, and `start` in a
   loop. */
static bool takes_all(const trm_Binding *binding, const SignalForm *form, const Way *way, const trm_SignalDef *def) {
  for (size_t i = 0; i < TRM_COUNT(shared); i++) {
    bool always = strcmp(shared[i].key, "every") == 0 || strcmp(shared[i].key, "start") == 0;
    bool taken = strstr(way->takes, shared[i].key) && (form->every > 0 || always || way != &ways[0]);
    if (!trm_given(form, shared[i].at) || taken) continue;
    return complain(binding, def, trm_place_of(form, shared[i].at),
                    trm_arena_text(binding->arena, "`%s` says nothing to `%s`%s", shared[i].key, way->key,
                                   way == &ways[0] ? " without `every`" : ""));
  }
  return true;
}

/* The text of the formula, with what is made of it; NULL after an error. */
static const char *memory_of(const trm_Binding *binding, const SignalForm *form, trm_SignalDef *out, const char **key) {
  for (size_t w = 0; w < TRM_COUNT(ways); w++) {
    const char *text = *(const char *const *)((const char *)form + ways[w].text);
    if (!text) continue;
    *key = ways[w].key, out->memory.kind = ways[w].kind;
    return takes_all(binding, form, &ways[w], out) && ways[w].make(binding, form, out) ? text : NULL;
  }
  return NULL; /* one of them is there: a rule */
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

typedef struct Reading {
  trm_Binding *binding;
  const trm_Value *map;
  trm_SignalDef *defs;
  trm_OwnFunction *known; /* those that formulas may use so far */
  int known_count;
  const char **texts, **keys; /* the formula of each and the key it stands under */
  int *order;                 /* in which they became known */
  /* Tarjan's search for loops: when each was met, from 1 (0: not yet), the earliest that it leads back to, those whose
     loop is still open, and how many these are */
  int *met, *back, *open, met_count, open_count;
  int loop_count;
  bool good;
} Reading;

static bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool digit(char c) { return c >= '0' && c <= '9'; }

/* what the channel of a signal is called before its name, which formulas may write too */
static const char channel[] = "signal.";

/* the next signal that a text names from *offset on, -1: none; other words with points, and those behind "in", are
   names of other things */
static int next_named(const Reading *reading, const char *text, int *offset) {
  bool frame = false;
  while (text[*offset]) {
    int from = *offset, to = from;
    while (letter(text[to]) || digit(text[to]) || (text[to] == '.' && to > from)) to++;
    *offset = to > from ? to : from + 1;
    if (to == from) continue;
    bool skip = frame;
    frame = to - from == 2 && strncmp(text + from, "in", 2) == 0;
    if (strncmp(text + from, channel, strlen(channel)) == 0) from += (int)strlen(channel);
    for (int i = 0; !skip && letter(text[from]) && i < reading->map->count; i++)
      if (strlen(reading->map->keys[i]) == (size_t)(to - from) &&
          !strncmp(reading->map->keys[i], text + from, (size_t)(to - from)))
        return i;
  }
  return -1;
}

/* The value from which a formula was read, for places. */
static const trm_Value *formula_value(const Reading *reading, int i) {
  const trm_Value *entry = reading->map->items[i];
  return entry->kind == TRM_VALUE_MAP ? trm_value_get(entry, reading->keys[i]) : entry;
}

static bool compile(Reading *reading, int i) {
  static const char *const time[] = {"t"};
  trm_Binding *binding = reading->binding;
  trm_SignalDef *def = &reading->defs[i];
  trm_Symbols symbols = trm_binding_symbols(binding);
  symbols.variables = time, symbols.variable_count = 1, symbols.inputs_known = symbols.names_known = true;
  symbols.signals = reading->known, symbols.signal_count = reading->known_count;
  trm_ExpressionError error = {0};
  const char *text = reading->texts[i];
  trm_Path path = {NULL, "signal", def->name, 0}, key = {&path, reading->keys[i], NULL, 0};
  trm_Slot target = {binding, &key, NULL};
  trm_Expression *expression = trm_expression_compile(binding->arena, text, strlen(text), &symbols, &error);
  if (!expression) return trm_expression_error(&target, formula_value(reading, i), &error);
  def->input.expression = expression;
  return trm_keep_names(binding, formula_value(reading, i), &def->input);
}

/* Formulas may use it from here on: by its name where it has memory or is in a loop, else it is put in. */
static bool make_known(Reading *reading, int i) {
  trm_SignalDef *def = &reading->defs[i];
  reading->order[reading->known_count] = i;
  trm_OwnFunction *own = &reading->known[reading->known_count++];
  *own = (trm_OwnFunction){.name = def->name, .arguments = 1, .body = def->memory.kind ? NULL : def->input.expression};
  own->path = trm_arena_text(reading->binding->arena, "signal.%s", def->name);
  return own->path != NULL;
}

static bool names_itself(const Reading *reading, int i) {
  for (int offset = 0, other; (other = next_named(reading, reading->texts[i], &offset)) >= 0;)
    if (other == i) return true;
  return false;
}

static bool compile_single(Reading *reading, int i) {
  trm_SignalDef *def = &reading->defs[i];
  if (!def->memory.kind && def->memory.start_given)
    return complain(reading->binding, def, def->place,
                    "`start` says nothing to `value` without `every`, but in a loop");
  return compile(reading, i) && make_known(reading, i);
}

/* Does what breaks in its formula break in it as well, now or later? */
static bool passes_on(const trm_SignalMemory *memory) {
  const trm_SignalKind *kind = memory->kind;
  return kind == &trm_signal_formula || kind == &trm_signal_delay || (kind == &trm_signal_linear && memory->d != 0);
}

/* Does signal i, or what it is written with, lead to the delay past nothing that makes kinks smoother? seen: those that
   were met on other ways */
static bool leads_to(const Reading *reading, int i, int delay, bool *seen) {
  bool leads = false;
  for (int offset = 0, other; !leads && (other = next_named(reading, reading->texts[i], &offset)) >= 0;) {
    leads = other == delay;
    if (leads || seen[other] || !passes_on(&reading->defs[other].memory)) continue;
    seen[other] = true, leads = leads_to(reading, other, delay, seen);
  }
  return leads;
}

static bool find_echoes(Reading *reading, const int *members, int count) {
  for (int k = 0; k < count; k++) {
    trm_SignalMemory *memory = &reading->defs[members[k]].memory;
    bool *seen =
        memory->kind == &trm_signal_delay ? TRM_ARENA_NEW(reading->binding->arena, bool, reading->map->count) : NULL;
    if (seen) memory->echoes = leads_to(reading, members[k], members[k], seen);
  }
  return !reading->binding->arena->failed;
}

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* Signals that are written with each other, in the order of the model. */
static bool compile_loop(Reading *reading, int *members, int count) {
  bool good = true;
  qsort(members, (size_t)count, sizeof *members, by_number);
  if (count > TRM_LOOP_SIGNALS)
    return complain(reading->binding, &reading->defs[members[0]], reading->defs[members[0]].place,
                    "it is in a loop of more than 24 signals that are written with each other");
  reading->loop_count++;
  for (int k = 0; k < count; k++) {
    trm_SignalMemory *memory = &reading->defs[members[k]].memory;
    memory->loop = reading->loop_count;
    if (!memory->kind) memory->kind = &trm_signal_formula;
    good = good && make_known(reading, members[k]);
  }
  for (int k = 0; k < count && good; k++) good = compile(reading, members[k]);
  return good && find_echoes(reading, members, count);
}

/* i and all that it is written with; whatever leads back to each other is one loop */
static void visit(Reading *reading, int i, int depth) {
  enum { DEEPEST = 2000 };
  int at = reading->open_count, offset = 0;
  if (depth > DEEPEST) {
    reading->good = complain(reading->binding, &reading->defs[i], reading->defs[i].place,
                             "signals are written with each other more than 2000 times over");
    return;
  }
  reading->met[i] = reading->back[i] = ++reading->met_count, reading->open[reading->open_count++] = i;
  for (int other; reading->good && (other = next_named(reading, reading->texts[i], &offset)) >= 0;) {
    bool is_open = false;
    for (int k = 0; k < reading->open_count; k++) is_open |= reading->open[k] == other;
    if (reading->met[other] == 0) {
      visit(reading, other, depth + 1);
      is_open = true; /* one that is done leads back to itself, which was met later */
    }
    if (is_open && reading->back[other] < reading->back[i]) reading->back[i] = reading->back[other];
  }
  if (!reading->good || reading->back[i] < reading->met[i]) return;
  int *members = reading->open + at, count = reading->open_count - at;
  bool alone = count == 1 && !names_itself(reading, i);
  reading->good = alone ? compile_single(reading, i) : compile_loop(reading, members, count);
  reading->open_count = at;
}

static bool name_free(const trm_Binding *binding, const trm_SignalDef *def) {
  bool plain = letter(def->name[0]);
  for (const char *c = def->name; *c; c++) plain = plain && (letter(*c) || digit(*c));
  if (!plain || trm_expression_reserved(def->name) || strcmp(def->name, "t") == 0 || strcmp(def->name, "pi") == 0)
    return complain(binding, def, def->place,
                    "this cannot be a name: letters, digits and _ (- is a minus in formulas), and no word that "
                    "formulas know already");
  for (int c = 0; c < binding->constant_count; c++)
    if (strcmp(def->name, binding->constants[c]) == 0)
      return complain(binding, def, def->place, "a parameter is called so already");
  for (int c = 0; c < binding->input_count; c++)
    if (strcmp(def->name, binding->inputs[c]) == 0)
      return complain(binding, def, def->place, "an input is called so already");
  for (int c = 0; c < binding->function_count; c++)
    if (strcmp(def->name, binding->functions[c].name) == 0)
      return complain(binding, def, def->place, "a function or table is called so already");
  return true;
}

static bool read_one(Reading *reading, int i) {
  trm_SignalDef *def = &reading->defs[i];
  SignalForm form = {0};
  def->name = trm_arena_copy(reading->binding->arena, reading->map->keys[i], strlen(reading->map->keys[i]));
  def->place = reading->map->key_places[i];
  if (!def->name) return false;
  trm_Path path = {NULL, "signal", def->name, 0};
  if (!name_free(reading->binding, def)) return false;
  if (!trm_bind_nested(reading->binding, reading->map->items[i], &trm_signal_table, &path, def->place, &form))
    return false;
  reading->texts[i] = memory_of(reading->binding, &form, def, &reading->keys[i]);
  return reading->texts[i] != NULL;
}

bool trm_read_signals(const trm_Value *root, trm_Binding *binding, trm_ModelDef *out) {
  const trm_Value *map = trm_value_get(root, "signals");
  if (!map || map->kind == TRM_VALUE_NULL) return true;
  trm_Path path = {NULL, "signals", NULL, 0};
  if (map->kind != TRM_VALUE_MAP)
    return trm_complain(binding, &path, map->place, " must be a map from names to formulas or maps");
  size_t count = (size_t)map->count;
  Reading reading = {.binding = binding, .map = map, .good = true};
  reading.defs = TRM_ARENA_NEW(binding->arena, trm_SignalDef, count);
  reading.known = TRM_ARENA_NEW(binding->arena, trm_OwnFunction, count);
  reading.texts = TRM_ARENA_NEW(binding->arena, const char *, count);
  reading.keys = TRM_ARENA_NEW(binding->arena, const char *, count);
  reading.order = TRM_ARENA_NEW(binding->arena, int, count), reading.met = TRM_ARENA_NEW(binding->arena, int, count);
  reading.back = TRM_ARENA_NEW(binding->arena, int, count), reading.open = TRM_ARENA_NEW(binding->arena, int, count);
  trm_SignalDef *list = TRM_ARENA_NEW(binding->arena, trm_SignalDef, count);
  if (binding->arena->failed) return false;
  for (int i = 0; i < map->count; i++) reading.good &= read_one(&reading, i);
  for (int i = 0; reading.good && i < map->count; i++)
    if (reading.met[i] == 0) visit(&reading, i, 0);
  binding->signals = reading.known, binding->signal_count = reading.known_count;
  for (int i = 0; i < reading.known_count; i++) list[i] = reading.defs[reading.order[i]];
  out->signal_list = list, out->signal_count = reading.known_count;
  return reading.good && !binding->arena->failed;
}
