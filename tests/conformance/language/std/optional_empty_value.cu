// case: optional_empty_value
// spec: [optional.observe]
// arg: i32 = 3
// arg: out i32[1]
// ub: there is no value
#include <optional>

extern "C" __tile_global__ void test(int n, int* out) {
    std::optional<int> x;
    if (n > 5) x = n;
    *out = x.value();
}
