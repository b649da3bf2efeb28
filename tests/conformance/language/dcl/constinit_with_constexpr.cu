// case: constinit_with_constexpr
// spec: [dcl.constinit]/1
// reject: E0323 `constexpr` and `constinit` contradict each other
constexpr constinit int x = 3;
extern "C" __tile_global__ void test(int *p) { p[0] = x; }
