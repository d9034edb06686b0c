/* A hydraulic cylinder fed through a valve: two chambers with the pressures p_a (pushes x up) and p_b,
     V_a = volume_a + area_a (x - x_0),  V_b = volume_b - area_b (x - x_0)
     dp_a/dt = (bulk/V_a) (Q_a - area_a dx/dt - Q_l),  dp_b/dt = (bulk/V_b) (Q_b + area_b dx/dt + Q_l),  Q_l = leakage
     (p_a - p_b)
     opening u > 0: Q_a = C u root(p_s - p_a), Q_b = -C u root(p_b - p_t);  u < 0: Q_a = C u root(p_a - p_t), Q_b = -C u
     root(p_s - p_b)
   root(d) = d/(d^2 + delta^2)^(1/4): the square root of an orifice, laminar below delta. Force area_a p_a - area_b p_b.
   Over a step by the midpoint rule. At rest the pressures stay what they are. */
#include <math.h>
#include "element/element_numbers.h"
#include "element/law.h"

typedef struct Hydraulic {
  double area_a, area_b;         /* m2: pressure a pushes the coordinate up, b down */
  double volume_a, volume_b;     /* m3 at the coordinate volumes_at */
  double volumes_at;             /* rad or m: x_0 */
  double bulk;                   /* Pa */
  double supply, tank;           /* Pa */
  trm_Function valve;            /* opening -1 .. 1, of (coordinate, rate, t) */
  double conductance;            /* m3/(s sqrt(Pa)) of the open valve */
  double leakage;                /* m3/(s Pa) past the piston */
  double transition;             /* Pa below which orifices are laminar */
  double pressure_a, pressure_b; /* Pa at the start */
} Hydraulic;

typedef struct HydraulicDef {
  trm_Bound bound;
  Hydraulic hydraulic;
} HydraulicDef;

static const trm_Field fields[] = {
    {TRM_KEY(HydraulicDef, hydraulic.area_a, "area-a", TRM_FIELD_NUMBER), .unit = "m2",
     .flags = TRM_REQUIRED | TRM_POSITIVE, .doc = "of the side that pushes the coordinate up"},
    {TRM_KEY(HydraulicDef, hydraulic.area_b, "area-b", TRM_FIELD_NUMBER), .unit = "m2",
     .flags = TRM_REQUIRED | TRM_POSITIVE, .doc = "of the other side"},
    {TRM_KEY(HydraulicDef, hydraulic.volume_a, "volume-a", TRM_FIELD_NUMBER), .unit = "m3",
     .flags = TRM_REQUIRED | TRM_POSITIVE,
     .doc = "of the chamber with its line, at the coordinate `volumes-at`; use stops to keep the piston within it"},
    {TRM_KEY(HydraulicDef, hydraulic.volume_b, "volume-b", TRM_FIELD_NUMBER), .unit = "m3",
     .flags = TRM_REQUIRED | TRM_POSITIVE, .doc = "of the other chamber, at the same coordinate"},
    {TRM_KEY(HydraulicDef, hydraulic.volumes_at, "volumes-at", TRM_FIELD_NUMBER), .unit = "m", .fallback = "0",
     .doc =
         "coordinate at which the chambers have these volumes; of a `strut` a length, that of the drawing for example"},
    {TRM_KEY(HydraulicDef, hydraulic.bulk, "bulk", TRM_FIELD_NUMBER), .unit = "Pa", .flags = TRM_POSITIVE,
     .fallback = "1e9", .doc = "bulk modulus of the oil with its lines"},
    {TRM_KEY(HydraulicDef, hydraulic.supply, "supply", TRM_FIELD_NUMBER), .unit = "Pa", .flags = TRM_REQUIRED,
     .doc = "pressure of the supply"},
    {TRM_KEY(HydraulicDef, hydraulic.tank, "tank", TRM_FIELD_NUMBER), .unit = "Pa", .fallback = "0",
     .doc = "pressure of the tank"},
    {TRM_KEY(HydraulicDef, hydraulic.valve, "valve", TRM_FIELD_FUNCTION), .unit = "1", .variables = "@ rate t",
     .variable_units = "x, v, s", .flags = TRM_REQUIRED | TRM_NAMING,
     .doc = "opening from -1 to 1: positive feeds side a"},
    {TRM_KEY(HydraulicDef, hydraulic.conductance, "conductance", TRM_FIELD_NUMBER), .unit = "m3/(s sqrt(Pa))",
     .flags = TRM_REQUIRED | TRM_POSITIVE,
     .doc = "of the open valve: flow = conductance * opening * sqrt(pressure drop)"},
    {TRM_KEY(HydraulicDef, hydraulic.leakage, "leakage", TRM_FIELD_NUMBER), .unit = "m3/(s Pa)",
     .flags = TRM_NOT_NEGATIVE, .fallback = "0", .doc = "past the piston"},
    {TRM_KEY(HydraulicDef, hydraulic.transition, "transition", TRM_FIELD_NUMBER), .unit = "Pa", .flags = TRM_POSITIVE,
     .fallback = "1000", .doc = "pressure drop below which the valve is laminar"},
    {TRM_KEY(HydraulicDef, hydraulic.pressure_a, "pressure-a", TRM_FIELD_NUMBER), .unit = "Pa", .fallback = "0",
     .doc = "at the start"},
    {TRM_KEY(HydraulicDef, hydraulic.pressure_b, "pressure-b", TRM_FIELD_NUMBER), .unit = "Pa", .fallback = "0",
     .doc = "at the start"},
};
static const trm_FieldTable table = {
    .doc = "A hydraulic cylinder with two chambers, fed through a valve.",
    .size = sizeof(HydraulicDef),
    .fields = fields,
    .field_count = TRM_COUNT(fields),
    .example = "hydraulic: {area-a: 2e-3, area-b: 1.2e-3, volume-a: 1e-3, volume-b: 1e-3, supply: 1e7, valve: "
               "\"0.5*sin(t)\", conductance: 1e-7}"};

static void hydraulic_freeze(const void *def, void *data) {
  *(Hydraulic *)data = ((const HydraulicDef *)def)->hydraulic;
}

static double root(double d, double delta, double *slope) {
  double square = d * d + delta * delta, value = d / sqrt(sqrt(square));
  *slope = (1 - 0.5 * d * d / square) / sqrt(sqrt(square));
  return value;
}

/* What determines the rates of the pressures at mid-step. */
typedef struct Motion {
  double x, rate, opening;
  double opening_by_x; /* of the mean and the rate with x_f, as x_by, rate_by */
  double opening_by;   /* of its formula: 0 beyond the end of the valve */
  double x_by, rate_by;
} Motion;

/* dp/dt of both chambers with derivatives by the pressures and, along x_f, by the motion */
typedef struct Flow {
  double rate[2], by_p[2][2], by_x[2], by_value[2]; /* the last: by the formula of the opening */
} Flow;

/* of a chamber's volume at x_0: what is left when the piston is at its end, so that the pressure stays finite; a
   millionth is stiffer than any end stop */
static const double least_volume = 1e-6;

static Flow flow(const Hydraulic *d, const Motion *m, const double p[2]) {
  double u = m->opening, c = d->conductance, delta = d->transition, into, out, into_by, out_by;
  bool forward = u >= 0;
  /* the chamber that the supply feeds, and the one that the tank drains */
  into = root(d->supply - p[forward ? 0 : 1], delta, &into_by),
  out = root(p[forward ? 1 : 0] - d->tank, delta, &out_by);
  double size = forward ? u : -u, sign = forward ? 1 : -1;
  double q[2], q_by[2], q_by_u[2], leak = d->leakage * (p[0] - p[1]);
  int fed = forward ? 0 : 1, drained = 1 - fed;
  q[fed] = c * size * into, q_by[fed] = -c * size * into_by, q_by_u[fed] = sign * c * into;
  q[drained] = -c * size * out, q_by[drained] = -c * size * out_by, q_by_u[drained] = -sign * c * out;
  Flow f;
  for (int i = 0; i < 2; i++) {
    double side = i == 0 ? 1 : -1, area = i == 0 ? d->area_a : d->area_b, start = i == 0 ? d->volume_a : d->volume_b;
    double least = least_volume * start, now = start + side * area * (m->x - d->volumes_at);
    double volume = fmax(now, least), free = now > least;
    double net = q[i] - side * area * m->rate - side * leak, factor = d->bulk / volume;
    f.rate[i] = factor * net;
    f.by_p[i][i] = factor * (q_by[i] - d->leakage), f.by_p[i][1 - i] = factor * d->leakage;
    f.by_value[i] = factor * q_by_u[i] * m->opening_by;
    f.by_x[i] = factor * (q_by_u[i] * m->opening_by_x - side * area * m->rate_by) -
                free * factor * net / volume * side * area * m->x_by;
  }
  return f;
}

static Motion motion(const Hydraulic *d, const trm_LawPair *p) {
  double gradient[3], variables[3] = {0.5 * (p->x_i + p->x_f), (p->x_f - p->x_i) / p->h, p->t_i + 0.5 * p->h};
  Motion m = {.x = variables[0], .rate = variables[1], .opening_by = 1, .x_by = 0.5, .rate_by = 1 / p->h};
  m.opening = trm_function_derivatives(&d->valve, variables, p->inputs, 3, gradient, NULL);
  m.opening_by_x = 0.5 * gradient[0] + gradient[1] / p->h;
  if (fabs(m.opening) > 1) m.opening = m.opening > 0 ? 1 : -1, m.opening_by_x = m.opening_by = 0;
  return m;
}

enum { ITERATIONS = 50 };
/* of the pressures there are: four to five units of the last digit, where Newton's method stands still */
static const double settled = 1e-15;

/* Mean pressures with their derivatives with respect to x_f and to the formula of the opening. */
typedef struct Pressures {
  double p[2], by_x[2], by_value[2];
} Pressures;

/* p_m = p_i + (h/2) f(p_m), by Newton's method */
static Pressures mean_pressures(const Hydraulic *d, const trm_LawPair *pair) {
  Pressures mean = {.p = {pair->z_i[0], pair->z_i[1]}};
  double *p = mean.p;
  if (pair->h == 0) return mean;
  Motion m = motion(d, pair);
  double half = 0.5 * pair->h, scale = fabs(d->supply) + fabs(pair->z_i[0]) + fabs(pair->z_i[1]) + d->transition;
  for (int iteration = 0; iteration < ITERATIONS; iteration++) {
    Flow f = flow(d, &m, p);
    double a = 1 - half * f.by_p[0][0], b = -half * f.by_p[0][1], c = -half * f.by_p[1][0], e = 1 - half * f.by_p[1][1];
    double det = a * e - b * c, r0 = pair->z_i[0] + half * f.rate[0] - p[0],
           r1 = pair->z_i[1] + half * f.rate[1] - p[1];
    double step0 = (e * r0 - b * r1) / det, step1 = (a * r1 - c * r0) / det;
    mean.by_x[0] = half * (e * f.by_x[0] - b * f.by_x[1]) / det;
    mean.by_x[1] = half * (a * f.by_x[1] - c * f.by_x[0]) / det;
    mean.by_value[0] = half * (e * f.by_value[0] - b * f.by_value[1]) / det;
    mean.by_value[1] = half * (a * f.by_value[1] - c * f.by_value[0]) / det;
    p[0] += step0, p[1] += step1;
    if (fabs(step0) + fabs(step1) <= settled * scale) break;
  }
  return mean;
}

static trm_LawForce hydraulic_pair(const void *data, const trm_LawPair *pair) {
  const Hydraulic *d = data;
  Pressures mean = mean_pressures(d, pair);
  return (trm_LawForce){.force = d->area_b * mean.p[1] - d->area_a * mean.p[0],
                        .slope = d->area_b * mean.by_x[1] - d->area_a * mean.by_x[0],
                        .by_value = d->area_b * mean.by_value[1] - d->area_a * mean.by_value[0]};
}

static double hydraulic_instant(const void *data, const trm_LawInstant *now, double *gradient) {
  const Hydraulic *d = data;
  if (gradient) gradient[0] = gradient[1] = gradient[4] = 0, gradient[2] = -d->area_a, gradient[3] = d->area_b;
  return -(d->area_a * now->z[0] - d->area_b * now->z[1]);
}

static void hydraulic_advance(const void *data, const trm_LawPair *pair, trm_LawStates *out) {
  Pressures mean = mean_pressures(data, pair);
  *out = (trm_LawStates){.z = {0}};
  for (int i = 0; i < 2; i++) {
    out->z[i] = 2 * mean.p[i] - pair->z_i[i];
    out->by_x[i] = 2 * mean.by_x[i], out->by_value[i] = 2 * mean.by_value[i];
  }
}

static void hydraulic_rates(const void *data, const trm_LawInstant *now, double *z_dot) {
  const Hydraulic *d = data;
  double opening = trm_function_value(&d->valve, (double[3]){now->x, now->rate, now->t}, now->inputs);
  Motion m = {.x = now->x, .rate = now->rate, .opening = fmax(-1, fmin(opening, 1))};
  Flow f = flow(d, &m, now->z);
  z_dot[0] = f.rate[0], z_dot[1] = f.rate[1];
}

static void hydraulic_start(const void *data, double *z) {
  const Hydraulic *d = data;
  z[0] = d->pressure_a, z[1] = d->pressure_b;
}

static int hydraulic_functions(const void *data, trm_LawFunction *out) {
  out[0] = (trm_LawFunction){&((const Hydraulic *)data)->valve, 2};
  return 1;
}

static double pressure_size(const void *data, double force) {
  const Hydraulic *d = data;
  return fmax(force / fmax(d->area_a, d->area_b), fabs(d->supply - d->tank));
}

/* Of the bulk modulus: the largest pressure. Oil (1e9 Pa) works at 1e5 to 4e7 Pa, the bulk modulus of a gas is near its
   pressure; a millionth of oil's is 1000 Pa, at which an orifice is laminar. */
static const double least_compression = 1e-6, most_compression = 2;

static const char *hydraulic_unlikely(const void *data) {
  const Hydraulic *d = data;
  double largest = fmax(fmax(fabs(d->supply), fabs(d->tank)), fmax(fabs(d->pressure_a), fabs(d->pressure_b)));
  if (largest > 0 && largest < least_compression * d->bulk)
    return "its pressures are less than a millionth of its bulk modulus, far too little to move anything (oil: 1e9 Pa, "
           "and 1e5 to 4e7 Pa of supply): are they in bar or MPa, or is a power of ten of `bulk` wrong?";
  if (largest > most_compression * d->bulk)
    return "its pressures would press the oil to nothing, they are larger than its bulk modulus (oil: 1e9 Pa): is "
           "`bulk` "
           "in MPa or GPa?";
  return NULL;
}

const trm_LawKind trm_hydraulic_law = {
    .name = "hydraulic",
    .field = {.type = TRM_FIELD_TABLE, .unit = "l", .table = &table, .doc = "a hydraulic cylinder"},
    .size = sizeof(Hydraulic),
    .freeze = hydraulic_freeze,
    .pair = hydraulic_pair,
    .instant = hydraulic_instant,
    .supplies = true,
    .functions = hydraulic_functions,
    .state_count = 2,
    .states = {{"pressure-a", "Pa", TRM_LAW_STATE_SMALL}, {"pressure-b", "Pa", TRM_LAW_STATE_SMALL}},
    .state_unit = pressure_size,
    .start = hydraulic_start,
    .advance = hydraulic_advance,
    .rates = hydraulic_rates,
    .unlikely = hydraulic_unlikely};
