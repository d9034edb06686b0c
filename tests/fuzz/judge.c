/* What becomes of a model: each of its runs, runs against each other, in a process of its own. */
#include "fuzz/judge.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "fuzz/judge_runs.h"

/* of the largest energy; of the model's size */
static const double open_ledger = 1e-8, violated = 1e-8;

/* ---- what is wrong with one run ---- */

/* a fault is told apart by what was said, times and numbers aside */
static void blame_words(Judgement *j, const char *what, const Variant *v, const Said *said) {
  char fault[FAULT_TEXT + 30];
  const char *colon = strstr(said->message, " s: ");
  snprintf(fault, sizeof fault, "%s, %s, %.36s", what, said->code, colon ? colon + 4 : said->message);
  blame(j, fault, v, "%s", said->message);
}

static void judge_refusal(const Runs *r, int i, Judgement *j) {
  const Result *result = &r->results[i];
  j->refusals++;
  j->stopped += result->started;
  if (getenv("TRM_FUZZ_REFUSED")) printf("said [%s] %s\n", result->said.code, result->said.message);
  int kind = known_refusal(r, &r->variants[i], &result->said);
  if (kind >= 0) j->kinds[kind]++;
  if (kind < 0)
    blame_words(j, "refused", &r->variants[i], &result->said);
  else if (j->outcome == RUNS && !result->started)
    snprintf(j->reason, sizeof j->reason, "%.600s", result->said.message);
}

static void judge_numbers(const Runs *r, int i, Judgement *j) {
  const Result *result = &r->results[i];
  const Variant *v = &r->variants[i];
  const trm_Ledger *ledger = &result->summary.ledger;
  double round_off = result->round_off;
  double residual = ledger->largest_residual / fmax(ledger->largest_energy, round_off / open_ledger);
  double violation = result->summary.largest_violation / fmax(r->kept[i].model->size, 1);
  for (int c = 0; c < result->count; c++)
    if (!isfinite(result->values[c]))
      blame(j, "not finite", v, "%s", trm_simulation_channel(r->kept[i].simulation, c).name);
  if (v->scheme->balances) {
    j->residual = fmax(j->residual, residual);
    if (!(residual < open_ledger)) blame(j, "ledger", v, "open by %.1e of the energy", residual);
  }
  j->violation = fmax(j->violation, violation);
  if (!(violation < violated)) blame(j, "constraints", v, "violated by %.1e", violation);
}

static void judge_run(const Runs *r, int i, Judgement *j) {
  const Result *result = &r->results[i];
  const Variant *v = &r->variants[i];
  for (int w = 0; w < result->warning_count; w++) {
    if (getenv("TRM_FUZZ_REFUSED")) printf("warned [%s] %s\n", result->warned[w].code, result->warned[w].message);
    if (!known_warning(r, v, &result->warned[w])) blame_words(j, "warned", v, &result->warned[w]);
  }
  if (result->heavy) {
    j->heavy++;
    /* what vibrates faster than any step of the comparison takes as many iterations as it takes */
    if (!is_of_rates(v) && !r->mechanism->fast)
      blame(j, "work", v, "%ld iterations for %ld steps", (long)result->summary.iterations,
            (long)result->summary.steps);
    return;
  }
  if (!result->ran) {
    judge_refusal(r, i, j);
    return;
  }
  j->runs++, j->dear += is_dear(result);
  judge_numbers(r, i, j);
}

enum { THE_END = MOST_VARIANTS + 2 };

/* What is known when a variant begins: where a model takes longer than it may, that is all there is. */
typedef struct Sofar {
  int begun; /* how many have */
  Judgement judgement;
} Sofar;

static bool tell(int out, int begun, const Judgement *j) {
  Sofar now = {begun, *j};
  return write(out, &now, sizeof now) == (ssize_t)sizeof now;
}

/* out: told of each variant before it begins, and of the end */
static void judge_here(const Mechanism *m, const char *text, int out) {
  Judgement j = {0};
  Runs r = {.mechanism = m, .text = text};
  r.count = all_variants(r.variants);
  for (int i = 0; i < r.count; i++) {
    /* explicit: what vibrates this fast it would follow for minutes */
    if (m->fast && is_of_rates(&r.variants[i])) continue;
    if (!tell(out, i + 1, &j)) break;
    r.results[i] = run_variant(m, text, &r.variants[i], &r.kept[i]);
    judge_run(&r, i, &j);
  }
  tell(out, r.count + 1, &j);
  if (j.outcome == RUNS) judge_forms(&r, &j);
  if (j.outcome == RUNS) judge_schemes(&r, &j);
  if (j.outcome == RUNS) judge_bits(&r, &j);
  if (j.outcome == RUNS && j.runs == 0) j.outcome = REFUSED;
  for (int i = 0; i < r.count; i++) drop(&r.results[i], &r.kept[i]);
  fflush(stdout);
  tell(out, THE_END, &j);
}

/* ---- in a process of its own ---- */

static void judge_in_child(const Mechanism *m, const char *text, int seconds, int out) {
  struct rlimit limit = {(rlim_t)seconds, (rlim_t)seconds + 1}, none = {0, 0};
  setrlimit(RLIMIT_CPU, &limit);
  setrlimit(RLIMIT_CORE, &none);
  judge_here(m, text, out);
  exit(0); /* not _exit: leaks are looked for */
}

/* the last that was told */
static Sofar read_judgement(int in) {
  Sofar last = {.begun = 0}, next;
  size_t size = 0;
  for (ssize_t got; (got = read(in, (char *)&next + size, sizeof next - size)) > 0;) {
    size += (size_t)got;
    if (size == sizeof next) last = next, size = 0;
  }
  return last;
}

/* Of a process that ended before its judgement, or with leaks after it: what is known up to there. */
static Judgement judge_end(const Mechanism *m, int status, const Sofar *last, int seconds) {
  Judgement j = last->judgement;
  Variant variants[MOST_VARIANTS];
  char name[64] = "start";
  int sign = WIFSIGNALED(status) ? WTERMSIG(status) : 0, count = all_variants(variants), begun = last->begun;
  bool slow = sign == SIGXCPU || sign == SIGKILL, one = begun > 0 && begun <= count;
  if (j.outcome == FAULTY) return j;
  /* Explicit schemes are not for stiff models, and take as many steps as they need; wires that whip are followed
     within one step of theirs for as long as it takes. */
  if (slow && (m->fast || (one && is_of_rates(&variants[begun - 1])))) {
    j.heavy++;
    return j;
  }
  j.outcome = FAULTY;
  if (one) variant_name(&variants[begun - 1], name, sizeof name);
  if (begun > count) snprintf(name, sizeof name, "comparisons");
  snprintf(j.fault, sizeof j.fault, "%s: %s", slow ? "too slow" : "crash", name);
  snprintf(j.reason, sizeof j.reason, slow ? "more than %d s" : "signal %d", slow ? seconds : sign);
  return j;
}

Judgement judge_model(const Mechanism *m, const char *text, int seconds) {
  int ends[2], status = 0;
  fflush(NULL);
  if (pipe(ends) != 0) return (Judgement){.outcome = FAULTY, .fault = "no pipe"};
  pid_t child = fork();
  if (child == 0) judge_in_child(m, text, seconds, ends[1]);
  close(ends[1]);
  Sofar last = read_judgement(ends[0]);
  close(ends[0]);
  waitpid(child, &status, 0);
  bool ended = WIFEXITED(status) && WEXITSTATUS(status) == 0 && last.begun == THE_END;
  return ended ? last.judgement : judge_end(m, status, &last, seconds);
}
