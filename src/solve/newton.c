/* Newton's method with kept factors and a border; when it has converged, is at round-off or hopeless (theory.md, "One
   step, energy-preserving"). */
#include "solve/newton.h"
#include <assert.h>
#include <math.h>
#include "base/clock.h"
#include "base/memory.h"
#include "linalg/dense.h"

/* Of the forces that meet in an equation, and of the extents of constraints (trm_Problem tells them): converged is what
   leaves four of sixteen digits to round-off; what stands still above it is still a solution to eight digits, as far as
   stiff models allow. Both are options of a model (newton: tolerance, acceptable). */
static const double good = 1e-12, acceptable_when_still = 1e-8;

trm_NewtonOptions trm_newton_default(void) {
  return (trm_NewtonOptions){.tolerance = good, .acceptable = acceptable_when_still, .iterations = 25};
}

/* Whole cache lines, so that what is evaluated side by side is stored at once. */
static bool make_parts(trm_Newton *newton, const trm_Pattern *pattern) {
  enum { LINE = 64 };
  if (!pattern->parts) return true;
  newton->parts_memory = TRM_NEW(double, (size_t)pattern->parts->size + LINE / sizeof(double));
  uintptr_t address = ((uintptr_t)newton->parts_memory + LINE - 1) / LINE * LINE;
  newton->parts = newton->parts_memory ? (double *)address : NULL;
  return newton->parts != NULL;
}

trm_Status trm_newton_new(trm_Newton **out, const trm_Pattern *pattern, const trm_BlockTree *tree) {
  trm_Newton *newton = TRM_NEW(trm_Newton, 1);
  *out = NULL;
  if (!newton) return TRM_NO_MEMORY;
  newton->options = trm_newton_default();
  newton->pattern = pattern;
  newton->residual = TRM_NEW(double, pattern->n);
  newton->values = TRM_NEW(double, pattern->start[pattern->n]), newton->taken = TRM_NEW(double, pattern->n);
  bool complete = newton->residual && newton->values && newton->taken && make_parts(newton, pattern);
  trm_Status status = complete ? trm_lu_new(&newton->lu, pattern, tree, NULL) : TRM_NO_MEMORY;
  if (status != TRM_OK) return trm_newton_free(newton), status;
  *out = newton;
  return TRM_OK;
}

void trm_newton_free(trm_Newton *newton) {
  if (!newton) return;
  trm_lu_free(newton->lu);
  trm_release(newton->residual);
  trm_release(newton->values);
  trm_release(newton->parts_memory);
  trm_release(newton->taken);
  trm_release(newton->columns);
  trm_release(newton->rows);
  trm_release(newton->place);
  trm_release(newton);
}

trm_Status trm_newton_turns(trm_Newton *newton, int place_size) {
  newton->place = TRM_NEW(double, place_size), newton->place_size = newton->place ? place_size : 0;
  return newton->place ? TRM_OK : TRM_NO_MEMORY;
}

/* New factors are of the present iterate. */
static void note_place(trm_Newton *newton, const trm_Problem *problem) {
  newton->placed = newton->place && problem->turn;
  if (newton->placed) problem->place(problem->self, newton->place);
}

/* Notes what came of new factors. */
static trm_Status count_factors(trm_Newton *newton, trm_NewtonReport *report, trm_Status status) {
  report->factorizations++;
  newton->factored = status == TRM_OK;
  int unknown = status == TRM_OK ? -1 : trm_lu_singular_unknown(newton->lu);
  if (unknown >= 0) report->worst = unknown;
  return status;
}

static trm_Status factor(trm_Newton *newton) {
  return newton->in_parts ? trm_lu_factor_parts(newton->lu, newton->parts, newton->values)
                          : trm_lu_factor(newton->lu, newton->values);
}

/* one linear solve with the tangent, or with the factors there are; the residual becomes the correction. In a series of
   steps the next residual is the check of the solve. */
static trm_Status linear_step(trm_Newton *newton, const trm_Problem *problem, const trm_NewtonProgress *progress,
                              bool chord, trm_NewtonReport *report) {
  trm_Lu *lu = newton->lu;
  bool seen = newton->options.tangent_work > 0 && !progress->doubted;
  if (!chord) note_place(newton, problem);
  bool turns = chord && newton->placed && problem->turn;
  trm_lu_help(lu, problem->team);
  for (int i = 0; i < problem->n; i++) newton->residual[i] = -newton->residual[i];
  if (!chord && newton->in_parts && seen)
    return count_factors(newton, report, trm_lu_solve_parts(lu, newton->parts, newton->values, newton->residual));
  trm_Status status = TRM_OK;
  if (!chord) status = count_factors(newton, report, factor(newton));
  if (status != TRM_OK) return status;
  if (turns) problem->turn(problem->self, newton->place, newton->residual, true);
  status = (seen ? trm_lu_solve_unchecked : trm_lu_solve)(lu, newton->residual);
  if (turns) problem->turn(problem->self, newton->place, newton->residual, false);
  return status;
}

static trm_Status border_room(trm_Newton *newton, int n, int count) {
  if (count <= newton->border_room) return TRM_OK;
  trm_release(newton->columns);
  trm_release(newton->rows);
  newton->columns = TRM_NEW(double, (size_t)n *(size_t)count);
  newton->rows = TRM_NEW(double, (size_t)n *(size_t)count);
  newton->border_room = newton->columns && newton->rows ? count : 0;
  return newton->border_room ? TRM_OK : TRM_NO_MEMORY;
}

static double product(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* With z = K^-1 (-R) in newton->residual and Y = K^-1 columns:  (corner - rows Y) t = -r - rows z,  z <- z - Y t. */
static trm_Status bordered_step(trm_Newton *newton, const trm_Problem *problem) {
  const trm_Border *border = problem->border;
  int n = problem->n, count = border->count;
  double corner[TRM_BORDER * TRM_BORDER], right[TRM_BORDER], matrix[TRM_BORDER * TRM_BORDER];
  if (border_room(newton, n, count) != TRM_OK) return TRM_NO_MEMORY;
  border->evaluate(problem->self, newton->columns, newton->rows, corner, right);
  for (int c = 0; c < count; c++) {
    trm_Status status = trm_lu_solve(newton->lu, newton->columns + (size_t)n * (size_t)c);
    if (status != TRM_OK) return status;
  }
  for (int r = 0; r < count; r++) {
    const double *row = newton->rows + (size_t)n * (size_t)r;
    right[r] = -right[r] - product(row, newton->residual, n);
    for (int c = 0; c < count; c++)
      matrix[count * c + r] = corner[count * r + c] - product(row, newton->columns + (size_t)n * (size_t)c, n);
  }
  trm_Status status = trm_dense_solve(matrix, count, right, 1);
  if (status != TRM_OK) return status;
  for (int c = 0; c < count; c++)
    for (int i = 0; i < n; i++) newton->residual[i] -= right[c] * newton->columns[(size_t)n * (size_t)c + (size_t)i];
  border->correct(problem->self, right);
  return TRM_OK;
}

/* Quadratic convergence: from here on the next residual is so small (1e-6 and less; in a series of steps, where it is
   worth a try, from the second on) that most often its tangent is not needed. */
static const double near = 1e-3, near_in_series = 0.1;
/* So small a correction changes the tangent as little: the factors there are take out all but this part of it. */
static const double small = 1e-7;
/* With factors that are kept the residual falls at least by this in each iteration, or there are new ones. In a series
   of steps it may fall more slowly, and new ones wait until they save this many corrections beyond their own work:
   rates scatter (figures in docs/speed.md). */
static const double fast = 0.1, slowest = 0.5, patience = 4;
/* What a correction with old factors does not reduce and is smaller than this is round-off. */
static const double round_off = 1e-10;
/* Fresh factors that leave more than this may have been solved with badly. */
static const double doubtful = 1e-2;
/* Of the round-off of a residual: what a remainder may be that nobody sees, and how far residuals scatter about it. */
static const double unseen = 2e-3, scatter = 3;
/* Round-off is found out anew after so many steps; an iteration that is so long has tangents of its own. */
enum { FLOOR_SERVES = 64, LATE = 10 };
/* A larger residual, of the largest force, may be that of a step in which much happens: old factors lead nowhere there.
   Where factors of their own leave so little of it, much does not happen: forces are small, as in free vibrations. Old
   ones that leave more than this are not used there again. */
static const double tame = 0.1, tamed_by_own = 0.01, tamed_by_old = 0.1;
/* Factors are kept from step to step where they cost at least this many residuals and solves. */
static const double worth_keeping = 3;

bool trm_newton_keeps(double tangent_work) { return tangent_work >= worth_keeping; }

static bool in_series(const trm_Newton *newton, const trm_Problem *problem) {
  const trm_NewtonOptions *options = &newton->options;
  return options->tangent_work > 0 && !options->backtrack && !(problem->border && problem->border->count > 0);
}

static double yardstick_of(const trm_Problem *problem) {
  return problem->yardstick ? problem->yardstick(problem->self) : 1;
}

/* the least that residuals come to, as far as it is known */
static double floor_of(const trm_Newton *newton, const trm_Problem *problem) {
  double yardstick = yardstick_of(problem);
  return yardstick > 0 && in_series(newton, problem) ? newton->memory.floor / yardstick : 0;
}

static void learn_floor(trm_Newton *newton, const trm_Problem *problem, double measure) {
  newton->memory.floor = measure * yardstick_of(problem), newton->memory.floor_age = 0;
}

/* A remainder of the start, or of quadratic convergence, is alike in each step and adds up; round-off does not. */
static double negligible(const trm_Newton *newton) { return 0.01 * newton->options.tolerance; }

/* the last tangent as a matrix */
static const double *values_of(trm_Newton *newton) {
  if (newton->in_parts) trm_parts_sum(newton->pattern, newton->parts, newton->values);
  newton->in_parts = false;
  return newton->values;
}

/* Does the residual no longer fall, and is it so small that it may be round-off? Where forces are next to nothing,
   as in a mechanism that is locked or at rest, they are no yardstick for that: the round-off of the positions is. */
static bool only_noise(trm_Newton *newton, const trm_Problem *problem, const trm_NewtonProgress *progress,
                       double measure) {
  bool series = in_series(newton, problem);
  if (progress->iteration == 0 || !(measure > (progress->chord && series ? 0.5 : 0.25) * progress->last)) return false;
  double acceptable = newton->options.acceptable, known = scatter * floor_of(newton, problem);
  if (measure <= (progress->chord ? fmin(round_off, acceptable) : acceptable)) {
    if (series) learn_floor(newton, problem, measure);
    return true;
  }
  if (progress->chord && measure <= fmin(known, acceptable)) return true;
  return !progress->chord && problem->noise &&
         measure <= problem->noise(problem->self, values_of(newton), newton->residual);
}

/* Is the residual no larger than its known round-off, and what the last correction left less by far? */
static bool at_floor(trm_Newton *newton, const trm_Problem *problem, const trm_NewtonProgress *progress,
                     double measure) {
  double floor = floor_of(newton, problem);
  if (!(floor > 0 && measure <= scatter * floor && progress->ahead <= 2 * unseen * floor)) return false;
  if (4 * measure < floor) newton->memory.floor *= 4 * measure / floor;
  return true;
}

static bool knows_curvature(const trm_Newton *newton, const trm_Problem *problem) {
  return problem->unit && in_series(newton, problem) && newton->options.tangent_work < worth_keeping;
}

/* Where factors serve several steps, what they leave below the round-off of the residual is smooth, as the motion is:
   round-off does no work on it, what is left does, and the energy shows it (figures in docs/speed.md). */
static bool watches_work(const trm_Newton *newton, const trm_Problem *problem) {
  return problem->work && in_series(newton, problem) && newton->options.tangent_work >= worth_keeping;
}

/* Of the largest energy: what the residual of a step may do to it; and how much of that, seen or not, one correction
   may be trusted to leave at least. */
static const double quiet = 1e-15, work_left = 1e-1;

static double quiet_work(const trm_Newton *newton, const trm_NewtonProgress *progress) {
  return fmax(quiet * progress->energy, scatter * newton->memory.work_floor);
}

enum { EXTRA = 3 };

/* Does a residual that is round-off do no work on the step? What no longer falls is round-off of the work. */
static bool is_quiet(trm_Newton *newton, const trm_Problem *problem, trm_NewtonProgress *progress) {
  if (!watches_work(newton, problem) || fabs(progress->work) <= quiet_work(newton, progress)) return true;
  if (progress->extra++ < EXTRA) return false;
  if (fabs(progress->work) > 0.5 * fabs(progress->last_work)) newton->memory.work_floor = fabs(progress->work);
  return true;
}

/* Round-off scatters by less than this. Where it is more the solution lies at a kink, and is what it was. */
static const double much_larger = 10;

static trm_NewtonVerdict judge(trm_Newton *newton, const trm_Problem *problem, trm_NewtonProgress *progress,
                               double measure) {
  const trm_NewtonOptions *options = &newton->options;
  if (!isfinite(measure)) return TRM_NEWTON_IS_DIVERGED;
  if (progress->extra > 0 && measure > much_larger * progress->last) return TRM_NEWTON_BACK;
  /* a remainder that is known is a tenth of negligible, or there is one correction more: it is alike in each step */
  double rest = negligible(newton) * (knows_curvature(newton, problem) ? 0.1 : 1);
  bool only_round_off = progress->ahead <= rest;
  if (measure <= (only_round_off ? options->tolerance : rest) || at_floor(newton, problem, progress, measure) ||
      only_noise(newton, problem, progress, measure))
    return is_quiet(newton, problem, progress) ? TRM_NEWTON_IS_CONVERGED : TRM_NEWTON_GO_ON;
  if (progress->iteration > 4 && measure > 1e4 * progress->best) return TRM_NEWTON_IS_DIVERGED;
  return TRM_NEWTON_GO_ON;
}

/* Where tangents are cheap the last residual is looked at though it is round-off: what Newton's method left in it is
   known by the square of the correction, times this factor for what was not seen yet. */
static const double unforeseen = 10;

static double largest_unknown(const trm_Problem *problem, const double *change) {
  double largest = 0;
  for (int i = 0; i < problem->n; i++) {
    double size = fabs(change[i]) * problem->unit[i];
    largest = size > largest ? size : largest;
  }
  return largest;
}

/* what is far above round-off is what the correction left */
static void note_curvature(trm_Newton *newton, const trm_Problem *problem, const trm_NewtonProgress *progress,
                           double measure) {
  if (progress->iteration == 0 || progress->chord || !(progress->moved > 0 && measure > round_off)) return;
  double seen = measure * yardstick_of(problem) / (progress->moved * progress->moved);
  if (seen > newton->memory.curvature) newton->memory.curvature = seen;
}

/* Up to which residual old factors are used. */
static double tame_up_to(const trm_Newton *newton) { return fmax(tame, newton->memory.tamed); }

static void learn_tame(trm_Newton *newton, const trm_NewtonProgress *progress, double seen) {
  if (newton->options.tangent_work < worth_keeping || progress->iteration != 1 || !(progress->last > tame)) return;
  if (!(seen <= (progress->chord ? tamed_by_old : tamed_by_own)))
    newton->memory.tamed = 0;
  else if (!progress->chord)
    newton->memory.tamed = 2 * progress->last;
}

/* What the factors there are do to the residual: seen between two looks; twice as much where they are those of the
   first one, whose correction is the best that they have. */
static void note_rate(trm_Newton *newton, trm_NewtonProgress *progress, double measure) {
  if (progress->iteration == 0) return;
  if (progress->extra > 0) return; /* round-off over round-off */
  double seen = measure / progress->last;
  progress->doubted = !progress->chord && seen > doubtful;
  learn_tame(newton, progress, seen);
  double begun = newton->memory.tamed > 0 ? fmin(tame, progress->last) : progress->last;
  progress->rate = progress->chord ? seen : fmax(2 * seen, begun);
  if (progress->used == 1) newton->memory.rate = progress->rate;
}

/* Do corrections with the factors there are cost less than new factors? *last: one of them is enough. */
static bool serves(const trm_Newton *newton, const trm_Problem *problem, const trm_NewtonProgress *progress,
                   double measure, bool *last) {
  double goal = fmax(negligible(newton), unseen * floor_of(newton, problem));
  *last = measure <= small && measure * progress->rate <= goal;
  if (watches_work(newton, problem))
    *last = *last && fabs(progress->work) * fmax(progress->rate, work_left) <= quiet_work(newton, progress);
  if (*last || progress->extra > 0) return true;
  /* where new factors are cheap one correction with old ones is the last: what stands still then has a tangent */
  if (newton->options.tangent_work < worth_keeping) return measure <= small && !progress->chord;
  if (!(progress->rate <= slowest && measure <= tame_up_to(newton)) || progress->iteration > LATE) return false;
  goal = fmax(goal, floor_of(newton, problem));
  double needed = measure > goal ? log(goal / measure) / log(progress->rate) : 1;
  return needed <= patience + newton->options.tangent_work;
}

/* The clock is a call of the system, as dear as a small step: it is read where somebody wants to know. */
static double clock_of(trm_NewtonReport *report) {
  report->readings += report->timed ? 1 : 0;
  return report->timed ? trm_cpu_seconds() : 0;
}

/* Is the tangent to be evaluated along with the residual? */
bool trm_newton_wants_tangent(const trm_Newton *newton, const trm_Problem *problem,
                              const trm_NewtonProgress *progress) {
  if (progress->iteration == 0) return !progress->kept;
  if (newton->options.keep && progress->kept) return false;
  if (in_series(newton, problem)) {
    double close = newton->options.tangent_work < worth_keeping ? near : fmax(near_in_series, newton->memory.tamed);
    return !progress->chord && !(progress->last <= close);
  }
  return !(progress->last <= near) || progress->chord;
}

static bool leads_away(const trm_Newton *newton, const trm_NewtonProgress *progress, double measure) {
  return progress->kept && !newton->options.keep && progress->iteration == 1 && !(measure < progress->last);
}

/* Newton's method may go astray for some iterations and come back; so many later it does not, and what has not fallen
   to half for so long does not fall. */
enum { ASTRAY = 4, STANDS = 12 };
/* Of the largest force: a smaller residual is near a solution, and goes on. */
static const double far_off = 1e-3;

bool trm_newton_asks(const trm_NewtonProgress *progress, double measure) {
  return measure > far_off && progress->iteration >= ASTRAY;
}

static bool is_hopeless(const trm_Problem *problem, trm_NewtonProgress *progress, double measure) {
  if (!problem->lost) return false;
  progress->stands++;
  if (progress->iteration == 0 || measure < 0.5 * progress->level) progress->stands = 0, progress->level = measure;
  if (!trm_newton_asks(progress, measure)) return false;
  return progress->stands >= STANDS || problem->lost(problem->self);
}

trm_NewtonVerdict trm_newton_judge(trm_Newton *newton, const trm_Problem *problem, trm_NewtonProgress *progress,
                                   const trm_NewtonLook *look, bool *chord) {
  bool last = false, tangent = look->tangent;
  double measure = look->measure;
  progress->last_work = progress->work;
  if (watches_work(newton, problem)) progress->work = look->work, progress->energy = look->energy;
  note_rate(newton, progress, measure);
  note_curvature(newton, problem, progress, measure);
  trm_NewtonVerdict verdict = judge(newton, problem, progress, measure);
  if (in_series(newton, problem))
    *chord = !tangent && serves(newton, problem, progress, measure, &last);
  else
    *chord = !tangent && (progress->kept ? measure <= fast * progress->last : measure <= small);
  if (verdict != TRM_NEWTON_IS_CONVERGED && verdict != TRM_NEWTON_BACK && leads_away(newton, progress, measure))
    verdict = TRM_NEWTON_AWAY;
  bool still_falls = verdict == TRM_NEWTON_GO_ON && !(last && *chord);
  if (is_hopeless(problem, progress, measure) && still_falls) return TRM_NEWTON_IS_DIVERGED;
  return verdict == TRM_NEWTON_GO_ON && last && *chord ? TRM_NEWTON_LAST : verdict;
}

static void evaluate_tangent(trm_Newton *newton, const trm_Problem *problem) {
  newton->in_parts = newton->parts && problem->evaluate_parts;
  if (newton->in_parts)
    problem->evaluate_parts(problem->self, newton->residual, newton->parts);
  else
    problem->evaluate(problem->self, newton->residual, newton->values);
}

/* Residual (and tangent unless it is hardly needed), measured; the verdict on it. *chord: go on with the factors
   there are. */
static trm_NewtonVerdict look(trm_Newton *newton, const trm_Problem *problem, trm_NewtonProgress *progress, bool *chord,
                              trm_NewtonReport *report) {
  double start = clock_of(report);
  trm_NewtonLook seen = {.tangent = trm_newton_wants_tangent(newton, problem, progress)};
  if (seen.tangent)
    evaluate_tangent(newton, problem);
  else
    problem->evaluate(problem->self, newton->residual, NULL);
  seen.measure = report->measure = problem->measure(problem->self, newton->residual, &report->worst);
  if (watches_work(newton, problem)) seen.work = problem->work(problem->self, newton->residual, &seen.energy);
  trm_NewtonVerdict verdict = trm_newton_judge(newton, problem, progress, &seen, chord);
  if (verdict == TRM_NEWTON_GO_ON && !seen.tangent && !*chord) evaluate_tangent(newton, problem);
  report->seconds_assembly += clock_of(report) - start;
  return verdict;
}

enum { BACKTRACKS = 8 };

/* Takes the correction in newton->residual, or the largest of its halves that makes the residual smaller (if none
   does, the smallest: the next direction is another). Corrections are undone by their negative; a border's unknowns
   are not gone back on. */
static void correct(trm_Newton *newton, const trm_Problem *problem, double last) {
  int worst = -1;
  for (int i = 0; i < problem->n; i++) newton->taken[i] = newton->residual[i];
  if (!newton->options.backtrack) {
    problem->correct(problem->self, newton->residual);
    return;
  }
  problem->correct(problem->self, newton->taken);
  for (int halving = 0; halving < BACKTRACKS; halving++) {
    problem->evaluate(problem->self, newton->residual, NULL);
    if (problem->measure(problem->self, newton->residual, &worst) < last) return;
    for (int i = 0; i < problem->n; i++) newton->taken[i] *= -0.5;
    problem->correct(problem->self, newton->taken);
    for (int i = 0; i < problem->n; i++) newton->taken[i] = -newton->taken[i];
  }
}

/* ---- factors that serve several steps ---- */

/* The longer factors are kept the more corrections a step takes, and the fewer of its costs are theirs: new ones are
   due when a step costs more than all since they were made did on average. */
static bool pays(const trm_NewtonMemory *memory) {
  return memory->steps == 0 || (double)memory->last * (double)memory->steps <= memory->work;
}

/* Of a step: sizes that differ by less have the same factors, as far as their rate tells; those of one plan differ by
   round-off. */
static const double same_size = 1e-3;

static bool same_step(const trm_NewtonMemory *memory, const trm_Problem *problem) {
  return problem->step != 0 && fabs(memory->step - problem->step) <= same_size * fabs(problem->step);
}

trm_NewtonProgress trm_newton_begin(trm_Newton *newton, const trm_Problem *problem) {
  trm_NewtonMemory *memory = &newton->memory;
  trm_NewtonProgress progress = {.last = INFINITY, .best = INFINITY, .rate = INFINITY, .ahead = INFINITY};
  if (!in_series(newton, problem)) {
    memory->kept = false;
    progress.kept = newton->options.keep && newton->factored;
    return progress;
  }
  bool same = memory->kept && newton->factored && same_step(memory, problem);
  progress.kept = newton->factored && (newton->options.keep || (same && pays(memory)));
  if (progress.kept) progress.rate = newton->options.keep ? fast : memory->rate;
  if (++memory->floor_age > FLOOR_SERVES) memory->floor = memory->work_floor = 0;
  return progress;
}

void trm_newton_count(trm_Newton *newton, const trm_Problem *problem, trm_NewtonProgress *progress, bool chord,
                      const trm_NewtonCorrection *correction) {
  double measure = correction->measure;
  trm_NewtonMemory *memory = &newton->memory;
  if (!chord) {
    *memory = (trm_NewtonMemory){.kept = newton->options.tangent_work >= worth_keeping,
                                 .step = problem->step,
                                 .rate = INFINITY,
                                 .work = newton->options.tangent_work,
                                 .floor = memory->floor,
                                 .floor_age = memory->floor_age,
                                 .work_floor = memory->work_floor,
                                 .tamed = memory->tamed,
                                 .curvature = memory->curvature};
    progress->kept = false, progress->used = 0;
  }
  memory->work++, progress->used++;
  bool linear = chord && newton->options.tangent_work >= worth_keeping;
  progress->ahead = linear ? progress->rate * measure : measure * measure;
  progress->moved = !chord && knows_curvature(newton, problem) ? correction->largest : 0;
  if (progress->moved > 0 && memory->curvature > 0)
    progress->ahead = fmin(progress->ahead,
                           unforeseen * memory->curvature / yardstick_of(problem) * progress->moved * progress->moved);
  progress->last = measure, progress->chord = chord;
  progress->best = fmin(progress->best, measure);
}

static void take_back(trm_Newton *newton, const trm_Problem *problem) {
  for (int i = 0; i < problem->n; i++) newton->taken[i] = -newton->taken[i];
  problem->correct(problem->self, newton->taken);
}

/* Factors of an earlier step have led away, the last correction was taken back: it begins there anew. */
static void begin_anew(trm_Newton *newton, trm_NewtonProgress *progress) {
  newton->memory.kept = progress->kept = progress->chord = false, newton->memory.tamed = 0;
  progress->last = progress->best = progress->ahead = progress->rate = INFINITY;
  progress->iteration = -1;
}

/* What follows from a verdict. True: the iteration is at its end, with this status. */
static bool follow(trm_Newton *newton, const trm_Problem *problem, trm_NewtonProgress *progress, trm_NewtonSeen seen,
                   trm_NewtonReport *report, trm_Status *status) {
  *status = TRM_OK;
  if (seen.verdict == TRM_NEWTON_IS_CONVERGED) return true;
  if (seen.verdict == TRM_NEWTON_BACK) {
    take_back(newton, problem);
    report->measure = progress->last;
    return true;
  }
  if (seen.verdict == TRM_NEWTON_AWAY) {
    take_back(newton, problem);
    begin_anew(newton, progress);
    progress->iteration++;
    return false;
  }
  if (seen.verdict == TRM_NEWTON_IS_DIVERGED)
    return *status = isfinite(report->measure) ? TRM_NEWTON_DIVERGED : TRM_NOT_FINITE, true;
  if (progress->iteration == newton->options.iterations) return *status = TRM_NEWTON_SLOW, true;
  double assembled = clock_of(report);
  *status = linear_step(newton, problem, progress, seen.chord, report);
  if (*status == TRM_OK && problem->border && problem->border->count > 0) *status = bordered_step(newton, problem);
  report->seconds_linear += clock_of(report) - assembled;
  report->iterations++;
  if (*status != TRM_OK) return true;
  double largest = !seen.chord && knows_curvature(newton, problem) ? largest_unknown(problem, newton->residual) : 0;
  trm_newton_count(newton, problem, progress, seen.chord, &(trm_NewtonCorrection){report->measure, largest});
  correct(newton, problem, report->measure);
  progress->iteration++;
  return seen.verdict == TRM_NEWTON_LAST;
}

static trm_Status solve(trm_Newton *newton, const trm_Problem *problem, trm_NewtonProgress *progress,
                        trm_NewtonReport *report) {
  trm_Status status;
  trm_NewtonSeen seen;
  do {
    seen.verdict = look(newton, problem, progress, &seen.chord, report);
  } while (!follow(newton, problem, progress, seen, report, &status));
  return status;
}

void trm_newton_evaluate(trm_Newton *newton, const trm_Problem *problem) { evaluate_tangent(newton, problem); }

trm_Status trm_newton_factor(trm_Newton *newton, const trm_Problem *problem) {
  note_place(newton, problem);
  trm_lu_help(newton->lu, problem->team);
  trm_Status status = factor(newton);
  newton->factored = status == TRM_OK;
  return status;
}

trm_Status trm_newton_go_on(trm_Newton *newton, const trm_Problem *problem, trm_NewtonProgress *progress,
                            trm_NewtonSeen seen, trm_NewtonReport *report) {
  trm_Status status;
  return follow(newton, problem, progress, seen, report, &status) ? status : solve(newton, problem, progress, report);
}

void trm_newton_end(trm_Newton *newton, int iterations, trm_Status status) {
  newton->memory.last = iterations;
  newton->memory.steps++;
  if (status != TRM_OK) newton->memory.kept = false, newton->memory.tamed = 0;
}

trm_Status trm_newton_solve(trm_Newton *newton, const trm_Problem *problem, trm_NewtonReport *report) {
  assert(problem->evaluate && problem->measure && problem->correct && report);
  int before = report->iterations;
  trm_NewtonProgress progress = trm_newton_begin(newton, problem);
  trm_Status status = solve(newton, problem, &progress, report);
  trm_newton_end(newton, report->iterations - before, status);
  return status;
}

trm_Status trm_newton_renew(trm_Newton *newton) {
  newton->memory = (trm_NewtonMemory){0};
  newton->factored = newton->placed = false;
  return trm_lu_renew(newton->lu);
}

void trm_newton_bytes(trm_Newton *newton, trm_Bytes *bytes) {
  trm_NewtonMemory *memory = &newton->memory;
  trm_lu_memory(newton->lu, bytes);
  memory->kept = memory->kept && newton->factored;
  if (memory->kept) values_of(newton);
  trm_bytes_bool(bytes, &memory->kept);
  trm_bytes_double(bytes, &memory->step);
  trm_bytes_double(bytes, &memory->rate);
  trm_bytes_double(bytes, &memory->work);
  trm_bytes_int64(bytes, &memory->steps, 0, INT64_MAX);
  trm_bytes_int64(bytes, &memory->last, 0, INT64_MAX);
  trm_bytes_double(bytes, &memory->floor);
  trm_bytes_int64(bytes, &memory->floor_age, 0, INT64_MAX);
  trm_bytes_double(bytes, &memory->curvature);
  trm_bytes_double(bytes, &memory->work_floor);
  trm_bytes_double(bytes, &memory->tamed);
  trm_bytes_bool(bytes, &newton->placed);
  if (newton->placed && !newton->place) trm_bytes_refuse(bytes, "factors of beams without beams");
  if (newton->placed && newton->place) trm_bytes_doubles(bytes, newton->place, (size_t)newton->place_size);
  if (memory->kept) trm_lu_factors(newton->lu, newton->values, bytes);
  if (bytes->reading) newton->factored = memory->kept && trm_bytes_good(bytes);
}
