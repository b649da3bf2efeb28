// case: bit_cast_enum
// spec: [bit.cast]/2
// accept: the static assertions hold
enum class E : short { a = 5 };
struct P {
    short x;
};
static_assert(__builtin_bit_cast(E, P{5}) == E::a);
extern "C" __tile_global__ void test(int *p) {}
