/* Joints by what they hold, then breadth first from the ground. */
#include "system/spanning_tree.h"
#include <string.h>
#include "base/groups.h"
#include "element/joint_reduced.h"

/* Marks the joints of the tree; group ends as the parts that hang together. */
static void choose(const trm_Layout *layout, int *group, bool *in_tree) {
  const trm_Model *model = layout->model;
  for (int n = 0; n < model->node_count; n++) group[n] = n;
  for (int b = 0; b < model->beam_count; b++)
    for (int i = 0; i < model->beams[b].node_count; i++) group[model->beams[b].nodes[i]] = 0;
  for (int rows = TRM_REDUCED_ROWS; rows >= 0; rows--)
    for (int j = 0; j < model->joint_count; j++) {
      const trm_Joint *joint = &layout->joints[j];
      int a = trm_group_of(group, joint->side[0].node), b = trm_group_of(group, joint->side[1].node);
      bool local = trm_joint_reduction(joint->kind) == TRM_REDUCES_LOCAL; /* else no condition on one link */
      if (!local || layout->released[j] || trm_joint_held(joint) != rows || a == b) continue;
      in_tree[j] = true;
      group[a > b ? a : b] = a > b ? b : a;
    }
  for (int n = 0; n < model->node_count; n++) group[n] = trm_group_of(group, n);
}

typedef struct Growth {
  const trm_Layout *layout;
  trm_Branch *branches;
  bool *reached; /* per node */
  int count;
} Growth;

static void grow(Growth *tree, int joint, int parent, int child) {
  if (tree->reached[child]) return; /* a point of two beams */
  tree->branches[tree->count++] = (trm_Branch){joint, parent, child};
  tree->reached[child] = true;
}

static int order(Growth *tree, const int *group, const bool *in_tree) {
  const trm_Model *model = tree->layout->model;
  tree->reached[0] = true;
  for (int b = 0; b < model->beam_count; b++)
    for (int i = 0; i < model->beams[b].node_count; i++) grow(tree, -1, 0, model->beams[b].nodes[i]);
  for (int n = 1; n < model->node_count; n++)
    if (group[n] == n) grow(tree, -1, 0, n);
  for (bool grew = true; grew;) {
    grew = false;
    for (int j = 0; j < model->joint_count; j++) {
      int k = tree->layout->joints[j].side[0].node, l = tree->layout->joints[j].side[1].node;
      if (!in_tree[j] || tree->reached[k] == tree->reached[l]) continue;
      grow(tree, j, tree->reached[k] ? k : l, tree->reached[k] ? l : k);
      grew = true;
    }
  }
  return tree->count;
}

int trm_spanning_tree(const trm_Layout *layout, trm_Branch *branches, bool *in_tree) {
  trm_Arena scratch = {0};
  int *group = TRM_ARENA_NEW(&scratch, int, layout->model->node_count), count = -1;
  Growth tree = {layout, branches, TRM_ARENA_NEW(&scratch, bool, layout->model->node_count), 0};
  memset(in_tree, 0, sizeof *in_tree * (size_t)layout->model->joint_count);
  if (!scratch.failed) {
    choose(layout, group, in_tree);
    count = order(&tree, group, in_tree);
  }
  trm_arena_free(&scratch);
  return count;
}

void trm_branch_sides(const trm_Layout *layout, const trm_Branch *branch, trm_Marker side[2]) {
  static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int s = 0; s < 2; s++) {
    if (branch->joint >= 0) {
      side[s] = layout->joints[branch->joint].side[s];
      continue;
    }
    side[s] = (trm_Marker){.node = s ? branch->child : branch->parent};
    memcpy(side[s].triad, identity, sizeof identity);
  }
}
