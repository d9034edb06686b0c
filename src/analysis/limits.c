/* Where coordinates end: tracks and curves on which joints slide, and Bryan angles; at the start of a simulation and on
   its way. */
#include <stdio.h>
#include "analysis/simulation.h"
#include "base/findings.h"
#include "math/vec3.h"

/* "the end of beam "boom"", "the start of its curve": where a contact leaves its track on side `end` (-1, 1) */
static void end_text(const trm_Model *model, const trm_Joint *joint, int end, char *text, size_t size) {
  const char *which = end < 0 ? "start" : "end";
  if (!joint->track) {
    snprintf(text, size, "%s of its curve", which);
    return;
  }
  int element = joint->track->elements[end < 0 ? 0 : joint->track->count - 1].element;
  snprintf(text, size, "%s of beam \"%s\"", which, model->beams[model->mesh.elements[element].beam].name);
}

void trm_simulation_off_track(trm_Simulation *s, const double *x) {
  int j = trm_contact_off_track(s->system->layout, s->state->x, x);
  if (j < 0) return;
  const trm_Joint *joint = &s->system->layout->joints[j];
  s->said.cause = TRM_FIND_OFF_TRACK, s->said.at = joint->model->place;
  const trm_CurveCorner *corner = trm_contact_corner(joint, s->state->x, x);
  if (corner) {
    snprintf(s->failure, sizeof s->failure,
             "at t = %.9g s: joint \"%s\" has come to a corner of its %s (s = %.6g m, %.4g degrees), where its "
             "velocity would jump, and the run stops there: round the corner",
             *s->state->time, joint->name, joint->track ? "track" : "curve",
             corner->s - (joint->track ? joint->track->start : 0), corner->angle * 180 / TRM_PI);
    return;
  }
  char where[200];
  end_text(s->model, joint, trm_contact_beyond(joint, x), where, sizeof where);
  snprintf(s->failure, sizeof s->failure, "at t = %.9g s: joint \"%s\" has come to the %s and the run stops there (%s)",
           *s->state->time, joint->name, where,
           joint->drive_count > 0 ? "its drive leads beyond it"
                                  : "ends: release lets the slider go, ends: wall pushes it back");
}

static const double near_the_end = 0.02; /* cos(theta): steps of a degree lead across */

bool trm_simulation_angles_end(trm_Simulation *s, trm_Status status) {
  double left;
  int j = trm_joint_angles_end(s->system->layout, NULL, s->state->q, s->state->x, &left);
  if (j < 0 || (status != TRM_ANGLES_END && left > near_the_end)) return false;
  snprintf(
      s->failure, sizeof s->failure,
      "at t = %.9g s: joint \"%s\" has come to the end of its Bryan angles: at theta = 90 degrees psi and phi are not "
      "unique, and laws on them have no meaning (turn the joint's axes by `orientation`, so that theta stays "
      "small, or act by springs and loads)",
      *s->state->time, s->system->layout->joints[j].name);
  s->said.cause = TRM_FIND_ANGLES_END, s->said.at = s->system->layout->joints[j].model->place;
  return true;
}

/* ---- at the start ---- */

/* where the model says where a slider starts: `start` or `drive` of its coordinate, else the joint */
static trm_Place start_place(const trm_Joint *joint) {
  const trm_CoordinateDef *def = joint->laws[0].def;
  if (def && joint->laws[0].drive) return trm_place_of(def, offsetof(trm_CoordinateDef, drive));
  if (def && trm_given(def, offsetof(trm_CoordinateDef, start)))
    return trm_place_of(def, offsetof(trm_CoordinateDef, start));
  return joint->model->place;
}

/* A slider starts on its track, whatever is to happen at the ends. */
static trm_Status check_tracks(const trm_Simulation *s, trm_Diagnostics *diagnostics) {
  trm_Status status = TRM_OK;
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    bool ends = joint->track || (joint->path && !joint->path->closed);
    int end = ends ? trm_contact_beyond(joint, s->state->x) : 0;
    if (end == 0) continue;
    char where[200];
    end_text(s->model, joint, end, where, sizeof where);
    double length = joint->track ? joint->track->length : joint->path->length;
    double sigma = s->state->x[joint->first_coordinate] + (joint->track ? joint->track->start : 0);
    trm_find(diagnostics, TRM_FIND_OFF_TRACK, start_place(joint),
             "joint \"%s\": its slider starts %.6g m beyond the %s, which it slides along for %.6g m: move the slider, "
             "or lengthen what it slides on",
             joint->name, end < 0 ? -sigma : sigma - length, where, length);
    status = TRM_INCONSISTENT_START;
  }
  return status;
}

/* rad from 90 degrees: an angle that starts there, written with six digits */
static const double angle_left = 1e-6;

static trm_Status check_angles(const trm_Simulation *s, trm_Diagnostics *diagnostics) {
  double left;
  int j = trm_joint_angles_end(s->system->layout, NULL, s->state->q, s->state->x, &left);
  if (j < 0 || left > angle_left) return TRM_OK;
  trm_find(
      diagnostics, TRM_FIND_ANGLES_END, s->system->layout->joints[j].model->place,
      "joint \"%s\" starts at theta = 90 degrees or beyond, where Bryan angles end and laws on them have no meaning: "
      "turn the joint's axes by `orientation`, so that theta stays small",
      s->system->layout->joints[j].name);
  return TRM_INCONSISTENT_START;
}

trm_Status trm_simulation_check_limits(const trm_Simulation *s, trm_Diagnostics *diagnostics) {
  trm_Status status = check_tracks(s, diagnostics);
  return status == TRM_OK ? check_angles(s, diagnostics) : status;
}
