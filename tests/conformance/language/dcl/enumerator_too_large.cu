// case: enumerator_too_large
// spec: [dcl.enum]/5
// reject: E0504 the value does not fit the underlying type
enum Small : unsigned char { a = 256 };
extern "C" __tile_global__ void test(int* out) { *out = a; }
