/* The places that forces go by, and the ways ahead (theory.md, "What `tolerance` means"). */
#include "system/place_functions.h"
#include <float.h>
#include <math.h>
#include "element/frame.h"
#include "element/joint.h"
#include "element/joint_table.h"
#include "element/law.h"
#include "math/vec3.h"

/* Of a place alone, as far as it moves: what it names elsewhere is not looked at. */
static bool is_smooth_of_place(const trm_Function *function) {
  int at[1];
  if (!function || !function->expression || function->named_count > 0) return false;
  return trm_expression_uses(function->expression, 0) && trm_expression_edges(function->expression, 1, at, 1) == 0;
}

/* items NULL: counts only */
static void add(trm_TimeFunctions *functions, trm_PlaceFunction place) {
  if (!is_smooth_of_place(place.function)) return;
  if (functions->places) functions->places[functions->place_count] = place;
  functions->place_count++;
}

static void add_laws(trm_TimeFunctions *functions, const trm_Model *model, int j) {
  const trm_ModelJoint *joint = &model->joints[j];
  for (int c = 0; c < joint->kind->coordinate_count; c++) TRM_EACH_LAW(law, &joint->laws[c]) {
      trm_PlaceFunction place = {.joint = j, .coordinate = c};
      trm_LawFunction found[TRM_LAW_FUNCTIONS];
      int count = law->kind->functions ? law->kind->functions(law->data, found) : 0;
      if (law->kind->of_coordinate) place.function = law->kind->of_coordinate(law->data), add(functions, place);
      for (int i = 0; i < count && !law->kind->of_coordinate; i++)
        if (found[i].time == 2) place.function = found[i].function, add(functions, place); /* of x, rate and t */
    }
}

static void add_all(trm_TimeFunctions *functions, const trm_Model *model) {
  functions->place_count = 0;
  for (int j = 0; j < model->joint_count; j++) add_laws(functions, model, j);
  for (int s = 0; s < model->forces.spring_count; s++) {
    const trm_SpringDamper *spring = &model->forces.springs[s];
    add(functions, (trm_PlaceFunction){.function = spring->force, .joint = -1, .spring = spring});
  }
}

bool trm_place_functions_find(trm_TimeFunctions *functions, const trm_Model *model, trm_Arena *arena) {
  add_all(functions, model);
  if (functions->place_count == 0) return true;
  functions->places = TRM_ARENA_NEW(arena, trm_PlaceFunction, functions->place_count);
  if (!functions->places) return functions->place_count = 0, false;
  add_all(functions, model);
  return true;
}

/* ---- now ---- */

static void look_at_spring(const trm_Model *model, const trm_SpringDamper *spring, const trm_Instant *now,
                           double *length, double *rate) {
  double ends[2][3], between[3], apart[3];
  trm_Frame velocity[2];
  for (int e = 0; e < 2; e++) {
    trm_marker_place(model, &spring->side[e], now->q, ends[e]);
    trm_marker_frame(model, &spring->side[e], now->w, &velocity[e]);
  }
  trm_subtract(between, ends[1], ends[0]), trm_subtract(apart, velocity[1].y, velocity[0].y);
  *length = trm_norm(between);
  *rate = *length > 0 ? trm_dot(between, apart) / *length : 0;
}

/* false: it is not there any more, or at rest */
static bool look_at(const trm_PlaceFunction *place, const trm_Instant *now, double *x, double *rate) {
  const trm_Model *model = now->layout->model;
  if (place->spring) {
    look_at_spring(model, place->spring, now, x, rate);
  } else {
    const trm_Joint *joint = &now->layout->joints[place->joint];
    double rates[TRM_JOINT_COORDINATES];
    if (now->layout->released && now->layout->released[place->joint]) return false;
    trm_joint_rates(model, joint, now, NULL, rates, NULL);
    *x = now->x[joint->first_coordinate + place->coordinate], *rate = rates[place->coordinate];
  }
  return *rate != 0 && isfinite(*rate);
}

/* Do the ends, the middle and the quarters of a step, at which schemes look, show what samples between them show? And
   what is half-way between these, lest they meet a peak by chance? */
static bool shows(const trm_TimeFunction *f, double h) {
  enum { LOOKS = 5, SAMPLES = 32 };
  trm_Range known = {-INFINITY, INFINITY};
  for (int set = 0; set < 2; set++) {
    trm_Range looks = {INFINITY, -INFINITY};
    for (int i = 0; i < LOOKS - set; i++) {
      double here = trm_time_function_value(f, f->since + h * (i + 0.5 * set) / (LOOKS - 1));
      looks.low = fmin(looks.low, here), looks.high = fmax(looks.high, here);
    }
    double more = 0.25 * (looks.high - looks.low) + f->lost / h;
    known = (trm_Range){fmax(known.low, looks.low - more), fmin(known.high, looks.high + more)};
  }
  for (int i = 0; i < SAMPLES; i++) {
    double here = trm_time_function_value(f, f->since + h * (i + 0.5) / SAMPLES);
    if (here < known.low || here > known.high) return false;
  }
  return true;
}

static const double small_part = 0.01; /* of the tolerance: there are many steps */

trm_SeenStep trm_place_functions_step(const trm_TimeFunctions *functions, const trm_State *state, double tolerance,
                                      trm_SeenStep step) {
  enum { HALVINGS = 20 };
  if (functions->place_count == 0) return step;
  trm_Instant here = trm_state_instant(state, state->w), *now = &here;
  double least = small_part * tolerance * state->works->largest_energy;
  for (int i = 0; i < functions->place_count && least > 0; i++) {
    const trm_PlaceFunction *place = &functions->places[i];
    trm_TimeFunction f = {.function = place->function, .inputs = functions->inputs, .since = now->t};
    if (!look_at(place, now, &f.place, &f.speed)) continue;
    f.variables[1] = f.speed, f.variables[2] = now->t;
    f.peak = INFINITY, f.lost = least / fabs(f.speed); /* J over m/s: an impulse, N s */
    step = trm_time_function_step(&f, now->t, fmax(functions->near, 16 * DBL_EPSILON * fabs(now->t)), step);
    for (int n = 0; n < HALVINGS && !shows(&f, step.h); n++) step.h *= 0.5, step.shortened = true;
  }
  return step;
}
