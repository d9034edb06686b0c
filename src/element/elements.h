/* The element kinds; the list that the assembly walks is in elements.c. */
#ifndef TRM_ELEMENT_ELEMENTS_H
#define TRM_ELEMENT_ELEMENTS_H

#include "element/contract.h"

extern const trm_ElementKind trm_rigid_body_element;
extern const trm_ElementKind trm_beam_element;
extern const trm_ElementKind trm_stress_element;
extern const trm_ElementKind trm_beam_load_element;
extern const trm_ElementKind trm_joint_element;
extern const trm_ElementKind trm_bushing_element;
extern const trm_ElementKind trm_contact_element;
extern const trm_ElementKind trm_spring_damper_element;
extern const trm_ElementKind trm_load_element;
extern const trm_ElementKind trm_user_force_element;
extern const trm_ElementKind trm_coordinate_force_element;
extern const trm_ElementKind trm_signal_element;

/* jump terms, in files of their own */
void trm_rigid_body_jump(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int element,
                         const double *y, trm_JumpLocal *out);
void trm_beam_jump_energy(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int element,
                          const double *y, trm_JumpEnergy *sum);
void trm_joint_jump(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int element, const double *y,
                    trm_JumpLocal *out);
void trm_contact_jump(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int element, const double *y,
                      trm_JumpLocal *out);
void trm_spring_damper_jump(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int element,
                            const double *y, trm_JumpLocal *out);
bool trm_joint_strained(const trm_Model *model, int element);
void trm_joint_jump_energy(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int element,
                           const double *y, trm_JumpEnergy *sum);
void trm_spring_damper_jump_energy(const trm_Model *model, const trm_Pair *pair, const trm_Jump *jump, int element,
                                   const double *y, trm_JumpEnergy *sum);

/* elements abreast, in files of their own */
bool trm_rigid_body_joins(const trm_Layout *layout, int element, trm_Arena *arena, struct trm_Bundle *bundle);
void trm_rigid_body_pair_abreast(const struct trm_Bundle *bundle, const trm_Pair *pair, bool tangent,
                                 struct trm_BundleLocal *out);
void trm_rigid_body_instant_abreast(const struct trm_Bundle *bundle, const trm_Instant *now, bool tangent,
                                    struct trm_BundleLocal *out);
void trm_rigid_body_end_abreast(const struct trm_Bundle *bundle, const trm_Pair *pair, struct trm_BundleEnd *end);
bool trm_joint_joins(const trm_Layout *layout, int element, trm_Arena *arena, struct trm_Bundle *bundle);
void trm_joint_narrow(struct trm_Bundle *bundle, const bool *moves);
void trm_joint_pair_abreast(const struct trm_Bundle *bundle, const trm_Pair *pair, bool tangent,
                            struct trm_BundleLocal *out);
void trm_joint_instant_abreast(const struct trm_Bundle *bundle, const trm_Instant *now, bool tangent,
                               struct trm_BundleLocal *out);
void trm_joint_end_abreast(const struct trm_Bundle *bundle, const trm_Pair *pair, struct trm_BundleEnd *end);

/* variants side by side */
void *trm_rigid_body_tile(const struct trm_Bundle *bundle, int from, trm_Arena *arena);
bool trm_rigid_body_tile_take(void *tile, const struct trm_Bundle *bundle, int from, int lane);
void trm_rigid_body_tile_pair(const struct trm_TileKernels *kernels, void *tile, const trm_Pair *pair, bool tangent,
                              struct trm_TileLocal *out);
void trm_rigid_body_tile_end(const struct trm_TileKernels *kernels, void *tile, const trm_Pair *pair,
                             struct trm_TileEnd *end);
void *trm_joint_tile(const struct trm_Bundle *bundle, int from, trm_Arena *arena);
bool trm_joint_tile_take(void *tile, const struct trm_Bundle *bundle, int from, int lane);
void trm_joint_tile_pair(const struct trm_TileKernels *kernels, void *tile, const trm_Pair *pair, bool tangent,
                         struct trm_TileLocal *out);
void trm_joint_tile_end(const struct trm_TileKernels *kernels, void *tile, const trm_Pair *pair,
                        struct trm_TileEnd *end);
void trm_joint_tile_take_x(void *tile, const double *x, int lane);
void trm_joint_tile_follow(void *tile, double *x, unsigned lanes);
void trm_joint_tile_give_x(const void *tile, double *x, int lane);

/* What a bushing resists with on the six coordinates at an instant; rate NULL: at rest. */
void trm_bushing_force(const trm_Bushing *bushing, const double *x, const double *rate, double force[6]);

/* Loads are functions of time, taken at the two Gauss points of a step: weights that make their mean, and half the
   change of the straight line through them over the step. */
extern const double trm_gauss_mean[2], trm_gauss_half_change[2];
double trm_gauss_time(double t_i, double h, int point);
/* Work of the forces of a load, its residual with opposite signs, over a step: force . dy + moment . r of its nodes. */
void trm_load_work(const trm_Model *model, const trm_Pair *pair, const trm_Local *local, trm_Terms *sum);
/* Stage two of a load of n unknowns, and the work in it, from what the first of them, its own, have for half its change
   over the step (residual and tangent as in a pair). */
void trm_load_jump(const trm_Local *half_change, int n, bool residual_only, trm_JumpLocal *out);
void trm_load_jump_energy(const trm_Model *model, const trm_Pair *pair, const trm_Local *half_change, const double *y,
                          trm_JumpEnergy *sum);

/* What a force on a coordinate (model->forces.coordinates) is at an instant, along the coordinate, N or N m. */
double trm_coordinate_force_value(const trm_Model *model, int force, const trm_Instant *now);

/* Force and moment of a load (model->forces.loads) at time t in configuration q, world axes, N and N m. */
void trm_load_value(const trm_Model *model, int load, const trm_Instant *now, double force[3], double moment[3]);

#endif
