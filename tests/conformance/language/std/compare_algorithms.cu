// case: compare_algorithms
// spec: [cmp.alg]
// arg: u32[8] = [0x80000000, 0x0, 0xffc00000, 0xff800000, 0x7f800000, 0x7fc00000, 0x3f800000, 0x7fc00001]
// arg: out i32[10]
// expect: [-1, 0, -1, -1, 1, 0, -1, 2, 1, -1]
#include <bit>
#include <compare>
#include <type_traits>

__tile__ int number(std::partial_ordering o) {
    return o < 0 ? -1 : o > 0 ? 1 : o == 0 ? 0 : 2;
}

// Ordered by <=> that does not tell all values apart.
struct Weak {
    int value;
    __tile__ constexpr std::weak_ordering operator<=>(Weak const& o) const { return value / 2 <=> o.value / 2; }
    __tile__ constexpr bool operator==(Weak const& o) const { return value / 2 == o.value / 2; }
};
// == and < alone.
struct Old {
    int value;
    __tile__ constexpr bool operator==(Old const& o) const { return value == o.value; }
    __tile__ constexpr bool operator<(Old const& o) const { return value < o.value; }
};
namespace user {
struct Named {
    int value;
    // Backwards.
    __tile__ friend constexpr std::strong_ordering strong_order(Named a, Named b) { return b.value <=> a.value; }
};
}

template <class T> concept strong = requires(T a) { std::strong_order(a, a); };
template <class T> concept weak = requires(T a) { std::weak_order(a, a); };
template <class T> concept partial = requires(T a) { std::partial_order(a, a); };
static_assert(strong<int> && strong<float> && !strong<Weak> && !strong<Old> && strong<user::Named>);
static_assert(weak<int> && weak<double> && weak<Weak> && !weak<Old> && weak<user::Named>);
static_assert(partial<int> && partial<float> && partial<Weak> && !partial<Old> && partial<user::Named>);
template <class T, class U> concept strong_with = requires(T a, U b) { std::strong_order(a, b); };
static_assert(strong_with<int, int const&> && !strong_with<int, long>);
static_assert(std::is_same_v<decltype(std::strong_order(1.0f, 2.0f)), std::strong_ordering>);
static_assert(std::is_same_v<decltype(std::weak_order(1.0f, 2.0f)), std::weak_ordering>);
static_assert(std::is_same_v<decltype(std::partial_order(1, 2)), std::partial_ordering>);
static_assert(std::strong_order(-0.0, 0.0) < 0 && std::weak_order(-0.0, 0.0) == 0);
static_assert(std::compare_strong_order_fallback(Old{2}, Old{1}) > 0);
static_assert(std::compare_partial_order_fallback(Old{1}, Old{1}) == 0);

extern "C" __tile_global__ void test(unsigned const* bits, int* out) {
    float x[8];
    for (int i = 0; i < 8; ++i)
        x[i] = std::bit_cast<float>(bits[i]);
    float const zero_minus = x[0], zero = x[1], nan_minus = x[2], infinity_minus = x[3];
    float const infinity = x[4], nan = x[5], one = x[6], other_nan = x[7];
    out[0] = number(std::strong_order(zero_minus, zero));
    out[1] = number(std::weak_order(zero_minus, zero));
    out[2] = number(std::strong_order(nan_minus, infinity_minus));
    out[3] = number(std::weak_order(infinity, nan));
    out[4] = number(std::strong_order(nan, one));
    out[5] = number(std::weak_order(nan, other_nan));
    out[6] = number(std::strong_order(nan, other_nan));
    out[7] = number(std::partial_order(nan, one));
    out[8] = number(std::weak_order(user::Named{1}, user::Named{2}));
    out[9] = number(std::compare_weak_order_fallback(Old{1}, Old{2}));
}
