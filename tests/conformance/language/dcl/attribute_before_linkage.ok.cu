// case: attribute_before_linkage
// spec: [dcl.link]
// accept: the same, mended

extern "C" [[maybe_unused]] __tile_global__ void test(int* out, int n) { *out = n; }
