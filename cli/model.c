/* Reading a model for a command: files, --set of parameters, messages, the spec and its simulation. */
#include <stdlib.h>
#include <string.h>
#include "cli.h"

/* where a name may stand that --set changes */
static const char *const settable[] = {"parameters", "inputs"};
enum { SETTABLE = sizeof settable / sizeof *settable };

static const char *nearest_parameter(const trm_Spec *spec, const char *name) {
  int room = 1, count = 0;
  const char *key;
  for (int m = 0; m < SETTABLE; m++)
    for (int i = 0; *trm_spec_key(spec, settable[m], i); i++) room++;
  const char **names = malloc((size_t)room * sizeof *names);
  for (int m = 0; names && m < SETTABLE; m++)
    for (int i = 0; *(key = trm_spec_key(spec, settable[m], i)); i++) names[count++] = key;
  const char *nearest = names ? cli_nearest(name, names, count) : NULL;
  free(names);
  return nearest;
}

/* the map in which the name stands, or NULL */
static const char *map_of(const trm_Spec *spec, const char *name) {
  const char *key;
  for (int m = 0; m < SETTABLE; m++)
    for (int i = 0; *(key = trm_spec_key(spec, settable[m], i)); i++)
      if (strcmp(key, name) == 0) return settable[m];
  return NULL;
}

/* a misspelt name must not become a new parameter that nothing uses */
static int override(trm_Spec *spec, const Command *command, const char *name, const char *value) {
  const char *map = map_of(spec, name);
  if (!map) {
    const char *meant = nearest_parameter(spec, name);
    return cli_complain(command, CLI_WRONG, "--set: the model has no parameter \"%s\"%s%s%s", name,
                        meant ? " (did you mean \"" : "", meant ? meant : "", meant ? "\"?)" : "");
  }
  char *path = cli_format("%s/%s", map, name);
  trm_Status status = path ? trm_spec_set(spec, path, value, NULL) : TRM_NO_MEMORY;
  free(path);
  if (status == TRM_OK) return CLI_OK;
  return cli_complain(command, CLI_WRONG, "--set %s: \"%s\" cannot be set: %s", name, value, trm_status_text(status));
}

static int set_parameter(trm_Spec *spec, const Command *command, const char *setting) {
  const char *equals = strchr(setting, '=');
  if (!equals || equals == setting || !equals[1])
    return cli_complain(command, CLI_WRONG, "--set needs name=value, not \"%s\"", setting);
  char *name = cli_copy(setting);
  if (!name) return cli_no_memory(command);
  name[equals - setting] = 0;
  int status = override(spec, command, name, equals + 1);
  free(name);
  return status;
}

static int load_spec(Loaded *loaded, const Command *command, const char *path, char *const *settings,
                     int setting_count) {
  loaded->spec = trm_spec_read(path, loaded->diagnostics);
  if (!loaded->spec) return CLI_WRONG;
  for (int i = 0; i < setting_count; i++) {
    int status = set_parameter(loaded->spec, command, settings[i]);
    if (status != CLI_OK) return status;
  }
  return CLI_OK;
}

static int open_spec(Loaded *loaded, const Command *command, const char *path, char *const *settings,
                     int setting_count) {
  *loaded = (Loaded){.diagnostics = trm_diagnostics_new()};
  if (!loaded->diagnostics) return cli_no_memory(command);
  return load_spec(loaded, command, path, settings, setting_count);
}

static void show(Loaded *loaded) { loaded->warnings += cli_show_diagnostics(loaded->diagnostics); }

int cli_load_spec(Loaded *loaded, const Command *command, const char *path, char *const *settings, int setting_count) {
  int status = open_spec(loaded, command, path, settings, setting_count);
  show(loaded);
  return status;
}

static int make_by(Loaded *loaded, trm_Simulation *(*make)(const trm_Model *, trm_Diagnostics *)) {
  loaded->model = trm_model_build(loaded->spec, loaded->diagnostics);
  if (loaded->model) loaded->simulation = make(loaded->model, loaded->diagnostics);
  return loaded->simulation ? CLI_OK : CLI_WRONG;
}

static int load_by(Loaded *loaded, trm_Simulation *(*make)(const trm_Model *, trm_Diagnostics *)) {
  int status = make_by(loaded, make);
  show(loaded);
  return status;
}

int cli_load_simulation(Loaded *loaded) { return load_by(loaded, trm_simulation_new); }
int cli_load_drawn(Loaded *loaded) { return load_by(loaded, trm_simulation_new_drawn); }

int cli_examine(Loaded *loaded, const Command *command, const char *path, char *const *settings, int setting_count) {
  int status = open_spec(loaded, command, path, settings, setting_count);
  if (status != CLI_OK) return status;
  status = make_by(loaded, trm_simulation_new);
  if (loaded->model) trm_model_doctor(loaded->spec, loaded->model, loaded->simulation, loaded->diagnostics);
  return status;
}

int cli_load(Loaded *loaded, const Command *command, const char *path, char *const *settings, int setting_count) {
  int status = cli_load_spec(loaded, command, path, settings, setting_count);
  return status == CLI_OK ? cli_load_simulation(loaded) : status;
}

int cli_strict(const Command *command, const Loaded *loaded, bool strict, int status) {
  if (!strict || status != CLI_OK || loaded->warnings == 0) return status;
  return cli_complain(command, CLI_FAILED, "%d warning%s, which --strict counts as a failure", loaded->warnings,
                      loaded->warnings == 1 ? "" : "s");
}

void cli_unload(Loaded *loaded) {
  trm_simulation_free(loaded->simulation);
  trm_model_free(loaded->model);
  trm_spec_free(loaded->spec);
  trm_diagnostics_free(loaded->diagnostics);
  *loaded = (Loaded){0};
}
