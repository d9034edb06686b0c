/* How fast dampers act: where all that is not reversible is damped by multiples of rates, compositions of steps, some
   of which run backwards, are good in steps that are short for it. */
#include <math.h>
#include "element/joint_table.h"
#include "element/law.h"
#include "math/symmetric.h"
#include "math/vec3.h"
#include "system/rate_kinks.h"

/* NULL: the ground */
static const trm_Body *body_at(const trm_Model *model, int node) {
  if (node > 0 && node <= model->body_count && model->bodies[node - 1].node == node) return &model->bodies[node - 1];
  for (int b = 0; b < model->body_count; b++)
    if (model->bodies[b].node == node) return &model->bodies[b];
  return NULL;
}

/* What a unit force (angular: moment) at a marker accelerates it by at most, 1/kg or 1/(kg m2); constraints make it
   less. Of J = tr(E) I - E the smallest moment of inertia counts. */
static double mobility(const trm_Model *model, const trm_Marker *marker, bool angular) {
  const trm_Body *body = body_at(model, marker->node);
  double values[3], vectors[3][3], arm = trm_dot(marker->offset, marker->offset);
  if (!body) return 0;
  trm_symmetric_eigen(body->euler, values, vectors);
  double trace = values[0] + values[1] + values[2], largest = fmax(values[0], fmax(values[1], values[2]));
  double turning = body->is_point ? 0 : 1 / (trace - largest);
  return angular ? turning : 1 / body->mass + (arm > 0 ? arm * turning : 0);
}

static double mobility_between(const trm_Model *model, const trm_Marker side[2], bool angular) {
  return mobility(model, &side[0], angular) + mobility(model, &side[1], angular);
}

/* INFINITY: a law that is neither reversible nor a damper */
static double coefficient_of(const trm_Laws *laws) {
  double sum = 0;
  TRM_EACH_LAW(law, laws) {
    double stiffness = 0, damping = 0;
    if (law->kind->reversible && law->kind->reversible(law->data)) continue;
    if (!law->kind->damps || !law->kind->damps(law->data)) return INFINITY;
    law->kind->tangent(law->data, 0, NULL, &stiffness, &damping);
    sum += damping;
  }
  return sum;
}

/* The largest eigenvalue of dampings over masses is no larger than the sum over all dampers, each taken alone. */
double trm_model_damping_rate(const trm_Model *model) {
  double rate = model->beam_count > 0 ? INFINITY : 0;
  for (int s = 0; s < model->forces.spring_count; s++) {
    const trm_SpringDamper *spring = &model->forces.springs[s];
    if (spring->damping != 0) rate += spring->damping * mobility_between(model, spring->side, false);
  }
  for (int b = 0; b < model->on_joints.bushing_count; b++) {
    const trm_Bushing *bushing = &model->on_joints.bushings[b];
    for (int i = 0; i < 6; i++)
      if (bushing->damping[7 * i] != 0)
        rate += bushing->damping[7 * i] * mobility_between(model, model->joints[bushing->joint].side, i >= 3);
  }
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++) {
      const trm_ModelJoint *joint = &model->joints[j];
      double coefficient = coefficient_of(&joint->laws[c]);
      if (coefficient != 0)
        rate += coefficient * mobility_between(model, joint->side, joint->kind->coordinates[c].angular);
    }
  return isnan(rate) ? INFINITY : rate;
}
