// case: user_defined_literals
// spec: [lex.ext]
// arg: i32 = 3
// arg: out i32[8]
// expect: [13, 4, 2, 1197, 6, 3, 15, 2]
// note: an integer literal prefers the cooked operator, then the raw one, then the template; the raw one gets the spelling.
constexpr int operator""_cooked(unsigned long long n) { return static_cast<int>(n) + 10; }
constexpr int operator""_raw(char const* text) {
    int length = 0;
    while (text[length] != 0) ++length;
    return length;
}
template <char... Digits>
constexpr int operator""_packed() {
    return sizeof...(Digits);
}
constexpr int operator""_real(long double x) { return static_cast<int>(x * 100); }
constexpr int operator""_real(unsigned long long n) { return static_cast<int>(n); }
constexpr int operator""_text(char const*, unsigned long length) { return static_cast<int>(length); }
constexpr int operator""_letter(char c) { return c - 'a'; }

extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = 3_cooked + n - 3;
    out[1] = 0x1F_raw;
    out[2] = 42_packed;
    out[3] = 11.97_real;
    out[4] = 6_real;
    out[5] = "a\0b"_text;
    out[6] = 5_cooked;
    out[7] = 'c'_letter;
}
