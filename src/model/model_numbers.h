/* Small numbers by which what is written in a model is judged: this layer reads it, build/ checks it. */
#ifndef TRM_MODEL_MODEL_NUMBERS_H
#define TRM_MODEL_MODEL_NUMBERS_H

/* Relative: numbers that miss a form (symmetry, a plane, a common point, a moment of inertia that a body can have) by
   less were meant to have it. Models are written by hand or by programs with nine digits and more. */
static const double trm_meant_equal = 1e-9;

/* rad, or cosine of an angle: directions that are closer to parallel or perpendicular were meant to be. Directions
   are often written with six digits. */
static const double trm_meant_angle = 1e-6;

#endif
