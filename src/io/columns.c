/* Text files of columns: found below the model's folder only, read with a bound on their size, every number checked. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "io/columns.h"
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/text.h"

enum { MOST_COLUMNS = 256, CHOSEN = 2 };

/* A `file` of the model while it is read. */
typedef struct Source {
  trm_Arena *arena;
  trm_Diagnostics *diagnostics;
  const char *folder;
  const char *name;         /* as written */
  trm_Place place;          /* of the name in the model */
  const trm_Value *columns; /* as written, NULL: the first two */
} Source;

static bool complain(const Source *source, trm_Place place, int line, const char *message) {
  if (line > 0)
    trm_report(source->diagnostics, TRM_ERROR, place, "%s, line %d: %s", source->name, line, message);
  else
    trm_report(source->diagnostics, TRM_ERROR, place, "%s: %s", source->name, message);
  return false;
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

/* does a part of the path lead upward? */
static bool leads_up(const char *name) {
  for (const char *at = name; *at;) {
    size_t length = strcspn(at, "/");
    if (length == 2 && at[0] == '.' && at[1] == '.') return true;
    at += length + strspn(at + length, "/");
  }
  return false;
}

static bool lies_in(const char *path, const char *folder) {
  size_t length = strlen(folder);
  return strcmp(folder, "/") == 0 || (strncmp(path, folder, length) == 0 && path[length] == '/');
}

/* The file's true path, which lies in the folder; NULL after an error. Freed by the caller with free. */
static char *find_file(const Source *source) {
  static const char outside[] = "a file of a model lies in its folder or below it";
  if (*source->name == '/' || leads_up(source->name) || !*source->name)
    return complain(source, source->place, 0, outside), NULL;
  trm_Text path = {0};
  trm_text_format(&path, "%s/%s", source->folder, source->name);
  char *folder = realpath(source->folder, NULL), *found = path.failed ? NULL : realpath(path.data, NULL);
  int problem = errno;
  trm_text_free(&path);
  struct stat about;
  const char *wrong = !found || !folder                     ? strerror(problem)
                      : !lies_in(found, folder)             ? outside
                      : stat(found, &about) != 0            ? strerror(errno)
                      : !S_ISREG(about.st_mode)             ? "is not a regular file"
                      : about.st_size > TRM_LARGEST_COLUMNS ? "is larger than 64 MB: thin it out"
                                                            : NULL;
  free(folder);
  if (!wrong) return found;
  complain(source, source->place, 0, wrong);
  free(found);
  return NULL;
}

static bool read_file(const Source *source, trm_Text *content) {
  char *path = find_file(source), block[65536];
  FILE *file = path ? fopen(path, "rb") : NULL;
  int problem = errno;
  size_t got = 0;
  free(path);
  if (!path) return false;
  if (!file) return complain(source, source->place, 0, strerror(problem));
  while ((got = fread(block, 1, sizeof block, file)) > 0 && content->length <= TRM_LARGEST_COLUMNS)
    trm_text_add_bytes(content, block, got);
  bool failed = ferror(file) != 0;
  fclose(file);
  if (failed || content->failed) return complain(source, source->place, 0, failed ? "cannot be read" : "out of memory");
  if (content->length == 0) return complain(source, source->place, 0, "is empty");
  if (strlen(content->data) < content->length) return complain(source, source->place, 0, "is not a text file");
  return true;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* The fields of one line: pieces of the text. */
typedef struct Line {
  int number; /* from 1 */
  int count;
  const char *start[MOST_COLUMNS];
  int length[MOST_COLUMNS];
} Line;

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static void add_field(Line *line, const char *from, const char *to) {
  while (from < to && blank(*from)) from++;
  while (to > from && blank(to[-1])) to--;
  if (to - from >= 2 && *from == '"' && to[-1] == '"') from++, to--;
  if (line->count < MOST_COLUMNS) line->start[line->count] = from, line->length[line->count] = (int)(to - from);
  line->count++;
}

/* Where the letter first stands outside of quotes; `to`: nowhere. A single quote is a letter like others (5" pipe). */
static const char *outside_quotes(const char *from, const char *to, bool (*is)(char c, char mark), char mark) {
  int quotes = 0;
  for (const char *at = from; at < to; at++) quotes += *at == '"';
  bool inside = false, paired = quotes % 2 == 0;
  for (; from < to; from++) {
    if (paired && *from == '"') inside = !inside;
    if (!inside && is(*from, mark)) return from;
  }
  return to;
}

static bool is_mark(char c, char mark) { return c == mark; }
static bool is_gap(char c, char mark) { return mark ? c == mark : blank(c); }

/* Fields are separated by the first of ; , tab that the line has, or else by blanks; what is in quotes is one. */
static void split(Line *line, const char *from, const char *to) {
  static const char marks[] = ";,\t";
  char mark = 0;
  line->count = 0;
  while (from < to && blank(*from)) from++;
  while (to > from && blank(to[-1])) to--;
  for (int k = 0; !mark && marks[k]; k++)
    if (outside_quotes(from, to, is_mark, marks[k]) < to) mark = marks[k];
  for (const char *at = from; at < to;) {
    const char *end = outside_quotes(at, to, is_gap, mark);
    add_field(line, at, end);
    if (mark && end + 1 == to) add_field(line, to, to); /* an empty last one */
    at = end < to ? end + 1 : to;
    while (!mark && at < to && blank(*at)) at++;
  }
}

/* The next line that holds something; false at the end. */
static bool next_line(const char **at, Line *line) {
  while (**at) {
    const char *from = *at, *end = from + strcspn(from, "\n");
    *at = *end ? end + 1 : end;
    line->number++;
    split(line, from, outside_quotes(from, end, is_mark, '#'));
    if (line->count > 0) return true;
  }
  return false;
}

static bool read_number(const Line *line, int field, double *value) {
  char copy[64], *end;
  if (line->length[field] <= 0 || line->length[field] >= (int)sizeof copy) return false;
  memcpy(copy, line->start[field], (size_t)line->length[field]);
  copy[line->length[field]] = 0;
  if (strspn(copy, "+-0123456789.eE") != strlen(copy)) return false; /* no inf, nan, 0x... */
  *value = strtod(copy, &end);
  return !*end && isfinite(*value);
}

static bool is_number(const Line *line, int field) {
  double value;
  return read_number(line, field, &value);
}

/* ---- columns ----------------------------------------------------------------------------------------------------- */

static int column_by_name(const Line *header, const char *name) {
  for (int k = 0; k < header->count && k < MOST_COLUMNS; k++)
    if ((int)strlen(name) == header->length[k] && memcmp(name, header->start[k], strlen(name)) == 0) return k;
  return -1;
}

/* a name that stands over several columns means none of them */
static bool twice_named(const Source *source, const trm_Value *column, const Line *header, int at) {
  trm_Text text = {0};
  for (int k = at + 1; k < header->count && k < MOST_COLUMNS; k++) {
    if (header->length[k] != header->length[at] ||
        memcmp(header->start[k], header->start[at], (size_t)header->length[at]) != 0)
      continue;
    trm_text_format(&text, "columns %d and %d are both called \"%s\": give the number of the one that is meant", at + 1,
                    k + 1, column->text);
    complain(source, source->place, header->number, text.data ? text.data : "two columns have one name");
    trm_text_free(&text);
    return true;
  }
  return false;
}

static bool unknown_column(const Source *source, const trm_Value *column, const Line *header, bool named) {
  trm_Text text = {0};
  trm_text_format(&text, "there is no column \"%s\"; ", column->text);
  for (int k = 0; named && k < header->count && k < MOST_COLUMNS; k++)
    trm_text_format(&text, "%s\"%.*s\"", k ? ", " : "there are ", header->length[k], header->start[k]);
  if (!named) trm_text_format(&text, "it has %d columns without names", header->count);
  complain(source, source->place, header->number, text.data ? text.data : "no such column");
  trm_text_free(&text);
  return false;
}

/* Which fields are x and y; `named`: the first line holds names. What is wrong is said of the file, without which its
   map tells nothing else. */
static bool choose(const Source *source, const Line *first, bool named, int chosen[CHOSEN]) {
  const trm_Value *columns = source->columns;
  if (columns && (columns->kind != TRM_VALUE_LIST || columns->count != CHOSEN))
    return complain(source, source->place, 0, "columns must be a list of two: x and y");
  for (int c = 0; c < CHOSEN; c++) {
    const trm_Value *column = columns ? columns->items[c] : NULL;
    char *end;
    chosen[c] = c;
    if (!column) continue;
    if (column->kind != TRM_VALUE_SCALAR) return complain(source, source->place, 0, "a column is a name or a number");
    chosen[c] = named ? column_by_name(first, column->text) : -1;
    if (chosen[c] >= 0 && twice_named(source, column, first, chosen[c])) return false;
    long number = strtol(column->text, &end, 10);
    if (chosen[c] < 0 && !*end && number >= 1 && number <= first->count) chosen[c] = (int)number - 1;
    if (chosen[c] < 0) return unknown_column(source, column, first, named);
  }
  return true;
}

static trm_Value *point_of(const Source *source, const Line *line, const int chosen[CHOSEN]) {
  trm_Value *point = trm_value_new(source->arena, TRM_VALUE_LIST, source->place);
  trm_Status status = point ? TRM_OK : TRM_NO_MEMORY;
  for (int c = 0; c < CHOSEN && status == TRM_OK; c++) {
    const char *text = line->start[chosen[c]];
    trm_Value *number = trm_value_scalar(source->arena, text, (size_t)line->length[chosen[c]], source->place);
    status = trm_value_append(source->arena, point, number);
  }
  return status == TRM_OK ? point : NULL;
}

static bool check_line(const Source *source, const Line *line, const int chosen[CHOSEN], bool first) {
  for (int c = 0; c < CHOSEN; c++) {
    trm_Text text = {0};
    if (chosen[c] < line->count && chosen[c] < MOST_COLUMNS && is_number(line, chosen[c])) continue;
    if (chosen[c] >= line->count)
      trm_text_format(&text, "has %d columns, and column %d is asked for", line->count, chosen[c] + 1);
    else
      trm_text_format(&text, "\"%.*s\" is not a number (the decimal sign is \".\"%s)", line->length[chosen[c]],
                      line->start[chosen[c]], first ? "; of names of columns none is a number" : "");
    complain(source, source->place, line->number, text.data ? text.data : "not a number");
    trm_text_free(&text);
    return false;
  }
  return true;
}

/* x of each line is larger than that of the line before */
static bool increases(const Source *source, const Line *line, int field, double *last) {
  double x = 0, before = *last;
  trm_Text text = {0};
  if (read_number(line, field, &x) && x > before) return *last = x, true;
  trm_text_format(&text, "x must increase, but %.6g follows %.6g", x, before);
  complain(source, source->place, line->number, text.data ? text.data : "x must increase");
  trm_text_free(&text);
  return false;
}

/* Does it hold a character that no number has, nor one mistyped (O, l)? */
static bool is_word(const Line *line, int field) {
  for (int i = 0; i < line->length[field]; i++)
    if (!strchr("0123456789+-.,eEOolI", line->start[field][i])) return true;
  return false;
}

static bool has_digit(const Line *line, int field) {
  for (int i = 0; i < line->length[field]; i++)
    if (line->start[field][i] >= '0' && line->start[field][i] <= '9') return true;
  return false;
}

/* Are these the names of columns, and not numbers one of which is mistyped? None of them is a number, or `columns` asks
   for one by its name. */
static bool holds_names(const Source *source, const Line *line) {
  bool words = false, numbers = false, digits = false;
  int count = line->count < MOST_COLUMNS ? line->count : MOST_COLUMNS;
  for (int k = 0; k < count; k++) {
    words = words || is_word(line, k), numbers = numbers || is_number(line, k);
    digits = digits || has_digit(line, k);
  }
  if (!numbers && (words || !digits)) return true;
  for (int c = 0; source->columns && source->columns->kind == TRM_VALUE_LIST && c < source->columns->count; c++) {
    const trm_Value *column = source->columns->items[c];
    int at = column->kind == TRM_VALUE_SCALAR ? column_by_name(line, column->text) : -1;
    if (at >= 0 && !is_number(line, at)) return true;
  }
  return false;
}

static trm_Value *points_of(const Source *source, const char *text) {
  Line line = {0};
  int chosen[CHOSEN];
  double last = -INFINITY;
  if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3; /* a mark of the byte order */
  if (!next_line(&text, &line)) return complain(source, source->place, 0, "holds no numbers"), NULL;
  bool named = holds_names(source, &line);
  trm_Value *points = trm_value_new(source->arena, TRM_VALUE_LIST, source->place);
  if (!points || !choose(source, &line, named, chosen)) return NULL;
  for (bool more = !named || next_line(&text, &line); more; more = next_line(&text, &line)) {
    if (points->count == TRM_MOST_POINTS)
      return complain(source, source->place, line.number, "more than 200000 points: thin them out"), NULL;
    if (!check_line(source, &line, chosen, !named && points->count == 0)) return NULL;
    if (!increases(source, &line, chosen[0], &last)) return NULL;
    if (trm_value_append(source->arena, points, point_of(source, &line, chosen)) != TRM_OK) return NULL;
  }
  if (points->count < 2) return complain(source, source->place, 0, "holds fewer than two points"), NULL;
  return points;
}

static trm_Value *read_points(const Source *source) {
  trm_Text content = {0};
  trm_Value *points = read_file(source, &content) ? points_of(source, content.data) : NULL;
  trm_text_free(&content);
  return points;
}

/* ---- the model --------------------------------------------------------------------------------------------------- */

/* What goes into every map of the model. */
typedef struct Walk {
  trm_Spec *spec;
  const char *folder;
  trm_Diagnostics *diagnostics;
  bool good;
} Walk;

/* The map with its points in the place of its file. */
static trm_Value *with_points(Walk *walk, const trm_Value *map, const trm_Value *file) {
  trm_Arena *arena = &walk->spec->arena;
  Source source = {arena, walk->diagnostics, walk->folder, file->text, file->place, trm_value_get(map, "columns")};
  trm_Value *points = read_points(&source), *copy = points ? trm_value_new(arena, TRM_VALUE_MAP, map->place) : NULL;
  if (!copy) return NULL;
  for (int i = 0; i < map->count; i++) {
    bool is_file = strcmp(map->keys[i], "file") == 0;
    if (strcmp(map->keys[i], "columns") == 0) continue;
    if (trm_value_put(arena, copy, is_file ? "table" : map->keys[i], map->key_places[i],
                      is_file ? points : map->items[i]) != TRM_OK)
      return NULL;
  }
  return copy;
}

static void visit(Walk *walk, trm_Value *value) {
  for (int i = 0; i < value->count; i++) {
    trm_Value *item = value->items[i];
    const trm_Value *file = trm_value_get(item, "file");
    visit(walk, item);
    if (!file || file->kind != TRM_VALUE_SCALAR || trm_value_get(item, "table")) continue;
    trm_Value *copy = with_points(walk, item, file);
    if (copy)
      value->items[i] = copy, walk->spec->filled = true;
    else
      walk->good = false;
  }
}

bool trm_columns_put(trm_Spec *spec, const char *folder, trm_Diagnostics *diagnostics) {
  Walk walk = {spec, folder, diagnostics, true};
  visit(&walk, spec->root);
  if (spec->arena.failed) trm_report(diagnostics, TRM_ERROR, TRM_NO_PLACE, "out of memory");
  return walk.good && !spec->arena.failed;
}
