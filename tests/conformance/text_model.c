/* Reading a text, building a simulation, running it. */
#include "conformance/text_model.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "build/freeze.h"

static void stop(trm_Diagnostics *diagnostics, const char *text) {
  char *said = trm_diagnostics_text(diagnostics);
  fprintf(stderr, "%s\n%s\n", text, said ? said : "out of memory");
  trm_free(said);
  trm_diagnostics_free(diagnostics);
  fail();
}

trm_Model *model_from_text_with(const char *text, trm_JointRegistry registry) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_parse("test", text, strlen(text), diagnostics);
  trm_Model *model = spec ? trm_model_freeze(spec, registry, diagnostics) : NULL;
  if (!model) stop(diagnostics, text);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
  return model;
}

trm_Model *model_from_text(const char *text) { return model_from_text_with(text, trm_joint_registry()); }

trm_Model *model_from_spec(const trm_Spec *spec) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Model *model = trm_model_build(spec, diagnostics);
  if (!model) stop(diagnostics, "a spec");
  trm_diagnostics_free(diagnostics);
  return model;
}

void spec_no_long_rehearsal(trm_Spec *spec) {
  trm_Model *model = model_from_spec(spec);
  const trm_AnalysisDef *last = model->analyses.items[model->analyses.count - 1];
  bool automatic = last->type == TRM_ANALYSIS_DYNAMIC && !(last->step.size > 0);
  if (automatic && model->beam_count > 0) trm_spec_set(spec, "analysis/step/smallest", "1e-15", NULL);
  trm_model_free(model);
}

bool file_is_model(const char *path) {
  static const char first[] = "trammel:";
  size_t length = strlen(path);
  FILE *file = length > 5 && strcmp(path + length - 5, ".yaml") == 0 ? fopen(path, "r") : NULL;
  char line[4000];
  bool found = false;
  while (file && !found && fgets(line, sizeof line, file)) found = strncmp(line, first, sizeof first - 1) == 0;
  if (file) fclose(file);
  return found;
}

Run run_model(trm_Model *model) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  Run run = {.model = model, .simulation = trm_simulation_new(model, diagnostics)};
  if (!run.simulation) stop(diagnostics, "no start");
  trm_diagnostics_free(diagnostics);
  run.values = calloc((size_t)trm_simulation_channel_count(run.simulation), sizeof(double));
  assert_non_null(run.values);
  return run;
}

Run run_start(const char *text) { return run_model(model_from_text(text)); }

Run run_format(const char *format, ...) {
  char text[16384];
  va_list list;
  va_start(list, format);
  int length = vsnprintf(text, sizeof text, format, list);
  va_end(list);
  assert_in_range(length, 0, sizeof text - 1);
  return run_start(text);
}

void run_free(Run *run) {
  free(run->values);
  trm_simulation_free(run->simulation);
  trm_model_free(run->model);
  *run = (Run){0};
}

void run_step(Run *run) {
  run->fresh = false;
  if (trm_simulation_step(run->simulation) != TRM_OK) fail_msg("%s", trm_simulation_failure(run->simulation));
}

void run_steps(Run *run, int count) {
  for (int i = 0; i < count; i++) run_step(run);
}

void run_to_end(Run *run) {
  run->fresh = false;
  trm_Status status;
  while ((status = trm_simulation_step(run->simulation)) == TRM_OK) continue;
  if (status != TRM_FINISHED) fail_msg("%s", trm_simulation_failure(run->simulation));
}

static void evaluate(Run *run) {
  if (run->fresh) return;
  if (trm_simulation_channels(run->simulation, run->values) != TRM_OK)
    fail_msg("%s", trm_simulation_failure(run->simulation));
  run->fresh = true;
}

double run_channel(Run *run, const char *name) {
  int channel = trm_simulation_find_channel(run->simulation, name);
  if (channel < 0) fail_msg("no channel %s", name);
  evaluate(run);
  return run->values[channel];
}

void run_vector(Run *run, const char *name, double out[3]) {
  for (int n = 0; n < 3; n++) {
    char component[200];
    snprintf(component, sizeof component, "%s.%c", name, "xyz"[n]);
    out[n] = run_channel(run, component);
  }
}

static void momenta(Run *run, double out[6]) {
  run_vector(run, "momentum.linear", out);
  run_vector(run, "momentum.angular", out + 3);
}

void run_momenta(Run *run, int blocks, int steps, double change[2], double size[2]) {
  double start[6], now[6];
  change[0] = change[1] = size[0] = size[1] = 0;
  momenta(run, start);
  for (int block = 0; block < blocks; block++) {
    run_steps(run, steps);
    momenta(run, now);
    for (int n = 0; n < 6; n++) {
      change[n / 3] = fmax(change[n / 3], fabs(now[n] - start[n]));
      size[n / 3] = fmax(size[n / 3], fabs(start[n]));
    }
  }
}

trm_Ledger run_ledger(Run *run) { return trm_simulation_summary(run->simulation)->ledger; }

/* how many channels from `first` on differ only in the last letter of the name: the components of a vector */
static int components(const trm_Simulation *simulation, int first) {
  const char *name = trm_simulation_channel(simulation, first).name;
  size_t length = strlen(name);
  int count = 1;
  if (length < 2 || name[length - 2] != '.') return 1;
  for (int c = first + 1; c < trm_simulation_channel_count(simulation); c++, count++) {
    const char *next = trm_simulation_channel(simulation, c).name;
    if (strlen(next) != length || strncmp(next, name, length - 1) != 0) break;
  }
  return count;
}

/* The channel of this name; multipliers are only there where a row has one, and shared unknowns have none. */
static int channel_named(const trm_Simulation *simulation, const char *name) {
  for (int c = 0; c < trm_simulation_channel_count(simulation); c++)
    if (strcmp(trm_simulation_channel(simulation, c).name, name) == 0) return c;
  if (!strstr(name, ".lambda.")) fail_msg("no channel %s", name);
  return -1;
}

double run_missed(const char *model, const char *analysis, const char *channel, double value) {
  Run run = run_format(model, analysis);
  run_to_end(&run);
  double off = fabs(run_channel(&run, channel) - value);
  run_free(&run);
  return off;
}

double run_difference(Run *a, Run *b, const char *prefix) {
  int count = trm_simulation_channel_count(a->simulation);
  double worst = 0;
  bool known = false;
  for (int c = 0; c < trm_simulation_channel_count(b->simulation); c++)
    channel_named(a->simulation, trm_simulation_channel(b->simulation, c).name);
  evaluate(a), evaluate(b);
  for (int c = 0, n; c < count; c += n) {
    const char *name = trm_simulation_channel(a->simulation, c).name;
    double size = 1, difference = 0;
    n = components(a->simulation, c);
    for (int i = c; i < c + n; i++) {
      int other = channel_named(b->simulation, trm_simulation_channel(a->simulation, i).name);
      if (other < 0) continue;
      size = fmax(size, fmax(fabs(a->values[i]), fabs(b->values[other])));
      difference = fmax(difference, fabs(a->values[i] - b->values[other]));
    }
    bool counted = strncmp(name, "solver.", 7) != 0; /* iterations are no result */
    if (!counted || strncmp(name, prefix, strlen(prefix)) != 0) continue;
    worst = fmax(worst, difference / size), known = true;
  }
  if (!known) fail_msg("no channel begins with \"%s\"", prefix); /* a comparison of nothing cannot fail */
  return worst;
}

/* w = N nu + d, d what directors have besides a rotation. P takes nu, nearest in the norm of the masses, so that what
   it takes is a difference of energies; N nu itself is the mean rotation of the directors, not the one nearest in that
   norm: the difference of the energies of w and N nu is of first order in d, of either sign, and no energy of d. */
double run_beside(Run *run) {
  trm_Simulation *s = run->simulation;
  int size = trm_configuration_size(s->model);
  double whole = trm_state_energy(s->system, s->state).kinetic;
  double *nu = calloc((size_t)s->system->numbering.count, sizeof *nu), *w = calloc((size_t)size, sizeof *w);
  assert_true(nu && w);
  assert_int_equal(trm_snapshot_take(s->snapshot, s->state, NULL), TRM_OK);
  trm_state_velocity(s->system, s->state->q, s->state->w, nu);
  trm_system_speeds(s->system, s->state->q, nu, w);
  double taken = trm_state_kinetic(s->system, s->state, w) - trm_state_kinetic(s->system, s->state, s->snapshot->w);
  for (int i = 0; i < size; i++) w[i] = s->state->w[i] - w[i];
  taken += trm_state_kinetic(s->system, s->state, w);
  free(nu), free(w);
  return taken / whole;
}

void text_refused(const char *text, const char *part) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_parse("test", text, strlen(text), diagnostics);
  assert_non_null(spec);
  assert_null(trm_model_build(spec, diagnostics));
  char *said = trm_diagnostics_text(diagnostics);
  if (!strstr(said, part)) fail_msg("%s", said);
  trm_free(said);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
}
