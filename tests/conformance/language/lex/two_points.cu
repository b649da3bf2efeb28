// case: two_points
// spec: [lex.ppnumber]
// reject: E0105 1.2.3 is one preprocessing number, and no literal
extern "C" __tile_global__ void test(int* out) { *out = int(1.2.3); }
