/* Wrong texts: what is said and where; limits; any bytes; any failing allocation. */
#include "expressions.h"
#include "unit/math/expression_complex.h"
#include "base/text.h"

typedef struct Mistake {
  const char *text;
  int offset, span;
  const char *message; /* a part of it */
} Mistake;

static const Mistake mistakes[] = {
    {"", 0, 1, "is empty"},
    {" \t\n", 0, 1, "is empty"},
    {"omgea*t", 0, 5, "unknown name \"omgea\" (did you mean \"omega\"?)"},
    {"2*lenght + 1", 2, 6, "did you mean \"length\""},
    {"x + quite_another", 4, 13, "unknown name \"quite_another\""},
    {"sine(x)", 0, 4, "unknown function \"sine\" (did you mean \"sin\"?)"},
    {"x + Sin(x)", 4, 3, "did you mean \"sin\""},
    {"2*PI", 2, 2, "did you mean \"pi\""},
    {"x*(y + inf)", 7, 3, "unknown name \"inf\""},
    {"nan", 0, 3, "unknown name \"nan\""},
    {"1 + clampp", 4, 6, "unknown name \"clampp\" (did you mean \"clamp\"?)"},
    {"sin", 0, 3, "needs its arguments in parentheses"},
    {"sin x", 0, 3, "needs its arguments in parentheses"},
    {"1 + sin()", 4, 3, "sin takes 1 argument, not 0"},
    {"1 + sin(x, y)", 4, 3, "sin takes 1 argument, not 2"},
    {"atan2(x)", 0, 5, "atan2 takes 2 arguments, not 1"},
    {"max(x)", 0, 3, "max takes at least 2 arguments, not 1"},
    {"if(x, 1)", 0, 2, "if takes 3 arguments, not 2"},
    {"clamp(x, 1, 2, 3)", 0, 5, "clamp takes 3 arguments, not 4"},
    {"x(2)", 0, 1, "\"x\" is not a function"},
    {"(x + 1", 0, 1, "missing \")\" for this \"(\""},
    {"2*sin(x + (y*2)", 5, 1, "missing \")\" for this \"(\""},
    {"x + 1)", 5, 1, "unexpected \")\" without \"(\""},
    {"()", 1, 1, "unexpected \")\" where a value is expected"},
    {"x +", 3, 1, "ends where a value is expected"},
    {"x +   ", 3, 1, "ends where a value is expected"},
    {"x + * y", 4, 1, "unexpected \"*\" where a value is expected"},
    {"* x", 0, 1, "unexpected \"*\" where a value is expected"},
    {"max(x, , y)", 7, 1, "unexpected \",\" where a value is expected"},
    {"2 x", 2, 1, "missing operator before \"x\""},
    {"(x)(y)", 3, 1, "missing operator before \"(\""},
    {"x 3.5", 2, 3, "missing operator before \"3.5\""},
    {"2x", 0, 2, "\"2x\" is not a number (a product needs \"*\")"},
    {"0x1F", 0, 4, "\"0x1F\" is not a number"},
    {"1.2.3", 0, 5, "\"1.2.3\" is not a number"},
    {"x + 1e", 4, 2, "\"1e\" is not a number"},
    {"1e+", 0, 2, "\"1e\" is not a number"},
    {"x*1e999", 2, 5, "the number 1e999 is too large"},
    {"1e99999999999999999999", 0, 22, "is too large"},
    {"1,5", 1, 1, "unexpected \",\" (the decimal sign is \".\")"},
    {".", 0, 1, "unexpected character \".\""},
    {".inf", 0, 4, "\".inf\" is not a finite number"},
    {"-.NaN", 1, 4, "\".NaN\" is not a finite number"},
    {".info", 0, 1, "unexpected character \".\""},
    {"x ** 2", 2, 2, "unexpected \"**\" (did you mean \"^\"?)"},
    {"x = 2", 2, 1, "unexpected \"=\" (did you mean \"==\"?)"},
    {"x & y", 2, 1, "did you mean \"and\""},
    {"x % 2", 2, 1, "did you mean \"mod(a, b)\""},
    {"x $ 2", 2, 1, "unexpected character \"$\""},
    {"x[0]", 1, 1, "unexpected \"[\""},
    {"x < y < z", 6, 1, "comparisons cannot be chained"},
    {"x == y != z", 7, 2, "comparisons cannot be chained"},
    {"2 * not x", 4, 3, "\"not\" needs parentheses"},
    {"x and", 5, 1, "ends where a value is expected"},
    {"or x", 0, 2, "unexpected \"or\""},
    {"x \xe2\x88\x92 1", 2, 1, "(did you mean \"-\"?)"},
    {"x\xc2\xb2", 1, 1, "(did you mean \"^2\"?)"},
    {"x + \xc3\xa9", 4, 1, "unexpected character \"\xc3\xa9\""},
    {"x + \xff", 4, 1, "byte 0xff"},
    {"x + \xe2\x88", 4, 1, "byte 0xe2"},
    {"x + \x07", 4, 1, "byte 0x07"},
};

static void test_mistakes_are_placed(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof mistakes / sizeof *mistakes; k++) {
    trm_Arena arena = {0};
    const Mistake *m = &mistakes[k];
    trm_ExpressionError error;
    assert_null(trm_expression_compile(&arena, m->text, strlen(m->text), &test_symbols, &error));
    if (error.offset != m->offset || error.span != m->span || !strstr(error.message, m->message))
      fail_msg("%s: \"%s\" at %d+%d, not \"%s\" at %d+%d", m->text, error.message, error.offset, error.span, m->message,
               m->offset, m->span);
    trm_arena_free(&arena);
  }
}

static void test_zero_byte_and_length_count(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_ExpressionError error;
  assert_null(trm_expression_compile(&arena, "x + \0 1", 7, &test_symbols, &error));
  assert_int_equal(error.offset, 4);
  assert_non_null(strstr(error.message, "byte 0x00"));
  assert_non_null(trm_expression_compile(&arena, "x + 12garbage", 6, &test_symbols, &error));
  assert_non_null(trm_expression_compile(&arena, "pi", 2, NULL, &error));
  assert_null(trm_expression_compile(&arena, "x", 1, NULL, NULL));
  trm_arena_free(&arena);
}

/* head, then count times middle, then x, then count times tail */
static char *repeat(trm_Text *text, const char *middle, int count, const char *tail) {
  for (int k = 0; k < count; k++) trm_text_add(text, middle);
  trm_text_add(text, "x");
  for (int k = 0; k < count; k++) trm_text_add(text, tail);
  return text->data;
}

static void expect_repeated(const char *middle, int count, const char *tail, const char *message) {
  trm_Arena arena = {0};
  trm_Text text = {0};
  trm_ExpressionError error;
  repeat(&text, middle, count, tail);
  trm_Expression *expression = trm_expression_compile(&arena, text.data, text.length, &test_symbols, &error);
  if (message) {
    assert_null(expression);
    if (!strstr(error.message, message)) fail_msg("%d times %s: %s", count, middle, error.message);
  } else {
    if (!expression) fail_msg("%d times %s: %s at %d", count, middle, error.message, error.offset);
    double at[4] = {0.5, 0, 0, 0}, gradient[4], hessian[16], points[4];
    double value = trm_expression_derivatives(expression, at, NULL, gradient, hessian);
    assert_true(agree(trm_expression_value(expression, at, NULL), value, 0));
    trm_expression_breakpoints(expression, &(trm_Along){0, at, NULL, 0, 1}, points, 4);
  }
  trm_arena_free(&arena);
  trm_text_free(&text);
}

static void test_limits(void **state) {
  (void)state;
  const char *nested = "nested too deeply", *long_text = "too long";
  expect_repeated("(", 199, ")", NULL);
  expect_repeated("(", 200, ")", nested);
  expect_repeated("(", 400000, ")", nested);
  expect_repeated("-", 199, "", NULL);
  expect_repeated("-", 900000, "", nested);
  expect_repeated("not ", 200000, "", nested);
  expect_repeated("!", 900000, "", nested);
  expect_repeated("x^", 190, "", NULL);
  expect_repeated("x^", 300000, "", nested);
  expect_repeated("sin(", 199, ")", NULL);
  expect_repeated("sin(", 100000, ")", nested);
  expect_repeated("max(x, ", 199, ")", NULL);
  expect_repeated("x + x*(", 120, ")", NULL);
  expect_repeated("1 + x*(", 190, ")", nested); /* 380 operands wait */
  expect_repeated("x + ", 4999, "", NULL);
  expect_repeated("x + ", 5001, "", long_text);
  expect_repeated("1 + ", 100000, "", NULL); /* numbers are folded on the way */
  expect_repeated("x + ", 200000, "", long_text);
  expect_repeated("          ", 200000, "", long_text);
  expect_repeated("9", 299, "", "is not a number");
  expect_repeated("x*9", 1, "9", "is not a number");
}

static void test_long_words(void **state) {
  (void)state;
  trm_Arena arena = {0};
  trm_Text text = {0};
  trm_ExpressionError error;
  for (int k = 0; k < 100000; k++) trm_text_add(&text, "9");
  assert_null(trm_expression_compile(&arena, text.data, 301, &test_symbols, &error));
  assert_non_null(strstr(error.message, "more than 300 characters"));
  assert_non_null(trm_expression_compile(&arena, text.data, 300, &test_symbols, &error));
  assert_null(trm_expression_compile(&arena, text.data, text.length, &test_symbols, &error));
  for (size_t k = 0; k < text.length; k++) text.data[k] = 'a';
  assert_null(trm_expression_compile(&arena, text.data, text.length, &test_symbols, &error));
  assert_int_equal(error.span, 100000);
  assert_non_null(strstr(error.message, "unknown name"));
  trm_text_free(&text);
  trm_arena_free(&arena);
}

/* ---------------------------------------------------------------------------------------------- any bytes */

static const char *const seeds[] = {"5000*(1 - cos(4*pi*t))*(t <= 0.5)",
                                    "if(x < y and not z > 1, atan2(x, -y)^2, max(1e-3, z, .5))",
                                    "clamp(mod(x, 0.5), -1, 1) + floor(3*x) - round(y/2)",
                                    "x^-2.5 + sqrt(abs(z))*erf(t) != hypot(x, y)", "!(x || y) && step(t - 1)*ramp(z)"};
static const char *const pieces[] = {
    "(",  ")",     ",",     "+",        "-",    "*",    "/",    "^",      "<=", "==", "!",     "&&",
    "||", " and ", " not ", "if(",      "max(", "sin(", "mod(", "x",      "y",  "t",  "1e308", "1e-300",
    ".5", "pi",    "0",     "\xc3\xa9", "\xff", "**",   "e",    "floor(", "1e", " "};

static int mutate(uint64_t *state, char *text, int length, int room) {
  for (uint64_t edits = 1 + random_bits(state) % 4; edits > 0; edits--) {
    int at = length ? (int)(random_bits(state) % (uint64_t)length) : 0;
    uint64_t kind = random_bits(state) % 4;
    const char *piece = pieces[random_bits(state) % (sizeof pieces / sizeof *pieces)];
    int size = (int)strlen(piece);
    if (kind == 0 && length > 0) text[at] = (char)random_bits(state);
    if (kind == 1 && length > 0) memmove(text + at, text + at + 1, (size_t)(--length - at));
    if (kind >= 2 && length + size <= room) {
      memmove(text + at + size, text + at, (size_t)(length - at));
      memcpy(text + at, piece, (size_t)size);
      length += size;
    }
  }
  return length;
}

/* every text is either refused at a place inside of it, or evaluates the same in both ways */
static bool try_text(trm_Arena *arena, const char *text, int length, double x) {
  trm_ExpressionError error;
  trm_Expression *expression = trm_expression_compile(arena, text, (size_t)length, &test_symbols, &error);
  if (!expression) {
    assert_true(error.message[0] && error.offset >= 0 && error.span >= 1 && error.offset <= length);
    return false;
  }
  double at[4] = {x, -0.3, 2, 0.5}, gradient[4], hessian[16], points[8];
  double complex z[4] = {at[0], at[1], at[2], at[3]};
  double value = trm_expression_derivatives(expression, at, NULL, gradient, hessian);
  if (!agree(value, trm_expression_value(expression, at, NULL), 0)) fail_msg("%.*s", length, text);
  expression_value_complex(expression, z, NULL);
  int found = trm_expression_breakpoints(expression, &(trm_Along){0, at, NULL, -1, 1}, points, 8);
  for (int k = 0; k < found && k < 8; k++)
    assert_true(points[k] > -1 && points[k] < 1 && (k == 0 || points[k] > points[k - 1]));
  trm_Function function = {.expression = expression};
  double slope;
  trm_function_mean(&function, at, NULL, -0.5, x, &slope);
  return true;
}

static void test_any_bytes(void **state) {
  (void)state;
  uint64_t random = 4;
  int accepted = 0;
  for (int round = 0; round < 200000; round++) {
    const char *seed = seeds[random_bits(&random) % (sizeof seeds / sizeof *seeds)];
    char buffer[256];
    int length = (int)strlen(seed);
    memcpy(buffer, seed, (size_t)length);
    length = mutate(&random, buffer, length, sizeof buffer);
    char *exact = trm_alloc((size_t)length, 1); /* an exact block: reading past its end is seen */
    memcpy(exact, buffer, (size_t)length);
    trm_Arena arena = {0};
    accepted += try_text(&arena, exact, length, random_between(&random, -1, 1));
    trm_arena_free(&arena);
    trm_release(exact);
  }
  assert_true(accepted > 2000); /* the mutations are not all nonsense */
}

static void test_any_allocation_may_fail(void **state) {
  (void)state;
  const char *texts[] = {seeds[1], "omgea + 1", "x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x+x"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
    for (long nth = 1; nth < 10; nth++) {
      trm_Arena arena = {0};
      trm_ExpressionError error;
      trm_memory_fail_at(nth);
      trm_Expression *expression = trm_expression_compile(&arena, texts[k], strlen(texts[k]), &test_symbols, &error);
      bool reached = trm_memory_calls() >= nth;
      trm_memory_fail_at(0);
      if (reached) assert_null(expression);
      if (reached) assert_true(strstr(error.message, "memory") || strstr(error.message, "unknown name"));
      trm_arena_free(&arena);
      if (!reached) break;
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_mistakes_are_placed),
      cmocka_unit_test(test_zero_byte_and_length_count),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_long_words),
      cmocka_unit_test(test_any_bytes),
      cmocka_unit_test(test_any_allocation_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
