/* The lowest frequencies of a model file for several values of one of its parameters, then a run of the file with a callback that
   shows the progress.

     cc frequencies.c $(pkg-config --cflags --libs trammel) -o frequencies
     ./frequencies model.yaml PARAMETER VALUE... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trammel/trammel.h>

typedef struct Work {
  trm_Diagnostics *diagnostics;
  trm_Spec *spec;
  trm_Model *model;
  trm_Simulation *simulation;
} Work;

static void free_work(Work *work) {
  trm_simulation_free(work->simulation);
  trm_model_free(work->model);
  trm_spec_free(work->spec);
  trm_diagnostics_free(work->diagnostics);
}

/* says what was collected */
static void show(Work *work) {
  char *text = trm_diagnostics_text(work->diagnostics);
  fputs(text ? text : "out of memory\n", stderr);
  trm_free(text);
}

/* setting a name that is not there would make a parameter that nothing uses */
static bool has_parameter(const trm_Spec *spec, const char *name) {
  const char *key;
  for (int i = 0; *(key = trm_spec_key(spec, "parameters", i)); i++)
    if (strcmp(key, name) == 0) return true;
  fprintf(stderr, "the model has no parameter \"%s\"\n", name);
  return false;
}

/* the model of a file with a parameter set; modes instead of its own analysis where asked for */
static trm_Status load(Work *work, const char *file, const char *parameter, const char *value, bool modes) {
  char path[200];
  trm_ModesRequest request = trm_modes_default();
  request.count = 3;
  memset(work, 0, sizeof *work);
  work->diagnostics = trm_diagnostics_new();
  work->spec = trm_spec_read(file, work->diagnostics);
  snprintf(path, sizeof path, "parameters/%s", parameter);
  if (work->spec && !has_parameter(work->spec, parameter)) return TRM_BAD_ARGUMENT;
  trm_Status status = work->spec ? trm_spec_set(work->spec, path, value, work->diagnostics) : TRM_BAD_MODEL;
  if (status == TRM_OK && modes) status = trm_spec_ask_modes(work->spec, &request);
  if (status == TRM_OK) work->model = trm_model_build(work->spec, work->diagnostics);
  if (work->model) work->simulation = trm_simulation_new(work->model, work->diagnostics);
  return work->simulation ? TRM_OK : TRM_BAD_MODEL;
}

static bool progress(const trm_Progress *now, void *user) {
  int *calls = (int *)user;
  if ((*calls)++ == 0) printf("run to %g s", now->end);
  return true; /* false would cancel the run */
}

static trm_Status print_modes(const char *file, const char *parameter, const char *value) {
  Work work;
  trm_Status status = load(&work, file, parameter, value, true);
  if (status == TRM_OK) status = trm_run(work.simulation, work.spec, NULL, work.diagnostics);
  if (status == TRM_OK) {
    printf("%s = %s:", parameter, value);
    for (int i = 0; i < trm_simulation_mode_count(work.simulation); i++)
      printf(" %.9f", trm_simulation_mode(work.simulation, i).frequency);
    printf(" Hz\n");
  } else
    show(&work);
  free_work(&work);
  return status;
}

static trm_Status run(const char *file, const char *parameter, const char *value) {
  Work work;
  int calls = 0;
  trm_RunOptions options = trm_run_default();
  options.progress = progress, options.user = &calls;
  trm_Status status = load(&work, file, parameter, value, false);
  if (status == TRM_OK) status = trm_run(work.simulation, work.spec, &options, work.diagnostics);
  if (status == TRM_OK) printf(": %lld steps\n", (long long)trm_simulation_summary(work.simulation)->steps);
  if (status != TRM_OK) show(&work);
  free_work(&work);
  return status;
}

int main(int count, char **arguments) {
  if (count < 4) return fprintf(stderr, "usage: frequencies MODEL.yaml PARAMETER VALUE...\n"), 2;
  trm_Status status = TRM_OK;
  for (int i = 3; i < count && status == TRM_OK; i++) status = print_modes(arguments[1], arguments[2], arguments[i]);
  if (status == TRM_OK) status = run(arguments[1], arguments[2], arguments[count - 1]);
  return status == TRM_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
