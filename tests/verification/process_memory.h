/* What the whole process asks for: calls of malloc, calloc and realloc. Where these are not to be had (sanitizers,
   other libraries of C), what the library asks for. For one thread. */
#ifndef TRM_TEST_PROCESS_MEMORY_H
#define TRM_TEST_PROCESS_MEMORY_H

/* Calls are counted from here ... to here; both tell how many there have been so far. */
long process_memory_begin(void);
long process_memory_end(void);

#endif
