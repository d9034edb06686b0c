/* 200 random models, slender, gyroscopic, damped and free, in random units: all their eigenvalues against those of the
   dense pencil in extended precision, the number of free motions against what the model was built with. None may be
   lost, none invented. Large ones, of 200 to 250 freedoms: the lowest by the sparse method against the dense one. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/modal.h"
#include "conformance/random_numbers.h"
#include "conformance/text_model.h"
#include "verification/quad_eigen.h"

/* ---- models as text ---- */

typedef struct Draft {
  Random *random;
  char text[200000];
  int length;
  double mass, size, time; /* the units: what 1 kg, 1 m, 1 s are written as */
  bool large;              /* beyond the dense method */
  int free, zeros;         /* independent motions that nothing resists; the multiplicity of the eigenvalue 0 */
} Draft;

static void put(Draft *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(Draft *d, const char *format, ...) {
  va_list list;
  va_start(list, format);
  d->length += vsnprintf(d->text + d->length, sizeof d->text - (size_t)d->length, format, list);
  va_end(list);
  assert_in_range(d->length, 0, sizeof d->text - 1);
}

static int asked(const Draft *d) { return d->large ? 16 : 1000; }
static double decades(Draft *d, double low, double high) { return pow(10, random_number(d->random, low, high)); }
static bool chance(Draft *d, double share) { return random_number(d->random, 0, 1) < share; }
static double force(const Draft *d) { return d->mass * d->size / (d->time * d->time); }
static double moment(const Draft *d) { return force(d) * d->size; }

static void put_point(Draft *d, const double x[3]) {
  put(d, "[%.17g, %.17g, %.17g]", x[0] * d->size, x[1] * d->size, x[2] * d->size);
}

static void put_direction(Draft *d, const double x[3]) { put(d, "[%.17g, %.17g, %.17g]", x[0], x[1], x[2]); }

static void begin(Draft *d) {
  put(d, "trammel: 1\nparameters: {S: %.17g}\n", d->size);
  d->free = d->zeros = 0;
}

/* EI = m = 1 at L = 1; r: radius of gyration. Stiff in shear and along the axis as slender beams are. */
static void put_section(Draft *d, double r) {
  double u = force(d), m = d->mass / d->size, i = d->mass * d->size, stiff = 1 / (r * r);
  put(d,
      "sections: {s: {stiffness: {EA: %.17g, GKy: %.17g, GKz: %.17g, GJ: %.17g, EIy: %.17g, EIz: %.17g}, mass: "
      "{m: %.17g, Iyy: %.17g, Izz: %.17g}}}\n",
      u * stiff, 0.3 * u * stiff, 0.35 * u * stiff, moment(d) * d->size * 0.8, moment(d) * d->size,
      moment(d) * d->size * 1.7, m, i * r * r, 1.3 * i * r * r);
}

/* ---- kinds of models ---- */

static void put_beam(Draft *d, const double end[3]) {
  int elements = d->large ? 17 + random_count(d->random, 4) : 1 + random_count(d->random, 3);
  int order = d->large ? 2 : 2 + random_count(d->random, 2);
  double across[3] = {end[1], -end[0], 0}; /* never zero */
  put(d, "beams: {b: {curve: {line: [[0, 0, 0], ");
  put_point(d, end);
  put(d, "]}, normal: ");
  put_direction(d, across);
  put(d, ", section: s, elements: %d, order: %d%s", elements, order, "");
  if (chance(d, 0.4)) put(d, ", damping: %.17g", d->time * decades(d, -8, -2));
  put(d, "}}\n");
}

/* a slender beam: clamped, free, on a ball or a hinge; perhaps with a body at its end */
static void slender_beam(Draft *d) {
  double end[3], r = decades(d, -5.5, -1);
  static const char *const holds[3] = {"rigid", "spherical", "revolute"};
  static const int freedoms[4] = {0, 3, 1, 6};
  int hold = random_count(d->random, 4);
  random_direction(d->random, end);
  end[0] += end[0] > 0 ? 0.2 : -0.2;
  if (hold > 0 && r < 1e-3) r = fmax(r, 3e-5), end[0] = 1, end[1] = end[2] = 0; /* others may not be assembled */
  begin(d);
  put_section(d, r);
  put_beam(d, end);
  if (chance(d, 0.5)) {
    double m = d->mass * decades(d, -3, 2), i = m * d->size * d->size * decades(d, -3, -1);
    put(d, "bodies: {tip: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], position: ", m, i, 1.2 * i, 0.9 * i);
    put_point(d, end);
    put(d, "}}\njoints: {weld: {type: rigid, between: [tip, b.end]}");
  } else {
    put(d, "joints: {");
  }
  if (hold < 3) {
    put(d, "%s hold: {type: %s, between: [ground, b.start]%s}", d->text[d->length - 1] == '{' ? "" : ",", holds[hold],
        hold == 2 ? ", axis: [0, 0, 1]" : "");
  }
  put(d, "}\nanalysis: {type: modal, count: %d}\n", asked(d));
  d->free = freedoms[hold], d->zeros = 2 * d->free;
}

/* near its buckling load, or pulled */
static void loaded_column(Draft *d) {
  double r = decades(d, -4, -1.5), share = random_number(d->random, -1, 0.98), critical = 2.4674011;
  begin(d);
  put_section(d, r);
  put(d,
      "beams: {b: {curve: {line: [[0, 0, 0], [S, 0, 0]]}, normal: [0, 1, 0], section: s, elements: %d, order: %d}}\n",
      1 + random_count(d->random, 3), 3);
  put(d, "joints: {c: {type: rigid, between: [ground, b.start]}}\n");
  put(d, "loads: {f: {on: b.end, force: [%.17g, 0, 0], frame: world}}\n", -share * critical * force(d));
  put(d, "analysis: [{type: static}, {type: modal, count: 1000}]\n");
}

static void put_bodies(Draft *d, int count, double (*place)[3]) {
  put(d, "bodies: {");
  for (int b = 0; b < count; b++) {
    double m = d->mass * decades(d, -2, 2), i = m * d->size * d->size;
    for (int n = 0; n < 3; n++) place[b][n] = random_number(d->random, -1, 1);
    put(d, "%s b%d: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], position: ", b ? "," : "", b, m,
        i * random_number(d->random, 0.1, 0.15), i * random_number(d->random, 0.1, 0.15),
        i * random_number(d->random, 0.1, 0.15));
    put_point(d, place[b]);
    put(d, "}");
  }
  put(d, "}\n");
}

/* a spring or not, a damper or not, on one coordinate; what that makes free */
static void put_laws(Draft *d, const char *coordinate, bool angular) {
  double k = angular ? moment(d) : force(d) / d->size, c = k * d->time;
  bool spring = chance(d, d->large ? 0.97 : 0.7), damper = chance(d, 0.3);
  if (!spring) d->free++, d->zeros += damper ? 1 : 2;
  if (!spring && !damper) return;
  put(d, ", coordinates: {%s: {", coordinate);
  if (spring) put(d, "spring: {stiffness: %.17g}%s", k * decades(d, -3, 5), damper ? ", " : "");
  if (damper) put(d, "damper: %.17g", c * decades(d, -3, 1));
  put(d, "}}");
}

/* a tree of bodies on springs, dampers and free joints; floating or on the ground */
static void tree(Draft *d) {
  double place[240][3], axis[3];
  int count = d->large ? 201 + random_count(d->random, 10) : 2 + random_count(d->random, 6);
  bool floating = chance(d, 0.4);
  begin(d);
  put_bodies(d, count, place);
  put(d, "joints: {");
  for (int b = floating ? 1 : 0; b < count; b++) {
    int kind = d->large && !chance(d, 0.01) ? random_count(d->random, 2) : random_count(d->random, 3),
        parent = b > 0 ? random_count(d->random, b) : -1;
    put(d, "%s j%d: {between: [", b > (floating ? 1 : 0) ? "," : "", b);
    parent < 0 ? put(d, "ground") : put(d, "b%d", parent);
    put(d, ", b%d], at: ", b);
    put_point(d, place[b]);
    random_direction(d->random, axis);
    if (kind < 2) put(d, ", axis: "), put_direction(d, axis);
    put(d, ", type: %s", kind == 0 ? "revolute" : kind == 1 ? "prismatic" : "spherical");
    if (kind == 2) d->free += 3, d->zeros += 6;
    if (kind < 2) put_laws(d, kind == 0 ? "phi" : "delta", kind == 0);
    put(d, "}");
  }
  put(d, "}\nanalysis: {type: modal, count: %d}\n", asked(d));
  if (floating) d->free += 6, d->zeros += 12;
}

/* floating bodies, six springs from each to the next */
static void floating_bodies(Draft *d) {
  double place[40][3];
  int count = d->large ? 35 + random_count(d->random, 4) : 2 + random_count(d->random, 5);
  begin(d);
  put_bodies(d, count, place);
  put(d, "markers: {");
  for (int i = 0; i < 12 * (count - 1); i++) {
    double at[3];
    for (int n = 0; n < 3; n++) at[n] = random_number(d->random, -0.5, 0.5);
    put(d, "%s m%d: {on: b%d, at: ", i ? "," : "", i, i / 12 + i % 2);
    put_point(d, at);
    put(d, "}");
  }
  put(d, "}\nsprings: {");
  for (int i = 0; i < 6 * (count - 1); i++) {
    put(d, "%s s%d: {between: [m%d, m%d], stiffness: %.17g", i ? "," : "", i, 2 * i, 2 * i + 1,
        force(d) / d->size * decades(d, -2, 6));
    if (chance(d, 0.3)) put(d, ", damping: %.17g", d->mass / d->time * decades(d, -3, 1));
    put(d, "}");
  }
  put(d, "}\nanalysis: {type: modal, count: %d}\n", asked(d));
  d->free = 6, d->zeros = 12;
}

/* A rotor between springs at one or two heights, in world axes. At one height it tilts freely, but for its spin: a
   single zero each. */
static void rotor(Draft *d) {
  double m = d->mass * decades(d, -1, 1), i = m * d->size * d->size, a = random_number(d->random, 0.1, 0.5);
  bool both = chance(d, 0.7), damped = chance(d, 0.5);
  begin(d);
  put(d, "bodies: {r: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], omega: [0, 0, %.17g]}}\n", m, 0.04 * i, 0.04 * i,
      i * random_number(d->random, 0.01, 0.075), decades(d, -1, 2) / d->time);
  put(d, "markers: {");
  for (int k = 0; k < (both ? 2 : 1); k++) {
    double h = k ? -0.7 * a : a;
    put(d,
        "%s p%d: {on: r, at: [0, 0, %.17g*S]}, x%d: {on: ground, at: [1e3*S, 0, %.17g*S]}, y%d: {on: ground, at: [0, "
        "1e3*S, %.17g*S]}",
        k ? "," : "", k, h, k, h, k, h);
  }
  put(d, "}\nsprings: {");
  for (int k = 0; k < (both ? 4 : 2); k++) {
    put(d, "%s s%d: {between: [%c%d, p%d], stiffness: %.17g", k ? "," : "", k, k % 2 ? 'y' : 'x', k / 2, k / 2,
        force(d) / d->size * decades(d, -1, 3));
    if (damped) put(d, ", damping: %.17g", d->mass / d->time * decades(d, -3, 0));
    put(d, "}");
  }
  put(d, "}\nanalysis: {type: modal, frame: world, count: 1000}\n");
  d->free = both ? 2 : 4, d->zeros = both ? 4 : 6;
}

/* a blade on a driven hub, seen in axes that turn with it */
static void blade(Draft *d) {
  begin(d);
  put_section(d, decades(d, -4, -1));
  put(d,
      "beams: {b: {curve: {line: [[%.17g*S, 0, 0], [S, 0.3*S, 0]]}, normal: [0, 1, 0], section: s, elements: %d, "
      "order: 3}}\n",
      random_number(d->random, 0, 0.3), 1 + random_count(d->random, 3));
  put(d,
      "joints: {hub: {type: revolute, between: [ground, b.start], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: "
      "{drive-rate: "
      "%.17g}}}}\n",
      decades(d, -1, 1) / d->time);
  put(d, "analysis: {type: modal, count: %d}\n", asked(d));
}

/* a body that spins freely about an axis of symmetry, in world axes: three displacements, a turn, and two tilts with
   one zero each */
static void free_top(Draft *d) {
  double i = d->mass * d->size * d->size, spin = decades(d, -1, 2) / d->time;
  begin(d);
  put(d, "bodies: {t: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], omega: [0, 0, %.17g]}}\n", d->mass, 0.3 * i,
      0.3 * i, i * random_number(d->random, 0.1, 0.55), spin);
  put(d, "analysis: {type: modal, frame: world, count: 1000}\n");
  d->free = 6, d->zeros = 10;
}

/* ---- large models ---- */

/* A shaft that spins in world axes, on springs at both ends, at one, or nowhere. It turns freely, and moves along its
   axis; with one bearing it tilts freely but for its spin (one zero each), with none it moves as a whole as well. */
static void shaft(Draft *d) {
  int bearings = random_count(d->random, 3), elements = 18 + random_count(d->random, 3);
  bool damped = chance(d, 0.5);
  double r = decades(d, -2.5, -1), u = force(d), inertia = d->mass * d->size * r * r,
         spin = decades(d, -1, 1) / d->time;
  double far = 1e3;
  begin(d);
  put(d,
      "sections: {s: {stiffness: {EA: %.17g, GKy: %.17g, GKz: %.17g, GJ: %.17g, EIy: %.17g, EIz: %.17g}, mass: "
      "{m: %.17g, Iyy: %.17g, Izz: %.17g}}}\n",
      u / (r * r), 0.3 * u / (r * r), 0.3 * u / (r * r), moment(d) * d->size * 0.8, moment(d) * d->size,
      moment(d) * d->size, d->mass / d->size, inertia, inertia);
  put(d,
      "beams: {b: {curve: {line: [[0, 0, 0], [0, 0, S]]}, normal: [1, 0, 0], section: s, elements: %d, order: 2, "
      "omega: "
      "[0, 0, %.17g]}}\n",
      elements, spin);
  put(d,
      "markers: {x0: {on: ground, at: [%.17g*S, 0, 0]}, y0: {on: ground, at: [0, %.17g*S, 0]}, x1: {on: ground, at: "
      "[%.17g*S, 0, S]}, y1: {on: ground, at: [0, %.17g*S, S]}}\nsprings: {",
      far, far, far, far);
  for (int k = 0; k < 2 * bearings; k++) {
    put(d, "%s s%d: {between: [%c%d, b.%s], stiffness: %.17g", k ? "," : "", k, k % 2 ? 'y' : 'x', k / 2,
        k / 2 ? "end" : "start", u / d->size * decades(d, -1, 2));
    if (damped) put(d, ", damping: %.17g", d->mass / d->time * decades(d, -2, 0));
    put(d, "}");
  }
  put(d, "}\nanalysis: {type: modal, frame: world, count: %d}\n", asked(d));
  d->free = bearings == 2 ? 2 : bearings == 1 ? 4 : 6;
  d->zeros = bearings == 2 ? 4 : bearings == 1 ? 6 : 10;
}

/* ---- comparison ---- */

typedef struct Found {
  int count;
  double re[400], im[400];
  bool used[400];
} Found;

static void list_found(const trm_Eigenpairs *pairs, Found *found) {
  found->count = 0;
  for (int i = 0; i < pairs->count; i++) {
    const trm_Eigenpair *pair = &pairs->items[i];
    if (pair->rigid) continue;
    int twice = pair->imaginary != 0 || pairs->undamped ? 2 : 1; /* conjugates; undamped: + and - */
    for (int k = 0; k < twice; k++) {
      assert_true(found->count < 400);
      found->re[found->count] = pair->imaginary != 0 || k == 0 ? pair->real : -pair->real;
      found->im[found->count] = k ? -pair->imaginary : pair->imaginary;
      found->used[found->count++] = false;
    }
  }
}

/* the largest relative distance of an eigenvalue of the reference from the nearest one that is left */
static double worst_match(Found *found, const QuadEigen *reference, int zeros, double at[2]) {
  double worst = 0;
  for (int i = zeros; i < reference->count; i++) {
    double best = INFINITY, size = hypot(reference->re[i], reference->im[i]);
    int which = -1;
    for (int k = 0; k < found->count; k++) {
      double distance = hypot(found->re[k] - reference->re[i], found->im[k] - reference->im[i]);
      if (!found->used[k] && distance < best) best = distance, which = k;
    }
    if (which < 0) return INFINITY;
    found->used[which] = true;
    best /= fmax(size, hypot(found->re[which], found->im[which]));
    if (best > worst) worst = best, at[0] = reference->re[i], at[1] = reference->im[i];
  }
  return worst;
}

static void show(const Draft *d, const Found *found, const QuadEigen *reference) {
  fprintf(stderr, "%s\n", d->text); /* longer than a message may be */
  for (int i = 0; i < reference->count; i++)
    print_message("  reference %3d: %.12g %+.12g i\n", i, reference->re[i], reference->im[i]);
  for (int i = 0; i < found->count; i++) print_message("  found %3d: %.12g %+.12g i\n", i, found->re[i], found->im[i]);
}

/* returns the worst relative error */
static double check_model(const Draft *d, int number) {
  Run run = run_start(d->text);
  while (trm_simulation_step(run.simulation) == TRM_OK) continue;
  assert_string_equal(trm_simulation_failure(run.simulation), "");
  const trm_Modal *modal = trm_simulation_modal(run.simulation);
  trm_Pencil pencil = trm_modal_pencil(run.simulation);
  QuadEigen reference;
  Found found;
  double at[2] = {0, 0};
  int rigid = 0;
  if (!quad_eigen_solve(&pencil, &reference))
    fail_msg("model %d: the reference has no solution: %.400s", number, d->text);
  list_found(&modal->pairs, &found);
  for (int i = 0; i < modal->pairs.count; i++) rigid += modal->pairs.items[i].rigid;
  double worst = worst_match(&found, &reference, d->zeros, at);
  bool whole = found.count + d->zeros == reference.count && rigid == d->free && modal->pairs.zeros == d->zeros;
  if (!whole || !(worst <= 1e-6)) {
    show(d, &found, &reference);
    fail_msg("model %d: %d free motions (%d expected), zero %d times (%d), %d other eigenvalues (%d); worst %.2e at "
             "%.9g %+.9g i",
             number, rigid, d->free, modal->pairs.zeros, d->zeros, found.count, reference.count - d->zeros, worst,
             at[0], at[1]);
  }
  quad_eigen_free(&reference);
  run_free(&run);
  return worst;
}

/* ---- the sparse method against the dense one ---- */

/* Relative difference of the lowest, in order of size, each from the nearest of the reference that is left. */
static double differ(const trm_Eigenpairs *sparse, const trm_Eigenpairs *dense, double at[2]) {
  bool used[64] = {false};
  double worst = 0;
  for (int i = 0; i < sparse->count; i++) {
    const trm_Eigenpair *own = &sparse->items[i];
    double best = INFINITY, size = hypot(own->real, own->imaginary);
    int which = -1;
    for (int k = 0; k < dense->count && k < 64; k++) {
      double distance = hypot(own->real - dense->items[k].real, own->imaginary - dense->items[k].imaginary);
      if (!used[k] && distance < best) best = distance, which = k;
    }
    if (which < 0) return INFINITY;
    used[which] = true;
    if (size > 0) best /= size;
    if (best > worst) worst = best, at[0] = own->real, at[1] = own->imaginary;
  }
  return worst;
}

static int rigid_of(const trm_Eigenpairs *pairs) {
  int rigid = 0;
  for (int i = 0; i < pairs->count; i++) rigid += pairs->items[i].rigid;
  return rigid;
}

static double check_large(const Draft *d, int number) {
  Run run = run_start(d->text);
  while (trm_simulation_step(run.simulation) == TRM_OK) continue;
  if (*trm_simulation_failure(run.simulation)) fprintf(stderr, "%s\n", d->text);
  assert_string_equal(trm_simulation_failure(run.simulation), "");
  const trm_Eigenpairs *sparse = &trm_simulation_modal(run.simulation)->pairs;
  trm_Pencil pencil = trm_modal_pencil(run.simulation);
  trm_EigenOptions options = {.count = asked(d) + 8,
                              .dense_largest = 10000}; /* a few more: the last may be nearly equal */
  trm_Eigenpairs dense;
  double at[2] = {0, 0};
  assert_int_equal(trm_eigen_solve(&pencil, &options, &dense), TRM_OK);
  assert_false(dense.iterative);
  double worst = differ(sparse, &dense, at);
  int most = sparse->count; /* of free motions that are listed */
  bool whole = rigid_of(sparse) == (d->free < most ? d->free : most) &&
               (sparse->zeros == d->zeros || d->free >= most) && dense.zeros == d->zeros && sparse->count == asked(d);
  if (!whole || !(worst <= 1e-7)) {
    fprintf(stderr, "%s\n", d->text);
    for (int i = 0; i < dense.count; i++) {
      print_message("  dense %.12g %+.12g i", dense.items[i].real, dense.items[i].imaginary);
      if (i < sparse->count)
        print_message("  sparse %.12g %+.12g i", sparse->items[i].real, sparse->items[i].imaginary);
      print_message("\n");
    }
    fail_msg(
        "large model %d: %d free motions (%d expected, %d dense), zero %d times (%d, %d); worst %.2e at %.9g %+.9g i",
        number, rigid_of(sparse), d->free, rigid_of(&dense), sparse->zeros, d->zeros, dense.zeros, worst, at[0], at[1]);
  }
  trm_eigen_free(&dense);
  run_free(&run);
  return worst;
}

static void draw_units(Draft *d) {
  d->mass = pow(2, random_count(d->random, 41) - 20), d->size = pow(2, random_count(d->random, 21) - 10);
  d->time = pow(2, random_count(d->random, 21) - 10);
}

static void large_ones_as_small_ones(void **state) {
  (void)state;
  static void (*const large[])(Draft * d) = {slender_beam, shaft, floating_bodies, shaft, slender_beam,
                                             slender_beam, tree};
  enum { MODELS = 14 };
  Random random = {20261116};
  double worst = 0;
  for (int number = 0; number < MODELS; number++) {
    static Draft draft;
    draft = (Draft){.random = &random, .large = true};
    draw_units(&draft);
    large[number % 7](&draft);
    worst = fmax(worst, check_large(&draft, number));
  }
  print_message("%d large models: largest relative difference of an eigenvalue %.2e\n", MODELS, worst);
}

static void (*const kinds[])(Draft *d) = {slender_beam, slender_beam, tree,          tree,     floating_bodies,
                                          rotor,        blade,        loaded_column, free_top, slender_beam};

static void none_lost_none_invented(void **state) {
  (void)state;
  Random random = {20261115};
  double worst = 0;
  for (int number = 0; number < 200; number++) {
    static Draft draft;
    draft = (Draft){.random = &random};
    draw_units(&draft);
    kinds[number % 10](&draft);
    worst = fmax(worst, check_model(&draft, number));
  }
  print_message("200 models: largest relative difference of an eigenvalue %.2e\n", worst);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(none_lost_none_invented),
                                     cmocka_unit_test(large_ones_as_small_ones)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
