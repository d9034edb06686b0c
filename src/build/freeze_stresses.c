/* The choice of stresses that become unknowns (theory.md, "Beams", stresses as unknowns). */
#include "build/freeze_stresses.h"
#include <math.h>
#include <string.h>

/* From here on a stress is an unknown of its own: ratio of a stiffness to that of bending, in units of the beam's
   length. Strains carry round-off of 1e-16, so that of what bends a beam this part of 1e-16 is noise in its forces, and
   in its tangent. */
static const double stiff = 1e6;

/* Does the strain exist? In a planar model sections turn about z and move normal to it. */
static bool exists(const trm_StressChoice *choice, int strain) {
  if (!choice->planar || strain == 0) return true;
  if (strain == 3) return false;
  double upward = fabs(choice->upward[strain % 3]);
  return strain < 3 ? upward < 1 - trm_meant_angle : upward > trm_meant_angle;
}

static bool coupled(const double *stiffness, int k) {
  for (int j = 0; j < 6; j++)
    if (j != k && (stiffness[6 * k + j] != 0 || stiffness[6 * j + k] != 0)) return true;
  return false;
}

/* the softest way to bend or twist, N m2 */
static double softest(const trm_StressChoice *choice, const double *stiffness) {
  double least = INFINITY;
  for (int k = 3; k < 6; k++)
    if (!choice->rigid[k] && exists(choice, k)) least = fmin(least, stiffness[7 * k]);
  return least;
}

bool trm_freeze_point_stresses(trm_Arena *arena, const trm_StressChoice *choice, trm_BeamPoint *point) {
  double least = softest(choice, point->stiffness);
  point->stresses = 0, point->soft = point->stiffness;
  for (int k = 0; k < 6; k++) {
    double lever = k < 3 ? choice->length * choice->length : 1;
    bool much = point->stiffness[7 * k] * lever > stiff * least && !coupled(point->stiffness, k);
    if (exists(choice, k) && (choice->rigid[k] || much)) point->stresses |= 1u << k;
  }
  if (!point->stresses) return true;
  double *soft = TRM_ARENA_NEW(arena, double, 36);
  if (!soft) return false;
  memcpy(soft, point->stiffness, 36 * sizeof *soft);
  for (int k = 0; k < 6; k++)
    if (point->stresses >> k & 1) soft[7 * k] = 0;
  point->soft = soft;
  return true;
}

void trm_freeze_check_rigid(trm_Freeze *freeze, const trm_BeamPlan *plan, const trm_Section *const *stations) {
  static const char *const names[6] = {"EA", "GKy", "GKz", "GJ", "EIy", "EIz"};
  for (int i = 1; i < plan->def->section.count; i++)
    for (int k = 0; k < 6; k++)
      if (stations[i]->rigid[k] != stations[0]->rigid[k]) {
        trm_freeze_error(freeze, plan->def->section.names[i].place,
                         "beam \"%s\": %s is rigid in one of its sections and not in another: what is rigid must be so "
                         "all along a beam",
                         plan->entry->name, names[k]);
        return;
      }
}

static void list_stresses(trm_Model *model, trm_BeamElement *elements, trm_StressPoint *list) {
  for (int e = 0; e < model->mesh.element_count; e++) {
    elements[e].first_stress_point = model->mesh.stress_point_count;
    for (int p = 0; p < model->mesh.elements[e].strain_count; p++) {
      const trm_BeamPoint *point = &model->mesh.elements[e].strain[p];
      trm_StressPoint *own = &list[model->mesh.stress_point_count];
      if (!point->stresses) continue;
      *own = (trm_StressPoint){.element = e, .point = p, .first_multiplier = model->mesh.stress_count};
      for (int k = 0; k < 6; k++) {
        if (!(point->stresses >> k & 1)) continue;
        double stiffness = point->stiffness[7 * k];
        own->compliance[own->count] = stiffness > 0 ? 1 / stiffness : 0;
        own->strain[own->count++] = k;
      }
      model->mesh.stress_count += own->count;
      model->mesh.stress_point_count++;
    }
  }
}

/* Both shears (bendings) are one in a planar model whose sections stand askew: rigid, they would be two conditions on
   it. */
static void check_planar(trm_Freeze *freeze) {
  const trm_Model *model = freeze->model;
  for (int p = 0; model->space.planar && p < model->mesh.stress_point_count; p++) {
    const trm_StressPoint *own = &model->mesh.stress_points[p];
    int shears = 0, bendings = 0;
    for (int k = 0; k < own->count; k++) {
      shears += own->compliance[k] == 0 && (own->strain[k] == 1 || own->strain[k] == 2);
      bendings += own->compliance[k] == 0 && own->strain[k] > 3;
    }
    if (shears < 2 && bendings < 2) continue;
    const trm_Beam *beam = &model->beams[model->mesh.elements[own->element].beam];
    trm_freeze_error(freeze, beam->place,
                     "beam \"%s\": in a planar model its sections need an axis along z where both shears or both "
                     "bendings are rigid (normal: [0, 0, 1], or one in the plane)",
                     beam->name);
    return;
  }
}

void trm_freeze_stresses(trm_Freeze *freeze, trm_BeamElement *elements) {
  trm_Model *model = freeze->model;
  int points = 0;
  if (freeze->failed || freeze->arena->failed) return;
  for (int e = 0; e < model->mesh.element_count; e++)
    for (int p = 0; p < model->mesh.elements[e].strain_count; p++)
      points += model->mesh.elements[e].strain[p].stresses != 0;
  if (points == 0) return;
  trm_StressPoint *list = TRM_ARENA_NEW(freeze->arena, trm_StressPoint, points);
  if (!list) return;
  list_stresses(model, elements, list);
  model->mesh.stress_points = list;
  check_planar(freeze);
}
