/* The equations of a sliding contact on one element of its track: rows as row_product.inc evaluates them, with the
   vectors of a beam at arc length sigma, which are sums of its nodes' with the shape functions h_A(sigma), and of
   the slider. A path over several elements is split at their borders, so that the sum over the elements has no jump
   and needs no event. */
#ifndef TRM_ELEMENT_CONTACT_ROWS_H
#define TRM_ELEMENT_CONTACT_ROWS_H

#include "element/contact.h"
#include "element/row_product.h"

/* Vectors of the contact: x, d1, d2, d3 of each beam node, then x and arm of the slider (r = x + arm), then the
   frame's axes. Positions move with a node's point, the others turn with its triad. */
enum { TRM_CONTACT_VECTORS = 4 * TRM_BEAM_NODES + 5 };

typedef struct trm_ContactVectors {
  double v[TRM_CONTACT_VECTORS][3];
} trm_ContactVectors;

/* A sliding contact over a pair, as its rows need it. A value of one evaluation. */
typedef struct trm_ContactPair {
  const trm_Model *model;
  const trm_Joint *joint;
  const trm_BeamElement *element;
  int beam_nodes, node_count;      /* local nodes: those of the element, the slider, the frame when it is on another */
  int nodes[TRM_LOCAL_NODES];      /* of the model */
  int vector_count, slider, frame; /* vectors; index of the slider's x, of the frame's e1 */
  int at[TRM_CONTACT_VECTORS];     /* first local unknown of each vector's motion */
  bool turns[TRM_CONTACT_VECTORS];
  int s, phi;         /* local unknowns; phi: -1 when there is none */
  int phi_coordinate; /* of the joint, -1 */
  int first_row, n;   /* local unknowns */
  trm_ContactVectors i, f, m;
  double turn[2]; /* phi at both ends */
  bool active;    /* the element has a part in the pair */
  /* coefficients over the pair: shape functions, the same negative, and their sum; the axes of the frame count by 1 */
  double h[TRM_BEAM_NODES][trm_COEFFICIENTS], less[TRM_BEAM_NODES][trm_COEFFICIENTS], whole[trm_COEFFICIENTS];
  trm_Part gap[TRM_BEAM_NODES + 2], director[3][TRM_BEAM_NODES], axis[3];
} trm_ContactPair;

/* A gradient over the local unknowns, and over phi where that is none of them (the last of the n + 1 numbers). */
enum { TRM_CONTACT_GRADIENT = TRM_LOCAL_UNKNOWNS + 1 };

/* The places of unknowns, without configurations. */
void trm_contact_layout(const trm_Model *model, const trm_Joint *joint, int index, trm_ContactPair *c);
/* All of it over a pair, on the track element of this index. */
void trm_contact_pair(const trm_Model *model, const trm_Joint *joint, int index, const trm_Pair *pair,
                      trm_ContactPair *c);
/* Are both ends of the path (arc lengths of the track) on the same side of the element, so that it has no part in it?
   Most elements of a track are passed by, and nothing else is asked of them. */
bool trm_track_passes_by(const trm_Joint *joint, int index, const double along[2]);
/* The track element where the contact is. */
int trm_contact_owner(const trm_Joint *joint, const double *x);

/* The vectors and the unknowns that they move with, for stiffnesses with so many columns. */
trm_Carried trm_contact_carried(const trm_ContactPair *c, int stride);
/* From the beam's axis to the slider's point; a director of the section, n = 0, 1, 2. */
void trm_contact_gap(const trm_ContactPair *c, trm_SideVector *out);
void trm_contact_director(const trm_ContactPair *c, int n, trm_SideVector *out);

const trm_Row *trm_contact_row(const trm_Joint *joint, int r);
/* The terms of a row; returns how many. */
int trm_contact_row_terms(const trm_ContactPair *c, const trm_Row *row, trm_Product terms[2]);
double trm_contact_row_value(const trm_ContactPair *c, const trm_Row *row); /* at f */
void trm_contact_row_mean(const trm_ContactPair *c, const trm_Row *row,
                          double g[TRM_CONTACT_GRADIENT]); /* of the pair */
void trm_contact_row_end(const trm_ContactPair *c, const trm_Row *row, double g[TRM_CONTACT_GRADIENT]); /* at f */
/* k += weight * derivative of the pair's gradient, `stride` columns */
void trm_contact_row_stiffness(const trm_ContactPair *c, const trm_Row *row, double weight, double *k, int stride);
/* C' and C'' at zero acceleration of phi; by_phi, unless NULL: their derivative by its rate and its acceleration */
void trm_contact_row_rates(const trm_ContactPair *c, const trm_Row *row, const trm_CarriedMotion *motion,
                           double rates[2], double *by_phi);

/* The motion of the local nodes. A value of one call. */
typedef struct trm_ContactMotion {
  double velocity[TRM_LOCAL_NODES][3], omega[TRM_LOCAL_NODES][3], acceleration[6 * TRM_LOCAL_NODES];
} trm_ContactMotion;
/* nu_dot: accelerations of the nodes of the model, six each; NULL: none. Rates of the coordinates are not set. */
trm_CarriedMotion trm_contact_motion(const trm_ContactPair *c, const trm_Instant *now, const double *nu_dot,
                                     trm_ContactMotion *work);

#endif
