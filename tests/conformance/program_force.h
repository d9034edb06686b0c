/* A force of a program that depends on all that it is given: between nodes linear in places and velocities, with drag
   that grows with the cube of the speed, moments by omega and by the axes, and a factor that varies in time. */
#ifndef TRM_TEST_PROGRAM_FORCE_H
#define TRM_TEST_PROGRAM_FORCE_H

#include <math.h>
#include <stdbool.h>
#include "math/vec3.h"
#include "trammel/trammel.h"

typedef struct ProgramForce {
  double stiffness, damping, drag, turning, lifting, frequency;
  int calls;
} ProgramForce;

static inline double program_factor(const ProgramForce *law, double t) { return 1 + 0.5 * sin(law->frequency * t); }

static inline bool program_force(const trm_ForceState *state, double *forces, void *user) {
  ProgramForce *law = (ProgramForce *)user;
  double factor = program_factor(law, state->time);
  static const double up[3] = {0.3, -0.2, 1};
  law->calls++;
  for (int a = 0; a < state->node_count; a++) {
    const trm_ForceNode *node = &state->nodes[a], *next = &state->nodes[(a + 1) % state->node_count];
    double *force = forces + 6 * a, *moment = force + 3, axis[3] = {node->axes[0], node->axes[3], node->axes[6]};
    double speed = trm_dot(node->velocity, node->velocity), lift[3];
    trm_cross(lift, axis, up);
    for (int n = 0; n < 3; n++) {
      force[n] =
          factor * (law->stiffness * (next->position[n] - 0.5 * node->position[n]) +
                    law->damping * (next->velocity[n] - node->velocity[n]) - law->drag * speed * node->velocity[n]);
      moment[n] = factor * (law->lifting * lift[n] - law->turning * node->omega[n]);
    }
  }
  return true;
}

static inline bool program_tangent(const trm_ForceState *state, double *derivative, void *user) {
  const ProgramForce *law = (const ProgramForce *)user;
  double factor = program_factor(law, state->time);
  static const double up[3] = {0.3, -0.2, 1};
  int columns = 12 * state->node_count;
  for (int a = 0; a < state->node_count; a++) {
    const trm_ForceNode *node = &state->nodes[a];
    int next = (a + 1) % state->node_count;
    double speed = trm_dot(node->velocity, node->velocity), axis[3] = {node->axes[0], node->axes[3], node->axes[6]};
    for (int n = 0; n < 3; n++) {
      double *row = derivative + columns * (6 * a + n), *turn = derivative + columns * (6 * a + 3 + n) + 12 * a;
      row[12 * next + n] += factor * law->stiffness, row[12 * a + n] -= 0.5 * factor * law->stiffness;
      row[12 * next + 6 + n] += factor * law->damping, row[12 * a + 6 + n] -= factor * law->damping;
      row[12 * a + 6 + n] -= factor * law->drag * speed;
      for (int m = 0; m < 3; m++) row[12 * a + 6 + m] -= factor * law->drag * 2 * node->velocity[n] * node->velocity[m];
      turn[9 + n] -= factor * law->turning;
    }
    for (int m = 0; m < 3; m++) { /* (dpsi x axis) x up */
      double unit[3] = {m == 0, m == 1, m == 2}, turned[3], lift[3];
      trm_cross(turned, unit, axis);
      trm_cross(lift, turned, up);
      for (int n = 0; n < 3; n++)
        derivative[columns * (6 * a + 3 + n) + 12 * a + 3 + m] += factor * law->lifting * lift[n];
    }
  }
  return true;
}

#endif
