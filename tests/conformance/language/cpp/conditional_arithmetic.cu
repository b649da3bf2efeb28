// case: conditional_arithmetic
// spec: [cpp.cond]
// arg: i32 = 1
// arg: out i32[8]
// expect: [1, 1, 1, 1, 1, 1, 1, 1]
// note: computed in intmax_t and uintmax_t; what is left of the names, keywords too, is 0, but for true and false.
constexpr int flags[] = {
#if -1 > 0u && 18446744073709551615u == -1
    1,
#else
    0,
#endif
#if 1 || 1 / 0
    1,
#endif
#if !(0 && 1 % 0) && (1 ? 2 : 3 / 0) == 2
    1,
#endif
#if (2, 3) == 3 && (1 ? 4, 5 : 6) == 5
    1,
#endif
#if undefined_name || int || this || !true || false
    0,
#elif 'A' == 65 && '\n' == 10 && '\377' < 0 && 'ab' == 24930
    1,
#endif
#if not 0 and (5 bitand 4) == 4 && (5 xor 1) == 4 and compl 0 == -1
    1,
#endif
#if -7 / 2 == -3 && -7 % 2 == -1 && (-1 >> 1) == -1 && 1 << 62 == 4611686018427387904
    1,
#endif
#if 0x10 + 010 + 0b10 == 26 && 1'000 == 1000 && 2u - 3 > 0 && (0 ? -1 : 0u) - 1 > 0
    1,
#endif
};

extern "C" __tile_global__ void test(int one, int* out) {
    static_assert(sizeof(flags) == 8 * sizeof(int));
    for (int i = 0; i < 8; ++i) out[i] = flags[i] * one;
}
