/* fuzz_mechanisms SEED COUNT SECONDS [FOLDER]: judges random mechanisms from SEED on until COUNT of them or so many
   seconds have passed (0: no bound). What is faulty is made small and written into the folder with its reason. One
   model alone is printed as it is. fuzz_mechanisms - FILE judges the model of a file. Exit status 1: something is
   faulty. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "fuzz/judge.h"

enum { SECONDS_A_MODEL = 60 };

typedef struct Tally {
  long models, runs, refused, faulty, compared, finer, refusals, stopped, heavy, schemes, bits, lanes, systems, dear;
  long kinds[MOST_KINDS], pairs[LEVELS], excused[EXCUSES];
  double residual, violation, forms, scheme;
} Tally;

static void add(Tally *tally, const Judgement *j) {
  tally->models++, tally->compared += j->compared, tally->finer += j->finer, tally->refusals += j->refusals,
      tally->stopped += j->stopped;
  tally->heavy += j->heavy, tally->schemes += j->schemes, tally->bits += j->bits, tally->lanes += j->lanes;
  tally->systems += j->systems, tally->dear += j->dear;
  tally->runs += j->runs, tally->refused += j->outcome == REFUSED, tally->faulty += j->outcome == FAULTY;
  for (int k = 0; k < MOST_KINDS; k++) tally->kinds[k] += j->kinds[k];
  for (int k = 0; k < LEVELS; k++) tally->pairs[k] += j->pairs[k];
  for (int k = 0; k < EXCUSES; k++) tally->excused[k] += j->excused[k];
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

/* one model of a file */
static int judge_file(const char *path) {
  enum { LONGEST = 1 << 16 };
  static char text[LONGEST];
  FILE *in = fopen(path, "r");
  size_t size = in ? fread(text, 1, sizeof text - 1, in) : 0;
  if (in) fclose(in);
  if (size == 0) return fprintf(stderr, "%s cannot be read\n", path), 2;
  Mechanism m = mechanism_from(text);
  Judgement j = judge_model(&m, text, SECONDS_A_MODEL);
  printf("%s: %s %s\n", path, j.outcome == RUNS ? "runs" : j.outcome == REFUSED ? "refused: " : j.fault, j.reason);
  return j.outcome == FAULTY;
}

int main(int count, char **arguments) {
  unsigned long seed = count > 1 ? strtoul(arguments[1], NULL, 10) : 1;
  if (count > 2 && strcmp(arguments[1], "-") == 0) return judge_file(arguments[2]);
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
  print_kinds(tally.kinds);
  print_pairs(tally.pairs, tally.excused);
  printf("%ld models from seed %lu: %ld runs (%ld too dear to be compared), %ld refused (%ld of them while they ran; "
         "%ld models in all schemes), %ld "
         "given up; %ld faulty; ledger open by %.1e at most, constraints by %.1e, forms (%ld, %ld of them with a "
         "quarter of the step) differ by %.1e, pairs of "
         "schemes (%ld) by %.1e; %ld runs with the same bits, %ld "
         "studies in lanes, %ld systems about the motion\n",
         tally.models, seed, tally.runs, tally.dear, tally.refusals, tally.stopped, tally.refused, tally.heavy,
         tally.faulty, tally.residual, tally.violation, tally.compared, tally.finer, tally.forms, tally.schemes,
         tally.scheme, tally.bits, tally.lanes, tally.systems);
  return tally.faulty > 0;
}
