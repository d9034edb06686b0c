/* numbers write FOLDER: random models as text, 1.yaml, 2.yaml, ..., with every registered kind of joint and element.
   numbers read FOLDER: what the elements and the whole system give for these models at states that a seed makes:
   residuals, tangents, instants, jumps, energy terms; coordinates, rates and reactions of joints. Each is written as
   a line "model kind label quantity count" and `count` doubles. tools/same-numbers compares what two trees write.
   States do not depend on how unknowns are numbered. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/local_room.h"
#include "conformance/random_model.h"
#include "conformance/text_model.h"
#include "element/joint.h"
#include "integrate/energy_decaying/jump.h"
#include "system/state.h"

enum { MODELS = 18, MOST_UNKNOWNS = 1000, MOST_TEXT = 100000 };

static const LawChoice choices[] = {LAWS_NONE, LAWS_ALL, LAWS_RANDOM, LAWS_DRIVE, LAWS_DRIVE_RATE, LAWS_RANDOM};
enum { CHOICES = sizeof choices / sizeof choices[0] };

/* A model in a state, with a step under way. */
typedef struct Subject {
  int number;
  trm_Model *model;
  trm_System *system;
  trm_State *state;
  trm_Trial *trial;
  double nu_dot[MOST_UNKNOWNS * 6];
} Subject;

/* ---- states ---- */

/* what a random number is for */
typedef enum Purpose { MOVE, VELOCITY, MULTIPLIER, COORDINATE, LAW_STATE, WHOLE, CHANGE, JUMP, ACCELERATION } Purpose;

/* A number that depends on nothing but its arguments. */
static double number_at(const Subject *s, Purpose purpose, int a, int b, double size) {
  Random random = {(uint64_t)s->number * 1000003u + (uint64_t)purpose * 10007u + (uint64_t)a * 257u + (uint64_t)b + 1u};
  for (int i = 0; i < 8; i++) random_number(&random, 0, 1);
  return random_number(&random, -size, size);
}

/* one number per unknown of the system, by what the unknown is */
static void vector_of(const Subject *s, Purpose purpose, double size, double *out) {
  const trm_Numbering *numbering = &s->system->numbering;
  const trm_Model *model = s->model;
  memset(out, 0, sizeof(double) * (size_t)numbering->count);
  for (int p = model->node_count + model->node_count - 1; p >= 0; p--) /* of those that share the first decides */
    for (int n = 0; n < 3; n++) {
      int at = p < model->node_count ? numbering->point[p][n] : numbering->triad[p - model->node_count][n];
      if (at >= 0) out[at] = number_at(s, purpose, p, n, size);
    }
  for (int e = 0; e < model->mesh.stress_point_count; e++)
    for (int i = 0; i < model->mesh.stress_points[e].count; i++)
      out[numbering->stress[e] + i] = number_at(s, purpose, 1000 + e, i, size);
  for (int j = 0; j < model->joint_count; j++) {
    int count = s->system->layout->joints[j].unknown_count + s->system->layout->joints[j].multiplier_count;
    for (int i = 0; i < count; i++) out[numbering->joint[j] + i] = number_at(s, purpose, 2000 + j, i, size);
  }
}

/* contacts begin on their tracks */
static void set_coordinates(const Subject *s) {
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    double *x = &s->state->x[joint->first_coordinate];
    for (int i = 0; i < joint->kind->coordinate_count; i++) x[i] = number_at(s, COORDINATE, j, i, 2);
    if (joint->track) *x = joint->track->length * (*x + 2) / 4 - joint->track->start;
  }
}

static void set_state(Subject *s) {
  double vector[MOST_UNKNOWNS], h = 0.2 + number_at(s, WHOLE, 0, 0, 0.15);
  assert_in_range(s->system->numbering.count, 1, MOST_UNKNOWNS);
  assert_in_range(s->model->node_count, 1, MOST_UNKNOWNS);
  vector_of(s, MOVE, 1, vector);
  trm_state_move(s->system, s->state, vector);
  vector_of(s, VELOCITY, 2, vector);
  trm_state_set_velocity(s->system, s->state, vector);
  for (int m = 0; m < s->system->layout->multiplier_count; m++) s->state->lambda[m] = number_at(s, MULTIPLIER, m, 0, 5);
  for (int z = 0; z < s->model->on_joints.law_state_count; z++) s->state->z[z] = number_at(s, LAW_STATE, z, 0, 0.2);
  set_coordinates(s);
  *s->state->scale = 1.7 + number_at(s, WHOLE, 1, 0, 1.2), *s->state->time = 1 + number_at(s, WHOLE, 2, 0, 1);
  trm_trial_begin(s->trial, s->state, h, (trm_VelocityRule){2 / h, -1, 0});
  vector_of(s, CHANGE, 0.7, vector);
  trm_trial_correct(s->trial, s->state, vector);
  for (int i = 0; i < 6 * s->model->node_count; i++) s->nu_dot[i] = number_at(s, ACCELERATION, i, 0, 3);
}

static trm_Instant instant_of(const Subject *s) {
  static double rates[MOST_UNKNOWNS];
  for (int j = 0; j < s->model->joint_count; j++)
    for (int i = 0; i < s->model->joints[j].kind->coordinate_count; i++)
      rates[s->model->joints[j].first_coordinate + i] = sin(1.7 * j + 0.9 * i + 0.3);
  return (trm_Instant){.layout = s->state->layout,
                       .dropped = trm_state_dropped(s->state),
                       .inputs = s->state->inputs,
                       .t = *s->state->time,
                       .q = s->state->q,
                       .w = s->state->w,
                       .x = s->state->x,
                       .x_rate = rates,
                       .scale = *s->state->scale};
}

/* ---- what is written ---- */

typedef struct Owner {
  int model;
  const char *kind, *label;
} Owner;

static void put(Owner owner, const char *quantity, const double *values, int count) {
  printf("%d\t%s\t%s\t%s\t%d\n", owner.model, owner.kind, owner.label, quantity, count);
  fwrite(values, sizeof *values, (size_t)count, stdout);
}

static void put_element(const Subject *s, const trm_ElementKind *kind, int e, Owner owner) {
  STATIC_LOCALS(local, 1);
  STATIC_JUMP_LOCALS(both, 1);
  static double y[MOST_UNKNOWNS], own[TRM_LOCAL_UNKNOWNS];
  int unknowns[TRM_LOCAL_UNKNOWNS], n = kind->unknowns(s->model, &s->system->numbering, e, unknowns);
  trm_Pair pair = trm_trial_pair(s->trial, s->state);
  trm_Instant now = instant_of(s);
  trm_Terms terms = {0};
  trm_JumpEnergy energy = {0};
  trm_Jump jump = {.alpha = 0.6, .c = 2 / 1.6, .y = y};
  vector_of(s, JUMP, 1, y);
  for (int i = 0; i < n; i++) own[i] = unknowns[i] < 0 ? 0 : y[unknowns[i]];
  kind->pair(s->model, &pair, e, 1, true, local);
  put(owner, "residual", local->residual, local->n);
  put(owner, "tangent", local->tangent, local->n * local->n);
  kind->instant(s->model, &now, e, 1, local);
  put(owner, "instant", local->residual, local->n);
  put(owner, "mass-and-B", local->tangent, local->n * local->n);
  kind->terms(s->model, &pair, e, &terms);
  put(owner, "energy", (double *)&terms, (int)(sizeof terms / sizeof(double)));
  if (kind->jump) {
    kind->jump(s->model, &pair, &jump, e, own, both);
    put(owner, "jump", both->residual, 2 * both->n);
    put(owner, "jump-tangent", both->tangent, 4 * both->n * both->n);
  }
  if (kind->jump_energy) {
    kind->jump_energy(s->model, &pair, &jump, e, own, &energy);
    put(owner, "jump-energy", &energy.work, 7);
  }
}

static void put_joint(const Subject *s, const trm_Joint *joint, Owner owner) {
  static double x[MOST_UNKNOWNS], values[TRM_LOCAL_UNKNOWNS];
  double rate[TRM_JOINT_COORDINATES] = {0}, acceleration[TRM_JOINT_COORDINATES] = {0};
  int count = joint->kind->coordinate_count;
  trm_Instant now = instant_of(s);
  trm_Position at = {s->trial->q_f, s->trial->x_f, s->state->q, s->state->x};
  trm_joint_constraints(s->model, joint, &at, values);
  put(owner, "constraints", values, joint->multiplier_count);
  trm_Wrench wrench = trm_joint_wrench(s->model, joint, &now, s->state->lambda);
  put(owner, "wrench", wrench.force, 6);
  trm_joint_rates(s->model, joint, &now, s->nu_dot, rate, acceleration);
  put(owner, "rates", rate, count);
  put(owner, "accelerations", acceleration, count);
  memcpy(x, s->state->x, sizeof(double) * (size_t)s->model->coordinate_count);
  trm_joint_evaluate_all(s->model, joint, s->state->q, x);
  put(owner, "coordinates", x + joint->first_coordinate, count);
}

/* a matrix in the system's pattern as sums over columns and rows with random weights: independent of the order of
   unknowns */
static void put_matrix(const Subject *s, Owner owner, const char *quantity, const trm_Pattern *pattern,
                       const double *values) {
  int n = s->system->numbering.count;
  double weight[MOST_UNKNOWNS], product[MOST_UNKNOWNS] = {0}, sum = 0;
  vector_of(s, JUMP, 1, weight);
  for (int j = 0; j < n; j++)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++) product[pattern->row[k]] += values[k] * weight[j];
  for (int i = 0; i < n; i++) sum += product[i] * product[i];
  sum = sqrt(sum);
  put(owner, quantity, &sum, 1);
}

static void put_system(const Subject *s, Owner owner) {
  const trm_Pattern *pattern = s->system->pattern;
  int n = s->system->numbering.count;
  double residual[MOST_UNKNOWNS], *values = calloc((size_t)pattern->start[n], sizeof *values), sum = 0;
  trm_Scales scales;
  trm_Pair pair = trm_trial_pair(s->trial, s->state);
  trm_Instant now = instant_of(s);
  assert_non_null(values);
  trm_system_pair(s->system, &pair, residual, values, &scales);
  for (int i = 0; i < n; i++) sum += residual[i] * residual[i];
  sum = sqrt(sum);
  put(owner, "residual", &sum, 1);
  put_matrix(s, owner, "tangent", pattern, values);
  trm_system_instant(s->system, &now, residual, values);
  put_matrix(s, owner, "mass-and-B", pattern, values);
  free(values);
}

/* ---- the two commands ---- */

static void write_models(const char *folder) {
  Random random = {4714};
  for (int m = 0; m < MODELS; m++) {
    char path[1000], *text = random_model_text(&random, trm_joint_registry(), choices[m % CHOICES]);
    snprintf(path, sizeof path, "%s/%d.yaml", folder, m + 1);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    free(text);
  }
}

static void read_model(const char *folder, int number) {
  static char path[1000], text[MOST_TEXT];
  static Subject s;
  snprintf(path, sizeof path, "%s/%d.yaml", folder, number);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  s = (Subject){.number = number, .model = model_from_text(text)};
  assert_int_equal(trm_system_new(&s.system, s.model), TRM_OK);
  assert_int_equal(trm_state_new(&s.state, s.system), TRM_OK);
  assert_int_equal(trm_trial_new(&s.trial, s.system), TRM_OK);
  set_state(&s);
  for (int k = 0; k < trm_element_kind_count; k++)
    for (int e = 0; e < trm_element_kinds[k]->count(s.model); e++)
      put_element(&s, trm_element_kinds[k], e,
                  (Owner){number, trm_element_kinds[k]->name, trm_element_kinds[k]->label(s.model, e)});
  for (int j = 0; j < s.model->joint_count; j++)
    put_joint(&s, &s.system->layout->joints[j], (Owner){number, "joint", s.model->joints[j].name});
  put_system(&s, (Owner){number, "system", "system"});
  trm_trial_free(s.trial);
  trm_state_free(s.state);
  trm_system_free(s.system);
  trm_model_free(s.model);
}

int main(int count, char **words) {
  if (count != 3) return fprintf(stderr, "usage: numbers write|read FOLDER\n"), 2;
  if (strcmp(words[1], "write") == 0)
    write_models(words[2]);
  else
    for (int m = 1; m <= MODELS; m++) read_model(words[2], m);
  return 0;
}
