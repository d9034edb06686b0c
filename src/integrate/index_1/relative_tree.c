/* Links and loops from the spanning tree. */
#include "integrate/index_1/relative_internal.h"
#include "system/spanning_tree.h"

static void add_link(trm_Relative *relative, const trm_Branch *branch) {
  Link *link = &relative->links[relative->link_count];
  relative->link_of[branch->child] = relative->link_count++;
  *link = (Link){.joint = branch->joint,
                 .parent = branch->parent,
                 .child = branch->child,
                 .point = relative->is_point[branch->child]};
  trm_branch_sides(relative->system->layout, branch, link->side);
  link->at.reversed = branch->joint >= 0 && link->side[0].node == branch->child;
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
  trm_Branch *branches = TRM_ARENA_NEW(&scratch, trm_Branch, model->node_count);
  bool *in_tree = TRM_ARENA_NEW(&scratch, bool, model->joint_count);
  int count = scratch.failed ? -1 : trm_spanning_tree(relative->system->layout, branches, in_tree);
  for (int i = 0; i < count; i++) add_link(relative, &branches[i]);
  for (int j = 0; j < model->joint_count && count >= 0; j++)
    if (!in_tree[j] && !relative->system->layout->released[j]) relative->loops[relative->loop_count++].joint = j;
  for (int l = 0; l < relative->loop_count; l++) list_nodes(relative->system->layout, &relative->loops[l]);
  trm_arena_free(&scratch);
  return count < 0 ? TRM_NO_MEMORY : TRM_OK;
}

static int limb_of(const trm_Relative *relative, const int *limb_of_link, int node) {
  int link = relative->link_of[node];
  return link < 0 ? -1 : limb_of_link[link];
}

static void list_limbs_of(const trm_Relative *relative, const int *limb_of_link, Loop *loop) {
  for (int b = 0; b < loop->node_count; b++) {
    int limb = limb_of(relative, limb_of_link, loop->nodes[b]);
    bool known = limb < 0;
    for (int k = 0; k < loop->limb_count; k++) known = known || loop->limbs[k] == limb;
    if (!known) loop->limbs[loop->limb_count++] = limb;
  }
}

trm_Status trm_relative_limbs(trm_Relative *relative) {
  trm_Arena *arena = &relative->arena;
  int *limbs = TRM_ARENA_NEW(arena, int, relative->link_count),
      *lists = TRM_ARENA_NEW(arena, int, relative->link_count);
  relative->limbs = TRM_ARENA_NEW(arena, Limb, relative->link_count);
  relative->limb_moves = TRM_ARENA_NEW(arena, bool, relative->link_count);
  if (arena->failed) return TRM_NO_MEMORY;
  for (int i = 0; i < relative->link_count; i++) {
    int below = limb_of(relative, limbs, relative->links[i].parent);
    limbs[i] = below < 0 ? relative->limb_count++ : below;
    relative->limbs[limbs[i]].count++;
  }
  for (int k = 0; k < relative->limb_count; k++) {
    relative->limbs[k].links = lists;
    lists += relative->limbs[k].count, relative->limbs[k].count = 0;
  }
  for (int i = 0; i < relative->link_count; i++) {
    Limb *limb = &relative->limbs[limbs[i]];
    limb->links[limb->count++] = i;
  }
  for (int l = 0; l < relative->loop_count; l++) list_limbs_of(relative, limbs, &relative->loops[l]);
  return TRM_OK;
}
