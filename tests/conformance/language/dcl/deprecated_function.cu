// case: deprecated_function
// spec: [dcl.attr.deprecated]
// warns: E0531 every use is warned of, with the reason
[[deprecated("use twice")]] __tile__ int scale(int x) { return 2 * x; }

extern "C" __tile_global__ void test(int* out) { *out = scale(1); }
