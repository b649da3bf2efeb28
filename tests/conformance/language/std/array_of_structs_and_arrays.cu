// case: array_of_structs_and_arrays
// spec: [array.overview]
// arg: i32 = 2
// arg: out i32[4]
// expect: [4, 15, 5, 12]
#include <array>

struct Point {
    int x, y;
};
extern "C" __tile_global__ void test(int n, int* out) {
    std::array<Point, 3> p{{{1, 2}, {n, 4}, {5, n}}};
    out[0] = p[n - 1].x + p[n].y;
    std::array<std::array<int, 2>, 2> m{{{1, n}, {3, 4}}};
    m[n - 1][0] += 10;
    out[1] = m[1][0] + m[0][1];
    auto [first, second] = m;
    out[2] = first[0] + second[1];
    auto t = std::to_array({n, n + 1, n + 2});
    out[3] = t[n] * int(t.size());
}
