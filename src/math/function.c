/* Values, derivatives, and exact means over an interval: adaptive Gauss quadrature, split at breakpoints (theory.md,
   "One step, energy-preserving"). */
#include "math/function.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include "math/expression_program.h"

double trm_function_value(const trm_Function *function, const double *variables, const double *inputs) {
  assert(function && (variables || !function->table));
  if (function->expression) return trm_expression_value(function->expression, variables, inputs);
  return function->table ? trm_table_value(function->table, variables[function->over], NULL, NULL) : function->constant;
}

double trm_function_derivatives(const trm_Function *function, const double *variables, const double *inputs, int n,
                                double *gradient, double *hessian) {
  assert(function && (variables || !function->table));
  if (function->expression)
    return trm_expression_derivatives(function->expression, variables, inputs, gradient, hessian);
  double first = 0, second = 0, value = function->constant;
  if (function->table) value = trm_table_value(function->table, variables[function->over], &first, &second);
  if (gradient) memset(gradient, 0, (size_t)n * sizeof *gradient);
  if (hessian) memset(hessian, 0, (size_t)(n * n) * sizeof *hessian);
  if (gradient && n > 0) gradient[function->over] = first;
  if (hessian && n > 0) hessian[(n + 1) * function->over] = second;
  return value;
}

trm_Range trm_function_range(const trm_Function *function, const trm_Along *along) {
  if (function->expression) return trm_expression_range(function->expression, along);
  if (function->table && along->variable == function->over)
    return trm_table_range(function->table, (trm_Range){along->from, along->to});
  double value = trm_function_value(function, along->variables, along->inputs);
  return (trm_Range){value, value};
}

int trm_function_breakpoints(const trm_Function *function, const trm_Along *along, double *points, int room) {
  if (function->expression) return trm_expression_breakpoints(function->expression, along, points, room);
  return function->table && along->variable == function->over
             ? trm_table_breakpoints(function->table, (trm_Range){along->from, along->to}, false, points, room)
             : 0;
}

trm_Sides trm_function_sides(const trm_Function *function, const double *inputs, double t, double aside) {
  trm_Sides sides;
  for (int after = 0; after < 2; after++) {
    double far = after ? aside : -aside, at = t + far, slope, bend;
    far = at - t; /* as rounded */
    double value = trm_function_derivatives(function, &at, inputs, 1, &slope, &bend);
    sides.value[after] = value - far * (slope - 0.5 * far * bend), sides.slope[after] = slope - far * bend;
  }
  return sides;
}

/* ----------------------------------------------------------------------------------------------- mean of an expression
   Over a panel the 7-point Kronrod rule (exact to degree 11) is compared with three lower ones on the same nodes: Gauss
   with 3 points (degree 5), a rule of the other 4 (degree 3), the midpoint (degree 1). For x^6, x^4, x^2 over (-1, 1)
   these are off by 0.0457, 0.00719, 0.667, so the differences tell how much of f is of degree 6, 4 and 2. Where f is
   analytic such parts fall like r^6, r^4, r^2 with one r < 1; r^2 is the larger one of two ratios, because a part may
   be small by chance. The part of degree 12, of which the best rule misses 0.0003 (0.1 is taken for safety), follows.
   Next to an algebraic singularity (x^1.5 at 0) r^2 stays near 1, and panels are halved until they no longer matter.
   Polynomials of low degree added to f change nothing. */

enum { NODES = 7, PANELS = 1500, HALVINGS = 48, POINTS = 32 };

static const double kronrod_node[NODES] = {
    -0.960491268708020283423507, -0.774596669241483377035853, -0.434243749346802558002072, 0,
    0.434243749346802558002072,  0.774596669241483377035853,  0.960491268708020283423507};
static const double kronrod_weight[NODES] = {
    0.104656226026467265193824, 0.268488089868333440728569, 0.401397414775962222905052, 0.450916538658474142345110,
    0.401397414775962222905052, 0.268488089868333440728569, 0.104656226026467265193824};
static const double gauss_weight[NODES] = {0, 5. / 9, 0, 8. / 9, 0, 5. / 9, 0};
static const double coarse_weight[NODES] = {0.197234964590250833457747, 0, 0.802765035409749166542253, 0,
                                            0.802765035409749166542253, 0, 0.197234964590250833457747};

typedef struct Panel {
  double from, to;
  int halvings;
} Panel;

typedef struct Quadrature {
  const trm_Expression *expression;
  double at[TRM_EXPRESSION_VARIABLES]; /* at[0] moves */
  const double *inputs;
  double a, b;
  bool slopes;     /* the moment is wanted */
  double scale;    /* what the largest panel adds to the mean of |f| */
  double integral; /* of f from a to b */
  double moment;   /* of (x - a) f'(x) */
  int panels;      /* used so far */
} Quadrature;

typedef struct PanelSums {
  double mean, moment, size, spread;
  double gauss, coarse, middle; /* how far the lower rules are off */
} PanelSums;

static PanelSums evaluate_panel(Quadrature *quadrature, Panel panel) {
  double middle = panel.from + (panel.to - panel.from) / 2, half = (panel.to - panel.from) / 2;
  double gradient[TRM_EXPRESSION_VARIABLES] = {0}, value[NODES];
  PanelSums sums = {0};
  for (int k = 0; k < NODES; k++) {
    quadrature->at[0] = middle + kronrod_node[k] * half;
    value[k] = quadrature->slopes ? trm_expression_derivatives(quadrature->expression, quadrature->at,
                                                               quadrature->inputs, gradient, NULL)
                                  : trm_expression_value(quadrature->expression, quadrature->at, quadrature->inputs);
    double weight = kronrod_weight[k] / 2;
    sums.mean += weight * value[k];
    sums.size += weight * fabs(value[k]);
    sums.moment += weight * (panel.from - quadrature->a + (1 + kronrod_node[k]) * half) * gradient[0];
    sums.gauss += (weight - gauss_weight[k] / 2) * value[k];
    sums.coarse += (weight - coarse_weight[k] / 2) * value[k];
  }
  for (int k = 0; k < NODES; k++) sums.spread = fmax(sums.spread, fabs(value[k] - value[NODES / 2]));
  sums.gauss = fabs(sums.gauss);
  sums.coarse = fabs(sums.coarse);
  sums.middle = fabs(sums.mean - value[NODES / 2]);
  return sums;
}

/* good: analytic behaviour, or nothing left but the rounding of f and of its argument, or too little to matter; what is
   not a number will not become one by halving */
static bool panel_good(const Quadrature *quadrature, Panel panel, const PanelSums *sums) {
  double width = fabs(panel.to - panel.from), share = width / fabs(quadrature->b - quadrature->a);
  double blur = DBL_EPSILON * fmax(fabs(panel.from), fabs(panel.to)) * 4 * sums->spread / width;
  double matter =
      DBL_EPSILON * quadrature->scale / share; /* an error in the panel's mean that the whole does not feel */
  double six = sums->gauss / 0.0457, four = sums->coarse / 0.00719, two = sums->middle / 0.667;
  double ratio = fmin(1, fmax(six / four, four / two)); /* r^2 */
  if (0.1 * fmax(six, four * ratio) * ratio * ratio * ratio <= matter) return true;
  return !(sums->gauss > 4 * DBL_EPSILON * sums->size + blur && sums->gauss > matter);
}

/* a smooth piece from x to y */
static void integrate_piece(Quadrature *quadrature, double x, double y) {
  Panel stack[HALVINGS + 2];
  double width = fabs(quadrature->b - quadrature->a);
  int waiting = 1;
  stack[0] = (Panel){x, y, 0};
  while (waiting > 0) {
    Panel panel = stack[--waiting];
    PanelSums sums = evaluate_panel(quadrature, panel);
    quadrature->panels++;
    quadrature->scale = fmax(quadrature->scale, sums.size * (panel.to - panel.from) / width);
    double middle = panel.from + (panel.to - panel.from) / 2;
    if (panel_good(quadrature, panel, &sums) || panel.halvings >= HALVINGS || quadrature->panels > PANELS) {
      quadrature->integral += (panel.to - panel.from) * sums.mean;
      quadrature->moment += (panel.to - panel.from) * sums.moment;
    } else {
      stack[waiting++] = (Panel){middle, panel.to, panel.halvings + 1};
      stack[waiting++] = (Panel){panel.from, middle, panel.halvings + 1};
    }
  }
}

/* how far beside a place its sides are evaluated, of the larger end of the range: 45 units of the last digit, which
   arguments of functions keep apart */
static const double beside = 1e-14;

/* whether f jumps at x: its two sides differ by more than its slopes explain */
static bool jumps_at(Quadrature *quadrature, double x) {
  double gradient[TRM_EXPRESSION_VARIABLES] = {0};
  double aside = beside * fmax(fabs(quadrature->a), fabs(quadrature->b));
  quadrature->at[0] = x - aside;
  double left = trm_expression_derivatives(quadrature->expression, quadrature->at, quadrature->inputs, gradient, NULL);
  double slope = fabs(gradient[0]);
  quadrature->at[0] = x + aside;
  double right = trm_expression_derivatives(quadrature->expression, quadrature->at, quadrature->inputs, gradient, NULL);
  slope += fabs(gradient[0]);
  return fabs(right - left) > 8 * aside * slope + 1e3 * DBL_EPSILON * (fabs(left) + fabs(right));
}

/* all pieces between the breakpoints; true when f jumps at one of them */
static bool integrate_pieces(Quadrature *quadrature) {
  double low = fmin(quadrature->a, quadrature->b), high = fmax(quadrature->a, quadrature->b), points[POINTS];
  bool jumps = false;
  int length = quadrature->expression->length, rounds = length > 200 ? 12800 / length : 64; /* bounds the work */
  for (int round = 0; low < high && round <= rounds && quadrature->panels <= PANELS; round++) {
    trm_BreakpointSearch search = {0, quadrature->at, quadrature->inputs, low, high, 16, true};
    int found = trm_expression_search(quadrature->expression, &search, points, POINTS);
    int stored = found < POINTS ? found : POINTS;
    for (int k = 0; k < stored; k++) {
      integrate_piece(quadrature, low, points[k]);
      if (quadrature->slopes && !jumps) jumps = jumps_at(quadrature, points[k]);
      low = points[k];
    }
    if (found <= POINTS) break;
  }
  if (low < high) integrate_piece(quadrature, low, high);
  return jumps;
}

/* of the two values: a difference that is less has lost three digits, and the integral of the slope has not */
static const double loses_digits = 1e-3;

/* d mean/db = (f(b) - mean)/(b - a) = 1/(b-a)^2 times the integral of (x - a) f'(x), the latter where f has no jumps
   and the difference would lose digits */
static double mean_derivative(Quadrature *quadrature, double mean, double moment, bool jumps) {
  quadrature->at[0] = quadrature->b;
  double end = trm_expression_value(quadrature->expression, quadrature->at, quadrature->inputs),
         difference = end - mean;
  double width = quadrature->b - quadrature->a;
  if (jumps || fabs(difference) > loses_digits * (fabs(end) + fabs(mean))) return difference / width;
  return moment / width;
}

static double expression_mean(const trm_Expression *expression, const double *variables, const double *inputs,
                              const double range[2], double *d_db) {
  Quadrature quadrature = {
      .expression = expression, .inputs = inputs, .a = range[0], .b = range[1], .slopes = d_db != NULL};
  double gradient[TRM_EXPRESSION_VARIABLES] = {0}, width = range[1] - range[0];
  bool jumps = false;
  for (int k = 1; k < expression->variable_count; k++) quadrature.at[k] = variables[k];
  quadrature.at[0] = range[0];
  bool still = !trm_expression_uses(expression, 0);
  if (still || width == 0) {
    if (!d_db) return trm_expression_value(expression, quadrature.at, inputs);
    double value = trm_expression_derivatives(expression, quadrature.at, inputs, gradient, NULL);
    return *d_db = still ? 0 : gradient[0] / 2, value;
  }
  if (!isfinite(width)) return d_db ? *d_db = NAN : 0, NAN;
  if (expression->switches)
    jumps = integrate_pieces(&quadrature);
  else
    integrate_piece(&quadrature, fmin(range[0], range[1]), fmax(range[0], range[1]));
  double mean = quadrature.integral / fabs(width);
  if (d_db) *d_db = mean_derivative(&quadrature, mean, quadrature.moment / fabs(width), jumps);
  return mean;
}

double trm_function_mean(const trm_Function *function, const double *variables, const double *inputs, double a,
                         double b, double *d_db) {
  double unused;
  if (function->expression) return expression_mean(function->expression, variables, inputs, (double[2]){a, b}, d_db);
  if (function->table && function->over == 0) return trm_table_mean(function->table, a, b, d_db ? d_db : &unused);
  if (d_db) *d_db = 0;
  return trm_function_value(function, variables, inputs);
}
