/* Figures: curves with their labels and units, drawn by gnuplot or with letters. */
#ifndef TRM_CLI_PLOT_H
#define TRM_CLI_PLOT_H

#include "cli.h"

/* A line; a line with its points; points alone. */
typedef enum CurveLook { LOOK_LINE, LOOK_KNOTS, LOOK_MARKS } CurveLook;

typedef struct Curve {
  char *label;    /* in the legend */
  char *quantity; /* on the axis: the channel's name */
  char *x_quantity;
  char unit[32], x_unit[32];
  double *x, *y;
  double *z; /* of a map: what the colours tell; NULL elsewhere */
  int64_t count;
  CurveLook look;
  int colour, dash; /* numbers of them; they begin anew where there are no more */
  int symbol;       /* of LOOK_MARKS, as gnuplot counts them; 0 elsewhere */
  double *when;     /* of marks without a name: the time of each, s, which some of them tell; NULL elsewhere */
} Curve;

typedef struct Figure {
  Curve *curves;
  int curve_count;
  const char *title; /* "" for none */
  bool log_x, log_y;
  bool from_zero;    /* the vertical axis begins at 0 */
  char units[2][32]; /* of the left and the right axis */
  int axis_count;    /* 1 or 2 */
  double marks;      /* time from mark to mark, s; 0: they are named one by one */
} Figure;

typedef enum Picture { PICTURE_SVG, PICTURE_PDF, PICTURE_PNG } Picture;

/* What a figure of that name is; CLI_WRONG, said on stderr: nothing that is known. */
int plot_picture_of(const Command *command, const char *path, Picture *picture);
/* Which axis a curve belongs to: 0 left, 1 right. */
int figure_axis(const Figure *figure, const Curve *curve);
/* The words beside an axis: the quantity if all its curves have the same, and the unit. */
void figure_axis_label(const Figure *figure, int axis, char *text, size_t size);
void figure_x_label(const Figure *figure, char *text, size_t size);

/* Shapes of beams at instants and paths of points. */
typedef struct PlacesRequest {
  const char **files, **shapes, **traces;
  int file_count, shape_count, trace_count;
  double *at, *marks; /* times, s; a single mark is the step from mark to mark */
  int at_count, mark_count;
  const char *plane; /* two of x, y, z; NULL: that in which most happens */
  double from, to;   /* of paths, s */
} PlacesRequest;

/* Fills the figure's curves, and the title of the first file that has one (*title NULL). An exit status. */
int plot_places(const Command *command, const PlacesRequest *request, Figure *figure, char **title);

/* A curve over the time becomes its amplitudes over the frequency: a vibration a sin(2 pi f t) that lasts is a peak of
   height a at f. Rows at unequal times are interpolated. An exit status. */
int plot_spectrum(const Command *command, Curve *curve);

/* The places of a map, where they are a grid: heights row by row, NAN where a sample failed. */
typedef struct Grid {
  int64_t columns, rows;
  double *x, *y, *z; /* increasing; z is NULL where there is no grid */
  bool whole;        /* every place has a sample */
  bool averaged;     /* some have several */
} Grid;

/* False: no memory. It is to be freed whatever it is (plot_map.c). */
bool plot_grid(const Curve *curve, Grid *grid);
void plot_free_grid(Grid *grid);
/* The least and the largest height; false: there is none. */
bool plot_heights(const Curve *curve, double *low, double *high);
/* Commands and data of a map for gnuplot, after the axes. */
void plot_put_map(FILE *to, const Curve *curve, const Grid *grid);
/* A height as a letter, and the line that tells what letters mean. */
char plot_shade(const Curve *curve, double z);
void plot_shades_told(const Curve *curve, FILE *out, int margin);

/* A column of a study's table over a variable, the last curve of the figure: in the order of the variable, a curve for
   each value of the other variables; points where those are many. An exit status (plot_families.c). */
int plot_families(const Command *command, trm_Results *results, Figure *figure);

/* A curve becomes its points (plot_samples.c). */
void plot_scatter(Curve *curve);
/* A curve becomes how often its values come up, over the values. An exit status. */
int plot_histogram(const Command *command, Curve *curve);

/* The table of `modes --sweep`, or of a study that collects frequency(1), ...: frequencies over the parameter with the
   lines of these orders, which take it for an angular velocity, and damping ratios. Fills two figures; the second stays
   empty where nothing damps. An exit status. */
int plot_campbell(const Command *command, const char *path, const double *orders, int order_count, Figure figures[2]);

void plot_free_figure(Figure *figure);
/* a new curve of the figure, empty but for its colour; NULL when out of memory */
Curve *plot_new_curve(Figure *figure);

/* Figures one below the other, as panels of one picture. */
typedef struct Panels {
  Figure *items;
  int count;
} Panels;

/* Draws into the stream; an exit status, said on stderr. */
int plot_by_gnuplot(const Command *command, const Panels *panels, Picture picture, FILE *out);
/* Letters in `columns` columns. */
int plot_by_letters(const Command *command, const Figure *figure, int columns, FILE *out);

#endif
