// case: user_defined_literals
// spec: [lex.ext], [over.literal]
// arg: out i32[6]
// expect: [42, 4, 3, 972, 6, 7]
__tile__ constexpr int operator""_i(unsigned long long n) { return static_cast<int>(n) + 1; }
__tile__ constexpr int operator""_f(long double d) { return static_cast<int>(d * 2); }
__tile__ constexpr int operator""_c(char c) { return c - 'a'; }
__tile__ constexpr int operator""_s(char const* s, unsigned long n) { return s[0] * 10 + static_cast<int>(n); }
__tile__ constexpr int operator""_raw(char const* s) { int n = 0; while (*s) { ++n; ++s; } return n; }
template <char... Cs> __tile__ constexpr int operator""_t() { return sizeof...(Cs); }

extern "C" __tile_global__ void test(int* out) {
    out[0] = 41_i;
    out[1] = 2.25_f;
    out[2] = 'd'_c;
    out[3] = "ab"_s;
    out[4] = 0x1234_raw;
    out[5] = 123'456_t;
}
