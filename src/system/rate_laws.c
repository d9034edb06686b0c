/* dz/dt and the states that follow, N by iteration, changes of contacts (theory.md, "Index 1", laws with states). */
#include "system/rate_laws.h"
#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "element/contact.h"
#include "element/joint_load.h"
#include "element/named.h"
#include "element/signal.h"

static int list_laws(trm_RateLaws *laws) {
  const trm_Model *model = laws->model;
  int count = 0;
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++)
      TRM_EACH_LAW(law, &laws->layout->joints[j].laws[c]) {
        if (law->kind->state_count == 0) continue;
        if (laws->items)
          laws->items[count] = (trm_RateLaw){
              .joint = &laws->layout->joints[j], .coordinate = c, .own = law, .law = law->kind, .state = law->state};
        count++;
      }
  return count;
}

trm_Status trm_rate_laws_new(trm_RateLaws *laws, const trm_Layout *layout, trm_Arena *arena) {
  *laws = (trm_RateLaws){.layout = layout, .model = layout->model};
  laws->count = list_laws(laws);
  if (laws->count == 0) return TRM_OK;
  laws->items = TRM_ARENA_NEW(arena, trm_RateLaw, laws->count);
  if (!laws->items) return TRM_NO_MEMORY;
  list_laws(laws);
  for (int i = 0; i < laws->count; i++) {
    laws->follow |= laws->items[i].law->follow != NULL;
    laws->changes |= laws->items[i].law->margin != NULL;
    if (laws->items[i].own->naming) laws->items[i].named = TRM_ARENA_NEW(arena, double, TRM_EXPRESSION_NAMES);
  }
  return arena->failed ? TRM_NO_MEMORY : TRM_OK;
}

/* numbers of signals have no unit that the model knows: they are taken to be about 1 */
static const double small_signal = 1e-6;

void trm_rate_laws_scales(const trm_RateLaws *laws, double *scales) {
  for (int e = 0; e < laws->model->forces.signals.memory_count; e++)
    for (int i = 0; i < laws->model->forces.signals.items[e].memory.count; i++)
      scales[laws->model->forces.signals.items[e].state + i] = small_signal;
  for (int i = 0; i < laws->count; i++) {
    const trm_RateLaw *item = &laws->items[i];
    bool angular = item->joint->kind->coordinates[item->coordinate].angular;
    for (int s = 0; s < item->law->state_count; s++)
      scales[item->state + s] = item->law->states[s].small * trm_law_state_size(item->own, s, angular, laws->model);
  }
}

static trm_LawInstant instant_of(const trm_RateLaws *laws, const trm_RateLaw *law, const trm_RateInstant *at,
                                 const double *z) {
  int x = law->joint->first_coordinate + law->coordinate;
  const double *inputs =
      law->named ? trm_named_now(laws->model, law->own->naming, &at->now, law->named) : at->now.inputs;
  return (trm_LawInstant){at->now.x[x], at->now.x_rate[x], at->now.t, z + law->state, inputs};
}

static double normal_load(const trm_RateLaws *laws, const trm_RateLaw *law, const trm_LawContact *contact,
                          const trm_RateInstant *at) {
  const trm_Instant *now = &at->now;
  trm_Pair still = {.t_i = now->t,
                    .layout = now->layout,
                    .dropped = now->dropped,
                    .inputs = now->inputs,
                    .q_i = now->q,
                    .q_f = now->q,
                    .q_m = now->q,
                    .x_i = now->x,
                    .x_f = now->x,
                    .lambda = at->lambda,
                    .scale = now->scale};
  trm_FramePair frames;
  trm_NormalLoad load;
  trm_joint_frames_at(laws->model, law->joint, now->q, now->x, &frames);
  trm_joint_normal_load(laws->model, law->joint, (trm_ContactAt){law->coordinate, contact}, &still, &frames, &load);
  return load.value;
}

double trm_rate_laws_follow(const trm_RateLaws *laws, const trm_RateInstant *at, double *z) {
  double change = 0, largest = 0;
  for (int i = 0; i < laws->count; i++) {
    const trm_RateLaw *law = &laws->items[i];
    trm_LawInstant now = instant_of(laws, law, at, z);
    double *load = &z[law->state + law->law->load_state], before = *load;
    if (trm_contact_released(law->joint, at->now.x)) { /* a contact that is gone has sprung back */
      if (law->law->load_state > 0) memset(z + law->state, 0, sizeof(double) * (size_t)law->law->state_count);
      continue;
    }
    const trm_LawContact *contact = trm_law_contact(law->own);
    if (contact) *load = normal_load(laws, law, contact, at);
    if (law->law->follow) law->law->follow(law->own->data, &now, z + law->state);
    if (law->law->load_state > 0) change = fmax(change, fabs(*load - before)), largest = fmax(largest, fabs(*load));
  }
  return change > 0 ? change / largest : 0; /* of nothing no part: infinite */
}

void trm_rate_laws_rates(const trm_RateLaws *laws, const trm_RateInstant *at, double *z_dot) {
  trm_signals_rates(laws->model, &at->now, z_dot);
  for (int i = 0; i < laws->count; i++) {
    trm_LawInstant now = instant_of(laws, &laws->items[i], at, at->now.z);
    if (trm_contact_released(laws->items[i].joint, at->now.x)) {
      memset(z_dot + laws->items[i].state, 0, sizeof(double) * (size_t)laws->items[i].law->state_count);
      continue;
    }
    laws->items[i].law->rates(laws->items[i].own->data, &now, z_dot + laws->items[i].state);
  }
}

double trm_rate_laws_stored(const trm_RateLaws *laws, const trm_RateInstant *at, const double *z) {
  double sum = 0;
  for (int i = 0; i < laws->count; i++) {
    trm_LawInstant now = instant_of(laws, &laws->items[i], at, z);
    if (laws->items[i].law->stored) sum += laws->items[i].law->stored(laws->items[i].own->data, now.x, now.z, NULL);
  }
  return sum;
}

bool trm_rate_laws_note(trm_RateLaws *laws, const trm_RateInstant *at, const double *z) {
  bool limited = false;
  for (int i = 0; i < laws->count; i++) {
    trm_RateLaw *law = &laws->items[i];
    trm_LawInstant now = instant_of(laws, law, at, z);
    if (!law->law->margin) continue;
    for (int s = 0; s < law->law->state_count; s++) law->z[s] = now.z[s];
    law->z[law->law->load_state] = at->now.z[law->state + law->law->load_state];
    law->x = now.x, law->rate = now.rate, law->t = now.t, law->inputs = now.inputs;
    now.z = law->z;
    law->limit = law->law->limit(law->own->data, &now), law->limit_rate = 0;
    limited |= law->limit > 0;
  }
  return limited;
}

void trm_rate_laws_note_ahead(trm_RateLaws *laws, const trm_RateInstant *at, double dt) {
  for (int i = 0; i < laws->count; i++) {
    trm_RateLaw *law = &laws->items[i];
    trm_LawInstant ahead = instant_of(laws, law, at, at->now.z);
    if (law->law->margin && law->limit > 0)
      law->limit_rate = (law->law->limit(law->own->data, &ahead) - law->limit) / dt;
  }
}

double trm_rate_laws_margin(trm_RateLaws *laws) {
  double least = INFINITY;
  for (int i = 0; i < laws->count; i++) {
    trm_RateLaw *law = &laws->items[i];
    if (!law->law->margin) continue;
    trm_LawInstant now = {law->x, law->rate, law->t, law->z, law->inputs};
    double margin = law->law->margin(law->own->data, &now, law->limit_rate);
    law->due = margin < 0;
    least = fmin(least, margin);
  }
  return least;
}

const trm_RateLaw *trm_rate_laws_switch(trm_RateLaws *laws, double *z) {
  const trm_RateLaw *last = NULL;
  for (int i = 0; i < laws->count; i++) {
    trm_RateLaw *law = &laws->items[i];
    if (!law->due) continue;
    law->law->switch_over(z + law->state);
    law->due = false, last = law;
  }
  return last;
}
