/* YAML 1.2 in and out of the spec tree. Reading runs no code, opens no other file but columns of numbers beside a model
   that is a file itself (io/columns.h) and uses bounded memory whatever the bytes. */
#ifndef TRM_IO_YAML_H
#define TRM_IO_YAML_H

#include "model/spec.h"

enum {
  TRM_LARGEST_TEXT = 64 << 20, /* bytes of a file */
  TRM_MOST_NODES = 4000000     /* values and keys with aliases expanded; a long text counts once more per 32 bytes */
};

/* Reads one document whose root is a map. NULL when there is any error; all of them are in diagnostics (may be NULL),
   whose source becomes this text. name is the file's name for messages. */
trm_Spec *trm_yaml_parse(const char *name, const char *text, size_t size, trm_Diagnostics *diagnostics);
trm_Spec *trm_yaml_read_file(const char *path, trm_Diagnostics *diagnostics);
/* The same; where a file that the text names cannot be read, `look` may add what else is wrong with the spec. */
typedef void (*trm_SpecLook)(const trm_Spec *spec, trm_Diagnostics *diagnostics);
trm_Spec *trm_yaml_read_with(const char *path, trm_SpecLook look, trm_Diagnostics *diagnostics);

/* Reads one value of any kind that may hold at most `levels` levels of maps and lists; memory from the arena. NULL on
   errors. */
trm_Value *trm_yaml_value(trm_Arena *arena, const char *text, size_t size, int levels, trm_Diagnostics *diagnostics);

/* The spec as YAML: maps in lines, short lists and short maps of scalars in brackets, texts in quotes where they were
   or where YAML needs them. Reading it gives an equal tree. NULL when out of memory. Free with trm_free. */
char *trm_yaml_write(const trm_Spec *spec);

#endif
