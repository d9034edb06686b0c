/* sundials PROBLEM SIZE METHOD TOLERANCE UNTIL [BODY]: a mechanism of planar.c by the integrators of SUNDIALS.
   METHOD: adams = CVODE on the accelerations that the constraints leave (index 1; positions only follow), functional
   iteration; ida = IDA on the equations of Gear, Gupta and Leimkuhler (index 2: constraints on positions and
   velocities), Jacobian by differences, within a band where there is one. Prints x, y and angle of the body (the last
   one; 1, 2, ...), steps, evaluations of the equations (those for the Jacobian too), unknowns and CPU seconds. */
#include <cvode/cvode.h>
#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#include <time.h>
#include "planar.h"

enum { MOST_STEPS = 10000000 };

/* Steps of IDA are not judged by multipliers, and its iteration does not end by them: they follow from the rest. */
static const double of_no_weight = 1e20;

/* one run; owns its arrays but the mechanism */
typedef struct Problem {
  Planar *planar;
  int size;                 /* unknowns */
  int *motion, *multiplier; /* IDA: place of q[i], v[i] behind it; of multiplier i, the one of velocities behind it */
  double *q, *v, *rate_v, *forces; /* room in the order of planar.c */
  N_Vector y, rates, kind;         /* kind 1: the rate of this unknown counts; 0: it is a multiplier */
  long steps, evaluations;
} Problem;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- CVODE ------------------------------------------------------------------------------------------------------ */

static int accelerations(realtype t, N_Vector y, N_Vector rates, void *data) {
  Problem *problem = data;
  int half = problem->size / 2;
  double *from = N_VGetArrayPointer(y), *to = N_VGetArrayPointer(rates);
  (void)t;
  memcpy(to, from + half, (size_t)half * sizeof *to);
  return planar_accelerations(problem->planar, from, from + half, to + half, problem->forces) ? 0 : 1;
}

static int by_adams(Problem *problem, double tolerance, double until, SUNContext context) {
  Planar *p = problem->planar;
  problem->size = 6 * p->bodies;
  problem->y = N_VNew_Serial(problem->size, context);
  double *y = N_VGetArrayPointer(problem->y), reached;
  memcpy(y, p->start, 3 * (size_t)p->bodies * sizeof *y);
  memcpy(y + 3 * p->bodies, p->speed, 3 * (size_t)p->bodies * sizeof *y);
  void *memory = CVodeCreate(CV_ADAMS, context);
  SUNNonlinearSolver iteration = SUNNonlinSol_FixedPoint(problem->y, 0, context);
  int failed = CVodeInit(memory, accelerations, 0, problem->y);
  failed |= CVodeSStolerances(memory, tolerance, tolerance);
  failed |= CVodeSetUserData(memory, problem);
  failed |= CVodeSetNonlinearSolver(memory, iteration);
  failed |= CVodeSetMaxNumSteps(memory, MOST_STEPS);
  failed |= CVodeSetStopTime(memory, until);
  if (!failed) failed = CVode(memory, until, problem->y, &reached, CV_NORMAL) < 0;
  CVodeGetNumSteps(memory, &problem->steps);
  CVodeGetNumRhsEvals(memory, &problem->evaluations);
  memcpy(problem->q, y, 3 * (size_t)p->bodies * sizeof *y);
  SUNNonlinSolFree(iteration);
  CVodeFree(&memory);
  return failed;
}

/* ---- IDA -------------------------------------------------------------------------------------------------------- */

/* The unknowns of a body, then the multipliers of the rows whose later body it is: matrices of chains are narrow. */
static int order_unknowns(Problem *problem) {
  Planar *p = problem->planar;
  int next = 0, band = 0;
  for (int body = 0; body < p->bodies; body++) {
    for (int i = 0; i < 3; i++) problem->motion[3 * body + i] = next + i;
    next += 6;
    for (int row = 0; row < p->rows; row++) {
      const int *of = p->row[row].body;
      if ((of[0] > of[1] ? of[0] : of[1]) != body) continue;
      problem->multiplier[row] = next;
      next += 2;
      for (int side = 0; side < 2; side++)
        if (of[side] != PLANAR_GROUND && next - 1 - problem->motion[3 * of[side]] > band)
          band = next - 1 - problem->motion[3 * of[side]];
    }
  }
  problem->size = next;
  return band;
}

/* q' = v - G' mu, M v' = f - G' lambda, G v = 0, g = 0. A point does not turn: its angle and angular velocity rest. */
static int equations(realtype t, N_Vector unknowns, N_Vector slopes, N_Vector residual, void *data) {
  Problem *problem = data;
  Planar *p = problem->planar;
  const double *y = N_VGetArrayPointer(unknowns), *slope = N_VGetArrayPointer(slopes);
  double *r = N_VGetArrayPointer(residual);
  (void)t;
  for (int i = 0; i < 3 * p->bodies; i++) {
    problem->q[i] = y[problem->motion[i]];
    problem->v[i] = y[problem->motion[i] + 3];
  }
  planar_constraints(p, problem->q, problem->v);
  planar_forces(p, problem->q);
  for (int i = 0; i < 3 * p->bodies; i++) {
    int at = problem->motion[i];
    bool rests = isinf(p->mass[i]);
    r[at] = slope[at] - (rests ? 0 : problem->v[i]);
    r[at + 3] = rests ? slope[at + 3] : p->mass[i] * slope[at + 3] - p->force[i];
  }
  for (int row = 0; row < p->rows; row++) {
    int at = problem->multiplier[row];
    double sum = 0;
    for (int side = 0; side < 2; side++) {
      int body = p->row[row].body[side];
      for (int k = 0; body != PLANAR_GROUND && k < 3; k++) {
        double entry = p->row[row].entry[side][k];
        int place = problem->motion[3 * body + k];
        sum += entry * problem->v[3 * body + k];
        if (isinf(p->mass[3 * body + k])) continue;
        r[place] += entry * y[at + 1];
        r[place + 3] += entry * y[at];
      }
    }
    r[at] = sum;
    r[at + 1] = p->gap[row];
  }
  return 0;
}

static bool start_consistent(Problem *problem) {
  Planar *p = problem->planar;
  double *y = N_VGetArrayPointer(problem->y), *slope = N_VGetArrayPointer(problem->rates);
  double *kind = N_VGetArrayPointer(problem->kind);
  if (!planar_accelerations(p, p->start, p->speed, problem->rate_v, problem->forces)) return false;
  N_VConst(0, problem->y);
  N_VConst(0, problem->rates);
  N_VConst(0, problem->kind);
  for (int i = 0; i < 3 * p->bodies; i++) {
    int at = problem->motion[i];
    y[at] = p->start[i];
    y[at + 3] = slope[at] = p->speed[i];
    slope[at + 3] = problem->rate_v[i];
    kind[at] = kind[at + 3] = 1;
  }
  for (int row = 0; row < p->rows; row++) y[problem->multiplier[row]] = problem->forces[row];
  return true;
}

static int by_ida(Problem *problem, double tolerance, double until, SUNContext context) {
  Planar *p = problem->planar;
  int band = order_unknowns(problem), n = problem->size;
  bool narrow = 3 * band < n;
  problem->y = N_VNew_Serial(n, context);
  problem->rates = N_VClone(problem->y);
  problem->kind = N_VClone(problem->y);
  N_Vector weights = N_VClone(problem->y);
  if (!start_consistent(problem)) return 1;
  for (int i = 0; i < n; i++)
    N_VGetArrayPointer(weights)[i] = N_VGetArrayPointer(problem->kind)[i] > 0 ? tolerance : of_no_weight;
  SUNMatrix matrix = narrow ? SUNBandMatrix(n, band, band, context) : SUNDenseMatrix(n, n, context);
  SUNLinearSolver solver =
      narrow ? SUNLinSol_Band(problem->y, matrix, context) : SUNLinSol_Dense(problem->y, matrix, context);
  void *memory = IDACreate(context);
  double reached;
  long of_jacobian = 0;
  int failed = IDAInit(memory, equations, 0, problem->y, problem->rates);
  failed |= IDASVtolerances(memory, tolerance, weights);
  failed |= IDASetUserData(memory, problem);
  failed |= IDASetLinearSolver(memory, solver, matrix);
  failed |= IDASetId(memory, problem->kind);
  failed |= IDASetSuppressAlg(memory, SUNTRUE);
  failed |= IDASetMaxNumSteps(memory, MOST_STEPS);
  failed |= IDASetStopTime(memory, until);
  if (!failed) failed = IDASolve(memory, until, &reached, problem->y, problem->rates, IDA_NORMAL) < 0;
  IDAGetNumSteps(memory, &problem->steps);
  IDAGetNumResEvals(memory, &problem->evaluations);
  IDAGetNumLinResEvals(memory, &of_jacobian);
  problem->evaluations += of_jacobian;
  for (int i = 0; i < 3 * p->bodies; i++) problem->q[i] = N_VGetArrayPointer(problem->y)[problem->motion[i]];
  IDAFree(&memory);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  N_VDestroy(weights);
  return failed;
}

/* ---- the program ------------------------------------------------------------------------------------------------ */

static bool allocate(Problem *problem) {
  size_t n = 3 * (size_t)problem->planar->bodies, rows = (size_t)problem->planar->rows;
  problem->q = calloc(3 * n + rows, sizeof *problem->q);
  problem->motion = calloc(n + rows, sizeof *problem->motion);
  if (!problem->q || !problem->motion) return false;
  problem->v = problem->q + n;
  problem->rate_v = problem->q + 2 * n;
  problem->forces = problem->q + 3 * n;
  problem->multiplier = problem->motion + n;
  return true;
}

static int fail(const char *reason) {
  fprintf(stderr, "sundials: %s\n", reason);
  return 1;
}

int main(int count, char **arguments) {
  if (count < 6) return fail("PROBLEM SIZE METHOD TOLERANCE UNTIL [BODY]");
  Problem problem = {.planar = planar_new(arguments[1], atoi(arguments[2]))};
  if (!problem.planar || !allocate(&problem)) return fail("no such problem, or no memory");
  bool adams = strcmp(arguments[3], "adams") == 0;
  if (!adams && strcmp(arguments[3], "ida") != 0) return fail("the method is adams or ida");
  int body = count > 6 ? atoi(arguments[6]) - 1 : problem.planar->bodies - 1;
  if (body < 0 || body >= problem.planar->bodies) return fail("no such body");
  SUNContext context;
  if (SUNContext_Create(NULL, &context) != 0) return fail("no memory");
  double tolerance = atof(arguments[4]), until = atof(arguments[5]), start = seconds();
  int failed = adams ? by_adams(&problem, tolerance, until, context) : by_ida(&problem, tolerance, until, context);
  double spent = seconds() - start;
  if (failed) return fail("the integrator gave up");
  const double *q = problem.q + 3 * body;
  printf("%.15g %.15g %.15g steps %ld evaluations %ld unknowns %d cpu %.6g\n", q[0], q[1], q[2], problem.steps,
         problem.evaluations, problem.size, spent);
  N_VDestroy(problem.y);
  if (problem.rates) N_VDestroy(problem.rates);
  if (problem.kind) N_VDestroy(problem.kind);
  SUNContext_Free(&context);
  free(problem.q);
  free(problem.motion);
  planar_free(problem.planar);
  return 0;
}
