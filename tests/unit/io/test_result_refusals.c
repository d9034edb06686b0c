/* Every call of HDF5 that the library makes is refused once, while a run is written, stopped, resumed and read again:
   what follows is either told as an error, or is the same numbers to the last bit; nothing stays open. A call is told
   by its callers; the linker leads calls of HDF5 to the functions here (CMakeLists.txt). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include <hdf5.h>
#include "conformance/text_model.h"
#include "model/fields.h"
#include "unit/call_places.h"

/* ---- calls ---- */

enum { DEPTH = 6 }; /* refuses, the function of the linker, and four callers */

static const char *refused_call;

static bool refuses(const char *call) {
  bool refused = calls_refuse();
  if (refused) refused_call = call;
  return refused;
}

#define WRAP(type, name, parameters, arguments)                                                                        \
  type __real_##name parameters;                                                                                       \
  type __wrap_##name parameters;                                                                                       \
  type __wrap_##name parameters { return refuses(#name) ? -1 : __real_##name arguments; }
/* what is closed is closed, whatever is said of it */
#define WRAP_CLOSE(name)                                                                                               \
  herr_t __real_##name(hid_t a);                                                                                       \
  herr_t __wrap_##name(hid_t a);                                                                                       \
  herr_t __wrap_##name(hid_t a) {                                                                                      \
    herr_t status = __real_##name(a);                                                                                  \
    return refuses(#name) ? -1 : status;                                                                               \
  }

/* clang-format off */
WRAP(hid_t, H5Acreate2, (hid_t a, const char *b, hid_t c, hid_t d, hid_t e, hid_t f), (a, b, c, d, e, f))
WRAP(htri_t, H5Aexists, (hid_t a, const char *b), (a, b))
WRAP(hid_t, H5Aget_space, (hid_t a), (a))
WRAP(hid_t, H5Aget_type, (hid_t a), (a))
WRAP(herr_t, H5Aiterate2, (hid_t a, H5_index_t b, H5_iter_order_t c, hsize_t *d, H5A_operator2_t e, void *f), (a, b, c, d, e, f))
WRAP(hid_t, H5Aopen, (hid_t a, const char *b, hid_t c), (a, b, c))
WRAP(herr_t, H5Aread, (hid_t a, hid_t b, void *c), (a, b, c))
WRAP(herr_t, H5Awrite, (hid_t a, hid_t b, const void *c), (a, b, c))
WRAP(hid_t, H5Dcreate2, (hid_t a, const char *b, hid_t c, hid_t d, hid_t e, hid_t f, hid_t g), (a, b, c, d, e, f, g))
WRAP(hid_t, H5Dget_create_plist, (hid_t a), (a))
WRAP(hid_t, H5Dget_space, (hid_t a), (a))
WRAP(hid_t, H5Dget_type, (hid_t a), (a))
WRAP(hid_t, H5Dopen2, (hid_t a, const char *b, hid_t c), (a, b, c))
WRAP(herr_t, H5Dread, (hid_t a, hid_t b, hid_t c, hid_t d, hid_t e, void *f), (a, b, c, d, e, f))
WRAP(herr_t, H5Dset_extent, (hid_t a, const hsize_t *b), (a, b))
WRAP(herr_t, H5Dwrite, (hid_t a, hid_t b, hid_t c, hid_t d, hid_t e, const void *f), (a, b, c, d, e, f))
WRAP(hid_t, H5Fcreate, (const char *a, unsigned b, hid_t c, hid_t d), (a, b, c, d))
WRAP(herr_t, H5Fflush, (hid_t a, H5F_scope_t b), (a, b))
WRAP(hid_t, H5Fopen, (const char *a, unsigned b, hid_t c), (a, b, c))
WRAP(hid_t, H5Gcreate2, (hid_t a, const char *b, hid_t c, hid_t d, hid_t e), (a, b, c, d, e))
WRAP(hid_t, H5Gopen2, (hid_t a, const char *b, hid_t c), (a, b, c))
WRAP(htri_t, H5Lexists, (hid_t a, const char *b, hid_t c), (a, b, c))
WRAP(herr_t, H5Ocopy, (hid_t a, const char *b, hid_t c, const char *d, hid_t e, hid_t f), (a, b, c, d, e, f))
WRAP(hid_t, H5Pcreate, (hid_t a), (a))
WRAP(int, H5Pget_chunk, (hid_t a, int b, hsize_t *c), (a, b, c))
WRAP(herr_t, H5Premove_filter, (hid_t a, H5Z_filter_t b), (a, b))
WRAP(herr_t, H5Pset_chunk, (hid_t a, int b, const hsize_t *c), (a, b, c))
WRAP(herr_t, H5Pset_deflate, (hid_t a, unsigned b), (a, b))
WRAP(herr_t, H5Pset_fclose_degree, (hid_t a, H5F_close_degree_t b), (a, b))
WRAP(herr_t, H5Pset_fill_time, (hid_t a, H5D_fill_time_t b), (a, b))
WRAP(herr_t, H5Pset_shuffle, (hid_t a), (a))
WRAP(hid_t, H5Screate, (H5S_class_t a), (a))
WRAP(hid_t, H5Screate_simple, (int a, const hsize_t *b, const hsize_t *c), (a, b, c))
WRAP(int, H5Sget_simple_extent_dims, (hid_t a, hsize_t *b, hsize_t *c), (a, b, c))
WRAP(int, H5Sget_simple_extent_ndims, (hid_t a), (a))
WRAP(herr_t, H5Sselect_hyperslab, (hid_t a, H5S_seloper_t b, const hsize_t *c, const hsize_t *d, const hsize_t *e, const hsize_t *f), (a, b, c, d, e, f))
WRAP(hid_t, H5Tcopy, (hid_t a), (a))
WRAP(herr_t, H5Tset_size, (hid_t a, size_t b), (a, b))
WRAP_CLOSE(H5Sclose)
WRAP_CLOSE(H5Dclose)
WRAP_CLOSE(H5Pclose)
WRAP_CLOSE(H5Tclose)
WRAP_CLOSE(H5Gclose)
WRAP_CLOSE(H5Aclose)
WRAP_CLOSE(H5Fclose)
/* clang-format on */

/* ---- a job ---- */

static const char *const models[] = {
    "trammel: 1\ngravity: [0, -9.81, 0]\n"
    "sections: {strip: {stiffness: {EA: 1e5, GKy: 1e5, GKz: 1e5, GJ: 20, EIy: 20, EIz: 20}, mass: {m: 0.5, Iyy: 1e-4, "
    "Izz: 1e-4}}}\n"
    "beams: {rod: {section: strip, curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], elements: 1, order: 2}}\n"
    "joints: {clamp: {type: rigid, between: [ground, rod.start]}}\n"
    "loads: {wind: {on: rod, force-per-length: [0, \"t*xi\", 0]}}\n"
    "bodies: {stone: {mass: 1, position: [0, 0, 1]}}\n"
    "events: {blow: {when: \"t - 0.007\", do: {impulse: {on: stone, force: [1, 0, 0]}}}}\n"
    "analysis: {until: 0.02, step: 0.005, output: {statistics: [energy.kinetic]}}\n",
    "trammel: 1\n"
    "sections: {strip: {stiffness: {EA: 1e5, GKy: 1e5, GKz: 1e5, GJ: 20, EIy: 20, EIz: 20}, mass: {m: 0.5, Iyy: 1e-4, "
    "Izz: 1e-4}}}\n"
    "beams: {rod: {section: strip, curve: {line: [[0, 0, 0], [1, 0, 0]]}, normal: [0, 1, 0], elements: 1, order: 2}}\n"
    "joints: {clamp: {type: rigid, between: [ground, rod.start]}}\n"
    "analysis: {type: modal, count: 2}\n",
    /* packed where it ends, unpacked where it goes on */
    ("trammel: 2\nbodies: {stone: {mass: 1, velocity: [0, 0, 1]}}\n"
     "analysis: {until: 0.02, step: 0.005, output: {compress: true}}\n")};

/* What came of one. */
typedef struct Outcome {
  const char *failed; /* the stage, NULL: none */
  bool said;
  int arrays;
  double sum;
} Outcome;

static const char *const texts[] = {"title", "model", "geometry", "doctor", "status", "statistics", "events"};

typedef struct Job {
  int number; /* of its model */
  const trm_Spec *spec;
  const trm_Model *model;
  const char *path;
  trm_Diagnostics *diagnostics;
  long refused; /* number of the call, CALLS_LOOK: none */
  Outcome out;
} Job;

static bool stage(Job *job, const char *name, bool good) {
  if (!good && !job->out.failed) job->out.failed = name;
  return good;
}

static bool run(Job *job, bool resume, double until) {
  trm_Simulation *simulation = trm_simulation_new(job->model, job->diagnostics);
  trm_RunOptions options = trm_run_default();
  options.output = job->path, options.overwrite = !resume, options.resume = resume, options.until = until;
  trm_Status status = trm_run(simulation, job->spec, &options, job->diagnostics);
  trm_simulation_free(simulation);
  return status == TRM_OK || (until > 0 && status == TRM_CANCELLED);
}

static void add(Job *job, const double *values, int64_t count) {
  for (int64_t k = 0; k < count; k++)
    if (isfinite(values[k])) job->out.sum = 1.0001 * job->out.sum + values[k];
}

static bool read_channels(Job *job, trm_Results *results) {
  int64_t rows = trm_results_rows(results);
  double *values = calloc((size_t)rows + 1, sizeof *values);
  bool good = true;
  for (int c = -1; c < trm_results_channel_count(results) && good; c++) {
    good = stage(job, "channels", trm_results_read(results, c, values) == TRM_OK);
    job->out.said |= !good; /* by its status */
    if (good) add(job, values, rows);
  }
  free(values);
  return good;
}

static bool read_arrays(Job *job, trm_Results *results) {
  int64_t rows = trm_results_rows(results);
  bool good = true;
  job->out.arrays = trm_results_array_count(results);
  for (int a = 0; a < trm_results_array_count(results) && good; a++) {
    trm_ResultsArray array = trm_results_array(results, a);
    int64_t count = array.numbers * (array.moving ? rows : 1);
    double *values = calloc((size_t)count + 1, sizeof *values);
    good = stage(job, "arrays", trm_results_read_array(results, a, (trm_RowRange){0, rows, 1}, values) == TRM_OK);
    job->out.said |= !good;
    if (good) add(job, values, count);
    free(values);
  }
  return good;
}

/* Texts and numbers of the summary may be missing in a file, and one that cannot be read is missing; no text is another
   one. */
static bool read_texts(Job *job, trm_Results *results) {
  static char *known[TRM_COUNT(models)][TRM_COUNT(texts)]; /* of each model, from its first run */
  for (int k = 0; k < TRM_COUNT(texts); k++) {
    const char *text = trm_results_text(results, texts[k]);
    char **first = &known[job->number][k];
    if (job->refused == CALLS_LOOK) *first = text ? strdup(text) : NULL;
    bool as_before = !text || (*first && strcmp(text, *first) == 0) || strcmp(texts[k], "status") == 0;
    if (!as_before) fail_msg("call %ld of %s: %s is \"%s\"", job->refused, refused_call, texts[k], text);
  }
  trm_Spec *spec = trm_results_spec(results, job->diagnostics);
  trm_spec_free(spec);
  return stage(job, "spec", spec != NULL);
}

static bool read_file(Job *job) {
  trm_Results *results = trm_results_open(job->path, job->diagnostics);
  bool good = stage(job, "open", results != NULL);
  good = good && read_channels(job, results) && read_arrays(job, results) && read_texts(job, results);
  trm_results_close(results);
  return good;
}

static Outcome attempt(Job job, long refused) {
  bool timeless = strstr(models[job.number], "modal") != NULL;
  job.diagnostics = trm_diagnostics_new();
  job.refused = refused, refused_call = "";
  calls_begin(refused, DEPTH);
  bool good = stage(&job, "run", run(&job, false, timeless ? 0 : 0.01));
  good = good && stage(&job, "resume", timeless || run(&job, true, 0));
  if (good) read_file(&job);
  calls_end();
  job.out.said |= trm_diagnostics_count(job.diagnostics, TRM_WARNING) > 0;
  trm_diagnostics_free(job.diagnostics);
  return job.out;
}

static void every_call_may_fail(void **state) {
  (void)state;
  char folder[] = "/tmp/trammel-refusals-XXXXXX", path[100];
  int silent = 0, failed = 0, same = 0;
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/result.h5", folder);
  for (int m = 0; m < TRM_COUNT(models); m++) {
    trm_Spec *spec = trm_spec_parse("small", models[m], strlen(models[m]), NULL);
    trm_Model *model = model_from_spec(spec);
    Job job = {.number = m, .spec = spec, .model = model, .path = path};
    Outcome whole = attempt(job, CALLS_LOOK);
    if (whole.failed) fail_msg("model %d: %s fails", m, whole.failed);
    const long *turns;
    int fresh = calls_fresh(&turns);
    long calls = calls_turn();
    for (int k = m % CALLS_ONE_OF; k < fresh; k += CALLS_ONE_OF) {
      Outcome out = attempt(job, turns[k]);
      /* a dataset that cannot be opened, and may be of a later version, is left out, which is said */
      bool alike = memcmp(&out.sum, &whole.sum, sizeof out.sum) == 0 || (out.arrays == whole.arrays - 1 && out.said);
      if (H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_FILE) > 0)
        silent++, printf("model %d, call %ld of %s: %s leaves a file open\n", m, turns[k], refused_call, out.failed);
      if (out.failed ? !out.said : !alike)
        silent++, printf("model %d, call %ld of %s: %s, %s, %.17g for %.17g, %d arrays for %d\n", m, turns[k],
                         refused_call, out.failed ? out.failed : "all", out.said ? "said" : "not said", out.sum,
                         whole.sum, out.arrays, whole.arrays);
      if (out.failed)
        failed++;
      else
        same++;
    }
    printf("model %d: %d places of %ld calls\n", m, fresh, calls);
    trm_model_free(model);
    trm_spec_free(spec);
  }
  printf("%d places refused once: %d errors, %d with the same numbers\n", calls_places(), failed, same);
  unlink(path);
  rmdir(folder);
  assert_int_equal(silent, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_call_may_fail)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
