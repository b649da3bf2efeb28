// case: pair_comparison
// spec: [pairs.spec]
// arg: i32 = 2
// arg: out i32[6]
// expect: [1, 1, 0, 1, 0, 1]
#include <utility>

extern "C" __tile_global__ void test(int n, int* out) {
    std::pair<int, float> a(n, 1.5f), b(2, 2.5f), c(3, 0.5f);
    out[0] = a < b;
    out[1] = b < c;
    out[2] = a == b;
    out[3] = (a <=> c) < 0;
    out[4] = a >= b;
    out[5] = std::make_pair(n, 1) > std::make_pair(1, n);
    static_assert(__is_same(decltype(a <=> b), std::partial_ordering));
    static_assert(__is_same(decltype(std::pair{1, 2} <=> std::pair{1, 2}), std::strong_ordering));
}
