/* A PID controller: u = kp e + kd de/dt + ki z, e = target - x, dz/dt = e, force = u within +- limit. While the limit
   is reached, z does not grow further into it (no wind-up). Over a step by the midpoint rule. */
#include <math.h>
#include "element/element_numbers.h"
#include "element/law.h"

typedef struct Controller {
  trm_Function target;                       /* of t */
  double proportional, derivative, integral; /* force per error, per rate of the error, per its integral */
  double limit;                              /* largest force; INFINITY: none */
} Controller;

typedef struct ControllerDef {
  trm_Bound bound;
  Controller controller;
} ControllerDef;

static const trm_Field fields[] = {
    {TRM_KEY(ControllerDef, controller.target, "target", TRM_FIELD_FUNCTION), .unit = "x", .variables = "t",
     .variable_units = "s", .flags = TRM_REQUIRED | TRM_NAMING,
     .doc = "where the coordinate is to be; with a derivative of the error it does not name what moves"},
    {TRM_KEY(ControllerDef, controller.proportional, "proportional", TRM_FIELD_NUMBER), .unit = "k",
     .flags = TRM_NOT_NEGATIVE, .fallback = "0", .doc = "force per error (target - coordinate)"},
    {TRM_KEY(ControllerDef, controller.derivative, "derivative", TRM_FIELD_NUMBER), .unit = "c",
     .flags = TRM_NOT_NEGATIVE, .fallback = "0", .doc = "force per rate of the error"},
    {TRM_KEY(ControllerDef, controller.integral, "integral", TRM_FIELD_NUMBER), .unit = "i", .flags = TRM_NOT_NEGATIVE,
     .fallback = "0", .doc = "force per integral of the error over time"},
    {TRM_KEY(ControllerDef, controller.limit, "limit", TRM_FIELD_NUMBER), .unit = "F", .flags = TRM_POSITIVE,
     .doc = "largest force; while it is reached the integral does not grow; default: none"},
};
static const trm_Rule rules[] = {{TRM_RULE_SOME, "proportional derivative integral"}};
static const trm_FieldTable table = {
    .doc = "A PID controller with a limit.",
    .size = sizeof(ControllerDef),
    .fields = fields,
    .field_count = TRM_COUNT(fields),
    .example = "controller: {target: \"sin(t)\", proportional: 200, derivative: 20, limit: 50}",
    .rules = rules,
    .rule_count = TRM_COUNT(rules)};

static void controller_freeze(const void *def, void *data) {
  const ControllerDef *d = def;
  Controller *c = data;
  *c = d->controller;
  if (!trm_given(d, offsetof(ControllerDef, controller.limit))) c->limit = INFINITY;
}

/* The rate of a target that goes by the motion would be an acceleration of what it names, or not known. */
static bool controller_complete(const void *def, void *data, const trm_LawSetting *setting) {
  const ControllerDef *d = def;
  if (((const Controller *)data)->target.named_count == 0 || d->controller.derivative == 0) return true;
  trm_report(setting->diagnostics, TRM_ERROR, trm_place_of(d, offsetof(ControllerDef, controller.target)),
             "joint \"%s\": controller.target names what moves, and controller.derivative needs its rate, which a "
             "formula does not tell: write the whole as `force`, with the rates by their names",
             setting->joint);
  return false;
}

typedef struct Control {
  double force, by_x, by_rate, by_z;
  double error;
  bool winds; /* the limit holds z back */
} Control;

static Control control(const Controller *c, const trm_LawInstant *now) {
  double t = now->t, target_rate, target = trm_function_derivatives(&c->target, &t, now->inputs, 1, &target_rate, NULL);
  double error = target - now->x,
         force = c->proportional * error + c->derivative * (target_rate - now->rate) + c->integral * now->z[0];
  Control out = {force, -c->proportional, -c->derivative, c->integral, error, false};
  if (!(fabs(force) > c->limit)) return out;
  double side = force > 0 ? 1 : -1;
  return (Control){side * c->limit, 0, 0, 0, error, side * error > 0};
}

/* z at mid-step is z_i + h e/2; whether it winds is judged without that half step */
static Control control_pair(const void *data, const trm_LawPair *p, double *half) {
  double per_step = p->h == 0 ? 0 : 1 / p->h, z = p->z_i[0];
  trm_LawInstant middle = {0.5 * (p->x_i + p->x_f), (p->x_f - p->x_i) * per_step, p->t_i + 0.5 * p->h, &z, p->inputs};
  Control start = control(data, &middle);
  *half = start.winds ? 0 : 0.5 * p->h;
  z += *half * start.error;
  return control(data, &middle);
}

static trm_LawForce controller_pair(const void *data, const trm_LawPair *p) {
  double half, per_step = p->h == 0 ? 0 : 1 / p->h;
  Control c = control_pair(data, p, &half);
  return (trm_LawForce){.force = -c.force,
                        .slope = -(0.5 * c.by_x + per_step * c.by_rate - 0.5 * half * c.by_z),
                        .by_value = c.by_x - half * c.by_z};
}

static double controller_instant(const void *data, const trm_LawInstant *now, double *gradient) {
  Control c = control(data, now);
  if (gradient) gradient[0] = -c.by_x, gradient[1] = -c.by_rate, gradient[2] = -c.by_z, gradient[3] = c.by_x;
  return -c.force;
}

static void controller_advance(const void *data, const trm_LawPair *p, trm_LawStates *out) {
  double half;
  Control c = control_pair(data, p, &half);
  *out = (trm_LawStates){.z = {p->z_i[0] + 2 * half * c.error}, .by_x = {-half}, .by_value = {2 * half}};
}

static void controller_rates(const void *data, const trm_LawInstant *now, double *z_dot) {
  Control c = control(data, now);
  z_dot[0] = c.winds ? 0 : c.error;
}

static bool controller_saturates(const void *data) { return isfinite(((const Controller *)data)->limit); }

static int controller_functions(const void *data, trm_LawFunction *out) {
  out[0] = (trm_LawFunction){&((const Controller *)data)->target, 0};
  return 1;
}

const trm_LawKind trm_controller_law = {
    .name = "controller",
    .field = {.type = TRM_FIELD_TABLE, .unit = "", .table = &table, .doc = "a PID controller"},
    .size = sizeof(Controller),
    .freeze = controller_freeze,
    .complete = controller_complete,
    .pair = controller_pair,
    .instant = controller_instant,
    .supplies = true,
    .saturates = controller_saturates,
    .functions = controller_functions,
    .state_count = 1,
    .states = {{"integral", "x s", TRM_LAW_STATE_SMALL}},
    .advance = controller_advance,
    .rates = controller_rates};
