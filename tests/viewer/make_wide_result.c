/* make_wide_result FILE ROWS BODIES: a result file of bodies that move somehow, written without computing anything, to
   see how large results are read. A body has 28 channels, as a link of a chain has.
   make_wide_result run MODEL [FILE]: runs a model, with a result file or without one, and prints the most memory (kB)
   that the process has had: the two differ by what output takes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "io/result.h"
#include "trammel/trammel.h"

static const char *const quantities[] = {"position.x",
                                         "position.y",
                                         "position.z",
                                         "quaternion.w",
                                         "quaternion.x",
                                         "quaternion.y",
                                         "quaternion.z",
                                         "velocity.x",
                                         "velocity.y",
                                         "velocity.z",
                                         "acceleration.x",
                                         "acceleration.y",
                                         "acceleration.z",
                                         "angular-velocity.x",
                                         "angular-velocity.y",
                                         "angular-velocity.z",
                                         "angle",
                                         "angle.rate",
                                         "force.x",
                                         "force.y",
                                         "force.z",
                                         "moment.x",
                                         "moment.y",
                                         "moment.z",
                                         "drive",
                                         "energy",
                                         "momentum",
                                         "power"};
enum { EACH = sizeof quantities / sizeof *quantities };

static trm_Channel *name_channels(int bodies) {
  trm_Channel *channels = calloc((size_t)bodies * EACH, sizeof *channels);
  for (int b = 0; channels && b < bodies; b++)
    for (int q = 0; q < EACH; q++) {
      char *name = malloc(48);
      if (name) snprintf(name, 48, "link%d.%s", b, quantities[q]);
      channels[b * EACH + q] = (trm_Channel){name, "1"};
    }
  return channels;
}

static char *write_geometry(int bodies) {
  size_t room = 1000 + 400 * (size_t)bodies, used = 0;
  char *text = malloc(room);
  if (!text) return NULL;
  used +=
      (size_t)snprintf(text, room,
                       "{\"gravity\": [0, 0, -9.81], \"size\": 10, \"planar\": false, \"ground\": {\"shapes\": []}, "
                       "\"sections\": [], \"beams\": [], \"markers\": [], \"joints\": [], \"springs\": [], "
                       "\"loads\": [], \"bodies\": [");
  for (int b = 0; b < bodies; b++)
    used += (size_t)snprintf(text + used, room - used,
                             "%s{\"name\": \"link%d\", \"node\": %d, \"mass\": 1, \"point\": false, \"position\": "
                             "[%d, 0, 0], \"axes\": [1, 0, 0, 0, 1, 0, 0, 0, 1], \"euler\": [1, 0, 0, 0, 1, 0, 0, 0, "
                             "1], \"block\": [1, 0.1, 0.1], \"block_axes\": [1, 0, 0, 0, 1, 0, 0, 0, 1], \"trail\": "
                             "false, \"shapes\": []}",
                             b ? ", " : "", b, b + 1, b);
  snprintf(text + used, room - used, "]}");
  return text;
}

/* of this program alone (ru_maxrss begins with that of the process which started it); -1: not to be known */
static long most_memory(void) {
  char line[200];
  long most = -1;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && most < 0 && fgets(line, sizeof line, status))
    if (strncmp(line, "VmHWM:", 6) == 0) most = atol(line + 6);
  if (status) fclose(status);
  return most;
}

static int run(const char *path, const char *output) {
  trm_Spec *spec = trm_spec_read(path, NULL);
  trm_Model *model = spec ? trm_model_build(spec, NULL) : NULL;
  trm_Simulation *simulation = model ? trm_simulation_new(model, NULL) : NULL;
  trm_RunOptions options = trm_run_default();
  options.output = output, options.overwrite = true;
  trm_Status status = simulation ? trm_run(simulation, spec, &options, NULL) : TRM_BAD_ARGUMENT;
  printf("%ld\n", most_memory());
  trm_simulation_free(simulation);
  trm_model_free(model);
  trm_spec_free(spec);
  return status == TRM_OK ? 0 : 1;
}

int main(int count, char **arguments) {
  if (count >= 3 && strcmp(arguments[1], "run") == 0) return run(arguments[2], arguments[3]);
  if (count != 4) return 2;
  long rows = atol(arguments[2]);
  int bodies = atoi(arguments[3]), channels = bodies * EACH;
  char *geometry = write_geometry(bodies);
  double *row = malloc((size_t)channels * sizeof *row);
  trm_ResultHead head = {.program_version = "0", .title = "Wide", .model = "", .geometry = geometry, .rows = rows};
  head.channels = name_channels(bodies), head.channel_count = channels;
  if (!geometry || !row || !head.channels) return 1;
  trm_ResultWriter *writer = trm_result_create(arguments[1], true, &head, NULL);
  for (long i = 0; writer && i < rows; i++) {
    double t = 1e-3 * (double)i, wave = sin(t);
    for (int c = 0; c < channels; c++) row[c] = wave + 1e-3 * c;
    if (trm_result_append(writer, t, row) != TRM_OK) return 1;
  }
  if (!writer || trm_result_commit(writer, NULL, NULL) != TRM_OK) return 1;
  return trm_result_close(writer, "finished") == TRM_OK ? 0 : 1;
}
