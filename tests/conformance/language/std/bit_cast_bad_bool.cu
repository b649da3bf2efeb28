// case: bit_cast_bad_bool
// spec: [bit.cast]/2
// reject: E0570 not a constant expression: it reinterprets as a `bool` that 
struct B {
    bool b;
};
extern "C" __tile_global__ void test(int *p) { constexpr B b = __builtin_bit_cast(B, (unsigned char)2); }
