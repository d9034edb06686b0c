/* Springs that push away, and stiffnesses that are too far apart. */
#include <math.h>
#include "analysis/find.h"
#include "element/joint_table.h"
#include "element/law.h"
#include "math/vec3.h"

trm_Place trm_law_place(const trm_Laws *laws, const trm_Law *law) {
  for (int k = 0; k < trm_law_kind_count; k++)
    if (trm_law_kinds[k] == law->kind)
      return trm_place_of(laws->def, offsetof(trm_CoordinateDef, laws) + (size_t)k * sizeof laws->def->laws[0]);
  return laws->def->bound.place;
}

/* ---- negative stiffness ---- */

enum { PLACES = 5 };
/* where the slope of a force is looked at, in units of a radian or of the model's size: what pushes away near the start
   alone may be a toggle */
static const double places[PLACES] = {-0.3, -0.02, 0, 0.02, 0.3};
/* of a unit of the coordinate: for differences */
static const double little = 1e-6;

/* The slope of a law's force is negative everywhere. */
static bool pushes_away(const trm_Law *law, const double *inputs, double start, double unit) {
  double z[TRM_LAW_STATES] = {0};
  for (int p = 0; p < PLACES; p++) {
    double x = start + unit * places[p];
    trm_LawInstant below = {.x = x - unit * little, .z = z, .inputs = inputs}, above = below;
    above.x = x + unit * little;
    if (!(law->kind->instant(law->data, &above, NULL) < law->kind->instant(law->data, &below, NULL))) return false;
  }
  return true;
}

static void find_pushing_laws(const trm_Examined *examined, const trm_ModelJoint *joint, int c) {
  const trm_Laws *laws = &joint->laws[c];
  double unit = joint->kind->coordinates[c].angular ? 1 : examined->model->size;
  TRM_EACH_LAW(law, laws) {
    bool spring = law->kind->stored && law->kind->tangent && !law->kind->supplies;
    bool written = law->kind->supplies && law->kind->functions; /* an actuator by formula */
    if (law->kind->state_count > 0 || !(spring || written)) continue;
    const double *inputs = examined->model->inputs.start;
    if (law->kind->bounds || law->naming || !pushes_away(law, inputs, laws->def ? laws->def->start : 0, unit)) continue;
    trm_found(examined, TRM_FIND_NEGATIVE, trm_law_place(laws, law),
              "joint \"%s\": the %s of %s pushes away: its restoring force falls where %s grows, so that it drives the "
              "motion instead of resisting it; the sign of `force` is likely wrong",
              joint->name, law->kind->name, joint->kind->coordinates[c].name, joint->kind->coordinates[c].name);
  }
}

double trm_spring_length(const trm_Model *model, const trm_SpringDamper *spring) {
  double between[3];
  for (int n = 0; n < 3; n++)
    between[n] = model->nodes[spring->side[1].node].at[n] + spring->side[1].offset[n] -
                 model->nodes[spring->side[0].node].at[n] - spring->side[0].offset[n];
  return trm_norm(between);
}

static void find_pushing_spring(const trm_Examined *examined, const trm_SpringDamper *spring) {
  double length = trm_spring_length(examined->model, spring);
  if (!spring->force || spring->force->named_count > 0 || !(length > 0)) return;
  for (int p = 0; p < PLACES; p++) {
    double at = length * (1 + places[p]), slope;
    trm_function_derivatives(spring->force, &at, examined->model->inputs.start, 1, &slope, NULL);
    if (!(slope < 0)) return;
  }
  trm_found(examined, TRM_FIND_NEGATIVE, spring->place,
            "spring \"%s\" pushes away: its tension falls where its length grows, so that it drives the motion instead "
            "of resisting it; the sign of `force` is likely wrong",
            spring->name);
}

/* ---- the spread ---- */

/* Of the stiffest: what is softer has lost half its digits in the round-off of the stiffest. */
static const double lost_stiffness = 1e-9;

/* A stiffness in N/m, a rotational one over the square of the model's size. */
typedef struct Stiffness {
  double value;
  const char *kind, *name;
  trm_Place place;
} Stiffness;

typedef struct Spread {
  Stiffness least, most;
} Spread;

static void note(Spread *spread, Stiffness stiffness) {
  if (!(stiffness.value > 0)) return;
  if (!spread->least.name || stiffness.value < spread->least.value) spread->least = stiffness;
  if (!spread->most.name || stiffness.value > spread->most.value) spread->most = stiffness;
}

static void note_laws(Spread *spread, const trm_Model *model, const trm_ModelJoint *joint, int c) {
  double unit = joint->kind->coordinates[c].angular ? model->size : 1;
  TRM_EACH_LAW(law, &joint->laws[c]) {
    double stiffness = 0, damping = 0, z[TRM_LAW_STATES] = {0};
    if (!law->kind->tangent || law->kind->bounds || law->kind->supplies || law->kind->state_count > 0) continue;
    law->kind->tangent(law->data, joint->laws[c].def->start, z, &stiffness, &damping);
    note(spread, (Stiffness){stiffness / (unit * unit), "joint", joint->name, joint->laws[c].def->bound.place});
  }
}

/* stiffness of stops counts where it is touched */
static void note_stops(Spread *spread, const trm_Model *model, const trm_ModelJoint *joint, int c) {
  double unit = joint->kind->coordinates[c].angular ? model->size : 1;
  TRM_EACH_LAW(law, &joint->laws[c]) {
    const trm_Stops *stops = law->data;
    if (law->kind != &trm_stops_law || stops->rigid) continue;
    note(spread, (Stiffness){stops->stiffness / (unit * unit), "the stop of joint", joint->name,
                             trm_law_place(&joint->laws[c], law)});
  }
}

static void note_bushing(Spread *spread, const trm_Model *model, const trm_Bushing *bushing) {
  const trm_ModelJoint *joint = &model->joints[bushing->joint];
  for (int c = 0; c < 6; c++) {
    double unit = joint->kind->coordinates[c].angular ? model->size : 1;
    note(spread, (Stiffness){bushing->stiffness[7 * c] / (unit * unit), "joint", joint->name, joint->place});
  }
}

static void find_spread(const trm_Examined *examined) {
  const trm_Model *model = examined->model;
  Spread spread = {0};
  for (int s = 0; s < model->forces.spring_count; s++) {
    const trm_SpringDamper *spring = &model->forces.springs[s];
    note(&spread, (Stiffness){spring->stiffness, "spring", spring->name, spring->place});
  }
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++) {
      note_laws(&spread, model, &model->joints[j], c);
      note_stops(&spread, model, &model->joints[j], c);
    }
  for (int b = 0; b < model->on_joints.bushing_count; b++) note_bushing(&spread, model, &model->on_joints.bushings[b]);
  if (!spread.least.name || !(spread.least.value < lost_stiffness * spread.most.value)) return;
  trm_found(examined, TRM_FIND_SPREAD, spread.most.place,
            "%s \"%s\" is %.1g times stiffer than %s \"%s\": the soft one is lost in the round-off of the stiff one; "
            "make the stiff one rigid, or take the stiffness that matters",
            spread.most.kind, spread.most.name, spread.most.value / spread.least.value, spread.least.kind,
            spread.least.name);
}

void trm_find_springs(const trm_Examined *examined) {
  const trm_Model *model = examined->model;
  for (int s = 0; s < model->forces.spring_count; s++) find_pushing_spring(examined, &model->forces.springs[s]);
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++) find_pushing_laws(examined, &model->joints[j], c);
  find_spread(examined);
}
