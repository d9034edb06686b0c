/* One HTML file that shows a result file: the viewer's bundle and the numbers it needs. */
#ifndef TRM_CLI_PAGE_H
#define TRM_CLI_PAGE_H

#include "cli.h"

typedef enum PageKind { PAGE_VIEW, PAGE_REPORT } PageKind;

typedef struct PageRequest {
  PageKind kind;
  const char *file;   /* the result file's name, shown on the page */
  int64_t frames;     /* at most so many positions of the mechanism; 0: as many as fit */
  char *const *plots; /* channels that a report shows */
  int plot_count;
} PageRequest;

/* What came of it, for the message to the user. */
typedef struct PageFacts {
  int64_t rows, frames, points; /* in the file, positions on the page, points of a plot */
  size_t bytes;                 /* of the page, so far */
  bool study;                   /* rows are samples */
} PageFacts;

/* Writes the page; a CLI_ status, with a message where it is not CLI_OK. */
int page_write(const Command *command, trm_Results *results, const PageRequest *request, FILE *out, PageFacts *facts);

/* Is it the table of a study? Its report is another one, and there is nothing to view (page_study.c). */
bool page_is_study(const trm_Results *results);
/* The numbers and the description of that page; as page_write. */
int page_study_write(const Command *command, trm_Results *results, const PageRequest *request, FILE *out,
                     PageFacts *facts);

/* The whole of `trammel view` and `trammel report`. */
int page_command(const Command *command, PageKind kind, int count, char **items);

/* The viewer, made of viewer/ (embedded at build time). */
extern const char *const page_bundle;

#endif
