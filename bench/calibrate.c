/* Two fixed loops, so that figures of different days and machines compare: CPU seconds of a chain of dependent products
   (scalar, latency) and of products of small matrices (vectors, throughput). bench/run compiles and prints it. */
#include <stdio.h>
#include <time.h>

enum { CHAIN = 60000000, SIZE = 24, PRODUCTS = 12000 };

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double chain(void) {
  double x = 0.3;
  for (int i = 0; i < CHAIN; i++) x = 3.7 * x * (1 - x);
  return x;
}

static double products(void) {
  static double a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE];
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) a[i][j] = 1.0 / (1 + i + j), b[i][j] = i == j;
  for (int n = 0; n < PRODUCTS; n++)
    for (int i = 0; i < SIZE; i++)
      for (int k = 0; k < SIZE; k++)
        for (int j = 0; j < SIZE; j++) c[i][j] = 0.5 * c[i][j] + a[i][k] * b[k][j];
  return c[SIZE - 1][SIZE - 1];
}

int main(void) {
  double start = seconds(), one = chain(), between = seconds(), other = products(), end = seconds();
  printf("calibration: scalar %.3f s, vectors %.3f s (%.3g)\n", between - start, end - between, one + other);
  return 0;
}
