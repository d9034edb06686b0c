/* The spanning tree: joints that hold most are in it, those that hold least close the loops. A part without way to the ground gets a
   link of six freedoms to it. */
#include <stdio.h>
#include <string.h>
#include "element/elements.h"
#include "system/relative_internal.h"

static bool refuse(char *why, size_t size, const char *what, const char *name, const char *kind) {
  snprintf(why, size, "%s \"%s\"%s%s%s cannot be told in relative coordinates; use formulation: absolute", what, name,
           kind ? ", of the type " : "", kind ? kind : "", kind ? "," : "");
  return false;
}

/* Only rigid bodies, with joints that are conditions on relative positions, and forces. */
static bool expressible(const trm_System *system, char *why, size_t size) {
  const trm_Model *model = system->model;
  int unknowns[TRM_LOCAL_UNKNOWNS];
  if (model->beam_count > 0) return refuse(why, size, "the beam", model->beams[0].name, NULL);
  for (int j = 0; j < model->joint_count; j++)
    if (!trm_joint_reduces(model->joints[j].kind))
      return refuse(why, size, "the joint", model->joints[j].name, model->joints[j].kind->name);
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_ElementKind *kind = trm_element_kinds[k];
    if (kind == &trm_joint_element) continue;
    for (int e = 0; e < kind->count(model); e++) /* unknowns of its own: beyond the six of each node */
      if (kind->unknowns(model, &system->numbering, e, unknowns) % 6 != 0)
        return refuse(why, size, "the element", kind->label(model, e), kind->name);
  }
  return true;
}

static int root(int *group, int n) {
  while (group[n] != n) n = group[n] = group[group[n]];
  return n;
}

static int held(const trm_Joint *joint) {
  int count = joint->drive_count;
  for (int r = 0; r < joint->kind->row_count; r++) count += joint->kind->rows[r].coordinate < 0;
  return count;
}

/* Marks the joints of the tree; group ends as the parts that hang together. */
static void choose_tree(const trm_Model *model, int *group, bool *in_tree) {
  for (int n = 0; n < model->node_count; n++) group[n] = n;
  for (int rows = TRM_REDUCED_ROWS; rows >= 0; rows--)
    for (int j = 0; j < model->joint_count; j++) {
      const trm_Joint *joint = &model->joints[j];
      int a = root(group, joint->side[0].node), b = root(group, joint->side[1].node);
      if (held(joint) != rows || a == b) continue;
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
    const trm_Joint *own = &relative->system->model->joints[joint];
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
      int k = model->joints[j].side[0].node, l = model->joints[j].side[1].node;
      if (!in_tree[j] || reached[k] == reached[l]) continue;
      add_link(relative, j, reached[k] ? k : l, reached[k] ? l : k);
      reached[k] = reached[l] = grew = true;
    }
  }
  for (int j = 0; j < model->joint_count; j++)
    if (!in_tree[j]) relative->loops[relative->loop_count++].joint = j;
}

trm_Status trm_relative_tree(trm_Relative *relative, char *why, size_t why_size) {
  const trm_Model *model = relative->system->model;
  if (!expressible(relative->system, why, why_size)) return TRM_BAD_MODEL;
  trm_Arena scratch = {0};
  int *group = TRM_ARENA_NEW(&scratch, int, model->node_count);
  bool *in_tree = TRM_ARENA_NEW(&scratch, bool, model->joint_count);
  bool *reached = TRM_ARENA_NEW(&scratch, bool, model->node_count);
  if (!scratch.failed) {
    choose_tree(model, group, in_tree);
    for (int n = 0; n < model->node_count; n++) group[n] = root(group, n);
    order_links(relative, group, in_tree, reached);
  }
  trm_Status status = scratch.failed ? TRM_NO_MEMORY : TRM_OK;
  trm_arena_free(&scratch);
  return status;
}
