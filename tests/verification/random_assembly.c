/* Writing the text of a random assembly. */
#include "verification/random_assembly.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "math/vec3.h"

enum { MOST_BODIES = 3, MOST_ANGLES = 8 };

/* the sections of the model under way */
typedef struct Writer {
  const Assembly *assembly;
  Random *random;
  FILE *bodies, *beams, *joints, *loads;
  char *text[4];
  size_t size[4];
  char angles[MOST_ANGLES][160], lengths[MOST_ANGLES][160]; /* coordinates that couplings may take */
  double at[MOST_ANGLES];                                   /* the lengths at the start, m */
  int angle_count, length_count;
  double centre[3], velocity[3], omega[3]; /* the part under way starts as one rigid body */
} Writer;

Assembly assembly_of(int index, Random *random) {
  Assembly a = {.unit = 1,
                .floating = index % 2 == 0,
                .loading = index / 2 % LOADINGS,
                .strained = index / 6 % 4 != 0,
                .second = random_count(random, 4) == 0,
                .rho = (const double[]){0, 0.5, 0.8}[random_count(random, 3)],
                .break_at = 0.06 + 0.02 * random_count(random, 3)};
  a.flexible = a.strained && index / 6 % 4 != 1;
  a.rings = a.flexible && random_count(random, 4) == 0;
  a.beam_slider = a.flexible && random_count(random, 2);
  a.curve_slider = random_count(random, 3) == 0;
  a.gear = random_count(random, 3) == 0;
  a.coupling = random_count(random, 3) == 0;
  return a;
}

void assembly_name(const Assembly *a, char *text, int size) {
  static const char *const loading[] = {"no loads", "smooth loads", "broken loads"};
  snprintf(text, (size_t)size, "%s %s%s%s%s%s%s, %s", a->floating ? "floating" : "grounded",
           a->rings      ? "ringing beams"
           : a->flexible ? "beams"
           : a->strained ? "springs"
                         : "rigid",
           a->second ? " + other part" : "", a->curve_slider ? " curve-slider" : "",
           a->beam_slider ? " beam-slider" : "", a->gear ? " gear" : "", a->coupling ? " coupling" : "",
           loading[a->loading]);
}

static double some(Writer *w, double low, double high) { return random_number(w->random, low, high); }

static void vector(FILE *out, const double v[3]) { fprintf(out, "[%.15g, %.15g, %.15g]", v[0], v[1], v[2]); }

static void put_vector(Writer *w, FILE *out, double size) {
  double v[3];
  random_vector(w->random, size, v);
  vector(out, v);
}

static void step_away(Writer *w, const double from[3], double distance, double to[3]) {
  double direction[3];
  random_direction(w->random, direction);
  for (int n = 0; n < 3; n++) to[n] = from[n] + distance * direction[n];
}

/* A + B sin(omega t + phase), from zero on; or a slope that goes over into another function by a jump or a kink */
static void put_function(Writer *w, FILE *out, double size) {
  size *= w->assembly->unit;
  double a = some(w, -size, size), b = some(w, -size, size), omega = some(w, 4, 12), phase = some(w, 0, 6);
  double at = w->assembly->break_at;
  if (w->assembly->loading == LOADS_BROKEN)
    fprintf(out, "\"if(t < %.15g, %.15g*t, %.15g + %.15g*(t - %.15g)^2)\"", at, a * 10,
            random_count(w->random, 2) ? b : a * 10 * at, b * 30, at);
  else
    fprintf(out, "\"(%.15g + %.15g*sin(%.15g*t + %.15g))*min(1, %.15g*t)^2\"", a, b, omega, phase, 1 / at);
}

static void put_functions(Writer *w, FILE *out, const char *key, double size) {
  fprintf(out, "%s: [", key);
  for (int n = 0; n < 3; n++) put_function(w, out, size), fputs(n < 2 ? ", " : "]", out);
}

static void put_load(Writer *w, const char *on) {
  if (w->assembly->loading == LOADS_NONE) return;
  fprintf(w->loads, "  load_%s: {on: %s, %s", on, on, random_count(w->random, 3) == 0 ? "frame: body, " : "");
  put_functions(w, w->loads, "force", 3), fputs(", ", w->loads);
  put_functions(w, w->loads, "moment", 0.3), fputs("}\n", w->loads);
}

/* velocity and angular velocity of the rigid motion at a place */
static void put_motion(Writer *w, FILE *out, const double at[3]) {
  double v[3];
  for (int n = 0; n < 3; n++) {
    int l = (n + 1) % 3, m = (n + 2) % 3;
    v[n] = w->velocity[n] + w->omega[l] * (at[m] - w->centre[m]) - w->omega[m] * (at[l] - w->centre[l]);
  }
  fputs(", velocity: ", out), vector(out, v);
  fputs(", omega: ", out), vector(out, w->omega);
}

static void put_body(Writer *w, const char *name, const double at[3], bool moving) {
  double unit = w->assembly->unit, a = unit * some(w, 0.02, 0.08), b = unit * some(w, 0.02, 0.08),
         c = unit * some(w, 0.02, 0.08);
  fprintf(w->bodies, "  %s: {mass: %.15g, inertia: [%.15g, %.15g, %.15g], position: ", name, unit * some(w, 0.5, 2),
          a + b, b + c, a + c);
  vector(w->bodies, at);
  if (moving) put_motion(w, w->bodies, at);
  fputs("}\n", w->bodies);
}

/* laws of a coordinate about x; `rate`: a given rate */
static void put_laws(Writer *w, const char *name, double stiffness, double x, bool rate) {
  stiffness *= w->assembly->unit;
  const char *comma = "";
  fprintf(w->joints, "%s: {", name);
  if (rate) fprintf(w->joints, "rate: %.15g", some(w, -1, 1)), comma = ", ";
  if (w->assembly->strained && random_count(w->random, 3))
    fprintf(w->joints, "%sspring: {stiffness: %.15g, free: %.15g}", comma, stiffness * some(w, 0.3, 1),
            x + some(w, -0.1, 0.1)),
        comma = ", ";
  if (w->assembly->strained && random_count(w->random, 4) == 0)
    fprintf(w->joints, "%sdamper: %.15g", comma, 0.005 * stiffness);
  fputs("}", w->joints);
}

static const struct {
  const char *type, *coordinates[2];
  bool angular[2];
} joint_kinds[] = {{"revolute", {"phi", NULL}, {true}},     {"cylindrical", {"phi", "delta"}, {true, false}},
                   {"prismatic", {"delta", NULL}, {false}}, {"universal", {"phi1", "phi2"}, {true, true}},
                   {"screw", {"phi", NULL}, {true}},        {"spherical", {NULL, NULL}, {false}}};
enum { JOINT_KINDS = sizeof joint_kinds / sizeof joint_kinds[0] };

static void remember(Writer *w, const char *joint, const char *coordinate, bool angular, double at) {
  int *count = angular ? &w->angle_count : &w->length_count;
  if (!angular && *count < MOST_ANGLES) w->at[*count] = at;
  if (*count < MOST_ANGLES)
    snprintf((angular ? w->angles : w->lengths)[(*count)++], sizeof w->angles[0], "%.100s.%.20s", joint, coordinate);
}

static void put_axes(Writer *w, int kind, const double a[3]) {
  double b[3], c[3];
  if (strcmp(joint_kinds[kind].type, "spherical") == 0) return;
  do random_direction(w->random, c);
  while (fabs(a[0] * c[0] + a[1] * c[1] + a[2] * c[2]) > 0.9);
  b[0] = a[1] * c[2] - a[2] * c[1], b[1] = a[2] * c[0] - a[0] * c[2], b[2] = a[0] * c[1] - a[1] * c[0];
  if (strcmp(joint_kinds[kind].type, "universal") == 0)
    fputs(", axes: [", w->joints), vector(w->joints, a), fputs(", ", w->joints), vector(w->joints, b),
        fputs("]", w->joints);
  else
    fputs(", axis: ", w->joints), vector(w->joints, a);
  if (strcmp(joint_kinds[kind].type, "screw") == 0) fprintf(w->joints, ", pitch: %.15g", some(w, 0.2, 0.5));
}

/* A joint; what turns the whole part at the start has its axis and no law, and no coupling takes it. Rates that
   couplings tie are left to them. */
static void put_joint(Writer *w, const char *first, const char *second, const double at[3]) {
  bool base = strcmp(first, "ground") == 0, tied = w->assembly->gear || w->assembly->coupling;
  int k = base ? 0 : random_count(w->random, JOINT_KINDS);
  double axis[3];
  char name[128];
  snprintf(name, sizeof name, "j_%.100s", second);
  random_direction(w->random, axis);
  if (base) trm_copy(axis, w->omega, 3);
  fprintf(w->joints, "  %s: {type: %s, between: [%s, %s], at: ", name, joint_kinds[k].type, first, second);
  vector(w->joints, at);
  put_axes(w, k, axis);
  for (int i = 0; i < 2 && joint_kinds[k].coordinates[i] && !base; i++) {
    fputs(i == 0 ? ", coordinates: {" : ", ", w->joints);
    put_laws(w, joint_kinds[k].coordinates[i], joint_kinds[k].angular[i] ? 8 : 60, 0, !tied && !w->assembly->flexible);
    remember(w, name, joint_kinds[k].coordinates[i], joint_kinds[k].angular[i], 0);
  }
  fputs(joint_kinds[k].coordinates[0] && !base ? "}}\n" : "}\n", w->joints);
}

/* a bead or a following body on a line or an arc that the owner carries */
static void put_curve_slider(Writer *w, const char *owner, const double at[3]) {
  static const char *const types[] = {"along-curve", "along-curve-prismatic", "along-curve-cylindrical"};
  double there[3] = {at[0] + 0.5, at[1] + 0.4, at[2]};
  char name[32];
  bool line = random_count(w->random, 2);
  snprintf(name, sizeof name, "%cbead", owner[0]);
  put_body(w, name, there, false);
  fprintf(w->joints, "  j_%s: {type: %s, between: [%s, %s], at: ", name, types[random_count(w->random, 3)], owner,
          name);
  vector(w->joints, at);
  if (line)
    fputs(", curve: {line: [[-1.5, 0.4, 0], [2.5, 0.4, 0]]}, coordinates: {", w->joints);
  else
    fputs(", curve: {arc: {through: [[-0.6, 2, 0.3], [0.5, 0.4, 0], [2.4, 0.2, -0.4]]}}, coordinates: {", w->joints);
  put_laws(w, "s", 60, 2, !w->assembly->coupling);
  fputs("}}\n", w->joints);
  snprintf(name, sizeof name, "j_%cbead", owner[0]);
  if (line) remember(w, name, "s", false, 2);
}

/* a beam clamped to its owner, with a body at its end or one that slides on it */
static void put_beam(Writer *w, const char *owner, const double at[3]) {
  char kind = owner[0];
  double end[3], middle[3];
  step_away(w, at, some(w, 0.6, 1), end);
  fprintf(w->beams, "  %cbeam: {curve: {line: [", kind);
  vector(w->beams, at), fputs(", ", w->beams), vector(w->beams, end);
  double direction[3] = {end[0] - at[0], end[1] - at[1], end[2] - at[2]};
  int least = fabs(direction[0]) < fabs(direction[1]) ? 0 : 1;
  if (fabs(direction[2]) < fabs(direction[least])) least = 2;
  fprintf(w->beams, "]}, normal: [%d, %d, %d], section: soft, elements: %d, order: %d, damping: %.15g", least == 0,
          least == 1, least == 2, w->assembly->beam_slider ? 1 : 1 + random_count(w->random, 2),
          2 + random_count(w->random, 2), w->assembly->rings ? 0 : some(w, 0.004, 0.012));
  put_motion(w, w->beams, at);
  fputs("}\n", w->beams);
  fprintf(w->joints, "  clamp_%c: {type: rigid, between: [%s, %cbeam.start]}\n", kind, owner, kind);
  if (w->assembly->loading != LOADS_NONE && random_count(w->random, 2)) {
    fprintf(w->loads, "  wind_%c: {on: %cbeam, ", kind, kind);
    put_functions(w, w->loads, "force-per-length", 1), fputs("}\n", w->loads);
  }
  if (!w->assembly->beam_slider) return;
  for (int n = 0; n < 3; n++) middle[n] = at[n] + 0.5 * direction[n];
  char name[32];
  snprintf(name, sizeof name, "%crider", kind);
  put_body(w, name, middle, true);
  fprintf(w->joints,
          "  j_%s: {type: %s, slider: %s, along: %cbeam, coordinates: {s: {spring: {stiffness: %.15g, free: "
          "%.15g}}}}\n",
          name, random_count(w->random, 2) ? "sliding" : "sliding-prismatic", name, kind, 400 * w->assembly->unit,
          some(w, -0.02, 0.02));
}

/* a tree of bodies; kind: f floats, g stands on the ground */
static void put_part(Writer *w, char kind, int count, const double origin[3]) {
  char names[MOST_BODIES][32];
  double places[MOST_BODIES][3], middle[3];
  double spin = some(w, 4, 9);
  random_direction(w->random, w->omega);
  for (int n = 0; n < 3; n++) w->omega[n] *= spin;
  random_vector(w->random, kind == 'f' ? 1 : 0, w->velocity);
  for (int b = 0; b < count; b++) {
    int to = b == 0 ? -1 : random_count(w->random, b);
    snprintf(names[b], sizeof names[b], "%c%d", kind, b);
    step_away(w, to < 0 ? origin : places[to], 0.6, places[b]);
    for (int n = 0; n < 3; n++) middle[n] = 0.5 * ((to < 0 ? origin : places[to])[n] + places[b][n]);
    if (b == 0) trm_copy(w->centre, middle, 3);
    put_body(w, names[b], places[b], b == 0 || w->assembly->flexible);
    if (b > 0 || kind == 'g') put_joint(w, to < 0 ? "ground" : names[to], names[b], middle);
    if (b == 0 || random_count(w->random, 3) == 0) put_load(w, names[b]);
  }
  int last = count - 1;
  if (w->assembly->flexible) put_beam(w, names[random_count(w->random, count)], places[last]);
  if (w->assembly->curve_slider) put_curve_slider(w, names[last], places[last]);
}

/* of a first coordinate that starts at `at` and a second one at zero: held there, or elastic */
static void put_coupling(Writer *w, const char *type, const char *first, double at, const char *second) {
  double factor = some(w, 0.5, 1.5);
  fprintf(w->joints, "  %s: {type: %s, terms: {%s: %.15g, %s: %.15g}", type, type, first, factor, second,
          some(w, -1.5, -0.5));
  if (w->assembly->strained && random_count(w->random, 2))
    fprintf(w->joints, ", coordinates: {sum: {spring: {stiffness: %.15g, free: %.15g}}}}\n",
            w->assembly->unit * some(w, 2, 8), factor * at);
  else
    fprintf(w->joints, ", value: %.15g}\n", factor * at);
}

static char *finish(Writer *w) {
  static const char *const sections[] = {"bodies", "beams", "joints", "loads"};
  FILE *const files[] = {w->bodies, w->beams, w->joints, w->loads};
  char *text = NULL;
  size_t size;
  double unit = w->assembly->unit;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  fputs("trammel: 1\n", out);
  if (random_count(w->random, 2)) fputs("gravity: ", out), put_vector(w, out, 5), fputs("\n", out);
  if (w->assembly->flexible)
    fprintf(out,
            "sections: {soft: {stiffness: {EA: %.15g, GKy: %.15g, GKz: %.15g, GJ: %.15g, EIy: %.15g, EIz: %.15g}, "
            "mass: {m: %.15g, Iyy: %.15g, Izz: %.15g}}}\n",
            unit * some(w, 200, 400), unit * some(w, 100, 200), unit * some(w, 100, 200), unit * some(w, 2, 5),
            unit * some(w, 3, 8), unit * some(w, 3, 8), unit, unit * 0.02, unit * 0.03);
  for (int i = 0; i < 4; i++) {
    fclose(files[i]);
    if (w->size[i] > 0) fprintf(out, "%s:\n%s", sections[i], w->text[i]);
    free(w->text[i]);
  }
  fclose(out);
  return text;
}

char *assembly_text(const Assembly *assembly, Random *random) {
  Writer w = {.assembly = assembly, .random = random};
  FILE **files[] = {&w.bodies, &w.beams, &w.joints, &w.loads};
  for (int i = 0; i < 4; i++) {
    *files[i] = open_memstream(&w.text[i], &w.size[i]);
    assert_non_null(*files[i]);
  }
  char kind = assembly->floating ? 'f' : 'g';
  put_part(&w, kind, 2 + random_count(random, MOST_BODIES - 1), (const double[3]){0, 0, 0});
  if (assembly->second) put_part(&w, assembly->floating ? 'g' : 'f', 2, (const double[3]){5, 0, 0});
  if (assembly->gear && w.angle_count > 1) {
    int first = random_count(random, w.angle_count - 1);
    put_coupling(&w, "gear", w.angles[first], 0, w.angles[w.angle_count - 1]);
  }
  int last = w.length_count - 1;
  if (assembly->coupling && last >= 0 && w.angle_count > 0)
    put_coupling(&w, "coupling", w.lengths[last], w.at[last], w.angles[0]);
  return finish(&w);
}
