/* Formulas of outputs and events know what those of forces know: each quantity that a force may name, of each kind of
   place, along its own axes and those of others, is in an output what it is in a signal; accelerations besides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/text.h"
#include "conformance/text_model.h"
#include "element/named.h"

enum { NAMES = 400, WIDTH = 100 };

static const char parts[] =
    "gravity: [0, 0, -9.81]\n"
    "inputs: {level: 0.25}\n"
    "sections: {strip: {shape: rectangle, width: 0.03, height: 0.02, material: {E: 7e10, nu: 0.3, rho: 2700}}}\n"
    "bodies: {hub: {mass: 5, inertia: [0.2, 0.3, 0.4]}, left-leg: {mass: 1, inertia: [0.1, 0.2, 0.25], position: [0, "
    "2, "
    "0]}, ball: {mass: 2, position: [1, 1, 1]}}\n"
    "markers: {tip-1: {on: left-leg, at: [0.3, 2.5, 0.2], orientation: {bryan: [0.3, -0.2, 0.5]}}}\n"
    "beams: {blade: {curve: {line: [[0, 0, 0], [2, 0, 0]]}, section: strip, elements: 3}}\n"
    "joints: {pin: {type: revolute, between: [ground, hub], at: [0, 0, 0], axis: [0, 0.6, 0.8], coordinates: {phi: "
    "{rate: "
    "3}}}, root: {type: rigid, between: [hub, blade.start]}, knee: {type: revolute, between: [hub, left-leg], at: [0, "
    "1, "
    "0], axis: [1, 0, 0.2], coordinates: {phi: {rate: -2}}}}\n"
    "springs: {rope: {between: [ball, tip-1], stiffness: 50}}\n";

static const char *const places[] = {"hub", "left-leg", "tip-1", "blade@0.7", "blade.end"};
static const char *const frames[] = {"", " in hub", " in tip-1", " in  blade@0.45"};

/* all names of the table that are of places and springs */
static int list_names(char names[NAMES][WIDTH]) {
  int count = 0;
  for (int k = 0; k < trm_nameable_kind_count; k++) {
    const trm_NameableKind *kind = &trm_nameable_kinds[k];
    bool place = kind->of == TRM_NAMES_PLACE;
    if (!place && kind->of != TRM_NAMES_SPRING) continue;
    for (int p = 0; p < (place ? 5 : 1); p++)
      for (int f = 0; f < (kind->directed ? 4 : 1); f++)
        for (int part = 0; part < 3 && (part == 0 || kind->parts[part]); part++) {
          assert_true(count < NAMES);
          snprintf(names[count++], WIDTH, "%s.%s%s%s%s", place ? places[p] : "rope", kind->name,
                   kind->parts[0] ? "." : "", kind->parts[0] ? kind->parts[part] : "", frames[f]);
        }
  }
  return count;
}

static void as_in_forces(void **state) {
  (void)state;
  static char names[NAMES][WIDTH];
  int count = list_names(names);
  trm_Text text = {0};
  trm_text_format(&text, "trammel: 2\n%s", parts);
  trm_text_format(&text, "signals:\n");
  for (int i = 0; i < count; i++) trm_text_format(&text, "  s%d: \"%s\"\n", i, names[i]);
  trm_text_format(&text, "outputs:\n");
  for (int i = 0; i < count; i++) trm_text_format(&text, "  o%d: {value: \"2*(%s) - s%d + level\"}\n", i, names[i], i);
  trm_text_format(&text, "analysis: {until: 0.02, step: 0.005}\n");
  Run run = run_start(text.data);
  run_to_end(&run);
  int moving = 0;
  for (int i = 0; i < count; i++) {
    char signal[20], output[20];
    snprintf(signal, sizeof signal, "signal.s%d", i), snprintf(output, sizeof output, "o%d.value", i);
    double expected = run_channel(&run, signal), value = run_channel(&run, output) - 0.25;
    moving += fabs(expected) > 1e-3;
    if (!(fabs(value - expected) <= 1e-14 * (1 + fabs(expected))))
      fail_msg("%s: %.17g in a signal, %.17g in an output", names[i], expected, value);
  }
  assert_true(moving > count / 2);
  printf("%d names in outputs are what they are in signals\n", count);
  run_free(&run);
  trm_text_free(&text);
}

/* accelerations against outputs that are no formulas, and along other axes as the sum of squares */
static void accelerations(void **state) {
  (void)state;
  trm_Text text = {0};
  trm_text_format(&text, "trammel: 2\n%soutputs:\n", parts);
  for (int p = 0; p < 5; p++)
    trm_text_format(
        &text,
        "  a%d: {of: %s, quantity: acceleration}\n  b%d: {value: %s.acceleration.z}\n"
        "  c%d: {value: \"(%s.acceleration.x in tip-1)^2 + (%s.acceleration.y in tip-1)^2 + "
        "(%s.acceleration.z in tip-1)^2\"}\n  d%d: {value: \"hypot(hypot(%s.alpha.x in hub, %s.alpha.y in "
        "hub), %s.alpha.z in hub)\"}\n  e%d: {value: \"hypot(hypot(%s.alpha.x, %s.alpha.y), %s.alpha.z)\"}\n",
        p, places[p], p, places[p], p, places[p], places[p], places[p], p, places[p], places[p], places[p], p,
        places[p], places[p], places[p]);
  trm_text_format(&text, "analysis: {until: 0.02, step: 0.005}\n");
  Run run = run_start(text.data);
  run_to_end(&run);
  for (int p = 0; p < 5; p++) {
    char name[40];
    double a[3], sum = 0;
    for (int n = 0; n < 3; n++) {
      snprintf(name, sizeof name, "a%d.acceleration.%c", p, "xyz"[n]);
      a[n] = run_channel(&run, name), sum += a[n] * a[n];
    }
    snprintf(name, sizeof name, "b%d.value", p);
    assert_true(run_channel(&run, name) == a[2]);
    snprintf(name, sizeof name, "c%d.value", p);
    assert_true(fabs(run_channel(&run, name) - sum) < 1e-12 * (1 + sum)); /* the hub's centre is held */
    assert_true(p == 0 || sum > 1);
    snprintf(name, sizeof name, "d%d.value", p);
    double turned = run_channel(&run, name);
    snprintf(name, sizeof name, "e%d.value", p);
    assert_true(turned > 1e-3 && fabs(run_channel(&run, name) - turned) < 1e-12 * turned);
  }
  run_free(&run);
  trm_text_free(&text);
}

/* an event on a point of a beam, and on a signal by its own name, is one on the channel of an output */
static void events(void **state) {
  (void)state;
  Run run =
      run_format("trammel: 2\n%ssignals: {high: blade@0.7.position.y, sum: {integral: blade@0.7.velocity.y}}\n"
                 "outputs: {spot: {of: blade@0.7, quantity: position}}\n"
                 "events: {a: {when: blade@0.7.position.y - 0.05}, b: {when: high - 0.05}, c: {when: "
                 "spot.position.y - 0.05}, d: {when: \"(left-leg.velocity.x in tip-1) - 5\"}, e: {when: t - 0.03, "
                 "do: {impulse: {on: ball, force: [\"0.1*(blade@0.7.velocity.y in hub)\", 0, 0]}, set: {signal: "
                 "sum, to: 2*high}}}}\nanalysis: {until: 0.04, step: 0.005}\n",
                 parts);
  run_to_end(&run);
  double times[3];
  for (int i = 0; i < 3; i++) times[i] = trm_simulation_happening(run.simulation, i).time;
  assert_true(times[0] > 0.005 && fabs(times[1] - times[0]) < 1e-14 && fabs(times[2] - times[0]) < 1e-14);
  run_free(&run);
}

/* a model whose channels cannot be listed */
static void refused(const char *text, const char *part) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_parse("test", text, strlen(text), diagnostics);
  trm_Model *model = trm_model_build(spec, diagnostics);
  assert_non_null(model);
  assert_null(trm_simulation_new(model, diagnostics));
  char *said = trm_diagnostics_text(diagnostics);
  if (!strstr(said, part)) fail_msg("%s", said);
  trm_free(said);
  trm_model_free(model);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
}

static void messages(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"hub.velocity.q", "no channel is called \"hub.velocity.q\""},
      {"blade@0.7.velocity.x in hubb", "no body, marker or point of a beam is called \"hubb\" (did you mean \"hub\"?)"},
      {"hub.velocity.x in", "\"in\" needs the name of a body"},
      {"energy.load-wrk", "no channel is called \"energy.load\""},
      {"signal.high", "no channel is called \"signal.high\""},
      {"blade.position.x in hub.velocity", "no channel is called \"blade.position.x in hub.velocity\""},
      {"ball.bryan.psi", "no channel is called \"ball.bryan.psi\""},
      {"here.position.x", "no channel is called \"here.position.x\""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    trm_Text text = {0};
    trm_text_format(&text, "trammel: 2\n%soutputs: {o: {value: \"%s\"}}\nanalysis: {until: 0.02, step: 0.01}\n", parts,
                    cases[i][0]);
    refused(text.data, cases[i][1]);
    trm_text_free(&text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(as_in_forces), cmocka_unit_test(accelerations),
                                     cmocka_unit_test(events), cmocka_unit_test(messages)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
