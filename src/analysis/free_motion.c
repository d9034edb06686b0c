/* From a velocity of the model to words: which part moves or turns fastest, along or about what, by which joint. */
#include "analysis/free_motion.h"
#include <math.h>
#include "math/vec3.h"
#include "model/part_text.h"
#include "system/instant.h"

/* displacement and rotation of a node; lengths in units of the model's size */
typedef struct NodeMotion {
  double move[3], turn[3];
} NodeMotion;

static NodeMotion node_motion(const trm_System *system, int node, const double *nu) {
  NodeMotion out;
  int unknowns[6];
  trm_node_unknowns(system->model, &system->numbering, node, unknowns);
  for (int n = 0; n < 3; n++) {
    out.move[n] = unknowns[n] < 0 ? 0 : nu[unknowns[n]] / system->model->size;
    out.turn[n] = unknowns[3 + n] < 0 ? 0 : nu[unknowns[3 + n]];
  }
  return out;
}

/* "about z", "along -x", or "about (0.6, 0.8, 0)" */
static void direction_text(const char *word, const double v[3], trm_Text *text) {
  static const char *const axes[3] = {"x", "y", "z"};
  double size = trm_norm(v);
  for (int n = 0; n < 3; n++)
    if (fabs(v[n]) > 0.999 * size) {
      trm_text_format(text, " %s %s", word, axes[n]);
      return;
    }
  trm_text_format(text, " %s (%.3g, %.3g, %.3g)", word, v[0] / size, v[1] / size, v[2] / size);
}

/* The fastest coordinate of a joint in the motion whose velocities stand in scratch->w; 0 and -1 when it has none. */
static double joint_rate(const trm_Layout *layout, const trm_State *scratch, int j, int *coordinate) {
  const trm_Model *model = layout->model;
  const trm_Joint *joint = &layout->joints[j];
  trm_Instant now = {.layout = layout, .q = scratch->q, .w = scratch->w, .x = scratch->x, .scale = 1};
  double rate[TRM_JOINT_COORDINATES] = {0}, largest = 0;
  *coordinate = -1;
  trm_joint_rates(model, joint, &now, NULL, rate, NULL);
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    double speed = fabs(rate[c]) / (joint->kind->coordinates[c].angular ? 1 : model->size);
    if (speed > largest) largest = speed, *coordinate = c;
  }
  return largest;
}

/* Of the fastest part, which is to be named with the joint that lets it move: slower joints do not; one without
   coordinates counts as if it had this rate, so that it is named where no other moves. Of the largest motion: bodies
   that have less do not take part. Of velocities of the size 1 (over the model's size, rad): none. Chosen; they only
   choose words. */
static const double slowest_joint = 1e-6, without_coordinates = 1e-3, moves_along = 1e-7, no_rate = 1e-9;

void trm_motion_text(const trm_System *system, trm_State *scratch, const double *nu, const char *const verb[2],
                     trm_Text *text) {
  const trm_Model *model = system->model;
  double turn = 0, move = 0;
  int turning = 0, moving = 0;
  for (int n = 1; n < model->node_count; n++) {
    NodeMotion motion = node_motion(system, n, nu);
    if (trm_norm(motion.turn) > turn) turn = trm_norm(motion.turn), turning = n;
    if (trm_norm(motion.move) > move) move = trm_norm(motion.move), moving = n;
  }
  bool turns = turn > 0.1 * move;
  int node = turns ? turning : moving;
  NodeMotion motion = node_motion(system, node, nu);
  char part[200];
  trm_part_text(model, model->nodes[node].name, part, sizeof part);
  trm_text_format(text, "%s %s", part, verb[turns ? 0 : 1]);
  if (turns || move > 0) direction_text(turns ? "about" : "along", turns ? motion.turn : motion.move, text);
  trm_state_set_velocity(system, scratch, nu);
  double fastest = slowest_joint * fmax(turn, move);
  int held = -1;
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &system->layout->joints[j];
    int coordinate;
    if (joint->side[0].node != node && joint->side[1].node != node) continue;
    double rate = joint->kind->coordinate_count ? joint_rate(system->layout, scratch, j, &coordinate)
                                                : without_coordinates * fmax(turn, move);
    if (rate > 1.001 * fastest) fastest = rate, held = j;
  }
  if (held >= 0) trm_text_format(text, " (joint \"%s\")", system->layout->joints[held].name);
}

void trm_moving_bodies(const trm_System *system, const double *nu, trm_Text *text) {
  const trm_Model *model = system->model;
  double largest = 0;
  for (int pass = 0, named = 0; pass < 2; pass++)
    for (int b = 0; b < model->body_count; b++) {
      NodeMotion motion = node_motion(system, model->bodies[b].node, nu);
      double size = fmax(trm_norm(motion.move), trm_norm(motion.turn));
      if (pass == 0)
        largest = fmax(largest, size);
      else if (size > moves_along * largest)
        trm_text_format(text, "%s\"%s\"", named++ ? ", " : "", model->bodies[b].name);
    }
}

void trm_moving_coordinate(const trm_System *system, trm_State *scratch, const double *nu, trm_Text *text) {
  const trm_Model *model = system->model;
  trm_state_set_velocity(system, scratch, nu);
  double fastest = 0, best = 0;
  int joint = -1, coordinate = -1, c;
  for (int j = 0; j < model->joint_count; j++) fastest = fmax(fastest, joint_rate(system->layout, scratch, j, &c));
  for (int j = 0; j < model->joint_count; j++) { /* a joint with the ground is the natural place of a motor */
    bool grounded = system->layout->joints[j].side[0].node == 0 || system->layout->joints[j].side[1].node == 0;
    double rate = joint_rate(system->layout, scratch, j, &c) * (grounded ? 10 : 1);
    if (c >= 0 && rate > 1.001 * best && rate > 0.1 * fastest) best = rate, joint = j, coordinate = c;
  }
  if (joint < 0 || fastest < no_rate) return;
  trm_text_format(text, "%s of joint \"%s\"", system->layout->joints[joint].kind->coordinates[coordinate].name,
                  system->layout->joints[joint].name);
}
