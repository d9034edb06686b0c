/* The model doctor's findings, in words. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/analysis_numbers.h"
#include "analysis/simulation.h"
#include "integrate/singular.h"
#include "model/section_text.h"
#include "system/rate_laws.h"
#include "system/rigid_freedom.h"
#include "system/sharing.h"

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
  const trm_Redundancy *redundancy = &s->rows.redundancy;
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
  int rigid = -1;
  if (s->model->beam_count > 0) text->failed |= trm_rigid_freedom(s->system, s->state, &rigid) == TRM_NO_MEMORY;
  trm_text_format(text, "degrees of freedom: %d", all);
  if (rigid >= 0) trm_text_format(text, ", with those of the beams' nodes; %d if the beams were rigid", rigid);
  trm_text_add(text, "\n");
}

/* ---- what cannot move ---- */

/* The response of an unknown to a unit force, over that of the model's mass: held but for round-off. The share of a
   constraint in holding it, of the unit force: it takes part. */
static const double held_response = 1e-9, takes_part_force = 1e-7;

static double mass_of_bodies(const trm_Model *model) {
  double mass = 0;
  for (int b = 0; b < model->body_count; b++) mass += model->bodies[b].mass;
  return mass;
}

/* what a force is over a moment that moves the model as much, or a length over an angle */
static double unit_of(const trm_Simulation *s, int unknown) {
  trm_UnknownKind kind = s->system->unknowns[unknown].kind;
  return kind == TRM_UNKNOWN_LENGTH || kind == TRM_UNKNOWN_DISPLACEMENT ? 1 : s->model->size;
}

/* Accelerations of all unknowns under forces on all of them. A value of one call. */
typedef struct Shaken {
  bool known;
  double mass; /* of all bodies, kg */
  const double *acceleration;
} Shaken;

/* Forces of sizes that have nothing to do with the model (multiples of the golden section, without what is whole of
   them): what moves under them is not held, and is not asked one by one. */
static Shaken shake(const trm_Simulation *s, trm_Snapshot *snapshot) {
  static const double golden_section = 0.61803398874989485;
  double *motion = snapshot->force_work;
  for (int i = 0; i < s->system->numbering.count; i++) {
    double part = fmod(golden_section * (i + 1), 1);
    bool force = s->system->unknowns[i].kind != TRM_UNKNOWN_MULTIPLIER;
    motion[i] = force ? unit_of(s, i) * (part < 0.5 ? part - 1 : part) : 0;
  }
  return (Shaken){trm_lu_solve(snapshot->lu, motion) == TRM_OK, mass_of_bodies(s->model), motion};
}

/* of the motion of what is held nothing is left but round-off, far less than this */
static bool may_be_held(const trm_Simulation *s, const Shaken *shaken, int unknown) {
  double response = fabs(shaken->acceleration[unknown]) * shaken->mass * unit_of(s, unknown);
  return !shaken->known || !(response > 1e3 * held_response);
}

/* Accelerations and constraint forces under a unit force on an unknown, [M B^T; B 0](a, y) = (e, 0): where it does not
   move, B^T y = e tells which constraints hold it. */
static bool holds(const trm_Simulation *s, trm_Snapshot *snapshot, int unknown) {
  double mass = mass_of_bodies(s->model), *y = snapshot->solution;
  memset(y, 0, sizeof(double) * (size_t)s->system->numbering.count);
  y[unknown] = 1;
  if (trm_lu_solve(snapshot->lu, y) != TRM_OK) return false;
  double unit = unit_of(s, unknown);
  return mass > 0 && fabs(y[unknown]) * mass * unit * unit < held_response;
}

/* "pin" and "rod": the joints whose constraints are in y, but for the owner of the coordinate; false: drives are among
   them, or none */
static bool list_holders(const trm_Simulation *s, const double *y, const trm_Joint *held, trm_Text *text) {
  enum { NAMED = 8 };
  const trm_Joint *names[NAMED];
  int count = 0;
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    bool takes_part = false;
    for (int r = 0; r < joint->multiplier_count; r++) {
      int row = s->system->numbering.joint[j] + joint->unknown_count + r;
      double force = *s->state->scale * fabs(y[row]) * (s->system->unknowns[row].angular ? 1 / s->model->size : 1);
      if (!(force > takes_part_force)) continue;
      if (r >= joint->row_count) return false;
      takes_part = true;
    }
    if (takes_part && joint != held && count < NAMED) names[count++] = joint;
  }
  for (int i = 0; i < count; i++)
    trm_text_format(text, "%s\"%s\"", i == 0 ? "" : i == count - 1 ? " and " : ", ", names[i]->name);
  return count > 0;
}

/* laws act on a coordinate that is an unknown: is it held? */
static bool is_asked(const trm_Joint *joint, int c) { return joint->unknown_of[c] >= 0 && joint->laws[c].count > 0; }

static bool any_asked(const trm_Simulation *s) {
  for (int j = 0; j < s->model->joint_count; j++)
    for (int c = 0; c < s->system->layout->joints[j].kind->coordinate_count; c++)
      if (is_asked(&s->system->layout->joints[j], c)) return true;
  return false;
}

static void list_held(const trm_Simulation *s, trm_Snapshot *snapshot, trm_Text *text) {
  enum { LINES = 8 };
  int lines = 0;
  Shaken shaken = shake(s, snapshot);
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    for (int c = 0; c < joint->kind->coordinate_count && lines < LINES; c++) {
      int unknown = s->system->numbering.joint[j] + joint->unknown_of[c];
      if (!is_asked(joint, c) || !may_be_held(s, &shaken, unknown) || !holds(s, snapshot, unknown)) continue;
      trm_Text by = {0};
      if (list_holders(s, snapshot->solution, joint, &by)) {
        trm_text_format(text, "joint \"%s\": %s cannot move in this position, whatever acts on it: it is held by %s\n",
                        joint->name, joint->kind->coordinates[c].name, by.data ? by.data : "");
        lines++;
      }
      text->failed |= by.failed;
      trm_text_free(&by);
    }
  }
}

/* all: degrees of freedom */
static void list_locked(const trm_Simulation *s, int all, trm_Text *text) {
  const trm_Model *model = s->model;
  trm_Snapshot *snapshot = NULL;
  int drives = 0;
  for (int j = 0; j < model->joint_count; j++) drives += s->system->layout->joints[j].drive_count;
  if (all == 0 && drives == 0 && model->joint_count > 0) {
    trm_text_add(text, "the mechanism is locked: nothing can move, by joint");
    for (int j = 0; j < model->joint_count && j < 8; j++)
      trm_text_format(text, "%s \"%s\"", j == 0 ? (model->joint_count > 1 ? "s" : "") : ",",
                      s->system->layout->joints[j].name);
    trm_text_add(text, model->joint_count > 8 ? " and others\n" : "\n");
  }
  if (!any_asked(s)) return; /* the factors are half as large as a simulation */
  if (trm_snapshot_new(&snapshot, s->system) != TRM_OK) {
    text->failed = true;
    return;
  }
  trm_Status factored = trm_snapshot_factor(snapshot, s->state, NULL);
  if (factored == TRM_OK) list_held(s, snapshot, text);
  text->failed |= factored == TRM_NO_MEMORY;
  trm_snapshot_free(snapshot);
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
  list_freedom(s, moving - (rows - redundant) - rigid, text);
  list_locked(s, moving - (rows - redundant) - rigid, text);
  if (s->said.doubt[0])
    trm_text_format(text, "it cannot set off: %s\n", s->said.doubt);
  else if (s->summary.steps == 0 && trm_singular_here(&s->rows, s->system, s->state))
    trm_text_add(text, "it starts in a singular position: motions branch here, and the rates given are those of one\n");
  if (s->rows.redundancy.skipped)
    trm_text_format(
        text, "redundant constraints: not looked for (%d constraints in loops, more than can be factored densely)\n",
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
}
