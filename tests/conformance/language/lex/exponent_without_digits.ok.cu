// case: exponent_without_digits
// spec: [lex.fcon]
// accept: with digits
extern "C" __tile_global__ void test(int* out) { *out = int(1e+2); }
