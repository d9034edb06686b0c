/* What is said of sliders, on beams and on curves alike: the share of the length, or the curve's own parameter, in
   terms of the arc length s; the ends. */
#include <math.h>
#include <string.h>
#include "build/freeze_internal.h"
#include "element/law.h"

static int field_index(const trm_FieldTable *table, size_t offset) {
  for (int f = 0; f < table->field_count; f++)
    if (table->fields[f].offset == offset) return f;
  return 0;
}

/* `to` is told what `from` says of a field */
static void tell(trm_CoordinateDef *to, trm_Place *places, const trm_CoordinateDef *from, size_t offset) {
  int f = field_index(to->bound.table, offset);
  to->bound.given |= (uint64_t)1 << f;
  places[f] = trm_place_of(from, offset);
}

enum { START, RATE, DRIVE, DRIVE_RATE, SAYINGS };
static const size_t offsets[SAYINGS] = {offsetof(trm_CoordinateDef, start), offsetof(trm_CoordinateDef, rate),
                                        offsetof(trm_CoordinateDef, drive), offsetof(trm_CoordinateDef, drive_rate)};

/* Is the motion said of s too? */
static bool said_twice(const trm_Slide *slide, const trm_CoordinateDef *share) {
  const trm_CoordinateDef *length = &slide->def->coordinates.item[0];
  for (int i = 0; i < SAYINGS && length->bound.places; i++)
    for (int k = 0; k < SAYINGS; k++)
      if (trm_given(share, offsets[i]) && trm_given(length, offsets[k]) && (k == i || k + i >= 4)) {
        trm_freeze_error(slide->freeze, trm_place_of(share, offsets[i]),
                         "joint \"%s\": the motion is said of s and of eta; one of them is enough", slide->joint->name);
        return true;
      }
  return false;
}

/* s of the share, ds/d(share) */
static double length_of(const trm_Slide *slide, double share, double *slope) {
  if (slide->joint->path) return trm_curve_path_from_eta(slide->joint->path, share, slope, NULL);
  *slope = slide->to - slide->from;
  return slide->from + *slope * share;
}

/* the drive of the share as one of s: scale * function + shift, or through the curve where that is not so simple */
static void drive_laws(const trm_Slide *slide, const trm_CoordinateDef *share) {
  trm_Laws *laws = &slide->joint->laws[0];
  bool drive = trm_given(share, offsets[DRIVE]), rate = trm_given(share, offsets[DRIVE_RATE]);
  const trm_CurvePath *path = slide->joint->path;
  if (!drive && !rate) return;
  if (drive) laws->drive = &share->drive;
  if (rate) laws->drive_rate = &share->drive_rate;
  if (path && path->curve.knotted) {
    laws->drive_path = path;
    return;
  }
  laws->drive_scale = slide->to - slide->from, laws->drive_shift = drive ? slide->from : 0;
}

static void share_laws(const trm_Slide *slide, const trm_CoordinateDef *share) {
  trm_Arena *arena = slide->freeze->arena;
  const trm_CoordinatesDef *all = &slide->def->coordinates;
  const trm_FieldTable *table = all->bound.table->fields[0].table;
  trm_CoordinateDef *length = TRM_ARENA_NEW(arena, trm_CoordinateDef, 1);
  trm_Place *places = TRM_ARENA_NEW(arena, trm_Place, table->field_count);
  if (!length || !places || said_twice(slide, share)) return;
  *length = all->item[0];
  if (length->bound.places) memcpy(places, length->bound.places, sizeof *places * (size_t)table->field_count);
  length->bound.table = table, length->bound.places = places;
  for (int i = 0; i < SAYINGS; i++)
    if (trm_given(share, offsets[i])) tell(length, places, share, offsets[i]);
  double slope, start = slide->share;
  if (trm_given(share, offsets[START])) start = share->start;
  double s = length_of(slide, start, &slope);
  if (trm_given(share, offsets[START])) length->start = s;
  if (trm_given(share, offsets[RATE])) length->rate = slope * share->rate;
  slide->joint->laws[0].def = length, slide->joint->laws[0].drive_scale = 1;
  drive_laws(slide, share);
}

static void refuse_wall_keys(const trm_Slide *slide) {
  static const size_t keys[] = {offsetof(trm_JointDef, wall_stiffness), offsetof(trm_JointDef, wall_damping)};
  static const char *const names[] = {"wall-stiffness", "wall-damping"};
  for (int k = 0; k < 2; k++)
    if (trm_given(slide->def, keys[k]))
      trm_freeze_error(slide->freeze, trm_place_of(slide->def, keys[k]), "joint \"%s\": %s is for `ends: wall`",
                       slide->joint->name, names[k]);
}

/* walls are stops at the ends */
static void add_walls(const trm_Slide *slide) {
  trm_Laws *laws = &slide->joint->laws[0];
  trm_Place place = trm_place_of(slide->def, offsetof(trm_JointDef, ends));
  bool given = trm_given(slide->def, offsetof(trm_JointDef, wall_stiffness));
  if (slide->joint->ends != TRM_ENDS_WALL) {
    refuse_wall_keys(slide);
    return;
  }
  if (laws->drive || laws->drive_rate) {
    trm_freeze_error(
        slide->freeze, place,
        "joint \"%s\": `ends: wall` cannot hold a slider that is driven: what is prescribed goes through it",
        slide->joint->name);
    return;
  }
  if (trm_laws_bound(laws)) {
    trm_freeze_error(slide->freeze, place, "joint \"%s\": `ends: wall` are stops of s; give either of them",
                     slide->joint->name);
    return;
  }
  if (!given && !(slide->stiffness > 0)) {
    trm_freeze_error(slide->freeze, place,
                     "joint \"%s\": `ends: wall` on a curve needs a wall-stiffness (N/m): none follows from a curve",
                     slide->joint->name);
    return;
  }
  trm_Stops *wall = trm_freeze_law(slide->freeze, laws, &trm_stops_law);
  double stiffness = given ? slide->def->wall_stiffness : slide->stiffness;
  if (wall) *wall = (trm_Stops){slide->from, slide->to, stiffness, slide->def->wall_damping};
}

/* Does anything but what resists the motion act along the track? */
static bool moves_slider(const trm_Laws *laws) {
  bool moves = laws->drive || laws->drive_rate;
  TRM_EACH_LAW(law, laws) moves |= law->kind->supplies || law->kind->bounds || !law->kind->dissipated;
  return moves;
}

void trm_freeze_slide(const trm_Slide *slide) {
  trm_ModelJoint *joint = slide->joint;
  for (int c = 0; c < joint->kind->coordinate_count; c++) {
    if (!joint->kind->coordinates[c].share || !joint->laws[c].def) continue;
    share_laws(slide, joint->laws[c].def);
    joint->laws[c] = (trm_Laws){.drive_scale = 1};
  }
  add_walls(slide);
  if (joint->ends == TRM_ENDS_RELEASE && moves_slider(&joint->laws[0]))
    trm_freeze_error(slide->freeze, trm_place_of(slide->def, offsetof(trm_JointDef, ends)),
                     "joint \"%s\": `ends: release` is for a slider that moves by itself: no drive, spring, stops, "
                     "force or actuator on s",
                     joint->name);
}
