/* The functions of SUNDIALS (ARKODE 5, of SUNDIALS 6) that we call. Debian's package of its headers brings MPI and PETSc along, of
   which nothing is used here; these declarations go with the library alone. trm_ode_new checks the version. */
#ifndef TRM_INTEGRATE_SUNDIALS_H
#define TRM_INTEGRATE_SUNDIALS_H

#include <stdint.h>

typedef struct _SUNContext *SUNContext;
typedef struct _generic_N_Vector *N_Vector;

typedef int (*ARKRhsFn)(double t, N_Vector y, N_Vector y_dot, void *user);
typedef int (*ARKPostProcessFn)(double t, N_Vector y, void *user);
typedef void (*ARKErrHandlerFn)(int code, const char *module, const char *function, char *message, void *user);

enum { ARK_ONE_STEP = 2, ARK_POSTPROCESS_STEP_FAIL = -37, SUNDIALS_MAJOR = 6 };
/* embedded explicit methods: stages, order of the embedded one, order */
typedef enum ARKODE_ERKTableID { ARKODE_ZONNEVELD_5_3_4 = 3, ARKODE_VERNER_8_5_6 = 10 } ARKODE_ERKTableID;

int SUNDIALSGetVersionNumber(int *major, int *minor, int *patch, char *label, int length);
int SUNContext_Create(void *communicator, SUNContext *context);
int SUNContext_Free(SUNContext *context);
N_Vector N_VMake_Serial(int64_t length, double *values, SUNContext context);
double *N_VGetArrayPointer(N_Vector vector);
void N_VDestroy(N_Vector vector);

void *ERKStepCreate(ARKRhsFn rates, double t, N_Vector y, SUNContext context);
void ERKStepFree(void **memory);
int ERKStepReset(void *memory, double t, N_Vector y);
int ERKStepSVtolerances(void *memory, double relative, N_Vector absolute);
int ERKStepSetTableNum(void *memory, ARKODE_ERKTableID table);
int ERKStepSetUserData(void *memory, void *user);
int ERKStepSetErrHandlerFn(void *memory, ARKErrHandlerFn handler, void *user);
int ERKStepSetPostprocessStepFn(void *memory, ARKPostProcessFn settle);
int ERKStepSetMaxNumSteps(void *memory, long steps);
int ERKStepSetMinStep(void *memory, double h);
int ERKStepSetMaxStep(void *memory, double h);
int ERKStepSetInitStep(void *memory, double h);
int ERKStepSetFixedStep(void *memory, double h);
int ERKStepSetStopTime(void *memory, double t);
int ERKStepEvolve(void *memory, double t, N_Vector y, double *reached, int task);
int ERKStepGetLastStep(void *memory, double *h);
int ERKStepGetCurrentStep(void *memory, double *h);
int ERKStepGetNumRhsEvals(void *memory, long *count);
int ERKStepGetNumErrTestFails(void *memory, long *count);

#endif
