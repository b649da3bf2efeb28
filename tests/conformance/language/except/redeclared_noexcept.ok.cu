// case: redeclared_noexcept
// spec: [except.spec]
// accept: the same, corrected
__tile__ int f(int x) noexcept;
__tile__ int f(int x) noexcept { return x; }

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
