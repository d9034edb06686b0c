/* Gauss's rules with 4, 7 and 15 points, and what they miss (quadrature.h). */
#include "math/quadrature.h"
#include <float.h>
#include <math.h>

enum { MOST_POINTS = 15 };

/* A rule: nodes in (0, 1), the middle last where it is one, with weights of which those of both signs sum to 1. */
typedef struct Rule {
  int pairs;
  bool middle;
  const double *node, *weight;
  const double *part; /* by reach */
} Rule;

static const double reaches[] = {[TRM_NEAR] = 2, [TRM_WIDE] = 8, [TRM_WIDEST] = 64};

static const double node_4[] = {0.861136311594052575223946, 0.339981043584856264802666};
static const double weight_4[] = {0.173927422568726928686532, 0.326072577431273071313468};
static const double node_7[] = {0.949107912342758524526190, 0.741531185599394439863865, 0.405845151377397166906606, 0};
static const double weight_7[] = {0.0647424830844348466353057, 0.139852695744638333950734, 0.190915025252559472475185,
                                  0.208979591836734693877551};
static const double node_15[] = {
    0.987992518020485428489566, 0.937273392400705904307759, 0.848206583410427216200648, 0.724417731360170047416186,
    0.570972172608538847537227, 0.394151347077563369897207, 0.201194093997434522300628, 0};
static const double weight_15[] = {
    0.0153766209980586341773142, 0.0351830237440540623546337, 0.0535796102335859675059348, 0.0697853389630771572239024,
    0.0831346029084969667766004, 0.0930805000077811055134003, 0.0992157426635557882280592, 0.1012891209627806364403100};

/* By reach: 32/15/(1 - rho^-2) rho^-2n with rho = reach + sqrt(reach^2 - 1), of M what the mean is off by at most. Each
   rule is as good as rounding is where f changes by some of its size over the disc of one of the reaches. */
static const double part_4[] = {6.2e-5, 5.2e-10, 3.0e-17};
/* the same with 7 points */
static const double part_7[] = {2.3e-8, 3.2e-17, 6.8e-30};
/* the same with 15 points */
static const double part_15[] = {1.7e-17, 1.9e-36, 1.4e-63};
static const Rule rules[] = {
    [TRM_GAUSS_4] = {2, false, node_4, weight_4, part_4},
    [TRM_GAUSS_7] = {3, true, node_7, weight_7, part_7},
    [TRM_GAUSS_15] = {7, true, node_15, weight_15, part_15},
};

trm_Integrand trm_integrand(const trm_Expression *expression, const double *variables, const double *inputs) {
  trm_Integrand f = {.expression = expression, .inputs = inputs};
  for (int k = 1; k < expression->variable_count; k++) f.variables[k] = variables[k];
  return f;
}

static void add_value(trm_Integrand *f, const trm_Panel *panel, const double at[2], trm_PanelSums *sums) {
  double gradient[TRM_EXPRESSION_VARIABLES] = {0}, value, half = (panel->to - panel->from) / 2;
  f->variables[0] = panel->from + half + at[0] * half;
  if (isnan(panel->origin)) {
    value = trm_expression_value(f->expression, f->variables, f->inputs);
  } else {
    value = trm_expression_derivatives(f->expression, f->variables, f->inputs, gradient, NULL);
    sums->moment += at[1] * (panel->from - panel->origin + (1 + at[0]) * half) * gradient[0];
  }
  sums->mean += at[1] * value, sums->size += at[1] * fabs(value);
  sums->largest = fmax(sums->largest, fabs(value));
}

trm_PanelSums trm_panel_sums(trm_Integrand *f, const trm_Panel *panel) {
  const Rule *rule = &rules[panel->rule];
  trm_PanelSums sums = {0};
  for (int k = 0; k < rule->pairs; k++)
    for (int side = -1; side <= 1; side += 2)
      add_value(f, panel, (double[2]){side * rule->node[k], rule->weight[k]}, &sums);
  if (rule->middle) add_value(f, panel, (double[2]){0, rule->weight[rule->pairs]}, &sums);
  return sums;
}

/* how far beside a place its sides are, of the larger end of the range: 45 units of the last digit, which arguments of
   functions keep apart */
static const double beside = 1e-14;

trm_PanelError trm_panel_error(const trm_Integrand *f, const trm_Panel *panel, trm_Reach reach) {
  double low = fmin(panel->from, panel->to), high = fmax(panel->from, panel->to);
  double aside = fmin(beside * fmax(fabs(low), fabs(high)), (high - low) / 4);
  trm_Along along = {0, f->variables, f->inputs, low + aside, high - aside};
  trm_Disc disc = trm_expression_disc(f->expression, &along, reaches[reach] * (high - low) / 2);
  return (trm_PanelError){rules[panel->rule].part[reach] * disc.radius, disc.noise, disc.centre, disc.open};
}

/* units of the last digit of the largest value; of the noise, which is one unit where it is least; nothing at all */
static const double digits = 2 * DBL_EPSILON, noises = 4, nothing = 1e-290;

bool trm_panel_exact(const trm_PanelError *error, double largest) {
  return error->rule <= digits * largest + noises * error->noise + nothing;
}

bool trm_panel_choose(const trm_Integrand *f, trm_Panel *panel, trm_PanelError *error) {
  for (int reach = TRM_WIDEST; reach >= TRM_WIDE; reach--) {
    panel->rule = TRM_GAUSS_15;
    *error = trm_panel_error(f, panel, (trm_Reach)reach);
    double spread = error->rule / rules[TRM_GAUSS_15].part[reach];
    if (!(spread < INFINITY)) continue;
    for (int rule = TRM_GAUSS_4; rule <= TRM_GAUSS_15; rule++) {
      panel->rule = (trm_GaussRule)rule, error->rule = spread * rules[rule].part[reach];
      if (trm_panel_exact(error, fabs(error->middle))) return true;
    }
  }
  return false;
}

/* what five values may have missed */
static const double missed = 16;

bool trm_panel_hopeless(trm_Integrand *f, const trm_Panel *panel, const trm_PanelError *error) {
  if (!isfinite(error->middle) || trm_panel_exact(error, fabs(error->middle))) return false;
  if (!(error->rule < INFINITY)) return true;
  trm_Panel few = {panel->from, panel->to, TRM_GAUSS_4, NAN};
  return !trm_panel_exact(error, missed * fmax(fabs(error->middle), trm_panel_sums(f, &few).largest));
}

enum { PARTS = 16, MOST_DECIDED = 4 };

static trm_Panel part_of(const trm_Panel *panel, int k, trm_GaussRule rule) {
  double part = (panel->to - panel->from) / PARTS;
  return (trm_Panel){panel->from + k * part, k + 1 == PARTS ? panel->to : panel->from + (k + 1) * part, rule,
                     panel->origin};
}

/* a switch that is somewhere leaves most parts decided */
static bool nowhere_decided(const trm_Integrand *f, const trm_Panel *panel) {
  int decided = 0;
  for (int k = 0; k < PARTS && decided <= MOST_DECIDED; k++) {
    trm_Panel part = part_of(panel, k, TRM_GAUSS_15);
    decided += !trm_panel_error(f, &part, TRM_NEAR).open;
  }
  return decided <= MOST_DECIDED;
}

/* units of the last digit of the largest value, in which sums of 15 points and of twice 7, and of all parts, agree */
static const double agreement = 16 * DBL_EPSILON;
/* where a part is cut in two: not in its middle, about which jumps may lie alike and rules agree that are both wrong */
static const double uneven = 0.3819660112501051;

static double mean_in_two(trm_Integrand *f, const trm_Panel *part) {
  double cut = part->from + uneven * (part->to - part->from);
  trm_Panel first = {part->from, cut, TRM_GAUSS_7, NAN}, second = {cut, part->to, TRM_GAUSS_7, NAN};
  return uneven * trm_panel_sums(f, &first).mean + (1 - uneven) * trm_panel_sums(f, &second).mean;
}

bool trm_panel_undecided(trm_Integrand *f, const trm_Panel *panel, trm_PanelSums *sums) {
  if (!nowhere_decided(f, panel)) return false;
  trm_PanelSums all = {0}, whole = trm_panel_sums(f, panel);
  for (int k = 0; k < PARTS; k++) {
    trm_Panel here = part_of(panel, k, TRM_GAUSS_15);
    trm_PanelSums part = trm_panel_sums(f, &here);
    if (!(fabs(part.mean - mean_in_two(f, &here)) <= agreement * part.largest)) return false;
    all.mean += part.mean / PARTS, all.size += part.size / PARTS, all.moment += part.moment / PARTS;
    all.largest = fmax(all.largest, part.largest);
  }
  *sums = all;
  return fabs(all.mean - whole.mean) <= agreement * all.largest;
}
