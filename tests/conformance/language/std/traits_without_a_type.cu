// case: traits_without_a_type
// spec: [meta.trans.other], [temp.deduct]
// arg: out i32[1]
// expect: [12]
#include <type_traits>

// No member `type` means no candidate, not an error.
struct S {};
template <class... T>
constexpr bool has_common = requires { typename std::common_type<T...>::type; };
template <class T>
constexpr bool has_underlying = requires { typename std::underlying_type_t<T>; };
template <class F, class... A>
constexpr bool has_result = requires { typename std::invoke_result_t<F, A...>; };
template <bool B>
constexpr bool enabled = requires { typename std::enable_if_t<B>; };
static_assert(has_common<int, char> && !has_common<int, S> && !has_common<>);
static_assert(!has_underlying<int> && !has_underlying<S> && has_result<int(), void>  == false && has_result<int (&)()>);
static_assert(enabled<true> && !enabled<false>);
template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
__tile__ constexpr int kind(T) { return 1; }
template <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0>
__tile__ constexpr int kind(T) { return 2; }
extern "C" __tile_global__ void test(int* out) { *out = kind('a') * 10 + kind(1.0f); }
