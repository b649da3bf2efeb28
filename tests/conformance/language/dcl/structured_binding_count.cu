// case: structured_binding_count
// spec: [dcl.struct.bind]/5
// reject: E0521 two names for three members
struct P { int x, y, z; };
extern "C" __tile_global__ void test(int* out) { auto [a, b] = P{1, 2, 3}; *out = a + b; }
