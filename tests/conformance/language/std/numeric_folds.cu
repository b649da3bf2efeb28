// case: numeric_folds
// spec: [numeric.ops]
// arg: i32[5] = [3, 1, 4, 1, 5]
// arg: out i32[6]
// expect: [114, 60, 14, 46, 52, 36]
#include <numeric>
#include <functional>

extern "C" __tile_global__ void test(int const* a, int* out) {
    out[0] = std::accumulate(a, a + 5, 100);
    out[1] = std::accumulate(a, a + 5, 1, [](int x, int y) { return x * y; });
    out[2] = std::reduce(a, a + 5);
    int const b[] = {1, 2, 3, 4, 5};
    out[3] = std::inner_product(a, a + 5, b, 0);
    out[4] = std::transform_reduce(a, a + 5, 0, std::plus<>{}, [](int x) { return x * x; });
    out[5] = int(std::accumulate(a, a + 5, 0.5) * 2) + std::accumulate(a, a, 7);
}
