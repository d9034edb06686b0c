/* make_large_result FILE ROWS BEAMS ELEMENTS: a result file of waving beams, written without computing anything, to see
   how large results are shown. Order 3: 3 ELEMENTS + 1 nodes a beam. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "io/result.h"

enum { ORDER = 3, KINDS = 8 };

typedef struct Wave {
  int beams, elements, nodes, stations;
  double *span, *reference, *quaternion, *corner;
} Wave;

static double place(const Wave *wave, int node) { return 10.0 * node / (wave->nodes - 1); }

static void make_reference(Wave *wave) {
  wave->span = calloc((size_t)wave->nodes, sizeof(double));
  wave->reference = calloc(3 * (size_t)wave->nodes, sizeof(double));
  wave->quaternion = calloc(4 * (size_t)wave->nodes, sizeof(double));
  wave->corner = calloc(4 * (size_t)wave->stations, sizeof(double));
  for (int n = 0; n < wave->nodes; n++) {
    wave->span[n] = wave->reference[3 * n] = place(wave, n);
    wave->quaternion[4 * n] = 1;
  }
  for (int s = 0; s < wave->stations; s++) wave->corner[4 * s] = 1;
}

/* a travelling wave with some noise, as computed numbers have */
static double *put_beam(const Wave *wave, int beam, double t, double *out) {
  double *position = out, *quaternion = position + 3 * wave->nodes, *force = quaternion + 4 * wave->nodes,
         *strain = force + 6 * wave->stations;
  for (int n = 0; n < wave->nodes; n++) {
    double x = place(wave, n), angle = 0.3 * cos(x - 5 * t);
    position[3 * n] = x + 1e-4 * sin(97 * x + 13 * t);
    position[3 * n + 1] = 0.3 * sin(x - 5 * t) + 0.05 * sin(7 * x + 31 * t);
    position[3 * n + 2] = 0.2 * beam + 0.1 * sin(0.7 * x + 3 * t);
    quaternion[4 * n] = cos(angle / 2), quaternion[4 * n + 1] = quaternion[4 * n + 2] = 0;
    quaternion[4 * n + 3] = sin(angle / 2);
  }
  for (int s = 0; s < 6 * wave->stations; s++) {
    force[s] = 1000 * sin(0.01 * s + 6 * t) + 10 * sin(3.7 * s + 101 * t);
    strain[s] = 1e-6 * force[s];
  }
  return strain + 6 * wave->stations;
}

static void add(trm_ResultArray *array, const char *owner, const char *name, int rank, const int *sizes,
                const double *values) {
  *array =
      (trm_ResultArray){.group = "beams", .owner = owner, .name = name, .unit = "1", .rank = rank, .values = values};
  for (int i = 0; i < rank; i++) array->sizes[i] = sizes[i];
  array->single = !values && strcmp(name, "position") != 0;
}

static void list_arrays(const Wave *wave, int beam, trm_ResultArray *fixed, trm_ResultArray *moving) {
  char *owner = malloc(32);
  int nodes[2] = {wave->nodes, 3}, turns[2] = {wave->nodes, 4}, stations[3] = {wave->elements, ORDER + 1, 6},
      corners[3] = {wave->elements, ORDER + 1, 4};
  snprintf(owner, 32, "wave%d", beam);
  add(&fixed[0], owner, "span", 1, nodes, wave->span);
  add(&fixed[1], owner, "reference_position", 2, nodes, wave->reference);
  add(&fixed[2], owner, "reference_quaternion", 2, turns, wave->quaternion);
  add(&fixed[3], owner, "station_quaternion", 3, corners, wave->corner);
  add(&moving[0], owner, "position", 2, nodes, NULL);
  add(&moving[1], owner, "quaternion", 2, turns, NULL);
  add(&moving[2], owner, "force", 3, stations, NULL);
  add(&moving[3], owner, "strain", 3, stations, NULL);
}

static void write_geometry(const Wave *wave, char *out, size_t size) {
  size_t used = (size_t)snprintf(
      out, size,
      "{\"gravity\": [0, 0, -9.81], \"size\": 10, \"planar\": false, \"ground\": {\"shapes\": []}, \"bodies\": [], "
      "\"sections\": [{\"name\": \"bar\", \"shape\": \"circle\", \"diameter\": 0.1, \"width\": 0, \"height\": 0}], "
      "\"markers\": [], \"joints\": [], \"springs\": [], \"loads\": [], \"beams\": [");
  for (int b = 0; b < wave->beams; b++)
    used += (size_t)snprintf(out + used, size - used,
                             "%s{\"name\": \"wave%d\", \"first_node\": %d, \"nodes\": %d, \"elements\": %d, "
                             "\"order\": 3, \"length\": 10, \"sections\": [{\"at\": 0, \"name\": \"bar\"}]}",
                             b ? ", " : "", b, 1 + b * wave->nodes, wave->nodes, wave->elements);
  snprintf(out + used, size - used, "]}");
}

int main(int count, char **arguments) {
  if (count != 5) return 2;
  long rows = atol(arguments[2]);
  Wave wave = {.beams = atoi(arguments[3]), .elements = atoi(arguments[4])};
  wave.nodes = ORDER * wave.elements + 1, wave.stations = (ORDER + 1) * wave.elements;
  make_reference(&wave);
  size_t numbers = 2 + (size_t)wave.beams * (7 * (size_t)wave.nodes + 12 * (size_t)wave.stations);
  trm_ResultArray *arrays = calloc((size_t)wave.beams * KINDS, sizeof *arrays);
  double *row = malloc(numbers * sizeof *row);
  char *geometry = malloc(1000 + 200 * (size_t)wave.beams);
  for (int b = 0; b < wave.beams; b++) list_arrays(&wave, b, arrays + 4 * b, arrays + 4 * (wave.beams + b));
  write_geometry(&wave, geometry, 1000 + 200 * (size_t)wave.beams);
  const trm_Channel channels[] = {{"wave.height", "m"}, {"wave.spike", "m"}};
  trm_ResultHead head = {.program_version = "0", .title = "Waves", .model = "", .geometry = geometry};
  head.channels = channels, head.channel_count = 2, head.arrays = arrays, head.array_count = KINDS * wave.beams;
  trm_ResultWriter *writer = trm_result_create(arguments[1], true, &head, NULL);
  for (long i = 0; writer && i < rows; i++) {
    double t = 4.0 * (double)i / (double)(rows - 1), *next = row + 2;
    row[0] = sin(t), row[1] = i == rows / 3 ? 123.25 : 0; /* one row alone: a plot must not lose it */
    for (int b = 0; b < wave.beams; b++) next = put_beam(&wave, b, t, next);
    if (trm_result_append(writer, t, row) != TRM_OK) return 1;
  }
  if (!writer || trm_result_commit(writer, NULL, NULL) != TRM_OK) return 1;
  return trm_result_close(writer, "finished") == TRM_OK ? 0 : 1;
}
