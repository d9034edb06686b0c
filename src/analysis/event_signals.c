/* Events of signals: they are set and reset by events of the model, and relays switch. */
#include <math.h>
#include <string.h>
#include "analysis/events.h"
#include "element/named.h"
#include "element/signal.h"

void trm_events_set_signals(trm_Simulation *s, const trm_Watched *watched) {
  const trm_ModelEvent *event = watched->model;
  const trm_Signal *signals = s->model->forces.signals.items;
  for (int i = 0; i < event->set_count; i++) /* each is that before any is set */
    watched->values[i] = trm_events_formula(s, &watched->set[i]);
  for (int i = 0; i < event->set_count; i++) s->state->z[signals[event->set[i].signal].state] = watched->values[i];
  for (int i = 0; i < event->reset_count; i++) trm_signal_start(&signals[event->reset[i]], s->state->z, s->state->past);
}

/* ---- relays: off until u is above the upper bound, on until it is below the lower one ---- */

static const trm_Signal *relay_of(const trm_Simulation *s, const trm_Watched *watched) {
  return &s->model->forces.signals.items[watched->signal];
}

static bool is_on(const trm_Signal *relay, const double *z) { return z[relay->state] == relay->memory.held[1]; }

double trm_relay_room(const trm_Model *model, const trm_Signal *relay, const trm_Instant *now) {
  double u = trm_named_value(model, relay->input, &now->t, now);
  return is_on(relay, now->signals) ? u - relay->memory.bound[0] : relay->memory.bound[1] - u;
}

void trm_relay_switch(const trm_Signal *relay, double *z) { z[relay->state] = relay->memory.held[!is_on(relay, z)]; }

static double relay_value(trm_Simulation *s, const trm_Watched *watched) {
  trm_Instant now;
  if (trm_simulation_signals_see(s, &now) != TRM_OK) return NAN;
  return trm_relay_room(s->model, relay_of(s, watched), &now);
}

static bool relay_counts(trm_Simulation *s, const trm_Watched *watched, double value) {
  return (void)s, (void)watched, value <= 0;
}

static trm_Status relay_switches(trm_Simulation *s, trm_Watched *watched) {
  trm_relay_switch(relay_of(s, watched), s->state->z);
  return TRM_OK;
}

static const trm_WatchedKind watched_relay = {relay_value, relay_counts, relay_switches, false};

trm_Status trm_events_watch_relays(trm_Simulation *s) {
  const trm_Signals *signals = &s->model->forces.signals;
  for (int e = 0; e < signals->memory_count; e++) {
    if (!signals->items[e].memory.kind->watched) continue;
    trm_Watched *watched = trm_events_add(s);
    if (!watched) return TRM_NO_MEMORY;
    *watched = (trm_Watched){.kind = &watched_relay,
                             .place = signals->items[e].place,
                             .name = trm_arena_text(&s->beside.events->arena, "signal.%s", signals->items[e].name),
                             .direction = -1,
                             .side = 1,
                             .signal = e};
    if (!watched->name) return TRM_NO_MEMORY;
  }
  return TRM_OK;
}
