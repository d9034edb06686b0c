/* A PID controller: u = kp e + kd de/dt + ki z, e = target - x, dz/dt = e, force = u within +- limit. While the limit is reached, z does
   not grow further into it (no wind-up). Over a step by the midpoint rule. */
#include <math.h>
#include "element/law.h"

static bool has_controller(const trm_Laws *laws) { return laws->controller; }

typedef struct Control {
  double force, by_x, by_rate, by_z;
  double error;
  bool winds; /* the limit holds z back */
} Control;

static Control control(const trm_ControllerDef *c, const trm_LawInstant *now) {
  double t = now->t, target_rate, target = trm_function_derivatives(&c->target, &t, now->inputs, 1, &target_rate, NULL);
  double error = target - now->x,
         force = c->proportional * error + c->derivative * (target_rate - now->rate) + c->integral * now->z[0];
  Control out = {force, -c->proportional, -c->derivative, c->integral, error, false};
  bool limited = trm_given(c, offsetof(trm_ControllerDef, limit)) && fabs(force) > c->limit;
  if (!limited) return out;
  double side = force > 0 ? 1 : -1;
  return (Control){side * c->limit, 0, 0, 0, error, side * error > 0};
}

/* z at mid-step is z_i + h e/2; whether it winds is judged without that half step */
static Control control_pair(const trm_Laws *laws, const trm_LawPair *p, double *half) {
  double per_step = p->h == 0 ? 0 : 1 / p->h, z = p->z_i[0];
  trm_LawInstant middle = {0.5 * (p->x_i + p->x_f), (p->x_f - p->x_i) * per_step, p->t_i + 0.5 * p->h, &z, p->inputs};
  Control start = control(&laws->def->controller, &middle);
  *half = start.winds ? 0 : 0.5 * p->h;
  z += *half * start.error;
  return control(&laws->def->controller, &middle);
}

static trm_LawForce controller_pair(const trm_Laws *laws, const trm_LawPair *p) {
  double half, per_step = p->h == 0 ? 0 : 1 / p->h;
  Control c = control_pair(laws, p, &half);
  return (trm_LawForce){-c.force, -(0.5 * c.by_x + per_step * c.by_rate - 0.5 * half * c.by_z), 0};
}

static double controller_instant(const trm_Laws *laws, const trm_LawInstant *now, double *gradient) {
  Control c = control(&laws->def->controller, now);
  if (gradient) gradient[0] = -c.by_x, gradient[1] = -c.by_rate, gradient[2] = -c.by_z;
  return -c.force;
}

static void controller_advance(const trm_Laws *laws, const trm_LawPair *p, trm_LawStates *out) {
  double half;
  Control c = control_pair(laws, p, &half);
  *out = (trm_LawStates){.z = {p->z_i[0] + 2 * half * c.error}, .by_x = {-half}};
}

static void controller_rates(const trm_Laws *laws, const trm_LawInstant *now, double *z_dot) {
  Control c = control(&laws->def->controller, now);
  z_dot[0] = c.winds ? 0 : c.error;
}

static int controller_functions(const trm_Laws *laws, trm_LawFunction *out) {
  out[0] = (trm_LawFunction){&laws->def->controller.target, 0};
  return 1;
}

const trm_LawKind trm_controller_law = {.name = "controller",
                                        .present = has_controller,
                                        .pair = controller_pair,
                                        .instant = controller_instant,
                                        .supplies = true,
                                        .functions = controller_functions,
                                        .state_count = 1,
                                        .states = {{"integral", "x s", 1e-6}},
                                        .advance = controller_advance,
                                        .rates = controller_rates};
