/* Gaps of the constraints, and Newton's method that closes them (theory.md, "Initial state and reports"). */
#include "system/projection.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "math/vec3.h"

trm_Gap trm_projection_gap(trm_Projection *p, const double *targets) {
  const trm_System *system = p->system;
  trm_Gap gap = {0, 0, 0};
  double values[TRM_LOCAL_UNKNOWNS], worst = 0;
  memset(p->constraint, 0, sizeof(double) * (size_t)system->numbering.count);
  for (int s = 0; s < system->model->mesh.stress_point_count; s++) {
    trm_stress_gap(system->model, s, p->state->q, values);
    for (int k = 0; k < system->model->mesh.stress_points[s].count; k++) {
      int unknown = system->numbering.stress[s] + k;
      double size = fabs(values[k]) * (p->size / system->extent[unknown]); /* m, also of curvatures */
      p->constraint[unknown] = -*p->state->scale * values[k];
      if (!(size <= gap.enforced)) gap.enforced = size;
    }
  }
  for (int j = 0; j < system->model->joint_count; j++) {
    const trm_Joint *joint = &system->layout->joints[j];
    trm_Position at = {p->state->q, p->state->x, p->from ? p->from->q : NULL, targets};
    trm_joint_constraints(system->model, joint, &at, values);
    for (int r = 0; r < joint->multiplier_count; r++) {
      if (p->open) values[r] -= p->left * p->open[joint->first_multiplier + r];
      bool dropped = p->state->dropped[joint->first_multiplier + r] != 0;
      int unknown = system->numbering.joint[j] + joint->unknown_count + r;
      double *largest = dropped ? &gap.redundant : &gap.enforced;
      double size = fabs(values[r]) * (p->size / system->extent[unknown]);
      if (!dropped) p->constraint[unknown] = -*p->state->scale * values[r];
      if (!(size <= *largest)) *largest = size;
      if (!(size <= worst)) worst = size, gap.joint = j;
    }
  }
  return gap;
}

/* returns the largest part of the correction: length over the size, or angle */
static double note_moves(const trm_Projection *p, trm_ProjectionReport *report) {
  double length = 0, angle = 0;
  for (int i = 0; i < p->system->numbering.count; i++) switch (p->system->unknowns[i].kind) {
    case TRM_UNKNOWN_DISPLACEMENT:
    case TRM_UNKNOWN_LENGTH: length = fmax(length, fabs(p->constraint[i])); break;
    case TRM_UNKNOWN_ROTATION:
    case TRM_UNKNOWN_ANGLE: angle = fmax(angle, fabs(p->constraint[i])); break;
    case TRM_UNKNOWN_MULTIPLIER: break;
    }
  report->moved_length += length, report->moved_angle += angle;
  return fmax(length / p->size, angle);
}

enum { ITERATIONS = 30, RELAXATIONS = 60 };
/* of the model's size: 45 units of the last digit of a position, where constraints are closed. What no longer falls may
   be 1e4 times that. */
static const double closed_exactly = 1e-14;
/* of the model's size, rad: beams have come to rest, to the square root of what round-off would allow */
static const double beams_rest = 1e-9;
/* of the model's size, rad: corrections that are larger find no way back */
static const double torn = 10;
/* of the stiffness of the beams: so much less of it is tried next */
static const double less_stiffness = 1e-3;

/* Of the largest inertia or stiffness about an axis of the same node, and of an arm as long as the model: round-off. Of
   the model's size: gaps of positions that are written with few digits, which are arms as well. */
static const double held_by_round_off = 1e-12, few_digits = 1e-6;
enum { ARMS_OF_GAP = 10 };

static double own_inertia(const trm_Projection *p, int unknown) {
  int at = trm_pattern_find(p->system->pattern, unknown, unknown);
  return at < 0 ? 0 : fabs(p->snapshot->values[at]);
}

/* do constraints hold this rotation by arms of no more than that? */
static bool is_loose(const trm_Projection *p, int unknown, double longest) {
  const trm_System *system = p->system;
  for (int at = system->pattern->start[unknown]; at < system->pattern->start[unknown + 1]; at++) {
    int row = system->pattern->row[at];
    double arm = fabs(p->snapshot->values[at]) / (*p->state->scale * system->extent[row]);
    if (system->multiplier_of[row] >= 0 && arm > longest) return false;
  }
  return true;
}

static bool turns_the_same(const trm_System *system, int a, int b) {
  return a >= 0 && a < system->numbering.count && system->unknowns[a].kind == TRM_UNKNOWN_ROTATION &&
         system->unknowns[a].owner == system->unknowns[b].owner;
}

/* none, beside what the node has about its other axes */
static bool has_no_inertia(const trm_Projection *p, int unknown) {
  double largest = 0;
  for (int i = unknown - 2; i <= unknown + 2; i++)
    if (turns_the_same(p->system, i, unknown)) largest = fmax(largest, own_inertia(p, i));
  return own_inertia(p, unknown) <= held_by_round_off * largest;
}

/* A rotation without inertia and stiffness that nothing holds, as that of a rod about its own axis on a slider at its
   centre; -1: none. Beside the round-off of an arm the elimination sees no zero, and would turn it anywhere. gap: of
   the model's size. */
static int loose_rotation(const trm_Projection *p, double gap) {
  const trm_System *system = p->system;
  double longest = held_by_round_off + (gap <= few_digits ? ARMS_OF_GAP * gap : 0);
  for (int i = 0; i < system->numbering.count; i++)
    if (system->unknowns[i].kind == TRM_UNKNOWN_ROTATION && has_no_inertia(p, i) && is_loose(p, i, longest)) return i;
  return -1;
}

/* Of the stiffness of a node: what beams weigh at least about their axis. Nothing but the inertia of their sections may
   resist that turn, which is less than the round-off of what they have across: a wire that nothing holds would turn by
   chance. */
static const double least_twist = 1e-8;

static void weigh_node_twist(const trm_Projection *p, const int unknowns[3], const double axis[3]) {
  double stiffness = 0;
  for (int n = 0; n < 3; n++)
    if (unknowns[n] >= 0) stiffness = fmax(stiffness, own_inertia(p, unknowns[n]));
  for (int n = 0; n < 3; n++)
    for (int m = 0; m < 3; m++) {
      int at = unknowns[n] < 0 || unknowns[m] < 0 ? -1 : trm_pattern_find(p->system->pattern, unknowns[n], unknowns[m]);
      if (at >= 0) p->snapshot->values[at] += least_twist * stiffness * axis[n] * axis[m];
    }
}

static void weigh_twist(const trm_Projection *p) {
  const trm_Model *model = p->system->model;
  for (int e = 0; e < model->mesh.element_count; e++) {
    const trm_BeamElement *element = &model->mesh.elements[e];
    for (int a = 0; a < element->node_count; a++) {
      const trm_Node *node = &model->nodes[element->nodes[a]], *next = &model->nodes[element->nodes[a ? a - 1 : 1]];
      double axis[3], length;
      trm_subtract(axis, p->state->q + trm_point_at(next->point), p->state->q + trm_point_at(node->point));
      length = trm_norm(axis);
      for (int n = 0; n < 3 && length > 0; n++) axis[n] /= length;
      weigh_node_twist(p, p->system->numbering.triad[node->triad], axis);
    }
  }
}

/* The matrix with the beams' stiffness, and the correction that it gives, in p->constraint; less of the stiffness where
   masses vanish in its round-off, as pivots tell or the solution does. gap: of the model's size. */
static trm_Status correct_with_beams(trm_Projection *p, const double *targets, double gap,
                                     trm_ProjectionReport *report) {
  trm_Status status = TRM_SINGULAR;
  for (double share = 1; status == TRM_SINGULAR && share > trm_least_beam_share; share *= less_stiffness) {
    status = trm_snapshot_factor(p->snapshot, p->state, &report->worst_unknown);
    if (status < 0) return status; /* beams need no mass here: their stiffness is added */
    trm_projection_gap(p, targets);
    trm_snapshot_add_beams(p->snapshot, p->state, share, p->constraint);
    weigh_twist(p);
    status = trm_lu_factor(p->snapshot->lu, p->snapshot->values);
    int loose = status == TRM_OK ? loose_rotation(p, gap) : -1;
    if (loose >= 0) return report->worst_unknown = loose, TRM_SINGULAR;
    if (status == TRM_OK) status = trm_lu_solve(p->snapshot->lu, p->constraint);
  }
  if (status == TRM_SINGULAR) report->worst_unknown = trm_lu_singular_unknown(p->snapshot->lu);
  return status;
}

/* Nothing is done to a state that is on the constraints already. */
static trm_Status solve_with_beams(trm_Projection *p, const double *targets, trm_ProjectionReport *report) {
  double tolerance = closed_exactly * p->size, moved = 0;
  for (int iteration = 0; iteration < RELAXATIONS; iteration++) {
    trm_Gap now = trm_projection_gap(p, targets);
    report->worst_joint = now.joint;
    if (!isfinite(now.enforced)) return TRM_NOT_FINITE;
    if (now.enforced <= (iteration == 0 ? 1 : 1e4) * tolerance && moved < beams_rest) return TRM_OK;
    trm_Status status = correct_with_beams(p, targets, now.enforced / p->size, report);
    if (status != TRM_OK) return status;
    report->iterations++, report->factorizations += 2;
    moved = note_moves(p, report);
    if (!(moved < torn)) return TRM_NEWTON_DIVERGED;
    trm_state_move(p->system, p->state, p->constraint);
  }
  return TRM_NEWTON_SLOW;
}

trm_Status trm_projection_solve(trm_Projection *p, const double *targets, trm_ProjectionReport *report) {
  assert(p->snapshot->system == p->system && p->state->layout == p->system->layout);
  if (p->rigid_beams) return solve_with_beams(p, targets, report);
  double last = INFINITY, tolerance = closed_exactly * p->size;
  for (int iteration = 0; iteration < ITERATIONS; iteration++) {
    trm_Gap now = trm_projection_gap(p, targets);
    report->worst_joint = now.joint;
    if (!isfinite(now.enforced)) return TRM_NOT_FINITE;
    if (now.enforced <= tolerance || (now.enforced <= 1e4 * tolerance && now.enforced > 0.25 * last)) return TRM_OK;
    trm_Status status = TRM_OK;
    if (iteration == 0 || now.enforced > 0.02 * last) {
      status = trm_snapshot_factor(p->snapshot, p->state, &report->worst_unknown);
      report->factorizations++;
    }
    if (status == TRM_OK) status = trm_lu_solve(p->snapshot->lu, p->constraint);
    if (status != TRM_OK) return status;
    report->iterations++;
    note_moves(p, report);
    trm_state_move(p->system, p->state, p->constraint);
    last = now.enforced;
  }
  return TRM_NEWTON_SLOW;
}
