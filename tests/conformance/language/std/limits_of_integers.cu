// case: limits_of_integers
// spec: [numeric.limits.members]
// arg: out i64[6]
// arg: out u64[2]
// arg: out i32[4]
// expect: [-127873, -32768, -2147483648, -9223372036854775808, 9223372036854775807, 65535]
// expect: [4294967295, 18446744073709551615]
// expect: [1000, 8020, 31091, 64190]
#include <limits>

template <class T>
constexpr int shape() {
    using L = std::numeric_limits<T>;
    return L::digits * 1000 + L::digits10 * 10 + L::is_signed;
}
static_assert(std::numeric_limits<int>::is_specialized && !std::numeric_limits<int*>::is_specialized);
static_assert(std::numeric_limits<unsigned>::is_modulo && !std::numeric_limits<int>::is_modulo && std::numeric_limits<char>::is_exact);
static_assert(std::numeric_limits<int const>::max() == 2147483647 && std::numeric_limits<bool>::max() && !std::numeric_limits<bool>::min());
static_assert(std::numeric_limits<int>::radix == 2 && std::numeric_limits<int>::epsilon() == 0 && std::numeric_limits<int*>::digits == 0);
extern "C" __tile_global__ void test(long* out, unsigned long* u, int* shapes) {
    out[0] = std::numeric_limits<signed char>::min() * 1000l + std::numeric_limits<signed char>::max();
    out[1] = std::numeric_limits<short>::lowest();
    out[2] = std::numeric_limits<int>::min();
    out[3] = std::numeric_limits<long>::min();
    out[4] = std::numeric_limits<long long>::max();
    out[5] = std::numeric_limits<char16_t>::max();
    u[0] = std::numeric_limits<unsigned>::max();
    u[1] = std::numeric_limits<unsigned long>::max();
    shapes[0] = shape<bool>();
    shapes[1] = shape<unsigned char>();
    shapes[2] = shape<int>();
    shapes[3] = shape<unsigned long long>();
}
