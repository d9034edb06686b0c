/* Joints abreast: those whose rows hold and define no unknown coordinate and are components of the gap in world axes,
   or products of axes, or of axes with the gap, or its square; so all revolute, spherical, rigid, prismatic ones and
   more without laws on their coordinates, and distances. Rows are the same in all lanes, data of the kernel; their
   factors may differ. */
#include <math.h>
#include <string.h>
#include "element/bundle.h"
#include "element/elements.h"
#include "element/joint.h"
#include "element/row_form.h"
#include "math/vec3.h"

/* a row as the kernel sees it, without factors; false: it does not know it */
static bool simple_row(const trm_Row *row, bool coordinate, trm_BundleRow *out) {
  const trm_RowForm *form = trm_row_form(row);
  *out = (trm_BundleRow){.in_world = form->kernel == TRM_KERNEL_COINCIDENT, .a = row->a, .terms = form->term_count};
  if (out->in_world) return true;
  if (form->kernel != TRM_KERNEL_PRODUCTS) return false;
  if (form->of_length) { /* only the distance is so */
    out->of_gap = out->square = true;
    return !coordinate && form->term_count == 1 && form->scalar == TRM_SCALAR_NONE;
  }
  for (int t = 0; t < form->term_count; t++) {
    const trm_RowTerm *term = &form->terms[t];
    bool gap = term->right.kind == TRM_VECTOR_GAP;
    if (term->left.kind != TRM_VECTOR_AXIS || (!gap && term->right.kind != TRM_VECTOR_AXIS)) return false;
    if ((term->of != TRM_UNITY && !coordinate) || (t > 0 && gap != out->of_gap)) return false;
    out->of_gap = gap;
    out->left[t] = 3 * (term->left.side ^ row->seen_from_l) + trm_row_axis(row, term->left.axis);
    if (!gap) out->right[t] = 3 * (term->right.side ^ row->seen_from_l) + trm_row_axis(row, term->right.axis);
  }
  return coordinate || form->scalar == TRM_SCALAR_NONE;
}

static void need(trm_JointBundle *joints, const trm_BundleRow *row) {
  for (int t = 0; t < row->terms && !row->square; t++) {
    joints->needed[row->left[t] / 3][row->left[t] % 3] = true;
    if (!row->of_gap) joints->needed[row->right[t] / 3][row->right[t] % 3] = true;
  }
}

/* how the coordinates that are measured follow from the frames: an angle in a plane, or a displacement */
static void simple_coordinates(const trm_Joint *joint, trm_JointBundle *joints) {
  const trm_JointKind *kind = joint->kind;
  joints->coordinate_count = -1;
  if (kind->coordinate_count > TRM_BUNDLE_COORDINATES) return;
  for (int c = 0; c < kind->coordinate_count; c++) {
    int r = trm_coordinate_row(kind, c);
    const trm_RowForm *form = r < 0 ? NULL : trm_row_form(&kind->rows[r]);
    trm_BundleCoordinate *out = &joints->coordinate[c];
    if (!form || kind->coordinates[c].share || !simple_row(&kind->rows[r], true, &out->row)) return;
    out->turns = trm_row_turns(&kind->rows[r]), out->sense = trm_row_sense(&kind->rows[r]);
    if (!out->turns && form->scalar != TRM_SCALAR_COORDINATE) return;
  }
  joints->coordinate_count = kind->coordinate_count;
  for (int c = 0; c < joints->coordinate_count; c++) need(joints, &joints->coordinate[c].row);
}

static bool may_join(const trm_Joint *joint) {
  return !joint->track && !joint->path && joint->term_count == 0 && joint->unknown_count == 0 &&
         joint->drive_count == 0 && joint->row_count > 0 && joint->row_count <= TRM_BUNDLE_ROWS;
}

/* which blocks of the tangent there are (kernel: stiffness_of_row, lever_blocks) */
static void find_blocks(trm_JointBundle *joints) {
  enum { Y_K, PSI_K, Y_L, PSI_L };
  joints->block[PSI_K][PSI_K] = joints->block[PSI_L][PSI_L] = true;
  for (int r = 0; r < joints->row_count; r++) {
    const trm_BundleRow *row = &joints->row[r];
    if (row->in_world) continue;
    joints->block[PSI_K][PSI_L] = joints->block[PSI_L][PSI_K] = true;
    joints->gap = joints->gap || row->of_gap;
    for (int b = 0; b < 16 && row->square; b++) joints->block[b / 4][b % 4] = true;
    for (int t = 0; t < row->terms && row->of_gap && !row->square; t++) {
      int a = row->left[t] < 3 ? PSI_K : PSI_L;
      joints->block[a][Y_K] = joints->block[a][Y_L] = joints->block[Y_K][a] = joints->block[Y_L][a] = true;
    }
  }
}

static void add_entry(trm_Bundle *bundle, int row, int column) {
  bundle->entry[bundle->entries][0] = (unsigned char)row;
  bundle->entry[bundle->entries++][1] = (unsigned char)column;
}

/* an entry of both gradients of a row: of its force, a column; of its value, a row */
static void add_both(trm_Bundle *bundle, int multiplier, int unknown) {
  add_entry(bundle, unknown, multiplier);
  add_entry(bundle, multiplier, unknown);
}

/* in the order in which the kernel stores them */
static void list_entries(trm_Bundle *bundle, const trm_JointBundle *joints) {
  bundle->n = 12 + joints->row_count, bundle->entries = 0;
  for (int a = 0; a < 4; a++)
    for (int b = 0; b < 4; b++)
      for (int n = 0; joints->block[a][b] && n < 9; n++) add_entry(bundle, 3 * a + n / 3, 3 * b + n % 3);
  bundle->still = bundle->entries; /* stiffness of the rows' forces is that of a step */
  for (int r = 0; r < joints->row_count; r++) {
    const trm_BundleRow *row = &joints->row[r];
    for (int s = 0; s < 2 && row->in_world; s++) {
      if (!trm_side_moves(joints, s)) continue;
      add_both(bundle, 12 + r, 6 * s + row->a);
      for (int n = 1; n < 3; n++) add_both(bundle, 12 + r, 6 * s + 3 + (row->a + n) % 3);
    }
    for (int i = 0; i < 12 && !row->in_world; i++)
      if (joints->moves[i / 3] && (row->of_gap || i / 3 % 2 == 1)) add_both(bundle, 12 + r, i);
  }
}

static bool begin(const trm_Joint *joint, trm_Arena *arena, trm_Bundle *bundle) {
  trm_BundleRow rows[TRM_BUNDLE_ROWS];
  if (!may_join(joint)) return false;
  for (int r = 0; r < joint->row_count; r++)
    if (!simple_row(&joint->kind->rows[joint->rows[r]], false, &rows[r])) return false;
  trm_JointBundle *joints = TRM_ARENA_NEW(arena, trm_JointBundle, 1);
  if (!joints) return false;
  joints->row_count = joint->row_count;
  for (int i = 0; i < 4; i++) joints->moves[i] = true;
  for (int r = 0; r < joint->row_count; r++) {
    joints->row[r] = rows[r];
    if (!rows[r].in_world) need(joints, &rows[r]);
  }
  find_blocks(joints);
  simple_coordinates(joint, joints);
  list_entries(bundle, joints);
  bundle->data = joints, bundle->kernels = trm_bundle_kernels();
  return true;
}

/* rows of the same kind of joint */
static bool alike(const trm_Joint *a, const trm_Joint *b) {
  if (!may_join(b) || a->kind != b->kind || a->row_count != b->row_count) return false;
  for (int r = 0; r < a->row_count; r++)
    if (a->rows[r] != b->rows[r]) return false;
  return true;
}

static void fill_factors(const trm_Joint *joint, int lane, trm_JointBundle *joints) {
  for (int r = 0; r < joint->row_count; r++) {
    const trm_RowForm *form = trm_row_form(&joint->kind->rows[joint->rows[r]]);
    const double *p = joint->parameters;
    double scale = form->of_length ? 0.5 / p[0] : form->of_cosine ? 1 / p[1] : 1;
    joints->value[r][lane] = form->of_length ? 0.5 * p[0] : form->of_cosine ? p[0] / p[1] : 0;
    for (int t = 0; t < form->term_count; t++)
      joints->factor[r][t][lane] = scale * trm_term_factor(&form->terms[t], joint->parameters);
  }
  for (int c = 0; c < joints->coordinate_count; c++) {
    const trm_RowForm *form = trm_row_form(&joint->kind->rows[trm_coordinate_row(joint->kind, c)]);
    for (int t = 0; t < form->term_count; t++)
      joints->coordinate_factor[c][t][lane] = trm_term_factor(&form->terms[t], joint->parameters);
  }
}

static void fill_lane(const trm_Model *model, const trm_Joint *joint, int lane, trm_JointBundle *joints) {
  joints->joint[lane] = joint;
  joints->multiplier[lane] = joint->first_multiplier, joints->first_coordinate[lane] = joint->first_coordinate;
  for (int s = 0; s < 2; s++) {
    const trm_Node *node = &model->nodes[joint->side[s].node];
    joints->x[s][lane] = trm_point_at(node->point), joints->d[s][lane] = trm_triad_at(model, node->triad);
    joints->turn[s][lane] = 3 * node->triad;
    for (int n = 0; n < 3; n++) {
      joints->offset[s][n][lane] = joint->side[s].offset[n];
      joints->turned[s] = joints->turned[s] || joint->side[s].offset[n] != 0 || joints->needed[s][n];
    }
    for (int n = 0; n < 9; n++) joints->triad[s][n][lane] = joint->side[s].triad[n];
  }
  fill_factors(joint, lane, joints);
}

bool trm_joint_joins(const trm_Layout *layout, int e, trm_Arena *arena, trm_Bundle *bundle) {
  const trm_Joint *joint = &layout->joints[e];
  if (bundle->count == 0) {
    if (!begin(joint, arena, bundle)) return false;
  } else if (!alike(&layout->joints[bundle->element[0]], joint)) {
    return false;
  }
  for (int lane = bundle->count; lane < TRM_ABREAST; lane++) fill_lane(layout->model, joint, lane, bundle->data);
  bundle->element[bundle->count++] = e;
  return true;
}

/* Moments of the arms are made of the blocks of the displacements: these are there with those of rotations. */
void trm_joint_narrow(trm_Bundle *bundle, const bool *moves) {
  trm_JointBundle *joints = bundle->data;
  for (int i = 0; i < 4; i++) joints->moves[i] = moves[i];
  for (int a = 0; a < 4; a++)
    for (int b = 0; b < 4; b++) {
      bool row = moves[a] || (a % 2 == 0 && moves[a + 1]), column = moves[b] || (b % 2 == 0 && moves[b + 1]);
      joints->block[a][b] = joints->block[a][b] && row && column;
    }
  list_entries(bundle, joints);
}

void trm_joint_pair_abreast(const trm_Bundle *bundle, const trm_Pair *pair, bool tangent, trm_BundleLocal *out) {
  trm_JointBundle *joints = bundle->data;
  out->end = tangent || pair->look == 0 ? NULL : &joints->end;
  bundle->kernels->joints(joints, pair, tangent, out);
}

void trm_joint_instant_abreast(const trm_Bundle *bundle, const trm_Instant *now, bool tangent, trm_BundleLocal *out) {
  bundle->kernels->joints_at(bundle->data, now, bundle->still, tangent, out);
}

/* terms of an angle are its sine and its cosine, as in trm_turned_angle */
static double coordinate(const trm_JointBundle *joints, const trm_JointEnd *end, int c, int lane, double near) {
  const trm_BundleCoordinate *one = &joints->coordinate[c];
  double sum = 0;
  if (one->turns) {
    double angle = one->sense * atan2(end->product[c][0][lane], end->product[c][1][lane]);
    return angle + 2 * TRM_PI * round((near - angle) / (2 * TRM_PI));
  }
  for (int t = 0; t < one->row.terms; t++) sum += joints->coordinate_factor[c][t][lane] * end->product[c][t][lane];
  return sum;
}

void trm_joint_end_abreast(const trm_Bundle *bundle, const trm_Pair *pair, trm_BundleEnd *end) {
  const trm_JointBundle *joints = bundle->data;
  trm_JointEnd own;
  const trm_JointEnd *found = end->seen ? &joints->end : &own;
  if (pair->h == 0 && !end->x_f) return;
  if (!end->seen) bundle->kernels->joints_end(joints, pair, end->x_f != NULL, &own);
  for (int l = 0; l < bundle->count; l++) {
    double *x = end->x_f ? end->x_f + joints->first_coordinate[l] : NULL;
    end->terms->constraint_work -= found->work[l];
    if (!x) continue;
    if (found->violation[l] > end->violation) end->violation = found->violation[l];
    for (int c = 0; c < joints->coordinate_count; c++) x[c] = coordinate(joints, found, c, l, x[c]);
    if (joints->coordinate_count < 0) trm_joint_passive(pair->layout->model, joints->joint[l], pair->q_f, end->x_f);
  }
}

/* ---- variants side by side ---- */

static void take_lane(trm_JointBundle *to, int lane, const trm_JointBundle *from, int of) {
  to->joint[lane] = from->joint[of];
  to->multiplier[lane] = from->multiplier[of], to->first_coordinate[lane] = from->first_coordinate[of];
  for (int s = 0; s < 2; s++) {
    to->x[s][lane] = from->x[s][of], to->d[s][lane] = from->d[s][of], to->turn[s][lane] = from->turn[s][of];
    for (int n = 0; n < 3; n++) to->offset[s][n][lane] = from->offset[s][n][of];
    for (int n = 0; n < 9; n++) to->triad[s][n][lane] = from->triad[s][n][of];
    to->turned[s] = to->turned[s] || from->turned[s];
  }
  for (int r = 0; r < TRM_BUNDLE_ROWS; r++) {
    to->value[r][lane] = from->value[r][of];
    for (int t = 0; t < 2; t++) to->factor[r][t][lane] = from->factor[r][t][of];
  }
  for (int c = 0; c < TRM_BUNDLE_COORDINATES; c++)
    for (int t = 0; t < 2; t++) to->coordinate_factor[c][t][lane] = from->coordinate_factor[c][t][of];
}

void *trm_joint_tile(const trm_Bundle *bundle, int from, trm_Arena *arena) {
  trm_JointBundle *tile = TRM_ARENA_NEW(arena, trm_JointBundle, 1);
  if (!tile) return NULL;
  *tile = *(const trm_JointBundle *)bundle->data;
  for (int lane = 0; lane < TRM_TILE; lane++) take_lane(tile, lane, bundle->data, from);
  return tile;
}

static bool same_row(const trm_BundleRow *a, const trm_BundleRow *b) {
  return a->in_world == b->in_world && a->of_gap == b->of_gap && a->square == b->square && a->a == b->a &&
         a->terms == b->terms && memcmp(a->left, b->left, sizeof a->left) == 0 &&
         memcmp(a->right, b->right, sizeof a->right) == 0;
}

static bool same_coordinates(const trm_JointBundle *a, const trm_JointBundle *b) {
  bool same = a->coordinate_count == b->coordinate_count;
  for (int c = 0; same && c < a->coordinate_count; c++)
    same = a->coordinate[c].turns == b->coordinate[c].turns && a->coordinate[c].sense == b->coordinate[c].sense &&
           same_row(&a->coordinate[c].row, &b->coordinate[c].row);
  return same;
}

bool trm_joint_tile_take(void *tile, const trm_Bundle *bundle, int from, int lane) {
  trm_JointBundle *to = tile;
  const trm_JointBundle *joints = bundle->data;
  bool same = joints->row_count == to->row_count && same_coordinates(joints, to) && joints->gap == to->gap &&
              memcmp(joints->needed, to->needed, sizeof to->needed) == 0 &&
              memcmp(joints->moves, to->moves, sizeof to->moves) == 0 &&
              memcmp(joints->block, to->block, sizeof to->block) == 0;
  for (int r = 0; same && r < to->row_count; r++) same = same_row(&joints->row[r], &to->row[r]);
  for (int s = 0; s < 2 && same; s++) same = joints->x[s][from] == to->x[s][0] && joints->d[s][from] == to->d[s][0];
  same = same && joints->multiplier[from] == to->multiplier[0] &&
         joints->first_coordinate[from] == to->first_coordinate[0];
  if (same) take_lane(to, lane, joints, from);
  return same;
}

void trm_joint_tile_pair(const struct trm_TileKernels *kernels, void *tile, const trm_Pair *pair, bool tangent,
                         trm_TileLocal *out) {
  trm_JointBundle *joints = tile;
  out->end = tangent ? NULL : &joints->end;
  kernels->joints(joints, pair, tangent, out);
}

void trm_joint_tile_end(const struct trm_TileKernels *kernels, void *tile, const trm_Pair *pair, trm_TileEnd *end) {
  trm_JointBundle *joints = tile;
  const trm_JointEnd *found = &joints->end;
  if (!end->seen) kernels->joints_end(joints, pair, true, &joints->end);
  for (int l = 0; l < TRM_TILE; l++) {
    end->constraint_work[l] -= found->work[l];
    end->violation[l] = found->violation[l] > end->violation[l] ? found->violation[l] : end->violation[l];
  }
}

/* ---- coordinates of variants ---- */

static double *x_of(const trm_JointBundle *joints, double *x, int c, int lane) {
  return x + (joints->first_coordinate[lane] + c) * TRM_TILE + lane;
}

/* the angle that is now, nearest to one that is less than half a turn away */
static double angle_now(const trm_JointBundle *joints, int c, int lane, double near) {
  const trm_TileAngles *angles = &joints->angles[c];
  double angle = joints->coordinate[c].sense * atan2(angles->latest[0][lane], angles->latest[1][lane]);
  return angle + 2 * TRM_PI * round((near - angle) / (2 * TRM_PI));
}

void trm_joint_tile_take_x(void *tile, const double *x, int lane) {
  trm_JointBundle *joints = tile;
  joints->moved &= ~(1U << lane);
  for (int c = 0; c < joints->coordinate_count; c++) {
    trm_TileAngles *angles = &joints->angles[c];
    double angle = joints->coordinate[c].sense * x[(joints->first_coordinate[lane] + c) * TRM_TILE + lane];
    angles->near[0][lane] = angles->latest[0][lane] = sin(angle);
    angles->near[1][lane] = angles->latest[1][lane] = cos(angle);
  }
}

void trm_joint_tile_give_x(const void *tile, double *x, int lane) {
  const trm_JointBundle *joints = tile;
  for (int c = 0; c < joints->coordinate_count && joints->moved >> lane & 1; c++) {
    double *at = x_of(joints, x, c, lane);
    if (joints->coordinate[c].turns) *at = angle_now(joints, c, lane, *at);
  }
}

/* Is some lane no longer within a right angle of where its angle was computed? */
static bool turned_far(const trm_TileAngles *angles, const double sine[TRM_TILE], const double cosine[TRM_TILE]) {
  bool far = false;
  for (int l = 0; l < TRM_TILE; l++) far |= !(angles->near[0][l] * sine[l] + angles->near[1][l] * cosine[l] > 0);
  return far;
}

static void follow_angle(trm_JointBundle *joints, int c, double *x, unsigned lanes) {
  trm_TileAngles *angles = &joints->angles[c];
  double(*found)[TRM_TILE] = joints->end.product[c];
  bool far = turned_far(angles, found[0], found[1]);
  if (!far && lanes == (1U << TRM_TILE) - 1) {
    memcpy(angles->latest, found, sizeof angles->latest);
    return;
  }
  for (int l = 0; l < TRM_TILE; l++) {
    if (!(lanes >> l & 1)) continue;
    if (far) *x_of(joints, x, c, l) = angle_now(joints, c, l, *x_of(joints, x, c, l)); /* that of the last step */
    for (int n = 0; n < 2; n++) angles->latest[n][l] = found[n][l];
    if (!far) continue;
    *x_of(joints, x, c, l) = angle_now(joints, c, l, *x_of(joints, x, c, l));
    for (int n = 0; n < 2; n++) angles->near[n][l] = found[n][l];
  }
}

void trm_joint_tile_follow(void *tile, double *x, unsigned lanes) {
  trm_JointBundle *joints = tile;
  for (int c = 0; c < joints->coordinate_count; c++) {
    if (joints->coordinate[c].turns) {
      follow_angle(joints, c, x, lanes);
      continue;
    }
    for (int l = 0; l < TRM_TILE; l++)
      if (lanes >> l & 1) *x_of(joints, x, c, l) = coordinate(joints, &joints->end, c, l, 0);
  }
  joints->moved |= lanes;
}
