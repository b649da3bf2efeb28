// case: const_through_pointer
// spec: [dcl.type.cv]/5
// reject: E0511 the pointer promises not to change its object
extern "C" __tile_global__ void test(const int* in, int* out) { *in = *out; }
