/* Where functions of time jump or have a kink: a step must end there. */
#include <math.h>
#include "base/numbers.h"
#include "element/joint_table.h"
#include "element/law.h"
#include "element/named.h"
#include "element/signal.h"
#include "system/system.h"

enum { BREAKPOINT_ROOM = 64 };

/* Where to look, and for what. */
typedef struct Look {
  const double *inputs;
  double from, to;
  bool pulses; /* only for functions that do something of their own within, which is over at its end */
} Look;

/* of what a function is beside the interval: more within is a pulse, whose impulse is not that of its neighbourhood */
static const double pulse_part = 10;

static double size_at(const trm_Function *function, const trm_Along *along, double t) {
  double at[TRM_EXPRESSION_VARIABLES] = {0};
  at[along->variable] = t;
  return fabs(trm_function_value(function, at, along->inputs));
}

/* Is the function, between two of its points, far larger than before and after the interval? */
static bool is_pulse(const trm_Function *function, const trm_Along *along, const double *points, int count) {
  double from = along->from, to = along->to, beside = to - from, within = 0;
  double outside = fmax(size_at(function, along, from - beside), size_at(function, along, to + beside));
  for (int i = 0; i <= count; i++) {
    double a = i > 0 ? points[i - 1] : from, b = i < count ? points[i] : to;
    within = fmax(within, size_at(function, along, 0.5 * (a + b)));
  }
  return !(within <= pulse_part * outside);
}

static double earliest_in(const trm_Function *function, int variable, const Look *look, double to) {
  double points[BREAKPOINT_ROOM], still[3] = {0, 0, 0}, room[TRM_EXPRESSION_NAMES];
  const trm_Along along = {variable, still, trm_named_any(function, look->inputs, room), look->from, to};
  int count = trm_function_breakpoints(function, &along, points, BREAKPOINT_ROOM);
  int known = count < BREAKPOINT_ROOM ? count : BREAKPOINT_ROOM;
  bool counts = count > 0 && (!look->pulses || is_pulse(function, &along, points, known));
  return counts ? points[0] : to;
}

/* A load per length is a function of (xi, t). What happens at two places of the span at the same time is a jump or kink
   of the whole load; what happens at every place at its own time (a front that moves along) is none. */
static double earliest_along(const trm_Function *function, const Look *look, double to) {
  enum { PLACES = 9 };
  double room[TRM_EXPRESSION_NAMES];
  double points[PLACES][BREAKPOINT_ROOM], near = trm_same_time * fmax(fabs(look->from), fabs(to));
  int count[PLACES];
  const double *inputs = trm_named_any(function, look->inputs, room);
  for (int p = 0; p < PLACES; p++) {
    double variables[3] = {(p + 0.5) / PLACES, 0, 0};
    count[p] = trm_function_breakpoints(function, &(trm_Along){1, variables, inputs, look->from, to}, points[p],
                                        BREAKPOINT_ROOM);
    for (int i = 0; i < count[p]; i++)
      for (int other = 0; other < p; other++)
        for (int j = 0; j < count[other]; j++)
          if (fabs(points[p][i] - points[other][j]) <= near) to = fmin(to, points[p][i]);
  }
  return to;
}

static double next_of_drive(const trm_Laws *laws, const Look *look, double to) {
  if (laws->drive) to = earliest_in(laws->drive, 0, look, to);
  return laws->drive_rate ? earliest_in(laws->drive_rate, 0, look, to) : to;
}

static double next_of_laws(const trm_Laws *laws, const Look *look, double to) {
  to = next_of_drive(laws, look, to);
  TRM_EACH_LAW(law, laws) {
    trm_LawFunction functions[TRM_LAW_FUNCTIONS];
    int count = law->kind->functions ? law->kind->functions(law->data, functions) : 0;
    for (int i = 0; i < count; i++) to = earliest_in(functions[i].function, functions[i].time, look, to);
  }
  return to;
}

/* u of signals with memory; one that is sampled is looked at at its times alone */
static double next_of_signals(const trm_Model *model, const Look *look, double to) {
  for (int e = 0; e < model->forces.signals.memory_count; e++) {
    const trm_Signal *signal = &model->forces.signals.items[e];
    if (!signal->memory.kind->sample) to = earliest_in(signal->input, 0, look, to);
  }
  return to;
}

double trm_system_breakpoint(const trm_Model *model, const double *inputs, double from, double to) {
  to = trm_signals_stop(model, inputs + model->inputs.count, from, to);
  return trm_system_function_breakpoint(model, inputs, from, to);
}

static double next_of(const trm_Model *model, const Look *look) {
  double to = next_of_signals(model, look, look->to);
  for (int l = 0; l < model->forces.load_count; l++)
    for (int n = 0; n < 3; n++) {
      if (model->forces.loads[l].force) to = earliest_in(&model->forces.loads[l].force[n], 0, look, to);
      if (model->forces.loads[l].moment) to = earliest_in(&model->forces.loads[l].moment[n], 0, look, to);
    }
  for (int l = 0; l < model->mesh.load_count; l++)
    for (int n = 0; n < 3; n++) {
      if (model->mesh.loads[l].force) to = earliest_along(&model->mesh.loads[l].force[n], look, to);
      if (model->mesh.loads[l].moment) to = earliest_along(&model->mesh.loads[l].moment[n], look, to);
    }
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++)
      to = next_of_laws(&model->joints[j].laws[c], look, to);
  return to;
}

double trm_system_function_breakpoint(const trm_Model *model, const double *inputs, double from, double to) {
  return next_of(model, &(Look){inputs, from, to, false});
}

double trm_system_firm_breakpoint(const trm_Model *model, const double *inputs, double from, double to) {
  Look look = {inputs, from, to, false};
  to = trm_signals_stop(model, inputs + model->inputs.count, from, to);
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++)
      to = next_of_drive(&model->joints[j].laws[c], &look, to);
  return to;
}

bool trm_system_pulse_within(const trm_Model *model, const double *inputs, double from, double to) {
  return next_of(model, &(Look){inputs, from, to, true}) < to;
}
