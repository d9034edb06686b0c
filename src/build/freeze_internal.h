/* Shared by the parts of the freeze. */
#ifndef TRM_BUILD_FREEZE_INTERNAL_H
#define TRM_BUILD_FREEZE_INTERNAL_H

#include <math.h>
#include "build/freeze.h"
#include "model/key_index.h"
#include "model/model_numbers.h"
#include "system/sharing.h"

/* The model while it is built: the same arrays, still open. On the stack while a model is frozen; what it makes is in
   the model's arena. */
typedef struct trm_Freeze {
  trm_Model *model;
  trm_Arena *arena; /* the model's */
  trm_ModelDef def;
  trm_JointRegistry registry;
  trm_Diagnostics *diagnostics;
  trm_Body *bodies;
  trm_ModelJoint *joints;
  trm_Node *nodes;
  trm_Marker *markers; /* the model's named markers */
  bool *marker_oriented;
  trm_Place *marker_places;
  struct trm_BeamPlan *plans; /* one per beam */
  trm_Beam *beams;
  trm_Arena scratch;   /* what only the freeze needs */
  trm_Sharing sharing; /* of the plain motion: what is held, for messages; in scratch */
  trm_KeyIndex names;  /* of bodies, then markers, then joints: their numbers in a row */
  trm_KeyIndex beam_names;
  bool failed;
} trm_Freeze;

/* Signals, and the names in forces and loads, which depend on what they name. */
void trm_freeze_names(trm_Freeze *freeze);
/* Names in the formulas of outputs and events that are none of channels. */
void trm_freeze_shown_names(trm_Freeze *freeze);
/* What events do with signals, once these are known. */
void trm_freeze_event_signals(trm_Freeze *freeze);
/* Where the states of signals stand: behind those of laws, once these are counted. */
void trm_freeze_signal_states(trm_Freeze *freeze);

/* What a name in `between`, `on`, `of` stands for. */
typedef struct trm_Target {
  bool found, is_ground, is_body, is_point_body, oriented;
  int joint; /* >= 0: a joint */
  bool is_beam_point;
  trm_Marker marker; /* the frame it means: its own point, its own axes */
} trm_Target;

/* Is the vector of entries v[0], v[stride], v[2 stride], a unit vector, along z or against it? */
static inline bool trm_along_z(const double *v, int stride) {
  return fabs(v[0]) < trm_meant_equal && fabs(v[stride]) < trm_meant_equal;
}

trm_Target trm_freeze_find(const trm_Freeze *freeze, const char *name);
/* A frame on the node of a target at a world point with a world triad (columns). */
trm_Marker trm_freeze_frame(const trm_Freeze *freeze, const trm_Target *target, const char *name, const double at[3],
                            const double triad[9]);
void trm_freeze_error(trm_Freeze *freeze, trm_Place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* World position of a frame's point in the reference configuration. */
void trm_freeze_position(const trm_Freeze *freeze, const trm_Marker *marker, double at[3]);

/* A point mass has no orientation: nothing may sit beside it. What is there but for round-off sits on it. */
void trm_freeze_check_arm(trm_Freeze *freeze, const trm_Target *target, trm_Marker *frame, trm_Place place);

int trm_freeze_plan_beams(trm_Freeze *freeze); /* curves and elements of the beams; returns the number of their nodes */
void trm_freeze_beams(trm_Freeze *freeze);     /* sections, nodes, elements */
/* The beam, and which of its nodes, of a name like boom.end or boom@0.5; false when it is none. */
bool trm_freeze_beam_point(const trm_Freeze *freeze, const char *name, int *beam, int *node);
/* The element and the place in it where internal forces are asked for. */
void trm_freeze_beam_output(trm_Freeze *freeze, const trm_OutputDef *def, trm_Output *output);
bool trm_load_per_length(const trm_LoadDef *def); /* along a whole beam */
void trm_freeze_beam_loads(trm_Freeze *freeze);
void trm_freeze_motions(trm_Freeze *freeze); /* given initial velocities of bodies and beams */

/* Of small matrices whose entries may have units, n at most 6; semi: pivots may be zero. */
bool trm_matrix_symmetric(const double *a, int n);
bool trm_matrix_positive(const double *a, int n, bool semi);

void trm_freeze_joints(trm_Freeze *freeze); /* frames, parameters, laws */
void trm_freeze_bushings(trm_Freeze *freeze);
void trm_freeze_laws(trm_Freeze *freeze, trm_ModelJoint *joint, const trm_JointDef *def);
/* Adds a law of this kind to those of a coordinate, at its place among them; its data, to be filled. NULL: out of
   memory. */
void *trm_freeze_law(trm_Freeze *freeze, trm_Laws *laws, const struct trm_LawKind *kind);
void trm_freeze_parameters(trm_Freeze *freeze, trm_ModelJoint *joint, const trm_JointDef *def);
/* Sliding joints: track, frames, laws; whether a row of one is needed in a planar model; what all of them together
   need. */
void trm_freeze_slider(trm_Freeze *freeze, trm_ModelJoint *joint, const trm_JointDef *def);
bool trm_freeze_slides_in_plane(const trm_ModelJoint *joint, const trm_Row *row);
void trm_freeze_contacts(trm_Freeze *freeze);
/* The coordinates that a coupling names, once all joints are known. */
void trm_freeze_terms(trm_Freeze *freeze, int joint);
/* What events are about, and do. */
void trm_freeze_events(trm_Freeze *freeze);
/* Couplings: laws on the sum, or what holds it. */
void trm_freeze_coupling(trm_Freeze *freeze, trm_ModelJoint *joint, const trm_JointDef *def);
void trm_freeze_sharing(trm_Freeze *freeze); /* what joints share and hold twice over; idle rows, counts */
void trm_freeze_scales(
    trm_Freeze *freeze); /* mass, length, time and force of the model, once everything else is there */
double trm_freeze_mass(const trm_Model *model);
void trm_freeze_complete_laws(trm_Freeze *freeze); /* what is chosen for them from the model's weight and size */
/* Prescribed positions that jump (an error) or have a kink (a warning), and values that are not finite. */
void trm_freeze_check_drives(trm_Freeze *freeze);

/* A joint whose coordinate 0 is an arc length s, between `from` and `to` where it ends, with another measure of it
   (share). A value of one call. */
typedef struct trm_Slide {
  trm_Freeze *freeze;
  trm_ModelJoint *joint;
  const trm_JointDef *def;
  double from, to;
  double share;     /* in the reference configuration */
  double stiffness; /* of walls of which nothing is said, 0: they must be given one */
} trm_Slide;
/* The laws of the share become those of s; walls become stops. After trm_freeze_laws and with joint->ends set. */
void trm_freeze_slide(const trm_Slide *slide);

#endif
