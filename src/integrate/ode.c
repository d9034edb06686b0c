#include "integrate/ode.h"
#include <stdbool.h>
#include <string.h>
#include "base/memory.h"
#include "integrate/sundials.h"

struct trm_Ode {
  trm_OdeProblem problem;
  double largest; /* step, s; 0: no bound */
  double relative;
  double t;
  SUNContext context;
  void *memory;
  double *values, *kept, *absolute; /* y now, y before the step, tolerances */
  N_Vector y, y_kept, tolerance;
  trm_Status status; /* what a callback last said */
  trm_Status settled;
};

static int flag_of(trm_Status status) { return status == TRM_OK ? 0 : status > 0 ? 1 : -1; }

static int rates(double t, N_Vector y, N_Vector y_dot, void *user) {
  trm_Ode *ode = user;
  ode->status = ode->problem.rates(ode->problem.self, t, N_VGetArrayPointer(y), N_VGetArrayPointer(y_dot));
  return flag_of(ode->status);
}

static int settle(double t, N_Vector y, void *user) {
  trm_Ode *ode = user;
  ode->settled = ode->problem.settle(ode->problem.self, t, N_VGetArrayPointer(y));
  return flag_of(ode->settled);
}

/* The library's own messages: what is worth telling is in the status. */
static void swallow(int code, const char *module, const char *function, char *message, void *user) {
  (void)code, (void)module, (void)function, (void)message, (void)user;
}

static ARKODE_ERKTableID table_of(int order) { return order <= 4 ? ARKODE_ZONNEVELD_5_3_4 : ARKODE_VERNER_8_5_6; }

static trm_Status open_memory(trm_Ode *ode, const trm_OdeOptions *options) {
  int major = 0, minor = 0, patch = 0;
  char label[16];
  if (SUNDIALSGetVersionNumber(&major, &minor, &patch, label, sizeof label) != 0 || major != SUNDIALS_MAJOR)
    return TRM_BAD_ARGUMENT;
  if (SUNContext_Create(NULL, &ode->context) != 0) return TRM_NO_MEMORY;
  ode->y = N_VMake_Serial(ode->problem.n, ode->values, ode->context);
  ode->y_kept = N_VMake_Serial(ode->problem.n, ode->kept, ode->context);
  ode->tolerance = N_VMake_Serial(ode->problem.n, ode->absolute, ode->context);
  if (!ode->y || !ode->y_kept || !ode->tolerance) return TRM_NO_MEMORY;
  ode->memory = ERKStepCreate(rates, 0, ode->y, ode->context);
  if (!ode->memory) return TRM_NO_MEMORY;
  bool good = ERKStepSetErrHandlerFn(ode->memory, swallow, NULL) == 0 && ERKStepSetUserData(ode->memory, ode) == 0 &&
              ERKStepSVtolerances(ode->memory, options->relative, ode->tolerance) == 0 &&
              ERKStepSetTableNum(ode->memory, table_of(options->order)) == 0 &&
              ERKStepSetPostprocessStepFn(ode->memory, settle) == 0 && ERKStepSetMaxNumSteps(ode->memory, -1) == 0;
  if (good && options->smallest > 0) good = ERKStepSetMinStep(ode->memory, options->smallest) == 0;
  if (good && options->largest > 0) good = ERKStepSetMaxStep(ode->memory, options->largest) == 0;
  return good ? TRM_OK : TRM_NO_MEMORY;
}

trm_Status trm_ode_new(trm_Ode **out, const trm_OdeProblem *problem, const trm_OdeOptions *options) {
  trm_Ode *ode = TRM_NEW(trm_Ode, 1);
  *out = NULL;
  if (!ode) return TRM_NO_MEMORY;
  ode->problem = *problem;
  ode->largest = options->largest, ode->relative = options->relative;
  ode->values = TRM_NEW(double, problem->n), ode->kept = TRM_NEW(double, problem->n);
  ode->absolute = TRM_NEW(double, problem->n);
  trm_Status status = ode->values && ode->kept && ode->absolute ? TRM_OK : TRM_NO_MEMORY;
  if (status == TRM_OK) {
    memcpy(ode->absolute, options->absolute, sizeof(double) * (size_t)problem->n);
    status = open_memory(ode, options);
  }
  if (status != TRM_OK) return trm_ode_free(ode), status;
  *out = ode;
  return TRM_OK;
}

void trm_ode_free(trm_Ode *ode) {
  if (!ode) return;
  if (ode->memory) ERKStepFree(&ode->memory);
  N_Vector vectors[] = {ode->y, ode->y_kept, ode->tolerance};
  for (int i = 0; i < 3; i++)
    if (vectors[i]) N_VDestroy(vectors[i]);
  if (ode->context) SUNContext_Free(&ode->context);
  trm_release(ode->values);
  trm_release(ode->kept);
  trm_release(ode->absolute);
  trm_release(ode);
}

double *trm_ode_values(trm_Ode *ode) { return ode->values; }

trm_Status trm_ode_restart(trm_Ode *ode, double t) {
  ode->t = t;
  return ERKStepReset(ode->memory, t, ode->y) == 0 ? TRM_OK : TRM_NO_MEMORY;
}

void trm_ode_tolerate(trm_Ode *ode, int first, int count, const double *absolute) {
  memcpy(ode->absolute + first, absolute, sizeof(double) * (size_t)count);
  ERKStepSVtolerances(ode->memory, ode->relative, ode->tolerance);
}

void trm_ode_fix_step(trm_Ode *ode, double h) { ERKStepSetFixedStep(ode->memory, h); }

enum { RETRIES = 10 };

/* y before the step, and no step longer than h from there */
static void go_back(trm_Ode *ode, double h) {
  memcpy(ode->values, ode->kept, sizeof(double) * (size_t)ode->problem.n);
  ERKStepReset(ode->memory, ode->t, ode->y_kept);
  ERKStepSetMaxStep(ode->memory, h);
}

static trm_Status status_of(const trm_Ode *ode, int flag) {
  if (flag >= 0) return TRM_OK;
  if (flag == ARK_POSTPROCESS_STEP_FAIL) return ode->settled;
  return ode->status != TRM_OK ? ode->status : TRM_STEP_FAILED;
}

trm_Status trm_ode_step(trm_Ode *ode, double stop, double *t) {
  trm_Status status = TRM_OK;
  double h = 0;
  memcpy(ode->kept, ode->values, sizeof(double) * (size_t)ode->problem.n);
  for (int attempt = 0; attempt <= RETRIES; attempt++) {
    double reached = ode->t;
    ode->status = ode->settled = TRM_OK;
    ERKStepSetStopTime(ode->memory, stop);
    int flag = ERKStepEvolve(ode->memory, stop, ode->y, &reached, ARK_ONE_STEP);
    status = status_of(ode, flag);
    if (attempt > 0) ERKStepSetMaxStep(ode->memory, ode->largest);
    if (status == TRM_OK) {
      *t = ode->t = reached;
      return TRM_OK;
    }
    if (attempt == 0 && (ERKStepGetCurrentStep(ode->memory, &h) != 0 || !(h > 0))) h = stop - ode->t;
    h /= 4;
    go_back(ode, h);
    if (flag != ARK_POSTPROCESS_STEP_FAIL || status < 0) break;
  }
  ERKStepSetMaxStep(ode->memory, ode->largest);
  return status;
}

trm_OdeCounts trm_ode_counts(const trm_Ode *ode) {
  trm_OdeCounts counts = {0};
  ERKStepGetNumRhsEvals(ode->memory, &counts.evaluations);
  ERKStepGetNumErrTestFails(ode->memory, &counts.rejected);
  ERKStepGetLastStep(ode->memory, &counts.last_step);
  ERKStepGetCurrentStep(ode->memory, &counts.next_step);
  return counts;
}
