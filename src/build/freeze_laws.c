/* Laws on relative coordinates: where they stand among each other, and data that follow from the model where they are
   not given. */
#include <math.h>
#include "build/freeze_internal.h"
#include "element/joint.h"
#include "element/law.h"
#include "math/vec3.h"

static int place_in_list(const trm_LawKind *kind) {
  int k = 0;
  while (trm_law_kinds[k] != kind) k++;
  return k;
}

void *trm_freeze_law(trm_Freeze *freeze, trm_Laws *laws, const trm_LawKind *kind) {
  trm_Arena *arena = freeze->arena;
  trm_Law *items = TRM_ARENA_NEW(arena, trm_Law, laws->count + 1);
  void *data = trm_arena_alloc(arena, 1, kind->size);
  if (!items || !data) return NULL;
  int at = 0;
  for (; at < laws->count && place_in_list(laws->items[at].kind) <= place_in_list(kind); at++)
    items[at] = laws->items[at];
  items[at] = (trm_Law){.kind = kind, .data = data};
  for (int i = at; i < laws->count; i++) items[i + 1] = laws->items[i];
  laws->items = items, laws->count++;
  return data;
}

/* mass (or moment of inertia about the joint's point, half its trace) of the lighter of the bodies that the joint
   connects */
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
  return least > 0 ? least : model->scales.mass * (angular ? model->size * model->size : 1);
}

/* does it hold something, and is the coordinate a motion along or about an axis? */
static bool is_pressed(const trm_JointKind *kind, int c) {
  int row = trm_coordinate_row(kind, c);
  bool holds = false;
  for (int r = 0; r < kind->row_count; r++) holds |= kind->rows[r].coordinate < 0;
  return holds && row >= 0 && trm_row_form(&kind->rows[row])->term_count > 0;
}

static void complete(trm_Freeze *freeze, const trm_ModelJoint *joint, int c, const trm_Law *law) {
  bool angular = joint->kind->coordinates[c].angular;
  const trm_LawSetting setting = {.joint = joint->name,
                                  .joint_kind = joint->kind->name,
                                  .angular = angular,
                                  .pressed = joint->track || joint->path || is_pressed(joint->kind, c),
                                  .weight = trm_freeze_mass(freeze->model) * trm_norm(freeze->model->space.gravity),
                                  .length = freeze->model->size,
                                  .inertia = moved_inertia(freeze->model, joint, angular),
                                  .diagnostics = freeze->diagnostics};
  const trm_CoordinateDef *written = joint->laws[c].def; /* NULL: a wall, of which the coordinate says nothing */
  const void *def = written ? written->laws[place_in_list(law->kind)] : NULL;
  if (!law->kind->complete(def, (void *)law->data, &setting)) freeze->failed = true;
}

void trm_freeze_complete_laws(trm_Freeze *freeze) {
  for (int j = 0; j < freeze->model->joint_count; j++)
    for (int c = 0; c < freeze->joints[j].kind->coordinate_count; c++) TRM_EACH_LAW(law, &freeze->joints[j].laws[c])
  if (law->kind->complete) complete(freeze, &freeze->joints[j], c, law);
}
