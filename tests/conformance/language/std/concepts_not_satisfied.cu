// case: concepts_not_satisfied
// spec: [concept.same]
// arg: i32 = 3
// arg: out i32[1]
// reject: E0312 a float is not integral
#include <concepts>

__tile__ constexpr int half(std::integral auto x) { return x / 2; }
extern "C" __tile_global__ void test(int n, int* out) { *out = half(n * 1.0f); }
