/* Prescribed motions must be followed by masses: a jump of the position needs an infinite force, a kink an impulse.
   Which of them a breakpoint is shows in the limits from both sides. */
#include <math.h>
#include "build/freeze_internal.h"
#include "base/findings.h"

typedef struct Drive {
  const trm_Function *function;
  const char *joint, *coordinate;
  trm_Place place;
  bool is_rate;
  double until;
  /* the function's own scales: largest value and slope met, and how far its values are apart */
  double size, range, steepest;
} Drive;

enum { SAMPLES = 64 };

static void find_scales(const trm_Freeze *freeze, Drive *drive) {
  double least = INFINITY, most = -INFINITY;
  for (int i = 0; i <= SAMPLES; i++) {
    double t = drive->until * i / SAMPLES, slope,
           value = trm_function_derivatives(drive->function, &t, freeze->model->inputs.start, 1, &slope, NULL);
    least = fmin(least, value), most = fmax(most, value);
    if (isfinite(slope)) drive->steepest = fmax(drive->steepest, fabs(slope));
  }
  drive->size = fmax(fabs(least), fabs(most)), drive->range = most - least;
}

/* Is the difference of two limits one? `far` was found from a thousand times the distance of `near`: what tends to 0
   with the distance (a steep root does so slowest) has become much smaller. */
static bool lasts(double near, double far, double scale) { return fabs(near) > scale && fabs(near) > 0.5 * fabs(far); }

static void report_jump(trm_Freeze *freeze, const Drive *drive, double t, const trm_Sides *sides) {
  if (drive->is_rate)
    trm_find(freeze->diagnostics, TRM_FIND_DRIVE_KINK, drive->place,
             "joint \"%s\": the prescribed rate of %s jumps from %.6g to %.6g at t = %.6g s: an impulse, which the "
             "schemes answer with "
             "a vibration; a ramp is kinder",
             drive->joint, drive->coordinate, sides->value[0], sides->value[1], t);
  else
    freeze->failed = true,
    trm_find(freeze->diagnostics, TRM_FIND_DRIVE_JUMP, drive->place,
             "joint \"%s\": the prescribed %s jumps from %.6g to %.6g at t = %.6g s, which no finite force can "
             "follow: use a "
             "ramp, or drive-rate",
             drive->joint, drive->coordinate, sides->value[0], sides->value[1], t);
}

/* Of the duration: how far beside a breakpoint it is looked at, and at least; of that, how far the second time. */
static const double beside = 1e-6, beside_at_least = 1e-9, nearer = 1e-3;
/* Of the range of values (with the round-off of the values themselves), and of the steepest slope: less is round-off of
   what was evaluated so near to the breakpoint. */
static const double jump_part = 1e-9, value_round_off = 1e-12, kink_part = 1e-6;

/* free: how far the next breakpoint is */
static void check_breakpoint(trm_Freeze *freeze, const Drive *drive, double t, double free) {
  double aside = fmax(fmin(beside * drive->until, 0.25 * free), beside_at_least * drive->until);
  trm_Sides far = trm_function_sides(drive->function, freeze->model->inputs.start, t, aside),
            near = trm_function_sides(drive->function, freeze->model->inputs.start, t, nearer * aside);
  double jump = near.value[1] - near.value[0], kink = near.slope[1] - near.slope[0];
  double range = fmax(drive->range, fabs(jump)), steepest = fmax(drive->steepest, fabs(kink));
  if (lasts(jump, far.value[1] - far.value[0], jump_part * range + value_round_off * drive->size))
    report_jump(freeze, drive, t, &near);
  else if (!drive->is_rate && lasts(kink, far.slope[1] - far.slope[0], kink_part * steepest))
    trm_find(freeze->diagnostics, TRM_FIND_DRIVE_KINK, drive->place,
             "joint \"%s\": the prescribed %s has a kink at t = %.6g s (its rate jumps from %.6g to %.6g): an "
             "impulse, which the "
             "schemes answer with a vibration; round it off",
             drive->joint, drive->coordinate, t, near.slope[0], near.slope[1]);
}

enum { LOOKED_AT = 64, ROUNDS = 16 };

static void check_drive(trm_Freeze *freeze, Drive *drive) {
  double points[LOOKED_AT],
      start = 0, slope,
      value = trm_function_derivatives(drive->function, &start, freeze->model->inputs.start, 1, &slope, NULL);
  if (!isfinite(value) || !isfinite(slope)) {
    freeze->failed = true;
    trm_find(freeze->diagnostics, TRM_FIND_NOT_FINITE, drive->place,
             "joint \"%s\": the prescribed %s is not finite at t = 0", drive->joint, drive->coordinate);
    return;
  }
  find_scales(freeze, drive);
  double last = -INFINITY;
  for (int round = 0, count = LOOKED_AT + 1; round < ROUNDS && count > LOOKED_AT; round++) {
    count = trm_function_breakpoints(drive->function,
                                     &(trm_Along){0, &start, freeze->model->inputs.start, fmax(last, 0), drive->until},
                                     points, LOOKED_AT);
    int stored = count < LOOKED_AT ? count : LOOKED_AT;
    for (int i = 0; i < stored; i++) {
      double next = i + 1 < stored ? points[i + 1] : INFINITY;
      check_breakpoint(freeze, drive, points[i], fmin(points[i] - last, next - points[i]));
      last = points[i];
    }
  }
}

void trm_freeze_check_drives(trm_Freeze *freeze) {
  double until = 0;
  for (int a = 0; a < freeze->model->analyses.count; a++) until = fmax(until, freeze->model->analyses.items[a]->until);
  for (int j = 0; j < freeze->model->joint_count; j++)
    for (int c = 0; c < freeze->joints[j].kind->coordinate_count; c++) {
      const trm_Laws *laws = &freeze->joints[j].laws[c];
      Drive drive = {
          .joint = freeze->joints[j].name, .coordinate = freeze->joints[j].kind->coordinates[c].name, .until = until};
      if (laws->drive) {
        drive.function = laws->drive, drive.place = trm_place_of(laws->def, offsetof(trm_CoordinateDef, drive));
        check_drive(freeze, &drive);
      }
      if (laws->drive_rate) {
        drive.function = laws->drive_rate, drive.is_rate = true;
        drive.place = trm_place_of(laws->def, offsetof(trm_CoordinateDef, drive_rate));
        check_drive(freeze, &drive);
      }
    }
}
