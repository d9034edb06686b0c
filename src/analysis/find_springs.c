/* Springs that push away, and stiffnesses that are too far apart. */
#include <math.h>
#include <string.h>
#include "analysis/find.h"
#include "element/joint.h"
#include "element/joint_table.h"
#include "element/law.h"
#include "element/named.h"
#include "math/vec3.h"
#include "system/instant.h"
#include "system/linearize.h"

/* ---- negative stiffness ---- */

enum { PLACES = 5 };
/* where the slope of a force is looked at, in units of a radian or of the model's size: what pushes away near the start
   alone may be a toggle */
static const double places[PLACES] = {-0.3, -0.02, 0, 0.02, 0.3};
/* of a unit of the coordinate: for differences */
static const double little = 1e-6;
/* of a slope that pushes away: what is left of it where the rest resists as much, but for differences */
static const double outweighed = 1e-4;

/* A coordinate, and what its laws are asked by. A value of one call. */
typedef struct Asked {
  const trm_Examined *examined;
  const trm_ModelJoint *joint;
  const trm_Laws *laws;
  int j, c;
  double unit;      /* a radian, or the model's size */
  double stiffness; /* of a bushing beside the laws */
  double *x;        /* all coordinates at the start, one of which is moved; NULL: the start is not known */
} Asked;

/* does the formula name nothing that moves but this very coordinate, by a signal perhaps? */
static bool names_itself(const Asked *asked, const trm_Function *function) {
  for (int k = 0; k < function->named_count; k++) {
    const trm_Named *named = &function->named[k];
    bool own = named->kind->of == TRM_NAMES_COORDINATE && named->joint == asked->j && named->coordinate == asked->c;
    if (!own && named->kind->of != TRM_NAMES_INPUT) return false;
  }
  return true;
}

/* A law may outweigh another on the same coordinate; one that names what moves elsewhere does so, or not. */
static bool knows_itself(const Asked *asked, const trm_Law *law) {
  return !law->kind->bounds && law->kind->instant && (!law->naming || (asked->x && names_itself(asked, law->naming)));
}

/* The force of a law at x, at rest; of a controller what its error gives. */
static double force_at(const Asked *asked, const trm_Law *law, double x) {
  double z[TRM_LAW_STATES] = {0}, room[TRM_EXPRESSION_NAMES];
  trm_LawInstant there = {.x = x, .z = z, .inputs = asked->examined->model->inputs.start};
  if (law->naming) {
    const trm_Simulation *s = asked->examined->simulation;
    trm_Instant now = trm_state_instant(s->state, s->state->w);
    int own = s->system->layout->joints[asked->j].first_coordinate + asked->c;
    double before = asked->x[own];
    now.x = asked->x, now.x_rate = s->snapshot->x_rate, now.signals = s->state->z, asked->x[own] = x;
    there.inputs = trm_named_now(asked->examined->model, law->naming, &now, room);
    asked->x[own] = before;
  }
  return law->kind->instant(law->data, &there, NULL);
}

/* The slope of the force is negative everywhere: that of one law, or with law NULL of all on the coordinate. */
static bool pushes_away(const Asked *asked, const trm_Law *one) {
  double start = asked->laws->def ? asked->laws->def->start : 0, size = 2 * asked->unit * little;
  for (int p = 0; p < PLACES; p++) {
    double x = start + asked->unit * places[p], change = one ? 0 : asked->stiffness * size;
    TRM_EACH_LAW(law, asked->laws)
    if (law == one || (!one && knows_itself(asked, law)))
      change += force_at(asked, law, x + 0.5 * size) - force_at(asked, law, x - 0.5 * size);
    if (!(change < 0)) return false;
  }
  return true;
}

/* Does something resist where the coordinate moves as its force would have it: springs anywhere, the weight? v^T K v of
   the motion v that a unit force on it begins, over what the coordinate's own share would be. */
static bool is_resisted(const Asked *asked, double slope) {
  const trm_Examined *examined = asked->examined;
  const trm_Simulation *s = examined->simulation;
  int j = asked->j, c = asked->c;
  if (!s || s->system->numbering.count > TRM_EXAMINED_UNKNOWNS) return false;
  const trm_Joint *joint = &s->system->layout->joints[j];
  const trm_Pattern *pattern = s->system->pattern;
  int n = s->system->numbering.count, own = s->system->numbering.joint[j] + joint->unknown_of[c];
  double *still = TRM_NEW(double, n), sum = 0, moved = 0;
  trm_Snapshot *snapshot = NULL;
  trm_Linear *linear = NULL;
  bool good = joint->unknown_of[c] >= 0 && trm_examined_good(examined, still ? TRM_OK : TRM_NO_MEMORY) &&
              trm_examined_good(examined, trm_snapshot_new(&snapshot, s->system)) &&
              trm_examined_good(examined, trm_linear_new(&linear, s->system)) &&
              trm_examined_good(examined, trm_snapshot_factor(snapshot, s->state, NULL));
  double *v = good ? snapshot->solution : NULL;
  if (good) memset(v, 0, sizeof(double) * (size_t)n), v[own] = 1;
  if (good && trm_examined_good(examined, trm_lu_solve(snapshot->lu, v))) {
    trm_linearize(linear, &(trm_Operating){.state = s->state, .nu = still, .nu_dot = still});
    for (int i = 0; i < n; i++)
      for (int k = pattern->start[i]; k < pattern->start[i + 1]; k++)
        if (s->system->multiplier_of[i] < 0 && s->system->multiplier_of[pattern->row[k]] < 0)
          sum += v[i] * linear->stiffness[k] * v[pattern->row[k]];
    moved = v[own];
  }
  trm_linear_free(linear);
  trm_snapshot_free(snapshot);
  trm_release(still);
  return good && sum > -outweighed * fabs(slope) * moved * moved;
}

static void judge_law(const Asked *asked, const trm_Law *law) {
  bool spring = law->kind->stored && law->kind->tangent && !law->kind->supplies;
  bool written = law->kind->supplies && law->kind->functions; /* an actuator by formula */
  if (law->kind->state_count > 0 || !(spring || written) || !knows_itself(asked, law)) return;
  if (!pushes_away(asked, law) || !pushes_away(asked, NULL)) return;
  double start = asked->laws->def->start, step = asked->unit * little;
  double slope = (force_at(asked, law, start + step) - force_at(asked, law, start - step)) / (2 * step);
  if (written && is_resisted(asked, slope)) return;
  const char *coordinate = asked->joint->kind->coordinates[asked->c].name;
  trm_found(asked->examined, TRM_FIND_NEGATIVE, trm_law_place(asked->laws, law),
            "joint \"%s\": the %s of %s pushes away: its restoring force falls where %s grows, so that it drives the "
            "motion instead of resisting it; the sign of `force` is likely wrong",
            asked->joint->name, law->kind->name, coordinate, coordinate);
}

static void find_pushing_laws(const trm_Examined *examined, int j, int c, double *x) {
  const trm_ModelJoint *joint = &examined->model->joints[j];
  Asked asked = {examined,
                 joint,
                 &joint->laws[c],
                 j,
                 c,
                 joint->kind->coordinates[c].angular ? 1 : examined->model->size,
                 joint->bushing ? joint->bushing->stiffness[7 * c] : 0,
                 x};
  TRM_EACH_LAW(law, asked.laws) judge_law(&asked, law);
}

/* the coordinates at the start, for laws that name their own; NULL: the start is not known */
static double *coordinates_of(const trm_Examined *examined) {
  const trm_Simulation *s = examined->simulation;
  if (!s) return NULL;
  double *x = TRM_NEW(double, s->model->coordinate_count + 1);
  if (trm_examined_good(examined, x ? TRM_OK : TRM_NO_MEMORY))
    memcpy(x, s->state->x, sizeof(double) * (size_t)s->model->coordinate_count);
  return x;
}

double trm_spring_length(const trm_Model *model, const trm_SpringDamper *spring) {
  double between[3];
  for (int n = 0; n < 3; n++)
    between[n] = model->nodes[spring->side[1].node].at[n] + spring->side[1].offset[n] -
                 model->nodes[spring->side[0].node].at[n] - spring->side[0].offset[n];
  return trm_norm(between);
}

/* the slope of a spring's tension at its own length and, with `part`, at a share of it more */
static double spring_slope(const trm_Examined *examined, const trm_SpringDamper *spring, double part) {
  double at = trm_spring_length(examined->model, spring) * (1 + part), slope = spring->stiffness;
  if (spring->force && spring->force->named_count == 0)
    trm_function_derivatives(spring->force, &at, examined->model->inputs.start, 1, &slope, NULL);
  return slope;
}

static bool beside(const trm_SpringDamper *a, const trm_SpringDamper *b) {
  bool along = a->side[0].node == b->side[0].node && a->side[1].node == b->side[1].node;
  return along || (a->side[0].node == b->side[1].node && a->side[1].node == b->side[0].node);
}

/* of the springs between the same two parts together, at a share more than their lengths */
static double slope_beside(const trm_Examined *examined, const trm_SpringDamper *spring, double part) {
  const trm_ModelForces *forces = &examined->model->forces;
  double slope = 0;
  for (int s = 0; s < forces->spring_count; s++)
    if (beside(spring, &forces->springs[s])) slope += spring_slope(examined, &forces->springs[s], part);
  return slope;
}

static void find_pushing_spring(const trm_Examined *examined, const trm_SpringDamper *spring) {
  if (!spring->force || spring->force->named_count > 0 || !(trm_spring_length(examined->model, spring) > 0)) return;
  for (int p = 0; p < PLACES; p++)
    if (!(spring_slope(examined, spring, places[p]) < 0)) return;
  for (int p = 0; p < PLACES; p++)
    if (!(slope_beside(examined, spring, places[p]) < 0)) return;
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
  double *x = coordinates_of(examined);
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++) find_pushing_laws(examined, j, c, x);
  trm_release(x);
  find_spread(examined);
}
