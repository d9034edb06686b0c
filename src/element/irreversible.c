/* Dampers, laws and loads that depend on rates or have states (theory.md, "Higher order"). */
#include "element/irreversible.h"
#include "element/joint_table.h"
#include "element/law.h"
#include "element/named.h"

static const trm_Irreversible nothing = {NULL, NULL, NULL};

/* What a formula names that moves or, where asked, that cannot run backwards: memory of signals that may be led back in
   time does not count then. NULL: nothing. */
static const char *named_rate(const trm_Function *function, bool asked) {
  for (int k = 0; k < function->named_count && !asked; k++)
    if (function->named[k].kind->moves) return function->named[k].name;
  return asked ? trm_named_forwards(function) : NULL;
}

static const char *names_rate(const trm_Function *functions, bool asked) {
  const char *found = NULL;
  for (int n = 0; n < 3 && functions && !found; n++) found = named_rate(&functions[n], asked);
  return found;
}

static trm_Irreversible dampings(const trm_Model *model) {
  for (int b = 0; b < model->on_joints.bushing_count; b++)
    for (int i = 0; i < 36; i++)
      if (model->on_joints.bushings[b].damping[i] != 0)
        return (trm_Irreversible){model->joints[model->on_joints.bushings[b].joint].name, "damping", NULL};
  for (int s = 0; s < model->forces.spring_count; s++)
    if (model->forces.springs[s].damping != 0)
      return (trm_Irreversible){model->forces.springs[s].name, "damping", NULL};
  for (int b = 0; b < model->beam_count; b++)
    if (model->beams[b].damping != 0) return (trm_Irreversible){model->beams[b].name, "damping", NULL};
  return nothing;
}

static trm_Irreversible loads(const trm_Model *model, bool asked) {
  static const char any[] = "a load that names velocities or signals with memory";
  static const char forwards[] = "a load that names velocities or signals with memory that cannot run backwards";
  const char *what = asked ? forwards : any;
  for (int l = 0; l < model->forces.load_count; l++) {
    const trm_Load *load = &model->forces.loads[l];
    const char *by_force = names_rate(load->force, asked), *by_moment = names_rate(load->moment, asked);
    if (by_force || by_moment) return (trm_Irreversible){load->name, what, by_force ? by_force : by_moment};
  }
  for (int l = 0; l < model->mesh.load_count; l++) {
    const trm_BeamLoad *load = &model->mesh.loads[l];
    const char *by_force = names_rate(load->force, asked), *by_moment = names_rate(load->moment, asked);
    if (by_force || by_moment) return (trm_Irreversible){load->name, what, by_force ? by_force : by_moment};
  }
  if (model->forces.user_count > 0)
    return (trm_Irreversible){model->forces.users[0].name, "a force of a program", NULL};
  return nothing;
}

static bool runs_back(const trm_Law *law, bool asked) {
  if (!law->kind->reversible || law->kind->reversible(law->data)) return law->kind->reversible != NULL;
  const trm_Function *naming = trm_law_naming(law).function; /* a force */
  return asked && naming && !trm_expression_uses(naming->expression, 1) && !trm_named_forwards(naming);
}

/* of a law that may run backwards but for what it names */
static const char *by_name(const trm_Law *law, bool asked) {
  const trm_Function *naming = trm_law_naming(law).function;
  bool by_itself = !law->kind->reversible || (naming && trm_expression_uses(naming->expression, 1));
  return naming && !by_itself ? named_rate(naming, asked) : NULL;
}

static trm_Irreversible laws(const trm_ModelJoint *joint, bool asked) {
  for (int c = 0; c < joint->kind->coordinate_count; c++) TRM_EACH_LAW(law, &joint->laws[c])
  if (!runs_back(law, asked)) return (trm_Irreversible){joint->name, law->kind->name, by_name(law, asked)};
  return nothing;
}

static trm_Irreversible find(const trm_Model *model, bool asked) {
  trm_Irreversible found = dampings(model);
  if (!found.owner) found = loads(model, asked);
  for (int j = 0; j < model->joint_count && !found.owner; j++) found = laws(&model->joints[j], asked);
  return found;
}

trm_Irreversible trm_model_irreversible(const trm_Model *model) { return find(model, false); }
trm_Irreversible trm_model_forwards(const trm_Model *model) { return find(model, true); }
