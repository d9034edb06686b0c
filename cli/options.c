/* Arguments: --name value, --name=value, -n value, -nvalue, words, and -- after which all are words. */
#include <string.h>
#include "cli.h"

enum { MOST_OPTIONS = 16 };

static int unknown_option(const Arguments *arguments, const char *name) {
  const char *names[MOST_OPTIONS + 1] = {"help"};
  int count = 1;
  for (int i = 0; i < arguments->option_count && count <= MOST_OPTIONS; i++)
    names[count++] = arguments->options[i].name;
  const char *meant = cli_nearest(name, names, count);
  cli_complain(arguments->command, 0, "unknown option --%s%s%s%s", name, meant ? " (did you mean --" : "",
               meant ? meant : "", meant ? "?)" : "");
  return ARGUMENT_WRONG;
}

/* the value follows in the same argument (`attached`) or is the next one */
static int take_value(Arguments *arguments, int option, const char *attached) {
  const Option *found = &arguments->options[option];
  arguments->value = attached;
  if (!found->takes_value) {
    if (!attached) return option;
    cli_complain(arguments->command, 0, "option --%s takes no value", found->name);
    return ARGUMENT_WRONG;
  }
  if (!attached && arguments->next < arguments->count) arguments->value = arguments->items[arguments->next++];
  if (arguments->value) return option;
  cli_complain(arguments->command, 0, "option --%s needs a value", found->name);
  return ARGUMENT_WRONG;
}

static int long_option(Arguments *arguments, const char *name) {
  size_t length = strcspn(name, "=");
  const char *attached = name[length] ? name + length + 1 : NULL;
  for (int i = 0; i < arguments->option_count; i++) {
    const char *known = arguments->options[i].name;
    if (strlen(known) == length && strncmp(known, name, length) == 0) return take_value(arguments, i, attached);
  }
  char word[64];
  snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), name);
  return unknown_option(arguments, word);
}

static int short_option(Arguments *arguments, const char *letters) {
  for (int i = 0; i < arguments->option_count; i++)
    if (arguments->options[i].letter == letters[0]) return take_value(arguments, i, letters[1] ? letters + 1 : NULL);
  cli_complain(arguments->command, 0, "unknown option -%s", letters);
  return ARGUMENT_WRONG;
}

int cli_next(Arguments *arguments) {
  if (arguments->next >= arguments->count) return ARGUMENT_END;
  const char *item = arguments->items[arguments->next++];
  if (!arguments->words_only && strcmp(item, "--") == 0) {
    arguments->words_only = true;
    return cli_next(arguments);
  }
  arguments->value = item;
  if (arguments->words_only || item[0] != '-' || item[1] == 0) return ARGUMENT_WORD;
  return item[1] == '-' ? long_option(arguments, item + 2) : short_option(arguments, item + 1);
}
