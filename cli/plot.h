/* Figures: curves with their labels and units, drawn by gnuplot or with letters. */
#ifndef TRM_CLI_PLOT_H
#define TRM_CLI_PLOT_H

#include "cli.h"

typedef struct Curve {
  char *label;    /* in the legend */
  char *quantity; /* on the axis: the channel's name */
  char *x_quantity;
  char unit[32], x_unit[32];
  double *x, *y;
  int64_t count;
} Curve;

typedef struct Figure {
  Curve *curves;
  int curve_count;
  const char *title; /* "" for none */
  bool log_x, log_y;
  char units[2][32]; /* of the left and the right axis */
  int axis_count;    /* 1 or 2 */
} Figure;

typedef enum Picture { PICTURE_SVG, PICTURE_PDF, PICTURE_PNG } Picture;

/* Which axis a curve belongs to: 0 left, 1 right. */
int figure_axis(const Figure *figure, const Curve *curve);
/* The words beside an axis: the quantity if all its curves have the same, and the unit. */
void figure_axis_label(const Figure *figure, int axis, char *text, size_t size);
void figure_x_label(const Figure *figure, char *text, size_t size);

/* Draws into the stream; an exit status, said on stderr. */
int plot_by_gnuplot(const Command *command, const Figure *figure, Picture picture, FILE *out);
/* Letters in `columns` columns. */
int plot_by_letters(const Command *command, const Figure *figure, int columns, FILE *out);

#endif
