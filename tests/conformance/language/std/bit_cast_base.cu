// case: bit_cast_base
// spec: [bit.cast]/2
// accept: the static assertions hold
struct B {
    int a;
};
struct D : B {
    int b;
};
constexpr D d = __builtin_bit_cast(D, 0x0000000200000001ll);
static_assert(d.a == 1 && d.b == 2);
extern "C" __tile_global__ void test(int *p) {}
