/* Why a step failed: the formula whose value is no number, where the state is or just ahead of it; constraints that are
   about to depend on each other, by joints and bodies. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/events.h"
#include "analysis/find.h"
#include "element/joint.h"
#include "element/law.h"
#include "element/named.h"
#include "element/passage.h"
#include "integrate/scheme.h"
#include "integrate/singular.h"
#include "math/vec3.h"
#include "model/part_text.h"
#include "system/dependent_text.h"

/* A place of the motion that is looked at, and what was found there. A value of one call. */
typedef struct Blame {
  const trm_Model *model;
  const trm_State *state;
  trm_Instant now;
  char what[300]; /* load "wind": the force along x; "": nothing */
  bool infinite;
  trm_Place place;
} Blame;

static bool is_wrong(Blame *blame, double value) {
  blame->infinite = !isnan(value);
  return !isfinite(value);
}

static bool blame_loads(Blame *blame) {
  const trm_ModelForces *forces = &blame->model->forces;
  for (int l = 0; l < forces->load_count; l++)
    for (int n = 0; n < 6; n++) {
      const trm_Load *load = &forces->loads[l];
      const trm_Function *functions = n < 3 ? load->force : load->moment;
      if (!functions || !is_wrong(blame, trm_named_value(blame->model, &functions[n % 3], &blame->now.t, &blame->now)))
        continue;
      blame->place = load->place;
      snprintf(blame->what, sizeof blame->what, "load \"%.100s\": the %s %c", load->name,
               n < 3 ? "force along" : "moment about", "xyz"[n % 3]);
      return true;
    }
  return false;
}

static bool blame_beam_loads(Blame *blame) {
  enum { PLACES = 5 };
  const trm_BeamMesh *mesh = &blame->model->mesh;
  for (int l = 0; l < mesh->load_count; l++)
    for (int n = 0; n < 6 * PLACES; n++) {
      const trm_BeamLoad *load = &mesh->loads[l];
      double xi = (double)(n % PLACES) / (PLACES - 1), variables[2] = {xi, blame->now.t};
      int component = n / PLACES;
      const trm_Function *functions = component < 3 ? load->force : load->moment;
      if (!functions || load->named) continue;
      if (!is_wrong(blame, trm_function_value(&functions[component % 3], variables, blame->now.inputs))) continue;
      blame->place = load->place;
      snprintf(blame->what, sizeof blame->what, "load \"%.100s\": the %s per length %s %c, at %g of the beam,",
               load->name, component < 3 ? "force" : "moment", component < 3 ? "along" : "about", "xyz"[component % 3],
               xi);
      return true;
    }
  return false;
}

/* world position of a marker: y = x + sum_j offset_j d_j */
static void marker_position(const Blame *blame, const trm_Marker *marker, double y[3]) {
  const trm_Node *node = &blame->model->nodes[marker->node];
  const double *d = blame->state->q + trm_triad_at(blame->model, node->triad);
  trm_copy(y, blame->state->q + trm_point_at(node->point), 3);
  for (int j = 0; j < 3; j++) trm_add_scaled(y, marker->offset[j], d + 3 * j);
}

static bool blame_springs(Blame *blame) {
  for (int s = 0; s < blame->model->forces.spring_count; s++) {
    const trm_SpringDamper *spring = &blame->model->forces.springs[s];
    double a[3], b[3], between[3];
    if (!spring->force) continue;
    marker_position(blame, &spring->side[0], a);
    marker_position(blame, &spring->side[1], b);
    trm_subtract(between, b, a);
    double length = trm_norm(between);
    if (!is_wrong(blame, trm_function_value(spring->force, &length, blame->now.inputs))) continue;
    blame->place = spring->place;
    snprintf(blame->what, sizeof blame->what, "spring \"%.100s\": its force at the length %.6g m", spring->name,
             length);
    return true;
  }
  return false;
}

static bool blame_laws(Blame *blame, const trm_Joint *joint) {
  double rates[TRM_JOINT_COORDINATES] = {0};
  trm_joint_rates(blame->model, joint, &blame->now, NULL, rates, NULL);
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    double x = blame->state->x[joint->first_coordinate + c];
    TRM_EACH_LAW(law, &joint->laws[c]) {
      double variables[3] = {x, rates[c], blame->now.t};
      trm_LawInstant now = {x, rates[c], blame->now.t, blame->state->z + law->state, blame->now.inputs};
      double value = law->naming && trm_law_naming(law).time == 0
                         ? trm_named_value(blame->model, law->naming, &blame->now.t, &blame->now)
                     : law->naming ? trm_named_value(blame->model, law->naming, variables, &blame->now)
                                   : law->kind->instant(law->data, &now, NULL);
      if (!is_wrong(blame, value)) continue;
      blame->place = trm_law_place(&joint->laws[c], law);
      snprintf(blame->what, sizeof blame->what, "joint \"%.100s\": the %s of %s, where %s = %.6g,", joint->name,
               law->kind->name, joint->kind->coordinates[c].name, joint->kind->coordinates[c].name, x);
      return true;
    }
  }
  return false;
}

static bool blame_drives(Blame *blame, const trm_Joint *joint) {
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    const trm_Function *drive = joint->laws[c].drive ? joint->laws[c].drive : joint->laws[c].drive_rate;
    if (!drive || !is_wrong(blame, trm_named_value(blame->model, drive, &blame->now.t, &blame->now))) continue;
    blame->place = joint->laws[c].def->bound.place;
    snprintf(blame->what, sizeof blame->what, "joint \"%.100s\": what is prescribed for %s", joint->name,
             joint->kind->coordinates[c].name);
    return true;
  }
  return false;
}

static bool blame_signals(Blame *blame) {
  for (int e = 0; e < blame->model->forces.signals.count; e++) {
    const trm_Signal *signal = &blame->model->forces.signals.items[e];
    if (!is_wrong(blame, trm_named_value(blame->model, signal->input, &blame->now.t, &blame->now))) continue;
    blame->place = signal->place;
    snprintf(blame->what, sizeof blame->what, "signal \"%.100s\"", signal->name);
    return true;
  }
  return false;
}

static bool blame_at(Blame *blame, const trm_System *system) {
  bool found = blame_loads(blame) || blame_beam_loads(blame) || blame_springs(blame) || blame_signals(blame);
  for (int j = 0; j < blame->model->joint_count && !found; j++)
    found = blame_drives(blame, &system->layout->joints[j]) || blame_laws(blame, &system->layout->joints[j]);
  return found;
}

/* of the time of the analysis: how far ahead of the state is looked, beside the steps that were tried */
static const double ahead[] = {0, 1e-9, 1e-6, 1e-4};
enum { AHEAD = sizeof ahead / sizeof *ahead, TRIES = AHEAD + 2 };

/* the state as it would be tau later at its present velocities */
static void move_ahead(const trm_Simulation *s, trm_State *moved, double *nu, double tau) {
  trm_state_copy(moved, s->state);
  memset(nu, 0, sizeof(double) * (size_t)s->system->numbering.count);
  trm_state_velocity(s->system, s->state->q, s->state->w, nu);
  for (int i = 0; i < s->system->numbering.count; i++) nu[i] *= tau;
  trm_state_move(s->system, moved, nu);
  for (int j = 0; j < s->model->joint_count; j++)
    trm_joint_evaluate_all(s->model, &s->system->layout->joints[j], moved->q, moved->x);
  *moved->time = *s->state->time + tau;
}

static bool find_not_finite(const trm_Simulation *s, Blame *blame) {
  trm_State *moved = NULL;
  bool found = false;
  double *nu = TRM_NEW(double, s->system->numbering.count), step = trm_dynamic_step_size(s);
  if (nu && trm_state_new(&moved, s->system) == TRM_OK)
    for (int i = 0; i < TRIES && !found; i++) {
      double tau = i < AHEAD ? ahead[i] * s->model->scales.time : step * (i - AHEAD + 1);
      move_ahead(s, moved, nu, tau);
      *blame = (Blame){.model = s->model, .state = moved, .now = trm_state_instant(moved, moved->w)};
      blame->now.z = moved->z, blame->now.reactions = s->snapshot->named;
      found = blame_at(blame, s->system);
    }
  blame->state = NULL;
  trm_state_free(moved);
  trm_release(nu);
  return found;
}

/* ---- singular positions ---- */

/* the sine of the angle between bars that are nearly in line, as far as steps get */
static const double nearly = 1e-3;

/* the body that moves fastest, in sizes of the model or radians per second */
static const char *fastest_part(const trm_Simulation *s, double *nu) {
  const char *part = NULL;
  double fastest = 0;
  memset(nu, 0, sizeof(double) * (size_t)s->system->numbering.count);
  trm_state_velocity(s->system, s->state->q, s->state->w, nu);
  for (int i = 0; i < s->system->numbering.count; i++) {
    if (s->system->unknowns[i].kind == TRM_UNKNOWN_MULTIPLIER) continue;
    double speed = fabs(nu[i]) * s->system->inverse_extent[i];
    if (speed > fastest) fastest = speed, part = s->system->unknowns[i].owner;
  }
  return part;
}

/* "Constraints that nearly depend on each other: a, b: ...; body "rod" moves fastest. " */
static void add_direction(const trm_Simulation *s, trm_Text *text) {
  trm_Redundancy here = {0};
  trm_RankRule rule = {nearly, TRM_RANK_BY_TOLERANCE, true, true};
  double *nu = TRM_NEW(double, s->system->numbering.count);
  if (trm_redundancy_find(s->system, s->state, rule, &here) == TRM_OK && here.set_count > 0) {
    trm_text_add(text, "Constraints that nearly depend on each other: ");
    trm_dependent_text(s->system, &here.sets[0], text);
  }
  const char *part = nu ? fastest_part(s, nu) : NULL;
  if (part) {
    char words[200];
    trm_part_text(s->model, part, words, sizeof words);
    trm_text_format(text, "%s%s moves fastest", text->length > 0 ? "; " : "", words);
  }
  if (text->length > 0) trm_text_add(text, ". ");
  trm_redundancy_free(&here);
  trm_release(nu);
}

/* advice: where it begins in the failure; what is there goes before it */
static void say_singular(trm_Simulation *s, char *advice) {
  trm_Text text = {0};
  s->said.cause = TRM_FIND_SINGULAR_POSITION;
  add_direction(s, &text);
  if (text.data && !text.failed)
    snprintf(advice, sizeof s->failure - (size_t)(advice - s->failure), "%s%s", text.data, trm_singular_advice);
  trm_text_free(&text);
}

/* Nothing else is known: what moves fastest is where the step fails, most often. */
static void say_fastest(trm_Simulation *s) {
  double *nu = TRM_NEW(double, s->system->numbering.count);
  const char *part = nu ? fastest_part(s, nu) : NULL;
  size_t used = strlen(s->failure);
  char words[200];
  if (part) {
    trm_part_text(s->model, part, words, sizeof words);
    snprintf(s->failure + used, sizeof s->failure - used, " (%s moves fastest)", words);
  }
  trm_release(nu);
}

/* ---- events ---- */

enum { MANY = 4 };
static const double short_while = 1e-3; /* of the time of the analysis */

/* Of the energy that has moved: an explicit run that is off by so much has left the motion, and what happens in it by
   then follows from steps that are too long. Chosen; others are not tested. */
static const double left_the_motion = 1e-2;

static bool has_left_the_motion(const trm_Simulation *s) {
  return s->analysis->type == TRM_ANALYSIS_DYNAMIC &&
         trm_schemes[s->analysis->scheme]->equations == TRM_EQUATIONS_RATES &&
         trm_state_imbalance(s->system, s->state, s->state->works->residual) > left_the_motion;
}

/* Of the energy that there is. Chosen; others are not tested. */
static const double most_of_it = 0.5;

/* A scheme that bounds no energy has made most of what there is: what happens by then follows from that. */
static bool say_gained(trm_Simulation *s) {
  const trm_Scheme *scheme = trm_schemes[s->analysis->scheme];
  if (s->analysis->type != TRM_ANALYSIS_DYNAMIC || scheme->equations != TRM_EQUATIONS_INSTANT) return false;
  trm_Ledger ledger = trm_state_ledger(s->system, s->state);
  double stored = ledger.kinetic + ledger.potential + ledger.spring + ledger.strain - ledger.start;
  double gained = ledger.residual, part = gained / fmax(ledger.kinetic, fabs(stored));
  if (!(gained > s->state->works->round_off && part > most_of_it)) return false;
  size_t used = strlen(s->failure);
  s->said.cause = TRM_FIND_ENERGY_GAINED;
  snprintf(s->failure + used, sizeof s->failure - used,
           ". By then %s had added %.3g J, %.3g %% of the energy that there is: its steps are too long here. Take "
           "shorter ones (step:), or scheme: energy-preserving or energy-decaying, which add none",
           scheme->name, gained, 100 * part);
  return true;
}

/* the event that happened again and again just before */
static void say_fast_event(trm_Simulation *s) {
  const trm_Events *events = s->beside.events;
  int count = 0, which = -1;
  double since = *s->state->time;
  for (int i = events ? events->happened_count - 1 : -1; i >= 0; i--) {
    const trm_Happened *one = &events->happened[i];
    if (*s->state->time - one->time > short_while * s->model->scales.time || (which >= 0 && one->which != which)) break;
    which = one->which, since = one->time, count++;
  }
  size_t used = strlen(s->failure);
  if (count < MANY || which >= events->count || has_left_the_motion(s)) {
    say_fastest(s);
    return;
  }
  s->said.cause = TRM_FIND_FAST_EVENT;
  snprintf(s->failure + used, sizeof s->failure - used,
           ". The event \"%.100s\" happened %d times within the last %.3g s", events->items[which].name, count,
           *s->state->time - since);
}

/* ---- sliders ---- */

/* of the length that it slides along: so near to a border a slider is there; of its speed: jumps of its velocity that
   may be what holds it. Chosen; others are not tested */
static const double beside_border = 1e-3, held_by = 1e-2;

/* Caught between two elements of a track, which bends there: forces drive the slider back from either side, and no step
   ends where they are in balance. */
static bool say_border(trm_Simulation *s) {
  double *before = TRM_NEW(double, s->model->coordinate_count), *after = TRM_NEW(double, s->model->coordinate_count);
  size_t bytes = sizeof(double) * (size_t)s->model->coordinate_count, used = strlen(s->failure);
  trm_PassageWay way = {before, after, s->state->q, held_by};
  bool found = false;
  for (int j = 0; before && after && j < s->model->joint_count && !found; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    trm_Passage place;
    if (!joint->track) continue;
    memcpy(before, s->state->x, bytes), memcpy(after, s->state->x, bytes);
    before[joint->first_coordinate] -= beside_border * trm_slide_length(joint);
    after[joint->first_coordinate] += beside_border * trm_slide_length(joint);
    found = trm_passage_of(s->system->layout, j, &way, &place) && !place.release;
    if (!found) continue;
    s->said.cause = TRM_FIND_AT_BORDER, s->said.at = joint->model->place;
    snprintf(
        s->failure + used, sizeof s->failure - used,
        ". The slider of joint \"%.100s\" is caught at s = %.6g m, where two elements of its beam meet and the mesh "
        "bends: more elements, or such of a higher order, bend less there",
        joint->name, place.s);
  }
  trm_release(before), trm_release(after);
  return found;
}

/* ---- formulas that jump ---- */

/* so often in a short while (trm_edges_note) */
enum { AGAIN_AND_AGAIN = 30 };
/* of the time of the analysis: a crossing that is longer ago has nothing to do with a step that fails; far less than
   that while */
static const double just_now = 1e-6;

/* Forces that jump drive the motion back to where they do, from either side. */
static bool say_jump(trm_Simulation *s) {
  const trm_Crossings *crossings = &s->state->history->crossings;
  trm_Edges *edges;
  double ago = *s->state->time - crossings->time;
  if (crossings->count < AGAIN_AND_AGAIN || ago > just_now * s->model->scales.time) return false;
  if (trm_edges_new(&edges, s->model, &s->work) != TRM_OK || !edges) return false;
  if (!(crossings->edge >= 0 && crossings->edge < edges->count)) return false; /* of a saved state that was spoilt */
  const trm_EdgedFunction *f = trm_edges_function(edges, (int)crossings->edge);
  s->said.cause = TRM_FIND_AT_JUMP, s->said.at = f->place;
  snprintf(s->failure, sizeof s->failure,
           "at t = %.9g s: a formula of %s \"%.100s\" jumps where the motion stays: it was driven back to there from "
           "either side, %.0f times within %.2g s",
           *s->state->time, f->what, f->name, crossings->count, crossings->time - crossings->since);
  return true;
}

bool trm_blame_start(trm_Simulation *s, trm_Diagnostics *diagnostics) {
  Blame blame = {.model = s->model, .state = s->state, .now = trm_state_instant(s->state, s->state->w)};
  blame.now.z = s->state->z, blame.now.reactions = s->snapshot->named;
  if (!blame_at(&blame, s->system)) return false;
  trm_find(diagnostics, TRM_FIND_NOT_FINITE, blame.place,
           "the initial accelerations cannot be found: %s is %s at the start", blame.what,
           blame.infinite ? "infinite" : "no number");
  return true;
}

void trm_simulation_blame(trm_Simulation *s) {
  Blame blame = {0};
  char *advice = strstr(s->failure, trm_singular_advice);
  if (s->analysis->type == TRM_ANALYSIS_MODAL || s->said.cause) return;
  if (find_not_finite(s, &blame)) {
    s->said.cause = TRM_FIND_NOT_FINITE, s->said.at = blame.place;
    snprintf(s->failure, sizeof s->failure, "at t = %.9g s: no step is possible: %s is %s at t = %.9g s",
             *s->state->time, blame.what, blame.infinite ? "infinite" : "no number", blame.now.t);
  } else if (advice) {
    say_singular(s, advice);
  } else if (!say_jump(s) && !say_gained(s) && !say_border(s)) {
    say_fast_event(s);
  }
}
