/* Laws whose data follow from the model where they are not given. */
#include <math.h>
#include "build/freeze_internal.h"
#include "element/joint.h"
#include "element/law.h"
#include "math/vec3.h"

/* mass (or moment of inertia about the joint's point, half its trace) of the lighter of the bodies that the joint connects */
static double moved_inertia(const trm_Model *model, const trm_ModelJoint *joint, bool angular) {
  double least = 0;
  for (int s = 0; s < 2; s++)
    for (int b = 0; b < model->body_count; b++) {
      const trm_Body *body = &model->bodies[b];
      if (body->node != joint->side[s].node) continue;
      const double *arm = joint->side[s].offset; /* E = tr(J)/2 I - J, so tr(E) = tr(J)/2 */
      double turning = body->euler[0] + body->euler[4] + body->euler[8] + body->mass * trm_dot(arm, arm);
      double inertia = angular ? turning : body->mass;
      if (inertia > 0 && (least == 0 || inertia < least)) least = inertia;
    }
  return least;
}

/* the model's weight deflects the bristle by this part of the model's size, or by this angle */
static const double part_of_size = 1e-6, angle = 1e-5;

static void choose_bristle(trm_Freeze *freeze, const trm_ModelJoint *joint, int c, trm_Laws *laws) {
  const trm_FrictionDef *f = &laws->def->friction;
  bool angular = joint->kind->coordinates[c].angular;
  double weight = trm_freeze_mass(freeze->model) * trm_norm(freeze->model->gravity);
  laws->bristle.stiffness = f->stiffness;
  if (!trm_given(f, offsetof(trm_FrictionDef, stiffness))) {
    double lever = angular ? fmax(f->radius, f->axial_radius) : 1,
           way = angular ? angle : part_of_size * freeze->model->size;
    laws->bristle.stiffness = fmax(f->coefficient, 0.1) * weight * lever / way;
    if (!(laws->bristle.stiffness > 0))
      trm_freeze_error(freeze, f->bound.place,
                       "joint \"%s\": friction needs a stiffness: without gravity none can be chosen from the weight",
                       joint->name);
  }
  double inertia = moved_inertia(freeze->model, joint, angular);
  if (inertia == 0) inertia = freeze->model->scales.mass * (angular ? freeze->model->size * freeze->model->size : 1);
  bool given = trm_given(f, offsetof(trm_FrictionDef, damping));
  laws->bristle.damping = given ? f->damping : 2 * sqrt(laws->bristle.stiffness * inertia);
  laws->bristle.time = sqrt(inertia / laws->bristle.stiffness);
}

/* is the coordinate a motion along or about an axis of the joint? */
static bool has_axis(const trm_JointKind *kind, int c) {
  int row = trm_coordinate_row(kind, c);
  if (row < 0) return false;
  return trm_row_form(&kind->rows[row])->term_count > 0;
}

static void check_friction(trm_Freeze *freeze, const trm_ModelJoint *joint, int c) {
  const trm_FrictionDef *f = &joint->laws[c].def->friction;
  if (trm_laws_need_reactions(&joint->laws[c]) && !joint->track && !joint->path && !has_axis(joint->kind, c))
    trm_freeze_error(freeze, f->bound.place,
                     "joint \"%s\": a %s has no reactions that press a contact together: give friction.normal",
                     joint->name, joint->kind->name);
  if (trm_given(f, offsetof(trm_FrictionDef, sticking)) && f->sticking < f->coefficient)
    trm_freeze_error(
        freeze, trm_place_of(f, offsetof(trm_FrictionDef, sticking)),
        "joint \"%s\": friction.sticking (%.6g) is the coefficient at rest and not below that of sliding (%.6g)",
        joint->name, f->sticking, f->coefficient);
}

void trm_freeze_friction(trm_Freeze *freeze) {
  for (int j = 0; j < freeze->model->joint_count; j++)
    for (int c = 0; c < freeze->joints[j].kind->coordinate_count; c++) {
      if (!freeze->joints[j].laws[c].friction) continue;
      check_friction(freeze, &freeze->joints[j], c);
      choose_bristle(freeze, &freeze->joints[j], c, &freeze->joints[j].laws[c]);
    }
}
