/* Every rigid example of the project by the index-1 form and in relative coordinates, against the main formulation
   at tight settings: positions, velocities and angular velocities of all bodies. The folders are walked: a new
   example is in it. Models with beams are not rigid, and the relative form refuses them; so it does formulas that name
   what moves. */
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/text_model.h"
#include "element/law.h"
#include "element/named.h"
#include "model/model.h"
#include "test_all.h"
#include "verification/motion_difference.h"

static const char *const forms[] = {"scheme: index-1", "formulation: relative"};
enum { FORMS = sizeof forms / sizeof forms[0], PATH = 1000 };

/* An example and how much of it is compared. */
typedef struct Example {
  char path[PATH];
  const char *name; /* in the path: folder and file */
  double until;     /* s */
  double part;      /* of what make test-all compares */
  bool reversible;  /* nothing dissipates: the reference may be of order 6 */
  bool kinks;       /* stops, friction */
  bool named;       /* formulas name what moves: relative coordinates refuse it */
} Example;

static Run start(const Example *example, const char *analysis) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_read(example->path, diagnostics);
  if (!spec) fail_msg("%s does not read", example->path);
  assert_int_equal(trm_spec_set(spec, "analysis", analysis, NULL), TRM_OK);
  Run run = run_model(model_from_spec(spec));
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
  return run;
}

static void run_whole(const Example *example, const char *what, Run *run) {
  trm_Status status;
  while ((status = trm_simulation_step(run->simulation)) == TRM_OK) continue;
  run->fresh = false;
  if (status != TRM_FINISHED) fail_msg("%s, %s: %s", example->name, what, trm_simulation_failure(run->simulation));
}

/* ---- which examples, how long ---- */

/* s: enough to be wrong in, and short enough for a test; of that make test takes half */
static const double longest = 0.5;

static void look_at_laws(const trm_Model *model, Example *example) {
  example->reversible = true, example->kinks = false;
  for (int s = 0; s < model->forces.spring_count; s++) example->reversible &= model->forces.springs[s].damping == 0;
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++) TRM_EACH_LAW(law, &model->joints[j].laws[c]) {
        example->reversible &= law->kind->reversible && law->kind->reversible(law->data);
        example->kinks |= law->kind->bounds || law->kind->load_state > 0;
      }
  for (int l = 0; l < model->forces.load_count; l++) {
    const trm_Load *load = &model->forces.loads[l];
    const trm_Function *functions[2] = {load->force, load->moment}; /* NULL: there is none */
    for (int i = 0; i < 6; i++)
      example->reversible &= !functions[i / 3] || !trm_named_forwards(&functions[i / 3][i % 3]);
  }
}

static bool has_mass(const trm_Model *model) {
  for (int b = 0; b < model->body_count; b++)
    if (model->bodies[b].mass > 0) return true;
  return false;
}

/* Fills in what the model itself says; false: not a rigid mechanism that moves. */
static bool inspect(Example *example) {
  trm_Diagnostics *diagnostics = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_read(example->path, diagnostics);
  if (!spec) fail_msg("%s does not read", example->path);
  trm_Model *model = model_from_spec(spec);
  bool rigid = model->beam_count == 0 && has_mass(model);
  double last = model->analyses.items[model->analyses.count - 1]->until;
  double whole = last > 0 && last < longest ? last : longest;
  example->until = test_all() ? whole : fmin(whole, 0.5 * longest), example->part = example->until / whole;
  look_at_laws(model, example);
  example->named = model->forces.named;
  trm_model_free(model);
  trm_spec_free(spec);
  trm_diagnostics_free(diagnostics);
  return rigid;
}

/* ---- comparison ---- */

/* The finer of two runs of fixed step, and its error: the difference of the two over 63 for order 6 (ten times that
   is allowed for), over 3 for order 2; where forces have kinks the order is lost, and the whole difference counts. */
static Run reference_of(const Example *example, double *error) {
  char analysis[200];
  Run runs[2];
  int steps = (int)ceil((example->reversible ? 500 : 4000) * example->part);
  for (int r = 0; r < 2; r++) {
    snprintf(analysis, sizeof analysis, "{until: %.17g, order: %d, step: %.17g}", example->until,
             example->reversible ? 6 : 2, example->until / (steps << r));
    runs[r] = start(example, analysis);
    run_whole(example, "reference", &runs[r]);
  }
  *error = motion_difference(&runs[0], &runs[1]) / (example->reversible ? 6 : example->kinks ? 1 : 3);
  run_free(&runs[0]);
  return runs[1];
}

/* Constraints hold to round-off at any tolerance: steps are put back onto them. */
static int forms_of(const Example *example) { return example->named ? 1 : FORMS; }

static void stays_closed(const Example *example) {
  for (int f = 0; f < forms_of(example); f++) {
    char analysis[200];
    snprintf(analysis, sizeof analysis, "{until: %.17g, %s, step: {tolerance: 1e-6}}", example->until, forms[f]);
    Run run = start(example, analysis);
    run_whole(example, forms[f], &run);
    double violation = trm_simulation_summary(run.simulation)->largest_violation;
    if (!(violation < 1e-12)) fail_msg("%s, %s: violation %g", example->name, analysis, violation);
    run_free(&run);
  }
}

static void compare(const Example *example) {
  double error;
  Run reference = reference_of(example, &error);
  for (int f = 0; f < forms_of(example); f++) {
    char analysis[200];
    snprintf(analysis, sizeof analysis, "{until: %.17g, %s, step: {tolerance: 1e-11}}", example->until, forms[f]);
    Run run = start(example, analysis);
    run_whole(example, forms[f], &run);
    double difference = motion_difference(&run, &reference);
    trm_Ledger ledger = run_ledger(&run);
    const trm_Summary *summary = trm_simulation_summary(run.simulation);
    print_message("%-42s %4.2f s  %-22s difference %.1e (reference %.0e), ledger %.0e of %.2g J, violation %.0e, %d "
                  "steps\n",
                  example->name, example->until, forms[f], difference, error, ledger.largest_residual,
                  ledger.largest_kinetic, summary->largest_violation, (int)summary->steps);
    assert_true(difference < 1e-8 + 1.2 * error);
    run_free(&run);
  }
  run_free(&reference);
  stays_closed(example);
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const Example *)a)->path, ((const Example *)b)->path);
}

/* the models of all folders of examples; returns how many */
static int collect(Example *list, int most) {
  int count = 0;
  DIR *top = opendir(TRM_SOURCE_DIR "/examples");
  assert_non_null(top);
  for (struct dirent *folder; (folder = readdir(top));) {
    char path[PATH / 2];
    snprintf(path, sizeof path, "%s/examples/%s", TRM_SOURCE_DIR, folder->d_name);
    DIR *files = folder->d_name[0] == '.' ? NULL : opendir(path);
    if (!files) continue;
    for (struct dirent *file; (file = readdir(files));) {
      assert_true(count < most);
      snprintf(list[count].path, PATH, "%s/%s", path, file->d_name);
      count += file_is_model(list[count].path);
    }
    closedir(files);
  }
  closedir(top);
  qsort(list, (size_t)count, sizeof *list, by_name);
  return count;
}

static void all_rigid_examples(void **unused) {
  (void)unused;
  enum { MOST = 400 };
  static Example list[MOST];
  int count = collect(list, MOST), compared = 0;
  const char *only = getenv("EXAMPLE"); /* part of a name: to look at one */
  for (int e = 0; e < count; e++) {
    list[e].name = list[e].path + strlen(TRM_SOURCE_DIR "/examples/");
    if ((only && !strstr(list[e].name, only)) || !inspect(&list[e])) continue;
    compare(&list[e]);
    compared++;
  }
  print_message("%d models of %d\n", compared, count);
  assert_true(only || compared >= 40);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_rigid_examples)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
