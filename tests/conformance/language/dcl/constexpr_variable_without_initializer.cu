// case: constexpr_variable_without_initializer
// spec: [dcl.constexpr]/10
// reject: E0506 a constexpr variable needs an initialiser
extern "C" __tile_global__ void test(int* out) { constexpr int c; *out = c; }
