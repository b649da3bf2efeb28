// case: hex_float_without_exponent
// spec: [lex.fcon]
// accept: with its exponent
extern "C" __tile_global__ void test(int* out) { *out = int(0x1.8p0); }
