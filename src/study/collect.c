/* What is collected of a run: formulas of numbers that belong to the run as a whole, as max(abs(pin.force.x)). Each
   such call becomes a reduction of a formula over channels, and a short name in the formula around it. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/memory.h"
#include "base/report.h"
#include "model/fields_read.h"
#include "study/study.h"

enum { MOST_REDUCTIONS = 26 * 26, SHORT_NAME = 4 };

struct trm_ReductionKind {
  const char *name;
  int arguments;
  bool function;                               /* with more arguments it is a function of formulas */
  double (*of_rows)(const trm_Course *course); /* of all rows: none may be without a number */
  double (*value)(const trm_Reduced *reduced, const trm_Reduction *reduction);
  double (*of_mode)(trm_Mode mode); /* the argument is the number of a mode */
};

/* ---- the table --------------------------------------------------------------------------------------------------- */

static double largest(const trm_Course *course) { return course->largest; }
static double least(const trm_Course *course) { return course->least; }
static double largest_at(const trm_Course *course) { return course->largest_at; }
static double least_at(const trm_Course *course) { return course->least_at; }
static double integral(const trm_Course *course) { return course->integral; }
static double first(const trm_Reduced *r, const trm_Reduction *n) { return (void)n, r->first; }
static double last(const trm_Reduced *r, const trm_Reduction *n) { return (void)n, r->gap ? NAN : r->course.last; }
static double at_time(const trm_Reduced *r, const trm_Reduction *n) {
  return r->start <= n->at && n->at <= r->time ? r->found : NAN;
}

static double frequency(trm_Mode mode) { return mode.frequency; }
static double damping(trm_Mode mode) { return mode.damping; }

static const trm_ReductionKind kinds[] = {
    {"max", 1, true, .of_rows = largest},
    {"min", 1, true, .of_rows = least},
    {"mean", 1, .of_rows = trm_course_mean},
    {"rms", 1, .of_rows = trm_course_rms},
    {"integral", 1, .of_rows = integral},
    {"start", 1, .value = first},
    {"end", 1, .value = last},
    {"time_of_max", 1, .of_rows = largest_at},
    {"time_of_min", 1, .of_rows = least_at},
    {"at", 2, .value = at_time},
    {"frequency", 1, .of_mode = frequency},
    {"damping", 1, .of_mode = damping},
};

static const trm_ReductionKind *const at_kind = &kinds[9];

/* ---- rows of a run ----------------------------------------------------------------------------------------------- */

/* between the last row and this one, in a straight line; not across rows without a number */
static double found_between(const trm_Reduced *r, double at, double time, double value) {
  double before = r->gap ? NAN : r->course.last;
  if (at == time) return value;
  return before + (value - before) * ((at - r->time) / (time - r->time));
}

void trm_reduced_take(trm_Reduced *r, const trm_Reduction *reduction, double time, double value) {
  bool none = isnan(value), begins = r->rows == r->without;
  if (r->rows++ == 0)
    r->start = time, r->first = r->found = value;
  else if (r->time < reduction->at && reduction->at <= time)
    r->found = found_between(r, reduction->at, time, value);
  if (none && r->without++ == 0) r->without_at = time;
  if (!none && begins) trm_course_begin(&r->course, value, time);
  if (!none && !begins) trm_course_add(&r->course, value, time);
  r->time = time, r->gap = none;
}

static int mode_index(const trm_Reduction *reduction) { return (int)reduction->at - 1; }

double trm_reduced_value(const trm_Reduced *reduced, const trm_Reduction *reduction, const trm_Simulation *simulation) {
  const trm_ReductionKind *kind = reduction->kind;
  int index = kind->of_mode ? mode_index(reduction) : 0;
  if (kind->of_mode)
    return index < trm_simulation_mode_count(simulation) ? kind->of_mode(trm_simulation_mode(simulation, index)) : NAN;
  if (reduced->rows == 0 || (kind->of_rows && reduced->without > 0)) return NAN;
  return kind->of_rows ? kind->of_rows(&reduced->course) : kind->value(reduced, reduction);
}

/* ---- what has no number ------------------------------------------------------------------------------------------ */

static void tell_modes(const trm_Reduction *reduction, const trm_Simulation *simulation, trm_Text *why) {
  int count = trm_simulation_mode_count(simulation);
  trm_text_format(why, "%s(%d): the modal analysis has %d mode%s", reduction->kind->name, mode_index(reduction) + 1,
                  count, count == 1 ? "" : "s");
}

static void tell_rows(const trm_Reduced *reduced, const trm_Simulation *simulation, trm_Text *why) {
  bool dense = trm_simulation_find_channel(simulation, "solver.interpolated") >= 0;
  trm_text_format(why, "%lld of %lld rows have no number, the first at %.9g s", (long long)reduced->without,
                  (long long)reduced->rows, reduced->without_at);
  if (dense)
    trm_text_add(why, "; rows that output: {dense: true} interpolates have no reactions and no energies: leave dense "
                      "out");
}

/* why a reduction has no number */
static void tell_reduction(const trm_Reduced *reduced, const trm_Reduction *reduction, const trm_Simulation *simulation,
                           trm_Text *why) {
  if (reduction->kind->of_mode)
    tell_modes(reduction, simulation, why);
  else if (reduction->kind == at_kind && reduction->at < reduced->start)
    trm_text_format(why, "%.9g s is before the start of the run (%.9g s)", reduction->at, reduced->start);
  else if (reduction->kind == at_kind && reduction->at > reduced->time)
    trm_text_format(why, "%.9g s is beyond the end of the run (%.9g s)", reduction->at, reduced->time);
  else
    tell_rows(reduced, simulation, why);
}

/* the first of so many reductions without a number; NULL: they all have one */
static const trm_Reduction *lacking_one(const trm_Study *study, const trm_Reduced *reduced,
                                        const trm_Simulation *simulation, int first, int count) {
  for (int r = first; r < first + count; r++)
    if (isnan(trm_reduced_value(&reduced[r], &study->reductions[r], simulation))) return &study->reductions[r];
  return NULL;
}

/* What is to be told: columns one after the other that have the same reason are named together. */
typedef struct Lacks {
  trm_Text *why, names, reason;
} Lacks;

static void tell_named(Lacks *lacks) {
  if (lacks->names.length > 0)
    trm_text_format(lacks->why, "%s%s: %s", lacks->why->length > 0 ? "; " : "", lacks->names.data, lacks->reason.data);
  lacks->why->failed = lacks->why->failed || lacks->names.failed || lacks->reason.failed;
  trm_text_free(&lacks->names), trm_text_free(&lacks->reason);
}

/* takes the reason over */
static void add_lack(Lacks *lacks, const char *what, const char *name, trm_Text reason) {
  bool same = lacks->reason.data && reason.data && strcmp(lacks->reason.data, reason.data) == 0;
  if (!same) tell_named(lacks);
  trm_text_format(&lacks->names, "%s%s%s", lacks->names.length > 0 ? ", " : "", what, name);
  trm_text_free(&lacks->reason);
  lacks->reason = reason;
}

void trm_collect_lacks(const trm_Study *study, const trm_Reduced *reduced, const trm_Simulation *simulation,
                       const double *values, trm_Text *why) {
  Lacks lacks = {.why = why};
  for (int c = 0; c < study->collected_count; c++) {
    const trm_Collected *collected = &study->collected[c];
    if (isfinite(values[c])) continue;
    const trm_Reduction *lacking = lacking_one(study, reduced, simulation, collected->first, collected->count);
    trm_Text reason = {0};
    if (lacking)
      tell_reduction(&reduced[lacking - study->reductions], lacking, simulation, &reason);
    else
      trm_text_add(&reason, isnan(values[c]) ? "the formula has no value" : "infinite");
    add_lack(&lacks, "", collected->name, reason);
  }
  for (int r = 0; r < study->record_count; r++) {
    const trm_Record *record = &study->records[r];
    const trm_Reduction *lacking = lacking_one(study, reduced, simulation, record->first, record->count);
    trm_Text reason = {0};
    if (!lacking) continue;
    tell_reduction(&reduced[lacking - study->reductions], lacking, simulation, &reason);
    add_lack(&lacks, "record ", record->name, reason);
  }
  tell_named(&lacks);
}

bool trm_collect_check_modes(const trm_Study *study, bool modal, trm_Diagnostics *diagnostics) {
  bool good = true;
  for (int c = 0; c < study->collected_count && !modal; c++) {
    const trm_Collected *collected = &study->collected[c];
    for (int r = collected->first; r < collected->first + collected->count; r++) {
      const trm_Reduction *reduction = &study->reductions[r];
      if (!reduction->kind->of_mode) continue;
      trm_report(diagnostics, TRM_ERROR, collected->place,
                 "collected \"%s\": %s(%d) is of a mode, and the model has no modal analysis: end its `analysis` with "
                 "{type: modal, count: %d}",
                 collected->name, reduction->kind->name, mode_index(reduction) + 1, mode_index(reduction) + 1);
      good = false;
      break;
    }
  }
  return good;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

void trm_collect_values(const trm_Study *study, const double *reductions, const double *sample, double *values) {
  double inputs[MOST_REDUCTIONS];
  for (int c = 0; c < study->collected_count; c++) {
    const trm_Collected *collected = &study->collected[c];
    memcpy(inputs, reductions + collected->first, (size_t)collected->count * sizeof *inputs);
    memcpy(inputs + collected->count, sample, (size_t)study->variable_count * sizeof *inputs);
    values[c] = trm_expression_value(collected->formula, NULL, inputs);
  }
  double *left = values + study->collected_count;
  for (int r = 0; r < study->record_count; r++) {
    const trm_Record *record = &study->records[r];
    double unit = record->deviation > 0 ? record->deviation : 1;
    for (int i = 0; i < record->count; i++)
      *left++ = (reductions[record->first + i] - record->points[2 * i + 1]) / unit;
  }
}

/* One output for each record, and a reduction for each of its points. */
bool trm_records_compile(trm_Study *study, trm_Diagnostics *diagnostics) {
  const trm_Entries *fit = &study->def.fit;
  int points = 0;
  for (int r = 0; r < fit->count; r++) points += ((const trm_FitDef *)fit->items[r].data)->table.count / 2;
  trm_Reduction *all = TRM_ARENA_NEW(&study->arena, trm_Reduction, study->reduction_count + points + 1);
  study->records = TRM_ARENA_NEW(&study->arena, trm_Record, fit->count + 1);
  if (study->arena.failed) return false;
  memcpy(all, study->reductions, sizeof *all * (size_t)study->reduction_count);
  study->reductions = all, study->residual_count = points;
  for (int r = 0; r < fit->count; r++) {
    const trm_FitDef *def = fit->items[r].data;
    bool known = trm_given(def, offsetof(trm_FitDef, deviation));
    trm_Record *record = &study->records[study->record_count++];
    *record = (trm_Record){fit->items[r].name, study->reduction_count, def->table.count / 2, def->table.values,
                           known ? def->deviation : 0};
    const char *output = trm_arena_text(&study->arena, "fit-%s", record->name);
    for (int i = 0; i < record->count; i++)
      all[study->reduction_count++] =
          (trm_Reduction){at_kind, output, i == 0 ? def->formula : NULL, def->table.values[2 * i]};
    if (known != trm_given(fit->items[0].data, offsetof(trm_FitDef, deviation))) {
      trm_report(diagnostics, TRM_ERROR, fit->items[r].place,
                 "record \"%s\": either all records have a deviation, or none", record->name);
      return false;
    }
  }
  return !study->arena.failed;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* A formula under way. */
typedef struct Reading {
  trm_Study *study;
  trm_Diagnostics *diagnostics;
  const trm_Entry *entry;
  const trm_Value *scalar; /* as written; NULL where it is not a text of its own */
  char *text;              /* with short names in place of reductions, blanks behind them: places stay the same */
  int first;               /* of its reductions */
  bool good;
} Reading;

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_word(char c) { return is_letter(c) || (c >= '0' && c <= '9'); }

static bool complain(Reading *reading, size_t offset, size_t span, const char *message) {
  trm_Place place = reading->scalar ? trm_place_within(reading->scalar, (int)offset, (int)span) : reading->entry->place;
  trm_report(reading->diagnostics, TRM_ERROR, place, "collected \"%s\": %s", reading->entry->name, message);
  return reading->good = false;
}

/* A call name(a, b) that begins at a word. */
typedef struct Call {
  size_t name_length, inside, comma, end; /* after the (; the first comma between arguments, 0: none; the ) */
  int arguments;
} Call;

static bool find_call(const char *text, Call *call) {
  *call = (Call){.arguments = 1};
  while (is_word(text[call->name_length])) call->name_length++;
  size_t at = call->name_length + strspn(text + call->name_length, " ");
  if (text[at] != '(') return false;
  call->inside = at + 1;
  for (int depth = 0; text[at]; at++) {
    depth += (text[at] == '(') - (text[at] == ')');
    if (depth == 0) return call->end = at, true;
    if (depth == 1 && text[at] == ',') call->comma = call->arguments++ == 1 ? at : call->comma;
  }
  return false;
}

static const trm_ReductionKind *find_kind(const char *text, const Call *call) {
  for (int k = 0; k < TRM_COUNT(kinds); k++) {
    bool same = strlen(kinds[k].name) == call->name_length && strncmp(kinds[k].name, text, call->name_length) == 0;
    if (same && !(kinds[k].function && call->arguments != kinds[k].arguments)) return &kinds[k];
  }
  return NULL;
}

/* wanted: what is said where it is none */
static bool read_constant(Reading *reading, size_t from, size_t to, double *number, const char *wanted) {
  trm_Symbols none = {0};
  trm_ExpressionError error;
  const trm_Expression *expression =
      trm_expression_compile(&reading->study->arena, reading->text + from, to - from, &none, &error);
  if (expression && trm_expression_constant(expression, number) && isfinite(*number)) return true;
  bool memory = !expression && strcmp(error.message, trm_status_text(TRM_NO_MEMORY)) == 0;
  return complain(reading, from, to - from, memory ? error.message : wanted);
}

static bool read_reduction(Reading *reading, size_t at, const Call *call, const trm_ReductionKind *kind) {
  trm_Study *study = reading->study;
  trm_Reduction *reduction = &study->reductions[study->reduction_count];
  size_t from = at + (call->comma ? call->comma + 1 : call->inside);
  *reduction = (trm_Reduction){.kind = kind};
  if (call->arguments != kind->arguments)
    return complain(reading, at, call->name_length,
                    kind->arguments == 2 ? "at takes a time and a formula over channels: at(2.5, bob.position.x)"
                                         : "this takes one formula");
  if (kind->of_mode) {
    static const char mode_wanted[] = "the number of a mode is wanted: 1, 2, ...";
    if (!read_constant(reading, from, at + call->end, &reduction->at, mode_wanted)) return false;
    if (reduction->at >= 1 && reduction->at == floor(reduction->at)) return true;
    return complain(reading, from, at + call->end - from, mode_wanted);
  }
  if (call->comma &&
      !read_constant(reading, at + call->inside, at + call->comma, &reduction->at, "a time is wanted, in seconds"))
    return false;
  reduction->formula = trm_arena_copy(&study->arena, reading->text + from, at + call->end - from);
  reduction->output =
      trm_arena_text(&study->arena, "collect-%s%s%.0d", reading->entry->name,
                     study->reduction_count > reading->first ? "-" : "", study->reduction_count - reading->first);
  return !study->arena.failed;
}

static void short_name(int index, char name[SHORT_NAME]) {
  snprintf(name, SHORT_NAME, "_%c%c", 'a' + index / 26 % 26, 'a' + index % 26);
}

static bool find_reductions(Reading *reading) {
  char *text = reading->text, name[SHORT_NAME];
  Call call;
  for (size_t at = 0; text[at]; at++) {
    bool begins = is_letter(text[at]) && (at == 0 || (!is_word(text[at - 1]) && text[at - 1] != '.'));
    const trm_ReductionKind *kind = begins && find_call(text + at, &call) ? find_kind(text + at, &call) : NULL;
    if (!kind) continue;
    if (reading->study->reduction_count == MOST_REDUCTIONS - reading->study->variable_count)
      return complain(reading, at, 1, "there is too much to be collected");
    if (!read_reduction(reading, at, &call, kind)) return false;
    short_name(reading->study->reduction_count++ - reading->first, name);
    memset(text + at, ' ', call.end + 1);
    memcpy(text + at, name, SHORT_NAME - 1); /* the shortest is at() */
    at += call.end;
  }
  return true;
}

/* a word with a point outside of all reductions is a channel, which has a value at each time */
static bool explain(Reading *reading, const trm_ExpressionError *error) {
  bool channel = memchr(reading->text + error->offset, '.', (size_t)error->span) != NULL;
  return complain(reading, (size_t)error->offset, (size_t)error->span,
                  channel ? "a channel has a value at each time; say which is meant: end(...), max(...), mean(...), "
                            "at(2.5, ...)"
                          : error->message);
}

static bool compile(Reading *reading, trm_Collected *out) {
  trm_Study *study = reading->study;
  int count = study->reduction_count - reading->first;
  char(*names)[SHORT_NAME] = trm_arena_alloc(&study->arena, (size_t)count + 1, sizeof *names);
  const char **inputs = TRM_ARENA_NEW(&study->arena, const char *, count + study->variable_count);
  if (!names || !inputs) return false;
  for (int k = 0; k < count; k++) short_name(k, names[k]), inputs[k] = names[k];
  for (int v = 0; v < study->variable_count; v++) inputs[count + v] = study->variables[v];
  trm_Symbols symbols = {.inputs = inputs, .input_count = count + study->variable_count, .inputs_known = true};
  trm_ExpressionError error;
  *out = (trm_Collected){reading->entry->name, reading->entry->place, NULL, reading->first, count};
  out->formula = trm_expression_compile(&study->arena, reading->text, strlen(reading->text), &symbols, &error);
  return out->formula || (!study->arena.failed && explain(reading, &error));
}

bool trm_collect_compile(trm_Study *study, const trm_Value *written, trm_Diagnostics *diagnostics) {
  bool good = true;
  study->collected_count = study->def.collect.count;
  study->collected = TRM_ARENA_NEW(&study->arena, trm_Collected, study->collected_count);
  study->reductions = TRM_ARENA_NEW(&study->arena, trm_Reduction, MOST_REDUCTIONS);
  for (int c = 0; c < study->collected_count && !study->arena.failed; c++) {
    const trm_Entry *entry = &study->def.collect.items[c];
    const trm_CollectDef *def = entry->data;
    const trm_Value *value = trm_value_get(written, entry->name);
    const trm_Value *scalar = value && value->kind == TRM_VALUE_MAP ? trm_value_get(value, "formula") : value;
    Reading reading = {study, diagnostics, entry, scalar, NULL, study->reduction_count, true};
    reading.text = trm_arena_copy(&study->arena, def->formula, strlen(def->formula));
    for (int v = 0; v < study->variable_count; v++) {
      if (strcmp(study->variables[v], entry->name) != 0) continue;
      trm_report(diagnostics, TRM_ERROR, entry->place,
                 "collected \"%s\": a variable has this name; columns are told apart by their names", entry->name);
      good = false;
    }
    good &= reading.text && find_reductions(&reading) && compile(&reading, &study->collected[c]);
  }
  return good && !study->arena.failed;
}
