/* Every law kind: slopes, exact work of what is conservative, sign of what dissipates, the instant as the limit of the pair. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "element/law.h"

enum { PAIRS = 3000 };

/* laws on the angle of a hinge; several forms of each kind */
static const char *const laws_texts[] = {
    "{spring: 7}",
    "{spring: {stiffness: 7, free: -0.4}}",
    "{spring: {force: \"4*phi + 3*phi^3\"}}",
    "{spring: {force: \"5*sin(phi) + exp(0.1*phi)\"}}",
    "{spring: {force: \"if(phi > 0.5, 20*(phi - 0.5), 0)\"}}",
    "{spring: {force: {table: [[-9, -20], [-1, -3], [0.5, 1], [8, 40]]}}}",
    "{spring: {force: {table: [[-9, -20], [-1, -3], [0.5, 1], [8, 40]], interpolation: cubic}}}",
    "{damper: 0.6}",
    "{damper: {force: \"0.1*rate^3 + 0.2*rate\"}}",
    "{damper: {force: \"0.3*rate*abs(rate)\"}}",
    "{damper: {force: {table: [[-4, -3], [0, 0], [1, 2], [4, 3]]}}}",
    "{stops: {lower: -1, upper: 1.5, stiffness: 40}}",
    "{stops: {lower: -1, upper: 1.5, stiffness: 40, damping: 3}}",
    "{stops: {upper: 0.2, stiffness: 40, damping: 3}}",
    "{stops: {lower: 0.2, stiffness: 1e6}}",
    "{force: \"2*cos(phi) - 0.3*rate*t + sin(3*t)\"}",
    "{force: 3}",
};
enum { TEXTS = sizeof laws_texts / sizeof laws_texts[0] };

/* where the text above has kinks in phi or rate; differences are not taken across them */
static const double kinks[] = {-9, -4, -1, 0, 0.2, 0.5, 1, 1.5, 4, 8};

static bool near_kink(double value, double margin) {
  for (size_t k = 0; k < sizeof kinks / sizeof kinks[0]; k++)
    if (fabs(value - kinks[k]) < margin) return true;
  return false;
}

static trm_LawPair random_pair(Random *random, int which) {
  static const double steps[] = {0, 1e-12, 1e-6, 1e-2, 0.5, 5};
  double x = random_number(random, -4, 4), step = steps[which % 6];
  return (trm_LawPair){x, x + random_number(random, -step, step), random_number(random, 0, 3),
                       random_number(random, 0.01, 0.5)};
}

typedef double (*LawCheck)(const trm_LawKind *, const trm_Laws *, const trm_LawPair *);

static void walk(const char *title, LawCheck check, double tolerance) {
  double worst[8] = {0};
  int met[8] = {0};
  Random random = {12};
  assert_in_range(trm_law_kind_count, 1, 8);
  for (int t = 0; t < TEXTS; t++) {
    char text[1000];
    snprintf(text, sizeof text,
             "{trammel: 1, bodies: {arm: {mass: 1, inertia: [1, 1, 1]}}, joints: {pin: {type: revolute, between: "
             "[ground, arm], "
             "axis: [0, 0, 1], coordinates: {phi: %s}}}, analysis: {until: 1, step: 0.1}}",
             laws_texts[t]);
    trm_Model *model = model_from_text(text);
    const trm_Laws *laws = &model->joints[0].laws[0];
    assert_true(trm_laws_present(laws));
    for (int k = 0; k < trm_law_kind_count; k++) {
      if (!trm_law_kinds[k].present(laws)) continue;
      met[k]++;
      for (int p = 0; p < PAIRS; p++) {
        trm_LawPair pair = random_pair(&random, p);
        double error = check(&trm_law_kinds[k], laws, &pair);
        worst[k] = fmax(worst[k], error);
        if (!(error <= tolerance))
          fail_msg("%s: %s, x_i %.17g, x_f %.17g, t %.17g, h %.17g: %.3e", title, laws_texts[t], pair.x_i, pair.x_f,
                   pair.t_i, pair.h, error);
      }
    }
    trm_model_free(model);
  }
  printf("%-36s", title);
  for (int k = 0; k < trm_law_kind_count; k++) {
    assert_true(met[k] > 0);
    printf(" %s %.1e (%d forms)", trm_law_kinds[k].name, worst[k], met[k]);
  }
  printf("\n");
}

/* fourth-order central differences of the force in x_f */
static double check_slope(const trm_LawKind *kind, const trm_Laws *laws, const trm_LawPair *pair) {
  const double step = 1e-4;
  double force[4], rate = (pair->x_f - pair->x_i) / pair->h;
  if (near_kink(pair->x_f, 3 * step) || near_kink(rate, 3 * step / pair->h)) return 0;
  trm_LawForce own = kind->pair(laws, pair);
  /* a pair that starts within a difference of a kink is piecewise smooth in x_f only */
  if (near_kink(pair->x_i, 1e-2) && fabs(pair->x_f - pair->x_i) < 1e-2) return 0;
  for (int p = 0; p < 4; p++) {
    trm_LawPair moved = *pair;
    moved.x_f += (double[]){-2, -1, 1, 2}[p] * step;
    force[p] = kind->pair(laws, &moved).force;
  }
  double slope = (force[0] - 8 * force[1] + 8 * force[2] - force[3]) / (12 * step);
  return fabs(slope - own.slope) / fmax(fmax(1, fabs(own.force)), fabs(slope));
}

static void slopes_are_derivatives(void **state) { (void)state, walk("slope against differences", check_slope, 2e-7); }

/* force * (x_f - x_i) = change of what is stored + what is dissipated */
static double check_work(const trm_LawKind *kind, const trm_Laws *laws, const trm_LawPair *pair) {
  if (kind->supplies) return 0;
  double before = kind->stored ? kind->stored(laws, pair->x_i) : 0,
         after = kind->stored ? kind->stored(laws, pair->x_f) : 0;
  double taken = kind->dissipated ? kind->dissipated(laws, pair) : 0;
  double work = kind->pair(laws, pair).force * (pair->x_f - pair->x_i);
  /* the energy is an integral from the free value: its round-off is that of the parts */
  double size = fmax(fabs(pair->x_i), fabs(pair->x_f)) *
                fmax(fabs(kind->instant(laws, pair->x_i, 0, 0)), fabs(kind->instant(laws, 0, 0, 0)));
  size = fmax(fmax(fmax(fabs(before), fabs(after)), fabs(work)), fmax(size, 1e-3));
  return fabs(work - (after - before + taken)) / size;
}

static void work_is_exact(void **state) { (void)state, walk("work = stored + dissipated", check_work, 1e-14); }

static double check_dissipation(const trm_LawKind *kind, const trm_Laws *laws, const trm_LawPair *pair) {
  double taken = kind->dissipated ? kind->dissipated(laws, pair) : 0;
  return taken < 0 ? -taken : 0;
}

static void dissipation_is_not_negative(void **state) {
  (void)state, walk("dissipation below zero", check_dissipation, 0);
}

/* mean of a pair over [-h, h] around x with the rate: symmetric, so second order; extrapolated once */
static double check_instant(const trm_LawKind *kind, const trm_Laws *laws, const trm_LawPair *pair) {
  double x = pair->x_i, rate = (pair->x_f - pair->x_i) / pair->h, force[2];
  const double sizes[2] = {2e-3, 1e-3};
  if (fabs(rate) > 10) return 0;
  if (near_kink(x, 0.02) || near_kink(rate, 1e-9)) return 0;
  for (int l = 0; l < 2; l++) {
    trm_LawPair around = {x - 0.5 * sizes[l] * rate, x + 0.5 * sizes[l] * rate, pair->t_i - 0.5 * sizes[l], sizes[l]};
    force[l] = kind->pair(laws, &around).force;
  }
  double limit = (4 * force[1] - force[0]) / 3, now = kind->instant(laws, x, rate, pair->t_i);
  return fabs(limit - now) / fmax(1, fabs(now));
}

static void instants_are_limits(void **state) {
  (void)state, walk("instant as limit of the pair", check_instant, 1e-8);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slopes_are_derivatives),
      cmocka_unit_test(work_is_exact),
      cmocka_unit_test(dissipation_is_not_negative),
      cmocka_unit_test(instants_are_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
