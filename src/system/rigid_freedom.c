/* Velocities z: one per unknown that no beam has, six per beam (velocity of the origin in units of the model's size,
   angular velocity). An unknown of a beam's node is a combination of its beam's six. Conditions: B nu(z) = 0 of the
   joints; where beams share an unknown both give the same; where the ground (or the plane of a planar model) holds it,
   none. The rest is freedom. */
#include "system/rigid_freedom.h"
#include <math.h>
#include <string.h>
#include "element/frame.h"
#include "linalg/dense.h"
#include "linalg/row_space.h"
#include "math/vec3.h"
#include "system/constraint_matrix.h"
#include "system/redundancy.h"

static const double most_work = 1e9; /* operations of the factorization */

typedef double Six[6];

typedef struct Rigid {
  trm_System *system;
  const trm_State *state;
  trm_Arena arena;
  int *first;          /* per unknown: its variable, or the first of its beam; -1: a multiplier */
  bool *carried;       /* per unknown: it belongs to a beam */
  Six *share;          /* per unknown of a beam: its combination of the six */
  int variables, rows; /* of the matrix */
  double *matrix;      /* by columns */
  int row_room;
} Rigid;

/* rates of the six unknowns of a node when its beam moves as a whole: x' = v + omega x r, triads turn by omega */
static void node_share(const Rigid *rigid, int node, Six share[6]) {
  const trm_Model *model = rigid->system->model;
  const double *r = rigid->state->q + trm_point_at(model->nodes[node].point);
  memset(share, 0, sizeof(Six) * 6);
  for (int n = 0; n < 3; n++) {
    int a = (n + 1) % 3, b = (n + 2) % 3;
    share[n][n] = model->size;
    share[n][3 + a] = r[b], share[n][3 + b] = -r[a];
    share[3 + n][3 + n] = 1;
  }
}

static void put(Rigid *rigid, int row, int variable, double value) {
  rigid->matrix[(size_t)variable * (size_t)rigid->row_room + (size_t)row] += value;
}

/* Conditions that hold a beam's nodes: six at most are independent. */
typedef struct Held {
  int count;
  Six rows[12];
} Held;

static void keep_independent(Held *held) {
  trm_RowSpace space;
  Six kept[6];
  trm_row_space((const double(*)[TRM_ROW_SPACE])held->rows, held->count, 1, &space);
  for (int r = 0; r < space.rank; r++) memcpy(kept[r], held->rows[space.picked[r]], sizeof(Six));
  memcpy(held->rows, kept, sizeof(Six) * (size_t)space.rank);
  held->count = space.rank;
}

static void hold(Held *held, const Six row) {
  memcpy(held->rows[held->count++], row, sizeof(Six));
  if (held->count == sizeof held->rows / sizeof *held->rows) keep_independent(held);
}

/* an unknown that this or another beam has already: both say the same */
static void meet(Rigid *rigid, int unknown, int first, const Six share) {
  for (int k = 0; k < 6; k++) {
    put(rigid, rigid->rows, first + k, share[k]);
    put(rigid, rigid->rows, rigid->first[unknown] + k, -rigid->share[unknown][k]);
  }
  rigid->rows++;
}

static void add_beam(Rigid *rigid, const trm_Beam *beam, int first) {
  Held held = {0};
  Six share[6];
  for (int i = 0; i < beam->node_count; i++) {
    int unknowns[6];
    trm_node_unknowns(rigid->system->model, &rigid->system->numbering, beam->nodes[i], unknowns);
    node_share(rigid, beam->nodes[i], share);
    for (int n = 0; n < 6; n++) {
      int at = unknowns[n];
      if (at < 0)
        hold(&held, share[n]);
      else if (rigid->carried[at])
        meet(rigid, at, first, share[n]);
      else
        rigid->carried[at] = true, rigid->first[at] = first, memcpy(rigid->share[at], share[n], sizeof(Six));
    }
  }
  keep_independent(&held);
  for (int r = 0; r < held.count; r++, rigid->rows++)
    for (int k = 0; k < 6; k++) put(rigid, rigid->rows, first + k, held.rows[r][k]);
}

/* ---- rows of the joints ---- */

static void add_entry(Rigid *rigid, int row, int unknown, double value) {
  if (!rigid->carried[unknown]) {
    bool length = rigid->system->unknowns[unknown].kind == TRM_UNKNOWN_DISPLACEMENT ||
                  rigid->system->unknowns[unknown].kind == TRM_UNKNOWN_LENGTH;
    put(rigid, row, rigid->first[unknown], value * (length ? rigid->system->model->size : 1));
    return;
  }
  for (int k = 0; k < 6; k++) put(rigid, row, rigid->first[unknown] + k, value * rigid->share[unknown][k]);
}

static trm_Status add_joints(Rigid *rigid) {
  trm_System *system = rigid->system;
  const trm_Pattern *pattern = system->pattern;
  int n = system->numbering.count, stresses = system->model->mesh.stress_count; /* a rigid motion strains nothing */
  double *values = TRM_NEW(double, n), *matrix = TRM_NEW(double, pattern->start[n]);
  trm_Status status = values && matrix ? trm_constraint_values(system, rigid->state, values, matrix) : TRM_NO_MEMORY;
  for (int column = 0; column < n && status == TRM_OK; column++)
    for (int at = pattern->start[column]; at < pattern->start[column + 1]; at++) {
      int multiplier = system->multiplier_of[pattern->row[at]];
      if (multiplier >= stresses && system->multiplier_of[column] < 0)
        add_entry(rigid, rigid->rows + multiplier - stresses, column, matrix[at] / *rigid->state->scale);
    }
  rigid->rows += system->layout->multiplier_count - stresses;
  trm_release(values);
  trm_release(matrix);
  return status;
}

/* ---- counting ---- */

/* every row in units of its largest entry */
static void even_rows(Rigid *rigid) {
  for (int row = 0; row < rigid->rows; row++) {
    double largest = 0;
    for (int v = 0; v < rigid->variables; v++)
      largest = fmax(largest, fabs(rigid->matrix[(size_t)v * (size_t)rigid->row_room + (size_t)row]));
    for (int v = 0; v < rigid->variables && largest > 0; v++)
      rigid->matrix[(size_t)v * (size_t)rigid->row_room + (size_t)row] /= largest;
  }
}

/* Unknowns of beams' nodes first, so that what is left has variables of its own. Upper bound of the rows: those of the
   joints, six for what is held of each beam, one for each time that an unknown is met again. */
static bool prepare(Rigid *rigid) {
  const trm_System *system = rigid->system;
  const trm_Model *model = system->model;
  int n = system->numbering.count, shared = 0;
  rigid->first = TRM_ARENA_NEW(&rigid->arena, int, n);
  rigid->carried = TRM_ARENA_NEW(&rigid->arena, bool, n);
  rigid->share = TRM_ARENA_NEW(&rigid->arena, Six, n);
  bool *seen = TRM_ARENA_NEW(&rigid->arena, bool, n);
  if (rigid->arena.failed) return false;
  for (int b = 0; b < model->beam_count; b++)
    for (int i = 0; i < model->beams[b].node_count; i++) {
      int unknowns[6];
      trm_node_unknowns(model, &system->numbering, model->beams[b].nodes[i], unknowns);
      for (int k = 0; k < 6; k++) {
        if (unknowns[k] < 0) continue;
        shared += seen[unknowns[k]];
        seen[unknowns[k]] = true;
      }
    }
  rigid->variables = 6 * model->beam_count;
  for (int i = 0; i < n; i++) rigid->first[i] = seen[i] || system->multiplier_of[i] >= 0 ? -1 : rigid->variables++;
  rigid->row_room = system->layout->multiplier_count + 6 * model->beam_count + shared;
  double work = (double)rigid->variables * rigid->row_room * fmin(rigid->variables, rigid->row_room);
  if (work > most_work) return false;
  rigid->matrix = TRM_ARENA_NEW(&rigid->arena, double, (size_t)rigid->variables *(size_t)rigid->row_room);
  return rigid->matrix != NULL;
}

trm_Status trm_rigid_freedom(trm_System *system, const trm_State *state, int *freedom) {
  Rigid rigid = {.system = system, .state = state};
  int rank = 0;
  *freedom = -1;
  bool fits = prepare(&rigid);
  trm_Status status = rigid.arena.failed ? TRM_NO_MEMORY : fits ? TRM_OK : TRM_FINISHED;
  for (int b = 0; b < system->model->beam_count && status == TRM_OK; b++)
    add_beam(&rigid, &system->model->beams[b], 6 * b);
  if (status == TRM_OK) status = add_joints(&rigid);
  if (status == TRM_OK) {
    even_rows(&rigid);
    status = trm_dense_rank(rigid.matrix, rigid.row_room, rigid.variables, trm_rank_tolerance, NULL, &rank);
  }
  if (status == TRM_OK) *freedom = rigid.variables - rank;
  trm_arena_free(&rigid.arena);
  return status == TRM_NO_MEMORY ? status : TRM_OK;
}
