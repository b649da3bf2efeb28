// case: hex_exponent_trap
// spec: [lex.ppnumber]
// accept: a blank ends the number
extern "C" __tile_global__ void test(int* out) { *out = 0xe +1; }
