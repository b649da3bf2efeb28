// case: consteval_variable
// spec: [dcl.constexpr]
// accept: the same, corrected
constexpr int size = 4;

extern "C" __tile_global__ void test(int* out) { *out = 1; }
