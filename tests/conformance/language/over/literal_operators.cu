// case: literal_operators
// spec: [over.literal]
// arg: out i32[6]
// arg: i32 = 2
// expect: [3000, 5, 3, 97, 6, 2]

constexpr __tile__ int operator""_k(unsigned long long x) { return static_cast<int>(x) * 1000; }
constexpr __tile__ int operator"" _up(long double x) { return static_cast<int>(x) + 1; }
constexpr __tile__ int operator""_len(const char*, decltype(sizeof 0) n) { return static_cast<int>(n); }
constexpr __tile__ int operator""_code(char c) { return c; }
template <char... C>
constexpr __tile__ int operator""_digits() { return sizeof...(C); }

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = 3_k;
    out[1] = 4.5_up;
    out[2] = "a\nb"_len;
    out[3] = 'a'_code;
    out[4] = 0x1'2f_digits;
    out[5] = operator""_len("ab", n);
}
