// case: numeric_scans
// spec: [partial.sum], [exclusive.scan], [adjacent.difference], [numeric.iota]
// arg: i32[5] = [3, 1, 4, 1, 5]
// arg: out i32[5]
// arg: out i32[5]
// arg: out i32[5]
// arg: out i32[5]
// expect: [3, 4, 8, 9, 14]
// expect: [10, 13, 14, 18, 19]
// expect: [3, -2, 3, -3, 4]
// expect: [4, 20, 120, 840, 6720]
#include <numeric>
#include <functional>

extern "C" __tile_global__ void test(int const* a, int* sums, int* before, int* steps, int* count) {
    std::partial_sum(a, a + 5, sums);
    std::exclusive_scan(a, a + 5, before, 10);
    std::adjacent_difference(a, a + 5, steps);
    std::iota(count, count + 5, a[2]);
    std::partial_sum(count, count + 5, count, std::multiplies<>{});
}
