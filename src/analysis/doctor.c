/* The model doctor's findings, in words. */
#include <math.h>
#include "analysis/analysis_numbers.h"
#include "analysis/simulation.h"
#include "model/section_text.h"
#include "system/dependent_text.h"
#include "system/rate_laws.h"
#include "system/rigid_freedom.h"
#include "system/sharing.h"

static const char *plural(int count) { return count == 1 ? "" : "s"; }

static int kinematic_unknowns(const trm_System *system) {
  int count = 0;
  for (int i = 0; i < system->numbering.count; i++) count += system->multiplier_of[i] < 0;
  return count;
}

static void list_sets(const trm_Simulation *s, trm_Text *text) {
  const trm_Redundancy *redundancy = &s->rows.redundancy;
  trm_text_format(text, "redundant constraints: %d (each line is a set of which any one follows from the others)\n",
                  redundancy->set_count);
  for (int i = 0; i < redundancy->set_count; i++) {
    trm_text_add(text, "  - ");
    trm_dependent_text(s->system, &redundancy->sets[i], text);
    trm_text_add(text, "\n");
  }
  trm_text_add(
      text, "  the motion is unique; the reactions in these constraints are not: those of least norm are reported\n");
}

int trm_simulation_freedom(const trm_Simulation *s) {
  const trm_Model *model = s->model;
  int rows = s->system->layout->multiplier_count - model->mesh.stress_count,
      rigid = model->mesh.stress_count - trm_compliant_stresses(model);
  return kinematic_unknowns(s->system) - (rows - s->rows.redundancy.set_count) - rigid;
}

/* Beams bring many; what a mechanism does without straining them is a number of its own. */
static void list_freedom(const trm_Simulation *s, int all, trm_Text *text) {
  int rigid = -1;
  if (s->model->beam_count > 0) text->failed |= trm_rigid_freedom(s->system, s->state, &rigid) == TRM_NO_MEMORY;
  trm_text_format(text, "degrees of freedom: %d", all);
  if (rigid >= 0) trm_text_format(text, ", with those of the beams' nodes; %d if the beams were rigid", rigid);
  trm_text_add(text, "\n");
}

/* ", " between analyses; equilibria and modes have no time of their own */
void trm_simulation_span(const trm_Simulation *s, trm_Text *text) {
  const trm_Model *model = s->model;
  double from = 0;
  for (int i = 0; i < model->analyses.count; i++) {
    const trm_AnalysisDef *analysis = model->analyses.items[i];
    trm_text_add(text, i ? ", " : "");
    switch ((trm_AnalysisType)analysis->type) {
    case TRM_ANALYSIS_DYNAMIC:
    case TRM_ANALYSIS_KINEMATIC:
      trm_text_format(text, "t = %g s to %g s", from, analysis->until);
      from = analysis->until;
      break;
    case TRM_ANALYSIS_STATIC:
      trm_text_add(text, analysis->method == TRM_ARC_LENGTH ? "a path of equilibria" : "an equilibrium");
      break;
    case TRM_ANALYSIS_MODAL: trm_text_add(text, "modes"); break;
    }
  }
}

void trm_simulation_doctor(const trm_Simulation *s, trm_Text *text) {
  const trm_Model *model = s->model;
  if (s->reached.drawn) {
    trm_text_add(text, "one position, to be looked at: nothing was computed\n");
    return;
  }
  int moving = kinematic_unknowns(s->system), rows = s->system->layout->multiplier_count - model->mesh.stress_count,
      redundant = s->rows.redundancy.set_count;
  trm_text_format(text, "%d bod%s, %d joint%s, %d unknown%s: %d of motion, %d constraint%s\n", model->body_count,
                  model->body_count == 1 ? "y" : "ies", model->joint_count, plural(model->joint_count), moving + rows,
                  plural(moving + rows), moving, rows, plural(rows));
  if (model->beam_count > 0)
    trm_text_format(text, "%d beam%s of %d element%s\n", model->beam_count, plural(model->beam_count),
                    model->mesh.element_count, plural(model->mesh.element_count));
  int rigid = model->mesh.stress_count - trm_compliant_stresses(model);
  if (rigid > 0)
    trm_text_format(text, "%d strain%s of beams (of the points of their elements) %s rigid\n", rigid, plural(rigid),
                    rigid == 1 ? "is" : "are");
  list_freedom(s, trm_simulation_freedom(s), text);
  if (s->rows.redundancy.skipped)
    trm_text_format(
        text, "redundant constraints: not looked for (%d constraints in loops, more than memory was allowed for)\n",
        s->rows.redundancy.loop_rows);
  else if (redundant > 0)
    list_sets(s, text);
  else
    trm_text_add(text, "redundant constraints: none\n");
  for (int j = 0; j < model->joint_count; j++)
    if (trm_sharing_implied(&s->system->layout->sharing.joints[j]))
      trm_text_format(text, "joint \"%s\": its %s is held by other joints already (redundant)\n", model->joints[j].name,
                      trm_sharing_implied(&s->system->layout->sharing.joints[j]));
  bool moved = s->summary.moved_position > trm_unmoved * model->size, turned = s->summary.moved_angle > trm_unmoved;
  if (moved) trm_text_format(text, "initial assembly moved a point by %.3g m", s->summary.moved_position);
  if (turned)
    trm_text_format(text, "%sturned a part by %.3g rad", moved ? " and " : "initial assembly ", s->summary.moved_angle);
  if (moved || turned) trm_text_add(text, " at most\n");
  trm_model_sections_text(model, text);
  if (s->said.found) trm_text_add(text, s->said.found);
}
