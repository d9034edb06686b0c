/* The structure of a result file, checked before HDF5 reads it: HDF5 believes the sizes, counts and addresses that it
   finds, and a file in which they are wrong makes it read and write beyond its memory. */
#ifndef TRM_IO_RESULT_CHECK_H
#define TRM_IO_RESULT_CHECK_H

/* What is said of a file. */
typedef enum trm_ResultSoundness {
  TRM_RESULT_SOUND,
  TRM_RESULT_FOREIGN,   /* no HDF5 file */
  TRM_RESULT_CUT,       /* shorter than it says */
  TRM_RESULT_OTHER,     /* HDF5, but written by another program or with other settings */
  TRM_RESULT_LEADS_OUT, /* refers to something outside of it, or to programs that would unpack it */
  TRM_RESULT_DAMAGED,
  TRM_RESULT_UNREAD /* no memory, or the system does not let it be read: errno */
} trm_ResultSoundness;

/* *what: a constant text for those who want to know more, never NULL. */
trm_ResultSoundness trm_result_check(const char *path, const char **what);

#endif
