// case: traits_relations
// spec: [meta.rel]
// arg: out i32[1]
// expect: [2]
#include <type_traits>

struct B {};
struct D : B {};
struct P : private B {};
struct To {
    To(int);
    explicit To(char*);
};
struct Call {
    int operator()(int) const noexcept;
    void operator()(double);
};
static_assert(std::is_same_v<int, signed int> && !std::is_same_v<int, int const> && !std::is_same_v<char, signed char>);
static_assert(std::is_base_of_v<B, D> && std::is_base_of_v<B, B> && std::is_base_of_v<B, P> && !std::is_base_of_v<D, B> && !std::is_base_of_v<int, int>);
static_assert(std::is_convertible_v<D*, B*> && std::is_convertible_v<int, To> && !std::is_convertible_v<char*, To>);
static_assert(std::is_convertible_v<void, void> && !std::is_convertible_v<int, void> && !std::is_convertible_v<int[2], int[2]> && std::is_convertible_v<int (&)(), int (*)()>);
static_assert(std::is_nothrow_convertible_v<short, int> && !std::is_nothrow_convertible_v<int, To>);
static_assert(std::is_invocable_v<Call const&, int> && std::is_invocable_v<Call&, double> && !std::is_invocable_v<Call&, int, int>);
static_assert(std::is_invocable_r_v<long, Call const&, int> && !std::is_invocable_r_v<int*, Call const&, int> && std::is_invocable_r_v<void, Call const&, int>);
static_assert(std::is_nothrow_invocable_v<Call const&, int> && !std::is_nothrow_invocable_v<Call&, double>);
static_assert(std::is_same_v<std::invoke_result_t<Call&, double>, void> && std::is_same_v<std::invoke_result_t<int (*)(char), int>, int>);
static_assert(std::is_invocable_v<int B::*, B&> && std::is_same_v<std::invoke_result_t<int B::*, D&>, int&> && std::is_same_v<std::invoke_result_t<int B::*, B const*>, int const&>);
static_assert(std::is_same_v<std::invoke_result_t<char (B::*)(int), D*, short>, char>);
extern "C" __tile_global__ void test(int* out) { *out = std::is_base_of<B, D>() + std::is_convertible<int, To>::value; }
