// case: tuple_tie_and_ignore
// spec: [tuple.creation]
// arg: i32 = 3
// arg: out i32[5]
// expect: [5, 2, 25, 9, 17]
#include <tuple>

__tile__ constexpr std::tuple<int, int, int> divide(int a, int b) { return {a / b, a % b, b}; }
extern "C" __tile_global__ void test(int n, int* out) {
    int q = 0, r = 0;
    std::tie(q, r, std::ignore) = divide(17, n);
    out[0] = q;
    out[1] = r;
    std::tie(q, r) = std::make_tuple(r, q);
    out[2] = q * 10 + r;
    int a = n, b = 4;
    auto refs = std::forward_as_tuple(a, b);
    std::get<1>(refs) += 5;
    out[3] = b;
    std::tuple<int&, int> mixed(a, b);
    std::get<0>(mixed) = 8;
    out[4] = a + std::get<1>(mixed);
}
