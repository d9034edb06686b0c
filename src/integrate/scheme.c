/* schemes.def lists them, each in its file; the first is what an analysis has that asks for none */
#include "integrate/scheme.h"

#define SCHEME(name) extern const trm_Scheme trm_##name;
#include "integrate/schemes.def"
#undef SCHEME
#define SCHEME(name) &trm_##name,
const trm_Scheme *const trm_schemes[] = {
#include "integrate/schemes.def"
};
const int trm_scheme_count = (int)(sizeof trm_schemes / sizeof trm_schemes[0]);
