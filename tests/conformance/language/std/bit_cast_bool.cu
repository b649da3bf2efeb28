// case: bit_cast_bool
// spec: [bit.cast]/2
// accept: the static assertions hold
static_assert(__builtin_bit_cast(bool, (unsigned char)1));
extern "C" __tile_global__ void test(int *p) {}
