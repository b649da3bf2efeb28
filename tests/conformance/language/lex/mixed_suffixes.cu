// case: mixed_suffixes
// spec: [lex.ext]
// reject: E0111 concatenated literals have one suffix
constexpr int operator""_a(char const*, unsigned long n) { return int(n); }
constexpr int operator""_b(char const*, unsigned long n) { return int(n); }
extern "C" __tile_global__ void test(int* out) { *out = "x"_a "y"_b; }
