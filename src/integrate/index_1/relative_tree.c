/* The spanning tree: joints that hold most are in it, those that hold least close the loops, and those that speak of
   more than the relative motion of two bodies. A part without way to the ground gets a
   link of six freedoms to it. */
#include <string.h>
#include "integrate/index_1/relative_internal.h"

static int root(int *group, int n) {
  while (group[n] != n) n = group[n] = group[group[n]];
  return n;
}

/* Marks the joints of the tree; group ends as the parts that hang together. */
static void choose_tree(const trm_Layout *layout, int *group, bool *in_tree) {
  const trm_Model *model = layout->model;
  for (int n = 0; n < model->node_count; n++) group[n] = n;
  for (int rows = TRM_REDUCED_ROWS; rows >= 0; rows--)
    for (int j = 0; j < model->joint_count; j++) {
      const trm_Joint *joint = &layout->joints[j];
      int a = root(group, joint->side[0].node), b = root(group, joint->side[1].node);
      bool local = trm_joint_reduction(joint->kind) == TRM_REDUCES_LOCAL; /* else no condition on one link */
      if (!local || trm_joint_held(joint) != rows || a == b) continue;
      in_tree[j] = true;
      group[a > b ? a : b] = a > b ? b : a;
    }
}

static void add_link(trm_Relative *relative, int joint, int parent, int child) {
  static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  Link *link = &relative->links[relative->link_count];
  relative->link_of[child] = relative->link_count++;
  *link = (Link){.joint = joint, .parent = parent, .child = child, .point = relative->is_point[child]};
  if (joint >= 0) {
    const trm_Joint *own = &relative->system->layout->joints[joint];
    link->reversed = own->side[0].node == child;
    link->side[0] = own->side[0], link->side[1] = own->side[1];
    return;
  }
  for (int s = 0; s < 2; s++) {
    link->side[s] = (trm_Marker){.node = s ? child : parent};
    memcpy(link->side[s].triad, identity, sizeof identity);
  }
}

/* breadth first from the ground */
static void order_links(trm_Relative *relative, const int *group, const bool *in_tree, bool *reached) {
  const trm_Model *model = relative->system->model;
  reached[0] = true;
  for (int n = 1; n < model->node_count; n++)
    if (group[n] == n) add_link(relative, -1, 0, n), reached[n] = true;
  for (bool grew = true; grew;) {
    grew = false;
    for (int j = 0; j < model->joint_count; j++) {
      int k = relative->system->layout->joints[j].side[0].node, l = relative->system->layout->joints[j].side[1].node;
      if (!in_tree[j] || reached[k] == reached[l]) continue;
      add_link(relative, j, reached[k] ? k : l, reached[k] ? l : k);
      reached[k] = reached[l] = grew = true;
    }
  }
  for (int j = 0; j < model->joint_count; j++)
    if (!in_tree[j]) relative->loops[relative->loop_count++].joint = j;
}

/* the nodes whose accelerations a row outside the tree speaks of */
static void list_nodes(const trm_Layout *layout, Loop *loop) {
  const trm_Joint *joint = &layout->joints[loop->joint];
  loop->node_count = 0;
  for (int t = 0; t < joint->term_count; t++)
    for (int s = 0; s < 2; s++) loop->nodes[loop->node_count++] = layout->joints[joint->terms[t].joint].side[s].node;
  for (int s = 0; s < 2 && joint->term_count == 0; s++) loop->nodes[loop->node_count++] = joint->side[s].node;
  loop->row_count = trm_joint_held(joint);
}

trm_Status trm_relative_tree(trm_Relative *relative) {
  const trm_Model *model = relative->system->model;
  trm_Arena scratch = {0};
  int *group = TRM_ARENA_NEW(&scratch, int, model->node_count);
  bool *in_tree = TRM_ARENA_NEW(&scratch, bool, model->joint_count);
  bool *reached = TRM_ARENA_NEW(&scratch, bool, model->node_count);
  if (!scratch.failed) {
    choose_tree(relative->system->layout, group, in_tree);
    for (int n = 0; n < model->node_count; n++) group[n] = root(group, n);
    order_links(relative, group, in_tree, reached);
    for (int l = 0; l < relative->loop_count; l++) list_nodes(relative->system->layout, &relative->loops[l]);
  }
  trm_Status status = scratch.failed ? TRM_NO_MEMORY : TRM_OK;
  trm_arena_free(&scratch);
  return status;
}
