/* Trees, loops, beams and what stands on them. */
#include "fuzz/mechanism.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "fuzz/writer.h"
#include "math/vec3.h"

double some(Writer *w, double low, double high) { return random_number(&w->random, low, high); }
bool often(Writer *w, int of) { return random_count(&w->random, of) == 0; }
double unit_of_force(const Writer *w) { return w->mass * w->length; }
double unit_of_moment(const Writer *w) { return w->mass * w->length * w->length; }

void put_vector(FILE *out, const double v[3], double unit) {
  fprintf(out, "[%.9g, %.9g, %.9g]", unit * v[0], unit * v[1], unit * v[2]);
}

void put_some_vector(Writer *w, FILE *out, double size) {
  double v[3];
  random_vector(&w->random, size, v);
  put_vector(out, v, 1);
}

static void step_away(Writer *w, const double from[3], double distance, double to[3]) {
  double direction[3];
  random_direction(&w->random, direction);
  for (int n = 0; n < 3; n++) to[n] = from[n] + distance * direction[n];
}

static Place *add_place(Writer *w, const char *name, const double at[3], bool body, bool point) {
  if (w->place_count == MOST_PARTS) return &w->places[MOST_PARTS - 1];
  Place *place = &w->places[w->place_count++];
  snprintf(place->name, sizeof place->name, "%s", name);
  trm_copy(place->at, at, 3);
  place->body = body, place->point = point;
  return place;
}

/* ---- bodies ---- */

/* principal moments with J1 + J2 >= J3; a rod has none about its axis */
static void put_inertia(Writer *w, FILE *out) {
  double unit = unit_of_moment(w), size = often(w, 6) ? 1e-4 : 1;
  double a = unit * size * some(w, 0.02, 0.08), b = unit * size * some(w, 0.02, 0.08),
         c = unit * size * some(w, 0.02, 0.08);
  if (often(w, 100))
    fprintf(out, ", inertia: [0, %.9g, %.9g]", b, b);
  else if (often(w, 4))
    fprintf(out, ", inertia: [%.9g, %.9g, %.9g, %.9g, 0, %.9g]", a + b + c, b + c + a, a + c + b, 0.2 * a, -0.1 * a);
  else
    fprintf(out, ", inertia: [%.9g, %.9g, %.9g]", a + b, b + c, a + c);
}

static Place *put_body(Writer *w, const double at[3], bool point, bool moving) {
  FILE *out = w->out[IN_BODIES];
  char name[24];
  snprintf(name, sizeof name, "b%d", w->place_count);
  bool light = often(w, 8);
  /* what studies vary */
  fprintf(out, "  %s: {mass: %s%.9g", name, w->place_count == 1 ? "part*" : "",
          w->mass * some(w, 0.5, 2) * (light ? 1e-3 : 1));
  if (!point) put_inertia(w, out);
  fputs(", position: ", out), put_vector(out, at, w->length);
  if (!point && often(w, 3)) fputs(", orientation: {bryan: ", out), put_some_vector(w, out, 2), fputs("}", out);
  if (moving) fputs(", velocity: ", out), put_some_vector(w, out, w->length);
  if (moving && !point) fputs(", omega: ", out), put_some_vector(w, out, 4);
  fputs("}\n", out);
  return add_place(w, name, at, true, point);
}

/* ---- joints ---- */

/* `release` and `wall` are for sliders that nothing drives or holds along the path */
static void put_ends(Writer *w, FILE *out) {
  int way = random_count(&w->random, 6);
  w->coasting = way < 2;
  if (way == 0) fputs(", ends: release", out);
  if (way == 1)
    fprintf(out, ", ends: wall, wall-stiffness: %.9g, wall-damping: %.9g", 300 * w->mass,
            some(w, 0, 5) * w->mass / w->length);
  if (w->coasting) w->made.smooth = false;
}

static void put_curve(Writer *w, FILE *out) {
  double a[3], b[3], c[3];
  random_direction(&w->random, a), random_direction(&w->random, b), random_direction(&w->random, c);
  double start[3] = {-a[0], -a[1], -a[2]}, end[3] = {a[0] + 0.4 * b[0], a[1] + 0.4 * b[1], a[2] + 0.4 * b[2]};
  double origin[3] = {0}, far[3] = {end[0] + c[0], end[1] + c[1], end[2] + c[2]};
  int kind = random_count(&w->random, 3);
  fputs(kind == 0 ? ", curve: {line: [" : kind == 1 ? ", curve: {arc: {through: [" : ", curve: {spline: [", out);
  put_vector(out, start, w->length), fputs(", ", out);
  if (kind != 0) put_vector(out, origin, w->length), fputs(", ", out);
  put_vector(out, kind == 0 ? a : end, w->length);
  if (kind == 2) fputs(", ", out), put_vector(out, far, w->length);
  fputs(kind == 1 ? "]}}" : "]}", out);
  put_ends(w, out);
}

/* zero at the origin, with gradients that differ */
static void put_surfaces(Writer *w, FILE *out, const trm_JointKind *kind) {
  static const char *const first[] = {"z", "x"};
  for (int f = 0; f < kind->function_count; f++)
    fprintf(out, ", %s: \"%s + %.9g*y + %.9g*(x^2 - y^2 + %.9g*z*y)\"", kind->functions[f].key, first[f % 2],
            some(w, -0.5, 0.5), some(w, -0.5, 0.5) / w->length, some(w, -1, 1));
}

static void put_frame(Writer *w, FILE *out, const trm_JointKind *kind, const double at[3], const double second[3]) {
  double a[3], b[3], c[3], unit = w->length;
  random_direction(&w->random, a);
  do random_direction(&w->random, c);
  while (fabs(trm_dot(a, c)) > 0.9);
  trm_cross(b, a, c);
  bool carried = kind->frame == TRM_FRAME_SURFACE || kind->frame == TRM_FRAME_CURVE;
  if (kind->frame != TRM_FRAME_ENDS) fputs(", at: ", out), put_vector(out, carried ? second : at, unit);
  if (carried) fputs(", orientation: {bryan: ", out), put_some_vector(w, out, 3), fputs("}", out);
  switch (kind->frame) {
  case TRM_FRAME_AXIS:
  case TRM_FRAME_HINGE: fputs(", axis: ", out), put_vector(out, a, 1); break;
  case TRM_FRAME_SHAFTS:
  case TRM_FRAME_AXES: {
    fputs(", axes: [", out), put_vector(out, a, 1), fputs(", ", out);
    put_vector(out, often(w, 2) ? b : c, 1), fputs("]", out);
    break;
  }
  case TRM_FRAME_SURFACE: put_surfaces(w, out, kind); break;
  case TRM_FRAME_CURVE: put_curve(w, out); break;
  case TRM_FRAME_POINT:
  case TRM_FRAME_ENDS:
  case TRM_FRAME_TRACK:
  case TRM_FRAME_NONE: break;
  }
}

static void put_parameters(Writer *w, FILE *out, const trm_JointKind *kind) {
  for (int p = 0; p < kind->parameter_count; p++)
    if (!kind->parameters[p].fallback)
      fprintf(out, ", %s: %.9g", kind->parameters[p].key, w->length * some(w, 0.2, 0.5) * (often(w, 2) ? 1 : -1));
}

/* stiffness k and 0.01 k of damping on each coordinate, and something that ties two of them */
static void put_bushing(Writer *w, FILE *out) {
  static const char *const keys[] = {"stiffness", "damping"};
  double force = 100 * w->mass, moment = 2 * unit_of_moment(w);
  for (int m = 0; m < 2; m++) {
    double factor = m == 0 ? 1 : 0.01;
    fprintf(out, ", %s: [", keys[m]);
    for (int r = 0; r < 6; r++) {
      fputs(r ? ", [" : "[", out);
      for (int c = 0; c < 6; c++)
        fprintf(out, "%s%.9g", c ? ", " : "",
                r == c       ? factor * (r < 3 ? force : moment)
                : r + c == 1 ? 0.1 * factor * force
                             : 0.0);
      fputs("]", out);
    }
    fputs("]", out);
  }
}

/* a kind that two places can have; sides without an orientation ask for few of them */
static const trm_JointKind *choose_kind(Writer *w, bool first_point, bool second_point) {
  trm_JointRegistry registry = trm_joint_registry();
  for (;;) {
    const trm_JointKind *kind = &registry.kinds[random_count(&w->random, registry.count)];
    if (kind->frame == TRM_FRAME_TRACK || kind->frame == TRM_FRAME_NONE) continue;
    if (first_point && (trm_joint_needs_triad(kind, 0) || kind->frame != TRM_FRAME_ENDS)) continue;
    if (second_point && trm_joint_needs_triad(kind, 1)) continue;
    return kind;
  }
}

void add_link(Writer *w, const char *name, bool carries, bool slides) {
  if (w->link_count == MOST_JOINTS) return;
  Link *link = &w->links[w->link_count++];
  snprintf(link->name, sizeof link->name, "%s", name);
  link->carries = carries, link->slides = slides;
}

static void put_joint(Writer *w, const trm_JointKind *kind, const Place *first, const Place *second) {
  FILE *out = w->out[IN_JOINTS];
  double at[3], share = kind->frame == TRM_FRAME_HINGE ? 0.1 : second->point ? 1 : some(w, 0.2, 0.8);
  char name[24];
  snprintf(name, sizeof name, "j%d", ++w->joint_count);
  for (int n = 0; n < 3; n++) at[n] = first->at[n] + share * (second->at[n] - first->at[n]);
  fprintf(out, "  %s: {type: %s, between: [%s, %s]", name, kind->name, first->name, second->name);
  put_frame(w, out, kind, at, second->at);
  put_parameters(w, out, kind);
  if (kind->bushing && often(w, 2)) put_bushing(w, out);
  if (often(w, 6) && trm_joint_can_share(kind)) fputs(", share: false", out);
  double known[TRM_JOINT_COORDINATES], apart[3];
  for (int c = 0; c < TRM_JOINT_COORDINATES; c++) known[c] = kind->frame == TRM_FRAME_CURVE ? NAN : 0;
  for (int n = 0; n < 3; n++) apart[n] = second->at[n] - first->at[n];
  if (kind->frame == TRM_FRAME_ENDS) known[0] = w->length * trm_norm(apart);
  /* of a point mass no rotations can be told */
  if (!(first->point || second->point) || kind->frame == TRM_FRAME_ENDS || kind->frame == TRM_FRAME_CURVE)
    put_coordinates(w, name, kind, known);
  w->coasting = false;
  fputs("}\n", out);
  /* what slides along curves has reactions that no formula may name */
  add_link(w, name, kind->row_count > 0 && kind->frame != TRM_FRAME_CURVE, false);
}

/* ---- beams ---- */

/* soft: numbers of bars that a step resolves; slender: steel of a thickness of 1e-2 to 1e-3 of its length */
static void put_section(Writer *w, int name, bool slender) {
  FILE *out = w->out[IN_SECTIONS];
  double f = unit_of_force(w), m = unit_of_force(w) * w->length * w->length, per = w->mass / w->length;
  if (slender)
    fprintf(out, "  section%d: {shape: circle, diameter: %.9g, material: {E: %.9g, nu: 0.3, rho: %.9g}}\n", name,
            w->length * pow(10, some(w, -3, -2)), 2e11 * w->mass / w->length, 7850 * w->mass / pow(w->length, 3));
  else
    fprintf(out,
            "  section%d: {stiffness: {EA: %.9g, GKy: %.9g, GKz: %.9g, GJ: %.9g, EIy: %.9g, EIz: %.9g}, mass: {m: "
            "%.9g, Iyy: "
            "%.9g, Izz: %.9g}}\n",
            name, f * some(w, 200, 400), f * some(w, 100, 200), f * some(w, 100, 200), m * some(w, 2, 5),
            m * some(w, 3, 8), m * some(w, 3, 8), per, 0.02 * per * w->length * w->length,
            0.03 * per * w->length * w->length);
}

static void put_rider(Writer *w, const char *beam, const double middle[3]) {
  trm_JointRegistry registry = trm_joint_registry();
  const trm_JointKind *kind;
  do kind = &registry.kinds[random_count(&w->random, registry.count)];
  while (kind->frame != TRM_FRAME_TRACK);
  Place *rider =
      put_body(w, middle, !trm_joint_needs_triad(kind, 1) && !trm_joint_needs_triad(kind, 0) && often(w, 2), false);
  FILE *out = w->out[IN_JOINTS];
  char name[24];
  double known[TRM_JOINT_COORDINATES] = {0};
  snprintf(name, sizeof name, "j%d", ++w->joint_count);
  fprintf(out, "  %s: {type: %s, slider: %s, along: %s", name, kind->name, rider->name, beam);
  put_parameters(w, out, kind);
  put_ends(w, out);
  put_coordinates(w, name, kind, known);
  w->coasting = false, w->made.smooth = false; /* beams have kinks at their nodes */
  fputs("}\n", out);
  add_link(w, name, false, true);
}

static void put_beam(Writer *w) {
  const Place *owner = &w->places[random_count(&w->random, w->place_count)];
  double start[3], end[3], middle[3];
  char name[16], tip[24];
  bool slender = often(w, 6), curved = often(w, 4);
  FILE *out = w->out[IN_BEAMS];
  trm_copy(start, owner->at, 3);
  step_away(w, start, some(w, 0.6, 1.2), end);
  snprintf(name, sizeof name, "beam%d", ++w->beam_count);
  put_section(w, w->beam_count, slender);
  for (int n = 0; n < 3; n++) middle[n] = 0.5 * (start[n] + end[n]);
  if (curved) middle[0] += 0.1, middle[1] += 0.15;
  fprintf(out, "  %s: {curve: {%s: [", name, curved ? "arc" : "line");
  put_vector(out, start, w->length), fputs(", ", out);
  if (curved) put_vector(out, middle, w->length), fputs(", ", out);
  put_vector(out, end, w->length);
  fprintf(out, "]}, section: section%d, elements: %d, order: %d", w->beam_count, 1 + random_count(&w->random, 3),
          1 + random_count(&w->random, 3));
  if (often(w, 3)) fprintf(out, ", damping: %.9g", slender ? 1e-4 : some(w, 0.004, 0.012));
  fputs("}\n", out);
  fprintf(w->out[IN_JOINTS], "  c%d: {type: %s, between: [%s, %s.start]}\n", w->beam_count,
          owner->point || often(w, 5) ? "spherical" : "rigid", owner->name, name);
  w->made.rigid = false, w->made.fast |= slender;
  if (often(w, 2) && !curved) put_rider(w, name, middle);
  snprintf(tip, sizeof tip, "%s.end", name);
  add_place(w, tip, end, false, false);
  if (!w->quiet && often(w, 3)) {
    fprintf(w->out[IN_LOADS], "  wind%d: {on: %s, force-per-length: [0, ", w->beam_count, name);
    put_function(w, w->out[IN_LOADS], 0.5 * unit_of_force(w) / w->length, false), fputs(", 0]}\n", w->out[IN_LOADS]);
  }
}

/* ---- couplings, springs, loads ---- */

/* of two coordinates that nothing else holds */
static void put_coupling(Writer *w) {
  Coordinate *first = NULL, *second = NULL;
  for (int tries = 0; tries < 20 && w->coordinate_count > 1; tries++) {
    first = &w->coordinates[random_count(&w->random, w->coordinate_count)];
    second = &w->coordinates[random_count(&w->random, w->coordinate_count)];
    if (first != second && !first->taken && !second->taken && !isnan(first->at) && !isnan(second->at)) break;
    first = NULL;
  }
  if (!first) return;
  bool gear = first->angular && second->angular;
  if (first->angular && !gear) {
    Coordinate *swap = first;
    first = second, second = swap;
  }
  double factors[2] = {some(w, 0.5, 1.5), some(w, -1.5, -0.5) * (!gear && second->angular ? w->length : 1)};
  double at = factors[0] * first->at + factors[1] * second->at;
  FILE *out = w->out[IN_JOINTS];
  fprintf(out, "  k%d: {type: %s, terms: {%s: %.9g, %s: %.9g}", ++w->joint_count, gear ? "gear" : "coupling",
          first->name, factors[0], second->name, factors[1]);
  if (often(w, 2)) {
    w->pressed = false;
    fputs(", coordinates: {sum: {", out);
    put_laws_of(w, out, "sum", gear, at);
    fputs("}}}\n", out);
  } else {
    fprintf(out, ", value: %.17g}\n", at);
    first->taken = second->taken = true;
  }
  w->made.tree = false;
}

static void put_spring(Writer *w, int number) {
  const Place *a = &w->places[random_count(&w->random, w->place_count)];
  const Place *b = &w->places[random_count(&w->random, w->place_count)];
  double apart[3];
  for (int n = 0; n < 3; n++) apart[n] = a->at[n] - b->at[n];
  if (trm_norm(apart) < 0.1) return;
  FILE *out = w->out[IN_SPRINGS];
  fprintf(out, "  s%d: {between: [%s, %s], ", number, a->name, b->name);
  if (often(w, 3))
    fprintf(out, "force: \"%.9g*(length - %.9g)^3 + %.9g*length\"", 10 * w->mass / (w->length * w->length), w->length,
            w->mass * some(w, 5, 20));
  else
    fprintf(out, "stiffness: %.9g, free-length: %.9g", w->mass * some(w, 20, 100), w->length * some(w, 0.3, 1));
  if (often(w, 2)) fprintf(out, ", damping: %.9g", w->mass * some(w, 0.05, 2));
  fputs("}\n", out);
}

static void put_load(Writer *w, int number) {
  const Place *place = &w->places[random_count(&w->random, w->place_count)];
  if (strcmp(place->name, "ground") == 0) return;
  FILE *out = w->out[IN_LOADS];
  fprintf(out, "  l%d: {on: %s%s, force: [", number, place->name, !place->point && often(w, 3) ? ", frame: body" : "");
  for (int n = 0; n < 3; n++) put_function(w, out, 3 * unit_of_force(w), often(w, 4)), fputs(n < 2 ? ", " : "]", out);
  if (!place->point && often(w, 2)) {
    fputs(", moment: [", out);
    for (int n = 0; n < 3; n++)
      put_function(w, out, 0.3 * unit_of_moment(w), often(w, 6)), fputs(n < 2 ? ", " : "]", out);
  }
  fputs("}\n", out);
}

/* ---- the whole ---- */

static void put_tree(Writer *w) {
  int bodies = 1 + random_count(&w->random, 5);
  for (int b = 0; b < bodies; b++) {
    int to =
        b == 0 && w->floating ? -1 : (w->floating ? 1 : 0) + random_count(&w->random, w->place_count - w->floating);
    const double origin[3] = {0};
    double at[3];
    bool point = to >= 0 && often(w, 5);
    step_away(w, to < 0 ? origin : w->places[to].at, some(w, 0.3, 0.8), at);
    Place *place = put_body(w, at, point, to < 0);
    if (to < 0) continue;
    put_joint(w, choose_kind(w, w->places[to].point, point), &w->places[to], place);
  }
}

static void put_loop(Writer *w) {
  int a = random_count(&w->random, w->place_count), b = random_count(&w->random, w->place_count);
  const Place *first = &w->places[a < b ? a : b], *second = &w->places[a < b ? b : a];
  double apart[3];
  for (int n = 0; n < 3; n++) apart[n] = first->at[n] - second->at[n];
  if (a == b || trm_norm(apart) < 1e-3) return;
  w->made.tree = false;
  put_joint(w, choose_kind(w, first->point, second->point), first, second);
}

static char *finish(Writer *w) {
  static const char *const names[] = {"sections", "bodies", "beams", "joints", "springs", "signals", "loads", "events"};
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  fputs("trammel: 1\nparameters: {part: 1}\n", out);
  if (w->weight) fputs("gravity: ", out), put_some_vector(w, out, 9 * w->length), fputs("\n", out);
  for (int i = 0; i < SECTIONS; i++) {
    fclose(w->out[i]);
    if (w->size[i] > 0) fprintf(out, "%s:\n%s", names[i], w->text[i]);
    free(w->text[i]);
  }
  fclose(out);
  return text;
}

/* metre and kilogram; millimetre and kilogram; millimetre and tonne; very large, very small masses */
static void choose_units(Writer *w) {
  static const double units[][2] = {{1, 1}, {1, 1}, {1000, 1}, {1000, 1e-3}, {1, 1e6}, {1e-3, 1e-3}};
  int choice = random_count(&w->random, sizeof units / sizeof units[0]);
  w->length = units[choice][0], w->mass = units[choice][1];
}

static const double usual_step = 0.005, resolving_step = 5e-5; /* s */

Mechanism mechanism_of(uint64_t seed) {
  /* neighbouring seeds begin far apart */
  Writer w = {.random.state = (seed + 1) * 0x9E3779B97F4A7C15u, .made = {.tree = true, .rigid = true, .smooth = true}};
  for (int i = 0; i < 4; i++) some(&w, 0, 1);
  for (int i = 0; i < SECTIONS; i++) w.out[i] = open_memstream(&w.text[i], &w.size[i]);
  choose_units(&w);
  add_place(&w, "ground", (const double[3]){0}, false, false);
  w.floating = often(&w, 4), w.flexible = often(&w, 3), w.loops = often(&w, 3), w.signals = often(&w, 3);
  w.quiet = often(&w, 3), w.weight = often(&w, 2), w.reacting = often(&w, 3);
  if (w.signals) w.signal_count = 1 + random_count(&w.random, MOST_SIGNALS);
  put_tree(&w);
  for (int b = 0; w.flexible && b < 1 + random_count(&w.random, 2); b++) put_beam(&w);
  for (int l = 0; w.loops && l < 1 + random_count(&w.random, 2); l++) put_loop(&w);
  if (often(&w, 4)) put_coupling(&w);
  for (int s = 0, count = random_count(&w.random, 3); s < count; s++) put_spring(&w, s);
  for (int l = 0, count = w.quiet ? 0 : random_count(&w.random, 4); l < count; l++) put_load(&w, l);
  put_signals(&w);
  if (often(&w, 5)) put_events(&w);
  /* half of what vibrates so fast is resolved by its steps, all else by the usual ones */
  w.made.step = w.made.fast && seed % 2 ? resolving_step : usual_step;
  w.made.text = finish(&w);
  return w.made;
}

Mechanism mechanism_from(const char *text) {
  static const char *const kinks[] = {"stops",  "friction", "limit:",     "if(",  "ends: ",  "events",
                                      "delay:", "every:",   "hysteresis", "max(", "along: ", "rate: "};
  Mechanism m = {.tree = true, .rigid = !strstr(text, "beams"), .smooth = true, .fast = strstr(text, "shape: ")};
  for (size_t k = 0; k < sizeof kinks / sizeof kinks[0]; k++) m.smooth = m.smooth && !strstr(text, kinks[k]);
  m.step = m.fast && strstr(text, "# resolved") ? resolving_step : usual_step;
  return m;
}
