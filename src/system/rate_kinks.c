/* The next kinks on either side of each coordinate, and whether a step went over one (theory.md, "Index 1", kinks).
   */
#include "system/rate_kinks.h"
#include <math.h>
#include "base/memory.h"
#include "element/joint_table.h"

/* Those of formulas are edges (edges.h), which may be jumps. */
static bool kinks(const trm_Law *law) {
  const trm_Function *function = law->kind->of_coordinate ? law->kind->of_coordinate(law->data) : NULL;
  return law->kind->kinks && !(function && function->expression);
}

static bool has_kinks(const trm_Laws *laws) {
  TRM_EACH_LAW(law, laws)
  if (kinks(law)) return true;
  return false;
}

static int list_kinks(trm_RateKinks *kinks, const trm_Model *model) {
  int count = 0;
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++) {
      const trm_ModelJoint *joint = &model->joints[j];
      if (!has_kinks(&joint->laws[c])) continue;
      if (kinks->items)
        kinks->items[count] = (trm_RateKink){.laws = &joint->laws[c],
                                             .coordinate = joint->first_coordinate + c,
                                             .unit = joint->kind->coordinates[c].angular ? 1 : model->size,
                                             .low = NAN};
      count++;
    }
  return count;
}

trm_Status trm_rate_kinks_new(trm_RateKinks *kinks, const trm_Model *model, trm_Arena *arena) {
  *kinks = (trm_RateKinks){.count = list_kinks(kinks, model)};
  if (kinks->count == 0) return TRM_OK;
  kinks->items = TRM_ARENA_NEW(arena, trm_RateKink, kinks->count);
  if (!kinks->items) return TRM_NO_MEMORY;
  list_kinks(kinks, model);
  return TRM_OK;
}

/* of the unit of a coordinate: one that is nearer to a kink is at it, on either side. Above the round-off of where
   steps are led to, below all that a law could feel. */
static const double at_it = 1e-12;

enum { ROOM = 64 };

static void look(trm_RateKink *kink, double x) {
  kink->low = x - kink->unit, kink->high = x + kink->unit;
  kink->ends[0] = kink->ends[1] = false;
  TRM_EACH_LAW(law, kink->laws) {
    double points[ROOM];
    int count = kinks(law) ? law->kind->kinks(law->data, (double[2]){kink->low, kink->high}, points, ROOM) : 0;
    for (int i = 0; i < count && i < ROOM; i++)
      if (points[i] <= x)
        kink->low = fmax(kink->low, points[i]), kink->ends[0] = true;
      else
        kink->high = fmin(kink->high, points[i]), kink->ends[1] = true;
  }
}

void trm_rate_kinks_look(trm_RateKinks *kinks, const double *x) {
  for (int i = 0; i < kinks->count; i++) {
    double here = x[kinks->items[i].coordinate];
    if (!(here >= kinks->items[i].low && here <= kinks->items[i].high)) look(&kinks->items[i], here);
  }
}

double trm_rate_kinks_margin(const trm_RateKinks *kinks, const double *x) {
  double least = INFINITY;
  for (int i = 0; i < kinks->count; i++) {
    const trm_RateKink *kink = &kinks->items[i];
    double here = x[kink->coordinate];
    if (kink->ends[0]) least = fmin(least, (here - kink->low) / kink->unit + at_it);
    if (kink->ends[1]) least = fmin(least, (kink->high - here) / kink->unit + at_it);
  }
  return least;
}
