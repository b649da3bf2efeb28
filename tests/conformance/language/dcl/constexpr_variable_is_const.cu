// case: constexpr_variable_is_const
// spec: [dcl.constexpr]/10
// reject: E0511 constexpr makes the object const
extern "C" __tile_global__ void test(int* out) { constexpr int c = 1; c = 2; *out = c; }
