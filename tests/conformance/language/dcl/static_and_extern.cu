// case: static_and_extern
// spec: [dcl.stc]
// reject: E0323 a declaration has one storage class
static extern __tile__ int scale(int x);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
