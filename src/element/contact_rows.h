/* The equations of a sliding contact on one element of its track.

   A row is C = sum_terms c T(phi) sum_A h_A(sigma) a . B_A, with a an axis of the contact's frame, B_A = r - x_A (point r of the slider)
   or a director of beam node A, T one of 1, sin, cos. Every a . B_A is a product of two vectors, so the change over a step is exactly
     dC = <T> (sum_A <h_A> (a_m . dB_A + B_Am . da) + dsigma sum_A hd_A <a . B_A>) + (dT/dphi) <G> dphi,
   <.> the mean of the values at both ends, hd_A = (h_A(sigma_f) - h_A(sigma_i)) / dsigma. The factors of the changes are the gradient of the
   pair: forces lambda * gradient do no work and keep linear and angular momentum. A path over several elements is split at their borders,
   so that the sum over the elements has no jump and needs no event. */
#ifndef TRM_ELEMENT_CONTACT_ROWS_H
#define TRM_ELEMENT_CONTACT_ROWS_H

#include "element/contact.h"

/* Vectors of the contact: x, d1, d2, d3 of each beam node, then x and arm of the slider (r = x + arm), then the frame's axes. Positions move
   with a node's point, the others turn with its triad. */
enum { TRM_CONTACT_VECTORS = 4 * TRM_BEAM_NODES + 5 };

typedef struct trm_ContactVectors {
  double v[TRM_CONTACT_VECTORS][3];
} trm_ContactVectors;

/* Shape functions over a pair; zero where this element has no part in it. Derivatives are with respect to sigma. */
typedef struct trm_ContactBasis {
  bool active;
  double h_i[TRM_BEAM_NODES], h_f[TRM_BEAM_NODES], dh_f[TRM_BEAM_NODES], ddh_f[TRM_BEAM_NODES];
  double hd[TRM_BEAM_NODES], hd_slope[TRM_BEAM_NODES]; /* divided difference; its derivative with respect to sigma_f */
} trm_ContactBasis;

typedef struct trm_ContactPair {
  const trm_Model *model;
  const trm_Joint *joint;
  const trm_BeamElement *element;
  int beam_nodes, node_count;       /* local nodes: those of the element, the slider, the frame when it is on another */
  int nodes[TRM_LOCAL_NODES];       /* of the model */
  int vector_count, slider, frame;  /* vectors; index of the slider's x, of the frame's e1 */
  int node_of[TRM_CONTACT_VECTORS]; /* local node */
  bool turns[TRM_CONTACT_VECTORS];
  int s, phi;         /* local unknowns; phi: -1 when there is none */
  int phi_coordinate; /* of the joint, -1 */
  int first_row, n;   /* local unknowns */
  trm_ContactVectors i, f, m;
  double phi_i, phi_f;
  trm_ContactBasis basis;
} trm_ContactPair;

/* Forces (weight * gradient) on vectors and coordinates. */
typedef struct trm_ContactGradient {
  double v[TRM_CONTACT_VECTORS][3];
  double s, phi;
} trm_ContactGradient;

/* Derivatives of such forces with respect to configuration f. */
typedef struct trm_ContactStiffness {
  double coupling[TRM_CONTACT_VECTORS][TRM_CONTACT_VECTORS]; /* force on u per change of vector v: coupling * I */
  double by_s[TRM_CONTACT_VECTORS][3], by_phi[TRM_CONTACT_VECTORS][3]; /* force on u per s_f, phi_f */
  double of_s[TRM_CONTACT_VECTORS][3], of_phi[TRM_CONTACT_VECTORS][3]; /* force on s, phi per change of vector v */
  double s_s, s_phi, phi_s, phi_phi;
} trm_ContactStiffness;

/* The places of unknowns, without configurations. */
void trm_contact_layout(const trm_Model *model, const trm_Joint *joint, int index, trm_ContactPair *c);
void trm_contact_gather(const trm_ContactPair *c, const double *q, trm_ContactVectors *out);
/* All of it over a pair, on the track element of this index. */
void trm_contact_pair(const trm_Model *model, const trm_Joint *joint, int index, const trm_Pair *pair,
                      trm_ContactPair *c);
/* The track element where the contact is. */
int trm_contact_owner(const trm_Joint *joint, const double *x);

const trm_Row *trm_contact_row(const trm_Joint *joint, int r);
double trm_contact_row_value(const trm_ContactPair *c, const trm_Row *row);                            /* at f */
void trm_contact_row_end(const trm_ContactPair *c, const trm_Row *row, trm_ContactGradient *gradient); /* at f */
void trm_contact_row_mean(const trm_ContactPair *c, const trm_Row *row,
                          trm_ContactGradient *gradient); /* of the pair */
/* stiffness += weight * derivative of the pair's gradient */
void trm_contact_row_stiffness(const trm_ContactPair *c, const trm_Row *row, double weight,
                               trm_ContactStiffness *stiffness);
/* d2C/dt2 at f without the parts of accelerations; velocity: of the vectors, omega: of the local nodes. */
double trm_contact_row_gamma(const trm_ContactPair *c, const trm_Row *row, const trm_ContactVectors *velocity,
                             const trm_ContactVectors *centripetal, const double rates[2]);
/* Velocities of the vectors from those of the coordinates, and their accelerations at zero accelerations of the nodes. */
void trm_contact_motion(const trm_ContactPair *c, const double *q, const double *w, trm_ContactVectors *velocity,
                        trm_ContactVectors *centripetal);
/* Forces on vectors -> on the local unknowns (added, times factor); at: the configuration whose levers count. */
void trm_contact_project(const trm_ContactPair *c, const trm_ContactVectors *at, const trm_ContactGradient *gradient,
                         double factor, double *out);
/* The same for the stiffness of forces whose sum is `force`, into an n x n tangent. */
void trm_contact_project_stiffness(const trm_ContactPair *c, const trm_ContactStiffness *stiffness,
                                   const trm_ContactGradient *force, double *tangent, int stride);

#endif
