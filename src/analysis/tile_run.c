/* Step by step: those whose next steps are alike together, the others one by one. */
#include "analysis/tile_run.h"
#include <string.h>
#include "analysis/dynamic.h"
#include "integrate/tile_step.h"

static trm_Stepper *stepper_of(const trm_Simulation *s) { return s->dynamics ? s->dynamics->stepper : NULL; }

/* The first that can be in a tile, and those that can be beside it. */
static trm_Status make_tile(trm_TileRun *run) {
  trm_Status status = TRM_OK;
  double h;
  run->made = true;
  for (int i = 0; i < TRM_TILE; i++) run->lane_of[i] = -1;
  for (int i = 0; i < TRM_TILE && status == TRM_OK; i++) {
    trm_Simulation *s = run->simulation[i];
    if (!s || !trm_dynamic_next(s, &h)) continue;
    if (!run->stepper) {
      status = trm_tile_stepper_new(&run->stepper, stepper_of(s));
      if (run->stepper) run->lane_of[i] = 0;
    } else if (trm_tile_stepper_join(run->stepper, stepper_of(s))) {
      run->lane_of[i] = trm_tile_stepper_count(run->stepper) - 1;
    }
  }
  return status == TRM_OK && run->stepper ? trm_tile_stepper_complete(run->stepper) : status;
}

/* Those of a set whose next step has the same size as that of the first: lanes of the tile. */
static unsigned alike(trm_TileRun *run, unsigned pending, double *h) {
  unsigned lanes = 0;
  int count = 0;
  for (int i = 0; run->stepper && i < TRM_TILE; i++) {
    double own;
    if (!(pending >> i & 1) || run->lane_of[i] < 0 || !trm_dynamic_next(run->simulation[i], &own)) continue;
    if (count == 0) *h = own;
    if (own == *h) lanes |= 1U << run->lane_of[i], count++;
  }
  return count > 1 ? lanes : 0;
}

/* Runs that take steps of one size. A value of one call. */
typedef struct Rolling {
  trm_TileRun *run;
  unsigned *pending;
  trm_Status *status;
  double h;
} Rolling;

static bool next_of_lane(void *self, int lane, const trm_StepReport *report) {
  const Rolling *rolling = self;
  trm_TileRun *run = rolling->run;
  int i = 0;
  while (run->lane_of[i] != lane) i++;
  trm_Simulation *s = run->simulation[i];
  bool output = false, stops = trm_dynamic_stops(s);
  double own;
  if (!report || stops) trm_tile_left(run->stepper, lane);
  trm_Status status =
      report ? trm_simulation_took_step(s, rolling->h, report, &output) : trm_simulation_take_step(s, &output);
  rolling->status[i] = status;
  run->counts[i].together += report != NULL, run->counts[i].all++;
  if (status != TRM_OK || output) *rolling->pending &= ~(1U << i);
  return status == TRM_OK && !output && !stops && trm_dynamic_next(s, &own) && own == rolling->h;
}

/* one step of each in a set; who has come to an output or an end leaves it */
static void step_all(trm_TileRun *run, unsigned *pending, trm_Status status[TRM_TILE]) {
  trm_StepReport reports[TRM_TILE];
  double h = 0;
  memset(reports, 0, sizeof reports);
  unsigned lanes = alike(run, *pending, &h);
  if (lanes && trm_tile_rolls(run->stepper)) {
    trm_tile_steps(run->stepper, h, lanes, &(trm_TileFollow){&(Rolling){run, pending, status, h}, next_of_lane});
    return;
  }
  unsigned taken = lanes ? trm_tile_step(run->stepper, h, lanes, reports) : 0;
  for (int i = 0; i < TRM_TILE; i++) {
    if (!(*pending >> i & 1)) continue;
    int lane = run->lane_of[i];
    bool output = false, together = lane >= 0 && taken >> lane & 1;
    if (lane >= 0 && (!together || trm_dynamic_stops(run->simulation[i]))) trm_tile_left(run->stepper, lane);
    if (together)
      status[i] = trm_simulation_took_step(run->simulation[i], h, &reports[lane], &output);
    else
      status[i] = trm_simulation_take_step(run->simulation[i], &output);
    run->counts[i].together += together, run->counts[i].all++;
    if (status[i] != TRM_OK || output) *pending &= ~(1U << i);
  }
}

trm_Status trm_tile_run_advance(trm_TileRun *run, trm_Status status[TRM_TILE]) {
  unsigned pending = 0;
  for (int i = 0; i < TRM_TILE; i++)
    if (run->simulation[i]) pending |= 1U << i, status[i] = TRM_OK;
  bool first = !run->made;
  for (int i = 0; i < TRM_TILE; i++) run->lane_of[i] = first ? -1 : run->lane_of[i];
  while (pending) {
    step_all(run, &pending, status);
    if (run->made) continue;
    trm_Status made = make_tile(run);
    if (made != TRM_OK) return made;
  }
  return TRM_OK;
}

void trm_tile_run_free(trm_TileRun *run) {
  trm_tile_stepper_free(run->stepper);
  run->stepper = NULL;
}
