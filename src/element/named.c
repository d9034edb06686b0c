/* Quantities that formulas name, and their derivatives (theory.md, "Names in formulas"); those of places are in
   named_place.c. */
#include "element/named.h"
#include <math.h>
#include <string.h>
#include "element/element_numbers.h"
#include "element/elements.h"
#include "element/frame.h"
#include "element/joint.h"
#include "element/named_place.h"
#include "element/named_reaction.h"
#include "element/signal.h"
#include "element/signal_loop.h"
#include "math/vec3.h"

/* ---- coordinates of joints ---- */

static int coordinate_of(const trm_Model *model, const trm_Named *named) {
  return model->joints[named->joint].first_coordinate + named->coordinate;
}

static double coordinate_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                              double *row) {
  int c = coordinate_of(model, named);
  if (row) row[named->at[0]] += 0.5 * weight;
  return 0.5 * (pair->x_i[c] + pair->x_f[c]);
}

static double coordinate_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now) {
  return now->x[coordinate_of(model, named)];
}

static double rate_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                        double *row) {
  int c = coordinate_of(model, named);
  if (row && pair->h != 0) row[named->at[0]] += weight / pair->h;
  return pair->h == 0 ? 0 : (pair->x_f[c] - pair->x_i[c]) / pair->h;
}

static double rate_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now) {
  double rates[TRM_JOINT_COORDINATES];
  if (now->x_rate) return now->x_rate[coordinate_of(model, named)];
  trm_joint_rates(model, &now->layout->joints[named->joint], now, NULL, rates, NULL);
  return rates[named->coordinate];
}

/* ---- two points: factor (n . dx + (arm x n) . dpsi) of one of them ---- */

/* A direction and what it counts. */
typedef struct Along {
  const double *n;
  double factor;
} Along;

static void add_end(const trm_Model *model, const trm_Named *named, int end, const double *q_f, Along along,
                    double *row) {
  double arm[3], turned[3];
  trm_marker_arm(model, &named->marker[end], q_f, arm);
  trm_cross(turned, arm, along.n);
  trm_add_scaled(row + named->at[end], along.factor, along.n);
  trm_add_scaled(row + named->at[end] + 3, along.factor, turned);
}

/* ---- springs: L_f - L_i = 2 u_m . du / (L_i + L_f) ---- */

static double distance(const trm_Model *model, const trm_Named *named, const double *q, double between[3]) {
  trm_Frame ends[2];
  for (int s = 0; s < 2; s++) trm_marker_frame(model, &named->marker[s], q, &ends[s]);
  trm_subtract(between, ends[1].y, ends[0].y);
  return trm_norm(between);
}

static void add_length(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double factor,
                       double *row) {
  double u[3], length = distance(model, named, pair->q_f, u);
  if (!row) return;
  for (int i = 0; i < 3; i++) u[i] = length > 0 ? u[i] / length : 0;
  add_end(model, named, 0, pair->q_f, (Along){u, -factor}, row);
  add_end(model, named, 1, pair->q_f, (Along){u, factor}, row);
}

static double length_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                          double *row) {
  double u[3];
  add_length(model, named, pair, 0.5 * weight, row);
  return 0.5 * (distance(model, named, pair->q_i, u) + distance(model, named, pair->q_f, u));
}

static double length_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now) {
  double u[3];
  return distance(model, named, now->q, u);
}

static double length_rate_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                               double *row) {
  double u[3], change[3], per_step = pair->h == 0 ? 0 : 1 / pair->h;
  add_length(model, named, pair, per_step * weight, row);
  double sum = distance(model, named, pair->q_i, u) + distance(model, named, pair->q_f, u);
  distance(model, named, pair->q_m, u);
  distance(model, named, pair->dq, change);
  return sum > 0 ? per_step * 2 * trm_dot(u, change) / sum : 0;
}

static double length_rate_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now) {
  double u[3], rate[3], length = distance(model, named, now->q, u);
  distance(model, named, now->w, rate);
  return length > 0 ? trm_dot(u, rate) / length : 0;
}

/* ---- inputs ---- */

static double input_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                         double *row) {
  (void)model, (void)weight, (void)row;
  return pair->inputs[named->input];
}

static double input_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now) {
  return (void)model, now->inputs[named->input];
}

/* ---- signals with memory; their derivative is taken through what their formula names ---- */

static trm_SignalValue signal_over(const trm_Model *model, const trm_Named *named, const trm_Pair *pair) {
  return trm_signal_over(model, named->signal, named->function, pair);
}

/* gain times the derivatives of its formula */
static void add_signal(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                       double *row) {
  double room[TRM_EXPRESSION_NAMES], weights[TRM_EXPRESSION_NAMES], t = pair->t_i + 0.5 * pair->h;
  if (named->function->named_count == 0) return;
  const double *inputs = trm_named_over(model, named->function, pair, room);
  trm_named_gradient(named->function, &t, inputs, weights);
  for (int k = 0; k < named->function->named_count; k++) weights[k] *= weight;
  trm_named_add_slopes(model, named->function, pair, weights, row);
}

static double signal_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                          double *row) {
  if (named->loop) return trm_loop_pair(model, named, pair, weight, row);
  trm_SignalValue signal = signal_over(model, named, pair);
  if (row && signal.gain != 0) add_signal(model, named, pair, weight * signal.gain, row);
  return signal.value;
}

static double signal_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now) {
  if (named->loop) return trm_loop_instant(model, named, now);
  return trm_signal_now(model, named->signal, named->function, now);
}

/* ---- where a load along a beam acts ---- */

static double span_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                        double *row) {
  (void)model, (void)named, (void)weight, (void)row;
  return pair->here->span;
}

static double span_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now) {
  return (void)model, (void)named, now->here->span;
}

/* ---- the table ---- */

const trm_NameableKind trm_nameable_kinds[] = {
    {.of = TRM_NAMES_COORDINATE,
     .name = "",
     .unit = "x",
     .doc = "a relative coordinate",
     .pair = coordinate_pair,
     .instant = coordinate_instant},
    {.of = TRM_NAMES_COORDINATE,
     .name = "rate",
     .unit = "v",
     .doc = "its rate",
     .moves = true,
     .pair = rate_pair,
     .instant = rate_instant},
    {.of = TRM_NAMES_PLACE,
     .name = "position",
     .parts = {"x", "y", "z"},
     .unit = "m",
     .doc = "where it is",
     .markers = 1,
     .directed = true,
     .pair = trm_named_position_pair,
     .instant = trm_named_position_instant},
    {.of = TRM_NAMES_PLACE,
     .name = "velocity",
     .parts = {"x", "y", "z"},
     .unit = "m/s",
     .doc = "its velocity",
     .moves = true,
     .markers = 1,
     .directed = true,
     .pair = trm_named_velocity_pair,
     .instant = trm_named_velocity_instant},
    {.of = TRM_NAMES_PLACE,
     .name = "omega",
     .parts = {"x", "y", "z"},
     .unit = "rad/s",
     .doc = "its angular velocity",
     .moves = true,
     .turns = true,
     .markers = 1,
     .directed = true,
     .pair = trm_named_omega_pair,
     .instant = trm_named_omega_instant},
    {.of = TRM_NAMES_PLACE,
     .name = "bryan",
     .parts = {"psi", "theta", "phi"},
     .unit = "rad",
     .doc = "its Bryan angles: about x, then the turned y, then the turned z; from -pi to pi, theta to pi/2",
     .turns = true,
     .markers = 1,
     .directed = true,
     .pair = trm_named_bryan_pair,
     .instant = trm_named_bryan_instant},
    {.of = TRM_NAMES_HERE,
     .name = "s",
     .unit = "m",
     .doc = "in a load along a beam: the arc length from its start to where it acts",
     .pair = span_pair,
     .instant = span_instant},
    {.of = TRM_NAMES_REACTION,
     .name = "force",
     .parts = {"x", "y", "z"},
     .unit = "N",
     .doc = "the force of a joint on its second body; along the axes e1, e2, e3 of the joint frame on the first one, "
            "which turn with it (e3 is the joint's axis, if it has one), not the world's; `in` is not for these",
     .reaction = true,
     .pair = trm_named_reaction_pair,
     .instant = trm_named_reaction_instant},
    {.of = TRM_NAMES_REACTION,
     .name = "moment",
     .parts = {"x", "y", "z"},
     .unit = "N m",
     .doc = "... and its moment about the joint's point, along the same axes",
     .reaction = true,
     .pair = trm_named_reaction_pair,
     .instant = trm_named_reaction_instant},
    {.of = TRM_NAMES_DRIVE,
     .name = "drive.force",
     .unit = "F",
     .doc = "what drives a coordinate: the force along it, of a rotation the moment",
     .reaction = true,
     .pair = trm_named_reaction_pair,
     .instant = trm_named_reaction_instant},
    {.of = TRM_NAMES_COUPLING,
     .name = "tooth.force",
     .unit = "N",
     .doc = "of a gear with a radius, held or driven: the force between the teeth",
     .reaction = true,
     .pair = trm_named_reaction_pair,
     .instant = trm_named_reaction_instant},
    {.of = TRM_NAMES_TERM,
     .name = "force",
     .unit = "F",
     .doc = "of a gear or coupling that is held or driven: its force along the coordinate of one of its terms",
     .reaction = true,
     .pair = trm_named_reaction_pair,
     .instant = trm_named_reaction_instant},
    {.of = TRM_NAMES_SPRING,
     .name = "length",
     .unit = "m",
     .doc = "the distance of its ends",
     .markers = 2,
     .pair = length_pair,
     .instant = length_instant},
    {.of = TRM_NAMES_SPRING,
     .name = "rate",
     .unit = "m/s",
     .doc = "how fast it becomes longer",
     .moves = true,
     .markers = 2,
     .pair = length_rate_pair,
     .instant = length_rate_instant},
    {.of = TRM_NAMES_SIGNAL,
     .name = "",
     .unit = "1",
     .doc = "a signal of the model",
     .moves = true,
     .pair = signal_pair,
     .instant = signal_instant},
    {.of = TRM_NAMES_INPUT,
     .name = "",
     .unit = "1",
     .doc = "a number that a program sets",
     .pair = input_pair,
     .instant = input_instant},
};
const int trm_nameable_kind_count = (int)(sizeof trm_nameable_kinds / sizeof trm_nameable_kinds[0]);

/* ---- functions ---- */

const double *trm_named_over(const trm_Model *model, const trm_Function *function, const trm_Pair *pair,
                             double room[TRM_EXPRESSION_NAMES]) {
  if (function->named_count == 0) return pair->inputs;
  for (int k = 0; k < function->named_count; k++)
    room[k] = function->named[k].kind->pair(model, &function->named[k], pair, 0, NULL);
  return room;
}

const double *trm_named_now(const trm_Model *model, const trm_Function *function, const trm_Instant *now,
                            double room[TRM_EXPRESSION_NAMES]) {
  if (function->named_count == 0) return now->inputs;
  for (int k = 0; k < function->named_count; k++)
    room[k] = function->named[k].kind->instant(model, &function->named[k], now);
  return room;
}

double trm_named_value(const trm_Model *model, const trm_Function *function, const double *variables,
                       const trm_Instant *now) {
  double room[TRM_EXPRESSION_NAMES];
  return trm_function_value(function, variables, trm_named_now(model, function, now, room));
}

/* neither zero nor a number that anybody writes, so that no factor vanishes by chance */
static const double stands_for = 0.7390851332151607;

const double *trm_named_any(const trm_Function *function, const double *given, double room[TRM_EXPRESSION_NAMES]) {
  if (function->named_count == 0) return given;
  for (int k = 0; k < function->named_count; k++) {
    const trm_Named *named = &function->named[k];
    room[k] = named->kind->of == TRM_NAMES_INPUT ? given[named->input] : stands_for;
  }
  return room;
}

void trm_named_gradient(const trm_Function *function, const double *variables, const double *inputs,
                        double gradient[TRM_EXPRESSION_NAMES]) {
  trm_expression_input_gradient(function->expression, variables, inputs, function->named_count, gradient);
}

double trm_named_yardstick(const trm_Function *function, const double *weight, const double *inputs) {
  double sum = 0;
  for (int k = 0; k < function->named_count; k++) sum += fabs(weight[k] * inputs[k]);
  return trm_least_yardstick * sum;
}

void trm_named_add_slopes(const trm_Model *model, const trm_Function *function, const trm_Pair *pair,
                          const double *weight, double *row) {
  for (int k = 0; k < function->named_count; k++)
    if (weight[k] != 0) function->named[k].kind->pair(model, &function->named[k], pair, weight[k], row);
}

bool trm_named_moves(const trm_Function *function) {
  for (int k = 0; k < function->named_count; k++)
    if (function->named[k].kind->moves) return true;
  return false;
}

/* what a signal with memory is written with may move, but not be a signal that cannot run back */
static bool remembers_forwards(const trm_Function *function) {
  for (int k = 0; k < function->named_count; k++) {
    const trm_Named *own = &function->named[k];
    if (own->kind->of == TRM_NAMES_SIGNAL && !own->signal->memory.kind->reversible) return true;
  }
  return false;
}

static bool loop_forwards(const trm_SignalLoop *loop) {
  for (int k = 0; k < loop->count; k++) {
    const trm_SignalKind *kind = loop->members[k]->memory.kind;
    if (!kind->reversible) return true;
    const trm_Function *function = &loop->functions[k];
    if (kind->memoryless ? trm_named_forwards(function) != NULL : remembers_forwards(function)) return true;
  }
  return false;
}

const char *trm_named_forwards(const trm_Function *function) {
  for (int k = 0; k < function->named_count; k++) {
    const trm_Named *named = &function->named[k];
    bool forwards = named->kind->moves;
    if (named->kind->of == TRM_NAMES_SIGNAL)
      forwards = named->loop ? !named->inner && loop_forwards(named->loop)
                             : !named->signal->memory.kind->reversible || remembers_forwards(named->function);
    if (forwards) return named->name;
  }
  return NULL;
}

static void joint_unknowns(const trm_Numbering *numbering, int j, int unknowns[TRM_JOINT_DEPENDENCE]) {
  const trm_Joint *joint = &numbering->layout->joints[j];
  int first = numbering->joint[j], *multipliers = unknowns + TRM_DEPENDENCE_ROWS,
      *drives = unknowns + TRM_DEPENDENCE_DRIVES;
  for (int c = 0; c < TRM_JOINT_COORDINATES; c++) {
    bool solved = c < joint->kind->coordinate_count && joint->unknown_of[c] >= 0;
    unknowns[c] = solved ? first + joint->unknown_of[c] : -1;
  }
  for (int r = 0; r < TRM_JOINT_ROWS; r++)
    multipliers[r] = r < joint->row_count ? first + joint->unknown_count + r : -1;
  for (int c = 0; c < TRM_JOINT_COORDINATES; c++) drives[c] = -1;
  for (int d = 0; d < joint->drive_count; d++)
    drives[joint->drives[d]] = first + joint->unknown_count + joint->row_count + d;
}

int trm_depends_unknowns(const trm_Model *model, const trm_Numbering *numbering, const trm_Depends *depends,
                         int *unknowns) {
  int at = 0;
  for (int a = 0; a < depends->node_count; a++, at += 6)
    trm_node_unknowns(model, numbering, depends->nodes[a], unknowns + at);
  for (int c = 0; c < depends->coordinate_count; c++, at++) {
    const trm_CoordinateRef *of = &depends->coordinates[c];
    const trm_Joint *joint = &numbering->layout->joints[of->joint];
    int unknown = joint->unknown_of[of->coordinate];
    unknowns[at] = unknown < 0 ? -1 : numbering->joint[of->joint] + unknown;
  }
  for (int j = 0; j < depends->joint_count; j++, at += TRM_JOINT_DEPENDENCE)
    joint_unknowns(numbering, depends->joints[j], unknowns + at);
  return at;
}
