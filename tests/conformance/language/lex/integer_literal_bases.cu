// case: integer_literal_bases
// spec: [lex.icon]
// arg: i32 = 1
// arg: out i64[7]
// expect: [42, 34, 66, 10, 1000000, 43981, 255]
// note: the separators are not digits, and `0` alone is octal.
extern "C" __tile_global__ void test(int one, long long* out) {
    out[0] = 42 * one;
    out[1] = 042 * one;
    out[2] = 0x42 * one;
    out[3] = 0b1010 * one + 00;
    out[4] = 1'000'000 * one;
    out[5] = 0XaBc'D * one;
    out[6] = (0B1111'1111 + 0'0) * one;
}
