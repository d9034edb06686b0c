/* Equal steps, of rehearsals and runs: how long they are at first, and what their distance from a rehearsal tells. */
#include <math.h>
#include "analysis/rehearsal.h"
#include "element/law.h"

/* 1/omega of the contact that swings fastest, s */
static double shortest_swing(const trm_Simulation *s) {
  double shortest = INFINITY;
  for (int j = 0; j < s->model->joint_count; j++)
    for (int c = 0; c < s->system->layout->joints[j].kind->coordinate_count; c++)
      TRM_EACH_LAW(law, &s->system->layout->joints[j].laws[c])
  if (law->kind->swing) shortest = fmin(shortest, law->kind->swing(law->data));
  return shortest;
}

/* What a contact that swings leaves in much longer steps than it swings dies out slowly, by 4/(omega h) of itself in
   each; in very much longer ones it is as good as rigid. */
double trm_longest_equal(const trm_Simulation *s) {
  enum { FIRST = 64, MANY = 4096 };
  static const double swings = 30; /* a tenth is lost of it in each step */
  const trm_StepDef *step = &s->analysis->step;
  double duration = s->analysis->until - s->start_time;
  double size = fmax(duration / MANY, fmin(duration / FIRST, swings * shortest_swing(s)));
  return trm_given_step(step, offsetof(trm_StepDef, largest)) ? fmin(size, step->largest) : size;
}

/* Of equal steps, whose errors scatter, how far the run is from the rehearsal tells as much as its estimated error: the
   mean of both, in orders of magnitude. Where the run's steps are those of the rehearsal before, it tells all. Ratios
   that are alike: the same steps. Typical: 0.5 to 0.8 of the distance is the run's; a chance that both agree leaves
   least. Chosen with 114 runs of test_stick_slip. */
double trm_error_of_equal_run(double error, double apart, double ratio) {
  static const double alike = 0.03, typical = 0.7, least = 0.3;
  if (ratio > 1 + alike) return fmax(typical * apart * ratio / (ratio - 1), least * error);
  return ratio < 1 - alike && apart > 0 ? sqrt(error * typical * apart) : error;
}
