/* Runs of one model, compared with each other. */
#include "fuzz/judge.h"
#include <ctype.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "analysis/simulation.h"
#include "integrate/scheme.h"
#include "trammel/trammel.h"

static const double duration = 0.1, step = 0.005; /* s */
static const double patience = 0.3;               /* s of the processor, for a run that may be stiff */
static const double slow_energy = 1e-6;           /* of a mass that moves by a length a second: less is none */
/* of the largest energy; of a length; of the largest of their unit */
static const double open_ledger = 1e-8, violated = 1e-8, forms_differ = 1e-6, resolved = 1e-7;

/* schemes: no difference; steps too long for the motion; what a quarter of the step may leave (order 2: 1/16) */
static const double equal_schemes = 1e-5, unresolved = 0.1, nearer_by = 0.25;

enum { FINE = 2 }; /* halvings of the step of schemes of rates, with which others are compared */

typedef struct Variant {
  const trm_Scheme *scheme;
  int order, halvings; /* of the step */
  bool relative;
} Variant;

/* how a run ended: channels at its end, or what was said */
typedef struct Result {
  bool ran, started, given_up;
  char said[REASON_TEXT];
  int count;
  double *values;
  trm_Summary summary;
} Result;

static int all_variants(Variant *variants) {
  int count = 0;
  for (int s = 0; s < trm_scheme_count; s++)
    for (int o = 0; trm_schemes[s]->orders[o]; o++)
      for (int r = 0; r <= (trm_schemes[s]->equations == TRM_EQUATIONS_RATES); r++)
        variants[count++] = (Variant){trm_schemes[s], trm_schemes[s]->orders[o],
                                      trm_schemes[s]->equations == TRM_EQUATIONS_RATES ? FINE : 0, r};
  return count;
}

static void variant_name(const Variant *v, char *text, size_t size) {
  snprintf(text, size, "%s%s %d", v->scheme->name, v->relative ? " relative" : "", v->order);
}

static void say(Result *result, trm_Diagnostics *diagnostics) {
  for (int d = 0; d < trm_diagnostics_stored(diagnostics); d++) {
    const trm_Diagnostic *one = trm_diagnostics_get(diagnostics, d);
    if (one->severity != TRM_ERROR) continue;
    snprintf(result->said, sizeof result->said, "%s", one->message);
    return;
  }
}

/* schemes of rates are explicit: stiff models are not for them, and are given up */
static void finish_run(Result *result, const Variant *v, trm_Simulation *simulation) {
  trm_Status status;
  clock_t start = clock();
  bool bounded = v->scheme->equations == TRM_EQUATIONS_RATES;
  while ((status = trm_simulation_step(simulation)) == TRM_OK)
    if (bounded && clock() - start > patience * CLOCKS_PER_SEC) break;
  result->given_up = status == TRM_OK;
  result->count = trm_simulation_channel_count(simulation);
  result->values = calloc((size_t)result->count + 1, sizeof *result->values);
  if (status == TRM_FINISHED && result->values) status = trm_simulation_channels(simulation, result->values);
  result->ran = !result->given_up && (status == TRM_FINISHED || status == TRM_OK);
  if (!result->ran && !result->given_up)
    snprintf(result->said, sizeof result->said, "%s", trm_simulation_failure(simulation));
  result->summary = *trm_simulation_summary(simulation);
}

/* the simulation is kept for the names of its channels */
typedef struct Kept {
  trm_Model *model;
  trm_Simulation *simulation;
  double size; /* of a length */
} Kept;

static Result run_variant(const Mechanism *m, const char *text, const Variant *v, Kept *kept) {
  Result result = {0};
  kept->size = m->size;
  char analysis[200];
  snprintf(analysis, sizeof analysis, "{until: %g, step: %.9g, scheme: %s, order: %d%s}", duration,
           ldexp(step, -v->halvings), v->scheme->name, v->order, v->relative ? ", formulation: relative" : "");
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_parse("model", text, strlen(text), diagnostics);
  if (spec) trm_spec_set(spec, "analysis", analysis, diagnostics);
  kept->model = spec ? trm_model_build(spec, diagnostics) : NULL;
  kept->simulation = kept->model ? trm_simulation_new(kept->model, diagnostics) : NULL;
  result.started = kept->simulation != NULL;
  if (kept->simulation)
    finish_run(&result, v, kept->simulation);
  else
    say(&result, diagnostics);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
  return result;
}

static void drop(Result *result, Kept *kept) {
  trm_simulation_free(kept->simulation);
  trm_model_free(kept->model);
  free(result->values);
}

/* ---- what is wrong with one run ---- */

/* the first fault counts */
__attribute__((format(printf, 4, 5))) static void blame(Judgement *j, const char *fault, const Variant *v,
                                                        const char *format, ...) {
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

static bool names_word(const char *said, const char *word) {
  size_t length = strlen(word);
  for (const char *at = strstr(said, word); at; at = strstr(at + 1, word))
    if ((at == said || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[length])) return true;
  return false;
}

/* A cause is a part of the model by its name, or a key of its analysis; numbers that are none and texts that are
   missing are no cause. */
static bool names_cause(const char *text, const char *said) {
  static const char *const sections[] = {"bodies", "beams", "joints", "springs", "signals", "loads", "events"};
  static const char *const keys[] = {"scheme", "formulation", "order", "step"};
  if (strstr(said, "(null)") || names_word(said, "nan") || names_word(said, "inf")) return false;
  bool found = false;
  for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) found |= names_word(said, keys[k]);
  trm_Spec *spec = trm_spec_parse("model", text, strlen(text), NULL);
  for (size_t s = 0; spec && s < sizeof sections / sizeof sections[0]; s++) {
    const char *name;
    for (int i = 0; (name = trm_spec_key(spec, sections[s], i)) && *name; i++) found |= names_word(said, name);
  }
  trm_spec_free(spec);
  return found;
}

static void judge_run(const Mechanism *m, const char *text, const Result *result, const Variant *v, const Kept *kept,
                      Judgement *j) {
  if (result->given_up) return;
  if (!result->ran) {
    j->refusals++;
    if (!names_cause(text, result->said)) {
      char fault[FAULT_TEXT / 2]; /* which of the messages, times and numbers aside */
      const char *colon = strstr(result->said, " s: ");
      snprintf(fault, sizeof fault, "no cause, %.38s", colon ? colon + 4 : result->said);
      blame(j, fault, v, "%s", result->said);
    }
    if (j->outcome == RUNS && !result->started) snprintf(j->reason, sizeof j->reason, "%.600s", result->said);
    return;
  }
  j->runs++;
  const trm_Ledger *ledger = &result->summary.ledger;
  double residual = ledger->largest_residual / fmax(ledger->largest_energy, slow_energy * m->energy);
  double violation = result->summary.largest_violation / fmax(m->size, 1);
  for (int c = 0; c < result->count; c++)
    if (!isfinite(result->values[c])) blame(j, "not finite", v, "%s", trm_simulation_channel(kept->simulation, c).name);
  if (v->scheme->balances) {
    j->residual = fmax(j->residual, residual);
    if (!(residual < open_ledger)) blame(j, "ledger", v, "open by %.1e of the energy", residual);
  }
  j->violation = fmax(j->violation, violation);
  if (!(violation < violated)) blame(j, "constraints", v, "violated by %.1e", violation);
}

/* ---- runs against each other ---- */

/* of places and velocities, each relative to the largest of its unit in both, at least a length a second */
static double difference(const Kept *kept, const Result *a, const Result *b, const char **worst) {
  static const char *const units[] = {"m", "m/s", "rad/s"};
  const double least[] = {kept->size, kept->size, 1};
  double largest = 0;
  *worst = "";
  if (a->count != b->count) return 0;
  for (size_t u = 0; u < sizeof units / sizeof units[0]; u++) {
    double size = least[u], apart = 0;
    const char *name = "";
    for (int c = 0; c < a->count; c++) {
      trm_Channel channel = trm_simulation_channel(kept->simulation, c);
      if (strcmp(channel.unit, units[u]) != 0) continue;
      size = fmax(size, fmax(fabs(a->values[c]), fabs(b->values[c])));
      if (fabs(a->values[c] - b->values[c]) > apart) apart = fabs(a->values[c] - b->values[c]), name = channel.name;
    }
    if (apart / size > largest) largest = apart / size, *worst = name;
  }
  return largest;
}

/* all runs of a model */
typedef struct Runs {
  const Mechanism *mechanism;
  const char *text;
  int count;
  Variant variants[MOST_VARIANTS];
  Result results[MOST_VARIANTS];
  Kept kept[MOST_VARIANTS];
} Runs;

/* The scheme of rates whose steps resolve the motion, as its orders agree: the number of the highest; -1: none. */
static int resolving(const Runs *r) {
  int last = -1;
  const char *worst;
  for (int i = 0; i < r->count; i++) {
    if (r->variants[i].scheme->equations != TRM_EQUATIONS_RATES || r->variants[i].relative || !r->results[i].ran)
      continue;
    if (last >= 0 && difference(&r->kept[i], &r->results[i], &r->results[last], &worst) < resolved) return i;
    last = i;
  }
  return -1;
}

/* the same motion in relative coordinates */
static void judge_forms(const Runs *r, Judgement *j) {
  int best = resolving(r);
  for (int i = 0; best >= 0 && i < r->count; i++) {
    const Variant *v = &r->variants[i];
    const char *worst;
    if (!v->relative || v->order != r->variants[best].order || !r->results[i].ran) continue;
    double apart = difference(&r->kept[i], &r->results[i], &r->results[best], &worst);
    j->forms = fmax(j->forms, apart), j->compared++;
    if (!(apart < forms_differ)) blame(j, "forms", v, "differ by %.1e: %s", apart, worst);
  }
}

/* how far a scheme with a quarter of its steps is from the best of them */
static double refined(const Runs *r, int i, int best, const char **worst) {
  Variant finer = r->variants[i];
  Kept kept;
  finer.halvings += 2;
  Result result = run_variant(r->mechanism, r->text, &finer, &kept);
  double apart = result.ran ? difference(&r->kept[i], &result, &r->results[best], worst) : 0;
  drop(&result, &kept);
  return apart;
}

/* Shorter steps bring each scheme nearer to the best of them, or it is there. */
static void judge_orders(const Runs *r, Judgement *j) {
  int best = resolving(r);
  for (int i = 0; best >= 0 && i < r->count; i++) {
    const char *worst;
    if (!r->results[i].ran || r->variants[i].order != 2) continue;
    double apart = difference(&r->kept[i], &r->results[i], &r->results[best], &worst);
    if (apart < equal_schemes || apart > unresolved) continue;
    double nearer = refined(r, i, best, &worst);
    j->scheme = fmax(j->scheme, nearer);
    if (!(nearer < nearer_by * apart))
      blame(j, "order", &r->variants[i], "a quarter of the step leaves %.2f of the difference: %s", nearer / apart,
            worst);
  }
}

/* out: told of each variant before it begins */
static Judgement judge_here(const Mechanism *m, const char *text, int out) {
  Judgement j = {0};
  Runs r = {.mechanism = m, .text = text};
  r.count = all_variants(r.variants);
  for (int i = 0; i < r.count; i++) {
    /* explicit: what vibrates this fast it would follow for minutes */
    if (m->fast && r.variants[i].scheme->equations == TRM_EQUATIONS_RATES) continue;
    if (write(out, &(char){(char)i}, 1) != 1) break;
    r.results[i] = run_variant(m, text, &r.variants[i], &r.kept[i]);
    judge_run(m, text, &r.results[i], &r.variants[i], &r.kept[i], &j);
  }
  if (j.outcome == RUNS) judge_forms(&r, &j);
  if (j.outcome == RUNS && m->smooth && !m->fast) judge_orders(&r, &j);
  if (j.outcome == RUNS && j.runs == 0) j.outcome = REFUSED;
  for (int i = 0; i < r.count; i++) drop(&r.results[i], &r.kept[i]);
  return j;
}

/* ---- in a process of its own ---- */

static void judge_in_child(const Mechanism *m, const char *text, int seconds, int out) {
  struct rlimit limit = {(rlim_t)seconds, (rlim_t)seconds + 1}, none = {0, 0};
  setrlimit(RLIMIT_CPU, &limit);
  setrlimit(RLIMIT_CORE, &none);
  Judgement j = judge_here(m, text, out);
  exit(write(out, &j, sizeof j) == (ssize_t)sizeof j ? 0 : 1); /* exit, not _exit: leaks are looked for */
}

/* the last bytes are the judgement, where there is one; the number of variants that were begun */
static int read_judgement(int in, Judgement *j) {
  char bytes[MOST_VARIANTS + sizeof *j];
  size_t size = 0;
  for (ssize_t got; size < sizeof bytes && (got = read(in, bytes + size, sizeof bytes - size)) > 0;)
    size += (size_t)got;
  if (size < sizeof *j) return (int)size;
  memcpy(j, bytes + size - sizeof *j, sizeof *j);
  return (int)(size - sizeof *j);
}

/* of a process that ended without a judgement, or with leaks after it */
static Judgement judge_end(int status, int begun, int seconds) {
  Judgement j = {.outcome = FAULTY};
  Variant variants[MOST_VARIANTS];
  char name[64] = "start";
  int sign = WIFSIGNALED(status) ? WTERMSIG(status) : 0, count = all_variants(variants);
  bool slow = sign == SIGXCPU || sign == SIGKILL;
  if (begun > 0 && begun <= count) variant_name(&variants[begun - 1], name, sizeof name);
  /* explicit schemes are not for stiff models, and take as many steps as they need */
  if (slow && begun > 0 && variants[begun - 1].scheme->equations == TRM_EQUATIONS_RATES) j.outcome = RUNS;
  snprintf(j.fault, sizeof j.fault, "%s: %s", slow ? "too slow" : "crash", name);
  snprintf(j.reason, sizeof j.reason, slow ? "more than %d s" : "signal %d", slow ? seconds : sign);
  return j;
}

Judgement judge_model(const Mechanism *m, const char *text, int seconds) {
  Judgement j = {.outcome = FAULTY};
  int ends[2], status = 0;
  fflush(NULL);
  if (pipe(ends) != 0) return (Judgement){.outcome = FAULTY, .fault = "no pipe"};
  pid_t child = fork();
  if (child == 0) judge_in_child(m, text, seconds, ends[1]);
  close(ends[1]);
  int begun = read_judgement(ends[0], &j);
  close(ends[0]);
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? j : judge_end(status, begun, seconds);
}
