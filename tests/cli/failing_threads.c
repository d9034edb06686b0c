/* To be loaded before a program (LD_PRELOAD): after as many threads as TRM_THREADS says the system refuses another one,
   as where a user may have no more of them. */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef int Create(pthread_t *thread, const pthread_attr_t *attributes, void *(*begin)(void *), void *self);

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*begin)(void *), void *self) {
  static atomic_int made;
  const char *most = getenv("TRM_THREADS");
  void *symbol = dlsym(RTLD_NEXT, "pthread_create");
  Create *create;
  memcpy(&create, &symbol, sizeof create);
  if (most && atomic_fetch_add(&made, 1) >= atoi(most)) return EAGAIN;
  return create(thread, attributes, begin, self);
}
