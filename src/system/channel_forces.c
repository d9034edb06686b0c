/* Forces and powers of laws on coordinates, drives, bushings, couplings, springs between points and loads. A force is
   positive along the coordinate (a moment on a rotation); a power, W, is what it gives to the motion: force times
   rate. The powers of all that stores or dissipates add up to minus the rates of the ledger's spring and dissipated,
   those of actuators, loads and drives to its load-work and drive-work. */
#include <string.h>
#include "element/contact.h"
#include "element/elements.h"
#include "element/law.h"
#include "math/vec3.h"
#include "system/channel_walk.h"

typedef trm_ChannelWalk Walk;

/* of a law's state: x and F stand for the units of the coordinate and of the force on it */
static const char *unit_on(const trm_JointCoordinate *coordinate, const char *unit) {
  if (unit[0] == 'x' && !unit[1]) return coordinate->angular ? "rad" : "m";
  if (strcmp(unit, "x s") == 0) return coordinate->angular ? "rad s" : "m s";
  if (unit[0] == 'F' && !unit[1]) return coordinate->angular ? "N m" : "N";
  return unit;
}

/* "<owner>.force" and "<owner>.power" of something along a coordinate that moves at a rate */
static void force_and_power(Walk *walk, const char *owner, const char *unit, double force, double rate) {
  trm_channel_scalar(walk, owner, "force", unit, force);
  trm_channel_scalar(walk, owner, "power", "W", force * rate);
}

/* Nothing acts on the coordinates of a joint that was released, or whose slider has left what it slid on. */
static bool acts(const Walk *walk, const trm_Joint *joint) {
  return !walk->layout->released[joint - walk->layout->joints] && !trm_contact_released(joint, walk->input->state->x);
}

/* ---- laws ---- */

/* one that names what moves elsewhere is an element of its own */
static double naming_force(const Walk *walk, const trm_Law *law) {
  trm_Instant now = trm_snapshot_instant(walk->input->snapshot, walk->input->state);
  double share = law->kind->supplies ? 1 - walk->input->snapshot->unloaded : 1;
  for (int e = 0; e < walk->model->forces.coordinate_count; e++)
    if (walk->model->forces.coordinates[e].law == law) return share * trm_coordinate_force_value(walk->model, e, &now);
  return 0;
}

static double law_force(const Walk *walk, const trm_Joint *joint, const trm_Law *law, int at) {
  const trm_ChannelInput *input = walk->input;
  if (!input || !acts(walk, joint)) return 0;
  if (law->naming) return naming_force(walk, law);
  trm_LawInstant now = {input->state->x[at], input->snapshot->x_rate[at], *input->state->time,
                        law->kind->state_count ? input->state->z + law->state : NULL, input->state->inputs};
  double share = law->kind->supplies ? 1 - input->snapshot->unloaded : 1;
  return -share * law->kind->instant(law->data, &now, NULL);
}

/* laws with states of their own have these, and the force by the name of the law alone, too */
static void law_channels(Walk *walk, const trm_Joint *joint, int c, const char *full) {
  const trm_JointCoordinate *coordinate = &joint->kind->coordinates[c];
  int at = joint->first_coordinate + c;
  double rate = walk->input ? walk->input->snapshot->x_rate[at] : 0;
  TRM_EACH_LAW(law, &joint->model->laws[c]) {
    const trm_LawKind *kind = law->kind;
    const char *name = trm_channel_joined(walk, full, kind->name), *unit = unit_on(coordinate, "F");
    double force = law_force(walk, joint, law, at);
    if (kind->state_count > 0) trm_channel_scalar(walk, full, kind->name, unit, force);
    force_and_power(walk, name, unit, force, rate);
    for (int i = 0; i < kind->state_count; i++)
      if (kind->states[i].name)
        trm_channel_scalar(walk, name, kind->states[i].name, unit_on(coordinate, kind->states[i].unit),
                           walk->input ? walk->input->state->z[law->state + i] : 0);
  }
}

/* ---- drives and bushings ---- */

/* 0: the joint is released */
static double drive_force(const trm_ChannelInput *input, const trm_Joint *joint, int c) {
  const double *multipliers = input->snapshot->multipliers + joint->first_multiplier + joint->row_count;
  for (int d = 0; d < joint->drive_count; d++)
    if (joint->drives[d] == c) return -*input->state->scale * multipliers[d];
  return 0;
}

static void drive_channels(Walk *walk, const trm_Joint *joint, int c, const char *full) {
  const trm_ChannelInput *input = walk->input;
  const char *unit = unit_on(&joint->kind->coordinates[c], "F");
  double force = input ? drive_force(input, joint, c) : 0;
  trm_channel_scalar(walk, full, "drive", unit, force);
  force_and_power(walk, trm_channel_joined(walk, full, "drive"), unit, force,
                  input ? input->snapshot->x_rate[joint->first_coordinate + c] : 0);
}

static void bushing_channels(Walk *walk, const trm_Joint *joint, int c, const char *full) {
  const trm_ChannelInput *input = walk->input;
  int first = joint->first_coordinate;
  double force[TRM_JOINT_COORDINATES] = {0};
  if (input && acts(walk, joint))
    trm_bushing_force(joint->model->bushing, input->state->x + first, input->snapshot->x_rate + first, force);
  force_and_power(walk, trm_channel_joined(walk, full, "bushing"), unit_on(&joint->kind->coordinates[c], "F"),
                  -force[c], input ? input->snapshot->x_rate[first + c] : 0);
}

static bool driven(const trm_Laws *laws) { return laws->drive || laws->drive_rate; }

void trm_acting_channels(Walk *walk, const trm_Joint *joint, int c, const char *full) {
  if (driven(&joint->model->laws[c])) drive_channels(walk, joint, c, full);
  law_channels(walk, joint, c, full);
  if (joint->model->bushing) bushing_channels(walk, joint, c, full);
}

/* ---- couplings ---- */

/* along the sum of a coupling: what holds it, and what its laws make of it */
static double sum_force(const Walk *walk, const trm_Joint *joint) {
  double force = 0;
  if (!walk->input) return 0;
  if (driven(&joint->model->laws[0])) force += drive_force(walk->input, joint, 0);
  TRM_EACH_LAW(law, &joint->model->laws[0]) force += law_force(walk, joint, law, joint->first_coordinate);
  return force;
}

/* By the principle of virtual work the force along a term's coordinate is its factor times that along the sum; at the
   pitch radius of the first wheel its moment is that of the force between the teeth. */
void trm_coupling_channels(Walk *walk, const trm_Joint *joint) {
  double force = sum_force(walk, joint), radius = trm_pitch_radius(joint->kind, joint->parameters);
  for (int t = 0; t < joint->term_count; t++) {
    const trm_JointTerm *term = &joint->terms[t];
    const trm_ModelJoint *other = &walk->model->joints[term->joint];
    const trm_JointCoordinate *coordinate = &other->kind->coordinates[term->coordinate];
    const char *of = trm_channel_joined(walk, other->name, coordinate->name);
    trm_channel_scalar(walk, trm_channel_joined(walk, joint->name, of), "force", unit_on(coordinate, "F"),
                       term->factor * force);
  }
  if (radius > 0 && joint->term_count > 0)
    trm_channel_scalar(walk, joint->name, "tooth.force", "N", joint->terms[0].factor * force / radius);
}

/* ---- springs between points, and loads ---- */

/* A spring between two points as it is. A value of one call. */
typedef struct Strut {
  double length, rate, tension;
  double force[3]; /* on the second point, world axes */
} Strut;

static Strut strut_of(const Walk *walk, const trm_SpringDamper *spring) {
  Strut out = {0};
  trm_Frame now[2], rates[2];
  double u[3], v[3];
  for (int s = 0; s < 2; s++) {
    trm_marker_frame(walk->model, &spring->side[s], walk->input->state->q, &now[s]);
    trm_marker_frame(walk->model, &spring->side[s], walk->input->snapshot->w, &rates[s]);
  }
  trm_subtract(u, now[1].y, now[0].y);
  trm_subtract(v, rates[1].y, rates[0].y);
  out.length = trm_norm(u);
  out.tension = spring->force ? trm_function_value(spring->force, &out.length, NULL)
                              : spring->stiffness * (out.length - spring->free_length);
  if (!(out.length > 0)) return out;
  out.rate = trm_dot(u, v) / out.length;
  out.tension += spring->damping * out.rate;
  for (int n = 0; n < 3; n++) out.force[n] = -out.tension * u[n] / out.length;
  return out;
}

void trm_spring_channels(Walk *walk, int e) {
  const trm_SpringDamper *spring = &walk->model->forces.springs[e];
  Strut now = {0};
  if (walk->input) now = strut_of(walk, spring);
  walk->placed = true;
  trm_channel_scalar(walk, spring->name, "length", "m", now.length);
  walk->placed = false;
  trm_channel_scalar(walk, spring->name, "tension", "N", now.tension);
  trm_channel_scalar(walk, spring->name, "rate", "m/s", now.rate);
  trm_channel_vector(walk, spring->name, "force", "N", now.force);
  trm_channel_scalar(walk, spring->name, "power", "W", -now.tension * now.rate);
}

/* of a load at its point, with the velocities on the constraints */
static double load_power(const Walk *walk, const trm_Load *load, const double force[3], const double moment[3]) {
  const double *q = walk->input->state->q, *w = walk->input->snapshot->w;
  int d = trm_triad_at(walk->model, walk->model->nodes[load->marker.node].triad);
  trm_Frame rate;
  double omega[3];
  trm_marker_frame(walk->model, &load->marker, w, &rate);
  trm_triad_omega(q + d, w + d, omega);
  return trm_dot(force, rate.y) + trm_dot(moment, omega);
}

/* what a load exerts, world axes */
void trm_load_channels(Walk *walk, int l) {
  const trm_Load *load = &walk->model->forces.loads[l];
  double force[3] = {0}, moment[3] = {0};
  if (walk->input) {
    double share = 1 - walk->input->snapshot->unloaded;
    trm_Instant now = trm_snapshot_instant(walk->input->snapshot, walk->input->state);
    trm_load_value(walk->model, l, &now, force, moment);
    for (int n = 0; n < 3; n++) force[n] *= share, moment[n] *= share;
  }
  if (load->force) trm_channel_vector(walk, load->name, "force", "N", force);
  if (load->moment) trm_channel_vector(walk, load->name, "moment", "N m", moment);
  trm_channel_scalar(walk, load->name, "power", "W", walk->input ? load_power(walk, load, force, moment) : 0);
}
