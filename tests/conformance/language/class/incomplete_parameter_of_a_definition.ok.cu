// case: incomplete_parameter_of_a_definition
// spec: [dcl.fct.def.general]/2
// accept: the same, corrected
struct Later;
__tile__ int take(Later x);
struct Later { int value; };
__tile__ int take(Later x) { return x.value; }
extern "C" __tile_global__ void test(int* out) { *out = take({3}); }
