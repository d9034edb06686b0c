/* Where functions of time jump or have a kink: a step must end there. */
#include <math.h>
#include "base/numbers.h"
#include "element/joint_table.h"
#include "element/law.h"
#include "element/named.h"
#include "element/signal.h"
#include "system/system.h"

enum { BREAKPOINT_ROOM = 64 };

static double earliest_in(const trm_Function *function, int variable, const double *inputs, double from, double to) {
  double points[BREAKPOINT_ROOM], still[3] = {0, 0, 0}, room[TRM_EXPRESSION_NAMES];
  const trm_Along along = {variable, still, trm_named_any(function, inputs, room), from, to};
  int count = trm_function_breakpoints(function, &along, points, BREAKPOINT_ROOM);
  return count > 0 ? points[0] : to;
}

/* A load per length is a function of (xi, t). What happens at two places of the span at the same time is a jump or kink
   of the whole load; what happens at every place at its own time (a front that moves along) is none. */
static double earliest_along(const trm_Function *function, const double *inputs, double from, double to) {
  enum { PLACES = 9 };
  double room[TRM_EXPRESSION_NAMES];
  double points[PLACES][BREAKPOINT_ROOM], near = trm_same_time * fmax(fabs(from), fabs(to));
  int count[PLACES];
  inputs = trm_named_any(function, inputs, room);
  for (int p = 0; p < PLACES; p++) {
    double variables[3] = {(p + 0.5) / PLACES, 0, 0};
    count[p] =
        trm_function_breakpoints(function, &(trm_Along){1, variables, inputs, from, to}, points[p], BREAKPOINT_ROOM);
    for (int i = 0; i < count[p]; i++)
      for (int other = 0; other < p; other++)
        for (int j = 0; j < count[other]; j++)
          if (fabs(points[p][i] - points[other][j]) <= near) to = fmin(to, points[p][i]);
  }
  return to;
}

static double next_of_laws(const trm_Laws *laws, const double *inputs, double from, double to) {
  if (laws->drive) to = earliest_in(laws->drive, 0, inputs, from, to);
  if (laws->drive_rate) to = earliest_in(laws->drive_rate, 0, inputs, from, to);
  TRM_EACH_LAW(law, laws) {
    trm_LawFunction functions[TRM_LAW_FUNCTIONS];
    int count = law->kind->functions ? law->kind->functions(law->data, functions) : 0;
    for (int i = 0; i < count; i++) to = earliest_in(functions[i].function, functions[i].time, inputs, from, to);
  }
  return to;
}

/* u of signals with memory; one that is sampled is looked at at its times alone */
static double next_of_signals(const trm_Model *model, const double *inputs, double from, double to) {
  for (int e = 0; e < model->forces.signals.memory_count; e++) {
    const trm_Signal *signal = &model->forces.signals.items[e];
    if (!signal->memory.kind->sample) to = earliest_in(signal->input, 0, inputs, from, to);
  }
  return to;
}

double trm_system_breakpoint(const trm_Model *model, const double *inputs, double from, double to) {
  to = trm_signals_stop(model, inputs + model->inputs.count, from, to);
  return trm_system_function_breakpoint(model, inputs, from, to);
}

double trm_system_function_breakpoint(const trm_Model *model, const double *inputs, double from, double to) {
  to = next_of_signals(model, inputs, from, to);
  for (int l = 0; l < model->forces.load_count; l++)
    for (int n = 0; n < 3; n++) {
      if (model->forces.loads[l].force) to = earliest_in(&model->forces.loads[l].force[n], 0, inputs, from, to);
      if (model->forces.loads[l].moment) to = earliest_in(&model->forces.loads[l].moment[n], 0, inputs, from, to);
    }
  for (int l = 0; l < model->mesh.load_count; l++)
    for (int n = 0; n < 3; n++) {
      if (model->mesh.loads[l].force) to = earliest_along(&model->mesh.loads[l].force[n], inputs, from, to);
      if (model->mesh.loads[l].moment) to = earliest_along(&model->mesh.loads[l].moment[n], inputs, from, to);
    }
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++)
      to = next_of_laws(&model->joints[j].laws[c], inputs, from, to);
  return to;
}
