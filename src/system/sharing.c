/* Points and triads are joined into groups, joint by joint in the order of the model; what a later joint would join
   once more is implied. */
#include "system/sharing.h"
#include <math.h>
#include "base/groups.h"
#include "element/joint.h"
#include "element/law.h"
#include "math/vec3.h"

/* The groups while they are made: each points to a smaller number of its own, a root to itself. */
typedef struct Groups {
  const trm_Model *model;
  const trm_LayoutOptions *options;
  int *point, *triad;
  bool *fixed; /* per point: the ground holds it */
} Groups;

/* of entries of unit vectors: round-off of triads that were made from one axis */
static const double triad_round_off = 1e-14;

static bool same_triads(const trm_ModelJoint *joint) {
  for (int i = 0; i < 9; i++)
    if (fabs(joint->side[0].triad[i] - joint->side[1].triad[i]) > triad_round_off) return false;
  return true;
}

/* markers on nodes without offset, at the same place */
static bool same_points(const trm_Model *model, const trm_ModelJoint *joint) {
  double at[2][3], gap[3];
  for (int s = 0; s < 2; s++) {
    const trm_Marker *side = &joint->side[s];
    if (side->node != 0 && trm_norm(side->offset) > 0) return false;
    for (int n = 0; n < 3; n++) at[s][n] = model->nodes[side->node].at[n] + side->offset[n];
  }
  trm_subtract(gap, at[1], at[0]);
  return trm_norm(gap) == 0;
}

static bool has_rows(const trm_JointKind *kind, trm_RowSharing sharing) {
  for (int r = 0; r < kind->row_count; r++)
    if (kind->rows[r].sharing == sharing) return true;
  return false;
}

/* does the joint hold the two triads (two points) together, and are they the same in the reference configuration? */
static bool holds_triads(const trm_ModelJoint *joint) {
  return has_rows(joint->kind, TRM_SHARE_TRIAD) && same_triads(joint);
}

static bool holds_points(const trm_Model *model, const trm_ModelJoint *joint) {
  return has_rows(joint->kind, TRM_SHARE_POINT) && same_points(model, joint);
}

bool trm_joint_needs_reactions(const trm_ModelJoint *joint) {
  if (joint->reacts) return true;
  for (int c = 0; c < joint->kind->coordinate_count; c++)
    if (trm_laws_need_reactions(&joint->laws[c])) return true;
  return false;
}

static bool released(const Groups *groups, int j) { return groups->options->released && groups->options->released[j]; }

/* A point shared with the ground would have to be the ground's origin: it is fixed in place instead. */
static void share(Groups *groups, int j, trm_JointSharing *out) {
  const trm_ModelJoint *joint = &groups->model->joints[j];
  if (groups->options->unshared || released(groups, j) || !joint->may_share || trm_joint_needs_reactions(joint)) return;
  int k = joint->side[0].node, l = joint->side[1].node;
  const trm_Node *nodes = groups->model->nodes;
  if (holds_triads(joint)) out->triad = trm_group_join(groups->triad, nodes[k].triad, nodes[l].triad);
  if (!holds_points(groups->model, joint)) return;
  int a = trm_group_of(groups->point, k), b = trm_group_of(groups->point, l);
  bool *fixed = groups->fixed;
  if (k == 0 || l == 0) {
    int other = k == 0 ? b : a;
    out->point = !fixed[other];
    fixed[other] = true;
  } else if (a != b && !(fixed[a] && fixed[b])) {
    bool held = fixed[a] || fixed[b];
    out->point = trm_group_join(groups->point, a, b);
    fixed[trm_group_of(groups->point, a)] = held;
  }
}

/* Rows that say what shared unknowns say already would be 0 = 0. */
static void find_implied(const Groups *groups, int j, trm_JointSharing *out) {
  const trm_ModelJoint *joint = &groups->model->joints[j];
  if (released(groups, j)) return;
  const trm_Node *k = &groups->model->nodes[joint->side[0].node], *l = &groups->model->nodes[joint->side[1].node];
  int a = trm_group_of(groups->point, k->point), b = trm_group_of(groups->point, l->point);
  bool same_point = a == b || ((a == 0 || groups->fixed[a]) && (b == 0 || groups->fixed[b]));
  bool same_triad = trm_group_of(groups->triad, k->triad) == trm_group_of(groups->triad, l->triad);
  out->implied_triad = !out->triad && same_triad && holds_triads(joint);
  out->implied_point = !out->point && same_point && holds_points(groups->model, joint);
}

/* the ground's number stands for whatever does not move */
static void close_groups(Groups *groups) {
  for (int n = 0; n < groups->model->node_count; n++) {
    int point = trm_group_of(groups->point, n);
    groups->point[n] = groups->fixed[point] ? 0 : point;
    groups->triad[n] = trm_group_of(groups->triad, n);
  }
}

/* ---- what hangs together ---- */

static bool joins(const trm_JointSharing *joint, bool points) { return points ? joint->point : joint->triad; }

/* Those of so many whose group is known, group by group: first has a place for each group and one more. */
static void list_by_group(const int *group, int count, int groups, int *first, int *list) {
  for (int i = 0; i < count; i++)
    if (group[i] >= 0) first[group[i] + 1]++;
  for (int g = 0; g < groups; g++) first[g + 1] += first[g];
  for (int i = 0; i < count; i++)
    if (group[i] >= 0) list[first[group[i]]++] = i;
  for (int g = groups; g > 0; g--) first[g] = first[g - 1];
  first[0] = 0;
}

/* Numbers the groups of the joints that share, and of their nodes; -1 is none. Returns how many there are. */
static int number_groups(const trm_Model *model, const trm_JointSharing *joints, bool points, int *root, int *of_joint,
                         int *of_node) {
  int count = 0;
  for (int n = 0; n < model->node_count; n++) root[n] = n, of_node[n] = -1;
  for (int j = 0; j < model->joint_count; j++) {
    int k = model->joints[j].side[0].node, l = model->joints[j].side[1].node;
    if (joins(&joints[j], points) && k != 0 && l != 0) trm_group_join(root, k, l);
  }
  for (int j = 0; j < model->joint_count; j++) {
    of_joint[j] = -1;
    for (int s = 0; s < 2 && joins(&joints[j], points); s++) {
      int node = model->joints[j].side[s].node, top = node == 0 ? 0 : trm_group_of(root, node);
      if (top == 0) continue;
      if (of_node[top] < 0) of_node[top] = count++;
      of_node[node] = of_joint[j] = of_node[top];
    }
  }
  return count;
}

static bool find_hanging(const trm_Model *model, const trm_JointSharing *joints, bool points, trm_Arena *arena,
                         trm_Hanging *out) {
  int nodes = model->node_count, *root = TRM_ARENA_NEW(arena, int, nodes), *of_node = TRM_ARENA_NEW(arena, int, nodes);
  int *of_joint = TRM_ARENA_NEW(arena, int, model->joint_count);
  if (arena->failed) return false;
  int groups = number_groups(model, joints, points, root, of_joint, of_node);
  int *first_joint = TRM_ARENA_NEW(arena, int, groups + 1), *first_node = TRM_ARENA_NEW(arena, int, groups + 1);
  int *joint_list = TRM_ARENA_NEW(arena, int, model->joint_count), *node_list = TRM_ARENA_NEW(arena, int, nodes);
  if (arena->failed) return false;
  list_by_group(of_joint, model->joint_count, groups, first_joint, joint_list);
  list_by_group(of_node, nodes, groups, first_node, node_list);
  *out = (trm_Hanging){of_joint, first_joint, joint_list, first_node, node_list};
  return true;
}

bool trm_sharing_find(const trm_Model *model, const trm_LayoutOptions *options, trm_Arena *arena, trm_Sharing *out) {
  Groups groups = {model, options, TRM_ARENA_NEW(arena, int, model->node_count),
                   TRM_ARENA_NEW(arena, int, model->node_count), TRM_ARENA_NEW(arena, bool, model->node_count)};
  trm_JointSharing *joints = TRM_ARENA_NEW(arena, trm_JointSharing, model->joint_count);
  if (arena->failed) return false;
  for (int n = 0; n < model->node_count; n++) groups.point[n] = groups.triad[n] = n;
  for (int j = 0; j < model->joint_count; j++) share(&groups, j, &joints[j]);
  for (int j = 0; j < model->joint_count; j++) find_implied(&groups, j, &joints[j]);
  close_groups(&groups);
  *out = (trm_Sharing){groups.point, groups.triad, joints, .points = {0}};
  return find_hanging(model, joints, true, arena, &out->points) &&
         find_hanging(model, joints, false, arena, &out->triads);
}

const char *trm_sharing_implied(const trm_JointSharing *joint) {
  static const char *const words[] = {NULL, "displacement", "rotation", "displacement and rotation"};
  return words[(joint->implied_point ? 1 : 0) + (joint->implied_triad ? 2 : 0)];
}
