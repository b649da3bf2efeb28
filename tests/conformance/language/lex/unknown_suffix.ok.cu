// case: unknown_suffix
// spec: [lex.ext]
// accept: declared
constexpr int operator""_none(unsigned long long n) { return int(n); }
extern "C" __tile_global__ void test(int* out) { *out = 5_none; }
