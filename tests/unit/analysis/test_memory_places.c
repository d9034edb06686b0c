/* Every place of the library that asks for memory is refused it once, on the way from a text to results, bytes of the
   state and matrices of small models of all kinds: what follows is either said to be a lack of memory, or is the same
   numbers to the last bit. Leaks and wrong accesses are the sanitizers' to find. A place is told by its callers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <execinfo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "base/memory.h"
#include "model/fields.h"
#include "trammel/trammel.h"

/* ---- places ---- */

enum { DEPTH = 5, OWN_FRAMES = 3, MOST_PLACES = 1 << 15, MOST_TURNS = 1 << 20 };

/* of how many places one is refused: under sanitizers everything takes ten times as long */
#ifdef __SANITIZE_ADDRESS__
enum { ONE_OF = 7 };
#else
enum { ONE_OF = 1 };
#endif

static uint64_t places[MOST_PLACES]; /* hashes of callers that were refused already; open addressing */
static int place_count;
static long turn, failing_turn; /* of the questions in a job */
static int *fresh;              /* turns that come from new places */
static int fresh_count;

static bool note_place(uint64_t hash) {
  int at = (int)(hash % MOST_PLACES);
  while (places[at] && places[at] != hash) at = (at + 1) % MOST_PLACES;
  if (places[at]) return false;
  assert_in_range(++place_count, 0, MOST_PLACES - 2);
  return places[at] = hash, true;
}

static bool look_round(void) {
  void *frames[OWN_FRAMES + DEPTH];
  int count = backtrace(frames, OWN_FRAMES + DEPTH);
  uint64_t hash = 1469598103934665603u;
  for (int k = OWN_FRAMES; k < count; k++) hash = (hash ^ (uint64_t)(uintptr_t)frames[k]) * 1099511628211u;
  turn++;
  if (note_place(hash | 1)) fresh[fresh_count++] = (int)turn;
  return false;
}

static bool fails_now(void) { return ++turn == failing_turn; }

/* ---- jobs ---- */

static const char *const stages[] = {"diagnostics", "reading", "model", "simulation", "step",   "channels",
                                     "save",        "copy",    "load",  "reset",      "matrix", "run",
                                     "results",     "formula", "texts", "all"};
typedef enum Stage {
  DIAGNOSTICS,
  READING,
  MODEL,
  SIMULATION,
  STEP,
  CHANNELS,
  SAVE,
  COPY,
  LOAD,
  RESET,
  MATRIX,
  RUN,
  RESULTS,
  FORMULA,
  TEXTS,
  ALL
} Stage;

/* A job under way, and what came of it. */
typedef struct Job {
  const char *text;
  char path[40]; /* of its result file */
  trm_Diagnostics *diagnostics;
  trm_Spec *spec;
  trm_Model *model;
  trm_Simulation *simulation, *copy;
  void *bytes;
  size_t size;
  trm_Results *results;
  double *values;
  Stage stage; /* that did not succeed */
  trm_Status status;
  bool said; /* that memory is lacking */
  char message[300];
  double sum;
} Job;

static bool stays(Job *job, Stage stage, bool good) {
  if (!good) job->stage = stage;
  return good;
}

static bool takes(Job *job, Stage stage, trm_Status status) {
  if (status != TRM_OK && status != TRM_FINISHED) job->status = status;
  return stays(job, stage, status == TRM_OK || status == TRM_FINISHED);
}

static void add(Job *job, double value) { job->sum = 1.0001 * job->sum + value; }

static bool read_channels(Job *job, trm_Simulation *simulation) {
  int count = trm_simulation_channel_count(simulation);
  if (!job->values) job->values = calloc((size_t)count + 1, sizeof *job->values);
  if (!takes(job, CHANNELS, trm_simulation_channels(simulation, job->values))) return false;
  for (int c = 0; c < count; c++)
    if (isfinite(job->values[c])) add(job, job->values[c]);
  return true;
}

static bool start(Job *job) {
  job->diagnostics = trm_diagnostics_new();
  if (!stays(job, DIAGNOSTICS, job->diagnostics)) return job->said = true, false;
  job->spec = trm_spec_parse("small", job->text, strlen(job->text), job->diagnostics);
  if (!stays(job, READING, job->spec)) return false;
  job->model = trm_model_build(job->spec, job->diagnostics);
  if (!stays(job, MODEL, job->model)) return false;
  job->simulation = trm_simulation_new(job->model, job->diagnostics);
  return stays(job, SIMULATION, job->simulation);
}

static bool step(Job *job, trm_Simulation *simulation) {
  for (int s = 0; s < 2; s++)
    if (!takes(job, STEP, trm_simulation_step(simulation))) return false;
  return read_channels(job, simulation);
}

static bool use_states(Job *job) {
  if (strstr(job->text, "type: modal")) return true; /* has no state to save */
  if (!takes(job, SAVE, trm_simulation_state_save(job->simulation, &job->bytes, &job->size, job->diagnostics)))
    return false;
  job->copy = trm_simulation_copy(job->simulation, job->diagnostics);
  if (!stays(job, COPY, job->copy)) return false;
  if (!takes(job, LOAD, trm_simulation_state_load(job->copy, job->bytes, job->size, false, job->diagnostics)))
    return false;
  return step(job, job->copy);
}

static bool use_matrices(Job *job) {
  trm_Matrix *matrix = trm_simulation_matrix(job->simulation, TRM_COLUMNS_BRYAN);
  trm_Matrix *other = trm_simulation_index_1(job->simulation, TRM_COLUMNS_RELATIVE);
  bool good = stays(job, MATRIX, matrix && other);
  for (int k = 0; good && k < trm_matrix_rows(matrix); k++) add(job, trm_matrix_value(matrix, k));
  for (int k = 0; good && k < trm_matrix_columns(other); k++) add(job, trm_matrix_force(other, k));
  trm_matrix_free(matrix);
  trm_matrix_free(other);
  if (!good) job->said = true; /* that is what the header says of NULL */
  return good;
}

static bool run(Job *job) {
  trm_RunOptions options = trm_run_default();
  options.output = job->path, options.overwrite = true;
  if (!takes(job, RESET, trm_simulation_reset(job->simulation, job->diagnostics))) return false;
  return takes(job, RUN, trm_run(job->simulation, job->spec, &options, job->diagnostics));
}

static bool read_results(Job *job) {
  job->results = trm_results_open(job->path, job->diagnostics);
  if (!stays(job, RESULTS, job->results)) return false;
  int64_t rows = trm_results_rows(job->results);
  double *values = calloc((size_t)rows + 1, sizeof *values);
  char formula[200];
  snprintf(formula, sizeof formula, "2*%s - t", trm_results_channel(job->results, 0).name);
  bool good = takes(job, FORMULA,
                    trm_results_formula(job->results, formula, (trm_RowRange){0, rows, 1}, values, job->diagnostics));
  for (int64_t r = 0; good && r < rows; r++) add(job, values[r]);
  free(values);
  return good;
}

/* NULL is a lack of memory, by the header */
static bool take_text(Job *job, char *text) {
  bool there = text != NULL;
  job->said = job->said || !there;
  if (there) add(job, (double)strlen(text));
  trm_free(text);
  return stays(job, TEXTS, there);
}

static bool write_texts(Job *job) {
  trm_Spec *stored = trm_results_spec(job->results, job->diagnostics);
  bool good = stays(job, RESULTS, stored) && take_text(job, trm_spec_write(stored));
  good = good && take_text(job, trm_simulation_report(job->simulation));
  trm_spec_free(stored);
  return good;
}

static bool finish(Job *job, bool complete) {
  if (complete) job->stage = ALL;
  for (int k = 0; job->diagnostics && k < trm_diagnostics_stored(job->diagnostics); k++) {
    const char *message = trm_diagnostics_get(job->diagnostics, k)->message;
    /* a file that cannot be made or read is told with the reason that HDF5 gives, which knows nothing of ours */
    job->said = job->said || strstr(message, "memory") || strstr(message, "cannot be written: ") ||
                strstr(message, "cannot be read: ");
    snprintf(job->message, sizeof job->message, "%s", message);
  }
  if (job->simulation) job->said = job->said || strstr(trm_simulation_failure(job->simulation), "memory");
  if (job->copy) job->said = job->said || strstr(trm_simulation_failure(job->copy), "memory");
  job->said = job->said || job->status == TRM_NO_MEMORY || job->status == TRM_FILE_ERROR;
  return complete;
}

static void close_job(Job *job) {
  trm_results_close(job->results);
  trm_simulation_free(job->copy);
  trm_simulation_free(job->simulation);
  trm_model_free(job->model);
  trm_spec_free(job->spec);
  trm_diagnostics_free(job->diagnostics);
  trm_free(job->bytes);
  free(job->values);
}

/* asks: what is asked before each allocation */
static Job attempt(const char *text, const char *path, bool (*asks)(void)) {
  Job job = {.text = text};
  snprintf(job.path, sizeof job.path, "%s", path);
  turn = 0;
  trm_memory_ask(asks);
  bool complete = start(&job) && step(&job, job.simulation) && use_states(&job) && use_matrices(&job) && run(&job) &&
                  read_results(&job) && write_texts(&job);
  trm_memory_ask(NULL);
  finish(&job, complete);
  close_job(&job);
  return job;
}

/* ---- models ---- */

#define HEAD "trammel: 2\ntitle: small\nparameters: {L: 1, half: L/2}\ngravity: [0, -9.81, 0]\n"
#define DIAGONAL                                                                                                       \
  "[[9, 0, 0, 0, 0, 0], [0, 9, 0, 0, 0, 0], [0, 0, 9, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, " \
  "0, 1]]"
#define TWO_BARS                                                                                                       \
  "bodies: {crank: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [half, 0, 0]}, block: {mass: 0.5, inertia: [0.01, "  \
  "0.01, 0.01], position: [L, 0, 0]}, bob: {mass: 0.2, position: [L, -1, 0]}}\n"
#define STRIP                                                                                                          \
  "sections: {strip: {stiffness: {EA: 1e5, GKy: 1e5, GKz: 1e5, GJ: 20, EIy: 20, EIz: 20}, mass: {m: 0.5, Iyy: 1e-4, "  \
  "Izz: 1e-4}}, flat: {shape: rectangle, width: 0.03, height: 0.002, material: {E: 210e9, nu: 0.3, rho: 7850}}}\n"
#define ROD                                                                                                            \
  STRIP "beams: {rod: {section: strip, curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], elements: 2, order: " \
        "2}}\njoints: {clamp: {type: rigid, between: [ground, rod.start]}}\n"

static const char *const models[] = {
    HEAD TWO_BARS
    "markers: {eye: {on: block, at: [L, 0.1, 0], orientation: {axis: [0, 0, 1], angle: 0.3}}}\n"
    "functions: {soft: {of: [s], value: \"3*s^2\"}}\ntables: {grip: [[0, 0], [1, 5], [2, 40]]}\n"
    "joints:\n"
    "  pin: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {drive: "
    "\"0.3*sin(t)\"}}}\n"
    "  slide: {type: prismatic, between: [crank, block], at: [L, 0, 0], axis: [1, 0, 0], coordinates: {delta: {start: "
    "0.05, rate: 0.1, spring: 40, friction: {coefficient: 0.1, normal: 2}, stops: {upper: 0.3, stiffness: 1e4}}}}\n"
    "  rod: {type: distance, between: [block, bob]}\n"
    "springs: {strut: {between: [ground, eye], force: \"soft(length) + grip(length)\", damping: 0.1}}\n"
    "loads: {pull: {on: eye, frame: body, force: [\"t\", 1, 0]}}\n"
    "outputs: {tip: {of: eye, quantity: displacement}, power: {value: \"slide.delta.rate*energy.kinetic\"}}\n"
    "events: {far: {when: \"slide.delta - 1\", do: stop}}\n"
    "analysis: {type: dynamic, until: 0.04, step: 0.01, output: {every: 0.02}}\n",
    /* signals, names, a controller, index-1 */
    HEAD TWO_BARS
    "inputs: {push: 1}\n"
    "joints:\n"
    "  pin: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {motor: "
    "{voltage: 1, resistance: 0.5, inductance: 0.05, constant: 0.4}}}}\n"
    "  slide: {type: cylindrical, between: [crank, block], at: [L, 0, 0], axis: [1, 0, 0], coordinates: {delta: "
    "{force: "
    "\"push*command - 3*pin.phi.rate\"}, phi: {controller: {target: 0.1, proportional: 8, derivative: 0.5, integral: "
    "3}}}}\n"
    "  mount: {type: free, between: [ground, block], stiffness: " DIAGONAL ", damping: " DIAGONAL "}\n"
    "signals: {error: 0.1 - slide.delta, sum: {integral: error}, command: 30*error + 20*sum}\n"
    "analysis: {until: 0.02, scheme: index-1, step: {tolerance: 1e-4}, output: {every: 0.01}}\n",
    /* a beam with a slider, a load along it and damping; decaying */
    HEAD STRIP
    "beams: {rod: {section: strip, curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], elements: 2, order: 2, "
    "damping: 1e-4}}\n"
    "bodies: {bead: {mass: 0.1, position: [0.3, 0, 0]}}\n"
    "joints: {clamp: {type: rigid, between: [ground, rod.start]}, ring: {type: sliding, slider: bead, along: rod, "
    "coordinates: {s: {rate: 0.5, friction: {coefficient: 0.1, normal: 1}}}}}\n"
    "loads: {wind: {on: rod, force-per-length: [0, \"sin(3*xi)*t\", 0]}}\n"
    "outputs: {inner: {of: rod@0.5, quantity: internal-force}}\n"
    "analysis: {until: 0.02, scheme: energy-decaying, step: 0.005, output: {every: 0.01}}\n",
    /* a beam, generalized-alpha, automatic */
    HEAD ROD "analysis: {until: 0.01, scheme: generalized-alpha, step: {tolerance: 1e-3, largest: 0.005}}\n",
    /* relative coordinates: a loop of three bars */
    HEAD "bodies: {a: {mass: 1, inertia: [1, 1, 1], position: [0, 0.5, 0]}, b: {mass: 1, inertia: [1, 1, 1], position: "
         "[1, 1, "
         "0]}, c: {mass: 1, inertia: [1, 1, 1], position: [2, 0.5, 0]}}\n"
         "joints: {p: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: [0, 0, 1], coordinates: {phi: {rate: "
         "1}}}, "
         "q: {type: revolute, between: [a, b], at: [0, 1, 0], axis: [0, 0, 1]}, r: {type: revolute, between: [b, c], "
         "at: [2, "
         "1, 0], axis: [0, 0, 1]}, s: {type: revolute, between: [c, ground], at: [2, 0, 0], axis: [0, 0, 1]}}\n"
         "analysis: {until: 0.02, formulation: relative, step: {tolerance: 1e-4}, output: {every: 0.01}}\n",
    /* equilibrium, then a path of equilibria */
    HEAD ROD "loads: {tip: {on: rod.end, force: [0, -1, 0]}}\nanalysis: {type: static}\n",
    HEAD ROD
    "loads: {tip: {on: rod.end, force: [0, -1, 0]}}\noutputs: {end: {of: rod.end, quantity: "
    "displacement}}\nanalysis: {type: static, method: arc-length, stop-at: {channel: end.u.y, value: -0.01}}\n",
    HEAD ROD "analysis: [{type: static}, {type: modal, count: 3}]\n",
    /* kinematics of a gear and a cam */
    HEAD
    "bodies: {wheel: {mass: 1, inertia: [1, 1, 1]}, other: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}, bead: "
    "{mass: 1, position: [0, 0.8, 0]}}\n"
    "joints: {p: {type: revolute, between: [ground, wheel], axis: [0, 0, 1], coordinates: {phi: {drive: "
    "\"t\"}}}, q: {type: revolute, between: [ground, other], axis: [0, 0, 1]}, mesh: {type: gear, terms: {p.phi: 1, "
    "q.phi: 2}}, wire: {type: along-curve, between: [wheel, bead], curve: {arc: {start: [0, 0.8, 0], centre: [0, 0, "
    "0], "
    "axis: [0, 0, 1], angle: 1}}, coordinates: {s: {drive: \"0.1*t\"}}}}\n"
    "analysis: {type: kinematic, until: 0.1, step: 0.05}\n",
    /* a bead on a surface, order 6 */
    HEAD "bodies: {bead: {mass: 1, position: [0, 0, 0.3]}}\n"
         "joints: {shell: {type: on-surface, between: [ground, bead], f: \"(x/0.5)^2 + (y/0.6)^2 + (z/0.3)^2 - 1\"}}\n"
         "analysis: {until: 0.02, order: 6, step: 0.01}\n",
};

static void every_place_may_fail(void **state) {
  (void)state;
  char path[] = "/tmp/trammel-memory-XXXXXX";
  int file = mkstemp(path), same = 0, silent = 0, count[ALL + 1] = {0};
  assert_true(file >= 0);
  close(file);
  fresh = calloc(MOST_TURNS, sizeof *fresh);
  for (int m = 0; m < TRM_COUNT(models); m++) {
    fresh_count = 0;
    Job whole = attempt(models[m], path, look_round);
    if (whole.stage != ALL)
      fail_msg("model %d: %s fails: %s, %s", m, stages[whole.stage], trm_status_text(whole.status), whole.message);
    for (int k = m % ONE_OF; k < fresh_count; k += ONE_OF) {
      failing_turn = fresh[k];
      Job job = attempt(models[m], path, fails_now);
      count[job.stage]++;
      if (job.stage != ALL && !job.said) {
        silent++;
        printf("model %d, allocation %ld: %s says nothing of memory: %s, %s\n", m, failing_turn, stages[job.stage],
               trm_status_text(job.status), job.message);
      }
      if (job.stage != ALL) continue;
      same++;
      if (memcmp(&job.sum, &whole.sum, sizeof job.sum) != 0)
        silent++, printf("model %d, allocation %ld: goes on with other numbers, %.17g for %.17g\n", m, failing_turn,
                         job.sum, whole.sum);
    }
    printf("model %d: %d places of %ld allocations\n", m, fresh_count, turn);
  }
  printf("%d places refused once:", place_count);
  for (int s = 0; s <= ALL; s++) printf(" %s %d", stages[s], count[s]);
  printf("\n");
  assert_int_equal(silent, 0);
  free(fresh);
  unlink(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_place_may_fail)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
