/* trm_run: a simulation from its start to its end, with a result file; trm_recording: the same, step by step. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "analysis/simulation.h"
#include "api/run_internal.h"
#include "base/clock.h"
#include "base/findings.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/report.h"
#include "io/result.h"
#include "linalg/arithmetic.h"
#include "model/spec.h"

static const double progress_interval = 0.1; /* s */
static const double patience = 1;            /* s, so long nothing is kept of analyses before the first row */
/* So many steps, while they take less than this together, pass between two readings of the clock, which cost a small
   step a part of its time. */
enum { MOST_UNREAD = 16 };
static const double unnoticed = 1e-4; /* s */
static const char out_of_time[] = "its time is over";

typedef struct Run {
  trm_Simulation *simulation;
  trm_RunOptions options;
  trm_Diagnostics *diagnostics;
  trm_ResultWriter *writer; /* NULL: no file was asked for, or not yet made */
  bool begun;               /* the file is there under its name */
  trm_Storage storage;      /* what is stored */
  double *values;           /* all channels */
  double *row;              /* what is stored of them, then arrays */
  double last_row;          /* s, time of the last stored row */
  trm_Bytes kept;           /* the state before a row that is stored only because the run ends there */
  trm_Bytes room;           /* of the last state that was committed, for the next one: its pages are there already */
  double started;           /* s, of the clock */
  double last_progress;
  double now;          /* s, when the clock was read last */
  int pace, unread;    /* it is read once in so many steps; those since then */
  trm_Text warnings;   /* one to a line */
  size_t warned;       /* length of those that the file holds */
  size_t judged;       /* ... and of those that do not judge the whole run */
  int64_t stored;      /* rows, those included that a run which goes on finds in the file */
  trm_Bytes free_end;  /* the last state that does not know where the run ends; only where that is not the last one */
  double free_time;    /* s, its time, */
  int64_t free_rows;   /* and the rows before it */
  double extended;     /* s, > 0: the end is to be moved there */
  trm_Text seam;       /* that it goes on with other bits, and why */
  trm_Text extensions; /* of its end, one to a line */
  int happened;        /* how many events the file tells of; -1: it is not known */
} Run;

static trm_Status no_memory(trm_Diagnostics *diagnostics) {
  trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_status_text(TRM_NO_MEMORY));
  return TRM_NO_MEMORY;
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

/* the text as the user wrote it, with its comments; the spec's own when values were set since */
static void add_model(trm_Text *text, const trm_Spec *spec) {
  bool current = spec && spec->text && !spec->edited && !spec->filled;
  trm_text_add_bytes(text, current ? spec->text : "", current ? spec->text_size : 0);
  if (!spec || current) return;
  char *written = trm_spec_write(spec);
  if (written)
    trm_text_add(text, written);
  else
    text->failed = true;
  trm_free(written);
}

static const char *title(const trm_Spec *spec) {
  const trm_Value *value = spec ? trm_value_get(spec->root, "title") : NULL;
  return value && value->kind == TRM_VALUE_SCALAR ? value->text : "";
}

/* What the head of a file points to, while the file is made. */
typedef struct HeadTexts {
  trm_Text model, geometry, doctor;
  char arithmetic[TRM_ARITHMETIC];
  trm_Arena arena;
} HeadTexts;

static bool fill_head(const Run *run, const trm_Spec *spec, HeadTexts *texts, trm_ResultHead *head) {
  add_model(&texts->model, spec);
  trm_simulation_geometry(run->simulation, &texts->geometry);
  trm_simulation_doctor(run->simulation, &texts->doctor);
  trm_text_add(&texts->doctor, "");
  *head = (trm_ResultHead){.program_version = trm_version(), .title = title(spec), .model = texts->model.data};
  const char *slash = spec && spec->source ? strrchr(spec->source, '/') : NULL;
  trm_arithmetic(texts->arithmetic);
  head->arithmetic = texts->arithmetic;
  head->source = slash ? slash + 1 : spec ? spec->source : NULL;
  head->geometry = texts->geometry.data;
  head->doctor = texts->doctor.data;
  head->time_meaning = trm_simulation_time_meaning(run->simulation);
  head->channel_count = run->storage.count;
  head->single = run->storage.single, head->compress = run->storage.compress;
  head->rows = run->storage.rows;
  head->arrays = trm_simulation_beam_arrays(run->simulation, &texts->arena, &head->array_count);
  return head->arrays && !texts->model.failed && !texts->geometry.failed && !texts->doctor.failed;
}

static trm_Status create_file(Run *run, const trm_Spec *spec, trm_Channel *channels) {
  HeadTexts texts = {0};
  trm_ResultHead head;
  trm_Status status = fill_head(run, spec, &texts, &head) ? TRM_OK : no_memory(run->diagnostics);
  head.channels = channels;
  for (int i = 0; i < head.channel_count; i++)
    channels[i] = trm_simulation_channel(run->simulation, run->storage.channels[i]);
  const char *output = run->options.output;
  if (status == TRM_OK) {
    run->writer = run->options.resume ? trm_result_continue(output, &head, run->stored, run->diagnostics)
                                      : trm_result_create(output, run->options.overwrite, &head, run->diagnostics);
    if (!run->writer) status = TRM_FILE_ERROR;
  }
  if (run->writer) trm_result_commit_every(run->writer, run->options.commit_every);
  trm_text_free(&texts.model);
  trm_text_free(&texts.geometry);
  trm_text_free(&texts.doctor);
  trm_arena_free(&texts.arena);
  return status;
}

/* writing counts as output, as evaluating the channels does */
static void count_seconds(Run *run, double start) {
  double seconds = trm_cpu_seconds() - start;
  run->simulation->summary.seconds_output += seconds;
  run->simulation->summary.seconds_total += seconds;
}

/* A failure is that of the commit which follows. */
static void put_lines(Run *run, const char *name) {
  char *lines = trm_simulation_lines(run->simulation, name);
  if (lines && *lines) trm_result_put_lines(run->writer, name, lines);
  trm_free(lines);
}

/* what happened so far */
static void put_events(Run *run) {
  int count = trm_simulation_happening_count(run->simulation);
  if (count != run->happened) put_lines(run, "events");
  run->happened = count;
}

/* rows, summary and the state from which the run can go on: the present one, or one that was kept (and is given up) */
static trm_Status commit(Run *run, trm_Bytes *kept, double time, int64_t rows) {
  double start = trm_cpu_seconds();
  bool was_kept = kept->data != NULL;
  trm_Bytes bytes = was_kept ? *kept : (trm_Bytes){.data = run->room.data, .room = run->room.room};
  if (!was_kept) run->room = (trm_Bytes){0};
  bool known = was_kept || trm_simulation_checkpoint(run->simulation, &bytes) == TRM_OK;
  trm_ResultCheckpoint checkpoint = {time, bytes.data, bytes.size, (int)(run->stored - rows)};
  *kept = (trm_Bytes){0};
  if (run->warnings.length != run->warned) {
    trm_result_put_warnings(run->writer, run->warnings.data, run->judged);
    run->warned = run->warnings.length;
  }
  put_events(run);
  trm_Status status =
      trm_result_commit(run->writer, trm_simulation_summary(run->simulation), known ? &checkpoint : NULL);
  if (was_kept)
    trm_bytes_free(&bytes);
  else
    run->room = bytes;
  run->begun = run->begun || status == TRM_OK;
  count_seconds(run, start);
  return status;
}

static trm_Status commit_state(Run *run) {
  return commit(run, &(trm_Bytes){0}, trm_simulation_time(run->simulation), run->stored);
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */

static trm_Status report_failure(Run *run, trm_Status status) {
  const char *failure = trm_simulation_failure(run->simulation);
  const trm_Said *said = &run->simulation->said;
  if (*failure)
    trm_find(run->diagnostics, said->cause ? (trm_Finding)said->cause : TRM_FIND_STEP_FAILED, said->at, "%s", failure);
  else
    trm_report(run->diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_status_text(status));
  return status;
}

/* what the simulation has to say though nothing failed */
static void pass_remarks(Run *run) {
  trm_Simulation *s = run->simulation;
  if (s->said.remark[0]) trm_report(run->diagnostics, TRM_NOTE, TRM_NO_PLACE, "%s", s->said.remark);
  if (s->said.warnings[0]) trm_text_format(&run->warnings, "%s\n", s->said.warnings);
  for (const char *line = s->said.warnings; *line; line += strcspn(line, "\n"), line += *line == '\n')
    trm_report(run->diagnostics, TRM_WARNING, TRM_NO_PLACE, "%.*s", (int)strcspn(line, "\n"), line);
  s->said.remark[0] = s->said.warnings[0] = 0;
}

/* the values of all channels and arrays become a row */
static trm_Status append(Run *run, double time, void (*arrays)(const trm_Simulation *simulation, double *values)) {
  double start = trm_cpu_seconds();
  for (int i = 0; i < run->storage.count; i++) run->row[i] = run->values[run->storage.channels[i]];
  arrays(run->simulation, run->row + run->storage.count);
  run->last_row = time;
  trm_Status status = trm_result_append(run->writer, time, run->row);
  run->stored += status == TRM_OK;
  count_seconds(run, start);
  return status;
}

/* the present state becomes a row */
static trm_Status store(Run *run) {
  if (!run->writer) return TRM_OK;
  trm_Status status = trm_simulation_channels(run->simulation, run->values);
  if (status != TRM_OK) return report_failure(run, status);
  return append(run, trm_simulation_time(run->simulation), trm_simulation_arrays);
}

/* and those within the step that led to it */
static trm_Status store_between(Run *run) {
  trm_Status status = TRM_OK;
  double time;
  if (!run->writer) return TRM_OK;
  while (status == TRM_OK) {
    status = trm_simulation_between(run->simulation, &time, run->values);
    if (status == TRM_OK) status = append(run, time, trm_simulation_between_arrays);
  }
  return status == TRM_FINISHED ? TRM_OK : status;
}

/* Who asked for times of the clock gets them. */
static void read_clock(Run *run, bool step) {
  if (step && ++run->unread < run->pace) return;
  double before = run->now;
  bool asked = run->options.wall_time > 0 || run->options.commit_every > 0;
  run->now = trm_clock_seconds(), run->unread = 0;
  run->pace = asked || run->now - before > unnoticed ? 1 : run->pace < MOST_UNREAD ? 2 * run->pace : MOST_UNREAD;
}

/* false: the caller wants to stop */
static bool show_progress(Run *run, bool at_once) {
  double now = at_once ? trm_clock_seconds() : run->now;
  if (!run->options.progress || (!at_once && now - run->last_progress < progress_interval)) return true;
  run->last_progress = now;
  const trm_Summary *summary = trm_simulation_summary(run->simulation);
  trm_Progress progress = {.time = trm_simulation_time(run->simulation),
                           .end = trm_simulation_end(run->simulation),
                           .elapsed = now - run->started,
                           .step_size = trm_simulation_step_size(run->simulation),
                           .timeless = trm_simulation_timeless(run->simulation),
                           .load_factor = run->simulation->reached.share,
                           .steps = summary->steps,
                           .iterations = summary->iterations,
                           .energy_residual = summary->ledger.residual,
                           .rehearsal = trm_dynamic_rehearsal(run->simulation)};
  return run->options.progress(&progress, run->options.user);
}

static bool is_late(const Run *run) {
  return run->options.wall_time > 0 && trm_clock_seconds() - run->started >= run->options.wall_time;
}

/* within rehearsals */
static bool ask(void *user) {
  read_clock(user, false);
  return show_progress(user, false) && !is_late(user);
}

/* has the run come as far as it was to? */
static bool is_there(const Run *run) {
  double until = run->options.until;
  return until > 0 && trm_simulation_time(run->simulation) >= until * (1 - trm_same_time);
}

/* as was asked for: why */
static trm_Status stop(Run *run, const char *why) {
  char *place = trm_simulation_place(run->simulation);
  bool somewhere = place && *place; /* modes are at no time of their own */
  trm_report(run->diagnostics, TRM_NOTE, TRM_NO_PLACE, "%s %s%s%s%s%s", why ? "stopped" : "cancelled",
             somewhere ? "at " : "in the modal analysis", somewhere ? place : "", why ? ", as asked for: " : "",
             why ? why : "",
             trm_dynamic_unrehearsed(run->simulation)
                 ? ", while it was being rehearsed; rehearsals begin anew when the "
                   "run goes on"
                 : "");
  trm_free(place);
  return TRM_CANCELLED;
}

static trm_Status cancel(Run *run) { return stop(run, NULL); }

/* the simulation was told to stop */
static trm_Status stop_inside(Run *run) { return stop(run, is_late(run) ? out_of_time : NULL); }

/* false: the caller wants to stop */
static bool call_step(Run *run) { return !run->options.step || run->options.step(run->simulation, run->options.user); }

/* the last accepted state is stored too when the run ends between two output times */
static trm_Status store_last(Run *run) {
  return trm_simulation_time(run->simulation) > run->last_row ? store(run) : TRM_OK;
}

/* ... and is to go on later: from the state before the row, which a run that does not stop would not have stored */
static trm_Status store_stop(Run *run) {
  if (!run->writer || !(trm_simulation_time(run->simulation) > run->last_row)) return TRM_OK;
  if (trm_simulation_checkpoint(run->simulation, &run->kept) != TRM_OK) trm_bytes_free(&run->kept);
  return store(run);
}

/* that the end is another one than the model says, and what that means for the bits */
static trm_Status note_end(Run *run, double from, const char *why) {
  char text[400];
  double to = trm_simulation_end(run->simulation);
  if (why)
    snprintf(text, sizeof text, "from t = %g s to %g s: not with the bits of a run to %g s from its start, since %s",
             from, to, to, why);
  else
    snprintf(text, sizeof text, "from t = %g s to %g s: the same as a run to %g s from its start", from, to, to);
  trm_report(run->diagnostics, TRM_NOTE, TRM_NO_PLACE, "extended %s", text);
  trm_text_format(&run->extensions, "%s%s", run->extensions.length ? "\n" : "", text);
  if (run->extensions.failed) return no_memory(run->diagnostics);
  return run->writer ? trm_result_put_note(run->writer, "extended", run->extensions.data) : TRM_OK;
}

/* The last state from which a longer run would take the same steps; where it is that of the end, that is committed
   anyway. */
static void keep_free_end(Run *run) {
  if (!run->writer || run->free_end.data || !trm_simulation_meets_end(run->simulation)) return;
  if (trm_simulation_checkpoint(run->simulation, &run->free_end) != TRM_OK) trm_bytes_free(&run->free_end);
  run->free_time = trm_simulation_time(run->simulation), run->free_rows = run->stored;
}

/* At the end, which is to be another one. What judges the run up to here falls. */
static trm_Status go_beyond_end(Run *run) {
  double end = trm_simulation_end(run->simulation), until = run->extended;
  run->extended = 0;
  trm_Status status = store_last(run);
  if (status != TRM_OK) return status;
  run->warnings.length = run->judged;
  if (run->warnings.data) run->warnings.data[run->judged] = 0;
  if (trm_simulation_lengthen(run->simulation, until)) return note_end(run, end, NULL);
  const char *why = trm_simulation_bound_to_end(run->simulation);
  status = trm_simulation_extend(run->simulation, until);
  return status == TRM_OK ? note_end(run, end, why) : report_failure(run, status);
}

/* One step, which is stored where it is a result. TRM_FINISHED: there is none left, and all is stored. */
static trm_Status take_step(Run *run, bool *output) {
  keep_free_end(run);
  run->judged = run->warnings.length;
  *output = false;
  trm_Status status = trm_simulation_take_step(run->simulation, output);
  read_clock(run, true);
  pass_remarks(run);
  if (status == TRM_FINISHED && run->extended > 0) status = go_beyond_end(run);
  if (status == TRM_FINISHED) {
    status = store_last(run);
    return status == TRM_OK ? TRM_FINISHED : status;
  }
  if (status == TRM_CANCELLED) return stop_inside(run);
  if (status != TRM_OK) {
    report_failure(run, status);
    store_last(run);
    return status;
  }
  status = store_between(run);
  if (*output && status == TRM_OK) status = store(run);
  if (status == TRM_OK && run->writer && trm_result_due(run->writer, run->now)) status = commit_state(run);
  return status;
}

static trm_Status advance_to_end(Run *run) {
  if (!show_progress(run, true) || (!run->options.resume && !call_step(run))) return cancel(run);
  for (bool output;;) {
    trm_Status status = take_step(run, &output);
    if (status != TRM_OK) return status == TRM_FINISHED ? TRM_OK : status;
    bool goes_on = show_progress(run, false) && call_step(run), there = is_there(run), late = is_late(run);
    if (goes_on && !there && !late) continue;
    store_stop(run);
    return stop(run, !goes_on ? NULL : there ? "it has come far enough" : out_of_time);
  }
}

/* The state of a stop, or for a longer run, or the present one. Where rehearsals were broken off that before them is
   in the file, with solvers that they have not changed. */
static trm_Status commit_last(Run *run, bool finished) {
  if (trm_dynamic_unrehearsed(run->simulation))
    return trm_result_commit(run->writer, trm_simulation_summary(run->simulation), NULL);
  if (finished && run->free_end.data) return commit(run, &run->free_end, run->free_time, run->free_rows);
  if (!run->kept.data) return commit_state(run);
  return commit(run, &run->kept, trm_simulation_time(run->simulation), run->stored - 1);
}

/* what is computed is kept whatever the outcome; only success makes the file finished */
static trm_Status close_file(Run *run, trm_Status outcome) {
  trm_Text text = {0};
  const char *mark = outcome == TRM_OK ? "finished" : NULL;
  if (outcome != TRM_OK && outcome != TRM_CANCELLED) {
    const char *failure = trm_simulation_failure(run->simulation);
    trm_text_format(&text, "failed: %s", *failure ? failure : trm_status_text(outcome));
    mark = text.data;
  }
  trm_Status committed =
      outcome == TRM_OK ? (trm_Status)trm_simulation_store_modes(run->simulation, run->writer) : TRM_OK;
  put_lines(run, "statistics");
  if (committed == TRM_OK) committed = commit_last(run, outcome == TRM_OK);
  trm_Status closed = trm_result_close(run->writer, committed == TRM_OK ? mark : NULL);
  run->writer = NULL;
  trm_text_free(&text);
  if (outcome != TRM_OK) return outcome;
  return committed == TRM_OK ? closed : committed;
}

static trm_Status make_room(Run *run, trm_Channel **channels) {
  run->storage = trm_simulation_storage(run->simulation);
  *channels = TRM_NEW(trm_Channel, run->storage.count);
  run->values = TRM_NEW(double, trm_simulation_channel_count(run->simulation));
  run->row = TRM_NEW(double, (size_t)run->storage.count + trm_simulation_array_size(run->simulation));
  bool good = *channels && run->storage.channels && run->values && run->row;
  return good ? TRM_OK : no_memory(run->diagnostics);
}

static trm_Status open_file(Run *run, const trm_Spec *spec) {
  trm_Channel *channels = NULL;
  trm_Status status = make_room(run, &channels);
  if (status == TRM_OK) status = create_file(run, spec, channels);
  trm_release(channels);
  return status;
}

/* the file appears under its name only together with its first row, or with a state from which it can be computed */
static trm_Status begin_rows(Run *run) {
  if (run->stored > 0) return TRM_OK;
  trm_Status status = store(run);
  return status == TRM_OK ? commit_state(run) : status;
}

static trm_Status keep_state(Run *run, const trm_Spec *spec) {
  trm_Status status = run->writer ? TRM_OK : open_file(run, spec);
  return status == TRM_OK ? commit_state(run) : status;
}

/* The analyses before the last, whose states are no rows. Where they take long, what they have found is kept, too. */
static trm_Status prepare(Run *run, const trm_Spec *spec) {
  double wait = run->options.commit_every > 0 ? run->options.commit_every : patience;
  while (!trm_simulation_ready(run->simulation)) {
    bool output;
    trm_Status status = trm_simulation_take_step(run->simulation, &output);
    pass_remarks(run);
    if (status == TRM_CANCELLED) return stop_inside(run);
    if (status != TRM_OK) return report_failure(run, status);
    read_clock(run, false);
    if (!show_progress(run, false)) return cancel(run);
    if (trm_simulation_ready(run->simulation)) continue;
    bool late = is_late(run);
    bool due = late || (run->writer ? trm_result_due(run->writer, run->now) : run->now - run->started > wait);
    if (due && run->options.output) status = keep_state(run, spec);
    if (status != TRM_OK || late) return status != TRM_OK ? status : stop(run, out_of_time);
  }
  return TRM_OK;
}

/* ---- going on ---------------------------------------------------------------------------------------------------- */

static trm_Status refuse(const Run *run, const char *format, ...) {
  char why[300];
  va_list list;
  va_start(list, format);
  vsnprintf(why, sizeof why, format, list);
  va_end(list);
  trm_report(run->diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s cannot be continued: %s", run->options.output, why);
  return TRM_BAD_ARGUMENT;
}

/* the time of a row, -infinity: there is none */
static trm_Status row_time(const Run *run, trm_Results *results, int64_t row, double *time) {
  int channel = -1;
  *time = -INFINITY;
  if (row < 0) return TRM_OK;
  trm_Status status = trm_results_read_channels(results, &channel, 1, (trm_RowRange){row, 1, 1}, time);
  if (status == TRM_NO_MEMORY) return no_memory(run->diagnostics);
  return status == TRM_OK ? TRM_OK : refuse(run, "its last row cannot be read");
}

/* what the file holds and says before the rows that will follow */
static trm_Status read_before(Run *run, trm_Results *results, int64_t rows) {
  const char *warnings = trm_results_text(results, "warnings"), *extended = trm_results_text(results, "extended");
  run->stored = rows;
  run->warned = warnings ? strlen(warnings) : 0;
  run->judged = trm_results_warned_before_end(results);
  trm_text_add_bytes(&run->warnings, warnings ? warnings : "", run->judged);
  trm_text_add(&run->extensions, extended ? extended : "");
  if (run->warnings.failed || run->extensions.failed) return no_memory(run->diagnostics);
  return row_time(run, results, rows - 1, &run->last_row);
}

/* Until when: not before what is there; beyond the end of the analysis that is moved, at once where it can be. */
static trm_Status read_until(Run *run, trm_Results *results) {
  double until = run->options.until, end = trm_simulation_end(run->simulation), last, there;
  trm_Status status = row_time(run, results, trm_results_rows(results) - 1, &last);
  if (status != TRM_OK) return status;
  there = fmax(last, trm_simulation_time(run->simulation));
  bool finished = trm_results_finished(results), beyond = until > end * (1 + trm_same_time);
  if (until > 0 && strcmp(trm_simulation_time_meaning(run->simulation), "time") != 0)
    return refuse(run, "its analysis does not go through time, --until means nothing to it");
  if (until > 0 && until <= there * (1 + trm_same_time))
    return refuse(run, "it has come to t = %g s already, and nothing is left to do until %g s", there, until);
  if (finished && !beyond) return refuse(run, "its run has finished%s", end > 0 ? "; --until T makes it longer" : "");
  if (!beyond) return TRM_OK;
  run->options.until = 0;
  run->extended = until;
  return TRM_OK;
}

/* another program wrote it: told in the file as well */
static void pass_warnings(Run *run, const trm_Diagnostics *diagnostics) {
  for (int i = 0; i < trm_diagnostics_stored(diagnostics); i++) {
    const trm_Diagnostic *said = trm_diagnostics_get(diagnostics, i);
    trm_report(run->diagnostics, said->severity, TRM_NO_PLACE, "%s", said->message);
    if (said->severity == TRM_WARNING) trm_text_format(&run->seam, "%s\n", said->message);
  }
}

static trm_Status go_on(Run *run, const void *bytes, size_t size) {
  trm_Bytes state = trm_bytes_reader(bytes, size);
  trm_Diagnostics *said = trm_diagnostics_new();
  if (!said) return no_memory(run->diagnostics);
  trm_Status status = trm_simulation_go_on(run->simulation, &state, run->options.anyway, said);
  pass_warnings(run, said);
  trm_diagnostics_free(said);
  return status;
}

static trm_Status load_state(Run *run, trm_Results *results) {
  unsigned char *bytes = NULL;
  size_t size = 0;
  int64_t rows = 0;
  if (trm_results_finished(results) && !(run->options.until > 0))
    return refuse(run, "its run has finished; --until T makes it longer");
  trm_Status status = trm_results_checkpoint(results, &bytes, &size, &rows);
  if (status == TRM_NO_MEMORY) return no_memory(run->diagnostics);
  if (status != TRM_OK) return refuse(run, "it holds no state to go on from (an analysis of one step has none)");
  status = go_on(run, bytes, size);
  trm_release(bytes);
  if (status == TRM_OK) status = read_before(run, results, rows);
  return status == TRM_OK ? read_until(run, results) : status;
}

static trm_Status find_place(Run *run) {
  trm_Results *results = trm_results_open(run->options.output, run->diagnostics);
  if (!results) return TRM_FILE_ERROR;
  trm_Status status = load_state(run, results);
  trm_results_close(results);
  return status;
}

/* a file that goes on with other bits, or to another end, says so */
static trm_Status mark_seam(Run *run) {
  double end = trm_simulation_end(run->simulation);
  trm_Status status = TRM_OK;
  if (run->seam.failed) return no_memory(run->diagnostics);
  if (run->seam.length && run->writer) status = trm_result_put_note(run->writer, "resumed", run->seam.data);
  if (status != TRM_OK || !(run->extended > 0) || !trm_simulation_lengthen(run->simulation, run->extended))
    return status;
  run->extended = 0;
  return note_end(run, end, NULL);
}

static trm_Status begin_run(Run *run, const trm_Spec *spec) {
  const char *output = run->options.output;
  trm_Status status = TRM_OK;
  if (run->options.resume) {
    status = output ? find_place(run) : refuse(run, "no file was named");
    if (status == TRM_OK) status = open_file(run, spec);
    if (status == TRM_FILE_ERROR) status = TRM_BAD_ARGUMENT; /* refused: no step was taken */
    run->begun = status == TRM_OK;
    if (status == TRM_OK) status = mark_seam(run);
  } else if (output) {
    status = trm_result_allowed(output, run->options.overwrite, run->diagnostics);
  }
  if (status == TRM_OK) status = prepare(run, spec);
  if (status == TRM_OK && output && !run->writer) status = open_file(run, spec);
  return status == TRM_OK && output ? begin_rows(run) : status;
}

/* 0 is none; what is not a number, or before the start, is a mistake and no wish */
static bool check_times(const trm_RunOptions *options, trm_Diagnostics *diagnostics) {
  const struct {
    const char *name;
    double value;
  } times[] = {{"until", options->until},
               {"the time of the clock", options->wall_time},
               {"the time between two commits", options->commit_every}};
  bool good = true;
  for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
    if (times[i].value >= 0 && isfinite(times[i].value)) continue;
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s must be a number of seconds, 0 or above, but is %g",
               times[i].name, times[i].value);
    good = false;
  }
  return good;
}

static bool set_threads(const Run *run) {
  int threads = run->options.threads, got = threads ? trm_simulation_set_threads(run->simulation, threads) : 0;
  if (got > 0 && got < threads)
    trm_report(run->diagnostics, TRM_NOTE, TRM_NO_PLACE,
               "%d of %d threads: the system gives no more; results are the same", got, threads);
  if (threads == 0 || got > 0) return true;
  if (threads >= 1 && threads <= TRM_MOST_THREADS) return no_memory(run->diagnostics), false;
  trm_report(run->diagnostics, TRM_ERROR, TRM_NO_PLACE, "the number of threads must be 1 to %d, but is %d",
             (int)TRM_MOST_THREADS, threads);
  return false;
}

/* As far as the first row. */
static trm_Status open_run(Run *run, const trm_Spec *spec, const trm_RunOptions *options) {
  if (options && !trm_take_sized(&run->options, sizeof run->options, options)) {
    trm_report(run->diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_no_size);
    return TRM_BAD_ARGUMENT;
  }
  if (!check_times(&run->options, run->diagnostics) || !set_threads(run)) return TRM_BAD_ARGUMENT;
  /* places are shown even if the diagnostics were cleared since the model was read */
  if (spec && spec->text &&
      trm_diagnostics_source(run->diagnostics, spec->source, spec->text, spec->text_size) != TRM_OK)
    return no_memory(run->diagnostics);
  run->started = trm_clock_seconds();
  run->happened = run->options.resume ? -1 : 0;
  trm_simulation_set_watch(run->simulation, (trm_Watch){ask, run});
  return begin_run(run, spec);
}

/* The file as the outcome leaves it, and all that the run has. */
static trm_Status end_run(Run *run, trm_Status status) {
  if (run->writer && run->begun) status = close_file(run, status);
  trm_simulation_set_watch(run->simulation, (trm_Watch){0});
  trm_result_close(run->writer, NULL);
  trm_release(run->values);
  trm_release(run->row);
  trm_release(run->storage.channels);
  trm_text_free(&run->warnings);
  trm_text_free(&run->seam);
  trm_text_free(&run->extensions);
  trm_bytes_free(&run->kept);
  trm_bytes_free(&run->free_end);
  trm_bytes_free(&run->room);
  return status;
}

trm_Status trm_run(trm_Simulation *simulation, const trm_Spec *spec, const trm_RunOptions *options,
                   trm_Diagnostics *diagnostics) {
  if (!simulation) return TRM_BAD_ARGUMENT;
  Run run = {.simulation = simulation, .diagnostics = diagnostics};
  trm_Status status = open_run(&run, spec, options);
  if (status == TRM_OK) {
    status = advance_to_end(&run);
    show_progress(&run, true);
  }
  return end_run(&run, status);
}

/* ---- step by step ------------------------------------------------------------------------------------------------ */

/* Owned by the program (trm_recording_begin .. _end). */
struct trm_Recording {
  Run run;
  trm_Status outcome; /* TRM_OK: it goes on */
};

trm_Recording *trm_recording_begin(trm_Simulation *simulation, const trm_Spec *spec, const trm_RunOptions *options,
                                   trm_Diagnostics *diagnostics) {
  trm_Recording *recording = simulation ? TRM_NEW(trm_Recording, 1) : NULL;
  if (!recording) return NULL;
  recording->run = (Run){.simulation = simulation, .diagnostics = diagnostics};
  recording->outcome = open_run(&recording->run, spec, options);
  recording->run.options.step = NULL, recording->run.options.progress = NULL;
  recording->run.diagnostics = NULL;
  if (recording->outcome == TRM_OK) return recording;
  end_run(&recording->run, recording->outcome);
  trm_release(recording);
  return NULL;
}

trm_Status trm_recording_step(trm_Recording *recording, bool *output, trm_Diagnostics *diagnostics) {
  bool stored = false;
  if (!recording) return TRM_BAD_ARGUMENT;
  recording->run.diagnostics = diagnostics;
  if (recording->outcome == TRM_OK) recording->outcome = take_step(&recording->run, &stored);
  recording->run.diagnostics = NULL;
  if (output) *output = stored;
  return recording->outcome;
}

trm_Status trm_recording_end(trm_Recording *recording, trm_Diagnostics *diagnostics) {
  if (!recording) return TRM_OK;
  Run *run = &recording->run;
  trm_Status outcome = recording->outcome == TRM_FINISHED ? TRM_OK : recording->outcome;
  run->diagnostics = diagnostics;
  if (recording->outcome == TRM_OK) { /* it is to go on later */
    outcome = store_stop(run);
    if (outcome == TRM_OK) outcome = TRM_CANCELLED;
  }
  outcome = end_run(run, outcome);
  trm_release(recording);
  return outcome;
}
