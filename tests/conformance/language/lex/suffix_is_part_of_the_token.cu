// case: suffix_is_part_of_the_token
// spec: [lex.ext]
// arg: i32 = 1
// arg: out i32[3]
// expect: [5, 16, 7]
// note: a macro of the suffix's name is not replaced: the suffix is not a token of its own. `1_e` has no exponent, and concatenated strings share a suffix.
#define _len _none
constexpr int operator""_len(char const*, unsigned long n) { return static_cast<int>(n); }
constexpr int operator""_e(unsigned long long n) { return static_cast<int>(n) + 10; }

extern "C" __tile_global__ void test(int one, int* out) {
    out[0] = "abcde"_len * one;
    out[1] = 6_e * one;
    out[2] = "abc" "de"_len "fg" * one;
}
