/* Couplings: which coordinates of other joints they sum, and what holds the sum. */
#include <string.h>
#include "build/freeze_internal.h"
#include "element/joint_table.h"
#include "element/law.h"
#include "math/vec3.h"
#include "base/text.h"

/* Without laws the sum is held at the value. */
static void hold(trm_Freeze *freeze, trm_ModelJoint *joint, const trm_JointDef *def) {
  const trm_CoordinateDef *given = &def->coordinates.item[0];
  if (trm_laws_present(&joint->laws[0])) return;
  if (given->bound.table && given->bound.given) {
    trm_freeze_error(freeze, given->bound.place,
                     "joint \"%s\": its sum is held at its value (%.6g): start and rate are for a sum with a law "
                     "(spring, damper, stops, force)",
                     joint->name, joint->parameters[0]);
    return;
  }
  trm_CoordinateDef *held = TRM_ARENA_NEW(freeze->arena, trm_CoordinateDef, 1);
  if (!held) return;
  held->drive.constant = joint->parameters[0];
  joint->laws[0] = (trm_Laws){.drive = &held->drive, .drive_scale = 1, .def = held};
}

/* Both sides are the ground's: it connects coordinates. */
void trm_freeze_coupling(trm_Freeze *freeze, trm_ModelJoint *joint, const trm_JointDef *def) {
  static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int s = 0; s < 2; s++) {
    joint->side[s] = (trm_Marker){.name = joint->name};
    trm_copy(joint->side[s].triad, identity, 9);
  }
  trm_freeze_laws(freeze, joint, def);
  trm_freeze_parameters(freeze, joint, def);
  hold(freeze, joint, def);
}

/* the joint whose name is the text before the last point; -1: none */
static int named_joint(const trm_Freeze *freeze, const char *name, size_t length) {
  for (int j = 0; j < freeze->model->joint_count; j++) {
    const char *own = freeze->joints[j].name;
    if (own && strlen(own) == length && memcmp(own, name, length) == 0) return j;
  }
  return -1;
}

/* "psi, theta, phi" */
static void list_coordinates(const trm_JointKind *kind, trm_Text *text) {
  for (int c = 0; c < kind->coordinate_count; c++)
    if (!kind->coordinates[c].share) trm_text_format(text, "%s%s", c == 0 ? "" : ", ", kind->coordinates[c].name);
}

static void no_coordinate(trm_Freeze *freeze, const trm_ModelJoint *joint, const trm_Reference *name, int other) {
  trm_Text text = {0};
  const trm_JointKind *kind = freeze->joints[other].kind;
  const char *known[TRM_JOINT_COORDINATES], *word = strrchr(name->name, '.') + 1;
  int count = 0;
  for (int c = 0; c < kind->coordinate_count; c++)
    if (!kind->coordinates[c].share) known[count++] = kind->coordinates[c].name;
  const char *near = trm_nearest(word, known, count);
  list_coordinates(kind, &text);
  trm_freeze_error(freeze, name->place, "joint \"%s\": terms: \"%s\" has no such coordinate%s%s%s%s%s", joint->name,
                   name->name, near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "",
                   kind->coordinate_count ? "; there are " : ", nor any other",
                   text.failed || !text.data ? "" : text.data);
  trm_text_free(&text);
}

/* the name of a joint near to the text before the last point, or NULL */
static const char *near_joint(trm_Freeze *freeze, const char *name, size_t length) {
  int count = 0;
  const char *word = trm_arena_copy(freeze->arena, name, length);
  const char **known = TRM_ARENA_NEW(freeze->arena, const char *, freeze->model->joint_count);
  for (int j = 0; known && j < freeze->model->joint_count; j++)
    if (freeze->joints[j].name) known[count++] = freeze->joints[j].name;
  return word && known ? trm_nearest(word, known, count) : NULL;
}

/* Joint and coordinate of one term; false after an error. */
static bool find_term(trm_Freeze *freeze, const trm_ModelJoint *joint, const trm_Reference *name, trm_JointTerm *term) {
  const char *point = strrchr(name->name, '.');
  int other = point ? named_joint(freeze, name->name, (size_t)(point - name->name)) : -1;
  if (other < 0 || !freeze->joints[other].kind) {
    const char *near = point ? near_joint(freeze, name->name, (size_t)(point - name->name)) : NULL;
    trm_freeze_error(freeze, name->place,
                     "joint \"%s\": terms: \"%s\" must be the name of a joint and one of its coordinates, as in "
                     "hinge.phi%s%s%s%s",
                     joint->name, name->name, point ? "; there is no such joint" : "", near ? " (did you mean \"" : "",
                     near ? near : "", near ? "\"?)" : "");
    return false;
  }
  const trm_JointKind *kind = freeze->joints[other].kind;
  if (kind->frame == TRM_FRAME_NONE) {
    trm_freeze_error(freeze, name->place,
                     "joint \"%s\": terms: \"%.*s\" is a coupling itself: name the coordinates that it sums",
                     joint->name, (int)(point - name->name), name->name);
    return false;
  }
  for (int c = 0; c < kind->coordinate_count; c++)
    if (!kind->coordinates[c].share && strcmp(kind->coordinates[c].name, point + 1) == 0) {
      term->joint = other, term->coordinate = c;
      return true;
    }
  no_coordinate(freeze, joint, name, other);
  return false;
}

/* A sum of rotations is a rotation, any other a displacement. */
static void check_kinds(trm_Freeze *freeze, const trm_ModelJoint *joint, const trm_JointDef *def,
                        const trm_JointTerm *terms) {
  bool angular = joint->kind->coordinates[0].angular, displacement = false;
  for (int t = 0; t < joint->term_count; t++) {
    const trm_JointKind *kind = freeze->joints[terms[t].joint].kind;
    bool turns = kind->coordinates[terms[t].coordinate].angular;
    displacement = displacement || !turns;
    if (angular && !turns)
      trm_freeze_error(freeze, def->terms.names[t].place,
                       "joint \"%s\": a %s couples rotations, and \"%s\" is a displacement (type: coupling takes both)",
                       joint->name, joint->kind->name, def->terms.names[t].name);
  }
  if (!angular && !displacement)
    trm_freeze_error(freeze, trm_place_of(def, offsetof(trm_JointDef, terms)),
                     "joint \"%s\": a %s has a displacement among its terms; these are all rotations (type: gear)",
                     joint->name, joint->kind->name);
}

void trm_freeze_terms(trm_Freeze *freeze, int j) {
  trm_ModelJoint *joint = &freeze->joints[j];
  const trm_JointDef *def = freeze->def.joints.items[j].data;
  if (!joint->kind || joint->kind->frame != TRM_FRAME_NONE) return;
  int count = def->terms.count;
  if (count > TRM_JOINT_TERMS) {
    trm_freeze_error(freeze, trm_place_of(def, offsetof(trm_JointDef, terms)),
                     "joint \"%s\": %d terms are more than the %d that a coupling can have", joint->name, count,
                     TRM_JOINT_TERMS);
    return;
  }
  trm_JointTerm *terms = TRM_ARENA_NEW(freeze->arena, trm_JointTerm, count);
  if (!terms) return;
  bool good = true;
  for (int t = 0; t < count; t++) {
    terms[t].factor = def->terms.factors[t];
    good &= find_term(freeze, joint, &def->terms.names[t], &terms[t]);
    if (good) freeze->joints[terms[t].joint].combined[terms[t].coordinate] = true;
  }
  if (!good) return;
  joint->terms = terms, joint->term_count = count;
  check_kinds(freeze, joint, def, terms);
}
