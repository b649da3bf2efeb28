// case: auto_parameter_in_alias
// spec: [dcl.spec.auto.general]/2
// reject: E0310 `auto` in a function type
using F = int(auto);
extern "C" __tile_global__ void test(int* out) { *out = 1; }
