/* The file under HDF5 while a result is written. HDF5 does not survive a failed write (a full disk): closing the file then
   fails too and its tables are left in pieces. This driver takes every write; after the first one that the system refuses it
   drops all that follow, so that the file on disk stays as it was and HDF5 closes in order. The writer asks for the error. */
#ifndef TRM_IO_RESULT_FILE_H
#define TRM_IO_RESULT_FILE_H

#include "io/result_hdf5.h"

/* Makes `access` (a file access property list) use the driver. Negative on failure. */
herr_t trm_result_file_use(hid_t access);
/* The errno of the first write that was refused since the file was created; 0: none. */
int trm_result_file_error(hid_t file);

#endif
