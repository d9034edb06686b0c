/* Figures by gnuplot, which reads commands and data from a pipe and writes the picture to its standard output: a panel
   is written before the data of the next one is read, so both pipes are served at once. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>
#include "plot.h"

/* colours that differ for everybody, also in print */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"};
enum { COLOURS = sizeof colours / sizeof *colours, BUCKETS = 2000 };

int plot_picture_of(const Command *command, const char *path, Picture *picture) {
  static const char *const endings[] = {[PICTURE_SVG] = ".svg", [PICTURE_PDF] = ".pdf", [PICTURE_PNG] = ".png"};
  const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
  for (int i = 0; dot && i < 3; i++)
    if (strcasecmp(dot, endings[i]) == 0) return *picture = (Picture)i, CLI_OK;
  return cli_complain(command, CLI_WRONG, "a figure ends in .svg, .pdf or .png, not as \"%s\"", path);
}

/* ---- the script -------------------------------------------------------------------------------------------------- */

/* A text of gnuplot's: within '...' only ' is special (no `command`, no backslash), and the end of a line, which
   cli_printable takes out. It also mends letters that were cut in two. */
static void put_text(FILE *to, const char *text) {
  char *shown = cli_printable(text);
  fputc('\'', to);
  for (const char *at = shown ? shown : ""; *at; at++) {
    if (*at == '\'') fputc('\'', to);
    if (strncmp(at, "]>", 2) == 0 && at > shown && at[-1] == ']')
      fputs("] ", to); /* "]]>" may not stand in an SVG, and gnuplot lets it pass */
    else
      fputc(*at, to);
  }
  fputc('\'', to);
  free(shown);
}

static void put_label(FILE *to, const char *command, const char *text) {
  fprintf(to, "%s ", command);
  put_text(to, text);
  fputs(" noenhanced\n", to);
}

static void put_point(FILE *to, const Curve *curve, int64_t i) {
  if (isfinite(curve->x[i]) && isfinite(curve->y[i]))
    fprintf(to, "%.9g %.9g\n", curve->x[i], curve->y[i]);
  else
    fputc('\n', to); /* a gap */
}

/* the lowest and the highest of a piece, in the order in which they come */
static void put_extremes(FILE *to, const Curve *curve, int64_t from, int64_t end) {
  int64_t low = from, high = from;
  for (int64_t i = from; i < end; i++) {
    if (curve->y[i] < curve->y[low]) low = i;
    if (curve->y[i] > curve->y[high]) high = i;
  }
  put_point(to, curve, low < high ? low : high);
  if (low != high) put_point(to, curve, low < high ? high : low);
}

static bool increases(const Curve *curve) {
  for (int64_t i = 1; i < curve->count; i++)
    if (!(curve->x[i] >= curve->x[i - 1])) return false;
  return true;
}

/* of very many points of a function only the extremes of short pieces are drawn, which looks the same */
static void put_data(FILE *to, const Curve *curve, int number) {
  fprintf(to, "$curve%d << END\n", number);
  bool thin = curve->count > 4 * BUCKETS && increases(curve);
  for (int64_t i = 0; !thin && i < curve->count; i++) put_point(to, curve, i);
  for (int64_t b = 0; thin && b < BUCKETS; b++)
    put_extremes(to, curve, curve->count * b / BUCKETS, curve->count * (b + 1) / BUCKETS);
  fputs("END\n", to);
}

/* as wide as high is 8 to 5; each further panel makes it higher by 0.6 of that */
static void put_terminal(FILE *to, Picture picture, int panels) {
  double high = 1 + 0.6 * (panels - 1);
  switch (picture) {
  case PICTURE_SVG:
    fprintf(to, "set terminal svg size 800,%.0f font 'sans-serif,14' background 'white'\n", 500 * high);
    break;
  case PICTURE_PDF: fprintf(to, "set terminal pdfcairo size 16cm,%.0fcm font 'sans-serif,10'\n", 10 * high); break;
  case PICTURE_PNG: fprintf(to, "set terminal pngcairo size 1200,%.0f font 'sans-serif,15'\n", 750 * high); break;
  }
}

static void put_axes(FILE *to, const Figure *figure) {
  char text[200];
  figure_x_label(figure, text, sizeof text);
  put_label(to, "set xlabel", text);
  figure_axis_label(figure, 0, text, sizeof text);
  put_label(to, "set ylabel", text);
  if (figure->axis_count > 1) {
    figure_axis_label(figure, 1, text, sizeof text);
    put_label(to, "set y2label", text);
    fputs("set ytics nomirror\nset y2tics\n", to);
  }
  if (figure->log_x) fputs("set logscale x\nset format x '%g'\nset autoscale xfix\n", to);
  if (figure->log_y)
    fprintf(to, "set logscale y\nset format y '%%g'\n%s",
            figure->axis_count > 1 ? "set logscale y2\nset format y2 '%g'\n" : "");
  fputs("set grid linetype 1 linecolor rgb '#c8c8c8' linewidth 0.7\nset border linecolor rgb '#404040'\n"
        "set key outside above horizontal noenhanced\n",
        to);
  if (figure->from_zero && !figure->log_y) fputs("set yrange [0:]\n", to);
  bool plane = figure->axis_count == 1 && strcmp(figure->units[0], figure->curves[0].x_unit) == 0 &&
               strcmp(figure->units[0], "1") != 0;                                 /* numbers have no shape */
  if (plane && !figure->log_x && !figure->log_y) fputs("set size ratio -1\n", to); /* a path keeps its shape */
  bool places = figure->curves[0].look != LOOK_LINE || figure->curves[figure->curve_count - 1].look == LOOK_MARKS;
  if (!figure->log_x && !places) fputs("set autoscale xfix\n", to);
  fprintf(to, "set offsets graph %s, graph %s, graph 0.04, graph %s\n", places ? "0.04" : "0", places ? "0.04" : "0",
          figure->from_zero ? "0" : "0.04");
}

/* the times of some marks, at most so many on a path */
enum { TOLD = 8 };

static void put_times(FILE *to, const Curve *curve, int number) {
  int64_t stride = (curve->count + TOLD - 1) / TOLD;
  fprintf(to, "$times%d << END\n", number);
  for (int64_t i = 0; i < curve->count; i += stride)
    fprintf(to, "%.9g %.9g \"%.6g s\"\n", curve->x[i], curve->y[i], curve->when[i]);
  fputs("END\n", to);
}

static void put_look(FILE *to, const Curve *curve) {
  const char *colour = colours[curve->colour % COLOURS];
  int dash = curve->look == LOOK_LINE && curve->dash == 0 ? curve->colour / COLOURS + 1 : curve->dash + 1;
  switch (curve->look) {
  case LOOK_LINE: fprintf(to, "with lines linewidth 1.6 dashtype %d linecolor rgb '%s' ", dash, colour); break;
  case LOOK_KNOTS: /* points would hide the gaps of dashes */
    fprintf(to, "with %s linewidth 1.6 dashtype %d%s linecolor rgb '%s' ", dash > 1 ? "lines" : "linespoints", dash,
            dash > 1 ? "" : " pointtype 7 pointsize 0.3", colour);
    break;
  case LOOK_MARKS:
    fprintf(to, "with points pointtype %d pointsize %s linewidth 1.6 linecolor rgb '%s' ", curve->symbol,
            *curve->label ? "1.3" : "0.5", colour);
    break;
  }
}

/* what marks stand for: each symbol once, whatever the colour of its path */
static void put_symbols(FILE *to, const Figure *figure) {
  bool dots = false;
  for (int i = 0; i < figure->curve_count; i++) {
    const Curve *curve = &figure->curves[i];
    bool told = curve->look != LOOK_MARKS || (!*curve->label && (dots || figure->marks <= 0));
    for (int j = 0; j < i && !told; j++) {
      const Curve *other = &figure->curves[j];
      told = other->look == LOOK_MARKS && *other->label && strcmp(other->label, curve->label) == 0;
    }
    if (told) continue;
    fprintf(to, ", keyentry with points pointtype %d pointsize %s linecolor rgb '#404040' title ", curve->symbol,
            *curve->label ? "1.3" : "0.5");
    char every[60];
    snprintf(every, sizeof every, "every %.6g s", figure->marks);
    put_text(to, *curve->label ? curve->label : every);
    dots = dots || !*curve->label;
  }
}

static void put_map(FILE *to, const Curve *curve) {
  char text[200];
  Grid grid;
  plot_grid(curve, &grid); /* without memory it is drawn as points */
  snprintf(text, sizeof text, "%s%s", grid.whole && grid.averaged ? "mean of " : "", curve->label);
  put_label(to, "set cblabel", text);
  plot_put_map(to, curve, &grid);
  plot_free_grid(&grid);
}

static void put_figure(FILE *to, const Figure *figure) {
  int named = 0;
  if (*figure->title) put_label(to, "set title", figure->title);
  put_axes(to, figure);
  if (figure->curves[0].z) {
    put_map(to, &figure->curves[0]);
    return;
  }
  for (int i = 0; i < figure->curve_count; i++) {
    put_data(to, &figure->curves[i], i);
    if (figure->curves[i].when) put_times(to, &figure->curves[i], i);
  }
  for (int i = 0; i < figure->curve_count; i++) named += figure->curves[i].look != LOOK_MARKS;
  fputs("plot ", to);
  for (int i = 0; i < figure->curve_count; i++) {
    const Curve *curve = &figure->curves[i];
    bool in_legend = curve->look != LOOK_MARKS && (named > 1 || figure->curve_count > named);
    fprintf(to, "%s$curve%d axes x1y%d ", i ? ", " : "", i, figure_axis(figure, curve) + 1);
    put_look(to, curve);
    fputs(in_legend ? "title " : "notitle", to);
    if (in_legend) put_text(to, curve->label);
    if (curve->when)
      fprintf(to, ", $times%d with labels left offset character 0.6, 0.5 font ',10' textcolor rgb '%s' notitle", i,
              colours[curve->colour % COLOURS]);
  }
  put_symbols(to, figure);
  fputc('\n', to);
}

/* panels have margins in common, so that their horizontal axes stand below each other */
static void put_script(FILE *to, const Panels *panels, Picture picture) {
  put_terminal(to, picture, panels->count);
  if (panels->count > 1) fprintf(to, "set multiplot layout %d,1\n", panels->count);
  for (int i = 0; i < panels->count; i++) {
    if (panels->count > 1) fputs("reset\nset lmargin 12\nset rmargin 12\n", to);
    put_figure(to, &panels->items[i]);
  }
}

/* ---- the other program ------------------------------------------------------------------------------------------- */

/* What leads to gnuplot and back: the script, the picture, and why it could not be started. Ends for reading come
   first. The picture comes through us, so that a disk that is full is noticed. */
typedef struct Pipes {
  int script[2], picture[2], report[2];
} Pipes;

static bool open_pipes(Pipes *pipes) {
  if (pipe(pipes->script) != 0) return false;
  if (pipe(pipes->picture) == 0) {
    if (pipe(pipes->report) == 0) return true;
    close(pipes->picture[0]), close(pipes->picture[1]);
  }
  close(pipes->script[0]), close(pipes->script[1]);
  return false;
}

/* in the child: comes back only when there is no gnuplot */
static void become_gnuplot(const Pipes *pipes) {
  dup2(pipes->script[0], STDIN_FILENO);
  dup2(pipes->picture[1], STDOUT_FILENO);
  close(pipes->script[0]), close(pipes->script[1]), close(pipes->report[0]);
  close(pipes->picture[0]), close(pipes->picture[1]);
  execlp("gnuplot", "gnuplot", "-d", "-", (char *)NULL); /* -d: no start-up file, which may lie in this folder */
  int error = errno;
  (void)!write(pipes->report[1], &error, sizeof error);
  _exit(127);
}

/* the script on its way to gnuplot */
typedef struct Script {
  char *text;
  size_t length, sent;
} Script;

static bool again(ssize_t count) { return count < 0 && (errno == EINTR || errno == EAGAIN); }

/* false: all is sent, or nobody reads any more */
static bool send_script(int descriptor, Script *script) {
  ssize_t count = write(descriptor, script->text + script->sent, script->length - script->sent);
  if (count > 0) script->sent += (size_t)count;
  return again(count) || (count > 0 && script->sent < script->length);
}

/* false: the picture is complete */
static bool take_picture(int descriptor, FILE *out) {
  char bytes[4096];
  ssize_t count = read(descriptor, bytes, sizeof bytes);
  if (count > 0) fwrite(bytes, 1, (size_t)count, out);
  return count > 0 || again(count);
}

/* Sends and takes whatever is possible, and closes both ends. The descriptor -1 is one that poll passes over. */
static void converse(int to, int from, Script *script, FILE *out) {
  struct pollfd ends[2] = {{.fd = to, .events = POLLOUT}, {.fd = from, .events = POLLIN}};
  fcntl(to, F_SETFL, fcntl(to, F_GETFL) | O_NONBLOCK); /* what a pipe takes is less than what there is */
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    if (poll(ends, 2, -1) < 0) continue;
    if (ends[0].revents && !send_script(to, script)) close(to), ends[0].fd = -1;
    if (ends[1].revents && !take_picture(from, out)) close(from), ends[1].fd = -1;
  }
}

static int no_gnuplot(const Command *command, int error) {
  if (error == ENOENT)
    return cli_complain(command, CLI_FAILED,
                        "gnuplot was not found, which draws the pictures: install it (apt-get install gnuplot-nox), or "
                        "draw with letters (--ascii)");
  return cli_complain(command, CLI_FAILED, "gnuplot cannot be started: %s", strerror(error));
}

static bool write_script(Script *script, const Panels *panels, Picture picture) {
  FILE *to = open_memstream(&script->text, &script->length);
  if (!to) return false;
  put_script(to, panels, picture);
  return fclose(to) == 0;
}

static int call_gnuplot(const Command *command, Script *script, FILE *out) {
  Pipes pipes;
  int error = 0, outcome = 0;
  if (!open_pipes(&pipes)) return cli_complain(command, CLI_FAILED, "no pipe to gnuplot: %s", strerror(errno));
  fcntl(pipes.report[1], F_SETFD, FD_CLOEXEC); /* closes when gnuplot starts: nothing to read then */
  pid_t child = fork();
  if (child == 0) become_gnuplot(&pipes);
  close(pipes.script[0]), close(pipes.picture[1]), close(pipes.report[1]);
  bool missing = child < 0 || read(pipes.report[0], &error, sizeof error) == sizeof error;
  close(pipes.report[0]);
  if (missing)
    close(pipes.script[1]), close(pipes.picture[0]);
  else
    converse(pipes.script[1], pipes.picture[0], script, out);
  bool failed = child > 0 && (waitpid(child, &outcome, 0) != child || outcome != 0);
  if (missing) return no_gnuplot(command, child < 0 ? EAGAIN : error);
  return failed || script->sent < script->length ? cli_complain(command, CLI_FAILED, "gnuplot failed") : CLI_OK;
}

int plot_by_gnuplot(const Command *command, const Panels *panels, Picture picture, FILE *out) {
  Script script = {0};
  int status = write_script(&script, panels, picture) ? call_gnuplot(command, &script, out) : cli_no_memory(command);
  free(script.text);
  return status;
}
