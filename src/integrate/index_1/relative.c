/* The equations in relative coordinates: open, place, correct, rates (theory.md, "Relative coordinates"). */
#include "integrate/index_1/relative.h"
#include <math.h>
#include <string.h>
#include "math/rotation.h"
#include "math/vec3.h"
#include "integrate/index_1/relative_internal.h"

/* ---- creation ---- */

static trm_Status make_room(trm_Relative *relative) {
  const trm_Model *model = relative->system->model;
  trm_Arena *arena = &relative->arena;
  size_t nodes = (size_t)model->node_count;
  relative->links = TRM_ARENA_NEW(arena, Link, model->node_count);
  relative->loops = TRM_ARENA_NEW(arena, Loop, model->joint_count);
  relative->nodes = TRM_ARENA_NEW(arena, NodeMotion, nodes);
  relative->is_point = TRM_ARENA_NEW(arena, bool, nodes), relative->link_of = TRM_ARENA_NEW(arena, int, nodes);
  relative->mass = trm_arena_alloc(arena, nodes, sizeof *relative->mass);
  relative->force = trm_arena_alloc(arena, nodes, sizeof *relative->force);
  relative->pushed = trm_arena_alloc(arena, nodes, sizeof *relative->pushed);
  relative->acceleration = trm_arena_alloc(arena, nodes, sizeof *relative->acceleration);
  relative->u = TRM_ARENA_NEW(arena, double, 6 * nodes);
  relative->q = TRM_ARENA_NEW(arena, double, trm_configuration_size(model));
  relative->w = TRM_ARENA_NEW(arena, double, trm_configuration_size(model));
  relative->x = TRM_ARENA_NEW(arena, double, model->coordinate_count);
  relative->x_rate = TRM_ARENA_NEW(arena, double, model->coordinate_count);
  relative->named = TRM_ARENA_NEW(arena, double, model->coordinate_count);
  relative->multipliers = TRM_ARENA_NEW(arena, double, relative->system->layout->multiplier_count);
  if (arena->failed) return TRM_NO_MEMORY;
  for (int n = 0; n < model->node_count; n++) relative->link_of[n] = -1;
  for (int b = 0; b < model->body_count; b++) relative->is_point[model->bodies[b].node] = model->bodies[b].is_point;
  for (int j = 0; j < 3; j++) relative->nodes[0].d[4 * j] = 1;
  trm_copy(relative->nodes[0].x, model->nodes[0].at, 3);
  return TRM_OK;
}

static trm_Status make_loops(trm_Relative *relative) {
  trm_Arena *arena = &relative->arena;
  for (int l = 0; l < relative->loop_count; l++) {
    Loop *loop = &relative->loops[l];
    loop->first_row = relative->loop_rows;
    relative->loop_rows += loop->row_count;
    loop->rows = TRM_ARENA_NEW(arena, double, 6 * loop->row_count * loop->node_count);
  }
  size_t m = (size_t)relative->loop_rows;
  relative->matrix = TRM_ARENA_NEW(arena, double, m *m);
  relative->right = TRM_ARENA_NEW(arena, double, m), relative->lambda = TRM_ARENA_NEW(arena, double, 2 * m);
  relative->order = TRM_ARENA_NEW(arena, int, m), relative->loop_of = TRM_ARENA_NEW(arena, Loop *, m);
  relative->free_parts = TRM_ARENA_NEW(arena, double, 6 * m * (size_t)relative->link_count);
  for (int l = 0; l < relative->loop_count && !arena->failed; l++)
    for (int r = 0; r < relative->loops[l].row_count; r++)
      relative->loop_of[relative->loops[l].first_row + r] = &relative->loops[l];
  return arena->failed ? TRM_NO_MEMORY : TRM_OK;
}

trm_Status trm_relative_new(trm_Relative **out, trm_Snapshot *snapshot, int mobility) {
  trm_Relative *relative = TRM_NEW(trm_Relative, 1);
  *out = NULL;
  if (!relative) return TRM_NO_MEMORY;
  relative->system = snapshot->system, relative->snapshot = snapshot, relative->mobility = mobility;
  trm_Status status = make_room(relative);
  if (status == TRM_OK) status = trm_relative_tree(relative);
  if (status == TRM_OK) status = make_loops(relative);
  if (status == TRM_OK) status = trm_relative_limbs(relative);
  if (status != TRM_OK) return trm_relative_free(relative), status;
  *out = relative;
  return TRM_OK;
}

void trm_relative_free(trm_Relative *relative) {
  if (!relative) return;
  trm_arena_free(&relative->rank_work);
  trm_arena_free(&relative->arena);
  trm_release(relative);
}

int trm_relative_size(const trm_Relative *relative) { return LINK_NUMBERS * relative->link_count; }

void trm_relative_scales(const trm_Relative *relative, double duration, double *out) {
  double size = relative->system->model->size;
  for (int i = 0; i < relative->link_count; i++) {
    for (int n = 0; n < 12; n++) *out++ = n < 3 ? size : 1;
    for (int n = 0; n < 6; n++) *out++ = (n < 3 ? size : 1) / duration;
  }
}

/* ---- from the state ---- */

/* the child's motion in the state; a point keeps the world's axes and turns with its parent, which nothing sees */
static void read_node(trm_Relative *relative, const trm_State *state, const Link *link) {
  const trm_Model *model = relative->system->model;
  const trm_Node *node = &model->nodes[link->child];
  NodeMotion *child = &relative->nodes[link->child];
  int d = trm_triad_at(model, link->point ? 0 : node->triad);
  trm_copy(child->x, state->q + trm_point_at(node->point), 3);
  trm_copy(child->v, state->w + trm_point_at(node->point), 3);
  trm_copy(child->d, state->q + d, 9);
  if (link->point)
    trm_copy(child->omega, relative->nodes[link->parent].omega, 3);
  else
    trm_triad_omega(state->q + d, state->w + d, child->omega);
}

static void pack_link(trm_Relative *relative, Link *link, double *y) {
  const NodeMotion *k = &relative->nodes[link->side[0].node], *l = &relative->nodes[link->side[1].node];
  double speed[2][3], apart[3], turned[3], slide[3], turn[3];
  for (int s = 0; s < 2; s++) {
    const NodeMotion *node = s ? l : k;
    trm_node_frame(node, &link->side[s], &link->at.frame[s], link->at.arm[s]);
    trm_cross(speed[s], node->omega, link->at.arm[s]);
    trm_add_scaled(speed[s], 1, node->v);
  }
  trm_subtract(apart, link->at.frame[1].y, link->at.frame[0].y);
  trm_cross(turned, k->omega, apart);
  for (int n = 0; n < 3; n++) {
    slide[n] = speed[1][n] - speed[0][n] - turned[n];
    turn[n] = l->omega[n] - k->omega[n];
  }
  for (int a = 0; a < 3; a++) {
    const double *e = link->at.frame[0].e[a];
    y[a] = trm_dot(e, apart), y[12 + a] = trm_dot(e, slide), y[15 + a] = trm_dot(e, turn);
    for (int b = 0; b < 3; b++) y[3 + 3 * a + b] = trm_dot(e, link->at.frame[1].e[b]);
  }
}

void trm_relative_pack(trm_Relative *relative, const trm_State *state, double *y) {
  size_t bytes = sizeof(double) * (size_t)trm_configuration_size(relative->system->model);
  memcpy(relative->q, state->q, bytes);
  memcpy(relative->w, state->w, bytes);
  for (int i = 0; i < relative->link_count; i++) {
    read_node(relative, state, &relative->links[i]);
    pack_link(relative, &relative->links[i], y + LINK_NUMBERS * i);
  }
  trm_relative_place(relative, state, *state->time, y);
  int rank = relative->freedom_count - relative->mobility;
  relative->loop_rank = rank < 0 ? 0 : rank > relative->loop_rows ? relative->loop_rows : rank;
}

/* ---- rates ---- */

static void take_forces(trm_Relative *relative) {
  memcpy(relative->pushed, relative->force, sizeof *relative->force * (size_t)relative->system->model->node_count);
}

static void add_gamma(trm_Relative *relative, bool speeds) {
  for (int l = 0; l < relative->loop_count; l++) {
    const Loop *loop = &relative->loops[l];
    for (int r = 0; r < loop->row_count; r++)
      relative->right[loop->first_row + r] += speeds ? loop->world.speed[r] : loop->world.gamma[r];
  }
}

/* The multipliers of a link's rows: D^T lambda = (force of the laws) - (force of the link), on the link's own
   motion. */
static void link_multipliers(const trm_Relative *relative, const Link *link, double lambda[LINK_ROWS]) {
  double exerted[6], along[6];
  memset(lambda, 0, sizeof(double) * LINK_ROWS);
  for (int n = 0; n < 6; n++) {
    exerted[n] = relative->pushed[link->child][n];
    for (int j = 0; j < 6; j++) exerted[n] += link->inertia[6 * n + j] * relative->acceleration[link->child][j];
  }
  for (int j = 0; j < 6; j++) {
    along[j] = link->law[j];
    for (int n = 0; n < 6; n++) along[j] -= link->map[n][j] * exerted[n];
  }
  trm_row_space_multipliers(&link->space, along, lambda);
}

/* for the work of drives and the loads of friction */
static void find_multipliers(trm_Relative *relative, double scale) {
  double lambda[LINK_ROWS];
  memset(relative->multipliers, 0, sizeof(double) * (size_t)relative->system->layout->multiplier_count);
  for (int i = 0; i < relative->link_count; i++) {
    const Link *link = &relative->links[i];
    if (link->joint < 0) continue;
    const trm_Joint *joint = &relative->system->layout->joints[link->joint];
    link_multipliers(relative, link, lambda);
    trm_joint_turn_multipliers(joint, &link->local, &link->at.frame[0], lambda);
    trm_joint_multipliers(joint, &link->local, lambda, scale, relative->multipliers + joint->first_multiplier);
  }
  for (int l = 0; l < relative->loop_count; l++) {
    const Loop *loop = &relative->loops[l];
    const trm_Joint *joint = &relative->system->layout->joints[loop->joint];
    trm_joint_multipliers(joint, &loop->world, relative->lambda + loop->first_row, scale,
                          relative->multipliers + joint->first_multiplier);
  }
}

static void link_rates(const trm_Relative *relative, const Link *link, double *y_dot) {
  const double *r = link->relative + 3, *omega = link->v + 3, *u = relative->u + link->first_freedom;
  trm_copy(y_dot, link->v, 3);
  for (int b = 0; b < 3; b++) { /* dR/dt = tilde(omega) R */
    double column[3] = {r[b], r[3 + b], r[6 + b]}, turned[3];
    trm_cross(turned, omega, column);
    for (int a = 0; a < 3; a++) y_dot[3 + 3 * a + b] = turned[a];
  }
  for (int n = 0; n < 6; n++) {
    y_dot[12 + n] = link->prescribed[n];
    for (int f = 0; f < link->space.freedom; f++) y_dot[12 + n] += link->space.motions[f][n] * u[f];
  }
}

/* Reactions that formulas name are multipliers of the absolute equations, at the same motion: links of the tree have
   none. Forces then go by them. */
static trm_Status find_reactions(trm_Relative *relative, const trm_State *state, double t, const double *y) {
  if (relative->system->model->forces.reaction_count == 0) return TRM_OK;
  trm_relative_place(relative, state, t, y);
  trm_Instant now = trm_relative_at(relative, t, *state->scale);
  now.dropped = trm_state_dropped(state);
  return trm_snapshot_accelerations(relative->snapshot, &now);
}

trm_Status trm_relative_rates(trm_Relative *relative, const trm_State *state, double t, const double *y,
                              double *y_dot) {
  trm_Status status = find_reactions(relative, state, t, y);
  if (status != TRM_OK) return status;
  trm_relative_place(relative, state, t, y);
  status = trm_relative_factor(relative);
  if (status != TRM_OK) return status;
  take_forces(relative);
  trm_relative_response(relative, true);
  if (relative->loop_rows > 0) {
    trm_relative_loop_speeds(relative, (const double(*)[6])relative->acceleration, relative->right);
    add_gamma(relative, false);
    status = trm_relative_close(relative);
    if (status != TRM_OK) return status;
    take_forces(relative);
    trm_relative_push_loops(relative, relative->lambda);
    trm_relative_response(relative, true);
  }
  for (int i = 0; i < relative->link_count; i++) link_rates(relative, &relative->links[i], y_dot + LINK_NUMBERS * i);
  relative->scale = *state->scale;
  const trm_Layout *layout = relative->system->layout;
  if (relative->system->model->forces.reaction_count > 0) /* what the named forces work with */
    memcpy(relative->multipliers, relative->snapshot->multipliers, sizeof(double) * (size_t)layout->multiplier_count);
  else
    find_multipliers(relative, relative->scale);
  return TRM_OK;
}

void trm_relative_states(trm_Relative *relative, const double *z) { relative->z = z; }

trm_Instant trm_relative_instant(const trm_Relative *relative, const double **lambda) {
  *lambda = relative->multipliers;
  return trm_relative_at(relative, relative->t, relative->scale);
}

/* ---- back onto the constraints ---- */

/* How far off a constraint is, as a motion of the parts in units of the model's size or in radians: its value over
   the length of its row. */
static double off_by(const trm_Relative *relative, const double *row, int count, double value) {
  double unit = relative->system->model->size, square = 0;
  for (int n = 0; n < count; n++) {
    double part = row[n] * (n % 6 < 3 ? unit : 1);
    square += part * part;
  }
  return square > 0 ? fabs(value) / sqrt(square) : 0;
}

/* the larger of two, and what is no number before all */
static double worse(double a, double b) { return b > a || isnan(b) ? b : a; }

static double worst_of_links(const trm_Relative *relative) {
  double worst = 0;
  for (int i = 0; i < relative->link_count; i++) {
    const Link *link = &relative->links[i];
    for (int r = 0; r < link->row_count; r++) worst = worse(worst, off_by(relative, link->rows[r], 6, link->value[r]));
  }
  return worst;
}

static double worst_of_loops(const trm_Relative *relative) {
  double worst = 0;
  for (int l = 0; l < relative->loop_count; l++) {
    const Loop *loop = &relative->loops[l];
    int width = 6 * loop->node_count;
    for (int r = 0; r < loop->row_count; r++)
      worst = worse(worst, off_by(relative, loop->rows + width * r, width, loop->world.value[r]));
  }
  return worst;
}

/* each link by itself: the least change of (s, R) with D change = -C */
static void correct_links(trm_Relative *relative, double *y) {
  for (int i = 0; i < relative->link_count; i++) {
    const Link *link = &relative->links[i];
    double right[LINK_ROWS], step[6];
    for (int r = 0; r < link->row_count; r++) right[r] = -link->value[r];
    trm_row_space_solve(&link->space, right, step);
    trm_link_move(y + LINK_NUMBERS * i, step);
  }
}

/* the response of the free motions to what closes `right` */
static trm_Status closing_motion(trm_Relative *relative) {
  trm_Status status = trm_relative_factor(relative);
  if (status == TRM_OK) status = trm_relative_close(relative);
  if (status != TRM_OK) return status;
  memset(relative->pushed, 0, sizeof *relative->pushed * (size_t)relative->system->model->node_count);
  trm_relative_push_loops(relative, relative->lambda);
  trm_relative_response(relative, false);
  return TRM_OK;
}

static void free_motion(const trm_Relative *relative, const Link *link, double step[6]) {
  for (int n = 0; n < 6; n++) {
    step[n] = 0;
    for (int f = 0; f < link->space.freedom; f++)
      step[n] += link->space.motions[f][n] * relative->u[link->first_freedom + f];
  }
}

static trm_Status correct_loops(trm_Relative *relative, double *y) {
  for (int l = 0; l < relative->loop_count; l++)
    for (int r = 0; r < relative->loops[l].row_count; r++)
      relative->right[relative->loops[l].first_row + r] = relative->loops[l].world.value[r];
  trm_Status status = closing_motion(relative);
  for (int i = 0; i < relative->link_count && status == TRM_OK; i++) {
    double step[6];
    free_motion(relative, &relative->links[i], step);
    trm_link_move(y + LINK_NUMBERS * i, step);
  }
  return status;
}

enum { ITERATIONS = 20 };

/* Nothing is left to correct, or it is so small and fell so little by the last correction of its kind that it is
   round-off. */
static bool is_corrected(double worst, double last) {
  static const double tolerance = 1e-14; /* of the model's size, rad: as projection.c */
  return worst <= tolerance || (worst <= 1e4 * tolerance && worst > 0.25 * last);
}

static trm_Status correct_positions(trm_Relative *relative, const trm_State *state, double *y) {
  double last_links = INFINITY, last_loops = INFINITY;
  for (int iteration = 0; iteration < ITERATIONS; iteration++) {
    trm_relative_place(relative, state, *state->time, y);
    double links = worst_of_links(relative), loops = worst_of_loops(relative);
    if (!isfinite(worse(links, loops))) return TRM_NOT_FINITE;
    bool links_good = is_corrected(links, last_links), loops_good = is_corrected(loops, last_loops);
    if (links_good && loops_good) return TRM_OK;
    trm_Status status = TRM_OK;
    if (!links_good && (loops_good || links > 0.1 * loops))
      correct_links(relative, y), last_links = links;
    else
      status = correct_loops(relative, y), last_loops = loops;
    if (status != TRM_OK) return status;
  }
  return TRM_NEWTON_SLOW;
}

/* D v + C_t = 0 in every link, then in the loops by free motions alone */
static trm_Status correct_velocities(trm_Relative *relative, const trm_State *state, double inside, double *y) {
  if (inside != *state->time) trm_relative_place(relative, state, inside, y);
  for (int i = 0; i < relative->link_count; i++) {
    const Link *link = &relative->links[i];
    double right[LINK_ROWS], step[6];
    for (int r = 0; r < link->row_count; r++) {
      right[r] = -link->speed[r];
      for (int n = 0; n < 6; n++) right[r] -= link->rows[r][n] * link->v[n];
    }
    trm_row_space_solve(&link->space, right, step);
    for (int n = 0; n < 6; n++) y[LINK_NUMBERS * i + 12 + n] += step[n];
  }
  trm_relative_place(relative, state, inside, y);
  if (relative->loop_rows == 0) return TRM_OK;
  for (int n = 0; n < relative->system->model->node_count; n++) { /* velocities in the place of accelerations */
    trm_copy(relative->acceleration[n], relative->nodes[n].v, 3);
    trm_copy(relative->acceleration[n] + 3, relative->nodes[n].omega, 3);
  }
  trm_relative_loop_speeds(relative, (const double(*)[6])relative->acceleration, relative->right);
  add_gamma(relative, true);
  trm_Status status = closing_motion(relative);
  for (int i = 0; i < relative->link_count && status == TRM_OK; i++) {
    double step[6];
    free_motion(relative, &relative->links[i], step);
    for (int n = 0; n < 6; n++) y[LINK_NUMBERS * i + 12 + n] += step[n];
  }
  if (status == TRM_OK) trm_relative_place(relative, state, inside, y);
  return status;
}

/* numbers that are too large for the axes to be made orthonormal leave no motion */
static bool is_finite(const trm_Relative *relative) {
  const trm_Model *model = relative->system->model;
  for (int i = 0; i < trm_configuration_size(model); i++)
    if (!isfinite(relative->q[i]) || !isfinite(relative->w[i])) return false;
  for (int i = 0; i < model->coordinate_count; i++)
    if (!isfinite(relative->x[i])) return false;
  return true;
}

/* Joints that are released belong neither to the tree nor to loops: their coordinates follow from the bodies, on the
   branch on which they were. */
static void follow_released(trm_Relative *relative, const trm_State *state) {
  const trm_System *system = relative->system;
  for (int j = 0; j < system->model->joint_count; j++) {
    const trm_Joint *joint = &system->layout->joints[j];
    if (!system->layout->released[j]) continue;
    for (int c = joint->first_coordinate; c < joint->first_coordinate + joint->kind->coordinate_count; c++)
      relative->x[c] = state->x[c];
    trm_joint_evaluate_all(system->model, joint, relative->q, relative->x);
  }
}

/* What is locked keeps its value to the last digit, however many steps there are. */
static void take_coordinates(const trm_Relative *relative, double *x) {
  const trm_Layout *layout = relative->system->layout;
  for (int j = 0; j < relative->system->model->joint_count; j++)
    for (int c = 0; c < layout->joints[j].kind->coordinate_count; c++) {
      int at = layout->joints[j].first_coordinate + c;
      if (!layout->locked[j][c]) x[at] = relative->x[at];
    }
}

trm_Status trm_relative_settle(trm_Relative *relative, trm_State *state, double inside, double *y) {
  static const double still[6] = {0};
  const trm_Model *model = relative->system->model;
  for (int i = 0; i < relative->link_count; i++) trm_link_move(y + LINK_NUMBERS * i, still); /* orthonormal axes */
  trm_Status status = correct_positions(relative, state, y);
  if (status == TRM_OK) status = correct_velocities(relative, state, inside, y);
  if (status == TRM_OK && !is_finite(relative)) status = TRM_NOT_FINITE;
  if (status != TRM_OK) return status;
  follow_released(relative, state);
  memcpy(state->q, relative->q, sizeof(double) * (size_t)trm_configuration_size(model));
  memcpy(state->w, relative->w, sizeof(double) * (size_t)trm_configuration_size(model));
  take_coordinates(relative, state->x);
  return TRM_OK;
}
