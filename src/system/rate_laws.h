/* Laws with states of their own, for formulations that integrate rates: dz/dt, states that follow at once, the normal
   loads of friction, and when a contact changes between sticking and slipping. */
#ifndef TRM_SYSTEM_RATE_LAWS_H
#define TRM_SYSTEM_RATE_LAWS_H

#include "element/joint.h"
#include "element/law.h"

/* An instant whose accelerations are known; now.z are the states it was found with. A value of one call. */
typedef struct trm_RateInstant {
  trm_Instant now;
  const double *lambda; /* per multiplier of the model */
} trm_RateInstant;

/* A law with states, in its place. An item of the list below. */
typedef struct trm_RateLaw {
  const trm_Joint *joint;
  int coordinate; /* of the joint */
  const trm_Law *own;
  const trm_LawKind *law;
  int state; /* its first among the model's */
  bool due;  /* beyond its change at the end of the last step */
  /* at the end of the last step, with what was integrated and the load of the instant */
  double x, rate, t, z[TRM_LAW_STATES];
  const double *inputs;
  double *named;            /* room for what its formula names; NULL: nothing */
  double limit, limit_rate; /* 0: nothing follows */
} trm_RateLaw;

/* Part of an analysis by rates; items are in that one's arena. */
typedef struct trm_RateLaws {
  const trm_Layout *layout;
  const trm_Model *model;
  int count;
  trm_RateLaw *items;
  bool follow;  /* some have states that follow at once */
  bool changes; /* some have two equations */
} trm_RateLaws;

trm_Status trm_rate_laws_new(trm_RateLaws *laws, const trm_Layout *layout, trm_Arena *arena);
/* What an error of each state is measured by at least. */
void trm_rate_laws_scales(const trm_RateLaws *laws, double *scales);
/* Puts states that follow at once, and the normal loads of the instant's reactions, into z; returns by how much the
   loads differ from those that were in it, relative to the largest. */
double trm_rate_laws_follow(const trm_RateLaws *laws, const trm_RateInstant *at, double *z);
void trm_rate_laws_rates(const trm_RateLaws *laws, const trm_RateInstant *at, double *z_dot);
double trm_rate_laws_stored(const trm_RateLaws *laws, const trm_RateInstant *at, const double *z); /* energy, J */
/* Notes the instant for the margins, with integrated states z. True: states follow limits, whose rates are wanted. */
bool trm_rate_laws_note(trm_RateLaws *laws, const trm_RateInstant *at, const double *z);
/* The rates of the limits, from the instant that was noted to this one, `dt` later. */
void trm_rate_laws_note_ahead(trm_RateLaws *laws, const trm_RateInstant *at, double dt);
/* The smallest margin (element/law.h) of the laws that change, at the instant that was noted; those that are beyond it
   are marked. */
double trm_rate_laws_margin(trm_RateLaws *laws);
/* Changes the laws that are marked; returns one of them, NULL: none was. */
const trm_RateLaw *trm_rate_laws_switch(trm_RateLaws *laws, double *z);

#endif
