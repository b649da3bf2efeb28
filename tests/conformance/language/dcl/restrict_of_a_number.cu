// case: restrict_of_a_number
// spec: [dcl.ptr]/1
// reject: E0310 as GCC and Clang have it, `__restrict__` is a qualifier of pointers and references
extern "C" __tile_global__ void test(float __restrict__ *x, int* out) { *out = x[0] > 0; }
