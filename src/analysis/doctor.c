/* The model doctor's findings, in words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/simulation.h"
#include "model/section_text.h"
#include "system/rigid_freedom.h"

static const char *plural(int count) { return count == 1 ? "" : "s"; }

static int kinematic_unknowns(const trm_System *system) {
  int count = 0;
  for (int i = 0; i < system->numbering.count; i++) count += system->multiplier_of[i] < 0;
  return count;
}

/* The rows of one joint in a set of dependent constraints. */
typedef struct Part {
  const char *joint;
  trm_Text rows;   /* "displacement along world x, y, rotation about joint axis 1" */
  char phrase[64]; /* how the last row begins */
  bool told;
} Part;

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* adds a row; what it has in common with the one before ("displacement along world ") is not said again */
static void add_row(const trm_System *system, int row, Part *part) {
  char name[200];
  trm_constraint_name(system, row, name, sizeof name);
  const char *words = name + strlen(part->joint) + 2, *last = strrchr(words, ' ');
  size_t length = last ? (size_t)(last - words) + 1 : 0;
  bool same = length > 0 && length < sizeof part->phrase && strlen(part->phrase) == length &&
              strncmp(part->phrase, words, length) == 0;
  trm_text_format(&part->rows, "%s%s", part->rows.data ? ", " : "", same ? words + length : words);
  snprintf(part->phrase, sizeof part->phrase, "%.*s", (int)length, words);
}

/* the parts of a set in order; rows are numbered joint by joint */
static int split(const trm_System *system, const int *rows, int count, Part *parts) {
  int used = 0;
  for (int i = 0; i < count; i++) {
    const char *joint = system->unknowns[rows[i]].owner;
    if (used == 0 || strcmp(parts[used - 1].joint, joint) != 0) parts[used++].joint = joint;
    add_row(system, rows[i], &parts[used - 1]);
  }
  return used;
}

static bool same_rows(const Part *a, const Part *b) {
  return a->rows.data && b->rows.data && strcmp(a->rows.data, b->rows.data) == 0;
}

/* "g0, g1: rotation about joint axis 2; rod: ...": joints that contribute the same rows stand together */
static void list_parts(Part *parts, int count, trm_Text *text) {
  for (int i = 0; i < count; i++) {
    if (parts[i].told) continue;
    trm_text_format(text, "%s%s", i ? "; " : "", parts[i].joint);
    for (int k = i + 1; k < count; k++)
      if (same_rows(&parts[i], &parts[k])) {
        trm_text_format(text, ", %s", parts[k].joint);
        parts[k].told = true;
      }
    trm_text_format(text, ": %s", parts[i].rows.data ? parts[i].rows.data : "");
  }
}

static void list_set(const trm_System *system, const trm_DependentSet *set, trm_Text *text) {
  int *rows = TRM_NEW(int, set->count);
  Part *parts = TRM_NEW(Part, set->count);
  if (rows && parts) {
    memcpy(rows, set->rows, sizeof *rows * (size_t)set->count);
    qsort(rows, (size_t)set->count, sizeof *rows, by_number);
    int count = split(system, rows, set->count, parts);
    list_parts(parts, count, text);
    for (int i = 0; i < count; i++) {
      text->failed |= parts[i].rows.failed;
      trm_text_free(&parts[i].rows);
    }
  } else {
    text->failed = true;
  }
  trm_release(parts);
  trm_release(rows);
}

static void list_sets(const trm_Simulation *s, trm_Text *text) {
  const trm_Redundancy *redundancy = &s->redundancy;
  trm_text_format(text, "redundant constraints: %d (each line is a set of which any one follows from the others)\n",
                  redundancy->set_count);
  for (int i = 0; i < redundancy->set_count; i++) {
    trm_text_add(text, "  - ");
    list_set(s->system, &redundancy->sets[i], text);
    trm_text_add(text, "\n");
  }
  trm_text_add(
      text, "  the motion is unique; the reactions in these constraints are not: those of least norm are reported\n");
}

/* Beams bring many; what a mechanism does without straining them is a number of its own. */
static void list_freedom(const trm_Simulation *s, int all, trm_Text *text) {
  int rigid = s->model->beam_count > 0 ? trm_rigid_freedom(s->system, s->state) : -1;
  trm_text_format(text, "degrees of freedom: %d", all);
  if (rigid >= 0) trm_text_format(text, ", with those of the beams' nodes; %d if the beams were rigid", rigid);
  trm_text_add(text, "\n");
}

/* ", " between analyses; equilibria and modes have no time of their own */
void trm_simulation_span(const trm_Simulation *s, trm_Text *text) {
  const trm_Model *model = s->model;
  double from = 0;
  for (int i = 0; i < model->analysis_count; i++) {
    const trm_AnalysisDef *analysis = model->analyses[i];
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
  int moving = kinematic_unknowns(s->system), rows = model->multiplier_count - model->stress_count,
      redundant = s->redundancy.set_count;
  trm_text_format(text, "%d bod%s, %d joint%s, %d unknown%s: %d of motion, %d constraint%s\n", model->body_count,
                  model->body_count == 1 ? "y" : "ies", model->joint_count, plural(model->joint_count), moving + rows,
                  plural(moving + rows), moving, rows, plural(rows));
  if (model->beam_count > 0)
    trm_text_format(text, "%d beam%s of %d element%s\n", model->beam_count, plural(model->beam_count),
                    model->beam_element_count, plural(model->beam_element_count));
  int rigid = model->stress_count - trm_compliant_stresses(model);
  if (rigid > 0)
    trm_text_format(text, "%d strain%s of beams (of the points of their elements) %s rigid\n", rigid, plural(rigid),
                    rigid == 1 ? "is" : "are");
  list_freedom(s, moving - (rows - redundant) - rigid, text);
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
  bool moved = s->summary.moved_position > 1e-9 * model->size, turned = s->summary.moved_angle > 1e-9;
  if (moved) trm_text_format(text, "initial assembly moved a point by %.3g m", s->summary.moved_position);
  if (turned)
    trm_text_format(text, "%sturned a part by %.3g rad", moved ? " and " : "initial assembly ", s->summary.moved_angle);
  if (moved || turned) trm_text_add(text, " at most\n");
  trm_model_sections_text(model, text);
}
