// case: exponent_without_digits
// spec: [lex.fcon]
// reject: E0105 digits follow the e and its sign
extern "C" __tile_global__ void test(int* out) { *out = int(1e+); }
