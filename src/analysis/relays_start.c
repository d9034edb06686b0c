/* Relays that switch themselves, or each other, on and off for ever at the start. */
#include <string.h>
#include "analysis/events.h"
#include "base/findings.h"
#include "base/text.h"
#include "element/signal.h"

/* Switches what is to be switched, in the order in which a run does (events.c). times: how often each has, afterwards.
   False: it goes on for ever. */
static bool settle(const trm_Model *model, const trm_Instant *now, double *z, int *times) {
  const trm_Signals *signals = &model->forces.signals;
  for (bool any = true; any;) {
    any = false;
    for (int i = 0; i < signals->memory_count; i++) {
      const trm_Signal *relay = &signals->items[i];
      if (!relay->memory.kind->watched || !(trm_relay_room(model, relay, now) <= 0)) continue;
      trm_relay_switch(relay, z);
      any = true;
      if (++times[i] > TRM_AT_ONE_INSTANT) return false;
    }
  }
  return true;
}

static void tell(const trm_Model *model, const int *times, trm_Diagnostics *diagnostics) {
  const trm_Signals *signals = &model->forces.signals;
  trm_Text names = {0};
  int count = 0, first = 0;
  for (int i = signals->memory_count - 1; i >= 0; i--) /* what began it has switched less often */
    if (times[i] > TRM_LINK_AT_LEAST) first = i, count++;
  for (int i = first, told = 0; i < signals->memory_count && told < TRM_LINKS_NAMED; i++)
    if (times[i] > TRM_LINK_AT_LEAST) trm_text_format(&names, "%s\"%s\"", told++ ? ", " : "", signals->items[i].name);
  if (count > TRM_LINKS_NAMED) trm_text_format(&names, ", ... (%d)", count);
  trm_find(diagnostics, TRM_FIND_FAST_EVENT, signals->items[first].place,
           "the relay%s %s switch%s on and off for ever at the start", count > 1 ? "s" : "",
           names.data ? names.data : "", count > 1 ? " each other" : "es itself");
  trm_text_free(&names);
}

/* What events do at the start, or reactions, only a run knows. */
static bool is_known(const trm_Simulation *s) {
  const trm_Signals *signals = &s->model->forces.signals;
  bool any = false;
  for (int i = 0; i < signals->memory_count; i++) any = any || signals->items[i].memory.kind->watched;
  return any && s->model->analyses.items[0]->type == TRM_ANALYSIS_DYNAMIC && !signals->reacts &&
         s->model->analyses.events.count == 0;
}

trm_Status trm_simulation_relays_start(const trm_Simulation *s, trm_Diagnostics *diagnostics) {
  if (!is_known(s)) return TRM_OK;
  size_t states = (size_t)s->model->on_joints.law_state_count;
  int *times = TRM_NEW(int, (size_t)s->model->forces.signals.memory_count);
  double *z = TRM_NEW(double, states);
  trm_Status status = times && z ? TRM_OK : TRM_NO_MEMORY;
  if (status == TRM_OK) {
    memcpy(z, s->state->z, sizeof *z * states);
    trm_Instant now = trm_state_instant(s->state, s->state->w);
    now.signals = z;
    status = settle(s->model, &now, z, times) ? TRM_OK : TRM_INCONSISTENT_START;
  }
  if (status == TRM_INCONSISTENT_START) tell(s->model, times, diagnostics);
  trm_release(times);
  trm_release(z);
  return status;
}
