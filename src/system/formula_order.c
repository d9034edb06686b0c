/* Outputs that are formulas may use each other in any order: each is listed behind those that it names. */
#include <string.h>
#include "model/key_index.h"
#include "system/formula.h"

static const char value[] = ".value"; /* what their channels are called behind their names */

typedef struct Order {
  const trm_Output *outputs;
  trm_KeyIndex index; /* of the names of those that are formulas */
  bool *met, *done;
  int *stack;        /* outputs under way */
  const char **next; /* ... and where in their formulas the search goes on */
  int depth;
  trm_FormulaOrder *out;
} Order;

static bool in_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c < 0;
}

/* the output whose name ends before `end`: the longest there is, for a - may be one of its letters or a minus; -1:
   none. *begin: where it begins */
static int named_before(const Order *order, const char *text, const char *end, const char **begin) {
  const char *from = end;
  while (from > text && in_name(from[-1])) from--;
  if (from > text && (from[-1] == '.' || from[-1] == '@')) return -1; /* the rest of another name */
  while (from < end) {
    int found = trm_key_index_find(&order->index, from, (size_t)(end - from));
    if (found >= 0) return *begin = from, found;
    while (from < end && *from != '-') from++;
    from += from < end;
  }
  return -1;
}

/* the next output that the one on top of the stack names, -1: none is left */
static int next_named(Order *order, const char **begin) {
  const char *text = order->outputs[order->stack[order->depth - 1]].formula->text,
             **at = &order->next[order->depth - 1];
  for (const char *end; (end = strstr(*at, value));) {
    *at = end + strlen(value);
    int found = in_name(**at) && **at != '-' ? -1 : named_before(order, text, end, begin);
    if (found >= 0) return found;
  }
  return -1;
}

static void push(Order *order, int output) {
  order->met[output] = true;
  order->stack[order->depth] = output;
  order->next[order->depth++] = order->outputs[output].formula->text;
}

/* One that is open leads back: it cannot be known before what it is written with. */
static void go_on(Order *order) {
  const char *begin = NULL;
  trm_FormulaOrder *out = order->out;
  int top = order->stack[order->depth - 1], named = next_named(order, &begin);
  if (named < 0) {
    order->done[top] = true, out->outputs[out->count++] = top;
    order->depth--;
  } else if (!order->met[named]) {
    push(order, named);
  } else if (!order->done[named] && !out->back[top]) {
    out->back[top] = begin;
  }
}

bool trm_formula_order(const trm_ModelShown *shown, trm_Arena *arena, trm_FormulaOrder *out) {
  size_t count = (size_t)shown->output_count;
  *out = (trm_FormulaOrder){0, TRM_ARENA_NEW(arena, int, count), TRM_ARENA_NEW(arena, const char *, count)};
  Order walk = {.outputs = shown->outputs, .out = out, .done = TRM_ARENA_NEW(arena, bool, count)};
  walk.met = TRM_ARENA_NEW(arena, bool, count), walk.stack = TRM_ARENA_NEW(arena, int, count);
  walk.next = TRM_ARENA_NEW(arena, const char *, count);
  for (int o = 0; o < shown->output_count && !arena->failed; o++)
    if (shown->outputs[o].formula) trm_key_index_set(arena, &walk.index, shown->outputs[o].name, o);
  for (int o = 0; o < shown->output_count && !arena->failed; o++) {
    if (shown->outputs[o].formula && !walk.met[o]) push(&walk, o);
    while (walk.depth > 0) go_on(&walk);
  }
  return !arena->failed;
}
