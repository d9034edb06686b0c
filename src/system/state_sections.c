/* The sections of the flat state. Another one is another row of the table: its numbers are then laid out, copied, taken
   back with a failed step, saved and loaded. A section whose meaning changes gets a higher version; what was saved with
   an older one is refused where the number of numbers differs. */
#include <math.h>
#include <string.h>
#include "system/state.h"

typedef struct Section {
  const char *name;
  int version;
  size_t at; /* of the pointer in trm_State */
  size_t (*size)(const trm_System *system);
} Section;

static size_t one(const trm_System *system) { return (void)system, 1; }
static size_t configuration(const trm_System *system) { return (size_t)trm_configuration_size(system->model); }
static size_t coordinates(const trm_System *system) { return (size_t)system->model->coordinate_count; }
static size_t law_states(const trm_System *system) { return (size_t)system->model->on_joints.law_state_count; }
static size_t inputs(const trm_System *system) { return (size_t)system->model->inputs.count; }
static size_t pasts(const trm_System *system) { return (size_t)system->model->forces.signals.past_count; }
static size_t multipliers(const trm_System *system) { return (size_t)system->layout->multiplier_count; }
static size_t lacking(const trm_System *system) { return 2 * (size_t)system->model->forces.reaction_count; }
static size_t works(const trm_System *system) { return (void)system, sizeof(trm_Works) / sizeof(double); }
static size_t history(const trm_System *system) { return (void)system, sizeof(trm_History) / sizeof(double); }
static size_t unknowns(const trm_System *system) { return (size_t)system->numbering.count; }
static size_t remembered(const trm_System *system) { return TRM_REMEMBERED * unknowns(system); }
static size_t motion(const trm_System *system) { return 3 * unknowns(system); }

static const Section sections[] = {
    {"time", 1, offsetof(trm_State, time), one},
    {"multiplier scale", 1, offsetof(trm_State, scale), one},
    {"coordinates", 1, offsetof(trm_State, q), configuration},
    {"velocities", 1, offsetof(trm_State, w), configuration},
    {"relative coordinates", 1, offsetof(trm_State, x), coordinates},
    {"multipliers", 1, offsetof(trm_State, lambda), multipliers},
    {"lacking reactions", 1, offsetof(trm_State, lacking), lacking},
    {"law states", 1, offsetof(trm_State, z), law_states},
    {"inputs", 1, offsetof(trm_State, inputs), inputs},
    {"pasts of signals", 1, offsetof(trm_State, past), pasts}, /* behind the inputs: whoever has these has those */
    {"redundant rows", 1, offsetof(trm_State, dropped), multipliers},
    {"redundant row count", 1, offsetof(trm_State, dropped_count), one},
    {"ledger", 2, offsetof(trm_State, works), works},
    {"step control", 5, offsetof(trm_State, history), history},
    {"predictor", 3, offsetof(trm_State, ring), remembered}, /* a ring */
    {"accelerations", 1, offsetof(trm_State, nu), motion},   /* nu, nu_dot, a */
};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

static double *numbers_of(const trm_State *state, const Section *section) {
  double *numbers;
  memcpy(&numbers, (const char *)state + section->at, sizeof numbers);
  return numbers;
}

size_t trm_state_lay_out(trm_State *state, const trm_System *system) {
  size_t n = unknowns(system), size = 0;
  for (int i = 0; i < SECTIONS; i++) {
    double *numbers = state->data + size;
    if (state->data) memcpy((char *)state + sections[i].at, &numbers, sizeof numbers);
    size += sections[i].size(system);
  }
  if (!state->data) return size;
  state->ring_step = n;
  state->nu_dot = state->nu + n, state->a = state->nu + 2 * n;
  return size;
}

/* numbers that others are found by must be some */
static void check(trm_State *state, trm_Bytes *bytes) {
  const trm_History *history = state->history;
  bool whole = history->count == floor(history->count) && history->count >= 0 && history->count <= TRM_REMEMBERED;
  whole =
      whole && history->latest == floor(history->latest) && history->latest >= 0 && history->latest < TRM_REMEMBERED;
  if (!whole) trm_bytes_refuse(bytes, "the predictor remembers %g steps", history->count);
  for (size_t i = 0; i < state->size && trm_bytes_good(bytes); i++)
    if (!isfinite(state->data[i])) trm_bytes_refuse(bytes, "a number of the state is not finite");
  if (trm_bytes_good(bytes) && !(*state->scale > 0)) trm_bytes_refuse(bytes, "the multiplier scale is not positive");
  trm_state_count_dropped(state);
}

void trm_state_bytes(trm_State *state, const trm_System *system, trm_Bytes *bytes) {
  for (int i = 0; i < SECTIONS && trm_bytes_good(bytes); i++) {
    int version = sections[i].version;
    trm_BytesPart part = trm_bytes_begin(bytes, sections[i].name, &version);
    trm_bytes_doubles(bytes, numbers_of(state, &sections[i]), sections[i].size(system));
    trm_bytes_end(bytes, &part);
  }
  if (bytes->reading && trm_bytes_good(bytes)) check(state, bytes);
}
