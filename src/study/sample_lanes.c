/* Samples side by side: each has a runner of its own; their simulations are advanced together. */
#include <string.h>
#include "analysis/tile_run.h"
#include "base/memory.h"
#include "study/study.h"

struct trm_LaneRunner {
  trm_SampleRunner lane[TRM_TILE];
};

trm_LaneRunner *trm_lane_runner_new(const trm_SampleRunner *like) {
  trm_LaneRunner *runner = TRM_NEW(trm_LaneRunner, 1);
  bool good = runner != NULL;
  for (int i = 0; good && i < TRM_TILE; i++) {
    good = trm_runner_open(&runner->lane[i], like->study);
    runner->lane[i].stopped = like->stopped, runner->lane[i].user = like->user;
  }
  if (good) return runner;
  trm_lane_runner_free(runner);
  return NULL;
}

void trm_lane_runner_free(trm_LaneRunner *runner) {
  if (!runner) return;
  for (int i = 0; i < TRM_TILE; i++) trm_runner_close(&runner->lane[i]);
  trm_release(runner);
}

/* rows of those that came to an output; who has come to an end leaves. True: some go on */
static bool take_rows(trm_LaneRunner *runner, trm_TileRun *run, trm_Status status[TRM_TILE], trm_SampleEnd *ends) {
  bool any = false;
  for (int i = 0; i < TRM_TILE; i++) {
    if (!run->simulation[i]) continue;
    ends[i].status = trm_sample_row(&runner->lane[i], status[i]);
    if (ends[i].status != TRM_OK) run->simulation[i] = NULL;
    any = any || run->simulation[i];
  }
  return any;
}

static trm_Status advance(trm_LaneRunner *runner, trm_TileRun *run, trm_SampleEnd *ends) {
  trm_Status status[TRM_TILE], advanced = TRM_OK;
  bool any = false;
  for (int i = 0; i < TRM_TILE; i++) any = any || run->simulation[i];
  while (any && advanced == TRM_OK) {
    if (trm_runner_stopped(&runner->lane[0])) return TRM_CANCELLED;
    advanced = trm_tile_run_advance(run, status);
    if (advanced == TRM_OK) any = take_rows(runner, run, status, ends);
  }
  return advanced;
}

trm_Status trm_samples_run(trm_LaneRunner *runner, const int64_t *samples, int count, trm_SampleEnd *ends) {
  trm_TileRun run = {0};
  trm_Status status = TRM_OK;
  for (int i = 0; i < count; i++) {
    ends[i].sample = samples[i], ends[i].failure = NULL;
    ends[i].status = trm_sample_begin(&runner->lane[i], samples[i]);
    if (ends[i].status != TRM_OK) continue;
    if (!runner->lane[i].between)
      run.simulation[i] = runner->lane[i].simulation;
    else
      ends[i].status = trm_sample_through(&runner->lane[i]);
    if (ends[i].status == TRM_CANCELLED) status = TRM_CANCELLED;
  }
  if (status == TRM_OK) status = advance(runner, &run, ends);
  trm_tile_run_free(&run);
  for (int i = 0; i < count; i++) {
    trm_Status end = status != TRM_OK ? status : ends[i].status == TRM_FINISHED ? TRM_OK : ends[i].status;
    ends[i].status = trm_sample_end(&runner->lane[i], end, ends[i].values, &ends[i].failure);
    ends[i].in_lanes = 2 * run.counts[i].together > run.counts[i].all;
    if (ends[i].status == TRM_NO_MEMORY) status = TRM_NO_MEMORY;
  }
  return status;
}
