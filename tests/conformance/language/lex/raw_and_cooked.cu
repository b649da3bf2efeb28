// case: raw_and_cooked
// spec: [lex.ext]/3
// accept: the static assertions hold
constexpr int operator""_c(unsigned long long v) { return v; }
constexpr int operator""_c(const char *, unsigned long n) { return n; }
static_assert(12_c == 12 && "abc"_c == 3);
extern "C" __tile_global__ void test(int *p) {}
