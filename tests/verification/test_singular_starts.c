/* Mechanisms drawn at random in singular positions, and what rates along a branch, across and ambiguous ones make of
   them, in every scheme. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "verification/other_units.h"
#include "verification/mechanisms.h"

static const char *const schemes[] = {
    "step: 1e-3",
    "step: 4e-3, order: 4",
    "step: 4e-3, order: 6",
    "step: 1e-3, scheme: energy-decaying",
    "step: 1e-3, scheme: generalized-alpha",
    "step: {tolerance: 1e-6}, scheme: index-1",
    "step: {tolerance: 1e-6}, scheme: index-1, formulation: relative",
};
enum { SCHEMES = sizeof schemes / sizeof schemes[0] };

/* What a plane mechanism looks like in space: mechanisms are drawn in x, y, turned and moved. */
typedef struct Frame {
  double e[3][3], origin[3], unit; /* unit: of its lengths, m */
} Frame;

static Frame random_frame(Random *random) {
  Frame f = {.unit = exp(random_number(random, -3, 3))};
  double side[3], length = 0;
  random_direction(random, f.e[0]);
  do random_direction(random, side);
  while (fabs(side[0] * f.e[0][0] + side[1] * f.e[0][1] + side[2] * f.e[0][2]) > 0.9);
  for (int k = 0; k < 3; k++)
    f.e[2][k] = f.e[0][(k + 1) % 3] * side[(k + 2) % 3] - f.e[0][(k + 2) % 3] * side[(k + 1) % 3];
  for (int k = 0; k < 3; k++) length += f.e[2][k] * f.e[2][k];
  for (int k = 0; k < 3; k++) f.e[2][k] /= sqrt(length);
  for (int k = 0; k < 3; k++)
    f.e[1][k] = f.e[2][(k + 1) % 3] * f.e[0][(k + 2) % 3] - f.e[2][(k + 2) % 3] * f.e[0][(k + 1) % 3];
  random_vector(random, f.unit, f.origin);
  return f;
}

static void add_point(char *text, const Frame *f, const char *key, double x, double y) {
  text_add(text, "%s: [", key);
  for (int k = 0; k < 3; k++)
    text_add(text, "%.17g%s", f->origin[k] + f->unit * (x * f->e[0][k] + y * f->e[1][k]), k < 2 ? ", " : "]");
}

static void add_direction(char *text, const Frame *f, const char *key, int which, double factor) {
  text_add(text, "%s: [%.17g, %.17g, %.17g]", key, factor * f->e[which][0], factor * f->e[which][1],
           factor * f->e[which][2]);
}

static void add_body(char *text, const Frame *f, Random *random, const char *name, double x, double y) {
  double mass = random_number(random, 0.3, 3), j = mass * f->unit * f->unit * random_number(random, 0.05, 0.2);
  text_add(text, "%s: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], ", name, mass, j, j, j);
  add_point(text, f, "position", x, y);
  text_add(text, "}, ");
}

static void add_hinge(char *text, const Frame *f, const char *name, const char *between, double x, const char *more) {
  text_add(text, "%s: {type: revolute, between: [%s], ", name, between);
  add_point(text, f, "at", x, 0);
  add_direction(text, f, ", axis", 2, 1);
  text_add(text, "%s}, ", more);
}

/* rate: NAN = none is given */
static const char *rate_text(double rate, char room[80], const char *coordinate) {
  room[0] = 0;
  if (!isnan(rate)) snprintf(room, 80, ", coordinates: {%s: {rate: %.17g}}", coordinate, rate);
  return room;
}

/* ---- four bars in one line ---- */

/* k: the bars' ends from their beginnings along x, so that k1 + k2 = ground + k3; signs by chance. */
typedef struct FourBar {
  Frame frame;
  double k1, k2, k3;
  uint64_t seed; /* of its masses */
  double weight; /* gravity across the line, m/s^2 */
} FourBar;

static FourBar random_four_bar(Random *random) {
  FourBar bar = {.frame = random_frame(random), .weight = random_number(random, 2, 15)};
  double *k[] = {&bar.k1, &bar.k2, &bar.k3};
  for (int i = 0; i < 3; i++) *k[i] = random_number(random, 0.4, 2) * (random_count(random, 2) ? 1 : -1);
  if (random_count(random, 3) == 0) bar.k3 = bar.k1; /* parallelogram */
  if (fabs(bar.k1 + bar.k2 - bar.k3) < 0.2) bar.k2 += 0.7;
  bar.seed = (uint64_t)random_number(random, 1, 1e9);
  return bar;
}

/* Rates of the two cranks that lead along a branch: k1 w1^2 + (k3 w3 - k1 w1)^2/k2 - k3 w3^2 = 0. How many there
   are. */
static int branches(const FourBar *bar, double w1, double w3[2]) {
  double k1 = bar->k1, k2 = bar->k2, k3 = bar->k3;
  double a = k3 * k3 / k2 - k3, b = -2 * k1 * k3 / k2, c = k1 + k1 * k1 / k2, d = b * b - 4 * a * c;
  if (d < 0) return 0;
  w3[0] = (-b + sqrt(d)) / (2 * a) * w1, w3[1] = (-b - sqrt(d)) / (2 * a) * w1;
  return 2;
}

static void four_bar_text(char *text, const FourBar *bar, double w1, double w3, const char *analysis) {
  const Frame *f = &bar->frame;
  Random masses = {bar->seed};
  char room[2][80];
  double ground = bar->k1 + bar->k2 - bar->k3;
  text[0] = 0;
  text_add(text, "{trammel: 1, ");
  add_direction(text, f, "gravity", 1, -bar->weight * f->unit);
  text_add(text, ", bodies: {");
  add_body(text, f, &masses, "crank", 0.5 * bar->k1, 0);
  add_body(text, f, &masses, "coupler", bar->k1 + 0.5 * bar->k2, 0);
  add_body(text, f, &masses, "rocker", ground + 0.5 * bar->k3, 0);
  text_add(text, "}, joints: {");
  add_hinge(text, f, "p1", "ground, crank", 0, rate_text(w1, room[0], "phi"));
  add_hinge(text, f, "p2", "crank, coupler", bar->k1, "");
  add_hinge(text, f, "p3", "coupler, rocker", bar->k1 + bar->k2, "");
  add_hinge(text, f, "p4", "ground, rocker", ground, rate_text(w3, room[1], "phi"));
  text_add(text, "}, analysis: {until: 0.1, %s}}", analysis);
}

/* In other units the same is said: what is small is so compared with the model. */
static void said_in_all_units(const char *text, const char *words, const char *joint) {
  static const Dimension units[] = {{20, 0, 0}, {-20, 0, 0}, {0, 20, 0}, {0, -20, 0}, {0, 0, 20}, {0, 0, -20}};
  trm_Spec *spec = trm_spec_parse("text", text, strlen(text), NULL);
  assert_non_null(spec);
  for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
    trm_Diagnostics *diagnostics = trm_diagnostics_new();
    trm_Model *model = model_in_units(spec, units[u], diagnostics);
    assert_non_null(model);
    trm_Simulation *simulation = trm_simulation_new(model, diagnostics);
    trm_Status status = simulation ? trm_simulation_step(simulation) : TRM_STEP_FAILED;
    char *refusal = trm_diagnostics_text(diagnostics);
    const char *said = simulation ? trm_simulation_failure(simulation) : refusal;
    if (status != TRM_STEP_FAILED || !strstr(said, words) || !strstr(said, joint))
      fail_msg("mass 2^%g, length 2^%g, time 2^%g: expected \"%s\", \"%s\", found status %d: %s\n%s", units[u].mass,
               units[u].length, units[u].time, words, joint, status, said, text);
    trm_free(refusal);
    trm_simulation_free(simulation);
    trm_model_free(model);
    trm_diagnostics_free(diagnostics);
  }
  trm_spec_free(spec);
}

static void refused(const char *text, const char *words, const char *joint) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Model *model = model_from_text(text);
  trm_Simulation *simulation = trm_simulation_new(model, diagnostics);
  char *said = trm_diagnostics_text(diagnostics);
  if (simulation || !strstr(said, words) || !strstr(said, joint))
    printf("%s: expected \"%s\", \"%s\", found %s\n%s\n", simulation ? "NOT REFUSED" : "refused otherwise", words,
           joint, said, text);
  assert_null(simulation);
  assert_non_null(strstr(said, "singular position"));
  assert_non_null(strstr(said, words));
  assert_non_null(strstr(said, joint));
  trm_free(said);
  trm_diagnostics_free(diagnostics);
  trm_model_free(model);
  said_in_all_units(text, words, joint);
}

/* At rest it is no error to look at a singular position; a motion does not set off from it. */
static void stopped(const char *text, const char *words, const char *joint) {
  Run run = run_start(text);
  trm_Status status = trm_simulation_step(run.simulation);
  const char *failure = trm_simulation_failure(run.simulation);
  char *report = trm_simulation_report(run.simulation);
  if (status != TRM_STEP_FAILED || !strstr(failure, words) || !strstr(failure, joint) || !strstr(report, words))
    printf("expected \"%s\", \"%s\", found status %d: %s\nreport: %s\n%s\n", words, joint, status, failure, report,
           text);
  assert_int_equal(status, TRM_STEP_FAILED);
  assert_true(trm_simulation_time(run.simulation) == 0);
  assert_non_null(strstr(failure, words));
  assert_non_null(strstr(failure, joint));
  assert_non_null(strstr(report, words));
  trm_free(report);
  run_free(&run);
  said_in_all_units(text, words, joint);
}

/* where a run ends, and how far off the constraints its velocities were, over the energy that moved */
typedef struct Outcome {
  double first, last, kinetic, off;
} Outcome;

static Outcome outcome(const char *text, const char *first, const char *last, const double *rates) {
  Run run = run_start(text);
  char name[40];
  const char *coordinates[] = {first, last};
  for (int i = 0; i < 2; i++) { /* what is reported at the start is what was given */
    snprintf(name, sizeof name, "%s.rate", coordinates[i]);
    double found = run_channel(&run, name);
    if (!(fabs(found - rates[i]) <= 1e-9 * (fabs(rates[0]) + fabs(rates[1]))))
      printf("%s: given %.17g, found %.17g\n%s\n", name, rates[i], found, text);
    assert_true(fabs(found - rates[i]) <= 1e-9 * (fabs(rates[0]) + fabs(rates[1])));
  }
  trm_Status status;
  double off = 0;
  while ((status = trm_simulation_advance(run.simulation)) == TRM_OK) {
    run.fresh = false;
    run_channel(&run, first);
  }
  if (status != TRM_FINISHED) printf("%s\n%s\n", trm_simulation_failure(run.simulation), text);
  assert_int_equal(status, TRM_FINISHED);
  const trm_Summary *summary = trm_simulation_summary(run.simulation);
  off = summary->largest_off_constraints / summary->ledger.largest_kinetic;
  run.fresh = false;
  Outcome end = {run_channel(&run, first), run_channel(&run, last), run_ledger(&run).kinetic, off};
  run_free(&run);
  return end;
}

/* Every scheme ends where index-1 does with a small tolerance. Errors of order 2 in steps of 1 ms, and of what is asked
   for. */
static double compare_schemes(void (*write)(char *text, const void *model, const char *analysis), const void *model,
                              const char *first, const char *last, const double *rates) {
  static char text[TEXT];
  double worst = 0;
  write(text, model, "step: {tolerance: 1e-9}, scheme: index-1, output: {every: 0.02}");
  Outcome right = outcome(text, first, last, rates);
  double size = fabs(right.first) + fabs(right.last);
  for (int i = 0; i < SCHEMES; i++) {
    char analysis[200];
    snprintf(analysis, sizeof analysis, "%s, output: {every: 0.02}", schemes[i]);
    write(text, model, analysis);
    Outcome found = outcome(text, first, last, rates);
    double error = (fabs(found.first - right.first) + fabs(found.last - right.last)) / size;
    if (!(error < 1e-3 && found.off < 1e-6))
      printf("%s: %s %.12g and %s %.12g, expected %.12g and %.12g; off the constraints %.2e of the energy\n%s\n",
             schemes[i], first, found.first, last, found.last, right.first, right.last, found.off, text);
    assert_true(error < 1e-3);
    assert_true(found.off < 1e-6);
    worst = fmax(worst, error);
  }
  return worst;
}

typedef struct MovingFourBar {
  FourBar bar;
  double w1, w3;
} MovingFourBar;

static void write_four_bar(char *text, const void *model, const char *analysis) {
  const MovingFourBar *moving = model;
  four_bar_text(text, &moving->bar, moving->w1, moving->w3, analysis);
}

static void four_bars(void **state) {
  (void)state;
  static char text[TEXT];
  Random random = {20261115};
  double worst = 0;
  int moved = 0, locked = 0;
  for (int draw = 0; draw < 24; draw++) {
    FourBar bar = random_four_bar(&random);
    double w1 = random_number(&random, 0.5, 3) * (random_count(&random, 2) ? 1 : -1), w3[2];
    int count = branches(&bar, w1, w3);
    if (count && fmax(fabs(w3[0]), fabs(w3[1])) > 40 * fabs(w1)) continue;
    const char *scheme = schemes[draw % SCHEMES];
    four_bar_text(text, &bar, w1, NAN, scheme);
    refused(text, count ? "the rates given fit several of them" : "the rates given are those of none", "\"p4\"");
    four_bar_text(text, &bar, NAN, NAN, scheme);
    stopped(text, "at rest", "\"p1\"");
    four_bar_text(text, &bar, w1, count ? 0.5 * (w3[0] + w3[1]) + 0.1 * w1 : w1, scheme);
    refused(text, "the rates given are those of none", "\"p2\"");
    locked += count == 0;
    for (int b = 0; b < count && draw < 14; b++) {
      double slow = 3 / fmax(3, fabs(w3[b])); /* steps are for a few radians a second */
      MovingFourBar moving = {bar, slow * w1, slow * w3[b]};
      double rates[2] = {slow * w1, slow * w3[b]};
      worst = fmax(worst, compare_schemes(write_four_bar, &moving, "p1.phi", "p4.phi", rates));
      moved++;
    }
  }
  printf("four bars in one line: %d branches in %d schemes, within %.1e of each other; %d cannot move\n", moved,
         SCHEMES, worst, locked);
  assert_true(moved >= 12 && locked >= 3);
}

/* At rest in equilibrium it stays, in every scheme. */
static void four_bars_at_rest(void **state) {
  (void)state;
  static char text[TEXT];
  Random random = {7};
  for (int draw = 0; draw < 14; draw++) {
    FourBar bar = random_four_bar(&random);
    bar.weight = 0;
    four_bar_text(text, &bar, NAN, draw % 2 ? 0 : NAN, schemes[draw % SCHEMES]);
    Run run = run_start(text);
    run_to_end(&run);
    double moved = fabs(run_channel(&run, "p1.phi")) + fabs(run_channel(&run, "p4.phi"));
    if (!(moved < 1e-9)) printf("%s: moved by %.3e rad\n%s\n", schemes[draw % SCHEMES], moved, text);
    assert_true(moved < 1e-9);
    run_free(&run);
  }
}

/* ---- a slider over the pivot of its crank ---- */

/* Crank and rod are equally long, and the crank stands upright: the slider may stay over the pivot, or move by twice
   the crank. */
typedef struct SliderCrank {
  Frame frame;
  double weight, turn, slide; /* rates; NAN: none given */
  uint64_t seed;
} SliderCrank;

static void write_slider(char *text, const void *model, const char *analysis) {
  const SliderCrank *m = model;
  const Frame *f = &m->frame;
  Random masses = {m->seed};
  char room[2][80];
  text[0] = 0;
  text_add(text, "{trammel: 1, ");
  add_direction(text, f, "gravity", 0, -m->weight * f->unit);
  text_add(text, ", bodies: {");
  add_body(text, f, &masses, "crank", 0, 0.5);
  add_body(text, f, &masses, "rod", 0, 0.5);
  add_body(text, f, &masses, "slider", 0, 0);
  text_add(text, "}, joints: {");
  add_hinge(text, f, "pivot", "ground, crank", 0, rate_text(m->turn, room[0], "phi"));
  text_add(text, "knee: {type: revolute, between: [crank, rod], ");
  add_point(text, f, "at", 0, 1);
  add_direction(text, f, ", axis", 2, 1);
  text_add(text, "}, ");
  add_hinge(text, f, "foot", "rod, slider", 0, "");
  text_add(text, "guide: {type: prismatic, between: [ground, slider], ");
  add_point(text, f, "at", 0, 0);
  add_direction(text, f, ", axis", 0, 1);
  text_add(text, "%s}}, analysis: {until: 0.1, %s}}", rate_text(m->slide, room[1], "delta"), analysis);
}

static void sliders(void **state) {
  (void)state;
  static char text[TEXT];
  Random random = {99};
  double worst = 0;
  for (int draw = 0; draw < 8; draw++) {
    SliderCrank m = {.frame = random_frame(&random), .weight = random_number(&random, 2, 10)};
    m.turn = random_number(&random, 1, 4), m.slide = NAN, m.seed = (uint64_t)draw + 5;
    write_slider(text, &m, schemes[draw % SCHEMES]);
    refused(text, "the rates given fit several of them", "\"guide\"");
    double fast = -2 * m.turn * m.frame.unit;
    m.slide = 0.7 * fast;
    write_slider(text, &m, schemes[draw % SCHEMES]);
    refused(text, "the rates given are those of none", "\"pivot\"");
    m.slide = draw % 2 ? 0 : fast;
    double rates[2] = {m.turn, m.slide};
    if (draw < 4) worst = fmax(worst, compare_schemes(write_slider, &m, "pivot.phi", "guide.delta", rates));
    if (draw % 2 == 0) m.turn = NAN; /* the slider's speed says it alone: only one branch moves it */
    write_slider(text, &m, schemes[draw % SCHEMES]);
    if (draw % 2 == 0) outcome(text, "pivot.phi", "guide.delta", rates);
  }
  printf("slider over its pivot: schemes within %.1e of each other\n", worst);
}

/* ---- pistons that are driven off a dead centre ---- */

/* At rest, and driven with an acceleration: the crank sets off at once, one way or the other. */
typedef struct Driven {
  Frame frame;
  double crank, rod, size, speed; /* the slider goes size (1 - cos(speed t)); lengths in the frame's unit */
  bool inner, outwards;           /* which dead centre; away from where the mechanism can go */
  double turn;                    /* rate of the crank; NAN: none given */
  uint64_t seed;
} Driven;

static Driven random_driven(Random *random, int draw) {
  Driven m = {.frame = random_frame(random), .crank = random_number(random, 0.3, 1), .turn = NAN};
  m.rod = m.crank * random_number(random, 1.2, 4), m.speed = random_number(random, 1, 5);
  m.size = m.crank * random_number(random, 0.05, 0.6), m.inner = draw % 2, m.seed = (uint64_t)draw + 3;
  return m;
}

static void write_driven(char *text, const Driven *m, const char *analysis) {
  const Frame *f = &m->frame;
  Random masses = {m->seed};
  double pin = m->inner ? -m->crank : m->crank, eye = pin + m->rod, way = m->inner != m->outwards ? 1 : -1;
  char room[80];
  text[0] = 0;
  text_add(text, "{trammel: 1, bodies: {");
  add_body(text, f, &masses, "crank", 0.5 * pin, 0);
  add_body(text, f, &masses, "rod", pin + 0.5 * m->rod, 0);
  add_body(text, f, &masses, "slider", eye, 0);
  text_add(text, "}, joints: {");
  add_hinge(text, f, "pivot", "ground, crank", 0, rate_text(m->turn, room, "phi"));
  add_hinge(text, f, "knee", "crank, rod", pin, "");
  add_hinge(text, f, "foot", "rod, slider", eye, "");
  text_add(text, "guide: {type: prismatic, between: [ground, slider], ");
  add_point(text, f, "at", eye, 0);
  add_direction(text, f, ", axis", 0, 1);
  text_add(text, ", coordinates: {delta: {drive: \"%.17g*(1 - cos(%.17g*t))\"}}}}, analysis: {until: 0.1, %s}}",
           way * m->size * f->unit, m->speed, analysis);
}

/* of the crank, from where it is drawn: cosine rule at the place of the slider */
static double angle_of(const Driven *m, double t) {
  double moved = m->size * (1 - cos(m->speed * t)), r = m->crank, l = m->rod;
  double x = m->inner ? l - r + moved : l + r - moved, cosine = (x * x + r * r - l * l) / (2 * r * x);
  return acos(m->inner ? -cosine : cosine);
}

static void driven_pistons(void **state) {
  (void)state;
  static char text[TEXT];
  Random random = {20261118};
  double worst = 0;
  for (int draw = 0; draw < 2 * SCHEMES; draw++) {
    Driven m = random_driven(&random, draw);
    const char *scheme = schemes[draw % SCHEMES];
    write_driven(text, &m, scheme);
    refused(text, "the rates given fit several of them", "\"guide\"");
    m.outwards = true;
    write_driven(text, &m, scheme);
    refused(text, "its drives set off in a way that none of them goes", "\"guide\"");
    m.outwards = false;
    /* r (1 +- r/l) phi^2/2 = size (speed t)^2/2 near the dead centre */
    double ratio = m.crank / m.rod, sign = draw % 3 ? 1 : -1;
    m.turn = sign * m.speed * sqrt(m.size / (m.crank * (m.inner ? 1 - ratio : 1 + ratio)));
    write_driven(text, &m, scheme);
    Run run = run_start(text);
    run_to_end(&run);
    double found = run_channel(&run, "pivot.phi"), right = sign * angle_of(&m, 0.1);
    worst = fmax(worst, fabs(found - right));
    if (!(fabs(found - right) < 1e-9)) printf("pivot.phi %.15g, expected %.15g\n%s\n", found, right, text);
    assert_true(fabs(found - right) < 1e-9); /* the drive prescribes it, in every scheme */
    run_free(&run);
  }
  printf("pistons driven off their dead centres: within %.1e rad of the cosine rule\n", worst);
}

/* ---- windows in a row, and on a cart ---- */

typedef struct Windows {
  Frame frame;
  int count, given; /* windows; cranks whose rate is given, from the first */
  double rate, length;
  bool cart;
  uint64_t seed;
} Windows;

static void write_windows(char *text, const void *model, const char *analysis) {
  const Windows *m = model;
  const Frame *f = &m->frame;
  Random masses = {m->seed};
  char room[80], name[40], between[80];
  const char *base = m->cart ? "cart" : "ground";
  text[0] = 0;
  text_add(text, "{trammel: 1, ");
  add_direction(text, f, "gravity", 1, -5 * f->unit);
  text_add(text, ", bodies: {");
  if (m->cart) add_body(text, f, &masses, "cart", 0.3, -0.4);
  for (int i = 0; i <= m->count; i++)
    snprintf(name, sizeof name, "crank%d", i), add_body(text, f, &masses, name, i * m->length + 0.5, 0);
  for (int i = 1; i <= m->count; i++)
    snprintf(name, sizeof name, "coupler%d", i), add_body(text, f, &masses, name, (i - 0.5) * m->length + 1, 0);
  text_add(text, "}, joints: {");
  if (m->cart) {
    text_add(text, "rail: {type: prismatic, between: [ground, cart], ");
    add_point(text, f, "at", 0, -0.4);
    add_direction(text, f, ", axis", 0, 1);
    text_add(text, "}, ");
  }
  for (int i = 0; i <= m->count; i++) {
    snprintf(name, sizeof name, "g%d", i), snprintf(between, sizeof between, "%s, crank%d", base, i);
    add_hinge(text, f, name, between, i * m->length, rate_text(i < m->given ? m->rate : NAN, room, "phi"));
  }
  for (int i = 1; i <= m->count; i++)
    for (int side = 0; side < 2; side++) {
      snprintf(name, sizeof name, "%c%d", "ab"[side], i);
      snprintf(between, sizeof between, "crank%d, coupler%d", i - 1 + side, i);
      add_hinge(text, f, name, between, (i - 1 + side) * m->length + 1, "");
    }
  text_add(text, "}, analysis: {until: 0.1, %s}}", analysis);
}

static void windows(void **state) {
  (void)state;
  static char text[TEXT];
  Random random = {4711};
  double worst = 0;
  for (int draw = 0; draw < 8; draw++) {
    Windows m = {.frame = random_frame(&random), .count = 1 + draw % 4, .length = random_number(&random, 1.3, 3)};
    m.rate = random_number(&random, 1, 3), m.seed = (uint64_t)draw + 11, m.cart = draw >= 4;
    m.given = 1 + random_count(&random, m.count); /* of count + 1: one is missing at least */
    write_windows(text, &m, schemes[draw % SCHEMES]);
    refused(text, "the rates given fit several of them", "joints");
    m.given = m.count + 1;
    char last[20];
    snprintf(last, sizeof last, "g%d.phi", m.count);
    double rates[2] = {m.rate, m.rate};
    worst = fmax(worst, compare_schemes(write_windows, &m, "g0.phi", last, rates));
  }
  printf("windows in one line, on the ground and on carts: schemes within %.1e of each other\n", worst);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(four_bars),      cmocka_unit_test(four_bars_at_rest), cmocka_unit_test(sliders),
      cmocka_unit_test(driven_pistons), cmocka_unit_test(windows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
