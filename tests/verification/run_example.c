/* run_example EXPECT FOLDER: runs the models that an expect.yaml names, with their result files in FOLDER, reads the
   files back and compares. Prints a table; status 0 when all is as expected, 1 when something is off, 2 when it could
   not be run. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "expect.h"

typedef struct Columns {
  trm_Results *results;
  trm_Arena *arena;
  int64_t rows;
} Columns;

static const double *read_column(void *owner, const char *channel) {
  Columns *columns = owner;
  int index = trm_results_find_channel(columns->results, channel);
  double *values = index < 0 ? NULL : TRM_ARENA_NEW(columns->arena, double, columns->rows);
  return values && trm_results_read(columns->results, index, values) == TRM_OK ? values : NULL;
}

static bool open_record(Columns *columns, Record *record) {
  columns->rows = trm_results_rows(columns->results);
  double *time = TRM_ARENA_NEW(columns->arena, double, columns->rows);
  if (!time || trm_results_read(columns->results, -1, time) != TRM_OK) return false;
  *record = (Record){columns->rows, time, read_column, columns};
  return true;
}

static void print_heading(const char *model) {
  printf("%s\n%-30s %12s %24s %24s %10s %10s\n", model, "channel", "time", "ours", "expected", "error", "tolerance");
}

static void print_outcome(const char *name, const Outcome *outcome, double tolerance) {
  char time[32] = "-";
  if (outcome->timed) snprintf(time, sizeof time, "%.9g", outcome->time);
  if (outcome->problem)
    printf("%-30s %12s %s  FAILED\n", name, time, outcome->problem);
  else
    printf("%-30s %12s %24.16g %24.16g %10.2e %10.2e%s\n", name, time, outcome->ours, outcome->expected, outcome->error,
           tolerance, outcome->passed ? "" : "  FAILED");
}

static int failed_checks(const RunDef *run, const char *folder, trm_Arena *arena, const Record *record) {
  int failed = 0;
  for (int i = 0; i < run->checks.count; i++) {
    const CheckDef *def = run->checks.items[i].data;
    Check check;
    Outcome outcome = {.problem = make_check(def, folder, arena, &check)};
    if (!outcome.problem) outcome = compare(record, &check);
    print_outcome(def->channel, &outcome, def->tolerance);
    failed += !outcome.passed;
  }
  return failed;
}

/* One bound on a quantity that ought to be zero. */
static int failed_bound(const char *name, double value, double bound) {
  Outcome outcome = {.passed = fabs(value) <= bound, .ours = value, .error = fabs(value)};
  print_outcome(name, &outcome, bound);
  return !outcome.passed;
}

static int failed_energy(const EnergyDef *energy, const trm_Ledger *ledger, const Record *record) {
  const double *total = record->column(record->owner, "energy.total");
  if (!total || record->rows == 0) {
    Outcome missing = {.problem = "there is no such channel"};
    print_outcome("energy.total", &missing, 0);
    return 1;
  }
  double change = 0, high = total[0], low = total[0];
  for (int64_t i = 0; i < record->rows; i++) {
    change = fmax(change, fabs(total[i] - total[0]));
    high = fmax(high, total[i]);
    low = fmin(low, total[i]);
  }
  double scale = fmax(ledger->largest_kinetic, change); /* 0/0 of a model at rest is not a number, and fails */
  int failed = 0;
  if (trm_given(energy, offsetof(EnergyDef, residual)))
    failed += failed_bound("energy: residual", ledger->largest_residual / scale, energy->residual);
  if (trm_given(energy, offsetof(EnergyDef, drift)))
    failed += failed_bound("energy: drift", (high - low) / scale, energy->drift);
  if (trm_given(energy, offsetof(EnergyDef, constraint_work)))
    failed += failed_bound("energy: constraint work", ledger->largest_constraint_work / scale, energy->constraint_work);
  return failed;
}

/* Runs the model to its end with its results in `output`; false when it cannot. */
static bool run_model(const char *path, const char *output, trm_Diagnostics *diagnostics, trm_Summary *summary) {
  trm_Spec *spec = trm_spec_read(path, diagnostics);
  trm_Model *model = spec ? trm_model_build(spec, diagnostics) : NULL;
  trm_Simulation *simulation = model ? trm_simulation_new(model, diagnostics) : NULL;
  trm_Status status = TRM_BAD_MODEL;
  if (simulation) {
    trm_RunOptions options = trm_run_default();
    options.output = output;
    options.overwrite = true;
    status = trm_run(simulation, spec, &options, diagnostics);
    *summary = *trm_simulation_summary(simulation);
  }
  trm_simulation_free(simulation);
  trm_model_free(model);
  trm_spec_free(spec);
  if (status != TRM_OK) printf("%s: %s\n", path, trm_status_text(status));
  return status == TRM_OK;
}

static int failed_run(const RunDef *run, const char *folder, const trm_Summary *summary, Columns *columns) {
  Record record;
  if (!trm_results_finished(columns->results) || !open_record(columns, &record)) {
    printf("%s: the result file is not complete\n", run->model);
    return 1;
  }
  print_heading(run->model);
  int failed = failed_checks(run, folder, columns->arena, &record);
  if (has_energy(run)) failed += failed_energy(&run->energy, &summary->ledger, &record);
  if (trm_given(run, offsetof(RunDef, violation)))
    failed += failed_bound("constraint violation", summary->largest_violation, run->violation);
  return failed;
}

static void print_diagnostics(const trm_Diagnostics *diagnostics) {
  char *text = trm_diagnostics_text(diagnostics);
  if (text) fputs(text, stdout);
  trm_free(text);
}

/* How many expectations of the run fail; a run that cannot be made is one. */
static int example_run(const RunDef *run, const char *folder, const char *output, trm_Arena *arena) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Summary summary = {0};
  const char *path = trm_arena_text(arena, "%s/%s", folder, run->model);
  int failed = 1;
  if (diagnostics && path && run_model(path, output, diagnostics, &summary)) {
    trm_Results *results = trm_results_open(output, diagnostics);
    Columns columns = {results, arena, 0};
    if (results) failed = failed_run(run, folder, &summary, &columns);
    trm_results_close(results);
  }
  if (diagnostics) print_diagnostics(diagnostics);
  trm_diagnostics_free(diagnostics);
  return failed;
}

static int example(const char *expect_path, const char *output_folder, trm_Arena *arena, trm_Diagnostics *diagnostics) {
  trm_Spec *spec = trm_spec_read(expect_path, diagnostics);
  ExpectDef expect;
  if (!spec || !read_expect(spec, arena, diagnostics, &expect)) {
    trm_spec_free(spec);
    return -1;
  }
  const char *slash = strrchr(expect_path, '/');
  const char *folder = slash ? trm_arena_copy(arena, expect_path, (size_t)(slash - expect_path)) : ".";
  int failed = 0;
  for (int i = 0; i < expect.runs.count; i++) {
    const RunDef *run = expect.runs.items[i].data;
    const char *output = trm_arena_text(arena, "%s/run-%d.h5", output_folder, i);
    failed += folder && output ? example_run(run, folder, output, arena) : 1;
  }
  trm_spec_free(spec);
  return failed;
}

int main(int count, char **words) {
  if (count != 3) {
    fprintf(stderr, "usage: run_example EXPECT FOLDER\n");
    return 2;
  }
  trm_Arena arena = {0};
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  int failed = diagnostics ? example(words[1], words[2], &arena, diagnostics) : -1;
  if (diagnostics) print_diagnostics(diagnostics);
  trm_diagnostics_free(diagnostics);
  trm_arena_free(&arena);
  if (failed >= 0) printf("%d failed\n", failed);
  return failed == 0 ? 0 : failed < 0 ? 2 : 1;
}
