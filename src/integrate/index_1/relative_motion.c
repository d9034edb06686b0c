/* From (s, R, v) of the links to the motion of the nodes, the rows of the constraints and the maps of accelerations. */
#include <string.h>
#include "element/elements.h"
#include "element/law.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "integrate/index_1/relative_internal.h"

void trm_node_frame(const NodeMotion *node, const trm_Marker *marker, trm_Frame *frame, double arm[3]) {
  const double *d = node->d, *o = marker->offset, *t = marker->triad;
  for (int n = 0; n < 3; n++) {
    arm[n] = o[0] * d[n] + o[1] * d[3 + n] + o[2] * d[6 + n];
    frame->y[n] = node->x[n] + arm[n];
    for (int a = 0; a < 3; a++) frame->e[a][n] = t[a] * d[n] + t[3 + a] * d[3 + n] + t[6 + a] * d[6 + n];
  }
}

/* the node that carries a frame */
static void node_of_frame(const trm_Frame *frame, const trm_Marker *marker, NodeMotion *node, double arm[3]) {
  for (int j = 0; j < 3; j++)
    for (int n = 0; n < 3; n++) {
      node->d[3 * j + n] = 0;
      for (int a = 0; a < 3; a++) node->d[3 * j + n] += marker->triad[3 * j + a] * frame->e[a][n];
    }
  for (int n = 0; n < 3; n++) {
    arm[n] = marker->offset[0] * node->d[n] + marker->offset[1] * node->d[3 + n] + marker->offset[2] * node->d[6 + n];
    node->x[n] = frame->y[n] - arm[n];
  }
}

/* the frame of the child from that of the parent: E_l = E_k R, y_l = y_k + E_k s */
static void place_child(trm_Relative *relative, Link *link, const double *y) {
  int known = link->at.reversed ? 1 : 0, other = 1 - known;
  const double *s = y, *r = y + 3;
  trm_Frame *k = &link->at.frame[0], *l = &link->at.frame[1];
  trm_node_frame(&relative->nodes[link->parent], &link->side[known], &link->at.frame[known], link->at.arm[known]);
  for (int a = 0; a < 3; a++)
    for (int n = 0; n < 3; n++) {
      double sum = 0;
      for (int b = 0; b < 3; b++) sum += link->at.reversed ? r[3 * a + b] * l->e[b][n] : r[3 * b + a] * k->e[b][n];
      link->at.frame[other].e[a][n] = sum;
    }
  trm_link_to_world(k, s, link->at.apart);
  for (int n = 0; n < 3; n++)
    link->at.frame[other].y[n] = link->at.frame[known].y[n] + (link->at.reversed ? -1 : 1) * link->at.apart[n];
  node_of_frame(&link->at.frame[other], &link->side[other], &relative->nodes[link->child], link->at.arm[other]);
}

/* omega_l = omega_k + E_k omega,  dy_l/dt = dy_k/dt + omega_k x E_k s + E_k ds/dt */
static void move_child(trm_Relative *relative, const Link *link) {
  NodeMotion *parent = &relative->nodes[link->parent], *child = &relative->nodes[link->child];
  int known = link->at.reversed ? 1 : 0;
  double sign = link->at.reversed ? -1 : 1, slide[3], turn[3], part[3], speed[3];
  trm_link_to_world(&link->at.frame[0], link->v, slide);
  trm_link_to_world(&link->at.frame[0], link->v + 3, turn);
  for (int n = 0; n < 3; n++) child->omega[n] = parent->omega[n] + sign * turn[n];
  trm_cross(speed, parent->omega, link->at.arm[known]);
  trm_add_scaled(speed, 1, parent->v);
  trm_cross(part, link->at.reversed ? child->omega : parent->omega, link->at.apart);
  trm_add_scaled(speed, sign, part);
  trm_add_scaled(speed, sign, slide);
  trm_cross(part, child->omega, link->at.arm[1 - known]);
  for (int n = 0; n < 3; n++) child->v[n] = speed[n] - part[n];
}

/* ---- constraints and laws of a link ---- */

static void add_row(Link *link, const double *row, double value, double speed, double gamma) {
  int r = link->row_count++;
  trm_copy(link->rows[r], row, 6);
  link->value[r] = value, link->speed[r] = speed, link->gamma[r] = gamma;
}

/* The joint as the first body sees it: k at rest in its own axes (with the relative angular velocity as unknown). */
static void local_joint(const trm_Relative *relative, Link *link, const double *near, double t) {
  const trm_Joint *joint = &relative->system->layout->joints[link->joint];
  trm_FramePair frames = {.surfaces = joint->model->surfaces, .path = joint->path};
  trm_FrameMotion motion = {{{0}}, {{0}}, {{0}}, {0}};
  for (int a = 0; a < 3; a++) {
    frames.f[0].e[a][a] = 1;
    frames.f[1].y[a] = link->relative[a];
    for (int n = 0; n < 3; n++) frames.f[1].e[a][n] = link->relative[3 + 3 * n + a];
  }
  for (int s = 0; s < 2; s++) frames.i[s] = frames.m[s] = frames.f[s];
  for (int c = 0; c < joint->kind->coordinate_count; c++) frames.x_f[c] = near[joint->first_coordinate + c];
  trm_copy(motion.velocity[1], link->v, 3);
  trm_copy(motion.omega[1], link->v + 3, 3);
  trm_joint_reduce(joint, &frames, &motion, relative->inputs, t, &link->local);
  trm_joint_reduce_held(joint, near, &link->local);
  for (int r = 0; r < link->local.row_count; r++)
    add_row(link, link->local.gradient[r] + 6, link->local.value[r], link->local.speed[r], link->local.gamma[r]);
}

/* a point has no orientation to turn; in a plane nothing leaves it (the world's z in the axes of k never changes) */
static void plain_rows(const trm_Relative *relative, Link *link) {
  double row[6];
  for (int n = 0; n < 3 && link->point; n++) {
    memset(row, 0, sizeof row);
    row[3 + n] = 1;
    add_row(link, row, 0, 0, 0);
  }
  if (!relative->system->model->space.planar) return;
  for (int pass = 0; pass < 3; pass++) {
    memset(row, 0, sizeof row);
    for (int a = 0; a < 3; a++) row[pass == 0 ? a : 3 + a] = link->at.frame[0].e[a][pass == 0 ? 2 : pass - 1];
    add_row(link, row, 0, 0, 0);
  }
}

/* what the laws on a coordinate resist with */
static double law_force(const trm_Relative *relative, const trm_Joint *joint, int c, const trm_ReducedJoint *at,
                        double t) {
  double sum = -relative->named[joint->first_coordinate + c];
  TRM_EACH_LAW(law, &joint->laws[c]) {
    bool remembers = law->kind->state_count > 0;
    if (law->naming || (remembers && !relative->z)) continue;
    trm_LawInstant now = {at->x[c], at->x_rate[c], t, remembers ? relative->z + law->state : NULL, relative->inputs};
    sum += law->kind->instant(law->data, &now, NULL);
  }
  return sum;
}

/* what laws exert on the coordinates of a joint: the force along its frames, as they act on the motion */
static void add_laws(const trm_Relative *relative, const trm_Joint *joint, const trm_ReducedJoint *at, double t,
                     double force[TRM_FRAME_UNKNOWNS]) {
  const trm_Bushing *bushing = joint->model->bushing;
  double whole[TRM_JOINT_COORDINATES] = {0};
  if (bushing) trm_bushing_force(bushing, at->x, at->x_rate, whole);
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    double resisting = whole[c] + law_force(relative, joint, c, at, t);
    for (int n = 0; n < TRM_FRAME_UNKNOWNS; n++) force[n] -= resisting * at->x_slope[c][n];
  }
}

static void store_coordinates(trm_Relative *relative, int j, const trm_ReducedJoint *at) {
  const trm_Joint *joint = &relative->system->layout->joints[j];
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    relative->x[joint->first_coordinate + c] = at->x[c];
    relative->x_rate[joint->first_coordinate + c] = at->x_rate[c];
  }
}

/* Where a side is a point mass, the world's axes stand for its orientation, not those of what carries it. */
static void node_upright(NodeMotion *node) {
  memset(node->d, 0, sizeof node->d);
  memset(node->omega, 0, sizeof node->omega);
  node->d[0] = node->d[4] = node->d[8] = 1;
}

/* A joint in world axes, without its coordinates, and the arms of its two frames. */
static void world_joint(const trm_Relative *relative, const trm_Joint *joint, const double *near, double t,
                        double arm[2][3], trm_ReducedJoint *out) {
  trm_FramePair frames = {.surfaces = joint->model->surfaces, .path = joint->path};
  trm_FrameMotion motion = {{{0}}, {{0}}, {{0}}, {0}};
  for (int s = 0; s < 2; s++) {
    NodeMotion seen = relative->nodes[joint->side[s].node], *node = &seen;
    if (relative->is_point[joint->side[s].node]) node_upright(node);
    trm_node_frame(node, &joint->side[s], &frames.f[s], arm[s]);
    frames.i[s] = frames.m[s] = frames.f[s];
    trm_cross(motion.velocity[s], node->omega, arm[s]);
    trm_add_scaled(motion.velocity[s], 1, node->v);
    trm_copy(motion.omega[s], node->omega, 3);
    trm_centripetal(node->omega, arm[s], motion.centripetal[s]);
  }
  for (int c = 0; c < joint->kind->coordinate_count; c++) frames.x_f[c] = near[joint->first_coordinate + c];
  trm_joint_reduce(joint, &frames, &motion, relative->inputs, t, out);
  trm_joint_reduce_held(joint, near, out);
}

/* A joint of a link with a point mass: what it holds does not ask for the orientation there, what it measures does. */
static void measure_point(trm_Relative *relative, const Link *link, const double *near, double t) {
  const trm_Joint *joint = &relative->system->layout->joints[link->joint];
  trm_ReducedJoint seen;
  double arm[2][3];
  if (!relative->is_point[link->parent] && !link->point) return;
  world_joint(relative, joint, near, t, arm, &seen);
  store_coordinates(relative, link->joint, &seen);
}

static void link_constraints(trm_Relative *relative, Link *link, const double *near, double t) {
  double force[TRM_FRAME_UNKNOWNS] = {0};
  link->row_count = 0;
  memset(link->law, 0, sizeof link->law);
  if (link->joint >= 0) {
    local_joint(relative, link, near, t);
    store_coordinates(relative, link->joint, &link->local);
    measure_point(relative, link, near, t);
    add_laws(relative, &relative->system->layout->joints[link->joint], &link->local, t, force);
    trm_copy(link->law, force + 6, 6);
  }
  plain_rows(relative, link);
  trm_row_space((const double(*)[6])link->rows, link->row_count, relative->system->model->size, &link->space);
}

static void link_maps(const trm_Relative *relative, Link *link, int *freedom) {
  static const double still[6] = {0};
  double right[LINK_ROWS], column[6], unit[6];
  trm_LinkMotion motion = {{relative->nodes[link->parent].omega, relative->nodes[link->child].omega}, link->v};
  trm_link_acceleration(&link->at, &motion, still, still, link->bias);
  for (int i = 0; i < 6; i++) {
    memset(unit, 0, sizeof unit);
    unit[i] = 1;
    trm_link_direction(&link->at, unit, column);
    for (int n = 0; n < 6; n++) link->map[n][i] = column[n];
  }
  for (int r = 0; r < link->row_count; r++) right[r] = -link->gamma[r];
  trm_row_space_solve(&link->space, right, link->prescribed);
  for (int n = 0; n < 6; n++) {
    link->full_bias[n] = link->bias[n];
    for (int i = 0; i < 6; i++) link->full_bias[n] += link->map[n][i] * link->prescribed[i];
    for (int f = 0; f < link->space.freedom; f++) {
      link->S[f][n] = 0;
      for (int i = 0; i < 6; i++) link->S[f][n] += link->map[n][i] * link->space.motions[f][i];
    }
  }
  link->first_freedom = *freedom;
  *freedom += link->space.freedom;
}

/* ---- loops ---- */

static void lever(const double arm[3], double *row) {
  double moment[3];
  trm_cross(moment, arm, row);
  trm_add_scaled(row + 3, 1, moment);
}

/* forces of laws (as they act) on the nodes of a loop; force: per node of it */
static void push_nodes(trm_Relative *relative, const Loop *loop, const double *force) {
  for (int b = 0; b < loop->node_count; b++)
    for (int n = 0; n < 6; n++) relative->force[loop->nodes[b]][n] -= force[6 * b + n];
}

static void place_joint(trm_Relative *relative, Loop *loop, const double *near, double t) {
  const trm_Joint *joint = &relative->system->layout->joints[loop->joint];
  double arm[2][3], force[TRM_FRAME_UNKNOWNS] = {0};
  world_joint(relative, joint, near, t, arm, &loop->world);
  store_coordinates(relative, loop->joint, &loop->world);
  for (int r = 0; r < loop->row_count; r++) {
    double *row = loop->rows + TRM_FRAME_UNKNOWNS * r;
    trm_copy(row, loop->world.gradient[r], TRM_FRAME_UNKNOWNS);
    for (int s = 0; s < 2; s++) lever(arm[s], row + 6 * s);
  }
  add_laws(relative, joint, &loop->world, t, force);
  for (int s = 0; s < 2; s++) lever(arm[s], force + 6 * s);
  push_nodes(relative, loop, force);
}

/* x = sum of factor * (coordinate of another joint): value, slope and drift are those of the terms */
static void place_sum(trm_Relative *relative, Loop *loop, const double *near, double t) {
  const trm_Joint *joint = &relative->system->layout->joints[loop->joint];
  trm_ReducedJoint term, *out = &loop->world;
  double slope[6 * LOOP_NODES], force[6 * LOOP_NODES];
  out->row_count = 0;
  out->x[0] = out->x_rate[0] = out->x_gamma[0] = 0;
  for (int i = 0; i < joint->term_count; i++) {
    const trm_JointTerm *of = &joint->terms[i];
    double arm[2][3], *part = slope + TRM_FRAME_UNKNOWNS * i;
    world_joint(relative, &relative->system->layout->joints[of->joint], near, t, arm, &term);
    out->x[0] += of->factor * term.x[of->coordinate];
    out->x_rate[0] += of->factor * term.x_rate[of->coordinate];
    out->x_gamma[0] += of->factor * term.x_gamma[of->coordinate];
    for (int n = 0; n < TRM_FRAME_UNKNOWNS; n++) part[n] = of->factor * term.x_slope[of->coordinate][n];
    for (int s = 0; s < 2; s++) lever(arm[s], part + 6 * s);
  }
  memset(out->x_slope, 0, sizeof out->x_slope);
  trm_joint_reduce_drives(joint, relative->inputs, t, out);
  trm_joint_reduce_held(joint, near, out);
  store_coordinates(relative, loop->joint, out);
  double resisting = law_force(relative, joint, 0, out, t);
  for (int n = 0; n < 6 * loop->node_count; n++) force[n] = -resisting * slope[n];
  for (int r = 0; r < loop->row_count; r++)
    trm_copy(loop->rows + 6 * loop->node_count * r, slope, 6 * loop->node_count);
  push_nodes(relative, loop, force);
}

static void place_loop(trm_Relative *relative, Loop *loop, const double *near, double t) {
  if (relative->system->layout->joints[loop->joint].term_count > 0)
    place_sum(relative, loop, near, t);
  else
    place_joint(relative, loop, near, t);
}

/* ---- everything ---- */

/* the configuration as elements see it; the ground's coordinates stay */
static void fill_configuration(trm_Relative *relative) {
  const trm_Model *model = relative->system->model;
  for (int n = 1; n < model->node_count; n++) {
    const NodeMotion *node = &relative->nodes[n];
    int x = trm_point_at(model->nodes[n].point), d = trm_triad_at(model, model->nodes[n].triad);
    if (model->nodes[n].point != 0) {
      trm_copy(relative->q + x, node->x, 3);
      trm_copy(relative->w + x, node->v, 3);
    }
    if (relative->is_point[n] || model->nodes[n].triad == 0) continue;
    trm_copy(relative->q + d, node->d, 9);
    for (int j = 0; j < 3; j++) trm_cross(relative->w + d + 3 * j, node->omega, node->d + 3 * j);
  }
}

trm_Instant trm_relative_at(const trm_Relative *relative, double t, double scale) {
  return (trm_Instant){.t = t,
                       .layout = relative->system->layout,
                       .inputs = relative->inputs,
                       .q = relative->q,
                       .w = relative->w,
                       .x = relative->x,
                       .x_rate = relative->x_rate,
                       .z = relative->z,
                       .reactions = relative->snapshot->named,
                       .scale = scale};
}

/* masses and forces of all elements but joints, node by node */
static void fill_forces(trm_Relative *relative, double t, double scale) {
  trm_System *system = relative->system;
  const trm_Model *model = system->model;
  trm_Instant now = trm_relative_at(relative, t, scale);
  memset(relative->mass, 0, sizeof *relative->mass * (size_t)model->node_count);
  memset(relative->force, 0, sizeof *relative->force * (size_t)model->node_count);
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_ElementKind *kind = trm_element_kinds[k];
    trm_Local *local = system->scatter[k].local;
    for (int e = 0; kind != &trm_joint_element && e < kind->count(model); e++) {
      kind->instant(model, &now, e, 1, local);
      for (int a = 0; a < local->node_count; a++) {
        int node = local->nodes[a];
        for (int i = 0; i < 6; i++) {
          relative->force[node][i] += local->residual[6 * a + i];
          for (int j = 0; j < 6; j++)
            relative->mass[node][6 * i + j] += local->tangent[local->n * (6 * a + i) + 6 * a + j];
        }
      }
    }
  }
}

/* Joints that were released hold nothing, and are neither links nor loops; their coordinates are measured on. */
static void measure_released(trm_Relative *relative, const trm_State *state, double t) {
  const trm_Layout *layout = relative->system->layout;
  const trm_Model *model = relative->system->model;
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &layout->joints[j];
    int first = joint->first_coordinate, count = joint->kind->coordinate_count;
    if (!layout->released[j] || count == 0) continue;
    memcpy(relative->x + first, state->x + first, sizeof(double) * (size_t)count);
    trm_joint_evaluate_all(model, joint, relative->q, relative->x);
    trm_Instant now = trm_relative_at(relative, t, 1);
    trm_joint_rates(model, joint, &now, NULL, relative->x_rate + first, NULL);
  }
}

static void place_links(trm_Relative *relative, const trm_State *state, double t, const double *y) {
  int freedom = 0;
  for (int i = 0; i < relative->link_count; i++) {
    Link *link = &relative->links[i];
    trm_copy(link->relative, y + LINK_NUMBERS * i, 12);
    trm_copy(link->v, y + LINK_NUMBERS * i + 12, 6);
    place_child(relative, link, link->relative);
    move_child(relative, link);
    link_constraints(relative, link, state->x, t);
    link_maps(relative, link, &freedom);
  }
  relative->freedom_count = freedom;
  fill_configuration(relative);
  measure_released(relative, state, t);
}

static void place_loops(trm_Relative *relative, const trm_State *state, double t) {
  for (int l = 0; l < relative->loop_count; l++) place_loop(relative, &relative->loops[l], state->x, t);
}

/* Formulas may name what moves anywhere: all of the motion is found first, then the forces that go by it. */
static void find_named(trm_Relative *relative, const trm_State *state, double t, const double *y) {
  const trm_Model *model = relative->system->model;
  if (!model->forces.named) return;
  place_links(relative, state, t, y);
  place_loops(relative, state, t);
  trm_Instant now = trm_relative_at(relative, t, *state->scale);
  memset(relative->named, 0, sizeof(double) * (size_t)model->coordinate_count);
  for (int e = 0; e < model->forces.coordinate_count; e++) {
    const trm_CoordinateForce *force = &model->forces.coordinates[e];
    relative->named[model->joints[force->joint].first_coordinate + force->coordinate] +=
        trm_coordinate_force_value(model, e, &now);
  }
}

void trm_relative_place(trm_Relative *relative, const trm_State *state, double t, const double *y) {
  relative->t = t, relative->inputs = state->inputs;
  find_named(relative, state, t, y);
  place_links(relative, state, t, y);
  fill_forces(relative, t, *state->scale);
  place_loops(relative, state, t);
}

void trm_link_move(double *y, const double step[6]) {
  double columns[9];
  trm_add_scaled(y, 1, step);
  for (int b = 0; b < 3; b++) { /* R <- exp(dpsi) R by Cayley's map, column by column */
    double column[3] = {y[3 + b], y[6 + b], y[9 + b]}, difference[3];
    trm_cayley_turn(step + 3, column, columns + 3 * b, difference);
  }
  trm_orthonormalise(columns);
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) y[3 + 3 * a + b] = columns[3 * b + a];
}
