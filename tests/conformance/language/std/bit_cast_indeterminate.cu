// case: bit_cast_indeterminate
// spec: [bit.cast]/2
// reject: E0570 not a constant expression: it reads an uninitialized object
struct S {
    int a, b;
};
extern "C" __tile_global__ void test(int *p) {
    constexpr auto f = [] {
        S s;
        s.a = 1;
        return __builtin_bit_cast(long, s);
    };
    constexpr long l = f();
}
