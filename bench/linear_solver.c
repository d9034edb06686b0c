/* linear_solver MODEL.yaml [STEPS]: factor and solve the matrices that the steps of a model make, with every backend in
   turn, and print CPU microseconds of each part and what the solver had to do. The matrices are those of the default
   run; the right-hand sides are the residuals left at the end of its steps, so refinements are those of nearly
   converged systems. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/simulation.h"
#include "base/clock.h"
#include "linalg/lu.h"
#include "solve/newton.h"
#include "trammel/trammel.h"

typedef struct Samples {
  int count, n, entries;
  double **values, **right;
} Samples;

static void *checked(void *memory) {
  if (memory) return memory;
  fprintf(stderr, "linear_solver: out of memory\n");
  exit(1);
}

static void take(Samples *samples, trm_Newton *newton) {
  int at = samples->count++;
  samples->values[at] = checked(malloc((size_t)samples->entries * sizeof(double)));
  samples->right[at] = checked(malloc((size_t)samples->n * sizeof(double)));
  memcpy(samples->values[at], newton->values, (size_t)samples->entries * sizeof(double));
  memcpy(samples->right[at], newton->residual, (size_t)samples->n * sizeof(double));
}

static void run(const Samples *samples, const trm_System *system, const char *backend) {
  trm_Lu *lu = NULL;
  double start = trm_cpu_seconds(), factoring = 0, solving = 0;
  if (trm_lu_new(&lu, system->pattern, system->tree, backend) != TRM_OK) return;
  double analysis = trm_cpu_seconds() - start;
  double *x = checked(malloc((size_t)samples->n * sizeof(double)));
  int rounds = 1 + 20000000 / samples->entries / samples->count, failures = 0;
  for (int round = 0; round < rounds; round++) {
    for (int s = 0; s < samples->count; s++) {
      memcpy(x, samples->right[s], (size_t)samples->n * sizeof(double));
      double before = trm_cpu_seconds();
      trm_Status status = trm_lu_factor(lu, samples->values[s]);
      double between = trm_cpu_seconds();
      if (status == TRM_OK) status = trm_lu_solve(lu, x);
      double after = trm_cpu_seconds();
      failures += status != TRM_OK;
      if (round == 0 && s == 0) continue; /* pivots are chosen, memory is met for the first time */
      factoring += between - before;
      solving += after - between;
    }
  }
  trm_LuStatistics done = trm_lu_statistics(lu);
  double systems = (double)rounds * samples->count - 1;
  printf("%-8s %9.1f %9.2f %9.2f  %lld factored, %lld refactored, %lld solves, %lld refinements, %lld escalations, "
         "%d failures, worst residual %.1e\n",
         backend ? backend : "default", 1e6 * analysis, 1e6 * factoring / systems, 1e6 * solving / systems,
         (long long)done.factorizations, (long long)done.refactorizations, (long long)done.solves,
         (long long)done.refinements, (long long)done.escalations, failures, done.worst_residual);
  free(x);
  trm_lu_free(lu);
}

static trm_Simulation *open_model(const char *path) {
  trm_Diagnostics *diagnostics = checked(trm_diagnostics_new());
  trm_Spec *spec = trm_spec_read(path, diagnostics);
  trm_Model *model = spec ? trm_model_build(spec, diagnostics) : NULL;
  trm_Simulation *simulation = model ? trm_simulation_new(model, diagnostics) : NULL;
  if (simulation) return simulation;
  fprintf(stderr, "%s", trm_diagnostics_text(diagnostics));
  exit(1);
}

int main(int count, char **words) {
  if (count < 2) return fprintf(stderr, "linear_solver MODEL.yaml [STEPS]\n"), 1;
  trm_Simulation *simulation = open_model(words[1]);
  const trm_System *system = simulation->system;
  int steps = count > 2 ? atoi(words[2]) : 20;
  Samples samples = {.n = system->pattern->n, .entries = system->pattern->start[system->pattern->n]};
  samples.values = checked(calloc((size_t)steps + 1, sizeof(double *)));
  samples.right = checked(calloc((size_t)steps + 1, sizeof(double *)));
  for (int step = 0; step < steps; step++) {
    if (trm_simulation_step(simulation) != TRM_OK) break;
    take(&samples, simulation->newton);
  }
  printf("%s: n = %d, %d entries, %.0f expected in the factors, %d matrices\n", words[1], samples.n, samples.entries,
         system->tree->factor_entries, samples.count);
  printf("%-8s %9s %9s %9s  CPU microseconds\n", "backend", "analysis", "factor", "solve");
  int backends = 0;
  const char *const *names = trm_lu_backends(&backends);
  for (int b = 0; b < backends && samples.count > 0; b++)
    if (strcmp(names[b], "dense") != 0 || samples.n <= 300) run(&samples, system, names[b]);
  if (samples.count > 0) run(&samples, system, NULL);
  return 0;
}
