// case: hex_exponent_trap
// spec: [lex.ppnumber]
// reject: E0105 0xe+1 is one preprocessing number, and no literal
extern "C" __tile_global__ void test(int* out) { *out = 0xe+1; }
