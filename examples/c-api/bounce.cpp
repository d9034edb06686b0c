/* A ball that falls onto a floor of this program's making: a force that acts below it, and an event at each touch-down; the fourth ends the run.

     c++ bounce.cpp $(pkg-config --cflags --libs trammel) -o bounce && ./bounce */
#include <cmath>
#include <cstdio>
#include <vector>
#include <trammel/trammel.h>

static const double stiffness = 2e4; // N/m
static const char model[] = "trammel: 1\ngravity: [0, -9.81, 0]\nbodies: {ball: {mass: 0.5, position: [0, 1, 0]}}\n"
                            "analysis: {until: 10, step: 1e-3}\n";

// pushes up where the ball is below 0
static bool floor_force(const trm_ForceState *state, double *forces, void *) {
  double depth = -state->nodes[0].position[1];
  if (depth > 0) forces[1] = stiffness * depth;
  return true;
}

static double height(trm_Simulation *simulation, void *) {
  double value;
  trm_simulation_channel_value(simulation, trm_simulation_find_channel(simulation, "ball.position.y"), &value);
  return value;
}

static bool touches(trm_Simulation *simulation, void *user) {
  auto *times = static_cast<std::vector<double> *>(user);
  times->push_back(trm_simulation_time(simulation));
  std::printf("touches the floor at %.4f s\n", times->back());
  return times->size() < 4;
}

int main() {
  if (!TRM_VERSION_FITS()) return std::fprintf(stderr, "the library is %s\n", trm_version()), 1;
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_parse("ball", model, sizeof model - 1, diagnostics);
  trm_Model *built = spec ? trm_model_build(spec, diagnostics) : nullptr;
  trm_Simulation *simulation = built ? trm_simulation_new(built, diagnostics) : nullptr;
  std::vector<double> times;
  const char *const nodes[] = {"ball"};
  trm_Force force = trm_force_default();
  force.name = "floor", force.node_count = 1, force.nodes = nodes, force.force = floor_force;
  trm_Event event = trm_event_default();
  event.name = "touch-down", event.direction = -1, event.value = height, event.reached = touches, event.user = &times;
  bool good = simulation && trm_simulation_add_force(simulation, &force, diagnostics) == TRM_OK &&
              trm_simulation_add_event(simulation, &event, diagnostics) == TRM_OK;
  while (good && trm_simulation_step(simulation) == TRM_OK) {}
  double first = std::sqrt(2 / 9.81); // s
  good = good && times.size() == 4 && std::fabs(times[0] - first) < 1e-9;
  if (good)
    std::printf("first one late by %.0e s\n", std::fabs(times[0] - first) < 1e-9 ? 0.0 : times[0] - first);
  else if (char *text = trm_diagnostics_text(diagnostics))
    std::fputs(text, stderr), trm_free(text);
  trm_simulation_free(simulation);
  trm_model_free(built);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
  return good ? 0 : 1;
}
