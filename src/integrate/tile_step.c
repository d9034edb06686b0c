/* Newton's method in lanes: each has a verdict of its own on its residual; evaluation, elimination and corrections are
   for all. */
#include "integrate/tile_step.h"
#include <math.h>
#include <string.h>
#include "linalg/tile_lu.h"
#include "math/vec3.h"
#include "system/tile.h"
#include "system/tile_motion.h"

/* Of a lane, in the step under way. */
typedef struct Lane {
  trm_Stepper *stepper;
  trm_Newton *newton;
  trm_Problem problem;
  trm_NewtonProgress progress;
  trm_NewtonMemory before; /* as the step began */
  bool chord;
  double measure;
  int iterations, factorizations;
} Lane;

struct trm_TileStepper {
  trm_Tile *tile;
  trm_TileLu *lu;
  Lane lane[TRM_TILE];
  unsigned apart;   /* lanes whose state was moved by others since their last step here */
  unsigned changed; /* ... whose solvers were used by others */
  trm_VelocityRule rule;
};

static const unsigned everyone = (1U << TRM_TILE) - 1;

#define EACH_LANE(l, set)                                                                                              \
  for (int l = 0; l < TRM_TILE; l++)                                                                                   \
    if ((set) >> l & 1)

/* ---- who is in it ---- */

static trm_TileLane lane_of(const trm_Stepper *stepper) {
  return (trm_TileLane){stepper->tools->system, stepper->state, stepper->tools->trial};
}

static bool may_join(const trm_Stepper *stepper) {
  const trm_StepTools *tools = stepper->tools;
  return *stepper->state->dropped_count == 0 && !tools->trial->watches && tools->newton->factored &&
         tools->system->turning_count == 0 && !trm_newton_keeps(tools->system->tangent_work);
}

static void set_lane(trm_TileStepper *tile, int lane, trm_Stepper *stepper) {
  tile->lane[lane] = (Lane){.stepper = stepper, .newton = stepper->tools->newton};
  tile->apart |= 1U << lane, tile->changed |= 1U << lane;
}

trm_Status trm_tile_stepper_new(trm_TileStepper **out, trm_Stepper *stepper) {
  *out = NULL;
  if (!may_join(stepper)) return TRM_OK;
  trm_TileStepper *tile = TRM_NEW(trm_TileStepper, 1);
  trm_TileLane lane = lane_of(stepper);
  trm_Status status = tile ? trm_tile_new(&tile->tile, &lane) : TRM_NO_MEMORY;
  if (status == TRM_OK)
    status = trm_tile_lu_new(&tile->lu, stepper->tools->newton->lu, lane.system->pattern,
                             &(trm_TileParts){tile->tile->part_count, tile->tile->part_to});
  if (status != TRM_OK) {
    trm_tile_stepper_free(tile);
    return status == TRM_BAD_ARGUMENT ? TRM_OK : status;
  }
  set_lane(tile, 0, stepper);
  tile->apart = everyone;
  *out = tile;
  return TRM_OK;
}

void trm_tile_stepper_free(trm_TileStepper *tile) {
  if (!tile) return;
  trm_tile_free(tile->tile);
  trm_tile_lu_free(tile->lu);
  trm_release(tile);
}

bool trm_tile_stepper_join(trm_TileStepper *tile, trm_Stepper *stepper) {
  trm_TileLane lane = lane_of(stepper);
  int place = tile->tile->count;
  if (place == TRM_TILE || !may_join(stepper) || !trm_tile_lu_join(tile->lu, place, stepper->tools->newton->lu) ||
      !trm_tile_join(tile->tile, &lane))
    return false;
  set_lane(tile, place, stepper);
  return true;
}

int trm_tile_stepper_count(const trm_TileStepper *tile) { return tile->tile->count; }

/* ---- a step ---- */

static void begin_lane(trm_TileStepper *tile, int l, double h) {
  Lane *lane = &tile->lane[l];
  trm_StepTools *tools = lane->stepper->tools;
  if (!tile->tile->plain) trm_trial_begin(tools->trial, lane->stepper->state, h, tile->rule);
  trm_StepEquations equations = trm_step_pair(lane->stepper);
  lane->problem = trm_step_series(lane->stepper, &equations);
  lane->newton->options.backtrack = false;
  lane->newton->options.tangent_work = tools->system->tangent_work;
  lane->before = lane->newton->memory;
  lane->progress = trm_newton_begin(lane->newton, &lane->problem);
  lane->iterations = lane->factorizations = 0;
  if (!tile->tile->plain) trm_tile_take_trial(tile->tile, l);
}

/* Verdicts on the residuals. *done: converged; *lost: to be left; *factor: need a tangent and its factors; *last: what
   is done after this correction. */
typedef struct Verdicts {
  unsigned done, lost, factor, last;
} Verdicts;

/* of the residual before: what hardly falls */
static const double still = 0.25;

static void judge_lane(trm_TileStepper *tile, int l, bool tangent, double measure, Verdicts *verdicts) {
  Lane *lane = &tile->lane[l];
  unsigned bit = 1U << l;
  trm_NewtonProgress *progress = &lane->progress;
  lane->measure = measure;
  lane->stepper->tools->scales = tile->tile->size[l];
  trm_NewtonLook look = {.measure = measure, .tangent = tangent};
  /* whether it is the round-off of positions its own matrix tells */
  bool unclear = progress->iteration > 0 && !progress->chord && measure > still * progress->last;
  if (unclear) {
    verdicts->lost |= bit;
    return;
  }
  trm_NewtonVerdict verdict = trm_newton_judge(lane->newton, &lane->problem, progress, &look, &lane->chord);
  if (verdict == TRM_NEWTON_IS_CONVERGED) {
    verdicts->done |= bit;
    return;
  }
  bool goes_on = verdict == TRM_NEWTON_GO_ON || verdict == TRM_NEWTON_LAST;
  if (!goes_on || progress->doubted || progress->iteration == lane->newton->options.iterations) {
    verdicts->lost |= bit;
    return;
  }
  if (!lane->chord) verdicts->factor |= bit;
  if (verdict == TRM_NEWTON_LAST) verdicts->last |= bit;
}

/* residuals, with tangents where some want them */
static Verdicts look(trm_TileStepper *tile, double h, unsigned active) {
  Verdicts verdicts = {0};
  unsigned tangents = 0;
  double size[TRM_TILE];
  EACH_LANE(l, active) {
    const Lane *lane = &tile->lane[l];
    if (trm_newton_wants_tangent(lane->newton, &lane->problem, &lane->progress)) tangents |= 1U << l;
  }
  trm_tile_evaluate(tile->tile, h, tile->rule.slope, tangents != 0);
  trm_tile_residual_size(tile->tile, size);
  EACH_LANE(l, active) judge_lane(tile, l, tangents >> l & 1, size[l], &verdicts);
  if (verdicts.factor & ~tangents && !tangents) trm_tile_evaluate(tile->tile, h, tile->rule.slope, true);
  return verdicts;
}

static void count_lane(trm_TileStepper *tile, int l, bool factored, double largest) {
  Lane *lane = &tile->lane[l];
  lane->iterations++, lane->factorizations += factored;
  if (factored) lane->newton->factored = true;
  trm_newton_count(lane->newton, &lane->problem, &lane->progress, lane->chord,
                   &(trm_NewtonCorrection){lane->measure, largest});
  lane->progress.iteration++;
}

/* One correction of the lanes in a set; those whose solutions are good are returned. */
static unsigned correct(trm_TileStepper *tile, unsigned lanes, unsigned factor) {
  trm_Tile *seen = tile->tile;
  _Alignas(8 * TRM_TILE) double largest[TRM_TILE];
  unsigned good = lanes;
  seen->moves->negate(seen->taken, seen->residual, seen->map.unknowns);
  if (factor == lanes) {
    good = trm_tile_lu_factor(tile->lu, seen->parts, everyone, seen->taken);
    trm_tile_lu_finish(tile->lu, seen->taken);
  } else {
    if (factor) good = (lanes & ~factor) | trm_tile_lu_factor(tile->lu, seen->parts, factor, NULL);
    trm_tile_lu_solve(tile->lu, seen->taken);
  }
  good &= lanes;
  seen->moves->largest(seen->taken, seen->unit, NULL, NULL, seen->map.unknowns, largest);
  EACH_LANE(l, good) {
    if (!isfinite(largest[l])) good &= ~(1U << l);
  }
  EACH_LANE(l, good) count_lane(tile, l, factor >> l & 1, largest[l]);
  trm_tile_correct(seen, tile->rule, good);
  return good;
}

/* The lanes that come to a solution. */
static unsigned solve(trm_TileStepper *tile, double h, unsigned lanes) {
  unsigned active = lanes, done = 0;
  while (active) {
    Verdicts verdicts = look(tile, h, active);
    done |= verdicts.done;
    active &= ~verdicts.done & ~verdicts.lost;
    if (!active) break;
    active = correct(tile, active, verdicts.factor & active);
    done |= verdicts.last & active;
    active &= ~verdicts.last;
  }
  return done;
}

/* A lane's counters of rotations go to the tile, or come from there; where somebody counts. */
static void move_turns(const trm_TileStepper *tile, int l, bool back) {
  trm_Turns *turns = tile->lane[l].stepper->turns;
  for (int i = 3; turns && i < 3 * tile->tile->map.nodes; i++) {
    double *turned = tile->tile->motion.turned + i * TRM_TILE + l, *lost = tile->tile->motion.lost + i * TRM_TILE + l;
    trm_Turns *own = &turns[i / 3];
    if (back)
      own->turned[i % 3] = *turned, own->lost[i % 3] = *lost;
    else
      *turned = own->turned[i % 3], *lost = own->lost[i % 3];
  }
}

static void count_large_turns(const trm_TileStepper *tile, int l) {
  trm_Turns *turns = tile->lane[l].stepper->turns;
  if (!turns) return;
  move_turns(tile, l, true);
  const double *turn = tile->tile->motion.turn + l;
  for (int t = 1; t < tile->tile->map.nodes; t++) {
    const double *at = turn + (size_t)(3 * t) * TRM_TILE, r[3] = {at[0], at[TRM_TILE], at[2 * TRM_TILE]};
    trm_turn_add(&turns[t], r);
  }
  move_turns(tile, l, false);
}

/* what the step loses of the rotations */
static void count_turns(const trm_TileStepper *tile, unsigned taken) {
  unsigned small = 0;
  EACH_LANE(l, taken) {
    if (tile->tile->largest_turn[l] < trm_small_turn)
      small |= 1U << l;
    else
      count_large_turns(tile, l);
  }
  tile->tile->moves->count_turns(&tile->tile->map, &tile->tile->motion, small);
}

/* The states of those that were solved are those of the step's end. */
static unsigned accept(trm_TileStepper *tile, double h, unsigned begun, unsigned solved) {
  unsigned taken = 0;
  if (tile->tile->plain) {
    taken = trm_tile_accept(tile->tile, h, tile->rule.slope, &(trm_TileLanes){begun, solved});
    count_turns(tile, taken);
    return taken;
  }
  EACH_LANE(l, solved) {
    trm_tile_give_trial(tile->tile, l);
    if (trm_step_accept(tile->lane[l].stepper, (trm_Settled){0}) == TRM_OK) taken |= 1U << l;
  }
  return taken;
}

static void end_lane(trm_TileStepper *tile, int l, bool taken, trm_StepReport *report) {
  Lane *lane = &tile->lane[l];
  lane->newton->options.tangent_work = 0;
  if (!taken) { /* as if nothing had been tried */
    lane->newton->memory = lane->before;
    lane->newton->factored = false;
    if (tile->tile->plain) move_turns(tile, l, true);
    tile->apart |= 1U << l, tile->changed |= 1U << l;
    return;
  }
  trm_newton_end(lane->newton, lane->iterations, TRM_OK);
  report->newton.iterations += lane->iterations, report->newton.factorizations += lane->factorizations;
  report->newton.measure = lane->measure;
  report->substeps++;
}

/* The state is the lane's own. */
static void leave(trm_TileStepper *tile, int l) {
  if (!(tile->apart >> l & 1) && l < tile->tile->count) {
    trm_tile_give_state(tile->tile, l);
    if (tile->tile->plain) move_turns(tile, l, true);
  }
  tile->apart |= 1U << l;
}

unsigned trm_tile_step(trm_TileStepper *tile, double h, unsigned lanes, trm_StepReport *reports) {
  tile->rule = (trm_VelocityRule){2 / h, -1, 0};
  EACH_LANE(l, lanes & tile->changed) {
    if (!trm_tile_lu_join(tile->lu, l, tile->lane[l].newton->lu)) lanes &= ~(1U << l);
  }
  tile->changed &= ~lanes;
  EACH_LANE(l, lanes & tile->apart) {
    trm_tile_take_state(tile->tile, l);
    move_turns(tile, l, false);
  }
  tile->apart &= ~lanes;
  EACH_LANE(l, ~(lanes | tile->apart)) leave(tile, l);
  if (tile->tile->plain) {
    unsigned begun = trm_tile_begin(tile->tile, h, tile->rule, lanes);
    EACH_LANE(l, lanes & ~begun) leave(tile, l);
    lanes = begun;
  }
  EACH_LANE(l, lanes) begin_lane(tile, l, h);
  unsigned taken = accept(tile, h, lanes, solve(tile, h, lanes));
  EACH_LANE(l, lanes) end_lane(tile, l, taken >> l & 1, &reports[l]);
  if (!tile->tile->plain) tile->apart |= lanes;
  return taken;
}

void trm_tile_left(trm_TileStepper *tile, int lane) {
  leave(tile, lane);
  tile->changed |= 1U << lane;
}
