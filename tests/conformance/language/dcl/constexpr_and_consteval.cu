// case: constexpr_and_consteval
// spec: [dcl.constexpr]
// reject: E0323 a function is one or the other
constexpr consteval __tile__ int f() { return 1; }

extern "C" __tile_global__ void test(int* out) { *out = f(); }
