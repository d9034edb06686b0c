/* An arm on a motor, brought to an angle and held there by a controller outside of the model: the model is built in code, moved
   step by step; between steps the program reads the angle and sets the voltage.

     cc motor.c $(pkg-config --cflags --libs trammel) -o motor && ./motor */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <trammel/trammel.h>

static const double target = 1.0;                                  /* rad above the horizontal */
static const double proportional = 100, integral = 150, rate = 14; /* V/rad, V/(rad s), V s/rad */
static const double most = 24;                                     /* V */

/* what went wrong, in words, and the end of the program */
static void fail(trm_Diagnostics *diagnostics) {
  char *text = trm_diagnostics_text(diagnostics);
  fputs(text ? text : "out of memory\n", stderr);
  trm_free(text);
  exit(EXIT_FAILURE);
}

static trm_Spec *build_spec(trm_Diagnostics *diagnostics) {
  static const struct {
    const char *path, *value;
  } entries[] = {
      {"trammel", "1"},
      {"title", "Arm on a motor"},
      {"gravity", "[0, -9.81, 0]"},
      {"inputs/voltage", "0"},
      {"bodies/arm", "{mass: 1.5, inertia: [0.001, 0.05, 0.05], position: [0.3, 0, 0]}"},
      {"joints/hinge", "{type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1]}"},
      /* a motor of 0.6 N m/A and 0.6 V s/rad with 1.2 ohm in its winding */
      {"joints/hinge/coordinates/phi/force", "0.6*(voltage - 0.6*rate)/1.2"},
      {"analysis", "{until: 3, step: 0.01, output: 0.01}"},
  };
  trm_Spec *spec = trm_spec_new();
  for (size_t i = 0; spec && i < sizeof entries / sizeof *entries; i++)
    if (trm_spec_set(spec, entries[i].path, entries[i].value, diagnostics) != TRM_OK) fail(diagnostics);
  return spec;
}

/* the voltage for the state that was reached */
static double control(double angle, double speed, double *sum, double h) {
  double error = target - angle;
  *sum += error * h;
  double voltage = proportional * error + integral * *sum - rate * speed;
  return fmax(-most, fmin(most, voltage));
}

static trm_Status hold(trm_Simulation *simulation, double *values) {
  int angle = trm_simulation_find_channel(simulation, "hinge.phi");
  int speed = trm_simulation_find_channel(simulation, "hinge.phi.rate");
  int voltage = trm_simulation_find_input(simulation, "voltage");
  trm_Status status = TRM_OK;
  double sum = 0;
  printf("%5s %12s %12s %12s\n", "s", "rad", "rad/s", "V");
  for (int step = 0; status == TRM_OK; step++) {
    status = trm_simulation_channels(simulation, values);
    if (status != TRM_OK) break;
    double set = control(values[angle], values[speed], &sum, trm_simulation_step_size(simulation));
    trm_simulation_set_input(simulation, voltage, set);
    if (step % 25 == 0)
      printf("%5.2f %12.8f %12.8f %12.8f\n", trm_simulation_time(simulation), values[angle], values[speed], set);
    status = trm_simulation_step(simulation);
  }
  return status == TRM_FINISHED ? TRM_OK : status;
}

int main(void) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = build_spec(diagnostics);
  if (!diagnostics || !spec) return EXIT_FAILURE;
  trm_Model *model = trm_model_build(spec, diagnostics);
  trm_Simulation *simulation = model ? trm_simulation_new(model, diagnostics) : NULL;
  if (!simulation) fail(diagnostics);
  double *values = (double *)calloc((size_t)trm_simulation_channel_count(simulation), sizeof *values);
  trm_Status status = values ? hold(simulation, values) : TRM_NO_MEMORY;
  if (status != TRM_OK)
    fprintf(stderr, "%s: %s\n", trm_status_text(status), trm_simulation_failure(simulation));
  else {
    const trm_Ledger *ledger = &trm_simulation_summary(simulation)->ledger;
    double error = target - values[trm_simulation_find_channel(simulation, "hinge.phi")];
    printf("work of the motor %.6f J, energy residual %.0e J, angle short by %.1e rad\n", ledger->load_work,
           fabs(ledger->residual) < 1e-9 ? 0 : ledger->residual, error);
  }
  free(values);
  trm_simulation_free(simulation);
  trm_model_free(model);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
  return status == TRM_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
