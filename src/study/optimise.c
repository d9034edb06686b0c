/* What a study looks for: the search that runs samples as they are asked for, and NLopt, which asks. NLopt is loaded
   when it is needed, and is not needed to build trammel; only methods without derivatives are used. */
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "api/run_internal.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/report.h"
#include "study/study.h"

static const trm_VaryDef *variable(const trm_Study *study, int v) { return study->def.vary.items[v].data; }

/* ---- what is asked for ------------------------------------------------------------------------------------------- */

static int find_column(const trm_Study *study, const char *name) {
  for (int c = 0; name && c < study->collected_count; c++)
    if (strcmp(study->collected[c].name, name) == 0) return c;
  return -1;
}

static bool unknown_column(const trm_Study *study, trm_Place place, const char *name, trm_Diagnostics *diagnostics) {
  const char *names[64];
  int count = 0;
  for (; count < study->collected_count && count < TRM_COUNT(names); count++)
    names[count] = study->collected[count].name;
  const char *near = trm_nearest(name, names, count);
  trm_report(diagnostics, TRM_ERROR, place, "optimise: nothing that is collected is called \"%s\"%s%s%s", name,
             near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
  return false;
}

static bool check_range(const trm_Study *study, int v, trm_Diagnostics *diagnostics) {
  const trm_VaryDef *def = variable(study, v);
  const char *why = NULL;
  if (!trm_given(def, offsetof(trm_VaryDef, from)))
    why = "an optimisation needs a range: {from: 0, to: 1}";
  else if (trm_given(def, offsetof(trm_VaryDef, start)) && !(def->start >= def->from && def->start <= def->to))
    why = "it starts outside of its range";
  else if (def->scale == TRM_SCALE_LOGARITHMIC && !(def->from > 0))
    why = "a logarithmic range begins above 0";
  if (why)
    trm_report(diagnostics, TRM_ERROR, study->def.vary.items[v].place, "variable \"%s\": %s",
               study->def.vary.items[v].name, why);
  return !why;
}

static bool check_columns(const trm_Study *study, trm_Diagnostics *diagnostics) {
  const trm_OptimiseDef *def = &study->def.optimise;
  const char *goal = def->minimise ? def->minimise : def->maximise;
  bool takes = def->method != TRM_OPTIMISE_BOBYQA && def->method != TRM_OPTIMISE_DIRECT;
  if (goal && find_column(study, goal) < 0)
    return unknown_column(
        study,
        trm_place_of(def, def->minimise ? offsetof(trm_OptimiseDef, minimise) : offsetof(trm_OptimiseDef, maximise)),
        goal, diagnostics);
  for (int i = 0; i < def->constraints.count; i++)
    if (find_column(study, def->constraints.items[i].name) < 0)
      return unknown_column(study, def->constraints.items[i].place, def->constraints.items[i].name, diagnostics);
  if (def->starts > 1 && def->method >= TRM_OPTIMISE_DIRECT) {
    trm_report(diagnostics, TRM_ERROR, trm_place_of(def, offsetof(trm_OptimiseDef, starts)),
               "optimise: starts belong to methods that search near a start: cobyla, bobyqa, nelder-mead, subplex");
    return false;
  }
  if (def->starts > 1 && (study->variable_count > TRM_SOBOL_VARIABLES || def->starts > def->evaluations / 8)) {
    trm_report(diagnostics, TRM_ERROR, trm_place_of(def, offsetof(trm_OptimiseDef, starts)),
               "optimise: starts are for at most %d variables, with 8 evaluations for each at least",
               TRM_SOBOL_VARIABLES);
    return false;
  }
  if (def->constraints.count > 0 && !takes) {
    trm_report(diagnostics, TRM_ERROR, trm_place_of(def, offsetof(trm_OptimiseDef, constraints)),
               "the methods bobyqa and direct take no constraints; cobyla, nelder-mead, subplex, crs and isres do");
    return false;
  }
  return true;
}

/* samples are those that are asked for: the table has room for all that may be */
bool trm_goal_check(trm_Study *study, trm_Diagnostics *diagnostics) {
  const trm_OptimiseDef *def = &study->def.optimise;
  bool asks = def->minimise || def->maximise, fits = study->def.fit.count > 0, good = true;
  study->value_count = study->collected_count, study->optimum.best = -1;
  if (!asks && !fits) return true;
  if (asks && fits) {
    trm_report(diagnostics, TRM_ERROR, trm_place_of(&study->def, offsetof(trm_StudyDef, fit)),
               "a study fits records, or minimises a column, not both");
    return false;
  }
  for (int v = 0; v < study->variable_count; v++) good &= check_range(study, v, diagnostics);
  if (!good || !check_columns(study, diagnostics) || !trm_records_compile(study, diagnostics)) return false;
  if (fits && study->residual_count <= study->variable_count) {
    trm_report(diagnostics, TRM_ERROR, trm_place_of(&study->def, offsetof(trm_StudyDef, fit)),
               "the records have %d points: too few for %d variables", study->residual_count, study->variable_count);
    return false;
  }
  study->value_count = study->collected_count + study->residual_count;
  study->budget = study->sample_count = def->evaluations;
  return true;
}

/* ---- the search -------------------------------------------------------------------------------------------------- */

/* variables between 0 and 1 as values of the model */
static void place(const trm_Search *search, const double *u, double *x) {
  for (int v = 0; v < search->study->variable_count; v++) {
    double at = search->least[v] + u[v] * (search->most[v] - search->least[v]);
    x[v] = variable(search->study, v)->scale == TRM_SCALE_LOGARITHMIC ? exp(at) : at;
  }
}

static bool goes_on(trm_Search *search, int64_t done) {
  trm_StudyProgress progress = {done, 0, search->study->budget, trm_clock_seconds() - search->began, 0};
  if (search->options.progress && !search->options.progress(&progress, search->options.user))
    search->status = TRM_CANCELLED;
  return search->status == TRM_OK;
}

static void run_sample(trm_Search *search, int64_t sample) {
  trm_Study *study = search->study;
  char *told = NULL;
  double *values = study->values + sample * study->value_count;
  trm_Status status = trm_sample_run(&search->runner, sample, values, &told);
  if (status == TRM_CANCELLED || status == TRM_NO_MEMORY) { /* nothing is known of it */
    trm_release(told);
    search->status = status;
    return;
  }
  for (int i = 0; i < study->value_count && status == TRM_OK; i++)
    if (!isfinite(values[i])) status = TRM_NOT_FINITE;
  trm_study_store(study, sample, status == TRM_OK ? values : NULL, told);
  if (search->journal) {
    trm_Status written = trm_journal_add(search->journal, study, sample);
    if (written != TRM_OK) search->status = written;
  }
}

const double *trm_search_run(trm_Search *search, const double *u) {
  trm_Study *study = search->study;
  int64_t sample = study->sample_count;
  if (sample >= study->budget || !goes_on(search, sample)) return NULL;
  study->sample_count++;
  place(search, u, study->samples + sample * study->variable_count);
  if (study->state[sample] == TRM_SAMPLE_OPEN) run_sample(search, sample);
  return study->state[sample] == TRM_SAMPLE_DONE ? study->values + sample * study->value_count : NULL;
}

/* ---- NLopt ------------------------------------------------------------------------------------------------------- */

typedef double (*NloptFunction)(unsigned n, const double *x, double *gradient, void *data);

/* The functions of libnlopt that are used, by their names there. */
typedef struct Nlopt {
  void *library;
  int (*algorithm_from_string)(const char *name);
  void *(*create)(int algorithm, unsigned n);
  void (*destroy)(void *opt);
  int (*set_min_objective)(void *opt, NloptFunction f, void *data);
  int (*add_inequality_constraint)(void *opt, NloptFunction f, void *data, double tolerance);
  int (*set_lower_bounds1)(void *opt, double bound);
  int (*set_upper_bounds1)(void *opt, double bound);
  int (*set_xtol_abs1)(void *opt, double tolerance);
  int (*set_maxeval)(void *opt, int count);
  int (*set_initial_step1)(void *opt, double step);
  int (*force_stop)(void *opt);
  int (*optimize)(void *opt, double *x, double *value);
  void (*srand)(unsigned long seed);
} Nlopt;

static bool load(Nlopt *nlopt, trm_Diagnostics *diagnostics) {
  struct {
    const char *name;
    void *to;
  } functions[] = {{"nlopt_algorithm_from_string", &nlopt->algorithm_from_string},
                   {"nlopt_create", &nlopt->create},
                   {"nlopt_destroy", &nlopt->destroy},
                   {"nlopt_set_min_objective", &nlopt->set_min_objective},
                   {"nlopt_add_inequality_constraint", &nlopt->add_inequality_constraint},
                   {"nlopt_set_lower_bounds1", &nlopt->set_lower_bounds1},
                   {"nlopt_set_upper_bounds1", &nlopt->set_upper_bounds1},
                   {"nlopt_set_xtol_abs1", &nlopt->set_xtol_abs1},
                   {"nlopt_set_maxeval", &nlopt->set_maxeval},
                   {"nlopt_set_initial_step1", &nlopt->set_initial_step1},
                   {"nlopt_force_stop", &nlopt->force_stop},
                   {"nlopt_optimize", &nlopt->optimize},
                   {"nlopt_srand", &nlopt->srand}};
  nlopt->library = dlopen("libnlopt.so.0", RTLD_NOW | RTLD_LOCAL);
  for (int i = 0; nlopt->library && i < TRM_COUNT(functions); i++) {
    void *found = dlsym(nlopt->library, functions[i].name);
    memcpy(functions[i].to, &found, sizeof found);
    if (!found) dlclose(nlopt->library), nlopt->library = NULL;
  }
  if (!nlopt->library)
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE,
               "optimisation needs NLopt 2.7 or newer, which is not installed (Debian: apt install libnlopt0)");
  return nlopt->library != NULL;
}

typedef struct Goal Goal;

/* One side of a constraint. */
typedef struct Side {
  Goal *goal;
  int column;
  double sign, limit; /* sign (value - limit) <= 0 */
} Side;

/* A run serves the goal and all constraints that are asked for at the same place. */
struct Goal {
  trm_Search *search;
  const Nlopt *nlopt;
  void *opt;
  int column;
  double sign;  /* of what is minimised */
  double *last; /* place of the last run */
  const double *values;
  bool ran;
  double best; /* the least so far that meets all constraints */
  Side *sides;
  int side_count;
  double worst; /* the largest goal met, which stands for runs that fail */
};

/* Met, but for what steps of the search leave. */
static const double met = 1e-6; /* of the limit */

static bool meets(const Goal *goal, const double *values) {
  for (int i = 0; i < goal->side_count; i++) {
    const Side *side = &goal->sides[i];
    if (side->sign * (values[side->column] - side->limit) > met * fabs(side->limit)) return false;
  }
  return true;
}

static const double *values_at(Goal *goal, const double *u) {
  trm_Study *study = goal->search->study;
  size_t size = sizeof(double) * (size_t)study->variable_count;
  if (goal->ran && memcmp(goal->last, u, size) == 0) return goal->values;
  memcpy(goal->last, u, size);
  goal->ran = true, goal->values = trm_search_run(goal->search, u);
  if (goal->search->status != TRM_OK && goal->opt) goal->nlopt->force_stop(goal->opt);
  if (!goal->values) return NULL;
  double value = goal->sign * goal->values[goal->column];
  goal->worst = fmax(goal->worst, value);
  if (value < goal->best && meets(goal, goal->values))
    goal->best = value, study->optimum.best = study->sample_count - 1;
  return goal->values;
}

static double violation_of(const Goal *goal, const double *values) {
  double sum = 0;
  for (int i = 0; i < goal->side_count; i++) {
    const Side *side = &goal->sides[i];
    sum += fmax(0, side->sign * (values[side->column] - side->limit) / (side->limit != 0 ? fabs(side->limit) : 1));
  }
  return sum;
}

/* Methods that only ask which of two places is better (Deb 2000): whatever meets the constraints is better than what
   does not, that by how much it does not, and all that works is better than what fails. */
static const double unmet = 1e30, failed = 1e60;

static bool compares(const Goal *goal) {
  int method = goal->search->study->def.optimise.method;
  return method == TRM_OPTIMISE_NELDER_MEAD || method == TRM_OPTIMISE_SUBPLEX || method == TRM_OPTIMISE_CRS;
}

/* a run that failed is worse than any other by as much as the worst is away from the best */
static double objective(unsigned n, const double *u, double *gradient, void *data) {
  Goal *goal = data;
  (void)n, (void)gradient;
  const double *values = values_at(goal, u);
  if (values && compares(goal) && !meets(goal, values)) return unmet * (1 + violation_of(goal, values));
  if (values) return goal->sign * values[goal->column];
  if (compares(goal)) return failed;
  return isfinite(goal->worst) ? goal->worst + fabs(goal->worst) + 1 : HUGE_VAL;
}

static double constraint(unsigned n, const double *u, double *gradient, void *data) {
  const Side *side = data;
  (void)n, (void)gradient;
  const double *values = values_at(side->goal, u);
  double unit = side->limit != 0 ? fabs(side->limit) : 1;
  return values ? side->sign * (values[side->column] - side->limit) / unit : 1;
}

static int list_sides(Goal *goal, const trm_Entries *constraints) {
  int count = 0;
  for (int i = 0; i < constraints->count; i++) {
    const trm_ConstraintDef *def = constraints->items[i].data;
    int column = find_column(goal->search->study, constraints->items[i].name);
    if (trm_given(def, offsetof(trm_ConstraintDef, at_least)))
      goal->sides[count++] = (Side){goal, column, -1, def->at_least};
    if (trm_given(def, offsetof(trm_ConstraintDef, at_most)))
      goal->sides[count++] = (Side){goal, column, 1, def->at_most};
  }
  return count;
}

static const char *ended(int result, const trm_Study *study) {
  if (study->sample_count >= study->budget) return "all evaluations are used";
  switch (result) {
  case -5: return "stopped";
  case -4: return "steps are as small as round-off";
  case 1:
  case 2:
  case 3:
  case 4: return "steps are within the tolerance";
  default: return result < 0 ? "NLopt failed" : "all evaluations are used";
  }
}

static const double first_step = 0.15, last_step = 0.02; /* of the ranges: at a start, and at the best of several */

/* One search from u, of so many runs at most. */
static trm_Status optimise(Goal *goal, double *u, double step, int64_t runs) {
  static const char *const names[] = {[TRM_OPTIMISE_COBYLA] = "LN_COBYLA",
                                      [TRM_OPTIMISE_BOBYQA] = "LN_BOBYQA",
                                      [TRM_OPTIMISE_NELDER_MEAD] = "LN_NELDERMEAD",
                                      [TRM_OPTIMISE_SUBPLEX] = "LN_SBPLX",
                                      [TRM_OPTIMISE_DIRECT] = "GN_DIRECT_L",
                                      [TRM_OPTIMISE_CRS] = "GN_CRS2_LM",
                                      [TRM_OPTIMISE_ISRES] = "GN_ISRES"};
  const Nlopt *nlopt = goal->nlopt;
  trm_Study *study = goal->search->study;
  const trm_OptimiseDef *def = &study->def.optimise;
  double value;
  goal->opt = nlopt->create(nlopt->algorithm_from_string(names[def->method]), (unsigned)study->variable_count);
  if (!goal->opt) return TRM_NO_MEMORY;
  nlopt->srand((unsigned long)def->seed + 1);
  nlopt->set_min_objective(goal->opt, objective, goal);
  for (int i = 0; i < goal->side_count && !compares(goal); i++)
    nlopt->add_inequality_constraint(goal->opt, constraint, &goal->sides[i], 0);
  nlopt->set_lower_bounds1(goal->opt, 0), nlopt->set_upper_bounds1(goal->opt, 1);
  nlopt->set_xtol_abs1(goal->opt, def->tolerance), nlopt->set_maxeval(goal->opt, (int)runs);
  nlopt->set_initial_step1(goal->opt, step);
  study->optimum.ended = ended(nlopt->optimize(goal->opt, u, &value), study);
  nlopt->destroy(goal->opt);
  goal->opt = NULL;
  return goal->search->status;
}

/* ---- several starts ---------------------------------------------------------------------------------------------- */

/* A place from which a search may begin: how far from its constraints, then how good. */
typedef struct Start {
  double *u;
  double violation, value;
} Start;

static int compare_starts(const void *a, const void *b) {
  const Start *left = a, *right = b;
  if (left->violation != right->violation) return left->violation < right->violation ? -1 : 1;
  return (left->value > right->value) - (left->value < right->value);
}

/* Runs at places all over the ranges, of Sobol's sequence; those that work, the best first. */
static int64_t screen(Goal *goal, Start *starts, int64_t count) {
  trm_Study *study = goal->search->study;
  int64_t found = 0;
  for (int64_t i = 0; i < count && goal->search->status == TRM_OK; i++) {
    double *u = starts[found].u;
    for (int v = 0; v < study->variable_count; v++) u[v] = ((double)trm_sobol(v, (uint32_t)i) + 0.5) * 0x1p-32;
    const double *values = values_at(goal, u);
    if (!values) continue;
    starts[found].violation = violation_of(goal, values), starts[found].value = goal->sign * values[goal->column];
    found++;
  }
  qsort(starts, (size_t)found, sizeof *starts, compare_starts);
  return found;
}

static const double apart = 0.1; /* of the ranges: nearer places lead to the same optimum */

/* Is it away from all places at which a search began? */
static bool is_new(const trm_Study *study, const Start *start, double *const *begun, int count) {
  for (int k = 0; k < count; k++) {
    double away = 0;
    for (int v = 0; v < study->variable_count; v++) away = fmax(away, fabs(start->u[v] - begun[k][v]));
    if (away < apart) return false;
  }
  return true;
}

/* the place of a sample as shares of the ranges */
static void share_of(const trm_Search *search, int64_t sample, double *u) {
  for (int v = 0; v < search->study->variable_count; v++) {
    double x = search->study->samples[sample * search->study->variable_count + v];
    if (variable(search->study, v)->scale == TRM_SCALE_LOGARITHMIC) x = log(x);
    u[v] = fmin(1, fmax(0, (x - search->least[v]) / (search->most[v] - search->least[v])));
  }
}

/* The given start, then the best other places, each with an equal part of the runs that are left; at last once more
   from the best of all, with short steps. */
static trm_Status optimise_from_several(Goal *goal, double *u, trm_Arena *arena) {
  trm_Study *study = goal->search->study;
  int wanted = study->def.optimise.starts;
  int64_t count = study->budget / 4;
  size_t size = sizeof(double) * (size_t)study->variable_count;
  Start *starts = TRM_ARENA_NEW(arena, Start, count + 1);
  double **places = TRM_ARENA_NEW(arena, double *, wanted);
  for (int64_t i = 0; i <= count && starts; i++) starts[i].u = TRM_ARENA_NEW(arena, double, study->variable_count);
  if (places) places[0] = TRM_ARENA_NEW(arena, double, study->variable_count);
  if (arena->failed) return TRM_NO_MEMORY;
  int64_t found = screen(goal, starts, count), next = 0;
  memcpy(places[0], u, size);
  trm_Status status = goal->search->status;
  for (int begun = 1; status == TRM_OK; begun++) {
    int64_t left = study->budget - study->sample_count;
    status = optimise(goal, u, first_step, left / (wanted - begun + 2) + 1);
    while (next < found && !is_new(study, &starts[next], places, begun)) next++;
    if (begun == wanted || next == found) break;
    places[begun] = starts[next++].u;
    memcpy(u, places[begun], size);
  }
  if (status == TRM_OK && study->optimum.best >= 0 && study->sample_count < study->budget) {
    share_of(goal->search, study->optimum.best, u);
    status = optimise(goal, u, last_step, study->budget - study->sample_count);
  }
  return status;
}

static trm_Status search_nlopt(trm_Search *search) {
  trm_Study *study = search->study;
  const trm_OptimiseDef *def = &study->def.optimise;
  Nlopt nlopt = {0};
  trm_Arena arena = {0};
  if (!load(&nlopt, search->diagnostics)) return TRM_BAD_ARGUMENT;
  Goal goal = {.search = search, .nlopt = &nlopt, .sign = def->minimise ? 1 : -1, .best = HUGE_VAL, .worst = -HUGE_VAL};
  goal.column = find_column(study, def->minimise ? def->minimise : def->maximise);
  double *u = TRM_ARENA_NEW(&arena, double, study->variable_count);
  goal.last = TRM_ARENA_NEW(&arena, double, study->variable_count);
  goal.sides = TRM_ARENA_NEW(&arena, Side, 2 * def->constraints.count + 1);
  trm_Status status = arena.failed ? TRM_NO_MEMORY : TRM_OK;
  for (int v = 0; v < study->variable_count && status == TRM_OK; v++)
    u[v] = (search->start[v] - search->least[v]) / (search->most[v] - search->least[v]);
  if (status == TRM_OK) goal.side_count = list_sides(&goal, &def->constraints);
  if (status == TRM_OK)
    status = def->starts > 1 ? optimise_from_several(&goal, u, &arena) : optimise(&goal, u, first_step, study->budget);
  trm_arena_free(&arena);
  dlclose(nlopt.library);
  return status == TRM_OK ? search->status : status;
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static bool open_search(trm_Search *search, trm_Arena *arena) {
  trm_Study *study = search->study;
  int n = study->variable_count;
  search->least = TRM_ARENA_NEW(arena, double, n), search->most = TRM_ARENA_NEW(arena, double, n);
  search->start = TRM_ARENA_NEW(arena, double, n);
  for (int v = 0; v < n && !arena->failed; v++) {
    const trm_VaryDef *def = variable(study, v);
    bool ratios = def->scale == TRM_SCALE_LOGARITHMIC;
    search->least[v] = ratios ? log(def->from) : def->from, search->most[v] = ratios ? log(def->to) : def->to;
    search->start[v] = !trm_given(def, offsetof(trm_VaryDef, start)) ? 0.5 * (search->least[v] + search->most[v])
                       : ratios                                      ? log(def->start)
                                                                     : def->start;
  }
  return !arena->failed && trm_runner_open(&search->runner, study);
}

static trm_Status search_all(trm_Search *search) {
  trm_Study *study = search->study;
  if (search->options.journal) {
    search->journal = trm_journal_open(study, search->options.journal, search->options.again, search->diagnostics);
    if (!search->journal) return TRM_BAD_ARGUMENT;
  }
  study->sample_count = 0;
  trm_Status status = study->def.fit.count > 0 ? trm_search_fit(search) : search_nlopt(search);
  trm_Status closed = trm_journal_close(search->journal);
  return status == TRM_OK ? closed : status;
}

trm_Status trm_study_optimise(trm_Study *study, const trm_StudyOptions *options, trm_Diagnostics *diagnostics) {
  trm_Search search = {.study = study, .diagnostics = diagnostics, .began = trm_clock_seconds()};
  trm_Arena arena = {0};
  if (!trm_take_sized(&search.options, sizeof search.options, options)) return TRM_BAD_ARGUMENT;
  if (!trm_study_searches(study)) {
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE,
               "the study looks for nothing: give it `optimise: {minimise: ...}` or `fit`");
    return TRM_BAD_ARGUMENT;
  }
  trm_Status status = open_search(&search, &arena) ? search_all(&search) : TRM_NO_MEMORY;
  trm_runner_close(&search.runner);
  trm_arena_free(&arena);
  if (status == TRM_NO_MEMORY) trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_status_text(status));
  return status;
}

int64_t trm_study_best(const trm_Study *study) { return study->optimum.best; }
bool trm_study_is_search(const trm_Study *study) { return trm_study_searches(study); }
const char *trm_study_ended(const trm_Study *study) { return study->optimum.ended ? study->optimum.ended : ""; }

double trm_study_covariance(const trm_Study *study, int first, int second) {
  int n = study->variable_count;
  if (!study->optimum.covariance || first < 0 || second < 0 || first >= n || second >= n) return NAN;
  return study->optimum.covariance[first * n + second];
}

double trm_study_confidence(const trm_Study *study, int variable_index) {
  return study->optimum.half_width * sqrt(trm_study_covariance(study, variable_index, variable_index));
}

double trm_study_left(const trm_Study *study) { return study->optimum.covariance ? study->optimum.deviation : NAN; }
