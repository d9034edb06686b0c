/* The quadruple precision of Fortran's library, which comes with BLAS and ARPACK, teaches printf a letter of its own
   when a program starts. From then on the C library takes its slow way for every format (a third more time for a
   file of CSV). Nothing here prints such numbers: the linker leads the three calls here (--wrap, CMakeLists.txt),
   and nothing is taught. */

enum { TAUGHT_NOTHING = -1 };

int __wrap_register_printf_specifier(int letter, void *print, void *sizes);
int __wrap_register_printf_modifier(const int *letters);
int __wrap_register_printf_type(void *take);

int __wrap_register_printf_specifier(int letter, void *print, void *sizes) {
  (void)letter, (void)print, (void)sizes;
  return TAUGHT_NOTHING;
}

int __wrap_register_printf_modifier(const int *letters) {
  (void)letters;
  return TAUGHT_NOTHING;
}

int __wrap_register_printf_type(void *take) {
  (void)take;
  return TAUGHT_NOTHING;
}
