// case: array_bound_not_constant
// spec: [dcl.array]/1
// reject: E0570 the bound of an array must be a constant, and
// note: gcc accepts it as an extension.
extern "C" __tile_global__ void test(int n, int* out) { int a[n]; a[0] = 1; *out = a[0]; }
