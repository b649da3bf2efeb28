// case: bit_cast_union
// spec: [bit.cast]/2
// reject: E0570 not a constant expression: it reinterprets as a union
union U {
    int a;
};
extern "C" __tile_global__ void test(int *p) { constexpr U u = __builtin_bit_cast(U, 1); }
