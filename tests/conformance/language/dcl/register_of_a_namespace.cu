// case: register_of_a_namespace
// spec: [dcl.stc]/3
// reject: E0323 there never was one outside of functions
register __tile__ int limit = 1;
extern "C" __tile_global__ void test(int* out) { *out = limit; }
