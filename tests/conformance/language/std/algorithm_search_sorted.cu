// case: algorithm_search_sorted
// spec: [alg.binary.search]
// arg: i32 = 7
// arg: out i32[6]
// expect: [4, 5, 10, 13, 7, 4]
#include <algorithm>

extern "C" __tile_global__ void test(int n, int* out) {
    int const a[] = {1, 3, 3, 5, 7, 9, 11};
    out[0] = int(std::lower_bound(a, a + 7, n) - a);
    out[1] = int(std::upper_bound(a, a + 7, n) - a);
    out[2] = std::binary_search(a, a + 7, n) * 10 + std::binary_search(a, a + 7, n + 1);
    auto [first, last] = std::equal_range(a, a + 7, 3);
    out[3] = int(first - a) * 10 + int(last - a);
    out[4] = int(std::lower_bound(a, a + 7, 100) - a);
    out[5] = int(std::partition_point(a, a + 7, [n](int x) { return x < n; }) - a);
}
