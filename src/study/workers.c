/* A study on several threads: each takes the next sample that is not done; what is done goes to the table and the
   journal one at a time. Every sample is computed by one thread alone: its bits do not depend on their number. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>
#include "api/run_internal.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/report.h"
#include "base/tile.h"
#include "study/study.h"

enum { MOST_THREADS = 1024 };
static const double progress_interval = 0.2; /* s */

/* What the workers share. */
typedef struct Crew {
  trm_Study *study;
  trm_Journal *journal;
  trm_Share *share;       /* with other processes; NULL: none */
  pthread_mutex_t lock;   /* of all that follows, of the study's table and of the journal */
  pthread_cond_t changed; /* a worker has ended */
  int64_t next, done, failed, before;
  int working;
  trm_Status status;
  atomic_bool stop;
} Crew;

static bool is_stopped(void *user) { return atomic_load(&((Crew *)user)->stop); }

static void wait_a_while(Crew *crew);

/* of a study that others work on as well; the last ones may still be under way elsewhere, or come back to us */
static int64_t next_shared(Crew *crew) {
  int64_t sample = -1;
  trm_Status status = TRM_STEP_FAILED;
  pthread_mutex_lock(&crew->lock);
  while (status == TRM_STEP_FAILED && !atomic_load(&crew->stop)) {
    status = trm_share_next(crew->share, &sample);
    if (status == TRM_STEP_FAILED) wait_a_while(crew);
  }
  if (status < 0 && crew->status == TRM_OK) crew->status = status, atomic_store(&crew->stop, true);
  pthread_mutex_unlock(&crew->lock);
  return status == TRM_OK ? sample : -1;
}

static int64_t next_sample(Crew *crew) {
  if (crew->share) return next_shared(crew);
  pthread_mutex_lock(&crew->lock);
  while (crew->next < crew->study->sample_count && crew->study->state[crew->next] != TRM_SAMPLE_OPEN) crew->next++;
  int64_t sample = !atomic_load(&crew->stop) && crew->next < crew->study->sample_count ? crew->next++ : -1;
  pthread_mutex_unlock(&crew->lock);
  return sample;
}

static void give_up(Crew *crew, trm_Status status) {
  pthread_mutex_lock(&crew->lock);
  if (crew->status == TRM_OK) crew->status = status;
  atomic_store(&crew->stop, true);
  pthread_mutex_unlock(&crew->lock);
}

static void finish_sample(Crew *crew, int64_t sample, const double *values, char *failure) {
  trm_Status status = TRM_OK;
  pthread_mutex_lock(&crew->lock);
  trm_study_store(crew->study, sample, values, failure);
  crew->done++, crew->failed += crew->study->state[sample] == TRM_SAMPLE_FAILED;
  if (crew->journal) status = trm_journal_add(crew->journal, crew->study, sample);
  pthread_mutex_unlock(&crew->lock);
  if (status != TRM_OK) give_up(crew, status);
}

/* What a worker has of its own. */
typedef struct Worker {
  Crew *crew;
  trm_SampleRunner runner;
  trm_LaneRunner *lanes; /* NULL: samples are run one by one */
  double *values;        /* of TRM_TILE samples */
  trm_StudyLanes times;
} Worker;

static bool open_worker(Worker *worker) {
  const trm_Study *study = worker->crew->study;
  worker->values = TRM_NEW(double, TRM_TILE *(size_t)study->value_count);
  bool open = trm_runner_open(&worker->runner, study) && worker->values;
  worker->runner.stopped = is_stopped, worker->runner.user = worker->crew;
  if (open && study->def.lanes == TRM_LANES_AUTO) {
    worker->lanes = trm_lane_runner_new(&worker->runner);
    open = worker->lanes != NULL;
  }
  if (!open) give_up(worker->crew, TRM_NO_MEMORY);
  return open;
}

static void close_worker(Worker *worker) {
  Crew *crew = worker->crew;
  trm_runner_close(&worker->runner);
  trm_lane_runner_free(worker->lanes);
  trm_release(worker->values);
  pthread_mutex_lock(&crew->lock);
  trm_StudyLanes *sum = &crew->study->lanes;
  sum->together += worker->times.together, sum->seconds += worker->times.seconds;
  if (worker->times.alone > 0 && !(sum->alone > 0 && sum->alone < worker->times.alone))
    sum->alone = worker->times.alone;
  crew->working--;
  pthread_cond_signal(&crew->changed);
  pthread_mutex_unlock(&crew->lock);
}

/* false: the worker is to stop */
static bool finish_end(Worker *worker, trm_SampleEnd *end) {
  if (end->status == TRM_NO_MEMORY) { /* says nothing of the sample, which stays open */
    trm_release(end->failure);
    give_up(worker->crew, end->status);
  }
  if (end->status == TRM_NO_MEMORY || end->status == TRM_CANCELLED) return false;
  finish_sample(worker->crew, end->sample, end->status == TRM_OK ? end->values : NULL, end->failure);
  return true;
}

static bool run_one(Worker *worker, int64_t sample) {
  double start = trm_cpu_seconds();
  trm_SampleEnd end = {.sample = sample, .values = worker->values};
  end.status = trm_sample_run(&worker->runner, sample, end.values, &end.failure);
  double seconds = trm_cpu_seconds() - start;
  if (!(worker->times.alone > 0 && worker->times.alone < seconds)) worker->times.alone = seconds;
  return finish_end(worker, &end);
}

/* Lanes are used as long as they pay: not where models do not allow them, nor where they are slower. */
static void judge_lanes(Worker *worker, int count, int together, double seconds) {
  if (together > 0 && seconds < worker->times.alone * count) return;
  trm_lane_runner_free(worker->lanes);
  worker->lanes = NULL;
}

static bool run_several(Worker *worker, const int64_t *samples, int count) {
  trm_SampleEnd ends[TRM_TILE];
  int together = 0;
  bool on = true;
  double start = trm_cpu_seconds();
  for (int i = 0; i < count; i++)
    ends[i].values = worker->values + (size_t)i * (size_t)worker->crew->study->value_count;
  trm_samples_run(worker->lanes, samples, count, ends);
  double seconds = trm_cpu_seconds() - start;
  for (int i = 0; i < count; i++) {
    together += ends[i].in_lanes;
    on = finish_end(worker, &ends[i]) && on;
  }
  worker->times.together += together, worker->times.seconds += seconds * together / count;
  if (count == TRM_TILE) judge_lanes(worker, count, together, seconds);
  return on;
}

/* Samples that are run alone first, to know what one takes. */
enum { FIRST_ALONE = 2 };

static void *work(void *user) {
  Worker worker = {.crew = user};
  bool on = open_worker(&worker);
  for (int64_t done = 0; on;) {
    int64_t samples[TRM_TILE];
    int count = 0, most = worker.lanes && done >= FIRST_ALONE ? TRM_TILE : 1;
    while (count < most && (samples[count] = next_sample(worker.crew)) >= 0) count++;
    if (count == 0) break;
    on = count > 1 ? run_several(&worker, samples, count) : run_one(&worker, samples[0]);
    done += count;
  }
  close_worker(&worker);
  return NULL;
}

/* ---- the caller's thread: progress ------------------------------------------------------------------------------- */

/* with the lock, which is open meanwhile */
static void wait_a_while(Crew *crew) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += (long)(progress_interval * 1e9);
  until.tv_sec += until.tv_nsec / 1000000000, until.tv_nsec %= 1000000000;
  pthread_cond_timedwait(&crew->changed, &crew->lock, &until);
}

static void tell(Crew *crew, const trm_StudyOptions *options, double started) {
  trm_StudyProgress progress = {crew->done, crew->failed, crew->study->sample_count, trm_clock_seconds() - started, 0};
  int64_t here = crew->done - crew->before;
  if (here > 0) progress.remaining = progress.elapsed / (double)here * (double)(progress.samples - progress.done);
  pthread_mutex_unlock(&crew->lock); /* the caller may read the table */
  bool on = options->progress(&progress, options->user);
  pthread_mutex_lock(&crew->lock);
  if (!on && crew->status == TRM_OK) crew->status = TRM_CANCELLED;
  if (!on) atomic_store(&crew->stop, true);
}

static void watch(Crew *crew, const trm_StudyOptions *options) {
  double started = trm_clock_seconds();
  pthread_mutex_lock(&crew->lock);
  if (options->progress) tell(crew, options, started);
  while (crew->working > 0) {
    wait_a_while(crew);
    if (options->progress && crew->working > 0) tell(crew, options, started);
  }
  if (options->progress && !atomic_load(&crew->stop)) tell(crew, options, started);
  pthread_mutex_unlock(&crew->lock);
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static int thread_count(const trm_StudyOptions *options, int64_t samples) {
  long asked = options->threads > 0 ? options->threads : sysconf(_SC_NPROCESSORS_ONLN);
  if (asked < 1) asked = 1;
  if (asked > MOST_THREADS) asked = MOST_THREADS;
  return asked > samples ? (int)samples : (int)asked;
}

static void run_crew(Crew *crew, const trm_StudyOptions *options, pthread_t *threads, int count) {
  int started = 0;
  crew->working = count;
  while (started < count && pthread_create(&threads[started], NULL, work, crew) == 0) started++;
  if (started < count) {
    pthread_mutex_lock(&crew->lock);
    crew->working -= count - started;
    if (started == 0) crew->status = TRM_NO_MEMORY;
    pthread_mutex_unlock(&crew->lock);
  }
  watch(crew, options);
  for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
}

static trm_Status run(trm_Study *study, const trm_StudyOptions *options, trm_Diagnostics *diagnostics) {
  Crew crew = {.study = study};
  if (options->journal && options->shared) {
    crew.share = trm_share_open(study, options->journal, diagnostics);
    if (!crew.share) return TRM_BAD_ARGUMENT;
    crew.journal = trm_share_journal(crew.share);
  } else if (options->journal) {
    crew.journal = trm_journal_open(study, options->journal, options->again, diagnostics);
    if (!crew.journal) return TRM_BAD_ARGUMENT;
  }
  for (int64_t i = 0; i < study->sample_count; i++) {
    crew.before += study->state[i] != TRM_SAMPLE_OPEN;
    crew.failed += study->state[i] == TRM_SAMPLE_FAILED;
  }
  crew.done = crew.before;
  study->lanes = (trm_StudyLanes){0};
  int count = thread_count(options, study->sample_count - crew.before);
  pthread_t *threads = TRM_NEW(pthread_t, count + 1);
  pthread_mutex_init(&crew.lock, NULL);
  pthread_cond_init(&crew.changed, NULL);
  if (threads)
    run_crew(&crew, options, threads, count);
  else
    crew.status = TRM_NO_MEMORY;
  pthread_cond_destroy(&crew.changed);
  pthread_mutex_destroy(&crew.lock);
  trm_release(threads);
  trm_Status closed = crew.share ? trm_share_close(crew.share) : trm_journal_close(crew.journal);
  return crew.status == TRM_OK ? closed : crew.status;
}

trm_Status trm_study_run(trm_Study *study, const trm_StudyOptions *options, trm_Diagnostics *diagnostics) {
  trm_StudyOptions own;
  if (!trm_take_sized(&own, sizeof own, options)) {
    trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_no_size);
    return TRM_BAD_ARGUMENT;
  }
  trm_Status status = run(study, &own, diagnostics);
  if (status == TRM_NO_MEMORY) trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "%s", trm_status_text(TRM_NO_MEMORY));
  return status;
}
