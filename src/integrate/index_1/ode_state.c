/* What an analysis by rates keeps from one step to the next: the integrator (ode.h), how far laws are from
   their next change, the yardsticks of errors. */
#include "integrate/index_1/ode_motion.h"

/* Marks of laws that are to change, and intervals in which they are smooth: those of a kink depend on where it was last
   looked for. */
static void law_bytes(trm_OdeMotion *motion, trm_Bytes *bytes) {
  for (int i = 0; i < motion->laws.count; i++) trm_bytes_bool(bytes, &motion->laws.items[i].due);
  for (int i = 0; i < motion->kinks.count; i++) {
    trm_RateKink *kink = &motion->kinks.items[i];
    trm_bytes_double(bytes, &kink->low);
    trm_bytes_double(bytes, &kink->high);
    trm_bytes_bools(bytes, kink->ends, 2);
  }
  int changed = motion->changed ? (int)(motion->changed - motion->laws.items) : -1;
  trm_bytes_int(bytes, &changed, -1, motion->laws.count - 1);
  if (bytes->reading && trm_bytes_good(bytes)) motion->changed = changed < 0 ? NULL : &motion->laws.items[changed];
}

static void count_bytes(trm_OdeMotion *motion, trm_Bytes *bytes) {
  int64_t counts[] = {motion->steps, motion->changes, motion->counted.evaluations, motion->counted.rejected};
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) trm_bytes_int64(bytes, &counts[i], 0, INT64_MAX);
  motion->steps = (long)counts[0], motion->changes = (long)counts[1];
  motion->counted.evaluations = (long)counts[2], motion->counted.rejected = (long)counts[3];
  trm_bytes_int(bytes, &motion->stepped_over, 0, INT32_MAX - 1);
  trm_bytes_bool(bytes, &motion->creeps);
}

/* Not in the state of trm_OdeMotion: made anew `tools`, `state`, `over`, `arena`, `data`, `passes`, `edges`; filled by
   a step before it reads them `watches_edges`, `edge`, `leap`, `scratch`, `ahead`, `at`, `kept`, `kept_y`, `beyond`. */
void trm_index_1_bytes(trm_Stepper *stepper, trm_Bytes *bytes) {
  trm_OdeMotion *motion = stepper->data;
  trm_bytes_check(bytes, motion->n, "the coordinates that are integrated are others");
  if (!trm_bytes_good(bytes)) return;
  /* the form finds its place by the state; the numbers themselves follow */
  if (bytes->reading) motion->form->pack(motion, trm_ode_values(motion->ode));
  trm_ode_memory(motion->ode, bytes);
  double *numbers[] = {&motion->mass,           &motion->speed,
                       &motion->energy,         &motion->margin,
                       &motion->trend.largest,  &motion->trend.last,
                       &motion->hop.h,          &motion->hop.pivot,
                       &motion->powers.longest, &motion->tolerance,
                       &motion->watched,        &motion->restarted,
                       &motion->inside,         &motion->counted.last_step,
                       &motion->stride};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) trm_bytes_double(bytes, numbers[i]);
  trm_bytes_doubles(bytes, motion->z, (size_t)motion->states);
  trm_bytes_doubles(bytes, motion->largest, (size_t)motion->states);
  law_bytes(motion, bytes);
  count_bytes(motion, bytes);
}
