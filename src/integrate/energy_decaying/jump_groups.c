/* Groups under the energy-decaying scheme: what exchanges energy settles together, and what has no strain does not
   settle at all. */
#include <string.h>
#include "base/groups.h"
#include "element/contact.h"
#include "element/frame.h"
#include "integrate/energy_decaying/jump.h"

/* Unknowns of one element belong together, unless it has let go of them. The ground has none, so that it joins nothing.
   x: NULL at first. */
static void link_elements(const trm_System *system, const double *x, int *group) {
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_ElementKind *kind = trm_element_kinds[k];
    for (int e = 0; e < kind->count(system->model); e++) {
      const int *unknowns = system->scatter[k].unknowns + system->scatter[k].first_unknown[e];
      int count = system->scatter[k].first_unknown[e + 1] - system->scatter[k].first_unknown[e], first = -1, from, to;
      bool parted = x && kind->let_go && kind->let_go(system->layout, e, x, &from, &to);
      for (int i = 0; i < count; i++) {
        if (unknowns[i] < 0 || (parted && i >= from && i < to)) continue;
        int other = trm_group_of(group, unknowns[i]);
        first = first < 0 ? other : trm_group_of(group, first);
        group[other > first ? other : first] = other > first ? first : other;
      }
    }
  }
}

bool trm_jump_strained(const trm_JumpSystem *jump, int k, int e, int *group) {
  const trm_Scatter *scatter = &jump->system->scatter[k];
  for (int i = scatter->first_unknown[e]; i < scatter->first_unknown[e + 1]; i++)
    if (scatter->unknowns[i] >= 0) return jump->groups[*group = jump->group_of[scatter->unknowns[i]]].strained;
  return false;
}

static void mark_strained(trm_JumpSystem *jump) {
  const trm_Model *model = jump->system->model;
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_ElementKind *kind = trm_element_kinds[k];
    for (int e = 0; kind->strained && e < kind->count(model); e++) {
      int group = -1;
      if (!trm_jump_strained(jump, k, e, &group) && group >= 0 && kind->strained(model, e))
        jump->groups[group].strained = true;
    }
  }
}

/* the numbers of the configuration whose velocities are settled */
static void mark_settling(trm_JumpSystem *jump) {
  const trm_System *system = jump->system;
  const trm_Model *model = system->model;
  for (int node = 1; node < model->node_count; node++) {
    int unknowns[6], p = trm_point_at(model->nodes[node].point), d = trm_triad_at(model, model->nodes[node].triad);
    trm_node_unknowns(model, &system->numbering, node, unknowns);
    for (int i = 0; i < 6; i++) {
      if (unknowns[i] < 0 || !jump->groups[jump->group_of[unknowns[i]]].strained) continue;
      for (int n = 0; n < (i < 3 ? 3 : 9); n++) jump->settles[(i < 3 ? p : d) + n] = true;
    }
  }
}

static void number_groups(trm_JumpSystem *jump, const double *x) {
  int n = jump->system->numbering.count;
  for (int i = 0; i < n; i++) jump->linked[i] = i;
  link_elements(jump->system, x, jump->linked);
  jump->group_count = 0;
  for (int i = 0; i < n; i++) { /* a root comes before all others of its group */
    int first = trm_group_of(jump->linked, i);
    jump->group_of[i] = first == i ? jump->group_count++ : jump->group_of[first];
  }
}

static void mark_groups(trm_JumpSystem *jump, const double *x) {
  number_groups(jump, x);
  memset(jump->groups, 0, sizeof(trm_JumpGroup) * (size_t)jump->group_count);
  memset(jump->settles, 0, sizeof(bool) * (size_t)trm_configuration_size(jump->system->model));
  mark_strained(jump);
  mark_settling(jump);
  for (int i = 0; i < jump->system->numbering.count; i++)
    jump->settles_unknown[i] = jump->groups[jump->group_of[i]].strained;
}

trm_Status trm_jump_find_groups(trm_JumpSystem *jump) {
  const trm_System *system = jump->system;
  const trm_Model *model = system->model;
  trm_Arena *arena = &jump->arena;
  int n = system->numbering.count;
  bool lasting = true; /* no slider is ever let go */
  for (int j = 0; j < model->joint_count; j++)
    lasting = lasting && system->layout->joints[j].model->ends != TRM_ENDS_RELEASE;
  jump->linked = TRM_ARENA_NEW(arena, int, n > model->node_count ? n : model->node_count);
  jump->group_of = TRM_ARENA_NEW(arena, int, n + 1);
  jump->settles = TRM_ARENA_NEW(arena, bool, trm_configuration_size(model));
  jump->settles_unknown = TRM_ARENA_NEW(arena, bool, n);
  jump->parted = TRM_ARENA_NEW(arena, bool, model->joint_count + 1);
  if (arena->failed) return TRM_NO_MEMORY;
  number_groups(jump, NULL);
  int most = lasting ? jump->group_count : n;
  jump->groups = TRM_ARENA_NEW(arena, trm_JumpGroup, most);
  jump->sums = TRM_ARENA_NEW(arena, double, most);
  if (arena->failed) return TRM_NO_MEMORY;
  mark_groups(jump, NULL);
  return TRM_OK;
}

void trm_jump_regroup(trm_JumpSystem *jump, const double *x) {
  const trm_Model *model = jump->system->model;
  bool changed = false;
  for (int j = 0; j < model->joint_count; j++) {
    bool parted = trm_contact_released(&jump->system->layout->joints[j], x);
    changed = changed || parted != jump->parted[j];
    jump->parted[j] = parted;
  }
  if (!changed) return;
  mark_groups(jump, x);
  trm_jump_mark_floating(jump);
}

void trm_jump_products(const trm_JumpSystem *jump, const double *q, const double *nu, const double *w, double *sums) {
  const trm_System *system = jump->system;
  memset(sums, 0, sizeof(double) * (size_t)jump->group_count);
  for (int k = 0; k < trm_element_kind_count; k++)
    for (int first = 0, n; (n = trm_system_momenta(system, k, first, q, w)) > 0; first += n)
      for (int e = 0; e < n; e++) {
        const trm_Local *local = &system->scatter[k].local[e];
        const int *unknowns = system->scatter[k].unknowns + system->scatter[k].first_unknown[first + e];
        int group = 0;
        if (!trm_jump_strained(jump, k, first + e, &group)) continue;
        double sum = sums[group];
        for (int i = 0; i < 6 * local->node_count; i++)
          if (unknowns[i] >= 0) sum += nu[unknowns[i]] * local->residual[i];
        sums[group] = sum;
      }
}
