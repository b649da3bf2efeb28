// case: narrowing_signed_to_unsigned
// spec: [dcl.init.list]/7.4
// reject: E0504 an int may be negative
extern "C" __tile_global__ void test(int n, unsigned* out) { *out = unsigned{n}; }
