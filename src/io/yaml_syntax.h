/* Inside the YAML reader: what libfyaml's error messages mean, in our words. */
#ifndef TRM_IO_YAML_SYNTAX_H
#define TRM_IO_YAML_SYNTAX_H

/* One sentence for the message, or NULL when it is not a known one. */
const char *trm_yaml_syntax_text(const char *message);

#endif
