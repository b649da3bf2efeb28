// case: array_bound_negative
// spec: [dcl.array]/1
// reject: E0311 the bound of an array is positive
extern "C" __tile_global__ void test(int* out) { int a[2 - 3]; *out = sizeof(a); }
