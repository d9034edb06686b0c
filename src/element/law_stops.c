/* Stops: a spring and a damper beyond a bound; p = depth beyond it, force = k p + c p rate. Rigid ones have no force:
   the coordinate rebounds with a part of its rate (analysis/contacts.c). */
#include <math.h>
#include "base/report.h"
#include "element/law.h"

typedef struct StopsDef {
  trm_Bound bound;
  trm_Stops stops; /* either bound may be absent: see bound.given */
} StopsDef;

static const char of_a_force[] =
    "stops stay where they are; a contact that moves is a `force` of the coordinate, as -1e5*max(0, phi - 0.1*t)";

static const trm_Field fields[] = {
    {TRM_KEY(StopsDef, stops.lower, "lower", TRM_FIELD_NUMBER), .unit = "x", .otherwise = of_a_force,
     .doc = "the coordinate is pushed up below this"},
    {TRM_KEY(StopsDef, stops.upper, "upper", TRM_FIELD_NUMBER), .unit = "x", .otherwise = of_a_force,
     .doc = "the coordinate is pushed down above this"},
    {TRM_KEY(StopsDef, stops.stiffness, "stiffness", TRM_FIELD_NUMBER), .unit = "k", .flags = TRM_POSITIVE,
     .doc = "force per penetration"},
    {TRM_KEY(StopsDef, stops.damping, "damping", TRM_FIELD_NUMBER), .unit = "d", .flags = TRM_NOT_NEGATIVE,
     .fallback = "0", .doc = "resists with damping * penetration * rate while in contact"},
    {TRM_KEY(StopsDef, stops.restitution, "restitution", TRM_FIELD_NUMBER), .unit = "1", .flags = TRM_NOT_NEGATIVE,
     .doc =
         "instead of stiffness: rigid stops, at which the rate is turned round and multiplied by this, 0 to 1, in an "
         "instant that is found within the step; dynamic analyses only"},
};
static const trm_Rule rules[] = {{TRM_RULE_SOME, "lower upper"},
                                 {TRM_RULE_RISES, "lower upper"},
                                 {TRM_RULE_ONE, "stiffness restitution"},
                                 {TRM_RULE_NEEDS, "damping stiffness"}};

static const trm_FieldTable table = {.doc = "Elastic ends of the range of motion.",
                                     .size = sizeof(StopsDef),
                                     .fields = fields,
                                     .field_count = TRM_COUNT(fields),
                                     .example = "stops: {lower: -1, upper: 1, stiffness: 1e4}",
                                     .rules = rules,
                                     .rule_count = TRM_COUNT(rules)};

static void freeze(const void *def, void *data) {
  const StopsDef *d = def;
  trm_Stops *s = data;
  *s = d->stops;
  if (!trm_given(d, offsetof(StopsDef, stops.lower))) s->lower = -INFINITY;
  if (!trm_given(d, offsetof(StopsDef, stops.upper))) s->upper = INFINITY;
  s->rigid = trm_given(d, offsetof(StopsDef, stops.restitution));
}

static bool complete(const void *def, void *data, const trm_LawSetting *setting) {
  const StopsDef *d = def;
  const trm_Stops *s = data;
  if (!s->rigid || s->restitution <= 1) return true;
  trm_report(
      setting->diagnostics, TRM_ERROR, trm_place_of(d, offsetof(StopsDef, stops.restitution)),
      "joint \"%s\": stops.restitution lies between 0 (the coordinate stays) and 1 (nothing is lost), but is %.6g",
      setting->joint, s->restitution);
  return false;
}

static bool rebound(const void *data, trm_Rebound *out) {
  const trm_Stops *s = data;
  *out = (trm_Rebound){{s->lower, s->upper}, s->restitution};
  return s->rigid;
}

static bool reversible(const void *data) { return ((const trm_Stops *)data)->rigid; }

static trm_LawSizes sizes(const void *data) {
  const trm_Stops *s = data;
  double low = isfinite(s->lower) ? fabs(s->lower) : 0, high = isfinite(s->upper) ? fabs(s->upper) : 0;
  return (trm_LawSizes){.reach = fmax(low, high)};
}

/* depth beyond the lower (side -1) or upper (side +1) stop, 0 when clear of it */
static double depth(const trm_Stops *s, int side, double x) { return fmax(0, side < 0 ? s->lower - x : x - s->upper); }

/* mean of k p over the step, times the sign of the side: exact discrete gradient of k p^2 / 2 */
static trm_LawForce stop_elastic(const trm_Stops *s, int side, const trm_LawPair *p) {
  double p_i = depth(s, side, p->x_i), p_f = depth(s, side, p->x_f), dx = side * (p->x_f - p->x_i);
  if (p_i == 0 && p_f == 0) return (trm_LawForce){0};
  if ((p_i > 0 && p_f > 0) || dx == 0)
    return (trm_LawForce){side * 0.5 * s->stiffness * (p_i + p_f), 0.5 * s->stiffness, 0};
  double force = 0.5 * s->stiffness * (p_f - p_i) * (p_f + p_i) / dx;
  return (trm_LawForce){side * force, (s->stiffness * p_f - force) / dx, 0};
}

static trm_LawForce stop_damping(const trm_Stops *s, int side, const trm_LawPair *p) {
  if (p->h == 0) return (trm_LawForce){0};
  double p_i = depth(s, side, p->x_i), p_f = depth(s, side, p->x_f), mean = 0.5 * (p_i + p_f);
  double rate = (p->x_f - p->x_i) / p->h;
  double slope = s->damping * (mean / p->h + (p_f > 0 ? 0.5 * side * rate : 0));
  return (trm_LawForce){s->damping * mean * rate, slope, 0};
}

static trm_LawForce pair(const void *data, const trm_LawPair *p) {
  const trm_Stops *range = data;
  trm_LawForce sum = {0};
  for (int side = -1; side <= 1; side += 2) {
    trm_LawForce elastic = stop_elastic(range, side, p), damping = stop_damping(range, side, p);
    sum.force += elastic.force + damping.force;
    sum.slope += elastic.slope + damping.slope;
  }
  return sum;
}

static double instant(const void *data, const trm_LawInstant *now, double *gradient) {
  (void)gradient;
  const trm_Stops *range = data;
  double sum = 0;
  for (int side = -1; side <= 1; side += 2) {
    double p = depth(range, side, now->x);
    sum += side * range->stiffness * p + range->damping * p * now->rate;
  }
  return sum;
}

static double stored(const void *data, double x, const double *z, struct trm_PotentialMemory *memory) {
  (void)z, (void)memory;
  const trm_Stops *range = data;
  double low = depth(range, -1, x), high = depth(range, 1, x);
  return 0.5 * range->stiffness * (low * low + high * high);
}

static double dissipated(const void *data, const trm_LawPair *p) {
  const trm_Stops *range = data;
  return (stop_damping(range, -1, p).force + stop_damping(range, 1, p).force) * (p->x_f - p->x_i);
}

static int kinks(const void *data, const double range[2], double *points, int room) {
  const trm_Stops *stops = data;
  const double bounds[2] = {stops->lower, stops->upper};
  int count = 0;
  if (stops->rigid) return 0;
  for (int i = 0; i < 2; i++) {
    if (!(bounds[i] > range[0] && bounds[i] < range[1])) continue;
    if (count < room) points[count] = bounds[i];
    count++;
  }
  return count;
}

static void tangent(const void *data, double x, const double *z, double *stiffness, double *damping) {
  (void)z;
  const trm_Stops *range = data;
  double p = depth(range, -1, x) + depth(range, 1, x);
  if (p > 0) *stiffness += range->stiffness, *damping += range->damping * p;
}

const trm_LawKind trm_stops_law = {
    .name = "stops",
    .field = {.type = TRM_FIELD_TABLE, .unit = "", .table = &table, .doc = "limits of the motion"},
    .size = sizeof(trm_Stops),
    .bounds = true,
    .freeze = freeze,
    .complete = complete,
    .rebound = rebound,
    .reversible = reversible,
    .sizes = sizes,
    .pair = pair,
    .instant = instant,
    .stored = stored,
    .kinks = kinks,
    .dissipated = dissipated,
    .tangent = tangent};
