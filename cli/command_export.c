/* trammel export: the scene of a result file for other programs (VTU, glTF, CSV), in a file or a folder that appears
   when it is complete. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "export.h"

static int run(int count, char **arguments);

const Command command_export = {
    .name = "export",
    .summary = "hand results to other programs: ParaView, glTF, tables",
    .usage = "export FILE.h5 --format vtu|gltf|csv [-o NAME] [--every N] [--force]",
    .help =
        "Writes the motion of bodies and beams for other programs. What is written appears under its name when it is "
        "complete.\n\n"
        "  -F, --format FORMAT  vtu:  a folder with a collection FILE.pvd for ParaView and its grids: beams as lines\n"
        "                             and as surfaces with displacements, forces, strains and loads at their points; "
        "bodies;\n"
        "                             curves and surfaces of joints; joints, wheels and springs\n"
        "                       gltf: one binary file .glb with the animation, for browsers, Blender, slides\n"
        "                       csv:  a folder with tables: all channels, and the stations of each beam\n"
        "  -o, --output NAME    file or folder; by default the name of the result file with .vtu, .glb or .csv, in\n"
        "                       the current folder\n"
        "  -n, --every N        only the first row and every N-th after it\n"
        "  -f, --force          replace what exists\n\n"
        "examples:\n"
        "  trammel export boom.h5 --format vtu && paraview boom.vtu/boom.pvd\n"
        "  trammel export boom.h5 --format gltf --every 5 -o boom.glb\n",
    .run = run,
};

typedef enum Format { FORMAT_VTU, FORMAT_GLTF, FORMAT_CSV, FORMATS } Format;

static const struct {
  const char *name, *ending;
  bool folder;
  int (*write)(const ExportRequest *request, const Scene *scene);
} formats[FORMATS] = {[FORMAT_VTU] = {"vtu", "vtu", true, export_vtu},
                      [FORMAT_GLTF] = {"gltf", "glb", false, export_gltf},
                      [FORMAT_CSV] = {"csv", "csv", true, export_csv}};

int64_t export_rows(const ExportRequest *request, const Scene *scene) {
  return (scene->rows + request->every - 1) / request->every;
}

/* ---- a folder that appears when it is complete ------------------------------------------------------------------- */

/* the folders that are made here have files in them, and no folders */
static void remove_folder(const char *path) {
  DIR *folder = opendir(path);
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    char *file = cli_format("%s/%s", path, entry->d_name);
    if (file) unlink(file);
    free(file);
  }
  if (folder) closedir(folder);
  rmdir(path);
}

/* the stem of an export that has this file, of so many letters: "crank" of crank.pvd and crank.csv; 0: none has it */
static size_t stem_length(const char *name) {
  static const char *const endings[] = {".pvd", ".csv"};
  size_t length = strlen(name);
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    size_t end = strlen(endings[i]);
    if (length > end && strcmp(name + length - end, endings[i]) == 0) return length - end;
  }
  return 0;
}

static bool is_of_export(const char *name, const char *stem) {
  const char *dot = strrchr(name, '.');
  size_t length = strlen(stem);
  return strncmp(name, stem, length) == 0 && name[length] == '.' && dot &&
         (strcmp(dot, ".csv") == 0 || strcmp(dot, ".vtu") == 0 || strcmp(dot, ".pvd") == 0);
}

/* the shortest stem that files of the folder give; NULL when out of memory, "" where none is an export's */
static char *find_stem(DIR *folder) {
  char *stem = cli_copy("");
  rewinddir(folder);
  for (struct dirent *entry; stem && (entry = readdir(folder));) {
    size_t length = stem_length(entry->d_name);
    if (length == 0 || (*stem && length >= strlen(stem))) continue;
    free(stem);
    stem = cli_format("%.*s", (int)length, entry->d_name);
  }
  return stem;
}

/* --force replaces an export, or an empty folder; what else a folder holds is not ours to remove */
static int check_folder(const char *path) {
  DIR *folder = opendir(path);
  if (!folder) return CLI_OK; /* none, or nothing to look at: writing tells */
  char *stem = find_stem(folder);
  int status = stem ? CLI_OK : cli_no_memory(&command_export);
  rewinddir(folder);
  for (struct dirent *entry; status == CLI_OK && (entry = readdir(folder));) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (!*stem || !is_of_export(entry->d_name, stem))
      status = cli_complain(&command_export, CLI_WRONG,
                            "%s holds \"%s\", which is of no export: --force replaces exports alone; -o names another "
                            "folder",
                            path, entry->d_name);
  }
  closedir(folder);
  free(stem);
  return status;
}

static int cannot_write(const char *path) {
  return cli_complain(&command_export, CLI_FAILED, "cannot write %s: %s", path, strerror(errno));
}

/* the old folder makes room for the new one, and is removed only then */
static int replace_folder(const char *new, const char *path) {
  struct stat facts;
  bool exists = lstat(path, &facts) == 0;
  char *old = cli_format("%s.old", new);
  int status = old ? CLI_OK : cli_no_memory(&command_export);
  if (status == CLI_OK && exists && rename(path, old) != 0) status = cannot_write(path);
  if (status == CLI_OK && rename(new, path) != 0) {
    status = cannot_write(path);
    if (exists) (void)!rename(old, path);
  }
  if (status == CLI_OK && exists && S_ISDIR(facts.st_mode)) remove_folder(old);
  if (status == CLI_OK && exists && !S_ISDIR(facts.st_mode)) unlink(old);
  free(old);
  return status;
}

static int write_folder(ExportRequest request, const Scene *scene, Format format) {
  const char *path = request.output;
  char *temporary = cli_temporary_name(path);
  if (!temporary) return cli_no_memory(&command_export);
  int status = mkdir(temporary, 0777) == 0 ? CLI_OK : cannot_write(path);
  if (status == CLI_OK) {
    request.output = temporary;
    status = formats[format].write(&request, scene);
    if (status == CLI_OK) status = replace_folder(temporary, path);
    if (status != CLI_OK) remove_folder(temporary);
  }
  free(temporary);
  return status;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

typedef struct Words {
  const char *path, *output, *format;
  int64_t every;
  bool force;
} Words;

static int write_all(const Words *words, Format format, const char *stem, const char *output) {
  Scene scene;
  ExportRequest request = {words->path, output, stem, words->every};
  OutputTarget target = {output, words->path, formats[format].folder ? OUTPUT_FOLDER : OUTPUT_FILE, words->force};
  int status = cli_check_output(&command_export, &target);
  if (status == CLI_OK && formats[format].folder) status = check_folder(output);
  if (status != CLI_OK) return status;
  status = scene_open(&scene, &command_export, words->path);
  if (status == CLI_OK)
    status = formats[format].folder ? write_folder(request, &scene, format) : formats[format].write(&request, &scene);
  if (status == CLI_OK) cli_announce(output, ": %lld rows", (long long)export_rows(&request, &scene));
  scene_close(&scene);
  return status;
}

static int find_format(const char *name, Format *format) {
  const char *names[FORMATS];
  for (int i = 0; i < FORMATS; i++) {
    names[i] = formats[i].name;
    if (name && strcmp(name, names[i]) == 0) return *format = (Format)i, CLI_OK;
  }
  if (!name) return cli_complain(&command_export, CLI_WRONG, "needs --format: vtu, gltf or csv");
  const char *meant = cli_nearest(name, names, FORMATS);
  return cli_complain(&command_export, CLI_WRONG, "--format: vtu, gltf or csv, not \"%s\"%s%s%s", name,
                      meant ? " (did you mean " : "", meant ? meant : "", meant ? "?)" : "");
}

static int read_arguments(Words *words, int count, char **items) {
  static const Option options[] = {
      {"format", 'F', true}, {"output", 'o', true}, {"every", 'n', true}, {"force", 'f', false}};
  enum { FORMAT, OUTPUT, EVERY, FORCE };
  Arguments arguments = {&command_export, items, count, 0, options, sizeof options / sizeof *options, NULL, false};
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    char *end = "";
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD && words->path)
      return cli_complain(&command_export, CLI_WRONG, "takes one result file, and \"%s\" is a second one",
                          arguments.value);
    if (option == ARGUMENT_WORD) words->path = arguments.value;
    if (option == FORMAT) words->format = arguments.value;
    if (option == OUTPUT) words->output = arguments.value;
    if (option == FORCE) words->force = true;
    if (option == EVERY) words->every = strtoll(arguments.value, &end, 10);
    if (*end || words->every < 1)
      return cli_complain(&command_export, CLI_WRONG, "--every: \"%s\" is not a number of rows", arguments.value);
  }
  return words->path ? CLI_OK : cli_complain(&command_export, CLI_WRONG, "needs a result file");
}

static int run(int count, char **items) {
  Words words = {.every = 1};
  Format format = FORMAT_VTU;
  int status = read_arguments(&words, count, items);
  if (status == CLI_OK) status = find_format(words.format, &format);
  if (status != CLI_OK) return status;
  cli_watch_interrupt();
  const char *slash = strrchr(words.path, '/'), *name = slash ? slash + 1 : words.path, *dot = strrchr(name, '.');
  char *stem = cli_format("%.*s", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
  char *output = words.output ? cli_copy(words.output)
                 : stem       ? cli_format("%s.%s", stem, formats[format].ending)
                              : NULL;
  for (size_t i = output ? strlen(output) : 0; i > 1 && output[i - 1] == '/'; i--) output[i - 1] = 0;
  status = stem && output ? write_all(&words, format, stem, output) : cli_no_memory(&command_export);
  free(stem);
  free(output);
  return status;
}
