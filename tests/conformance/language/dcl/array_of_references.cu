// case: array_of_references
// spec: [dcl.array]/4
// reject: E0310 there are no arrays of references
extern "C" __tile_global__ void test(int n, int* out) { int& a[1] = {n}; *out = a[0]; }
