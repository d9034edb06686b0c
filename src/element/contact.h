/* Sliding joints: a point of one part stays on the axis of a beam, or of beams end to end, at arc length sigma =
   start + s. What other layers ask of them; joint.c hands on what it is asked about a joint with a track. The
   element is trm_contact_element (elements.h). */
#ifndef TRM_ELEMENT_CONTACT_H
#define TRM_ELEMENT_CONTACT_H

#include "element/joint.h"

/* Arc length from the start of the track, without the rounds of a closed one. */
double trm_track_place(const trm_Track *track, double sigma);
/* Has the contact left its track for good (ends: release)? Its rows then read lambda = 0, its coordinates stay. */
bool trm_contact_released(const trm_Joint *joint, const double *x);
extern const double trm_contact_end_slack; /* of the length, beyond an end: there a slider may still hold on */
/* Is the contact beyond an end of its track by more than round-off? -1 before the start, +1 beyond the end, 0 on it. */
int trm_contact_beyond(const trm_Joint *joint, const double *x);
/* The corner of the joint's curve or track that is come to on the way between two of its places, unless it begins
   there; NULL: none. */
const trm_CurveCorner *trm_contact_corner(const trm_Joint *joint, const double *from, const double *to);
/* The joint whose contact is beyond an end where that stops the run, or beyond a corner of its curve where it came
   from `from` (NULL: corners do not matter); -1: none. */
int trm_contact_off_track(const trm_Layout *layout, const double *from, const double *x);
/* Adds the values of the active sliding rows at (q, x). */
void trm_contact_values(const trm_Model *model, const trm_Joint *joint, const double *q, const double *x,
                        double *values);
/* Coordinates from the configuration, from their present values on: eta always, phi when passive, s too when `all`. */
void trm_contact_coordinates(const trm_Model *model, const trm_Joint *joint, const double *q, bool all, double *x);
/* Rates, and accelerations when nu_dot (6 per node of the model) is given, of all coordinates. */
void trm_contact_rates(const trm_Model *model, const trm_Joint *joint, const trm_Instant *now, const double *nu_dot,
                       double *rate, double *acceleration);
/* What the sliding rows exert on the slider at its point. */
trm_Wrench trm_contact_wrench(const trm_Model *model, const trm_Joint *joint, const trm_Instant *now,
                              const double *lambda);
/* Axes of the section at the contact (rows e1, e2, e3): the polar factor of the interpolated directors. */
void trm_contact_section(const trm_Model *model, const trm_Joint *joint, const double *q, const double *x,
                         double axes[3][3]);

#endif
