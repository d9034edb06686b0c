/* The layout of result files that writing and reading share: names, summary, HDF5 settings. */
#include "io/result.h"
#include <stdio.h>
#include <string.h>
#include "base/memory.h"
#include "io/result_hdf5.h"

/* ---- channel names ----------------------------------------------------------------------------------------------- */

bool trm_result_channel_name(const char *name) {
  unsigned char first = (unsigned char)name[0];
  bool letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first >= 0x80;
  if (!letter || !strchr(name, '.')) return false; /* in a table of a spreadsheet "=..." would be a formula */
  size_t length = strlen(name);
  return name[length - 1] != '.' && !strstr(name, "..");
}

const char *trm_result_escape(trm_Arena *arena, const char *name) {
  size_t length = strlen(name);
  char *out = trm_arena_alloc(arena, 3 * length + 1, 1);
  if (!out) return NULL;
  char *end = out;
  for (size_t i = 0; i < length; i++) {
    const char *code = name[i] == '/' ? "%2F" : name[i] == '%' ? "%25" : NULL;
    if (code) {
      memcpy(end, code, 3), end += 3;
    } else {
      *end++ = name[i];
    }
  }
  return out;
}

/* ---- summary ----------------------------------------------------------------------------------------------------- */

#define COUNT(name, member)                                                                                            \
  { name, "1", true, offsetof(trm_Summary, member) }
#define NUMBER(name, unit, member)                                                                                     \
  { name, unit, false, offsetof(trm_Summary, member) }

static const trm_SummaryField summary_fields[] = {
    COUNT("steps", steps),
    COUNT("retries", retries),
    COUNT("iterations", iterations),
    COUNT("factorizations", factorizations),
    COUNT("rejected_error", rejected_error),
    COUNT("rejected_newton", rejected_newton),
    NUMBER("smallest_step", "s", smallest_step),
    NUMBER("largest_step", "s", largest_step),
    NUMBER("largest_violation", "m or rad", largest_violation),
    NUMBER("largest_off_constraints", "J", largest_off_constraints),
    NUMBER("moved_position", "m", moved_position),
    NUMBER("moved_angle", "rad", moved_angle),
    NUMBER("seconds_assembly", "s", seconds_assembly),
    NUMBER("seconds_linear", "s", seconds_linear),
    NUMBER("seconds_output", "s", seconds_output),
    NUMBER("seconds_total", "s", seconds_total),
    NUMBER("seconds_rehearsal", "s", seconds_rehearsal),
    NUMBER("error_estimate", "1", error_estimate),
    NUMBER("growth", "1", growth),
    COUNT("order", order),
    COUNT("error_unknown", error_unknown),
    NUMBER("ledger_kinetic", "J", ledger.kinetic),
    NUMBER("ledger_potential", "J", ledger.potential),
    NUMBER("ledger_spring", "J", ledger.spring),
    NUMBER("ledger_strain", "J", ledger.strain),
    NUMBER("ledger_start", "J", ledger.start),
    NUMBER("ledger_load_work", "J", ledger.load_work),
    NUMBER("ledger_drive_work", "J", ledger.drive_work),
    NUMBER("ledger_dissipated", "J", ledger.dissipated),
    NUMBER("ledger_numerical", "J", ledger.numerical),
    NUMBER("ledger_constraint_work", "J", ledger.constraint_work),
    NUMBER("ledger_residual", "J", ledger.residual),
    NUMBER("ledger_largest_residual", "J", ledger.largest_residual),
    NUMBER("ledger_largest_kinetic", "J", ledger.largest_kinetic),
    NUMBER("ledger_largest_constraint_work", "J", ledger.largest_constraint_work),
    NUMBER("ledger_largest_energy", "J", ledger.largest_energy),
};

const trm_SummaryField *trm_summary_fields(int *count) {
  *count = (int)(sizeof summary_fields / sizeof *summary_fields);
  return summary_fields;
}

/* ---- HDF5 -------------------------------------------------------------------------------------------------------- */

static herr_t take_cause(unsigned level, const H5E_error2_t *error, void *user) {
  static const char mark[] = "error message = '";
  char *cause = user;
  const char *words = error->desc ? strstr(error->desc, mark) : NULL;
  if (words) {
    words += sizeof mark - 1;
    snprintf(cause, TRM_HDF5_CAUSE, "%.*s", (int)strcspn(words, "'"), words);
  } else if (level == 0 && error->maj_num != H5E_RESOURCE) { /* resources: memory, and nothing else here */
    snprintf(cause, TRM_HDF5_CAUSE, "%s", error->desc ? error->desc : "");
  }
  return words != NULL;
}

/* HDF5 calls this within each call that fails. Its stack is empty only where it had no memory to write it. */
static herr_t keep_first_cause(hid_t stack, void *user) {
  trm_Hdf5Quiet *quiet = user;
  if (quiet->cause[0]) return 0;
  snprintf(quiet->cause, sizeof quiet->cause, "%s", trm_status_text(TRM_NO_MEMORY));
  H5Ewalk2(stack, H5E_WALK_UPWARD, take_cause, quiet->cause);
  return 0;
}

void trm_hdf5_quiet(trm_Hdf5Quiet *quiet) {
  *quiet = (trm_Hdf5Quiet){0};
  H5Eget_auto2(H5E_DEFAULT, &quiet->function, &quiet->data);
  H5Eset_auto2(H5E_DEFAULT, keep_first_cause, quiet);
}

void trm_hdf5_restore(const trm_Hdf5Quiet *quiet) { H5Eset_auto2(H5E_DEFAULT, quiet->function, quiet->data); }

void trm_hdf5_cause(char cause[TRM_HDF5_CAUSE]) {
  H5E_auto2_t function = NULL;
  void *quiet = NULL;
  H5Eget_auto2(H5E_DEFAULT, &function, &quiet);
  bool kept = function == keep_first_cause && ((trm_Hdf5Quiet *)quiet)->cause[0];
  snprintf(cause, TRM_HDF5_CAUSE, "%s", kept ? ((trm_Hdf5Quiet *)quiet)->cause : trm_status_text(TRM_NO_MEMORY));
}

bool trm_hdf5_lacked_memory(void) {
  H5E_auto2_t function = NULL;
  void *quiet = NULL;
  H5Eget_auto2(H5E_DEFAULT, &function, &quiet);
  return function == keep_first_cause && strcmp(((trm_Hdf5Quiet *)quiet)->cause, trm_status_text(TRM_NO_MEMORY)) == 0;
}

/* Blocks that the C library takes from the heap and not one by one from the system. They are not touched. */
bool trm_hdf5_has_room(size_t more) {
  enum { OWN = 4 << 20, BLOCK = 8 << 20, MOST = 16 }; /* bytes; what it needs at its start and for what it keeps */
  void *room[MOST];
  size_t left = OWN + more;
  int count = 0;
  bool found = true;
  while (found && left > 0 && count < MOST) {
    size_t size = left < BLOCK ? left : BLOCK;
    room[count] = trm_realloc(NULL, size, 1);
    found = room[count] != NULL;
    if (found) count++, left -= size;
  }
  while (count > 0) trm_release(room[--count]);
  return found;
}

hid_t trm_hdf5_access(void) {
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  bool good = access >= 0 && H5Pset_fclose_degree(access, H5F_CLOSE_STRONG) >= 0;
#if H5_VERSION_GE(1, 10, 7)
  good = good && H5Pset_file_locking(access, 0, 1) >= 0;
#endif
  if (good || access < 0) return access;
  H5Pclose(access);
  return -1;
}

static hid_t make_text_type(size_t size, H5T_str_t padding) {
  hid_t type = H5Tcopy(H5T_C_S1);
  if (type < 0) return type;
  if (H5Tset_size(type, size) >= 0 && H5Tset_cset(type, H5T_CSET_UTF8) >= 0 && H5Tset_strpad(type, padding) >= 0)
    return type;
  H5Tclose(type);
  return -1;
}

hid_t trm_hdf5_text_type(void) { return make_text_type(H5T_VARIABLE, H5T_STR_NULLTERM); }

hid_t trm_hdf5_letters_type(size_t length) { return make_text_type(length ? length : 1, H5T_STR_NULLPAD); }
