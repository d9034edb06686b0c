/* Status codes: 0 is success, > 0 may be cured by a smaller step, < 0 stops the work. */
#ifndef TRAMMEL_STATUS_H
#define TRAMMEL_STATUS_H

#if defined(TRM_BUILDING)
#define TRM_API __attribute__((visibility("default")))
#else
#define TRM_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* One line per status: name, number, text. The enum and trm_status_text come from this list alone. */
#define TRM_STATUS_LIST(ENTRY)                                                                                         \
  ENTRY(OK, 0, "success")                                                                                              \
  ENTRY(NEWTON_SLOW, 1, "the iteration did not converge")                                                              \
  ENTRY(NEWTON_DIVERGED, 2, "the iteration diverged")                                                                  \
  ENTRY(SINGULAR, 3, "the matrix is singular")                                                                         \
  ENTRY(NOT_FINITE, 4, "a number is not finite")                                                                       \
  ENTRY(TURNED_TOO_FAR, 5, "a body turned by more than a right angle in one step")                                     \
  ENTRY(UNBALANCED, 6, "the energy of a step does not balance")                                                        \
  ENTRY(OFF_TRACK, 7, "a sliding contact left its track")                                                              \
  ENTRY(DRIVE_LEAPS, 8, "a prescribed motion jumps or has a pole")                                                     \
  ENTRY(ANGLES_END, 9, "Bryan angles on which laws act came to the end of their range")                                \
  ENTRY(FINISHED, 10, "the analysis has reached its end")                                                              \
  ENTRY(PASSES, 11, "a slider passes a place at which a step has to end")                                              \
  ENTRY(BAD_MODEL, -1, "the model has errors")                                                                         \
  ENTRY(NO_MEMORY, -2, "out of memory")                                                                                \
  ENTRY(FILE_ERROR, -3, "a file could not be read or written")                                                         \
  ENTRY(STEP_FAILED, -4, "the step failed at the smallest allowed step size")                                          \
  ENTRY(BAD_ARGUMENT, -5, "an argument is not valid")                                                                  \
  ENTRY(INCONSISTENT_START, -6, "the initial conditions contradict the constraints")                                   \
  ENTRY(CANCELLED, -7, "cancelled by the caller")

typedef enum trm_Status {
#define TRM_STATUS_ENUM(name, number, text) TRM_##name = number,
  TRM_STATUS_LIST(TRM_STATUS_ENUM)
#undef TRM_STATUS_ENUM
} trm_Status;

/* The status in words; never NULL. */
TRM_API const char *trm_status_text(trm_Status status);

#ifdef __cplusplus
}
#endif

#endif
