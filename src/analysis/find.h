/* The model doctor: small checks, each of which looks at one thing and reports what it finds (base/findings.h). A check
   is a function of one of the files find_*.c and a line in checks.def. */
#ifndef TRM_ANALYSIS_FIND_H
#define TRM_ANALYSIS_FIND_H

#include "analysis/simulation.h"
#include "base/findings.h"

/* What is examined, and who hears of it. A value of one call. */
typedef struct trm_Examined {
  const trm_Model *model;
  const trm_Simulation *simulation; /* at its start; NULL: not yet made, or it cannot start */
  bool hints;                       /* hints are wanted too */
  bool dear;                        /* also what takes more time than a start */
  trm_Diagnostics *diagnostics;
  bool *no_memory; /* set where a check lacked it; NULL: by trm_examine */
} trm_Examined;

/* Checks that are not dear factor no more unknowns: those take as long as a start. */
enum { TRM_EXAMINED_UNKNOWNS = 20000 };

/* Runs all checks that can run; a check that lacks memory is not passed over in silence. */
trm_Status trm_examine(const trm_Examined *examined);
/* The same at the start of a run, but for what is dear: errors and warnings are reported, all of them noted. simulation
   NULL: it cannot start. */
trm_Status trm_examine_start(const trm_Model *model, trm_Simulation *simulation, trm_Diagnostics *diagnostics);
/* For checks: is this TRM_OK? A lack of memory is remembered. */
bool trm_examined_good(const trm_Examined *examined, trm_Status status);
/* Reports, unless it is a hint that is not wanted. */
#define trm_found(examined, finding, place, ...)                                                                       \
  do {                                                                                                                 \
    if ((examined)->hints || trm_finding_kinds[finding].severity != TRM_NOTE)                                          \
      trm_find((examined)->diagnostics, finding, place, __VA_ARGS__);                                                  \
  } while (0)

/* Finds out why the step failed that simulation->failure tells of: names the formula that is no number, or the
   constraints that nearly depend on each other, in its place. */
void trm_simulation_blame(trm_Simulation *simulation);
/* Reports the formula that is no number at the start; false: none was found. */
bool trm_blame_start(trm_Simulation *simulation, trm_Diagnostics *diagnostics);

/* s: the end of the last analysis that goes through time, 0: there is none. */
double trm_examined_end(const trm_Model *model);

/* The distance of the ends of a spring in the reference configuration, m. */
double trm_spring_length(const trm_Model *model, const trm_SpringDamper *spring);

/* What tables of laws are over: a coordinate of a joint, or the length of a spring (joint -1; else spring is -1). */
typedef struct trm_TableOver {
  int joint, coordinate, spring;
} trm_TableOver;
/* How many there are in the model, and which (out may be NULL). */
int trm_tables_over(const trm_Model *model, trm_TableOver *out);
/* Tells of tables that end before x. until: s, so far a run has come; 0: it is where it starts. */
void trm_find_tables_at(const trm_Examined *examined, const trm_TableOver *over, double x, double until);

/* Largest distance of a joint from the centre of its body, m, per node; returns the longest of bodies. The extent of
   the whole model tells nothing: a long chain has short links. */
double trm_examined_arms(const trm_Model *model, double *arms);

#define CHECK(name, needs) void trm_find_##name(const trm_Examined *examined);
#include "analysis/checks.def"
#undef CHECK

#endif
