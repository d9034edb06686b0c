/* reference_pages [--write] FOLDER: are the generated pages of docs/reference what the tables in the code give now?
   --write makes them so. The JSON Schema is one of them: model.schema.json. */
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "trammel/trammel.h"

enum { PATH_ROOM = 4096, MOST_PAGES = 1000 };
static const char schema_name[] = "model.schema.json";

/* The index-th generated text, the schema first; NULL past the last. */
static char *generated(int index, const char **name) {
  if (index > 0) return trm_reference_page(index - 1, name);
  *name = schema_name;
  return trm_schema();
}

/* The whole file, NULL when it cannot be read. */
static char *file_text(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  char *text = NULL;
  long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
  if (size >= 0 && fseek(file, 0, SEEK_SET) == 0) text = malloc((size_t)size + 1);
  if (text && fread(text, 1, (size_t)size, file) != (size_t)size) {
    free(text);
    text = NULL;
  }
  if (text) text[size] = '\0';
  fclose(file);
  return text;
}

static bool check_page(const char *path, const char *text) {
  char *stored = file_text(path);
  bool same = stored && strcmp(stored, text) == 0;
  if (!same) printf("%s: %s (make reference mends it)\n", path, stored ? "not what the code gives" : "missing");
  free(stored);
  return same;
}

static bool write_page(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  bool good = file && fputs(text, file) >= 0;
  if (file) good = fclose(file) == 0 && good;
  if (!good) printf("%s: %s\n", path, strerror(errno));
  return good;
}

static bool is_generated(const char *file_name) {
  bool found = false;
  for (int i = 0; i < MOST_PAGES && !found; i++) {
    const char *name = NULL;
    char *text = generated(i, &name);
    if (!text) break;
    found = strcmp(name, file_name) == 0;
    trm_free(text);
  }
  return found;
}

/* A page that the code no longer gives is as wrong as one that it gives otherwise. */
static bool no_leftovers(const char *folder) {
  DIR *directory = opendir(folder);
  if (!directory) return false;
  bool good = true;
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
    if (entry->d_name[0] == '.' || is_generated(entry->d_name)) continue;
    printf("%s/%s: not a generated page\n", folder, entry->d_name);
    good = false;
  }
  closedir(directory);
  return good;
}

int main(int count, char **words) {
  bool write = count == 3 && strcmp(words[1], "--write") == 0;
  if (count != 2 && !write) {
    fprintf(stderr, "usage: reference_pages [--write] FOLDER\n");
    return 2;
  }
  const char *folder = words[count - 1];
  bool good = true;
  int pages = 0;
  for (;; pages++) {
    const char *name = NULL;
    char *text = generated(pages, &name), path[PATH_ROOM];
    if (!text) break;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    good = (write ? write_page(path, text) : check_page(path, text)) && good;
    trm_free(text);
  }
  if (pages < 2) {
    printf("the code gives no pages\n");
    good = false;
  }
  return no_leftovers(folder) && good ? 0 : 1;
}
