/* The program `trammel`: finds the command and hands over to it. */
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "cli.h"

static int run_version(int count, char **arguments);

const Command command_version = {
    .name = "version",
    .summary = "print the version",
    .usage = "version",
    .help = "Prints the version of the program and of the library.\n",
    .run = run_version,
};

const Command *const cli_commands[] = {
#define COMMAND(name) &command_##name,
#include "commands.def"
#undef COMMAND
    NULL,
};
enum { COMMANDS = sizeof cli_commands / sizeof *cli_commands - 1 };

const Command *cli_find_command(const char *name) {
  const char *names[COMMANDS];
  for (int i = 0; i < COMMANDS; i++) {
    if (strcmp(cli_commands[i]->name, name) == 0) return cli_commands[i];
    names[i] = cli_commands[i]->name;
  }
  const char *meant = cli_nearest(name, names, COMMANDS);
  cli_complain(NULL, 0, "unknown command \"%s\"%s%s%s; `trammel help` lists them", name,
               meant ? " (did you mean \"" : "", meant ? meant : "", meant ? "\"?)" : "");
  return NULL;
}

static int run_version(int count, char **arguments) {
  (void)arguments;
  if (count > 0) return cli_complain(&command_version, CLI_WRONG, "takes no arguments");
  printf("trammel %s\n", trm_version());
  return CLI_OK;
}

static bool is_help(const char *argument) { return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0; }

static bool asks_for_help(int count, char **arguments) {
  for (int i = 0; i < count && strcmp(arguments[i], "--") != 0; i++)
    if (is_help(arguments[i])) return true;
  return false;
}

static int dispatch(int count, char **arguments) {
  if (count == 0) return cli_print_overview(stderr), CLI_WRONG;
  if (is_help(arguments[0])) return cli_print_overview(stdout), CLI_OK;
  if (strcmp(arguments[0], "--version") == 0) return run_version(count - 1, arguments + 1);
  const Command *command = cli_find_command(arguments[0]);
  if (!command) return CLI_WRONG;
  if (asks_for_help(count - 1, arguments + 1)) return cli_print_help(command);
  return command->run(count - 1, arguments + 1);
}

/* A closed standard stream would give its number to the next file that is opened, and messages would go into it. What
   is put there instead refuses to be written (or read), so that the loss is noticed. */
static void keep_standard_streams(void) {
  const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (int stream = 0; stream <= 2; stream++)
    if (fcntl(stream, F_GETFD) < 0) (void)!open("/dev/null", modes[stream]);
}

/* Memory that was asked for and given back stays with the process: the room that is asked for before HDF5 is called
   (trm_hdf5_has_room) is then there for HDF5, which does not survive memory that is refused, also where the limit of
   the process falls between the two. Without it the C library hands blocks of 128 kB and more back to the system. */
static void keep_freed_memory(void) {
#ifdef __GLIBC__
  enum { LARGEST_BLOCK = 16 << 20, LARGEST_REST = 64 << 20 }; /* bytes; above what is asked for */
  mallopt(M_MMAP_THRESHOLD, LARGEST_BLOCK);
  mallopt(M_TRIM_THRESHOLD, LARGEST_REST);
#endif
}

#ifdef __linux__
enum { DEEPEST_STACK = 1 << 20 }; /* bytes; elements of beams need 400 kB */

#ifdef __clang__
#define IN_ONE_GO
#else
#define IN_ONE_GO optimize("no-stack-clash-protection"), /* so that only its last page becomes real */
#endif

__attribute__((IN_ONE_GO noinline)) static bool touch_stack(void) {
  volatile char deepest[DEEPEST_STACK];
  deepest[0] = 1;
  return deepest[0];
}

/* A stack that cannot grow is a signal and no refusal, so it grows now. False: there is no memory for it. What is asked
   for is given back at once: the C library does not keep it yet. */
static bool grow_stack(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur < 2 * (rlim_t)DEEPEST_STACK) return true;
  volatile char *room = malloc(2 * (size_t)DEEPEST_STACK);
  bool found = room != NULL;
  free((void *)room);
  return found && touch_stack();
}
#else
static bool grow_stack(void) { return true; }
#endif

#ifdef __GNUC__
/* OpenBLAS starts a thread for each core before main begins, each with memory of its own, and hangs where that is
   refused. This comes before it where it is part of the program: one thread, unless more are asked for. */
__attribute__((constructor(101))) static void keep_blas_alone(void) {
  static const char words[] = "trammel: out of memory\n";
  if (setenv("OPENBLAS_NUM_THREADS", "1", 0) == 0) return;
  (void)!write(STDERR_FILENO, words, sizeof words - 1);
  _exit(CLI_FAILED);
}
#endif

/* Files are closed by those who open them. What HDF5 would do at the end of the program beside that is of no use, and
   does not end where a call before had no memory or a file was damaged ("infinite loop closing library"). */
int H5dont_atexit(void) __attribute__((weak));

int main(int argc, char **argv) {
  keep_standard_streams();
  if (!grow_stack()) return cli_no_memory(NULL);
  keep_freed_memory();
  if (H5dont_atexit) H5dont_atexit();
  int status = cli_choose_arithmetic(argv);
  if (status != CLI_OK) return status;
  signal(SIGPIPE, SIG_IGN); /* a closed pipe and a file at its limit are write errors like others */
  signal(SIGXFSZ, SIG_IGN);
  return cli_close_stdout(dispatch(argc > 0 ? argc - 1 : 0, argv + 1));
}
