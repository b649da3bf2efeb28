// case: traits_enable_if_false
// spec: [meta.trans.other]
// arg: out i32[1]
// reject: E0312 the condition does not hold
#include <type_traits>

template <class T>
__tile__ constexpr std::enable_if_t<std::is_integral_v<T>, T> twice(T x) { return x * 2; }
extern "C" __tile_global__ void test(int* out) { *out = twice(1.5f); }
