/* Newton's method in lanes: each has a verdict of its own on its residual; evaluation, elimination and corrections are
   for all. Where factors serve several steps each lane makes them by itself, when it is due, with its own solver; the
   tile solves with them. What it cannot follow in an iteration the lane goes on with alone. */
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
  trm_Status status; /* why it is lost, where that is what came of the step alone; TRM_OK: it is to be tried alone */
} Lane;

struct trm_TileStepper {
  trm_Tile *tile;
  trm_TileLu *lu;
  Lane lane[TRM_TILE];
  unsigned apart;   /* lanes whose state was moved by others since their last step here */
  unsigned changed; /* ... whose solvers were used by others */
  trm_VelocityRule rule;
  bool keeps;            /* factors serve several steps, and are the lanes' own */
  double *place;         /* [9 turning][lane]: where they were made */
  unsigned solves;       /* lanes whose own solvers have other fronts than the tile */
  unsigned turns, alone; /* lanes whose factors turn along; that have gone on by themselves in their step */
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
  return *stepper->state->dropped_count == 0 && !tools->trial->watches && tools->newton->factored;
}

static bool keeps(const trm_Stepper *stepper) { return trm_newton_keeps(stepper->tools->system->tangent_work); }

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
  tile->keeps = keeps(stepper);
  tile->place = TRM_NEW(double, 9 * TRM_TILE * (size_t)(lane.system->turning_count + 1));
  if (!tile->place) return trm_tile_stepper_free(tile), TRM_NO_MEMORY;
  *out = tile;
  return TRM_OK;
}

void trm_tile_stepper_free(trm_TileStepper *tile) {
  if (!tile) return;
  trm_tile_free(tile->tile);
  trm_tile_lu_free(tile->lu);
  trm_release(tile->place);
  trm_release(tile);
}

bool trm_tile_stepper_join(trm_TileStepper *tile, trm_Stepper *stepper) {
  trm_TileLane lane = lane_of(stepper);
  int place = tile->tile->count;
  if (place == TRM_TILE || !may_join(stepper) || tile->keeps != keeps(stepper)) return false;
  bool solves = tile->keeps || trm_tile_lu_join(tile->lu, place, stepper->tools->newton->lu);
  if (!solves || !trm_tile_join(tile->tile, &lane)) return false;
  set_lane(tile, place, stepper);
  return true;
}

trm_Status trm_tile_stepper_complete(trm_TileStepper *tile) { return trm_tile_complete(tile->tile); }

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
  lane->iterations = lane->factorizations = 0, lane->status = TRM_OK;
  tile->alone &= ~(1U << l);
  if (!tile->tile->plain) trm_tile_take_trial(tile->tile, l);
}

/* Verdicts on the residuals. *done: converged; *lost: to be left; *factor: need a tangent and its factors; *last: what
   is done after this correction. */
typedef struct Verdicts {
  unsigned done, lost, factor, last;
} Verdicts;

/* of the residual before: what hardly falls */
static const double still = 0.25;

/* ---- lanes with factors of their own ---- */

/* Residual and tangent of a lane by its own system. */
static void evaluate_own(trm_TileStepper *tile, int l) {
  Lane *lane = &tile->lane[l];
  trm_tile_give_trial(tile->tile, l);
  trm_newton_evaluate(lane->newton, &lane->problem);
  trm_tile_put_residual(tile->tile, l, lane->newton->residual, &lane->stepper->tools->scales);
}

/* The factors of a lane's own solver are those of the tile; where it eliminates by other fronts it solves by itself. */
static void take_factors(trm_TileStepper *tile, int l) {
  const trm_Newton *newton = tile->lane[l].newton;
  const trm_System *system = tile->tile->system[l];
  unsigned bit = 1U << l;
  tile->turns &= ~bit, tile->solves &= ~bit;
  if (!newton->factored) return;
  if (!trm_tile_lu_take(tile->lu, l, newton->lu)) tile->solves |= bit;
  if (newton->placed) trm_tile_spread(tile->place, l, newton->place, 9 * (size_t)system->turning_count);
  if (newton->placed) tile->turns |= bit;
}

/* New factors of the present iterate; those that have them. */
static unsigned factor_own(trm_TileStepper *tile, unsigned lanes) {
  EACH_LANE(l, lanes) {
    Lane *lane = &tile->lane[l];
    lane->status = trm_newton_factor(lane->newton, &lane->problem);
    lane->factorizations++;
    if (lane->status != TRM_OK) lanes &= ~(1U << l), lane->iterations++;
    take_factors(tile, l);
  }
  return lanes;
}

/* tile->taken = K^-1 tile->taken in the lanes of a set; those that have a solution. */
static unsigned solve_with_factors(trm_TileStepper *tile, unsigned lanes) {
  trm_Tile *seen = tile->tile;
  size_t n = (size_t)seen->map.unknowns;
  unsigned own = tile->solves & lanes;
  EACH_LANE(l, own) trm_tile_collect(tile->lane[l].newton->residual, seen->taken, l, n);
  if (lanes & ~own) trm_tile_lu_solve(tile->lu, seen->taken);
  EACH_LANE(l, own) {
    trm_Newton *newton = tile->lane[l].newton;
    tile->lane[l].status = trm_lu_solve_unchecked(newton->lu, newton->residual);
    if (tile->lane[l].status != TRM_OK) lanes &= ~(1U << l), tile->lane[l].iterations++;
    trm_tile_spread(seen->taken, l, newton->residual, n);
  }
  return lanes;
}

/* The rest of an iteration, by the lane's own solver. */
static bool go_on_alone(trm_TileStepper *tile, int l, trm_NewtonSeen seen, bool tangent) {
  Lane *lane = &tile->lane[l];
  size_t n = (size_t)tile->tile->map.unknowns;
  trm_NewtonReport report = {.measure = lane->measure};
  if (seen.verdict == TRM_NEWTON_GO_ON && !seen.chord && !tangent) evaluate_own(tile, l);
  trm_tile_give_trial(tile->tile, l);
  trm_tile_collect(lane->newton->residual, tile->tile->residual, l, n);
  trm_tile_collect(lane->newton->taken, tile->tile->taken, l, n);
  lane->status = trm_newton_go_on(lane->newton, &lane->problem, &lane->progress, seen, &report);
  lane->iterations += report.iterations, lane->factorizations += report.factorizations;
  lane->measure = report.measure;
  tile->alone |= 1U << l, tile->changed |= 1U << l;
  return lane->status == TRM_OK;
}

/* ---- an iteration ---- */

/* What one needs to know that only its own system can tell. */
static void tell(trm_TileStepper *tile, int l) {
  Lane *lane = &tile->lane[l];
  if (trm_newton_asks(&lane->progress, lane->measure)) trm_tile_give_trial(tile->tile, l);
  if (tile->keeps) trm_tile_collect(lane->newton->residual, tile->tile->residual, l, (size_t)tile->tile->map.unknowns);
}

static void judge_lane(trm_TileStepper *tile, int l, const trm_NewtonLook *look, Verdicts *verdicts) {
  Lane *lane = &tile->lane[l];
  unsigned bit = 1U << l;
  trm_NewtonProgress *progress = &lane->progress;
  lane->measure = look->measure;
  lane->stepper->tools->scales = tile->tile->size[l];
  /* whether it is the round-off of positions its own matrix tells */
  bool unclear = progress->iteration > 0 && !progress->chord && look->measure > still * progress->last;
  if (unclear && !tile->keeps) {
    verdicts->lost |= bit;
    return;
  }
  if (unclear || trm_newton_asks(progress, look->measure)) tell(tile, l);
  trm_NewtonVerdict verdict = trm_newton_judge(lane->newton, &lane->problem, progress, look, &lane->chord);
  if (verdict == TRM_NEWTON_IS_CONVERGED) {
    verdicts->done |= bit;
    return;
  }
  bool goes_on = verdict == TRM_NEWTON_GO_ON || verdict == TRM_NEWTON_LAST;
  if (!goes_on || progress->doubted || progress->iteration == lane->newton->options.iterations) {
    bool solved = tile->keeps && go_on_alone(tile, l, (trm_NewtonSeen){verdict, lane->chord}, look->tangent);
    *(solved ? &verdicts->done : &verdicts->lost) |= bit;
    return;
  }
  if (!lane->chord) verdicts->factor |= bit;
  if (verdict == TRM_NEWTON_LAST) verdicts->last |= bit;
}

/* Of the step so far, by lanes. */
static void find_work(const trm_TileStepper *tile, unsigned active, double work[TRM_TILE]) {
  const trm_Tile *seen = tile->tile;
  seen->moves->work(&seen->map, &seen->motion, seen->residual, work);
  EACH_LANE(l, active) {
    const trm_System *system = seen->system[l];
    for (int a = 0; a < system->active_count; a++) {
      const trm_Active *one = &system->active[a];
      work[l] += seen->residual[one->unknown * TRM_TILE + l] *
                 (seen->trial[l]->x_f[one->coordinate] - seen->state[l]->x[one->coordinate]);
    }
  }
}

/* residuals, with tangents where some want them */
static Verdicts look(trm_TileStepper *tile, double h, unsigned active) {
  Verdicts verdicts = {0};
  unsigned tangents = 0;
  double size[TRM_TILE];
  _Alignas(8 * TRM_TILE) double work[TRM_TILE] = {0};
  EACH_LANE(l, active) {
    const Lane *lane = &tile->lane[l];
    if (trm_newton_wants_tangent(lane->newton, &lane->problem, &lane->progress)) tangents |= 1U << l;
  }
  unsigned own = tile->keeps ? tangents : 0;
  if (active & ~own)
    trm_tile_evaluate(tile->tile, h, tile->rule.slope, (trm_TileWanted){active & ~own, tangents != own});
  EACH_LANE(l, own) evaluate_own(tile, l);
  trm_tile_residual_size(tile->tile, size);
  if (tile->keeps) find_work(tile, active, work);
  EACH_LANE(l, active) {
    const trm_NewtonLook seen = {size[l], work[l], tile->lane[l].stepper->state->works->largest_energy,
                                 tangents >> l & 1};
    judge_lane(tile, l, &seen, &verdicts);
  }
  unsigned missing = verdicts.factor & ~tangents;
  EACH_LANE(l, tile->keeps ? missing : 0) evaluate_own(tile, l);
  if (!tile->keeps && missing && !tangents)
    trm_tile_evaluate(tile->tile, h, tile->rule.slope, (trm_TileWanted){active, true});
  return verdicts;
}

static void count_lane(trm_TileStepper *tile, int l, bool factored, double largest) {
  Lane *lane = &tile->lane[l];
  lane->iterations++, lane->factorizations += factored && !tile->keeps;
  if (factored) lane->newton->factored = true;
  trm_newton_count(lane->newton, &lane->problem, &lane->progress, lane->chord,
                   &(trm_NewtonCorrection){lane->measure, largest});
  lane->progress.iteration++;
}

/* Factors of some lanes are of the present iterate. */
static void note_place(trm_TileStepper *tile, unsigned lanes) {
  const trm_Tile *seen = tile->tile;
  const trm_System *system = seen->system[0];
  for (int i = 0; i < system->turning_count; i++) {
    const double *now = seen->motion.q_f + (size_t)system->turning[i].triad * TRM_TILE;
    double *then = tile->place + (size_t)(9 * i) * TRM_TILE;
    EACH_LANE(l, lanes) {
      for (int n = 0; n < 9; n++) then[n * TRM_TILE + l] = now[n * TRM_TILE + l];
    }
  }
  if (system->turning_count > 0) tile->turns |= lanes;
}

/* New factors in some lanes: those that have them. */
static unsigned factor_some(trm_TileStepper *tile, unsigned lanes) {
  if (tile->keeps) return factor_own(tile, lanes);
  note_place(tile, lanes);
  return trm_tile_lu_factor(tile->lu, tile->tile->parts, lanes, NULL);
}

/* Solves for -residual, with new factors in some lanes; those whose pivots are good. */
static unsigned solve_linear(trm_TileStepper *tile, unsigned lanes, unsigned factor) {
  trm_Tile *seen = tile->tile;
  seen->moves->negate(seen->taken, seen->residual, seen->map.unknowns);
  if (!tile->keeps && factor == lanes) {
    note_place(tile, lanes);
    unsigned good = trm_tile_lu_factor(tile->lu, seen->parts, everyone, seen->taken);
    trm_tile_lu_finish(tile->lu, seen->taken);
    return good & lanes;
  }
  unsigned good = lanes & ~factor;
  if (factor) good |= factor_some(tile, factor);
  const trm_System *system = seen->system[0];
  trm_TileTurn turn = {system->turning, system->turning_count, tile->place, true, tile->turns & lanes & ~factor};
  if (turn.lanes) seen->moves->turn(&seen->motion, &turn, seen->taken);
  good = solve_with_factors(tile, good);
  turn.back = false;
  if (turn.lanes) seen->moves->turn(&seen->motion, &turn, seen->taken);
  return good & lanes;
}

/* One correction of the lanes in a set; those whose solutions are good are returned. */
static unsigned correct(trm_TileStepper *tile, unsigned lanes, unsigned factor) {
  trm_Tile *seen = tile->tile;
  _Alignas(8 * TRM_TILE) double largest[TRM_TILE];
  unsigned good = solve_linear(tile, lanes, factor);
  seen->moves->largest(seen->taken, seen->unit, NULL, NULL, seen->map.unknowns, largest);
  EACH_LANE(l, good) {
    if (!isfinite(largest[l])) good &= ~(1U << l), tile->lane[l].status = TRM_NOT_FINITE, tile->lane[l].iterations++;
  }
  EACH_LANE(l, good) count_lane(tile, l, factor >> l & 1, largest[l]);
  trm_tile_correct(seen, good);
  return good;
}

/* A look, and a correction where it goes on. Who comes to a solution leaves the set and is returned, who cannot leaves
   it. */
static unsigned iterate(trm_TileStepper *tile, double h, unsigned *active) {
  Verdicts verdicts = look(tile, h, *active);
  *active &= ~verdicts.done & ~verdicts.lost;
  if (*active) *active = correct(tile, *active, verdicts.factor & *active);
  unsigned done = verdicts.done | (verdicts.last & *active);
  *active &= ~verdicts.last;
  return done;
}

/* The lanes that come to a solution. */
static unsigned solve(trm_TileStepper *tile, double h, unsigned lanes) {
  unsigned active = lanes, done = 0;
  while (active) {
    done |= iterate(tile, h, &active);
    trm_tile_update(tile->tile, tile->rule);
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

static bool accept_lane(trm_TileStepper *tile, int l) {
  if (!(tile->alone >> l & 1)) trm_tile_give_trial(tile->tile, l);
  tile->lane[l].status = trm_step_accept(tile->lane[l].stepper, (trm_Settled){0});
  return tile->lane[l].status == TRM_OK;
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
    if (accept_lane(tile, l)) taken |= 1U << l;
  }
  return taken;
}

/* The step has failed for good: who takes it alone begins where it would be then. */
static void refuse_lane(Lane *lane, double h, bool solved) {
  trm_newton_end(lane->newton, lane->iterations, solved ? TRM_OK : lane->status);
  lane->stepper->tried = (trm_TriedStep){h, lane->status, lane->iterations, lane->factorizations, lane->measure};
}

/* as if nothing had been tried */
static void undo_lane(Lane *lane) {
  lane->newton->memory = lane->before;
  lane->newton->factored = false;
}

typedef struct LaneEnd {
  double h;
  bool solved, taken;
} LaneEnd;

static void end_lane(trm_TileStepper *tile, int l, LaneEnd end, trm_StepReport *report) {
  Lane *lane = &tile->lane[l];
  lane->newton->options.tangent_work = 0;
  if (!end.taken) {
    if (tile->keeps)
      refuse_lane(lane, end.h, end.solved);
    else
      undo_lane(lane);
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

/* Those of a set that have been elsewhere come back; who has other fronts now does not. */
static unsigned return_to(trm_TileStepper *tile, unsigned lanes) {
  EACH_LANE(l, lanes & tile->changed) {
    if (tile->keeps)
      take_factors(tile, l);
    else if (!trm_tile_lu_join(tile->lu, l, tile->lane[l].newton->lu))
      lanes &= ~(1U << l);
  }
  tile->changed &= ~lanes;
  EACH_LANE(l, lanes & tile->apart) {
    trm_tile_take_state(tile->tile, l);
    move_turns(tile, l, false);
  }
  tile->apart &= ~lanes;
  return lanes;
}

/* A lane has come to the end of a step, or is back at its start. Those that begin another one. */
static bool end_and_follow(trm_TileStepper *tile, int l, LaneEnd end, const trm_TileFollow *follow) {
  trm_StepReport report = {0};
  end.taken = end.solved && accept_lane(tile, l);
  end_lane(tile, l, end, &report);
  tile->apart |= 1U << l;
  return follow->next(follow->user, l, end.taken ? &report : NULL);
}

void trm_tile_steps(trm_TileStepper *tile, double h, unsigned lanes, const trm_TileFollow *follow) {
  unsigned active = 0, wanted = lanes;
  tile->rule = (trm_VelocityRule){2 / h, -1, 0};
  while (wanted) {
    unsigned begun = return_to(tile, wanted & ~active);
    EACH_LANE(l, begun) begin_lane(tile, l, h);
    EACH_LANE(l, wanted & ~active & ~begun) {
      if (!follow->next(follow->user, l, NULL)) wanted &= ~(1U << l);
    }
    active |= begun;
    if (!active) continue;
    trm_tile_update(tile->tile, tile->rule);
    unsigned before = active, solved = iterate(tile, h, &active);
    if (solved) trm_tile_update(tile->tile, tile->rule);
    EACH_LANE(l, before & ~active) {
      if (!end_and_follow(tile, l, (LaneEnd){.h = h, .solved = solved >> l & 1}, follow)) wanted &= ~(1U << l);
    }
  }
}

bool trm_tile_rolls(const trm_TileStepper *tile) { return tile->keeps && !tile->tile->plain; }

unsigned trm_tile_step(trm_TileStepper *tile, double h, unsigned lanes, trm_StepReport *reports) {
  tile->rule = (trm_VelocityRule){2 / h, -1, 0};
  lanes = return_to(tile, lanes);
  EACH_LANE(l, ~(lanes | tile->apart)) leave(tile, l);
  if (tile->tile->plain) {
    unsigned begun = trm_tile_begin(tile->tile, h, tile->rule, lanes);
    EACH_LANE(l, lanes & ~begun) leave(tile, l);
    lanes = begun;
  }
  EACH_LANE(l, lanes) begin_lane(tile, l, h);
  if (!tile->tile->plain) trm_tile_update(tile->tile, tile->rule);
  unsigned solved = solve(tile, h, lanes), taken = accept(tile, h, lanes, solved);
  EACH_LANE(l, lanes) end_lane(tile, l, (LaneEnd){h, solved >> l & 1, taken >> l & 1}, &reports[l]);
  if (!tile->tile->plain) tile->apart |= lanes;
  return taken;
}

void trm_tile_left(trm_TileStepper *tile, int lane) {
  leave(tile, lane);
  tile->changed |= 1U << lane;
}
