/* Active rows, unknown coordinates, drives and multipliers of every joint. Order: rows as in the joint's kind, then
   those of coordinates that this layout alone makes unknowns; drives likewise; multipliers of unknown stresses first,
   then joint by joint. */
#include "system/layout.h"
#include "element/joint.h"
#include "element/law.h"
#include "system/sharing.h"

static bool asked(const trm_Laws *laws, trm_LayoutPurpose purpose) {
  if (!laws->def || purpose == TRM_LAYOUT_MOTION) return false;
  return trm_given(laws->def, purpose == TRM_LAYOUT_POSITIONS ? offsetof(trm_CoordinateDef, start)
                                                              : offsetof(trm_CoordinateDef, rate));
}

/* a prescribed rate says nothing about the position: it is held while positions are found only if a start is given */
static bool prescribed(const trm_Laws *laws, trm_LayoutPurpose purpose) {
  return laws->drive || (laws->drive_rate && purpose != TRM_LAYOUT_POSITIONS);
}

/* A coordinate is an unknown when a law acts on it or a relation uses it. */
static void active_coordinates(trm_Joint *joint, trm_LayoutPurpose purpose) {
  const trm_JointKind *kind = joint->kind;
  bool used[TRM_JOINT_COORDINATES] = {false};
  for (int r = 0; r < kind->row_count; r++)
    if (trm_row_form(&kind->rows[r])->kernel == TRM_KERNEL_RELATION)
      used[kind->rows[r].a] = used[kind->rows[r].b] = true;
  for (int r = 0; r < kind->row_count; r++)
    if (trm_row_keeps_coordinate(&kind->rows[r])) used[kind->rows[r].coordinate] = true;
  used[0] |= joint->track != NULL; /* the place of the contact */
  for (int c = 0; c < TRM_JOINT_COORDINATES; c++) {
    bool active = c < kind->coordinate_count && (used[c] || joint->model->combined[c] || joint->model->named[c] ||
                                                 joint->model->bushing || trm_laws_present(&joint->laws[c]));
    joint->unknown_of[c] = active ? joint->unknown_count++ : -1;
    if (active && prescribed(&joint->laws[c], purpose)) joint->drives[joint->drive_count++] = c;
  }
}

/* do shared unknowns fulfil the row by themselves? */
static bool row_shared(const trm_Row *row, const trm_JointSharing *sharing) {
  return (row->sharing == TRM_SHARE_POINT && (sharing->point || sharing->implied_point)) ||
         (row->sharing == TRM_SHARE_TRIAD && (sharing->triad || sharing->implied_triad));
}

static bool row_active(const trm_Joint *joint, const trm_JointSharing *sharing, int r) {
  const trm_Row *row = &joint->kind->rows[r];
  return !row_shared(row, sharing) && !(joint->model->idle_rows >> r & 1) &&
         (row->coordinate < 0 || joint->unknown_of[row->coordinate] >= 0);
}

/* makes coordinate c an unknown, with its defining row active */
static void measure(trm_Joint *joint, int c) {
  if (joint->unknown_of[c] >= 0) return;
  joint->unknown_of[c] = joint->unknown_count++;
  joint->rows[joint->row_count++] = trm_coordinate_row(joint->kind, c);
}

/* the same, and it is led */
static void lead(trm_Joint *joint, int c) {
  for (int d = 0; d < joint->drive_count; d++)
    if (joint->drives[d] == c) return;
  measure(joint, c);
  joint->drives[joint->drive_count++] = c;
}

static trm_Joint joint_of(const trm_ModelJoint *model, const trm_Layout *layout) {
  return (trm_Joint){.layout = layout,
                     .model = model,
                     .name = model->name,
                     .kind = model->kind,
                     .track = model->track,
                     .side = model->side,
                     .parameters = model->parameters,
                     .path = model->path,
                     .term_count = model->term_count,
                     .terms = model->terms,
                     .laws = model->laws,
                     .first_coordinate = model->first_coordinate,
                     .unknown_of = {-1, -1, -1, -1, -1, -1}};
}

static const trm_Laws no_laws[TRM_JOINT_COORDINATES];

static void lay_joint(trm_Joint *joint, const trm_JointSharing *sharing, const trm_LayoutOptions *options, int j) {
  if (options->released && options->released[j]) {
    joint->laws = no_laws; /* what formulas name goes on being measured */
    for (int c = 0; c < joint->kind->coordinate_count; c++)
      if (joint->model->named[c]) measure(joint, c);
    joint->multiplier_count = joint->row_count;
    return;
  }
  active_coordinates(joint, options->purpose);
  for (int r = 0; r < joint->kind->row_count; r++)
    if (row_active(joint, sharing, r)) joint->rows[joint->row_count++] = r;
  for (int c = 0; c < joint->kind->coordinate_count; c++)
    if (asked(&joint->laws[c], options->purpose) || (options->locked && options->locked[j][c])) lead(joint, c);
  joint->multiplier_count = joint->row_count + joint->drive_count;
}

static unsigned mask_of(const trm_Joint *joint) {
  unsigned mask = 0;
  for (int r = 0; r < joint->row_count; r++) mask |= 1u << joint->rows[r];
  return mask;
}

/* the rows that the motion enforces as the model stands */
static bool note_motion_rows(trm_Layout *layout, unsigned *rows) {
  trm_Arena scratch = {0};
  trm_LayoutOptions plain = {.purpose = TRM_LAYOUT_MOTION};
  trm_Sharing sharing;
  bool good = trm_sharing_find(layout->model, &plain, &scratch, &sharing);
  for (int j = 0; j < layout->model->joint_count && good; j++) {
    trm_Joint joint = joint_of(&layout->model->joints[j], NULL);
    lay_joint(&joint, &sharing.joints[j], &plain, j);
    rows[j] = mask_of(&joint);
  }
  trm_arena_free(&scratch);
  return good;
}

/* Coordinates that other joints combine stay unknowns. */
static bool can_release(const trm_Model *model, const trm_LayoutOptions *options) {
  for (int j = 0; options->released && j < model->joint_count; j++) {
    const trm_ModelJoint *joint = &model->joints[j];
    bool combined = false;
    for (int c = 0; c < TRM_JOINT_COORDINATES; c++) combined |= joint->combined[c];
    if (options->released[j] && (joint->track || combined)) return false;
  }
  return true;
}

/* keeps what was asked for */
static bool note_options(trm_Layout *layout, const trm_LayoutOptions *options) {
  int count = layout->model->joint_count;
  bool *released = TRM_ARENA_NEW(&layout->arena, bool, count);
  bool(*locked)[TRM_JOINT_COORDINATES] = trm_arena_alloc(&layout->arena, (size_t)count, sizeof *locked);
  for (int j = 0; released && locked && j < count; j++) {
    released[j] = options->released && options->released[j];
    for (int c = 0; c < TRM_JOINT_COORDINATES; c++) locked[j][c] = options->locked && options->locked[j][c];
  }
  layout->released = released, layout->locked = (const bool(*)[TRM_JOINT_COORDINATES])locked;
  return !layout->arena.failed;
}

static bool plain(const trm_LayoutOptions *options) {
  return options->purpose == TRM_LAYOUT_MOTION && !options->released && !options->locked && !options->unshared;
}

trm_Status trm_layout_new(trm_Layout **out, const trm_Model *model, trm_LayoutOptions options) {
  *out = NULL;
  if (!can_release(model, &options)) return TRM_BAD_ARGUMENT;
  trm_Layout *layout = TRM_NEW(trm_Layout, 1);
  trm_Joint *joints = layout ? TRM_ARENA_NEW(&layout->arena, trm_Joint, model->joint_count) : NULL;
  unsigned *rows = layout ? TRM_ARENA_NEW(&layout->arena, unsigned, model->joint_count) : NULL;
  trm_SlideHold *held = layout ? TRM_ARENA_NEW(&layout->arena, trm_SlideHold, model->joint_count) : NULL;
  if (!joints || !rows || !held) return trm_layout_free(layout), TRM_NO_MEMORY;
  layout->motion_rows = rows, layout->held = held;
  layout->model = model, layout->joints = joints, layout->multiplier_count = model->mesh.stress_count;
  if (!note_options(layout, &options) || !trm_sharing_find(model, &options, &layout->arena, &layout->sharing))
    return trm_layout_free(layout), TRM_NO_MEMORY;
  for (int j = 0; j < model->joint_count; j++) {
    joints[j] = joint_of(&model->joints[j], layout), held[j] = (trm_SlideHold){-1, -1};
    lay_joint(&joints[j], &layout->sharing.joints[j], &options, j);
    joints[j].first_multiplier = layout->multiplier_count;
    layout->multiplier_count += joints[j].multiplier_count;
    rows[j] = mask_of(&joints[j]);
  }
  if (!plain(&options) && !note_motion_rows(layout, rows)) return trm_layout_free(layout), TRM_NO_MEMORY;
  *out = layout;
  return TRM_OK;
}

void trm_layout_free(trm_Layout *layout) {
  if (!layout) return;
  trm_arena_free(&layout->arena);
  trm_release(layout);
}

static bool contains(const int *list, int count, int value) {
  for (int i = 0; i < count; i++)
    if (list[i] == value) return true;
  return false;
}

/* the rows of a joint that hold: those that are enforced, and those that shared unknowns fulfil by themselves */
static unsigned held_rows(const trm_Layout *layout, int j) {
  const trm_Joint *joint = &layout->joints[j];
  const trm_JointSharing *sharing = &layout->sharing.joints[j];
  unsigned mask = mask_of(joint);
  for (int r = 0; r < joint->kind->row_count; r++)
    if (row_shared(&joint->kind->rows[r], sharing)) mask |= 1u << r;
  return mask;
}

bool trm_layout_within(const trm_Layout *layout, const trm_Layout *other) {
  for (int j = 0; j < layout->model->joint_count; j++) {
    const trm_Joint *a = &layout->joints[j], *b = &other->joints[j];
    if (held_rows(layout, j) & ~held_rows(other, j)) return false;
    for (int d = 0; d < a->drive_count; d++)
      if (!contains(b->drives, b->drive_count, a->drives[d])) return false;
  }
  return true;
}

bool trm_layout_is_motion(const trm_Model *model, trm_LayoutPurpose purpose) {
  for (int j = 0; j < model->joint_count; j++)
    for (int c = 0; c < model->joints[j].kind->coordinate_count; c++) {
      const trm_Laws *laws = &model->joints[j].laws[c];
      bool driven = laws->drive || laws->drive_rate;
      if (driven != prescribed(laws, purpose) || (asked(laws, purpose) && !driven)) return false;
    }
  return true;
}
