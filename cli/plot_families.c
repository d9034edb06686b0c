/* A column of a study's table over one of its variables: samples stand in the order in which they were drawn, curves in
   that of the variable, and samples that differ in other variables are curves of their own. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "plot.h"

enum { MOST_FAMILIES = 8, FULL_CIRCLE = 7 };

/* The other variables of the table that change, and which samples have them in common. */
typedef struct Families {
  trm_Results *results;
  int64_t rows;
  double **others; /* columns, as numbers */
  int *channels;
  int other_count;
  int64_t first[MOST_FAMILIES]; /* a sample of each */
  int64_t members[MOST_FAMILIES];
  int count;  /* MOST_FAMILIES + 1: more */
  int *owner; /* of each sample */
} Families;

static bool changes(const double *values, int64_t rows) {
  for (int64_t i = 1; i < rows; i++)
    if (values[i] != values[0]) return true;
  return false;
}

static bool read_others(Families *families, const char *across) {
  int count = trm_results_channel_count(families->results);
  families->others = calloc((size_t)count + 1, sizeof *families->others);
  families->channels = calloc((size_t)count + 1, sizeof *families->channels);
  families->owner = calloc((size_t)families->rows + 1, sizeof *families->owner);
  bool good = families->others && families->channels && families->owner;
  for (int c = 0; c < count && good; c++) {
    const char *name = trm_results_channel(families->results, c).name;
    if (strncmp(name, "vary.", strlen("vary.")) != 0 || strcmp(name, across) == 0) continue;
    double *values = cli_read_channel(families->results, c);
    good = values != NULL;
    if (good && changes(values, families->rows))
      families->channels[families->other_count] = c, families->others[families->other_count++] = values;
    else
      free(values);
  }
  return good;
}

static bool same(const Families *families, int64_t a, int64_t b) {
  for (int k = 0; k < families->other_count; k++)
    if (families->others[k][a] != families->others[k][b]) return false;
  return true;
}

static void find_owners(Families *families) {
  for (int64_t i = 0; i < families->rows && families->count <= MOST_FAMILIES; i++) {
    int f = 0;
    while (f < families->count && !same(families, families->first[f], i)) f++;
    if (f == families->count) {
      if (families->count++ == MOST_FAMILIES) return;
      families->first[f] = i;
    }
    families->owner[i] = f;
    families->members[f]++;
  }
}

/* "collect.peak, m = 2" */
static char *label_of(const Families *families, const Curve *whole, int f) {
  size_t across = strlen(whole->x_quantity); /* which the axis tells */
  bool told = strncmp(whole->label, whole->x_quantity, across) == 0 && strncmp(whole->label + across, ", ", 2) == 0;
  char *label = cli_copy(whole->label + (told ? across + 2 : 0));
  for (int k = 0; k < families->other_count && label; k++) {
    const char *other = trm_results_channel(families->results, families->channels[k]).name + strlen("vary.");
    char *longer = cli_format("%s, %s = %.4g", label, other, families->others[k][families->first[f]]);
    free(label);
    label = longer;
  }
  return label;
}

typedef struct Place {
  double x, y;
} Place;

static int compare(const void *a, const void *b) {
  double left = ((const Place *)a)->x, right = ((const Place *)b)->x;
  return (left > right) - (left < right);
}

/* the samples of a family, in the order of x; false: no memory */
static bool fill(Curve *curve, const Curve *whole, const Families *families, int f) {
  Place *places = malloc((size_t)(families->members[f] + 1) * sizeof *places);
  curve->x = malloc((size_t)(families->members[f] + 1) * sizeof *curve->x);
  curve->y = malloc((size_t)(families->members[f] + 1) * sizeof *curve->y);
  bool good = places && curve->x && curve->y;
  for (int64_t i = 0; i < families->rows && good; i++)
    if (families->owner[i] == f) places[curve->count++] = (Place){whole->x[i], whole->y[i]};
  if (good) qsort(places, (size_t)curve->count, sizeof *places, compare);
  for (int64_t i = 0; i < curve->count && good; i++) curve->x[i] = places[i].x, curve->y[i] = places[i].y;
  free(places);
  return good;
}

static bool split(Figure *figure, const Families *families) {
  bool good = true;
  Curve whole = figure->curves[--figure->curve_count];
  for (int f = 0; f < families->count && good; f++) {
    Curve *curve = plot_new_curve(figure);
    if (!(good = curve != NULL)) break;
    memcpy(curve->unit, whole.unit, sizeof curve->unit), memcpy(curve->x_unit, whole.x_unit, sizeof curve->x_unit);
    curve->look = LOOK_KNOTS;
    curve->label = label_of(families, &whole, f);
    curve->quantity = cli_copy(whole.quantity), curve->x_quantity = cli_copy(whole.x_quantity);
    good = curve->label && curve->quantity && curve->x_quantity && fill(curve, &whole, families, f);
  }
  free(whole.label), free(whole.quantity), free(whole.x_quantity), free(whole.x), free(whole.y);
  return good;
}

int plot_families(const Command *command, trm_Results *results, Figure *figure) {
  Curve *curve = &figure->curves[figure->curve_count - 1];
  Families families = {.results = results, .rows = curve->count};
  bool good = curve->count == trm_results_rows(results) && read_others(&families, curve->x_quantity);
  if (good) find_owners(&families);
  if (good && families.count <= MOST_FAMILIES && families.count < families.rows)
    good = split(figure, &families);
  else if (good && families.rows > 1)
    curve->look = LOOK_MARKS, curve->symbol = FULL_CIRCLE;
  for (int k = 0; k < families.other_count; k++) free(families.others[k]);
  free(families.others), free(families.channels), free(families.owner);
  return good ? CLI_OK : cli_no_memory(command);
}
