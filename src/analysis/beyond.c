/* The least and the largest of each coordinate and length that a table is over, after each step. */
#include "analysis/beyond.h"
#include <math.h>
#include "analysis/find.h"
#include "element/frame.h"
#include "math/vec3.h"

static double value_of(const trm_Simulation *s, const trm_TableOver *over) {
  if (over->spring < 0) return s->state->x[s->system->layout->joints[over->joint].first_coordinate + over->coordinate];
  const trm_SpringDamper *spring = &s->model->forces.springs[over->spring];
  trm_Frame ends[2];
  double between[3];
  for (int e = 0; e < 2; e++) trm_marker_frame(s->model, &spring->side[e], s->state->q, &ends[e]);
  trm_subtract(between, ends[1].y, ends[0].y);
  return trm_norm(between);
}

trm_Status trm_beyond_new(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  d->over_count = trm_tables_over(s->model, NULL);
  if (d->over_count == 0) return TRM_OK;
  if (!d->over) d->over = TRM_ARENA_NEW(&s->work, trm_TableOver, d->over_count);
  if (!d->ways) d->ways = TRM_ARENA_NEW(&s->work, trm_Way, d->over_count);
  if (!d->over || !d->ways) return TRM_NO_MEMORY;
  trm_tables_over(s->model, d->over);
  for (int i = 0; i < d->over_count; i++) {
    double start = value_of(s, &d->over[i]);
    d->ways[i] = (trm_Way){start, start, start};
  }
  return TRM_OK;
}

void trm_beyond_add(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  if (d->rehearsing) return;
  for (int i = 0; i < d->over_count; i++) {
    double now = value_of(s, &d->over[i]);
    d->ways[i].least = fmin(d->ways[i].least, now), d->ways[i].most = fmax(d->ways[i].most, now);
  }
}

static void tell(trm_Simulation *s, const trm_Diagnostics *found) {
  for (int i = 0; i < trm_diagnostics_stored(found); i++) {
    const trm_Diagnostic *one = trm_diagnostics_get(found, i);
    if (one->place.line > 0)
      trm_simulation_warn(s, "line %d: %s [%s]", one->place.line, one->message, one->code);
    else
      trm_simulation_warn(s, "%s [%s]", one->message, one->code);
  }
}

void trm_beyond_judge(trm_Simulation *s) {
  trm_Dynamics *d = s->dynamics;
  trm_Diagnostics *told = trm_diagnostics_new(), *found = trm_diagnostics_new();
  trm_Examined start = {.model = s->model, .simulation = s, .diagnostics = told}, end = start;
  end.diagnostics = found;
  for (int i = 0; told && found && i < d->over_count; i++) {
    int before = trm_diagnostics_stored(told);
    trm_find_tables_at(&start, &d->over[i], d->ways[i].start, 0);
    if (trm_diagnostics_stored(told) > before) continue;
    trm_find_tables_at(&end, &d->over[i], d->ways[i].least, *s->state->time);
    trm_find_tables_at(&end, &d->over[i], d->ways[i].most, *s->state->time);
  }
  if (found) tell(s, found);
  trm_diagnostics_free(told);
  trm_diagnostics_free(found);
}

void trm_beyond_bytes(trm_Simulation *s, trm_Bytes *bytes) {
  trm_Dynamics *d = s->dynamics;
  trm_bytes_check(bytes, d->over_count, "other tables are looked at");
  for (int i = 0; i < d->over_count; i++) {
    trm_bytes_double(bytes, &d->ways[i].start);
    trm_bytes_double(bytes, &d->ways[i].least);
    trm_bytes_double(bytes, &d->ways[i].most);
  }
}
