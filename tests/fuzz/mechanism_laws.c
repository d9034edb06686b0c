/* Laws of coordinates, functions of time and of what moves, signals, events. */
#include <math.h>
#include <string.h>
#include "element/law.h"
#include "fuzz/writer.h"

/* what a coordinate is to its laws */
typedef struct Acted {
  const char *name;
  bool angular;
  double at;         /* where it is in the reference configuration */
  double unit;       /* of the coordinate: 1 rad or a metre */
  bool needs_normal; /* nothing presses on a contact there */
  double force;      /* per unit of the coordinate, for a stiffness of 1 */
} Acted;

/* ---- functions ---- */

/* something that moves, of the order of 1 */
static void put_named(Writer *w, FILE *out) {
  static const char axes[] = "xyz";
  const Place *place = &w->places[1 + random_count(&w->random, w->place_count - 1)];
  int axis = random_count(&w->random, 3);
  const Link *link = w->link_count > 0 ? &w->links[random_count(&w->random, w->link_count)] : NULL;
  if (w->reacting && link && link->carries && often(w, 2))
    fprintf(out, "%s.force.%c/%.9g", link->name, axes[axis], 10 * unit_of_force(w));
  else if (w->coordinate_count > 0 && often(w, 2)) {
    const Coordinate *c = &w->coordinates[random_count(&w->random, w->coordinate_count)];
    fprintf(out, "%s%s/%.9g", c->name, often(w, 2) ? ".rate" : "", c->angular ? 1 : w->length);
  } else if (!place->point && often(w, 3))
    fprintf(out, "%s.omega.%c", place->name, axes[axis]);
  else
    fprintf(out, "%s.%s.%c/%.9g", place->name, often(w, 2) ? "position" : "velocity", axes[axis], w->length);
}

void put_function(Writer *w, FILE *out, double size, bool naming) {
  double a = some(w, -size, size), b = some(w, -size, size);
  naming = naming && w->place_count > 1;
  fputs("\"", out);
  if (w->signal_count > 0 && often(w, 3))
    fprintf(out, "%.9g*g%d", a, random_count(&w->random, w->signal_count));
  else if (often(w, 8)) {
    fprintf(out, "if(t < %.9g, %.9g*t, %.9g)", some(w, 0.02, 0.08), 10 * a, b);
    w->made.smooth = false;
  } else if (often(w, 8))
    fprintf(out, "%.9g*exp(-((t - %.9g)/%.9g)^2)", 3 * a, some(w, 0.02, 0.08), some(w, 0.01, 0.03));
  else if (often(w, 8)) {
    fprintf(out, "%.9g*max(0, 1 - abs(t - %.9g)/%.9g)", 3 * a, some(w, 0.02, 0.08), pow(10, some(w, -4, -2)));
    w->made.smooth = false;
  } else
    fprintf(out, "%.9g + %.9g*sin(%.9g*t)", a, b, some(w, 4, 20));
  if (naming) fprintf(out, " - %.9g*tanh(", 0.3 * size), put_named(w, out), fputs(")", out);
  fputs("\"", out);
}

/* ---- laws ---- */

static void put_spring(Writer *w, FILE *out, const Acted *a) {
  double k = some(w, 2, 80) * a->force, free = a->at + some(w, -0.1, 0.1) * a->unit;
  if (often(w, 3))
    fprintf(out, "{force: \"%.9g*(%s - %.9g) + %.9g*(%s - %.9g)^3\"}", k, a->name, free, k / (a->unit * a->unit),
            a->name, free);
  else if (often(w, 4))
    fprintf(out, "%.9g", k * 1000); /* stiff, and far from its place where that is not 0 */
  else
    fprintf(out, "{stiffness: %.9g, free: %.9g}", k, free);
}

static void put_damper(Writer *w, FILE *out, const Acted *a) {
  if (often(w, 3))
    fprintf(out, "{force: \"%.9g*rate*abs(rate)\"}", some(w, 0.02, 0.5) * a->force / a->unit);
  else
    fprintf(out, "%.9g", some(w, 0.02, 1) * a->force);
}

static void put_stops(Writer *w, FILE *out, const Acted *a) {
  fprintf(out, "{lower: %.9g, upper: %.9g, ", a->at - some(w, 0.02, 0.3) * a->unit,
          a->at + some(w, 0.02, 0.3) * a->unit);
  if (often(w, 3))
    fprintf(out, "restitution: %.9g}", often(w, 4) ? 0 : some(w, 0.2, 1));
  else
    fprintf(out, "stiffness: %.9g, damping: %.9g}", some(w, 200, 2000) * a->force, some(w, 0, 20) * a->force / a->unit);
  w->made.smooth = false;
}

static void put_force(Writer *w, FILE *out, const Acted *a) {
  if (often(w, 2))
    fprintf(out, "\"%.9g*sin(%.9g*t) - %.9g*rate\"", some(w, -3, 3) * a->force * a->unit, some(w, 3, 15),
            some(w, 0, 0.5) * a->force);
  else
    put_function(w, out, a->force * a->unit, often(w, 2));
}

static void put_friction(Writer *w, FILE *out, const Acted *a) {
  double load = unit_of_force(w);
  fprintf(out, "{coefficient: %.9g", some(w, 0.05, 0.5));
  if (a->angular) fprintf(out, ", radius: %.9g", w->length * some(w, 0.01, 0.05));
  if (a->needs_normal || often(w, 2)) fprintf(out, ", normal: \"%.9g*(1 + 0.5*sin(8*t))\"", some(w, 1, 5) * load);
  if (often(w, 3)) fprintf(out, ", sticking: 0.6, stribeck: %.9g", 0.05 * a->unit);
  if (often(w, 4)) fprintf(out, ", viscous: %.9g", 0.1 * a->force);
  if (!w->weight || often(w, 2)) fprintf(out, ", stiffness: %.9g", some(w, 1e4, 1e5) * a->force);
  if (often(w, 4)) fputs(", model: lugre", out);
  fputs("}", out);
  w->made.smooth = false;
}

static void put_motor(Writer *w, FILE *out, const Acted *a) {
  /* a volt and an ampere give a watt: constant over gear as the moment asks */
  double constant = 0.1 * a->force * a->unit;
  fprintf(out, "{voltage: \"%.9g*min(t/0.05, 1)\", resistance: %.9g, constant: %.9g", some(w, -10, 10), some(w, 0.5, 2),
          constant);
  if (often(w, 2)) fprintf(out, ", inductance: %.9g", some(w, 1e-3, 0.1));
  if (!a->angular) fprintf(out, ", gear: %.9g", 1 / a->unit);
  fputs("}", out);
}

/* pressures of 10 bar on square centimetres move kilograms */
static void put_hydraulic(Writer *w, FILE *out, const Acted *a) {
  double l = w->length, area = 1e-4 * l * l, pressure = w->mass / l; /* 1 Pa */
  fprintf(out,
          "{area-a: %.9g, area-b: %.9g, volume-a: %.9g, volume-b: %.9g, bulk: %.9g, supply: %.9g, transition: %.9g, "
          "valve: \"%.9g*sin(8*t)\", conductance: %.9g, volumes-at: %.9g}",
          area, 0.7 * area, 1e-4 * l * l * l, 1e-4 * l * l * l, (often(w, 2) ? 1e9 : 1e7) * pressure, 1e6 * pressure,
          1000 * pressure, some(w, 0.1, 0.9), 1e-7 * l * l * l / sqrt(pressure), a->at);
}

static void put_controller(Writer *w, FILE *out, const Acted *a) {
  fprintf(out, "{target: \"%.9g + %.9g*sin(6*t)\", proportional: %.9g, derivative: %.9g", a->at, 0.2 * a->unit,
          some(w, 5, 50) * a->force, some(w, 0, 2) * a->force);
  if (often(w, 2)) fprintf(out, ", integral: %.9g", some(w, 5, 50) * a->force);
  if (often(w, 3)) fprintf(out, ", limit: %.9g", some(w, 0.2, 3) * a->force * a->unit), w->made.smooth = false;
  fputs("}", out);
}

static const struct {
  const char *name;
  void (*put)(Writer *w, FILE *out, const Acted *acted);
  bool straight; /* of displacements alone */
} laws[] = {{"spring", put_spring, false},      {"damper", put_damper, false},        {"stops", put_stops, false},
            {"force", put_force, false},        {"friction", put_friction, false},    {"motor", put_motor, false},
            {"hydraulic", put_hydraulic, true}, {"controller", put_controller, false}};
enum { LAWS = sizeof laws / sizeof laws[0] };

bool law_is_written(const char *name) {
  for (int l = 0; l < LAWS; l++)
    if (strcmp(laws[l].name, name) == 0) return true;
  return false;
}

void put_laws_of(Writer *w, FILE *out, const char *name, bool angular, double at) {
  Acted acted = {.name = name, .angular = angular, .at = !isnan(at) ? at : angular ? 0 : w->length};
  acted.unit = angular ? 1 : w->length;
  acted.needs_normal = !w->pressed;
  acted.force = angular ? unit_of_moment(w) : w->mass;
  int first = random_count(&w->random, LAWS), second = often(w, 3) ? random_count(&w->random, LAWS) : first;
  const char *comma = "";
  for (int l = 0; l < LAWS; l++)
    if ((l == first || l == second) && !(laws[l].straight && angular)) {
      fprintf(out, "%s%s: ", comma, laws[l].name), comma = ", ";
      laws[l].put(w, out, &acted);
    }
  if (!*comma) fputs("damper: 0", out);
}

/* prescribed: smooth, from where the coordinate is; a rate where that is not known */
static void put_drive(Writer *w, FILE *out, const Coordinate *c) {
  double unit = c->angular ? 1 : w->length;
  if (isnan(c->at) || often(w, 2))
    fprintf(out, "drive-rate: \"%.9g*sin(%.9g*t)\"", some(w, -1, 1) * unit, some(w, 3, 10));
  else
    fprintf(out, "drive: \"%.17g + %.9g*sin(%.9g*t)\"", c->at, some(w, -0.2, 0.2) * unit, some(w, 3, 10));
}

void put_coordinates(Writer *w, const char *joint, const trm_JointKind *kind, const double *at) {
  FILE *out = w->out[IN_JOINTS];
  const char *before = ", coordinates: {";
  bool driven = false;
  w->pressed = kind->frame != TRM_FRAME_ENDS && kind->row_count > kind->coordinate_count;
  for (int i = 0; i < kind->coordinate_count; i++) {
    if (kind->coordinates[i].share || w->coordinate_count == MOST_COORDINATES) continue;
    Coordinate c = {.angular = kind->coordinates[i].angular, .at = at[i]};
    snprintf(c.name, sizeof c.name, "%s.%s", joint, kind->coordinates[i].name);
    int what = random_count(&w->random, 8);
    if (w->coasting && i == TRM_PATH_COORDINATE) what = 8;
    if (what < 4) {
      fprintf(out, "%s%s: {", before, kind->coordinates[i].name), before = ", ";
      if (what == 0 && !driven)
        put_drive(w, out, &c), driven = c.taken = true;
      else if (what == 1 && !driven)
        fprintf(out, "rate: %.9g", some(w, -2, 2) * (c.angular ? 1 : w->length)), driven = c.taken = true;
      else
        put_laws_of(w, out, kind->coordinates[i].name, c.angular, at[i]);
      fputs("}", out);
    }
    w->coordinates[w->coordinate_count++] = c;
  }
  if (*before == ',' && before[1] == ' ' && before[2] == '\0') fputs("}", out);
}

/* ---- signals ---- */

void put_signals(Writer *w) {
  FILE *out = w->out[IN_SIGNALS];
  static const char *const begin[SIGNAL_KINDS] = {
      "",         "{integral: ", "{lag: ", "{filter: ", "{delay: ", "{hysteresis: ",
      "{noise: ", "{of: ",       "{of: ",  "{value: ",  "{lag: ",   "{value: "};
  static const char *const end[SIGNAL_KINDS] = {"",
                                                "}",
                                                ", time: 0.03}",
                                                ", frequency: 8}",
                                                ", time: 0.02}",
                                                ", lower: -0.2, upper: 0.2, values: [-0.5, 1]}",
                                                ", every: 0.02}",
                                                ", numerator: [0.2, 1], denominator: [0.01, 0.1, 1]}",
                                                ", A: [[-1, 4], [-5, -2]], B: [0, 1], C: [1, 0.2], D: 0.3}",
                                                ", every: 0.01}",
                                                ", time: 0.03, rate: 5}",
                                                ", every: 0.01, time: 0.02, rate: 40}"};
  for (int g = 0; g < w->signal_count; g++) {
    int kind = w->signal_kinds[g] = random_count(&w->random, SIGNAL_KINDS);
    w->made.smooth = w->made.smooth && (kind < 4 || kind == 7 || kind == 8);
    fprintf(out, "  g%d: %s\"", g, begin[kind]);
    if (kind == 6)
      fputs("0.3", out);
    else {
      fprintf(out, "0.5*sin(%.9g*t) + 0.3*tanh(", some(w, 5, 20));
      bool reacting = w->reacting;
      w->reacting = reacting && kind == 0; /* signals with memory are asked before reactions are known */
      put_named(w, out), fputs(")", out);
      w->reacting = reacting;
      /* behind the one before, or in a ring */
      if (w->signal_count > 1 && often(w, 2)) fprintf(out, " + 0.2*g%d", (g + 1) % w->signal_count);
    }
    fprintf(out, "\"%s\n", end[kind]);
  }
}

/* ---- events ---- */

/* signals that have a number for memory, and those that have any */
static bool may_be_set(int kind) { return kind == 1 || kind == 2; }
static bool remembers(int kind) { return kind != 0 && kind != 6; }

static void put_blow(Writer *w, FILE *out, const Place *place) {
  fprintf(out, ", do: {impulse: {on: %s, force: ", place->name);
  put_some_vector(w, out, 0.5 * unit_of_force(w)), fputs("}}", out);
}

static void put_action(Writer *w, FILE *out, const Place *place) {
  const Link *link = w->link_count > 0 ? &w->links[random_count(&w->random, w->link_count)] : NULL;
  const Coordinate *c = w->coordinate_count > 0 ? &w->coordinates[random_count(&w->random, w->coordinate_count)] : NULL;
  int signal = w->signal_count > 0 ? random_count(&w->random, w->signal_count) : -1;
  switch (random_count(&w->random, 8)) {
  case 0: fputs(", do: stop", out); return;
  case 1:
  case 2: put_blow(w, out, place); return;
  case 3:
    if (link && !link->slides) fprintf(out, ", do: {release: %s}", link->name);
    return;
  case 4:
  case 5:
    if (c) fprintf(out, ", do: {lock: %s}", c->name);
    return;
  case 6:
    if (signal >= 0 && may_be_set(w->signal_kinds[signal]))
      fprintf(out, ", do: {set: {signal: g%d, to: 0.5*signal.g%d}}", signal, signal);
    else if (signal >= 0 && remembers(w->signal_kinds[signal]))
      fprintf(out, ", do: {reset: g%d}", signal);
    return;
  default: return; /* only told */
  }
}

void put_events(Writer *w) {
  static const char *const directions[] = {"", ", direction: rising", ", direction: falling"};
  FILE *out = w->out[IN_EVENTS];
  for (int e = 0, count = 1 + random_count(&w->random, 2); e < count; e++) {
    const Place *place = &w->places[1 + random_count(&w->random, w->place_count - 1)];
    const Link *link = w->link_count > 0 ? &w->links[random_count(&w->random, w->link_count)] : NULL;
    if (!place->body) continue;
    w->made.smooth = false;
    if (link && link->carries && often(w, 5)) {
      fprintf(out, "  e%d: {exceeds: {joint: %s, force: %.9g}}\n", e, link->name, 10 * unit_of_force(w));
      continue;
    }
    int axis = random_count(&w->random, 3);
    fprintf(out, "  e%d: {when: \"%s.position.%c - %.9g - %.9g*t\"%s", e, place->name, "xyz"[axis],
            w -> length *(place->at[axis] + some(w, -0.1, 0.1)), w -> length *some(w, -2, 2),
            directions[random_count(&w->random, 3)]);
    put_action(w, out, place);
    fputs("}\n", out);
  }
}
