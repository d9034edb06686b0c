/* `trammel help`: what the table of commands says, as text, as a manual page, and as completions for shells. Options
   are read
   from the lines of a command's help that begin with them: "  -o, --output FILE   the result file". */
#include <ctype.h>
#include <string.h>
#include "cli.h"

static int run(int count, char **arguments);

const Command command_help = {
    .name = "help",
    .summary = "explain a command",
    .usage = "help [COMMAND]",
    .help = "Explains a command, with examples; without one, lists them all.\n\n"
            "      --man               the manual page of the program, for man (troff)\n"
            "      --completion SHELL  completions for bash or zsh\n\n"
            "`make install` puts both where they belong. For one session of bash: "
            "source <(trammel help --completion bash)\n",
    .run = run,
};

static const char exit_status[] =
    "0 success; 1 the computation failed, or writing after it had begun; 2 wrong usage, a mistake in the model, a file "
    "that cannot be read, or an output that exists (--force replaces it) or cannot be made; 141 the reader of a pipe "
    "went "
    "away.";
static const char streams[] =
    "What was asked for and the names of the files written go to standard output; messages and progress go to standard "
    "error. An output (-o) appears under its name when it is complete; devices and pipes are written directly.";

void cli_print_overview(FILE *out) {
  fprintf(out, "trammel %s: simulates mechanisms described in YAML files\n\nusage: trammel COMMAND ...\n\n",
          trm_version());
  for (int i = 0; cli_commands[i]; i++) fprintf(out, "  %-10s %s\n", cli_commands[i]->name, cli_commands[i]->summary);
  fprintf(out,
          "\n`trammel help COMMAND` explains a command. A first run:\n\n"
          "  trammel new pendulum\n"
          "  trammel run pendulum.yaml\n"
          "  trammel csv pendulum.h5 > pendulum.csv\n\n"
          "Exit status: 0 success, 1 the computation failed, 2 wrong usage, a mistake in the model, or a file that\n"
          "cannot be read, or cannot be written or exists already (--force replaces it).\n");
}

int cli_print_help(const Command *command) {
  printf("usage: trammel %s\n\n%s", command->usage, command->help);
  return CLI_OK;
}

/* ---- options out of the help ------------------------------------------------------------------------------------- */

/* Pieces of a help text. */
typedef struct HelpOption {
  char letter; /* 0: none */
  const char *name, *value, *text;
  int name_length, value_length, text_length;
} HelpOption;

static bool read_option(const char *line, HelpOption *option) {
  size_t length = strcspn(line, "\n"), indent = strspn(line, " ");
  *option = (HelpOption){0};
  if (indent == 2 && line[2] == '-' && line[4] == ',') option->letter = line[3];
  const char *at = line + indent + (option->letter ? 4 : 0);
  if ((indent != 6 && !option->letter) || strncmp(at, "--", 2) != 0) return false;
  option->name = at + 2;
  option->name_length = (int)strcspn(option->name, " \n");
  at = option->name + option->name_length;
  if (at[0] == ' ' && at[1] != ' ') option->value = at + 1, option->value_length = (int)strcspn(at + 1, " \n");
  if (option->value) at = option->value + option->value_length;
  option->text = at + strspn(at, " ");
  option->text_length = (int)(line + length - option->text);
  return option->text_length >= 0;
}

/* the next option of a help text; *help moves behind its first line. False at the end. */
static bool next_option(const char **help, HelpOption *option) {
  while (**help) {
    bool found = read_option(*help, option);
    *help += strcspn(*help, "\n");
    if (**help) (*help)++;
    if (found) return true;
  }
  return false;
}

/* What follows an option, by the word that stands for it in the help. */
static const struct {
  const char *value;
  enum { NOTHING, FILES, CHANNELS, SHELLS } offers;
} values[] = {{"FILE", FILES}, {"FOLDER", FILES}, {"NAME", FILES}, {"A,B", CHANNELS}, {"SHELL", SHELLS}};

static int offered(const HelpOption *option) {
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    if ((int)strlen(values[i].value) == option->value_length &&
        strncmp(values[i].value, option->value, (size_t)option->value_length) == 0)
      return (int)values[i].offers;
  return NOTHING; /* a number, a name of one's own */
}

/* Endings of the files that the first words of a command's usage name: "h5 yaml" of "FILE.h5|MODEL.yaml"; "": none. */
static void file_endings(const Command *command, char *endings, size_t size) {
  static const char *const known[] = {"yaml", "h5", "csv"};
  const char *at = command->usage;
  size_t used = 0;
  *endings = 0;
  bool words = !command->words; /* not yet options */
  for (size_t length; *(at += strspn(at, " ")); at += length) {
    length = strcspn(at, " ");
    words = length == 1 && *at == '|' ? !command->words : words && *at != '[' && *at != '-';
    const char *point = memchr(at, '.', length);
    for (size_t k = 0; words && isupper((unsigned char)*at) && point && k < sizeof known / sizeof *known; k++) {
      char dotted[8];
      snprintf(dotted, sizeof dotted, ".%s", known[k]);
      const char *found = strstr(at, dotted);
      if (found && found < at + length && !strstr(endings, known[k]))
        used += (size_t)snprintf(endings + used, size - used, "%s%s", used ? " " : "", known[k]);
    }
  }
}

/* ---- manual page ------------------------------------------------------------------------------------------------- */

/* troff takes a dash, a backslash, and a point or quote at the start of a line for its own */
static void print_troff(const char *text) {
  bool start = true;
  for (; *text; text++) {
    if (start && (*text == '.' || *text == '\'')) fputs("\\&", stdout);
    if (*text == '-' || *text == '\\')
      printf("\\%s", *text == '\\' ? "e" : "-");
    else
      putchar(*text);
    start = *text == '\n';
  }
}

static void print_manual_page(void) {
  printf(".TH TRAMMEL 1 \"\" \"trammel %s\" \"User Commands\"\n.SH NAME\ntrammel \\- simulate mechanisms described in "
         "YAML files\n.SH SYNOPSIS\n",
         trm_version());
  for (int i = 0; cli_commands[i]; i++) {
    fputs(i ? ".br\n.B trammel\n" : ".B trammel\n", stdout);
    print_troff(cli_commands[i]->usage);
    putchar('\n');
  }
  fputs(
      ".SH DESCRIPTION\nFlexible multibody dynamics: rigid bodies, geometrically exact beams, joints, springs, drives "
      "and loads, written in a YAML file, simulated in three dimensions. Results go to an HDF5 file.\n.SH COMMANDS\n",
      stdout);
  for (int i = 0; cli_commands[i]; i++) {
    printf(".SS %s \\- ", cli_commands[i]->name);
    print_troff(cli_commands[i]->summary);
    fputs("\n.nf\n", stdout);
    print_troff(cli_commands[i]->help);
    fputs(".fi\n", stdout);
  }
  fputs(".SH OUTPUT\n", stdout);
  print_troff(streams);
  fputs("\n.SH EXIT STATUS\n", stdout);
  print_troff(exit_status);
  fputs("\n.SH SEE ALSO\n.B trammel describe\nprints the manual of the model language.\n", stdout);
}

/* ---- completions ------------------------------------------------------------------------------------------------- */

static void print_names(void) {
  for (int i = 0; cli_commands[i]; i++) printf("%s%s", i ? " " : "", cli_commands[i]->name);
}

/* options whose values are of one kind: "--output|-o)" */
static void print_bash_values(const Command *command, int offers, const char *does) {
  const char *help = command->help;
  int count = 0;
  for (HelpOption option; next_option(&help, &option);) {
    if (!option.value || offered(&option) != offers) continue;
    printf("%s--%.*s", count++ ? "|" : "        ", option.name_length, option.name);
    if (option.letter) printf("|-%c", option.letter);
  }
  if (count > 0) printf(") %s ;;\n", does);
}

static void print_bash_case(const Command *command) {
  const char *help = command->help;
  char endings[40];
  file_endings(command, endings, sizeof endings);
  printf("    %s)\n      options='--help", command->name);
  for (HelpOption option; next_option(&help, &option);) printf(" --%.*s", option.name_length, option.name);
  printf("'\n      case $option in\n");
  print_bash_values(command, FILES, "wants=files");
  print_bash_values(command, CHANNELS, "wants=channels");
  print_bash_values(command, NOTHING, "wants=nothing");
  print_bash_values(command, SHELLS, "wants=words words='bash zsh'");
  printf("        *)\n");
  if (command == &command_help) {
    printf("          words='");
    print_names();
    printf("'\n");
  } else if (command->words)
    printf("          words='%s'\n", command->words());
  if (*endings) printf("          endings='%s'\n", endings);
  if (command->topics)
    printf("          words=$(\"$program\" %s \"${before[@]}\" --topics 2>/dev/null)\n", command->name);
  if (command->channels) printf("          words=$(_trammel_channels)\n");
  printf("          ;;\n      esac\n      ;;\n");
}

/* channels of a result file that stands before, or that lies beside a model which does */
static const char bash_channels[] =
    "_trammel_channels() {\n"
    "  local file\n"
    "  for file in \"${before[@]}\"; do\n"
    "    [[ $file == *.yaml && -f ${file%.yaml}.h5 ]] && file=${file%.yaml}.h5\n"
    "    [[ $file == *.h5 ]] && \"$program\" info \"$file\" --names 2>/dev/null && return\n"
    "  done\n"
    "}\n";

/* The words before, and the option that the word is the value of, also as --option=value, which bash cuts in three. */
static const char bash_head[] =
    "# completion of trammel for bash\n%s_trammel() {\n"
    "  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} options= words= wants= endings= ending\n"
    "  local program=${COMP_WORDS[0]} before=(\"${COMP_WORDS[@]:2:COMP_CWORD>2?COMP_CWORD-2:0}\") list=\n"
    "  [ \"$word\" = '=' ] && word=\n"
    "  [ \"$option\" = '=' ] && option=${COMP_WORDS[COMP_CWORD-2]}\n"
    "  COMPREPLY=()\n"
    "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W '";

/* Behind the last comma of a list a channel begins. Where neither files nor words are wanted, none is offered. */
static const char bash_tail[] = "  esac\n"
                                "  if [ \"$wants\" = channels ]; then\n"
                                "    words=$(_trammel_channels)\n"
                                "    [[ $word == *,* ]] && list=${word%,*},\n"
                                "  fi\n"
                                "  case $wants:$word in\n"
                                "    files:*) ;;\n"
                                "    :-*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
                                "    *)\n"
                                "      COMPREPLY=($(compgen -P \"$list\" -W \"$words\" -- \"${word#\"$list\"}\"))\n"
                                "      for ending in $endings; do\n"
                                "        COMPREPLY+=($(compgen -f -X \"!*.$ending\" -- \"$word\"))\n"
                                "      done\n"
                                "      if [ -n \"$endings\" ]; then COMPREPLY+=($(compgen -d -- \"$word\")); fi\n"
                                "      if [ -n \"$wants\" ]; then compopt +o default 2>/dev/null; fi\n"
                                "      ;;\n"
                                "  esac\n"
                                "}\n"
                                "complete -o default -o filenames -F _trammel trammel\n";

static void print_bash(void) {
  printf(bash_head, bash_channels);
  print_names();
  printf("' -- \"$word\"))\n    return\n  fi\n  case ${COMP_WORDS[1]} in\n");
  for (int i = 0; cli_commands[i]; i++) print_bash_case(cli_commands[i]);
  fputs(bash_tail, stdout);
}

/* text inside of '...[...]' of zsh's _arguments: quotes, brackets and colons are written otherwise */
static void print_zsh_text(const char *text, int length) {
  for (int i = 0; i < length; i++) {
    if (text[i] == '\'')
      fputs("'\\''", stdout);
    else if (strchr("[]:\\", text[i]))
      printf("\\%c", text[i]);
    else
      putchar(text[i]);
  }
}

static void print_zsh_option(const HelpOption *option) {
  printf(" \\\n        ");
  if (option->letter)
    printf("{-%c,--%.*s}'[", option->letter, option->name_length, option->name);
  else
    printf("'--%.*s[", option->name_length, option->name);
  print_zsh_text(option->text, option->text_length);
  printf("]");
  if (option->value) {
    static const char *const actions[] = {[NOTHING] = " ",
                                          [FILES] = "_files",
                                          [CHANNELS] =
                                              "{local c; c=(${(f)\"$(_trammel_channels)\"}); _values -s , channel $c}",
                                          [SHELLS] = "(bash zsh)"};
    putchar(':');
    print_zsh_text(option->value, option->value_length);
    printf(":%s", actions[offered(option)]);
  }
  printf("'");
}

/* "h5 yaml" as a pattern: *.(h5|yaml) */
static void print_zsh_pattern(const char *endings) {
  printf("*.(");
  for (; *endings; endings++) putchar(*endings == ' ' ? '|' : *endings);
  putchar(')');
}

static void print_zsh_case(const Command *command) {
  const char *help = command->help;
  char endings[40];
  file_endings(command, endings, sizeof endings);
  printf("    %s)\n      _arguments", command->name);
  for (HelpOption option; next_option(&help, &option);) print_zsh_option(&option);
  if (command == &command_help) {
    printf(" \\\n        '1:command:(");
    print_names();
    printf(")'");
  } else if (command->words)
    printf(" \\\n        '1:name:(%s)'", command->words());
  else if (command->topics)
    printf(" \\\n        '*:topic:{compadd -- ${(f)\"$(_call_program topics trammel %s ${words[2,CURRENT-1]} "
           "--topics)\"}}'",
           command->name);
  else if (*endings) {
    printf(" \\\n        '*:file%s:{_files -g \"", command->channels ? " or channel" : "");
    print_zsh_pattern(endings);
    printf("\"%s}'", command->channels ? "; compadd -- ${(f)\"$(_trammel_channels)\"}" : "");
  }
  printf("\n      ;;\n");
}

/* as for bash */
static const char zsh_channels[] =
    "_trammel_channels() {\n"
    "  local file\n"
    "  for file in $words; do\n"
    "    [[ $file == *.yaml && -f ${file%.yaml}.h5 ]] && file=${file%.yaml}.h5\n"
    "    [[ $file == *.h5 ]] && _call_program channels trammel info $file --names && return\n"
    "  done\n"
    "}\n";

static void print_zsh(void) {
  printf("#compdef trammel\n# completion of trammel for zsh\n%s_trammel() {\n  local -a commands\n  commands=(\n",
         zsh_channels);
  for (int i = 0; cli_commands[i]; i++) {
    printf("    '%s:", cli_commands[i]->name);
    print_zsh_text(cli_commands[i]->summary, (int)strlen(cli_commands[i]->summary));
    printf("'\n");
  }
  printf("  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
         "  shift words\n  (( CURRENT-- ))\n  case $words[1] in\n");
  for (int i = 0; cli_commands[i]; i++) print_zsh_case(cli_commands[i]);
  printf("  esac\n}\n_trammel \"$@\"\n");
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static int print_completion(const char *shell) {
  static const struct {
    const char *name;
    void (*print)(void);
  } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}};
  for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
    if (strcmp(shells[i].name, shell) == 0) return shells[i].print(), CLI_OK;
  return cli_complain(&command_help, CLI_WRONG, "--completion: there are bash and zsh, not \"%s\"", shell);
}

static int run(int count, char **items) {
  static const Option options[] = {{"man", 0, false}, {"completion", 0, true}};
  enum { MAN, COMPLETION };
  Arguments arguments = {&command_help, items, count, 0, options, 2, NULL, false};
  const char *topic = NULL, *shell = NULL;
  bool man = false;
  for (int option; (option = cli_next(&arguments)) != ARGUMENT_END;) {
    if (option == ARGUMENT_WRONG) return CLI_WRONG;
    if (option == ARGUMENT_WORD && topic) return cli_complain(&command_help, CLI_WRONG, "takes one command");
    if (option == ARGUMENT_WORD) topic = arguments.value;
    if (option == COMPLETION) shell = arguments.value;
    if (option == MAN) man = true;
  }
  if (man + (shell != NULL) + (topic != NULL) > 1)
    return cli_complain(&command_help, CLI_WRONG, "takes a command, --man or --completion");
  if (man) return print_manual_page(), CLI_OK;
  if (shell) return print_completion(shell);
  if (!topic) return cli_print_overview(stdout), CLI_OK;
  const Command *command = cli_find_command(topic);
  return command ? cli_print_help(command) : CLI_WRONG;
}
