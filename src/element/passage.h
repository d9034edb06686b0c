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

/* How often a slider went back over the place that it had just come over. A value of the caller's, one per joint. */
typedef struct trm_ToAndFro {
  double s, way; /* the last place, and which way it went over it; way 0: over none yet */
  int turns;
} trm_ToAndFro;

/* May any slider of the model come to such a place? */
bool trm_passages_possible(const trm_Layout *layout);
/* A way of all relative coordinates. A value of one call. */
typedef struct trm_PassageWay {
  const double *from, *to;
  const double *q; /* configuration */
  double
      /* of a slider's velocity over its speed, at the border of two elements of a track: smaller ones do not count */
      least_jump;
  /* per joint, NULL: none; a slider that goes to and fro over a border is caught there, and passes it as if it were
     none */
  const trm_ToAndFro *caught;
} trm_PassageWay;

/* The first place on the way of joint j; one that the way begins at (within trm_passage_slack) does not count, one that
   it just reaches does. False: none. */
bool trm_passage_of(const trm_Layout *layout, int j, const trm_PassageWay *way, trm_Passage *out);
/* The first of all joints. */
bool trm_passage_first(const trm_Layout *layout, const trm_PassageWay *way, trm_Passage *out);
/* Joint passage->joint goes over it. */
void trm_passage_note(trm_ToAndFro *of_joints, const trm_Passage *passage);
/* Has a slider gone back over a place, and is none caught at one? */
bool trm_passage_turned(const trm_Model *model, const trm_ToAndFro *of_joints);
/* Has joint j come from one element of its track to another? */
bool trm_passage_changes_element(const trm_Joint *joint, const double *from, const double *to);
/* Who is held to what, from where to where. A value of one call. */
typedef struct trm_PassageHold {
  const double *x, *to;       /* coordinates at the start of the step; to: NULL or where it is led to */
  const trm_ToAndFro *caught; /* per joint, NULL: none; a slider that is caught is not held */
} trm_PassageHold;

/* From now on each slider belongs to the element of its track that it is on at coordinates x, at both ends of a step,
   and the element goes on beyond its borders: as the step's end moves over one, the solution of its equations is then a
   smooth function of the step's size, and of its iterates. Where elements meet at an angle it is not, and there may be
   two solutions, or none (schemes that take forces at the end). Those that would not stay on the way to `to` belong to
   the next element at the step's end. True: not all stay. */
bool trm_passage_hold(const trm_Layout *layout, const trm_PassageHold *hold);
/* Each belongs to where it is. */
void trm_passage_let_go(const trm_Layout *layout);
/* Are the sliders at x on the elements that they are held to at the end? */
bool trm_passage_is_held(const trm_Layout *layout, const double *x);
/* Is a border as near to where a slider is at x as some ways that it goes from there to `to`? */
bool trm_passage_near(const trm_Layout *layout, const double *x, const double *to);
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
