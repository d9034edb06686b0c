/* What inertia and stiffness make of the steps: directions with next to no mass, vibrations and turns that fixed steps
   are too long for. */
#include <math.h>
#include <string.h>
#include "analysis/find.h"
#include "analysis/massless.h"
#include "element/joint.h"
#include "element/law.h"
#include "math/vec3.h"
#include "system/instant.h"

/* The mobility of a direction: what moves by a unit force on it, with all that the constraints carry along. A value of
   one call. */
typedef struct Mobility {
  const trm_Simulation *s;
  trm_Snapshot *snapshot; /* factored at the start */
  double *force;          /* per unknown */
  double *arms;           /* m, per node: how far the joints of a body are from its centre */
} Mobility;

static double *no_force(Mobility *m) {
  memset(m->force, 0, sizeof(double) * (size_t)m->s->system->numbering.count);
  return m->force;
}

/* f^T [M B^T; B 0]^-1 f of the force f in m->force: 1/kg or 1/(kg m2); 0: not known. Where round-off alone holds what
   moves, it is large and of any sign. */
static double mobility(Mobility *m) {
  int n = m->s->system->numbering.count;
  double *moved = m->snapshot->solution, sum = 0;
  memcpy(moved, m->force, sizeof(double) * (size_t)n);
  if (trm_lu_solve(m->snapshot->lu, moved) != TRM_OK) return 0;
  for (int i = 0; i < n; i++)
    if (m->s->system->unknowns[i].kind != TRM_UNKNOWN_MULTIPLIER) sum += m->force[i] * moved[i];
  return fabs(sum);
}

static double mobility_of(Mobility *m, int unknown) {
  no_force(m)[unknown] = 1;
  return mobility(m);
}

/* ---- next to no mass ---- */

/* Of the mass of all bodies, and of a body's own times the square of the arm at which its joints hold it: an inertia
   that is less is lost in the round-off of the forces between the others. */
static const double no_mass = 1e-9;

/* kg m2; a body without an arm is compared with the model's size */
static double whole_inertia(const Mobility *m, const trm_Body *body) {
  double arm = m->arms[body->node] > 0 ? m->arms[body->node] : m->s->model->size;
  return body->mass * arm * arm;
}

/* axis: NULL: it is the mass */
static void report_light(const trm_Examined *examined, const trm_Body *body, double inertia, const double *axis) {
  char words[80];
  if (axis) trm_axis_text(axis, words, sizeof words);
  if (!axis)
    trm_found(
        examined, TRM_FIND_NEARLY_MASSLESS, body->place,
        "body \"%s\" has next to no mass, %.3g kg, and is free to move: forces of the other parts, which are many "
        "orders heavier, throw it about; give it the mass of the real part, or lock it to another one",
        body->name, inertia);
  else
    trm_found(examined, TRM_FIND_NEARLY_MASSLESS, body->place,
              "body \"%s\" is free to turn about %s with next to no inertia, %.3g kg m2: it spins at the least "
              "disturbance; give it the inertia of the real part, or lock the rotation",
              body->name, words, inertia);
}

/* light bodies are few: only those are asked how freely they move */
static void find_light(const trm_Examined *examined, Mobility *m, const trm_Body *body) {
  const trm_Simulation *s = m->s;
  double mass = s->system->mass, inertia = whole_inertia(m, body), axis[3];
  const int *point = s->system->numbering.point[s->model->nodes[body->node].point];
  const int *triad = s->system->numbering.triad[s->model->nodes[body->node].triad];
  double half = body->euler[0] + body->euler[4] + body->euler[8]; /* tr E = tr J/2, J = tr E - E */
  for (int n = 0; n < 3 && body->mass < no_mass * mass; n++)
    if (point[n] >= 0 && mobility_of(m, point[n]) * no_mass * mass > 1) {
      report_light(examined, body, body->mass, NULL);
      return;
    }
  /* where that of the least inertia is held another one may be free, as in mechanisms in a plane */
  for (int n = -1; n < 3 && !body->is_point; n++) {
    double least = fmax(0, n < 0 ? trm_least_inertia(body, axis) : half - body->euler[4 * n]);
    for (int i = 0; i < 3 && n >= 0; i++) axis[i] = i == n;
    if (!(least < no_mass * inertia)) continue;
    trm_spread3(triad, axis, no_force(m));
    if (!(mobility(m) * no_mass * inertia > 1)) continue;
    report_light(examined, body, least, axis);
    return;
  }
}

/* ---- vibrations ---- */

/* omega h: four steps to a period; of a damper, of critical damping: what is damped more does not vibrate */
static const double too_fast = 1.6, critical = 0.5;

typedef struct Vibration {
  const char *kind, *name;
  trm_Place place;
  double stiffness, damping, mobility;
} Vibration;

/* A damping of fast vibrations that is asked for (`rho`) means that they are not to be followed. */
static bool follows(const trm_AnalysisDef *analysis) {
  return analysis->type != TRM_ANALYSIS_DYNAMIC || !trm_given(analysis, offsetof(trm_AnalysisDef, rho));
}

/* the shortest fixed step of a dynamic analysis, s; 0: there is none */
static double fixed_step(const trm_Model *model) {
  double shortest = 0;
  for (int a = 0; a < model->analyses.count; a++) {
    const trm_AnalysisDef *analysis = model->analyses.items[a];
    double h = analysis->type == TRM_ANALYSIS_DYNAMIC ? analysis->step.size : 0;
    if (h > 0 && (shortest == 0 || h < shortest)) shortest = h;
  }
  return shortest;
}

static void judge_vibration(const trm_Examined *examined, const Vibration *v, double h) {
  double omega = sqrt(fmax(0, v->stiffness * v->mobility));
  if (!(omega * h > too_fast) || v->damping * v->mobility > 2 * critical * omega) return;
  trm_found(
      examined, TRM_FIND_LONG_STEP, v->place,
      "%s \"%s\" vibrates with a period of %.2g s by itself, which steps of %g s cannot follow: take steps of about "
      "%.1g s, make it rigid, or leave the step to the program (`step: {tolerance: …}`)",
      v->kind, v->name, 2 * 3.14159265358979 / omega, h, 0.3 / omega);
}

/* unit forces along the line between the ends of a spring */
static void add_force(const trm_Simulation *s, const trm_Marker *marker, const double direction[3], double *force) {
  const trm_Node *node = &s->model->nodes[marker->node];
  const double *d = s->state->q + trm_triad_at(s->model, node->triad);
  const int *point = s->system->numbering.point[node->point], *triad = s->system->numbering.triad[node->triad];
  double lever[3] = {0, 0, 0}, moment[3];
  for (int j = 0; j < 3; j++) trm_add_scaled(lever, marker->offset[j], d + 3 * j);
  trm_cross(moment, lever, direction);
  for (int n = 0; n < 3; n++) {
    if (point[n] >= 0) force[point[n]] += direction[n];
    if (triad[n] >= 0) force[triad[n]] += moment[n];
  }
}

static void find_fast_spring(const trm_Examined *examined, Mobility *m, const trm_SpringDamper *spring, double h) {
  double direction[3], back[3], length = trm_spring_length(m->s->model, spring);
  if (!(spring->stiffness > 0) || !(length > 0)) return;
  for (int n = 0; n < 3; n++) {
    const trm_Node *a = &m->s->model->nodes[spring->side[0].node], *b = &m->s->model->nodes[spring->side[1].node];
    direction[n] = (b->at[n] + spring->side[1].offset[n] - a->at[n] - spring->side[0].offset[n]) / length;
    back[n] = -direction[n];
  }
  no_force(m);
  add_force(m->s, &spring->side[1], direction, m->force);
  add_force(m->s, &spring->side[0], back, m->force);
  judge_vibration(examined,
                  &(Vibration){"spring", spring->name, spring->place, spring->stiffness, spring->damping, mobility(m)},
                  h);
}

static void find_fast_law(const trm_Examined *examined, Mobility *m, int j, int c, double h) {
  const trm_Joint *joint = &m->s->system->layout->joints[j];
  double stiffness = 0, damping = 0, x = m->s->state->x[joint->first_coordinate + c];
  TRM_EACH_LAW(law, &joint->laws[c])
  if (law->kind->tangent && !law->kind->bounds && law->kind->state_count == 0)
    law->kind->tangent(law->data, x, NULL, &stiffness, &damping);
  if (!(stiffness > 0) || joint->unknown_of[c] < 0) return;
  int unknown = m->s->system->numbering.joint[j] + joint->unknown_of[c];
  judge_vibration(
      examined,
      &(Vibration){"joint", joint->name, joint->laws[c].def->bound.place, stiffness, damping, mobility_of(m, unknown)},
      h);
}

static void find_vibrations(const trm_Examined *examined, Mobility *m, double h) {
  enum { ASKED = 64 }; /* of each kind, unless time does not matter */
  const trm_Model *model = m->s->model;
  int asked = 0, most = examined->dear ? model->joint_count + model->forces.spring_count : ASKED;
  for (int i = 0; i < model->forces.spring_count && i < most; i++)
    find_fast_spring(examined, m, &model->forces.springs[i], h);
  for (int j = 0; j < model->joint_count && asked < most; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++)
      if (model->joints[j].laws[c].count > 0) find_fast_law(examined, m, j, c, h), asked++;
}

/* ---- turns ---- */

static const double widest_turn = 1; /* rad in a step */

static void find_spins(const trm_Examined *examined, Mobility *m, double h) {
  const trm_System *system = m->s->system;
  double *nu = no_force(m);
  trm_state_velocity(system, m->s->state->q, m->s->state->w, nu);
  for (int b = 0; b < m->s->model->body_count; b++) {
    const trm_Body *body = &m->s->model->bodies[b];
    const int *triad = system->numbering.triad[m->s->model->nodes[body->node].triad];
    double turn = 0;
    for (int n = 0; n < 3; n++)
      if (triad[n] >= 0) turn = hypot(turn, nu[triad[n]] * h);
    if (turn > widest_turn)
      trm_found(examined, TRM_FIND_LONG_STEP, body->place,
                "body \"%s\" turns by %.2g rad in a step of %g s: take steps of about %.1g s, or leave the step to the "
                "program (`step: {tolerance: …}`)",
                body->name, turn, h, 0.1 * h / turn);
  }
}

/* Is there anything to ask? Factors are half as large as a simulation. Where many bodies are light each would be asked
   in a time that grows with the model, and is only where time does not matter. */
static bool has_light(const Mobility *m, bool dear) {
  enum { FEW = 64 }; /* chosen */
  const trm_Model *model = m->s->model;
  int count = 0;
  for (int b = 0; b < model->body_count; b++) {
    const trm_Body *body = &model->bodies[b];
    double axis[3];
    bool turns = !body->is_point && trm_least_inertia(body, axis) < no_mass * whole_inertia(m, body);
    if (turns || body->mass < no_mass * m->s->system->mass) count++;
  }
  return count > 0 && (dear || count <= FEW);
}

static bool has_springs(const trm_Model *model) {
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++)
      if (model->joints[j].laws[c].count > 0) return true;
  return model->forces.spring_count > 0;
}

void trm_find_stiff(const trm_Examined *examined) {
  const trm_Simulation *s = examined->simulation;
  double h = fixed_step(s->model);
  bool follow = true;
  for (int a = 0; a < s->model->analyses.count; a++) follow = follow && follows(s->model->analyses.items[a]);
  bool vibrates = h > 0 && follow && has_springs(s->model);
  Mobility m = {
      .s = s, .force = TRM_NEW(double, s->system->numbering.count), .arms = TRM_NEW(double, s->model->node_count)};
  bool whole = trm_examined_good(examined, m.force && m.arms ? TRM_OK : TRM_NO_MEMORY);
  if (whole) trm_examined_arms(s->model, m.arms);
  bool light = whole && has_light(&m, examined->dear);
  if (whole && h > 0) find_spins(examined, &m, h);
  bool asks = (light || vibrates) && (s->system->numbering.count <= TRM_EXAMINED_UNKNOWNS || examined->dear);
  if (whole && asks && trm_examined_good(examined, trm_snapshot_new(&m.snapshot, s->system)) &&
      trm_examined_good(examined, trm_snapshot_factor(m.snapshot, s->state, NULL))) {
    for (int b = 0; light && b < s->model->body_count; b++) find_light(examined, &m, &s->model->bodies[b]);
    if (vibrates) find_vibrations(examined, &m, h);
  }
  trm_snapshot_free(m.snapshot);
  trm_release(m.force);
  trm_release(m.arms);
}
