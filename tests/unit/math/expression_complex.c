/* Complex evaluation: every operation continued analytically from the real axis, branches chosen by the real parts. It
   is meant for small imaginary parts, as in complex-step differentiation. */
#include "unit/math/expression_complex.h"
#include <math.h>
#include <string.h>
#include "math/expression_program.h"

/* z^n by squaring: keeps a small imaginary part exact where a logarithm of a negative number would not */
static double complex integer_power(double complex z, double exponent) {
  double complex result = 1;
  for (double rest = fabs(exponent); rest >= 1; rest = floor(rest / 2)) {
    if (fmod(rest, 2) == 1) result *= z;
    if (rest >= 2) z *= z;
  }
  return exponent < 0 ? 1 / result : result;
}

static double complex constant_power(double complex z, double exponent) {
  if (cimag(z) == 0) return pow(creal(z), exponent);
  if (exponent == floor(exponent) && fabs(exponent) < 1e9) return integer_power(z, exponent);
  return cexp(exponent * clog(z));
}

static double complex power(double complex a, double complex b) {
  if (cimag(b) == 0) return constant_power(a, creal(b));
  if (a == 0) return pow(0, creal(b));
  return cexp(b * clog(a));
}

static double complex cube_root(double complex z) {
  if (cimag(z) == 0) return cbrt(creal(z));
  if (creal(z) == 0) return cexp(clog(z) / 3);
  return cbrt(creal(z)) * cexp(clog(z / creal(z)) / 3);
}

/* x + i y without arithmetic; CMPLX is not known to every compiler */
static double complex complex_of(double x, double y) {
  double complex z;
  memcpy(&z, (const double[2]){x, y}, sizeof z);
  return z;
}

/* Taylor series about the real part x, with d = i Im z: erf' = 2/sqrt(pi) exp(-x^2), erf'' = -2x erf', erf''' =
   (4x^2-2) erf' */
static double complex error_function(double complex z) {
  double x = creal(z), slope = 1.12837916709551257390 * exp(-x * x);
  double complex d = complex_of(0, cimag(z));
  return erf(x) + slope * d * (1 + d * (-x + d * (2 * x * x - 1) / 3));
}

/* turns the plane so that the real point lies on the positive axis, away from the branch cut */
static double complex angle(double complex y, double complex x) {
  double radius = hypot(creal(y), creal(x)), s = creal(y) / radius, c = creal(x) / radius;
  double complex ahead = c * x + s * y, aside = complex_of(0, c * cimag(y) - s * cimag(x));
  return atan2(creal(y), creal(x)) + catan(aside / ahead);
}

static double complex length_of(double complex a, double complex b) {
  double radius = hypot(creal(a), creal(b));
  if (!(radius > 0) || isinf(radius)) return csqrt(a * a + b * b);
  a /= radius, b /= radius;
  return radius * csqrt(a * a + b * b);
}

static double complex complex_mod(double complex a, double complex b) {
  double quotient = trm_mod_quotient(creal(a), creal(b));
  return complex_of(trm_binary_value(TRM_MOD, creal(a), creal(b)), cimag(a) - quotient * cimag(b));
}

static double complex unary_value(trm_Unary unary, double complex z, double number) {
  switch (unary) {
  case TRM_NEGATE: return -z;
  case TRM_POWER_CONSTANT: return constant_power(z, number);
  case TRM_SIN: return csin(z);
  case TRM_COS: return ccos(z);
  case TRM_TAN: return ctan(z);
  case TRM_ASIN: return casin(z);
  case TRM_ACOS: return cacos(z);
  case TRM_ATAN: return catan(z);
  case TRM_SINH: return csinh(z);
  case TRM_COSH: return ccosh(z);
  case TRM_TANH: return ctanh(z);
  case TRM_ASINH: return casinh(z);
  case TRM_ACOSH: return cacosh(z);
  case TRM_ATANH: return catanh(z);
  case TRM_EXP: return cexp(z);
  case TRM_LOG: return clog(z);
  case TRM_LOG10: return clog(z) / 2.30258509299404568402;
  case TRM_SQRT: return csqrt(z);
  case TRM_CBRT: return cube_root(z);
  case TRM_ABS: return creal(z) < 0 ? -z : z;
  case TRM_ERF: return error_function(z);
  case TRM_NOT:
  case TRM_SIGN:
  case TRM_FLOOR:
  case TRM_CEIL:
  case TRM_ROUND: break;
  }
  return trm_unary_value(unary, creal(z), number);
}

static double complex binary_value(trm_Binary binary, double complex a, double complex b) {
  switch (binary) {
  case TRM_ADD: return a + b;
  case TRM_SUBTRACT: return a - b;
  case TRM_MULTIPLY: return a * b;
  case TRM_DIVIDE: return a / b;
  case TRM_POWER: return power(a, b);
  case TRM_MIN: return creal(a) <= creal(b) || isnan(creal(a)) ? a : b;
  case TRM_MAX: return creal(a) >= creal(b) || isnan(creal(a)) ? a : b;
  case TRM_ATAN2: return angle(a, b);
  case TRM_MOD: return complex_mod(a, b);
  case TRM_HYPOT: return length_of(a, b);
  case TRM_LESS:
  case TRM_LESS_EQUAL:
  case TRM_GREATER:
  case TRM_GREATER_EQUAL:
  case TRM_EQUAL:
  case TRM_NOT_EQUAL:
  case TRM_AND:
  case TRM_OR: break;
  }
  return trm_binary_value(binary, creal(a), creal(b));
}

/* Taylor series about the real part, which is the polynomial but for its third order */
static double complex table_value(const trm_Table *table, double complex z) {
  double first, second, value = trm_table_value(table, creal(z), &first, &second);
  double complex d = complex_of(0, cimag(z));
  return value + d * (first + d * second / 2);
}

static double complex grid_value(const trm_Grid *grid, double complex x, double complex y) {
  trm_GridValue at = trm_grid_value(grid, creal(x), creal(y));
  double complex dx = complex_of(0, cimag(x)), dy = complex_of(0, cimag(y));
  return at.value + dx * (at.first[0] + dx * at.second[0] / 2 + dy * at.second[1]) +
         dy * (at.first[1] + dy * at.second[2] / 2);
}

double complex expression_value_complex(const trm_Expression *expression, const double complex *variables,
                                        const double *inputs) {
  double complex stack[TRM_EXPRESSION_STACK + 1]; /* stack[0] stays unused */
  double complex *top = stack;
  for (int k = 0; k < expression->length; k++) {
    const trm_Instruction *instruction = &expression->code[k];
    switch (instruction->step) {
    case TRM_STEP_NUMBER: *++top = instruction->number; break;
    case TRM_STEP_VARIABLE: *++top = variables[instruction->variable]; break;
    case TRM_STEP_INPUT: *++top = inputs[instruction->variable]; break;
    case TRM_STEP_UNARY: *top = unary_value(instruction->unary, *top, instruction->number); break;
    case TRM_STEP_BINARY:
      top--;
      *top = binary_value(instruction->binary, top[0], top[1]);
      break;
    case TRM_STEP_SELECT:
      top -= 2;
      *top = isnan(creal(top[0])) ? top[0] : creal(top[0]) != 0 ? top[1] : top[2];
      break;
    case TRM_STEP_TABLE: *top = table_value(instruction->table, *top); break;
    case TRM_STEP_GRID:
      top--;
      *top = grid_value(instruction->grid, top[0], top[1]);
      break;
    }
  }
  return *top;
}
