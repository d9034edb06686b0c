/* The file under HDF5 while a result is written, or read: a driver of HDF5's virtual file layer, for two reasons.

   Order. In a flush HDF5 writes changed metadata in the order of their addresses; a writer killed in the middle leaves,
   say, an index whose root names nodes that were not written yet. The driver collects the metadata of a flush and
   writes them so that the file is whole after every single write: first what is new (nothing refers to it yet), then
   the superblock with the new length, then what is changed in place, index nodes from the root down (a parent that
   already knows both halves of a split child is right as long as the child still holds both). And it places metadata so
   that no block crosses a page, since a kill may split a write there.

   Failure. HDF5 does not survive a refused write (a full disk): closing the file fails too and its tables are left in
   pieces.
   The driver accepts every write; after the first that the system refuses it drops all that follow, so that the file on
   disk stays as it was and HDF5 closes in order. The writer asks for the error. It does the same when the library
   itself failed (no memory): what is then in its tables belongs to no whole file. */
#ifndef TRM_IO_RESULT_FILE_H
#define TRM_IO_RESULT_FILE_H

#include "io/result_hdf5.h"

/* Makes `access` (a file access property list) use the driver. Negative on failure. */
herr_t trm_result_file_use(hid_t access);
/* From now on nothing is written any more: the file stays as it is on disk. */
void trm_result_file_give_up(hid_t file);
/* Brings to the disk what was written so far. */
void trm_result_file_sync(hid_t file);
/* The errno of the first write that was refused since the file was created; 0: none. */
int trm_result_file_error(hid_t file);

#endif
