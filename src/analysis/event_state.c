/* What becomes of events from one step to the next, in the state of a run. */
#include <math.h>
#include "analysis/events.h"

/* as at the start, before a state is loaded */
static void restart(trm_Simulation *s) {
  if (!s->beside.events) return;
  s->beside.events->stopped = s->beside.events->ended = false;
  s->beside.events->happened_count = 0;
  s->beside.events->instant = s->beside.events->broken = NAN;
  for (int e = 0; e < s->beside.events->count; e++) {
    trm_Watched *event = &s->beside.events->items[e];
    event->side = 0, event->largest = 0, event->closed = event->spent = event->tied = false, event->tied_at = NAN;
    event->smooth = event->fresh = false, event->before = event->before_at = 0;
    event->seen = NAN, event->again = 0;
  }
}

static void happened_bytes(trm_Events *events, trm_Bytes *bytes) {
  int count = events->happened_count;
  trm_bytes_int(bytes, &count, 0, events->count > 0 ? INT32_MAX / 32 : 0);
  if (bytes->reading && trm_bytes_good(bytes) && count > events->happened_room) {
    size_t left = (bytes->size - bytes->at) / sizeof(double);
    if ((size_t)count > left) {
      trm_bytes_refuse(bytes, "it says that there are more events than it has");
      return;
    }
    trm_Happened *grown = trm_realloc(events->happened, (size_t)count, sizeof *grown);
    if (!grown) {
      trm_bytes_refuse(bytes, "%s", trm_status_text(TRM_NO_MEMORY));
      return;
    }
    events->happened = grown, events->happened_room = count;
  }
  if (trm_bytes_good(bytes)) events->happened_count = count;
  for (int i = 0; i < count && trm_bytes_good(bytes); i++) {
    trm_bytes_double(bytes, &events->happened[i].time);
    trm_bytes_int(bytes, &events->happened[i].which, 0, events->count - 1);
  }
}

/* A state without events of a program leaves their sides to be found: as at a start. */
void trm_events_bytes(trm_Simulation *s, trm_Bytes *bytes) {
  trm_Events none = {0}, *events = s->beside.events ? s->beside.events : &none;
  int added = events->count - events->own_count, there = added;
  trm_bytes_int(bytes, &there, 0, INT32_MAX - 1);
  if (!trm_bytes_good(bytes)) return;
  if (there != added && there != 0) {
    trm_bytes_refuse(bytes, "the program had added %d events, and has added %d here", there, added);
    return;
  }
  if (bytes->reading) restart(s);
  for (int e = 0; e < events->own_count + there; e++) {
    trm_bytes_int(bytes, &events->items[e].side, -1, 1);
    trm_bytes_bool(bytes, &events->items[e].closed);
    trm_bytes_bool(bytes, &events->items[e].spent);
    trm_bytes_double(bytes, &events->items[e].seen);
    trm_bytes_int(bytes, &events->items[e].again, 0, INT32_MAX);
    trm_bytes_double(bytes, &events->items[e].largest);
    trm_bytes_bool(bytes, &events->items[e].smooth);
    trm_bytes_double(bytes, &events->items[e].before);
    trm_bytes_double(bytes, &events->items[e].before_at);
  }
  trm_bytes_double(bytes, &events->instant);
  trm_bytes_double(bytes, &events->broken);
  trm_bytes_bool(bytes, &events->stopped);
  trm_bytes_bool(bytes, &events->ended);
  happened_bytes(events, bytes);
}
