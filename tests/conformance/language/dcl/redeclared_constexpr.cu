// case: redeclared_constexpr
// spec: [dcl.constexpr]
// reject: E0309 constexpr is said in all declarations or none
__tile__ int f(int x);
constexpr __tile__ int f(int x) { return x; }

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
