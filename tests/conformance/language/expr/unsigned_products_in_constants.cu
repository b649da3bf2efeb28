// case: unsigned_products_in_constants
// spec: [basic.fundamental]/2, [expr.mul]
// accept: the product of two unsigned integers is modulo 2^64, however large it is
static_assert(~0ull * ~0ull == 1);
static_assert((1ull << 63) * (1ull << 63) == 0);
static_assert(0xffffffffffffffffu * 0xfffffffffffffffeu == 2);

extern "C" __tile_global__ void test(int*) {}
