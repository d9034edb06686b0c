/* The modal analysis (theory.md, "Modes"): its keys, the pencil of the linearised equations, shapes, whirl. */
#include "analysis/analysis_fields.h"
#include "analysis/modal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "math/vec3.h"

static trm_Status allocate(trm_Simulation *s) {
  trm_Modal *modal = TRM_ARENA_NEW(&s->work, trm_Modal, 1);
  if (!modal) return TRM_NO_MEMORY;
  s->modal = modal;
  modal->multiplier = TRM_ARENA_NEW(&s->work, bool, s->system->numbering.count);
  modal->unit = TRM_ARENA_NEW(&s->work, double, s->system->numbering.count);
  if (!modal->multiplier || !modal->unit) return TRM_NO_MEMORY;
  for (int i = 0; i < s->system->numbering.count; i++) {
    trm_UnknownKind kind = s->system->unknowns[i].kind;
    modal->multiplier[i] = s->system->multiplier_of[i] >= 0;
    modal->unit[i] = kind == TRM_UNKNOWN_DISPLACEMENT || kind == TRM_UNKNOWN_LENGTH ? s->model->size : 1;
  }
  return trm_steady_new(&modal->steady, &s->work, s->system);
}

trm_Pencil trm_modal_pencil(const trm_Simulation *s) {
  const trm_Modal *modal = s->modal;
  const trm_Linear *linear = modal->steady.linear;
  return (trm_Pencil){.pattern = s->system->pattern,
                      .tree = s->system->tree,
                      .multiplier = modal->multiplier,
                      .mass = linear->mass,
                      .damping = linear->damping,
                      .stiffness = linear->stiffness,
                      .rate = trm_steady_rate(s, &modal->steady),
                      .stiffness_size = linear->stiffness_size,
                      .rows = &linear->rows,
                      .unit = modal->unit,
                      .memory = &modal->steady.memory,
                      .reacts = s->model->forces.reaction_count > 0};
}

/* Deviations from a motion that changes have no modes: eigenvalues would be those of the coordinates chosen. */
static trm_Status take_motion(trm_Simulation *s) {
  trm_Status status = trm_steady_motion(s, &s->modal->steady);
  s->modal->pairs = (trm_Eigenpairs){.freedoms = trm_steady_freedoms(s)};
  size_t used = strlen(s->said.remark);
  snprintf(s->said.remark + used, sizeof s->said.remark - used,
           "%sframe: motion is for linear systems (`trammel linearise`); deviations from a motion that changes have no "
           "modes",
           used ? "; " : "");
  return status;
}

/* linear systems need no steady state: that is said with the reason why there are no modes */
static void remark_motion(trm_Simulation *s) {
  size_t used = strlen(s->failure);
  snprintf(s->failure + used, sizeof s->failure - used, "; linear systems can be about it (linearise --frame motion)");
}

static trm_Status find_modes(trm_Simulation *s) {
  trm_Modal *modal = s->modal;
  if (s->analysis->frame == TRM_MODAL_FRAME_MOTION && s->analysis->about != TRM_MODAL_REFERENCE) return take_motion(s);
  trm_Status status = s->analysis->about == TRM_MODAL_REFERENCE
                          ? trm_steady_reference(s, &modal->steady)
                          : trm_steady_find(s, &modal->steady, (trm_ModalFrame)s->analysis->frame);
  if (status == TRM_STEP_FAILED) remark_motion(s);
  if (status != TRM_OK) return status;
  trm_Pencil pencil = trm_modal_pencil(s);
  trm_EigenOptions options = {.count = s->analysis->count, .dense_largest = -1};
  status = trm_eigen_solve(&pencil, &options, &modal->pairs);
  if (status > 0) {
    snprintf(s->failure, sizeof s->failure, "the modes could not be found: %s", trm_status_text(status));
    status = TRM_STEP_FAILED;
  }
  return status;
}

/* All is done here, so that the first state that is seen is the one about which the model vibrates. */
static trm_Status begin(trm_Simulation *s) {
  double start = trm_cpu_seconds();
  trm_modal_free(s); /* of an attempt that failed before */
  trm_Status status = allocate(s);
  if (status == TRM_OK) status = find_modes(s);
  s->summary.seconds_total += trm_cpu_seconds() - start;
  if (status != TRM_OK) return status;
  s->modal->done = true;
  return trm_simulation_begin_ledger(s);
}

static trm_Status step(trm_Simulation *s, bool *output) {
  (void)s;
  *output = false;
  return TRM_FINISHED;
}

/* ---- channels ---- */

enum { CHANNELS_OF_MODE = 2 };

/* how many modes have channels: as many as the model asks for */
static int asked(const trm_Simulation *s) {
  const trm_AnalysisDef *last = s->model->analyses.items[s->model->analyses.count - 1];
  return last->type == TRM_ANALYSIS_MODAL ? last->count : 0;
}

trm_Status trm_modal_channels(trm_Simulation *s) {
  trm_ChannelList *list = &s->channels;
  int count = asked(s), all = list->count + CHANNELS_OF_MODE * count;
  if (count == 0) return TRM_OK;
  trm_Channel *items = TRM_ARENA_NEW(&list->arena, trm_Channel, all);
  if (!items) return TRM_NO_MEMORY;
  memcpy(items, list->items, sizeof *items * (size_t)list->count);
  for (int i = 0; i < count; i++) {
    trm_Channel *own = items + list->count + CHANNELS_OF_MODE * i;
    own[0] = (trm_Channel){trm_arena_text(&list->arena, "mode%d.frequency", i + 1), "Hz"};
    own[1] = (trm_Channel){trm_arena_text(&list->arena, "mode%d.damping", i + 1), "1"};
  }
  if (list->arena.failed) return TRM_NO_MEMORY;
  list->items = items, list->count = list->capacity = all;
  return TRM_OK;
}

double trm_modal_channel(const trm_Simulation *s, int channel) {
  const trm_Modal *modal = trm_simulation_modal(s);
  int mode = channel / CHANNELS_OF_MODE;
  if (!modal || mode >= modal->pairs.count) return NAN; /* the model has fewer, or they are not found yet */
  const trm_Eigenpair *pair = &modal->pairs.items[mode];
  double size = hypot(pair->real, pair->imaginary);
  if (channel % CHANNELS_OF_MODE == 0) return pair->imaginary / (2 * TRM_PI) + 0.0; /* never -0 */
  return size > 0 ? -pair->real / size + 0.0 : 0;
}

void trm_modal_free(trm_Simulation *s) {
  if (!s->modal) return;
  trm_steady_free(&s->modal->steady);
  trm_eigen_free(&s->modal->pairs);
}

const trm_Modal *trm_simulation_modal(const trm_Simulation *s) { return s->modal && s->modal->done ? s->modal : NULL; }

void trm_modal_shape(const trm_Simulation *s, int mode, int node, double displacement[6], double rotation[6]) {
  const trm_Eigenpair *pair = &s->modal->pairs.items[mode];
  const int *point = s->system->numbering.point[s->model->nodes[node].point];
  const int *triad = s->system->numbering.triad[s->model->nodes[node].triad];
  for (int part = 0; part < 2; part++)
    for (int n = 0; n < 3; n++) {
      displacement[3 * part + n] = point[n] < 0 ? 0 : pair->shape[part][point[n]];
      rotation[3 * part + n] = triad[n] < 0 ? 0 : pair->shape[part][triad[n]];
    }
}

/* the rotation of the whole, or of the part that turns fastest; false: nothing turns */
static bool spin_of(const trm_Simulation *s, double spin[3]) {
  const trm_Steady *steady = &s->modal->steady;
  trm_copy(spin, steady->frame, 3);
  for (int t = 0; t < s->model->node_count && !steady->turns; t++) {
    const int *triad = s->system->numbering.triad[t];
    double own[3];
    for (int n = 0; n < 3; n++) own[n] = triad[n] < 0 ? 0 : steady->nu[triad[n]];
    if (trm_norm(own) > trm_norm(spin)) trm_copy(spin, own, 3);
  }
  return trm_norm(spin) > 0;
}

typedef struct Orbit {
  double area, most; /* about the axis, and the most it could be */
  double whole;      /* the same of all three components */
} Orbit;

/* The area that a vector x e^(i omega t) goes around the axis with: its components across the axis are a and b = (axis
   x .), area = -Im(conj(a) b). */
static void add_orbit(const double x[6], const double across[2][3], double factor, Orbit *orbit) {
  double a[2], b[2];
  for (int part = 0; part < 2; part++)
    a[part] = trm_dot(across[0], x + 3 * part), b[part] = trm_dot(across[1], x + 3 * part);
  orbit->area -= factor * (a[0] * b[1] - a[1] * b[0]);
  orbit->most += 0.5 * factor * (a[0] * a[0] + a[1] * a[1] + b[0] * b[0] + b[1] * b[1]);
  for (int i = 0; i < 6; i++) orbit->whole += 0.5 * factor * x[i] * x[i];
}

static const double goes_around = 1e-3; /* of the whole motion, across the axis: torsion goes around nothing */

double trm_modal_whirl(const trm_Simulation *s, int mode) {
  const trm_Eigenpair *pair = &s->modal->pairs.items[mode];
  double spin[3], across[2][3], size = s->model->size;
  Orbit orbit = {0};
  if (!(pair->imaginary > 0) || !spin_of(s, spin)) return 0;
  double speed = trm_norm(spin), smallest = fmin(fabs(spin[0]), fmin(fabs(spin[1]), fabs(spin[2])));
  double other[3] = {fabs(spin[0]) == smallest, 0, 0};
  other[1] = other[0] == 0 && fabs(spin[1]) == smallest, other[2] = other[0] == 0 && other[1] == 0;
  trm_cross(across[0], spin, other);
  double length = trm_norm(across[0]);
  for (int n = 0; n < 3; n++) across[0][n] /= length, spin[n] /= speed;
  trm_cross(across[1], spin, across[0]);
  for (int node = 1; node < s->model->node_count; node++) {
    double displacement[6], rotation[6];
    trm_modal_shape(s, mode, node, displacement, rotation);
    add_orbit(displacement, (const double(*)[3])across, 1, &orbit);
    add_orbit(rotation, (const double(*)[3])across, size * size, &orbit);
  }
  double whirl = orbit.most > goes_around * orbit.whole ? orbit.area / orbit.most : 0;
  bool slower = s->modal->steady.turns && speed > pair->imaginary; /* against the axes, but with them in the world */
  return slower ? fabs(whirl) : whirl;
}

const trm_AnalysisKind trm_modal_analysis = {
    .name = "modal", .table = &trm_modal_table, .final = true, .begin = begin, .step = step};
