/* Vectors of three numbers, and poses: position and axes. */
#ifndef TRM_CLI_VECTORS_H
#define TRM_CLI_VECTORS_H

#include <math.h>
#include <stdbool.h>

static const double PI = 3.14159265358979323846;
/* Places closer than this share of the model's size, directions closer than this (rad) are meant to be one: a thousand
   times what is left of a double after the arithmetic of a model's text. */
static const double SAME_PLACE = 1e-6, SAME_DIRECTION = 1e-9;

/* quaternion w, x, y, z turns the world's axes into those of the part. */
typedef struct Pose {
  double position[3], quaternion[4];
} Pose;

static inline double dot3(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static inline double length3(const double a[3]) { return sqrt(dot3(a, a)); }

static inline void subtract3(double out[3], const double a[3], const double b[3]) {
  for (int n = 0; n < 3; n++) out[n] = a[n] - b[n];
}

static inline double distance3(const double a[3], const double b[3]) {
  double u[3];
  subtract3(u, a, b);
  return length3(u);
}

/* out += factor a */
static inline void add3(double out[3], double factor, const double a[3]) {
  for (int n = 0; n < 3; n++) out[n] += factor * a[n];
}

static inline void cross3(double out[3], const double a[3], const double b[3]) {
  for (int n = 0; n < 3; n++) out[n] = a[(n + 1) % 3] * b[(n + 2) % 3] - a[(n + 2) % 3] * b[(n + 1) % 3];
}

/* to length 1; false, and nothing changes, where it has none */
static inline bool unit3(double a[3]) {
  double length = length3(a);
  for (int n = 0; n < 3 && length > 0; n++) a[n] /= length;
  return length > 0;
}

void quaternion_product(const double a[4], const double b[4], double out[4]);
void quaternion_of(const double rows[9], double out[4]);                   /* of a rotation matrix, row by row */
void quaternion_along(const double direction[3], double out[4]);           /* turns z into the direction, of length 1 */
void pose_apply(const Pose *pose, const double local[3], double world[3]); /* position + q local q* */
Pose pose_product(const Pose *outer, const Pose *inner);
Pose pose_inverse(const Pose *pose);

#endif
