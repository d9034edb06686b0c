/* Every law kind: slopes, exact work of what is conservative, sign of what dissipates, the instant as the limit of the
   pair. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
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
    "{force: {table: [[-4, -3], [0, 0], [1, 2], [4, 3]], interpolation: cubic, over: phi}}",
    "{force: {table: [[-4, -3], [0, 0], [1, 2], [4, 3]], interpolation: cubic, over: rate}}",
    "{force: {table: [[0, 1], [1, 2], [4, 3]], over: t}}",
    "{motor: {voltage: \"3 + phi - 0.2*rate + sin(t)\", resistance: 0.7, inductance: 0.1, constant: 0.6, gear: 1.5}}",
    "{motor: {voltage: 2, resistance: 0.7, constant: 0.6}}",
    "{hydraulic: {area-a: 2, area-b: 1.5, volume-a: 30, volume-b: 25, bulk: 9, supply: 3, valve: \"0.6*sin(t) + "
    "0.02*delta - 0.01*rate\", conductance: 0.7, leakage: 0.2, transition: 0.1}}",
    "{controller: {target: \"sin(t)\", proportional: 5, derivative: 0.4, integral: 2}}",
    "{controller: {target: \"0.3*t\", proportional: 5, derivative: 0.4, integral: 2, limit: 4}}",
    "{friction: {coefficient: 0.3, radius: 0.2, stiffness: 30, damping: 0}}",
    "{friction: {coefficient: 0.3, radius: 0.2, stiffness: 7, damping: 0.4, viscous: 0.2}}",
    "{friction: {coefficient: 0.3, sticking: 0.6, stribeck: 0.8, radius: 0.2, stiffness: 9, damping: 0.3}}",
    "{friction: {coefficient: 0.3, radius: 0.2, normal: \"3 + phi - 0.1*rate\", stiffness: 3, damping: 0.4}}",
    "{friction: {coefficient: 0.3, radius: 0.2, stiffness: 30, damping: 0, model: lugre}}",
    "{friction: {coefficient: 0.3, sticking: 0.5, stribeck: 0.8, radius: 0.2, stiffness: 7, damping: 0.4, model: "
    "lugre}}",
};
enum { TEXTS = sizeof laws_texts / sizeof laws_texts[0] };

/* where the text above has kinks in phi or rate; differences are not taken across them */
static const double kinks[] = {-9, -4, -1, 0, 0.2, 0.5, 1, 1.5, 4, 8};

static bool near_kink(double value, double margin) {
  for (size_t k = 0; k < sizeof kinks / sizeof kinks[0]; k++)
    if (fabs(value - kinks[k]) < margin) return true;
  return false;
}

/* z_f of the pair; z_i where the law has none */
static trm_LawStates end_states(const trm_LawKind *kind, const void *data, const trm_LawPair *pair) {
  trm_LawStates end = {.z = {0}};
  if (kind->advance) kind->advance(data, pair, &end);
  return end;
}

static double law_states[TRM_LAW_STATES];

static trm_LawPair random_pair(Random *random, int which) {
  static const double steps[] = {0, 1e-12, 1e-6, 1e-2, 0.5, 5};
  double x = random_number(random, -4, 4), step = steps[which % 6];
  double loads[] = {random_number(random, 0, 5), random_number(random, 0, 5), 0};
  for (int i = 0; i < TRM_LAW_STATES; i++) law_states[i] = random_number(random, -0.3, 0.3);
  law_states[1] = loads[which % 3];
  return (trm_LawPair){x,
                       x + random_number(random, -step, step),
                       random_number(random, 0, 3),
                       random_number(random, 0.01, 0.5),
                       law_states,
                       which % 2 ? 0.5 : random_number(random, 0.5, 1),
                       loads[which % 3],
                       NULL};
}

typedef double (*LawCheck)(const trm_LawKind *, const void *, const trm_LawPair *);

typedef struct Tally {
  double worst[TRM_COORDINATE_LAWS];
  int met[TRM_COORDINATE_LAWS];
} Tally;

static int kind_index(const trm_LawKind *kind) {
  int k = 0;
  while (trm_law_kinds[k] != kind) k++;
  return k;
}

/* a hinge or a slide with these laws on its coordinate */
static trm_Model *law_model(const char *laws, bool slides) {
  char text[1000];
  snprintf(
      text, sizeof text,
      "{trammel: 1, bodies: {arm: {mass: 1, inertia: [1, 1, 1]}}, joints: {pin: {type: %s, between: [ground, arm], "
      "axis: [0, 0, 1], coordinates: {%s: %s}}}, analysis: {until: 1, step: 0.1}}",
      slides ? "prismatic" : "revolute", slides ? "delta" : "phi", laws);
  return model_from_text(text);
}

static void walk_form(const char *title, const char *form, bool slides, LawCheck check, double tolerance,
                      Tally *tally) {
  Random random = {12};
  trm_Model *model = law_model(form, slides);
  assert_true(trm_laws_present(&model->joints[0].laws[0]));
  TRM_EACH_LAW(law, &model->joints[0].laws[0]) {
    int k = kind_index(law->kind);
    tally->met[k]++;
    for (int p = 0; p < PAIRS; p++) {
      trm_LawPair pair = random_pair(&random, p);
      double error = check(law->kind, law->data, &pair);
      tally->worst[k] = fmax(tally->worst[k], error);
      if (!(error <= tolerance))
        fail_msg("%s: %s, x_i %.17g, x_f %.17g, t %.17g, h %.17g: %.3e", title, form, pair.x_i, pair.x_f, pair.t_i,
                 pair.h, error);
    }
  }
  trm_model_free(model);
}

/* The forms above; of a kind that none of them has, the example of its own table. */
static void walk(const char *title, LawCheck check, double tolerance) {
  Tally tally = {0};
  for (int t = 0; t < TEXTS; t++) /* hydraulic cylinders: of displacements alone */
    walk_form(title, laws_texts[t], strstr(laws_texts[t], "hydraulic") != NULL, check, tolerance, &tally);
  printf("%-36s", title);
  for (int k = 0; k < trm_law_kind_count; k++) {
    const trm_LawKind *kind = trm_law_kinds[k];
    char example[500];
    snprintf(example, sizeof example, "{%s}", kind->field.table ? kind->field.table->example : "");
    if (tally.met[k] == 0) walk_form(title, example, strcmp(kind->field.unit, "l") == 0, check, tolerance, &tally);
    printf(" %s %.1e (%d forms)", kind->name, tally.worst[k], tally.met[k]);
  }
  printf("\n");
}

/* Fourth-order central differences of a number that a law computes, in x_f or in the normal load. */
typedef double (*LawNumber)(const trm_LawKind *, const void *, const trm_LawPair *, int which);
typedef enum Variable { BY_X, BY_NORMAL } Variable;
typedef struct Derivative {
  LawNumber number;
  int which;
  Variable variable;
} Derivative;

static double difference(const trm_LawKind *kind, const void *data, const trm_LawPair *pair, Derivative of,
                         double step) {
  double value[4];
  for (int p = 0; p < 4; p++) {
    trm_LawPair moved = *pair;
    *(of.variable == BY_X ? &moved.x_f : &moved.normal) += (double[]){-2, -1, 1, 2}[p] * step;
    value[p] = of.number(kind, data, &moved, of.which);
  }
  return (value[0] - 8 * value[1] + 8 * value[2] - value[3]) / (12 * step);
}

static double end_state(const trm_LawKind *kind, const void *data, const trm_LawPair *pair, int which) {
  return end_states(kind, data, pair).z[which];
}

static double pair_force(const trm_LawKind *kind, const void *data, const trm_LawPair *pair, int which) {
  (void)which;
  return kind->pair(data, pair).force;
}

static long compared, met_kink;

/* where differences of two sizes disagree there is a kink between, and nothing is said */
static double against_difference(const trm_LawKind *kind, const void *data, const trm_LawPair *pair, Derivative of,
                                 double own) {
  double fine = difference(kind, data, pair, of, 1e-5), coarse = difference(kind, data, pair, of, 2e-5),
         size = fmax(1, fabs(own));
  compared++;
  if (fabs(fine - coarse) > 1e-6 * size) return met_kink++, 0;
  return fabs(fine - own) / size;
}

/* hardly any motion: friction may have its kink there, and central differences see a mean of both sides */
static bool at_corner(const trm_LawPair *pair) { return fabs(pair->x_f - pair->x_i) < 1e-4; }

/* laws with states: forces and end states by x_f and by the normal load */
static double check_states(const trm_LawKind *kind, const void *data, const trm_LawPair *pair) {
  if (kind->state_count == 0 || at_corner(pair)) return 0;
  trm_LawForce force = kind->pair(data, pair);
  trm_LawStates end = end_states(kind, data, pair);
  double worst = against_difference(kind, data, pair, (Derivative){pair_force, 0, BY_X}, force.slope);
  for (int i = 0; i < kind->state_count; i++)
    worst = fmax(worst, against_difference(kind, data, pair, (Derivative){end_state, i, BY_X}, end.by_x[i]));
  if (kind->load_state == 0 || pair->normal < 1e-3) return worst;
  worst = fmax(worst, against_difference(kind, data, pair, (Derivative){pair_force, 0, BY_NORMAL}, force.by_normal));
  for (int i = 0; i < kind->state_count; i++)
    worst = fmax(worst, against_difference(kind, data, pair, (Derivative){end_state, i, BY_NORMAL}, end.by_normal[i]));
  return worst;
}

static void states_have_derivatives(void **state) {
  (void)state, walk("states and forces against differences", check_states, 2e-6);
  printf("  %ld compared, %ld across a kink\n", compared, met_kink);
  assert_true(met_kink < compared / 10);
}

/* the gradient of the force at an instant */
static double check_gradient(const trm_LawKind *kind, const void *data, const trm_LawPair *pair) {
  if (kind->state_count == 0 || at_corner(pair)) return 0;
  double worst = 0, gradient[TRM_LAW_GRADIENT], slope[2];
  for (int v = 0; v < 2 + kind->state_count; v++) {
    if (kind->load_state > 0 && v == 2 + kind->load_state && pair->z_i[kind->load_state] == 0) continue; /* no less */
    for (int l = 0; l < 2; l++) {
      double step = l ? 2e-6 : 1e-6, force[2];
      for (int p = 0; p < 2; p++) {
        double z[TRM_LAW_STATES];
        for (int i = 0; i < TRM_LAW_STATES; i++) z[i] = pair->z_i[i];
        trm_LawInstant now = {pair->x_i, (pair->x_f - pair->x_i) / pair->h, pair->t_i, z, NULL};
        *(v == 0 ? &now.x : v == 1 ? &now.rate : &z[v - 2]) += p ? step : -step;
        force[p] = kind->instant(data, &now, NULL);
      }
      slope[l] = (force[1] - force[0]) / (2 * step);
    }
    trm_LawInstant now = {pair->x_i, (pair->x_f - pair->x_i) / pair->h, pair->t_i, pair->z_i, NULL};
    kind->instant(data, &now, gradient);
    if (fabs(slope[0] - slope[1]) > 1e-6 * fmax(1, fabs(slope[0]))) continue; /* a kink */
    worst = fmax(worst, fabs(slope[0] - gradient[v]) / fmax(1, fabs(slope[0])));
  }
  return worst;
}

static void instants_have_gradients(void **state) { (void)state, walk("gradient at an instant", check_gradient, 2e-6); }

/* fourth-order central differences of the force in x_f */
static double check_slope(const trm_LawKind *kind, const void *data, const trm_LawPair *pair) {
  const double step = 1e-4;
  double force[4], rate = (pair->x_f - pair->x_i) / pair->h;
  if (kind->state_count > 0 || near_kink(pair->x_f, 3 * step) || near_kink(rate, 3 * step / pair->h)) return 0;
  trm_LawForce own = kind->pair(data, pair);
  /* a pair that starts within a difference of a kink is piecewise smooth in x_f only */
  if (near_kink(pair->x_i, 1e-2) && fabs(pair->x_f - pair->x_i) < 1e-2) return 0;
  for (int p = 0; p < 4; p++) {
    trm_LawPair moved = *pair;
    moved.x_f += (double[]){-2, -1, 1, 2}[p] * step;
    force[p] = kind->pair(data, &moved).force;
  }
  double slope = (force[0] - 8 * force[1] + 8 * force[2] - force[3]) / (12 * step);
  return fabs(slope - own.slope) / fmax(fmax(1, fabs(own.force)), fabs(slope));
}

static void slopes_are_derivatives(void **state) { (void)state, walk("slope against differences", check_slope, 2e-7); }

static double force_at(const trm_LawKind *kind, const void *data, double x) {
  trm_LawInstant now = {.x = x, .z = law_states};
  return kind->instant(data, &now, NULL);
}

/* force * (x_f - x_i) = change of what is stored + what is dissipated */
static double check_work(const trm_LawKind *kind, const void *data, const trm_LawPair *pair) {
  if (kind->supplies) return 0;
  trm_LawStates end = end_states(kind, data, pair);
  double before = kind->stored ? kind->stored(data, pair->x_i, pair->z_i, NULL) : 0,
         after = kind->stored ? kind->stored(data, pair->x_f, end.z, NULL) : 0;
  double taken = kind->dissipated ? kind->dissipated(data, pair) : 0;
  double work = kind->pair(data, pair).force * (pair->x_f - pair->x_i);
  /* the energy is an integral from the free value: its round-off is that of the parts */
  double size = fmax(fabs(pair->x_i), fabs(pair->x_f)) *
                fmax(fabs(force_at(kind, data, pair->x_i)), fabs(force_at(kind, data, 0)));
  size = fmax(fmax(fmax(fabs(before), fabs(after)), fabs(work)), fmax(size, 1e-3));
  return fabs(work - (after - before + taken)) / size;
}

static void work_is_exact(void **state) { (void)state, walk("work = stored + dissipated", check_work, 1e-14); }

static double check_dissipation(const trm_LawKind *kind, const void *data, const trm_LawPair *pair) {
  double taken = kind->dissipated ? kind->dissipated(data, pair) : 0;
  return taken < 0 ? -taken : 0;
}

static void dissipation_is_not_negative(void **state) {
  (void)state, walk("dissipation below zero", check_dissipation, 0);
}

/* very short pairs, extrapolated to none: the states do not move */
static double check_instant_of_states(const trm_LawKind *kind, const void *data, const trm_LawPair *pair) {
  double x = pair->x_i, rate = (pair->x_f - pair->x_i) / pair->h, h = 1e-9, z[TRM_LAW_STATES];
  for (int i = 0; i < TRM_LAW_STATES; i++) z[i] = pair->z_i[i];
  trm_LawPair around = {x, x + h * rate, pair->t_i, h, z, 0.5, pair->normal, NULL};
  if (kind->load_state > 0) z[kind->load_state] = end_states(kind, data, &around).z[kind->load_state];
  double limit = 2 * kind->pair(data, &around).force;
  around.x_f = x + 2 * h * rate, around.h = 2 * h;
  limit -= kind->pair(data, &around).force;
  double now = kind->instant(data, &(trm_LawInstant){x, rate, pair->t_i, z, NULL}, NULL);
  bool hardly_pressed = kind->load_state > 0 && z[kind->load_state] < 0.2; /* its way of relaxation is not long then */
  return fabs(rate) > 10 || hardly_pressed ? 0 : fabs(limit - now) / fmax(1, fabs(now)) / 1000;
}

/* mean of a pair over [-h, h] around x with the rate: symmetric, so second order; extrapolated once */
static double check_instant(const trm_LawKind *kind, const void *data, const trm_LawPair *pair) {
  double x = pair->x_i, rate = (pair->x_f - pair->x_i) / pair->h, force[2];
  const double sizes[2] = {2e-3, 1e-3};
  if (kind->state_count > 0) return check_instant_of_states(kind, data, pair);
  if (fabs(rate) > 10) return 0;
  if (near_kink(x, 0.02) || near_kink(rate, 1e-9)) return 0;
  for (int l = 0; l < 2; l++) {
    trm_LawPair around = {.x_i = x - 0.5 * sizes[l] * rate,
                          .x_f = x + 0.5 * sizes[l] * rate,
                          .t_i = pair->t_i - 0.5 * sizes[l],
                          .h = sizes[l]};
    force[l] = kind->pair(data, &around).force;
  }
  double limit = (4 * force[1] - force[0]) / 3,
         now = kind->instant(data, &(trm_LawInstant){x, rate, pair->t_i, NULL, NULL}, NULL);
  return fabs(limit - now) / fmax(1, fabs(now));
}

static void instants_are_limits(void **state) {
  (void)state, walk("instant as limit of the pair", check_instant, 1e-8);
}

/* dz/dt against very short steps, extrapolated to none; states that follow at once are where a step leaves them */
static double check_rates(const trm_LawKind *kind, const void *data, const trm_LawPair *pair) {
  double x = pair->x_i, rate = (pair->x_f - pair->x_i) / pair->h, z[TRM_LAW_STATES], z_dot[TRM_LAW_STATES], worst = 0;
  trm_LawInstant now = {x, rate, pair->t_i, z, NULL};
  trm_LawStates end[2];
  if (kind->state_count == 0 || fabs(rate) < 1e-3 || fabs(rate) > 10) return 0;
  for (int i = 0; i < TRM_LAW_STATES; i++) z[i] = pair->z_i[i];
  if (kind->load_state > 0) z[kind->load_state] = pair->normal, z[2] = 0;
  if (kind->follow) kind->follow(data, &now, z);
  if (kind->margin && kind->margin(data, &now, 0) < 0) kind->switch_over(z), kind->follow(data, &now, z);
  if (kind->margin && kind->margin(data, &now, 0) < 0.05) return 0; /* about to change, or moving back */
  if (kind->load_state > 0 && z[kind->load_state] < 0.2) return 0;
  for (int l = 0; l < 2; l++) {
    double h = (l + 1) * 1e-7;
    trm_LawPair step = {x, x + h * rate, pair->t_i, h, z, 0.5, pair->normal, NULL};
    kind->advance(data, &step, &end[l]);
  }
  kind->rates(data, &now, z_dot);
  for (int i = 0; i < kind->state_count; i++) {
    double found = 2 * (end[0].z[i] - z[i]) / 1e-7 - (end[1].z[i] - z[i]) / 2e-7, size = fmax(1, fabs(z_dot[i]));
    bool follows = z_dot[i] == 0;
    worst = fmax(worst, follows ? fabs(end[0].z[i] - z[i]) / fmax(1, fabs(z[i])) : fabs(found - z_dot[i]) / size);
  }
  return worst;
}

static void rates_are_those_of_short_steps(void **state) {
  (void)state, walk("rates of states against short steps", check_rates, 2e-6);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slopes_are_derivatives),         cmocka_unit_test(states_have_derivatives),
      cmocka_unit_test(instants_have_gradients),        cmocka_unit_test(work_is_exact),
      cmocka_unit_test(dissipation_is_not_negative),    cmocka_unit_test(instants_are_limits),
      cmocka_unit_test(rates_are_those_of_short_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
