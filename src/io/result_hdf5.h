/* What writing and reading of result files share of HDF5. */
#ifndef TRM_IO_RESULT_HDF5_H
#define TRM_IO_RESULT_HDF5_H

#define H5_USE_110_API /* later versions keep the functions of 1.10 under their names */
#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

enum { TRM_HDF5_CAUSE = 160 }; /* letters of a reason */

/* Is there memory for what HDF5 needs beside `more` bytes? To be asked before each group of its calls: HDF5 does not
   survive memory that is refused. What was found stays with a process that keeps what it gives back. */
bool trm_hdf5_has_room(size_t more);

/* HDF5 prints its error stack by itself unless told otherwise; the caller's setting is put back afterwards. In between
   the reason of the first call that fails is kept: calls that clean up after it clear HDF5's own. */
typedef struct trm_Hdf5Quiet {
  H5E_auto2_t function;
  void *data;
  char cause[TRM_HDF5_CAUSE];
} trm_Hdf5Quiet;

void trm_hdf5_quiet(trm_Hdf5Quiet *quiet); /* stays where it is until it is restored */
void trm_hdf5_restore(const trm_Hdf5Quiet *quiet);

/* Why the first HDF5 call failed since HDF5 is quiet: the operating system's words where there are some, HDF5's own
   otherwise. Where none has failed it was a request for memory of ours. */
void trm_hdf5_cause(char cause[TRM_HDF5_CAUSE]);

/* Was that a lack of memory within HDF5? */
bool trm_hdf5_lacked_memory(void);

/* Access properties of every result file: no file locks, so that a live file can be read, and close means close.
   Negative on failure. */
hid_t trm_hdf5_access(void);

/* The types of texts: UTF-8 of variable length; of so many letters (at least one). Negative on failure. */
hid_t trm_hdf5_text_type(void);
hid_t trm_hdf5_letters_type(size_t length);

#endif
