/* Rigid bodies in a plane: constraints, forces and accelerations (planar.h). The multipliers solve G M^-1 G'
   multiplier = G M^-1 f - bend, by the factors of Cholesky within a band, so that a chain of n links costs n. */
#include "planar.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the mechanisms --------------------------------------------------------------------------------------------- */

static const double gravity = 9.81;

static Planar *with_room(int bodies, int joints) {
  Planar *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  *p = (Planar){.bodies = bodies, .joints = joints};
  p->mass = calloc(3 * (size_t)bodies, sizeof *p->mass);
  p->start = calloc(3 * (size_t)bodies, sizeof *p->start);
  p->speed = calloc(3 * (size_t)bodies, sizeof *p->speed);
  p->joint = calloc((size_t)joints, sizeof *p->joint);
  if (p->mass && p->start && p->speed && p->joint) return p;
  planar_free(p);
  return NULL;
}

static void put_body(Planar *p, int body, double mass, double inertia, const double at[2]) {
  double *m = p->mass + 3 * body;
  m[0] = m[1] = mass;
  m[2] = inertia;
  p->start[3 * body] = at[0];
  p->start[3 * body + 1] = at[1];
}

/* a pin between two bodies at a point of the world, as they stand at the start */
static void put_pin(Planar *p, int joint, int from, int to, const double at[2]) {
  PlanarJoint *pin = &p->joint[joint];
  *pin = (PlanarJoint){.body = {from, to}};
  for (int side = 0; side < 2; side++)
    for (int i = 0; i < 2; i++)
      pin->point[side][i] = at[i] - (pin->body[side] == PLANAR_GROUND ? 0 : p->start[3 * pin->body[side] + i]);
}

static Planar *pendulum(void) {
  Planar *p = with_room(1, 1);
  if (!p) return NULL;
  put_body(p, 0, 1, INFINITY, (double[]){-1, 0});
  p->joint[0] = (PlanarJoint){.body = {PLANAR_GROUND, 0}, .length = 1};
  p->gravity = gravity;
  return p;
}

static Planar *chain(int links) {
  Planar *p = with_room(links, links);
  if (!p) return NULL;
  for (int i = 0; i < links; i++) {
    put_body(p, i, 1, 1.0 / 12, (double[]){i + 0.5, 0});
    put_pin(p, i, i - 1, i, (double[]){i, 0});
  }
  p->gravity = gravity;
  return p;
}

/* hangers are the bodies 0, 2, 4, ..., the bars between them 1, 3, ...; all hangers turn at 1 rad/s */
static Planar *four_bars(int loops) {
  Planar *p = with_room(2 * loops + 1, 3 * loops + 1);
  if (!p) return NULL;
  for (int i = 0; i <= loops; i++) {
    put_body(p, 2 * i, 1, 1.0 / 12, (double[]){i, -0.5});
    p->speed[6 * i] = 0.5;
    p->speed[6 * i + 2] = 1;
    put_pin(p, 3 * i, PLANAR_GROUND, 2 * i, (double[]){i, 0});
  }
  for (int i = 0; i < loops; i++) {
    put_body(p, 2 * i + 1, 1, 1.0 / 12, (double[]){i + 0.5, -1});
    p->speed[6 * i + 3] = 1;
  }
  for (int i = 0; i < loops; i++) {
    put_pin(p, 3 * i + 1, 2 * i, 2 * i + 1, (double[]){i, -1});
    put_pin(p, 3 * i + 2, 2 * i + 1, 2 * i + 2, (double[]){i + 1, -1});
  }
  p->gravity = gravity;
  return p;
}

/* Andrews' squeezing mechanism: data of the test set for initial value problem solvers (examples/andrews-squeezer),
   bodies 1 to 7 are 0 to 6 */
static Planar *andrews(void) {
  const double beta = -0.06171389001427645, gamma = 0.45527981916307037, phi = 0.22266839016588588;
  const double delta = 0.48736497954384256, epsilon = 1.2305474445498212;
  const double a[2] = {-0.06934, -0.00227}, b[2] = {-0.03635, 0.03273};
  const double cos_b = cos(beta), sin_b = sin(beta), cos_g = cos(gamma), sin_g = sin(gamma);
  const double cos_d = cos(delta), sin_d = sin(delta), cos_e = cos(epsilon), sin_e = sin(epsilon);
  const double knee[2] = {0.007 * cos_b, 0.007 * sin_b}, meeting[2] = {-0.021 * cos_b, -0.021 * sin_b};
  const double e[2] = {a[0] + 0.04 * cos_d, a[1] + 0.04 * sin_d}, h[2] = {a[0] + 0.04 * sin_e, a[1] - 0.04 * cos_e};
  Planar *p = with_room(7, 10);
  if (!p) return NULL;
  put_body(p, 0, 0.04325, 2.194e-6, (double[]){0.00092 * cos_b, 0.00092 * sin_b});
  put_body(p, 1, 0.00365, 4.410e-7, (double[]){(0.007 - 0.0115) * cos_b, (0.007 - 0.0115) * sin_b});
  put_body(p, 2, 0.02373, 5.255e-6,
           (double[]){b[0] + 0.01874 * sin_g + 0.01043 * cos_g, b[1] - 0.01874 * cos_g + 0.01043 * sin_g});
  put_body(p, 3, 0.00706, 5.667e-7, (double[]){e[0] + 0.00579 * sin(phi + delta), e[1] - 0.00579 * cos(phi + delta)});
  put_body(p, 4, 0.07050, 1.169e-5,
           (double[]){a[0] + 0.02308 * cos_d - 0.00916 * sin_d, a[1] + 0.02308 * sin_d + 0.00916 * cos_d});
  put_body(p, 5, 0.00706, 5.667e-7,
           (double[]){h[0] + 0.00579 * cos(epsilon - phi), h[1] + 0.00579 * sin(epsilon - phi)});
  put_body(p, 6, 0.05498, 1.912e-5,
           (double[]){a[0] + 0.01228 * sin_e - 0.00449 * cos_e, a[1] - 0.01228 * cos_e - 0.00449 * sin_e});
  put_pin(p, 0, PLANAR_GROUND, 0, (double[]){0, 0});
  put_pin(p, 1, 0, 1, knee);
  put_pin(p, 2, PLANAR_GROUND, 2, b);
  put_pin(p, 3, 1, 2, meeting);
  put_pin(p, 4, 1, 3, meeting);
  put_pin(p, 5, PLANAR_GROUND, 4, a);
  put_pin(p, 6, 4, 3, e);
  put_pin(p, 7, 1, 5, meeting);
  put_pin(p, 8, PLANAR_GROUND, 6, a);
  put_pin(p, 9, 6, 5, h);
  p->moment = 0.033;
  p->spring.body = 2;
  p->spring.foot[0] = 0.014;
  p->spring.foot[1] = 0.072;
  p->spring.eye[0] = b[0] + 0.018 * sin_g + 0.02 * cos_g - p->start[6];
  p->spring.eye[1] = b[1] - 0.018 * cos_g + 0.02 * sin_g - p->start[7];
  p->spring.stiffness = 4530;
  p->spring.length = 0.07785;
  return p;
}

/* ---- rows and what they share ----------------------------------------------------------------------------------- */

static int rows_of(const PlanarJoint *joint) { return joint->length > 0 ? 1 : 2; }

/* rows of each body, and how far apart those are that share one */
static bool order_rows(Planar *p) {
  for (int j = 0; j < p->joints; j++) p->rows += rows_of(&p->joint[j]);
  size_t rows = (size_t)p->rows, bodies = (size_t)p->bodies;
  p->row = calloc(rows, sizeof *p->row);
  p->gap = calloc(rows, sizeof *p->gap);
  p->bend = calloc(rows, sizeof *p->bend);
  p->first = calloc(bodies + 1, sizeof *p->first);
  p->of_body = calloc(2 * rows, sizeof *p->of_body);
  p->side = calloc(2 * rows, sizeof *p->side);
  p->force = calloc(3 * bodies, sizeof *p->force);
  if (!p->row || !p->gap || !p->bend || !p->first || !p->of_body || !p->side || !p->force) return false;
  int row = 0;
  for (int j = 0; j < p->joints; j++)
    for (int i = 0; i < rows_of(&p->joint[j]); i++, row++)
      for (int side = 0; side < 2; side++) p->row[row].body[side] = p->joint[j].body[side];
  int count = 0;
  for (int body = 0; body < p->bodies; body++) {
    p->first[body] = count;
    /* a body of the mechanisms above stands in few rows, but finding them looks at all: n^2 comparisons, once */
    for (int i = 0; i < p->rows; i++)
      for (int side = 0; side < 2; side++)
        if (p->row[i].body[side] == body) {
          p->of_body[count] = i;
          p->side[count++] = side;
        }
    int apart = p->of_body[count - 1] - p->of_body[p->first[body]];
    if (apart > p->band) p->band = apart;
  }
  p->first[p->bodies] = count;
  p->system = calloc(rows * ((size_t)p->band + 1), sizeof *p->system);
  return p->system != NULL;
}

Planar *planar_new(const char *name, int size) {
  Planar *p = NULL;
  if (strcmp(name, "pendulum") == 0) p = pendulum();
  if (strcmp(name, "chain") == 0) p = chain(size);
  if (strcmp(name, "four-bars") == 0) p = four_bars(size);
  if (strcmp(name, "andrews") == 0) p = andrews();
  if (p && !order_rows(p)) {
    planar_free(p);
    return NULL;
  }
  return p;
}

void planar_free(Planar *p) {
  if (!p) return;
  void *arrays[] = {p->mass, p->start, p->speed,   p->joint, p->row,    p->gap,
                    p->bend, p->first, p->of_body, p->side,  p->system, p->force};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
  free(p);
}

/* ---- equations -------------------------------------------------------------------------------------------------- */

/* a point of a body: where it is, dx/dangle (lever), and its velocity */
typedef struct Point {
  double at[2], lever[2], rate[2], spin;
} Point;

static Point point_of(int body, const double local[2], const double *q, const double *v) {
  if (body == PLANAR_GROUND) return (Point){.at = {local[0], local[1]}};
  q += 3 * body;
  v += 3 * body;
  double c = cos(q[2]), s = sin(q[2]), x = c * local[0] - s * local[1], y = s * local[0] + c * local[1];
  return (Point){{q[0] + x, q[1] + y}, {-y, x}, {v[0] - v[2] * y, v[1] + v[2] * x}, v[2]};
}

static void pin_rows(const Point point[2], PlanarRow *row, double *gap, double *bend) {
  for (int i = 0; i < 2; i++) {
    gap[i] = point[1].at[i] - point[0].at[i];
    bend[i] = 0;
    for (int side = 0; side < 2; side++) {
      double sign = side ? 1 : -1;
      double arm = i == 0 ? point[side].lever[1] : -point[side].lever[0]; /* turned back: the point from the centre */
      memset(row[i].entry[side], 0, sizeof row[i].entry[side]);
      row[i].entry[side][i] = sign;
      row[i].entry[side][2] = sign * point[side].lever[i];
      bend[i] += sign * point[side].spin * point[side].spin * arm;
    }
  }
}

/* (d.d - length^2)/(2 length), d from the first point to the second */
static void rod_row(const Point point[2], double length, PlanarRow *row, double *gap, double *bend) {
  double d[2], rate[2], turning[2];
  for (int i = 0; i < 2; i++) {
    d[i] = point[1].at[i] - point[0].at[i];
    rate[i] = point[1].rate[i] - point[0].rate[i];
    turning[i] = 0;
    for (int side = 0; side < 2; side++) {
      double arm = i == 0 ? point[side].lever[1] : -point[side].lever[0];
      turning[i] -= (side ? 1 : -1) * point[side].spin * point[side].spin * arm;
    }
  }
  *gap = (d[0] * d[0] + d[1] * d[1] - length * length) / (2 * length);
  *bend = -(rate[0] * rate[0] + rate[1] * rate[1] + d[0] * turning[0] + d[1] * turning[1]) / length;
  for (int side = 0; side < 2; side++) {
    double sign = (side ? 1 : -1) / length;
    row->entry[side][0] = sign * d[0];
    row->entry[side][1] = sign * d[1];
    row->entry[side][2] = sign * (d[0] * point[side].lever[0] + d[1] * point[side].lever[1]);
  }
}

void planar_constraints(Planar *p, const double *q, const double *v) {
  int row = 0;
  for (int j = 0; j < p->joints; j++) {
    const PlanarJoint *joint = &p->joint[j];
    Point point[2];
    for (int side = 0; side < 2; side++) point[side] = point_of(joint->body[side], joint->point[side], q, v);
    if (joint->length > 0)
      rod_row(point, joint->length, &p->row[row], &p->gap[row], &p->bend[row]);
    else
      pin_rows(point, &p->row[row], &p->gap[row], &p->bend[row]);
    row += rows_of(joint);
  }
}

void planar_forces(Planar *p, const double *q) {
  for (int body = 0; body < p->bodies; body++) {
    p->force[3 * body] = p->force[3 * body + 2] = 0;
    p->force[3 * body + 1] = -p->gravity * p->mass[3 * body];
  }
  p->force[2] += p->moment;
  if (p->spring.stiffness == 0) return;
  static const double rest[3] = {0};
  Point eye = point_of(0, p->spring.eye, q + 3 * p->spring.body, rest);
  double d[2] = {eye.at[0] - p->spring.foot[0], eye.at[1] - p->spring.foot[1]}, length = hypot(d[0], d[1]);
  double pull = -p->spring.stiffness * (length - p->spring.length) / length, *f = p->force + 3 * p->spring.body;
  f[0] += pull * d[0];
  f[1] += pull * d[1];
  f[2] += pull * (d[0] * eye.lever[0] + d[1] * eye.lever[1]);
}

/* factors of Cholesky in place; row i holds the entries (i, i - band) to (i, i) */
static bool factor(double *a, int n, int band) {
  for (int i = 0; i < n; i++) {
    double *row = a + (size_t)i * (size_t)(band + 1) + band - i; /* row[j] is the entry (i, j) */
    int from = i > band ? i - band : 0;
    for (int j = from; j <= i; j++) {
      const double *other = a + (size_t)j * (size_t)(band + 1) + band - j;
      int start = j > band && j - band > from ? j - band : from;
      double sum = row[j];
      for (int k = start; k < j; k++) sum -= row[k] * other[k];
      if (j == i && !(sum > 0)) return false;
      row[j] = j == i ? sqrt(sum) : sum / other[j];
    }
  }
  return true;
}

static void solve(const double *a, int n, int band, double *x) {
  for (int i = 0; i < n; i++) {
    const double *row = a + (size_t)i * (size_t)(band + 1) + band - i;
    for (int j = i > band ? i - band : 0; j < i; j++) x[i] -= row[j] * x[j];
    x[i] /= row[i];
  }
  for (int i = n - 1; i >= 0; i--) {
    const double *row = a + (size_t)i * (size_t)(band + 1) + band - i;
    x[i] /= row[i];
    for (int j = i > band ? i - band : 0; j < i; j++) x[j] -= row[j] * x[i];
  }
}

/* what body b adds to G M^-1 G', below and on the diagonal */
static void add_body(Planar *p, int body) {
  const double *mass = p->mass + 3 * body;
  for (int one = p->first[body]; one < p->first[body + 1]; one++) {
    int i = p->of_body[one];
    const double *left = p->row[i].entry[p->side[one]];
    for (int two = p->first[body]; two < p->first[body + 1]; two++) {
      int j = p->of_body[two];
      const double *right = p->row[j].entry[p->side[two]];
      if (j > i) continue;
      double sum = 0;
      for (int k = 0; k < 3; k++) sum += left[k] * right[k] / mass[k];
      p->system[(size_t)i * (size_t)(p->band + 1) + (size_t)(p->band + j - i)] += sum;
    }
  }
}

bool planar_accelerations(Planar *p, const double *q, const double *v, double *a, double *multiplier) {
  planar_constraints(p, q, v);
  planar_forces(p, q);
  for (int i = 0; i < 3 * p->bodies; i++) a[i] = p->force[i] / p->mass[i];
  memset(p->system, 0, (size_t)p->rows * ((size_t)p->band + 1) * sizeof *p->system);
  for (int body = 0; body < p->bodies; body++) add_body(p, body);
  for (int i = 0; i < p->rows; i++) {
    multiplier[i] = -p->bend[i];
    for (int side = 0; side < 2; side++)
      if (p->row[i].body[side] != PLANAR_GROUND)
        for (int k = 0; k < 3; k++) multiplier[i] += p->row[i].entry[side][k] * a[3 * p->row[i].body[side] + k];
  }
  if (!factor(p->system, p->rows, p->band)) return false;
  solve(p->system, p->rows, p->band, multiplier);
  for (int i = 0; i < p->rows; i++)
    for (int side = 0; side < 2; side++)
      if (p->row[i].body[side] != PLANAR_GROUND)
        for (int k = 0; k < 3; k++) {
          int at = 3 * p->row[i].body[side] + k;
          a[at] -= p->row[i].entry[side][k] * multiplier[i] / p->mass[at];
        }
  return true;
}
