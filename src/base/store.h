/* Memory asked for once, from which objects are cut and to which they are given back in any order: who makes and frees
   things while time goes on asks the system for nothing. */
#ifndef TRM_BASE_STORE_H
#define TRM_BASE_STORE_H

#include <stddef.h>

/* Owned by who made it; what was cut from it must have been given back before it is freed. Not for several threads. */
typedef struct trm_Store trm_Store;

/* Room for so many bytes, headers included, of which none is touched yet: what is never cut costs addresses alone.
   NULL: out of memory. */
trm_Store *trm_store_new(size_t bytes);
void trm_store_free(trm_Store *store);
/* Zeroed. Where it is full, or NULL, the system is asked (base/memory.h); NULL when that has nothing either. */
void *trm_store_alloc(trm_Store *store, size_t count, size_t size);
/* From the same store, NULL if that was. */
void trm_store_release(trm_Store *store, void *memory);
/* Bytes that are cut, and that are not. */
size_t trm_store_used(const trm_Store *store);
size_t trm_store_left(const trm_Store *store);

#define TRM_STORE_NEW(store, type, count) ((type *)trm_store_alloc((store), (size_t)(count), sizeof(type)))

#endif
