// case: concepts_core
// spec: [concepts.lang]
// arg: out i32[1]
// expect: [2]
#include <concepts>

struct B {};
struct D : B {};
struct P : private B {};
struct Explicit {
    explicit operator int() const;
};
enum E {};
static_assert(std::same_as<int, int> && !std::same_as<int, int&> && std::derived_from<D, B> && !std::derived_from<int, int>);
static_assert(std::convertible_to<D&, B&> && !std::convertible_to<Explicit, int> && std::convertible_to<int, double>);
static_assert(std::common_reference_with<int&, int const&> && std::common_with<int, double> && !std::common_with<int, B>);
static_assert(std::integral<char> && !std::integral<E> && std::signed_integral<short> && std::unsigned_integral<bool> && std::floating_point<double> && !std::floating_point<int>);
static_assert(std::assignable_from<int&, long> && !std::assignable_from<int, int> && !std::assignable_from<int const&, int>);
static_assert(std::swappable<int> && !std::swappable<int const> && std::swappable_with<int&, int&>);
static_assert(std::destructible<D> && std::constructible_from<double, int> && std::default_initializable<int>);
static_assert(std::move_constructible<int&&> && std::copy_constructible<D> && !std::copy_constructible<int[2]>);
extern "C" __tile_global__ void test(int* out) { *out = std::derived_from<D, B> * 2 + std::integral<D>; }
