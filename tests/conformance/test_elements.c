/* Every element kind on random models at random pairs of configurations: the tangent against differences of the
   residual, the residual against the energy terms, balance of forces, and the instant as the limit of the pair. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "conformance/local_room.h"
#include "conformance/program_force.h"
#include "conformance/random_model.h"
#include "conformance/text_model.h"
#include "element/joint.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "system/state.h"
#include "test_all.h"

enum { MOST_UNKNOWNS = 500, PROGRAM_FORCES = 8, MOST_KINDS = 16 };

/* A random model in a random state with a step under way that ends anywhere. */
typedef struct Subject {
  trm_Model *model;
  trm_System *system;
  trm_State *state;
  trm_Trial *trial;
  double change[MOST_UNKNOWNS]; /* what led to the trial's configuration f */
  double h;
  trm_UserForce forces[PROGRAM_FORCES];
  ProgramForce laws[PROGRAM_FORCES];
  double derivative[24 * 48];
  bool failed;
} Subject;

static void begin(Subject *s) {
  trm_trial_begin(s->trial, s->state, s->h, (trm_VelocityRule){2 / s->h, -1, 0});
  trm_trial_correct(s->trial, s->state, s->change);
}

/* contacts begin on their tracks: random numbers from -2 to 2 become places from one end to the other */
/* not beside a stop, where forces have a kink: they are at quarters */
static double off_stops(double x, double aside) { return fabs(4 * x - round(4 * x)) < 0.2 ? x + aside : x; }

/* nor where elements of a track meet, where curvatures jump: differences are taken over a few thousandths */
static double off_borders(const trm_Track *track, double x) {
  for (int e = 0; e < track->count; e++) {
    double aside = 0.03 * (track->elements[e].to - track->elements[e].from);
    if (fabs(track->start + x - track->elements[e].from) < aside) return x + 2 * aside;
    if (fabs(track->start + x - track->elements[e].to) < aside) return x - 2 * aside;
  }
  return x;
}

static void end_off_borders(Subject *s) {
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    if (!joint->track || joint->unknown_of[0] < 0) continue;
    double *change = &s->change[s->system->numbering.joint[j] + joint->unknown_of[0]];
    double x = s->state->x[joint->first_coordinate];
    *change = off_borders(joint->track, x + *change) - x;
  }
}

static void put_on_tracks(Subject *s) {
  for (int j = 0; j < s->model->joint_count; j++) {
    const trm_Joint *joint = &s->system->layout->joints[j];
    double *x = &s->state->x[joint->first_coordinate];
    if (!joint->track) continue;
    double share = (*x + 2) / 4;
    *x = off_stops(joint->track->length * share - joint->track->start, share < 0.5 ? 0.1 : -0.1);
    *x = off_borders(joint->track, *x);
  }
}

/* forces of a program on one to four bodies, with their derivatives and without, off the centres of mass */
static void add_program_forces(Subject *s, Random *random) {
  for (int f = 0; f < PROGRAM_FORCES; f++) {
    trm_UserForce *force = &s->forces[f];
    s->laws[f] = (ProgramForce){random_number(random, 1, 5),
                                random_number(random, 0, 2),
                                random_number(random, 0, 1),
                                random_number(random, 0, 2),
                                random_number(random, 0, 20),
                                random_number(random, 0, 9),
                                0};
    *force = (trm_UserForce){.name = "program", .derivative = s->derivative, .failed = &s->failed};
    force->given = (trm_Force){.node_count = 1 + f % 4, .force = program_force, .user = &s->laws[f]};
    if (f % 2) force->given.tangent = program_tangent;
    for (int a = 0; a < force->given.node_count; a++) {
      trm_Marker *marker = &force->markers[a];
      int body = random_count(random, s->model->body_count);
      *marker = (trm_Marker){.name = "", .node = s->model->bodies[body].node};
      if (!s->model->bodies[body].is_point) random_vector(random, 0.5, marker->offset);
      trm_copy(marker->triad, s->model->bodies[body].axes, 9);
    }
  }
  s->model->forces.users = s->forces, s->model->forces.user_count = PROGRAM_FORCES;
}

static void subject_new(Subject *s, Random *random, LawChoice laws) {
  char *text = random_model_text(random, trm_joint_registry(), laws);
  Random own = {.state = random->state ^ 0x5bd1e995};
  s->model = model_from_text(text);
  free(text);
  s->failed = false;
  add_program_forces(s, &own);
  assert_int_equal(trm_system_new(&s->system, s->model), TRM_OK);
  assert_int_equal(trm_state_new(&s->state, s->system), TRM_OK);
  assert_int_equal(trm_trial_new(&s->trial, s->system), TRM_OK);
  int n = s->system->numbering.count;
  assert_in_range(n, 1, MOST_UNKNOWNS);
  double move[MOST_UNKNOWNS];
  for (int i = 0; i < n; i++) move[i] = random_number(random, -1, 1);
  trm_state_move(s->system, s->state, move);
  for (int i = 0; i < n; i++) move[i] = random_number(random, -2, 2);
  trm_state_set_velocity(s->system, s->state, move);
  for (int m = 0; m < s->system->layout->multiplier_count; m++) s->state->lambda[m] = random_number(random, -5, 5);
  for (int c = 0; c < s->model->coordinate_count; c++) s->state->x[c] = off_stops(random_number(random, -2, 2), 0.1);
  put_on_tracks(s);
  for (int z = 0; z < s->model->on_joints.law_state_count; z++) s->state->z[z] = random_number(random, -0.2, 0.2);
  *s->state->scale = random_number(random, 0.5, 3);
  *s->state->time = random_number(random, 0, 2);
  s->h = random_number(random, 0.05, 0.4);
  for (int i = 0; i < n; i++) s->change[i] = random_number(random, -0.7, 0.7);
  end_off_borders(s);
  begin(s);
}

static void subject_free(Subject *s) {
  trm_trial_free(s->trial);
  trm_state_free(s->state);
  trm_system_free(s->system);
  trm_model_free(s->model);
}

static const LawChoice choices[] = {LAWS_NONE,   LAWS_ALL,        LAWS_RANDOM, LAWS_DRIVE,
                                    LAWS_NAMING, LAWS_DRIVE_RATE, LAWS_RANDOM};
enum { CHOICES = sizeof choices / sizeof choices[0] };

typedef double (*ElementCheck)(Subject *, const trm_ElementKind *, int element);

static void walk(const char *title, ElementCheck check, double tolerance) {
  double worst[MOST_KINDS] = {0};
  int elements[MOST_KINDS] = {0};
  Random random = {4714};
  assert_in_range(trm_element_kind_count, 1, MOST_KINDS);
  for (int m = 0; m < test_sanitized(2 * CHOICES, CHOICES); m++) {
    Subject subject;
    subject_new(&subject, &random, choices[m % CHOICES]);
    for (int k = 0; k < trm_element_kind_count; k++) {
      const trm_ElementKind *kind = trm_element_kinds[k];
      int count = kind->count(subject.model);
      for (int e = 0; e < count; e++, elements[k]++) {
        double error = check(&subject, kind, e);
        if (!(error <= tolerance))
          fail_msg("%s: %s \"%s\" of model %d: %.3e", title, kind->name, kind->label(subject.model, e), m, error);
        worst[k] = fmax(worst[k], error);
      }
    }
    subject_free(&subject);
  }
  printf("%-40s", title);
  for (int k = 0; k < trm_element_kind_count; k++) {
    assert_true(elements[k] > 0); /* a kind that no model has is not tested */
    printf(" %s %.1e (%d)", trm_element_kinds[k]->name, worst[k], elements[k]);
  }
  printf("\n");
}

/* ---- tangent ---- */

static void residual_at(Subject *s, const trm_ElementKind *kind, int e, const double *more, trm_Local *local) {
  begin(s);
  if (more) trm_trial_correct(s->trial, s->state, more);
  trm_Pair pair = trm_trial_pair(s->trial, s->state);
  kind->pair(s->model, &pair, e, 1, false, local);
}

static trm_Instant instant_of(const Subject *s, const double *rates) {
  trm_Instant now = trm_state_instant(s->state, s->state->w);
  return now.x_rate = rates, now;
}

/* n = 0 says: nothing to add */
static double nothing(const trm_Local *local, int n) {
  double largest = 0;
  for (int i = 0; i < n; i++) largest = fmax(largest, fabs(local->residual[i]));
  return largest;
}

/* The sliding or other joint that an element belongs to, NULL: none. */
static const trm_Joint *joint_of(const Subject *s, const trm_ElementKind *kind, int e) {
  if (strcmp(kind->name, "joint") == 0) return &s->system->layout->joints[e];
  if (strcmp(kind->name, "contact") == 0) return &s->system->layout->joints[s->model->on_joints.contacts[e].joint];
  return NULL;
}

/* The joint on whose coordinates an element acts, NULL: on none. */
static const trm_Joint *acts_on(const Subject *s, const trm_ElementKind *kind, int e) {
  bool bushing = strcmp(kind->name, "bushing") == 0;
  return bushing ? &s->system->layout->joints[s->model->on_joints.bushings[e].joint] : joint_of(s, kind, e);
}

/* Central differences of eighth order: what stands at one to four steps on either side. Long steps have little
   round-off, short ones do not go over a kink of a law (a contact that begins to slip, a stop) or past where the
   residual bends: each column is taken by the longest that suits it. A tangent that is wrong is so for all. */
enum { DIFFERENCES = 8, DIFFERENCE_STEPS = 8 };
static const double difference_places[DIFFERENCES] = {-4, -3, -2, -1, 1, 2, 3, 4};
static const double difference_weights[DIFFERENCES] = {1.0 / 280, -4.0 / 105, 1.0 / 5,   -4.0 / 5,
                                                       4.0 / 5,   -1.0 / 5,   4.0 / 105, -1.0 / 280};
static const double difference_steps[DIFFERENCE_STEPS] = {2e-2, 5e-3, 1.25e-3, 3e-4, 8e-5, 2e-5, 5e-6, 1.2e-6};
/* as good as a complex step: what is left is round-off, 2e-12 in the worst of all elements */
static const double tangent_slack = 1e-10;
/* of forces of a program that gives no derivatives: the library takes differences of fourth order */
static const double differenced_slack = 2e-8;

/* What is differenced, at `along` from where the subject stands in the unknown or rate that `of` says. */
typedef void (*Moved)(Subject *, const void *of, double along, double *out);

/* How far a column is off, with the step that suits it; `enough`: no shorter one is tried. */
static double column_off(Subject *s, Moved moved, const void *of, const double *column, int n, double enough) {
  static double at[DIFFERENCES][2 * LOCAL_ROOM > MOST_UNKNOWNS ? 2 * LOCAL_ROOM : MOST_UNKNOWNS];
  double least = INFINITY;
  for (int l = 0; l < DIFFERENCE_STEPS && least > enough; l++) {
    double error = 0, step = difference_steps[l];
    for (int p = 0; p < DIFFERENCES; p++) moved(s, of, difference_places[p] * step, at[p]);
    for (int i = 0; i < n; i++) {
      double slope = 0;
      for (int p = 0; p < DIFFERENCES; p++) slope += difference_weights[p] * at[p][i];
      error = fmax(error, fabs(slope / step - column[i]));
    }
    least = fmin(least, error);
  }
  begin(s);
  return least;
}

/* An element and one of its unknowns, or y of its jump. */
typedef struct Column {
  const trm_ElementKind *kind;
  int element, unknown;
  bool of_y;
} Column;

static void residual_along(Subject *s, const void *of, double along, double *out) {
  const Column *column = of;
  STATIC_LOCALS(local, 1);
  double more[MOST_UNKNOWNS] = {0};
  more[column->unknown] = along;
  residual_at(s, column->kind, column->element, more, local);
  memcpy(out, local->residual, sizeof(double) * (size_t)local->n);
}

/* the derivative by an unknown: shared ones stand in several columns */
static double in_columns(const double *row, const int *unknowns, int n, int unknown, double *size) {
  double sum = 0;
  for (int c = 0; c < n; c++)
    if (unknowns[c] == unknown) sum += row[c];
  *size = fmax(*size, fabs(sum));
  return sum;
}

static double slack_share(const Subject *s, const trm_ElementKind *kind, int e) {
  bool differenced = strcmp(kind->name, "force of the program") == 0 && !s->forces[e].given.tangent;
  return differenced ? tangent_slack / differenced_slack : 1;
}

static double check_tangent(Subject *s, const trm_ElementKind *kind, int e) {
  int unknowns[LOCAL_ROOM], n = kind->unknowns(s->model, &s->system->numbering, e, unknowns);
  STATIC_LOCALS(own, 1);
  double column[LOCAL_ROOM], error = 0, size = 1;
  begin(s);
  trm_Pair pair = trm_trial_pair(s->trial, s->state);
  kind->pair(s->model, &pair, e, 1, true, own);
  if (own->n == 0) return nothing(own, n); /* a track element that the contact does not touch */
  assert_int_equal(own->n, n);
  for (int j = 0; j < n; j++) {
    if (unknowns[j] < 0) continue;
    const Column of = {.kind = kind, .element = e, .unknown = unknowns[j]};
    for (int i = 0; i < n; i++) column[i] = in_columns(own->tangent + n * i, unknowns, n, unknowns[j], &size);
    error = fmax(error, column_off(s, residual_along, &of, column, n, 0.1 * tangent_slack * size));
  }
  return error / size * slack_share(s, kind, e);
}

static void tangents_are_derivatives(void **state) {
  (void)state, walk("tangent against differences", check_tangent, tangent_slack);
}

/* Residuals with and without tangent, alone and in a batch, are the same numbers; what is still has no tangent. */
static double check_batches(Subject *s, const trm_ElementKind *kind, int e) {
  STATIC_LOCALS(alone, 1);
  STATIC_LOCALS(batch, TRM_BATCH);
  int first = e - e % TRM_BATCH, rest = kind->count(s->model) - first, n = rest < TRM_BATCH ? rest : TRM_BATCH;
  trm_Pair pair = trm_trial_pair(s->trial, s->state);
  kind->pair(s->model, &pair, e, 1, false, alone);
  kind->pair(s->model, &pair, first, n, true, batch);
  const trm_Local *same = &batch[e - first];
  bool still = kind->still && kind->still(s->model, e), moved = alone->n != same->n;
  for (int i = 0; still && i < same->n * same->n; i++) moved = moved || same->tangent[i] != 0;
  return !moved && memcmp(alone->residual, same->residual, sizeof(double) * (size_t)alone->n) == 0 ? 0 : 1;
}

static void batches_are_elements(void **state) { (void)state, walk("batches and single elements", check_batches, 0); }

/* ---- the jump of the energy-decaying scheme ---- */

/* y of the whole system, deterministic; the element's own part in its local order */
static void jump_at(Subject *s, const trm_ElementKind *kind, int e, const double *more, const double *y,
                    trm_JumpLocal *out) {
  int unknowns[LOCAL_ROOM], n = kind->unknowns(s->model, &s->system->numbering, e, unknowns);
  double own[LOCAL_ROOM];
  for (int i = 0; i < n; i++) own[i] = unknowns[i] < 0 ? 0 : y[unknowns[i]];
  begin(s);
  if (more) trm_trial_correct(s->trial, s->state, more);
  trm_Pair pair = trm_trial_pair(s->trial, s->state);
  trm_Jump jump = {.alpha = 0.6, .c = 2 / 1.6, .y = y};
  kind->jump(s->model, &pair, &jump, e, own, out);
}

static double *wavy_y(double y[MOST_UNKNOWNS]) {
  for (int i = 0; i < MOST_UNKNOWNS; i++) y[i] = 2 * sin(2.3 * i + 1);
  return y;
}

static void jump_along(Subject *s, const void *of, double along, double *out) {
  const Column *column = of;
  STATIC_JUMP_LOCALS(local, 1);
  double more[MOST_UNKNOWNS] = {0}, y[MOST_UNKNOWNS];
  *((column->of_y ? wavy_y(y) : more) + column->unknown) += along;
  jump_at(s, column->kind, column->element, more, column->of_y ? y : wavy_y(y), local);
  memcpy(out, local->residual, sizeof(double) * 2 * (size_t)local->n);
}

static int passed_by; /* of the walk */

static bool is_asked(const Subject *s, const trm_ElementKind *kind, int e, const trm_Coordinates *x) {
  int at = -1, count = kind->count(s->model);
  while (at < e && (at = trm_element_next(kind, s->state->layout, at + 1, x)) < count) assert_true(at >= 0);
  return at == e;
}

/* 1: one that is not asked has something to add, over the pair, to the jump or at the instant. */
static double check_asked(Subject *s, const trm_ElementKind *kind, int e) {
  STATIC_LOCALS(local, 1);
  STATIC_JUMP_LOCALS(jump, 1);
  double y[MOST_UNKNOWNS] = {0}, rates[MOST_UNKNOWNS] = {0};
  trm_Instant now = instant_of(s, rates);
  trm_Pair pair = trm_trial_pair(s->trial, s->state);
  trm_Coordinates over = trm_coordinates_of_pair(&pair), here = trm_coordinates_of_instant(&now);
  if (!is_asked(s, kind, e, &over)) {
    passed_by++;
    kind->pair(s->model, &pair, e, 1, true, local);
    jump_at(s, kind, e, NULL, y, jump);
    if (local->n > 0 || jump->n > 0) return 1;
  }
  if (is_asked(s, kind, e, &here)) return 0;
  kind->instant(s->model, &now, e, 1, local);
  return local->n > 0;
}

static void who_is_not_asked_adds_nothing(void **state) {
  (void)state;
  passed_by = 0;
  walk("elements that are not asked", check_asked, 0);
  printf("%d are not\n", passed_by);
  assert_true(passed_by > 10);
}

/* Derivatives of both stages with respect to configuration f and to y. The one exclusion: the jump of a spring leaves
   out, by design, how its direction turns with f (it costs Newton's method its quadratic end); its derivatives with
   respect to y are checked. */
static double check_jump_tangent(Subject *s, const trm_ElementKind *kind, int e) {
  STATIC_JUMP_LOCALS(own, 1);
  int unknowns[LOCAL_ROOM], n = kind->unknowns(s->model, &s->system->numbering, e, unknowns);
  double y[MOST_UNKNOWNS], column[2 * LOCAL_ROOM], error = 0, size = 1;
  if (!kind->jump) return 0;
  jump_at(s, kind, e, NULL, wavy_y(y), own);
  if (own->n == 0) return 0;
  assert_int_equal(own->n, n);
  int first = strcmp(kind->name, "spring") == 0 ? n : 0;
  for (int j = first; j < 2 * n; j++) {
    if (unknowns[j % n] < 0) continue;
    const Column of = {kind, e, unknowns[j % n], j >= n};
    for (int i = 0; i < 2 * n; i++)
      column[i] = in_columns(own->tangent + 2 * n * i + (j < n ? 0 : n), unknowns, n, of.unknown, &size);
    error = fmax(error, column_off(s, jump_along, &of, column, 2 * n, 0.1 * tangent_slack * size));
  }
  return error / size * slack_share(s, kind, e);
}

static void jump_tangents_are_derivatives(void **state) {
  (void)state, walk("jump tangent against differences", check_jump_tangent, tangent_slack);
}

/* ---- energy ---- */

static double stored(const trm_Terms *t) { return t->kinetic + t->potential + t->spring + t->strain; }

static trm_Terms terms_at_start(const Subject *s, const trm_ElementKind *kind, int e) {
  const trm_State *i = s->state;
  trm_Terms terms = {0};
  trm_Pair still = {.t_i = *i->time,
                    .layout = i->layout,
                    .dropped = trm_state_dropped(i),
                    .inputs = i->inputs,
                    .q_i = i->q,
                    .q_f = i->q,
                    .q_m = i->q,
                    .w_i = i->w,
                    .w_f = i->w,
                    .x_i = i->x,
                    .x_f = i->x,
                    .lambda = i->lambda,
                    .scale = *i->scale,
                    .z_i = i->z};
  kind->terms(s->model, &still, e, &terms);
  return terms;
}

/* The row of a compliant stress is its law, not a constraint: it says what the stress is, of accelerations nothing. */
static bool is_law(const trm_ElementKind *kind, const trm_Local *now, int row) {
  return strcmp(kind->name, "stress") == 0 && row >= 6 * now->node_count && now->tangent[(now->n + 1) * row] != 0;
}

/* stresses of compliant strains as their laws have them: they alone make the work that is stored */
static void follow_laws(Subject *s, const trm_ElementKind *kind, int e) {
  STATIC_LOCALS(local, 1);
  trm_Pair pair = trm_trial_pair(s->trial, s->state);
  if (strcmp(kind->name, "stress") != 0) return;
  kind->pair(s->model, &pair, e, 1, true, local);
  int first = 6 * local->node_count;
  for (int i = first; i < local->n; i++)
    if (is_law(kind, local, i))
      s->trial->lambda[s->model->mesh.stress_points[e].first_multiplier + i - first] -=
          local->residual[i] / local->tangent[(local->n + 1) * i];
}

/* residual . increments = change of stored energy + dissipated - works, for any pair */
static double check_energy(Subject *s, const trm_ElementKind *kind, int e) {
  STATIC_LOCALS(local, 1);
  follow_laws(s, kind, e);
  trm_Pair pair = trm_trial_pair(s->trial, s->state);
  trm_Terms start = terms_at_start(s, kind, e), terms = {0};
  kind->terms(s->model, &pair, e, &terms);
  kind->pair(s->model, &pair, e, 1, false, local);
  double done = 0, size = 1;
  for (int b = 0; b < local->node_count; b++) {
    const trm_Node *node = &s->model->nodes[local->nodes[b]];
    for (int n = 0; n < 3; n++) {
      double force = local->residual[6 * b + n] * pair.dq[trm_point_at(node->point) + n];
      double moment = local->residual[6 * b + 3 + n] * pair.turn[3 * node->triad + n];
      done += force + moment, size = fmax(size, fmax(fabs(force), fabs(moment)));
    }
  }
  const trm_Joint *joint = acts_on(s, kind, e);
  if (strcmp(kind->name, "coordinate force") == 0) { /* the first coordinate behind the nodes */
    const trm_CoordinateForce *force = &s->model->forces.coordinates[e];
    int at = s->model->joints[force->joint].first_coordinate + force->coordinate;
    done += local->residual[6 * local->node_count] * (pair.x_f[at] - pair.x_i[at]), size = fmax(size, fabs(done));
  }
  for (int c = 0; joint && local->n && c < joint->kind->coordinate_count; c++) {
    int at = joint->first_coordinate + c;
    if (joint->unknown_of[c] < 0) continue;
    double work = local->residual[6 * local->node_count + joint->unknown_of[c]] * (pair.x_f[at] - pair.x_i[at]);
    done += work, size = fmax(size, fabs(work));
  }
  for (int t = 0; joint && t < joint->term_count; t++) {
    int at = trm_term_coordinate(s->model, &joint->terms[t]);
    double work = local->residual[trm_joint_term_at(joint, t)] * (pair.x_f[at] - pair.x_i[at]);
    done += work, size = fmax(size, fabs(work));
  }
  double change = stored(&terms) - stored(&start);
  size = fmax(size, fmax(fabs(stored(&terms)), fabs(stored(&start))));
  return fabs(done - (change + terms.dissipated - terms.load_work - terms.drive_work - terms.constraint_work)) / size;
}

static void residuals_agree_with_energy(void **state) {
  (void)state, walk("residual . increments = energy", check_energy, 1e-13);
}

/* Dampers take, never give. */
static double check_dissipation(Subject *s, const trm_ElementKind *kind, int e) {
  trm_Terms terms = {0};
  trm_Pair pair = trm_trial_pair(s->trial, s->state);
  kind->terms(s->model, &pair, e, &terms);
  return terms.dissipated < 0 ? -terms.dissipated : 0;
}

static void dissipation_is_not_negative(void **state) {
  (void)state, walk("dissipation below zero", check_dissipation, 0);
}

/* The work of a joint's constraint forces is -s lambda (C_f - C_i) row by row: nothing where the constraint holds. */
static void ideal_joints_do_no_work(void **state) {
  (void)state;
  Random random = {31};
  double worst = 0;
  for (int m = 0; m < test_sanitized(2 * CHOICES, CHOICES); m++) {
    Subject s;
    subject_new(&s, &random, choices[m % CHOICES]);
    trm_Pair pair = trm_trial_pair(s.trial, s.state);
    for (int j = 0; j < s.model->joint_count; j++) {
      const trm_Joint *joint = &s.system->layout->joints[j];
      trm_Terms terms = {0};
      double before[LOCAL_ROOM], after[LOCAL_ROOM], expected = 0, size = 1;
      for (int k = 0; k < trm_element_kind_count; k++)
        for (int e = 0; e < trm_element_kinds[k]->count(s.model); e++)
          if (joint_of(&s, trm_element_kinds[k], e) == joint) trm_element_kinds[k]->terms(s.model, &pair, e, &terms);
      trm_Position start = {pair.q_i, pair.x_i, NULL, pair.x_i}, end = {pair.q_f, pair.x_f, pair.q_i, pair.x_f};
      trm_joint_constraints(s.model, joint, &start, before);
      trm_joint_constraints(s.model, joint, &end, after);
      for (int r = 0; r < joint->row_count; r++) {
        double force = pair.scale * pair.lambda[joint->first_multiplier + r];
        expected -= force * (after[r] - before[r]);
        size = fmax(size, fabs(force) * fmax(fabs(after[r]), fabs(before[r]))); /* what round-off is measured by */
      }
      worst = fmax(worst, fabs(terms.constraint_work - expected) / size);
    }
    subject_free(&s);
  }
  printf("work of constraints                      %.1e\n", worst);
  assert_true(worst < 1e-13);
}

/* ---- balance ---- */

/* The moment that coincident rows leave on a pair in which the points are apart, force x gap; and what equal (absolute)
   speeds leave, e^k - e^l. */
static void gap_moment(const Subject *s, const trm_Pair *pair, int e, double out[3]) {
  const trm_Joint *joint = &s->system->layout->joints[e];
  trm_FramePair frames;
  trm_joint_frames(s->model, joint, pair, &frames);
  for (int r = 0; r < joint->row_count; r++) {
    const trm_Row *row = &joint->kind->rows[joint->rows[r]];
    double force[3] = {0}, gap[3], part[3], weight = pair->scale * pair->lambda[joint->first_multiplier + r];
    for (int side = 0; side < 2 && row->type == TRM_ROW_SPEED; side++)
      trm_add_scaled(out, side == 0 ? weight : -weight, frames.m[side].e[row->a]);
    if (row->type != TRM_ROW_COINCIDENT) continue;
    force[row->a] = weight;
    trm_subtract(gap, frames.m[1].y, frames.m[0].y);
    trm_cross(part, gap, force);
    trm_add_scaled(out, 1, part);
  }
}

/* Internal elements (those with several nodes) exert no force and no moment on the whole, with forces at the mean
   points. What is not internal, inertia and loads, is left out: no rates, nothing loaded. */
static double check_balance(Subject *s, const trm_ElementKind *kind, int e) {
  STATIC_LOCALS(local, 1);
  trm_Pair pair = trm_trial_pair(s->trial, s->state);
  if (kind->momentum || strstr(kind->name, "load") || strstr(kind->name, "program")) pair.h = 0, pair.unloaded = 1;
  kind->pair(s->model, &pair, e, 1, false, local);
  if (local->node_count < 2) return 0;
  double force[3] = {0}, moment[3] = {0}, gap[3] = {0}, size = 1;
  for (int b = 0; b < local->node_count; b++) {
    const double *x = pair.q_m + trm_point_at(s->model->nodes[local->nodes[b]].point);
    double lever[3];
    trm_cross(lever, x, local->residual + 6 * b);
    trm_add_scaled(force, 1, local->residual + 6 * b);
    trm_add_scaled(moment, 1, lever);
    trm_add_scaled(moment, 1, local->residual + 6 * b + 3);
    size = fmax(size, fmax(trm_norm(lever), trm_norm(local->residual + 6 * b + 3)));
  }
  if (strcmp(kind->name, "joint") == 0) gap_moment(s, &pair, e, gap);
  trm_add_scaled(moment, -1, gap);
  return fmax(trm_norm(force), trm_norm(moment)) / size;
}

static void internal_forces_balance(void **state) {
  (void)state, walk("sum of forces and moments", check_balance, 1e-13);
}

/* ---- rigid motions ---- */

/* every point and director of a configuration turned; points shifted */
static void turn_all(const trm_Model *model, const double matrix[9], const double shift[3], const double *q,
                     double *out) {
  for (int at = 0; at < trm_configuration_size(model); at += 3)
    for (int n = 0; n < 3; n++)
      out[at + n] = trm_dot(matrix + 3 * n, q + at) + (at < 3 * model->node_count ? shift[n] : 0);
}

/* Rows of sliding contacts, in a motion as a whole (the ground with it): forces and moments turn along, what belongs to
   coordinates and the values of the constraints stay. Joints have world components in some rows: test_constraints
   checks theirs. */
static double check_turning(Subject *s, const trm_ElementKind *kind, int e) {
  STATIC_LOCALS(before, 1);
  STATIC_LOCALS(after, 1);
  static double q[3][LOCAL_ROOM * 100];
  const double axis[3] = {0.48, -0.6, 0.64}, shift[3] = {0.7, -2, 1.3};
  double matrix[9], worst = 0, size = 1;
  trm_Pair pair = trm_trial_pair(s->trial, s->state), turned = pair;
  if (strcmp(kind->name, "contact") != 0) return 0;
  assert_in_range(trm_configuration_size(s->model), 1, LOCAL_ROOM * 100);
  trm_rotation_from_axis(axis, 2.1, matrix);
  turn_all(s->model, matrix, shift, pair.q_i, q[0]);
  turn_all(s->model, matrix, shift, pair.q_f, q[1]);
  turn_all(s->model, matrix, shift, pair.q_m, q[2]);
  turned.q_i = q[0], turned.q_f = q[1], turned.q_m = q[2];
  kind->pair(s->model, &pair, e, 1, false, before);
  kind->pair(s->model, &turned, e, 1, false, after);
  assert_int_equal(before->n, after->n);
  for (int i = 0; i < before->n; i++) size = fmax(size, fabs(before->residual[i]));
  for (int i = 0; i < before->n; i++) {
    double expected = before->residual[i];
    if (i < 6 * before->node_count) expected = trm_dot(matrix + 3 * (i % 3), before->residual + (i - i % 3));
    worst = fmax(worst, fabs(after->residual[i] - expected));
  }
  return worst / size;
}

static void contacts_turn_with_the_whole(void **state) {
  (void)state, walk("forces turn with the whole", check_turning, 1e-13);
}

/* ---- the instant ---- */

/* The pair of a motion with constant generalised velocity from the state over h (also h < 0): only the residual is
   wanted. */
static void coast(Subject *s, const trm_ElementKind *kind, int e, const double *rates, double h, trm_Local *out) {
  const trm_Model *model = s->model;
  trm_Trial *trial = s->trial;
  double nothing[MOST_UNKNOWNS] = {0};
  trm_trial_begin(trial, s->state, h, (trm_VelocityRule){2 / h, -1, 0});
  for (int p = 0; p < model->node_count; p++)
    for (int n = 0; n < 3; n++) trial->dx[3 * p + n] = h * s->state->w[trm_point_at(p) + n];
  for (int t = 0; t < model->node_count; t++) {
    double omega[3];
    int d = trm_triad_at(model, t);
    trm_triad_omega(s->state->q + d, s->state->w + d, omega);
    double speed = trm_norm(omega), factor = speed > 0 ? 2 * tan(0.5 * h * speed) / speed : 0;
    for (int n = 0; n < 3; n++) trial->turn[3 * t + n] = factor * omega[n];
  }
  for (int c = 0; c < model->coordinate_count; c++) trial->x_f[c] = s->state->x[c] + h * rates[c];
  memcpy(trial->lambda, s->state->lambda, sizeof(double) * (size_t)s->system->layout->multiplier_count);
  trm_trial_correct(trial, s->state, nothing);
  trm_Pair pair = trm_trial_pair(trial, s->state);
  pair.z_i = NULL; /* laws with states do not run backwards: see test_laws.c */
  kind->pair(model, &pair, e, 1, false, out);
}

/* Forces: the even part of the pair's residual in h, extrapolated to h = 0, is the instant's residual plus B^T lambda.
   Constraints: the second derivative of the value is gamma. */
static double check_instant(Subject *s, const trm_ElementKind *kind, int e) {
  STATIC_LOCALS(now, 1);
  STATIC_LOCALS(both, 6);
  trm_Local *at[3] = {both, both + 2, both + 4};
  /* second rates of strains and of surfaces, and waves of reactions, are far from parabolas */
  const trm_Joint *joint = joint_of(s, kind, e);
  bool bent = strcmp(kind->name, "stress") == 0 || strcmp(kind->name, "coordinate force") == 0;
  double finer = bent ? 0.25 : joint && joint->kind->function_count > 0 ? 0.5 : 1;
  const double sizes[3] = {8e-3 * finer, 4e-3 * finer, 2e-3 * finer};
  double rates[MOST_UNKNOWNS], error = 0, size = 1;
  for (int c = 0; c < s->model->coordinate_count; c++) rates[c] = sin(1.7 * c + 0.3);
  trm_Instant instant = instant_of(s, rates);
  kind->instant(s->model, &instant, e, 1, now);
  for (int l = 0; l < 3; l++)
    for (int sign = 0; sign < 2; sign++) coast(s, kind, e, rates, sign ? -sizes[l] : sizes[l], &at[l][sign]);
  int first = now->n, multipliers = 0;
  const double *lambda = NULL;
  if (joint) {
    multipliers = joint->multiplier_count, first = now->n - multipliers;
    lambda = s->state->lambda + joint->first_multiplier;
  }
  if (strcmp(kind->name, "stress") == 0) {
    multipliers = s->model->mesh.stress_points[e].count, first = now->n - multipliers;
    lambda = s->state->lambda + s->model->mesh.stress_points[e].first_multiplier;
  }
  for (int i = 0; i < now->n; i++) {
    double even[3], expected = now->residual[i], found;
    for (int l = 0; l < 3; l++) even[l] = 0.5 * (at[l][0].residual[i] + at[l][1].residual[i]);
    if (i < first || is_law(kind, now, i)) {
      for (int m = 0; m < multipliers; m++) expected += now->tangent[now->n * i + first + m] * lambda[m];
      double coarse = (4 * even[1] - even[0]) / 3, fine = (4 * even[2] - even[1]) / 3;
      found = (16 * fine - coarse) / 15;
    } else {
      double coarse = 2 * (even[0] - even[1]) / (sizes[0] * sizes[0] - sizes[1] * sizes[1]);
      double fine = 2 * (even[1] - even[2]) / (sizes[1] * sizes[1] - sizes[2] * sizes[2]);
      found = (4 * fine - coarse) / 3;
    }
    error = fmax(error, fabs(found - expected)), size = fmax(size, fabs(expected));
  }
  begin(s);
  return error / size;
}

static void instants_are_limits(void **state) {
  (void)state, walk("instant as limit of the pair", check_instant, 2e-7);
}

/* nu^T M nu / 2 is the kinetic energy, and the matrix is symmetric; B is the pair's constraint gradient at zero
   increments. */
static double check_instant_matrix(Subject *s, const trm_ElementKind *kind, int e) {
  STATIC_LOCALS(now, 1);
  STATIC_LOCALS(still, 1);
  trm_Instant instant = instant_of(s, NULL);
  kind->instant(s->model, &instant, e, 1, now);
  double error = 0, size = 1, energy = 0, nu[LOCAL_ROOM] = {0};
  int nodes = 6 * now->node_count;
  for (int b = 0; b < now->node_count; b++) {
    const trm_Node *node = &s->model->nodes[now->nodes[b]];
    int d = trm_triad_at(s->model, node->triad);
    trm_copy(nu + 6 * b, s->state->w + trm_point_at(node->point), 3);
    trm_triad_omega(s->state->q + d, s->state->w + d, nu + 6 * b + 3);
  }
  for (int i = 0; i < nodes; i++)
    for (int j = 0; j < nodes; j++) energy += 0.5 * nu[i] * now->tangent[now->n * i + j] * nu[j];
  trm_Terms terms = terms_at_start(s, kind, e);
  error = fabs(energy - terms.kinetic), size = fmax(size, terms.kinetic);
  double none[MOST_UNKNOWNS] = {0};
  trm_trial_begin(s->trial, s->state, s->h, (trm_VelocityRule){2 / s->h, -1, 0});
  memset(s->trial->dx, 0, sizeof(double) * 3 * (size_t)s->model->node_count);
  memset(s->trial->turn, 0, sizeof(double) * 3 * (size_t)s->model->node_count);
  memcpy(s->trial->x_f, s->state->x, sizeof(double) * (size_t)s->model->coordinate_count);
  trm_trial_correct(s->trial, s->state, none);
  trm_Pair pair = trm_trial_pair(s->trial, s->state);
  pair.z_i = NULL; /* the load of friction depends on the multipliers */
  kind->pair(s->model, &pair, e, 1, true, still);
  const trm_Joint *joint = joint_of(s, kind, e);
  int first = joint ? now->n - joint->multiplier_count : strcmp(kind->name, "stress") == 0 ? nodes : now->n;
  for (int i = 0; i < now->n; i++)
    for (int j = 0; j < now->n; j++) {
      if (is_law(kind, now, i) && j < nodes) {
        assert_true(now->tangent[now->n * i + j] == 0);
        continue;
      }
      if (is_law(kind, now, j) && i < nodes) {
        error = fmax(error, fabs(now->tangent[now->n * i + j] - still->tangent[now->n * i + j]));
        continue;
      }
      error = fmax(error, fabs(now->tangent[now->n * i + j] - now->tangent[now->n * j + i]));
      size = fmax(size, fabs(now->tangent[now->n * i + j]));
      if (i >= first || j >= first)
        error = fmax(error, fabs(now->tangent[now->n * i + j] - still->tangent[now->n * i + j]));
    }
  begin(s);
  return error / size;
}

static void instant_matrices_agree(void **state) {
  (void)state, walk("mass matrix, B of the instant", check_instant_matrix, 1e-13);
}

/* ---- the assembly ---- */

static void whole_along(Subject *s, const void *of, double along, double *out) {
  const int *unknown = of;
  double more[MOST_UNKNOWNS] = {0};
  trm_Scales scales;
  more[*unknown] = along;
  begin(s);
  trm_trial_correct(s->trial, s->state, more);
  trm_Pair pair = trm_trial_pair(s->trial, s->state);
  trm_system_pair(s->system, &pair, out, NULL, &scales);
}

/* The assembled tangent (in the matrix pattern) is the derivative of the assembled residual. */
static void assembled_tangent_is_the_derivative(void **state) {
  (void)state;
  Random random = {8};
  double worst = 0;
  int unknowns = 0;
  for (int m = 0; m < test_sanitized(6, 3); m++) {
    Subject s;
    subject_new(&s, &random, choices[m]);
    int n = s.system->numbering.count, entries = s.system->pattern->start[n];
    double *values = calloc((size_t)entries, sizeof *values), residual[MOST_UNKNOWNS], size = 1, error = 0;
    trm_Scales scales;
    assert_non_null(values);
    trm_Pair pair = trm_trial_pair(s.trial, s.state);
    trm_system_pair(s.system, &pair, residual, values, &scales);
    for (int j = 0; j < n; j++, unknowns++) {
      double column[MOST_UNKNOWNS] = {0};
      const trm_Pattern *pattern = s.system->pattern;
      for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++) column[pattern->row[k]] += values[k];
      for (int i = 0; i < n; i++) size = fmax(size, fabs(column[i]));
      error = fmax(error, column_off(&s, whole_along, &j, column, n, 0.1 * tangent_slack * size));
    }
    worst = fmax(worst, error / size);
    free(values);
    subject_free(&s);
  }
  printf("assembled tangent, %d columns            %.1e\n", unknowns, worst);
  assert_true(worst < tangent_slack);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tangents_are_derivatives),      cmocka_unit_test(batches_are_elements),
      cmocka_unit_test(jump_tangents_are_derivatives), cmocka_unit_test(residuals_agree_with_energy),
      cmocka_unit_test(dissipation_is_not_negative),   cmocka_unit_test(ideal_joints_do_no_work),
      cmocka_unit_test(internal_forces_balance),       cmocka_unit_test(instants_are_limits),
      cmocka_unit_test(instant_matrices_agree),        cmocka_unit_test(assembled_tangent_is_the_derivative),
      cmocka_unit_test(contacts_turn_with_the_whole),  cmocka_unit_test(who_is_not_asked_adds_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
