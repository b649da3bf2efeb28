// case: algorithm_modify
// spec: [alg.modifying.operations]
// arg: i32 = 3
// arg: out i32[8]
// arg: out i32[8]
// arg: out i32[4]
// expect: [6, 8, -3, -3, 2, 4, 9, 9]
// expect: [81, 81, 4, 16, 36, 64, 0, 0]
// expect: [6, 9, 9, 8]
#include <algorithm>

extern "C" __tile_global__ void test(int n, int* a, int* b, int* out) {
    std::fill(a, a + 8, n);
    std::fill_n(a, 2, 9);
    int k = 0;
    std::generate(a + 4, a + 8, [&k] { return k += 2; });
    std::transform(a, a + 8, b, [](int x) { return x * x; });
    std::replace(a, a + 8, 3, -3);
    out[0] = int(std::remove(b, b + 8, 9) - b);
    for (int* p = b + out[0]; p != b + 8; ++p) *p = 0;
    std::copy_if(a, a + 8, out + 1, [](int x) { return x > 6; });
    std::swap_ranges(a, a + 2, a + 6);
}
