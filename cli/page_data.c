/* Which rows and channels a page has room for, and their numbers from the result file. */
#include "page_data.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_FRAMES = 2000,
  FRAME_BYTES = 48000000, /* positions, before compression */
  MOST_POINTS = 8192,     /* of a plot: more than any screen has columns */
  LEAST_POINTS = 256,
  CHANNEL_BYTES = 24000000,  /* channels, before compression */
  CHANNEL_NUMBERS = 1 << 22, /* of channels, read at a time */
  SCAN_NUMBERS = 1 << 20     /* of arrays, likewise */
};

static int no_memory(const PageData *data) { return cli_no_memory(data->command); }

static int unreadable(const PageData *data, const char *what) {
  return cli_unreadable(data->command, what, "the result file");
}

/* ---- blocks ---- */

static Block *new_block(PageData *data, const char *name) {
  if (data->block_count == data->block_capacity) {
    int capacity = 2 * data->block_capacity + 16;
    Block *blocks = realloc(data->blocks, (size_t)capacity * sizeof *blocks);
    if (!blocks) return NULL;
    data->blocks = blocks, data->block_capacity = capacity;
  }
  char *copy = cli_copy(name);
  if (!copy) return NULL;
  data->blocks[data->block_count] = (Block){.name = copy};
  return &data->blocks[data->block_count++];
}

static int write_block(PageData *data, const char *name, const Matrix *matrix) {
  Block *block = new_block(data, name);
  if (!block) return no_memory(data);
  block->type = matrix->type, block->rows = matrix->rows, block->width = matrix->width;
  block->scale_count = matrix->scale_count;
  for (int i = 0; i < matrix->scale_count; i++) block->scales[i] = matrix->scales[i];
  fprintf(data->out, "<script type=\"text/plain\" id=\"block-%d\">", data->block_count - 1);
  if (!matrix_write(matrix, data->out, data->bytes) && !ferror(data->out)) return no_memory(data);
  fputs("</script>\n", data->out);
  return CLI_OK;
}

/* ---- which rows ---- */

static int64_t numbers_per_frame(const PageData *data, bool *heavy) {
  int64_t bytes = 0;
  for (int i = 0; i < trm_results_array_count(data->results); i++) {
    trm_ResultsArray array = trm_results_array(data->results, i);
    if (array.moving) bytes += array.numbers * (strcmp(array.quantity, "position") == 0 ? 4 : 2);
  }
  *heavy = bytes > 0;
  return bytes + 4 * trm_results_channel_count(data->results);
}

/* rows nearest to equally spaced times, so that the motion runs evenly whatever steps were stored */
static void choose_frames(PageData *data, int64_t wanted) {
  int64_t count = 0, row = 0, last = data->rows - 1;
  double from = data->time[0], span = data->time[last] - from;
  for (int64_t i = 0; i < wanted; i++) {
    double target = from + span * (double)i / (double)(wanted - 1);
    while (row < last && fabs(data->time[row + 1] - target) <= fabs(data->time[row] - target)) row++;
    if (count == 0 || data->frames[count - 1] < row) data->frames[count++] = row;
  }
  data->frame_count = count;
}

static int choose_rows(PageData *data, int64_t most_frames) {
  bool heavy;
  int64_t bytes = numbers_per_frame(data, &heavy), channels = trm_results_channel_count(data->results);
  int64_t fitting = FRAME_BYTES / (bytes > 0 ? bytes : 1), wanted = fitting < MOST_FRAMES ? fitting : MOST_FRAMES;
  if (wanted < 2) wanted = 2;
  if (most_frames > 0) wanted = most_frames;
  if (wanted > data->rows) wanted = data->rows;
  data->frames = malloc((size_t)wanted * sizeof *data->frames);
  if (!data->frames) return no_memory(data);
  if (wanted == data->rows || wanted < 2) {
    for (int64_t i = 0; i < wanted; i++) data->frames[i] = wanted < 2 ? data->rows - 1 : i;
    data->frame_count = wanted;
  } else {
    choose_frames(data, wanted);
  }
  int64_t points = CHANNEL_BYTES / (4 * (channels > 0 ? channels : 1));
  points = points > MOST_POINTS ? MOST_POINTS : points < LEAST_POINTS ? LEAST_POINTS : points;
  data->reduced = data->rows > points;
  data->point_count = data->reduced ? points - points % 2 : data->rows;
  return CLI_OK;
}

/* ---- times ---- */

/* the rows of interval i of a reduced plot: two points each */
static void interval_rows(const PageData *data, int64_t i, int64_t *from, int64_t *to) {
  int64_t intervals = data->point_count / 2;
  *from = data->rows * i / intervals;
  *to = data->rows * (i + 1) / intervals;
}

static int write_times(PageData *data) {
  Matrix frames, points;
  if (!matrix_open(&frames, PACK_DOUBLE, (size_t)data->frame_count, 1)) return no_memory(data);
  for (int64_t i = 0; i < data->frame_count; i++) matrix_set(&frames, (size_t)i, 0, data->time[data->frames[i]]);
  int status = write_block(data, "time.frames", &frames);
  matrix_close(&frames);
  if (status != CLI_OK) return status;
  if (!matrix_open(&points, PACK_DOUBLE, (size_t)data->point_count, 1)) return no_memory(data);
  for (int64_t i = 0; i < data->point_count; i++) {
    int64_t row = i, end;
    if (data->reduced) {
      interval_rows(data, i / 2, &row, &end);
      if (i % 2) row = i == data->point_count - 1 ? end - 1 : (row + end) / 2;
    }
    matrix_set(&points, (size_t)i, 0, data->time[row]);
  }
  status = write_block(data, "time.plot", &points);
  matrix_close(&points);
  return status;
}

/* ---- channels ---- */

static Range range_of(const double *values, int64_t count) {
  Range range = {INFINITY, -INFINITY};
  for (int64_t i = 0; i < count; i++)
    if (isfinite(values[i])) range.low = fmin(range.low, values[i]), range.high = fmax(range.high, values[i]);
  return range;
}

/* positions relative to the first finite value keep the digits of what changes */
static double offset_of(const double *values, int64_t count) {
  for (int64_t i = 0; i < count; i++)
    if (isfinite(values[i])) return values[i];
  return 0;
}

/* every row, or of every interval the smallest and the largest value in the order in which they occur */
static void put_points(const PageData *data, Matrix *matrix, int channel, const double *values) {
  double offset = data->offsets[channel];
  for (int64_t i = 0; i < data->point_count && !data->reduced; i++)
    matrix_set(matrix, (size_t)i, (size_t)channel, values[i] - offset);
  for (int64_t i = 0; i < data->point_count / 2 && data->reduced; i++) {
    int64_t from, to, low, high;
    interval_rows(data, i, &from, &to);
    low = high = from;
    for (int64_t row = from; row < to; row++) {
      if (values[row] < values[low]) low = row;
      if (values[row] > values[high]) high = row;
    }
    matrix_set(matrix, (size_t)(2 * i), (size_t)channel, values[low < high ? low : high] - offset);
    matrix_set(matrix, (size_t)(2 * i + 1), (size_t)channel, values[low < high ? high : low] - offset);
  }
}

static bool is_pose(const char *name) {
  const char *position = strstr(name, ".position."), *quaternion = strstr(name, ".quaternion.");
  return position || quaternion;
}

/* What cannot be drawn: no number, or so large that 32 bits, or squares of distances in them, hold none. It is counted,
   the page tells how often, and the origin stands for it. */
static bool is_lost(double value) {
  static const double farthest = 1e15; /* m */
  return !(fabs(value) < farthest);
}

/* as many columns as there is room for are read at a time: they lie side by side in the file */
static int columns_at_once(const PageData *data) {
  int64_t fitting = CHANNEL_NUMBERS / data->rows, all = trm_results_channel_count(data->results);
  if (fitting > all) fitting = all;
  return fitting < 1 ? 1 : (int)fitting;
}

static void put_channel(PageData *data, Matrix *plots, int channel, const double *values) {
  data->ranges[channel] = range_of(values, data->rows);
  data->offsets[channel] = offset_of(values, data->rows);
  put_points(data, plots, channel, values);
}

static int put_channels(PageData *data, Matrix *plots, Matrix *poses) {
  int count = trm_results_channel_count(data->results), most = columns_at_once(data), status = CLI_OK;
  size_t pose = 0;
  double *room = malloc((size_t)data->rows * (size_t)most * sizeof *room);
  int *numbers = malloc((size_t)most * sizeof *numbers);
  if (!room || !numbers) status = no_memory(data);
  for (int first = 0; first < count && status == CLI_OK; first += most) {
    int held = count - first < most ? count - first : most;
    for (int i = 0; i < held; i++) numbers[i] = first + i;
    if (trm_results_read_channels(data->results, numbers, held, (trm_RowRange){0, data->rows, 1}, room) != TRM_OK)
      status = unreadable(data, "the channels");
    for (int i = 0; i < held && status == CLI_OK; i++) {
      const double *values = room + (int64_t)i * data->rows;
      put_channel(data, plots, first + i, values);
      if (!data->posed[first + i]) continue;
      for (int64_t r = 0; r < data->rows; r++) data->lost += is_lost(values[r]);
      for (int64_t f = 0; f < data->frame_count; f++) {
        double value = values[data->frames[f]];
        matrix_set(poses, (size_t)f, pose, is_lost(value) ? 0 : value);
      }
      pose++;
    }
  }
  free(room);
  free(numbers);
  return status;
}

static int write_channels(PageData *data) {
  int count = trm_results_channel_count(data->results);
  size_t poses = 0, slots = (size_t)(count ? count : 1);
  data->ranges = calloc(slots, sizeof *data->ranges);
  data->offsets = calloc(slots, sizeof *data->offsets);
  data->posed = calloc(slots, sizeof *data->posed);
  int status = data->ranges && data->offsets && data->posed ? CLI_OK : no_memory(data);
  for (int c = 0; status == CLI_OK && c < count; c++)
    poses += data->posed[c] = is_pose(trm_results_channel(data->results, c).name);
  Matrix plots = {0}, frames = {0};
  if (status == CLI_OK && (!matrix_open(&plots, PACK_FLOAT, (size_t)data->point_count, (size_t)count) ||
                           !matrix_open(&frames, PACK_FLOAT, (size_t)data->frame_count, poses)))
    status = no_memory(data);
  if (status == CLI_OK) status = put_channels(data, &plots, &frames);
  if (status == CLI_OK) status = write_block(data, "channels", &plots);
  if (status == CLI_OK) status = write_block(data, "poses", &frames);
  matrix_close(&plots);
  matrix_close(&frames);
  return status;
}

/* ---- arrays ---- */

static int write_fixed(PageData *data, int index, const trm_ResultsArray *array) {
  Matrix matrix;
  double *values = malloc((size_t)array->numbers * sizeof *values);
  int64_t width = array->sizes[array->rank - 1];
  if (!values) return no_memory(data);
  int status = CLI_OK;
  if (trm_results_read_array(data->results, index, (trm_RowRange){0, 1, 1}, values) != TRM_OK)
    status = unreadable(data, array->path);
  else if (!matrix_open(&matrix, PACK_FLOAT, (size_t)(array->numbers / width), (size_t)width))
    status = no_memory(data);
  else {
    for (size_t r = 0; r < matrix.rows; r++) matrix_set_row(&matrix, r, values + r * matrix.width);
    status = write_block(data, array->path, &matrix);
    matrix_close(&matrix);
  }
  free(values);
  return status;
}

/* What is learnt while all rows of an array pass by. */
typedef struct Scan {
  Matrix matrix; /* of the frames */
  double largest[PAGE_SCALES];
  int components;
  int64_t next; /* frame */
  bool drawn;   /* where something is, not what acts on it */
} Scan;

static void scan_rows(PageData *data, Scan *scan, int64_t first, int64_t count, double *values) {
  size_t width = scan->matrix.width;
  for (int64_t r = 0; r < count; r++) {
    double *row = values + (size_t)r * width;
    for (size_t c = 0; c < width; c++) {
      double *largest = &scan->largest[c % (size_t)scan->components];
      if (fabs(row[c]) > *largest && isfinite(row[c])) *largest = fabs(row[c]);
      if (scan->drawn && is_lost(row[c])) row[c] = 0, data->lost++;
    }
    if (scan->next >= data->frame_count || data->frames[scan->next] != first + r) continue;
    matrix_set_row(&scan->matrix, (size_t)scan->next++, row);
  }
}

static int scan_array(PageData *data, int index, const trm_ResultsArray *array, Scan *scan) {
  int64_t step = SCAN_NUMBERS / array->numbers + 1;
  double *values = malloc((size_t)(step * array->numbers) * sizeof *values);
  if (!values) return no_memory(data);
  int status = CLI_OK;
  for (int64_t first = 0; first < data->rows && status == CLI_OK; first += step) {
    int64_t count = data->rows - first < step ? data->rows - first : step;
    if (trm_results_read_array(data->results, index, (trm_RowRange){first, count, 1}, values) != TRM_OK)
      status = unreadable(data, array->path);
    else
      scan_rows(data, scan, first, count, values);
  }
  free(values);
  return status;
}

/* 16 bits with a scale for each component do where only colours depend on it; positions keep 32 */
static int write_quantized(PageData *data, const char *path, const Scan *scan) {
  Matrix small;
  if (!matrix_open(&small, PACK_SHORT, scan->matrix.rows, scan->matrix.width)) return no_memory(data);
  small.scales = scan->largest, small.scale_count = scan->components;
  const float *words = scan->matrix.words;
  for (size_t r = 0; r < small.rows; r++)
    for (size_t c = 0; c < small.width; c++) matrix_set(&small, r, c, words[r * small.width + c]);
  int status = write_block(data, path, &small);
  matrix_close(&small);
  return status;
}

static int write_moving(PageData *data, int index, const trm_ResultsArray *array) {
  Scan scan = {.components = (int)array->sizes[array->rank - 1]};
  if (scan.components > PAGE_SCALES) return CLI_OK; /* of a later version */
  scan.drawn = strcmp(array->quantity, "position") == 0 || strcmp(array->quantity, "quaternion") == 0;
  if (!matrix_open(&scan.matrix, PACK_FLOAT, (size_t)data->frame_count, (size_t)array->numbers)) return no_memory(data);
  int status = scan_array(data, index, array, &scan);
  for (int c = 0; c < scan.components && strcmp(array->quantity, "quaternion") == 0; c++)
    scan.largest[c] = 1; /* components of one thing: one scale */
  if (status == CLI_OK)
    status = strcmp(array->quantity, "position") == 0 ? write_block(data, array->path, &scan.matrix)
                                                      : write_quantized(data, array->path, &scan);
  matrix_close(&scan.matrix);
  return status;
}

/* ---- all of it ---- */

static int read_time(PageData *data) {
  data->rows = trm_results_rows(data->results);
  if (data->rows == 0) return cli_complain(data->command, CLI_FAILED, "the result file has no rows yet");
  data->time = malloc((size_t)data->rows * sizeof *data->time);
  if (!data->time) return no_memory(data);
  if (trm_results_read(data->results, -1, data->time) != TRM_OK) return unreadable(data, "the time");
  for (int64_t i = 0; i < data->rows; i++)
    if (!isfinite(data->time[i]))
      return cli_complain(data->command, CLI_FAILED, "the time of row %lld is not a number: this cannot be shown",
                          (long long)i + 1);
  return CLI_OK;
}

int page_data_write(PageData *data, int64_t most_frames) {
  int status = read_time(data);
  if (status == CLI_OK) status = choose_rows(data, most_frames);
  if (status == CLI_OK) status = write_times(data);
  if (status == CLI_OK) status = write_channels(data);
  for (int i = 0; status == CLI_OK && i < trm_results_array_count(data->results); i++) {
    trm_ResultsArray array = trm_results_array(data->results, i);
    status = array.moving ? write_moving(data, i, &array) : write_fixed(data, i, &array);
  }
  return status;
}

void page_data_free(PageData *data) {
  for (int i = 0; i < data->block_count; i++) free(data->blocks[i].name);
  free(data->blocks);
  free(data->time);
  free(data->frames);
  free(data->ranges);
  free(data->offsets);
  free(data->posed);
}
