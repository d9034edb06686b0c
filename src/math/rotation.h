/* Rotations. A step turns directors by the Cayley map of its Rodrigues increment r (|r| = 2 tan(angle/2)):
   d_f - d_i = r x (d_f + d_i)/2 exactly, which is what makes the schemes' operators exact discrete derivatives. */
#ifndef TRM_MATH_ROTATION_H
#define TRM_MATH_ROTATION_H

/* d_f from d_i and r, and the difference d_f - d_i without cancellation */
void trm_cayley_turn(const double r[3], const double d_i[3], double d_f[3], double difference[3]);
/* The same of three vectors, one after the other. */
void trm_cayley_turn_triad(const double r[3], const double d_i[9], double d_f[9], double difference[9]);
/* the Rodrigues increment of "first r, then change" */
void trm_cayley_compose(const double change[3], const double r[3], double out[3]);
/* rotation matrix (row-major) from axis (any length > 0) and angle */
void trm_rotation_from_axis(const double axis[3], double angle, double matrix[9]);
/* unit quaternion (w, x, y, z) of a rotation matrix, w >= 0 */
void trm_rotation_to_quaternion(const double matrix[9], double quaternion[4]);
/* rotation vector (axis times angle, angle in [0, pi]) of a rotation matrix */
void trm_rotation_to_vector(const double matrix[9], double vector[3]);
/* Bryan angles (psi, theta, phi) of R = Rx(psi) Ry(theta) Rz(phi), row-major: psi and phi in (-pi, pi], theta in
   [-pi/2, pi/2].
   Where theta is a right angle only psi + phi or psi - phi is determined; phi is then 0. */
void trm_rotation_to_bryan(const double matrix[9], double bryan[3]);
/* The matrix J (row-major) of omega = J d(psi, theta, phi)/dt, omega in world axes. */
void trm_bryan_rates(const double bryan[3], double matrix[9]);
/* The orthonormal triad nearest to three vectors d (three numbers each) that are nearly one, in place. */
void trm_orthonormalise(double d[9]);
/* a right-handed orthonormal triad with e3 along `axis`; e1 is `reference` projected, or the first of x, y that is not
   close to the axis. Columns of the row-major matrix are e1, e2, e3. Returns 0 when the axis is zero or parallel to
   reference. */
int trm_triad_from_axis(const double axis[3], const double *reference, double matrix[9]);

#endif
