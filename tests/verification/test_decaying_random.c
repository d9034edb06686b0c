/* 200 random assemblies under the energy-decaying scheme, each with three step sizes: the order of positions, momenta
   and reactions; momenta of what floats against the impulse of its loads at the Gauss points of the steps; energy
   without loads; steps that are repeated. Broken loads jump and have their kinks where steps of every size end; between
   those the order is that of smooth ones. Where beams ring without damping, what is of third order in velocities and
   reactions, their vibrations, is taken out. `test_decaying_random 17` examines one model, and prints it;
   `test_decaying_random 200 400` draws 400 others from number 200 on. */
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
#include "conformance/local_room.h"
#include "conformance/text_model.h"
#include "element/elements.h"
#include "element/frame.h"
#include "math/vec3.h"
#include "test_all.h"
#include "verification/random_assembly.h"

enum { MODELS = 200, SIZES = 3, MOST_HALVINGS = 3, MOST_HALVINGS_RINGING = 5, KINDS = 3 };
static const double duration = 0.2, longest = 0.005;
static const char *const kinds[KINDS] = {"positions", "momenta", "reactions"};

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
        for (int n = 0; n < 3; n++) out[n] += local[6 * a + n], out[3 + n] += local[6 * a + 3 + n] + moment[n];
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
  for (int p = 1; p < model->node_count; p++) trm_copy(impulse.gravity + trm_point_at(p), model->space.gravity, 3);
  return impulse;
}

static void add_forces(const double at[3], const double force[3], const double moment[3], double weight,
                       double out[6]) {
  double about[3];
  trm_cross(about, at, force);
  for (int n = 0; n < 3; n++) out[n] += weight * force[n], out[3 + n] += weight * (moment[n] + about[n]);
}

/* loads per length: the element's own forces, which a pair gives for the Gauss points */
static void add_beam_loads(const trm_Simulation *s, Impulse *impulse, double t, double h) {
  const trm_Model *model = s->model;
  STATIC_LOCALS(local, 1);
  trm_Pair pair = {.t_i = t, .h = h, .q_i = impulse->mean, .q_f = impulse->mean, .q_m = impulse->mean};
  for (int e = 0; e < trm_beam_load_element.count(model); e++) {
    if (trm_beam_load_element.label(model, e)[5] != 'f') continue;
    trm_beam_load_element.pair(model, &pair, e, 1, false, local);
    for (int a = 0; a < local->node_count; a++)
      add_forces(impulse->mean + trm_point_at(model->nodes[local->nodes[a]].point), local->residual + 6 * a,
                 local->residual + 6 * a + 3, -h, impulse->total);
  }
}

static void add_step(const trm_Simulation *s, Impulse *impulse, double t, double h) {
  const trm_Model *model = s->model;
  double weight[6];
  for (int i = 0; i < impulse->size; i++) impulse->mean[i] = 0.5 * (impulse->q[i] + s->state->q[i]);
  for (int l = 0; l < model->forces.load_count; l++)
    for (int g = 0; g < 2 && floats(model->nodes[model->forces.loads[l].marker.node].name); g++) {
      double force[3], moment[3];
      trm_Frame frame;
      trm_load_value(model, l, &(trm_Instant){.t = trm_gauss_time(t, h, g), .q = impulse->mean}, force, moment);
      trm_marker_frame(model, &model->forces.loads[l].marker, impulse->mean, &frame);
      add_forces(frame.y, force, moment, 0.5 * h, impulse->total);
    }
  add_beam_loads(s, impulse, t, h);
  momenta(model, impulse->mean, impulse->gravity, weight);
  for (int n = 0; n < 6; n++) impulse->total[n] += h * weight[n];
}

/* ---- one run ---- */

typedef struct Outcome {
  double *end;     /* the channels */
  double momentum; /* error of the momenta, over the largest met */
  double gain;     /* of energy in a step, over the largest energy */
  double residual; /* of the ledger, likewise */
  long steps, repeated;
} Outcome;

static double energy(const trm_Ledger *l) { return l->kinetic + l->potential + l->spring + l->strain; }

static void watch(Run *run, Impulse *impulse, Outcome *out) {
  trm_Simulation *s = run->simulation;
  double before = *s->state->time, now[6], worst[2] = {0}, size[2] = {1e-3, 1e-3};
  trm_Ledger ledger = run_ledger(run);
  double last = energy(&ledger);
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
  if (status != TRM_FINISHED) fail_msg("%s", trm_simulation_failure(s));
  double largest = fmax(s->state->works->largest_energy, 1e-3);
  out->momentum = fmax(worst[0] / size[0], worst[1] / size[1]);
  out->gain /= largest, out->residual = ledger.largest_residual / largest;
}

static Outcome run_once(const char *text, double rho, double step) {
  char *whole = NULL;
  size_t size;
  FILE *out = open_memstream(&whole, &size);
  assert_non_null(out);
  fprintf(out, "%sanalysis: {until: %.15g, step: %.15g, scheme: energy-decaying, rho: %g}\n", text, duration, step,
          rho);
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
  if (trm_simulation_channels(run.simulation, outcome.end) != TRM_OK)
    fail_msg("%s", trm_simulation_failure(run.simulation));
  free(impulse.q);
  run_free(&run);
  free(whole);
  return outcome;
}

/* ---- one model ---- */

typedef struct Result {
  double order[KINDS];
  double momentum, gain, residual;
  long steps, repeated;
  double step; /* the longest of the three with which the order was seen, s */
} Result;

/* log2 of |d(h)| over |d(h/2)|, of all channels of a kind, d(h) = y_h - y_h/2; without_third, of four sizes: of
   d(h) - 8 d(h/2), in which no h^3 is left */
static void observe(const char *text, const Outcome *runs, bool without_third, double order[KINDS]) {
  Run run = run_format("%sanalysis: {until: 1, step: 1}\n", text);
  double difference[2][KINDS] = {{0}};
  for (int c = 0; c < trm_simulation_channel_count(run.simulation); c++) {
    int kind = kind_of(trm_simulation_channel(run.simulation, c));
    for (int i = 0; i < 2 && kind >= 0; i++) {
      double change = runs[i].end[c] - runs[i + 1].end[c];
      if (without_third) change -= 8 * (runs[i + 1].end[c] - runs[i + 2].end[c]);
      difference[i][kind] += change * change;
    }
  }
  for (int k = 0; k < KINDS; k++) order[k] = 0.5 * log2(difference[0][k] / difference[1][k]);
  run_free(&run);
}

static bool second(double order) { return order > 1.8 && order < 2.2; }

static bool second_order(const double order[KINDS]) {
  bool all = true;
  for (int k = 0; k < KINDS; k++) all = all && second(order[k]);
  return all;
}

/* Of the last of count runs. Vibrations are of the third order (test_decaying, vibrations_are_of_third_order). Where
   they stay, the second order of what moves slowly is so small a part of velocities and reactions that it comes to the
   surface at a hundredth of the steps that positions need, if not below: it is looked for beside them. */
static void observe_last(const char *text, const Assembly *assembly, const Outcome *runs, int count,
                         double order[KINDS]) {
  double beside[KINDS];
  observe(text, runs + count - SIZES, false, order);
  if (!assembly->rings || count <= SIZES) return;
  observe(text, runs + count - SIZES - 1, true, beside);
  for (int k = 1; k < KINDS; k++)
    if (!second(order[k])) order[k] = beside[k];
}

/* Steps are halved until they are short for the vibrations too, those that fade and those that stay, and the second
   order shows. In make test-all it must stay with the next ones. */
static Result examine(const char *text, const Assembly *assembly) {
  Result result = {.step = longest};
  Outcome runs[SIZES + MOST_HALVINGS_RINGING + 1];
  int count = 0, most = SIZES + (assembly->rings ? MOST_HALVINGS_RINGING : MOST_HALVINGS), seen = 0;
  while (count < most) {
    const Outcome *run = &runs[count];
    runs[count] = run_once(text, assembly->rho, longest / (1 << count));
    result.momentum = fmax(result.momentum, run->momentum), result.gain = fmax(result.gain, run->gain);
    result.residual = fmax(result.residual, run->residual);
    result.steps += run->steps, result.repeated += run->repeated;
    if (++count > SIZES) result.step /= 2;
    if (count < SIZES) continue;
    observe_last(text, assembly, runs, count, result.order);
    if (second_order(result.order) && seen++ == 0) most = test_all() && count > SIZES ? count + 1 : count;
  }
  for (int i = 0; i < count; i++) free(runs[i].end);
  return result;
}

/* ---- the table ---- */

typedef struct Row {
  const char *name;
  bool (*has)(const Assembly *assembly);
  int models;
  double least[KINDS], largest[KINDS], momentum, gain, residual, step;
  long steps, repeated;
} Row;

static bool all(const Assembly *a) { return (void)a, true; }
static bool floating(const Assembly *a) { return a->floating; }
static bool grounded(const Assembly *a) { return !a->floating; }
static bool rigid(const Assembly *a) { return !a->strained; }
static bool sprung(const Assembly *a) { return a->strained && !a->flexible; }
static bool flexible(const Assembly *a) { return a->flexible && !a->rings; }
static bool ringing(const Assembly *a) { return a->rings; }
static bool curves(const Assembly *a) { return a->curve_slider; }
static bool riders(const Assembly *a) { return a->beam_slider; }
static bool geared(const Assembly *a) { return a->gear || a->coupling; }
static bool unloaded(const Assembly *a) { return a->loading == LOADS_NONE; }
static bool smooth(const Assembly *a) { return a->loading == LOADS_SMOOTH; }
static bool broken(const Assembly *a) { return a->loading == LOADS_BROKEN; }

static void count(Row *row, const Assembly *assembly, const Result *result) {
  if (!row->has(assembly)) return;
  for (int k = 0; k < KINDS; k++) {
    row->least[k] = row->models ? fmin(row->least[k], result->order[k]) : result->order[k];
    row->largest[k] = row->models ? fmax(row->largest[k], result->order[k]) : result->order[k];
  }
  row->step = row->models ? fmin(row->step, result->step) : result->step;
  row->models++;
  row->momentum = fmax(row->momentum, result->momentum), row->residual = fmax(row->residual, result->residual);
  if (unloaded(assembly)) row->gain = fmax(row->gain, result->gain);
  row->steps += result->steps, row->repeated += result->repeated;
}

static void print_rows(const Row *rows, int rows_count) {
  printf("%-24s %6s", "order, least .. largest", "models");
  for (int k = 0; k < KINDS; k++) printf(" %12s", kinds[k]);
  printf(" %9s %9s %9s %9s %8s %8s\n", "finest", "momentum", "gain", "residual", "steps", "repeated");
  for (int r = 0; r < rows_count; r++) {
    printf("%-24s %6d", rows[r].name, rows[r].models);
    for (int k = 0; k < KINDS; k++) printf("  %.2f .. %.2f", rows[r].least[k], rows[r].largest[k]);
    printf(" %9.6f %9.1e %9.1e %9.1e %8ld %8ld\n", rows[r].step / 4, rows[r].momentum, rows[r].gain, rows[r].residual,
           rows[r].steps, rows[r].repeated);
  }
}

static void seed(int index, Random *random) {
  random->state = 20261115u + 977u * (unsigned)index;
  for (int n = 0; n < 8; n++) random_number(random, 0, 1);
}

static Result examine_model(int index, Assembly *assembly, char name[200], bool show) {
  Random random;
  seed(index, &random);
  *assembly = assembly_of(index, &random);
  char *text = assembly_text(assembly, &random);
  assembly_name(assembly, name, 200);
  if (show) printf("%s", text);
  Result result = examine(text, assembly);
  free(text);
  return result;
}

static bool right(int index, const Assembly *assembly, const char *name, const Result *r) {
  double gain = unloaded(assembly) ? r->gain : 0;
  bool good = second_order(r->order) && r->momentum < 1e-10 && gain <= 1e-12 && r->residual < 1e-10 &&
              (double)r->repeated <= 0.01 * (double)r->steps;
  if (!good)
    printf("model %d: %s, rho %g: orders %.2f %.2f %.2f, momentum %.1e, gain %.1e, residual %.1e, %ld of %ld steps "
           "repeated\n",
           index, name, assembly->rho, r->order[0], r->order[1], r->order[2], r->momentum, gain, r->residual,
           r->repeated, r->steps);
  return good;
}

static int first = 0, models = MODELS; /* what is drawn, as the program's arguments say */

static void random_assemblies(void **state) {
  (void)state;
  Row rows[] = {{.name = "floating", .has = floating},
                {.name = "grounded", .has = grounded},
                {.name = "rigid", .has = rigid},
                {.name = "springs", .has = sprung},
                {.name = "beams", .has = flexible},
                {.name = "beams without damping", .has = ringing},
                {.name = "sliders on curves", .has = curves},
                {.name = "sliders on beams", .has = riders},
                {.name = "gears and couplings", .has = geared},
                {.name = "no loads", .has = unloaded},
                {.name = "smooth loads", .has = smooth},
                {.name = "broken loads", .has = broken},
                {.name = "all", .has = all}};
  const int row_count = (int)(sizeof rows / sizeof rows[0]);
  int wrong = 0;
  for (int i = first; i < first + models; i++) {
    Assembly assembly;
    char name[200];
    Result result = examine_model(i, &assembly, name, false);
    wrong += !right(i, &assembly, name, &result);
    for (int r = 0; r < row_count; r++) count(&rows[r], &assembly, &result);
  }
  print_rows(rows, row_count);
  assert_int_equal(wrong, 0);
}

/* ---- units ---- */

/* Largest change of a position or velocity, relative to the largest, where the unit of mass is another one. */
static double changed_by_units(int index, double unit) {
  Outcome runs[2];
  char *text = NULL;
  for (int i = 0; i < 2; i++) {
    Random random;
    free(text);
    seed(index, &random);
    Assembly assembly = assembly_of(index, &random);
    assembly.unit = i ? unit : 1;
    text = assembly_text(&assembly, &random);
    runs[i] = run_once(text, assembly.rho, longest);
  }
  Run run = run_format("%sanalysis: {until: 1, step: 1}\n", text);
  double worst = 0, largest = 0;
  for (int c = 0; c < trm_simulation_channel_count(run.simulation); c++) {
    int kind = kind_of(trm_simulation_channel(run.simulation, c));
    if (kind != 0 && kind != 1) continue;
    worst = fmax(worst, fabs(runs[0].end[c] - runs[1].end[c])), largest = fmax(largest, fabs(runs[0].end[c]));
  }
  run_free(&run);
  free(text), free(runs[0].end), free(runs[1].end);
  return worst / largest;
}

static void units_do_not_matter(void **state) {
  (void)state;
  double worst = 0;
  int at = -1;
  for (int i = 0; i < MODELS; i += 3) {
    double changed = changed_by_units(i, i % 2 ? 0x1p20 : 0x1p-20);
    if (!(changed <= worst)) worst = changed, at = i;
  }
  printf("masses, forces and stiffnesses times 2^20 or 2^-20: results change by at most %.1e (model %d)\n", worst, at);
  assert_true(worst < 1e-9);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(units_do_not_matter), cmocka_unit_test(random_assemblies)};
  if (argc == 3) first = atoi(argv[1]), models = atoi(argv[2]);
  if (argc != 2) return cmocka_run_group_tests(tests, NULL, NULL);
  Assembly assembly;
  char name[200];
  Result r = examine_model(atoi(argv[1]), &assembly, name, true);
  printf("%s, rho %g: orders %.2f %.2f %.2f, momentum %.1e, gain %.1e, residual %.1e, %ld of %ld steps repeated\n",
         name, assembly.rho, r.order[0], r.order[1], r.order[2], r.momentum, r.gain, r.residual, r.repeated, r.steps);
  return 0;
}
