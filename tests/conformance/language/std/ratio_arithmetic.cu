// case: ratio_arithmetic
// spec: [ratio.arithmetic]
// arg: i32 = 1500
// arg: out i32[4]
// expect: [3, 2, 1500000, -7]
#include <ratio>

static_assert(std::ratio<6, -8>::num == -3 && std::ratio<6, -8>::den == 4 && std::ratio<0, 5>::den == 1);
static_assert(std::is_same_v<std::ratio_add<std::ratio<1, 6>, std::ratio<1, 3>>, std::ratio<1, 2>>);
static_assert(std::is_same_v<std::ratio_subtract<std::ratio<1, 6>, std::ratio<1, 6>>, std::ratio<0, 1>>);
static_assert(std::is_same_v<std::ratio_multiply<std::exa, std::atto>, std::ratio<1>>, "cancelled before it overflows");
static_assert(std::is_same_v<std::ratio_divide<std::milli, std::micro>, std::kilo>);
static_assert(std::ratio_less_v<std::ratio<1000000007, 1000000009>, std::ratio<1000000009, 1000000011>>);
static_assert(std::ratio_less_v<std::ratio<-1, 2>, std::ratio<-1, 3>> && !std::ratio_less_v<std::centi, std::centi>);
static_assert(std::ratio_equal<std::ratio<2, 4>, std::ratio<1, 2>>::value && std::ratio_greater_equal_v<std::kilo, std::hecto>);

template <class From, class To> __tile__ int convert(int count) {
    using factor = std::ratio_divide<From, To>;
    return count * factor::num / factor::den;
}

extern "C" __tile_global__ void test(int n, int* out) {
    using half = std::ratio<3, 6>;
    out[0] = half::num + half::den;
    out[1] = std::ratio<6, 3>::num;
    out[2] = convert<std::kilo, std::ratio<1>>(n);
    out[3] = convert<std::ratio<-1, 200>, std::ratio<1>>(n);
}
