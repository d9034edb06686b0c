/* Bushings: stiffness and damping over all coordinates of a joint. */
#include "build/freeze_internal.h"

static bool given(const trm_JointDef *def) {
  return trm_given(def, offsetof(trm_JointDef, stiffness)) || trm_given(def, offsetof(trm_JointDef, damping));
}

/* the matrix with both halves alike */
static void freeze_matrix(trm_Freeze *freeze, const trm_Entry *entry, size_t offset, double out[36]) {
  const trm_JointDef *def = entry->data;
  const double *a = (const double *)((const char *)def + offset);
  const char *word = offset == offsetof(trm_JointDef, stiffness) ? "stiffness" : "damping";
  if (!trm_given(def, offset)) return;
  if (!trm_matrix_symmetric(a, 6))
    trm_freeze_error(freeze, trm_place_of(def, offset), "joint \"%s\": the %s matrix must be symmetric", entry->name,
                     word);
  else if (!trm_matrix_positive(a, 6, true))
    trm_freeze_error(freeze, trm_place_of(def, offset),
                     "joint \"%s\": the %s matrix is not positive (semi)definite: some motion would release energy",
                     entry->name, word);
  for (int i = 0; i < 36; i++) out[i] = 0.5 * (a[i] + a[6 * (i % 6) + i / 6]);
}

void trm_freeze_bushings(trm_Freeze *freeze) {
  trm_Model *model = freeze->model;
  trm_Bushing *bushings = TRM_ARENA_NEW(freeze->arena, trm_Bushing, model->joint_count);
  if (!bushings) return;
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Entry *entry = &freeze->def.joints.items[j];
    if (!freeze->joints[j].kind || !given(entry->data)) continue;
    trm_Bushing *bushing = &bushings[model->on_joints.bushing_count++];
    bushing->joint = j;
    freeze_matrix(freeze, entry, offsetof(trm_JointDef, stiffness), bushing->stiffness);
    freeze_matrix(freeze, entry, offsetof(trm_JointDef, damping), bushing->damping);
    freeze->joints[j].bushing = bushing;
  }
  model->on_joints.bushings = bushings;
}
