/* The changes that mend redundant constraints: tried on copies of the model, one after the other, and kept where fewer
   are redundant and as much can move as before. */
#include "api/mend.h"
#include <stdio.h>
#include <string.h>
#include "analysis/find.h"
#include "base/memory.h"
#include "base/text.h"
#include "element/joint_table.h"
#include "element/law.h"
#include "system/dependent_text.h"
#include "trammel/trammel.h"

enum {
  MOST_CHANGES = 6,    /* of joints */
  MOST_TRIALS = 150,   /* models that are built */
  MOST_UNKNOWNS = 600, /* of a model that is quickly built */
  MOST_ONCE = 20000,   /* of one that is built once more */
  NAMED = 12           /* joints that are tried */
};

/* What a model with changes comes to. */
typedef struct Outcome {
  bool runs;
  int redundant, freedom;
} Outcome;

/* Another kind for a joint. */
typedef struct Change {
  const trm_ModelJoint *joint;
  const trm_JointKind *kind;
} Change;

typedef struct Trials {
  const trm_Spec *spec;
  char *text; /* the model as YAML */
  const trm_Simulation *simulation;
  int count;
  Change changes[MOST_CHANGES]; /* that are kept */
  int kept;
  const trm_ModelJoint *joints[NAMED]; /* that take part in redundant sets, and on which nothing acts */
  int joint_count;
} Trials;

static Outcome outcome_of(const trm_Spec *spec) {
  Outcome outcome = {0};
  trm_Model *model = trm_model_build(spec, NULL);
  trm_Simulation *simulation = model ? trm_simulation_new(model, NULL) : NULL;
  if (simulation) outcome = (Outcome){true, simulation->rows.redundancy.set_count, trm_simulation_freedom(simulation)};
  trm_simulation_free(simulation);
  trm_model_free(model);
  return outcome;
}

/* ", at: [0, 0, 0]" where the joint has such a key */
static void add_key(const trm_Spec *spec, const char *joint, const char *key, trm_Text *text) {
  char path[300];
  snprintf(path, sizeof path, "joints/%.200s/%s", joint, key);
  char *value = trm_spec_get(spec, path);
  if (value) trm_text_format(text, ", %s: %s", key, value);
  trm_free(value);
}

static bool apply(trm_Spec *spec, const Change *change) {
  char path[300];
  trm_Text text = {0};
  const char *joint = change->joint->name;
  trm_text_format(&text, "{type: %s", change->kind->name);
  add_key(spec, joint, "between", &text);
  add_key(spec, joint, "at", &text);
  if (change->kind->frame == TRM_FRAME_AXIS) add_key(spec, joint, "axis", &text);
  if (change->kind->frame == TRM_FRAME_AXES) add_key(spec, joint, "axes", &text);
  trm_text_add(&text, "}");
  snprintf(path, sizeof path, "joints/%.200s", joint);
  bool done = !text.failed && trm_spec_set(spec, path, text.data, NULL) == TRM_OK;
  trm_text_free(&text);
  return done;
}

/* the model with the changes that are kept and one more, or (NULL) in the plane */
static Outcome try_one(Trials *trials, const Change *more) {
  Outcome outcome = {0};
  trm_Spec *spec = trm_spec_parse(trials->simulation->model->about.source, trials->text, strlen(trials->text), NULL);
  bool made = spec != NULL;
  trials->count++;
  for (int i = 0; made && more && i < trials->kept; i++) made = apply(spec, &trials->changes[i]);
  if (made) made = more ? apply(spec, more) : trm_spec_set(spec, "space", "planar", NULL) == TRM_OK;
  if (made) outcome = outcome_of(spec);
  trm_spec_free(spec);
  return outcome;
}

/* a joint drawn by a point and an axis at most, that holds less */
static bool is_looser(const trm_JointKind *kind, const trm_JointKind *than) {
  bool simple = (kind->frame == TRM_FRAME_AXIS || kind->frame == TRM_FRAME_POINT || kind->frame == than->frame) &&
                kind->parameter_count == 0;
  int holds = kind->row_count - kind->coordinate_count; /* nothing: it only measures, the joint could as well go */
  return simple && !kind->bushing && holds > 0 && holds < than->row_count - than->coordinate_count;
}

static bool is_changed(const Trials *trials, const trm_ModelJoint *joint) {
  for (int i = 0; i < trials->kept; i++)
    if (trials->changes[i].joint == joint) return true;
  return false;
}

/* keeps the change after which fewest are redundant and as much can move; false: there is none */
static bool keep_best(Trials *trials, int *redundant, int freedom) {
  trm_JointRegistry registry = trm_joint_registry();
  Change best = {0};
  int fewest = *redundant;
  for (int j = 0; j < trials->joint_count; j++)
    for (int k = 0; k < registry.count && fewest > 0; k++) {
      Change change = {trials->joints[j], &registry.kinds[k]};
      if (is_changed(trials, change.joint) || !is_looser(change.kind, change.joint->kind)) continue;
      if (trials->count >= MOST_TRIALS) break;
      Outcome outcome = try_one(trials, &change);
      if (outcome.runs && outcome.freedom == freedom && outcome.redundant < fewest)
        best = change, fewest = outcome.redundant;
    }
  if (!best.joint || trials->kept == MOST_CHANGES) return false;
  trials->changes[trials->kept++] = best;
  *redundant = fewest;
  return true;
}

/* is anything said of a coordinate? */
static bool is_told(const trm_Laws *laws) {
  const trm_CoordinateDef *def = laws->def;
  return trm_laws_present(laws) || (def && (trm_given(def, offsetof(trm_CoordinateDef, start)) ||
                                            trm_given(def, offsetof(trm_CoordinateDef, rate))));
}

static bool takes_part_in(const trm_Simulation *s, const trm_ModelJoint *joint) {
  for (int i = 0; i < s->rows.redundancy.set_count; i++)
    if (trm_dependent_joint(s->system, &s->rows.redundancy.sets[i], joint->name)) return true;
  return false;
}

/* the last joint that takes part, which closes a loop */
static const trm_ModelJoint *closing_joint(const trm_Simulation *s) {
  int j = s->model->joint_count - 1;
  while (j > 0 && !takes_part_in(s, &s->model->joints[j])) j--;
  return &s->model->joints[j];
}

/* "a", "b" and others */
static void name_joints(const trm_Simulation *s, trm_Text *text) {
  int named = 0;
  for (int j = 0; j < s->model->joint_count; j++) {
    if (!takes_part_in(s, &s->model->joints[j])) continue;
    if (named == NAMED) {
      trm_text_add(text, " and others");
      return;
    }
    trm_text_format(text, "%s\"%s\"", named++ ? ", " : "", s->model->joints[j].name);
  }
}

static void find_joints(Trials *trials) {
  const trm_Simulation *s = trials->simulation;
  for (int j = 0; j < s->model->joint_count && trials->joint_count < NAMED; j++) {
    const trm_ModelJoint *joint = &s->model->joints[j];
    bool takes_part = takes_part_in(s, joint);
    for (int c = 0; c < joint->kind->coordinate_count; c++) takes_part = takes_part && !is_told(&joint->laws[c]);
    if (takes_part) trials->joints[trials->joint_count++] = joint;
  }
}

/* "use spherical for "b" and cylindrical for "c"" */
static void add_changes(const Trials *trials, trm_Text *text) {
  for (int i = 0; i < trials->kept; i++)
    trm_text_format(text, "%s%s for \"%s\"",
                    i == 0                  ? "use "
                    : i == trials->kept - 1 ? " and "
                                            : ", ",
                    trials->changes[i].kind->name, trials->changes[i].joint->name);
}

static void add_left(int redundant, trm_Text *text) {
  if (redundant == 0)
    trm_text_add(text, " (none is redundant then)");
  else
    trm_text_format(text, " (%d redundant then)", redundant);
}

static void add_mends(Trials *trials, trm_Text *text) {
  const trm_Simulation *s = trials->simulation;
  int all = s->rows.redundancy.set_count, left = all, freedom = trm_simulation_freedom(s);
  Outcome planar = {0};
  if (!s->model->space.planar) planar = try_one(trials, NULL);
  if (planar.runs && planar.redundant < all) {
    trm_text_add(text, ": everything moves in the x-y plane, write `space: planar`");
    add_left(planar.redundant, text);
  }
  bool small = s->system->numbering.count <= MOST_UNKNOWNS;
  while (small && left > 0 && keep_best(trials, &left, freedom)) continue;
  if (trials->kept == 0) return;
  trm_text_add(text, text->length > 0 ? ", or " : ": ");
  add_changes(trials, text);
  add_left(left, text);
}

void trm_find_mends(const trm_Spec *spec, const trm_Simulation *simulation, trm_Diagnostics *diagnostics) {
  const trm_Redundancy *redundancy = &simulation->rows.redundancy;
  Trials trials = {.spec = spec, .simulation = simulation};
  trm_Text mends = {0};
  if (redundancy->set_count == 0) return;
  find_joints(&trials);
  if (simulation->system->numbering.count <= MOST_ONCE && spec) trials.text = trm_spec_write(spec);
  if (trials.text) add_mends(&trials, &mends);
  trm_Place place = trials.kept > 0 ? trials.changes[0].joint->place : closing_joint(simulation)->place;
  trm_Text names = {0};
  name_joints(simulation, &names);
  trm_find(diagnostics, TRM_FIND_REDUNDANT, place, "%d constraint%s redundant, among %s%s", redundancy->set_count,
           redundancy->set_count == 1 ? " is" : "s are", names.data ? names.data : "", mends.data ? mends.data : "");
  trm_text_free(&names);
  trm_free(trials.text);
  trm_text_free(&mends);
}
