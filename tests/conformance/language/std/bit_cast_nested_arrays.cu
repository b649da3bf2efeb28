// case: bit_cast_nested_arrays
// spec: [bit.cast]/2
// accept: the static assertions hold
struct M {
    short m[2][2];
};
constexpr M m = __builtin_bit_cast(M, 0x0004000300020001ll);
static_assert(m.m[0][0] == 1 && m.m[1][1] == 4);
static_assert(__builtin_bit_cast(unsigned long long, M{{{-1, 2}, {3, 4}}}) == 0x000400030002ffffull);
extern "C" __tile_global__ void test(int *p) {}
