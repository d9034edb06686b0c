/* Velocities at a place where the direction of a slider's motion jumps. */
#ifndef TRM_SYSTEM_PASSAGE_H
#define TRM_SYSTEM_PASSAGE_H

#include "element/passage.h"
#include "system/instant.h"

/* The state is at the passage: its velocities become those after it, and its slider is put just beyond it. Of the
   motion, the part that does not slide stays; the sliding part keeps its kinetic energy in the new direction, as in the
   limit of a short transition:

     t = y/y_s,  y the motion that a unit force along s brings about (y_s: that of s itself),  m = 1/y_s = |t|^2_M
     w+ = w- - s'- t- + s'+ t+,   s'+ = s'- sqrt(m-/m+)

   Why: with the constraints B(s) v = b, in a transition so short that nothing else changes, M dv/dt is a force of the
   constraints, normal to all motions that they allow. Motions without sliding are allowed throughout, so that the part
   of v in them stays; what remains is s' t, t normal to them, and t . M d(s' t)/dt = 0 says that s'^2 m stays. It does
   not matter what the transition is like.
   A slider that is led (driven, or tied to a drive) keeps its speed; drives alone work in all this. */
trm_Status trm_pass_over(trm_Snapshot *snapshot, trm_State *state, const trm_Passage *passage);
/* The same where the slider is let go: it is put beyond the end. */
trm_Status trm_pass_release(trm_Snapshot *snapshot, trm_State *state, const trm_Passage *passage);
/* The state goes on for h s with the velocities and accelerations of the snapshot, which is that of the state; for
   times so short that forces do nothing in them. Its time is left alone. */
void trm_pass_on(trm_Snapshot *snapshot, trm_State *state, double h);
/* After a step in which the slider of joint j went over small jumps of its direction that no step ended at: what of the
   velocities does not satisfy the joint's constraints is taken away, and its kinetic energy goes to the sliding motion.
   A slider that is led is left alone. */
trm_Status trm_pass_settle(trm_Snapshot *snapshot, trm_State *state, int j);

#endif
