// case: bit_cast_float
// spec: [bit.cast]/2
// accept: the static assertions hold
struct F {
    float a;
    unsigned b;
};
struct G {
    unsigned a;
    float b;
};
constexpr G g = __builtin_bit_cast(G, F{1.0f, 0x40000000u});
static_assert(g.a == 0x3f800000u && g.b == 2.0f);
static_assert(__builtin_bit_cast(unsigned long long, 1.0) == 0x3ff0000000000000ull);
extern "C" __tile_global__ void test(int *p) {}
