/* Loops of signals that cannot be solved, in words. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/simulation.h"
#include "base/findings.h"
#include "element/signal_loop.h"

/* "a", "b" and "c" */
static void list_members(const trm_SignalLoop *loop, trm_Text *text) {
  for (int k = 0; k < loop->count; k++)
    trm_text_format(text, "%s\"%.60s\"", k == 0 ? "" : k + 1 == loop->count ? " and " : ", ", loop->members[k]->name);
}

/* one: of a signal that is written with itself alone */
static const char *reason(trm_LoopEnd why, bool one) {
  switch (why) {
  case TRM_LOOP_OPEN: return one ? "leaves its value open" : "leave their values open";
  case TRM_LOOP_NOT_FINITE: return one ? "is not a number" : "have no values: a formula of theirs is not a number";
  case TRM_LOOP_JUMPS:
    return one ? "has no value: its formula jumps over it; a steep ramp (clamp, tanh) instead of the jump gives it one"
               : "have no values: a formula of theirs jumps over them; a steep ramp (clamp, tanh) instead of the jump "
                 "gives them some";
  case TRM_LOOP_FOUND:
  case TRM_LOOP_NONE: break;
  }
  return one ? "has no value that Newton's method finds; `start` says near which one it is sought first"
             : "have no values that Newton's method finds; `start` of each says near which ones they are sought first";
}

/* "the signals a and b, which are written with each other, ..." */
static void tell(const trm_SignalLoop *loop, trm_LoopEnd why, trm_Text *text) {
  bool one = loop->count == 1;
  trm_text_add(text, one ? "the signal " : "the signals ");
  list_members(loop, text);
  trm_text_format(text, ", which %s, %s", one ? "is written with itself" : "are written with each other",
                  reason(why, one));
}

static trm_Instant instant_of(const trm_State *state) {
  trm_Instant now = trm_state_instant(state, state->w);
  now.signals = state->z;
  return now;
}

bool trm_simulation_loops_start(const trm_Simulation *s, trm_Diagnostics *diagnostics) {
  trm_Instant now = instant_of(s->state);
  trm_LoopEnd why;
  trm_Text text = {0};
  const trm_SignalLoop *loop = trm_loops_trouble(s->model, &now, &why);
  if (!loop) return true;
  tell(loop, why, &text);
  trm_report(diagnostics, TRM_ERROR, loop->members[0]->place, "%s", text.data ? text.data : "out of memory");
  trm_text_free(&text);
  return false;
}

static void note(trm_Simulation *s, double t, const trm_SignalLoop *loop, trm_LoopEnd why) {
  trm_Text text = {0};
  tell(loop, why, &text);
  snprintf(s->failure, sizeof s->failure, "at t = %.9g s: %s", t, text.data ? text.data : "out of memory");
  s->said.cause = TRM_FIND_NOT_FINITE, s->said.at = loop->members[0]->place;
  trm_text_free(&text);
}

/* The state as it would be h later, if nothing but its velocities told: is there a loop that has no values then? */
static const trm_SignalLoop *trouble_ahead(trm_Simulation *s, double h, trm_LoopEnd *why) {
  const trm_SignalLoop *loop = NULL;
  trm_State *ahead = NULL;
  double *change = TRM_NEW(double, s->system->numbering.count);
  if (change && trm_state_new(&ahead, s->system) == TRM_OK) {
    trm_state_copy(ahead, s->state);
    trm_state_velocity(s->system, ahead->q, ahead->w, change);
    for (int i = 0; i < s->system->numbering.count; i++) change[i] *= h;
    trm_state_move(s->system, ahead, change);
    *ahead->time += h;
    trm_Instant now = instant_of(ahead);
    loop = trm_loops_trouble(s->model, &now, why);
  }
  trm_state_free(ahead);
  trm_release(change);
  return loop;
}

trm_Status trm_simulation_loops_after(trm_Simulation *s, trm_Status status) {
  trm_LoopEnd why;
  trm_Instant now = instant_of(s->state);
  if (status != TRM_OK && status != TRM_STEP_FAILED) return status;
  const trm_SignalLoop *loop = trm_loops_trouble(s->model, &now, &why);
  if (!loop && status == TRM_STEP_FAILED && s->analysis->type == TRM_ANALYSIS_DYNAMIC)
    loop = trouble_ahead(s, trm_dynamic_step_size(s), &why);
  if (!loop) return status;
  note(s, *s->state->time, loop, why);
  return TRM_STEP_FAILED;
}
