// case: alignas_of_a_global_variable
// spec: [dcl.align]/2
// reject: E0310 twelve is not a power of two
alignas(12) __tile__ int const limit = 1;
extern "C" __tile_global__ void test(int* out) { *out = limit; }
