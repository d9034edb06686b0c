/* Columns of relative motions: every node by its joint to the one that carries it in the spanning tree, position and
   angular velocity of the joint's second side in the axes of the first; nodes without one by their own motion. */
#include <string.h>
#include "element/frame.h"
#include "math/vec3.h"
#include "system/link.h"
#include "system/matrix_columns.h"
#include "system/spanning_tree.h"

typedef struct Tree {
  const trm_NodesMoving *nodes;
  int count;
  trm_Branch *branches;
  bool *in_tree;
  int *subtree;         /* per branch: nodes that it carries */
  trm_LinkPlace *place; /* per branch */
  double (*v)[6];       /* of the link: position's rate and angular velocity, axes of k */
  double (*motion)[6];  /* per node, workspace: of a column, or the accelerations at dv/dt = 0 */
  bool *carried;        /* per node, workspace */
  bool *point;          /* per node: it has no orientation, its axes stay those of the world */
  double (*node_velocity)[6];
} Tree;

static bool shares(const trm_Layout *layout) {
  for (int j = 0; j < layout->model->joint_count; j++)
    if (layout->sharing.joints[j].point || layout->sharing.joints[j].triad) return true;
  return false;
}

/* ---- where the links are, and how they move ---- */

static void place_link(const Tree *tree, int b) {
  const trm_NodesMoving *nodes = tree->nodes;
  trm_LinkPlace *place = &tree->place[b];
  trm_Marker side[2];
  double turned[3], speed[2][3], *omega[2];
  trm_branch_sides(nodes->system->layout, &tree->branches[b], side);
  place->reversed = side[0].node == tree->branches[b].child;
  for (int s = 0; s < 2; s++) {
    double *velocity = tree->node_velocity[side[s].node];
    trm_marker_frame(nodes->system->model, &side[s], nodes->q, &place->frame[s]);
    trm_marker_arm(nodes->system->model, &side[s], nodes->q, place->arm[s]);
    trm_cross(speed[s], velocity + 3, place->arm[s]);
    trm_add_scaled(speed[s], 1, velocity);
    omega[s] = velocity + 3;
  }
  trm_subtract(place->apart, place->frame[1].y, place->frame[0].y);
  trm_cross(turned, omega[0], place->apart);
  for (int a = 0; a < 3; a++) {
    const double *e = place->frame[0].e[a];
    tree->v[b][a] = trm_dot(e, speed[1]) - trm_dot(e, speed[0]) - trm_dot(e, turned);
    tree->v[b][3 + a] = trm_dot(e, omega[1]) - trm_dot(e, omega[0]);
  }
}

/* where the joint holds its parent: a point that carries side k keeps its axes, and moves as that does */
static const double *parents_arm(const Tree *tree, int b) {
  return tree->place[b].arm[tree->place[b].reversed ? 1 : 0];
}

/* acceleration of the child at dv/dt = 0 */
static void drift(const Tree *tree, int b) {
  static const double still[6] = {0};
  const trm_Branch *branch = &tree->branches[b];
  const double *parent = tree->motion[branch->parent], *omega = tree->node_velocity[branch->parent] + 3;
  double *child = tree->motion[branch->child], turned[3];
  trm_LinkMotion moving = {{omega, tree->node_velocity[branch->child] + 3}, tree->v[b]};
  trm_link_acceleration(&tree->place[b], &moving, parent, still, child);
  if (!tree->point[branch->child]) return;
  memset(child + 3, 0, 3 * sizeof *child);
  if (!tree->place[b].reversed) return;
  trm_centripetal(omega, parents_arm(tree, b), child);
  trm_cross(turned, parent + 3, parents_arm(tree, b));
  for (int n = 0; n < 3; n++) child[n] += parent[n] + turned[n];
}

/* velocity of the child where the link does not move */
static void carry(const Tree *tree, int b) {
  const trm_Branch *branch = &tree->branches[b];
  const trm_Model *model = tree->nodes->system->model;
  const double *q = tree->nodes->q, *from = tree->motion[branch->parent];
  double arm[3], *to = tree->motion[branch->child];
  bool point = tree->point[branch->child];
  trm_subtract(arm, q + trm_point_at(model->nodes[branch->child].point),
               q + trm_point_at(model->nodes[branch->parent].point));
  trm_cross(to, from + 3, point && tree->place[b].reversed ? parents_arm(tree, b) : arm);
  trm_add_scaled(to, 1, from);
  for (int n = 0; n < 3; n++) to[3 + n] = point ? 0 : from[3 + n];
}

/* accelerations of all nodes at dv/dt = 0, to the bias of their unknowns */
static void fill_bias(const Tree *tree, trm_MatrixColumns *out) {
  const trm_System *system = tree->nodes->system;
  memset(tree->motion[0], 0, sizeof tree->motion[0]);
  for (int b = 0; b < tree->count; b++) {
    const trm_Branch *branch = &tree->branches[b];
    int unknowns[6];
    drift(tree, b);
    trm_node_unknowns(system->model, &system->numbering, branch->child, unknowns);
    for (int i = 0; i < 6; i++)
      if (unknowns[i] >= 0) out->bias[unknowns[i]] = tree->motion[branch->child][i];
  }
}

/* ---- columns ---- */

/* what moves with the child of a branch, itself at its tree->motion: the nodes that it carries, as one body */
static void spread(const Tree *tree, int first, trm_MatrixColumns *out) {
  const trm_System *system = tree->nodes->system;
  const trm_Model *model = system->model;
  memset(tree->carried, 0, sizeof *tree->carried * (size_t)model->node_count);
  for (int b = first; b < tree->count; b++) {
    const trm_Branch *branch = &tree->branches[b];
    int unknowns[6];
    if (b > first && !tree->carried[branch->parent]) continue;
    if (b > first) carry(tree, b);
    tree->carried[branch->child] = true;
    trm_node_unknowns(model, &system->numbering, branch->child, unknowns);
    for (int i = 0; i < 6; i++) trm_column_add(out, unknowns[i], tree->motion[branch->child][i]);
  }
}

/* of the length of an axis: what a plane leaves of a direction that stands across it */
static const double across = 1e-12;

/* Axis a of a frame as the motion may have it: in a plane displacements have no part along z, rotations no other. */
static bool allowed(const trm_Model *model, const double e[3], bool turn, double out[3]) {
  trm_copy(out, e, 3);
  if (!model->space.planar) return true;
  if (turn)
    out[0] = out[1] = 0;
  else
    out[2] = 0;
  return trm_norm(out) > across;
}

static const char *const of_joints[6] = {"s1", "s2", "s3", "w1", "w2", "w3"};
static const char *const of_nodes[6] = {"x", "y", "z", "rx", "ry", "rz"};

static void link_column(const Tree *tree, int b, int component, const trm_Frame *axes, trm_MatrixColumns *out) {
  const trm_Model *model = tree->nodes->system->model;
  const trm_Branch *branch = &tree->branches[b];
  const trm_LinkPlace *place = &tree->place[b];
  bool turn = component >= 3, by_joint = branch->joint >= 0;
  double direction[3], v[6] = {0}, velocity = tree->v[b][component];
  if (!allowed(model, axes->e[component % 3], turn, direction)) return;
  for (int a = 0; a < 3; a++) v[(turn ? 3 : 0) + a] = trm_dot(place->frame[0].e[a], direction);
  if (turn) { /* omega along the given axes, from that along those of k */
    double omega[3];
    trm_link_to_world(&place->frame[0], tree->v[b] + 3, omega);
    velocity = trm_dot(axes->e[component - 3], omega);
  }
  trm_link_direction(place, v, tree->motion[branch->child]);
  trm_column_begin(out,
                   by_joint ? model->joints[branch->joint].name : trm_column_owner(out->arena, model, branch->child),
                   (by_joint ? of_joints : of_nodes)[component], velocity);
  spread(tree, b, out);
}

static void count_subtrees(const Tree *tree, int *entries) {
  for (int b = tree->count - 1; b >= 0; b--) {
    tree->subtree[b]++;
    for (int p = 0; p < b && tree->branches[b].parent != 0; p++)
      if (tree->branches[p].child == tree->branches[b].parent) tree->subtree[p] += tree->subtree[b];
    *entries += 36 * tree->subtree[b];
  }
}

static trm_Status make_tree(const trm_NodesMoving *nodes, trm_Arena *arena, Tree *tree) {
  const trm_Model *model = nodes->system->model;
  tree->nodes = nodes;
  tree->branches = TRM_ARENA_NEW(arena, trm_Branch, model->node_count);
  tree->in_tree = TRM_ARENA_NEW(arena, bool, model->joint_count);
  tree->subtree = TRM_ARENA_NEW(arena, int, model->node_count);
  tree->place = TRM_ARENA_NEW(arena, trm_LinkPlace, model->node_count);
  tree->v = trm_arena_alloc(arena, (size_t)model->node_count, sizeof(double[6]));
  tree->motion = trm_arena_alloc(arena, (size_t)model->node_count, sizeof(double[6]));
  tree->carried = TRM_ARENA_NEW(arena, bool, model->node_count);
  tree->point = TRM_ARENA_NEW(arena, bool, model->node_count);
  tree->node_velocity = trm_arena_alloc(arena, (size_t)model->node_count, sizeof(double[6]));
  if (!arena->failed) tree->count = trm_spanning_tree(nodes->system->layout, tree->branches, tree->in_tree);
  if (arena->failed || tree->count < 0) return TRM_NO_MEMORY;
  for (int n = 1; n < model->node_count; n++) {
    int unknowns[6];
    trm_node_unknowns(model, &nodes->system->numbering, n, unknowns);
    tree->point[n] = unknowns[3] < 0 && unknowns[4] < 0 && unknowns[5] < 0;
    trm_node_velocity(nodes, n, tree->node_velocity[n]);
  }
  for (int b = 0; b < tree->count; b++) place_link(tree, b);
  return TRM_OK;
}

trm_Status trm_relative_columns(const trm_NodesMoving *nodes, bool second_axes, trm_MatrixColumns *out) {
  const trm_System *system = nodes->system;
  trm_Arena scratch = {0};
  Tree tree = {0};
  int entries = 0;
  if (shares(system->layout)) return TRM_BAD_ARGUMENT;
  trm_Status status = make_tree(nodes, &scratch, &tree);
  if (status == TRM_OK) {
    count_subtrees(&tree, &entries);
    status = trm_columns_room(out, 6 * tree.count, entries, system->numbering.count);
  }
  for (int b = 0; b < tree.count && status == TRM_OK; b++) {
    for (int i = 0; i < (tree.point[tree.branches[b].child] ? 3 : 6); i++)
      link_column(&tree, b, i, &tree.place[b].frame[second_axes && i >= 3 && tree.branches[b].joint >= 0 ? 1 : 0], out);
  }
  if (status == TRM_OK) fill_bias(&tree, out);
  trm_arena_free(&scratch);
  return out->arena->failed ? TRM_NO_MEMORY : status;
}
