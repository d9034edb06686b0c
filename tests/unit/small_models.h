/* Small models of all kinds, which take a few steps: for tests that run each of them many times over. */
#ifndef TRM_TESTS_UNIT_SMALL_MODELS_H
#define TRM_TESTS_UNIT_SMALL_MODELS_H

typedef struct SmallModel {
  const char *name, *text; /* as long as no other one is asked for */
} SmallModel;

int small_model_count(void);
SmallModel small_model(int k); /* of so many, from 0 */

#endif
