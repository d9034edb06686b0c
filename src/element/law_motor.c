/* A DC motor with a gear: L di/dt = V - R i - K n rate, moment K n i. Over a step by the midpoint rule. With L = 0 the
   current follows at once. At rest i = V/R. */
#include <math.h>
#include "element/element_numbers.h"
#include "element/law.h"

typedef struct Motor {
  trm_Function voltage; /* V, of (coordinate, rate, t) */
  double resistance;    /* Ohm */
  double inductance;    /* H */
  double constant;      /* N m/A = V s/rad */
  double gear;          /* turns of the motor per turn (rad per m) of the coordinate */
  double current;       /* A at the start */
} Motor;

typedef struct MotorDef {
  trm_Bound bound;
  Motor motor;
} MotorDef;

static const trm_Field fields[] = {
    {TRM_KEY(MotorDef, motor.voltage, "voltage", TRM_FIELD_FUNCTION), .unit = "V", .variables = "@ rate t",
     .variable_units = "x, v, s", .flags = TRM_REQUIRED | TRM_NAMING, .doc = "voltage at the terminals"},
    {TRM_KEY(MotorDef, motor.resistance, "resistance", TRM_FIELD_NUMBER), .unit = "Ohm",
     .flags = TRM_REQUIRED | TRM_POSITIVE, .doc = "of the winding"},
    {TRM_KEY(MotorDef, motor.inductance, "inductance", TRM_FIELD_NUMBER), .unit = "H", .flags = TRM_NOT_NEGATIVE,
     .fallback = "0", .doc = "of the winding; 0: the current follows at once"},
    {TRM_KEY(MotorDef, motor.constant, "constant", TRM_FIELD_NUMBER), .unit = "N m/A",
     .flags = TRM_REQUIRED | TRM_POSITIVE, .doc = "moment per current, and voltage per speed (V s/rad)"},
    {TRM_KEY(MotorDef, motor.gear, "gear", TRM_FIELD_NUMBER), .unit = "g", .flags = TRM_NOT_ZERO, .fallback = "1",
     .doc = "speed of the motor over the rate of the coordinate"},
    {TRM_KEY(MotorDef, motor.current, "current", TRM_FIELD_NUMBER), .unit = "A", .fallback = "0",
     .doc = "current at the start"},
};
static const trm_FieldTable table = {
    .doc = "A DC motor with a gear: L di/dt = V - R i - K n rate, moment K n i.",
    .size = sizeof(MotorDef),
    .fields = fields,
    .field_count = TRM_COUNT(fields),
    .example = "motor: {voltage: \"24*min(t/0.1, 1)\", resistance: 0.5, inductance: 2e-3, constant: 0.05, gear: 20}"};

static void motor_freeze(const void *def, void *data) { *(Motor *)data = ((const MotorDef *)def)->motor; }

/* V at mid-step and its derivative with respect to x_f */
static double voltage(const Motor *m, const trm_LawPair *p, double *slope) {
  double per_step = p->h == 0 ? 0 : 1 / p->h, gradient[3];
  double variables[3] = {0.5 * (p->x_i + p->x_f), (p->x_f - p->x_i) * per_step, p->t_i + 0.5 * p->h};
  double value = trm_function_derivatives(&m->voltage, variables, p->inputs, 3, gradient, NULL);
  *slope = 0.5 * gradient[0] + gradient[1] * per_step;
  return value;
}

/* A current with its derivatives with respect to x_f and to the voltage. */
typedef struct Current {
  double value, slope, by_volts;
} Current;

/* mean current of the step: (L/h) (i_f - i_i) = V - R i_m - K n dx/h, i_f = 2 i_m - i_i */
static Current current(const Motor *m, const trm_LawPair *p) {
  double slope, volts = voltage(m, p, &slope);
  if (p->h == 0) return (Current){volts / m->resistance, slope / m->resistance, 1 / m->resistance};
  double twice = 2 * m->inductance / p->h, back = m->constant * m->gear / p->h, whole = twice + m->resistance;
  return (Current){(twice * p->z_i[0] + volts - back * (p->x_f - p->x_i)) / whole, (slope - back) / whole, 1 / whole};
}

static trm_LawForce motor_pair(const void *data, const trm_LawPair *p) {
  const Motor *m = data;
  Current amperes = current(m, p);
  double factor = m->constant * m->gear;
  return (trm_LawForce){
      .force = -factor * amperes.value, .slope = -factor * amperes.slope, .by_value = -factor * amperes.by_volts};
}

/* without inductance the current is that of the voltage */
static double resistive(const Motor *m, const trm_LawInstant *now, double *gradient) {
  double slope[3], factor = m->constant * m->gear, variables[3] = {now->x, now->rate, now->t};
  double volts = trm_function_derivatives(&m->voltage, variables, now->inputs, 3, slope, NULL);
  if (gradient) {
    gradient[0] = -factor * slope[0] / m->resistance;
    gradient[1] = -factor * (slope[1] - factor) / m->resistance, gradient[2] = 0;
    gradient[3] = -factor / m->resistance;
  }
  return -factor * (volts - factor * now->rate) / m->resistance;
}

static double motor_instant(const void *data, const trm_LawInstant *now, double *gradient) {
  const Motor *m = data;
  if (m->inductance == 0) return resistive(m, now, gradient);
  if (gradient) gradient[0] = gradient[1] = gradient[3] = 0, gradient[2] = -m->constant * m->gear;
  return -m->constant * m->gear * now->z[0];
}

static void motor_advance(const void *data, const trm_LawPair *p, trm_LawStates *out) {
  const Motor *m = data;
  *out = (trm_LawStates){.z = {p->z_i[0]}};
  if (p->h == 0) return;
  Current mean = current(m, p);
  bool follows = m->inductance == 0;
  out->z[0] = follows ? mean.value : 2 * mean.value - p->z_i[0];
  out->by_x[0] = follows ? mean.slope : 2 * mean.slope, out->by_value[0] = follows ? mean.by_volts : 2 * mean.by_volts;
}

/* current that the voltage drives through the resistance, A */
static double ohmic(const Motor *m, const trm_LawInstant *now) {
  double volts = trm_function_value(&m->voltage, (double[3]){now->x, now->rate, now->t}, now->inputs);
  return (volts - m->constant * m->gear * now->rate) / m->resistance;
}

static void motor_rates(const void *data, const trm_LawInstant *now, double *z_dot) {
  const Motor *m = data;
  z_dot[0] = m->inductance == 0 ? 0 : m->resistance * (ohmic(m, now) - now->z[0]) / m->inductance;
}

static void motor_follow(const void *data, const trm_LawInstant *now, double *z) {
  const Motor *m = data;
  if (m->inductance == 0) z[0] = ohmic(m, now);
}

static void motor_start(const void *data, double *z) { z[0] = ((const Motor *)data)->current; }

static int motor_functions(const void *data, trm_LawFunction *out) {
  out[0] = (trm_LawFunction){&((const Motor *)data)->voltage, 2};
  return 1;
}

static double current_size(const void *data, double force) {
  const Motor *m = data;
  return force / fabs(m->constant * m->gear);
}

const trm_LawKind trm_motor_law = {.name = "motor",
                                   .field = {.type = TRM_FIELD_TABLE, .unit = "", .table = &table, .doc = "a DC motor"},
                                   .size = sizeof(Motor),
                                   .freeze = motor_freeze,
                                   .pair = motor_pair,
                                   .instant = motor_instant,
                                   .supplies = true,
                                   .functions = motor_functions,
                                   .state_count = 1,
                                   .states = {{"current", "A", TRM_LAW_STATE_SMALL}},
                                   .state_unit = current_size,
                                   .start = motor_start,
                                   .advance = motor_advance,
                                   .rates = motor_rates,
                                   .follow = motor_follow};
