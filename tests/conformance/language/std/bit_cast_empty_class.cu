// case: bit_cast_empty_class
// spec: [bit.cast]/2
// accept: it is well-formed
struct E {};
struct F {};
constexpr F f = __builtin_bit_cast(F, E{});
extern "C" __tile_global__ void test(int *p) {}
