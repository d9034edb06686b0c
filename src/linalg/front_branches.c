/* Which subtrees of fronts are branches; sweeps over them. */
#include "linalg/front_branches.h"
#include <stdatomic.h>

/* Numbers in the fronts of a branch, at least: a solution takes some 20 us there, ten times what it costs to hand it
   over. Of all at least this part, so that there are never too many. */
static const double least_numbers = 32768, least_part = 1.0 / 24;

/* Of each front, and (at their number) of all. Subtrees are stretches of fronts that end with their roots. */
typedef struct Subtrees {
  int *first;
  double *weight;
  double least;
} Subtrees;

static trm_Status weigh(Subtrees *subtrees, const trm_FrontTree *tree) {
  int all = tree->count;
  trm_Store *store = tree->memory.store;
  subtrees->first = TRM_STORE_NEW(store, int, all + 1), subtrees->weight = TRM_STORE_NEW(store, double, all + 1);
  if (!subtrees->first || !subtrees->weight) return TRM_NO_MEMORY;
  for (int f = 0; f < all; f++) subtrees->first[f] = f;
  for (int f = 0; f < all; f++) {
    const trm_Front *front = &tree->fronts[f];
    int parent = front->parent < 0 ? all : front->parent;
    subtrees->weight[f] += (double)front->stride * (front->padded + front->boundary);
    subtrees->weight[parent] += subtrees->weight[f];
    if (parent < all && subtrees->first[f] < subtrees->first[parent]) subtrees->first[parent] = subtrees->first[f];
  }
  subtrees->least = least_part * subtrees->weight[all];
  if (subtrees->least < least_numbers) subtrees->least = least_numbers;
  return TRM_OK;
}

/* Branches to be, parents first. */
typedef struct Plan {
  int count;
  trm_FrontBranch of[TRM_MOST_BRANCHES];
} Plan;

/* The subtrees below `root`, neighbours taken together until they are enough; returns how many stretches, at most
   `room`, from the last to the first. What is left over at the beginning stays with the root. */
static int group(const Subtrees *subtrees, int root, trm_FrontBranch *into, int room) {
  int count = 0, last = root - 1;
  double weight = 0;
  for (int child = last; child >= subtrees->first[root] && count < room; child = subtrees->first[child] - 1) {
    weight += subtrees->weight[child];
    if (weight < subtrees->least) continue;
    into[count++] = (trm_FrontBranch){.first = subtrees->first[child], .last = last};
    last = subtrees->first[child] - 1, weight = 0;
  }
  return count;
}

static int heaviest(const Subtrees *subtrees, int root) {
  int best = -1;
  for (int child = root - 1; child >= subtrees->first[root]; child = subtrees->first[child] - 1)
    if (best < 0 || subtrees->weight[child] > subtrees->weight[best]) best = child;
  return best;
}

/* Down from the root to where it branches. */
static void split(Plan *plan, int which, const Subtrees *subtrees, int root) {
  while (root >= 0 && subtrees->weight[root] >= 2 * subtrees->least) {
    trm_FrontBranch *into = plan->of + plan->count;
    int room = TRM_MOST_BRANCHES - plan->count, count = group(subtrees, root, into, room);
    if (count < 2) {
      root = heaviest(subtrees, root);
      continue;
    }
    for (int c = 0; c < count; c++) into[c].parent = which;
    plan->of[which].children = count;
    plan->count += count;
    return;
  }
}

/* Children before parents, and those of one by their fronts: the plan from its end, since stretches that are within
   each other end in this order. */
static int by_last(const trm_FrontBranch *a, const trm_FrontBranch *b) {
  return a->last != b->last ? a->last - b->last : b->first - a->first;
}

static void arrange(trm_FrontBranches *branches, const Plan *plan) {
  int order[TRM_MOST_BRANCHES], place[TRM_MOST_BRANCHES];
  for (int i = 0; i < plan->count; i++) {
    int at = i; /* by insertion: there are few */
    for (; at > 0 && by_last(&plan->of[i], &plan->of[order[at - 1]]) < 0; at--) order[at] = order[at - 1];
    order[at] = i;
  }
  for (int i = 0; i < plan->count; i++) place[order[i]] = i;
  branches->count = plan->count;
  for (int i = 0; i < plan->count; i++) {
    branches->of[i] = plan->of[order[i]];
    if (branches->of[i].parent >= 0) branches->of[i].parent = place[branches->of[i].parent];
  }
}

trm_Status trm_front_branches_make(trm_FrontBranches *branches, const trm_FrontTree *tree) {
  Subtrees subtrees = {0};
  Plan plan = {.count = 1};
  plan.of[0] = (trm_FrontBranch){.first = 0, .last = tree->count - 1, .parent = -1};
  trm_Status status = weigh(&subtrees, tree);
  for (int i = 0; status == TRM_OK && i < plan.count; i++) {
    const trm_FrontBranch *branch = &plan.of[i];
    int root = i == 0 ? tree->count : branch->last;
    /* of neighbours taken together none is worth a branch of its own */
    if (root == tree->count || subtrees.first[root] == branch->first) split(&plan, i, &subtrees, root);
  }
  if (status == TRM_OK) arrange(branches, &plan);
  trm_store_release(tree->memory.store, subtrees.first), trm_store_release(tree->memory.store, subtrees.weight);
  return status;
}

/* ---- sweeps ---- */

/* The fronts of a branch, without those of the branches below. */
static void visit(const trm_FrontBranches *branches, const trm_FrontSweep *sweep, int b) {
  const trm_FrontBranch *branch = &branches->of[b];
  int below[TRM_MOST_BRANCHES], count = 0, end = branch->last;
  for (int c = b - 1; c >= 0 && count < branch->children; c--)
    if (branches->of[c].parent == b) below[count++] = c;
  if (sweep->down)
    for (int k = 0; k < count; k++) {
      const trm_FrontBranch *child = &branches->of[below[k]];
      if (child->last < end) sweep->visit(sweep->self, b, child->last + 1, end);
      end = child->first - 1;
    }
  int first = branch->first;
  if (sweep->down) {
    if (first <= end) sweep->visit(sweep->self, b, first, end);
    return;
  }
  for (int k = count - 1; k >= 0; k--) {
    const trm_FrontBranch *child = &branches->of[below[k]];
    if (first < child->first) sweep->visit(sweep->self, b, first, child->first - 1);
    first = child->last + 1;
  }
  if (first <= end) sweep->visit(sweep->self, b, first, end);
}

/* A sweep by several threads: part p is the p-th branch that became ready. */
typedef struct Shared {
  const trm_FrontBranches *branches;
  const trm_FrontSweep *sweep;
  atomic_int pushed;
  atomic_int ready[TRM_MOST_BRANCHES];   /* 1 + branch, in the order in which they became so; 0: none yet */
  atomic_int waiting[TRM_MOST_BRANCHES]; /* for so many branches below it */
} Shared;

static void push(Shared *shared, int branch) {
  int at = atomic_fetch_add_explicit(&shared->pushed, 1, memory_order_relaxed);
  atomic_store_explicit(&shared->ready[at], 1 + branch, memory_order_release);
}

static void take_part(void *self, int part) {
  Shared *shared = self;
  const trm_FrontBranches *branches = shared->branches;
  int ready;
  for (int turns = 0; (ready = atomic_load_explicit(&shared->ready[part], memory_order_acquire)) == 0;)
    trm_team_pause(&turns);
  int branch = ready - 1, parent = branches->of[branch].parent;
  visit(branches, shared->sweep, branch);
  if (shared->sweep->down) {
    for (int c = branch - 1; c >= 0; c--)
      if (branches->of[c].parent == branch) push(shared, c);
  } else if (parent >= 0 && atomic_fetch_sub_explicit(&shared->waiting[parent], 1, memory_order_acq_rel) == 1) {
    push(shared, parent);
  }
}

void trm_front_branches_sweep(const trm_FrontBranches *branches, trm_Team *team, const trm_FrontSweep *sweep) {
  int count = branches->count;
  if (count <= 1 || trm_team_size(team) == 1) {
    for (int i = 0; i < count; i++) visit(branches, sweep, sweep->down ? count - 1 - i : i);
    return;
  }
  Shared shared = {.branches = branches, .sweep = sweep};
  for (int b = 0; b < count; b++) {
    atomic_init(&shared.waiting[b], branches->of[b].children);
    if (sweep->down ? branches->of[b].parent < 0 : branches->of[b].children == 0) push(&shared, b);
  }
  trm_team_run(team, count, take_part, &shared);
}
