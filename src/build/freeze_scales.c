/* The model's own mass, length, time and force: the one place that says what is small and what is large in it. */
#include <math.h>
#include "build/freeze_internal.h"
#include "element/law.h"
#include "math/vec3.h"

double trm_freeze_mass(const trm_Model *model) {
  double mass = 0;
  for (int b = 0; b < model->body_count; b++) mass += model->bodies[b].mass;
  for (int e = 0; e < model->mesh.element_count; e++)
    for (int p = 0; p < model->mesh.elements[e].mass_count; p++)
      mass += model->mesh.elements[e].mass[p].weight * model->mesh.elements[e].mass[p].mass[0];
  return mass;
}

/* the longest analysis that goes through time; 0: there is none */
static double duration(const trm_Freeze *freeze) {
  double longest = 0, from = 0;
  for (int a = 0; a < freeze->def.analysis.count; a++) {
    const trm_AnalysisDef *analysis = freeze->def.analysis.items[a].data;
    if (analysis->type == TRM_ANALYSIS_STATIC) from = fmax(from, analysis->at);
    if (analysis->type != TRM_ANALYSIS_DYNAMIC && analysis->type != TRM_ANALYSIS_KINEMATIC) continue;
    longest = fmax(longest, analysis->until - from);
    from = analysis->until;
  }
  return longest;
}

/* ---- length ---- */

/* the largest extent of the reference configuration, frames of joints and ends of springs included */
static double extent(const trm_Freeze *freeze) {
  const trm_Model *model = freeze->model;
  double low[3] = {0, 0, 0}, high[3] = {0, 0, 0}, diagonal[3];
  bool first = true;
  for (int pass = 0; pass < model->node_count + 2 * (model->joint_count + model->forces.spring_count); pass++) {
    double at[3];
    int joint = pass - model->node_count, spring = joint - 2 * model->joint_count;
    if (pass == 0) continue; /* the ground's origin is no part of the mechanism */
    if (joint < 0)
      trm_copy(at, freeze->nodes[pass].at, 3);
    else if (spring < 0)
      trm_freeze_position(freeze, &freeze->joints[joint / 2].side[joint % 2], at);
    else
      trm_freeze_position(freeze, &model->forces.springs[spring / 2].side[spring % 2], at);
    for (int n = 0; n < 3; n++) {
      low[n] = first ? at[n] : fmin(low[n], at[n]);
      high[n] = first ? at[n] : fmax(high[n], at[n]);
    }
    first = false;
  }
  trm_subtract(diagonal, high, low);
  return trm_norm(diagonal);
}

static trm_LawSizes law_sizes(const trm_ModelJoint *joint, int c) {
  trm_LawSizes sum = {.stiffness = joint->bushing ? joint->bushing->stiffness[7 * c] : 0};
  TRM_EACH_LAW(law, &joint->laws[c]) {
    trm_LawSizes own = law->kind->sizes ? law->kind->sizes(law->data) : (trm_LawSizes){0};
    sum.free += own.free, sum.stiffness += own.stiffness, sum.reach = fmax(sum.reach, own.reach);
  }
  return sum;
}

/* of the laws on displacements: how far they are from where they are relaxed, or reach under the weight; curves have a
   length themselves */
static double law_length(const trm_Freeze *freeze, double weight) {
  double longest = 0;
  for (int j = 0; j < freeze->model->joint_count; j++) {
    const trm_ModelJoint *joint = &freeze->joints[j];
    if (joint->path) longest = fmax(longest, joint->path->length);
    for (int c = 0; c < joint->kind->coordinate_count; c++) {
      const trm_CoordinateDef *def = joint->laws[c].def;
      if (joint->kind->coordinates[c].angular || joint->kind->coordinates[c].share) continue;
      trm_LawSizes sizes = law_sizes(joint, c);
      if (def) longest = fmax(longest, fabs(def->start - sizes.free));
      if (sizes.stiffness > 0) longest = fmax(longest, weight / sizes.stiffness);
      longest = fmax(longest, sizes.reach);
    }
  }
  for (int s = 0; s < freeze->model->forces.spring_count; s++)
    longest = fmax(longest, freeze->model->forces.springs[s].free_length);
  return longest;
}

/* radius of gyration: E = tr(J)/2 I - J, so tr(E) = tr(J)/2 */
static double body_length(const trm_Freeze *freeze) {
  double longest = 0;
  for (int b = 0; b < freeze->model->body_count; b++) {
    const trm_Body *body = &freeze->bodies[b];
    longest = fmax(longest, sqrt(fmax(0, body->euler[0] + body->euler[4] + body->euler[8]) / body->mass));
  }
  return longest;
}

/* how far things fly within the time that is looked at */
static double flight(const trm_Freeze *freeze, double time) {
  double speed = 0;
  for (int b = 0; b < freeze->model->body_count; b++) speed = fmax(speed, trm_norm(freeze->bodies[b].velocity));
  for (int j = 0; j < freeze->model->joint_count; j++)
    for (int c = 0; c < freeze->joints[j].kind->coordinate_count; c++) {
      const trm_CoordinateDef *def = freeze->joints[j].laws[c].def;
      if (def && !freeze->joints[j].kind->coordinates[c].angular) speed = fmax(speed, fabs(def->rate));
    }
  return speed * time + trm_norm(freeze->model->space.gravity) * time * time;
}

/* Where all points coincide: the bodies' own, else that of the laws, else of the flight. A model that has none of these
   does not move. */
static double model_length(const trm_Freeze *freeze, double mass, double time) {
  double length = extent(freeze);
  if (!(length > 0)) length = body_length(freeze);
  if (!(length > 0)) length = law_length(freeze, mass * trm_norm(freeze->model->space.gravity));
  if (!(length > 0)) length = flight(freeze, time);
  return length > 0 ? length : 1;
}

/* ---- force ---- */

static double largest_constant(const trm_Function *functions, int count) {
  double largest = 0;
  for (int i = 0; functions && i < count; i++) largest = fmax(largest, fabs(functions[i].constant));
  return largest;
}

/* the forces that are known without a motion: weight, springs and beams bent by the size of the model, constant
   loads */
static double known_force(const trm_Freeze *freeze, double mass, double length) {
  const trm_Model *model = freeze->model;
  double force = mass * trm_norm(model->space.gravity);
  for (int s = 0; s < model->forces.spring_count; s++) force = fmax(force, model->forces.springs[s].stiffness * length);
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < freeze->joints[j].kind->coordinate_count; c++) {
      bool angular = freeze->joints[j].kind->coordinates[c].angular;
      force = fmax(force, law_sizes(&freeze->joints[j], c).stiffness * (angular ? 1 / length : length));
    }
  for (int s = 0; s < model->mesh.section_count; s++)
    for (int i = 3; i < 6; i++) force = fmax(force, model->mesh.sections[s].stiffness[7 * i] / (length * length));
  for (int l = 0; l < model->forces.load_count; l++) {
    force = fmax(force, largest_constant(model->forces.loads[l].force, 3));
    force = fmax(force, largest_constant(model->forces.loads[l].moment, 3) / length);
  }
  for (int l = 0; l < model->mesh.load_count; l++) {
    force = fmax(force, largest_constant(model->mesh.loads[l].force, 3) * length);
    force = fmax(force, largest_constant(model->mesh.loads[l].moment, 3));
  }
  return force;
}

void trm_freeze_scales(trm_Freeze *freeze) {
  trm_Model *model = freeze->model;
  double mass = trm_freeze_mass(model), time = duration(freeze);
  double length = model_length(freeze, mass, time), force = known_force(freeze, mass, length);
  if (!(time > 0)) time = mass > 0 && force > 0 ? sqrt(mass * length / force) : 1;
  if (!(mass > 0)) mass = force > 0 ? force * time * time / length : 1;
  force = fmax(force, mass * length / (time * time));
  model->scales = (trm_ModelScales){mass, length, time, force};
  model->size = length;
}
