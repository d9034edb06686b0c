/* How the model stands in the world: bodies that nothing holds, gravity that is missing. */
#include <math.h>
#include "analysis/find.h"
#include "base/groups.h"
#include "element/joint_table.h"
#include "element/law.h"

/* ---- bodies that nothing holds ---- */

/* What takes part in it; what has a velocity, a blow or a load that goes by the motion is meant to be there. */
enum { PUSHED = 1, MEANT = 2, TOLD = 4 };

/* Parts that joints, springs and bushings connect. */
typedef struct Parts {
  int *group;         /* per node */
  int *size;          /* of a group, at its first node */
  unsigned *acted_on; /* per node: PUSHED, MEANT */
} Parts;

static void join(Parts *parts, int a, int b) {
  parts->group[trm_group_of(parts->group, a)] = trm_group_of(parts->group, b);
}

static void connect_parts(const trm_Model *model, Parts *parts) {
  for (int n = 0; n < model->node_count; n++) parts->group[n] = n;
  for (int j = 0; j < model->joint_count; j++)
    join(parts, model->joints[j].side[0].node, model->joints[j].side[1].node);
  for (int s = 0; s < model->forces.spring_count; s++)
    join(parts, model->forces.springs[s].side[0].node, model->forces.springs[s].side[1].node);
  for (int b = 0; b < model->beam_count; b++)
    for (int n = 1; n < model->beams[b].node_count; n++)
      join(parts, model->beams[b].nodes[n], model->beams[b].nodes[0]);
  for (int l = 0; l < model->forces.load_count; l++)
    parts->acted_on[model->forces.loads[l].marker.node] |= model->forces.loads[l].named ? MEANT : PUSHED;
  for (int l = 0; l < model->mesh.load_count; l++)
    parts->acted_on[model->beams[model->mesh.loads[l].beam].nodes[0]] |= model->mesh.loads[l].named ? MEANT : PUSHED;
  for (int m = 0; m < model->start.motion_count; m++) parts->acted_on[model->start.motions[m].node] |= MEANT;
  for (int e = 0; e < model->analyses.events.count; e++)
    if (model->analyses.events.items[e].strikes) parts->acted_on[model->analyses.events.items[e].struck.node] |= MEANT;
  for (int n = 0; n < model->node_count; n++) parts->size[trm_group_of(parts->group, n)]++;
}

/* marks groups in which something acts or moves at the start */
static void spread_acts(const trm_Model *model, Parts *parts) {
  for (int n = 0; n < model->node_count; n++) parts->acted_on[trm_group_of(parts->group, n)] |= parts->acted_on[n];
}

static bool falls(const trm_Model *model) {
  return model->space.gravity[0] != 0 || model->space.gravity[1] != 0 || model->space.gravity[2] != 0;
}

/* The group of a node is held by nothing: no ground, no velocity; and no load, but where it falls beside others that
   the ground holds (what only loads act on is a vehicle if it is all there is). A group is told once. */
static bool is_loose(const trm_Model *model, Parts *parts, int node) {
  int group = trm_group_of(parts->group, node), ground = trm_group_of(parts->group, 0);
  unsigned *acts = &parts->acted_on[group];
  bool beside = falls(model) && parts->size[ground] > 1;
  if (group == ground || (*acts & (MEANT | TOLD)) || (*acts & PUSHED && !beside)) return false;
  if (parts->size[group] > 1 && !falls(model)) return false;
  *acts |= TOLD;
  return true;
}

static void find_loose(const trm_Examined *examined, Parts *parts) {
  const trm_Model *model = examined->model;
  const char *what = falls(model) ? "will fall freely" : "will stay where it is";
  for (int b = 0; b < model->body_count; b++) {
    const trm_Body *body = &model->bodies[b];
    int group = trm_group_of(parts->group, body->node);
    if (is_loose(model, parts, body->node))
      trm_found(examined, TRM_FIND_UNCONNECTED, body->place,
                parts->acted_on[group] & PUSHED
                    ? "body \"%s\", with what is joined to it, is held by nothing: loads act on it, but no joint or "
                      "spring leads to the ground, and no velocity is given; it %s"
                : parts->size[group] == 1
                    ? "body \"%s\" is connected with nothing: no joint, spring or load names it, and no velocity is "
                      "given; it %s"
                    : "body \"%s\" and what is joined to it are connected with nothing else: no joint or spring holds "
                      "them, no load acts, and no velocity is given; it %s",
                body->name, what);
  }
  for (int b = 0; b < model->beam_count; b++)
    if (is_loose(model, parts, model->beams[b].nodes[0]))
      trm_found(examined, TRM_FIND_UNCONNECTED, model->beams[b].place,
                "beam \"%s\" is connected with nothing: no joint or spring holds it%s, and no velocity is given; it %s",
                model->beams[b].name,
                parts->acted_on[trm_group_of(parts->group, model->beams[b].nodes[0])] & PUSHED ? "" : ", no load acts",
                what);
}

void trm_find_unconnected(const trm_Examined *examined) {
  const trm_Model *model = examined->model;
  trm_Arena arena = {0};
  Parts parts = {TRM_ARENA_NEW(&arena, int, model->node_count), TRM_ARENA_NEW(&arena, int, model->node_count),
                 TRM_ARENA_NEW(&arena, unsigned, model->node_count)};
  if (trm_examined_good(examined, arena.failed ? TRM_NO_MEMORY : TRM_OK) && model->forces.user_count == 0) {
    connect_parts(model, &parts);
    spread_acts(model, &parts);
    find_loose(examined, &parts);
  }
  trm_arena_free(&arena);
}

/* ---- gravity ---- */

/* does anything set the model in motion, or load it? */
static bool is_driven(const trm_Model *model) {
  if (model->forces.load_count > 0 || model->mesh.load_count > 0 || model->forces.user_count > 0) return true;
  if (model->start.motion_count > 0 || model->inputs.count > 0 || model->forces.signals.count > 0) return true;
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++) {
      const trm_Laws *laws = &model->joints[j].laws[c];
      if (laws->drive || laws->drive_rate) return true;
      if (laws->def && trm_given(laws->def, offsetof(trm_CoordinateDef, rate))) return true;
      TRM_EACH_LAW(law, laws) if (law->kind->supplies) return true;
    }
  return false;
}

/* of the model's size, rad: a spring that is so far from where it is relaxed is stretched */
static const double stretched = 1e-6;

/* A law that stores energy, at the start: is its force there some of what it is `unit` away? */
static bool pulls(const trm_Law *law, double start, double unit) {
  double force[3], z[TRM_LAW_STATES] = {0};
  for (int i = 0; i < 3; i++) {
    trm_LawInstant there = {.x = start + unit * (i - 1), .z = z};
    force[i] = fabs(law->kind->instant(law->data, &there, NULL));
  }
  return force[1] > stretched * fmax(force[0], force[2]);
}

/* is there something that a spring moves without gravity: one that is stretched at the start? */
static bool is_stretched(const trm_Model *model) {
  for (int s = 0; s < model->forces.spring_count; s++) {
    const trm_SpringDamper *spring = &model->forces.springs[s];
    double by = trm_spring_length(model, spring) - spring->free_length;
    if (spring->force || fabs(by) > stretched * model->size) return true;
  }
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++) {
      const trm_Laws *laws = &model->joints[j].laws[c];
      double unit = model->joints[j].kind->coordinates[c].angular ? 1 : model->size;
      TRM_EACH_LAW(law, laws) {
        trm_LawSizes sizes = law->kind->sizes ? law->kind->sizes(law->data) : (trm_LawSizes){0};
        if (fabs(laws->def->start - sizes.free) > stretched && sizes.stiffness > 0) return true;
        if (law->kind->stored && law->kind->state_count == 0 && pulls(law, laws->def->start, unit)) return true;
      }
    }
  return false;
}

void trm_find_gravity(const trm_Examined *examined) {
  const trm_Model *model = examined->model;
  const double *gravity = model->space.gravity;
  bool moves = false, weighs = gravity[0] != 0 || gravity[1] != 0 || gravity[2] != 0; /* -0 is none either */
  for (int i = 0; i < model->analyses.count; i++) {
    int type = model->analyses.items[i]->type;
    moves = moves || type == TRM_ANALYSIS_DYNAMIC || type == TRM_ANALYSIS_STATIC;
  }
  if (!moves || weighs || is_driven(model) || is_stretched(model)) return;
  trm_found(examined, TRM_FIND_NO_GRAVITY, TRM_NO_PLACE,
            "no gravity is written, and no load, drive or velocity moves the model: if it stands on earth, add "
            "`gravity: [0, -9.81, 0]`, or along the axis that points down");
}
