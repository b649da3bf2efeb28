// case: functional_invoke_needs_arguments
// spec: [func.invoke]
// arg: i32 = 3
// arg: out i32[1]
// reject: E0312 two arguments for one parameter
#include <functional>

__tile__ constexpr int twice(int x) { return x * 2; }
extern "C" __tile_global__ void test(int n, int* out) { *out = std::invoke(twice, n, n); }
