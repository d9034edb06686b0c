/* How long steps should have been along a run: the time is divided into parts in each of which the same number of
   steps was taken. */
#ifndef TRM_ANALYSIS_STEP_PROFILE_H
#define TRM_ANALYSIS_STEP_PROFILE_H

#include <stdbool.h>
#include <stdint.h>
#include "base/bytes.h"

enum { TRM_PROFILE_PARTS = 512 };

typedef struct trm_StepProfile {
  int count;
  int64_t steps, stride; /* noted so far; in each part but the last */
  double from, ends[TRM_PROFILE_PARTS],
      sizes[TRM_PROFILE_PARTS];         /* s; sizes: of a step, smoothed by trm_profile_close */
  double wanted[TRM_PROFILE_PARTS + 1]; /* how many steps of the right size a part would have taken */
  double anew[TRM_PROFILE_PARTS + 1];   /* s: the right size of a step from a jump or kink on; 0: there is none */
  double mean;                          /* size, s */
} trm_StepProfile;

void trm_profile_begin(trm_StepProfile *profile, double from);
/* Equal steps. */
void trm_profile_flat(trm_StepProfile *profile, double from, double to, double size);
/* A step of h has ended at t; one of `size` would have had the error that is allowed. anew: it began at a jump or kink
   of a function of time. */
void trm_profile_note(trm_StepProfile *profile, double t, double h, double size, bool anew);
/* Steps of neighbouring parts are made alike: where steps change their size the equations change, and stiff parts
   answer by vibrations. Not over jumps and kinks: what is right before them says nothing of what comes after. */
void trm_profile_close(trm_StepProfile *profile, double t);
/* Makes all steps equal if not more than `most` times as many then give the same error, the integral of h^p/size^p. */
bool trm_profile_flatten(trm_StepProfile *profile, double order, double most);
/* Size of a step at t, between the middles of parts interpolated, but for those that begin anew. */
double trm_profile_size(const trm_StepProfile *profile, double t);
/* Size of a step at t for a run with the fewest steps. Step control gives every second the same share of the error,
   h^p phi; the sum of 1/h, where that of h^p phi is given, is least with the same error for each step, h^(p+1) phi:
   the mean times (size/mean)^(p/(p+1)). */
double trm_profile_best(const trm_StepProfile *profile, double order, double t);
/* The integral of (share h/size)^p up to t, over the whole time, with h of the steps that were noted: the error of a
   run that takes a share of each, 1 for the profile itself. */
double trm_profile_sum(const trm_StepProfile *profile, double order, double share, double t);
/* Written or read; refused where steps of it could not be taken. */
void trm_profile_bytes(trm_StepProfile *profile, trm_Bytes *bytes);

#endif
