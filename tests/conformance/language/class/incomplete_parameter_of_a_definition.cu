// case: incomplete_parameter_of_a_definition
// spec: [dcl.fct.def.general]/2
// reject: E0308 the parameter cannot be made
struct Later;
__tile__ int take(Later x) { return 1; }
extern "C" __tile_global__ void test(int* out) { *out = 1; }
