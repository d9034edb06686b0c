/* Bodies of trm_linear_system_*. */
#include <string.h>
#include "analysis/linear_system.h"
#include "api/run_internal.h"
#include "base/findings.h"
#include "base/report.h"

/* Names that are wanted, found among those that there are. On the stack of who asks. */
typedef struct Names {
  const char *what; /* "input" */
  const char *const *all;
  int count;
  const char *const *wanted;
  int wanted_count;
} Names;

static bool unknown(const Names *names, const char *word, trm_Diagnostics *diagnostics) {
  const char *meant = trm_nearest(word, names->all, names->count);
  trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "the model has no %s \"%.100s\"%s%s%s", names->what, word,
             meant ? " (did you mean \"" : "", meant ? meant : "", meant ? "\"?)" : "");
  return false;
}

/* each once, in the order of the words; false: said in diagnostics */
static bool pick(const Names *names, int *picked, int *count, bool *taken, trm_Diagnostics *diagnostics) {
  *count = 0;
  for (int w = 0; w < names->wanted_count; w++) {
    bool found = false;
    for (int i = 0; i < names->count; i++) {
      if (!trm_channel_matches(names->wanted[w], names->all[i])) continue;
      found = true;
      if (!taken[i]) picked[(*count)++] = i;
      taken[i] = true;
    }
    if (!found) return unknown(names, names->wanted[w], diagnostics);
  }
  return true;
}

static bool find_inputs(const trm_Simulation *s, trm_Arena *arena, const trm_LinearRequest *request,
                        trm_LinearTask *task, trm_Diagnostics *diagnostics) {
  const trm_Inputs *inputs = &s->model->inputs;
  Names names = {"input", (const char *const *)inputs->names, inputs->count, request->inputs, request->input_count};
  if (!request->inputs) names.wanted = names.all, names.wanted_count = names.count;
  int *picked = TRM_ARENA_NEW(arena, int, inputs->count + 1);
  bool *taken = TRM_ARENA_NEW(arena, bool, inputs->count + 1);
  task->inputs = picked;
  return !arena->failed && pick(&names, picked, &task->input_count, taken, diagnostics);
}

static bool find_outputs(const trm_Simulation *s, trm_Arena *arena, const trm_LinearRequest *request,
                         trm_LinearTask *task, trm_Diagnostics *diagnostics) {
  int count = s->channels.count;
  const char **all = TRM_ARENA_NEW(arena, const char *, count + 1);
  int *picked = TRM_ARENA_NEW(arena, int, count + 1);
  bool *taken = TRM_ARENA_NEW(arena, bool, count + 1);
  if (arena->failed) return false;
  for (int i = 0; i < count; i++) all[i] = s->channels.items[i].name;
  Names names = {"channel", all, s->channels.walked, request->outputs, request->output_count};
  task->outputs = picked;
  return pick(&names, picked, &task->output_count, taken, diagnostics);
}

/* A failure of the run, with its code and place where they are known. */
static void report_failure(const trm_Simulation *s, trm_Status status, trm_Diagnostics *diagnostics) {
  const char *text = s->failure[0] ? s->failure : trm_status_text(status);
  if (s->failure[0] && s->said.cause)
    trm_find(diagnostics, (trm_Finding)s->said.cause, s->said.at, "%s", text);
  else
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", text);
}

/* runs to the modes, where it is not there */
static trm_Status run_to_modes(trm_Simulation *s, trm_Diagnostics *diagnostics) {
  trm_Status status = TRM_OK;
  while (status == TRM_OK && !trm_simulation_modal(s)) status = trm_simulation_step(s);
  if (trm_simulation_modal(s)) return TRM_OK;
  if (status == TRM_FINISHED)
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "the last analysis must be modal (trm_spec_ask_modes)");
  else
    report_failure(s, status, diagnostics);
  return TRM_BAD_ARGUMENT;
}

static trm_Status find(trm_Simulation *s, const trm_LinearRequest *request, trm_LinearSystem *system,
                       trm_Diagnostics *diagnostics) {
  trm_Arena arena = {0};
  trm_LinearTask task = {.modes = request->modes};
  bool known =
      find_inputs(s, &arena, request, &task, diagnostics) && find_outputs(s, &arena, request, &task, diagnostics);
  trm_Status status = known ? run_to_modes(s, diagnostics) : arena.failed ? TRM_NO_MEMORY : TRM_BAD_ARGUMENT;
  if (status == TRM_OK) {
    status = trm_linear_system_find(s, &task, system);
    if (status != TRM_OK && status != TRM_NO_MEMORY) report_failure(s, status, diagnostics);
  }
  trm_arena_free(&arena);
  return status;
}

trm_LinearSystem *trm_simulation_linear_system(trm_Simulation *simulation, const trm_LinearRequest *given,
                                               trm_Diagnostics *diagnostics) {
  trm_LinearRequest request;
  if (!simulation || !given || !trm_take_sized(&request, sizeof request, given)) return NULL;
  trm_LinearSystem *system = TRM_NEW(trm_LinearSystem, 1);
  trm_Status status = system ? find(simulation, &request, system, diagnostics) : TRM_NO_MEMORY;
  if (status == TRM_OK) return system;
  if (status == TRM_NO_MEMORY) trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_status_text(status));
  trm_linear_system_free(system);
  return NULL;
}

void trm_linear_system_free(trm_LinearSystem *system) {
  if (!system) return;
  trm_arena_free(&system->arena);
  trm_release(system);
}

int trm_linear_system_states(const trm_LinearSystem *system) { return system->matrices.states; }
int trm_linear_system_inputs(const trm_LinearSystem *system) { return system->matrices.inputs; }
int trm_linear_system_outputs(const trm_LinearSystem *system) { return system->matrices.outputs; }

static bool within(int index, int count) { return index >= 0 && index < count; }

const char *trm_linear_system_state(const trm_LinearSystem *system, int index) {
  return within(index, system->matrices.states) ? system->states[index] : "";
}

const char *trm_linear_system_input(const trm_LinearSystem *system, int index) {
  return within(index, system->matrices.inputs) ? system->inputs[index] : "";
}

trm_Channel trm_linear_system_output(const trm_LinearSystem *system, int index) {
  if (!within(index, system->matrices.outputs)) return (trm_Channel){"", ""};
  return (trm_Channel){system->outputs[index], system->units[index]};
}

const double *trm_linear_system_matrix(const trm_LinearSystem *system, char letter) {
  switch (letter) {
  case 'A': return system->matrices.a;
  case 'B': return system->matrices.b;
  case 'C': return system->matrices.c;
  case 'D': return system->matrices.d;
  default: return NULL;
  }
}

trm_Status trm_linear_system_response(const trm_LinearSystem *system, double omega, double *response) {
  return response ? trm_first_order_response(&system->matrices, omega, response) : TRM_BAD_ARGUMENT;
}
