// case: bit_cast_pointer
// spec: [bit.cast]/2
// reject: E0570 not a constant expression: it reinterprets something that is
constexpr int x = 0;
extern "C" __tile_global__ void test(int *p) { constexpr long l = __builtin_bit_cast(long, &x); }
