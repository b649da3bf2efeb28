// case: static_assert_with_extensions
// spec: [dcl.pre]/10 an assertion with an extension of the host compiler is left to that
// accept: the compiler has no such types
static_assert(sizeof(_Complex float) == 8);
extern "C" __tile_global__ void test(int* out) { out[0] = 1; }
