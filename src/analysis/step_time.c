/* How much CPU time steps take, by few readings of the clock. Nothing of the motion depends on it. */
#include "analysis/step_time.h"
#include <math.h>
#include "analysis/simulation.h"

/* The first steps are timed one by one, then each of so many: reading the clock, at both ends of each iteration, would
   be half of a small step. Those of compositions have many iterations, those of rehearsals are timed as a whole. */
enum { TIMED_STEPS = 64, TIMED_COMPOSED = 4 };

bool trm_step_is_timed(const trm_Simulation *s) {
  int64_t steps = s->summary.steps;
  bool composed = s->dynamics->order > 2, first = steps < (composed ? TIMED_COMPOSED : TIMED_STEPS);
  if (s->dynamics->rehearsing) return false;
  return first || steps % (composed ? TIMED_STEPS / TIMED_COMPOSED : TIMED_STEPS) == 0 ||
         !(s->dynamics->cost.total > 0);
}

/* CPU seconds that reading the clock takes: the least that are seen to pass between two readings. */
double trm_clock_reading(void) {
  enum { PAIRS = 8 };
  double least = INFINITY;
  for (int k = 0; k < PAIRS; k++) {
    double before = trm_cpu_seconds();
    least = fmin(least, trm_cpu_seconds() - before);
  }
  return least;
}

/* Times without those of reading the clock: half of the readings of Newton's method begin or end an assembly. */
static trm_StepCost cost_of(const trm_NewtonReport *report, double seconds, double reading) {
  double looks = 1 + (double)report->iterations, read = reading * report->readings;
  trm_StepCost cost = {.total = seconds - read - reading,
                       .assembly = report->seconds_assembly - reading * looks,
                       .linear = report->seconds_linear - reading * (looks - 1)};
  return (trm_StepCost){fmax(0, cost.total) / looks, fmax(0, cost.assembly) / looks, fmax(0, cost.linear) / looks};
}

static void add_cost(trm_Simulation *s, trm_StepCost cost, double times) {
  s->summary.seconds_total += times * cost.total;
  s->summary.seconds_assembly += times * cost.assembly;
  s->summary.seconds_linear += times * cost.linear;
}

/* A reading of the clock makes what follows slower, and small steps that were timed are dearer than those between them:
   what passed from one to the next is no more than the clock says, now. */
void trm_step_time_begin(trm_Simulation *s, double now) {
  trm_Dynamics *d = s->dynamics;
  double passed = now - d->timed_until;
  if (passed < d->guessed.total) add_cost(s, d->guessed, passed / d->guessed.total - 1);
  d->guessed = (trm_StepCost){0};
}

/* A step that is not timed takes as long as its iterations in the last one that was, until the clock is read again. */
void trm_step_time_end(trm_Simulation *s, const trm_NewtonReport *report, double start) {
  trm_Dynamics *d = s->dynamics;
  double looks = 1 + (double)report->iterations;
  if (report->timed) {
    d->timed_until = trm_cpu_seconds();
    d->cost = cost_of(report, d->timed_until - start, d->clock_reading);
  }
  add_cost(s, d->cost, looks);
  if (report->timed) return;
  d->guessed.total += looks * d->cost.total;
  d->guessed.assembly += looks * d->cost.assembly, d->guessed.linear += looks * d->cost.linear;
}
