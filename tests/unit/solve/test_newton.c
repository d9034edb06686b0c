/* Newton's method on small problems with known behaviour: quadratic convergence, slow, divergent, singular, not finite,
   a residual that stays at round-off; and series of problems whose factors are kept, turned, written and read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <cmocka.h>
#include "solve/newton.h"

/* Two unknowns x, y; the equations are chosen by the test. */
typedef struct Plane {
  double at[2];
  void (*equations)(const double *at, double *residual, double *tangent); /* tangent row-major */
  double history[60];
  int evaluations;
} Plane;

/* x^2 + y^2 = 4, x y = 1 */
static void circle(const double *at, double *residual, double *tangent) {
  residual[0] = at[0] * at[0] + at[1] * at[1] - 4, residual[1] = at[0] * at[1] - 1;
  tangent[0] = 2 * at[0], tangent[1] = 2 * at[1], tangent[2] = at[1], tangent[3] = at[0];
}

/* a double root: convergence is linear */
static void double_root(const double *at, double *residual, double *tangent) {
  residual[0] = at[0] * at[0], residual[1] = at[1];
  tangent[0] = 2 * at[0], tangent[1] = tangent[2] = 0, tangent[3] = 1;
}

/* atan diverges from beyond 1.39 */
static void runaway(const double *at, double *residual, double *tangent) {
  residual[0] = atan(at[0]), residual[1] = at[1];
  tangent[0] = 1 / (1 + at[0] * at[0]), tangent[1] = tangent[2] = 0, tangent[3] = 1;
}

static void singular(const double *at, double *residual, double *tangent) {
  residual[0] = at[0] + at[1] - 1, residual[1] = at[0] + at[1] - 2;
  tangent[0] = tangent[1] = tangent[2] = tangent[3] = 1;
}

static void not_finite(const double *at, double *residual, double *tangent) {
  residual[0] = sqrt(at[0]), residual[1] = at[1]; /* the first step leads to x < 0 */
  tangent[0] = 0.5 / sqrt(at[0]), tangent[1] = tangent[2] = 0, tangent[3] = 1;
}

/* a residual that cannot fall below 1e-10, as round-off of a large force does */
static void noisy(const double *at, double *residual, double *tangent) {
  residual[0] = at[0] - 1, residual[1] = at[1];
  if (fabs(residual[0]) < 1e-10) residual[0] = 1e-10;
  tangent[0] = tangent[3] = 1, tangent[1] = tangent[2] = 0;
}

static void evaluate(void *self, double *residual, double *values) {
  Plane *plane = self;
  double tangent[4];
  plane->equations(plane->at, residual, tangent);
  if (values) /* column by column */
    values[0] = tangent[0], values[1] = tangent[2], values[2] = tangent[1], values[3] = tangent[3];
  if (plane->evaluations < 60) plane->history[plane->evaluations] = fmax(fabs(residual[0]), fabs(residual[1]));
  plane->evaluations++;
}

static double measure(void *self, const double *residual, int *worst) {
  (void)self;
  *worst = fabs(residual[1]) > fabs(residual[0]);
  double most = fmax(fabs(residual[0]), fabs(residual[1]));
  return isnan(residual[0]) || isnan(residual[1]) ? NAN : most;
}

static void correct(void *self, const double *change) {
  Plane *plane = self;
  for (int i = 0; i < 2; i++) plane->at[i] += change[i];
}

static trm_Status solve(Plane *plane, trm_NewtonReport *report) {
  trm_PatternBuilder *builder = trm_pattern_builder_new(2);
  assert_non_null(builder);
  assert_int_equal(trm_pattern_builder_add(builder, (int[]){0, 1}, 2), TRM_OK);
  trm_Pattern *pattern = trm_pattern_builder_finish(builder);
  trm_BlockTree *tree = trm_block_tree_new(pattern, (int[]){0, 2}, (bool[]){false}, 1);
  trm_Newton *newton;
  assert_int_equal(trm_newton_new(&newton, pattern, tree), TRM_OK);
  trm_Problem problem = {.self = plane, .n = 2, .evaluate = evaluate, .measure = measure, .correct = correct};
  *report = (trm_NewtonReport){.worst = -1};
  trm_Status status = trm_newton_solve(newton, &problem, report);
  trm_newton_free(newton);
  trm_block_tree_free(tree);
  trm_pattern_free(pattern);
  return status;
}

static void converges_quadratically(void **state) {
  (void)state;
  Plane plane = {{2, 1}, circle, {0}, 0};
  trm_NewtonReport report;
  assert_int_equal(solve(&plane, &report), TRM_OK);
  assert_true(fabs(plane.at[0] * plane.at[1] - 1) < 1e-12 &&
              fabs(plane.at[0] * plane.at[0] + plane.at[1] * plane.at[1] - 4) < 1e-12);
  printf("residuals:");
  for (int i = 0; i < plane.evaluations; i++) printf(" %.1e", plane.history[i]);
  printf("\n");
  assert_in_range(report.iterations, 3, 6);
  assert_in_range(report.factorizations, report.iterations - 1, report.iterations); /* the last with old factors */
  assert_int_equal(plane.evaluations, report.iterations + 1);
  assert_true(report.measure <= trm_newton_default().tolerance);
}

static void slow_is_said(void **state) {
  (void)state;
  Plane plane = {{1e8, 0}, double_root, {0}, 0};
  trm_NewtonReport report;
  assert_int_equal(solve(&plane, &report), TRM_NEWTON_SLOW);
  assert_int_equal(report.iterations, trm_newton_default().iterations);
}

static void divergence_is_said(void **state) {
  (void)state;
  Plane plane = {{3, 0}, runaway, {0}, 0};
  trm_NewtonReport report;
  trm_Status status = solve(&plane, &report);
  assert_true(status > 0 && status != TRM_FINISHED); /* a smaller step may help */
}

static void singular_matrix_is_said(void **state) {
  (void)state;
  Plane plane = {{0, 0}, singular, {0}, 0};
  trm_NewtonReport report;
  assert_int_equal(solve(&plane, &report), TRM_SINGULAR);
  assert_in_range(report.worst, 0, 1);
}

static void not_a_number_is_said(void **state) {
  (void)state;
  Plane plane = {{1, 0}, not_finite, {0}, 0};
  trm_NewtonReport report;
  assert_int_equal(solve(&plane, &report), TRM_NOT_FINITE);
}

static void round_off_is_accepted_and_no_more(void **state) {
  (void)state;
  Plane plane = {{5, 1}, noisy, {0}, 0};
  trm_NewtonReport report;
  assert_int_equal(solve(&plane, &report), TRM_OK);
  assert_true(report.measure > trm_newton_default().tolerance && report.measure <= trm_newton_default().acceptable);
}

/* ---- series of steps ---- */

/* x + x^3/10 + y/2 = a, y - x/3 + y^3/10 = b with a, b that move on; beyond x = edge the first spring is far stiffer,
   and the residual has a round-off of its own. */
typedef struct Series {
  double at[2], a, b, edge, noise;
  int tangents, looks;
} Series;

static void evaluate_series(void *self, double *residual, double *values) {
  Series *s = self;
  double x = s->at[0], y = s->at[1], stiff = x > s->edge ? 50 : 0;
  residual[0] = x + 0.1 * x * x * x + 0.5 * y + stiff * (x - s->edge) - s->a + (s->looks++ % 2 ? s->noise : -s->noise);
  residual[1] = y - x / 3 + 0.1 * y * y * y - s->b;
  if (!values) return;
  s->tangents++;
  values[0] = 1 + 0.3 * x * x + stiff, values[1] = -1.0 / 3, values[2] = 0.5, values[3] = 1 + 0.3 * y * y;
}

static void correct_series(void *self, const double *change) {
  Series *s = self;
  for (int i = 0; i < 2; i++) s->at[i] += change[i];
}

enum { STEPS = 200, SAVED_AT = 77 };

typedef struct Bench {
  trm_Pattern *pattern;
  trm_BlockTree *tree;
  trm_Newton *newton;
} Bench;

static Bench bench_of(double tangent_work) {
  Bench bench;
  trm_PatternBuilder *builder = trm_pattern_builder_new(2);
  assert_int_equal(trm_pattern_builder_add(builder, (int[]){0, 1}, 2), TRM_OK);
  bench.pattern = trm_pattern_builder_finish(builder);
  bench.tree = trm_block_tree_new(bench.pattern, (int[]){0, 2}, (bool[]){false}, 1);
  assert_int_equal(trm_newton_new(&bench.newton, bench.pattern, bench.tree), TRM_OK);
  bench.newton->options.tangent_work = tangent_work;
  return bench;
}

static void close_bench(Bench *bench) {
  trm_newton_free(bench->newton);
  trm_block_tree_free(bench->tree);
  trm_pattern_free(bench->pattern);
}

static trm_Problem step_of(Series *series, int k, double size) {
  series->a = 1 + sin(0.004 * k), series->b = cos(0.006 * k);
  return (trm_Problem){
      .self = series, .n = 2, .evaluate = evaluate_series, .measure = measure, .correct = correct_series, .step = size};
}

/* what is left of the equations, without the noise */
static double left(Series *series) {
  double residual[2], noise = series->noise;
  int worst;
  series->noise = 0;
  evaluate_series(series, residual, NULL);
  series->noise = noise;
  return measure(NULL, residual, &worst);
}

/* goes through all steps; the largest remainder */
static double go_through(Bench *bench, Series *series, int *factorizations) {
  double most = 0;
  trm_NewtonReport report = {.worst = -1};
  for (int k = 0; k < STEPS; k++) {
    trm_Problem problem = step_of(series, k, 0.01);
    assert_int_equal(trm_newton_solve(bench->newton, &problem, &report), TRM_OK);
    most = fmax(most, left(series));
  }
  *factorizations = report.factorizations;
  printf("tangent work %g, edge %g, noise %g: %d iterations, %d factorizations, %d tangents, left %.1e\n",
         bench->newton->options.tangent_work, series->edge, series->noise, report.iterations, report.factorizations,
         series->tangents, most);
  return most;
}

static void factors_are_kept_where_it_pays(void **state) {
  (void)state;
  struct {
    double work, edge, noise, most_left;
    int least, most;
  } cases[] = {
      {1.5, 9, 0, 3e-14, STEPS, 3 * STEPS}, /* tangents that cost next to nothing are made anew */
      {6, 9, 0, 3e-14, 1, STEPS / 3},       /* dear ones are kept */
      {6, 0.7, 0, 3e-14, 1, STEPS / 2},     /* also where the stiffness jumps now and then */
      {6, 9, 1e-11, 3e-11, 1, STEPS / 3},   /* and where round-off ends the iteration */
  };
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    Bench bench = bench_of(cases[c].work);
    Series series = {.edge = cases[c].edge, .noise = cases[c].noise};
    int factorizations;
    assert_true(go_through(&bench, &series, &factorizations) <= cases[c].most_left);
    assert_in_range(factorizations, cases[c].least, cases[c].most);
    assert_int_equal(factorizations, series.tangents);
    close_bench(&bench);
  }
}

static void factors_are_not_those_of_another_step_size(void **state) {
  (void)state;
  Bench bench = bench_of(6);
  Series series = {.edge = 9};
  trm_NewtonReport report = {.worst = -1};
  for (int k = 0; k < STEPS; k++) {
    trm_Problem problem = step_of(&series, k, k % 2 ? 0.01 : 0.02);
    assert_int_equal(trm_newton_solve(bench.newton, &problem, &report), TRM_OK);
  }
  assert_true(report.factorizations >= STEPS);
  close_bench(&bench);
}

/* A series that is written in the middle and read by another solver goes on with the same bits. */
static void a_series_goes_on_with_the_same_bits(void **state) {
  (void)state;
  Bench bench[2] = {bench_of(6), bench_of(6)};
  Series series[2] = {{.edge = 0.7, .noise = 1e-11}};
  trm_NewtonReport report[2] = {{.worst = -1}, {.worst = -1}};
  for (int k = 0; k < STEPS; k++) {
    if (k == SAVED_AT) {
      trm_Bytes writer = {0};
      trm_newton_bytes(bench[0].newton, &writer);
      trm_Bytes reader = trm_bytes_reader(writer.data, writer.size);
      trm_newton_bytes(bench[1].newton, &reader);
      assert_true(trm_bytes_good(&reader) && bench[0].newton->memory.kept);
      trm_bytes_free(&writer);
      series[1] = series[0], report[1] = report[0];
    }
    for (int i = 0; i < (k < SAVED_AT ? 1 : 2); i++) {
      trm_Problem problem = step_of(&series[i], k, 0.01);
      assert_int_equal(trm_newton_solve(bench[i].newton, &problem, &report[i]), TRM_OK);
    }
  }
  assert_memory_equal(series[0].at, series[1].at, sizeof series[0].at);
  assert_int_equal(report[0].factorizations, report[1].factorizations);
  close_bench(&bench[0]);
  close_bench(&bench[1]);
}

/* x = a, y + y^3/10 = b, the first with a round-off of 1e-9 that does not move y */
static void evaluate_apart(void *self, double *residual, double *values) {
  Series *s = self;
  double y = s->at[1];
  residual[0] = s->at[0] - s->a + (s->looks++ % 2 ? s->noise : -s->noise), residual[1] = y + 0.1 * y * y * y - s->b;
  if (values) values[0] = 1, values[1] = values[2] = 0, values[3] = 1 + 0.3 * y * y;
}

/* What a residual does to the energy: here the second equation alone, of an energy of 1. */
static double work(void *self, const double *residual, double *energy) {
  (void)self;
  *energy = 1;
  return residual[1];
}

/* What old factors leave is hidden by the round-off of another equation; its work shows it. */
static void what_does_work_is_not_left(void **state) {
  (void)state;
  double most[2] = {0};
  int iterations[2];
  for (int watched = 0; watched < 2; watched++) {
    Bench bench = bench_of(6);
    Series series = {.edge = 9, .noise = 1e-9};
    trm_NewtonReport report = {.worst = -1};
    for (int k = 0; k < STEPS; k++) {
      double residual[2];
      trm_Problem problem = step_of(&series, k, 0.01);
      problem.evaluate = evaluate_apart, problem.work = watched ? work : NULL;
      assert_int_equal(trm_newton_solve(bench.newton, &problem, &report), TRM_OK);
      evaluate_apart(&series, residual, NULL);
      if (k > 0) most[watched] = fmax(most[watched], fabs(residual[1]));
    }
    iterations[watched] = report.iterations;
    close_bench(&bench);
  }
  printf("left below round-off of 1e-9: %.1e in %d iterations, with its work known %.1e in %d\n", most[0],
         iterations[0], most[1], iterations[1]);
  assert_true(most[1] <= 3e-15 && most[0] > 100 * most[1]);
  assert_in_range(iterations[1], iterations[0], 2 * iterations[0]);
}

/* x = a, y = b, the first with a round-off of 1e-11, five times that in one look, and with a cliff just below a. */
static void evaluate_cliff(void *self, double *residual, double *values) {
  Series *s = self;
  int look = s->looks++;
  double x = s->at[0] - s->a;
  residual[0] = x + s->noise * (look == 3 ? 5 : look % 2 ? 1 : -1) - (x < -3 * s->noise ? 1 : 0);
  residual[1] = s->at[1] - s->b;
  if (values) values[0] = values[3] = 1, values[1] = values[2] = 0;
}

static double work_of_a_kink(void *self, const double *residual, double *energy) {
  (void)self, (void)residual;
  *energy = 1;
  return 1e-9;
}

/* A correction for the sake of the work falls off the cliff: what had converged before is the solution. */
static void what_had_converged_stays(void **state) {
  (void)state;
  Bench bench = bench_of(6);
  Series series = {.noise = 1e-11};
  trm_NewtonReport report = {.worst = -1};
  double most = 0, worst_measure = 0;
  for (int k = 0; k < STEPS; k++) {
    trm_Problem problem = step_of(&series, k, 0.01);
    problem.evaluate = evaluate_cliff, problem.work = work_of_a_kink;
    series.at[0] = series.a + 0.01, series.looks = 0;
    assert_int_equal(trm_newton_solve(bench.newton, &problem, &report), TRM_OK);
    most = fmax(most, fabs(series.at[0] - series.a)), worst_measure = fmax(worst_measure, report.measure);
  }
  printf("beside a cliff: %.1e away at most, residuals of %.1e, %d iterations\n", most, worst_measure,
         report.iterations);
  assert_true(most <= 3e-11 && worst_measure <= 1e-10);
  close_bench(&bench);
}

/* A spring, a thousand times stiffer along than across, that turns: K = R diag(1000, 1) R^T. */
typedef struct Turning {
  double at[2], goal[2], angle;
} Turning;

static void evaluate_turning(void *self, double *residual, double *values) {
  const Turning *t = self;
  double c = cos(t->angle), s = sin(t->angle), away[2] = {t->at[0] - t->goal[0], t->at[1] - t->goal[1]};
  double along = 1000 * (c * away[0] + s * away[1]), across = c * away[1] - s * away[0];
  residual[0] = c * along - s * across, residual[1] = s * along + c * across;
  if (!values) return;
  values[0] = 1000 * c * c + s * s, values[3] = 1000 * s * s + c * c, values[1] = values[2] = 999 * c * s;
}

static void correct_turning(void *self, const double *change) {
  Turning *t = self;
  for (int i = 0; i < 2; i++) t->at[i] += change[i];
}

static void place_turning(void *self, double *place) { *place = ((const Turning *)self)->angle; }

static void turn_turning(void *self, const double *place, double *vector, bool back) {
  double angle = (((const Turning *)self)->angle - *place) * (back ? -1 : 1), c = cos(angle), s = sin(angle);
  double turned[2] = {c * vector[0] - s * vector[1], s * vector[0] + c * vector[1]};
  vector[0] = turned[0], vector[1] = turned[1];
}

static void factors_turn_along(void **state) {
  (void)state;
  int factorizations[2];
  for (int turns = 0; turns < 2; turns++) {
    Bench bench = bench_of(6);
    Turning turning = {{0}, {0}, 0};
    trm_NewtonReport report = {.worst = -1};
    assert_int_equal(trm_newton_turns(bench.newton, 1), TRM_OK);
    for (int k = 0; k < STEPS; k++) {
      turning.angle = 0.1 * k, turning.goal[0] = 1e-3 * cos(0.01 * k), turning.goal[1] = 1e-3 * sin(0.02 * k);
      trm_Problem problem = {.self = &turning,
                             .n = 2,
                             .evaluate = evaluate_turning,
                             .measure = measure,
                             .correct = correct_turning,
                             .step = 0.01};
      if (turns) problem.place = place_turning, problem.turn = turn_turning;
      assert_int_equal(trm_newton_solve(bench.newton, &problem, &report), TRM_OK);
      assert_true(hypot(turning.at[0] - turning.goal[0], turning.at[1] - turning.goal[1]) < 1e-13);
    }
    factorizations[turns] = report.factorizations;
    close_bench(&bench);
  }
  printf("a spring that turns: %d factorizations, %d where factors turn along\n", factorizations[0], factorizations[1]);
  assert_true(factorizations[1] <= 2 && factorizations[0] > STEPS / 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(converges_quadratically),
      cmocka_unit_test(slow_is_said),
      cmocka_unit_test(divergence_is_said),
      cmocka_unit_test(singular_matrix_is_said),
      cmocka_unit_test(not_a_number_is_said),
      cmocka_unit_test(round_off_is_accepted_and_no_more),
      cmocka_unit_test(factors_are_kept_where_it_pays),
      cmocka_unit_test(factors_are_not_those_of_another_step_size),
      cmocka_unit_test(a_series_goes_on_with_the_same_bits),
      cmocka_unit_test(what_does_work_is_not_left),
      cmocka_unit_test(what_had_converged_stays),
      cmocka_unit_test(factors_turn_along),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
