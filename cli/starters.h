/* The models of cli/starters, as the build finds them. */
#ifndef TRM_CLI_STARTERS_H
#define TRM_CLI_STARTERS_H

typedef struct Starter {
  const char *name, *text;
} Starter;

extern const Starter starters[];
extern const int starter_count;
extern const char starter_names[]; /* separated by blanks */

#endif
