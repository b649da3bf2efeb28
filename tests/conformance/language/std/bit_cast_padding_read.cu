// case: bit_cast_padding_read
// spec: [bit.cast]/2
// reject: E0570 not a constant expression: it reads an uninitialized object
struct S {
    char c;
    int i;
};
struct T {
    int a, b;
};
extern "C" __tile_global__ void test(int *p) { constexpr T t = __builtin_bit_cast(T, S{1, 2}); }
