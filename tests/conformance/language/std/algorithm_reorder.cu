// case: algorithm_reorder
// spec: [alg.reverse], [alg.rotate]
// arg: i32 = 3
// arg: out i32[6]
// arg: out i32[6]
// arg: out i32[4]
// expect: [6, 5, 1, 2, 3, 4]
// expect: [3, 4, 5, 6, 1, 2]
// expect: [4, 2, 1213, 3]
#include <algorithm>

extern "C" __tile_global__ void test(int n, int* a, int* b, int* out) {
    for (int i = 0; i < 6; ++i) a[i] = b[i] = i + 1;
    std::reverse(a, a + 6);
    out[0] = int(std::rotate(b, b + n - 1, b + 6) - b);
    out[1] = int(std::partition(a, a + 6, [](int x) { return x > 4; }) - a);
    std::sort(a + out[1], a + 6);
    int p[] = {1, 3, 2};
    out[2] = std::next_permutation(p, p + 3) * 1000 + p[0] * 100 + p[1] * 10 + p[2];
    int u[] = {1, 1, n, 3, 1};
    out[3] = int(std::unique(u, u + 5) - u);
}
