/* How far the values of an expression can be from one of them over a disc of the complex plane: the program is run
   with discs about real centres in the place of numbers. What is analytic and bounded there is integrated over an
   interval in it by Gauss's rule to an error that is known (quadrature.c), whatever the function does between the
   samples. What jumps or has a kink is taken for what it is on the interval, which must be on one side of every switch;
   intervals tell that (expression_range.c). Rounding is followed to first order: no rule is better than the values
   are. */
#include <float.h>
#include <math.h>
#include "math/expression_program.h"
#include "math/vec3.h"

/* On the interval, and over the disc. */
typedef struct Bound {
  trm_Range range;
  trm_Disc disc;
  double least; /* no value is smaller: a quotient may be known where the disc about its divisor has 0 in it */
} Bound;

static Bound constant(double value) { return (Bound){{value, value}, {.centre = value}, fabs(value)}; }

static double away_from_zero(const trm_Disc *disc) { return fmax(0, fabs(disc->centre) - disc->radius); }

/* the largest of |cosh w - 1| for |w| <= r */
static double rise(double r) { return 2 * sinh(r / 2) * sinh(r / 2); }

static double power_spread(double centre, double power, double r, double least);

/* z^-n - c^-n = (c^n - z^n)/(c z)^n */
static double inverse_power_spread(double centre, double power, double r, double least) {
  return power_spread(centre, -power, r, least) / (pow(fabs(centre), -power) * pow(least, -power));
}

/* |1 - (1 - t)^power| and the like are at most those of the series whose terms are all taken positive */
static double power_spread(double centre, double power, double r, double least) {
  double size = fabs(centre);
  bool whole = power == floor(power);
  if (r == 0 || power == 0) return 0;
  if (whole && power < 0 && least > 0) return inverse_power_spread(centre, power, r, least);
  if (whole && power >= 0) return size > 0 ? pow(size, power) * expm1(power * log1p(r / size)) : pow(r, power);
  if (!(r < size) || (centre < 0 && !whole)) return INFINITY;
  return pow(size, power) * expm1(-fabs(power) * log1p(-r / size));
}

/* poles where the cosine is 0 */
static double tangent_spread(double c, double r) {
  double cosine = fabs(cos(c)), least = cosine - (fabs(sin(c)) * sinh(r) + cosine * rise(r));
  return least > 0 ? sinh(r) / (cosine * least) : INFINITY;
}

/* |cosh(x + iy)|^2 = cosh(x)^2 - sin(y)^2 >= (cosh(x) cos(y))^2; tanh(z) = 1 - 2/(1 + e^2z) where that is close to 1 */
static double tanh_spread(double c, double r) {
  double near = fmax(fabs(c) - r, 0), slope = cosh(near) * cos(r), rest = exp(-2 * near);
  double close = near > 0 ? 4 * rest / (1 - rest) : INFINITY;
  return r < TRM_PI / 2 ? fmin(close, r / (slope * slope)) : close;
}

/* of 1/((a - r) (b - r)), to a power */
static double between_poles(double a, double b, double r, bool root) {
  if (!(r < a && r < b)) return INFINITY;
  double product = (a - r) * (b - r);
  return r / (root ? sqrt(product) : product);
}

static double atan_spread(double c, double r) { return between_poles(hypot(1, c), hypot(1, c), r, false); }

/* How far unary(z) is from unary(c) at most, |z - c| <= r: by the derivative's bound where nothing sharper is at
   hand. */
static double unary_spread(const trm_Instruction *at, double c, double r, double least) {
  trm_Unary unary = at->unary;
  double value = fabs(trm_unary_value(unary, c, at->number)), poles = sqrt(1 + c * c);
  if (!(r < INFINITY)) return INFINITY;
  switch (unary) {
  case TRM_NEGATE:
  case TRM_ABS: return r;
  case TRM_POWER_CONSTANT: return power_spread(c, at->number, r, least);
  case TRM_SIN: return fabs(cos(c)) * sinh(r) + value * rise(r);
  case TRM_COS: return fabs(sin(c)) * sinh(r) + value * rise(r);
  case TRM_TAN: return tangent_spread(c, r);
  case TRM_ASIN:
  case TRM_ACOS: return between_poles(1 - fabs(c), 1 + fabs(c), r, true);
  case TRM_ATAN: return atan_spread(c, r);
  case TRM_SINH: return cosh(c) * sinh(r) + value * rise(r);
  case TRM_COSH: return fabs(sinh(c)) * sinh(r) + value * rise(r);
  case TRM_TANH: return tanh_spread(c, r);
  case TRM_ASINH: return between_poles(poles, poles, r, true);
  case TRM_ACOSH: return between_poles(c - 1, c + 1, r, true);
  case TRM_ATANH: return between_poles(1 - fabs(c), 1 + fabs(c), r, false);
  case TRM_EXP: return r < 1 ? value * expm1(r) : exp(c + r);
  case TRM_LOG: return r < c ? -log1p(-r / c) : INFINITY;
  case TRM_LOG10: return r < c ? -log1p(-r / c) / log(10) : INFINITY;
  case TRM_SQRT: return power_spread(c, 0.5, r, 0);
  case TRM_CBRT: return power_spread(fabs(c), 1. / 3, r, 0);
  case TRM_ERF: {
    double near = fmax(fabs(c) - r, 0);
    return 2 / sqrt(TRM_PI) * r * exp(r * r - near * near);
  }
  case TRM_SIGN:
  case TRM_FLOOR:
  case TRM_CEIL:
  case TRM_ROUND:
  case TRM_NOT: return 0;
  }
  return INFINITY;
}

static double rounding(double value) { return DBL_EPSILON * fabs(value); }

static trm_Disc unknown(double centre) { return (trm_Disc){centre, INFINITY, rounding(centre), true}; }

/* what jumps is constant where it does not, and where its argument alone is zero: at places */
static trm_Disc level(double centre, bool open, trm_Range value) {
  if (value.low == value.high) return (trm_Disc){.centre = value.low};
  return open ? unknown(centre) : (trm_Disc){.centre = centre};
}

static trm_Disc unary_disc(const trm_Instruction *at, const Bound *x, trm_Range value) {
  trm_Unary unary = at->unary;
  double centre = trm_unary_value(unary, x->disc.centre, at->number);
  bool bends = unary == TRM_ABS || unary == TRM_CBRT;
  if (unary == TRM_NOT) return level(centre, x->disc.open, value);
  if (trm_unary_switches(unary) && !bends) return level(centre, true, value);
  if (bends && !(x->range.low >= 0 || x->range.high <= 0)) return unknown(centre);
  double near = fabs(x->disc.centre) - x->disc.noise;
  return (trm_Disc){centre, unary_spread(at, x->disc.centre, x->disc.radius, x->least),
                    unary_spread(at, x->disc.centre, x->disc.noise, near) + rounding(centre), x->disc.open};
}

/* The least value of a function of that disc: of products and powers that of the factors, of cosh(x + iy) by the square
   of its modulus, sinh(x)^2 + cos(y)^2. */
static double unary_least(const trm_Instruction *at, const Bound *x, const trm_Disc *value) {
  double plain = away_from_zero(value), r = x->disc.radius, near = away_from_zero(&x->disc);
  if (isnan(r)) r = INFINITY; /* what is beyond all numbers may be far from zero for all that */
  if (at->unary == TRM_EXP) return exp(x->disc.centre - r);
  if (at->unary == TRM_COSH) return fmax(sinh(near), r < TRM_PI / 2 ? cosh(near) * cos(r) : 0);
  if (at->unary == TRM_SINH) return sinh(near);
  if (at->unary == TRM_NEGATE || at->unary == TRM_ABS) return x->least;
  if (at->unary == TRM_SQRT) return fmax(plain, sqrt(x->least));
  if (at->unary != TRM_POWER_CONSTANT) return plain;
  return fmax(plain, pow(at->number > 0 ? x->least : fabs(x->disc.centre) + r, at->number));
}

/* radius, or noise, of a product and of a quotient */
static double product_spread(double a, double by_a, double b, double by_b) {
  double sum = fabs(a) * by_b + fabs(b) * by_a + by_a * by_b;
  return isnan(sum) ? INFINITY : sum;
}

/* Where b or its spread is beyond all numbers (cosh(u)^2 from u = 355 on), the quotient is next to nothing: it and its
   value in the centre are apart by both of them at most. */
static double quotient_spread(double a, double by_a, double b, double by_b, double least) {
  least = fmax(least, fabs(b) - by_b);
  double by = (by_a + fabs(a / b) * by_b) / least, both = (fabs(a) + by_a) / least + fabs(a / b);
  return !(least > 0) ? INFINITY : fmin(by, both); /* of which a NaN is none */
}

/* exp(b log a) */
static double general_power_spread(const trm_Disc *a, const trm_Disc *b, double by_a, double by_b) {
  if (by_b == 0) return power_spread(a->centre, b->centre, by_a, 0);
  if (!(by_a < a->centre)) return INFINITY;
  double far = product_spread(b->centre, by_b, log(a->centre), -log1p(-by_a / a->centre));
  return pow(a->centre, b->centre) * expm1(far);
}

static double hypot_spread(double a, double by_a, double b, double by_b) {
  double square = a * a + b * b, by = product_spread(a, by_a, a, by_a) + product_spread(b, by_b, b, by_b);
  return power_spread(square, 0.5, by, 0);
}

/* atan(y/x), or -atan(x/y), beside a constant */
static double angle_spread(const Bound *y, const Bound *x, double by_y, double by_x) {
  if (x->range.low > 0)
    return atan_spread(y->disc.centre / x->disc.centre, quotient_spread(y->disc.centre, by_y, x->disc.centre, by_x, 0));
  return atan_spread(x->disc.centre / y->disc.centre, quotient_spread(x->disc.centre, by_x, y->disc.centre, by_y, 0));
}

static double binary_spread(trm_Binary binary, const Bound *first, const Bound *second, double by_a, double by_b) {
  const trm_Disc *a = &first->disc, *b = &second->disc;
  switch (binary) {
  case TRM_ADD:
  case TRM_SUBTRACT: return by_a + by_b;
  case TRM_MULTIPLY: return product_spread(a->centre, by_a, b->centre, by_b);
  case TRM_DIVIDE: {
    bool beyond = !(by_b < INFINITY); /* rounding of what is beyond all numbers: the disc holds it */
    return quotient_spread(a->centre, by_a, b->centre, by_b, by_b == b->radius || beyond ? second->least : 0);
  }
  case TRM_POWER: return general_power_spread(a, b, by_a, by_b);
  case TRM_MOD: return by_a + fabs(trm_mod_quotient(a->centre, b->centre)) * by_b;
  case TRM_HYPOT: return hypot_spread(a->centre, by_a, b->centre, by_b);
  case TRM_ATAN2: return angle_spread(first, second, by_a, by_b);
  case TRM_LESS:
  case TRM_LESS_EQUAL:
  case TRM_GREATER:
  case TRM_GREATER_EQUAL:
  case TRM_EQUAL:
  case TRM_NOT_EQUAL:
  case TRM_AND:
  case TRM_OR:
  case TRM_MIN:
  case TRM_MAX: return 0; /* not asked: they are one of the two, or constant */
  }
  return INFINITY;
}

static bool binary_decided(trm_Binary binary, const Bound *a, const Bound *b) {
  if (binary == TRM_ATAN2) return b->range.low > 0 || a->range.low > 0 || a->range.high < 0;
  if (binary != TRM_MOD) return true;
  return b->range.low == b->range.high &&
         trm_mod_quotient(a->range.low, b->range.low) == trm_mod_quotient(a->range.high, b->range.low);
}

static bool is_nothing(const trm_Disc *disc) { return disc->centre == 0 && disc->radius == 0; }

/* the smaller one, or the larger one, where it is the same all over the interval */
static trm_Disc extreme(bool smaller, const Bound *a, const Bound *b, double centre) {
  if (a->range.high <= b->range.low) return smaller ? a->disc : b->disc;
  if (b->range.high <= a->range.low) return smaller ? b->disc : a->disc;
  return unknown(centre);
}

static trm_Disc binary_disc(trm_Binary binary, const Bound *a, const Bound *b, trm_Range value) {
  double centre = trm_binary_value(binary, a->disc.centre, b->disc.centre);
  bool open = a->disc.open || b->disc.open, joins = binary == TRM_AND || binary == TRM_OR;
  bool compares = trm_binary_switches(binary) && binary != TRM_MOD && binary != TRM_ATAN2;
  if (binary == TRM_MIN || binary == TRM_MAX) return extreme(binary == TRM_MIN, a, b, centre);
  if (compares || joins) return level(centre, open || compares, value);
  if (!binary_decided(binary, a, b)) return unknown(centre);
  if (binary == TRM_MULTIPLY && (is_nothing(&a->disc) || is_nothing(&b->disc))) return (trm_Disc){.centre = 0};
  return (trm_Disc){centre, binary_spread(binary, a, b, a->disc.radius, b->disc.radius),
                    binary_spread(binary, a, b, a->disc.noise, b->disc.noise) + rounding(centre), open};
}

static double binary_least(trm_Binary binary, const Bound *a, const Bound *b, const trm_Disc *value) {
  double plain = away_from_zero(value), largest = fabs(b->disc.centre) + b->disc.radius;
  if (binary == TRM_MULTIPLY) return fmax(plain, a->least * b->least);
  if (binary == TRM_ADD || binary == TRM_SUBTRACT)
    return fmax(plain, fmax(a->least - largest, b->least - fabs(a->disc.centre) - a->disc.radius));
  return binary == TRM_DIVIDE && largest < INFINITY ? fmax(plain, a->least / largest) : plain;
}

/* A value for a condition that is the same all over the interval: true, false, or neither. */
static Bound select(const Bound *at) {
  if (at[0].range.low > 0 || at[0].range.high < 0) return at[1];
  if (at[0].range.low == 0 && at[0].range.high == 0) return at[2];
  trm_Range a = at[1].range, b = at[2].range;
  return (Bound){{fmin(a.low, b.low), fmax(a.high, b.high)},
                 unknown(at[0].disc.centre != 0 ? at[1].disc.centre : at[2].disc.centre)};
}

static Bound table_bound(const trm_Table *table, const Bound *x) {
  double spread = trm_table_spread(table, x->range, x->disc.centre, x->disc.radius);
  double noise = trm_table_spread(table, x->range, x->disc.centre, x->disc.noise);
  double centre = trm_table_value(table, x->disc.centre, NULL, NULL);
  return (Bound){trm_table_range(table, x->range),
                 {centre, spread, noise + rounding(centre), x->disc.open || spread == INFINITY}};
}

static Bound grid_bound(const trm_Grid *grid, const Bound *at) {
  trm_Range over[2] = {at[0].range, at[1].range}, value = trm_grid_range(grid, over[0], over[1]);
  double x[2] = {at[0].disc.centre, at[1].disc.centre}, reach[2] = {at[0].disc.radius, at[1].disc.radius};
  double spread = trm_grid_spread(grid, over, x, reach), centre = trm_grid_value(grid, x[0], x[1]).value;
  return (Bound){value,
                 {centre, spread, rounding(fmax(fabs(value.low), fabs(value.high))),
                  at[0].disc.open || at[1].disc.open || spread == INFINITY}};
}

static trm_Disc finished(const trm_Disc *disc) {
  trm_Disc out = *disc;
  if (isnan(out.radius)) out.radius = INFINITY;
  if (!(out.noise < INFINITY)) out.noise = 0;
  return out;
}

trm_Disc trm_expression_disc(const trm_Expression *expression, const trm_Along *along, double reach) {
  Bound stack[TRM_EXPRESSION_STACK + 1], *top = stack;
  static const trm_Range not_wanted = {-INFINITY, INFINITY};
  bool sided = expression->switches; /* else nobody asks for a side */
  double middle = along->from + (along->to - along->from) / 2;
  for (int k = 0; k < expression->length; k++) {
    const trm_Instruction *at = &expression->code[k];
    switch (at->step) {
    case TRM_STEP_NUMBER: *++top = constant(at->number); break;
    case TRM_STEP_INPUT: *++top = constant(along->inputs[at->variable]); break;
    case TRM_STEP_VARIABLE:
      *++top = at->variable == along->variable ? (Bound){{along->from, along->to},
                                                         {middle, reach, rounding(middle), false},
                                                         fmax(0, fabs(middle) - reach)}
                                               : constant(along->variables[at->variable]);
      break;
    case TRM_STEP_UNARY: {
      trm_Range value = sided ? trm_unary_range(at->unary, top->range, at->number) : not_wanted;
      trm_Disc disc = unary_disc(at, top, value);
      *top = (Bound){value, disc, unary_least(at, top, &disc)};
      break;
    }
    case TRM_STEP_BINARY: {
      top--;
      trm_Range value = sided ? trm_binary_range(at->binary, top[0].range, top[1].range) : not_wanted;
      trm_Disc disc = binary_disc(at->binary, &top[0], &top[1], value);
      *top = (Bound){value, disc, binary_least(at->binary, &top[0], &top[1], &disc)};
      break;
    }
    case TRM_STEP_SELECT:
      top -= 2;
      *top = select(top);
      break;
    case TRM_STEP_TABLE: *top = table_bound(at->table, top); break;
    case TRM_STEP_GRID:
      top--;
      *top = grid_bound(at->grid, top);
      break;
    }
  }
  return finished(&top->disc);
}
