// case: redeclared_noexcept
// spec: [except.spec]
// reject: E0309 noexcept is said in all declarations or none
__tile__ int f(int x) noexcept;
__tile__ int f(int x) { return x; }

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
