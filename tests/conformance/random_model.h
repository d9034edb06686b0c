/* Random models as YAML text: bodies of several kinds, every joint kind of a registry, springs, loads. Not assembled in
   any sense:
   they are for the kernels, not for runs. */
#ifndef TRM_TEST_RANDOM_MODEL_H
#define TRM_TEST_RANDOM_MODEL_H

#include "conformance/random_numbers.h"
#include "element/joint_table.h"

/* LAWS_NAMING: forces and loads whose formulas name everything that formulas may name. */
typedef enum LawChoice { LAWS_NONE, LAWS_ALL, LAWS_RANDOM, LAWS_DRIVE, LAWS_DRIVE_RATE, LAWS_NAMING } LawChoice;

/* Freed with free. */
char *random_model_text(Random *random, trm_JointRegistry registry, LawChoice laws);

#endif
