// case: algorithm_min_max_clamp
// spec: [alg.min.max], [alg.clamp]
// arg: i32 = 5
// arg: i32 = -2
// arg: out i32[9]
// expect: [-15, 2, 3, 302, -15, -15, 1, -15, 5]
#include <algorithm>

extern "C" __tile_global__ void test(int a, int b, int* out) {
    out[0] = std::min(a, b) * 10 + std::max(a, b);
    out[1] = std::min({a, b, -7, 3}) + std::max({a, 9, b});
    auto far = [](int x, int y) { return x * x < y * y; };
    out[2] = std::max(a, b, far) + std::min(-9, b, far);
    out[3] = std::clamp(a, 0, 3) * 100 + std::clamp(b, 0, 3) * 10 + std::clamp(2, 0, 3);
    auto [low, high] = std::minmax(a, b);
    out[4] = low * 10 + high;
    auto both = std::minmax({4, a, 1, b});
    out[5] = both.first * 10 + both.second;
    int x = 1, y = 1;
    out[6] = &std::min(x, y) == &x && &std::max(x, y) == &x;
    out[7] = *std::min_element(out, out + 6);
    out[8] = int(std::max(2.5f, float(b)) * 2);
}
