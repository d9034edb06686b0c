/* The frozen model: what the solver works on. Built by build/freeze.c, constant afterwards.

   Coordinates. A *point* has three coordinates x (world, m). A *triad* has three directors d1, d2, d3 (nine
   coordinates), equal to the world's axes in the reference configuration. A *node* is a point with a triad, both its
   own; which unknowns nodes have in common is a matter of the layout. Point 0 and triad 0 are the ground's and never
   move; node 0 is the ground. Point masses have the ground's triad.
   A frame on a node (marker, joint side) is a constant linear map of its coordinates:
   y = x + sum_j offset_j d_j,  e_a = sum_j triad_ja d_j. */
#ifndef TRM_MODEL_MODEL_H
#define TRM_MODEL_MODEL_H

#include "math/curve_path.h"
#include "math/shape.h"
#include "model/defs.h"
#include "trammel/trammel.h"

struct trm_JointKind;
struct trm_LawKind;
struct trm_QuantityKind;
struct trm_NameableKind;

/* Part of a model: in its arena, constant, as old as it. */
typedef struct trm_Node {
  const char *name;    /* of the body */
  int point, triad;    /* indices */
  double at[3];        /* of the point in the reference configuration, m */
  unsigned char moves; /* bit n: world component n of the point may change (in the plane, x and y) */
  unsigned char turns; /* bit n: rotations about world axis n are possible */
} trm_Node;

/* Part of a model: in its arena, constant, as old as it. */
typedef struct trm_Body {
  const char *name;
  trm_Place place;
  int node;
  double mass;     /* kg */
  double euler[9]; /* E = tr(J)/2 I - J, kg m2, reference (world) axes: kinetic energy 1/2 sum_ij E_ij w_i . w_j */
  double axes[9];  /* the body's axes in the reference configuration, as columns */
  bool is_point;   /* three unknowns, no orientation */
  bool velocity_given, omega_given;
  bool omega_carried;           /* components turn with the body, from the reference configuration to the initial one */
  double velocity[3], omega[3]; /* initial */
  const trm_BodyDef *def;       /* for how it is drawn */
} trm_Body;

/* A frame carried by a node. In the arena of its model, as old as it. */
typedef struct trm_Marker {
  const char *name;
  int node;
  double offset[3]; /* from the node's point, reference axes, m */
  double triad[9];  /* columns e1, e2, e3 in the reference configuration */
} trm_Marker;

/* A marker that the model names. */
typedef struct trm_NamedMarker {
  const char *name;
  trm_Marker frame;
  bool trail;
} trm_NamedMarker;

/* A signal: a formula of t, inputs and what moves, and what is made of it. Part of a model: in its arena, constant, as
   old as it. */
typedef struct trm_Signal {
  const char *name;
  trm_Place place;
  const trm_Function *input; /* u, of t */
  trm_SignalMemory memory;
  int state; /* the first among the states of the model */
  int past;  /* of what it remembers of u, the first number behind the inputs in the state (element/signal.h) */
} trm_Signal;

/* Signals that are written with each other, and their formulas for one place that uses them; they are solved together
   (element/signal_loop.h). In the arena of its model, as old as it. */
typedef struct trm_SignalLoop {
  int count;
  const trm_Signal *members[TRM_LOOP_SIGNALS];
  const trm_Function *functions; /* of each: names of members have this loop and their number in it */
} trm_SignalLoop;

/* Something that moves and is named in a formula (element/named.h). In the arena of its model, as old as it. */
typedef struct trm_Named {
  const struct trm_NameableKind *kind;
  const char *name; /* as written */
  int joint, coordinate;
  trm_Marker marker[2]; /* a place, and the one along whose axes it is told; both ends of a spring */
  bool is_here[2];      /* instead of a marker: where the load along a beam acts (trm_Here) */
  bool framed;          /* it is told along the axes of the second place, else along the world's */
  int part;             /* which of the kind's parts */
  int input;            /* of the model's */
  const trm_Signal *signal;
  const trm_Function *function; /* the signal's, for this place; NULL: it is one of a loop */
  const trm_SignalLoop *loop;   /* ... this one, of which it is this member; ... */
  int member;
  bool inner; /* ... named by a formula of the loop itself */
  /* Where its unknowns begin among those of the element whose formula names it: of the node of each marker (of the
     first node of the beam's element: here), or of the coordinate. */
  int at[2];
  int reaction;  /* of a joint: which of those that formulas name, ... */
  double factor; /* ... times this, ... */
  int at_joint;  /* ... and where its coordinates begin there, followed by its multipliers; ... */
  const int
      *at_track; /* ... where each node of each element of its track does, TRM_BEAM_NODES to an element; NULL: none */
} trm_Named;

/* A component of the reaction of a joint: 0 .. 2 force, 3 .. 5 moment; from there on what drives its coordinates. */
enum { TRM_REACTION_DRIVES = 6 };
typedef struct trm_NamedReaction {
  int joint, component;
} trm_NamedReaction;

/* A relative coordinate. */
typedef struct trm_CoordinateRef {
  int joint, coordinate;
} trm_CoordinateRef;

/* On what the formulas of an element depend beside its own nodes. Part of a model: in its arena, as old as it. */
typedef struct trm_Depends {
  int node_count, coordinate_count, joint_count;
  const int *nodes;
  const trm_CoordinateRef *coordinates;
  const int *joints; /* on all their coordinates and multipliers */
} trm_Depends;

/* A law on a relative coordinate. In the arena of its model, as old as it. */
typedef struct trm_Law {
  const struct trm_LawKind *kind;
  const void *data; /* the kind's own numbers and functions */
  int state;        /* its first own state among the model's; of no meaning where it has none */
  int potential;    /* its number among the potentials by formulas; -1: it has none */
  /* Its function that names what moves elsewhere: the law then acts as an element of its own (trm_CoordinateForce).
     NULL: it acts with its joint. */
  const trm_Function *naming;
} trm_Law;

struct trm_PotentialMemory; /* math/potential.h */

/* What acts on one relative coordinate. In the arena of its model, as old as it. */
typedef struct trm_Laws {
  int count;
  trm_Law *items;                         /* in the order of the kinds */
  const trm_Function *drive, *drive_rate; /* prescribed value or rate, of t; NULL: it is not */
  double drive_scale,
      drive_shift; /* what is prescribed is scale * function + shift: 1 and 0 but where a share is driven */
  const trm_CurvePath *drive_path; /* what is prescribed is the parameter of this curve; NULL: as above */
  const trm_CoordinateDef *def;    /* initial values; NULL: nothing is said of the coordinate */
} trm_Laws;

/* A surface f(x, y, z) = 0 in the axes of a joint's first frame. In the arena of its model, as old as it. */
typedef struct trm_Surface {
  const trm_Function *function;
  double scale; /* 1/|grad f| at the reference point: scale f is a distance (m) near it, its multiplier a force */
} trm_Surface;

/* What happens when a slider comes to an end of its track, or of its curve. */
typedef enum trm_Ends { TRM_ENDS_STOP, TRM_ENDS_RELEASE, TRM_ENDS_WALL } trm_Ends;

/* An element of a track: a beam element between two arc lengths of the track. In the arena of its model, as old as
   it. */
typedef struct trm_TrackElement {
  int element;           /* among the model's beam elements */
  double from, to;       /* arc length in the reference configuration, from the start of the track, m */
  const double *points;  /* of its nodes, -1 .. 1 */
  int gauss_count;       /* quadrature that is exact for derivatives of its shape functions */
  const double *gauss;   /* points in 0 .. 1 */
  const double *weights; /* their sum is 1 */
} trm_TrackElement;

/* Beams end to end on which a joint slides: one piecewise basis h_A(sigma) over all their elements. In the arena of
   its model, as old as it. */
typedef struct trm_Track {
  int count;
  const trm_TrackElement *elements;
  double length; /* m */
  bool closed;   /* its end is joined to its start: sliders go round and round, s goes on */
  double start;  /* arc length of the contact in the reference configuration, where s = 0 */
  const trm_CurveCorner
      *corners; /* where the direction of the beams' own curves jumps; arc length from the start of the track */
  int corner_count;
  trm_Marker frame; /* the axes that constraints are resolved in: the slider's, or those of a beam node for a point */
} trm_Track;

/* The share of one track element in a sliding joint. */
typedef struct trm_Contact {
  int joint, index; /* index: of the track element */
} trm_Contact;

/* A relative coordinate of another joint, times a factor. */
typedef struct trm_JointTerm {
  int joint, coordinate;
  double factor;
} trm_JointTerm;

enum { TRM_JOINT_TERMS = 64, TRM_JOINT_NUMBERS = 4 };

/* Stiffness and damping over all coordinates of a joint that holds nothing. Part of a model: in its arena, constant, as
   old as it. */
typedef struct trm_Bushing {
  int joint;
  double stiffness[36], damping[36]; /* symmetric, not negative; in the order of the coordinates */
} trm_Bushing;

/* Part of a model: in its arena, constant, as old as it. */
typedef struct trm_ModelJoint {
  const char *name;
  trm_Place place;
  const struct trm_JointKind *kind;
  const trm_Track *track;               /* of a sliding joint, else NULL; side[0] is then only a node of the track */
  trm_Marker side[2];                   /* k and l */
  double parameters[TRM_JOINT_NUMBERS]; /* of its rows: as given, or as they follow from the frame */
  trm_Surface surfaces[2];
  const trm_CurvePath *path; /* the curve that the first side carries, in its axes; NULL: none */
  trm_Ends ends;             /* of the track or the curve */
  int term_count;            /* at most TRM_JOINT_TERMS */
  const trm_JointTerm *terms;
  /* in the terms of another joint; in a formula: it must be an unknown */
  bool combined[TRM_JOINT_COORDINATES], named[TRM_JOINT_COORDINATES];
  bool reacts;          /* a formula names its reactions: its multipliers must be unknowns */
  bool may_share;       /* nodes may have their unknowns in common instead of rows (`share`) */
  unsigned idle_rows;   /* bit r: row r of the kind holds by itself in a planar model */
  int first_coordinate; /* of the kind's coordinates in the list of all relative coordinates */
  trm_Laws laws[TRM_JOINT_COORDINATES];
  const trm_Bushing *bushing; /* NULL: none */
} trm_ModelJoint;

/* Part of a model: in its arena, constant, as old as it. */
typedef struct trm_SpringDamper {
  const char *name;
  trm_Place place;
  trm_Marker side[2];
  double stiffness, damping, free_length;
  const trm_Function *force; /* tension of the length, or NULL */
  int potential;             /* as in trm_Law */
} trm_SpringDamper;

/* Part of a model: in its arena, constant, as old as it. */
typedef struct trm_Load {
  const char *name;
  trm_Place place;
  trm_Marker marker;
  bool follower;
  const trm_Function *force, *moment; /* three each, of t: N and N m; NULL: none */
  bool named;                         /* some of them names what moves */
  trm_Depends depends;
} trm_Load;

/* A law on a relative coordinate whose formula names what moves elsewhere. Its own coordinate is the first of those
   that it depends on. Part of a model: in its arena, constant, as old as it. */
typedef struct trm_CoordinateForce {
  const char *name; /* of the joint */
  int joint, coordinate;
  const trm_Law *law;
  const trm_Function *function; /* of (x, rate, t), or of t alone ... */
  int time;                     /* ... which is its variable of this number */
  trm_Depends depends;
} trm_CoordinateForce;

/* A force that a program computes (trm_Force). Its memory is the simulation's: one thread at a time. */
enum { TRM_FORCE_NODES = 6 };

/* A force of a program: owned by the trm_Program of a simulation (analysis/program.h), seen by elements through the
   copy of the model that this runs on. */
typedef struct trm_UserForce {
  const char *name;
  trm_Force given;
  trm_Marker markers[TRM_FORCE_NODES];
  double *derivative; /* room for that of the program */
  bool *failed;       /* it said so, or gave a number that is not finite, since this was last cleared */
} trm_UserForce;

/* A beam is a chain of finite elements of one order; its nodes are nodes of the model, each with a section frame: triad
   columns e1 (along the axis), e2, e3 in the reference configuration. Strains are (Gamma_1, Gamma_2, Gamma_3, K_1, K_2,
   K_3): axial, shear along e2 and e3, twist, bending about e2 and e3. */
enum { TRM_BEAM_NODES = 11 }; /* of an element: order 10 at most */

/* A quadrature point of an element. In the arena of its model, as old as it. */
typedef struct trm_BeamPoint {
  double weight;           /* m: includes the metric of the reference curve */
  double span;             /* arc length from the beam's start, m */
  const double *h, *dh;    /* shape functions, and their derivatives with respect to arc length (1/m), per node */
  double reference[6];     /* strains of the reference configuration, by the element's own formula */
  const double *stiffness; /* 6 x 6: N, N m, N m2; rows of rigid strains are zero */
  const double *soft;      /* the same without the strains whose stresses are unknowns (trm_StressPoint) */
  unsigned stresses;       /* bit k: that of strain k is an unknown */
  const double
      *mass; /* 4 x 4: [m, m eta^T; m eta, E] per length, section axes; E = tr(J)/2 I - J about the reference line */
} trm_BeamPoint;

/* A place of an element at which its internal forces are told, and what numbers of its quadrature points say there. */
typedef struct trm_BeamStation {
  double at; /* -1 .. 1 */
  double h[TRM_BEAM_NODES];
  double carried[TRM_GAUSS_POINTS]; /* the polynomial through values of the points for strain */
  double passed[TRM_GAUSS_POINTS];  /* its integral up to there, of values of those for mass, over their weights */
  int nearest;                      /* point for strain */
} trm_BeamStation;

/* Part of a model: in its arena, constant, as old as it. */
typedef struct trm_BeamElement {
  int beam;
  int node_count;
  int nodes[TRM_BEAM_NODES];
  const double (*triads)[9];    /* of each node: section frame in the reference configuration, columns e1, e2, e3 */
  int strain_count, mass_count; /* quadrature points for strain (order) and for mass and loads (order + 1) */
  const trm_BeamPoint *strain, *mass;
  const trm_BeamStation *stations; /* its nodes, as all elements of the beam have them */
  const double *inertia;           /* 4 x 4 for each pair of nodes: integral of h_A h_B mass */
  bool plain;             /* inertia has numbers on the diagonals alone: centres of mass on the line, principal axes */
  int first_stress_point; /* the model's stress points of an element follow one another */
} trm_BeamElement;

/* Of a block of a planar model whose sections have an axis along z: what is left of its numbers. Axes p and q, counted
   so that q = J p, are the other two. As old as the block. */
typedef struct trm_BeamPlane {
  const double *frames;  /* per node: components of p on the triad's first two directors */
  const double *points;  /* per point: TRM_BEAM_PLANE_POINT */
  const double *inertia; /* per pair of nodes: m_00, m_pp + m_qq, m_0p, m_0q */
  const double *weights; /* per node: forces on x, p, q that resist an acceleration of all points */
} trm_BeamPlane;

/* Of a point: 3 x 3 stiffness of Gamma_p, Gamma_q, K without stresses that are unknowns; reference strains; stiffness
   of all strains that are not rigid. */
enum { TRM_BEAM_PLANE_REFERENCE = 9, TRM_BEAM_PLANE_WHOLE = 12, TRM_BEAM_PLANE_POINT = 21 };

/* Elements that are alike, side by side, as the kernels in lanes read them (element/beam_lanes.h): numbers are those of
   each lane, [index][lane]; lanes beyond the last element hold it again. Part of a model: in its arena, constant, as
   old as it. */
typedef struct trm_BeamBlock {
  const struct trm_BeamLanes *lanes; /* by which it is evaluated */
  int first, count;                  /* elements */
  int nodes, points;                 /* of each */
  bool plain, damps;                 /* all of them, some of them */
  const double *damping;
  const int *places; /* per node: where its point stands in a configuration, of each lane; then where its triad does */
  const double *frames;                         /* per node: 9 */
  const double *rule;                           /* per point: TRM_BEAM_RULE, then h, dh per node */
  const double *const *soft, *const *stiffness; /* per point: 36 */
  const double *inertia;                        /* per pair of nodes: the diagonal where it is plain, else 16 */
  const double *weights;      /* per node: 4, forces on its vectors that resist an acceleration of all points */
  const trm_BeamPlane *plane; /* or NULL */
} trm_BeamBlock;

/* Of a point of a block: weight; what the squares of force and moment are not taken to be less than; reference
   strains. */
enum { TRM_BEAM_WEIGHT, TRM_BEAM_LEAST_FORCE, TRM_BEAM_LEAST_MOMENT, TRM_BEAM_REFERENCE, TRM_BEAM_RULE = 9 };

/* A quadrature point at which some stresses are unknowns: of strains that are rigid (compliance 0), and of those that
   are much stiffer than bending, whose forces could not be told from the round-off of the strains. The multipliers of
   stresses are the first of all. */
typedef struct trm_StressPoint {
  int element, point;   /* beam element, index among its points for strain */
  int count;            /* of stresses */
  int strain[6];        /* which ones */
  double compliance[6]; /* strain over stress: 1/N, 1/(N m2); 0: rigid */
  int first_multiplier;
} trm_StressPoint;

/* Part of a model: in its arena, constant, as old as it. */
typedef struct trm_Beam {
  const char *name;
  trm_Place place;
  int order;
  int first_element, element_count;
  int node_count;
  const int *nodes;          /* of the beam from start to end */
  const double *spans;       /* arc length of each node, m */
  const double (*triads)[9]; /* section frame of each node */
  double length;             /* m */
  double damping;            /* stiffness-proportional: stress += damping * stiffness * strain rate, s */
  const trm_BeamDef *def;    /* for how it is drawn */
} trm_Beam;

/* A cross-section of a beam. In the arena of its model, as old as it. */
typedef struct trm_Section {
  const char *name;
  trm_Place place;
  bool computed;             /* from shape and material */
  bool assumed_y, assumed_z; /* moments of inertia that were not given: those of a homogeneous section */
  double stiffness[36];      /* axial, shear y, shear z, torsion, bending y, bending z; rigid ones are zero */
  bool rigid[6];             /* that strain is zero */
  double mass[16];           /* as trm_BeamPoint.mass */
  const trm_SectionDef *def;
} trm_Section;

/* A load per length along a whole beam: force[n] and moment[n] are functions of (xi, t), xi = span / length. In the
   arena of its model, as old as it. */
typedef struct trm_BeamLoad {
  const char *name;
  trm_Place place;
  int beam;
  bool follower;                      /* components along the section's axes instead of the world's */
  const trm_Function *force, *moment; /* three each, N/m and N; NULL: none */
  bool named;                         /* some of them names what moves */
  trm_Depends depends;
} trm_BeamLoad;

/* Initial velocities that the model gives. */
typedef struct trm_GivenMotion {
  int node;
  bool velocity_given, omega_given;
  bool omega_carried; /* as in trm_Body */
  double velocity[3], omega[3];
} trm_GivenMotion;

/* A formula over channels as it is written; compiled where channels are listed (system/formula.h). In the arena of its
   model, as old as it. */
typedef struct trm_FormulaText {
  const char *owner; /* output "power", for messages */
  const char *text;
  trm_Place place; /* of the text */
} trm_FormulaText;

/* A signal and the formula over channels that it is set to. */
typedef struct trm_SignalSetting {
  int signal; /* of the model's */
  trm_FormulaText to;
} trm_SignalSetting;

/* Something that happens where a formula changes its sign, and what it does. In the arena of its model, as old as
   it. */
typedef struct trm_ModelEvent {
  const char *name;
  trm_Place place;
  trm_FormulaText when;
  int direction; /* 1: from negative to positive only, -1: the other way only, 0: both */
  bool at_once;  /* also where the formula is positive from the start */
  bool stop;     /* ends the run */
  bool strikes;  /* a place, with an impulse */
  int release_count, lock_count, unlock_count;
  const int *release;                 /* joints */
  const trm_JointTerm *lock, *unlock; /* coordinates; factors have no meaning */
  trm_Marker struck;
  int set_count, reset_count;
  const trm_SignalSetting *set;
  const int *reset;           /* signals that begin anew */
  trm_FormulaText impulse[6]; /* force, N s, and moment, N m s, world axes; text NULL: 0 */
} trm_ModelEvent;

/* In the arena of its model, as old as it. */
typedef struct trm_ModelEvents {
  int count;
  const trm_ModelEvent *items;
} trm_ModelEvents;

typedef enum trm_OutputTarget { TRM_OUTPUT_MARKER, TRM_OUTPUT_JOINT, TRM_OUTPUT_BEAM } trm_OutputTarget;

/* Part of a model: in its arena, constant, as old as it. */
typedef struct trm_Output {
  const char *name;
  trm_OutputTarget target;
  trm_Marker marker; /* of a body, marker or the ground */
  int joint;
  const struct trm_QuantityKind *quantity;
  int frame;                      /* as in trm_OutputDef */
  bool relative;                  /* seen from a place that moves ... */
  trm_Marker from;                /* ... this one */
  int element;                    /* of a beam: index among the model's beam elements */
  double parameter;               /* ... and where in it, -1 .. 1 */
  const trm_FormulaText *formula; /* instead of all that; NULL: none */
  const char *unit;               /* of the formula's value */
} trm_Output;

/* Numbers that a program sets between steps; what they are now stands in the state. In the arena of its model, as old
   as it. */
typedef struct trm_Inputs {
  int count;
  const char *const *names;
  const double *start; /* as the model gives them */
  trm_Symbols symbols; /* what formulas over channels may use besides: parameters, inputs, functions of the model */
} trm_Inputs;

/* The model's own sizes: what is small or large is so relative to them, never in SI units. Thresholds are products of
   these and of pure numbers; build/freeze_scales.c says what they are for models without gravity, beams, extent, mass
   or time. */
typedef struct trm_ModelScales {
  double mass;   /* of all parts, kg */
  double length; /* the largest distance between points of the reference configuration, m */
  double time;   /* of the longest dynamic or kinematic analysis, s; without one: sqrt(mass length / force) */
  double
      force; /* the largest of weight, springs and beams bent by the length, constant loads, mass length / time^2, N */
} trm_ModelScales;

/* Which model it is. */
typedef struct trm_ModelAbout {
  const char *title, *source;
  uint64_t fingerprint; /* of the spec as written: the same numbers, names and order (trm_value_hash) */
} trm_ModelAbout;

/* In what everything moves. */
typedef struct trm_ModelSpace {
  bool planar; /* unknowns are displacements along x and y and rotations about z */
  double gravity[3];
  trm_Place gravity_at; /* where it is written */
} trm_ModelSpace;

/* What the beams are made of. */
typedef struct trm_BeamMesh {
  int section_count, element_count, load_count;
  const trm_Section *sections;
  const trm_BeamElement *elements;
  const trm_BeamBlock *blocks;
  const int *block_of; /* per element */
  const trm_BeamLoad *loads;
  int stress_point_count, stress_count; /* points, and unknown stresses in all */
  const trm_StressPoint *stress_points;
} trm_BeamMesh;

/* In the arena of a model, as old as it. */
typedef struct trm_Signals {
  int count, memory_count;
  const trm_Signal *items; /* those with memory come first; each after those that it is written with */
  bool sampled;            /* some are */
  bool delayed;            /* some are, on their way */
  bool reacts;             /* a formula of one with memory names a reaction */
  int loop_count;          /* loops of signals that are written with each other */
  int past_count;          /* numbers that they remember, behind the inputs in the state */
} trm_Signals;

/* Forces between and on parts, beside those on coordinates of joints. */
typedef struct trm_ModelForces {
  int spring_count, load_count, coordinate_count;
  int potential_count; /* springs by formulas, of their coordinate or their length */
  const trm_SpringDamper *springs;
  const trm_Load *loads;
  const trm_CoordinateForce *coordinates;
  bool named;      /* some formula names what moves */
  bool named_rate; /* ... and something that is a velocity */
  int reaction_count;
  const trm_NamedReaction *reactions; /* that formulas name */
  trm_Signals signals;
  int user_count; /* 0 in a model as built; a simulation whose program adds forces runs on a copy that has them */
  const trm_UserForce *users;
} trm_ModelForces;

/* What hangs on joints: laws have states, sliders touch elements of their tracks. */
typedef struct trm_OnJoints {
  int contact_count, bushing_count;
  const trm_Contact *contacts; /* one per sliding joint and element of its track */
  const trm_Bushing *bushings;
  int law_state_count; /* and of signals with memory, behind them */
} trm_OnJoints;

/* Something that moves, named in the formula of an output or an event. Part of a model: in its arena, as old as it. */
typedef struct trm_ShownName {
  trm_Named named;
  enum { TRM_SHOWN_QUANTITY, TRM_SHOWN_ACCELERATION, TRM_SHOWN_ALPHA } what; /* of its kind, or of its first marker */
} trm_ShownName;

/* What is shown of the motion: named places, channels, how the ground is drawn. */
typedef struct trm_ModelShown {
  int marker_count, output_count;
  const trm_NamedMarker *markers;
  const trm_Output *outputs;
  int named_count;
  const trm_ShownName *named;
  const trm_GroundDef *ground;
} trm_ModelShown;

/* Where the motion begins. */
typedef struct trm_ModelStart {
  int motion_count;
  const trm_GivenMotion *motions;
  double tolerance; /* of the initial assembly */
} trm_ModelStart;

/* One after the other. */
typedef struct trm_Analyses {
  int count;
  const trm_AnalysisDef *const *items;
  trm_ModelEvents events; /* what may happen in them */
} trm_Analyses;

/* The frozen model, constant: owned by who had it frozen (trm_model_freeze .. _free), with all that it points to in
   its arena. Any number of simulations may read it, in any number of threads. */
struct trm_Model {
  trm_Arena arena;
  trm_ModelAbout about;
  trm_ModelSpace space;
  trm_ModelScales scales;
  double size; /* = scales.length */
  int node_count, body_count, joint_count, beam_count;
  const trm_Node *nodes; /* each has a point and, but for point masses, a triad of its own number */
  const trm_Body *bodies;
  const trm_ModelJoint *joints;
  const trm_Beam *beams;
  trm_BeamMesh mesh;
  trm_ModelForces forces;
  int coordinate_count; /* relative coordinates of all joints, active and passive */
  trm_OnJoints on_joints;
  trm_Inputs inputs;
  trm_ModelStart start;
  trm_Analyses analyses;
  trm_ModelShown shown;
};

/* Coordinates of a configuration: 3 per point, then 9 per triad (d1, d2, d3). */
static inline int trm_point_at(int point) { return 3 * point; }
static inline int trm_triad_at(const trm_Model *model, int triad) { return 3 * model->node_count + 9 * triad; }
static inline int trm_configuration_size(const trm_Model *model) { return 12 * model->node_count; }

#endif
