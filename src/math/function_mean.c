/* Exact means over an interval (theory.md, "One step, energy-preserving"): of expressions by Gauss's rules over panels
   that are halved until the rule is known to be exact, split at breakpoints. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include "math/function.h"
#include "math/quadrature.h"

enum { PANELS = 1 << 13, HALVINGS = 48, POINTS = 32 };

typedef struct Piece {
  double from, to;
  int halvings;
} Piece;

typedef struct Mean {
  trm_Integrand f;
  double a, b;
  bool slopes;     /* the moment is wanted */
  double scale;    /* what the largest panel adds to the mean of |f| */
  double integral; /* of f from a to b */
  double moment;   /* of (x - a) f'(x) */
  int panels;      /* used so far */
} Mean;

/* Adds a panel where its rule is exact, or off by too little to matter to the whole, or where nothing better is to be
   had; what is not a number will not become one by halving. */
static bool add_panel(Mean *mean, Piece piece) {
  double width = piece.to - piece.from, share = width / fabs(mean->b - mean->a);
  bool last = piece.halvings >= HALVINGS || mean->panels > PANELS;
  trm_Panel panel = {piece.from, piece.to, TRM_GAUSS_15, mean->slopes ? mean->a : NAN};
  trm_PanelError error = trm_panel_error(&mean->f, &panel, TRM_NEAR);
  last = last || !isfinite(error.middle);
  bool too_little = error.rule * share <= DBL_EPSILON * mean->scale;
  trm_PanelSums sums;
  bool undecided = !last && error.open && trm_panel_undecided(&mean->f, &panel, &sums);
  if (!last && !too_little && !undecided && trm_panel_hopeless(&mean->f, &panel, &error)) return false;
  if (!undecided) sums = trm_panel_sums(&mean->f, &panel);
  last = last || undecided;
  mean->panels++;
  mean->scale = fmax(mean->scale, sums.size * share);
  if (!trm_panel_exact(&error, sums.largest) && error.rule * share > DBL_EPSILON * mean->scale && !last) return false;
  mean->integral += width * sums.mean, mean->moment += width * sums.moment;
  return true;
}

/* Most steps are short: one rule of a few points is all. */
static bool add_whole(Mean *mean) {
  trm_Panel panel = {fmin(mean->a, mean->b), fmax(mean->a, mean->b), TRM_GAUSS_4, mean->slopes ? mean->a : NAN};
  trm_PanelError error;
  if (!trm_panel_choose(&mean->f, &panel, &error)) return false;
  trm_PanelSums sums = trm_panel_sums(&mean->f, &panel);
  mean->integral = (panel.to - panel.from) * sums.mean, mean->moment = (panel.to - panel.from) * sums.moment;
  return true;
}

/* a piece from x to y: halved until the panels are good */
static void integrate_piece(Mean *mean, double x, double y) {
  Piece stack[HALVINGS + 2];
  int waiting = 1;
  stack[0] = (Piece){x, y, 0};
  while (waiting > 0) {
    Piece piece = stack[--waiting];
    double middle = piece.from + (piece.to - piece.from) / 2;
    if (add_panel(mean, piece)) continue;
    stack[waiting++] = (Piece){middle, piece.to, piece.halvings + 1};
    stack[waiting++] = (Piece){piece.from, middle, piece.halvings + 1};
  }
}

/* as in quadrature.c */
static const double beside = 1e-14;

/* whether f jumps at x: its two sides differ by more than its slopes explain */
static bool jumps_at(Mean *mean, double x) {
  double gradient[TRM_EXPRESSION_VARIABLES] = {0};
  double aside = beside * fmax(fabs(mean->a), fabs(mean->b));
  mean->f.variables[0] = x - aside;
  double left = trm_expression_derivatives(mean->f.expression, mean->f.variables, mean->f.inputs, gradient, NULL);
  double slope = fabs(gradient[0]);
  mean->f.variables[0] = x + aside;
  double right = trm_expression_derivatives(mean->f.expression, mean->f.variables, mean->f.inputs, gradient, NULL);
  slope += fabs(gradient[0]);
  return fabs(right - left) > 8 * aside * slope + 1e3 * DBL_EPSILON * (fabs(left) + fabs(right));
}

/* all pieces between the breakpoints; true when f jumps at one of them */
static bool integrate_pieces(Mean *mean) {
  double low = fmin(mean->a, mean->b), high = fmax(mean->a, mean->b), points[POINTS];
  bool jumps = false;
  int length = mean->f.expression->length, rounds = length > 200 ? 12800 / length : 64; /* bounds the work */
  for (int round = 0; low < high && round <= rounds && mean->panels <= PANELS; round++) {
    trm_BreakpointSearch search = {0, mean->f.variables, mean->f.inputs, low, high, 16, true};
    int found = trm_expression_search(mean->f.expression, &search, points, POINTS);
    int stored = found < POINTS ? found : POINTS;
    for (int k = 0; k < stored; k++) {
      integrate_piece(mean, low, points[k]);
      if (mean->slopes && !jumps) jumps = jumps_at(mean, points[k]);
      low = points[k];
    }
    if (found <= POINTS) break;
  }
  if (low < high) integrate_piece(mean, low, high);
  return jumps;
}

/* of the two values: a difference that is less has lost three digits, and the integral of the slope has not */
static const double loses_digits = 1e-3;

/* d mean/db = (f(b) - mean)/(b - a) = 1/(b-a)^2 times the integral of (x - a) f'(x), the latter where f has no jumps
   and the difference would lose digits */
static double mean_derivative(Mean *mean, double value, double moment, bool jumps) {
  mean->f.variables[0] = mean->b;
  double end = trm_expression_value(mean->f.expression, mean->f.variables, mean->f.inputs), difference = end - value;
  double width = mean->b - mean->a;
  if (jumps || fabs(difference) > loses_digits * (fabs(end) + fabs(value))) return difference / width;
  return moment / width;
}

/* of a constant, or at a place */
static double value_there(trm_Integrand *f, double a, double *d_db) {
  double gradient[TRM_EXPRESSION_VARIABLES] = {0};
  f->variables[0] = a;
  if (!d_db) return trm_expression_value(f->expression, f->variables, f->inputs);
  double value = trm_expression_derivatives(f->expression, f->variables, f->inputs, gradient, NULL);
  return *d_db = gradient[0] / 2, value;
}

double trm_integrand_mean(trm_Integrand f, double a, double b, double *d_db) {
  Mean mean = {.f = f, .a = a, .b = b, .slopes = d_db != NULL};
  bool jumps = false;
  if (!trm_expression_uses(f.expression, 0) || a == b) return value_there(&f, a, d_db);
  if (!isfinite(b - a)) return d_db ? *d_db = NAN : 0, NAN;
  if (!add_whole(&mean)) {
    if (f.expression->switches)
      jumps = integrate_pieces(&mean);
    else
      integrate_piece(&mean, fmin(a, b), fmax(a, b));
  }
  double width = fabs(b - a), value = mean.integral / width;
  if (d_db) *d_db = mean_derivative(&mean, value, mean.moment / width, jumps);
  return value;
}

double trm_function_mean(const trm_Function *function, const double *variables, const double *inputs, double a,
                         double b, double *d_db) {
  double unused;
  if (function->expression)
    return trm_integrand_mean(trm_integrand(function->expression, variables, inputs), a, b, d_db);
  if (function->table && function->over == 0) return trm_table_mean(function->table, a, b, d_db ? d_db : &unused);
  if (d_db) *d_db = 0;
  return trm_function_value(function, variables, inputs);
}
