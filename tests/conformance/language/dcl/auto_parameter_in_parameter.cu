// case: auto_parameter_in_parameter
// spec: [dcl.spec.auto.general]/2
// reject: E0310 `auto` in a function type
void g(int (*)(auto));
extern "C" __tile_global__ void test(int* out) { *out = 1; }
