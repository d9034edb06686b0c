/* EA, GK, GJ, EI and masses of each section, for people. */
#include "model/section_text.h"

static bool diagonal(const double *a, int n) {
  for (int i = 0; i < n * n; i++)
    if (i / n != i % n && a[i] != 0) return false;
  return true;
}

static void matrix_text(trm_Text *text, const char *title, const double *a) {
  trm_text_format(text, "  %s\n", title);
  for (int i = 0; i < 6; i++) {
    trm_text_add(text, "   ");
    for (int j = 0; j < 6; j++) trm_text_format(text, " %12.6g", a[6 * i + j]);
    trm_text_add(text, "\n");
  }
}

static void section_text(const trm_Section *section, trm_Text *text) {
  static const char *const names[6] = {"EA", "GKy", "GKz", "GJ", "EIy", "EIz"};
  const double *k = section->stiffness, *m = section->mass;
  trm_text_format(text, "section \"%s\"%s\n", section->name, section->computed ? ", from shape and material" : "");
  if (diagonal(k, 6)) {
    trm_text_add(text, " ");
    for (int i = 0; i < 6; i++) {
      if (section->rigid[i])
        trm_text_format(text, " %s rigid", names[i]);
      else
        trm_text_format(text, " %s %.6g %s", names[i], k[7 * i], i < 3 ? "N" : "N m2");
      trm_text_add(text, i < 5 ? "," : "\n");
    }
  } else
    matrix_text(text, "stiffness (N, N m, N m2):", k);
  if (m[0] == 0) {
    trm_text_add(text, "  no mass\n");
    return;
  }
  /* J = tr(E) I - E */
  double trace = m[5] + m[10] + m[15];
  trm_text_format(text, "  m %.6g kg/m, Ixx %.6g kg m, Iyy %.6g kg m, Izz %.6g kg m", m[0], trace - m[5], trace - m[10],
                  trace - m[15]);
  if (m[2] != 0 || m[3] != 0) trm_text_format(text, ", centre of mass at [%.6g, %.6g] m", m[2] / m[0], m[3] / m[0]);
  trm_text_add(text, "\n");
  if (section->assumed_y || section->assumed_z)
    trm_text_format(text, "  %s not given: that of a homogeneous section, %s\n",
                    section->assumed_y && section->assumed_z ? "Iyy and Izz"
                    : section->assumed_y                     ? "Iyy"
                                                             : "Izz",
                    section->assumed_y && section->assumed_z ? "m EIy/EA and m EIz/EA"
                    : section->assumed_y                     ? "m EIy/EA"
                                                             : "m EIz/EA");
}

void trm_model_sections_text(const trm_Model *model, trm_Text *text) {
  for (int s = 0; s < model->mesh.section_count; s++) section_text(&model->mesh.sections[s], text);
}
