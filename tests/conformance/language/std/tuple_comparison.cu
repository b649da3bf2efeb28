// case: tuple_comparison
// spec: [tuple.rel]
// arg: i32 = 3
// arg: out i32[5]
// expect: [1, 0, 1, 1, 0]
#include <tuple>

extern "C" __tile_global__ void test(int n, int* out) {
    std::tuple<int, float, int> a(n, 1.5f, 2), b(3, 1.5f, 4);
    out[0] = a < b;
    out[1] = a == b;
    out[2] = (b <=> a) > 0;
    out[3] = std::tuple(n, 2) == std::tuple(3l, short(2));
    out[4] = std::tie(n, n) <= std::make_tuple(2, 9);
    static_assert(std::tuple(1, 2) < std::tuple(1, 3) && std::tuple(2, 0) > std::tuple(1, 9));
}
