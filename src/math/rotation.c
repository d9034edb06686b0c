/* Cayley map, quaternions, Bryan angles R = Rx Ry Rz, triads from axes (theory.md, "Coordinates", "The constraint
   matrix"). */
#include "math/rotation.h"
#include "math/math_numbers.h"
#include "math/vec3.h"

/* d_f = d_i + (r x d_i + r x (r x d_i)/2) / (1 + |r|^2/4); factor: the last */
static inline void turn_by(const double r[3], double factor, const double d_i[3], double d_f[3], double difference[3]) {
  double once[3], twice[3];
  trm_cross(once, r, d_i);
  trm_cross(twice, r, once);
  for (int i = 0; i < 3; i++) {
    difference[i] = factor * (once[i] + 0.5 * twice[i]);
    d_f[i] = d_i[i] + difference[i];
  }
}

static inline void turn_about_z(double r, double factor, const double d_i[3], double d_f[3], double difference[3]) {
  double x = -r * d_i[1], y = r * d_i[0];
  difference[0] = factor * (x - 0.5 * (r * y)), difference[1] = factor * (y + 0.5 * (r * x)), difference[2] = 0;
  for (int n = 0; n < 3; n++) d_f[n] = d_i[n] + difference[n];
}

void trm_cayley_turn(const double r[3], const double d_i[3], double d_f[3], double difference[3]) {
  turn_by(r, 1 / (1 + 0.25 * trm_dot(r, r)), d_i, d_f, difference);
}

void trm_cayley_turn_triad(const double r[3], const double d_i[9], double d_f[9], double difference[9]) {
  if (r[0] == 0 && r[1] == 0 && r[2] == 0) { /* the ground, points */
    for (int i = 0; i < 9; i++) d_f[i] = d_i[i], difference[i] = 0;
    return;
  }
  double factor = 1 / (1 + 0.25 * trm_dot(r, r));
  if (r[0] == 0 && r[1] == 0) { /* about z, as in planar models: the same numbers without products that are 0 */
    for (int j = 0; j < 9; j += 3) turn_about_z(r[2], factor, d_i + j, d_f + j, difference + j);
    return;
  }
  for (int j = 0; j < 9; j += 3) turn_by(r, factor, d_i + j, d_f + j, difference + j);
}

void trm_cayley_compose(const double change[3], const double r[3], double out[3]) {
  double product[3], factor = 1 / (1 - 0.25 * trm_dot(change, r));
  trm_cross(product, change, r);
  for (int i = 0; i < 3; i++) out[i] = factor * (change[i] + r[i] + 0.5 * product[i]);
}

void trm_rotation_from_axis(const double axis[3], double angle, double matrix[9]) {
  double length = trm_norm(axis), n[3] = {axis[0] / length, axis[1] / length, axis[2] / length};
  double half = sin(0.5 * angle);
  for (int i = 0; i < 9; i++) matrix[i] = i % 4 == 0;
  trm_add_tilde(matrix, 3, sin(angle), n);
  trm_add_tilde_tilde(matrix, 3, 2 * half * half, n, n);
}

void trm_rotation_to_quaternion(const double m[9], double q[4]) {
  /* the largest of the four components first: no small divisor (Shepperd) */
  double trace = m[0] + m[4] + m[8];
  double four[4] = {1 + trace, 1 + 2 * m[0] - trace, 1 + 2 * m[4] - trace, 1 + 2 * m[8] - trace};
  int big = 0;
  for (int i = 1; i < 4; i++)
    if (four[i] > four[big]) big = i;
  double s = sqrt(four[big]), f = 0.5 / s;
  double wx = m[7] - m[5], wy = m[2] - m[6], wz = m[3] - m[1];
  double xy = m[1] + m[3], xz = m[2] + m[6], yz = m[5] + m[7];
  double table[4][4] = {{s * s, wx, wy, wz}, {wx, s * s, xy, xz}, {wy, xy, s * s, yz}, {wz, xz, yz, s * s}};
  double sign = table[big][0] < 0 ? -1 : 1;
  for (int i = 0; i < 4; i++) q[i] = sign * f * table[big][i];
}

void trm_rotation_to_vector(const double m[9], double v[3]) {
  double q[4];
  trm_rotation_to_quaternion(m, q);
  double length = trm_norm(q + 1);
  double factor = length > trm_small_angle ? 2 * atan2(length, q[0]) / length : 2 / q[0];
  for (int i = 0; i < 3; i++) v[i] = factor * q[i + 1];
}

/* entries of D^T D - I: four to five units of the last digit, which products of unit vectors carry */
static const double orthonormal = 1e-15;

/* D <- D (3 I - D^T D)/2 doubles the correct digits each time; d_a . d_b are the entries of D^T D */
void trm_orthonormalise(double d[9]) {
  for (int iteration = 0; iteration < 8; iteration++) {
    double next[9], worst = 0;
    for (int a = 0; a < 3; a++)
      for (int n = 0; n < 3; n++) next[3 * a + n] = 1.5 * d[3 * a + n];
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) {
        double product = trm_dot(d + 3 * a, d + 3 * b);
        worst = fmax(worst, fabs(product - (a == b)));
        trm_add_scaled(next + 3 * a, -0.5 * product, d + 3 * b);
      }
    if (worst < orthonormal) return;
    trm_copy(d, next, 9);
  }
}

/* cosine of theta: where it is less, psi and phi turn about one axis to round-off, and only their sum is known */
static const double gimbal_lock = 1e-12;

void trm_rotation_to_bryan(const double r[9], double bryan[3]) {
  double cosine = hypot(r[0], r[1]); /* of theta */
  bryan[1] = atan2(r[2], cosine);
  if (cosine > gimbal_lock) {
    bryan[0] = atan2(-r[5], r[8]);
    bryan[2] = atan2(-r[1], r[0]);
  } else {
    bryan[0] = atan2(r[7], r[4]);
    bryan[2] = 0;
  }
}

/* the axes of the three rotations: x, y turned by psi, z turned by theta and psi */
void trm_bryan_rates(const double bryan[3], double matrix[9]) {
  double c1 = cos(bryan[0]), s1 = sin(bryan[0]), c2 = cos(bryan[1]), s2 = sin(bryan[1]);
  const double columns[3][3] = {{1, 0, 0}, {0, c1, s1}, {s2, -s1 * c2, c1 * c2}};
  for (int n = 0; n < 3; n++)
    for (int axis = 0; axis < 3; axis++) matrix[3 * n + axis] = columns[axis][n];
}

/* sine of the angle between axis and reference: less leaves no direction but round-off of what was written */
static const double parallel = 1e-9;

int trm_triad_from_axis(const double axis[3], const double *reference, double matrix[9]) {
  double length = trm_norm(axis), e1[3], e2[3], e3[3];
  if (!(length > 0)) return 0;
  for (int i = 0; i < 3; i++) e3[i] = axis[i] / length;
  double x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
  const double *towards = reference ? reference : fabs(e3[0]) < 0.9 ? x : y;
  trm_copy(e1, towards, 3);
  trm_add_scaled(e1, -trm_dot(e1, e3), e3);
  double rest = trm_norm(e1);
  if (!(rest > parallel * trm_norm(towards))) return 0;
  for (int i = 0; i < 3; i++) e1[i] /= rest;
  trm_cross(e2, e3, e1);
  for (int i = 0; i < 3; i++) matrix[3 * i] = e1[i], matrix[3 * i + 1] = e2[i], matrix[3 * i + 2] = e3[i];
  return 1;
}
