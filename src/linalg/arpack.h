/* The ARPACK routines that we call, by their Fortran names; the trailing size_t are the hidden lengths of
   characters. */
#ifndef TRM_LINALG_ARPACK_H
#define TRM_LINALG_ARPACK_H

#include <stddef.h>

void dsaupd_(int *ido, const char *bmat, const int *n, const char *which, const int *nev, double *tol, double *resid,
             const int *ncv, double *v, const int *ldv, int *iparam, int *ipntr, double *workd, double *workl,
             const int *lworkl, int *info, size_t bmat_length, size_t which_length);
void dseupd_(const int *rvec, const char *howmny, int *select, double *d, double *z, const int *ldz,
             const double *sigma, const char *bmat, const int *n, const char *which, const int *nev, double *tol,
             double *resid, const int *ncv, double *v, const int *ldv, int *iparam, int *ipntr, double *workd,
             double *workl, const int *lworkl, int *info, size_t howmny_length, size_t bmat_length,
             size_t which_length);
void dnaupd_(int *ido, const char *bmat, const int *n, const char *which, const int *nev, double *tol, double *resid,
             const int *ncv, double *v, const int *ldv, int *iparam, int *ipntr, double *workd, double *workl,
             const int *lworkl, int *info, size_t bmat_length, size_t which_length);
void dneupd_(const int *rvec, const char *howmny, int *select, double *dr, double *di, double *z, const int *ldz,
             const double *sigmar, const double *sigmai, double *workev, const char *bmat, const int *n,
             const char *which, const int *nev, double *tol, double *resid, const int *ncv, double *v, const int *ldv,
             int *iparam, int *ipntr, double *workd, double *workl, const int *lworkl, int *info, size_t howmny_length,
             size_t bmat_length, size_t which_length);

#endif
