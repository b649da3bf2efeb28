// case: numeric_transform_scans
// spec: [transform.inclusive.scan]
// arg: i32[4] = [1, 2, 3, 4]
// arg: out i32[8]
// expect: [1, 5, 14, 30, 100, 101, 105, 114]
#include <functional>
#include <numeric>

extern "C" __tile_global__ void test(int const* a, int* out) {
    auto square = [](int x) { return x * x; };
    std::transform_inclusive_scan(a, a + 4, out, std::plus<>{}, square);
    std::transform_exclusive_scan(a, a + 4, out + 4, 100, std::plus<>{}, square);
}
