// case: algorithm_compare_ranges
// spec: [alg.equal], [alg.lex.comparison]
// arg: i32 = 3
// arg: out i32[5]
// expect: [1, 0, 35, 10, 21]
#include <algorithm>

extern "C" __tile_global__ void test(int n, int* out) {
    int const a[] = {1, 2, n, 4}, b[] = {1, 2, 5, 4};
    out[0] = std::equal(a, a + 4, b) * 10 + std::equal(a, a + 2, b);
    out[1] = std::equal(a, a + 4, b, b + 3);
    auto [x, y] = std::mismatch(a, a + 4, b);
    out[2] = *x * 10 + *y;
    out[3] = std::lexicographical_compare(a, a + 4, b, b + 4) * 10 + std::lexicographical_compare(a, a + 2, b, b + 2);
    out[4] = int(std::max_element(b, b + 4) - b) * 10 + int(std::min_element(a + 1, a + 4) - a);
}
