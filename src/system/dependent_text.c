/* Sets of dependent constraints in words. */
#include "system/dependent_text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "element/joint.h"

/* The rows of one joint in a set of dependent constraints. */
typedef struct Part {
  const char *joint;
  trm_Text rows;   /* "displacement along world x, y, rotation about joint axis 1" */
  char phrase[64]; /* how the last row begins */
  bool told;
} Part;

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* adds a row; what it has in common with the one before ("displacement along world ") is not said again */
static void add_row(const trm_System *system, int row, Part *part) {
  char name[200];
  trm_constraint_name(system, row, name, sizeof name);
  const char *words = name + strlen(part->joint) + 2, *last = strrchr(words, ' ');
  size_t length = last ? (size_t)(last - words) + 1 : 0;
  bool same = length > 0 && length < sizeof part->phrase && strlen(part->phrase) == length &&
              strncmp(part->phrase, words, length) == 0;
  trm_text_format(&part->rows, "%s%s", part->rows.data ? ", " : "", same ? words + length : words);
  snprintf(part->phrase, sizeof part->phrase, "%.*s", (int)length, words);
}

/* the parts of a set in order; rows are numbered joint by joint */
static int split(const trm_System *system, const int *rows, int count, Part *parts) {
  int used = 0;
  for (int i = 0; i < count; i++) {
    const char *joint = system->unknowns[rows[i]].owner;
    if (used == 0 || strcmp(parts[used - 1].joint, joint) != 0) parts[used++].joint = joint;
    add_row(system, rows[i], &parts[used - 1]);
  }
  return used;
}

static bool same_rows(const Part *a, const Part *b) {
  return a->rows.data && b->rows.data && strcmp(a->rows.data, b->rows.data) == 0;
}

/* "g0, g1: rotation about joint axis 2; rod: ...": joints that contribute the same rows stand together */
static void list_parts(Part *parts, int count, trm_Text *text) {
  for (int i = 0; i < count; i++) {
    if (parts[i].told) continue;
    trm_text_format(text, "%s%s", i ? "; " : "", parts[i].joint);
    for (int k = i + 1; k < count; k++)
      if (same_rows(&parts[i], &parts[k])) {
        trm_text_format(text, ", %s", parts[k].joint);
        parts[k].told = true;
      }
    trm_text_format(text, ": %s", parts[i].rows.data ? parts[i].rows.data : "");
  }
}

void trm_dependent_text(const trm_System *system, const trm_DependentSet *set, trm_Text *text) {
  int *rows = TRM_NEW(int, set->count);
  Part *parts = TRM_NEW(Part, set->count);
  if (rows && parts) {
    memcpy(rows, set->rows, sizeof *rows * (size_t)set->count);
    qsort(rows, (size_t)set->count, sizeof *rows, by_number);
    int count = split(system, rows, set->count, parts);
    list_parts(parts, count, text);
    for (int i = 0; i < count; i++) {
      text->failed |= parts[i].rows.failed;
      trm_text_free(&parts[i].rows);
    }
  } else {
    text->failed = true;
  }
  trm_release(parts);
  trm_release(rows);
}

/* ---- drives ---- */

/* The coordinate whose value or rate a multiplier holds because the model says so; false: it is another constraint, or
   that of a coupling. */
typedef struct Told {
  const trm_Joint *joint;
  int coordinate;
  bool driven; /* else it is given for the start */
} Told;

static bool is_told(const trm_System *system, int unknown, Told *told) {
  const trm_Unknown *u = &system->unknowns[unknown];
  for (int j = 0; j < system->model->joint_count; j++) {
    const trm_Joint *joint = &system->layout->joints[j];
    int first = system->numbering.joint[j] + joint->unknown_count;
    if (unknown < first || unknown >= first + joint->multiplier_count || u->component < joint->row_count) continue;
    int c = joint->drives[u->component - joint->row_count];
    *told = (Told){joint, c, joint->laws[c].drive || joint->laws[c].drive_rate};
    return joint->kind->frame != TRM_FRAME_NONE;
  }
  return false;
}

static bool has_row(const trm_DependentSet *set, int row) {
  for (int i = 0; i < set->count; i++)
    if (set->rows[i] == row) return true;
  return false;
}

/* Do two sets have a prescribed motion in common? What one prescribes too often the other does, too. */
static bool share_drive(const trm_System *system, const trm_DependentSet *a, const trm_DependentSet *b) {
  Told told;
  for (int i = 0; i < a->count; i++)
    if (has_row(b, a->rows[i]) && is_told(system, a->rows[i], &told) && told.driven) return true;
  return false;
}

static void add_told(const Told *told, trm_Told *out) {
  trm_text_format(&out->text, "%s%s of joint \"%s\"", out->drives + out->given > 0 ? ", " : "",
                  told->joint->kind->coordinates[told->coordinate].name, told->joint->name);
  if (told->joint->model->place.line >= out->place.line) out->place = told->joint->model->place;
  *(told->driven ? &out->drives : &out->given) += 1;
}

/* The drives of set i that are in no set before it which is told of with `which`. */
static void add_drives(const trm_System *system, const trm_Redundancy *redundancy, int which, int i, trm_Told *out) {
  const trm_DependentSet *sets = redundancy->sets, *own = &sets[which];
  for (int r = 0; r < sets[i].count; r++) {
    Told told;
    int row = sets[i].rows[r];
    bool known = i != which && has_row(own, row);
    for (int k = 0; k < i && i != which && !known; k++)
      known = k != which && has_row(&sets[k], row) && share_drive(system, own, &sets[k]);
    if (!known && is_told(system, row, &told) && told.driven) add_told(&told, out);
  }
}

trm_Told trm_dependent_told(const trm_System *system, const trm_Redundancy *redundancy, int which) {
  trm_Told out = {0};
  const trm_DependentSet *own = &redundancy->sets[which];
  add_drives(system, redundancy, which, which, &out);
  for (int i = 0; i < redundancy->set_count; i++)
    if (i != which && share_drive(system, own, &redundancy->sets[i])) add_drives(system, redundancy, which, i, &out);
  Told told;
  for (int r = 0; r < own->count && out.drives == 0; r++)
    if (is_told(system, own->rows[r], &told)) add_told(&told, &out);
  return out;
}

bool trm_dependent_joint(const trm_System *system, const trm_DependentSet *set, const char *joint) {
  for (int i = 0; i < set->count; i++)
    if (strcmp(system->unknowns[set->rows[i]].owner, joint) == 0) return true;
  return false;
}
