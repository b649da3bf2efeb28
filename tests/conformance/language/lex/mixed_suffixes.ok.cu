// case: mixed_suffixes
// spec: [lex.ext]
// accept: one of them may lack it
constexpr int operator""_a(char const*, unsigned long n) { return int(n); }
extern "C" __tile_global__ void test(int* out) { *out = "x"_a "y"; }
