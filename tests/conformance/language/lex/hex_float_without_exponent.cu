// case: hex_float_without_exponent
// spec: [lex.fcon]
// reject: E0105 the exponent of a hexadecimal floating-point literal is not optional
extern "C" __tile_global__ void test(int* out) { *out = int(0x1.8); }
