/* The tolerance of a dynamic analysis with automatic steps speaks of its whole result; step control knows single steps
   only. What becomes of the errors of steps, whether they cancel, add up, shift a phase or grow, the motion itself
   tells: the analysis is rehearsed with coarse steps, each rehearsal with finer ones than the one before, until two of
   them are close to each other, and their difference says what the steps of the run may be wrong by.

     E_k: error of rehearsal k, the largest at its checkpoints;
     S_k: sum of the estimated errors of its steps;  E = A S.
     D = |q_(k-1) - q_k| = A (S_(k-1) - S_k),   so that
     E_k = D S_k/(S_(k-1) - S_k),   and for the run  S = S_k aim/E_k.

   Rehearsals write no output; each takes a half to a fourth of the steps of the next. On its way the run is compared
   with the last one: that is its estimate of its own error. Beside one of them goes a neighbouring motion, which shows
   how small perturbations grow. */
#ifndef TRM_ANALYSIS_REHEARSAL_H
#define TRM_ANALYSIS_REHEARSAL_H

#include "analysis/dynamic.h"
#include "analysis/step_profile.h"

enum { TRM_CHECKPOINTS = 32 };

/* Why there is no estimate: trm_Summary.error_unknown. */
typedef enum trm_ErrorUnknown {
  TRM_ERROR_KNOWN,
  TRM_ERROR_SMALLEST,
  TRM_ERROR_INPUTS,
  TRM_ERROR_PROGRAM,
  TRM_ERROR_TIGHT,
  TRM_ERROR_NOT_TO_END,
  TRM_ERROR_APART,
  TRM_ERROR_EVENTS,
  TRM_ERROR_REASONS
} trm_ErrorUnknown;

/* Owned by its simulation, from the start of an automatic analysis to the next one, another layout or the end. */
typedef struct trm_Rehearsal {
  trm_Arena arena;
  trm_State *start, *shadow; /* of the analysis; a neighbouring motion */
  double *passed;            /* its relative coordinates before a step */
  double *path;              /* rates of the substeps that it is to take, of high orders; NULL: there are none */
  int count;                 /* of checkpoints */
  bool given;                /* they are output times */
  double times[TRM_CHECKPOINTS];
  double sums[TRM_CHECKPOINTS];   /* of the errors of steps up to there, in the last rehearsal */
  double apart[TRM_CHECKPOINTS];  /* from the one before */
  double errors[TRM_CHECKPOINTS]; /* of the last rehearsal, estimated; relative to the model's size, rad */
  double *kept;                   /* q and z of the last rehearsal at the checkpoints */
  int next;                       /* checkpoint of the rehearsal or run under way */
  int64_t steps, stride;          /* of the first rehearsal; every so many there is a checkpoint */
  int64_t halved;                 /* of its steps: it went on with their halves */
  double speed;                   /* of the motion, 1/s, the largest mean one between checkpoints */
  double growth;                  /* of a perturbation */
  int number;                     /* of the one under way, for whoever watches */
  double shortened;               /* s, of steps that functions of time made shorter */
  double broke, wanted;           /* s, the last jump or kink of one, and the longest step that was wanted since */
  bool anew;                      /* the step under way begins at such a jump or kink */
  bool begins;                    /* such a function, after it did nothing for a while */
  bool pulses;                    /* of such functions: high orders count what they leave of velocities in every step */
  bool ended;                     /* one of them did */
  trm_ErrorUnknown unknown;       /* nothing was found */
  bool hops;                      /* it went over singular positions, whose errors do not fall with those of steps */
  bool grips;                     /* contacts may stick */
  bool equal;                     /* steps are equal, whatever the motion meets */
  trm_Status broken_off;          /* TRM_CANCELLED by them, or TRM_NO_MEMORY; else TRM_OK */
  double work, budget;            /* iterations so far, and how many there may be; 0: any number */
  double enough;                  /* steps after which a rehearsal may end; 0: none */
  double lost;                    /* > 0: so far are the last rehearsals apart, and nothing was found */
  double scale, order;            /* of the profile's steps for the run; at which the error falls with them */
  trm_StepProfile profile;        /* of the first rehearsal */
} trm_Rehearsal;

/* How many numbers are kept of a state at a checkpoint. */
static inline size_t trm_kept_size(const trm_Model *model) {
  return (size_t)trm_configuration_size(model) + (size_t)model->on_joints.law_state_count;
}
/* Can what the motion meets be planned ahead? TRM_ERROR_KNOWN: yes; else why not. */
trm_ErrorUnknown trm_cannot_rehearse(const trm_Simulation *simulation);
/* Are its steps to be equal, because errors of single ones do not tell what the motion meets? */
bool trm_wants_equal_steps(const trm_Simulation *simulation);
/* s: the longest that these are begun with. */
double trm_longest_equal(const trm_Simulation *simulation);
/* The error of a run with them: as it is estimated from rehearsals alone, how far it is from the last of them, and of
   how much the errors of its steps are of those of that. */
double trm_error_of_equal_run(double error, double apart, double ratio);
/* May a contact of a joint stick? */
bool trm_motion_sticks(const trm_Simulation *simulation);
/* Does the motion meet what comes at a moment of its own: stops, limits of forces, sticking, ends of tracks, pieces of
   curves? Steps that were planned would miss it. */
bool trm_motion_meets_moments(const trm_Simulation *simulation);
/* The highest order of its scheme, where the model allows it for steps that are short for its dampers and nobody has
   asked for another one; 0: there is none to try. */
int trm_order_to_try(const trm_Simulation *simulation);
trm_Status trm_rehearsal_new(trm_Rehearsal **rehearsal, trm_Simulation *simulation);
void trm_rehearsal_free(trm_Rehearsal *rehearsal);
/* From the present state to the end and back: sets step_tolerance of its dynamics, growth in its summary. */
trm_Status trm_rehearse(trm_Simulation *simulation);
/* The next checkpoint after `now`, or `stop`. */
double trm_rehearsal_stop(const trm_Simulation *simulation, double now, double stop);
/* Is it next to nothing of the step that is wanted, and does no function of time do something of its own in it? One
   step leaves it: shorter ones would be made of the round-off of positions. */
bool trm_is_instant(const trm_Simulation *simulation, double from, double to, double wanted);
/* What a step that is controlled by its error may take of `room`, so that rehearsals differ also where checkpoints make
   the steps. */
double trm_rehearsal_room(const trm_Simulation *simulation, double room);
/* In how many steps the last one of h is to be taken instead, since it ends where a formula jumps: rehearsals whose
   steps between two such places were the same would agree, whatever they are wrong by. */
double trm_rehearsal_parts(const trm_Simulation *simulation, double h);
/* One step of the rehearsals' profile, at most `room` long. > 0: it failed. */
trm_Status trm_profiled_step(trm_Simulation *simulation, double room, trm_StepReport *report);
/* What rehearsals found, written or read (run_state.h). */
void trm_rehearsal_bytes(trm_Simulation *simulation, trm_Bytes *bytes);
/* After a step: compares, at a checkpoint, with the rehearsal and notes the estimated error in the summary. */
void trm_rehearsal_note(trm_Simulation *simulation);

#endif
