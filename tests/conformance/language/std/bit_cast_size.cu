// case: bit_cast_size
// spec: [bit.cast]/2
// reject: E0513 `int` has 4 bytes, `S` has 8: no bit_cast
struct S {
    int a, b;
};
extern "C" __tile_global__ void test(int *p) { S s = __builtin_bit_cast(S, 1); }
