// case: attribute_before_linkage
// spec: [dcl.link]
// accept: the same, corrected

extern "C" [[maybe_unused]] __tile_global__ void test(int* out, int n) { *out = n; }
