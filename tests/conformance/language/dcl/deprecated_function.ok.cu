// case: deprecated_function
// spec: [dcl.attr.deprecated]
// accept: the same, corrected
[[deprecated("use twice")]] __tile__ int scale(int x) { return 2 * x; }
__tile__ int twice(int x) { return 2 * x; }

extern "C" __tile_global__ void test(int* out) { *out = twice(1); }
