// case: traits_construction
// spec: [meta.unary.prop]
// arg: out i32[1]
// expect: [1]
#include <type_traits>

struct Any {
    Any(int) noexcept;
    Any(double);
    Any(Any const&);
    Any& operator=(Any&&) noexcept;
    Any& operator=(Any const&) = delete;
};
struct Trivial {
    int x;
};
struct Throws {
    ~Throws() noexcept(false);
};
static_assert(std::is_constructible_v<Any, int> && !std::is_constructible_v<Any> && !std::is_default_constructible_v<Any>);
static_assert(std::is_nothrow_constructible_v<Any, int> && !std::is_nothrow_constructible_v<Any, double>);
static_assert(std::is_copy_constructible_v<Any> && !std::is_trivially_copy_constructible_v<Any> && !std::is_nothrow_copy_constructible_v<Any>);
static_assert(!std::is_copy_assignable_v<Any> && std::is_move_assignable_v<Any> && std::is_nothrow_move_assignable_v<Any>);
static_assert(std::is_trivially_copyable_v<Trivial> && std::is_trivially_default_constructible_v<Trivial> && std::is_trivially_move_assignable_v<Trivial>);
static_assert(std::is_constructible_v<Trivial, int> && std::is_constructible_v<int&, int&> && !std::is_constructible_v<int&, int>);
static_assert(std::is_assignable_v<int&, double> && !std::is_assignable_v<int, int> && !std::is_assignable_v<int const&, int>);
static_assert(std::is_destructible_v<Throws> && !std::is_nothrow_destructible_v<Throws> && !std::is_trivially_destructible_v<Throws>);
static_assert(std::is_destructible_v<int[2]> && !std::is_destructible_v<int[]> && !std::is_destructible_v<void> && std::is_destructible_v<int&>);
static_assert(std::is_swappable_v<int> && !std::is_swappable_v<int const> && std::is_nothrow_swappable_v<int[2]> && std::is_swappable_with_v<int&, int&>);
extern "C" __tile_global__ void test(int* out) { *out = std::is_constructible<Any, float>::value; }
