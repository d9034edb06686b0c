/* Drives that lead sliders beyond the ends of what they slide on. */
#include "analysis/find.h"
#include "element/contact.h"
#include "element/joint.h"

enum { SAMPLES = 256, BISECTIONS = 40 };

/* A slider whose way along its track is prescribed, and coordinates of the model to put it at. A value of one call. */
typedef struct Driven {
  const trm_Joint *joint;
  const trm_Simulation *s;
  double *x;
} Driven;

/* Is it beyond an end h after it was at s at the time t? Leaves it there. */
static bool is_beyond(const Driven *driven, double t, double h, double s) {
  double *own = &driven->x[driven->joint->first_coordinate];
  *own = trm_drive_target(&driven->joint->laws[0], driven->s->state->inputs, t, h, s);
  return trm_contact_beyond(driven->joint, driven->x) != 0;
}

/* When within (t, t + h] it leaves its track, s. */
static double time_of_end(const Driven *driven, double t, double h, double s) {
  double on = 0, off = h;
  for (int i = 0; i < BISECTIONS; i++) {
    double middle = 0.5 * (on + off);
    *(is_beyond(driven, t, middle, s) ? &off : &on) = middle;
  }
  return t + off;
}

static void find_end(const trm_Examined *examined, const Driven *driven, double until) {
  const trm_Joint *joint = driven->joint;
  double h = until / SAMPLES, s = driven->s->state->x[joint->first_coordinate];
  for (int i = 0; i < SAMPLES; i++) {
    if (is_beyond(driven, i * h, h, s)) {
      trm_found(examined, TRM_FIND_OFF_TRACK_LATER, joint->model->place,
                "joint \"%s\": its drive leads the slider beyond the end of what it slides on at t = %.6g s, where the "
                "run ends",
                joint->name, time_of_end(driven, i * h, h, s));
      break;
    }
    s = driven->x[joint->first_coordinate];
  }
}

void trm_find_tracks(const trm_Examined *examined) {
  const trm_Simulation *s = examined->simulation;
  double until = trm_examined_end(s->model);
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    bool ends = (joint->track || joint->path) && joint->model->ends == TRM_ENDS_STOP;
    if (!ends || !(joint->laws[0].drive || joint->laws[0].drive_rate)) continue;
    Driven driven = {joint, s, TRM_NEW(double, s->model->coordinate_count)};
    if (trm_examined_good(examined, driven.x ? TRM_OK : TRM_NO_MEMORY)) find_end(examined, &driven, until);
    trm_release(driven.x);
  }
}
