// case: constexpr_and_consteval
// spec: [dcl.constexpr]
// accept: the same, corrected
consteval __tile__ int f() { return 1; }

extern "C" __tile_global__ void test(int* out) { *out = f(); }
