/* The LAPACK routines that we call, by their Fortran names; the trailing size_t is the hidden length of a character. */
#ifndef TRM_LINALG_LAPACK_H
#define TRM_LINALG_LAPACK_H

#include <stddef.h>

void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *ipiv, int *info);
void dgetrs_(const char *trans, const int *n, const int *nrhs, const double *a, const int *lda, const int *ipiv,
             double *b, const int *ldb, int *info, size_t trans_length);
void dgeqp3_(const int *m, const int *n, double *a, const int *lda, int *jpvt, double *tau, double *work,
             const int *lwork, int *info);
void dgels_(const char *trans, const int *m, const int *n, const int *nrhs, double *a, const int *lda, double *b,
            const int *ldb, double *work, const int *lwork, int *info, size_t trans_length);

#endif
