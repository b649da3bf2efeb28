// case: many_endless_constants
// spec: [expr.const]/5.7, [implimits]
// reject: E0571 each is refused, and the later ones sooner than the first
template <int N>
constexpr int spin(unsigned n) {
    while (n != 1) n += 2;
    return N;
}
static_assert(spin<0>(0) == 0 && spin<1>(0) == 1);
static_assert(spin<2>(0) == 2);
static_assert(spin<3>(0) == 3);
static_assert(spin<4>(0) == 4);
static_assert(spin<5>(0) == 5);
static_assert(spin<6>(0) == 6);
static_assert(spin<7>(0) == 7);
static_assert(spin<8>(0) == 8);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
