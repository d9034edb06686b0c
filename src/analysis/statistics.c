/* Sampled where they are asked for, integrated over the time between two samples (course.h). */
#include "analysis/statistics.h"
#include "base/memory.h"
#include "base/report.h"

static const trm_OutputTimesDef *output_of(const trm_Simulation *s) {
  return &s->model->analyses.items[s->model->analyses.count - 1]->output;
}

/* Does a channel belong to an output of the model? */
static bool is_output(const trm_Simulation *s, const char *name) {
  for (int o = 0; o < s->model->shown.output_count; o++)
    if (trm_channel_matches(s->model->shown.outputs[o].name, name)) return true;
  return false;
}

static bool is_asked(const trm_Simulation *s, const char *name) {
  const trm_OutputTimesDef *output = output_of(s);
  if (!output->bound.table || output->statistics.count == 0) return is_output(s, name);
  for (int p = 0; p < output->statistics.count; p++)
    if (trm_channel_matches(output->statistics.items[p].name, name)) return true;
  return false;
}

/* each pattern means some channels */
static trm_Status check(const trm_Simulation *s, trm_Arena *work, trm_Diagnostics *diagnostics) {
  const trm_OutputTimesDef *output = output_of(s);
  trm_Status status = TRM_OK;
  for (int p = 0; output->bound.table && p < output->statistics.count; p++) {
    const trm_Reference *pattern = &output->statistics.items[p];
    bool found = false;
    for (int i = 0; i < s->channels.walked && !found; i++)
      found = trm_channel_matches(pattern->name, s->channels.items[i].name);
    if (found) continue;
    trm_report(diagnostics, TRM_ERROR, pattern->place,
               "analysis.output.statistics: no channel is called \"%s\"%s; they are named like bob.position.x, "
               "hinge.phi, energy.total",
               pattern->name, trm_channel_hint(s->model, &s->channels, s->channels.walked, pattern->name, work));
    status = TRM_BAD_ARGUMENT;
  }
  return status;
}

trm_Status trm_statistics_open(trm_Simulation *s, trm_Diagnostics *diagnostics) {
  const trm_OutputTimesDef *output = output_of(s);
  trm_Statistics *all = s->beside.statistics = TRM_ARENA_NEW(&s->work, trm_Statistics, 1);
  if (!all) return TRM_NO_MEMORY;
  all->every_step = output->bound.table && (output->statistics.count > 0 || output->dense); /* rows are no states */
  all->result = true;                                                                       /* the state at the start */
  if (!all->every_step && s->model->shown.output_count == 0) return TRM_OK;
  int *asked = TRM_NEW(int, s->channels.walked + 1);
  for (int i = 0; asked && i < s->channels.walked; i++)
    if (is_asked(s, s->channels.items[i].name)) asked[all->count++] = i;
  all->items = asked ? TRM_ARENA_NEW(&s->work, trm_Statistic, all->count) : NULL;
  for (int i = 0; all->items && i < all->count; i++) all->items[i].channel = asked[i];
  trm_release(asked);
  return all->items ? check(s, &s->work, diagnostics) : TRM_NO_MEMORY;
}

/* values of all channels; NULL: those that are wanted are evaluated */
static void sample(trm_Simulation *s, const double *values) {
  trm_Statistics *all = s->beside.statistics;
  double now = *s->state->time;
  for (int i = 0; i < all->count; i++) {
    double value = values ? values[all->items[i].channel] : 0;
    if (!values && trm_simulation_evaluate_one(s, all->items[i].channel, &value) != TRM_OK) return;
    if (all->begun)
      trm_course_add(&all->items[i].course, value, now);
    else
      trm_course_begin(&all->items[i].course, value, now);
  }
  if (!all->begun) all->start = now;
  all->begun = true, all->now = now;
}

void trm_statistics_reach(trm_Simulation *s, bool result) {
  trm_Statistics *all = s->beside.statistics;
  all->result = result;
  if (all->count > 0 && all->every_step) sample(s, NULL);
}

void trm_statistics_read(trm_Simulation *s, const double *values) {
  trm_Statistics *all = s->beside.statistics;
  if (all && all->count > 0 && all->result && !all->every_step) sample(s, values); /* none: a model only drawn */
}

void trm_statistics_bytes(trm_Simulation *s, trm_Bytes *bytes) {
  trm_Statistics *all = s->beside.statistics;
  trm_bytes_check(bytes, all->count, "the channels of its statistics are others");
  trm_bytes_bool(bytes, &all->begun);
  trm_bytes_double(bytes, &all->start);
  trm_bytes_double(bytes, &all->now);
  for (int i = 0; i < all->count && trm_bytes_good(bytes); i++) {
    trm_Course *one = &all->items[i].course;
    double *numbers[] = {&one->least,    &one->least_at, &one->largest, &one->largest_at,
                         &one->integral, &one->square,   &one->last};
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) trm_bytes_double(bytes, numbers[n]);
    one->start = all->start, one->now = all->now;
  }
}

void trm_statistics_lines(const trm_Simulation *s, trm_Text *lines) {
  const trm_Statistics *all = s->beside.statistics;
  if (!all || all->count == 0 || !all->begun) return;
  trm_text_add(lines, "channel,unit,minimum,at,maximum,at,mean,rms\n");
  for (int i = 0; i < all->count; i++) {
    const trm_Course *one = &all->items[i].course;
    const trm_Channel *channel = &s->channels.items[all->items[i].channel];
    trm_text_format(lines, "%s,%s,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", channel->name, channel->unit, one->least,
                    one->least_at, one->largest, one->largest_at, trm_course_mean(one), trm_course_rms(one));
  }
}
