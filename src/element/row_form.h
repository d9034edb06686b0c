/* The forms of rows as data: what each of trm_RowType says, in terms that one kernel evaluates (row_product.inc),
   and in words. A row is
     C = sum_terms factor T(phi) left . right - scalar,   at most two terms, T one of 1, cos, sin;
   vectors are those of the sides: a triad, the vector between the points, the frame of a curve or the section of a
   beam at arc length s. */
#ifndef TRM_ELEMENT_ROW_FORM_H
#define TRM_ELEMENT_ROW_FORM_H

#include <stddef.h>
#include "element/joint_table.h"

/* What evaluates a row: products of vectors, or a kernel of its own. */
typedef enum trm_RowKernel {
  TRM_KERNEL_PRODUCTS,
  TRM_KERNEL_COINCIDENT, /* linear in the points, without stiffness: the commonest row of all, and the cheapest */
  TRM_KERNEL_SURFACE,
  TRM_KERNEL_SPEED,
  TRM_KERNEL_COMBINATION,
  TRM_KERNEL_RELATION,
  TRM_KERNEL_CONTACT /* products with the vectors of a beam, by contact.c: nothing between two frames */
} trm_RowKernel;
enum { TRM_KERNELS = TRM_KERNEL_CONTACT + 1 };

typedef enum trm_VectorKind {
  TRM_VECTOR_AXIS,    /* e_n of a side; of a contact: of its frame */
  TRM_VECTOR_GAP,     /* u = y_l - y_k; of a contact: from the beam's axis at s to the slider's point */
  TRM_VECTOR_DIRECTOR /* d_n(s) of the curve that the first side carries, or of the beam's section */
} trm_VectorKind;

typedef enum trm_RowAxis { TRM_AXIS_A, TRM_AXIS_B, TRM_AXIS_C } trm_RowAxis;

typedef struct trm_VectorRef {
  trm_VectorKind kind;
  int side;         /* 0: k, 1: l; the other one where the row is seen from l */
  trm_RowAxis axis; /* n is this number of the row */
} trm_VectorRef;

typedef enum trm_Trigonometry { TRM_UNITY, TRM_COSINE, TRM_SINE } trm_Trigonometry; /* of the row's coordinate */

/* Only the right vector may depend on s. */
typedef struct trm_RowTerm {
  double factor;
  trm_Trigonometry of;
  trm_VectorRef left, right;
  int times; /* the factor is times parameter number `times` - 1 of the joint; 0: none */
} trm_RowTerm;

/* What the products are equal to: nothing, the row's coordinate x, sin(x), the component a of the curve's point at
   s, x^2 (of_length: over 2 L). */
typedef enum trm_RowScalar {
  TRM_SCALAR_NONE,
  TRM_SCALAR_COORDINATE,
  TRM_SCALAR_SINE,
  TRM_SCALAR_PATH,
  TRM_SCALAR_SQUARE
} trm_RowScalar;

/* A type of row as data: constant. */
typedef struct trm_RowForm {
  trm_RowKernel kernel;
  int term_count;
  trm_RowTerm terms[2];
  trm_RowScalar scalar;
  bool of_length;                  /* the form is (C - L^2)/(2 L), L parameter 0 of the joint; x^2 for L^2 */
  bool of_cosine;                  /* the form is (C - p_0)/p_1, cosine and sine of an angle */
  bool angular;                    /* its multiplier is a moment */
  bool needs[2];                   /* the orientation of each side */
  bool on_curve;                   /* it is of the joint's curve */
  const char *doc;                 /* what it imposes; words in braces are filled in by trm_row_words */
  const char *name, *name_of_same; /* what it holds, for messages; where a = b, unless NULL */
} trm_RowForm;

extern const trm_RowForm trm_row_forms[];
static inline const trm_RowForm *trm_row_form(const trm_Row *row) { return &trm_row_forms[row->type]; }

static inline double trm_term_factor(const trm_RowTerm *term, const double *parameters) {
  return term->times > 0 ? term->factor * parameters[term->times - 1] : term->factor;
}

static inline int trm_row_axis(const trm_Row *row, trm_RowAxis axis) {
  return axis == TRM_AXIS_A ? row->a : axis == TRM_AXIS_B ? row->b : row->c;
}

/* Does it define the angle phi in a plane? */
static inline bool trm_row_turns(const trm_Row *row) { return trm_row_form(row)->terms[0].of != TRM_UNITY; }
/* Does it belong to a contact with a beam? */
static inline bool trm_row_slides(const trm_Row *row) { return trm_row_form(row)->kernel == TRM_KERNEL_CONTACT; }
/* Does the force of the row change with displacements of the points? */
static inline bool trm_row_stretches(const trm_Row *row) {
  const trm_RowForm *form = trm_row_form(row);
  return form->kernel == TRM_KERNEL_SURFACE || (form->term_count > 0 && form->terms[0].right.kind == TRM_VECTOR_GAP);
}
/* Is it a component along an axis of the world? */
static inline bool trm_row_in_world(const trm_Row *row) { return trm_row_form(row)->kernel == TRM_KERNEL_COINCIDENT; }

/* Fills in {a}, {b}, {c} (axes from 1), {third} (neither a nor b), {letter} (x, y, z of a), {coordinate}, {minus}
   (of a reversed angle), {plane}, {vector} (first or second body), {parameter}, {function}, {x_a}, {x_b}
   (coordinates that are related). */
void trm_row_words(const trm_JointKind *kind, const trm_Row *row, const char *words, char *out, size_t size);

#endif
