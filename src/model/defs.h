/* The entries of a model file as C structs, filled by trm_bind from the field tables (build/tables.c). Everything
   here is in SI units and in the world axes of the reference configuration unless said otherwise. */
#ifndef TRM_MODEL_DEFS_H
#define TRM_MODEL_DEFS_H

#include "model/fields.h"

/* ---- how things are drawn; no computation depends on it ---- */

typedef struct trm_CylinderDef {
  trm_Bound bound;
  double radius, length; /* m */
  double axis[3];        /* not given: the shape's z axis */
} trm_CylinderDef;

typedef struct trm_RodDef {
  trm_Bound bound;
  double from[3], to[3]; /* m, world coordinates in the reference configuration */
  double radius;         /* m */
} trm_RodDef;

/* One of box, sphere, cylinder, rod. */
typedef struct trm_ShapeDef {
  trm_Bound bound;
  double box[3]; /* m, edges along the shape's axes */
  double sphere; /* m, radius */
  trm_CylinderDef cylinder;
  trm_RodDef rod;
  double at[3]; /* m, centre, world coordinates in the reference configuration; not given: the body's position */
  double orientation[9]; /* not given: the body's axes */
} trm_ShapeDef;

/* In the arena of the model that it was read for (build/define.c), as old as it. */
typedef struct trm_GroundDef {
  trm_Bound bound;
  trm_Entries shapes; /* trm_ShapeDef */
  const char *color;
} trm_GroundDef;

/* In the arena of the model that it was read for (build/define.c), as old as it. */
typedef struct trm_BodyDef {
  trm_Bound bound;
  double mass;           /* kg */
  double inertia[9];     /* kg m2, about the centre of mass, in the body's axes; not given: a point of three dofs */
  double position[3];    /* m, centre of mass */
  double orientation[9]; /* rotation from world to body axes */
  double velocity[3];    /* m/s, initial */
  double omega[3];       /* rad/s, initial */
  int omega_axes;        /* 0 the world's, 1 the body's own */
  trm_Entries shapes;    /* trm_ShapeDef */
  const char *color;     /* NULL: chosen */
  bool trail;            /* the path of the centre of mass is drawn */
} trm_BodyDef;

typedef struct trm_MarkerDef {
  trm_Bound bound;
  trm_Reference on;      /* body, "ground" */
  double at[3];          /* m, world coordinates in the reference configuration; default: the body's position */
  double orientation[9]; /* default: the world's axes */
  bool trail;            /* its path is drawn */
} trm_MarkerDef;

/* Stiffness of a cross-section: N = EA Gamma_1, V_y = GKy Gamma_2, ... or a full matrix, in the order axial, shear
   y, shear z, torsion, bending about y, bending about z. y and z are e2 and e3 of the section frame. */
typedef struct trm_StiffnessDef {
  trm_Bound bound;
  double EA, GKy, GKz; /* N */
  double GJ, EIy, EIz; /* N m2 */
  double matrix[36];
} trm_StiffnessDef;

typedef struct trm_SectionMassDef {
  trm_Bound bound;
  double m;             /* kg/m */
  double Ixx, Iyy, Izz; /* kg m, about the centre of mass; Ixx not given: Iyy + Izz */
  trm_Numbers eta;      /* m: [y, z] of the centre of mass */
  double matrix[36];
} trm_SectionMassDef;

typedef struct trm_MaterialDef {
  trm_Bound bound;
  double E, G, nu, rho; /* Pa, Pa, 1, kg/m3; either G or nu is given */
} trm_MaterialDef;

enum { TRM_SECTION_DIMENSIONS = 8 }; /* most lengths of a shape */

typedef struct trm_SectionDef {
  trm_Bound bound;
  trm_StiffnessDef stiffness;
  trm_SectionMassDef mass;
  int shape;                                 /* index into trm_section_shapes of element/section.h */
  double dimensions[TRM_SECTION_DIMENSIONS]; /* m, in the order of the shape's row */
  trm_MaterialDef material;
} trm_SectionDef;

typedef struct trm_ArcDef {
  trm_Bound bound;
  trm_Numbers through;                 /* three points */
  double start[3], centre[3], axis[3]; /* or: about the axis through the centre, from start */
  double angle;                        /* rad */
} trm_ArcDef;

typedef struct trm_NurbsDef {
  trm_Bound bound;
  int degree;
  trm_Numbers points, weights, knots;
} trm_NurbsDef;

/* One of these. */
typedef struct trm_CurveDef {
  trm_Bound bound;
  trm_Numbers line, polyline, spline; /* points */
  trm_ArcDef arc;
  trm_NurbsDef nurbs;
} trm_CurveDef;

/* In the arena of the model that it was read for (build/define.c), as old as it. */
typedef struct trm_BeamDef {
  trm_Bound bound;
  trm_CurveDef curve;
  double normal[3];     /* direction of e2 at the start */
  trm_Function twist;   /* rad, of xi: turns the section about e1 */
  trm_Numbers elements; /* in all, or of each segment */
  int order;
  trm_Stations section;
  double damping;               /* s */
  double velocity[3], omega[3]; /* initial rigid motion: of the first point, and about it */
  const char *color;            /* NULL: chosen */
} trm_BeamDef;

enum { TRM_COORDINATE_LAWS = 32 };  /* kinds of laws at most */
enum { TRM_JOINT_COORDINATES = 6 }; /* relative coordinates of a joint at most */

/* In the arena of the model that it was read for (build/define.c), as old as it. */
typedef struct trm_CoordinateDef {
  trm_Bound bound;
  double start, rate;                    /* initial value and rate */
  trm_Function drive;                    /* prescribed value, of t */
  trm_Function drive_rate;               /* prescribed rate, of t */
  const void *laws[TRM_COORDINATE_LAWS]; /* by kind (element/law.h): its definition, NULL where it is not written */
} trm_CoordinateDef;

typedef struct trm_CoordinatesDef {
  trm_Bound bound;
  trm_CoordinateDef item[TRM_JOINT_COORDINATES]; /* in the order of the joint kind's coordinates */
} trm_CoordinatesDef;

/* In the arena of the model that it was read for (build/define.c), as old as it. */
typedef struct trm_JointDef {
  trm_Bound bound;
  const char *type;
  trm_Reference between[2];
  trm_Reference slider;                /* sliding joints, instead of between: what slides ... */
  trm_Names along;                     /* ... and the beams, end to end, that it slides along */
  int ends;                            /* trm_Ends */
  double wall_stiffness, wall_damping; /* N/m, N s/m2 of the ends, when they are walls */
  double at[3];
  trm_Axis axis;
  double reference[3];       /* direction that fixes e1 of the joint frame (projected normal to the axis) */
  double face[3];            /* or a point that does: e1 points from the axis to it */
  double orientation[9];     /* full triad instead of axis */
  double axes[6];            /* universal; constant velocity: the shafts */
  double slide[3];           /* direction of the slide of a cross, normal to the first axis */
  double parameters[2];      /* in the order of the joint kind's parameters */
  trm_Combination terms;     /* of coordinates of other joints */
  trm_Function functions[2]; /* of x, y, z, in the order of the joint kind's functions */
  trm_CurveDef curve;        /* that the first body carries */
  bool share;                /* share unknowns where the joint allows it (default true) */
  trm_CoordinatesDef coordinates;
  double stiffness[36], damping[36]; /* of a bushing, in the order of the coordinates */
} trm_JointDef;

typedef struct trm_SpringDamperDef {
  trm_Bound bound;
  trm_Reference between[2];
  double stiffness, damping; /* N/m, N s/m */
  double free_length;        /* m; not given: the reference length */
  trm_Function force;        /* tension as a function of the length, instead of stiffness */
} trm_SpringDamperDef;

typedef struct trm_LoadDef {
  trm_Bound bound;
  trm_Reference on;
  trm_Function force[3], moment[3];                       /* of t */
  trm_Function force_per_length[3], moment_per_length[3]; /* of xi and t: N/m, N along a whole beam */
  int frame;                                              /* 0 world (dead), 1 body (follower) */
} trm_LoadDef;

/* In the arena of the model that it was read for (build/define.c), as old as it. */
typedef struct trm_OutputDef {
  trm_Bound bound;
  const char *value; /* a formula over channels, instead of the rest */
  const char *unit;  /* of its value */
  trm_Reference of;
  int quantity;       /* index into trm_quantity_kinds */
  trm_Reference from; /* motions as seen from this place, whose axes move with it; not given: from the world */
  int frame; /* 0 = the quantity's own (joint reactions: joint frame; motions: world, or of `from`), 1 world, 2 body */
  int side;  /* internal force: 0 left (of the element that ends there), 1 right */
} trm_OutputDef;

/* The joint breaks where what it carries gets this large. */
typedef struct trm_ExceedsDef {
  trm_Bound bound;
  trm_Reference joint;
  double force, moment; /* N, N m */
} trm_ExceedsDef;

typedef struct trm_ImpulseDef {
  trm_Bound bound;
  trm_Reference on;
  trm_Names force, moment; /* N s, N m s: three formulas over channels each */
} trm_ImpulseDef;

/* A signal and what an event sets it to. In the arena of the model that it was read for, as old as it. */
typedef struct trm_SetDef {
  trm_Bound bound;
  trm_Reference signal;
  const char *to; /* a formula over channels */
} trm_SetDef;

typedef struct trm_EventDoDef {
  trm_Bound bound;
  int run; /* 0 goes on, 1 stops */
  trm_Names release, lock, unlock, reset;
  trm_Entries set; /* trm_SetDef */
  trm_ImpulseDef impulse;
} trm_EventDoDef;

/* In the arena of the model that it was read for (build/define.c), as old as it. */
typedef struct trm_EventDef {
  trm_Bound bound;
  const char *when; /* a formula over channels */
  trm_ExceedsDef exceeds;
  int direction; /* index into rising, falling, either */
  trm_EventDoDef action;
} trm_EventDef;

typedef struct trm_StepDef {
  trm_Bound bound;
  double size;              /* s: fixed; not given: chosen so that the tolerance is met */
  double tolerance;         /* largest error over the whole analysis, relative to the model's size */
  double smallest, largest; /* s: bounds of the automatic step, when given */
} trm_StepDef;

/* How much of the beams is stored in every row. */
typedef enum trm_BeamOutput { TRM_BEAM_OUTPUT_ALL, TRM_BEAM_OUTPUT_SHAPE, TRM_BEAM_OUTPUT_NONE } trm_BeamOutput;

/* In how many bits they are stored. */
typedef enum trm_OutputNumbers { TRM_OUTPUT_FLOAT64, TRM_OUTPUT_FLOAT32 } trm_OutputNumbers;

typedef struct trm_OutputTimesDef {
  trm_Bound bound;
  double every;         /* s; not given: every step */
  trm_Numbers times;    /* s, in addition */
  int beams;            /* trm_BeamOutput */
  trm_Names channels;   /* patterns of names; none: all */
  trm_Names statistics; /* patterns of names whose extremes, means and rms are wanted; none: the model's outputs */
  int numbers;          /* trm_OutputNumbers */
  bool compress;
  bool dense; /* rows between the ends of steps are interpolated */
} trm_OutputTimesDef;

typedef struct trm_NewtonDef {
  trm_Bound bound;
  double tolerance; /* relative to the largest internal force */
  int iterations;
  double scale; /* multiplier scale s; not given: chosen */
} trm_NewtonDef;

/* Where the path of a static analysis ends: the first time that a channel has this value. */
typedef struct trm_StopAtDef {
  trm_Bound bound;
  const char *channel;
  double value;
} trm_StopAtDef;

typedef enum trm_StaticMethod { TRM_LOAD_STEPS, TRM_ARC_LENGTH } trm_StaticMethod;

/* Of the kinds that others ask for by name; an analysis may be of any that trm_analysis_kinds lists. */
typedef enum trm_AnalysisType {
  TRM_ANALYSIS_DYNAMIC,
  TRM_ANALYSIS_STATIC,
  TRM_ANALYSIS_KINEMATIC,
  TRM_ANALYSIS_MODAL
} trm_AnalysisType;

typedef enum trm_Formulation { TRM_FORMULATION_ABSOLUTE, TRM_FORMULATION_RELATIVE } trm_Formulation;

typedef enum trm_ModalAbout { TRM_MODAL_STATE, TRM_MODAL_REFERENCE } trm_ModalAbout;

/* The axes in which vibrations about a motion are expressed. */
typedef enum trm_ModalFrame {
  TRM_MODAL_FRAME_AUTOMATIC,
  TRM_MODAL_FRAME_WORLD,
  TRM_MODAL_FRAME_TURNING,
  TRM_MODAL_FRAME_MOTION /* deviations from the motion, which need not be steady; no modes */
} trm_ModalFrame;

typedef struct trm_AnalysisDef {
  trm_Bound bound;
  int type;        /* trm_AnalysisType */
  int scheme;      /* index into trm_schemes */
  int order;       /* 2, 4, 6 */
  int formulation; /* trm_Formulation */
  double rho;      /* spectral radius at infinity, 0 (annihilates) .. 1 (preserves); not given: the scheme's own */
  double until;
  double at;      /* static: time at which loads and prescribed motions are taken */
  int increments; /* static: equal parts in which the loads are put on at first */
  int method;     /* static: trm_StaticMethod */
  double arc;     /* arc-length: longest arc of a step */
  int steps;      /* arc-length: how many at most */
  trm_StopAtDef stop_at;
  int count; /* modal: how many modes */
  int about; /* modal: trm_ModalAbout */
  int frame; /* modal: trm_ModalFrame */
  trm_StepDef step;
  trm_OutputTimesDef output;
  trm_NewtonDef newton;
} trm_AnalysisDef;

typedef struct trm_InitialDef {
  trm_Bound bound;
  double tolerance; /* how far the assembly may move a point, relative to the model's size */
} trm_InitialDef;

enum { TRM_SIGNAL_STATES = 12, TRM_LOOP_SIGNALS = 24 };

/* What a signal makes of its formula u, as it is written. In the arena of its model, as old as it. */
typedef struct trm_SignalMemory {
  const struct trm_SignalKind *kind; /* element/signal.h; NULL: none, the signal is u */
  int count;                         /* of states */
  const double *a, *b, *c;           /* linear: ds/dt = A s + B u, y = C s + D u, row-major */
  double d;
  const double *start; /* states at the start */
  bool start_given;
  double rate;     /* lag, sampled: |dy/dt| is at most this, 1/s; 0: no limit */
  double every;    /* sampled, noise: u is taken at multiples of this time, s, and held in the one state */
  double delay;    /* delay, sampled: y is u so long ago, s */
  double seed;     /* noise: whole */
  double bound[2]; /* hysteresis: switches off below the first, on above the second */
  double held[2];  /* ... to these values */
  int loop;        /* number of the loop of signals that are written with each other, of which it is one; 0: of none */
  bool echoes;     /* delay: what comes out of it leads back to it past nothing that makes it smoother */
} trm_SignalMemory;

/* A signal as it is written; its formula and what it makes of it. In the arena of its model, as old as it. */
typedef struct trm_SignalDef {
  const char *name;
  trm_Place place;
  trm_Function input;
  trm_SignalMemory memory;
} trm_SignalDef;

/* The whole model as written. In the arena of the model that it was read for (build/define.c), as old as it. */
typedef struct trm_ModelDef {
  trm_Bound bound;
  int version;
  const char *title;
  trm_Parameters parameters;
  trm_Entries functions; /* empty: read before, known to formulas alone */
  trm_Entries tables;    /* ... likewise */
  trm_Entries signals;   /* ... likewise: see signal_list */
  trm_Parameters inputs; /* their values at the start */
  int space;             /* 0 spatial, 1 planar */
  double gravity[3];
  trm_GroundDef ground;
  trm_Entries bodies;   /* trm_BodyDef */
  trm_Entries sections; /* trm_SectionDef */
  trm_Entries beams;    /* trm_BeamDef */
  trm_Entries markers;  /* trm_MarkerDef */
  trm_Entries joints;   /* trm_JointDef, table by kind */
  trm_Entries springs;  /* trm_SpringDamperDef */
  trm_Entries loads;    /* trm_LoadDef */
  trm_Entries outputs;  /* trm_OutputDef */
  trm_Entries events;   /* trm_EventDef */
  trm_InitialDef initial;
  trm_Entries analysis; /* trm_AnalysisDef */
  trm_FoundNames named; /* in formulas */
  trm_FoundNames shown; /* what may be names in formulas of outputs and events */
  int signal_count;
  trm_SignalDef *signal_list; /* read before the rest */
  trm_Symbols symbols;        /* no key: what formulas over channels may use besides */
} trm_ModelDef;

#endif
