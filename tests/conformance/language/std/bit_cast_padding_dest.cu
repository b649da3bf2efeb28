// case: bit_cast_padding_dest
// spec: [bit.cast]/2
// accept: the static assertions hold
struct S {
    char c;
    int i;
};
struct T {
    int a, b;
};
constexpr S s = __builtin_bit_cast(S, T{0x01010101, 2});
static_assert(s.c == 1 && s.i == 2);
extern "C" __tile_global__ void test(int *p) {}
