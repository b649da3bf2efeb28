// case: unknown_macro_before_function
// spec: [dcl.spec]
// reject: E0203 the macro is defined nowhere; the function itself is known

LIBRARY_API __tile__ int scale(int x) { return 2 * x; }

extern "C" __tile_global__ void test(int* out, int n) { *out = scale(n); }
