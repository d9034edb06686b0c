/* Potentials of expressions, panel by panel (theory.md, "Potentials of formulas"). The distance from the relaxed place
   is cut into panels of dyadic length, each the largest one over which Gauss's rule with 15 points is known to be exact
   (quadrature.h), or between at most three jumps and kinks of which it is. Where panels lie depends on the function
   alone, and so do their integrals; these are added without rounding, so that V(x) is the same number whatever way led
   to x. A step that stays within a panel, or goes on to the next one, costs one or two of them. */
#include "math/potential.h"
#include <float.h>
#include <math.h>
#include "math/quadrature.h"

/* The function, and from where. A value of one call. */
typedef struct Way {
  trm_Integrand f;
  double relaxed, side;
  trm_PotentialMemory *memory;
  int spent, most; /* panels summed up, and how many there may be before what is left is summed up as it is */
} Way;

static double place(const Way *way, double distance) { return way->relaxed + way->side * distance; }

/* ---- sums without rounding (Shewchuk 1997): doubles that do not overlap, the smallest first ---- */

/* The sum is exact; *error is what is lost of a + b. */
static double sum_of_two(double a, double b, double *error) {
  double sum = a + b, other = sum - a;
  *error = (a - (sum - other)) + (b - other);
  return sum;
}

/* The same sum in fewer terms: as many digits in each as there is room for. */
static void compress(trm_PotentialMemory *memory) {
  double *sum = memory->sum, rest = sum[memory->terms - 1], error;
  int bottom = memory->terms - 1, top = 0;
  for (int k = memory->terms - 2; k >= 0; k--) {
    rest = sum_of_two(rest, sum[k], &error);
    if (error != 0) sum[bottom--] = rest, rest = error;
  }
  sum[bottom] = rest;
  for (int k = bottom + 1; k < memory->terms; k++) {
    rest = sum_of_two(sum[k], rest, &error);
    if (error != 0) sum[top++] = error;
  }
  sum[top++] = rest, memory->terms = top;
}

static void add_exactly(trm_PotentialMemory *memory, double value) {
  int kept = 0;
  for (int k = 0; k < memory->terms; k++) {
    double error;
    value = sum_of_two(value, memory->sum[k], &error);
    if (error != 0) memory->sum[kept++] = error;
  }
  memory->sum[kept++] = value, memory->terms = kept;
  if (kept == TRM_POTENTIAL_TERMS) compress(memory);
}

/* The sum, rounded to the nearest: the same however it came about. */
static double rounded_sum(const trm_PotentialMemory *memory) {
  const double *sum = memory->sum;
  int k = memory->terms;
  double high = 0, low = 0;
  while (k > 0 && low == 0) high = sum_of_two(high, sum[--k], &low);
  bool beyond_half = k > 0 && low != 0 && (low < 0) == (sum[k - 1] < 0); /* half a unit, and what is left on its side */
  double next = high + 2 * low;
  return beyond_half && next - high == 2 * low ? next : high;
}

/* ---- panels ---- */

/* Longest panel at the relaxed place, in the unit of the coordinate: panels are as long as the function allows, and
   twice as long at twice the distance, whatever this is. */
static const double first_length = 1;
/* A panel that is shorter than this part of its coordinate is not cut again: 64 units of the last digit. Nor is one
   shorter than this part of the first: it is next to a relaxed place that has a singularity. */
static const double shortest_part = 64 * DBL_EPSILON, shortest = 1e-21;

static bool too_short(const Way *way, double from, double width) {
  double far = fmax(fabs(place(way, from)), fabs(place(way, from + width)));
  return width <= shortest_part * fmax(far, from) || width <= shortest * first_length;
}

/* Sums up a piece; false: the rule is not exact. */
static bool sum_piece(Way *way, double from, double to, bool as_it_is, double *integral) {
  trm_Panel panel = {from, to, TRM_GAUSS_15, NAN};
  if (!as_it_is) {
    trm_PanelError error = trm_panel_error(&way->f, &panel, TRM_NEAR);
    trm_PanelSums sums;
    bool undecided = error.open && trm_panel_undecided(&way->f, &panel, &sums);
    if (!undecided && trm_panel_hopeless(&way->f, &panel, &error)) return false;
    if (!undecided) sums = trm_panel_sums(&way->f, &panel);
    *integral = (to - from) * sums.mean;
    return undecided || !isfinite(error.middle) || trm_panel_exact(&error, sums.largest);
  }
  *integral = (to - from) * trm_panel_sums(&way->f, &panel).mean;
  return true;
}

/* The panel cut where f jumps or has kinks, if there are few such places and all pieces are good. */
static bool cut_panel(Way *way) {
  trm_PotentialMemory *memory = way->memory;
  double from = place(way, memory->from), to = place(way, memory->from + memory->width);
  double points[TRM_POTENTIAL_PIECES];
  trm_BreakpointSearch search = {0, way->f.variables, way->f.inputs, fmin(from, to), fmax(from, to), 16, true};
  if (!way->f.expression->switches) return false;
  int count = trm_expression_search(way->f.expression, &search, points, TRM_POTENTIAL_PIECES);
  if (count == 0 || count >= TRM_POTENTIAL_PIECES) return false;
  memory->pieces = count + 1;
  memory->border[0] = from, memory->border[count + 1] = to;
  for (int k = 0; k < count; k++) memory->border[1 + k] = points[way->side > 0 ? k : count - 1 - k];
  for (int k = 0; k <= count; k++)
    if (!sum_piece(way, memory->border[k], memory->border[k + 1], false, &memory->integral[k])) return false;
  return true;
}

/* Is this a panel? Then the memory holds it. */
static bool take_panel(Way *way, double from, double width, bool as_it_is) {
  trm_PotentialMemory *memory = way->memory;
  if (from == 0 && width > first_length) return false;
  memory->from = from, memory->width = width, memory->pieces = 1;
  memory->border[0] = place(way, from), memory->border[1] = place(way, from + width);
  as_it_is = as_it_is || too_short(way, from, width);
  if (sum_piece(way, memory->border[0], memory->border[1], as_it_is, &memory->integral[0])) return true;
  return cut_panel(way);
}

static double panel_integral(const trm_PotentialMemory *memory) {
  double sum = 0;
  for (int k = 0; k < memory->pieces; k++) sum += memory->integral[k];
  return sum;
}

static bool holds(double from, double width, double distance) { return distance >= from && distance < from + width; }

/* The panel at the near (or far) end of the dyadic interval. */
static void descend(Way *way, double from, double width, double distance, bool near) {
  way->spent++;
  for (;;) {
    bool hurry = way->spent > way->most && !holds(from, width, distance);
    if (take_panel(way, from, width, hurry)) return;
    width /= 2;
    if (!near) from += width;
  }
}

/* The largest dyadic interval that ends where the panel begins, or begins where it ends: its parent holds the panel. */
static void next_panel(Way *way, double distance, bool outwards) {
  trm_PotentialMemory *memory = way->memory;
  double from = memory->from, width = memory->width;
  while ((fmod(from / width, 2) != 0) == outwards) {
    if (outwards) from -= width;
    width *= 2;
  }
  descend(way, outwards ? from + width : from - width, width, distance, outwards);
}

/* ---- the way to a place ---- */

/* Panels of one call: of a first one, which may come from far; of a step, more of which than that nothing resolves. */
enum { FIRST_PANELS = 1 << 20, STEP_PANELS = 1 << 13 };

static void walk(Way *way, double distance) {
  trm_PotentialMemory *memory = way->memory;
  while (distance >= memory->from + memory->width) {
    add_exactly(memory, panel_integral(memory));
    next_panel(way, distance, true);
  }
  while (distance < memory->from) {
    next_panel(way, distance, false);
    add_exactly(memory, -panel_integral(memory));
  }
}

/* From where the panel begins: f may be small there, as compared with what it is where the panel ends. */
static double part_of_panel(Way *way, double x) {
  const trm_PotentialMemory *memory = way->memory;
  double sum = 0;
  int k = 0;
  while (k < memory->pieces - 1 && way->side * (x - memory->border[k + 1]) > 0) sum += memory->integral[k++];
  double from = memory->border[k];
  return x == from ? sum : sum + (x - from) * trm_integrand_mean(way->f, from, x, NULL);
}

static double expression_potential(trm_Integrand f, double relaxed, double x, trm_PotentialMemory *memory) {
  double distance = fabs(x - relaxed);
  Way way = {f, relaxed, x < relaxed ? -1 : 1, memory, 0, STEP_PANELS};
  if (!isfinite(distance)) return NAN;
  if (memory->side != way.side || distance < memory->from / 2) { /* the relaxed place is nearer */
    memory->side = way.side, memory->terms = 0;
    way.most = FIRST_PANELS;
    descend(&way, 0, first_length, distance, true);
  }
  walk(&way, distance);
  double potential = rounded_sum(memory) + part_of_panel(&way, x);
  if (!isfinite(potential)) memory->side = 0; /* beyond a pole, from which no sum leads back */
  return potential;
}

double trm_function_potential(const trm_Function *function, double relaxed, double x, trm_PotentialMemory *memory) {
  trm_PotentialMemory forgotten = {0};
  if (!function->expression || !trm_expression_uses(function->expression, 0))
    return (x - relaxed) * trm_function_mean(function, &x, NULL, relaxed, x, NULL);
  return expression_potential(trm_integrand(function->expression, &x, NULL), relaxed, x, memory ? memory : &forgotten);
}
