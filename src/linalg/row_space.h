/* A few conditions D v = b on six numbers, possibly dependent: independent rows by orthogonalisation with pivoting, the
   motions that they leave, and the forces that they exert. */
#ifndef TRM_LINALG_ROW_SPACE_H
#define TRM_LINALG_ROW_SPACE_H

enum { TRM_ROW_SPACE = 6 };

typedef struct trm_RowSpace {
  int rank, freedom;                            /* freedom = 6 - rank */
  int picked[TRM_ROW_SPACE];                    /* independent rows, in the order of elimination */
  double length[TRM_ROW_SPACE];                 /* unit of each number: D is measured in v / unit */
  double norm[TRM_ROW_SPACE];                   /* of the picked rows */
  double basis[TRM_ROW_SPACE][TRM_ROW_SPACE];   /* orthonormal rows of their space, in units */
  double lower[TRM_ROW_SPACE][TRM_ROW_SPACE];   /* picked row / norm = sum_j lower[j] basis[j] */
  double motions[TRM_ROW_SPACE][TRM_ROW_SPACE]; /* `freedom` of them: D motion = 0, orthonormal in units */
} trm_RowSpace;

/* rows: count x 6. unit: what one of the first three numbers is to be measured by (the last three: 1). */
void trm_row_space(const double (*rows)[TRM_ROW_SPACE], int count, double unit, trm_RowSpace *out);
/* The smallest v (in units) with D v = b on the independent rows; b per row as given. */
void trm_row_space_solve(const trm_RowSpace *space, const double *b, double v[TRM_ROW_SPACE]);
/* Multipliers of the independent rows with D^T lambda = force as nearly as they can; those of the other rows are left
   alone. */
void trm_row_space_multipliers(const trm_RowSpace *space, const double force[TRM_ROW_SPACE], double *lambda);

#endif
