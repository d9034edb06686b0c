/* The curve of a beam from its definition, its frames, and where nodes must lie: segments, stations, jumps of
   sections, places that others name. */
#include "build/beam_mesh.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "build/tables_beam.h"
#include "math/vec3.h"
#include "model/model_numbers.h"

enum { MOST_NODES = 1000000, MANY_NODES = 20000 };
static const double short_beam = 1e-6; /* m: shorter ones were most likely written in another unit */

/* ---- the curve --------------------------------------------------------------------------------------------------- */

static bool make_arc(trm_Arena *arena, const trm_ArcDef *def, trm_Curve *curve, const char **reason) {
  trm_ArcForm form = {.angle = def->angle};
  if (trm_given(def, offsetof(trm_ArcDef, through))) {
    if (def->through.count != 9) return *reason = "needs three points to be an arc", false;
    return trm_curve_arc_through(arena, def->through.values, curve, reason);
  }
  trm_copy(form.start, def->start, 3);
  trm_copy(form.centre, def->centre, 3);
  trm_copy(form.axis, def->axis, 3);
  return trm_curve_arc(arena, &form, curve, reason);
}

static bool make_nurbs(trm_Arena *arena, const trm_NurbsDef *def, trm_Curve *curve, const char **reason) {
  int count = def->points.count / 3;
  trm_NurbsForm form = {.degree = def->degree, .count = count, .points = def->points.values};
  if (trm_given(def, offsetof(trm_NurbsDef, weights))) {
    if (def->weights.count != count) return *reason = "needs as many weights as points", false;
    form.weights = def->weights.values;
  }
  if (trm_given(def, offsetof(trm_NurbsDef, knots))) {
    if (def->knots.count != count + def->degree + 1)
      return *reason = "needs as many knots as points + degree + 1", false;
    form.knots = def->knots.values;
  }
  return trm_curve_nurbs(arena, &form, curve, reason);
}

bool trm_make_curve(trm_Arena *arena, const trm_CurveDef *def, trm_Curve *curve, const char **reason) {
  if (trm_given(def, offsetof(trm_CurveDef, line))) {
    if (def->line.count != 6) return *reason = "needs two points to be a line (polyline: for more)", false;
    return trm_curve_polyline(arena, def->line.values, 2, curve, reason);
  }
  if (trm_given(def, offsetof(trm_CurveDef, arc))) return make_arc(arena, &def->arc, curve, reason);
  if (trm_given(def, offsetof(trm_CurveDef, polyline)))
    return trm_curve_polyline(arena, def->polyline.values, def->polyline.count / 3, curve, reason);
  if (trm_given(def, offsetof(trm_CurveDef, spline)))
    return trm_curve_spline(arena, def->spline.values, def->spline.count / 3, curve, reason);
  return make_nurbs(arena, &def->nurbs, curve, reason);
}

trm_Place trm_curve_place(const trm_CurveDef *def, trm_Place otherwise) {
  static const size_t forms[] = {offsetof(trm_CurveDef, line), offsetof(trm_CurveDef, arc),
                                 offsetof(trm_CurveDef, polyline), offsetof(trm_CurveDef, spline),
                                 offsetof(trm_CurveDef, nurbs)};
  for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
    if (trm_given(def, forms[i])) return trm_place_of(def, forms[i]);
  return otherwise;
}

/* of an element: parts whose lengths differ by less are equal, and the first of them gets an element more */
static const double equal_lengths = 1e-12;

/* sine of the angle between a beam and the vertical: less is upright, and the horizontal across it would be a matter of
   its last digits */
static const double upright = 1e-3;

static bool make_frames(trm_Freeze *freeze, trm_BeamPlan *plan) {
  double normal[3], tangent[3], up[3] = {0, 0, 1}, side[3] = {0, 1, 0};
  const char *reason = NULL;
  bool given = trm_given(plan->def, offsetof(trm_BeamDef, normal));
  trm_curve_tangent(&plan->curve, (trm_CurvePlace){0, 0}, tangent);
  trm_cross(normal, up, tangent);
  if (given || trm_norm(normal) < upright) trm_copy(normal, given ? plan->def->normal : side, 3);
  if (trm_curve_frames(freeze->arena, &plan->curve, normal, &plan->frames, &reason)) return true;
  if (reason)
    trm_freeze_error(freeze, trm_place_of(plan->def, offsetof(trm_BeamDef, normal)),
                     "beam \"%s\": normal must not be along the curve at its start", plan->entry->name);
  return false;
}

/* ---- positions that matter --------------------------------------------------------------------------------------- */

/* Of all beams: counted per beam, then listed beam by beam. */
typedef struct Collector {
  const trm_KeyIndex *beams;
  int *next;  /* per beam: how many, or where its next one goes */
  double *at; /* relative span; NULL: they are counted */
} Collector;

static void collect(Collector *all, const char *name, size_t length, double xi) {
  int beam = trm_key_index_find(all->beams, name, length);
  if (beam < 0) return;
  if (all->at) all->at[all->next[beam]] = xi;
  all->next[beam]++;
}

static void collect_reference(Collector *all, const trm_Reference *reference) {
  size_t length;
  double xi;
  if (reference->name && trm_beam_point_name(reference->name, &length, &xi) == TRM_BEAM_POINT)
    collect(all, reference->name, length, xi);
}

/* every reference of the model to a point of a beam */
static void collect_references(Collector *all, const trm_ModelDef *model) {
  const trm_FieldTable *table = model->bound.table;
  for (int f = 0; f < table->field_count; f++) {
    if (table->fields[f].type != TRM_FIELD_ENTRIES) continue;
    const trm_Entries *entries = (const trm_Entries *)((const char *)model + table->fields[f].offset);
    for (int i = 0; i < entries->count; i++)
      for (int k = 0; k < entries->items[i].table->field_count; k++) {
        const trm_Field *field = &entries->items[i].table->fields[k];
        const trm_Reference *reference = (const trm_Reference *)((const char *)entries->items[i].data + field->offset);
        if (field->type == TRM_FIELD_REFERENCE || field->type == TRM_FIELD_PAIR) collect_reference(all, &reference[0]);
        if (field->type == TRM_FIELD_PAIR) collect_reference(all, &reference[1]);
      }
  }
}

/* ... and in formulas: boom@0.5.velocity.z, along the axes of boom.end */
static void collect_name(Collector *all, const char *name, size_t name_length) {
  char alone[2 * TRM_POINT_SIZE];
  size_t length;
  double xi;
  if (name_length >= sizeof alone) return;
  memcpy(alone, name, name_length);
  alone[name_length] = 0;
  if (trm_beam_point_in(alone, &length, &xi)) collect(all, alone, strcspn(alone, ".@"), xi);
}

static void collect_names(Collector *all, const trm_FoundNames *names) {
  for (int i = 0; i < names->count; i++) {
    size_t length;
    const char *name = names->items[i].name, *frame = trm_expression_name_frame(name, &length);
    collect_name(all, name, length);
    if (frame) collect_name(all, frame, strlen(frame));
  }
}

static void collect_all(Collector *all, const trm_ModelDef *model) {
  collect_references(all, model);
  collect_names(all, &model->named);
  collect_names(all, &model->shown);
}

bool trm_beam_marks_find(trm_Freeze *freeze, trm_BeamMarks *out) {
  int count = freeze->def.beams.count, sum = 0;
  int *first = TRM_ARENA_NEW(freeze->arena, int, count + 1), *next = TRM_ARENA_NEW(freeze->arena, int, count + 1);
  Collector all = {&freeze->beam_names, next, NULL};
  if (!first || !next) return false;
  collect_all(&all, &freeze->def);
  for (int b = 0; b <= count; b++) {
    int own = b < count ? next[b] : 0;
    first[b] = next[b] = sum;
    sum += own;
  }
  all.at = TRM_ARENA_NEW(freeze->arena, double, sum + 1);
  if (!all.at) return false;
  collect_all(&all, &freeze->def);
  *out = (trm_BeamMarks){first, all.at};
  return true;
}

/* Those of one beam, in their order. */
typedef struct Marks {
  double *at; /* relative span */
  int count;
} Marks;

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static bool find_marks(trm_Freeze *freeze, const trm_BeamPlan *plan, const trm_BeamMarks *all, int beam, Marks *marks) {
  const trm_Stations *section = &plan->def->section;
  int named = all->first[beam + 1] - all->first[beam];
  marks->count = 0;
  marks->at = TRM_ARENA_NEW(freeze->arena, double, named + section->count + 1);
  if (!marks->at) return false;
  for (int i = 0; i < named; i++) marks->at[marks->count++] = all->at[all->first[beam] + i];
  for (int i = 1; i < section->count; i++)
    if (section->at[i] == section->at[i - 1]) marks->at[marks->count++] = section->at[i];
  qsort(marks->at, (size_t)marks->count, sizeof(double), compare_numbers);
  return true;
}

/* ---- sharing out elements ---------------------------------------------------------------------------------------- */

/* At least one for each part, and the next one always to the part with the longest elements. Returns how many there
   are. */
static int share_out(int total, const double *lengths, int count, int *out) {
  double whole = 0;
  int given = 0;
  for (int i = 0; i < count; i++) whole += lengths[i];
  for (int i = 0; i < count; i++) {
    out[i] = (int)(total * (lengths[i] / whole));
    if (out[i] < 1) out[i] = 1;
    given += out[i];
  }
  for (; given < total; given++) {
    int longest = 0;
    for (int i = 1; i < count; i++)
      if (lengths[i] / out[i] > lengths[longest] / out[longest] * (1 + equal_lengths)) longest = i;
    out[longest]++;
  }
  while (given > total) { /* short parts that were raised to one: taken from where elements are shortest */
    int shortest = -1;
    for (int i = 0; i < count; i++)
      if (out[i] > 1 && (shortest < 0 || lengths[i] / (out[i] - 1) < lengths[shortest] / (out[shortest] - 1)))
        shortest = i;
    if (shortest < 0) break;
    out[shortest]--, given--;
  }
  return given;
}

/* One smooth segment of the curve. */
typedef struct Segment {
  double from, to; /* arc length */
  int elements;
} Segment;

static Segment *find_segments(trm_Freeze *freeze, const trm_Curve *curve) {
  Segment *segments = TRM_ARENA_NEW(freeze->arena, Segment, curve->segments);
  for (int i = 0, next = 0; segments && i < curve->count; i++) {
    const trm_CurvePiece *piece = &curve->pieces[i];
    if (i == 0 || piece->corner) segments[next++].from = piece->start;
    segments[next - 1].to = i + 1 < curve->count ? piece[1].start : curve->length;
  }
  return segments;
}

/* what is possible but was hardly meant */
static void remark_size(trm_Freeze *freeze, const trm_BeamPlan *plan, double elements, trm_Place place) {
  double length = plan->curve.length, nodes = elements * plan->def->order;
  if (length < short_beam)
    trm_report(freeze->diagnostics, TRM_WARNING, plan->entry->place,
               "beam \"%s\" is %.3g m long: is it meant to be so short? Lengths are in metres", plan->entry->name,
               length);
  if (nodes > MANY_NODES)
    trm_report(
        freeze->diagnostics, TRM_WARNING, place,
        "beam \"%s\": %.0f elements of %.3g m each, %.0f unknowns: every step takes seconds, and a few dozen elements "
        "are as good as exact for most beams",
        plan->entry->name, elements, length / elements, (freeze->model->space.planar ? 3 : 6) * nodes);
}

static bool count_elements(trm_Freeze *freeze, const trm_BeamPlan *plan, Segment *segments) {
  int count = plan->curve.segments;
  const trm_Numbers *asked = &plan->def->elements;
  trm_Place place = trm_place_of(plan->def, offsetof(trm_BeamDef, elements));
  double *lengths = TRM_ARENA_NEW(freeze->arena, double, count), total = 0;
  int *shares = TRM_ARENA_NEW(freeze->arena, int, count);
  if (!lengths || !shares) return false;
  for (int i = 0; i < asked->count; i++) total += asked->values[i];
  if (asked->count != 1 && asked->count != count) {
    trm_freeze_error(freeze, place, "beam \"%s\": the curve has %d segment%s, but %d numbers of elements are given",
                     plan->entry->name, count, count == 1 ? "" : "s", asked->count);
    return false;
  }
  if (total * plan->def->order > MOST_NODES) {
    trm_freeze_error(freeze, place,
                     "beam \"%s\": %.6g elements of order %d are more than this program takes (%d nodes)",
                     plan->entry->name, total, plan->def->order, MOST_NODES);
    return false;
  }
  remark_size(freeze, plan, total, place);
  if (asked->count == 1 && total < count && trm_given(plan->def, offsetof(trm_BeamDef, elements))) {
    trm_freeze_error(freeze, place, "beam \"%s\": the curve has %d segments, and each needs an element of its own",
                     plan->entry->name, count);
    return false;
  }
  for (int i = 0; i < count; i++) lengths[i] = segments[i].to - segments[i].from;
  share_out((int)total, lengths, count, shares);
  for (int i = 0; i < count; i++) segments[i].elements = asked->count > 1 ? (int)asked->values[i] : shares[i];
  return true;
}

/* Parts of a segment between marks, and their elements. */
typedef struct Parts {
  double *ends, *lengths; /* arc length where each part ends */
  int *elements;
  int count;
} Parts;

static int split_segment(const Segment *segment, const Marks *marks, double length, Parts *parts) {
  double from = segment->from;
  parts->count = 0;
  for (int i = 0; i <= marks->count; i++) {
    double to = i < marks->count ? marks->at[i] * length : segment->to;
    bool last = i == marks->count;
    if (!last && (to <= from + trm_meant_equal * length || to >= segment->to - trm_meant_equal * length)) continue;
    parts->ends[parts->count] = to, parts->lengths[parts->count++] = to - from;
    from = to;
  }
  return share_out(segment->elements, parts->lengths, parts->count, parts->elements);
}

/* bounds NULL: counts only. The first bound is written by the caller. */
static int lay_segment(const Segment *segment, const Marks *marks, double length, Parts *parts, double *bounds) {
  int count = split_segment(segment, marks, length, parts), next = 0;
  double from = segment->from;
  for (int p = 0; bounds && p < parts->count; p++) {
    int n = parts->elements[p];
    for (int e = 1; e <= n; e++) bounds[next++] = e == n ? parts->ends[p] : from + (parts->ends[p] - from) * e / n;
    from = parts->ends[p];
  }
  return count;
}

static bool lay_elements(trm_Freeze *freeze, trm_BeamPlan *plan, const Segment *segments, const Marks *marks) {
  trm_Arena *arena = freeze->arena;
  double length = plan->curve.length;
  Parts parts = {.ends = TRM_ARENA_NEW(arena, double, marks->count + 1),
                 .lengths = TRM_ARENA_NEW(arena, double, marks->count + 1),
                 .elements = TRM_ARENA_NEW(arena, int, marks->count + 1)};
  if (arena->failed) return false;
  for (int s = 0; s < plan->curve.segments; s++)
    plan->element_count += lay_segment(&segments[s], marks, length, &parts, NULL);
  double *bounds = TRM_ARENA_NEW(arena, double, plan->element_count + 1), *next = bounds + 1;
  if (!bounds) return false;
  for (int s = 0; s < plan->curve.segments; s++) next += lay_segment(&segments[s], marks, length, &parts, next);
  plan->bounds = bounds;
  return true;
}

bool trm_beam_plan(trm_Freeze *freeze, int beam, const trm_BeamMarks *all, trm_BeamPlan *plan) {
  trm_Arena *arena = freeze->arena;
  const trm_Entry *entry = &freeze->def.beams.items[beam];
  const char *reason = NULL;
  Marks marks = {0};
  *plan = (trm_BeamPlan){.entry = entry, .def = entry->data};
  if (!trm_make_curve(arena, &plan->def->curve, &plan->curve, &reason)) {
    if (reason)
      trm_freeze_error(freeze,
                       trm_curve_place(&plan->def->curve, trm_place_of(plan->def, offsetof(trm_BeamDef, curve))),
                       "beam \"%s\": the curve %s", entry->name, reason);
    return false;
  }
  if (!make_frames(freeze, plan) || !find_marks(freeze, plan, all, beam, &marks)) return false;
  Segment *segments = find_segments(freeze, &plan->curve);
  return segments && count_elements(freeze, plan, segments) && lay_elements(freeze, plan, segments, &marks);
}
