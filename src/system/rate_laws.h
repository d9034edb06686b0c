/* Laws with states of their own, for formulations that integrate rates: dz/dt, states that follow at once, the normal loads of friction,
   and when a contact changes between sticking and slipping. */
#ifndef TRM_SYSTEM_RATE_LAWS_H
#define TRM_SYSTEM_RATE_LAWS_H

#include "element/joint.h"
#include "element/law.h"

/* An instant whose accelerations are known; now.z are the states it was found with. */
typedef struct trm_RateInstant {
  trm_Instant now;
  const double *lambda; /* per multiplier of the model */
} trm_RateInstant;

/* A law with states, in its place. */
typedef struct trm_RateLaw {
  const trm_Joint *joint;
  int coordinate; /* of the joint */
  const trm_Laws *laws;
  const trm_LawKind *law;
  int state; /* its first among the model's */
  bool due;  /* beyond its change at the end of the last step */
} trm_RateLaw;

typedef struct trm_RateLaws {
  const trm_Model *model;
  int count;
  trm_RateLaw *items;
  bool follow;  /* some have states that follow at once */
  bool changes; /* some have two equations */
} trm_RateLaws;

trm_Status trm_rate_laws_new(trm_RateLaws *laws, const trm_Model *model, trm_Arena *arena);
/* What an error of each state is measured by at least. */
void trm_rate_laws_scales(const trm_RateLaws *laws, double *scales);
/* Puts states that follow at once, and the normal loads of the instant's reactions, into z; returns by how much the loads differ from
   those that were in it, relative to the largest. */
double trm_rate_laws_follow(const trm_RateLaws *laws, const trm_RateInstant *at, double *z);
void trm_rate_laws_rates(const trm_RateLaws *laws, const trm_RateInstant *at, double *z_dot);
double trm_rate_laws_stored(const trm_RateLaws *laws, const trm_RateInstant *at, const double *z); /* energy, J */
/* The smallest margin (element/law.h) of the laws that change, with integrated states z and the loads of the instant; those that are
   beyond it are marked. */
double trm_rate_laws_margin(trm_RateLaws *laws, const trm_RateInstant *at, const double *z);
/* Changes the laws that are marked; are there any? */
bool trm_rate_laws_switch(trm_RateLaws *laws, double *z);

#endif
