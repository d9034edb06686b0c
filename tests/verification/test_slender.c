/* Slender beams: random frames, arches, columns and chains over slenderness 100 to 1e6 (EA L2/EI and GK L2/EI from 1e4
   to 1e12) and rigid, in random units.
   Nothing may depend on these but by what they change in the structure, which falls with 1/ratio. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"

static const double pi = 3.14159265358979323846;

/* the ratio of EA and GK to EI/L2; the last one is rigid */
static const double ratios[] = {1e4, 1e6, 1e8, 1e10, 1e12, INFINITY};
enum { RATIOS = sizeof ratios / sizeof *ratios, REFERENCE = RATIOS - 1 };

/* "1.5e6" or "rigid" */
static const char *stiffness_text(double ratio, double unit, char text[40]) {
  if (isinf(ratio)) return "rigid";
  snprintf(text, 40, "%.17g", ratio * unit);
  return text;
}

/* ---- paths ---- */

/* A planar structure in units of its own. */
typedef struct Structure {
  bool arch, clamped;
  double length, EI;                     /* units */
  double column, girder, at, half_angle; /* shape: lengths in the unit, place of the load, rad */
  double load;                           /* > 0: by load steps to this factor, instead of along the path */
} Structure;

static Structure random_structure(Random *random) {
  Structure s = {.arch = random_number(random, 0, 1) < 0.5, .clamped = random_number(random, 0, 1) < 0.5};
  s.length = pow(10, random_number(random, -3, 3)), s.EI = pow(10, random_number(random, -4, 6));
  s.column = random_number(random, 0.7, 1.3), s.girder = random_number(random, 0.7, 1.3);
  s.at = random_number(random, 0.15, 0.35), s.half_angle = random_number(random, 0.9, 1.6);
  return s;
}

static double factor(const Structure *s) { return s->load > 0 ? s->load : 1; }

static void put_analysis(FILE *out, const Structure *s, double stop) {
  if (s->load > 0)
    fputs("analysis: {type: static, increments: 8}\n", out);
  else
    fprintf(out,
            "analysis: {type: static, method: arc-length, arc: 0.06, stop-at: {channel: point.u.y, value: %.17g}}\n",
            stop);
}

static void put_frame(FILE *out, const Structure *s) {
  double a = s->column * s->length, b = s->girder * s->length;
  fprintf(
      out,
      "beams:\n"
      "  column: {curve: {line: [[0, 0, 0], [0, %.17g, 0]]}, normal: [-1, 0, 0], section: bar, elements: 4}\n"
      "  girder: {curve: {line: [[0, %.17g, 0], [%.17g, %.17g, 0]]}, normal: [0, 1, 0], section: bar, elements: 5}\n"
      "joints:\n"
      "  foot: {type: %s, between: [ground, column.start]%s}\n"
      "  corner: {type: rigid, between: [column.end, girder.start]}\n"
      "  end: {type: revolute, between: [ground, girder.end], axis: [0, 0, 1]}\n"
      "loads: {push: {on: girder@%.3f, force: [0, %.17g, 0]}}\n"
      "outputs: {point: {of: girder@%.3f, quantity: displacement}}\n",
      a, a, b, a, s->clamped ? "rigid" : "revolute", s->clamped ? "" : ", axis: [0, 0, 1]", s->at,
      -20 * factor(s) * s->EI / (s->length * s->length), s->at);
  put_analysis(out, s, -0.45 * s->length);
}

static void put_arch(FILE *out, const Structure *s) {
  double c = cos(s->half_angle), sine = sin(s->half_angle), r = s->length;
  const char *foot = s->clamped ? "rigid" : "revolute", *axis = s->clamped ? "" : ", axis: [0, 0, 1]";
  fprintf(out,
          "beams:\n"
          "  arch: {curve: {arc: {through: [[%.17g, %.17g, 0], [0, %.17g, 0], [%.17g, %.17g, 0]]}}, normal: [0, 1, 0], "
          "section: bar, elements: 8}\n"
          "joints:\n"
          "  left: {type: %s, between: [ground, arch.start]%s}\n"
          "  right: {type: %s, between: [ground, arch.end]%s}\n"
          "loads: {push: {on: arch@0.45, force: [0, %.17g, 0]}}\n"
          "outputs: {point: {of: arch@0.45, quantity: displacement}}\n",
          -r * sine, r * c, r, r * sine, r * c, foot, axis, foot, axis, -10 * factor(s) * s->EI / (r * r));
  put_analysis(out, s, -0.3 * r);
}

static Run structure_run(const Structure *s, double ratio) {
  char *text = NULL, number[40];
  size_t size;
  FILE *out = open_memstream(&text, &size);
  double unit = s->EI / (s->length * s->length);
  const char *stiff = stiffness_text(ratio, unit, number);
  assert_non_null(out);
  fprintf(out,
          "trammel: 1\nspace: planar\nsections:\n"
          "  bar: {stiffness: {EA: %s, GKy: %s, GKz: %s, GJ: %.17g, EIy: %.17g, EIz: %.17g}}\n",
          stiff, stiff, stiff, s->EI, s->EI, s->EI);
  (s->arch ? put_arch : put_frame)(out, s);
  fclose(out);
  Run run = run_start(text);
  free(text);
  return run;
}

enum { MOST_LIMITS = 8 };

typedef struct Path {
  int points, limits, branches;
  double limit[MOST_LIMITS], end;
  bool unstable;
} Path;

static Path follow(const Structure *s, double ratio) {
  Path path = {.points = 0};
  Run run = structure_run(s, ratio);
  for (trm_Status status = TRM_OK;; path.points++) {
    run.simulation->said.remark[0] = 0, run.fresh = false;
    status = trm_simulation_advance(run.simulation);
    if (status == TRM_FINISHED) break;
    if (status != TRM_OK) fail_msg("ratio %g: %s", ratio, trm_simulation_failure(run.simulation));
    path.end = run_channel(&run, "load.factor");
    const char *remark = run.simulation->said.remark;
    if (strstr(remark, "limit point") && path.limits < MOST_LIMITS) path.limit[path.limits++] = path.end;
    path.branches += strstr(remark, "bifurcation") != NULL;
    path.unstable = strstr(remark, "unstable") != NULL;
    assert_null(strstr(remark, "indifferent"));
  }
  run_free(&run);
  return path;
}

/* No farther from the rigid structure than the difference of the softest one, which falls with 1/ratio. */
static void compare(const Path *found, const Path *softest, const Path *rigid, double ratio, double *worst) {
  double share = 3 * ratios[0] / ratio, size = 0;
  for (int l = 0; l < rigid->limits; l++) size = fmax(size, fabs(rigid->limit[l]));
  size = fmax(size, fabs(rigid->end));
  if (found->limits != rigid->limits || found->branches != rigid->branches || found->unstable != rigid->unstable)
    fail_msg("ratio %g: %d limit points, %d bifurcations, %s; rigid: %d, %d, %s", ratio, found->limits, found->branches,
             found->unstable ? "unstable" : "stable", rigid->limits, rigid->branches,
             rigid->unstable ? "unstable" : "stable");
  for (int l = 0; l <= rigid->limits; l++) {
    bool last = l == rigid->limits;
    double value = last ? found->end : found->limit[l], goal = last ? rigid->end : rigid->limit[l];
    double soft = last ? softest->end : softest->limit[l], room = share * fabs(soft - goal) + 2e-7 * size;
    if (!(fabs(value - goal) <= room))
      fail_msg("ratio %g: load factor %.12g, rigid %.12g, differs by %.2e of at most %.2e", ratio, value, goal,
               value - goal, room);
    if (ratio > 1e9) *worst = fmax(*worst, fabs(value - goal) / size);
  }
  if (abs(found->points - rigid->points) > 4 + 0.15 * rigid->points)
    fail_msg("ratio %g: %d points, rigid %d", ratio, found->points, rigid->points);
}

static void paths_do_not_depend_on_stiffness(void **state) {
  (void)state;
  Random random = {20261};
  double worst = 0;
  for (int m = 0; m < 8; m++) {
    Structure s = random_structure(&random);
    Path paths[RATIOS];
    printf("%-5s unit %8.2e m, EI %8.2e:", s.arch ? "arch" : "frame", s.length, s.EI);
    for (int r = 0; r < RATIOS; r++) {
      paths[r] = follow(&s, ratios[r]);
      printf(" %d", paths[r].points);
    }
    printf(" points, %d limits, first %.9f\n", paths[REFERENCE].limits, paths[REFERENCE].limit[0]);
    for (int r = 1; r < RATIOS; r++) compare(&paths[r], &paths[0], &paths[REFERENCE], ratios[r], &worst);
  }
  printf("largest difference of a load factor from the rigid structure beyond 1e9: %.1e\n", worst);
}

/* ---- columns: P = pi2 EI/(4 L2) buckles a cantilever ---- */

static void columns_are_judged_rightly(void **state) {
  (void)state;
  Random random = {77};
  for (int m = 0; m < 12; m++) {
    double L = pow(10, random_number(&random, -3, 3)), EI = pow(10, random_number(&random, -4, 6));
    double other = EI * random_number(&random, 1.5, 4);
    for (int r = 0; r < RATIOS; r++)
      for (int beyond = 0; beyond < 2; beyond++) {
        char text[40];
        const char *stiff = stiffness_text(ratios[r], EI / (L * L), text);
        Run run = run_format(
            "trammel: 1\nsections: {s: {stiffness: {EA: %s, GKy: %s, GKz: %s, GJ: %.17g, EIy: %.17g, EIz: %.17g}}}\n"
            "beams: {b: {curve: {line: [[0, 0, 0], [%.17g, 0, 0]]}, section: s, elements: 4, order: 4}}\n"
            "joints: {c: {type: rigid, between: [ground, b.start]}}\n"
            "loads: {f: {on: b.end, force: [%.17g, 0, 0]}}\nanalysis: {type: static}\n",
            stiff, stiff, stiff, EI, m % 2 ? other : EI, m % 2 ? EI : other, L,
            -(beyond ? 1.03 : 0.97) * pi * pi / 4 * EI / (L * L));
        run_to_end(&run);
        const char *remark = run.simulation->said.remark;
        if (beyond ? !strstr(remark, "unstable") : *remark != 0)
          fail_msg("%s of the buckling load, ratio %g, L %g, EI %g: \"%s\"", beyond ? "1.03" : "0.97", ratios[r], L, EI,
                   remark);
        run_free(&run);
      }
  }
}

/* ---- what resists by its stiffest strain alone is not indifferent ---- */

static void pulled_wires_are_stable(void **state) {
  (void)state;
  for (int r = 0; r < RATIOS - 1; r++) {
    Run run = run_format("trammel: 1\nsections: {s: {stiffness: {EA: %g, GKy: %g, GKz: %g, GJ: 1, EIy: 1, EIz: 1}}}\n"
                         "beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: s, elements: 2}}\n"
                         "bodies: {weight: {mass: 1e6, inertia: [1, 1, 1], position: [1, 0, 0]}}\n"
                         "joints:\n"
                         "  c: {type: rigid, between: [ground, b.start]}\n"
                         "  d: {type: rigid, between: [b.end, weight]}\n"
                         "  g: {type: prismatic, between: [ground, weight], axis: [1, 0, 0]}\n"
                         "loads: {f: {on: weight, force: [7, 0, 0]}}\n"
                         "outputs: {n: {of: b@0.5, quantity: internal-force}}\nanalysis: {type: static}\n",
                         ratios[r], ratios[r], ratios[r]);
    run_to_end(&run);
    if (run.simulation->said.remark[0]) fail_msg("EA %g: %s", ratios[r], run.simulation->said.remark);
    double axial = run_channel(&run, "n.axial"), moved = run_channel(&run, "weight.position.x") - 1;
    if (!(fabs(axial - 7) < 1e-9) || !(fabs(moved - 7 / ratios[r]) < 1e-9 * moved + 3e-16))
      fail_msg("EA %g: axial force %.15g N, stretched by %.15g m", ratios[r], axial, moved);
    run_free(&run);
  }
}

/* ---- rigid strains: reactions, energy, momenta ---- */

/* A quarter circle that neither stretches nor shears, clamped, with a force at its end that bends it far: the internal
   force at the clamp is the force. */
static void reactions_are_internal_forces(void **state) {
  (void)state;
  Run run =
      run_start("trammel: 1\n"
                "sections: {s: {stiffness: {EA: rigid, GKy: rigid, GKz: rigid, GJ: 2, EIy: 3, EIz: 5}}}\n"
                "beams: {b: {curve: {arc: {start: [0, 0, 0], centre: [0, 1, 0], axis: [0, 0, 1], angle: pi/2}}, "
                "normal: [0, 1, 0], section: s, elements: 16, order: 4}}\n"
                "joints: {c: {type: rigid, between: [ground, b.start]}}\n"
                "loads: {f: {on: b.end, force: [1, -2, 3]}}\n"
                "outputs: {n: {of: b.start, quantity: internal-force}, r: {of: b@0.5, quantity: internal-force}}\n"
                "analysis: {type: static}\n");
  run_to_end(&run);
  double n[3] = {run_channel(&run, "n.axial"), run_channel(&run, "n.shear.y"), run_channel(&run, "n.shear.z")};
  double m[3] = {run_channel(&run, "r.axial"), run_channel(&run, "r.shear.y"), run_channel(&run, "r.shear.z")};
  double at_clamp = fmax(fabs(n[0] - 1), fmax(fabs(n[1] + 2), fabs(n[2] - 3)));
  double size = sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
  printf("rigid strains: force at the clamp to %.1e N, its size in the middle to %.1e N\n", at_clamp,
         fabs(size - sqrt(14)));
  assert_true(at_clamp < 2e-4 && fabs(size - sqrt(14)) < 2e-5);
  run_free(&run);
}

static const char *const flying =
    "trammel: 1\nsections: {s: {stiffness: {EA: rigid, GKy: rigid, GKz: rigid, GJ: 0.4, EIy: 0.5, EIz: 0.7}, mass: {m: "
    "1, Iyy: "
    "1e-4, Izz: 2e-4}}}\n"
    "beams: {b: {curve: {line: [[0, 0, 0], [1, 0, 0]]}, section: s, elements: 3, velocity: [0.3, -0.2, 0.5], omega: "
    "[2, 3, -4]}}\n"
    "bodies: {a: {mass: 0.5, inertia: [0.01, 0.02, 0.02], position: [1.2, 0, 0]}}\n"
    "joints: {j: {type: spherical, between: [b.end, a], at: [1, 0, 0]}}\n"
    "analysis: {type: dynamic, scheme: %s, until: 0.4, step: 0.005}\n";

/* Without loads momenta stay, in energy-preserving the energy too; strains stay zero. */
static void rigid_strains_keep_energy(void **state) {
  (void)state;
  static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};
  for (int k = 0; k < 3; k++) {
    double change[2], size[2];
    Run run = run_format(flying, schemes[k]);
    run_momenta(&run, 8, 10, change, size);
    trm_Ledger ledger = run_ledger(&run);
    double energy = ledger.kinetic + ledger.strain - ledger.start,
           violation = trm_simulation_summary(run.simulation)->largest_violation;
    printf("%-18s momenta to %.1e, %.1e, energy %.1e, strains %.1e, constraint work %.1e\n", schemes[k],
           change[0] / size[0], change[1] / size[1], energy / ledger.start, violation, ledger.largest_constraint_work);
    assert_true(violation < 1e-12);
    if (k < 2) assert_true(change[0] < 1e-11 * size[0] && change[1] < 1e-10 * size[1]);
    if (k == 0) assert_true(fabs(energy) < 1e-11 * ledger.start && ledger.largest_constraint_work < 1e-12);
    if (k == 1) assert_true(energy <= 1e-12 * ledger.start && energy > -1e-3 * ledger.start);
    run_free(&run);
  }
}

/* hangs from the ground, pulled smoothly from rest */
static const char *const hanging =
    "trammel: 1\ngravity: [0, -9.81, 0]\nsections: {s: {stiffness: {EA: %s, GKy: %s, GKz: %s, GJ: 0.4, EIy: 0.5, EIz: "
    "0.7}, mass: {m: 1, Iyy: 1e-4, Izz: 2e-4}}}\n"
    "beams: {b: {curve: {line: [[0, 0, 0], [0, -1, 0]]}, section: s, elements: 3}}\n"
    "joints: {j: {type: spherical, between: [ground, b.start]}}\n"
    "loads: {f: {on: b.end, force: [\"3*(1 - cos(4*t))\", 0, \"6*t^2\"]}}\n"
    "outputs: {tip: {of: b.end, quantity: position}}\n"
    "analysis: {type: dynamic, scheme: %s, until: 0.8, step: %.17g}\n";

/* The motion with rigid strains is of second order, and that of very stiff ones goes over into it. */
static void rigid_is_the_limit_of_stiff(void **state) {
  (void)state;
  static const char *const schemes[] = {"energy-preserving", "energy-decaying", "generalized-alpha"};
  for (int k = 0; k < 3; k++) {
    double tip[4][3], error[3] = {0};
    for (int c = 0; c < 4; c++) { /* steps of 20, 10, 5 ms; stiff at 20 ms */
      const char *stiff = c < 3 ? "rigid" : "1e12";
      Run run = run_format(hanging, stiff, stiff, stiff, schemes[k], 0.02 / (double)(c < 3 ? 1 << c : 1));
      run_to_end(&run);
      run_vector(&run, "tip.position", tip[c]);
      run_free(&run);
    }
    for (int n = 0; n < 3; n++) {
      error[0] = fmax(error[0], fabs(tip[0][n] - tip[1][n])), error[1] = fmax(error[1], fabs(tip[1][n] - tip[2][n]));
      error[2] = fmax(error[2], fabs(tip[3][n] - tip[0][n]));
    }
    double order = log2(error[0] / error[1]);
    printf("%-18s order %.2f, error %.1e m, stiff differs by %.1e m\n", schemes[k], order, error[0], error[2]);
    assert_true(order > 1.8 && order < 2.3);
    /* the schemes that damp take the shock of a start without stress out of the motion, within their own error */
    assert_true(error[2] < (k == 0 ? 1e-8 : 0.1 * error[0]));
  }
}

/* ---- snapping between load steps ---- */

/* With loads of this part of the limit, in eight increments: is it said that the structure snaps? */
static bool snaps(const Structure *s, double load) {
  Structure scaled = *s;
  scaled.load = load;
  Run run = structure_run(&scaled, 1e8);
  bool found = false;
  while (trm_simulation_advance(run.simulation) == TRM_OK)
    found = found || strstr(run.simulation->said.remark, "snaps through") != NULL;
  run_free(&run);
  return found;
}

/* Load steps that stop below the first limit point say nothing; those beyond do. */
static void snaps_are_noted(void **state) {
  (void)state;
  Random random = {4243};
  for (int m = 0; m < 4; m++) {
    Structure s = random_structure(&random);
    Path path = follow(&s, 1e8);
    if (path.limits == 0) continue;
    bool below = snaps(&s, 0.93 * path.limit[0]), beyond = snaps(&s, 1.15 * path.limit[0]);
    printf("%s: limit %.6f, below %s, beyond %s\n", s.arch ? "arch" : "frame", path.limit[0], below ? "snaps" : "quiet",
           beyond ? "snaps" : "quiet");
    assert_false(below);
    assert_true(beyond);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(paths_do_not_depend_on_stiffness),
      cmocka_unit_test(columns_are_judged_rightly),
      cmocka_unit_test(pulled_wires_are_stable),
      cmocka_unit_test(reactions_are_internal_forces),
      cmocka_unit_test(rigid_strains_keep_energy),
      cmocka_unit_test(rigid_is_the_limit_of_stiff),
      cmocka_unit_test(snaps_are_noted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
