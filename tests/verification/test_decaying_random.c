/* Random assemblies under the energy-decaying scheme, each with three step sizes: the order of positions, momenta and reactions; momenta of what floats
   against the impulse of its loads at the Gauss points of the steps; energy without loads; steps that are repeated. Broken loads jump and have
   their kinks where steps of every size end; between those the order is that of smooth ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/simulation.h"
#include "conformance/text_model.h"
#include "element/elements.h"
#include "element/frame.h"
#include "math/vec3.h"
#include "verification/random_assembly.h"

enum { MODELS = 200, SIZES = 3, KINDS = 3 };
static const double duration = 0.2, longest = 0.005;

/* by the unit of a channel; -1: neither */
static int kind_of(trm_Channel channel) {
  static const char *const units[KINDS][2] = {{"m", "m"}, {"m/s", "rad/s"}, {"N", "N m"}};
  for (int k = 0; k < KINDS; k++)
    if (strcmp(channel.unit, units[k][0]) == 0 || strcmp(channel.unit, units[k][1]) == 0) return k;
  return -1;
}

/* ---- momenta ---- */

static bool floats(const char *name) { return name[0] == 'f'; }

/* generalised momenta of w at q of all that floats: linear, angular about the origin */
static void momenta(const trm_Model *model, const double *q, const double *w, double out[6]) {
  for (int n = 0; n < 6; n++) out[n] = 0;
  for (int k = 0; k < trm_element_kind_count; k++) {
    const trm_ElementKind *kind = trm_element_kinds[k];
    for (int e = 0; kind->momentum && e < kind->count(model); e++) {
      double local[TRM_LOCAL_UNKNOWNS], moment[3];
      int nodes[TRM_LOCAL_NODES], count = kind->momentum(model, q, w, e, nodes, local);
      for (int a = 0; floats(kind->label(model, e)) && a < count; a++) {
        trm_cross(moment, q + trm_point_at(model->nodes[nodes[a]].point), local + 6 * a);
        for (int n = 0; n < 3; n++)
          out[n] += local[6 * a + n], out[3 + n] += local[6 * a + 3 + n] + moment[n];
      }
    }
  }
}

/* the step's mean configuration, and the impulse of loads and gravity in it */
typedef struct Impulse {
  int size;
  double *q, *mean, *gravity;
  double start[6], total[6], largest;
} Impulse;

static Impulse impulse_new(const trm_Model *model) {
  Impulse impulse = {.size = trm_configuration_size(model)};
  impulse.q = calloc(3 * (size_t)impulse.size, sizeof(double));
  assert_non_null(impulse.q);
  impulse.mean = impulse.q + impulse.size, impulse.gravity = impulse.mean + impulse.size;
  for (int p = 1; p < model->point_count; p++) trm_copy(impulse.gravity + trm_point_at(p), model->gravity, 3);
  return impulse;
}

static void add_forces(const double at[3], const double force[3], const double moment[3], double weight, double out[6]) {
  double about[3];
  trm_cross(about, at, force);
  for (int n = 0; n < 3; n++) out[n] += weight * force[n], out[3 + n] += weight * (moment[n] + about[n]);
}

/* loads per length: the element's own forces, which a pair gives for the Gauss points */
static void add_beam_loads(const trm_Simulation *s, Impulse *impulse, double t, double h) {
  const trm_Model *model = s->model;
  static trm_Local local;
  trm_Pair pair = {.t_i = t, .h = h, .q_i = impulse->mean, .q_f = impulse->mean, .q_m = impulse->mean};
  for (int e = 0; e < trm_beam_load_element.count(model); e++) {
    if (trm_beam_load_element.label(model, e)[5] != 'f') continue;
    trm_beam_load_element.pair(model, &pair, e, 1, false, &local);
    for (int a = 0; a < local.node_count; a++)
      add_forces(impulse->mean + trm_point_at(model->nodes[local.nodes[a]].point), local.residual + 6 * a,
                 local.residual + 6 * a + 3, -h, impulse->total);
  }
}

static void add_step(const trm_Simulation *s, Impulse *impulse, double t, double h) {
  const trm_Model *model = s->model;
  double weight[6];
  for (int i = 0; i < impulse->size; i++) impulse->mean[i] = 0.5 * (impulse->q[i] + s->state->q[i]);
  for (int l = 0; l < model->load_count; l++)
    for (int g = 0; g < 2 && floats(model->nodes[model->loads[l].marker.node].name); g++) {
      double force[3], moment[3];
      trm_Frame frame;
      trm_load_value(model, l, trm_gauss_time(t, h, g), impulse->mean, force, moment);
      trm_marker_frame(model, &model->loads[l].marker, impulse->mean, &frame);
      add_forces(frame.y, force, moment, 0.5 * h, impulse->total);
    }
  add_beam_loads(s, impulse, t, h);
  momenta(model, impulse->mean, impulse->gravity, weight);
  for (int n = 0; n < 6; n++) impulse->total[n] += h * weight[n];
}

/* ---- one run ---- */

typedef struct Outcome {
  double *end;        /* the channels */
  double momentum;    /* error of the momenta, over the largest met */
  double gain;        /* of energy in a step, over the largest energy; loads and drives apart */
  double residual;    /* of the ledger, likewise */
  long steps, repeated;
  bool failed;
} Outcome;

static double energy(const trm_Ledger *l) { return l->kinetic + l->potential + l->spring + l->strain; }

static void watch(Run *run, Impulse *impulse, Outcome *out) {
  trm_Simulation *s = run->simulation;
  double before = *s->state->time, now[6], worst[2] = {0}, size[2] = {1e-3, 1e-3}, last = energy(&(trm_Ledger){0});
  trm_Ledger ledger = run_ledger(run);
  last = energy(&ledger);
  memcpy(impulse->q, s->state->q, sizeof(double) * (size_t)impulse->size);
  momenta(run->model, s->state->q, s->state->w, impulse->start);
  trm_Status status;
  while ((status = trm_simulation_step(s)) == TRM_OK) {
    add_step(s, impulse, before, *s->state->time - before);
    momenta(run->model, s->state->q, s->state->w, now);
    for (int n = 0; n < 6; n++) {
      worst[n / 3] = fmax(worst[n / 3], fabs(now[n] - impulse->start[n] - impulse->total[n]));
      size[n / 3] = fmax(size[n / 3], fmax(fabs(now[n]), fabs(impulse->total[n])));
    }
    ledger = run_ledger(run);
    out->gain = fmax(out->gain, energy(&ledger) - last);
    last = energy(&ledger), before = *s->state->time;
    memcpy(impulse->q, s->state->q, sizeof(double) * (size_t)impulse->size);
  }
  out->failed = status != TRM_FINISHED;
  if (out->failed) printf("%s\n", trm_simulation_failure(s));
  double largest = fmax(s->state->works->largest_energy, 1e-3);
  out->momentum = fmax(worst[0] / size[0], worst[1] / size[1]);
  out->gain /= largest, out->residual = ledger.largest_residual / largest;
}

static Outcome run_once(const char *text, const char *scheme, double step) {
  char *whole = NULL;
  size_t size;
  FILE *out = open_memstream(&whole, &size);
  assert_non_null(out);
  fprintf(out, "%sanalysis: {until: %.15g, step: %.15g, scheme: %s, rho: %g}\n", text, duration, step, scheme, getenv("RHO")?atof(getenv("RHO")):0.5);
  fclose(out);
  Run run = run_start(whole);
  Outcome outcome = {0};
  Impulse impulse = impulse_new(run.model);
  watch(&run, &impulse, &outcome);
  const trm_Summary *summary = trm_simulation_summary(run.simulation);
  outcome.steps = (long)summary->steps, outcome.repeated = (long)summary->retries;
  int count = trm_simulation_channel_count(run.simulation);
  outcome.end = calloc((size_t)count, sizeof(double));
  assert_non_null(outcome.end);
  if (trm_simulation_channels(run.simulation, outcome.end) != TRM_OK) outcome.failed = true;
  free(impulse.q);
  run_free(&run);
  free(whole);
  return outcome;
}

/* ---- one model ---- */

typedef struct Result {
  double difference[2][KINDS], size[KINDS]; /* of the runs with h and h/2, h/2 and h/4 */
  double momentum, gain, residual;
  long steps, repeated;
  bool failed;
} Result;

static void compare(const char *text, const Outcome runs[SIZES], Result *result) {
  Run run = run_format("%sanalysis: {until: 1, step: 1}\n", text);
  for (int c = 0; c < trm_simulation_channel_count(run.simulation); c++) {
    int kind = kind_of(trm_simulation_channel(run.simulation, c));
    for (int i = 0; i < 2 && kind >= 0; i++) {
      double difference = runs[i].end[c] - runs[i + 1].end[c];
      result->difference[i][kind] += difference * difference;
    }
    if (kind >= 0) result->size[kind] += runs[SIZES - 1].end[c] * runs[SIZES - 1].end[c];
  }
  for (int kind = 0; kind < KINDS; kind++) {
    result->size[kind] = sqrt(result->size[kind]);
    for (int i = 0; i < 2; i++) result->difference[i][kind] = sqrt(result->difference[i][kind]);
  }
  run_free(&run);
}

static Result examine(const char *text) {
  Result result = {0};
  Outcome runs[SIZES];
  for (int i = 0; i < SIZES; i++) {
    runs[i] = run_once(text, "energy-decaying", longest / (1 << i));
    result.momentum = fmax(result.momentum, runs[i].momentum), result.gain = fmax(result.gain, runs[i].gain);
    result.residual = fmax(result.residual, runs[i].residual);
    result.steps += runs[i].steps, result.repeated += runs[i].repeated;
    result.failed = result.failed || runs[i].failed;
  }
  if (!result.failed) compare(text, runs, &result);
  for (int i = 0; i < SIZES; i++) free(runs[i].end);
  return result;
}

int main(int argc, char **argv) {
  int first = argc > 1 ? atoi(argv[1]) : 0, last = argc > 2 ? atoi(argv[2]) : MODELS;
  for (int i = first; i < last; i++) {
    Random random = {.state = 20261115u + 977u * (unsigned)i};
    for (int n = 0; n < 8; n++) random_number(&random, 0, 1);
    Assembly assembly = assembly_of(i, &random);
    char *text = assembly_text(&assembly, &random), name[200];
    assembly_name(&assembly, name, sizeof name);
    if (argc > 3) printf("%s", text);
    Result r = examine(text);
    printf("%3d %-75s", i, name);
    for (int k = 0; k < KINDS; k++) {
      double order = log2(r.difference[0][k] / r.difference[1][k]);
      printf(" %5.2f%s(%7.1e)", order, order > 1.8 && order < 2.2 ? " " : "!", r.difference[1][k] / r.size[k]);
    }
    printf(" P %.1e%s gain %.1e%s res %.1e rep %ld/%ld%s\n", r.momentum, r.momentum > 1e-10 ? "!" : "", r.gain,
           assembly.loading == LOADS_NONE && r.gain > 1e-12 ? "!" : "", r.residual, r.repeated, r.steps,
           r.failed ? " FAILED!" : "");
    fflush(stdout);
    free(text);
  }
  return 0;
}
