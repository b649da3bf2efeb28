// case: constexpr_variable_not_constant
// spec: [dcl.constexpr]/10
// reject: E0570 the initialiser depends on a parameter
extern "C" __tile_global__ void test(int n, int* out) { constexpr int c = n; *out = c; }
