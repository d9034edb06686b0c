/* Position, velocity, angular velocity and Bryan angles of places, along the world's axes or along those of another
   place (theory.md, "Names in formulas"). A place is a sum over nodes of weight * (point y, axes e): a marker is on one
   node, a place along a beam is interpolated as its loads are. With a the arm of a marker, r the Rodrigues increment of
   a node, n a vector that is held, and rows over (dx, dpsi) of each node at f:
     n . dy = n . dx + (a x n) . dpsi,   n . de = (e x n) . dpsi,   n . dr = (n - n x r/2 + (n . r) r/4) . dpsi. */
#include "element/named_place.h"
#include <math.h>
#include <string.h>
#include "element/frame.h"
#include "math/vec3.h"

typedef struct Place {
  const trm_Model *model;
  const trm_Marker *marker;
  const trm_Here *here; /* NULL: the marker */
  int at;               /* of its unknowns in a row */
} Place;

static Place place_of(const trm_Model *model, const trm_Named *named, int which, const trm_Here *here) {
  return (Place){model, &named->marker[which], named->is_here[which] ? here : NULL, named->at[which]};
}

static int node_count(const Place *place) { return place->here ? place->here->element->node_count : 1; }
static double weight_of(const Place *place, int a) { return place->here ? place->here->h[a] : 1; }

static int node_of(const Place *place, int a) {
  return place->here ? place->here->element->nodes[a] : place->marker->node;
}

/* what one of its nodes carries in configuration q; linear, so that q may be a change or a velocity */
static void node_frame(const Place *place, int a, const double *q, trm_Frame *out) {
  if (!place->here) {
    trm_marker_frame(place->model, place->marker, q, out);
    return;
  }
  trm_Marker section = {.node = place->here->element->nodes[a]};
  memcpy(section.triad, place->here->element->triads[a], sizeof section.triad);
  trm_marker_frame(place->model, &section, q, out);
}

static void frame_of(const Place *place, const double *q, trm_Frame *out) {
  memset(out, 0, sizeof *out);
  for (int a = 0; a < node_count(place); a++) {
    trm_Frame one;
    double h = weight_of(place, a);
    node_frame(place, a, q, &one);
    trm_add_scaled(out->y, h, one.y);
    for (int b = 0; b < 3; b++) trm_add_scaled(out->e[b], h, one.e[b]);
  }
}

/* row += weight n . dy */
static void add_point(const Place *place, const double *q_f, const double n[3], double weight, double *row) {
  for (int a = 0; a < node_count(place); a++) {
    double arm[3] = {0, 0, 0}, turned[3], h = weight * weight_of(place, a), *at = row + place->at + 6 * a;
    if (!place->here) trm_marker_arm(place->model, place->marker, q_f, arm);
    trm_cross(turned, arm, n);
    trm_add_scaled(at, h, n);
    trm_add_scaled(at + 3, h, turned);
  }
}

/* row += weight n . de_b */
static void add_axis(const Place *place, const double *q_f, int b, const double n[3], double weight, double *row) {
  for (int a = 0; a < node_count(place); a++) {
    trm_Frame one;
    double turned[3];
    node_frame(place, a, q_f, &one);
    trm_cross(turned, one.e[b], n);
    trm_add_scaled(row + place->at + 6 * a + 3, weight * weight_of(place, a), turned);
  }
}

/* row += weight n . dr */
static void add_turn(const Place *place, const trm_Pair *pair, const double n[3], double weight, double *row) {
  for (int a = 0; a < node_count(place); a++) {
    const double *r = pair->turn + 3 * place->model->nodes[node_of(place, a)].triad;
    double across[3], h = weight * weight_of(place, a), *at = row + place->at + 6 * a + 3;
    trm_cross(across, n, r);
    trm_add_scaled(at, h, n);
    trm_add_scaled(at, -0.5 * h, across);
    trm_add_scaled(at, 0.25 * h * trm_dot(n, r), r);
  }
}

/* ---- components of a vector ---- */

/* the direction along which the component is meant, in configuration q */
static void direction(const trm_Model *model, const trm_Named *named, const trm_Here *here, const double *q,
                      double n[3]) {
  for (int i = 0; i < 3; i++) n[i] = i == named->part;
  if (!named->framed) return;
  trm_Frame axes;
  Place frame = place_of(model, named, 1, here);
  frame_of(&frame, q, &axes);
  trm_copy(n, axes.e[named->part], 3);
}

/* ... and it turns: row += weight v . dn_m */
static void add_direction(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, const double v[3],
                          double weight, double *row) {
  if (!named->framed) return;
  Place frame = place_of(model, named, 1, pair->here);
  add_axis(&frame, pair->q_f, named->part, v, 0.5 * weight, row);
}

static double per_step(const trm_Pair *pair) { return pair->h == 0 ? 0 : 1 / pair->h; }

double trm_named_position_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                               double *row) {
  trm_Frame mean;
  double n[3];
  Place place = place_of(model, named, 0, pair->here);
  frame_of(&place, pair->q_m, &mean);
  direction(model, named, pair->here, pair->q_m, n);
  if (row) {
    add_point(&place, pair->q_f, n, 0.5 * weight, row);
    add_direction(model, named, pair, mean.y, weight, row);
  }
  return trm_dot(n, mean.y);
}

/* n . y of the place, where `values` are the configuration or its rate */
static double along_direction(const trm_Model *model, const trm_Named *named, const trm_Instant *now,
                              const double *values) {
  trm_Frame frame;
  double n[3];
  Place place = place_of(model, named, 0, now->here);
  frame_of(&place, values, &frame);
  direction(model, named, now->here, now->q, n);
  return trm_dot(n, frame.y);
}

double trm_named_position_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now) {
  return along_direction(model, named, now, now->q);
}

double trm_named_velocity_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                               double *row) {
  trm_Frame moved;
  double n[3];
  Place place = place_of(model, named, 0, pair->here);
  frame_of(&place, pair->dq, &moved);
  direction(model, named, pair->here, pair->q_m, n);
  if (row) {
    add_point(&place, pair->q_f, n, per_step(pair) * weight, row);
    add_direction(model, named, pair, moved.y, per_step(pair) * weight, row);
  }
  return per_step(pair) * trm_dot(n, moved.y);
}

double trm_named_velocity_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now) {
  return along_direction(model, named, now, now->w);
}

double trm_named_omega_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                            double *row) {
  double n[3], turned[3] = {0, 0, 0};
  Place place = place_of(model, named, 0, pair->here);
  for (int a = 0; a < node_count(&place); a++)
    trm_add_scaled(turned, weight_of(&place, a), pair->turn + 3 * model->nodes[node_of(&place, a)].triad);
  direction(model, named, pair->here, pair->q_m, n);
  if (row) {
    add_turn(&place, pair, n, per_step(pair) * weight, row);
    add_direction(model, named, pair, turned, per_step(pair) * weight, row);
  }
  return per_step(pair) * trm_dot(n, turned);
}

double trm_named_omega_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now) {
  double n[3], omega[3] = {0, 0, 0};
  Place place = place_of(model, named, 0, now->here);
  for (int a = 0; a < node_count(&place); a++) {
    double one[3];
    int d = trm_triad_at(model, model->nodes[node_of(&place, a)].triad);
    trm_triad_omega(now->q + d, now->w + d, one);
    trm_add_scaled(omega, weight_of(&place, a), one);
  }
  direction(model, named, now->here, now->q, n);
  return trm_dot(n, omega);
}

/* ---- Bryan angles: R = Rx(psi) Ry(theta) Rz(phi) turns the axes c of the frame into those of the place,
   R_ij = c_i . e_j ---- */

enum { PSI, THETA, PHI };

static void axes_of(const trm_Model *model, const trm_Named *named, const trm_Here *here, const double *q,
                    trm_Frame both[2]) {
  Place place = place_of(model, named, 0, here), frame = place_of(model, named, 1, here);
  frame_of(&place, q, &both[0]);
  for (int i = 0; i < 9; i++) both[1].e[i / 3][i % 3] = i % 4 == 0;
  if (named->framed) frame_of(&frame, q, &both[1]);
}

/* atan2(sine, cosine) and what it changes by with both; where both vanish the angle has no meaning */
static double angle(double sine, double cosine, double by[2]) {
  double square = sine * sine + cosine * cosine;
  by[0] = square > 0 ? cosine / square : 0, by[1] = square > 0 ? -sine / square : 0;
  return atan2(sine, cosine);
}

/* the angle `part` of R, and its derivatives by the entries of R; of axes of a mean configuration, which are a little
   shorter than 1, as of others */
static double bryan(int part, const trm_Frame both[2], double by[3][3]) {
  double by_angle[2], value;
  memset(by, 0, sizeof(double[3][3]));
#define R(i, j) trm_dot(both[1].e[i], both[0].e[j])
  if (part == THETA) {
    double low = R(1, 2), high = R(2, 2), across = hypot(low, high);
    value = angle(R(0, 2), across, by_angle);
    by[0][2] = by_angle[0];
    if (across > 0) by[1][2] = by_angle[1] * low / across, by[2][2] = by_angle[1] * high / across;
    return value;
  }
  value = part == PSI ? angle(-R(1, 2), R(2, 2), by_angle) : angle(-R(0, 1), R(0, 0), by_angle);
#undef R
  if (part == PSI)
    by[1][2] = -by_angle[0], by[2][2] = by_angle[1];
  else
    by[0][1] = -by_angle[0], by[0][0] = by_angle[1];
  return value;
}

double trm_named_bryan_pair(const trm_Model *model, const trm_Named *named, const trm_Pair *pair, double weight,
                            double *row) {
  trm_Frame both[2];
  double by[3][3];
  axes_of(model, named, pair->here, pair->q_m, both);
  double value = bryan(named->part, both, by);
  if (!row) return value;
  Place place = place_of(model, named, 0, pair->here), frame = place_of(model, named, 1, pair->here);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      if (by[i][j] == 0) continue;
      add_axis(&place, pair->q_f, j, both[1].e[i], 0.5 * weight * by[i][j], row);
      if (named->framed) add_axis(&frame, pair->q_f, i, both[0].e[j], 0.5 * weight * by[i][j], row);
    }
  return value;
}

double trm_named_bryan_instant(const trm_Model *model, const trm_Named *named, const trm_Instant *now) {
  trm_Frame both[2];
  double by[3][3];
  axes_of(model, named, now->here, now->q, both);
  return bryan(named->part, both, by);
}
