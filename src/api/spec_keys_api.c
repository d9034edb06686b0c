/* trm_spec_key: what stands in a spec. */
#include <string.h>
#include "model/spec.h"

/* the item of a map whose key has these letters */
static const trm_Value *item(const trm_Value *map, const char *key, size_t length) {
  if (!map || map->kind != TRM_VALUE_MAP) return NULL;
  for (int i = 0; i < map->count; i++)
    if (strlen(map->keys[i]) == length && memcmp(map->keys[i], key, length) == 0) return map->items[i];
  return NULL;
}

const char *trm_spec_key(const trm_Spec *spec, const char *path, int index) {
  if (!spec || !path || index < 0) return "";
  const trm_Value *value = spec->root;
  while (*path) {
    size_t length = strcspn(path, "/");
    value = item(value, path, length);
    path += length;
    if (*path) path++;
  }
  return value && value->kind == TRM_VALUE_MAP && index < value->count ? value->keys[index] : "";
}
