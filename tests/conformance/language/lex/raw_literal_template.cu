// case: raw_literal_template
// spec: [lex.ext]/3
// accept: the static assertions hold
template <char... C> constexpr int operator""_n() { return sizeof...(C); }
static_assert(123_n == 3 && 1'000_n == 5 && 0x1F_n == 4 && 1.5e3_n == 5);
extern "C" __tile_global__ void test(int *p) {}
