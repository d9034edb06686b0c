/* Small numbers that several files of this layer share. */
#ifndef TRM_MATH_MATH_NUMBERS_H
#define TRM_MATH_MATH_NUMBERS_H

/* rad: below, sin(x)/x = 1 - x^2/6 + ... is 1 in double precision (x^2/6 < 2e-17), and a quotient of two small
   numbers is avoided. */
static const double trm_small_angle = 1e-8;

/* rad, between the tangents of two pieces of a curve that meet: more is a corner. Tangents of curves that were
   written down with nine digits are off by less than 1e-8. */
static const double trm_corner_angle = 1e-8;

/* Of the length of a curve: points closer than this are the same point. As coordinates are written down, with nine to
   ten digits. */
static const double trm_same_point = 1e-9;

#endif
