/* Prescribed motions must be followed by masses: a jump of the position needs an infinite force, a kink an impulse. */
#include <math.h>
#include "build/freeze_internal.h"

typedef struct Drive {
  const trm_Function *function;
  const char *joint, *coordinate;
  trm_Place place;
  bool is_rate;
} Drive;

static double value_beside(const trm_Function *function, double t, double side, double *slope) {
  double at = t + side * 1e-9 * fmax(1, fabs(t));
  return trm_function_derivatives(function, &at, 1, slope, NULL);
}

static void check_breakpoint(trm_Freeze *freeze, const Drive *drive, double t) {
  double slope_before, slope_after;
  double before = value_beside(drive->function, t, -1, &slope_before),
         after = value_beside(drive->function, t, 1, &slope_after);
  double size = fmax(fmax(fabs(before), fabs(after)), 1e-3),
         slopes = fmax(fmax(fabs(slope_before), fabs(slope_after)), 1e-3);
  if (drive->is_rate && fabs(after - before) > 1e-6 * size)
    trm_report(freeze->diagnostics, TRM_WARNING, drive->place,
               "joint \"%s\": the prescribed rate of %s jumps from %.6g to %.6g at t = %.6g s: an impulse, which the "
               "schemes answer with "
               "a vibration; a ramp is kinder",
               drive->joint, drive->coordinate, before, after, t);
  else if (!drive->is_rate && fabs(after - before) > 1e-6 * size)
    trm_freeze_error(freeze, drive->place,
                     "joint \"%s\": the prescribed %s jumps from %.6g to %.6g at t = %.6g s, which no finite force can "
                     "follow: use a "
                     "ramp, or drive-rate",
                     drive->joint, drive->coordinate, before, after, t);
  else if (!drive->is_rate && fabs(slope_after - slope_before) > 1e-5 * slopes)
    trm_report(freeze->diagnostics, TRM_WARNING, drive->place,
               "joint \"%s\": the prescribed %s has a kink at t = %.6g s (its rate jumps from %.6g to %.6g): an "
               "impulse, which the "
               "schemes answer with a vibration; round it off",
               drive->joint, drive->coordinate, t, slope_before, slope_after);
}

enum { LOOKED_AT = 16 };

static void check_drive(trm_Freeze *freeze, const Drive *drive, double until) {
  double points[LOOKED_AT], start = 0, slope,
                            value = trm_function_derivatives(drive->function, &start, 1, &slope, NULL);
  if (!isfinite(value) || !isfinite(slope)) {
    trm_freeze_error(freeze, drive->place, "joint \"%s\": the prescribed %s is not finite at t = 0", drive->joint,
                     drive->coordinate);
    return;
  }
  int count = trm_function_breakpoints(drive->function, 0, &start, 0, until, points, LOOKED_AT);
  for (int i = 0; i < count && i < LOOKED_AT; i++) check_breakpoint(freeze, drive, points[i]);
}

void trm_freeze_check_drives(trm_Freeze *freeze) {
  double until = 0;
  for (int a = 0; a < freeze->model->analysis_count; a++) until = fmax(until, freeze->model->analyses[a]->until);
  for (int j = 0; j < freeze->model->joint_count; j++)
    for (int c = 0; c < freeze->joints[j].kind->coordinate_count; c++) {
      const trm_Laws *laws = &freeze->joints[j].laws[c];
      Drive drive = {.joint = freeze->joints[j].name, .coordinate = freeze->joints[j].kind->coordinates[c].name};
      if (laws->drive) {
        drive.function = &laws->def->drive, drive.place = trm_place_of(laws->def, offsetof(trm_CoordinateDef, drive));
        check_drive(freeze, &drive, until);
      }
      if (laws->drive_rate) {
        drive.function = &laws->def->drive_rate, drive.is_rate = true;
        drive.place = trm_place_of(laws->def, offsetof(trm_CoordinateDef, drive_rate));
        check_drive(freeze, &drive, until);
      }
    }
}
