/* Modes followed from one value of a parameter to the next by their shapes: the columns of a sweep. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"

/* Numbers of a shape: per node real and imaginary displacement, then rotation times the size of the model. */
enum { NUMBERS = 12 };

static double size_of_model(const trm_Simulation *simulation, int nodes) {
  double low[3], high[3], size = 0;
  for (int k = 1; k < nodes; k++) { /* the first is the ground */
    double x[3];
    trm_simulation_node(simulation, k, x);
    for (int n = 0; n < 3; n++) {
      low[n] = k == 1 ? x[n] : fmin(low[n], x[n]), high[n] = k == 1 ? x[n] : fmax(high[n], x[n]);
      size = fmax(size, high[n] - low[n]);
    }
  }
  return size > 0 ? size : 1;
}

static void take_shape(const trm_Simulation *simulation, int mode, int nodes, double size, double *out) {
  for (int k = 0; k < nodes; k++, out += NUMBERS) {
    trm_simulation_mode_shape(simulation, mode, k, out, out + 6);
    for (int n = 6; n < NUMBERS; n++) out[n] *= size;
  }
}

/* The modal assurance criterion |a^H b|^2 / (|a|^2 |b|^2); triples alternate between real and imaginary part. */
static double likeness(const double *a, const double *b, int nodes) {
  double re = 0, im = 0, aa = 0, bb = 0;
  for (int i = 0; i < NUMBERS * nodes; i += 6)
    for (int n = i; n < i + 3; n++) {
      re += a[n] * b[n] + a[n + 3] * b[n + 3], im += a[n] * b[n + 3] - a[n + 3] * b[n];
      aa += a[n] * a[n] + a[n + 3] * a[n + 3], bb += b[n] * b[n] + b[n + 3] * b[n + 3];
    }
  return aa > 0 && bb > 0 ? (re * re + im * im) / (aa * bb) : 0;
}

/* Shapes decide; where two modes of one frequency may mix, and of shapes that are alike, the nearest eigenvalue. */
static double score(const ModeTracks *tracks, int column, const trm_Mode *mode, const double *shape) {
  const trm_Mode *before = &tracks->last[column];
  double distance = hypot(mode->real - before->real, mode->imaginary - before->imaginary);
  double size = hypot(mode->real, mode->imaginary) + hypot(before->real, before->imaginary);
  double near = 1 / (1 + (size > 0 ? 10 * distance / size : 0));
  if (mode->rigid && before->rigid) return 2; /* any combination of free motions is one */
  double alike = likeness(tracks->shape + (size_t)column * NUMBERS * (size_t)tracks->nodes, shape, tracks->nodes);
  return (mode->rigid != before->rigid ? 0.5 : 1) * alike + 0.05 * near;
}

static bool begin(ModeTracks *tracks, const trm_Simulation *simulation, int columns) {
  tracks->nodes = trm_simulation_node_count(simulation), tracks->columns = columns;
  tracks->shape = calloc((size_t)columns * NUMBERS * (size_t)tracks->nodes + 1, sizeof(double));
  tracks->last = calloc((size_t)columns + 1, sizeof *tracks->last);
  tracks->mode = calloc((size_t)columns + 1, sizeof *tracks->mode);
  if (!tracks->shape || !tracks->last || !tracks->mode) return false;
  int count = trm_simulation_mode_count(simulation);
  for (int c = 0; c < columns; c++) tracks->mode[c] = c < count ? c : -1;
  return true;
}

/* pairs of columns and modes, the best first */
static void assign(ModeTracks *tracks, const double *scores, int count, bool *taken) {
  for (int c = 0; c < tracks->columns; c++) tracks->mode[c] = -1;
  for (int round = 0; round < tracks->columns && round < count; round++) {
    int column = -1, mode = -1;
    double best = -1;
    for (int c = 0; c < tracks->columns; c++)
      for (int m = 0; tracks->mode[c] < 0 && m < count; m++)
        if (!taken[m] && scores[c * count + m] > best) best = scores[c * count + m], column = c, mode = m;
    if (column < 0) return;
    tracks->mode[column] = mode, taken[mode] = true;
  }
}

bool cli_follow_modes(ModeTracks *tracks, const trm_Simulation *simulation, int columns) {
  int count = trm_simulation_mode_count(simulation);
  bool first = !tracks->shape;
  if (first && !begin(tracks, simulation, columns)) return false;
  if (trm_simulation_node_count(simulation) != tracks->nodes) return false;
  size_t numbers = NUMBERS * (size_t)tracks->nodes;
  double size = size_of_model(simulation, tracks->nodes), *shapes = calloc((size_t)count * numbers + 1, sizeof(double));
  double *scores = calloc((size_t)tracks->columns * (size_t)count + 1, sizeof(double));
  bool *taken = calloc((size_t)count + 1, sizeof(bool)), good = shapes && scores && taken;
  for (int m = 0; m < count && good; m++) take_shape(simulation, m, tracks->nodes, size, shapes + (size_t)m * numbers);
  for (int c = 0; c < tracks->columns && good && !first; c++)
    for (int m = 0; m < count; m++) {
      trm_Mode mode = trm_simulation_mode(simulation, m);
      scores[c * count + m] = score(tracks, c, &mode, shapes + (size_t)m * numbers);
    }
  if (good && !first) assign(tracks, scores, count, taken);
  for (int c = 0; c < tracks->columns && good; c++) {
    if (tracks->mode[c] < 0) continue;
    tracks->last[c] = trm_simulation_mode(simulation, tracks->mode[c]);
    memcpy(tracks->shape + (size_t)c * numbers, shapes + (size_t)tracks->mode[c] * numbers, sizeof(double) * numbers);
  }
  free(shapes), free(scores), free(taken);
  return good;
}

void cli_end_tracks(ModeTracks *tracks) {
  free(tracks->shape), free(tracks->last), free(tracks->mode);
  *tracks = (ModeTracks){0};
}
