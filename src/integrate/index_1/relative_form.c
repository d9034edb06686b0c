/* The index-1 form in relative coordinates (relative.h). */
#include "integrate/index_1/ode_motion.h"
#include "integrate/index_1/relative.h"

/* unknowns that move less what the constraints that count take */
static int mobility(const trm_System *system, const trm_State *state) {
  int freedom = (int)*state->dropped_count;
  for (int i = 0; i < system->numbering.count; i++) freedom += system->multiplier_of[i] < 0 ? 1 : -1;
  return freedom;
}

static trm_Status open_form(trm_OdeMotion *motion) {
  const trm_StepTools *tools = motion->tools;
  trm_State *state = motion->state;
  trm_Relative *relative;
  trm_Status status = trm_relative_new(&relative, tools->snapshot, mobility(tools->system, state));
  motion->data = relative;
  return status;
}

static void close_form(trm_OdeMotion *motion) { trm_relative_free(motion->data); }

static int size(const trm_OdeMotion *motion) { return trm_relative_size(motion->data); }

static void scales(const trm_OdeMotion *motion, double duration, double *out) {
  trm_relative_scales(motion->data, duration, out);
}

static trm_Status pack(const trm_OdeMotion *motion, double *y) {
  trm_relative_pack(motion->data, motion->state, y);
  return TRM_OK;
}

static trm_Status rates(trm_OdeMotion *motion, double t, const double *y, double *y_dot, trm_RateInstant *at) {
  trm_relative_states(motion->data, motion->z);
  trm_Status status = trm_relative_rates(motion->data, motion->state, t, y, y_dot);
  at->now = trm_relative_instant(motion->data, &at->lambda);
  return status;
}

static trm_Status settle(trm_OdeMotion *motion, double *y) {
  return trm_relative_settle(motion->data, motion->state, motion->inside, y);
}

/* Which rows of the loops count is decided anew at every instant; where that goes wrong the balance of energy shows
   it. */
/* of the energy that moved: a run that has lost track of more stops. Chosen well above what tolerances leave. */
#define MAY_LOSE 1e-3

const trm_OdeForm trm_relative_form = {"relative", MAY_LOSE, open_form, close_form, size, scales, pack, rates, settle};
