/* Where a slider comes to a knot, a corner, a border of elements or an end on its way (theory.md, "Curves that bodies
   carry"). */
#include "element/passage.h"
#include <assert.h>
#include <math.h>
#include "element/contact_rows.h"
#include "math/vec3.h"

/* above what Newton's method leaves of a position, below trm_on_track: what is there is not beyond it */
const double trm_passage_slack = 1e-10;
/* of arc lengths: four units of the last digit, so that what is beside a place is beside it in floating point, too */
static const double beside = 8e-16;

bool trm_slide_closed(const trm_Joint *joint) {
  return (joint->track && joint->track->closed) || (joint->path && joint->path->closed);
}

double trm_slide_length(const trm_Joint *joint) { return joint->track ? joint->track->length : joint->path->length; }

double trm_passage_side(const trm_Joint *joint, double s) {
  double start = joint->track ? joint->track->start : 0;
  return beside * (fabs(s) + fabs(start) + trm_slide_length(joint));
}

static bool slides(const trm_Joint *joint) { return joint->track || joint->path; }

bool trm_passages_possible(const trm_Layout *layout) {
  const trm_Model *model = layout->model;
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &layout->joints[j];
    if (slides(joint) && (joint->track || joint->path->bend_count > 0 || joint->model->ends == TRM_ENDS_RELEASE))
      return true;
  }
  return false;
}

/* ---- how much the direction of the motion jumps at a border of a track ------------------------------------------- */

/* Radius of gyration of the slider about its point, m: what its turning counts beside its motion. A slider without a
   mass of its own: the element's length. */
static double reach(const trm_Model *model, const trm_Joint *joint, const trm_TrackElement *element) {
  for (int b = 0; b < model->body_count; b++) {
    const trm_Body *body = &model->bodies[b];
    if (body->node != joint->side[1].node || !(body->mass > 0)) continue;
    const double *arm = joint->side[1].offset; /* tr(E) = tr(J)/2 */
    return sqrt((body->euler[0] + body->euler[4] + body->euler[8]) / body->mass + trm_dot(arm, arm));
  }
  return element->to - element->from;
}

/* dC/ds of the sliding rows that define nothing, at coordinates x with s in the place of the joint's own */
static int slopes_at(const trm_Model *model, const trm_Joint *joint, const double *q, double s, double *out) {
  double x[TRM_JOINT_COORDINATES] = {s};
  trm_Joint alone = *joint; /* its coordinates are x */
  trm_ContactPair c;
  double g[TRM_CONTACT_GRADIENT];
  int count = 0;
  alone.first_coordinate = 0, alone.layout = NULL;
  trm_Pair still = {.layout = joint->layout, .q_i = q, .q_f = q, .q_m = q, .x_i = x, .x_f = x};
  trm_contact_pair(model, &alone, trm_contact_owner(&alone, x), &still, &c);
  for (int r = 0; r < joint->row_count; r++) {
    const trm_Row *row = trm_contact_row(joint, r);
    if (!trm_row_slides(row)) continue;
    trm_contact_row_end(&c, row, g);
    out[count++] = row->coordinate < 0 ? g[c.s] : 0;
  }
  return count;
}

/* The jump of a slider's velocity at a border, over its speed: by it the part of the kinetic energy that would be
   carried beside the constraints is told. */
static double jump_at(const trm_Model *model, const trm_Joint *joint, const trm_TrackElement *element, const double *q,
                      double s) {
  double before[TRM_JOINT_ROWS], after[TRM_JOINT_ROWS], side = trm_passage_side(joint, s), sum = 0;
  double radius = reach(model, joint, element);
  int count = slopes_at(model, joint, q, s - side, before), i = 0;
  slopes_at(model, joint, q, s + side, after);
  for (int r = 0; r < joint->row_count && i < count; r++) {
    const trm_Row *row = trm_contact_row(joint, r);
    if (!trm_row_slides(row)) continue;
    double change = (after[i] - before[i]) * (trm_row_angular(row) ? radius : 1);
    sum += change * change, i++;
  }
  return sqrt(sum);
}

/* ---- places on the way ------------------------------------------------------------------------------------------- */

/* A way of a coordinate, and the nearest place on it so far. */
typedef struct Way {
  double from, to, way, slack;
  double s; /* nearest place, or that far away that none is meant */
} Way;

/* Is s ahead of where the way begins, and not beyond its end, and nearer than what was found? */
static bool nearer(const Way *w, double s) {
  return w->way * (s - w->from) > w->slack && w->way * (s - w->to) <= w->slack && w->way * (s - w->s) < 0;
}

/* of a place that is there in every round, the first one ahead */
static double first_ahead(const Way *w, double s, double round) {
  double turns = (w->from - s) / round + w->way * w->slack / round;
  return s + round * (w->way > 0 ? floor(turns) + 1 : ceil(turns) - 1);
}

/* Forces that drive a slider back from either side let it bounce in the kink, ever lower and ever faster where
   something rubs: without end within one step. So often it is followed, and not beyond. */
enum { BOUNCES = 4 };

static bool is_caught(const trm_Joint *joint, const trm_PassageWay *way, double s) {
  if (!way->caught) return false;
  const trm_ToAndFro *own = &way->caught[joint - joint->layout->joints];
  return own->turns >= BOUNCES && own->s == s;
}

void trm_passage_note(trm_ToAndFro *of_joints, const trm_Passage *passage) {
  trm_ToAndFro *own = &of_joints[passage->joint];
  bool back = own->s == passage->s && own->way * passage->way < 0;
  *own = (trm_ToAndFro){passage->s, passage->way, back ? own->turns + 1 : 0};
}

/* places of a curve, over the turns of a closed one */
static void look_on_curve(const trm_CurvePath *path, Way *w) {
  for (int k = 0; k < path->bend_count; k++) {
    double s = path->bends[k];
    if (path->closed) s = first_ahead(w, s, path->length);
    if (nearer(w, s)) w->s = s;
  }
}

static void look_on_track(const trm_Model *model, const trm_Joint *joint, const trm_PassageWay *way, Way *w) {
  const trm_Track *track = joint->track;
  for (int e = track->closed ? 0 : 1; e < track->count; e++) {
    double s = track->elements[e].from - track->start;
    if (track->closed) s = first_ahead(w, s, track->length);
    if (nearer(w, s) && !is_caught(joint, way, s) &&
        jump_at(model, joint, &track->elements[e], way->q, s) > way->least_jump)
      w->s = s;
  }
}

static void look_at_ends(const trm_Joint *joint, Way *w, bool *release) {
  double start = joint->track ? joint->track->start : 0, s = w->way > 0 ? trm_slide_length(joint) - start : -start;
  if (joint->model->ends != TRM_ENDS_RELEASE || trm_slide_closed(joint) || !nearer(w, s)) return;
  w->s = s, *release = true;
}

/* the way of a joint; false: it does not move, or slide at all */
static bool way_of(const trm_Joint *joint, const trm_PassageWay *way, Way *w) {
  if (!slides(joint) || trm_contact_released(joint, way->from)) return false;
  double a = way->from[joint->first_coordinate], b = way->to[joint->first_coordinate], sense = b > a ? 1 : -1;
  *w = (Way){a, b, sense, trm_passage_slack * trm_slide_length(joint), sense * INFINITY};
  return a != b;
}

bool trm_passage_turned(const trm_Model *model, const trm_ToAndFro *of_joints) {
  bool turned = false;
  for (int j = 0; j < model->joint_count; j++) {
    if (of_joints[j].turns >= BOUNCES) return false;
    turned = turned || of_joints[j].turns > 0;
  }
  return turned;
}

static void look(const trm_Model *model, const trm_Joint *joint, const trm_PassageWay *way, Way *w) {
  if (joint->track)
    look_on_track(model, joint, way, w);
  else
    look_on_curve(joint->path, w);
}

bool trm_passage_of(const trm_Layout *layout, int j, const trm_PassageWay *way, trm_Passage *out) {
  assert(j >= 0 && j < layout->model->joint_count && way->q);
  const trm_Model *model = layout->model;
  const trm_Joint *joint = &layout->joints[j];
  Way w;
  bool release = false;
  if (!way_of(joint, way, &w)) return false;
  look(model, joint, way, &w);
  look_at_ends(joint, &w, &release);
  if (!isfinite(w.s)) return false;
  *out = (trm_Passage){j, w.s, w.way, fmin(1, (w.s - w.from) / (w.to - w.from)), release};
  return true;
}

bool trm_passage_first(const trm_Layout *layout, const trm_PassageWay *way, trm_Passage *out) {
  const trm_Model *model = layout->model;
  trm_Passage next;
  bool any = false;
  for (int j = 0; j < model->joint_count; j++) {
    if (!trm_passage_of(layout, j, way, &next) || (any && !(next.share < out->share))) continue;
    *out = next, any = true;
  }
  return any;
}

bool trm_passage_changes_element(const trm_Joint *joint, const double *from, const double *to) {
  return joint->track && trm_contact_owner(joint, from) != trm_contact_owner(joint, to);
}

double trm_passage_margin(const trm_Layout *layout, const trm_PassageWay *way) {
  const trm_Model *model = layout->model;
  double least = 1;
  for (int j = 0; j < model->joint_count; j++) {
    const trm_Joint *joint = &layout->joints[j];
    Way w;
    if (!way_of(joint, way, &w)) continue;
    double end = w.to, length = trm_slide_length(joint);
    w.to += w.to - w.from; /* what lies further ahead is of no interest */
    bool release;
    look(model, joint, way, &w);
    look_at_ends(joint, &w, &release);
    if (isfinite(w.s)) least = fmin(least, w.way * (w.s - end) / length - 0.5 * trm_passage_slack);
  }
  return least;
}

/* ---- sliders that are held to elements --------------------------------------------------------------------------- */

/* of s, along the track and from the start of an element; on a closed one in the round in which it is nearest to it */
static double from_start(const trm_Joint *joint, int element, const double *x) {
  const trm_TrackElement *own = &joint->track->elements[element];
  double along = joint->track->start + x[joint->first_coordinate] - own->from, length = joint->track->length;
  double middle = 0.5 * (own->to - own->from);
  return joint->track->closed ? along - length * round((along - middle) / length) : along;
}

/* The element that the slider goes on to, on its way from x to there. A step that begins at a border and ends beyond it
   was on this side of it in between: it has to end where it comes back. */
static int next_owner(const trm_Joint *joint, const double *x, const double *to) {
  const trm_Track *track = joint->track;
  int here = trm_contact_owner(joint, x), at = joint->first_coordinate;
  if (!to || trm_contact_owner(joint, to) == here) return here;
  const trm_TrackElement *own = &track->elements[here];
  bool forward = to[at] > x[at];
  double along = from_start(joint, here, x), left = forward ? own->to - own->from - along : along;
  if (!(left > trm_passage_slack * track->length)) return here;
  int next = here + (forward ? 1 : -1);
  return track->closed ? (next + track->count) % track->count : next;
}

bool trm_passage_hold(const trm_Layout *layout, const trm_PassageHold *hold) {
  bool goes_on = false;
  trm_passage_let_go(layout);
  for (int j = 0; j < layout->model->joint_count; j++) {
    const trm_Joint *joint = &layout->joints[j];
    if (!joint->track || (hold->caught && hold->caught[j].turns >= BOUNCES)) continue;
    trm_SlideHold own = {trm_contact_owner(joint, hold->x), next_owner(joint, hold->x, hold->to)};
    goes_on = goes_on || own.to != own.from;
    layout->held[j] = own;
  }
  return goes_on;
}

void trm_passage_let_go(const trm_Layout *layout) {
  for (int j = 0; j < layout->model->joint_count; j++) layout->held[j] = (trm_SlideHold){-1, -1};
}

bool trm_passage_is_held(const trm_Layout *layout, const double *x) {
  bool held = true;
  for (int j = 0; j < layout->model->joint_count && held; j++) {
    const trm_Joint *joint = &layout->joints[j];
    int to = layout->held[j].to;
    if (to < 0) continue;
    const trm_Track *track = joint->track;
    const trm_TrackElement *own = &track->elements[to];
    double along = from_start(joint, to, x);
    held = (along >= 0 || (to == 0 && !track->closed)) &&
           (along <= own->to - own->from || (to == track->count - 1 && !track->closed));
  }
  return held;
}

/* of the way of a step */
static const double ways = 3;

bool trm_passage_near(const trm_Layout *layout, const double *x, const double *to) {
  for (int j = 0; j < layout->model->joint_count; j++) {
    const trm_Joint *joint = &layout->joints[j];
    if (!joint->track || joint->track->count < 2) continue;
    int own = trm_contact_owner(joint, x), at = joint->first_coordinate;
    const trm_TrackElement *element = &joint->track->elements[own];
    double along = from_start(joint, own, x), left = fmin(along, element->to - element->from - along);
    if (!(left > ways * fabs(to[at] - x[at]))) return true;
  }
  return false;
}
