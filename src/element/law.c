/* The list of laws, and what may be asked of the laws on a coordinate. */
#include "element/law.h"
#include <assert.h>
#include <string.h>

/* laws.def lists the kinds, each in its file law_*.c, in the order in which their forces are summed and their states
   stored. */
#define LAW(kind) extern const trm_LawKind trm_##kind##_law;
#include "element/laws.def"
#undef LAW
#define LAW(kind) &trm_##kind##_law,
const trm_LawKind *const trm_law_kinds[] = {
#include "element/laws.def"
};
const int trm_law_kind_count = TRM_COUNT(trm_law_kinds);
_Static_assert(TRM_COUNT(trm_law_kinds) <= TRM_COORDINATE_LAWS, "a definition has room for every kind of law");

double trm_law_state_size(const trm_Law *law, int state, bool angular, const trm_Model *model) {
  assert(state >= 0 && state < law->kind->state_count);
  const trm_ModelScales *scales = &model->scales;
  double extent = angular ? 1 : scales->length, force = angular ? scales->force * scales->length : scales->force;
  const char *unit = law->kind->states[state].unit;
  if (strcmp(unit, "x") == 0) return extent;
  if (strcmp(unit, "x s") == 0) return extent * scales->time;
  if (strcmp(unit, "F") == 0) return force;
  return law->kind->state_unit ? law->kind->state_unit(law->data, force) : 1;
}

const trm_LawContact *trm_law_contact(const trm_Law *law) {
  return law->kind->contact ? law->kind->contact(law->data) : NULL;
}

bool trm_laws_present(const trm_Laws *laws) { return laws->drive || laws->drive_rate || laws->count > 0; }

bool trm_laws_bound(const trm_Laws *laws) {
  TRM_EACH_LAW(law, laws)
  if (law->kind->bounds) return true;
  return false;
}

trm_Place trm_law_place(const trm_Laws *laws, const trm_Law *law) {
  for (int k = 0; k < trm_law_kind_count; k++)
    if (trm_law_kinds[k] == law->kind)
      return trm_place_of(laws->def, offsetof(trm_CoordinateDef, laws) + (size_t)k * sizeof laws->def->laws[0]);
  return laws->def->bound.place;
}

bool trm_law_sets_in(const trm_Law *law) {
  const trm_Function *function = law->kind->of_coordinate ? law->kind->of_coordinate(law->data) : NULL;
  return law->kind->bounds ||
         (function && function->expression && trm_expression_edges(function->expression, 1, NULL, 0) > 0);
}

bool trm_laws_set_in(const trm_Laws *laws) {
  TRM_EACH_LAW(law, laws)
  if (trm_law_sets_in(law)) return true;
  return false;
}

bool trm_laws_change(const trm_Laws *laws) {
  TRM_EACH_LAW(law, laws)
  if (law->kind->margin) return true;
  return false;
}

bool trm_laws_saturate(const trm_Laws *laws) {
  TRM_EACH_LAW(law, laws)
  if (law->kind->saturates && law->kind->saturates(law->data)) return true;
  return false;
}

bool trm_laws_need_reactions(const trm_Laws *laws) {
  TRM_EACH_LAW(law, laws)
  if (trm_law_contact(law)) return true;
  return false;
}

trm_LawFunction trm_law_naming(const trm_Law *law) {
  trm_LawFunction functions[TRM_LAW_FUNCTIONS];
  int count = law->kind->functions ? law->kind->functions(law->data, functions) : 0;
  for (int f = 0; f < count; f++)
    if (functions[f].function->named_count > 0) return functions[f];
  return (trm_LawFunction){NULL, 0};
}
