/* What writing and reading of result files share of HDF5. */
#ifndef TRM_IO_RESULT_HDF5_H
#define TRM_IO_RESULT_HDF5_H

#define H5_USE_110_API /* later versions keep the functions of 1.10 under their names */
#include <hdf5.h>

/* HDF5 prints its error stack by itself unless told otherwise; the caller's setting is put back afterwards. */
typedef struct trm_Hdf5Quiet {
  H5E_auto2_t function;
  void *data;
} trm_Hdf5Quiet;

trm_Hdf5Quiet trm_hdf5_quiet(void);
void trm_hdf5_restore(trm_Hdf5Quiet before);

/* Why the last HDF5 call failed: the operating system's words where there are some, HDF5's own otherwise. */
enum { TRM_HDF5_CAUSE = 160 };
void trm_hdf5_cause(char cause[TRM_HDF5_CAUSE]);

/* Access properties of every result file: no file locks, so that a live file can be read, and close means close.
   Negative on failure. */
hid_t trm_hdf5_access(void);

/* The types of texts: UTF-8 of variable length; of so many letters (at least one). Negative on failure. */
hid_t trm_hdf5_text_type(void);
hid_t trm_hdf5_letters_type(size_t length);

#endif
