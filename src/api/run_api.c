/* trm_run: a simulation from its start to its end, with a result file. */
#include <math.h>
#include <string.h>
#include "analysis/simulation.h"
#include "api/run_internal.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/report.h"
#include "io/result.h"
#include "linalg/arithmetic.h"
#include "model/spec.h"

static const double progress_interval = 0.1; /* s */

typedef struct Run {
  trm_Simulation *simulation;
  trm_RunOptions options;
  trm_Diagnostics *diagnostics;
  trm_ResultWriter *writer; /* NULL: no file was asked for */
  trm_Storage storage;      /* what is stored */
  double *values;           /* all channels */
  double *row;              /* what is stored of them, then arrays */
  double last_row;          /* s, time of the last stored row */
  trm_Bytes kept;           /* the state before a row that is stored only because the run ends there */
  double started;           /* s, of the clock */
  double last_progress;
  trm_Text warnings; /* one to a line */
  size_t warned;     /* length of those that the file holds */
  int64_t stored;    /* rows that a run which goes on finds in the file */
} Run;

static trm_Status no_memory(trm_Diagnostics *diagnostics) {
  trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_status_text(TRM_NO_MEMORY));
  return TRM_NO_MEMORY;
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

/* the text as the user wrote it, with its comments; the spec's own when values were set since */
static void add_model(trm_Text *text, const trm_Spec *spec) {
  bool current = spec && spec->text && !spec->edited;
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

/* rows, summary and the state from which the run can go on */
static trm_Status commit(Run *run) {
  double start = trm_cpu_seconds();
  trm_Bytes bytes = run->kept;
  bool extra = bytes.data != NULL;
  run->kept = (trm_Bytes){0};
  bool known = extra || trm_simulation_checkpoint(run->simulation, &bytes) == TRM_OK;
  trm_ResultCheckpoint checkpoint = {trm_simulation_time(run->simulation), bytes.data, bytes.size, extra};
  if (run->warnings.length > run->warned) {
    trm_result_put_warnings(run->writer, run->warnings.data);
    run->warned = run->warnings.length;
  }
  trm_Status status =
      trm_result_commit(run->writer, trm_simulation_summary(run->simulation), known ? &checkpoint : NULL);
  trm_bytes_free(&bytes);
  count_seconds(run, start);
  return status;
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */

static trm_Status report_failure(Run *run, trm_Status status) {
  const char *failure = trm_simulation_failure(run->simulation);
  trm_report(run->diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", *failure ? failure : trm_status_text(status));
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

/* the present state becomes a row */
static trm_Status store(Run *run) {
  if (!run->writer) return TRM_OK;
  trm_Status status = trm_simulation_channels(run->simulation, run->values);
  if (status != TRM_OK) return report_failure(run, status);
  double start = trm_cpu_seconds();
  for (int i = 0; i < run->storage.count; i++) run->row[i] = run->values[run->storage.channels[i]];
  trm_simulation_arrays(run->simulation, run->row + run->storage.count);
  run->last_row = trm_simulation_time(run->simulation);
  status = trm_result_append(run->writer, run->last_row, run->row);
  count_seconds(run, start);
  return status;
}

/* false: the caller wants to stop */
static bool show_progress(Run *run, bool at_once) {
  double now = trm_clock_seconds();
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

static bool ask(void *user) { return show_progress(user, false); }

static trm_Status cancel(Run *run) {
  char *place = trm_simulation_place(run->simulation);
  bool rehearsed = trm_dynamic_cancelled(run->simulation);
  trm_report(run->diagnostics, TRM_NOTE, TRM_NO_PLACE, "cancelled at %s%s", place ? place : "",
             rehearsed ? ", while the run was being rehearsed: no step of it was taken" : "");
  trm_free(place);
  return TRM_CANCELLED;
}

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

/* has the run come as far as it was to? */
static bool is_there(const Run *run) {
  double until = run->options.until;
  return until > 0 && trm_simulation_time(run->simulation) >= until * (1 - trm_same_time);
}

static bool is_due(const Run *run) {
  const trm_RunOptions *options = &run->options;
  return is_there(run) || (options->wall_time > 0 && trm_clock_seconds() - run->started >= options->wall_time);
}

static trm_Status stop(Run *run) {
  char *place = trm_simulation_place(run->simulation);
  trm_report(run->diagnostics, TRM_NOTE, TRM_NO_PLACE, "stopped at %s, as asked for: %s", place ? place : "",
             is_there(run) ? "it has come far enough" : "its time is over");
  trm_free(place);
  return TRM_CANCELLED;
}

static trm_Status advance_to_end(Run *run) {
  if (!show_progress(run, true) || (!run->options.resume && !call_step(run))) return cancel(run);
  for (bool output;;) {
    trm_Status status = trm_simulation_take_step(run->simulation, &output);
    pass_remarks(run);
    if (status == TRM_FINISHED) return store_last(run);
    if (status == TRM_CANCELLED) return cancel(run);
    if (status != TRM_OK) {
      report_failure(run, status);
      store_last(run);
      return status;
    }
    if (output) status = store(run);
    if (status == TRM_OK && run->writer && trm_result_due(run->writer)) status = commit(run);
    if (status != TRM_OK) return status;
    bool goes_on = show_progress(run, false) && call_step(run), due = is_due(run);
    if (goes_on && !due) continue;
    store_stop(run);
    return goes_on ? stop(run) : cancel(run);
  }
}

/* the analyses before the last, whose states are no rows */
static trm_Status prepare(Run *run) {
  while (!trm_simulation_ready(run->simulation)) {
    bool output;
    trm_Status status = trm_simulation_take_step(run->simulation, &output);
    pass_remarks(run);
    if (status == TRM_CANCELLED) return cancel(run);
    if (status != TRM_OK) return report_failure(run, status);
    if (!show_progress(run, false)) return cancel(run);
  }
  return TRM_OK;
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
  if (committed == TRM_OK) committed = commit(run);
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

/* the file appears under its name only together with its first row */
static trm_Status open_file(Run *run, const trm_Spec *spec) {
  trm_Channel *channels = NULL;
  trm_Status status = make_room(run, &channels);
  if (status == TRM_OK) status = create_file(run, spec, channels);
  trm_release(channels);
  if (status != TRM_OK || run->options.resume) return status;
  status = store(run);
  return status == TRM_OK ? commit(run) : status;
}

/* ---- going on ---------------------------------------------------------------------------------------------------- */

static trm_Status refuse(const Run *run, const char *why) {
  trm_report(run->diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s cannot be continued: %s", run->options.output, why);
  return TRM_BAD_ARGUMENT;
}

/* what the file holds and says before the rows that will follow */
static trm_Status read_before(Run *run, trm_Results *results, int64_t rows) {
  const char *warnings = trm_results_text(results, "warnings");
  trm_RowRange last = {rows - 1, 1, 1};
  int time = -1;
  run->stored = rows;
  run->last_row = -INFINITY;
  trm_text_add(&run->warnings, warnings ? warnings : "");
  run->warned = run->warnings.length;
  if (rows < 1) return TRM_OK;
  return trm_results_read_channels(results, &time, 1, last, &run->last_row) == TRM_OK
             ? TRM_OK
             : refuse(run, "its last row cannot be read");
}

static trm_Status load_state(Run *run, trm_Results *results) {
  unsigned char *bytes = NULL;
  size_t size = 0;
  int64_t rows = 0;
  if (trm_results_finished(results)) return refuse(run, "its run has finished");
  trm_Status status = trm_results_checkpoint(results, &bytes, &size, &rows);
  if (status == TRM_NO_MEMORY) return no_memory(run->diagnostics);
  if (status != TRM_OK) return refuse(run, "it holds no state to go on from (an analysis of one step has none)");
  trm_Bytes state = trm_bytes_reader(bytes, size);
  status = trm_simulation_go_on(run->simulation, &state, run->options.anyway, run->diagnostics);
  trm_release(bytes);
  return status == TRM_OK ? read_before(run, results, rows) : status;
}

static trm_Status find_place(Run *run) {
  trm_Results *results = trm_results_open(run->options.output, run->diagnostics);
  if (!results) return TRM_FILE_ERROR;
  trm_Status status = load_state(run, results);
  trm_results_close(results);
  return status;
}

/* a file that goes on with other bits says so */
static trm_Status mark_seam(Run *run) {
  if (!run->options.resume || trm_diagnostics_count(run->diagnostics, TRM_WARNING) == 0) return TRM_OK;
  char *text = trm_diagnostics_text(run->diagnostics);
  trm_Status status = text ? trm_result_put_seam(run->writer, text) : no_memory(run->diagnostics);
  trm_free(text);
  return status;
}

trm_Status trm_run(trm_Simulation *simulation, const trm_Spec *spec, const trm_RunOptions *options,
                   trm_Diagnostics *diagnostics) {
  if (!simulation) return TRM_BAD_ARGUMENT;
  Run run = {.simulation = simulation, .diagnostics = diagnostics};
  if (options && !trm_take_sized(&run.options, sizeof run.options, options)) {
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_no_size);
    return TRM_BAD_ARGUMENT;
  }
  run.started = trm_clock_seconds();
  const char *output = run.options.output;
  trm_simulation_set_watch(simulation, (trm_Watch){ask, &run});
  trm_Status status = TRM_OK;
  if (output && !run.options.resume) status = trm_result_allowed(output, run.options.overwrite, diagnostics);
  if (run.options.resume) status = output ? find_place(&run) : refuse(&run, "no file was named");
  if (status == TRM_OK) status = prepare(&run);
  if (status == TRM_OK && output) status = open_file(&run, spec);
  if (status == TRM_OK && output) status = mark_seam(&run);
  if (status == TRM_OK) {
    status = advance_to_end(&run);
    show_progress(&run, true);
    if (run.writer) status = close_file(&run, status);
  }
  trm_simulation_set_watch(simulation, (trm_Watch){0});
  trm_result_close(run.writer, NULL);
  trm_release(run.values);
  trm_release(run.row);
  trm_release(run.storage.channels);
  trm_text_free(&run.warnings);
  trm_bytes_free(&run.kept);
  return status;
}
