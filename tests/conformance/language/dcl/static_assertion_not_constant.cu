// case: static_assertion_not_constant
// spec: [dcl.static.assert]/6
// reject: E0570 the condition is not a constant
extern "C" __tile_global__ void test(int n, int* out) { static_assert(n == 1); *out = n; }
