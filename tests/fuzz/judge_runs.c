/* Running a model in one scheme and form. */
#include "fuzz/judge_runs.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "analysis/events.h"
#include "base/findings.h"
#include "element/frame.h"
#include "integrate/stepper.h"
#include "math/vec3.h"

/* Iterations that a planned step, a piece of it and an event may take, halved ones and attempts that failed included:
   of smooth models, and of those with kinks (dry friction on light parts, stops), whose steps are halved at them;
   evaluations that a scheme of rates may take, which is explicit and follows whatever vibrates: stiff models are not
   for it, and are given up. */
enum { MOST_ITERATIONS = 100, MOST_WITH_KINKS = 500, MOST_EVALUATIONS = 40000 };
/* ... and that each of the substeps of a high order may take, on the average */
enum { MOST_A_SUBSTEP = 10 };

static const double dear = 2; /* s */
/* s: a whipping wire is given up, or high orders alone would take the model's minute */
static const double longest = 6;

static const double for_comparisons = 25; /* s of the process, which is the model's own */

bool has_time(void) { return (double)clock() / CLOCKS_PER_SEC < for_comparisons; }

bool is_dear(const Result *result) { return result->seconds > dear; }

bool is_of_rates(const Variant *v) { return v->scheme->equations == TRM_EQUATIONS_RATES; }

int all_variants(Variant *variants) {
  int count = 0;
  for (int s = 0; s < trm_scheme_count; s++)
    for (int o = 0; trm_schemes[s]->orders[o]; o++) {
      Variant v = {.scheme = trm_schemes[s], .order = trm_schemes[s]->orders[o]};
      v.halvings = is_of_rates(&v) ? FINE : 0;
      for (int r = 0; r <= is_of_rates(&v); r++) v.relative = r, variants[count++] = v;
    }
  return count;
}

void variant_name(const Variant *v, char *text, size_t size) {
  snprintf(text, size, "%s%s %d", v->scheme->name, v->relative ? " relative" : "", v->order);
}

void blame(Judgement *j, const char *fault, const Variant *v, const char *format, ...) {
  char name[64];
  va_list list;
  if (j->outcome == FAULTY) return;
  variant_name(v, name, sizeof name);
  j->outcome = FAULTY;
  snprintf(j->fault, sizeof j->fault, "%s: %s", fault, name);
  va_start(list, format);
  vsnprintf(j->reason, sizeof j->reason, format, list);
  va_end(list);
}

static void note(Said *said, const char *code, const char *message) {
  snprintf(said->code, sizeof said->code, "%s", code ? code : "");
  snprintf(said->message, sizeof said->message, "%s", message);
}

static void note_warning(Result *result, const char *code, const char *message) {
  if (result->warning_count < MOST_WARNINGS) note(&result->warned[result->warning_count++], code, message);
}

/* the first error, and all warnings */
static void read_start(Result *result, trm_Diagnostics *diagnostics) {
  bool error = false;
  for (int d = 0; d < trm_diagnostics_stored(diagnostics); d++) {
    const trm_Diagnostic *one = trm_diagnostics_get(diagnostics, d);
    if (one->severity == TRM_ERROR && !error) note(&result->said, one->code, one->message), error = true;
    if (one->severity == TRM_WARNING) note_warning(result, one->code, one->message);
  }
}

Kept open_variant(const Mechanism *m, const char *text, const Variant *v, Result *result) {
  Kept kept = {0};
  char analysis[300];
  snprintf(analysis, sizeof analysis, "{until: %.9g, step: %.9g, scheme: %s, order: %d%s%s%s}",
           ldexp(STEPS_OF_A_RUN * m->step, -v->sooner), ldexp(m->step, -v->halvings), v->scheme->name, v->order,
           v->relative ? ", formulation: relative" : "", v->output ? ", output: " : "", v->output ? v->output : "");
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_parse("model", text, strlen(text), diagnostics);
  if (spec) trm_spec_set(spec, "analysis", analysis, diagnostics);
  kept.model = spec ? trm_model_build(spec, diagnostics) : NULL;
  kept.simulation = kept.model ? trm_simulation_new(kept.model, diagnostics) : NULL;
  result->started = kept.simulation != NULL;
  read_start(result, diagnostics);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
  return kept;
}

static void read_end(Result *result, trm_Simulation *s) {
  const char *line = s->said.warnings;
  for (const char *end; *line; line = *end ? end + 1 : end) {
    char text[REASON_TEXT];
    end = strchr(line, '\n') ? strchr(line, '\n') : line + strlen(line);
    snprintf(text, sizeof text, "%.*s", (int)(end - line), line);
    note_warning(result, "run", text);
  }
  result->round_off = s->state->works->round_off;
  result->summary = *trm_simulation_summary(s);
}

/* rad/s */
static double fastest_turn(const trm_Simulation *s) {
  double fastest = 0;
  for (int t = 0; t < s->model->node_count; t++) {
    int d = trm_triad_at(s->model, t);
    double omega[3];
    trm_triad_omega(s->state->q + d, s->state->w + d, omega);
    fastest = fmax(fastest, trm_norm(omega));
  }
  return fastest;
}

/* What turns by more than a right angle within a planned step is followed in so many pieces; events, as the rebounds of
   a rigid stop until it rests, end steps, each of which is found by some tries. */
static double steps_due(const Mechanism *m, const Variant *v, const trm_Simulation *s) {
  double turn = ldexp(m->step, -v->halvings) * fastest_turn(s),
         planned = ldexp(STEPS_OF_A_RUN, v->halvings - v->sooner);
  return planned * fmax(1, turn / (0.5 * TRM_PI)) + (s->beside.events ? s->beside.events->happened_count : 0);
}

/* begun: when the run was */
static bool too_much(const Mechanism *m, const Variant *v, trm_Simulation *s, clock_t begun) {
  const trm_Summary *summary = trm_simulation_summary(s);
  if (is_of_rates(v)) return summary->iterations > MOST_EVALUATIONS;
  if (m->fast && (double)(clock() - begun) / CLOCKS_PER_SEC > longest) return true;
  double most = fmax(m->smooth ? MOST_ITERATIONS : MOST_WITH_KINKS, MOST_A_SUBSTEP * trm_substeps(v->order));
  return (double)summary->iterations > most * steps_due(m, v, s);
}

static void follow(Result *result, trm_Simulation *s) {
  double *oldest = result->last[LAST - 1];
  memmove(result->last + 1, result->last, sizeof result->last[0] * (LAST - 1));
  result->last[0] = oldest ? oldest : calloc((size_t)trm_simulation_channel_count(s) + 1, sizeof *oldest);
  if (result->last[0]) trm_simulation_channels(s, result->last[0]);
}

Result run_variant(const Mechanism *m, const char *text, const Variant *v, Kept *kept) {
  Result result = {0};
  trm_Status status = TRM_BAD_MODEL;
  clock_t begun = clock();
  *kept = open_variant(m, text, v, &result);
  trm_Simulation *s = kept->simulation;
  if (!s) return result;
  while ((status = trm_simulation_step(s)) == TRM_OK && !(result.heavy = too_much(m, v, s, begun)))
    if (v->follows) follow(&result, s);
  result.seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
  result.count = trm_simulation_channel_count(s);
  result.values = calloc((size_t)result.count + 1, sizeof *result.values);
  if (status == TRM_FINISHED && result.values) status = trm_simulation_channels(s, result.values);
  result.ran = !result.heavy && (status == TRM_FINISHED || status == TRM_OK);
  int cause = s->said.cause ? s->said.cause : TRM_FIND_STEP_FAILED;
  if (!result.ran && !result.heavy) note(&result.said, trm_finding_kinds[cause].code, trm_simulation_failure(s));
  read_end(&result, s);
  return result;
}

void drop(Result *result, Kept *kept) {
  trm_simulation_free(kept->simulation);
  trm_model_free(kept->model);
  free(result->values);
  for (int k = 0; k < LAST; k++) free(result->last[k]);
}
