/* Writing the text of a random model. */
#include "conformance/random_model.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include "element/law.h"
#include "element/named.h"
#include "math/vec3.h"

/* places that a joint, spring or load may name; the first has no orientation, and nothing can sit beside it */
static const char *const places[] = {"point", "ground", "brick", "rod", "disk"};
enum { PLACES = sizeof places / sizeof places[0] };

static void put_vector(FILE *out, const double v[3]) { fprintf(out, "[%.17g, %.17g, %.17g]", v[0], v[1], v[2]); }

static void put_random_vector(FILE *out, Random *random, const char *key, double size) {
  double v[3];
  random_vector(random, size, v);
  fprintf(out, "%s: ", key);
  put_vector(out, v);
}

/* somewhere; at a point mass where there is one */
static void put_place(FILE *out, Random *random, const char *key, bool of_point) {
  double v[3];
  random_vector(random, 2, v);
  fprintf(out, "%s: ", key);
  if (of_point)
    fputs("[px, py, pz]", out);
  else
    put_vector(out, v);
}

static void put_parameters(FILE *out, Random *random) {
  double v[3];
  random_vector(random, 2, v);
  fprintf(out, "parameters: {px: %.17g, py: %.17g, pz: %.17g}\n", v[0], v[1], v[2]);
}

static void put_bodies(FILE *out, Random *random) {
  fputs("bodies:\n", out);
  for (int p = 0; p < PLACES; p++) {
    if (p == 1) continue;
    fprintf(out, "  %s: {mass: %.17g, ", places[p], random_number(random, 0.2, 3));
    put_place(out, random, "position", p == 0);
    /* principal moments with J1 + J2 >= J3; the rod has none about its axis */
    double a = random_number(random, 0.1, 1), b = random_number(random, 0.1, 1), c = random_number(random, 0.1, 1);
    if (p >= 2)
      fprintf(out, ", inertia: [%.17g, %.17g, %.17g], ", p == 3 ? 0 : a + b, p == 3 ? b : b + c, p == 3 ? b : a + c);
    if (p >= 2) put_random_vector(out, random, "orientation: {bryan", 3), fputs("}", out);
    fputs("}\n", out);
  }
  fputs("markers:\n", out);
  for (int p = 0; p < PLACES; p++) {
    fprintf(out, "  on_%s: {on: %s, ", places[p], places[p]);
    put_place(out, random, "at", p == 0);
    put_random_vector(out, random, ", orientation: {bryan", 3);
    fputs("}}\n", out);
  }
}

/* x = 1.5 cos, y = sin, with a height that makes no difference to the closing */
static const char tilted_ellipse[] =
    ", curve: {nurbs: {degree: 2, points: [[1.5, 0, 0.3], [1.5, 1, 0.5], [0, 1, 0.2], [-1.5, 1, -0.1], [-1.5, 0, -0.3],"
    " [-1.5, -1, -0.5], [0, -1, -0.2], [1.5, -1, 0.1], [1.5, 0, 0.3]], weights: [1, sqrt(1/2), 1, sqrt(1/2), 1,"
    " sqrt(1/2), 1, sqrt(1/2), 1], knots: [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4]}}";

/* Two axes at any angle, and a slide across, along or oblique to the first. */
static void put_cross(FILE *out, Random *random, const trm_JointKind *kind, const double a[3], const double b[3]) {
  double slide[3];
  bool slides = false;
  for (int c = 0; c < kind->coordinate_count; c++) slides |= !kind->coordinates[c].angular;
  fputs(", axes: [", out), put_vector(out, a), fputs(", ", out), put_vector(out, b), fputs("]", out);
  random_direction(random, slide);
  int way = random_count(random, 3);
  if (slides && way > 0) fputs(", slide: ", out), put_vector(out, way == 1 ? a : slide);
}

static void put_frame(FILE *out, Random *random, const trm_JointKind *kind, bool of_point) {
  double a[3], b[3], c[3];
  random_direction(random, a);
  do random_direction(random, c);
  while (fabs(trm_dot(a, c)) > 0.9);
  trm_cross(b, a, c);
  bool ends = kind->frame == TRM_FRAME_ENDS || kind->frame == TRM_FRAME_SURFACE || kind->frame == TRM_FRAME_CURVE;
  if (!ends) put_place(out, random, ", at", of_point);
  if (kind->frame == TRM_FRAME_SURFACE || kind->frame == TRM_FRAME_CURVE)
    put_random_vector(out, random, ", orientation: {bryan", 3), fputs("}", out);
  if (kind->frame == TRM_FRAME_CURVE) fputs(tilted_ellipse, out);
  if (kind->frame == TRM_FRAME_SHAFTS)
    fputs(", axes: [", out), put_vector(out, a), fputs(", ", out), put_vector(out, b), fputs("]", out);
  if (kind->frame == TRM_FRAME_AXIS || kind->frame == TRM_FRAME_HINGE) fputs(", axis: ", out), put_vector(out, a);
  if (kind->frame == TRM_FRAME_AXES) put_cross(out, random, kind, a, random_count(random, 2) ? b : c);
}

/* ---- names ---- */

static void put_coordinate_name(FILE *out, Random *random) {
  trm_JointRegistry registry = trm_joint_registry();
  const trm_JointKind *kind;
  int c;
  do {
    kind = &registry.kinds[random_count(random, registry.count)];
    c = kind->coordinate_count > 0 ? random_count(random, kind->coordinate_count) : 0;
  } while (kind->coordinate_count == 0 || kind->coordinates[c].share);
  fprintf(out, "j_%s.%s", kind->name, kind->coordinates[c].name);
}

/* any joint but couplings, which have forces of their own; more often one that is evaluated quickly */
static void put_reacting(FILE *out, Random *random) {
  static const char *const plain[] = {"revolute", "universal", "prismatic", "screw", "homokinetic"};
  trm_JointRegistry registry = trm_joint_registry();
  const trm_JointKind *kind;
  do kind = &registry.kinds[random_count(random, registry.count)];
  while (kind->frame == TRM_FRAME_NONE);
  fprintf(out, "j_%s", random_count(random, 3) ? plain[random_count(random, 5)] : kind->name);
}

/* joints with a multiplier along a coordinate, and what couplings hold */
static void put_driven(FILE *out, Random *random) {
  const double axis[3] = {0.2, random_number(random, -1, 1), 1};
  fprintf(out, "  driven: {type: cylindrical, between: [brick, disk], at: [0.3, 0.1, -0.2], axis: ");
  put_vector(out, axis);
  fputs(", coordinates: {phi: {drive: \"0.3*t\"}, delta: {drive-rate: \"cos(t)\"}}}\n"
        "  geared: {type: gear, value: 0.2, radius: 0.4, terms: {j_revolute.phi: 2, j_cylindrical.phi: -1}}\n"
        "  rack: {type: coupling, terms: {j_prismatic.delta: 1, j_revolute.phi: 0.3}}\n",
        out);
}

/* along: in a load along a beam, which knows where it acts */
static void put_name(FILE *out, Random *random, const trm_NameableKind *kind, bool along) {
  static const char *const turning[] = {"brick",        "on_disk", "rod",  "bow@0.4",
                                        "straight.end", "on_rod",  "here", "on_point"};
  static const char *const springs[] = {"usual", "hard", "of_points"};
  static const char *const signals[] = {"second", "through", "ping", "swing"};
  static const char *const drives[] = {"driven.phi", "driven.delta", "geared.sum"};
  static const char *const terms[] = {"geared.j_revolute.phi", "geared.j_cylindrical.phi", "rack.j_prismatic.delta"};
  int turns = along ? 7 : 6, place = random_count(random, turns);
  if (!kind->turns && random_count(random, 8) == 0) place = 7;
  if (along && random_count(random, 2)) place = 6;
  switch (kind->of) {
  case TRM_NAMES_COORDINATE: put_coordinate_name(out, random); break;
  case TRM_NAMES_PLACE: fputs(turning[place], out); break;
  case TRM_NAMES_HERE: fputs("here", out); break;
  case TRM_NAMES_REACTION: put_reacting(out, random); break;
  case TRM_NAMES_DRIVE: fputs(drives[random_count(random, 3)], out); break;
  case TRM_NAMES_COUPLING: fputs("geared", out); break;
  case TRM_NAMES_TERM: fputs(terms[random_count(random, 3)], out); break;
  case TRM_NAMES_SPRING: fputs(springs[random_count(random, 3)], out); break;
  case TRM_NAMES_INPUT: fputs("lever", out); break;
  case TRM_NAMES_SIGNAL: fputs(signals[random_count(random, 4)], out); break;
  }
  if (*kind->name) fprintf(out, ".%s", kind->name);
  if (kind->parts[0]) fprintf(out, ".%s", kind->parts[random_count(random, 3)]);
  if (kind->directed && random_count(random, 2)) fprintf(out, " in %s", turning[random_count(random, turns)]);
}

/* a term for each quantity that may be named */
static void put_formula(FILE *out, Random *random, bool along) {
  for (int k = 0; k < trm_nameable_kind_count; k++) {
    if (trm_nameable_kinds[k].of == TRM_NAMES_HERE && !along) continue;
    fprintf(out, " + %.17g*", random_number(random, 0.2, 1));
    fputs(k % 3 == 2 ? "cos(2*t)*sin(" : k % 3 ? "(1 + t)*tanh(" : "sin(", out);
    put_name(out, random, &trm_nameable_kinds[k], along);
    fputs(")", out);
  }
}

/* of all kinds of memory, one behind the other, and one of no memory */
static void put_signals(FILE *out, Random *random) {
  fprintf(
      out,
      "signals:\n"
      "  plain: 0.4*sin(brick.velocity.x) + lever*t\n"
      "  first: {lag: plain + on_disk.position.y*usual.length + 0.1*j_universal.force.x, time: %.17g}\n"
      "  limited: {lag: 2*plain + bow@0.4.position.y, time: 0.3, rate: 0.7}\n"
      "  free: {lag: plain - bow@0.4.position.z, time: 0.5, rate: 70}\n"
      "  late: {delay: brick.position.x, time: 0.2, start: 0.4}\n"
      "  held: {value: brick.velocity.y, every: 0.5, time: 1.5, rate: 3, start: 0.6}\n"
      "  relay: {hysteresis: rod.omega.z, lower: -1, upper: 1, values: [0.2, 0.9]}\n"
      "  rough: {noise: 0.1, every: 0.25}\n"
      "  second: {of: first + limited*held + relay*free + late + rough + cos(rod.omega.z) + 0.1*geared.tooth.force, "
      "numerator: [0.3, 1], "
      "denominator: [0.2, 0.7, 1.5], states: [0.1, 0.2]}\n"
      "  through: {of: sin(first) + bow@0.4.velocity.z, A: [[-0.3, 1], [-2, -0.1]], B: [0, 0.4], C: [1, 0.2], D: "
      "0.6}\n"
      "  total: {integral: plain, start: 0.3}\n"
      "  ping: 0.5*cos(pong) + brick.position.x + 0.1*echo\n"
      "  pong: tanh(ping*brick.velocity.z) + 0.2*first + bow@0.4.position.z + 0.1*sin(j_prismatic.moment.y)\n"
      "  echo: {lag: ping + 0.3*swing, time: 0.4, start: 0.1}\n"
      "  swing: {of: sin(pong) - swing, A: [[-0.5]], B: [1], C: [0.7], D: 0.6}\n",
      random_number(random, 0.1, 0.6));
}

static void put_naming_loads(FILE *out, Random *random) {
  static const char *const heads[] = {"named_dead: {on: on_brick, force: [1, \"t",
                                      "named_turn: {on: rod, moment: [\"0",
                                      "named_follower: {on: on_disk, frame: body, force: [1, \"t",
                                      "named_spin: {on: on_disk, frame: body, moment: [1, \"0",
                                      "named_along: {on: bow, force-per-length: [1, \"xi",
                                      "named_wind: {on: straight, frame: body, moment-per-length: [1, \"xi*t"};
  for (size_t h = 0; h < sizeof heads / sizeof heads[0]; h++) {
    fprintf(out, "  %s", heads[h]);
    put_formula(out, random, strstr(heads[h], "per-length") != NULL);
    fputs(h == 1 ? "\", 0, 0.2]}\n" : "\", 0.2]}\n", out);
  }
}

/* Friction that goes by the joint's reactions, or by a load of its own: always the latter on a track, where the
   derivatives of the former are not complete. */
static void put_friction(FILE *out, Random *random, const trm_JointCoordinate *coordinate, bool on_track) {
  fprintf(
      out,
      "friction: {coefficient: 0.3, sticking: 0.5, stribeck: 2, stiffness: 20, damping: 0.3, viscous: 0.1, model: %s",
      random_count(random, 2) ? "bristle" : "lugre");
  bool spreads = random_count(random, 2), given = random_count(random, 3) == 0 || on_track;
  if (coordinate->angular) fprintf(out, ", radius: 0.3%s", given ? "" : ", axial-radius: 0.2");
  if (spreads && !given) fprintf(out, ", length: 0.7");
  if (given) fprintf(out, ", normal: \"4 + 0.3*%s - 0.1*rate + sin(t)\"", coordinate->name);
  fputs("}", out);
}

/* Laws whose tables have a formula that may name what moves, up to it and behind it. */
static const struct {
  const char *law, *turning, *sliding, *end; /* NULL: there is none on such a coordinate */
} naming_laws[] = {
    {"friction",
     "friction: {coefficient: 0.3, sticking: 0.5, stribeck: 2, stiffness: 20, damping: 0.3, viscous: 0.1, radius: 0.3, "
     "normal: \"6",
     "friction: {coefficient: 0.3, stiffness: 20, damping: 0.3, model: lugre, normal: \"6", "\"}"},
    {"motor", "motor: {resistance: 2, inductance: 0.3, constant: 0.5, gear: 2, voltage: \"t",
     "motor: {resistance: 2, constant: 0.5, gear: 2, voltage: \"t", "\"}"},
    {"controller", "controller: {proportional: 3, integral: 2, target: \"t",
     "controller: {proportional: 3, integral: 2, limit: 40, target: \"t", "\"}"},
    {"hydraulic", NULL,
     "hydraulic: {area-a: 2, area-b: 1.2, volume-a: 3, volume-b: 4, bulk: 5, supply: 3, conductance: 0.5, transition: "
     "0.5, leakage: 0.1, volumes-at: -0.3, valve: \"0.1*(0.3",
     ")\"}"},
};
enum { NAMING_LAWS = sizeof naming_laws / sizeof naming_laws[0] };

/* a kind of law that takes such formulas and is not drawn here fails */
static void check_naming_laws(void) {
  for (int k = 0; k < trm_law_kind_count; k++) {
    const trm_FieldTable *table = trm_law_kinds[k]->field.table;
    bool names = false, drawn = false;
    for (int f = 0; table && f < table->field_count; f++) names |= (table->fields[f].flags & TRM_NAMING) != 0;
    for (int n = 0; n < NAMING_LAWS; n++) drawn |= strcmp(naming_laws[n].law, trm_law_kinds[k]->name) == 0;
    if (names && !drawn) fail_msg("no random model has the law \"%s\" with names", trm_law_kinds[k]->name);
  }
}

static void put_naming_law(FILE *out, Random *random, const trm_JointCoordinate *coordinate) {
  const char *text;
  int n;
  check_naming_laws();
  do
    n = random_count(random, NAMING_LAWS), text = coordinate->angular ? naming_laws[n].turning : naming_laws[n].sliding;
  while (!text);
  fprintf(out, ", %s", text);
  put_formula(out, random, false);
  fputs(naming_laws[n].end, out);
}

static void put_laws(FILE *out, Random *random, const trm_JointCoordinate *coordinate, LawChoice choice,
                     bool on_track) {
  const char *x = coordinate->name;
  static const char *const springs[] = {
      "spring: {stiffness: 7, free: 0.3}", "spring: {force: \"4*%s + 3*%s^3\"}",
      "spring: {force: {table: [[-9, -20], [-1, -3], [0.5, 1], [8, 40]], interpolation: cubic}}",
      "spring: {force: \"5*sin(%s)\"}"};
  static const char *const dampers[] = {"damper: 0.6", "damper: {force: \"0.1*rate^3 + 0.2*rate\"}"};
  bool all = choice == LAWS_ALL, naming = choice == LAWS_NAMING, some = choice == LAWS_RANDOM || naming;
  const char *comma = "";
  fprintf(out, "%s: {", x);
  if (all || (some && random_count(random, 2))) {
    fprintf(out, springs[random_count(random, 4)], x, x);
    comma = ", ";
  }
  if (all || (some && random_count(random, 2)))
    fprintf(out, "%s%s", comma, dampers[random_count(random, 2)]), comma = ", ";
  if (all || (some && random_count(random, 2)))
    fprintf(out, "%sstops: {lower: %.17g, upper: %.17g, stiffness: 30, damping: 2}", comma,
            -0.25 * (1 + random_count(random, 4)), 0.25 * (1 + random_count(random, 4))),
        comma = ", ";
  if (all || naming || (some && random_count(random, 2))) {
    fprintf(out, "%sforce: \"2*cos(%s) - 0.3*rate*t + sin(3*t)", comma, x), comma = ", ";
    if (naming) put_formula(out, random, false);
    fputs("\"", out);
  }
  if (naming) put_naming_law(out, random, coordinate);
  if (all || (some && !naming && random_count(random, 2)))
    fputs(comma, out), put_friction(out, random, coordinate, on_track), comma = ", ";
  if (choice == LAWS_DRIVE) fprintf(out, "drive: \"0.4*sin(2*t) + t\"");
  if (choice == LAWS_DRIVE_RATE) fprintf(out, "drive-rate: \"cos(3*t) + t^2\"");
  fputs("}", out);
}

/* without reactions friction has no normal load of its own */
static bool holds(const trm_JointKind *kind) {
  for (int r = 0; r < kind->row_count; r++)
    if (kind->rows[r].coordinate < 0 || trm_row_keeps_coordinate(&kind->rows[r])) return true;
  return false;
}

/* A matrix over all six coordinates, L L^T. */
static void put_matrix(FILE *out, Random *random, const char *key, double size) {
  double l[6][6];
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) l[i][j] = j <= i ? random_number(random, -size, size) : 0;
  fprintf(out, ", %s: [", key);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      double sum = 0;
      for (int k = 0; k < 6; k++) sum += l[i][k] * l[j][k];
      fprintf(out, "%s%.17g%s", j ? ", " : i ? ", [" : "[", sum, j == 5 ? "]" : "");
    }
  fputs("]", out);
}

static void put_coordinates(FILE *out, Random *random, const trm_JointKind *kind, LawChoice laws) {
  const char *comma = "";
  if (kind->coordinate_count == 0 || laws == LAWS_NONE) return;
  fputs(", coordinates: {", out);
  for (int c = 0; c < kind->coordinate_count; c++) {
    if (kind->coordinates[c].share) continue; /* another word for the one before */
    fputs(comma, out);
    put_laws(out, random, &kind->coordinates[c], laws, kind->frame == TRM_FRAME_TRACK || !holds(kind));
    comma = ", ";
  }
  fputs("}", out);
}

/* A slider on one of the beams; without an orientation where the joint needs none. */
static void put_slider(FILE *out, Random *random, const trm_JointKind *kind, LawChoice laws) {
  int side = trm_joint_needs_triad(kind, 1) ? 1 + random_count(random, PLACES - 1) : random_count(random, PLACES);
  fprintf(out, "  j_%s: {type: %s, slider: on_%s, along: %s", kind->name, kind->name, places[side],
          random_count(random, 2) ? "bow" : "straight");
  for (int p = 0; p < kind->parameter_count; p++)
    fprintf(out, ", %s: %.17g", kind->parameters[p].key, random_number(random, 0.3, 2));
  put_coordinates(out, random, kind, laws);
  fputs("}\n", out);
}

/* up to three coordinates of other kinds, rotations only where the sum is one */
static void put_coupling(FILE *out, Random *random, trm_JointRegistry registry, const trm_JointKind *kind,
                         LawChoice laws) {
  int found = 0;
  fprintf(out, "  j_%s: {type: %s, value: %.17g, terms: {", kind->name, kind->name, random_number(random, -1, 1));
  for (int j = 0; j < registry.count; j++)
    for (int c = 0; c < registry.kinds[j].coordinate_count && found < 3; c++) {
      const trm_JointCoordinate *coordinate = &registry.kinds[j].coordinates[c];
      bool angular = kind->coordinates[0].angular;
      if (registry.kinds[j].frame == TRM_FRAME_NONE || coordinate->share || (angular && !coordinate->angular)) continue;
      fprintf(out, "%sj_%s.%s: %.17g", found++ ? ", " : "", registry.kinds[j].name, coordinate->name,
              random_number(random, 0.3, 2));
    }
  fputs("}", out);
  put_coordinates(out, random, kind, laws == LAWS_RANDOM || laws == LAWS_NAMING ? LAWS_ALL : laws);
  fputs("}\n", out);
}

static void put_joint(FILE *out, Random *random, const trm_JointKind *kind, LawChoice laws) {
  if (kind->frame == TRM_FRAME_TRACK) {
    put_slider(out, random, kind, laws);
    return;
  }
  int side[2];
  do
    for (int s = 0; s < 2; s++)
      side[s] = trm_joint_needs_triad(kind, s) || (laws != LAWS_NONE && kind->coordinate_count > 0)
                    ? 1 + random_count(random, PLACES - 1)
                    : random_count(random, PLACES);
  while (side[0] == side[1]);
  /* friction that goes by reactions wants them unique: no unknowns are shared then */
  fprintf(out, "  j_%s: {type: %s, between: [%s%s, %s%s]", kind->name, kind->name,
          kind->frame == TRM_FRAME_ENDS ? "on_" : "", places[side[0]], kind->frame == TRM_FRAME_ENDS ? "on_" : "",
          places[side[1]]);
  bool share = laws != LAWS_ALL && laws != LAWS_RANDOM && laws != LAWS_NAMING && random_count(random, 2);
  if (trm_joint_can_share(kind)) fprintf(out, ", share: %s", share ? "true" : "false");
  put_frame(out, random, kind, side[0] == 0 || side[1] == 0);
  for (int p = 0; p < kind->parameter_count; p++)
    fprintf(out, ", %s: %.17g", kind->parameters[p].key, random_number(random, 0.3, 2));
  if (kind->bushing && laws != LAWS_NONE)
    put_matrix(out, random, "stiffness", 2), put_matrix(out, random, "damping", 0.7);
  for (int f = 0; f < kind->function_count; f++)
    fprintf(out, ", %s: \"x^2 + %.17g*x*y*z - 0.2*y^3 + sin(z) + %.17g*y\"", kind->functions[f].key,
            random_number(random, -1, 1), random_number(random, 0.3, 1));
  put_coordinates(out, random, kind, laws);
  fputs("}\n", out);
}

static void put_springs_and_loads(FILE *out, Random *random) {
  fprintf(out,
          "springs:\n"
          "  zero: {between: [on_brick, on_ground], stiffness: %.17g, free-length: 0, damping: 0.3}\n"
          "  usual: {between: [rod, on_disk], stiffness: 8, damping: %.17g}\n"
          "  of_points: {between: [point, brick], stiffness: 3, free-length: 0.4}\n"
          "  hard: {between: [on_disk, on_brick], force: \"3*length^2 - 1\", damping: 0.2}\n"
          "  table: {between: [on_rod, on_brick], force: {table: [[0, 0], [1, 2], [9, 30]], interpolation: cubic}}\n",
          random_number(random, 1, 9), random_number(random, 0, 1));
  fputs(
      "sections:\n"
      "  plain: {stiffness: {EA: 60, GKy: 40, GKz: 30, GJ: 4, EIy: 5, EIz: 7}, mass: {m: 1.5, Iyy: 0.02, Izz: 0.03, "
      "eta: [0.05, "
      "-0.03]}}\n"
      "  heavy: {stiffness: {EA: 90, GKy: 20, GKz: 50, GJ: 3, EIy: 2, EIz: 4}, mass: {m: 2, Iyy: 0.1, Izz: 0.2}}\n"
      "  ribbon: {stiffness: {EA: 3e8, GKy: rigid, GKz: 50, GJ: rigid, EIy: 2, EIz: 4e7}, mass: {m: 1, Iyy: 0.1, Izz: "
      "0.2}}\n"
      "beams:\n"
      "  band: {curve: {arc: {through: [[0, 2, 0], [1.4, 1.8, 0.4], [2.4, 0.8, 0.6]]}}, elements: 1, order: 2, "
      "section: ribbon, damping: 0.04}\n"
      "  bow: {curve: {arc: {through: [[0.2, 0.1, 0], [1, 0.7, 0.3], [2, 0.4, -0.2]]}}, normal: [0, 0.1, 1], "
      "elements: 2, order: "
      "3, section: plain, damping: 0.05}\n"
      "  straight: {curve: {line: [[-1, 0, 0.3], [0.4, 0.5, 0.8]]}, normal: [0, 1, 0], twist: \"0.7*xi\", elements: "
      "2, order: 1, "
      "section: heavy}\n",
      out);
  fputs("loads:\n"
        "  along: {on: bow, force-per-length: [\"1 + xi\", \"t\", 2], moment-per-length: [0.1, \"xi*t\", 0.2]}\n"
        "  wind: {on: straight, frame: body, force-per-length: [1, \"xi\", \"cos(t)\"], moment-per-length: [\"t\", "
        "0.3, 0.2]}\n"
        "  dead: {on: on_brick, force: [1, \"2*t\", \"cos(t)\"], moment: [\"t\", 0.3, -0.2]}\n"
        "  follower: {on: on_disk, frame: body, force: [\"1 + t\", 2, -1], moment: [0.4, \"sin(t)\", 1]}\n"
        "  push: {on: on_point, force: [1, 2, 3]}\n"
        "  spin: {on: rod, frame: body, moment: [0.1, 0.2, 0.3]}\n"
        "  wring: {on: rod, moment: [0.2, \"t\", -0.1]}\n",
        out);
}

char *random_model_text(Random *random, trm_JointRegistry registry, LawChoice laws) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  fputs("trammel: 1\n", out);
  put_random_vector(out, random, "gravity", 9);
  fputs("\n", out);
  put_parameters(out, random);
  put_bodies(out, random);
  fputs("joints:\n", out);
  for (int j = 0; j < registry.count; j++)
    if (registry.kinds[j].frame == TRM_FRAME_NONE)
      put_coupling(out, random, registry, &registry.kinds[j], laws);
    else
      put_joint(out, random, &registry.kinds[j], laws);
  if (laws == LAWS_NAMING) put_driven(out, random);
  put_springs_and_loads(out, random);
  if (laws == LAWS_NAMING)
    put_naming_loads(out, random), put_signals(out, random), fputs("inputs: {lever: 0.7}\n", out);
  fputs("analysis: {until: 1, step: 0.01}\n", out);
  fclose(out);
  return text;
}
