/* Formulas over channels: outputs and events of a model may use whatever a run computes. They are compiled where the
   channels of a simulation are listed. */
#ifndef TRM_SYSTEM_FORMULA_H
#define TRM_SYSTEM_FORMULA_H

#include "system/channels.h"

/* A compiled formula: in the arena of a channel list, as old as it. Its inputs are the channels that it names, what
   else moves in the model and is named, and, where it names any, those inputs of the model that it uses; else the
   model's. */
typedef struct trm_Formula {
  const trm_Expression *expression; /* of t */
  int count, *channels;             /* that it names, in the list; -1 - i: the model's input i; else: */
  const trm_ShownName **named;      /* ... not a channel; NULL: it is one, or an input */
  const trm_Signal **signals;       /* ... that are a signal without memory; NULL: not one */
  double *inputs;                   /* room for as many */
  bool placed;                      /* known from the state alone, as all channels that it names */
} trm_Formula;

/* Compiles a formula over the first `known` channels of the list. False: said in diagnostics, with its place. */
bool trm_formula_compile(const trm_Model *model, trm_ChannelList *list, int known, const trm_FormulaText *written,
                         trm_Formula *out, trm_Diagnostics *diagnostics);
/* Outputs that are formulas, each behind those that it names. In the arena that it is made in. */
typedef struct trm_FormulaOrder {
  int count, *outputs;
  const char **back; /* by output: the first name in its formula that leads back to it; NULL: none */
} trm_FormulaOrder;

/* False: no memory. */
bool trm_formula_order(const trm_ModelShown *shown, trm_Arena *arena, trm_FormulaOrder *out);
/* Says of a formula that the name there leads back to it. */
void trm_formula_leads_back(const trm_FormulaText *written, const char *name, trm_Diagnostics *diagnostics);
/* Its value with those of all channels. */
double trm_formula_value(const trm_Formula *formula, const trm_ChannelInput *input, const double *channels);
/* Its value where none is known; the snapshot as in trm_channels_one. */
double trm_formula_evaluate(const trm_Formula *formula, const trm_ChannelInput *input, const trm_ChannelList *list);

/* How large the terms are of which the value is made that was found last, of which its round-off is a part: each name's
   own with what the value changes by with it. That of a length is at least the model's, of whose positions it is made;
   that of a signal without memory is that of its formula. */
double trm_formula_terms(const trm_Formula *formula, const trm_ChannelInput *input, const trm_ChannelList *list);

#endif
