/* Words of a formula that may be names of what moves, before it is known what else they may be: the formula need not
   be one. */
#include <string.h>
#include "math/expression.h"
#include "math/expression_tokens.h"

static bool begins_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* the word that begins here, with the dashes of a part's name */
static int word_length(const trm_Symbols *symbols, const char *word, int left) {
  int longest = 0;
  for (int k = 0; k < symbols->dashed_count; k++) {
    int length = (int)strlen(symbols->dashed[k]);
    if (length <= left && length > longest && !memcmp(symbols->dashed[k], word, (size_t)length)) longest = length;
  }
  return trm_name_length(word, left, longest);
}

/* " in hub" behind a name: how long it is, 0: there is none */
static int frame_length(const trm_Symbols *symbols, const char *text, int left) {
  int at = 0;
  while (at < left && is_blank(text[at])) at++;
  if (at == 0 || left - at < 3 || memcmp(text + at, "in", 2) != 0 || !is_blank(text[at + 2])) return 0;
  at += 2;
  while (at < left && is_blank(text[at])) at++;
  return at < left && begins_word(text[at]) ? at + word_length(symbols, text + at, left - at) : 0;
}

bool trm_expression_next_name(const char *text, const trm_Symbols *symbols, trm_ExpressionName *at) {
  int length = (int)strlen(text), here = at->offset + at->span;
  while (here < length) {
    if (!begins_word(text[here])) {
      bool number = text[here] >= '0' && text[here] <= '9'; /* its exponent is no word */
      here++;
      while (number && here < length && (begins_word(text[here]) || (text[here] >= '0' && text[here] <= '9'))) here++;
      continue;
    }
    int span = word_length(symbols, text + here, length - here);
    if (memchr(text + here, '.', (size_t)span) || memchr(text + here, '@', (size_t)span)) {
      span += frame_length(symbols, text + here + span, length - here - span);
      return *at = (trm_ExpressionName){.text = text + here, .input = -1, .offset = here, .span = span}, true;
    }
    here += span;
  }
  return false;
}
