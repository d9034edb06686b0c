/* What all commands say and write: complaints, diagnostics, wrapped text, files that replace others when they are
   whole. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli.h"

char *cli_printable(const char *text) {
  char *shown = trm_printable(text, false), *copy = shown ? cli_copy(shown) : NULL;
  trm_free(shown);
  return copy;
}

void cli_put(FILE *out, const char *text) {
  char *shown = trm_printable(text, false);
  fputs(shown ? shown : "...", out);
  trm_free(shown);
}

void cli_put_csv(FILE *out, const char *name) {
  bool quoted = strpbrk(name, ",\"\n") != NULL;
  if (quoted) fputc('"', out);
  for (; *name; name++) fprintf(out, quoted && *name == '"' ? "\"\"" : "%c", *name);
  if (quoted) fputc('"', out);
}

/* what was formatted, without what would control the terminal */
static void put_formatted(FILE *out, const char *format, va_list list) {
  va_list again;
  va_copy(again, list);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  char *text = length < 0 ? NULL : malloc((size_t)length + 1);
  if (text) vsnprintf(text, (size_t)length + 1, format, list);
  cli_put(out, text ? text : "out of memory");
  free(text);
}

int cli_complain(const Command *command, int status, const char *format, ...) {
  va_list list;
  va_start(list, format);
  fprintf(stderr, "trammel%s%s: ", command ? " " : "", command ? command->name : "");
  put_formatted(stderr, format, list);
  fputc('\n', stderr);
  va_end(list);
  return status;
}

int cli_no_memory(const Command *command) { return cli_complain(command, CLI_FAILED, "out of memory"); }

/* The library does not return from a lack of memory without the system having said so. */
int cli_unreadable(const Command *command, const char *what, const char *path) {
  if (errno == ENOMEM) return cli_complain(command, CLI_FAILED, "%s of %s cannot be read: out of memory", what, path);
  return cli_complain(command, CLI_WRONG, "%s of %s cannot be read: the file is damaged", what, path);
}

/* Colours are for eyes: none in files and pipes, on terminals that know none, or where NO_COLOR says so. */
static bool in_colors(FILE *stream) {
  const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
  return isatty(fileno(stream)) == 1 && !(none && *none) && terminal && strcmp(terminal, "dumb") != 0;
}

/* the first severity that a line of diagnostics names, "file:1:2: error: ...", in the colour of it */
static void put_colored_line(FILE *out, const char *line, size_t length) {
  static const struct {
    const char *word, *color;
  } severities[] = {{"error: ", "\033[1;31m"}, {"warning: ", "\033[1;35m"}, {"note: ", "\033[1;36m"}};
  size_t first = length, word = 0;
  const char *color = "";
  for (size_t i = 0; i < sizeof severities / sizeof *severities && line[0] != ' '; i++) {
    const char *found = strstr(line, severities[i].word);
    if (!found || (size_t)(found - line) >= first || (found > line && found[-1] != ' ')) continue;
    first = (size_t)(found - line), word = strlen(severities[i].word) - 1, color = severities[i].color;
  }
  if (first == length)
    fprintf(out, "%.*s", (int)length, line);
  else
    fprintf(out, "%.*s%s%.*s\033[0m%.*s", (int)first, line, color, (int)word, line + first,
            (int)(length - first - word), line + first + word);
}

static void put_diagnostics(FILE *out, const char *text) {
  if (!in_colors(out)) {
    fputs(text, out);
    return;
  }
  for (size_t length; *text; text += length) {
    length = strcspn(text, "\n");
    length += text[length] == '\n';
    put_colored_line(out, text, length);
  }
}

int cli_show_diagnostics(trm_Diagnostics *diagnostics) {
  int warnings = trm_diagnostics_count(diagnostics, TRM_WARNING) - trm_diagnostics_count(diagnostics, TRM_ERROR);
  if (trm_diagnostics_count(diagnostics, TRM_NOTE) == 0) return 0;
  char *text = trm_diagnostics_text(diagnostics);
  put_diagnostics(stderr, text ? text : "trammel: out of memory\n");
  trm_free(text);
  trm_diagnostics_clear(diagnostics);
  return warnings;
}

int cli_columns(FILE *stream) {
  struct winsize size;
  bool known = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known && size.ws_col < CLI_WIDTH ? size.ws_col : CLI_WIDTH;
}

void cli_print_wrapped(FILE *out, const char *text, size_t length, int columns, int hanging) {
  int column = 0;
  for (size_t at = 0; at < length;) {
    size_t blanks = strspn(text + at, " "), word = strcspn(text + at + blanks, " \n");
    if (at + blanks + word > length) word = length - at > blanks ? length - at - blanks : 0;
    bool full = column > hanging && column + (int)(blanks + word) > columns;
    if (full) fprintf(out, "\n%*s", hanging, "");
    int lead = full ? 0 : (int)blanks;
    fprintf(out, "%*s%.*s", lead, "", (int)word, text + at + blanks);
    column = (full ? hanging : column) + lead + (int)word;
    at += blanks + word;
  }
  fputc('\n', out);
}

/* a reader that has gone away (head, less) knows that it did; everything else is worth a message */
static int write_failed(const Command *command, const char *name, int error) {
  if (error == EPIPE) return CLI_UNHEARD;
  return cli_complain(command, CLI_FAILED, "cannot write %s%s%s", name, error ? ": " : "",
                      error ? strerror(error) : "");
}

static bool is_broken_pipe(int descriptor) {
  struct pollfd end = {.fd = descriptor, .events = POLLOUT};
  return poll(&end, 1, 0) == 1 && (end.revents & POLLERR);
}

/* an error that occurred earlier has left its mark on the stream, but not its cause */
int cli_close_stdout(int status) {
  bool failed = ferror(stdout) != 0;
  int error = 0;
  if (fflush(stdout) != 0) failed = true, error = errno;
  if (failed && error == 0 && is_broken_pipe(STDOUT_FILENO)) error = EPIPE;
  if (failed && (status == CLI_FAILED || status == CLI_UNHEARD)) return status; /* said already */
  return failed ? write_failed(NULL, "standard output", error) : status;
}

bool cli_same_file(const char *first, const char *second) {
  struct stat a, b;
  return stat(first, &a) == 0 && stat(second, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* devices and pipes are written directly: there is nothing that could be left half-written */
static bool is_special(const char *path) {
  struct stat facts;
  return stat(path, &facts) == 0 && !S_ISREG(facts.st_mode);
}

static int cannot_write(const Command *command, const char *path, const char *why) {
  return cli_complain(command, CLI_WRONG, "cannot write %s: %s", path, why);
}

static int check_folder(const Command *command, const char *path) {
  const char *slash = strrchr(path, '/');
  char *folder = slash ? cli_format("%.*s", (int)(slash - path) + 1, path) : cli_copy(".");
  if (!folder) return cli_no_memory(command);
  struct stat facts;
  bool good = stat(folder, &facts) == 0 && S_ISDIR(facts.st_mode);
  if (!good) cli_complain(command, 0, "cannot write %s: there is no folder %s", path, folder);
  free(folder);
  return good ? CLI_OK : CLI_WRONG;
}

char *cli_temporary_name(const char *path) {
  const char *slash = strrchr(path, '/');
  int folder = slash ? (int)(slash - path) + 1 : 0;
  return cli_format("%.*s.%s.%ld.tmp", folder, path, path + folder, (long)getpid());
}

/* Permissions, read-only and special file systems refuse a new file each in its own way: one is made and removed
   again. */
static int try_place(const Command *command, const char *path) {
  int status = check_folder(command, path);
  if (status != CLI_OK) return status;
  char *name = cli_temporary_name(path);
  if (!name) return cli_no_memory(command);
  int descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0 && errno != EEXIST) status = cannot_write(command, path, strerror(errno));
  if (descriptor >= 0) close(descriptor), unlink(name);
  free(name);
  return status;
}

/* what is there already, found by lstat: may it make room? */
static int check_existing(const Command *command, const OutputTarget *target, mode_t mode) {
  const char *path = target->path;
  struct stat facts;
  if (target->source && cli_same_file(path, target->source))
    return cli_complain(command, CLI_WRONG, "%s would replace the file that is read", path);
  if (S_ISLNK(mode) && stat(path, &facts) != 0) return cannot_write(command, path, "it is a link that leads nowhere");
  if (target->kind != OUTPUT_FOLDER && S_ISDIR(mode)) return cannot_write(command, path, "it is a folder");
  if (target->kind == OUTPUT_FOLDER && !S_ISDIR(mode)) return cannot_write(command, path, "it exists and is no folder");
  if (target->kind == OUTPUT_ORDINARY && is_special(path))
    return cannot_write(command, path, "it is not an ordinary file");
  if (!is_special(path) || S_ISDIR(mode)) {
    if (target->force) return try_place(command, path);
    return cli_complain(command, CLI_WRONG, "%s exists already; --force replaces it, -o names another", path);
  }
  return access(path, W_OK) == 0 ? CLI_OK : cannot_write(command, path, strerror(errno));
}

int cli_check_output(const Command *command, const OutputTarget *target) {
  struct stat facts;
  size_t length = strlen(target->path);
  if (lstat(target->path, &facts) == 0) return check_existing(command, target, facts.st_mode);
  if (length == 0 || target->path[length - 1] == '/')
    return cli_complain(command, CLI_WRONG, "-o: \"%s\" is not the name of a file", target->path);
  return try_place(command, target->path);
}

void cli_announce(const char *path, const char *format, ...) {
  FILE *out = is_special(path) ? stderr : stdout;
  va_list list;
  va_start(list, format);
  cli_put(out, path);
  put_formatted(out, format, list);
  fputc('\n', out);
  va_end(list);
}

static FILE *open_temporary(Output *output) {
  output->temporary = cli_temporary_name(output->path);
  if (!output->temporary) return NULL;
  cli_begin_file(output->temporary);
  int descriptor = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  return descriptor < 0 ? NULL : fdopen(descriptor, "w");
}

int cli_output_open(Output *output, const Command *command, const char *path) {
  *output = (Output){stdout, path, NULL};
  if (!path) return CLI_OK;
  output->file = is_special(path) ? fopen(path, "w") : open_temporary(output);
  if (output->file) return CLI_OK;
  cannot_write(command, path, strerror(errno));
  cli_end_file(output->temporary);
  free(output->temporary);
  output->temporary = NULL;
  return CLI_WRONG;
}

int cli_output_close(Output *output, const Command *command, int status) {
  if (!output->file) return status;
  if (!output->path) return cli_close_stdout(status);
  bool failed = ferror(output->file) != 0;
  const char *path = output->path;
  int error = 0;
  if (failed) clearerr(output->file); /* the cause of an earlier failure: asked for again */
  if (failed && (fputc('\n', output->file) == EOF || fflush(output->file) != 0)) error = errno;
  if (fclose(output->file) != 0) failed = true, error = errno;
  if (!failed && status == CLI_OK && output->temporary && rename(output->temporary, output->path) != 0)
    failed = true, error = errno;
  if (output->temporary && (failed || status != CLI_OK)) unlink(output->temporary);
  cli_end_file(output->temporary);
  free(output->temporary);
  *output = (Output){0};
  return failed && status == CLI_OK ? write_failed(command, path, error) : status;
}
