/* Room for the shares of elements in the equations: those of a batch side by side. */
#include "element/local.h"

trm_Local *trm_locals_new(trm_Arena *arena, int count, int n) {
  size_t all = (size_t)count, size = (size_t)n, nodes = size / 6 + 1; /* six unknowns each */
  trm_Local *locals = TRM_ARENA_NEW(arena, trm_Local, all);
  int *node = TRM_ARENA_NEW(arena, int, all *nodes);
  double *residual = TRM_ARENA_NEW(arena, double, all *size), *tangent = TRM_ARENA_NEW(arena, double, all *size *size);
  for (size_t i = 0; !arena->failed && i < all; i++)
    locals[i] =
        (trm_Local){.nodes = node + i * nodes, .residual = residual + i * size, .tangent = tangent + i * size * size};
  return arena->failed ? NULL : locals;
}

trm_JumpLocal *trm_jump_locals_new(trm_Arena *arena, int count, int n) {
  size_t all = (size_t)count, size = (size_t)n;
  trm_JumpLocal *locals = TRM_ARENA_NEW(arena, trm_JumpLocal, all);
  double *y = TRM_ARENA_NEW(arena, double, all *size), *residual = TRM_ARENA_NEW(arena, double, 2 * all * size);
  double *tangent = TRM_ARENA_NEW(arena, double, 4 * all * size * size);
  for (size_t i = 0; !arena->failed && i < all; i++)
    locals[i] = (trm_JumpLocal){
        .y = y + i * size, .residual = residual + 2 * i * size, .tangent = tangent + 4 * i * size * size};
  return arena->failed ? NULL : locals;
}
