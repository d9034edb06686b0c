/* Every row of every joint kind, at random pairs of configurations: gradients and stiffnesses against complex step,
   exact work, rigid motions, accelerations, counted turns. A row type that is new to the table is tested by being in
   the table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/constraint_complex.h"
#include "conformance/random_numbers.h"
#include "element/contact.h"
#include "math/vec3.h"
#include "test_all.h"

/* of each row and kind */
static int configurations(void) { return test_sanitized(60, 20); }

/* One row at one random pair, with the increments of the unknowns that lead from i to f. */
typedef struct Case {
  const trm_JointKind *kind;
  const trm_Row *row;
  double parameters[TRM_JOINT_NUMBERS];
  z_FramePair pair;
  double increments[TRM_ROW_UNKNOWNS];
} Case;

static const char *const row_names[] = {"perpendicular",
                                        "in-plane",
                                        "angle",
                                        "offset",
                                        "inclined",
                                        "tilted-plane",
                                        "tilted-offset",
                                        "coincident",
                                        "distance",
                                        "length",
                                        "sine",
                                        "twist",
                                        "speed",
                                        "surface",
                                        "curve",
                                        "curve-locked",
                                        "curve-perpendicular",
                                        "curve-angle",
                                        "combination",
                                        "relation"};

/* Two surfaces without symmetry: one of fourth degree, one transcendental. */
static trm_Surface surfaces[2] = {{NULL, 0.7}, {NULL, 1.3}};

/* A closed curve, smooth where it closes: the circle tilted and stretched, as a NURBS (an ellipse), with frames oblique
   to its plane. */
static trm_CurvePath path;

static bool make_path(trm_Arena *arena) {
  static const double h = 0.70710678118654752;
  static const double points[] = {1.5,  0,    0.3, 1.5,  1, 0.5, 0,    1,   0.2, -1.5, 1,   -0.1, -1.5, 0,
                                  -0.3, -1.5, -1,  -0.5, 0, -1,  -0.2, 1.5, -1,  0.1,  1.5, 0,    0.3};
  static const double weights[] = {1, h, 1, h, 1, h, 1, h, 1};
  static const double knots[] = {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
  trm_NurbsForm form = {.degree = 2, .count = 9, .points = points, .weights = weights, .knots = knots};
  trm_Curve curve;
  const char *reason;
  if (!trm_curve_nurbs(arena, &form, &curve, &reason)) return false;
  if (!trm_curve_path(arena, &curve, points, &path)) return false;
  path.twist =
      2 * TRM_PI / path.length; /* a plane curve needs none; one full turn closes as well, and its terms count */
  return path.framed && path.closed && curve.segments == 1;
}

static int compile_surfaces(void **state) {
  static trm_Arena arena;
  static trm_Function functions[2];
  static const char *const texts[2] = {"x^2/4 + 0.02*x*y*z^2 - 0.02*y^3 + z",
                                       "sin(0.4*x*y) + exp(0.1*z)*(1 + 0.1*x^2) - 0.5*y"};
  static const char *const variables[] = {"x", "y", "z"};
  trm_Symbols symbols = {.variables = variables, .variable_count = 3};
  trm_ExpressionError error;
  for (int f = 0; f < 2; f++) {
    functions[f].expression = trm_expression_compile(&arena, texts[f], strlen(texts[f]), &symbols, &error);
    if (!functions[f].expression) return -1;
    surfaces[f].function = &functions[f];
  }
  *state = &arena;
  return make_path(&arena) ? 0 : -1;
}

static int free_surfaces(void **state) {
  trm_arena_free(*state);
  return 0;
}

/* steps: none, tiny, small, usual, large (each a rotation, a displacement and a change of the coordinates) */
static const double step_sizes[] = {0, 1e-9, 1e-3, 0.3, 4};

static void random_case(Case *out, Random *random, int which) {
  double step = step_sizes[which % 5], far = which % 7 == 0 ? 300 : 3;
  z_FramePair *pair = &out->pair;
  memset(pair, 0, sizeof *pair);
  pair->surfaces = surfaces;
  if (out->kind->frame == TRM_FRAME_CURVE) pair->path = &path;
  for (int p = 0; p < 2; p++) out->parameters[p] = random_number(random, 0.3, 2);
  double slide = random_number(random, 0, TRM_PI);
  out->parameters[TRM_COSINE_OF_SLIDE] = cos(slide), out->parameters[TRM_SINE_OF_SLIDE] = sin(slide);
  for (int s = 0; s < 2; s++) {
    double complex r[3];
    for (int n = 0; n < 3; n++) {
      pair->i[s].y[n] = random_number(random, -2, 2), pair->i[s].e[n][n] = 1;
      r[n] = random_number(random, -4, 4);
    }
    z_frame_turn(&pair->i[s], r);
    pair->f[s] = pair->i[s];
    for (int n = 0; n < 3; n++) {
      out->increments[6 * s + n] = random_number(random, -step, step);
      out->increments[6 * s + 3 + n] = random_number(random, -step, step);
      pair->f[s].y[n] += out->increments[6 * s + n];
      r[n] = out->increments[6 * s + 3 + n];
    }
    z_frame_turn(&pair->f[s], r);
  }
  for (int c = 0; c < TRM_JOINT_COORDINATES; c++) {
    out->increments[12 + c] = random_number(random, -step, step);
    pair->x_i[c] = random_number(random, -far, far);
    pair->x_f[c] = pair->x_i[c] + out->increments[12 + c];
    out->increments[12 + c] = creal(pair->x_f[c] - pair->x_i[c]);
  }
  z_pair_means(pair);
}

/* Is it a row between two frames? Those of sliding contacts are between a frame and a beam: test_elements has them. */
static bool of_frames(const trm_Row *row) { return !trm_row_slides(row); }

typedef double (*Check)(const Case *, Random *);

/* Walks all rows and prints the largest error per row type; errors are relative to the size of what is compared. */
static void walk(const char *title, Check check, double tolerance) {
  trm_JointRegistry registry = trm_joint_registry();
  double worst[TRM_ROW_RELATION + 1] = {0};
  int rows = 0;
  Random random = {20240517};
  for (int j = 0; j < registry.count; j++)
    for (int r = 0; r < registry.kinds[j].row_count; r++) {
      rows += of_frames(&registry.kinds[j].rows[r]);
      for (int which = 0; which < configurations() && of_frames(&registry.kinds[j].rows[r]); which++) {
        Case one = {.kind = &registry.kinds[j], .row = &registry.kinds[j].rows[r]};
        random_case(&one, &random, which);
        double error = check(&one, &random);
        worst[one.row->type] = fmax(worst[one.row->type], error);
        if (!(error <= tolerance))
          fail_msg("%s: %s row %d (%s), configuration %d: %.3e", title, one.kind->name, r, row_names[one.row->type],
                   which, error);
      }
    }
  printf("%-42s %d rows x %d:", title, rows, configurations());
  for (int t = 0; t <= TRM_ROW_RELATION; t++) printf(" %.1e", worst[t]);
  printf("\n");
}

/* the pair with configuration f (or the whole of it, i = f = m) moved by a complex step in one of the unknowns */
static z_FramePair stepped(const z_FramePair *pair, int unknown, double step) {
  z_FramePair moved = *pair;
  int side = unknown / 6, n = unknown % 6;
  if (unknown >= 12) {
    moved.x_f[unknown - 12] += I * step;
  } else if (n < 3) {
    moved.f[side].y[n] += I * step;
  } else {
    double complex r[3] = {0, 0, 0};
    r[n - 3] = I * step;
    z_frame_turn(&moved.f[side], r);
  }
  z_pair_means(&moved);
  return moved;
}

static z_FramePair end_twice(const z_FramePair *pair) {
  z_FramePair end = *pair;
  for (int s = 0; s < 2; s++) end.i[s] = end.f[s];
  for (int c = 0; c < TRM_JOINT_COORDINATES; c++) end.x_i[c] = end.x_f[c];
  z_pair_means(&end);
  return end;
}

static double largest(const double complex *values, int n) {
  double most = 1;
  for (int i = 0; i < n; i++) most = fmax(most, cabs(values[i]));
  return most;
}

static double check_gradient(const Case *one, Random *random) {
  (void)random;
  const double step = 1e-30;
  z_FramePair end = end_twice(&one->pair);
  double complex g[TRM_ROW_UNKNOWNS];
  double error = 0;
  z_row_gradient(one->row, one->parameters, &end, g);
  for (int u = 0; u < TRM_ROW_UNKNOWNS; u++) {
    z_FramePair moved = stepped(&end, u, step);
    double slope = cimag(z_row_value(one->row, one->parameters, &moved)) / step;
    error = fmax(error, fabs(slope - creal(g[u])));
  }
  return error / largest(g, TRM_ROW_UNKNOWNS);
}

/* the derivative of the value at the end of a step, however the step began */
static double check_slope(const Case *one, Random *random) {
  (void)random;
  const double step = 1e-30;
  double complex g[TRM_ROW_UNKNOWNS];
  double error = 0;
  z_row_slope(one->row, one->parameters, &one->pair, g);
  for (int u = 0; u < TRM_ROW_UNKNOWNS; u++) {
    z_FramePair moved = stepped(&one->pair, u, step);
    double slope = cimag(z_row_value(one->row, one->parameters, &moved)) / step;
    error = fmax(error, fabs(slope - creal(g[u])));
  }
  return error / largest(g, TRM_ROW_UNKNOWNS);
}

static double check_stiffness(const Case *one, Random *random) {
  const double step = 1e-30, weight = random_number(random, -3, 3);
  double complex k[TRM_ROW_UNKNOWNS * TRM_ROW_UNKNOWNS] = {0}, g[TRM_ROW_UNKNOWNS];
  double error = 0;
  z_row_stiffness(one->row, one->parameters, &one->pair, weight, k);
  for (int u = 0; u < TRM_ROW_UNKNOWNS; u++) {
    z_FramePair moved = stepped(&one->pair, u, step);
    z_row_gradient(one->row, one->parameters, &moved, g);
    for (int i = 0; i < TRM_ROW_UNKNOWNS; i++)
      error = fmax(error, fabs(weight * cimag(g[i]) / step - creal(k[TRM_ROW_UNKNOWNS * i + u])));
  }
  return error / largest(k, TRM_ROW_UNKNOWNS * TRM_ROW_UNKNOWNS);
}

/* g_m . increments = C_f - C_i */
static double check_work(const Case *one, Random *random) {
  (void)random;
  z_FramePair start = one->pair;
  for (int s = 0; s < 2; s++) start.f[s] = one->pair.i[s];
  for (int c = 0; c < TRM_JOINT_COORDINATES; c++) start.x_f[c] = one->pair.x_i[c];
  z_pair_means(&start);
  double complex before = z_row_value(one->row, one->parameters, &start);
  double complex after = z_row_value(one->row, one->parameters, &one->pair), g[TRM_ROW_UNKNOWNS], work = 0;
  z_row_gradient(one->row, one->parameters, &one->pair, g);
  double size = fmax(1, fmax(cabs(before), cabs(after)));
  for (int u = 0; u < TRM_ROW_UNKNOWNS; u++)
    work += g[u] * one->increments[u], size = fmax(size, cabs(g[u] * one->increments[u]));
  return cabs(work - (after - before)) / size;
}

static double check_double_instance(const Case *one, Random *random) {
  double weight = random_number(random, -3, 3), g[TRM_ROW_UNKNOWNS], k[TRM_ROW_UNKNOWNS * TRM_ROW_UNKNOWNS] = {0},
         error = 0;
  double complex zg[TRM_ROW_UNKNOWNS], zk[TRM_ROW_UNKNOWNS * TRM_ROW_UNKNOWNS] = {0};
  trm_FramePair pair;
  z_pair_real(&one->pair, &pair);
  trm_row_gradient(one->row, one->parameters, &pair, g);
  trm_row_stiffness(one->row, one->parameters, &pair, weight, k);
  z_row_gradient(one->row, one->parameters, &one->pair, zg);
  z_row_stiffness(one->row, one->parameters, &one->pair, weight, zk);
  double complex value = z_row_value(one->row, one->parameters, &one->pair);
  error = cabs(value - trm_row_value(one->row, one->parameters, &pair)) / fmax(1, cabs(value));
  double most[2] = {largest(zg, TRM_ROW_UNKNOWNS), largest(zk, TRM_ROW_UNKNOWNS * TRM_ROW_UNKNOWNS)};
  for (int u = 0; u < TRM_ROW_UNKNOWNS; u++) error = fmax(error, cabs(zg[u] - g[u]) / most[0]);
  for (int u = 0; u < TRM_ROW_UNKNOWNS * TRM_ROW_UNKNOWNS; u++) error = fmax(error, cabs(zk[u] - k[u]) / most[1]);
  return error;
}

/* Forces balance: sum of forces, and of moments with the forces at the mean points, which is what keeps momenta in a
   step.
   Coincident rows have world components: their moment is u_m x force, zero where the constraint holds at both ends.
   Equal speeds are absolute ones: what does not balance is e^k - e^l, as its definition says. */
static double check_balance(const Case *one, Random *random) {
  (void)random;
  trm_FramePair pair;
  z_pair_real(&one->pair, &pair);
  if (one->row->type == TRM_ROW_COINCIDENT) {
    trm_copy(pair.i[1].y, pair.i[0].y, 3);
    trm_copy(pair.f[1].y, pair.f[0].y, 3);
    trm_copy(pair.m[1].y, pair.m[0].y, 3);
  }
  double g[TRM_ROW_UNKNOWNS], force[3] = {0}, moment[3] = {0}, size = 1;
  trm_row_gradient(one->row, one->parameters, &pair, g);
  for (int s = 0; s < 2; s++) {
    double lever[3];
    trm_cross(lever, pair.m[s].y, g + 6 * s);
    trm_add_scaled(force, 1, g + 6 * s);
    trm_add_scaled(moment, 1, lever);
    trm_add_scaled(moment, 1, g + 6 * s + 3);
    size = fmax(size, fmax(trm_norm(lever), trm_norm(g + 6 * s + 3)));
    if (one->row->type == TRM_ROW_SPEED) trm_add_scaled(moment, s == 0 ? -1 : 1, pair.m[s].e[one->row->a]);
  }
  return fmax(trm_norm(force), trm_norm(moment)) / size;
}

/* d2C/dt2 with points that move with velocity and given second derivative, triads that turn with constant omega,
   coordinates with constant rate: by Cauchy's formula on a circle in the complex plane of t, C'' = 2/(n r^2) sum C(r z)
   / z^2. */
static double check_gamma(const Case *one, Random *random) {
  enum { POINTS = 16 };
  const double radius =
      one->row->type == TRM_ROW_SURFACE ? 0.02 : 0.05; /* products in a sine grow fast off the real axis */
  trm_FrameMotion motion;
  for (int s = 0; s < 2; s++) {
    random_vector(random, 2, motion.velocity[s]);
    random_vector(random, 2, motion.centripetal[s]);
    random_vector(random, 2, motion.omega[s]);
  }
  for (int c = 0; c < TRM_JOINT_COORDINATES; c++) motion.x_rate[c] = random_number(random, -2, 2);
  trm_FramePair pair;
  z_pair_real(&one->pair, &pair);
  double gamma = trm_row_gamma(one->row, one->parameters, &pair, &motion);
  double complex sum = 0;
  double size = fabs(trm_row_value(one->row, one->parameters, &pair)); /* of what the formula takes differences */
  for (int p = 0; p < POINTS; p++) {
    double complex z = cexp(2 * TRM_PI * I * p / POINTS), t = radius * z;
    z_FramePair moved = end_twice(&one->pair); /* rows that hold over a step are measured from here */
    for (int s = 0; s < 2; s++) {
      for (int n = 0; n < 3; n++) moved.f[s].y[n] += t * motion.velocity[s][n] + 0.5 * t * t * motion.centripetal[s][n];
      z_frame_spin(&moved.f[s], motion.omega[s], t);
    }
    for (int c = 0; c < TRM_JOINT_COORDINATES; c++) moved.x_f[c] += t * motion.x_rate[c];
    z_pair_means(&moved);
    sum += z_row_value(one->row, one->parameters, &moved) / (z * z);
  }
  return fabs(creal(2 * sum / (POINTS * radius * radius)) - gamma) / fmax(fmax(1, size), fabs(gamma));
}

static void gradient_is_the_derivative(void **state) {
  (void)state, walk("gradient against complex step", check_gradient, 1e-13);
}
static void slope_is_the_derivative(void **state) {
  (void)state, walk("slope at the end against complex step", check_slope, 1e-13);
}
static void stiffness_is_the_derivative(void **state) {
  (void)state, walk("stiffness against complex step", check_stiffness, 1e-12);
}
static void work_is_exact(void **state) { (void)state, walk("g_m . increments = C_f - C_i", check_work, 1e-13); }
static void instances_agree(void **state) {
  (void)state, walk("double and complex instance", check_double_instance, 1e-14);
}
static void forces_balance(void **state) { (void)state, walk("sum of forces and moments", check_balance, 1e-14); }
static void gamma_is_the_second_derivative(void **state) {
  (void)state, walk("gamma against second derivative in t", check_gamma, 3e-11);
}

/* ---- rigid motions ---- */

static void rotate(const double matrix[9], const double complex in[3], double complex out[3]) {
  for (int i = 0; i < 3; i++) out[i] = matrix[3 * i] * in[0] + matrix[3 * i + 1] * in[1] + matrix[3 * i + 2] * in[2];
}

static void move_frame(z_Frame *frame, const double matrix[9], const double shift[3]) {
  z_Frame old = *frame;
  rotate(matrix, old.y, frame->y);
  for (int n = 0; n < 3; n++) frame->y[n] += shift[n];
  for (int a = 0; a < 3; a++) rotate(matrix, old.e[a], frame->e[a]);
}

/* Forces of all rows of a joint with multipliers lambda. The three coincident rows carry one vector in world
   components: it is turned by matrix (NULL: not). */
static void joint_forces(const Case *one, const double *lambda, const double *matrix, double complex *forces) {
  for (int i = 0; i < TRM_ROW_UNKNOWNS; i++) forces[i] = 0;
  for (int r = 0; r < one->kind->row_count; r++) {
    const trm_Row *row = &one->kind->rows[r];
    double complex g[TRM_ROW_UNKNOWNS], weight = lambda[r];
    if (row->type == TRM_ROW_COINCIDENT && matrix) {
      weight = 0;
      for (int q = 0; q < one->kind->row_count; q++)
        if (one->kind->rows[q].type == TRM_ROW_COINCIDENT)
          weight += matrix[3 * row->a + one->kind->rows[q].a] * lambda[q];
    }
    z_row_gradient(row, one->parameters, &one->pair, g);
    for (int i = 0; i < TRM_ROW_UNKNOWNS; i++) forces[i] += weight * g[i];
  }
}

static void forces_turn_with_the_joint(void **state) {
  (void)state;
  trm_JointRegistry registry = trm_joint_registry();
  Random random = {77};
  double worst = 0;
  for (int j = 0; j < registry.count; j++)
    for (int which = 0; which < configurations(); which++) {
      Case one = {.kind = &registry.kinds[j]};
      random_case(&one, &random, which);
      double lambda[TRM_JOINT_ROWS], shift[3], size = 1;
      for (int r = 0; r < TRM_JOINT_ROWS; r++) lambda[r] = random_number(&random, -2, 2);
      random_vector(&random, 5, shift);
      z_Frame turned = {.e = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
      double complex r[3] = {random_number(&random, -3, 3), random_number(&random, -3, 3),
                             random_number(&random, -3, 3)};
      z_frame_turn(&turned, r);
      double matrix[9];
      for (int i = 0; i < 9; i++) matrix[i] = creal(turned.e[i % 3][i / 3]);
      double complex before[TRM_ROW_UNKNOWNS], after[TRM_ROW_UNKNOWNS], expected[TRM_ROW_UNKNOWNS];
      joint_forces(&one, lambda, NULL, before);
      for (int s = 0; s < 2; s++) {
        move_frame(&one.pair.i[s], matrix, shift);
        move_frame(&one.pair.f[s], matrix, shift);
      }
      z_pair_means(&one.pair);
      joint_forces(&one, lambda, matrix, after);
      for (int block = 0; block < 4; block++) rotate(matrix, before + 3 * block, expected + 3 * block);
      for (int c = 12; c < TRM_ROW_UNKNOWNS; c++) expected[c] = before[c];
      for (int i = 0; i < TRM_ROW_UNKNOWNS; i++) size = fmax(size, cabs(expected[i]));
      for (int i = 0; i < TRM_ROW_UNKNOWNS; i++) worst = fmax(worst, cabs(after[i] - expected[i]) / size);
      if (worst > 1e-13) fail_msg("%s, configuration %d: %.3e", one.kind->name, which, worst);
    }
  printf("forces turn with the joint                 %d kinds x %d: %.1e\n", registry.count, configurations(), worst);
}

/* ---- coordinates ---- */

/* Frames in which the coordinate of the row has the value x. */
static void place_coordinate(const trm_Row *row, const double *parameters, double x, trm_FramePair *pair) {
  if (row->type == TRM_ROW_CURVE) {
    double p[3];
    trm_curve_path_at(pair->path, x, p, NULL, NULL);
    trm_copy(pair->f[1].y, pair->f[0].y, 3);
    for (int a = 0; a < 3; a++) trm_add_scaled(pair->f[1].y, p[a], pair->f[0].e[a]);
    return;
  }
  if (row->type == TRM_ROW_CURVE_ANGLE) {
    const double *a = pair->curve.f[1 + row->a], *b = pair->curve.f[1 + row->b];
    for (int n = 0; n < 3; n++) pair->f[1].e[row->a][n] = 0;
    for (int k = 0; k < 3; k++) trm_add_scaled(pair->f[1].e[row->a], cos(x) * a[k] + sin(x) * b[k], pair->f[0].e[k]);
    return;
  }
  if (row->type == TRM_ROW_TILTED_OFFSET) {
    trm_copy(pair->f[1].y, pair->f[0].y, 3);
    trm_add_scaled(pair->f[1].y, x * parameters[TRM_SINE_OF_SLIDE], pair->f[0].e[row->a]);
    trm_add_scaled(pair->f[1].y, x * parameters[TRM_COSINE_OF_SLIDE], pair->f[0].e[row->b]);
    return;
  }
  if (row->type == TRM_ROW_LENGTH) {
    double direction[3] = {0.48, -0.6, 0.64};
    trm_copy(pair->f[1].y, pair->f[0].y, 3);
    trm_add_scaled(pair->f[1].y, x, direction);
    return;
  }
  if (row->type == TRM_ROW_OFFSET) {
    for (int n = 0; n < 3; n++) pair->f[1].y[n] = pair->f[0].y[n] + x * pair->f[0].e[row->a][n];
    return;
  }
  if (row->type == TRM_ROW_COMBINATION) {
    pair->sum = x;
    return;
  }
  if (row->type == TRM_ROW_SINE) {
    const double *a = pair->f[0].e[row->a], *other = pair->f[0].e[(row->a + 1) % 3];
    for (int n = 0; n < 3; n++) pair->f[1].e[row->b][n] = sin(x) * a[n] + cos(x) * other[n];
    return;
  }
  int plane = row->seen_from_l ? 1 : 0;
  double angle = trm_row_sense(row) * x;
  const trm_Frame *base = &pair->f[plane];
  double c[3], normal[3], third[3];
  for (int n = 0; n < 3; n++) c[n] = cos(angle) * base->e[row->a][n] + sin(angle) * base->e[row->b][n];
  trm_cross(normal, base->e[row->a], base->e[row->b]);
  trm_cross(third, normal, c);
  trm_Frame *seen = &pair->f[1 - plane];
  trm_copy(seen->e[row->c], c, 3);
  trm_copy(seen->e[(row->c + 1) % 3], third, 3);
  for (int n = 0; n < 3; n++) seen->e[(row->c + 2) % 3][n] = normal[n];
}

static void coordinates_count_turns(void **state) {
  (void)state;
  trm_JointRegistry registry = trm_joint_registry();
  Random random = {99};
  int rows = 0;
  double worst = 0;
  for (int j = 0; j < registry.count; j++)
    for (int r = 0; r < registry.kinds[j].row_count; r++) {
      const trm_Row *row = &registry.kinds[j].rows[r];
      if (row->coordinate < 0 || !of_frames(row)) continue;
      rows++;
      for (int which = 0; which < test_sanitized(400, 150); which++) {
        Case one = {.kind = &registry.kinds[j], .row = row};
        trm_FramePair pair;
        random_case(&one, &random, which);
        z_pair_real(&one.pair, &pair);
        double x = which < 100 ? (which - 50) * TRM_PI / 4 : random_number(&random, -700, 700);
        if (row->type == TRM_ROW_SINE) x = 1.5 * sin(x);
        if (row->type == TRM_ROW_LENGTH) x = 2 + sin(x);
        place_coordinate(row, one.parameters, x, &pair);
        double found = trm_row_coordinate(row, one.parameters, &pair, x + random_number(&random, -3.1, 3.1));
        worst = fmax(worst, fabs(found - x));
        pair.x_f[row->coordinate] = found;
        trm_pair_path(&pair);
        worst = fmax(worst, fabs(trm_row_value(row, one.parameters, &pair)));
        if (worst > 2e-12) fail_msg("%s row %d: coordinate %.17g found as %.17g", one.kind->name, r, x, found);
      }
    }
  printf("coordinates over +-110 turns               %d rows x 400: %.1e\n", rows, worst);
}

/* The angle that is found is the one whose rate the constraint can follow: tau = -dC/dphi > 0 on it (the other root of
   the equation, phi + pi, has tau < 0). */
static void angles_are_on_the_right_branch(void **state) {
  (void)state;
  trm_JointRegistry registry = trm_joint_registry();
  Random random = {5};
  for (int j = 0; j < registry.count; j++)
    for (int r = 0; r < registry.kinds[j].row_count; r++) {
      const trm_Row *row = &registry.kinds[j].rows[r];
      if (row->type != TRM_ROW_ANGLE) continue;
      for (int which = 0; which < 50; which++) {
        Case one = {.kind = &registry.kinds[j], .row = row};
        trm_FramePair pair;
        double g[TRM_ROW_UNKNOWNS];
        random_case(&one, &random, 0);
        z_pair_real(&one.pair, &pair);
        place_coordinate(row, one.parameters, random_number(&random, -30, 30), &pair);
        pair.x_i[row->coordinate] = pair.x_f[row->coordinate] = trm_row_coordinate(row, one.parameters, &pair, 0);
        for (int s = 0; s < 2; s++) pair.i[s] = pair.m[s] = pair.f[s];
        trm_row_gradient(row, one.parameters, &pair, g);
        /* |dC/dphi| = 1, and phi is the rotation of l relative to k: one sign for rows seen from either body */
        assert_true(fabs(g[12 + row->coordinate] * trm_row_sense(row) + 1) < 1e-14);
      }
    }
}

int main(void) {
  printf("largest relative errors by row type:                        ");
  for (int t = 0; t <= TRM_ROW_RELATION; t++) printf(" %.7s", row_names[t]);
  printf("\n");
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gradient_is_the_derivative),
      cmocka_unit_test(slope_is_the_derivative),
      cmocka_unit_test(stiffness_is_the_derivative),
      cmocka_unit_test(work_is_exact),
      cmocka_unit_test(instances_agree),
      cmocka_unit_test(forces_balance),
      cmocka_unit_test(gamma_is_the_second_derivative),
      cmocka_unit_test(forces_turn_with_the_joint),
      cmocka_unit_test(coordinates_count_turns),
      cmocka_unit_test(angles_are_on_the_right_branch),
  };
  return cmocka_run_group_tests(tests, compile_surfaces, free_surfaces);
}
