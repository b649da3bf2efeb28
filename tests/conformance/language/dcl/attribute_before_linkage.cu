// case: attribute_before_linkage
// spec: [dcl.link]
// reject: E0210 no attributes before a linkage-specification

[[maybe_unused]] extern "C" __tile_global__ void test(int* out, int n) { *out = n; }
