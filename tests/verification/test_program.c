/* Forces and events of a program, in every scheme: against the same forces written in the model, closed forms,
   conserved quantities; with and without derivatives; what goes wrong is said. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "conformance/program_force.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "model/model.h"

enum { SCHEMES = 5, TEXT = 4000, MODELS = 3 };
static const char *const schemes[SCHEMES] = {"energy-preserving", "energy-decaying", "generalized-alpha", "index-1",
                                             "index-1, formulation: relative"};

static int add(char *text, int at, const char *format, ...) __attribute__((format(printf, 3, 4)));
static int add(char *text, int at, const char *format, ...) {
  va_list list;
  va_start(list, format);
  at += vsnprintf(text + at, (size_t)(TEXT - at), format, list);
  va_end(list);
  return at;
}

/* A chain of two or three bodies on random joints, hung from the ground or floating; in some models a beam at its
   end. */
static void random_chain(uint64_t seed, bool floats, bool beam, char text[TEXT]) {
  static const char *const kinds[] = {"revolute", "cylindrical", "spherical"};
  Random random = {seed * 7919 + 13};
  int count = 2 + random_count(&random, 2);
  int at = add(text, 0, "trammel: 1\ngravity: [0, %g, 0]\nbodies:\n", floats ? 0 : -9.81);
  for (int b = 0; b < count; b++) {
    double j = random_number(&random, 0.1, 0.2);
    at = add(text, at, "  b%d: {mass: %g, inertia: [%g, %g, %g], position: [%d, 0.2, 0]}\n", b,
             random_number(&random, 0.5, 3), j, 1.2 * j, 1.5 * j, b);
  }
  at = add(text, at, "markers: {tip: {on: b%d, at: [%g, 0.4, 0.1]}, post: {on: ground, at: [1, -2, 0.5]}}\njoints:\n",
           count - 1, count - 0.6);
  if (!floats) at = add(text, at, "  j0: {type: revolute, between: [ground, b0], at: [-0.5, 0, 0], axis: [0, 0, 1]}\n");
  for (int b = 1; b < count; b++) {
    int kind = random_count(&random, 3);
    at = add(text, at, "  j%d: {type: %s, between: [b%d, b%d], at: [%g, 0, 0]%s}\n", b, kinds[kind], b - 1, b, b - 0.5,
             kind < 2 ? ", axis: [0.3, 0, 1]" : "");
  }
  if (beam)
    add(text, at,
        "  root: {type: rigid, between: [b%d, boom.start]}\nsections: {s: {stiffness: {EA: 1e4, GKy: 4e3, GKz: 4e3, "
        "GJ: "
        "20, EIy: 30, EIz: 40}, mass: {m: 0.5, Iyy: 1e-3, Izz: 1e-3}}}\nbeams: {boom: {curve: {line: [[%d, 0.2, 0], "
        "[%g, "
        "0.2, 0]]}, section: s, elements: 2}}\n",
        count - 1, count - 1, count + 0.2);
}

static Run run_with(const char *text, const char *more, const char *scheme, const char *step) {
  return run_format("%s%sanalysis: {until: 0.5, scheme: %s, step: %s}\n", text, more, scheme, step);
}

static void add_force(Run *run, trm_Force force) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Status status = trm_simulation_add_force(run->simulation, &force, diagnostics);
  if (status != TRM_OK) fail_msg("%s", trm_diagnostics_text(diagnostics));
  trm_diagnostics_free(diagnostics);
  run->fresh = false;
}

/* ---- the same force in the model ---- */

/* Largest difference of channels of `own` that begin so, relative to the largest of their unit (at least 1); the other
   has more of them. */
static double differs(Run *own, Run *other, const char *prefix) {
  double largest = 0;
  for (int i = 0; i < trm_simulation_channel_count(own->simulation); i++) {
    trm_Channel channel = trm_simulation_channel(own->simulation, i);
    double a, b;
    if (strncmp(channel.name, prefix, strlen(prefix)) != 0) continue;
    int there = trm_simulation_find_channel(other->simulation, channel.name);
    assert_int_equal(trm_simulation_channel_value(own->simulation, i, &a), TRM_OK);
    assert_int_equal(trm_simulation_channel_value(other->simulation, there, &b), TRM_OK);
    largest = fmax(largest, fabs(a - b) / fmax(1, fmax(fabs(a), fabs(b))));
  }
  return largest;
}

static bool nothing(const trm_ForceState *state, double *forces, void *user) {
  (void)state, (void)forces, (void)user; /* they are zero */
  return true;
}

static bool push(const trm_ForceState *state, double *forces, void *user) {
  double t = state->time;
  (void)user;
  forces[0] = 3 * sin(4 * t), forces[1] = cos(7 * t), forces[2] = 2;
  forces[3] = 0.3 * cos(3 * t), forces[5] = 0.2 * t;
  return true;
}

static void loads_in_time_are_those_of_the_model(void **state) {
  (void)state;
  static const char *const nodes[] = {"tip"};
  for (int m = 0; m < MODELS; m++)
    for (int s = 0; s < SCHEMES; s++) {
      char text[TEXT];
      random_chain((uint64_t)m, false, m > 0 && s < 3, text);
      Run written = run_with(
          text, "loads: {push: {on: tip, force: [3*sin(4*t), cos(7*t), 2], moment: [0.3*cos(3*t), 0, 0.2*t]}}\n",
          schemes[s], "5e-3");
      Run own = run_with(text, "", schemes[s], "5e-3");
      trm_Force force = trm_force_default();
      force.node_count = 1, force.nodes = nodes, force.force = push;
      add_force(&own, force);
      run_to_end(&written);
      run_to_end(&own);
      double difference = fmax(differs(&own, &written, "b"), differs(&own, &written, "energy"));
      print_message("model %d, %s: difference %.1e, work of loads %.6g J\n", m, schemes[s], difference,
                    run_ledger(&own).load_work);
      assert_true(difference < 1e-10);
      run_free(&written);
      run_free(&own);
    }
}

static bool tie(const trm_ForceState *state, double *forces, void *user) {
  double stiffness = *(const double *)user;
  for (int n = 0; n < 3; n++) {
    forces[n] = stiffness * (state->nodes[1].position[n] - state->nodes[0].position[n]);
    forces[6 + n] = -forces[n];
  }
  return true;
}

/* a spring without free length: its force is linear, and that of the middle of a step is the mean of its ends */
static void ends_of_beams_are_nodes(void **state) {
  (void)state;
  static const char *const names[] = {"boom.start", "boom.end", "boom.middle"};
  for (int end = 0; end < 3; end++) {
    char text[TEXT], load[200];
    random_chain(3, false, true, text);
    snprintf(load, sizeof load,
             "loads: {push: {on: %s, force: [3*sin(4*t), cos(7*t), 2], moment: [0.3*cos(3*t), 0, "
             "0.2*t]}}\n",
             names[end % 2]);
    Run written = run_with(text, load, schemes[0], "5e-3"), own = run_with(text, "", schemes[0], "5e-3");
    trm_Force force = trm_force_default();
    force.node_count = 1, force.nodes = &names[end], force.force = push;
    if (end == 2) assert_int_equal(trm_simulation_add_force(own.simulation, &force, NULL), TRM_BAD_ARGUMENT);
    if (end < 2) {
      add_force(&own, force);
      run_to_end(&written), run_to_end(&own);
      double off = fmax(differs(&own, &written, "boom"), differs(&own, &written, "b0"));
      print_message("%s: off by %.1e, work of loads %.6g J\n", names[end], off, run_ledger(&own).load_work);
      assert_true(off < 1e-10 && fabs(run_ledger(&own).load_work) > 1e-3);
    }
    run_free(&written), run_free(&own);
  }
}

static void springs_are_those_of_the_model(void **state) {
  (void)state;
  static const char *const nodes[] = {"tip", "post"};
  static const char *const analyses[] = {
      "{until: 0.5, scheme: energy-preserving, step: 5e-3}", "{until: 0.5, scheme: generalized-alpha, step: 5e-3}",
      "{until: 0.5, scheme: index-1, step: {tolerance: 1e-11}}",
      "{until: 0.5, formulation: relative, step: {tolerance: 1e-11}}", "{type: static}"};
  double stiffness = 25;
  for (int m = 0; m < MODELS; m++)
    for (int a = 0; a < 5; a++) {
      char text[TEXT];
      random_chain(10 + (uint64_t)m, false, m > 0 && a < 2, text);
      Run written =
          run_format("%ssprings: {cord: {between: [tip, post], stiffness: 25, free-length: 0}}\nanalysis: %s\n", text,
                     analyses[a]);
      Run own = run_format("%sanalysis: %s\n", text, analyses[a]);
      trm_Force force = trm_force_default();
      force.node_count = 2, force.nodes = nodes, force.force = tie, force.user = &stiffness;
      double start = trm_simulation_summary(written.simulation)->ledger.spring;
      add_force(&own, force);
      run_to_end(&written);
      run_to_end(&own);
      trm_Ledger ledger = run_ledger(&written), mine = run_ledger(&own);
      double difference = differs(&own, &written, "b"), work = ledger.spring - start + mine.load_work;
      print_message("model %d, %s: difference %.1e, energy of the spring less work %.1e J\n", m, analyses[a],
                    difference, work);
      assert_true(difference < (a == 4 ? 1e-8 : 1e-9));
      if (a < 4) assert_true(fabs(work) < (a == 0 ? 1e-11 : 2e-3) * ledger.largest_kinetic);
      run_free(&written);
      run_free(&own);
    }
}

/* ---- balances ---- */

/* the ledger closes whatever the force does; derivatives by the program or by differences are the same motion */
static void ledgers_close(void **state) {
  (void)state;
  static const char *const nodes[] = {"tip", "b0"};
  for (int m = 0; m < MODELS; m++)
    for (int s = 0; s < SCHEMES; s++) {
      char text[TEXT];
      random_chain(20 + (uint64_t)m, false, m > 0 && s < 3, text);
      Run runs[2];
      ProgramForce laws[2];
      for (int way = 0; way < 2; way++) {
        runs[way] = run_with(text, "", schemes[s], s < 3 ? "5e-3" : "{tolerance: 1e-9}");
        laws[way] = (ProgramForce){4, 0.3, 0.2, 0.1, 0.5, 5, 0};
        trm_Force force = trm_force_default();
        force.node_count = 2, force.nodes = nodes, force.force = program_force, force.user = &laws[way];
        if (way) force.tangent = program_tangent;
        add_force(&runs[way], force);
        run_to_end(&runs[way]);
      }
      trm_Ledger ledger = run_ledger(&runs[0]);
      const trm_Summary *sums[2] = {trm_simulation_summary(runs[0].simulation),
                                    trm_simulation_summary(runs[1].simulation)};
      double difference = run_difference(&runs[0], &runs[1], "b");
      double open = ledger.largest_residual / ledger.largest_kinetic;
      print_message("model %d, %s: residual %.1e, difference %.1e, %lld and %lld iterations, %lld and %lld "
                    "factorizations, %d and %d calls\n",
                    m, schemes[s], open, difference, (long long)sums[0]->iterations, (long long)sums[1]->iterations,
                    (long long)sums[0]->factorizations, (long long)sums[1]->factorizations, laws[0].calls,
                    laws[1].calls);
      assert_true(difference < 1e-9);
      assert_true(open < (s < 2 ? 1e-9 : s == 2 ? 1e-2 : 1e-7));
      /* a few renewals of old factors more or less are taken for round-off's (30 and 34, 37 and 40 were seen; the cause
         is not known): they shift iterations by some percents */
      assert_true(sums[1]->factorizations <= sums[0]->factorizations + 4 && laws[1].calls <= laws[0].calls);
      assert_true((double)sums[1]->iterations <= 1.05 * (double)sums[0]->iterations);
      if (s < 2) assert_true(sums[1]->iterations <= 7 * sums[1]->steps); /* few of them with factors of their own */
      run_free(&runs[0]);
      run_free(&runs[1]);
    }
}

/* energy schemes against rates: the same law in the middle of steps and at instants */
static void schemes_agree(void **state) {
  (void)state;
  static const char *const nodes[] = {"tip", "b0", "post"};
  for (int m = 0; m < MODELS; m++) {
    char text[TEXT];
    Run runs[4];
    ProgramForce law = {4, 0.3, 0.2, 0.1, 0.5, 5, 0};
    random_chain(30 + (uint64_t)m, false, false, text);
    static const char *const ways[] = {"energy-preserving, order: 4", "energy-decaying", "index-1",
                                       "index-1, formulation: relative"};
    double difference[4] = {0};
    for (int way = 0; way < 4; way++) {
      runs[way] = run_with(text, "", ways[way], way == 0 ? "2e-3" : way == 1 ? "1e-3" : "{tolerance: 1e-11}");
      trm_Force force = trm_force_default();
      force.node_count = 3, force.nodes = nodes, force.force = program_force, force.user = &law;
      add_force(&runs[way], force);
      run_to_end(&runs[way]);
    }
    for (int way = 0; way < 3; way++) difference[way] = run_difference(&runs[way], &runs[3], "b");
    print_message("model %d: order 4 %.1e, decaying %.1e, forms of rates %.1e\n", m, difference[0], difference[1],
                  difference[2]);
    assert_true(difference[2] < 1e-8);
    assert_true(difference[0] < 1e-5 && difference[1] < 1e-3);
    for (int way = 0; way < 4; way++) run_free(&runs[way]);
  }
}

/* forces between two bodies of a part that floats, along their line */
static void momenta_are_kept(void **state) {
  (void)state;
  static const char *const nodes[] = {"tip", "b0"};
  double stiffness = 40;
  for (int m = 0; m < MODELS; m++) {
    char text[TEXT];
    random_chain(40 + (uint64_t)m, true, false, text);
    Run run = run_with(text, "", "energy-preserving", "5e-3");
    trm_Force force = trm_force_default();
    force.node_count = 2, force.nodes = nodes, force.force = tie, force.user = &stiffness;
    add_force(&run, force);
    double change[2], size[2];
    run_momenta(&run, 10, 10, change, size);
    print_message("model %d: momenta change by %.1e, %.1e; kinetic energy %.3g J\n", m, change[0], change[1],
                  run_ledger(&run).largest_kinetic);
    assert_true(run_ledger(&run).largest_kinetic > 0.1 && change[0] < 1e-10 && change[1] < 1e-10);
    run_free(&run);
  }
}

/* ---- modes, copies ---- */

#define CART(inputs, analysis)                                                                                         \
  "trammel: 1\n" inputs "bodies: {cart: {mass: 2, inertia: [1, 1, 1]}}\n"                                              \
  "joints: {rail: {type: prismatic, between: [ground, cart], axis: [1, 0, 0]}}\nanalysis: " analysis "\n"

static bool hold(const trm_ForceState *state, double *forces, void *user) {
  (void)user;
  forces[0] = -50 * state->nodes[0].position[0] - 4 * state->nodes[0].velocity[0];
  return true;
}

static bool hold_by(const trm_ForceState *state, double *forces, void *user) {
  const double *law = user;
  forces[0] = -law[0] * state->nodes[0].position[0] - law[1] * state->nodes[0].velocity[0];
  return true;
}

static const char *const cart[] = {"cart"};

static trm_Force hold_cart(void) {
  trm_Force force = trm_force_default();
  force.name = "hold", force.node_count = 1, force.nodes = cart, force.force = hold;
  return force;
}

/* lambda = -1 + i sqrt(24): 2 x'' + 4 x' + 50 x = 0 */
static void modes_know_the_force(void **state) {
  (void)state;
  Run run = run_start(CART("", "{type: modal, count: 1}"));
  add_force(&run, hold_cart());
  run_to_end(&run);
  trm_Mode mode = trm_simulation_mode(run.simulation, 0);
  print_message("lambda %.12g + %.12g i\n", mode.real, mode.imaginary);
  assert_true(fabs(mode.real + 1) < 1e-6 && fabs(mode.imaginary - sqrt(24)) < 1e-6);
  run_free(&run);
}

/* With an automatic step and no order written, forces that a program adds take the order to 2: they may depend on
   rates, and substeps that run backwards would feed what they take. x = exp(-t) sin(5 t)/5; and with a strong
   damper. */
static void order_follows_the_force(void **state) {
  (void)state;
  for (int strong = 0; strong < 2; strong++) {
    Run run = run_start("{trammel: 1, bodies: {cart: {mass: 2, inertia: [1, 1, 1]}}, joints: {rail: {type: prismatic, "
                        "between: [ground, cart], axis: [1, 0, 0], coordinates: {delta: {rate: 1}}}}, analysis: "
                        "{until: 1, scheme: energy-preserving, step: {tolerance: 1e-5}}}");
    double damper = strong ? 400 : 4, stiffness = strong ? 0 : 52, x = (1 - exp(-200.0)) / 200;
    double law[2] = {stiffness, damper};
    if (!strong) x = exp(-1) * sin(5) / 5;
    int before = (int)trm_simulation_summary(run.simulation)->order;
    trm_Force force = trm_force_default();
    force.name = "hold", force.node_count = 1, force.nodes = cart, force.force = hold_by, force.user = law;
    add_force(&run, force);
    run_to_end(&run);
    int order = (int)trm_simulation_summary(run.simulation)->order;
    double off = run_channel(&run, "cart.position.x") - x, size = run.model->size;
    print_message("damper %g N s/m: order %d, with the force %d; off by %.1e of %.3g m\n", damper, before, order, off,
                  size);
    assert_true(before == 6 && order == 2);
    assert_true(fabs(off) < 3e-5 * size);
    run_free(&run);
  }
}

static void copies_have_the_force(void **state) {
  (void)state;
  Run run = run_start(CART("inputs: {unused: 1}\n", "{until: 1, step: 0.01, output: 1}"));
  trm_simulation_set_input(run.simulation, 0, 7);
  add_force(&run, hold_cart());
  assert_true(trm_simulation_input(run.simulation, 0) == 7);
  assert_int_equal(trm_simulation_run_to(run.simulation, 0.5), TRM_OK);
  trm_Simulation *copy = trm_simulation_copy(run.simulation, NULL);
  assert_non_null(copy);
  int channel = trm_simulation_find_channel(copy, "cart.position.x");
  double a, b;
  for (int way = 0; way < 2; way++) {
    while (trm_simulation_step(copy) == TRM_OK) {}
    while (trm_simulation_step(run.simulation) == TRM_OK) {}
    trm_simulation_channel_value(copy, channel, &a);
    trm_simulation_channel_value(run.simulation, channel, &b);
    assert_true(a == b);
    if (way == 0) assert_int_equal(trm_simulation_reset(copy, NULL), TRM_OK);
    if (way == 0) assert_int_equal(trm_simulation_reset(run.simulation, NULL), TRM_OK);
  }
  run_free(&run); /* before its copy */
  trm_simulation_free(copy);
}

/* ---- what goes wrong ---- */

static bool until_three_tenths(const trm_ForceState *state, double *forces, void *user) {
  bool speaks = *(bool *)user;
  if (state->time > 0.3 && !speaks) forces[1] = NAN;
  return state->time <= 0.3 || !speaks;
}

static void failures_are_said(void **state) {
  (void)state;
  for (int s = 0; s < SCHEMES; s++)
    for (int way = 0; way < 2; way++) {
      bool speaks = way;
      Run run =
          run_format(CART("", "{until: 1, scheme: %s, step: %s}"), schemes[s], s == 3 ? "{tolerance: 1e-6}" : "0.05");
      trm_Force force = hold_cart();
      force.force = until_three_tenths, force.user = &speaks;
      add_force(&run, force);
      trm_Status status = TRM_OK;
      while (status == TRM_OK) status = trm_simulation_step(run.simulation);
      assert_int_equal(status, TRM_STEP_FAILED);
      if (!strstr(trm_simulation_failure(run.simulation), "the force \"hold\" of the program"))
        fail_msg("%s: %s", schemes[s], trm_simulation_failure(run.simulation));
      assert_true(trm_simulation_time(run.simulation) < 0.301);
      run_free(&run);
    }
}

static double own_time(trm_Simulation *simulation, void *user) {
  (void)user;
  return trm_simulation_time(simulation);
}

static bool says_nothing(const trm_ForceState *state, double *forces, void *user) {
  (void)state, (void)forces, (void)user;
  return false;
}

static void wrong_ones_are_refused(void **state) {
  (void)state;
  static const char *const nowhere[] = {"carts"};
  Run run = run_start(CART("", "{until: 1, step: 0.1}"));
  for (int k = 0; k < 9; k++) {
    trm_Force force = hold_cart();
    trm_Event event = trm_event_default();
    const char *part = "";
    bool late = true;
    if (k == 0) force.nodes = nowhere, part = "is called \"carts\"";
    if (k == 1) force.node_count = 0, part = "one to six nodes";
    if (k == 2) force.force = NULL, part = "has no function";
    if (k == 3) force.size = 0, part = "TRM_VERSION_FITS";
    if (k == 4) force.force = until_three_tenths, force.user = &late, part = "";
    if (k == 5) part = "has no function";
    if (k == 6) event.value = own_time, event.direction = 2, part = "its direction is -1, 0 or 1";
    if (k == 7) force.force = says_nothing, part = "gives no numbers at the start";
    if (k == 8) run_step(&run), part = "the first step has been taken";
    trm_Diagnostics *diagnostics = trm_diagnostics_new();
    trm_Status status = k == 5 || k == 6 ? trm_simulation_add_event(run.simulation, &event, diagnostics)
                                         : trm_simulation_add_force(run.simulation, &force, diagnostics);
    if (k == 7) assert_true(status < 0); /* the start's own */
    if (k != 7) assert_int_equal(status, k == 4 ? TRM_OK : TRM_BAD_ARGUMENT);
    if (status != TRM_OK && !strstr(trm_diagnostics_text(diagnostics), part))
      fail_msg("%s", trm_diagnostics_text(diagnostics));
    trm_diagnostics_free(diagnostics);
  }
  run_free(&run);
}

/* ---- events ---- */

typedef struct Watch {
  int channel, input, calls, stop_at;
  double level, times[40], values[40];
} Watch;

static double watch(trm_Simulation *simulation, void *user) {
  double value;
  trm_simulation_channel_value(simulation, ((Watch *)user)->channel, &value);
  return value - ((Watch *)user)->level;
}

static bool note(trm_Simulation *simulation, void *user) {
  Watch *own = (Watch *)user;
  own->values[own->calls] = watch(simulation, user);
  own->times[own->calls++] = trm_simulation_time(simulation);
  if (own->input >= 0) trm_simulation_set_input(simulation, own->input, -trm_simulation_input(simulation, own->input));
  return own->calls != own->stop_at;
}

static Watch add_watch(Run *run, Watch *own, const char *channel, int direction) {
  trm_Event event = trm_event_default();
  *own = (Watch){.channel = trm_simulation_find_channel(run->simulation, channel), .input = -1};
  event.name = "watch", event.direction = direction, event.value = watch, event.reached = note, event.user = own;
  assert_int_equal(trm_simulation_add_event(run->simulation, &event, NULL), TRM_OK);
  return *own;
}

/* x = sin(2 pi t) of a cart on a spring of the program's: it passes 1/2 at (1 + 12 k)/12 upwards and (5 + 12 k)/12
   downwards */
static void events_end_steps(void **state) {
  (void)state;
  static const char *const steps[] = {"0.01", "{tolerance: 1e-7}"};
  for (int s = 0; s < SCHEMES; s++)
    for (int way = 0; way < 2; way++)
      for (int direction = -1; direction <= 1; direction++) {
        Watch own;
        double exact = 4 * acos(-1) * acos(-1);
        Run run = run_format(
            "trammel: 1\nbodies: {cart: {mass: 1, inertia: [1, 1, 1], velocity: [%.17g, 0, 0]}}\n"
            "joints: {rail: {type: prismatic, between: [ground, cart], axis: [1, 0, 0], coordinates: {delta: "
            "{spring: {stiffness: %.17g}}}}}\nanalysis: {until: 2, scheme: %s, step: %s}\n",
            sqrt(exact), exact, schemes[s], steps[way]);
        add_watch(&run, &own, "rail.delta", direction);
        own.level = 0.5;
        run_to_end(&run);
        double late = 0, off = 0;
        for (int k = 0; k < own.calls; k++) {
          double turn = direction == 0 ? (double)(k / 2) : k,
                 first = direction > 0 || (direction == 0 && k % 2 == 0) ? 1 : 5;
          late = fmax(late, fabs(own.times[k] - (first + 12 * turn) / 12)), off = fmax(off, fabs(own.values[k]));
        }
        print_message("%s, step %s, direction %d: %d events, late by %.1e s, off by %.1e\n", schemes[s], steps[way],
                      direction, own.calls, late, off);
        assert_int_equal(own.calls, direction == 0 ? 4 : 2);
        assert_true(off < 1e-11 && late < (way || s > 2 ? 1e-6 : 5e-3));
        assert_true(trm_simulation_time(run.simulation) == 2);
        run_free(&run);
      }
}

/* a force that an input of the model has turns round at every event: to and fro at a constant acceleration of 1;
   stopped at the third */
static void events_choose(void **state) {
  (void)state;
  for (int s = 0; s < SCHEMES; s++) {
    Watch own;
    Run run = run_format(
        "trammel: 1\ninputs: {push: 2}\nbodies: {cart: {mass: 2, inertia: [1, 1, 1]}}\n"
        "joints: {rail: {type: prismatic, between: [ground, cart], axis: [1, 0, 0], coordinates: {delta: {force: "
        "push}}}}\nanalysis: {until: 30, scheme: %s, step: 0.07}\n",
        schemes[s]);
    add_watch(&run, &own, "rail.delta", 0);
    own.level = 0.5, own.input = 0, own.stop_at = 3;
    run_to_end(&run);
    /* to 1/2 at t = 1 with speed 1; back there 2 s later with speed -1; then the force pushes forward again: 2 s
       more */
    for (int k = 0; k < 3; k++)
      if (!(fabs(own.times[k] - (1 + 2 * k)) < 1e-9)) fail_msg("%s: event %d at %.15g s", schemes[s], k, own.times[k]);
    assert_int_equal(own.calls, 3);
    assert_true(trm_simulation_time(run.simulation) == own.times[2]);
    assert_int_equal(trm_simulation_step(run.simulation), TRM_FINISHED);
    assert_true(run_ledger(&run).largest_residual < 1e-9);
    run_free(&run);
  }
}

static bool ends_the_run(trm_Simulation *simulation, void *user) {
  (void)simulation, (void)user;
  return false;
}

/* a cart that is pushed is at 1/2 after 1 s: whatever is added after the event, of a copy and after a reset */
static void events_stay(void **state) {
  (void)state;
  static const char *const cart_alone[] = {"cart"};
  Run run = run_start("trammel: 1\nbodies: {cart: {mass: 2, inertia: [1, 1, 1]}}\n"
                      "joints: {rail: {type: prismatic, between: [ground, cart], axis: [1, 0, 0], coordinates: {delta: "
                      "{force: 2}}}}\nanalysis: {until: 3, step: 0.07}\n");
  Watch own = {.channel = trm_simulation_find_channel(run.simulation, "rail.delta"), .level = 0.5};
  trm_Event event = trm_event_default();
  event.name = "half", event.value = watch, event.reached = ends_the_run, event.user = &own;
  assert_int_equal(trm_simulation_add_event(run.simulation, &event, NULL), TRM_OK);
  trm_Force force = trm_force_default();
  force.node_count = 1, force.nodes = cart_alone, force.force = nothing;
  for (int k = 0; k < 2; k++) add_force(&run, force);
  assert_int_equal(trm_simulation_run_to(run.simulation, 0.5), TRM_OK);
  trm_Simulation *copy = trm_simulation_copy(run.simulation, NULL);
  assert_non_null(copy);
  while (trm_simulation_step(copy) == TRM_OK) {}
  for (int way = 0; way < 2; way++) {
    while (trm_simulation_step(run.simulation) == TRM_OK) {}
    print_message("ends at %.15g s, its copy at %.15g s\n", trm_simulation_time(run.simulation),
                  trm_simulation_time(copy));
    assert_true(fabs(trm_simulation_time(run.simulation) - 1) < 1e-9 && fabs(trm_simulation_time(copy) - 1) < 1e-9);
    assert_int_equal(trm_simulation_reset(run.simulation, NULL), TRM_OK);
    assert_true(trm_simulation_time(run.simulation) == 0);
  }
  trm_simulation_free(copy);
  run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loads_in_time_are_those_of_the_model),
      cmocka_unit_test(ends_of_beams_are_nodes),
      cmocka_unit_test(springs_are_those_of_the_model),
      cmocka_unit_test(ledgers_close),
      cmocka_unit_test(schemes_agree),
      cmocka_unit_test(momenta_are_kept),
      cmocka_unit_test(modes_know_the_force),
      cmocka_unit_test(copies_have_the_force),
      cmocka_unit_test(order_follows_the_force),
      cmocka_unit_test(failures_are_said),
      cmocka_unit_test(wrong_ones_are_refused),
      cmocka_unit_test(events_end_steps),
      cmocka_unit_test(events_choose),
      cmocka_unit_test(events_stay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
