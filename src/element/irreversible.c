/* Dampers, laws and loads that depend on rates or have states (theory.md, "Higher order"). */
#include "element/irreversible.h"
#include "element/joint_table.h"
#include "element/law.h"
#include "element/named.h"

static const trm_Irreversible nothing = {NULL, NULL};

static bool names_rate(const trm_Function *functions) {
  return functions &&
         (trm_named_moves(&functions[0]) || trm_named_moves(&functions[1]) || trm_named_moves(&functions[2]));
}

static trm_Irreversible dampings(const trm_Model *model) {
  for (int b = 0; b < model->on_joints.bushing_count; b++)
    for (int i = 0; i < 36; i++)
      if (model->on_joints.bushings[b].damping[i] != 0)
        return (trm_Irreversible){model->joints[model->on_joints.bushings[b].joint].name, "damping"};
  for (int s = 0; s < model->forces.spring_count; s++)
    if (model->forces.springs[s].damping != 0) return (trm_Irreversible){model->forces.springs[s].name, "damping"};
  for (int b = 0; b < model->beam_count; b++)
    if (model->beams[b].damping != 0) return (trm_Irreversible){model->beams[b].name, "damping"};
  return nothing;
}

static trm_Irreversible loads(const trm_Model *model) {
  static const char what[] = "a load that names velocities or signals with memory";
  for (int l = 0; l < model->forces.load_count; l++)
    if (names_rate(model->forces.loads[l].force) || names_rate(model->forces.loads[l].moment))
      return (trm_Irreversible){model->forces.loads[l].name, what};
  for (int l = 0; l < model->mesh.load_count; l++)
    if (names_rate(model->mesh.loads[l].force) || names_rate(model->mesh.loads[l].moment))
      return (trm_Irreversible){model->mesh.loads[l].name, what};
  if (model->forces.user_count > 0) return (trm_Irreversible){model->forces.users[0].name, "a force of a program"};
  return nothing;
}

static trm_Irreversible laws(const trm_ModelJoint *joint) {
  for (int c = 0; c < joint->kind->coordinate_count; c++) TRM_EACH_LAW(law, &joint->laws[c])
  if (!law->kind->reversible || !law->kind->reversible(law->data))
    return (trm_Irreversible){joint->name, law->kind->name};
  return nothing;
}

trm_Irreversible trm_model_irreversible(const trm_Model *model) {
  trm_Irreversible found = dampings(model);
  if (!found.owner) found = loads(model);
  for (int j = 0; j < model->joint_count && !found.owner; j++) found = laws(&model->joints[j]);
  return found;
}
