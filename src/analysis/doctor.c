/* The model doctor's findings, in words. */
#include <string.h>
#include "analysis/simulation.h"

static const char *plural(int count) { return count == 1 ? "" : "s"; }

static int kinematic_unknowns(const trm_System *system) {
  int count = 0;
  for (int i = 0; i < system->numbering.count; i++) count += system->multiplier_of[i] < 0;
  return count;
}

static void list_sets(const trm_Simulation *s, trm_Text *text) {
  const trm_Redundancy *redundancy = &s->redundancy;
  trm_text_format(text, "redundant constraints: %d (each line is a set of which any one follows from the others)\n",
                  redundancy->set_count);
  trm_Text sets = {0};
  trm_redundancy_text(s->system, redundancy, &sets);
  for (const char *line = sets.data; line && *line;) {
    const char *end = strchr(line, '\n');
    size_t length = end ? (size_t)(end - line) : strlen(line);
    trm_text_add(text, "  ");
    trm_text_add_bytes(text, line, length);
    trm_text_add(text, "\n");
    line = end ? end + 1 : line + length;
  }
  trm_text_free(&sets);
  trm_text_add(
      text, "  the motion is unique; the reactions in these constraints are not: those of least norm are reported\n");
}

void trm_simulation_doctor(const trm_Simulation *s, trm_Text *text) {
  const trm_Model *model = s->model;
  int moving = kinematic_unknowns(s->system), rows = model->multiplier_count, redundant = s->redundancy.set_count;
  trm_text_format(text, "%d bod%s, %d joint%s, %d unknown%s: %d of motion, %d constraint%s\n", model->body_count,
                  model->body_count == 1 ? "y" : "ies", model->joint_count, plural(model->joint_count), moving + rows,
                  plural(moving + rows), moving, rows, plural(rows));
  trm_text_format(text, "degrees of freedom: %d\n", moving - (rows - redundant));
  if (s->redundancy.skipped)
    trm_text_format(
        text, "redundant constraints: not looked for (%d constraints in loops, more than can be factored densely)\n",
        s->redundancy.loop_rows);
  else if (redundant > 0)
    list_sets(s, text);
  else
    trm_text_add(text, "redundant constraints: none\n");
  for (int j = 0; j < model->joint_count; j++)
    if (model->joints[j].implied_point || model->joints[j].implied_triad)
      trm_text_format(text, "joint \"%s\": its %s is held by other joints already (redundant)\n", model->joints[j].name,
                      model->joints[j].implied_point && model->joints[j].implied_triad ? "displacement and rotation"
                      : model->joints[j].implied_triad                                 ? "rotation"
                                                                                       : "displacement");
  if (s->summary.moved_position > 1e-9 * model->size || s->summary.moved_angle > 1e-9)
    trm_text_format(text, "initial assembly moved a point by %.3g m and turned a body by %.3g rad at most\n",
                    s->summary.moved_position, s->summary.moved_angle);
}
