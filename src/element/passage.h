/* Places on the way of a slider where a step has to end: where the direction of its motion jumps, though the position
   does not, and where it is let go. What turns with a curve has another angular velocity where the curvature jumps; on
   a track both the direction of the axis and the turning of the section jump a little at the borders of its
   elements. */
#ifndef TRM_ELEMENT_PASSAGE_H
#define TRM_ELEMENT_PASSAGE_H

#include "element/contact.h"

typedef struct trm_Passage {
  int joint;
  double s;     /* value of the joint's first coordinate there, m */
  double way;   /* 1: towards larger s, -1: towards smaller */
  double share; /* of the way between the coordinates at which it is, 0 .. 1 */
  bool release; /* the slider is let go there */
} trm_Passage;

/* May any slider of the model come to such a place? */
bool trm_passages_possible(const trm_Layout *layout);
/* A way of all relative coordinates. A value of one call. */
typedef struct trm_PassageWay {
  const double *from, *to;
  const double *q; /* configuration */
  double
      /* of a slider's velocity over its speed, at the border of two elements of a track: smaller ones do not count */
      least_jump;
} trm_PassageWay;

/* The first place on the way of joint j; one that the way begins at (within trm_passage_slack) does not count, one that
   it just reaches does. False: none. */
bool trm_passage_of(const trm_Layout *layout, int j, const trm_PassageWay *way, trm_Passage *out);
/* The first of all joints. */
bool trm_passage_first(const trm_Layout *layout, const trm_PassageWay *way, trm_Passage *out);
/* Has joint j come from one element of its track to another? */
bool trm_passage_changes_element(const trm_Joint *joint, const double *from, const double *to);
/* How far the sliders are at the end of their way from the first such place on it, over the length of what they slide
   along; not positive: there, or beyond. */
double trm_passage_margin(const trm_Layout *layout, const trm_PassageWay *way);
/* Does the joint slide along a closed track or curve, on which it goes round and round? */
bool trm_slide_closed(const trm_Joint *joint);
/* Length of the joint's track or curve, m. */
double trm_slide_length(const trm_Joint *joint);
/* A way to either side of a place of coordinate s that is no more than round-off, m. */
double trm_passage_side(const trm_Joint *joint, double s);

extern const double trm_passage_slack; /* so near to a place, over the length, a slider is there */

#endif
