// case: traits_constant_evaluated
// spec: [meta.const.eval]
// arg: i32 = 5
// arg: out i32[3]
// expect: [100, 5, 6]
#include <type_traits>

__tile__ constexpr int where(int x) { return std::is_constant_evaluated() ? 100 : x; }
extern "C" __tile_global__ void test(int n, int* out) {
    constexpr int a = where(1);
    out[0] = a;
    out[1] = where(n);
    int sizes[where(2) - 98] = {n, n + 1};
    out[2] = sizes[1];
}
