// case: usual_arithmetic_conversions
// spec: [expr.arith.conv]
// arg: i32 = -1
// arg: out i32[5]
// expect: [0, 1, 1, 0, 1]
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
static_assert(same<decltype(1 + 1u), unsigned>);
static_assert(same<decltype(1L + 1u), long>);
static_assert(same<decltype(1LL + 1UL), unsigned long long>);
static_assert(same<decltype(1L + 1ULL), unsigned long long>);
static_assert(same<decltype(short() + 'a'), int>);
static_assert(same<decltype(1.0f + 1L), float>);
static_assert(same<decltype(1.0f + 1.0), double>);
static_assert(same<decltype(true ? 1 : 2.0f), float>);
static_assert(same<decltype(1u << 1L), unsigned>);

extern "C" __tile_global__ void test(int n, int* out) {
    unsigned one = 1;
    out[0] = n < one;               // n becomes the largest unsigned
    out[1] = static_cast<long>(n) < one;
    out[2] = n + one == 0;
    out[3] = static_cast<short>(n) == static_cast<unsigned short>(n);
    out[4] = (n * 2.5f) < n;
}
