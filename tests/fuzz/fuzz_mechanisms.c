/* fuzz_mechanisms SEED COUNT SECONDS [FOLDER]: judges random mechanisms from SEED on until COUNT of them or so many
   seconds have passed (0: no bound). What is faulty is made small and written into the folder with its reason. One
   model alone is printed as it is. Exit status 1: something is faulty. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "fuzz/judge.h"

enum { SECONDS_A_MODEL = 10 };

typedef struct Tally {
  long models, runs, refused, faulty, compared;
  double residual, violation, forms, scheme;
} Tally;

static void add(Tally *tally, const Judgement *j) {
  tally->models++, tally->compared += j->compared;
  tally->runs += j->runs, tally->refused += j->outcome == REFUSED, tally->faulty += j->outcome == FAULTY;
  if (j->residual > tally->residual) tally->residual = j->residual;
  if (j->violation > tally->violation) tally->violation = j->violation;
  if (j->forms > tally->forms) tally->forms = j->forms;
  if (j->scheme > tally->scheme) tally->scheme = j->scheme;
}

static void write_fault(const char *folder, unsigned long seed, const Judgement *j, const char *small) {
  char path[400];
  snprintf(path, sizeof path, "%s/mechanism-%lu.yaml", folder, seed);
  FILE *out = fopen(path, "w");
  if (!out) {
    fprintf(stderr, "%s cannot be written\n", path);
    return;
  }
  fprintf(out, "# seed %lu, %s: %s\n%s", seed, j->fault, j->reason, small);
  fclose(out);
}

static void report(const char *folder, unsigned long seed, const Mechanism *m, const Judgement *j) {
  printf("seed %lu: %s: %s\n", seed, j->fault, j->reason), fflush(stdout);
  if (!folder) return;
  char *small =
      strncmp(j->fault, "too slow", 8) == 0 ? NULL : shrink_model(m, j, SECONDS_A_MODEL); /* it would be that too */
  write_fault(folder, seed, j, small ? small : m->text);
  free(small);
}

int main(int count, char **arguments) {
  unsigned long seed = count > 1 ? strtoul(arguments[1], NULL, 10) : 1;
  long models = count > 2 ? strtol(arguments[2], NULL, 10) : 1;
  long seconds = count > 3 ? strtol(arguments[3], NULL, 10) : 0;
  const char *folder = count > 4 ? arguments[4] : NULL;
  time_t start = time(NULL);
  Tally tally = {0};
  for (long k = 0; (models == 0 || k < models) && (seconds == 0 || time(NULL) - start < seconds); k++) {
    Mechanism m = mechanism_of(seed + (unsigned long)k);
    if (models == 1) fputs(m.text, stdout), fflush(stdout);
    Judgement j = judge_model(&m, m.text, SECONDS_A_MODEL);
    add(&tally, &j);
    if (j.outcome == REFUSED && (models == 1 || getenv("TRM_FUZZ_REFUSED")))
      printf("seed %lu refused: %s\n", seed + (unsigned long)k, j.reason);
    if (j.outcome == FAULTY) report(folder, seed + (unsigned long)k, &m, &j);
    free(m.text);
  }
  printf(
      "%ld models from seed %lu: %ld runs, %ld models refused, %ld faulty; ledger open by %.1e at most, constraints by "
      "%.1e, forms (%ld) differ by %.1e, schemes by %.1e\n",
      tally.models, seed, tally.runs, tally.refused, tally.faulty, tally.residual, tally.violation, tally.compared,
      tally.forms, tally.scheme);
  return tally.faulty > 0;
}
