/* measure FILE PROGRAM ARGUMENTS...: runs the program and writes what the kernel counted for it: CPU seconds and the
   largest memory in kB. A program of its own, because a child begins with the largest memory of the one that starts
   it: that of this one is next to nothing. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_RUN = 127 };

static double seconds(struct timeval t) { return (double)t.tv_sec + 1e-6 * (double)t.tv_usec; }

int main(int count, char **arguments) {
  if (count < 3) return NOT_RUN;
  pid_t child = fork();
  if (child == 0) {
    execv(arguments[2], arguments + 2);
    _exit(NOT_RUN);
  }
  int status = 0;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) < 0) return NOT_RUN;
  FILE *file = fopen(arguments[1], "w");
  if (!file) return NOT_RUN;
  fprintf(file, "%.6f %ld\n", seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss);
  if (fclose(file) != 0) return NOT_RUN;
  return WIFEXITED(status) ? WEXITSTATUS(status) : NOT_RUN;
}
