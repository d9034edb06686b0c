/* What rehearsals found, as bytes: a continued run goes on with it. */
#include <math.h>
#include "analysis/rehearsal.h"

static void found_bytes(trm_Simulation *s, trm_Bytes *bytes) {
  trm_Dynamics *d = s->dynamics;
  trm_Rehearsal *r = d->rehearsal;
  double *lists[] = {r->times, r->sums, r->errors};
  trm_bytes_int(bytes, &r->count, 0, TRM_CHECKPOINTS);
  trm_bytes_int(bytes, &r->next, 0, r->count);
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
    trm_bytes_raw(bytes, lists[i], sizeof(double) * TRM_CHECKPOINTS);
  trm_bytes_raw(bytes, r->kept, (size_t)r->count * trm_kept_size(s->model) * sizeof(double));
  trm_bytes_double(bytes, &r->order);
  trm_bytes_bool(bytes, &r->pulses);
  trm_bytes_bool(bytes, &r->equal);
  trm_profile_bytes(&r->profile, bytes);
  bool planned = isfinite(d->step_scale) && r->profile.mean > 0 && r->profile.count > 0;
  if (bytes->reading && d->step_scale != 0 && !planned) trm_bytes_refuse(bytes, "steps are planned by nothing");
}

void trm_rehearsal_bytes(trm_Simulation *s, trm_Bytes *bytes) {
  trm_Dynamics *d = s->dynamics;
  bool there = d->rehearsal != NULL;
  double *numbers[] = {&d->spent, &d->step_tolerance, &d->step_scale, &d->step_share};
  trm_bytes_bool(bytes, &there);
  trm_bytes_bool(bytes, &d->rehearsed);
  trm_bytes_int(bytes, &d->order, 2, 8);
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) trm_bytes_double(bytes, numbers[i]);
  if (there != (d->rehearsal != NULL)) trm_bytes_refuse(bytes, "the steps are of another kind");
  if (bytes->reading && !there && d->step_scale != 0) trm_bytes_refuse(bytes, "steps are planned by nothing");
  if (trm_bytes_good(bytes) && d->rehearsal) found_bytes(s, bytes);
}
