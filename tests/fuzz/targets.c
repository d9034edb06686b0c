/* The reader, expressions, the start of a simulation with its first steps, the program's command line. */
#include "fuzz/targets.h"
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "io/yaml.h"
#include "math/expression.h"
#include "model/spec.h"

static bool wrong(const char *what) {
  fprintf(stderr, "%s\n", what);
  return false;
}

/* ---- reader: what is accepted can be written and read again, the same ---- */

static bool written_again(const trm_Spec *spec, trm_Diagnostics *d) {
  char *text = trm_yaml_write(spec);
  trm_Spec *again = text ? trm_yaml_parse("again", text, strlen(text), d) : NULL;
  bool same = again && trm_value_equal(spec->root, again->root);
  trm_spec_destroy(again);
  trm_free(text);
  return same || wrong("what was read is not written right");
}

static bool feed_reader(const char *bytes, size_t size) {
  trm_Diagnostics *d = trm_diagnostics_new();
  trm_Spec *spec = trm_yaml_parse("fuzz", bytes, size, d);
  bool good = (spec != NULL) == (trm_diagnostics_count(d, TRM_ERROR) == 0) || wrong("spec and errors disagree");
  if (spec) good = written_again(spec, d) && good;
  char *said = trm_diagnostics_text(d);
  trm_free(said);
  trm_spec_destroy(spec);
  trm_diagnostics_free(d);
  return good;
}

static const char *const yaml_words[] = {": ",    "- ",          "? ",       "\n",           "\n  ", "\t",   "[",
                                         "]",     "{",           "}",        ", ",           "&a ",  "*a ",  "!!str ",
                                         "%",     "'",           "\"",       "|\n",          ">\n",  "#",    "---\n",
                                         "<<: ",  "\\u00",       "\xC3\xA4", "\xEF\xBB\xBF", "\xFF", "\r\n", "null",
                                         "1e999", "%YAML 1.1\n", "[[[[[[[[", "- - - - ",     NULL};

/* ---- expressions: compiled, evaluated, differentiated; or refused at a place of the text ---- */

static bool feed_expression(const char *bytes, size_t size) {
  static const char *const variables[] = {"x", "t"}, *const constants[] = {"L"}, *const inputs[] = {"u"};
  trm_Symbols symbols = {.variables = variables,
                         .variable_count = 2,
                         .constants = constants,
                         .constant_count = 1,
                         .constant_values = (const double[]){2.5},
                         .inputs = inputs,
                         .input_count = 1,
                         .inputs_known = true};
  trm_Arena arena = {0};
  trm_ExpressionError error = {.offset = -1};
  trm_Expression *expression = trm_expression_compile(&arena, bytes, size, &symbols, &error);
  bool good = true;
  for (int k = 0; expression && k < 3; k++) {
    double at[2] = {k - 1.0, 0.3 * k};
    volatile double value = trm_expression_value(expression, at, (const double[]){1});
    (void)value;
  }
  if (!expression)
    good = (error.message[0] && error.offset >= 0 && (size_t)error.offset <= size) || wrong("no message, or nowhere");
  trm_arena_free(&arena);
  return good;
}

static const char *const formula_words[] = {
    "sin(", "if(", "min(", "max(", "clamp(", "mod(",    "pow(",   "^",        "^-",       "--",
    "x",    "t",   "L",    "u",    "pi",     "1e308",   "1e-320", "0",        "/0",       "(",
    ")",    ",",   "and ", "or ",  "not ",   "<=",      "==",     "!=",       "&&",       "||",
    "!",    ".",   "..",   "@",    " in ",   "signal.", "a.b",    "\xC3\xA4", "((((((((", NULL};

/* ---- start: a model is refused with a message, or starts and takes steps or says why not ---- */

enum { STEPS = 3 };

static bool step_on(trm_Simulation *simulation) {
  trm_Status status = TRM_OK;
  double *values = calloc((size_t)trm_simulation_channel_count(simulation) + 1, sizeof *values);
  for (int s = 0; s < STEPS && status == TRM_OK; s++) status = trm_simulation_step(simulation);
  bool good = status >= 0 || *trm_simulation_failure(simulation) || wrong("a step failed without a word");
  if (status >= 0) trm_simulation_channels(simulation, values);
  free(values);
  return good;
}

static bool feed_start(const char *bytes, size_t size) {
  trm_Diagnostics *d = trm_diagnostics_new();
  trm_Spec *spec = trm_spec_parse("fuzz", bytes, size, d);
  trm_Model *model = spec ? trm_model_build(spec, d) : NULL;
  trm_Simulation *simulation = model ? trm_simulation_new(model, d) : NULL;
  bool good = simulation || trm_diagnostics_count(d, TRM_ERROR) > 0 || wrong("refused without a word");
  if (model) trm_model_doctor(spec, model, simulation, d);
  if (simulation) good = step_on(simulation) && good;
  char *said = trm_diagnostics_text(d);
  if (said && strstr(said, "(null)")) good = wrong(said);
  trm_free(said);
  trm_simulation_free(simulation);
  trm_model_free(model);
  trm_spec_free(spec);
  trm_diagnostics_free(d);
  return good;
}

static const char *const model_words[] = {"0",
                                          "-1",
                                          "1e9",
                                          "1e-12",
                                          "1e308",
                                          "nan",
                                          "inf",
                                          "1/0",
                                          "sqrt(-1)",
                                          "ground",
                                          "bob",
                                          "true",
                                          "[0, 0, 0]",
                                          "[1, 0, 0]",
                                          "{}",
                                          "[]",
                                          "revolute",
                                          "spherical",
                                          "prismatic",
                                          "screw",
                                          "sliding",
                                          "universal",
                                          "rigid",
                                          "distance",
                                          "drive: t",
                                          "drive-rate: 1",
                                          "spring: 10",
                                          "damper: 1",
                                          "rate: 1",
                                          "start: 1",
                                          "mass: ",
                                          "inertia: [1, 1, 1]",
                                          "scheme: index-1",
                                          "scheme: energy-decaying",
                                          "formulation: relative",
                                          "type: static",
                                          "type: modal",
                                          "type: kinematic",
                                          "\"t*bob.velocity.x\"",
                                          "\"log(t)\"",
                                          "\"1/t\"",
                                          "share: false",
                                          "stops: {lower: 0, upper: 1, stiffness: 1}",
                                          "friction: {coefficient: 0.3, normal: 1}",
                                          "\n  ",
                                          ", ",
                                          ": ",
                                          NULL};

/* ---- the command line: a word a line; the program ends by itself, with 0, 1 or 2 ---- */

enum { MOST_WORDS = 24, LONGEST_LINE = 2000 };

static void become_program(char *const *words) {
  int null = open("/dev/null", O_RDWR);
  dup2(null, 0), dup2(null, 1), dup2(null, 2);
  execv(words[0], words);
  _exit(127);
}

static bool feed_command(const char *bytes, size_t size) {
  char line[LONGEST_LINE + 1], *words[MOST_WORDS + 2] = {getenv("TRM_FUZZ_PROGRAM")};
  int count = 1, status = 0;
  if (!words[0] || size > LONGEST_LINE) return true;
  memcpy(line, bytes, size), line[size] = '\0';
  for (char *word = strtok(line, "\n"); word && count <= MOST_WORDS; word = strtok(NULL, "\n")) words[count++] = word;
  pid_t child = fork();
  if (child == 0) become_program(words);
  if (waitpid(child, &status, 0) != child || WIFSIGNALED(status)) return wrong("the program was ended by a signal");
  return WEXITSTATUS(status) <= 2 || wrong("an exit status above 2");
}

static const char *const command_words[] = {"run\n",      "check\n",        "csv\n",     "info\n",     "describe\n",
                                            "new\n",      "modes\n",        "matrix\n",  "report\n",   "plot\n",
                                            "export\n",   "upgrade\n",      "help\n",    "view\n",     "linearise\n",
                                            "sweep\n",    "study\n",        "--json\n",  "--help\n",   "-o\n",
                                            "--force\n",  "--set\n",        "mass=\n",   "mass=1/0\n", "=\n",
                                            "--until\n",  "-1\n",           "1e999\n",   "nan\n",      "model.yaml\n",
                                            "model.h5\n", "nowhere.yaml\n", "--quiet\n", "--strict\n", "--\n",
                                            "-\n",        "--wall-time\n",  "0.01\n",    "energy\n",   "*\n",
                                            "pendulum\n", "joint\n",        "finding\n", "",           NULL};

const Target fuzz_targets[] = {{"reader", feed_reader, yaml_words},
                               {"expression", feed_expression, formula_words},
                               {"start", feed_start, model_words},
                               {"command", feed_command, command_words}};
const int fuzz_target_count = sizeof fuzz_targets / sizeof fuzz_targets[0];

const Target *fuzz_target(const char *name) {
  for (int t = 0; t < fuzz_target_count; t++)
    if (strcmp(fuzz_targets[t].name, name) == 0) return &fuzz_targets[t];
  return NULL;
}
