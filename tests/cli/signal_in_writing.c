/* To be loaded before a program (LD_PRELOAD): it gets the signal TRM_SIGNAL just before as many writes (pwrite) or
   commits to the disk (fdatasync) as TRM_SIGNAL_WRITE or TRM_SIGNAL_SYNC says. Interrupted ones are told so (EINTR). */
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

typedef ssize_t Write(int descriptor, const void *bytes, size_t size, off_t at);
typedef int Sync(int descriptor);

static int interrupted(const char *which, int *count) {
  const char *at = getenv(which), *number = getenv("TRM_SIGNAL");
  if (!at || !number || ++*count != atoi(at)) return 0;
  raise(atoi(number));
  errno = EINTR;
  return 1;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t at) {
  static int count;
  void *symbol = dlsym(RTLD_NEXT, "pwrite");
  Write *write;
  memcpy(&write, &symbol, sizeof write);
  return interrupted("TRM_SIGNAL_WRITE", &count) ? -1 : write(descriptor, bytes, size, at);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off_t at) __attribute__((alias("pwrite")));

int fdatasync(int descriptor) {
  static int count;
  void *symbol = dlsym(RTLD_NEXT, "fdatasync");
  Sync *sync;
  memcpy(&sync, &symbol, sizeof sync);
  return interrupted("TRM_SIGNAL_SYNC", &count) ? -1 : sync(descriptor);
}
