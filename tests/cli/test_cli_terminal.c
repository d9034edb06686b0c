/* On a terminal: the progress bar is one line that is drawn over again and fits it; severities are coloured, unless
   NO_COLOR or the terminal says otherwise. */
#define _XOPEN_SOURCE 700 /* posix_openpt */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

enum { COLUMNS = 60 };

static const char model[] = "trammel: 1\n"
                            "gravity: [0, 0, -9.81]\n"
                            "bodies: {bob: {mass: 1, position: [1, 0, 0]}}\n"
                            "joints: {rod: {type: distance, between: [ground, bob]}}\n"
                            "analysis: [{type: dynamic, until: 1, step: {size: 5e-5}, output: {every: 0.1}}]\n";

/* the program with stderr on a terminal; what it draws is returned, its exit status in *status */
static char *run_on_terminal(const char *model_path, const char *output_path, int *status) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  assert_true(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
  struct winsize size = {.ws_row = 24, .ws_col = COLUMNS};
  int inner = open(ptsname(terminal), O_RDWR | O_NOCTTY);
  assert_true(inner >= 0 && ioctl(inner, TIOCSWINSZ, &size) == 0);
  pid_t program = fork();
  if (program == 0) {
    dup2(inner, STDERR_FILENO);
    close(terminal);
    if (!freopen("/dev/null", "w", stdout)) _exit(9);
    execl(TRM_BINARY_DIR "/trammel", "trammel", "run", model_path, "--force", "-o", output_path, (char *)NULL);
    _exit(9);
  }
  close(inner);
  enum { ROOM = 1 << 20 };
  char *drawn = calloc(ROOM + 1, 1);
  size_t length = 0;
  for (ssize_t count; length < ROOM && (count = read(terminal, drawn + length, ROOM - length)) > 0;)
    length += (size_t)count;
  waitpid(program, status, 0);
  close(terminal);
  return drawn;
}

static void bar_fits_the_terminal(void **state) {
  (void)state;
  char folder[] = "/tmp/trammel_terminal_XXXXXX", model_path[64], output_path[64];
  assert_non_null(mkdtemp(folder));
  snprintf(model_path, sizeof model_path, "%s/model.yaml", folder);
  snprintf(output_path, sizeof output_path, "%s/out.h5", folder);
  FILE *file = fopen(model_path, "w");
  fputs(model, file);
  fclose(file);
  int status = -1;
  char *drawn = run_on_terminal(model_path, output_path, &status);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  int pictures = 0;
  for (char *picture = strtok(drawn, "\r"); picture; picture = strtok(NULL, "\r")) {
    picture[strcspn(picture, "\n")] = 0;
    if (picture[0] != '[') continue;
    pictures++;
    assert_int_equal(strlen(picture), COLUMNS - 1);
    if (pictures == 1) assert_non_null(strstr(picture, "[------------------------]   0 %"));
    if (strstr(picture, "100 %"))
      assert_non_null(strstr(picture, "[########################]"));
    else
      assert_null(strstr(picture, "########################"));
  }
  assert_true(pictures >= 2);
  free(drawn);
  remove(model_path), remove(output_path), rmdir(folder);
}

/* stderr of the program on a terminal, for a model that it refuses */
static char *refusal(const char *terminal, const char *no_color) {
  char folder[] = "/tmp/trammel_terminal_XXXXXX", model_path[64], output_path[64];
  assert_non_null(mkdtemp(folder));
  snprintf(model_path, sizeof model_path, "%s/model.yaml", folder);
  snprintf(output_path, sizeof output_path, "%s/out.h5", folder);
  FILE *file = fopen(model_path, "w");
  fputs("trammel: 1\nbodies: {error: {mas: 1}}\n", file);
  fclose(file);
  setenv("TERM", terminal, 1);
  setenv("NO_COLOR", no_color, 1);
  int status = -1;
  char *shown = run_on_terminal(model_path, output_path, &status);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 2);
  assert_non_null(strstr(shown, "did you mean \"mass\"?"));
  remove(model_path), remove(output_path), rmdir(folder);
  return shown;
}

static void severities_are_colored(void **state) {
  (void)state;
  char *colored = refusal("xterm", "");
  assert_non_null(strstr(colored, ": \033[1;31merror:\033[0m body \"error\""));
  free(colored);
  static const char *const plain[][2] = {{"xterm", "1"}, {"dumb", ""}};
  for (int i = 0; i < 2; i++) {
    char *shown = refusal(plain[i][0], plain[i][1]);
    assert_null(strchr(shown, '\033'));
    assert_non_null(strstr(shown, ": error: body \"error\""));
    free(shown);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bar_fits_the_terminal), cmocka_unit_test(severities_are_colored)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
