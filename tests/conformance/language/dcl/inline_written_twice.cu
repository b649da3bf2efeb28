// case: inline_written_twice
// spec: [dcl.spec.general]/2
// reject: E0208 each specifier at most once
inline inline __tile__ int twice(int n) { return 2 * n; }
extern "C" __tile_global__ void test(int* out, int n) { *out = twice(n); }
