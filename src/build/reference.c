/* docs/reference: the same chapters as `trammel describe`, as Markdown pages. */
#include "build/describe.h"

static void write_index(trm_Manual *manual);

static void write_table(trm_Manual *manual, const char *name) {
  const trm_FieldTable *table = trm_manual_table(manual, name);
  if (table) trm_describe_table(manual, table, name, 1);
}

static void write_model(trm_Manual *manual) { trm_describe_table(manual, manual->model, "model", 1); }
static void write_body(trm_Manual *manual) { write_table(manual, "body"); }
static void write_marker(trm_Manual *manual) { write_table(manual, "marker"); }
static void write_section(trm_Manual *manual) { write_table(manual, "section"); }
static void write_beam(trm_Manual *manual) { write_table(manual, "beam"); }
static void write_spring(trm_Manual *manual) { write_table(manual, "spring"); }
static void write_load(trm_Manual *manual) { write_table(manual, "load"); }
static void write_output(trm_Manual *manual) { write_table(manual, "output"); }
static void write_event(trm_Manual *manual) { write_table(manual, "event"); }
static void write_analysis(trm_Manual *manual) {
  write_table(manual, "analysis");
  trm_describe_schemes(manual, 2);
}
static void write_coordinate(trm_Manual *manual) { trm_describe_coordinate(manual, 1); }
static void write_start(trm_Manual *manual) { trm_describe_start(manual, 1); }
static void write_orientation(trm_Manual *manual) { trm_describe_orientation(manual, 1); }
static void write_shape(trm_Manual *manual) { trm_describe_shape(manual, 1); }
static void write_study(trm_Manual *manual) { trm_describe_study(manual, 1); }
static void write_channels(trm_Manual *manual) { trm_describe_channels(manual, 1); }

static void write_findings(trm_Manual *manual) {
  trm_describe_findings(manual, 1);
  for (int i = 0; i < TRM_FINDINGS; i++) trm_describe_finding(manual, i, 2);
}

static void write_joints(trm_Manual *manual) {
  trm_describe_joints(manual, 1);
  for (int i = 0; i < manual->registry.count; i++) trm_describe_joint(manual, i, 2);
}

static void write_expressions(trm_Manual *manual) {
  trm_describe_expression(manual, 1);
  trm_describe_function(manual, 2);
  trm_describe_parameters(manual, 2);
  trm_describe_inputs(manual, 2);
  trm_describe_naming(manual, 2);
}

static const struct {
  const char *file, *title;
  void (*write)(trm_Manual *manual);
} pages[] = {
    {"index.md", "Reference of the model language", write_index},
    {"model.md", "A model file", write_model},
    {"body.md", "Bodies", write_body},
    {"shape.md", "Shapes: how bodies and the ground are drawn", write_shape},
    {"marker.md", "Markers", write_marker},
    {"section.md", "Cross-sections of beams", write_section},
    {"beam.md", "Beams", write_beam},
    {"joints.md", "Joints", write_joints},
    {"coordinate.md", "Relative coordinates and laws on them", write_coordinate},
    {"start.md", "Initial state", write_start},
    {"spring.md", "Springs and dampers between points", write_spring},
    {"load.md", "Loads", write_load},
    {"output.md", "Outputs", write_output},
    {"event.md", "Events", write_event},
    {"channels.md", "Channels", write_channels},
    {"analysis.md", "Analyses", write_analysis},
    {"study.md", "Studies", write_study},
    {"findings.md", "Findings of the model doctor", write_findings},
    {"orientation.md", "Orientations", write_orientation},
    {"expressions.md", "Expressions, functions, parameters, inputs, names", write_expressions},
};

enum { PAGE_COUNT = sizeof pages / sizeof *pages };

static void write_index(trm_Manual *manual) {
  trm_page_heading(&manual->page, 1, pages[0].title);
  trm_page_paragraph(&manual->page,
                     "These pages are generated from the tables in the code, which also drive reading, "
                     "checking and `trammel describe`; `make reference` writes them anew. Editors can use "
                     "the JSON Schema of `trammel describe --schema`.");
  for (int i = 1; i < PAGE_COUNT; i++)
    trm_text_format(&manual->page.text, "- [%s](%s)\n", pages[i].title, pages[i].file);
}

char *trm_reference_text(trm_JointRegistry registry, int index, const char **file_name) {
  trm_Manual manual;
  if (index < 0 || index >= PAGE_COUNT) return NULL;
  if (trm_manual_open(&manual, registry, true)) pages[index].write(&manual);
  /* one newline at the end of the file */
  trm_Text *text = &manual.page.text;
  while (text->length > 1 && text->data[text->length - 1] == '\n' && text->data[text->length - 2] == '\n')
    text->data[--text->length] = 0;
  *file_name = pages[index].file;
  return trm_manual_close(&manual);
}
