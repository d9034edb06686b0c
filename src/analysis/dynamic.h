/* What dynamic analyses own: plan, control and steppers of their steps. */
#ifndef TRM_ANALYSIS_DYNAMIC_H
#define TRM_ANALYSIS_DYNAMIC_H

#include "analysis/simulation.h"
#include "analysis/step_error.h"
#include "system/passage.h"
#include "system/time_functions.h"

/* With automatic steps (rehearsal.h): what is under way. */
typedef enum trm_Rehearsing {
  TRM_REHEARSING_NOTHING, /* the run itself */
  TRM_REHEARSING_FIRST,   /* sets the checkpoints */
  TRM_REHEARSING
} trm_Rehearsing;

/* The interval between two stops, divided into equal steps. */
typedef struct trm_Plan {
  double from, to;
  int64_t steps, done;
  bool output_at_end, break_at_start, break_at_end; /* break: something jumps */
  int64_t next_output;                              /* of the regular grid */
} trm_Plan;

/* CPU seconds of an iteration, as the last step took them whose time was taken. */
typedef struct trm_StepCost {
  double total, assembly, linear;
} trm_StepCost;

/* Where a slider that may go round stands before a step: time s, s m, rate m/s. */
typedef struct trm_RoundStart {
  double time, s, rate;
} trm_RoundStart;

/* Where what a table is over was at the start of an analysis, and how far it went: rad or m. */
typedef struct trm_Way {
  double start, least, most;
} trm_Way;

/* Made with the first dynamic analysis of a simulation, in its work; what is pointed to goes with the equations
   (trm_dynamic_close). */
struct trm_Dynamics {
  trm_Plan plan;
  trm_StepTools tools;       /* what steppers work with */
  trm_Stepper *steppers;     /* one for each of trm_schemes, open from the first analysis that takes it */
  trm_Stepper *stepper;      /* ... that takes the steps now */
  int order;                 /* of the steps */
  double rho;                /* given, or the scheme's own */
  bool sets_off;             /* from a singular position, in which the scheme itself does not begin */
  double *coarse;            /* ... and after one step of full size: configuration, velocities, rates, states */
  trm_StepError *step_error; /* ... and their difference as it counts */
  trm_SignalError *signals;  /* ... that of what signals remember; NULL: they do not */
  trm_State *passing;        /* the state before a step that leads past a place (passing.h); NULL: none can */
  trm_Passage place;         /* ... which a located step has come to */
  bool at_place, at_edge;    /* at_edge: it is an edge of a formula, this one */
  trm_EdgeMet edge;
  double leap;      /* s: by so much a state just before an edge is led over it */
  trm_Edges *edges; /* automatic steps: of formulas of what moves; NULL: there are none */
  /* automatic steps */
  trm_TimeFunctions functions;     /* of which nothing is stepped over */
  struct trm_Rehearsal *rehearsal; /* rehearsal.h; NULL: none */
  trm_Rehearsing rehearsing;
  bool rehearsed;               /* before the first step */
  double step_tolerance;        /* what the errors of all steps may add up to, over the model's size */
  double spent;                 /* what they have, as estimated */
  double last_size, right_size; /* of half the last step; of one whose error would be the allowed one; s */
  double step_scale;            /* > 0: steps are those of the rehearsal's profile times this */
  double step_share; /* > 0: of the way between two checkpoints a step takes at most this (schemes of rates) */
  int short_steps;   /* how many of the last steps were far shorter than the motion asks for; -1: remarked */
  /* what is said at the end */
  double off_at; /* when velocities were furthest off the constraints, s */
  trm_StepCost cost;
  trm_StepCost guessed;        /* of steps since the last that was timed, in all */
  double timed_until;          /* CPU seconds at its end */
  double clock_reading;        /* CPU seconds that it takes */
  struct trm_Rounds *rounds;   /* what steps lose of rounds, per joint (rounds.h); NULL: no slider goes round */
  trm_RoundStart *round_start; /* ... as the present step began */
  int over_count;              /* what tables are over ... */
  struct trm_TableOver *over;  /* ... and how far it went, each (beyond.h); NULL: nothing is */
  trm_Way *ways;
  struct trm_Brief *brief; /* forces that may be over within fixed steps (brief.h); NULL: there are none */
  struct trm_Dense *dense; /* rows between the ends of steps (dense.h); NULL: nobody has asked for them */
  trm_Turns *turns;        /* fixed steps: what they lose of the rotations (turns.h); NULL: nobody counted yet */
};

/* s: times that are so close to the present one, or to each other, are one time; no step is so short by plan. */
double trm_dynamic_nearness(const trm_Simulation *simulation);
/* Counts a step that was taken among the shortest and longest of the summary. */
void trm_dynamic_note_step(trm_Simulation *simulation, double h);
/* A step of the given size, in parts that end where the motion of a slider jumps. */
trm_Status trm_dynamic_fixed_step(trm_Simulation *simulation, const trm_StepOptions *options, trm_StepReport *report);
/* May the next step be taken together with those of other runs (tile_run.h), by the energy-preserving scheme and with
   nothing to be done but the step itself? Then it is planned, and h is its size. */
bool trm_dynamic_next(trm_Simulation *simulation, double *h);
/* Does anybody look at the state after it? */
bool trm_dynamic_stops(const trm_Simulation *simulation);
/* It was taken. *output as in trm_AnalysisKind.step. */
trm_Status trm_dynamic_took(trm_Simulation *simulation, const trm_StepReport *report, bool *output);
/* Delays remember their formulas as they are at the state; round as in trm_signals_remember. */
trm_Status trm_dynamic_remember(trm_Simulation *simulation, int round);
/* Signals at the end of a plan: what comes out of delays there, what is sampled, and what delays remember of it. */
trm_Status trm_dynamic_signals_arrive(trm_Simulation *simulation);
/* Opens the stepper of a scheme of rates anew, for the tolerance that its steps now have; of others nothing is done. */
trm_Status trm_dynamic_open_rates(trm_Simulation *simulation);

#endif
