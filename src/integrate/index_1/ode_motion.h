/* Integration of rates: a formulation gives dy/dt of its own coordinates y at any instant, and puts y back onto
   the constraints after each step; integrate/ode.h integrates. Works are integrated along with the motion. */
#ifndef TRM_INTEGRATE_ODE_MOTION_H
#define TRM_INTEGRATE_ODE_MOTION_H

#include "system/rate_kinks.h"
#include "system/rate_laws.h"
#include "integrate/singular.h"
#include "integrate/index_1/ode.h"
#include "integrate/stepper.h"
#include "system/powers.h"

typedef struct trm_OdeMotion trm_OdeMotion;

/* A formulation in rates: a constant table of functions, of which there are two. */
typedef struct trm_OdeForm {
  const char *name;
  double may_lose; /* a run stops where more than this share of its energy is not accounted for; INFINITY: never */
  /* Makes motion->data from motion->arena. */
  trm_Status (*open)(trm_OdeMotion *motion);
  void (*close)(trm_OdeMotion *motion);     /* frees what is not in the arena; NULL: nothing */
  int (*size)(const trm_OdeMotion *motion); /* of y */
  /* what an error of each component is measured by: lengths, angles, speeds over `duration` */
  void (*scales)(const trm_OdeMotion *motion, double duration, double *scales);
  /* y of the state; prescribed rates are those of motion->inside */
  trm_Status (*pack)(const trm_OdeMotion *motion, double *y);
  /* with the states motion->z of laws; also that instant, with its multipliers */
  trm_Status (*rates)(trm_OdeMotion *motion, double t, const double *y, double *y_dot, trm_RateInstant *at);
  /* y onto the constraints, and into the state; time is set already. Prescribed rates are those of
     motion->inside. */
  trm_Status (*settle)(trm_OdeMotion *motion, double *y);
} trm_OdeForm;

extern const trm_OdeForm trm_absolute_form, trm_relative_form;

/* Owned by its stepper; its parts are in its arena. */
struct trm_OdeMotion {
  trm_StepTools *tools;
  trm_State *state; /* that is moved */
  trm_Stepper over; /* energy-preserving steps, which lead over singular positions */
  const trm_OdeForm *form;
  trm_Arena arena;
  void *data; /* of the form */
  int n;      /* size of the form's y; states of laws and four works follow */
  int states; /* of laws */
  trm_RateLaws laws;
  trm_RateKinks kinks;
  trm_Edges *edges;           /* of formulas of what moves; NULL: there are none */
  trm_EdgeMet edge;           /* the one that was met last */
  double leap;                /* so near to one, s, the step under way leads over it */
  double stride;              /* the size of steps before one made them shorter, s; 0: none has */
  bool watches_edges;         /* in the step under way */
  double *z, *largest;        /* states at the instant that is looked at (NULL: none), and the largest of each so far */
  double *scratch;            /* as y */
  double *ahead;              /* y a little later */
  double tolerance;           /* of a step */
  double mass, speed;         /* of all that moves, kg; the model's size in the duration, m/s */
  double energy;              /* what errors of works are measured by, J: mass and speed, or the largest so far */
  trm_RateInstant at;         /* the last one that was looked at */
  trm_State *kept;            /* before a step in which a law may change or has a kink, and its y; NULL: none */
  double *kept_y, margin;     /* how far the laws are from changing */
  trm_StepTrend trend;        /* of the steps since the start */
  trm_Hop hop;                /* over a singular position */
  int stepped_over;           /* jumps of the rates, one right after the other */
  long steps, changes;        /* since `watched`, of the integrator and of laws */
  double watched;             /* s */
  bool creeps;                /* no progress: it has stopped */
  bool passes;                /* sliders may come to where their velocity jumps (element/passage.h) */
  const trm_RateLaw *changed; /* the last that has, since then; NULL: none */
  double *beyond;             /* relative coordinates where a contact has left its track */
  trm_Ode *ode;
  trm_OdeCounts counted;
  double restarted; /* when, s */
  double inside;    /* the state's time, or a little beside it where drives have a kink: on the side of the steps, s */
  trm_Powers powers;
};

/* (ode_edges.c) Where the step that is to come leads over an edge, as velocities and accelerations foresee it, *stop
   becomes a time before that; the nearer, the better it is foreseen. *leapt: the edge was so near that the state has
   been moved over it. */
trm_Status trm_ode_edges_ahead(trm_OdeMotion *motion, double *stop, bool *leapt);
/* Has the step that was taken since then led over one? */
bool trm_ode_edges_met(trm_OdeMotion *motion);
/* The state is beyond the edge that was met last. */
trm_Status trm_ode_edge_crossed(trm_OdeMotion *motion);

/* The functions of the scheme (scheme.h). A step is one of the tools' task. */
trm_Status trm_index_1_open(trm_Stepper *stepper);
void trm_index_1_close(trm_Stepper *stepper);
trm_Status trm_index_1_step(trm_Stepper *stepper, const trm_StepOptions *options, trm_StepReport *report);
void trm_index_1_bytes(trm_Stepper *stepper, trm_Bytes *bytes);
const double *trm_index_1_explain(const trm_Stepper *stepper, trm_Status status, char *text, size_t size);

#endif
