// case: bit_cast_wide_bit_field
// spec: [bit.cast]/2
// accept: the static assertions hold; Clang 19 has no bit-fields there
struct S {
    __int128 x : 127;
};
struct T {
    __int128 a;
};
static_assert(__builtin_bit_cast(S, T{-1}).x == -1);
struct F {
    int a : 3;
    int b : 13;
    unsigned c : 16;
};
static_assert(__builtin_bit_cast(F, 0x0003000d).a == -3);
static_assert(__builtin_bit_cast(F, 0x0003000d).b == 1);
static_assert(__builtin_bit_cast(F, 0x0003000d).c == 3);
static_assert(__builtin_bit_cast(int, F{-3, 1, 3}) == 0x0003000d);
extern "C" __tile_global__ void test(int *p) {}
