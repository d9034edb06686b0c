/* The index-1 form: at any instant accelerations and multipliers solve [M B^T; B 0](nu-dot, s lambda) = (F; -gamma), a
   system without drift in C-double-dot alone. The motion is integrated as an ODE by an explicit method with its own
   control of the step; after each step positions and velocities are put back onto C = 0 and B nu + C_t = 0
   (ode_motion.h). Energy and momenta are kept to the tolerance only, and what does not balance is the ledger's
   residual. */
#include "integrate/index_1/ode_motion.h"

const trm_Scheme trm_index_1 = {.name = "index-1",
                                .doc = "solves for the accelerations at an instant and integrates them by an explicit "
                                       "method, after each step positions and velocities are put back onto the "
                                       "constraints: accurate where motions are smooth, slow where anything is stiff",
                                .orders = {4, 6},
                                .automatic_order = 8,
                                .equations = TRM_EQUATIONS_RATES,
                                .rho = 1,
                                .open = trm_index_1_open,
                                .close = trm_index_1_close,
                                .step = trm_index_1_step,
                                .bytes = trm_index_1_bytes,
                                .explain = trm_index_1_explain};
