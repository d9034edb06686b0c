/* Names of what moves in the formulas of outputs and events: these are formulas over channels, which are known when a
   simulation begins (system/formula.c); points of beams that they name are nodes of the mesh, and wanted before. */
#include <stddef.h>
#include "build/tables.h"

typedef struct Listing {
  trm_Arena *arena;
  const trm_Symbols *symbols;
  trm_FoundNames found;
} Listing;

static void add(Listing *listing, const char *text, trm_Place place) {
  trm_FoundNames *found = &listing->found;
  if (found->count == found->room) {
    int room = 2 * found->room + 16;
    trm_Reference *items = TRM_ARENA_NEW(listing->arena, trm_Reference, room);
    if (!items) return;
    for (int i = 0; i < found->count; i++) items[i] = found->items[i];
    found->items = items, found->room = room;
  }
  found->items[found->count++] = (trm_Reference){text, place};
}

static void scan(Listing *listing, const char *text, trm_Place place) {
  trm_ExpressionName at = {0};
  while (text && trm_expression_next_name(text, listing->symbols, &at)) {
    const char *name = trm_arena_copy(listing->arena, at.text, (size_t)at.span);
    if (name) add(listing, name, place);
  }
}

static void scan_all(Listing *listing, const trm_Names *texts) {
  for (int i = 0; i < texts->count; i++) scan(listing, texts->items[i].name, texts->items[i].place);
}

static void scan_event(Listing *listing, const trm_EventDef *def) {
  const trm_EventDoDef *action = &def->action;
  scan(listing, def->when, trm_place_of(def, offsetof(trm_EventDef, when)));
  if (!trm_given(def, offsetof(trm_EventDef, action))) return;
  for (int i = 0; i < action->set.count; i++) {
    const trm_SetDef *set = action->set.items[i].data;
    if (set) scan(listing, set->to, trm_place_of(set, offsetof(trm_SetDef, to)));
  }
  scan_all(listing, &action->impulse.force);
  scan_all(listing, &action->impulse.moment);
}

trm_FoundNames trm_shown_names(const trm_ModelDef *def, trm_Arena *arena) {
  Listing listing = {arena, &def->symbols, {0}};
  for (int o = 0; o < def->outputs.count; o++) {
    const trm_OutputDef *output = def->outputs.items[o].data;
    if (output) scan(&listing, output->value, trm_place_of(output, offsetof(trm_OutputDef, value)));
  }
  for (int e = 0; e < def->events.count; e++)
    if (def->events.items[e].data) scan_event(&listing, def->events.items[e].data);
  return listing.found;
}
