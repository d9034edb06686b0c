/* Energy terms of the elements over a short pair about the instant (theory.md, "Index 1"). */
#include "system/powers.h"
#include <math.h>
#include "element/frame.h"
#include "math/vec3.h"

trm_Status trm_powers_new(trm_Powers *powers, const trm_System *system, trm_Arena *arena) {
  int configuration = trm_configuration_size(system->model), coordinates = system->model->coordinate_count;
  powers->system = system;
  powers->q_i = TRM_ARENA_NEW(arena, double, configuration), powers->q_f = TRM_ARENA_NEW(arena, double, configuration);
  powers->dq = TRM_ARENA_NEW(arena, double, configuration);
  powers->turn = TRM_ARENA_NEW(arena, double, 3 * system->model->node_count);
  powers->x_i = TRM_ARENA_NEW(arena, double, coordinates), powers->x_f = TRM_ARENA_NEW(arena, double, coordinates);
  powers->z_i = TRM_ARENA_NEW(arena, double, system->model->on_joints.law_state_count);
  return arena->failed ? TRM_NO_MEMORY : TRM_OK;
}

/* Of the model's size, and rad: differences are central, so that the curvature of a motion so short is near 1e-11 of a
   power, as is round-off, which order 8 multiplies by 13 (the sum of the sizes of its weights). */
static const double short_way = 4e-6;

/* A time in which nothing moves by more than that. */
static double short_time(const trm_Model *model, const trm_Instant *now, double longest) {
  double way = 0, turn = 0, speed;
  for (int i = 0; i < 3 * model->node_count; i++) way = (speed = fabs(now->w[i])) > way ? speed : way;
  for (int i = 3 * model->node_count; i < trm_configuration_size(model); i++)
    turn = (speed = fabs(now->w[i])) > turn ? speed : turn;
  return short_way / fmax(short_way / longest, fmax(way / model->size, turn));
}

void trm_powers_at(const trm_Powers *powers, const trm_Instant *now, const double *lambda, const double *z_dot,
                   trm_Terms *out) {
  const trm_Model *model = powers->system->model;
  double h = short_time(model, now, powers->longest);
  for (int i = 0; i < trm_configuration_size(model); i++) {
    powers->dq[i] = h * now->w[i];
    powers->q_i[i] = now->q[i] - 0.5 * powers->dq[i], powers->q_f[i] = now->q[i] + 0.5 * powers->dq[i];
  }
  for (int t = 0; t < model->node_count; t++) {
    int d = trm_triad_at(model, t);
    trm_triad_omega(now->q + d, now->w + d, powers->turn + 3 * t);
    for (int n = 0; n < 3; n++) powers->turn[3 * t + n] *= h;
  }
  for (int c = 0; c < model->coordinate_count; c++) {
    powers->x_i[c] = now->x[c] - 0.5 * h * now->x_rate[c];
    powers->x_f[c] = now->x[c] + 0.5 * h * now->x_rate[c];
  }
  for (int z = 0; z < model->on_joints.law_state_count && now->z; z++) powers->z_i[z] = now->z[z] - 0.5 * h * z_dot[z];
  trm_Pair pair = {.t_i = now->t - 0.5 * h,
                   .layout = now->layout,
                   .dropped = now->dropped,
                   .inputs = now->inputs,
                   .h = h,
                   .at_once = true,
                   .q_i = powers->q_i,
                   .q_f = powers->q_f,
                   .q_m = now->q,
                   .dq = powers->dq,
                   .w_i = now->w,
                   .w_f = now->w,
                   .turn = powers->turn,
                   .x_i = powers->x_i,
                   .x_f = powers->x_f,
                   .lambda = lambda,
                   .scale = now->scale,
                   .z_i = now->z ? powers->z_i : NULL,
                   .held = now->z};
  trm_system_works(powers->system, &pair, out);
  out->load_work /= h, out->drive_work /= h, out->dissipated /= h, out->constraint_work /= h;
}
