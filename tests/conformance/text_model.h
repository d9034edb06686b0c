/* Models from YAML text, as tests write them, and runs of them. Anything that fails stops the test with what was
   said. */
#ifndef TRM_TEST_TEXT_MODEL_H
#define TRM_TEST_TEXT_MODEL_H

#include "element/joint_table.h"
#include "trammel/trammel.h"

trm_Model *model_from_text(const char *text);
trm_Model *model_from_text_with(const char *text, trm_JointRegistry registry);
trm_Model *model_from_spec(const trm_Spec *spec);

/* Tests that look at the first steps only: where the last analysis of a model with beams would be rehearsed to its end,
   it gets a smallest step that it never takes, so that it is not. */
void spec_no_long_rehearsal(trm_Spec *spec);

/* a YAML file that is a model, and not the expectations or a study that lie beside it: it has a line "trammel: ..." */
bool file_is_model(const char *path);

/* A simulation with its channels by name. */
typedef struct Run {
  trm_Model *model;
  trm_Simulation *simulation;
  double *values;
  bool fresh; /* values are those of the present time */
} Run;

Run run_start(const char *text);
/* The text is a format: numbers and words of the case at hand. */
Run run_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
Run run_model(trm_Model *model); /* takes the model */
void run_free(Run *run);
void run_step(Run *run); /* one step, which must succeed */
void run_steps(Run *run, int count);
void run_to_end(Run *run);
double run_channel(Run *run, const char *name);             /* now */
void run_vector(Run *run, const char *name, double out[3]); /* channels name.x, name.y, name.z */
/* Goes on by blocks of steps: the largest change of a component of the linear and the angular momentum, and their
   largest components at first. */
void run_momenta(Run *run, int blocks, int steps, double change[2], double size[2]);
trm_Ledger run_ledger(Run *run);
double run_beside(Run *run); /* the part of the kinetic energy that is in velocities beside the constraints */
/* The text is no model, and the reason that is told has this part. */
void text_refused(const char *text, const char *part);
/* How far a channel is from a value at the end of a run of a model "...%s" with this analysis. */
double run_missed(const char *model, const char *analysis, const char *channel, double value);
/* Largest difference of all channels of the two runs that begin with prefix ("" = all), relative to the largest of each
   vector or scalar over both (at least 1). Both must have the same channels. */
double run_difference(Run *a, Run *b, const char *prefix);

#endif
