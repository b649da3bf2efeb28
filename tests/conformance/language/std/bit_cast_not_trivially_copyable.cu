// case: bit_cast_not_trivially_copyable
// spec: [bit.cast]/2
// reject: E0513 `__builtin_bit_cast` of `N`, which is not trivially copyable
struct N {
    int a;
    constexpr N(int a) : a(a) {}
    constexpr N(const N &o) : a(o.a) {}
};
extern "C" __tile_global__ void test(int *p) { N n = __builtin_bit_cast(N, 1); }
