/* What happens where a function of the motion changes its sign: events of the model and of a program, stop-at, rigid
   stops. A step ends there. */
#ifndef TRM_ANALYSIS_EVENTS_H
#define TRM_ANALYSIS_EVENTS_H

#include "analysis/simulation.h"
#include "system/formula.h"

struct trm_Watched;

/* A kind of what is watched: constant. */
typedef struct trm_WatchedKind {
  double (*value)(trm_Simulation *simulation, const struct trm_Watched *watched);
  /* NULL: wherever the value is on the other side */
  bool (*counts)(trm_Simulation *simulation, const struct trm_Watched *watched, double value);
  trm_Status (*happen)(trm_Simulation *simulation, struct trm_Watched *watched);
  /* NULL: the value has none; else the size of the terms of which the last one was made (trm_formula_terms) */
  double (*terms)(trm_Simulation *simulation, const struct trm_Watched *watched);
  bool exact; /* however close to the start of a step it is: a blow there would be one beside the stop */
} trm_WatchedKind;

/* Chains of events have as many links as there are events; what remembers (relays that count) may need more. What
   happens more often than that at one instant has no end. Those that have happened often by then take part in it, what
   has begun it happened less often; so many of them are named. */
enum { TRM_AT_ONE_INSTANT = 1000, TRM_LINK_AT_LEAST = 100, TRM_LINKS_NAMED = 4 };

/* Part of trm_Events. */
typedef struct trm_Watched {
  const trm_WatchedKind *kind;
  const char *name;
  trm_Place place; /* in the model, if it has one */
  int direction;   /* 1: from negative to positive only, -1: the other way only, 0: both */
  int side;        /* sign of its value since it last happened, 0: not known yet */
  bool due;        /* the step has been ended at it: it happens, on whichever side round-off has put the value */
  bool spent;      /* it has happened at this instant: not again until the motion goes on, or something leads it away */
  bool fresh;      /* it has happened where the step began, and its value is 0 there but for round-off */
  bool passed;     /* it is on the other side where the step ended that is being searched, or was taken */
  double seen;     /* its value when it was last looked at at an instant: what is another one then has jumped */
  int again;       /* how often it has happened at this instant */
  bool asked;      /* which way it goes */
  bool tied;       /* it is to happen where the step begins, at which it was 0 but for round-off: */
  double tied_at;  /* s: only once there */
  double value;    /* at the start of the step */
  double largest;  /* of its values at the ends of steps, without their signs */
  bool smooth;     /* nothing has happened since the start of the step before, ... */
  double before, before_at; /* ... where its value was this, at this time, s; not smooth: at a place of the step */
  /* of the kinds: */
  const trm_ModelEvent *model;
  trm_Formula when, impulse[6]; /* force, moment */
  int joint, coordinate, end;   /* a rigid stop: which end, -1 the lower, 1 the upper */
  double bound, restitution;
  bool closed;      /* ... it is rested on: the coordinate is locked */
  int channel;      /* stop-at, of the analysis number `end` */
  int signal;       /* a relay */
  trm_Formula *set; /* of the model: what its signals are set to */
  double *values;   /* ... room */
  trm_Event given;  /* of a program */
} trm_Watched;

/* Something that happened. */
typedef struct trm_Happened {
  double time; /* s */
  int which;
} trm_Happened;

/* Owned by its simulation. */
typedef struct trm_Events {
  trm_Arena arena;
  int count, own_count; /* own: of the model, which come first; then those of the program */
  trm_Watched *items;
  trm_State *before; /* dynamic: at the start of a step that is watched; NULL: none was yet */
  double instant;    /* s: when something last happened */
  double broken;     /* s: where the plan last ended at a break, of a load, a drive, a sample */
  bool stopped;      /* the run ends here ... */
  bool ended;        /* ... or its present analysis does */
  int happened_count, happened_room;
  trm_Happened *happened;
} trm_Events;

extern const trm_WatchedKind trm_watched_rebound, trm_watched_program;

/* Finds what a model watches; what a program added stays. Not TRM_OK: said in diagnostics, or no memory. */
trm_Status trm_events_open(trm_Simulation *simulation, trm_Diagnostics *diagnostics);
void trm_events_free(trm_Events *events);
/* Adds one at the end of the list. NULL: no memory. */
trm_Watched *trm_events_add(trm_Simulation *simulation);
/* Is anything watched in this simulation? */
bool trm_events_any(const trm_Simulation *simulation);
/* What becomes of them from one step to the next. */
void trm_events_bytes(trm_Simulation *simulation, trm_Bytes *bytes);

/* A step of a dynamic analysis, of the size that the plan and its control say. A value of one call. */
typedef struct trm_WatchedStep {
  trm_Status (*take)(trm_Simulation *simulation, bool *at_end, trm_StepReport *report);
  void (*plan)(trm_Simulation *simulation); /* anew from the present time, with the simulation's aim */
} trm_WatchedStep;
/* Before a step: what has happened already where it begins, at the start or since another event. */
trm_Status trm_events_begin(trm_Simulation *simulation);
/* Has the step been undone because an event happens where it began? Then it is taken again. */
bool trm_events_tied(const trm_Simulation *s);
/* Takes a step; where an event happens on the way, one that ends there instead. */
trm_Status trm_events_step(trm_Simulation *simulation, const trm_WatchedStep *step, bool *at_end,
                           trm_StepReport *report);
/* After the step was accounted for: what happens where it ended. */
trm_Status trm_events_reached(trm_Simulation *simulation);

/* ---- used by the kinds (event_actions.c, rebound.c) ---- */

/* Velocities onto the constraints, for what the scheme itself had left off them. */
trm_Status trm_events_settle(trm_Simulation *simulation);
/* The value of a formula over channels at the state. */
double trm_events_formula(trm_Simulation *simulation, const trm_Formula *formula);
/* Signals are set and reset as an event of the model says (event_signals.c). */
void trm_events_set_signals(trm_Simulation *simulation, const trm_Watched *watched);
/* Adds the relays of the model to the list. */
trm_Status trm_events_watch_relays(trm_Simulation *simulation);
/* Relays: how far the formula of one is from where it switches, at an instant with states of signals; and it does. */
double trm_relay_room(const trm_Model *model, const trm_Signal *relay, const trm_Instant *now);
void trm_relay_switch(const trm_Signal *relay, double *z);
/* Locks a coordinate, or frees it. */
trm_Status trm_events_hold(trm_Simulation *simulation, int joint, int coordinate, bool hold);

#endif
