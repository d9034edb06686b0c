/* Chains of events at one instant that go on for ever are named and end the run, those that come to rest do not: nets
   of relays that switch each other, through other signals too, from the start on or when something sets them off;
   events that set signals which others watch; blows that throw a body to and fro between two speeds. Drawn at random;
   which of them have an end, and where they then are, is told by the same rules in a few lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "base/text.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "test_all.h"

static const char *const schemes[] = {
    "energy-preserving, step: 0.07", "energy-preserving, order: 4, step: 0.3",     "energy-decaying, step: 0.1",
    "generalized-alpha, step: 0.02", "generalized-alpha, step: {tolerance: 1e-6}", "index-1, step: {tolerance: 1e-8}"};
enum { SCHEMES = sizeof schemes / sizeof *schemes, MOST = 4, ROUNDS = 900, OFTEN = 100, ORDERS = 24 };

/* What is to come of a model, and what does. */
typedef struct Chain {
  trm_Text text;
  int count;
  bool endless, at_start, takes_part[MOST]; /* of endless ones: which of them go on */
  char names[MOST][16];
  char channels[MOST][40]; /* of others: */
  double ends[MOST];
} Chain;

static void check_names(const Chain *chain, const char *said, int number) {
  for (int i = 0; i < chain->count; i++) {
    bool named = strstr(said, chain->names[i]) != NULL;
    if (named != chain->takes_part[i])
      fail_msg("case %d: %s %s: %s; %s", number, chain->names[i], named ? "is named" : "is not named", said,
               chain->text.data);
  }
}

static void refused_at_start(const Chain *chain, int number) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Model *model = model_from_text(chain->text.data);
  trm_Simulation *simulation = trm_simulation_new(model, diagnostics);
  char *said = trm_diagnostics_text(diagnostics);
  if (simulation) fail_msg("case %d: starts: %s", number, chain->text.data);
  if (!strstr(said, "on and off for ever at the start")) fail_msg("case %d: %s", number, said);
  check_names(chain, said, number);
  trm_free(said);
  trm_model_free(model);
  trm_diagnostics_free(diagnostics);
}

static void try_chain(Chain *chain, int number) {
  assert_false(chain->text.failed);
  if (chain->endless && chain->at_start) {
    refused_at_start(chain, number);
    trm_text_free(&chain->text);
    return;
  }
  Run run = run_start(chain->text.data);
  trm_Status status = TRM_OK;
  for (int i = 0; i < 10000 && status == TRM_OK; i++) status = trm_simulation_step(run.simulation);
  const char *said = trm_simulation_failure(run.simulation);
  if (status != (chain->endless ? TRM_STEP_FAILED : TRM_FINISHED))
    fail_msg("case %d: status %d, %s; %s", number, status, said, chain->text.data);
  if (chain->endless && !strstr(said, "again and again at this instant")) fail_msg("case %d: %s", number, said);
  if (chain->endless) check_names(chain, said, number);
  for (int i = 0; i < chain->count && !chain->endless; i++) {
    double end = run_channel(&run, chain->channels[i]);
    if (!(fabs(end - chain->ends[i]) < 1e-9))
      fail_msg("case %d: %s is %g, not %g; %s", number, chain->channels[i], end, chain->ends[i], chain->text.data);
  }
  run_free(&run);
  trm_text_free(&chain->text);
}

/* ---- relays ---- */

typedef struct Net {
  int count;
  double base[MOST], kick[MOST], by[MOST][MOST], lower[MOST], upper[MOST];
  bool on[MOST];
  int times[MOST];
} Net;

/* Switches in some order what is to be switched. False: it does not end. */
static bool settles(Net *net, const int *order, double kick) {
  bool any = true;
  for (int round = 0; any && round < ROUNDS; round++) {
    any = false;
    for (int k = 0; k < net->count; k++) {
      int i = order[k];
      double u = net->base[i] + kick * net->kick[i];
      for (int j = 0; j < net->count; j++) u += net->on[j] ? net->by[i][j] : 0;
      if (net->on[i] ? u > net->lower[i] : u < net->upper[i]) continue;
      net->on[i] = !net->on[i], net->times[i]++, any = true;
    }
  }
  return !any;
}

static Net draw_net(Random *random) {
  Net net = {.count = 1 + random_count(random, MOST)};
  for (int i = 0; i < net.count; i++) {
    net.base[i] = random_number(random, -1, 1), net.kick[i] = random_number(random, -2, 2);
    net.lower[i] = random_number(random, -0.6, 0), net.upper[i] = net.lower[i] + random_number(random, 0.01, 0.6);
    for (int j = 0; j < net.count; j++) net.by[i][j] = random_count(random, 3) ? random_number(random, -2, 2) : 0;
  }
  return net;
}

/* At the start, or there and then set off. False: the first does not end, or the order decides what comes of it. */
static bool foretell(Net *net, bool at_start, bool *endless) {
  Net drawn = *net;
  for (int k = 0; k < ORDERS; k++) {
    int order[MOST], count = 0;
    for (int i = 0, left = k; i < drawn.count; i++) { /* the next one goes between those that are there */
      int place = left % (i + 1);
      left /= i + 1;
      for (int j = count++; j > place; j--) order[j] = order[j - 1];
      order[place] = i;
    }
    Net now = drawn;
    bool ends = settles(&now, order, 0);
    if (!at_start && !ends) return false;
    if (!at_start) memset(now.times, 0, sizeof now.times), ends = settles(&now, order, 1);
    bool same = ends == !*endless;
    for (int i = 0; i < drawn.count; i++)
      same = same && (ends ? now.on[i] == net->on[i] : (now.times[i] > OFTEN) == (net->times[i] > OFTEN));
    if (k > 0 && !same) return false;
    *net = now, *endless = !ends;
  }
  return true;
}

static void add_relays(Random *random, const Net *net, trm_Text *text) {
  for (int i = 0; i < net->count; i++) {
    trm_text_format(text, "r%d: {hysteresis: \"%.17g + %.17g*p", i, net->base[i], net->kick[i]);
    for (int j = 0; j < net->count; j++) /* directly, or by another signal */
      if (net->by[i][j] != 0)
        trm_text_format(text, " + %.17g*%c%d", net->by[i][j], random_count(random, 2) ? 'r' : 'm', j);
    trm_text_format(text, "\", lower: %.17g, upper: %.17g}, m%d: r%d, ", net->lower[i], net->upper[i], i, i);
  }
}

static Chain relays(Random *random, const char *scheme) {
  Chain chain = {.at_start = random_count(random, 2)};
  Net net;
  do net = draw_net(random);
  while (!foretell(&net, chain.at_start, &chain.endless));
  chain.count = net.count;
  trm_text_add(&chain.text, "{trammel: 2, bodies: {b: {mass: 1}}, signals: {");
  add_relays(random, &net, &chain.text);
  trm_text_add(&chain.text, chain.at_start ? "p: \"0\"}"
                                           : "p: {integral: \"0\"}}, events: {kick: {when: \"t - 0.4\", do: "
                                             "{set: {signal: p, to: 1}}}}");
  trm_text_format(&chain.text, ", analysis: {until: 1, scheme: %s}}", scheme);
  for (int i = 0; i < net.count; i++) {
    chain.takes_part[i] = net.times[i] > OFTEN, chain.ends[i] = net.on[i];
    snprintf(chain.names[i], sizeof chain.names[i], chain.at_start ? "\"r%d\"" : "\"signal.r%d\"", i); // NOLINT
    snprintf(chain.channels[i], sizeof chain.channels[i], "signal.r%d", i);
  }
  return chain;
}

/* ---- events that set what others watch ---- */

static Chain settings(Random *random, const char *scheme) {
  Chain chain = {.count = 2 + random_count(random, MOST - 1)};
  bool to[MOST][MOST] = {{false}}, due[MOST] = {true};
  int times[MOST] = {0};
  for (int i = 0; i < chain.count; i++)
    for (int j = 0; j < chain.count; j++) to[i][j] = i != j && random_count(random, 3) == 0;
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < chain.count; i++) {
      if (!due[i]) continue;
      due[i] = false, times[i]++;
      for (int j = 0; j < chain.count; j++) due[j] = due[j] || to[i][j];
    }
  trm_text_add(&chain.text, "{trammel: 2, bodies: {b: {mass: 1}}, signals: {");
  for (int i = 0; i < chain.count; i++) {
    trm_text_format(&chain.text, "p%d: {integral: \"0\", start: -1}, n%d: {integral: \"0\"}, ", i, i);
    chain.takes_part[i] = times[i] > OFTEN, chain.ends[i] = times[i], chain.endless |= chain.takes_part[i];
    snprintf(chain.names[i], sizeof chain.names[i], "\"e%d\"", i);
    snprintf(chain.channels[i], sizeof chain.channels[i], "signal.n%d", i);
  }
  trm_text_add(&chain.text, "z: \"0\"}, events: {kick: {when: \"t - 0.4\", do: {set: {signal: p0, to: 1}}}");
  for (int i = 0; i < chain.count; i++) {
    trm_text_format(&chain.text,
                    ", e%d: {when: p%d, direction: %s, do: {set: [{signal: p%d, to: -1}, {signal: n%d, to: "
                    "n%d + 1}",
                    i, i, random_count(random, 2) ? "rising" : "either", i, i, i);
    for (int j = 0; j < chain.count; j++)
      if (to[i][j]) trm_text_format(&chain.text, ", {signal: p%d, to: 1}", j);
    trm_text_add(&chain.text, "]}}");
  }
  trm_text_format(&chain.text, "}, analysis: {until: 1, scheme: %s}}", scheme);
  return chain;
}

/* ---- blows to and fro ---- */

static Chain blows(Random *random, const char *scheme) {
  double up = random_number(random, 0.1, 1), down = -random_number(random, 0.1, 1), v = random_number(random, down, up);
  double start = v, kick = random_number(random, 0, 3), back = random_number(random, 0, 3);
  double forth = random_count(random, 2) ? back : back * random_number(random, 0.98, 1.02);
  Chain chain = {.count = 2, .names = {"\"fast\"", "\"slow\""}, .channels = {"b.velocity.x", "b.velocity.x"}};
  bool below = true, above = true, any = true; /* the upper speed, the lower one */
  v += kick;
  for (int round = 0; round < ROUNDS && any; round++) {
    any = below && v > up;
    if (any) v -= back;
    below = v < up;
    bool falls = above && v < down;
    if (falls) v += forth;
    above = v > down, any = any || falls;
  }
  chain.endless = chain.takes_part[0] = chain.takes_part[1] = any;
  chain.ends[0] = chain.ends[1] = v;
  trm_text_format(
      &chain.text,
      "{trammel: 2, bodies: {b: {mass: 1, velocity: [%.17g, 0, 0]}}, events: {fast: {when: \"b.velocity.x - "
      "%.17g\", direction: rising, do: {impulse: {on: b, force: [%.17g, 0, 0]}}}, slow: {when: "
      "\"b.velocity.x - (%.17g)\", direction: falling, do: {impulse: {on: b, force: [%.17g, 0, 0]}}}, kick: "
      "{when: \"t - 0.4\", do: {impulse: {on: b, force: [%.17g, 0, 0]}}}}, analysis: {until: 1, scheme: %s}}",
      start, up, -back, down, forth, kick, scheme);
  return chain;
}

static Chain (*const kinds[])(Random *random, const char *scheme) = {relays, settings, blows};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void chains_end_or_are_named(void **state) {
  (void)state;
  Random random = {323};
  int cases = test_count(20, 300) * KINDS * SCHEMES, endless = 0;
  for (int k = 0; k < cases; k++) {
    Chain chain = kinds[k % KINDS](&random, schemes[k / KINDS % SCHEMES]);
    endless += chain.endless;
    try_chain(&chain, k);
  }
  printf("%d chains of %d kinds in %d schemes, %d without an end\n", cases, KINDS, SCHEMES, endless);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(chains_end_or_are_named)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
