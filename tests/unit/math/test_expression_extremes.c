/* Values and derivatives of random expressions are finite wherever the true ones are, next to the smallest and the
   largest doubles too: pulses far from their middle, saturated switches, bumps at their edges. The truth is found in
   long double, whose exponents reach to 10^4932. */
#include "unit/math/expressions.h"

/* Taylor coefficients in t of a value, and what its terms sum to without their signs: a cancellation is no error. */
typedef struct Truth {
  long double v[3], size[3]; /* f, f', f'' */
} Truth;

typedef struct Made {
  char text[2000];
  Truth truth;
} Made;

/* f(u) from f, f', f'' at u */
static Truth apply(const Truth *u, const long double f[3]) {
  Truth out = {{f[0], f[1] * u->v[1], f[1] * u->v[2] + f[2] * u->v[1] * u->v[1]}, {0}};
  out.size[0] = fabsl(f[0]) + fabsl(f[1]) * u->size[0];
  out.size[1] = fabsl(f[1]) * u->size[1] + fabsl(f[2]) * u->size[0] * u->size[1];
  out.size[2] = fabsl(f[1]) * u->size[2] + fabsl(f[2]) * (u->size[1] * u->size[1] + u->size[0] * u->size[2]);
  return out;
}

static Truth product(const Truth *a, const Truth *b) {
  Truth out;
  const long double *const factors[2][2] = {{a->v, b->v}, {a->size, b->size}};
  long double *const results[2] = {out.v, out.size};
  for (int k = 0; k < 2; k++) {
    const long double *x = factors[k][0], *y = factors[k][1];
    results[k][0] = x[0] * y[0], results[k][1] = x[1] * y[0] + x[0] * y[1];
    results[k][2] = x[2] * y[0] + 2 * x[1] * y[1] + x[0] * y[2];
  }
  return out;
}

static Truth negative(const Truth *u) {
  Truth out = *u;
  for (int i = 0; i < 3; i++) out.v[i] = -u->v[i];
  return out;
}

static Truth reciprocal(const Truth *u) {
  long double r = 1 / u->v[0];
  return apply(u, (long double[3]){r, -r * r, 2 * r * r * r});
}

/* an affine argument, at times a steep one */
static Made argument(uint64_t *random, long double t) {
  Made made;
  double middle = random_between(random, -1, 3), width = pow(10, random_between(random, -3.5, 1));
  if (random_bits(random) % 4 == 0) middle = (double)t; /* just at it */
  snprintf(made.text, sizeof made.text, "((t - %.17g)/%.17g)", middle, width);
  long double u = (t - middle) / width;
  made.truth = (Truth){{u, 1 / (long double)width, 0}, {fabsl(u), 1 / (long double)width, 0}};
  return made;
}

enum { SHAPES = 12 };

static Made shape(uint64_t *random, long double t) {
  Made u = argument(random, t), out = u;
  const char *format = "";
  long double x = u.truth.v[0], e, d;
  Truth square = product(&u.truth, &u.truth), inner;
  switch (random_bits(random) % SHAPES) {
  case 0:
    format = "exp(-%s^2)", e = expl(-square.v[0]), inner = negative(&square);
    out.truth = apply(&inner, (long double[3]){e, e, e});
    break;
  case 1:
    format = "exp(-abs%s)", e = expl(-fabsl(x));
    inner = u.truth, inner.v[1] *= x < 0 ? 1 : -1;
    out.truth = apply(&inner, (long double[3]){e, e, e});
    break;
  case 2:
    format = "tanh%s", d = 1 / coshl(x), d *= d;
    out.truth = apply(&u.truth, (long double[3]){tanhl(x), d, -2 * tanhl(x) * d});
    break;
  case 3:
    format = "erf%s", d = 1.128379167095512573896158903121545172L * expl(-x * x);
    out.truth = apply(&u.truth, (long double[3]){erfl(x), d, -2 * x * d});
    break;
  case 4:
    format = "1/cosh%s", inner = apply(&u.truth, (long double[3]){coshl(x), sinhl(x), coshl(x)});
    out.truth = reciprocal(&inner);
    break;
  case 5:
    format = "1/(1 + exp%s)", e = expl(x), inner = apply(&u.truth, (long double[3]){1 + e, e, e});
    out.truth = reciprocal(&inner);
    break;
  case 6:
    format = "1/(1 + %s^2)", inner = square, inner.v[0] += 1, inner.size[0] += 1;
    out.truth = reciprocal(&inner);
    break;
  case 7:
    format = "exp(-1/%s^2)"; /* a bump at its edge: all derivatives are 0 there */
    if (x == 0) {
      out.truth = (Truth){{0}, {0}};
    } else {
      inner = reciprocal(&square), e = expl(-inner.v[0]), inner = negative(&inner);
      out.truth = apply(&inner, (long double[3]){e, e, e});
    }
    break;
  case 8:
    format = "sqrt(1 + %s^2)", inner = square, inner.v[0] += 1, inner.size[0] += 1, d = sqrtl(inner.v[0]);
    out.truth = apply(&inner, (long double[3]){d, 0.5L / d, -0.25L / (d * d * d)});
    break;
  case 9:
    format = "abs%s^2.5";
    d = fabsl(x);
    out.truth =
        apply(&u.truth, (long double[3]){powl(d, 2.5L), 2.5L * powl(d, 1.5L) * (x < 0 ? -1 : 1), 3.75L * sqrtl(d)});
    break;
  case 10:
    format = "if(abs%s < 1, exp(-1/(1 - %s^2)), 0)";
    if (fabsl(x) >= 1) {
      out.truth = (Truth){{0}, {0}};
    } else {
      inner = negative(&square), inner.v[0] += 1, inner.size[0] += 1;
      inner = reciprocal(&inner), e = expl(-inner.v[0]), inner = negative(&inner);
      out.truth = apply(&inner, (long double[3]){e, e, e});
    }
    break;
  default: format = "sin%s", out.truth = apply(&u.truth, (long double[3]){sinl(x), cosl(x), -sinl(x)}); break;
  }
  size_t used = 0;
  for (const char *at = format; *at; at++) /* every %s is the argument */
    if (*at == '%')
      used += (size_t)snprintf(out.text + used, sizeof out.text - used, "%s", u.text), at++;
    else
      out.text[used++] = *at;
  out.text[used] = 0;
  return out;
}

static Made random_expression(uint64_t *random, long double t) {
  Made out = shape(random, t);
  int factors = (int)(random_bits(random) % 3);
  for (int k = 0; k < factors; k++) {
    Made next = shape(random, t);
    bool sum = random_bits(random) % 3 == 0;
    size_t used = strlen(out.text);
    assert_true(used + strlen(next.text) + 10 < sizeof out.text);
    snprintf(out.text + used, sizeof out.text - used, sum ? " + %s" : "*(%s)", next.text);
    if (sum) {
      for (int i = 0; i < 3; i++) out.truth.v[i] += next.truth.v[i], out.truth.size[i] += next.truth.size[i];
      break; /* a further factor would belong to the last term alone */
    }
    out.truth = product(&out.truth, &next.truth);
  }
  return out;
}

enum { EXPRESSIONS = 40000 };

static void test_finite_where_the_truth_is(void **state) {
  (void)state;
  uint64_t random = 77;
  long compared = 0, small = 0;
  for (int which = 0; which < EXPRESSIONS; which++) {
    double at[4] = {0, 0, 0, random_between(&random, 0, 2)}, gradient[4], hessian[16];
    Made made = random_expression(&random, at[3]);
    trm_Arena arena = {0};
    trm_Expression *expression = compile(&arena, made.text);
    double value = trm_expression_derivatives(expression, at, NULL, gradient, hessian);
    double found[3] = {value, gradient[3], hessian[15]};
    for (int i = 0; i < 3; i++) {
      long double right = made.truth.v[i], size = made.truth.size[i];
      if (!(fabsl(right) < DBL_MAX)) continue;
      compared++, small += fabsl(right) < DBL_MIN && right != 0;
      if (!isfinite(found[i]) || fabsl(found[i] - right) > 1e-8L * size + 1e-290L)
        fail_msg("%s at t = %.17g, derivative %d: %.17g, right %.17Lg (terms %.3Lg)", made.text, at[3], i, found[i],
                 right, size);
    }
    trm_arena_free(&arena);
  }
  print_message("%ld values and derivatives compared, %ld of them below the smallest normal number\n", compared, small);
  assert_true(small > EXPRESSIONS / 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_finite_where_the_truth_is)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
