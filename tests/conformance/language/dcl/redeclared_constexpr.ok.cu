// case: redeclared_constexpr
// spec: [dcl.constexpr]
// accept: the same, corrected
constexpr __tile__ int f(int x);
constexpr __tile__ int f(int x) { return x; }

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
